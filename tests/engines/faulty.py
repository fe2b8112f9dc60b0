"""Engines that misbehave, each in its own way: ``python faulty.py MODE``.

They speak the protocol until the moment of the fault: at the greeting, or at the question after it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

GREETING = {"name": "faulty", "version": "1", "fingerprint": "0"}


def say(number: object, **content: Any) -> None:
    sys.stdout.write(json.dumps({"protocol": 1, "id": number, **content}) + "\n")
    sys.stdout.flush()


def raw(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def hang(number: int) -> None:
    time.sleep(3600)


def crash(number: int) -> None:
    raise RuntimeError("the \x1b[31mlast\x1b[0m words")


def killed(number: int) -> None:
    os.abort()


def leaves(number: int) -> None:
    sys.exit(0)


def closes(number: int) -> None:
    os.close(1)
    time.sleep(3600)


def no_json(number: int) -> None:
    raw(b"Welcome to Rami! \x1b[2J\n")


def no_object(number: int) -> None:
    raw(b"[1, 2]\n")


def no_text(number: int) -> None:
    raw(b"\xff\xfe\n")


def deep(number: int) -> None:
    raw(b"[" * 100_000 + b"\n")


def giant_number(number: int) -> None:
    raw(b'{"protocol": 1, "id": ' + b"9" * 100_000 + b"}\n")


def other_id(number: int) -> None:
    say(number + 7, verdict="valid", points=0)


def true_id(number: int) -> None:
    say(True, **GREETING)


def other_protocol(number: int) -> None:
    raw(b'{"protocol": 2, "id": %d}\n' % number)


def twice(number: int) -> None:
    say(number, unsupported=True)
    say(number, unsupported=True)


def babble(number: int) -> None:
    while True:
        raw(b"x\n" * 1000)


def endless_line(number: int) -> None:
    while True:
        raw(b"x" * 100_000)


def long_line(number: int) -> None:
    raw(b" " * 1_000_001 + b"\n")
    time.sleep(3600)


def endless_errors(number: int) -> None:
    while True:
        os.write(2, b"no " * 10_000)


def noisy(number: int) -> None:
    """More on standard error than a pipe holds, and then a proper answer: no fault at all."""
    for _ in range(100):
        os.write(2, b"debug " * 10_000)
    say(number, unsupported=True)


def with_child(number: int) -> None:
    """Leaves a child behind that holds the pipes open, and tells its number."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    say(number, child=child.pid)
    os.abort()


def greet(number: int) -> None:
    say(number, **GREETING)


def fine(number: int) -> None:
    say(number, unsupported=True)


# At the greeting, at its first question, or at the end of its input.
GREET: dict[str, Callable[[int], None]] = {
    "true-id": true_id,
    "crash-at-start": crash,
    "hang-at-start": hang,
}
ASKED: dict[str, Callable[[int], None]] = {
    name.replace("_", "-"): fault
    for name, fault in (
        ("hang", hang),
        ("crash", crash),
        ("killed", killed),
        ("leaves", leaves),
        ("closes", closes),
        ("no_json", no_json),
        ("no_object", no_object),
        ("no_text", no_text),
        ("deep", deep),
        ("giant_number", giant_number),
        ("other_id", other_id),
        ("other_protocol", other_protocol),
        ("twice", twice),
        ("babble", babble),
        ("endless_line", endless_line),
        ("long_line", long_line),
        ("endless_errors", endless_errors),
        ("noisy", noisy),
        ("with_child", with_child),
    )
}
END: dict[str, Callable[[int], None]] = {
    "stays": hang,
    "fails-at-the-end": crash,
    "babbles-at-the-end": no_json,
}


def main(mode: str) -> None:
    if mode == "deaf":  # never reads, never answers
        time.sleep(3600)
    if mode == "speaks-first":
        raw(b'{"protocol": 1, "id": 1}\n')
    for line in sys.stdin:
        number = json.loads(line)["id"]
        if number == 1:
            if mode == "no-greeting":
                say(number, unsupported=True)
                continue
            GREET.get(mode, greet)(number)
        else:
            ASKED.get(mode, fine)(number)
    if mode in END:
        END[mode](0)


if __name__ == "__main__":
    main(sys.argv[1])
