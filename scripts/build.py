"""Builds the site: ``python3 scripts/build.py [--languages de,he]``.

Needs Python 3.11+ and no more.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.bootstrap import enter

enter(__file__)

from rami_examples.cli import build

build()
