"""The trial: the corpus run against engines with one module replaced.

Every mutant has a process of its own, a fork of this one that imports the engine afresh: nothing
that a mutant does reaches the next one, and one that never ends is ended.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from importlib import import_module
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from types import CodeType

from rami_examples.claims.yaml_source import Node
from rami_examples.findings import Finding

SECONDS = 1.0
"""Time on the processor that a mutant may take; the engine itself takes a hundredth of it."""
MEMORY = 2 << 30
"""Bytes that a mutant may fill."""


class Verdict(IntEnum):
    """What became of a mutant; the value is the exit status of its process."""

    SURVIVED = 0
    KILLED = 1
    """By the corpus of the site alone: a finding, an exception, or no end."""
    KILLED_BY_TESTS = 2
    """Not by the site's corpus, but by the additional one of the tests."""


@dataclass(frozen=True, slots=True)
class Corpora:
    """The files of both corpora as they were read: YAML nodes, nothing of the engine."""

    site: Sequence[Node | Finding]
    tests: Sequence[Node | Finding]


def try_all(
    changed: Iterable[tuple[str, str]],
    corpora: Corpora,
    workers: int,
    say: Callable[[int], None] = lambda done: None,
) -> tuple[Verdict, ...]:
    """Try engines with one module changed, given as name and source; their verdicts in order.

    ``say`` is told how many are done.
    """
    fork = multiprocessing.get_context("fork")
    verdicts: dict[int, Verdict] = {}
    running: dict[int, tuple[int, ForkProcess]] = {}

    def collect() -> None:
        for ended in wait(list(running)):
            assert isinstance(ended, int)
            number, process = running.pop(ended)
            process.join()
            code = process.exitcode
            assert code is not None
            # Below zero: ended by a signal, its time was up.
            verdicts[number] = Verdict(code) if code >= 0 else Verdict.KILLED
            say(len(verdicts))

    for number, (module, source) in enumerate(changed):
        while len(running) >= workers:
            collect()
        process = fork.Process(target=_trial, args=(module, source, corpora))
        process.start()
        running[process.sentinel] = (number, process)
    while running:
        collect()
    return tuple(verdicts[number] for number in sorted(verdicts))


def _trial(module: str, source: str, corpora: Corpora) -> None:
    """A trial in this process, which ends with the verdict."""
    verdict = Verdict.KILLED
    try:
        # The signal ends the process; no code of a mutant can stop it.
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        _limit_memory()
        gc.disable()
        warnings.simplefilter("ignore")  # A slip may look odd to the compiler.
        verdict = _try(module, compile(source, module, "exec"), corpora)
    finally:
        os._exit(verdict)


def _limit_memory() -> None:
    import resource  # Windows has none, and no fork either.

    with contextlib.suppress(ValueError, OSError):  # where the system allows no such limit
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _try(module: str, code: CodeType, corpora: Corpora) -> Verdict:
    for name in [name for name in sys.modules if name.startswith(_AFRESH)]:
        if name not in _KEPT:
            del sys.modules[name]
    sys.meta_path.insert(0, _Changed(module, code))
    claims = import_module("rami_examples.claims.load")
    proof = import_module("rami_examples.proof.verify")
    coverage = import_module("rami_examples.proof.coverage")
    examples, faults = claims.read_claims(corpora.site)
    proven, mismatches = ((), ()) if faults else proof.verify(examples, _no_pages, ())
    if faults or mismatches or coverage.cover(proven).findings:
        return Verdict.KILLED
    examples, faults = claims.read_claims(corpora.tests)
    if faults or proof.verify(examples, _no_pages, ())[1]:
        return Verdict.KILLED_BY_TESTS
    return Verdict.SURVIVED


def _no_pages(about: object) -> tuple[str, ...]:
    return ()


# What is imported anew in a trial: the engine and all that holds its values.
_AFRESH = ("rami_engine", "rami_examples.claims", "rami_examples.proof")
_KEPT = {"rami_examples.claims.yaml_source"}


class _Changed(MetaPathFinder, InspectLoader):
    """Imports one module from given code, every other one as usual."""

    def __init__(self, module: str, code: CodeType) -> None:
        self._module = module
        self._code = code

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The given module is here."""
        return spec_from_loader(name, self, is_package=False) if name == self._module else None

    def get_code(self, fullname: str) -> CodeType:
        """Its code."""
        return self._code

    def get_source(self, fullname: str) -> None:
        """No source: the code is all there is."""
        return None
