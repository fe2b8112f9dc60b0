"""The corpus put to another engine: where it agrees, where it differs, what it does not answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from rami_engine.plain import Malformed, Plain
from rami_engine.rules import Rule
from rami_examples.claims.model import About, Example
from rami_examples.conformance.engine_process import (
    EngineFault,
    EngineProcess,
    Introduction,
    Limits,
    printable,
)
from rami_examples.findings import Finding, Findings, Kind
from rami_examples.proof.compare import compare, mismatch, question_of, written

Pages = Callable[[About], tuple[str, ...]]
"""Where readers see an example."""


class Outcome(Enum):
    """What came of an example."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNSUPPORTED = "unsupported"
    """The engine says that it does not answer this, which is never an agreement."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Examples by what came of them."""

    agrees: int
    differs: int
    unsupported: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.agrees + self.differs + self.unsupported


@dataclass(frozen=True, slots=True)
class Result:
    """An example with what came of it; ``rules_told``: the answer says which rules it applied."""

    about: About
    kind: str
    outcome: Outcome
    rules_told: bool


@dataclass(frozen=True, slots=True)
class Conformance:
    """What a whole corpus says about an engine."""

    engine: Introduction
    results: tuple[Result, ...]
    findings: Findings

    @property
    def kinds(self) -> Mapping[str, Tally]:
        """The examples of each kind, in the order of the corpus."""
        kinds = dict.fromkeys(result.kind for result in self.results)
        return {kind: _tally(r for r in self.results if r.kind == kind) for kind in kinds}

    @property
    def rules(self) -> Mapping[Rule, Tally]:
        """The examples that are there to prove each rule."""
        return {rule: _tally(r for r in self.results if rule in r.about.proves) for rule in Rule}

    @property
    def all(self) -> Tally:
        """All examples."""
        return _tally(self.results)

    @property
    def rules_not_reported(self) -> int:
        """Answers that do not say which rules were applied, so that this was not compared."""
        answered = (r for r in self.results if r.outcome is not Outcome.UNSUPPORTED)
        return sum(not result.rules_told for result in answered)


def conform(
    command: str,
    limits: Limits,
    examples: Iterable[Example],
    pages: Pages,
    languages: Sequence[str],
) -> Conformance:
    """Put every example to the engine that ``command`` starts. Raises EngineFault.

    ``pages`` and ``languages`` tell who reads what the engine contradicts.
    """
    results: list[Result] = []
    findings: list[Finding] = []
    with EngineProcess(command, limits) as process:
        engine = process.hello()
        for example in examples:
            about, question = example.about, question_of(example)
            kind: str = question["kind"]
            answer = process.ask(question, f"the {kind} {about.id}")
            if answer.get("unsupported") is True:
                outcome = Outcome.UNSUPPORTED
            else:
                shown = pages(about), tuple(languages)
                wrong = tuple(_judge(example, answer, engine.name, *shown))
                findings += wrong
                outcome = Outcome.DIFFERS if wrong else Outcome.AGREES
            results.append(Result(about, kind, outcome, _tells_rules(answer)))
        process.finish()
    if results and all(result.outcome is Outcome.UNSUPPORTED for result in results):
        raise EngineFault("it answers none of the examples")
    return Conformance(engine, tuple(results), tuple(findings))


def _judge(
    example: Example, answer: Plain, engine: str, pages: tuple[str, ...], languages: tuple[str, ...]
) -> Iterable[Finding]:
    """What is wrong with an answer."""
    about = example.about
    if "error" in answer:
        yield _unreadable(about, engine, f"an error: {answer['error']}", pages, languages)
        return
    try:
        fields = compare(example, answer)
    except Malformed as malformed:
        yield _unreadable(about, engine, str(malformed), pages, languages)
        return
    for field in fields:
        if not field.agrees:
            shown = replace(field, engine=printable(field.engine))
            right = f"{written(shown, shown.documented)}, as this project’s engine confirms"
            yield mismatch(about, shown, Kind.ENGINE_MISMATCH, engine, right, pages, languages)


def _unreadable(
    about: About, engine: str, fault: str, pages: tuple[str, ...], languages: tuple[str, ...]
) -> Finding:
    return Finding(
        Kind.ENGINE_ANSWER,
        about.place(),
        f"{about.id}: {engine} gives no answer in the form of the protocol: {printable(fault)}",
        'an answer as rami_engine/protocol.schema.json has it, or "unsupported": true',
        example=about.id,
        pages=pages,
        languages=languages,
    )


def _tells_rules(answer: Plain) -> bool:
    """Whether an answer, or every step of it, says which rules were applied."""
    steps = answer.get("steps", [answer])
    return isinstance(steps, list) and all(map(_tells, steps))


def _tells(answer: object) -> bool:
    """A refusal tells its rule, and only an opening has applied others before it."""
    if not isinstance(answer, dict):
        return False
    if "applied" in answer:
        return True
    return "refused" in answer or ("reason" in answer and "total" not in answer)


def _tally(results: Iterable[Result]) -> Tally:
    outcomes = [result.outcome for result in results]
    return Tally(*(outcomes.count(outcome) for outcome in Outcome))
