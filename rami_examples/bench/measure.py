"""What a program costs: seconds, and the memory of all its processes together."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

try:
    import resource
except ImportError:  # on Windows
    resource = None  # type: ignore[assignment]

_EVERY = 0.05  # seconds between two looks at the memory
_LINES = 12  # of a failed program's output are told
_LIMIT = 3600  # seconds that a program may take


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run cost: ``seconds`` on the clock, ``work`` seconds of processors, ``peak`` bytes.

    The work changes little where others use the machine too. The memory is that of all processes
    of the run together, what they share counted once. Where the system cannot tell either (it has
    no /proc, or is Windows), they are None, and so is memory that was not watched.
    """

    seconds: float
    work: float | None
    peak: int | None


class Failed(Exception):
    """A program that ended badly; the text is the end of what it said."""


def run(
    command: Sequence[str], folder: Path, environment: dict[str, str], *, watched: bool = False
) -> tuple[Cost, str]:
    """Run a program to its end; returns its cost and its output. Raises Failed, OSError too."""
    start, before = perf_counter(), _work()
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        peaks: list[int] = [0]
        ended = threading.Event()
        watch = threading.Thread(target=_watch, args=(process.pid, ended, peaks), daemon=True)
        if watched:
            watch.start()
        try:
            output, _ = process.communicate(timeout=_LIMIT)
        except BaseException:
            process.kill()
            raise
        finally:
            ended.set()
        seconds = perf_counter() - start
        if watched:
            watch.join()
    text = output.decode(errors="replace")
    if process.returncode:
        raise Failed("\n".join(text.strip().splitlines()[-_LINES:]))
    work = _work() - before if resource else None
    return Cost(seconds, work, max(peaks) or None), text


def _work() -> float:
    """The seconds of processors of all children that have ended, and of theirs."""
    if not resource:
        return 0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _watch(root: int, ended: threading.Event, peaks: list[int]) -> None:
    while not ended.wait(_EVERY):
        peaks[0] = max(peaks[0], sum(map(_memory, _tree(root))))


def _tree(root: int) -> Iterator[int]:
    """A process and all that it has started; those that just ended are left out."""
    yield root
    try:
        threads = list(Path(f"/proc/{root}/task").iterdir())
        children = [
            int(child) for thread in threads for child in (thread / "children").read_text().split()
        ]
    except OSError:
        return
    for child in children:
        yield from _tree(child)


def _memory(process: int) -> int:
    """The bytes of memory of a process, its share of what it shares with others.

    Files that are mapped (programs, libraries) are left out: the system may drop them, and how
    much of them is whose depends on all that is running.
    """
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    shares = (line.split()[1] for line in lines if line.startswith(("Pss_Anon:", "Pss_Shmem:")))
    return sum(map(int, shares)) * 1024
