"""Measures the build in many languages against what people would use instead.

``python3 scripts/bench.py [--languages 40] [--repeat 3] [--only ours,hugo] [--json FILE]``; needs
Python 3.11+, and the network for the others. Takes half an hour.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.bootstrap import enter

enter(__file__)

from rami_examples.bench.command import main

main()
