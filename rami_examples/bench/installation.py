"""The environment of the other generators: theirs alone, the newest of each."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rami_examples.bench.measure import run


def environment() -> dict[str, str]:
    """This environment without what leads Python elsewhere, in UTF-8, without advertisements."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONUTF8": "1", "NO_MKDOCS_2_WARNING": "1"}


def python_of(folder: Path) -> Path:
    """The Python of a virtual environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install(folder: Path, packages: Sequence[str]) -> None:
    """Bring packages into the environment at ``folder``, made where there is none.

    Raises measure.Failed, with what pip says, and OSError.
    """
    if not python_of(folder).exists():
        run((sys.executable, "-m", "venv", str(folder)), folder.parent, environment())
    pip = (str(python_of(folder)), "-m", "pip", "install", "--quiet", "--upgrade", *packages)
    run((*pip, "--disable-pip-version-check"), folder, environment())


def version_of(folder: Path, package: str) -> str:
    """The version of an installed package."""
    program = f"from importlib.metadata import version; print(version({package!r}))"
    _, output = run((str(python_of(folder)), "-c", program), folder, environment())
    return output.strip()
