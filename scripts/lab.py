"""Tells what the pages cost their readers: weight, requests, largest paint, layout shift.

``python3 scripts/lab.py [--languages de,he] [--pages rules]``; needs Python 3.11+ and Chromium.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.bootstrap import enter

enter(__file__)

from rami_examples.lab.command import main
from scripts.browser import required_chromium

main(obj=required_chromium())
