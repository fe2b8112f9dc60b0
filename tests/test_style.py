"""Style, format and types belong to the tests."""

import subprocess
import sys

import pytest

from scripts.bootstrap import ROOT


@pytest.mark.parametrize(
    "tool",
    ["ruff check --quiet", "ruff format --check --quiet --diff", "mypy --no-error-summary"],
)
def test_the_code_satisfies(tool: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *tool.split()], cwd=ROOT, capture_output=True, text=True
    )
    print(done.stdout, done.stderr)  # shown once, where the test fails
    assert done.returncode == 0
