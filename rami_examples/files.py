"""Files that a command writes, whole or not at all, and those that it puts where they belong."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str) -> bool:
    """Put a file's text in place in one step, to the letter; returns whether that changed it."""
    data = text.encode()
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.chmod(path.stat().st_mode if path.exists() else 0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return True


def remove(path: Path) -> None:
    """Remove what is at a path, as far as possible; of a link, the link alone."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def move_into(source: Path, target: Path) -> None:
    """Put a file or folder where it belongs; into a folder that is there already, file by file."""
    if not target.exists():
        source.rename(target)
    elif source.is_dir():
        for path in sorted(source.iterdir()):
            move_into(path, target / path.name)
    else:
        source.replace(target)
