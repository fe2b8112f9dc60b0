"""Takes the README's pictures again: ``python3 scripts/screenshots.py``.

Needs Python 3.11+ and Chromium.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.bootstrap import enter

enter(__file__)

from rami_examples.lab.screenshots import main
from scripts.browser import required_chromium

main(obj=required_chromium())
