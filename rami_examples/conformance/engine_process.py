"""Another engine as a process: started without a shell, asked line by line, always reaped.

Nothing that the process does can hold this program up or fill its memory. Three threads stand
between the two, one for each pipe (``pipes.py``); whoever asks waits for an event, never for the
process itself.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty
from types import TracebackType
from typing import IO, Any, Self

from rami_engine.plain import Malformed, Plain, Reader
from rami_engine.protocol import PROTOCOL, read_line
from rami_examples.conformance.pipes import (
    Answers,
    End,
    LastWords,
    PipeThread,
    Requests,
    TooMuch,
)

_LAST_WORDS = 400
"""Characters of standard error that are told when an engine fails."""
_GRACE = 2.0
"""Seconds for pipes to be closed once the process has ended."""


class EngineFault(Exception):
    """The engine cannot be asked, or not any further; the text says why."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds that an engine may take: for one answer, and for all of them together."""

    answer: float = 10.0
    overall: float = 120.0


@dataclass(frozen=True, slots=True)
class Introduction:
    """How an engine introduces itself."""

    name: str
    version: str
    fingerprint: str


class EngineProcess:
    """A running engine. Use it in a ``with`` block, which ends it however the block is left.

    Raises EngineFault from every method, as soon as the engine does not keep to the protocol.
    """

    def __init__(self, command: str, limits: Limits) -> None:
        """Start ``command``, a program and its arguments as a POSIX shell parts them."""
        self._limits = limits
        self._deadline = time.monotonic() + limits.overall
        self._process = _start(command)
        stdin, stdout, stderr = _pipes(self._process)
        self._requests, self._answers = Requests(stdin), Answers(stdout)
        self._errors = LastWords(stderr, 4 * _LAST_WORDS)
        self._threads: tuple[PipeThread, ...] = (self._requests, self._answers, self._errors)
        self._asked = 0
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._end()

    def hello(self) -> Introduction:
        """Ask who answers."""
        what = "the request 'hello'"
        answer = self.ask({"kind": "hello"}, what)
        if answer.keys() & {"error", "unsupported"}:
            raise EngineFault(f"it does not answer {what}: {printable(json.dumps(answer))}")
        try:
            reader = Reader(answer, f"the answer to {what}")
            names = [printable(reader.text(name)) for name in ("name", "version", "fingerprint")]
        except Malformed as malformed:
            raise EngineFault(printable(str(malformed))) from None
        return Introduction(*names)

    def ask(self, question: Mapping[str, Any], what: str) -> Plain:
        """Put one question; the answer without its envelope. ``what`` names it in a fault."""
        self._refuse_unasked()
        self._asked += 1
        request = {"protocol": PROTOCOL, "id": self._asked, **question}
        self._requests.queue.put(json.dumps(request).encode() + b"\n")
        return self._opened(self._answer(what), what)

    def finish(self) -> None:
        """Close the engine's input and see it end in order."""
        self._requests.queue.put(None)
        end = self._next(self._limits.answer, "did not end", "at the end of its input")
        if not isinstance(end, End):
            raise self._unasked(end)
        status = self._status(self._seconds(self._limits.answer))
        if status is None:
            raise EngineFault("it closed its output at the end of its input, but does not end")
        if status:
            raise EngineFault(f"{_ended(status)} at the end of its input{self._last_words()}")

    def _answer(self, what: str) -> bytes:
        line = self._next(self._limits.answer, "did not answer", what)
        if isinstance(line, TooMuch):
            raise EngineFault(f"its answer to {what} is {line.what}")
        if isinstance(line, End):
            status = self._status(self._seconds(_GRACE))
            if status is None:
                raise EngineFault(f"it closed its output before it answered {what}")
            raise EngineFault(f"{_ended(status)} before it answered {what}{self._last_words()}")
        return line

    def _next(self, seconds: float, failed: str, what: str) -> bytes | End | TooMuch:
        allowed = self._seconds(seconds)
        try:
            return self._answers.queue.get(timeout=allowed)
        except Empty:
            status = self._process.poll()
            if status:  # and something that it started holds its output open
                raise EngineFault(f"{_ended(status)}: it {failed} {what}") from None
            limit = f"{seconds:g} s"
            if allowed < seconds:
                limit = f"the {self._limits.overall:g} s that it has for everything"
            raise EngineFault(f"it {failed} {what} within {limit}") from None

    def _seconds(self, wanted: float) -> float:
        return max(0.0, min(wanted, self._deadline - time.monotonic()))

    def _refuse_unasked(self) -> None:
        with suppress(Empty):
            line = self._answers.queue.get_nowait()
            if not isinstance(line, End):
                raise self._unasked(line)
            self._answers.queue.put(line)

    def _unasked(self, line: bytes | TooMuch) -> EngineFault:
        said = line.what if isinstance(line, TooMuch) else _shown(line)
        after = f"after the answer to request {self._asked}" if self._asked else "at its start"
        return EngineFault(f"it said something without being asked, {after}: {said}")

    def _opened(self, line: bytes, what: str) -> Plain:
        """The content of an answer that is one: its version and its id are right."""
        try:
            answer = read_line(line)
        except Malformed as malformed:
            fault = printable(str(malformed))
            raise EngineFault(f"its answer to {what}: {fault}: {_shown(line)}") from None
        if not isinstance(answer, dict):
            raise EngineFault(f"its answer to {what} is not an object: {_shown(line)}")
        if not _same(answer.pop("protocol", None), PROTOCOL):
            raise EngineFault(f"its answer to {what} is not of protocol {PROTOCOL}: {_shown(line)}")
        number = answer.pop("id", None)
        if number is None and "error" in answer:  # it does not know which request it was
            raise EngineFault(f"it cannot read {what}: {printable(str(answer['error']))}")
        if not _same(number, self._asked):
            shown = printable(json.dumps(number))
            raise EngineFault(f"its answer to {what} has the id {shown} instead of {self._asked}")
        return answer

    def _last_words(self) -> str:
        """What the engine said on standard error in the end."""
        self._errors.join(_GRACE)
        said = bytes(self._errors.words)
        words = printable(said.decode(errors="replace"), len(said))
        if len(words) > _LAST_WORDS:
            words = f"…{words[1 - _LAST_WORDS :]}"
        return f"; its last words: {words}" if words else ""

    def _status(self, seconds: float) -> int | None:
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def _end(self) -> None:
        """End the process and all that it started, and leave no pipe open."""
        self._requests.queue.put(None)
        if self._process.poll() is None:
            _kill(self._process)
        self._process.wait()
        for reader in (self._answers, self._errors):
            reader.join(_GRACE)
            if reader.is_alive():  # something that it started holds the pipe open
                _kill(self._process)
        for thread in self._threads:
            thread.join(_GRACE)
            thread.close()


def _same(value: object, number: int) -> bool:
    """Whether a value of JSON is this number; true would pass for 1, and 1.0 too."""
    return type(value) is int and value == number


def printable(text: str, longest: int = 200) -> str:
    """Text of a stranger, fit to be shown: one line, nothing that a terminal would act on."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    shown = " ".join(shown.split())
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def _shown(line: bytes) -> str:
    return repr(printable(line[:1000].decode(errors="replace"), 80))


def _start(command: str) -> subprocess.Popen[bytes]:
    try:
        words = shlex.split(command)
        if not words:
            raise EngineFault("the command is empty")
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",  # so that all of it can be ended together
        )
    except (OSError, ValueError) as error:
        raise EngineFault(f"it cannot be started: {error}") from None


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert process.stdin
    assert process.stdout
    assert process.stderr
    return process.stdin, process.stdout, process.stderr


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):  # it may have ended by now
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _ended(status: int) -> str:
    if status < 0:
        with suppress(ValueError):
            return f"it was ended by {signal.Signals(-status).name}"
    return f"it ended with status {status}"
