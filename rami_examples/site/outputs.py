"""Folders that a command writes for its caller: whole or not at all, never over what is not ours.

A folder may be new, empty, or of an earlier run of the same command, which is told by the file that
such a folder holds. All else stays as it is.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rami_examples.findings import Faulty, Finding, Kind, Place
from rami_examples.site.publish import FULL, stopped


@contextmanager
def output(folder: Path, mark: str) -> Iterator[Path]:
    """Give an empty folder beside ``folder``, for `publish.put_in_place` in the body.

    ``mark`` is the name of the file by which a folder of an earlier run is known; it is for the
    body to write. Raises Faulty for a folder that is not ours, and where the disk is full.
    """
    folder = folder.absolute()
    _refuse_others(folder, mark)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise stopped(folder, error) from error
    try:
        new = work / "site"
        new.mkdir()
        yield new
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise stopped(folder, error) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files below a folder, by their addresses."""
    for address, content in files.items():
        path = folder / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _refuse_others(folder: Path, mark: str) -> None:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        return  # put_in_place tells, and leaves it alone
    if not folder.exists() or (folder / mark).is_file() or not any(folder.iterdir()):
        return
    message = f"holds files of yours: there is no {mark} in it, so it is left alone"
    right = "a folder that is new or empty, or of an earlier run"
    raise Faulty((Finding(Kind.SITE_FAULT, Place(folder), message, right),))
