"""The command: so many hostile inputs into every target, and what came of it."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from traceback import format_exception
from types import FrameType

import click
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from rami_examples.fuzz.edits import GENTLE, HERE, MOST, PIECES, Do, Edit, apply
from rami_examples.fuzz.targets import Target, targets
from rami_examples.terminal import PROJECT

ROUND = 2000  # inputs; Hypothesis remembers those of a round, so that none comes twice
LIMIT = 10.0  # seconds for one input; the slowest takes a hundredth of it


class Hang(AssertionError):
    """An input took longer than LIMIT."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of feeding a target. ``smallest`` is the input that shows the fault, if any."""

    target: str
    inputs: int
    through: int
    seconds: float
    slowest: float
    fault: BaseException | None = None
    smallest: str = ""

    def __str__(self) -> str:
        return (
            f"{self.target}: {self.inputs} inputs in {self.seconds:.0f} s, {self.through} got "
            f"through, the slowest took {1000 * self.slowest:.0f} ms"
        )


def fuzz(
    target: Target, inputs: int, first: int, say: Callable[[str], None] = lambda text: None
) -> Outcome:
    """Feed a target; ends at its first fault, made as small as possible. ``first`` is the seed."""
    fed = through = 0
    slowest = 0.0
    last = ""
    start = time.perf_counter()

    def feed(text: str) -> None:
        nonlocal fed, through, slowest, last
        fed, last = fed + 1, text
        began = time.perf_counter()
        with _limited():
            through += target.feed(text)
        slowest = max(slowest, time.perf_counter() - began)

    def outcome(fault: BaseException | None = None) -> Outcome:
        seconds = time.perf_counter() - start
        return Outcome(target.name, fed, through, seconds, slowest, fault, last if fault else "")

    number = first
    while fed < inputs:
        try:
            _round(target, feed, min(ROUND, inputs - fed), number)
        except Exception as fault:  # of any kind: that is what is looked for
            return outcome(fault)
        number += 1
        say(f"{target.name}: {fed} of {inputs} inputs")
    return outcome()


def _round(target: Target, feed: Callable[[str], None], inputs: int, number: int) -> None:
    @seed(number)
    @settings(
        max_examples=inputs,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=tuple(HealthCheck),
        print_blob=False,
    )
    @given(_inputs(target))
    def once(text: str) -> None:
        feed(text)

    once()


def _inputs(target: Target) -> st.SearchStrategy[str]:
    """Right inputs with a few edits, and now and then a text out of nowhere."""
    piece = st.one_of(st.sampled_from(GENTLE), st.sampled_from(PIECES))
    length = st.one_of(st.integers(0, 12), st.integers(0, 400))
    edit = st.builds(Edit, st.sampled_from(Do), st.integers(0, HERE - 1), length, piece)
    seeds = st.integers(0, len(target.seeds) - 1).map(target.seeds.__getitem__)
    changed = st.builds(apply, seeds, st.lists(edit, max_size=5))
    one_edit = st.builds(
        apply,
        seeds,
        st.tuples(
            st.builds(
                Edit,
                st.just(Do.INSERT),
                st.integers(0, HERE - 1),
                st.just(0),
                st.sampled_from(PIECES),
            )
        ),
    )
    nowhere = st.builds(lambda text: text[:MOST], st.text(max_size=200))
    return st.one_of(one_edit, one_edit, changed, changed, changed, nowhere)


@contextmanager
def _limited() -> Iterator[None]:
    """Raise Hang in what takes longer than LIMIT, where the system has an alarm clock."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _hang)
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _hang(_number: int, _frame: FrameType | None) -> None:
    raise Hang(f"no end after {LIMIT:.0f} s")


NAMES = ("corpus", "catalogs", "cards", "protocol")


@click.command()
@click.option("--inputs", type=click.IntRange(1), default=100_000, show_default=True)
@click.option("--seed", "first", type=int, default=0, show_default=True, help="Other inputs.")
@click.option("--target", type=click.Choice((*NAMES, "all")), default="all", show_default=True)
def main(inputs: int, first: int, target: str) -> None:
    """Feed hostile inputs to the readers of corpus, catalogs, cards and protocol."""
    known = targets(PROJECT)
    chosen = [known[name] for name in NAMES if target in (name, "all")]
    faults = 0
    for each in chosen:
        outcome = fuzz(each, -(-inputs // len(chosen)), first, _progress)
        click.echo(str(outcome))
        if outcome.fault:
            faults += 1
            click.echo("".join(format_exception(outcome.fault)).rstrip(), err=True)
            click.echo(f"the smallest input that shows it: {outcome.smallest!r}", err=True)
    sys.exit(1 if faults else 0)


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
