"""Putting a finished site in place in one step, so that readers never meet half a build.

A build works in ``.build/site`` and holds a lock, so that two builds never mix: the second waits.
Whatever happens to it, even a kill, ``site/`` stays the old one until the new one is complete.
"""

import ctypes
import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rami_examples.files import remove
from rami_examples.findings import Faulty, Finding, Kind, Place
from rami_examples.locks import locked

FULL = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the quota of this disk is used up",
    errno.EFBIG: "a file grew beyond the limit that is set for this process",
}


@contextmanager
def staging(project: Path) -> Iterator[Path]:
    """Give an empty folder to build in, on the file system of ``project / "site"``.

    Only one holder at a time: another waits, and says so. The folder is removed at the end, and
    what a killed build left behind is tidied up first. Raises Faulty where the folder cannot be
    made, and where the disk is full, here or in the body.
    """
    site, work = project / "site", project / ".build"
    if work.is_symlink():  # tidying up would remove what is elsewhere
        raise _faulty(work, "this is a link, so nothing is built in it", "remove it, or rename it")
    new = work / site.name
    with ExitStack() as stack:
        try:
            work.mkdir(exist_ok=True)
            busy = "Another build of this folder is running; waiting for it ..."
            stack.enter_context(locked(work / "build.lock", busy))
            _recover(_aside(new), site)
            for folder in (new, work_folder(new)):
                stack.callback(remove, folder)  # before there is one, for Ctrl-C comes any time
                remove(folder)
            new.mkdir()
        except OSError as error:
            raise stopped(site, error) from error
        try:
            yield new
        except OSError as error:
            if error.errno not in FULL:
                raise
            raise stopped(site, error) from error


def work_folder(new: Path) -> Path:
    """Where a build may put what is in the making, beside the folder of `staging`."""
    return new.with_name("parts")


def put_in_place(new: Path, site: Path) -> None:
    """Make ``new``, a complete folder from `staging`, the folder ``site``; remove the old one.

    Where the system can exchange two folders in one step, there is no moment without a site;
    elsewhere there is one between two renamings, and the next build mends what a kill just then
    leaves. Raises Faulty, with the old site in place, where ``site`` cannot be replaced.
    """
    if site.is_symlink() or (site.exists() and not site.is_dir()):
        raise _faulty(site, "this is not a folder, so it is left alone", "remove it, or rename it")
    try:
        if not (site.exists() and _exchange(new, site)):
            _rename_twice(new, site, _aside(new))
    except OSError as error:
        raise stopped(site, error) from error
    remove(new)


def _aside(new: Path) -> Path:
    """Where the old site waits while there is none; beside the folder that is being built."""
    return new.with_name("previous")


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step (Linux: renameat2). False where that cannot be done."""
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    return bool(renameat2(here, os.fsencode(one), here, os.fsencode(other), exchange) == 0)


def _rename_twice(new: Path, site: Path, aside: Path) -> None:
    """Replace ``site`` by way of ``aside``; on a failure put it back."""
    remove(aside)
    if site.exists():
        site.rename(aside)
    try:
        new.rename(site)
    except BaseException:  # Ctrl-C among them
        _recover(aside, site)
        raise
    remove(aside)


def _recover(aside: Path, site: Path) -> None:
    """Bring the old site back if it was aside when its build was killed."""
    if aside.exists() and not site.exists():
        aside.rename(site)
    remove(aside)


def stopped(site: Path, error: OSError) -> Faulty:
    """Say what the system refused, and that nothing is lost."""
    if error.errno in FULL:
        reason, right = FULL[error.errno], "free some space on this disk and build again"
    else:
        reason = f"{error.strerror}: {error.filename2 or error.filename or site}"
        right = "a folder that you may write to, on the disk of the project, used by no program"
    return _faulty(site, f"{reason}; the site that was there stays as it was", right)


def _faulty(site: Path, message: str, right: str) -> Faulty:
    return Faulty((Finding(Kind.SITE_FAULT, Place(site), message, right),))
