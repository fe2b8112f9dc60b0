"""Verifies corpus, prose and catalogs without building the site: ``rami-docs check``.

``python3 scripts/check.py [--languages de,he] [--format github]``; needs Python 3.11+ and no more.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.bootstrap import enter

enter(__file__)

from rami_examples.commands import check

check()
