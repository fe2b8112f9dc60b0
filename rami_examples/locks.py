"""A lock between processes that cannot be left behind.

The operating system keeps it and takes it back when its holder ends, however that ends; the lock's
file stays where it is and means nothing by itself. Standard library only: the scripts use it before
the environment is there.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
    import time

    def _try(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _wait(descriptor: int) -> None:
        while not _try(descriptor):
            time.sleep(0.1)

else:
    import fcntl

    def _try(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


@contextmanager
def locked(path: Path, busy: str) -> Iterator[int]:
    """Hold the lock at ``path``, waiting for another holder if there is one.

    ``busy`` is said on standard error before the wait. Yields the lock's file descriptor; a child
    process that inherits it keeps the lock as long as it lives. OSError where ``path`` cannot be
    opened for writing.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        if not _try(descriptor):
            print(busy, file=sys.stderr, flush=True)
            _wait(descriptor)
        yield descriptor
    finally:
        os.close(descriptor)
