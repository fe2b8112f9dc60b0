"""Work for several processes: each task in a new one, which begins with all that is known here."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
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
    running: _Running = {}
    gc.freeze()  # what is here now need not be looked through, nor copied, by those who come
    try:
        while waiting or running:
            while waiting and len(running) < most:
                _start(task, waiting.pop(), running)
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                result = _result(ready, running[ready])
                del running[ready]
                yield result
    finally:
        gc.unfreeze()
        _end(running)


@contextmanager
def beside(task: Callable[[], object], most: int) -> Iterator[None]:
    """Do a task in another process meanwhile, as far as it gets; nobody is told what it fails by.

    With one process at a time it is not done at all.
    """
    running: _Running = {}
    try:
        if most > 1 and _FORKS:
            _start(lambda _: task(), None, running)
        yield
    finally:
        _end(running)


# The processes that work, by where their results come from.
_Running = dict[Connection, BaseProcess]


def _start(task: Callable[[T], R], item: T, running: _Running) -> None:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    arguments = (task, item, theirs, [ours, *running], os.getpid())
    fork = multiprocessing.get_context("fork")
    process = fork.Process(target=_work, args=arguments, daemon=True)
    # Ctrl-C reaches the whole group, but what becomes of the work is decided here alone. Through
    # another thread it may come at any moment: so the process is known before there is one.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        running[ours] = process
        process.start()
        theirs.close()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(running: _Running) -> None:
    for connection, process in running.items():
        connection.close()
        if process.is_alive():
            process.terminate()
            process.join()


def _work(
    task: Callable[[T], R], item: T, result: Connection, others: Sequence[Connection], parent: int
) -> None:
    _end_with(parent)
    for connection in others:
        connection.close()  # or else nobody would learn that there is no reader any more
    gc.disable()  # the process ends before there is much to collect
    try:
        result.send((task(item), None))
    except BrokenPipeError:
        pass  # nobody waits for it any more
    except Exception as error:
        error.add_note(format_exc())
        result.send((None, error))


def _end_with(parent: int) -> None:
    """Let this process be killed as soon as its parent is, for it holds the lock of a build."""
    with suppress(OSError, AttributeError, TypeError):  # a system that cannot do so
        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


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
