"""Changes the engine, spot by spot, and tells what the corpus fails to notice.

``python3 scripts/mutate.py [--changed REVISION] [MODULES]``; needs Python 3.11+ and no more.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.bootstrap import enter

enter(__file__)

from rami_examples.mutation.command import main

main()
