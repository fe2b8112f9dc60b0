"""The pipes of another program: each is left to a thread, so that none can hold this program up."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import IO

from rami_engine.protocol import LONGEST_LINE

_CHUNK = 65536
_MOST_UNREAD = 4
"""Lines that may wait to be read. An engine says one at a time."""


class End:
    """The program has closed its output."""


@dataclass(frozen=True, slots=True)
class TooMuch:
    """A line without an end, or lines that nobody asked for; ``what`` says which."""

    what: str


class PipeThread(Thread):
    """A thread that has a pipe for itself."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._pipe = pipe

    def close(self) -> None:
        """Close the pipe, except where something still holds it open: then the thread keeps it."""
        if not self.is_alive():
            with suppress(OSError):
                self._pipe.close()


class Requests(PipeThread):
    """Writes what is put into its queue, line by line; None closes the pipe."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(pipe)
        self.queue: SimpleQueue[bytes | None] = SimpleQueue()

    def run(self) -> None:
        """Write until there is nothing more to write, or the program has closed its input."""
        with suppress(OSError):  # it has closed its input: what it says or does not say tells
            while (request := self.queue.get()) is not None:
                self._pipe.write(request)
                self._pipe.flush()
        with suppress(OSError):
            self._pipe.close()


class Answers(PipeThread):
    """Puts the lines that it reads into its queue, and at last how they ended."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(pipe)
        self.queue: SimpleQueue[bytes | End | TooMuch] = SimpleQueue()

    def run(self) -> None:
        """Read until the pipe ends, or until there is more than anybody asked for."""
        rest = bytearray()
        while chunk := os.read(self._pipe.fileno(), _CHUNK):
            rest += chunk
            while (end := rest.find(b"\n")) >= 0:
                line = bytes(rest[:end])
                del rest[: end + 1]
                if len(line) > LONGEST_LINE:
                    break
                if self.queue.qsize() >= _MOST_UNREAD:
                    self.queue.put(TooMuch("line after line"))
                    return
                self.queue.put(line)
            if len(rest) > LONGEST_LINE or end >= 0:
                self.queue.put(TooMuch(f"longer than {LONGEST_LINE} bytes"))
                return
        if rest:
            self.queue.put(bytes(rest))
        self.queue.put(End())


class LastWords(PipeThread):
    """Reads all there is and keeps its end, ``most`` bytes of it."""

    def __init__(self, pipe: IO[bytes], most: int) -> None:
        super().__init__(pipe)
        self._most = most
        self.words = bytearray()

    def run(self) -> None:
        """Read until the pipe ends."""
        while chunk := os.read(self._pipe.fileno(), _CHUNK):
            self.words += chunk
            del self.words[: -self._most]
