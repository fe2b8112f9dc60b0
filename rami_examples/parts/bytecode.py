"""Compiled templates, kept from one build to the next."""

from __future__ import annotations

import shutil
from pathlib import Path

from jinja2 import FileSystemBytecodeCache

from rami_examples.digests import program

FOLDER = Path(".build/templates")


def bytecode(project: Path) -> FileSystemBytecodeCache:
    """Where the templates of a project, and of its theme, are kept compiled.

    Jinja looks at a template's text to tell whether what it has is still right; all else that the
    code depends on is the program's, and what another program has left is removed.
    """
    own = project / FOLDER / program()
    own.mkdir(parents=True, exist_ok=True)
    for other in own.parent.iterdir():
        if other != own:
            shutil.rmtree(other, ignore_errors=True)
    return FileSystemBytecodeCache(str(own))
