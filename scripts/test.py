"""Runs all tests, style and types among them: ``python3 scripts/test.py [PYTEST ARGUMENTS]``.

Needs Python 3.11+ and no more. Paths among the arguments count from the project's folder.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.bootstrap import ROOT, enter

enter(__file__)

import pytest

from scripts.browser import provide_chromium, provide_gettext

provide_chromium()
provide_gettext()
os.chdir(ROOT)
sys.exit(pytest.main())
