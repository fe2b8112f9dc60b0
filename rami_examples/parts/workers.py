"""Work for several processes: each task in a new one, which begins with all that is known here."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from traceback import format_exc
from typing import Any, TypeVar

_MOST = 8  # processes at a time

_FORKS = "fork" in multiprocessing.get_all_start_methods()

T = TypeVar("T")
R = TypeVar("R")


def workers() -> int:
    """How many processes work at a time: one for each processor that this one may use.

    One alone where forking is not safe: on macOS, libraries of the system may not survive it.
    """
    if sys.platform != "linux":
        return 1
    return min(len(os.sched_getaffinity(0)), _MOST)


def spread(task: Callable[[T], R], items: Sequence[T], most: int) -> Iterator[R]:
    """The results of a task for all items, in any order; raises what the first to fail raises.

    ``most`` processes work at a time. With one of them, or one item, or where there is no fork, all
    is done here.
    """
    if most < 2 or len(items) < 2 or not _FORKS:
        yield from map(task, items)
        return
    waiting = list(reversed(items))
    running: dict[Connection, BaseProcess] = {}
    gc.freeze()  # what is here now need not be looked through, nor copied, by those who come
    try:
        while waiting or running:
            while waiting and len(running) < most:
                connection, process = _start(task, waiting.pop())
                running[connection] = process
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                yield _result(ready, running.pop(ready))
    finally:
        gc.unfreeze()
        for process in running.values():
            process.terminate()
            process.join()


@contextmanager
def beside(task: Callable[[], object], most: int) -> Iterator[None]:
    """Do a task in another process meanwhile, as far as it gets; nobody is told what it fails by.

    With one process at a time it is not done at all.
    """
    if most < 2 or not _FORKS:
        yield
        return
    connection, process = _start(lambda _: task(), None)
    try:
        yield
    finally:
        connection.close()
        process.terminate()
        process.join()


def _start(task: Callable[[T], R], item: T) -> tuple[Connection, BaseProcess]:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_work, args=(task, item, theirs))
    # Ctrl-C reaches the whole group; what becomes of the work is decided here alone.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    theirs.close()
    return ours, process


def _work(task: Callable[[T], R], item: T, connection: Connection) -> None:
    gc.disable()  # the process ends before there is much to collect
    try:
        connection.send((task(item), None))
    except BrokenPipeError:
        pass  # nobody waits for it any more
    except Exception as error:
        error.add_note(format_exc())
        connection.send((None, error))


def _result(connection: Connection, process: BaseProcess) -> Any:
    try:
        result, error = connection.recv()
    except EOFError:
        process.join()
        message = f"a process that built pages ended by itself ({process.exitcode})"
        raise RuntimeError(message) from None
    finally:
        connection.close()
    process.join()
    if error is not None:
        raise error
    return result
