"""Feeds hostile inputs to everything that reads what strangers write.

``python3 scripts/fuzz.py [--inputs 100000] [--seed 0] [--target corpus]``; needs Python 3.11+ and
no more. The targets are corpus, catalogs, cards and protocol; all of them, where none is named.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.bootstrap import enter

enter(__file__)

from rami_examples.fuzz.command import main

main()
