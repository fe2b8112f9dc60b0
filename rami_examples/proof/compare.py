"""What an example claims against what an engine answered, field by field.

The answer is plain data in the vocabulary of ``rami_engine.protocol``: this project's engine and
any other one are compared with the corpus in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rami_engine.cards import Cards
from rami_engine.effects import NOTHING, UNORDERED, sorted_notation
from rami_engine.plain import (
    Malformed,
    Plain,
    Reader,
    deal_question,
    deck_question,
    match_question,
    meld_question,
    opening_question,
    scenario_question,
    spaced,
    value_question,
)
from rami_engine.rules import Rule
from rami_examples.claims.model import (
    About,
    DealExample,
    DeckExample,
    Example,
    MatchExample,
    MeldExample,
    OpeningExample,
    Scenario,
    Step,
    ValueExample,
)
from rami_examples.findings import Finding, Kind, Place

ACCEPTED = "accepted"
"""The verdict on what no rule refuses."""
PROVES = "proves"
"""The key of a field for a rule that an example claims to prove, and that was not applied."""
SHOWS = "shows"
"""The key of a field for a rule that was applied, but by no step that says what it gives."""
VERDICT = "verdict"
"""The key of a field for the verdict on what an example claims."""
STEP = "step"
"""The key of a field for the verdict on a step."""
_REFUSED = "refused by "


@dataclass(frozen=True, slots=True)
class Field:
    """What is documented for a field, and what the engine says.

    ``key`` is the key that documents it in the corpus; for what no key documents, a word that
    says what it is. ``step`` is the number of the step of a play that it belongs to, or 0.
    ``place`` is where it is documented; None where ``About.place`` knows.
    """

    key: str
    documented: str
    engine: str
    place: Place | None = None
    step: int = 0

    @property
    def name(self) -> str:
        """What people call it: "points", "hand of step 2", "step 2"."""
        if not self.step:
            return self.key
        return f"step {self.step}" if self.key == STEP else f"{self.key} of step {self.step}"

    @property
    def agrees(self) -> bool:
        """Whether both say the same."""
        return self.documented == self.engine


def question_of(example: Example) -> Plain:
    """An example as the question that is put to an engine."""
    match example:
        case MeldExample():
            return meld_question(example.cards, example.kind, example.rules)
        case OpeningExample():
            return opening_question(example.melds, example.game, example.rules)
        case DeckExample():
            return deck_question(example.players, example.rules)
        case ValueExample():
            return value_question(example.cards, example.meld, example.rules)
        case DealExample():
            return deal_question(example.players, example.dealer - 1, example.rules)
        case MatchExample():
            return match_question(example.rounds, example.agreed, example.rules)
        case Scenario():
            return scenario_question(example.table, [step.action for step in example.steps])


def compare(example: Example, answer: Plain) -> tuple[Field, ...]:
    """Every field that the example claims. Raises Malformed for an answer that cannot be read.

    What an answer leaves out although the vocabulary allows it to is not compared.
    """
    return tuple(_COMPARISONS[type(example)](example, Reader(answer, "the answer")))


def mismatch(
    about: About,
    field: Field,
    kind: Kind,
    engine: str,
    right: str,
    pages: tuple[str, ...],
    languages: tuple[str, ...],
) -> Finding:
    """A field that an engine contradicts; ``pages`` in ``languages`` show it to readers."""
    if field.key == PROVES:
        message = (
            f"{about.id}: claims to prove {field.documented}, but {engine} did not apply that rule"
        )
    elif field.key == SHOWS:
        message = f"{about.id}: claims to prove {field.documented}, but no step says what it gives"
    else:
        message = (
            f"{about.id}: {field.name} is documented as {field.documented}, "
            f"{engine} says {field.engine}"
        )
    return Finding(
        kind,
        field.place or about.place(field.name),
        message,
        right,
        example=about.id,
        field=field.name,
        documented=field.documented,
        engine=field.engine,
        pages=pages,
        languages=languages,
    )


def written(field: Field, value: str) -> str:
    """How a value of a field is written in the corpus."""
    if value == ACCEPTED:
        return "nothing is 'refused' here"
    if rule := refusing_rule(value):
        return f"refused: {rule}"
    return f"{field.key}: {value}"


def refusing_rule(verdict: str) -> str:
    """The id of the rule that a verdict says refuses a play; '' for any other value."""
    return verdict.removeprefix(_REFUSED) if verdict.startswith(_REFUSED) else ""


def _verdict(refused: str) -> str:
    return f"{_REFUSED}{refused}" if refused else ACCEPTED


def _value_of(rule: Rule | None) -> str:
    return rule.value if rule else ""


def _reason(answer: Reader) -> str:
    """The rule that refuses, or '' where nothing is refused."""
    verdict = answer.text("verdict") if answer.has("verdict") else ACCEPTED
    return answer.text("reason") if verdict == "refused" else ""


def _verdict_field(example: MeldExample | OpeningExample | DeckExample, answer: Reader) -> Field:
    documented = _verdict(_value_of(example.refused))
    engine = _verdict(_reason(answer))
    return Field(VERDICT, documented, engine, example.about.place("refused"))


def _number(key: str, documented: int | None, answer: Reader) -> Field:
    return Field(key, str(documented), str(answer.number(key)))


def _numbers(key: str, documented: Iterable[int], answer: Reader, name: str = "") -> Field:
    """``name`` is what the answer calls the numbers, if that is not the key."""
    return Field(key, spaced(documented), " ".join(answer.text(name or key).split()))


def _meld(example: MeldExample, answer: Reader) -> Iterator[Field]:
    about = example.about
    yield _verdict_field(example, answer)
    reason = _reason(answer)
    if reason:
        yield from _concerns(example.concerns, answer, about.place("concerns"))
    elif not example.refused:
        yield _number("points", example.points, answer)
    if example.joker and not reason:
        joker = answer.text("joker") if answer.has("joker") else "no one card"
        yield Field("joker", example.joker, joker)
    yield from _proven(about, _took_part(reason, answer))


def _opening(example: OpeningExample, answer: Reader) -> Iterator[Field]:
    reason = _reason(answer)
    if answer.has("meld"):
        engine = f"{answer.text('meld')} {_verdict(reason)}"
        yield Field("melds", "melds that are valid", engine)
        return
    yield _number("total", example.total, answer)
    yield _verdict_field(example, answer)
    if answer.has("applied"):  # the refusing rule is never the only one
        yield from _proven(example.about, _took_part(reason, answer))


def _deck(example: DeckExample, answer: Reader) -> Iterator[Field]:
    yield _verdict_field(example, answer)
    reason = _reason(answer)
    if not reason and not example.refused:
        yield _number("packs", example.packs, answer)
        yield _number("jokers", example.jokers, answer)
        yield _number("total", example.total, answer)
    yield from _proven(example.about, _took_part(reason, answer))


def _value(example: ValueExample, answer: Reader) -> Iterator[Field]:
    reason = _reason(answer)
    if reason:
        yield Field("meld", "a meld that is valid", _verdict(reason))
        return
    yield _numbers("laid", example.laid, answer, "points")
    yield _numbers("hand", example.hand, answer)
    yield from _proven(example.about, _took_part("", answer))


def _deal(example: DealExample, answer: Reader) -> Iterator[Field]:
    reason = _reason(answer)
    if reason:
        yield Field("players", "players that a deck is given for", _verdict(reason))
        return
    yield _number("hand", example.hand, answer)
    yield _number("discards", example.discards, answer)
    yield _number("stock", example.stock, answer)
    yield _number("starts", example.starts, answer)
    yield from _proven(example.about, _took_part("", answer))


def _match(example: MatchExample, answer: Reader) -> Iterator[Field]:
    reason = _reason(answer)
    if reason:
        yield Field("rounds", "points of so many players as there may be", _verdict(reason))
        return
    yield _numbers("dealers", example.dealers, answer)
    yield _numbers("totals", example.totals, answer)
    yield _numbers("winners", example.winners, answer)
    yield from _proven(example.about, _took_part("", answer))


def _scenario(example: Scenario, answer: Reader) -> Iterator[Field]:
    answers = answer.items("steps")
    if len(answers) > len(example.steps):
        raise Malformed("the answer has more steps than were asked")
    took_part: set[str] | None = set()
    told_of: set[str] = set()  # by steps that say what comes of them
    for number, (step, data) in enumerate(zip(example.steps, answers, strict=False), 1):
        done = Reader(data, f"step {number} of the answer")
        rules = _took_part(done.text("refused") if done.has("refused") else "", done)
        took_part = None if took_part is None or rules is None else took_part | rules
        if step.refused or step.gives or step.by:
            told_of |= rules or set()
        yield from _step(step, number, done, rules)
    if len(answers) < len(example.steps):
        number, step = len(answers) + 1, example.steps[len(answers)]
        wanted = "with a meld that lies on the table"
        yield Field(STEP, wanted, "no such meld", step.places["step"], number)
    yield from _proven(example.about, took_part)
    for rule in example.about.proves:
        if took_part and rule.value in took_part - told_of:
            yield Field(SHOWS, rule.value, "nothing", example.about.places.get("proves"))


def _step(step: Step, number: int, answer: Reader, rules: set[str] | None) -> Iterator[Field]:
    refused = answer.text("refused") if answer.has("refused") else ""
    place = step.places.get("refused", step.places["step"])
    yield Field(STEP, _verdict(_value_of(step.refused)), _verdict(refused), place, number)
    if rules is not None:
        yield from _missing("by", step.by, rules, step.places.get("by"), number)
        yield from _surplus(step.without, rules, step.places.get("without"), number)
    if refused:
        yield from _concerns(step.concerns, answer, step.places.get("concerns", place), number)
    elif not step.refused:
        gives = Reader(answer.any("gives"), f"'gives' of step {number}")
        for effect, wanted in step.gives.items():
            answered = _effect(effect, gives.text(effect) if gives.has(effect) else "not told")
            yield Field(effect, wanted, answered, step.places[effect], number)


def _effect(name: str, text: str) -> str:
    """An effect as the claims write it: hands sorted, words with single spaces between them."""
    words = text.split()
    in_any_order = name in UNORDERED and text != NOTHING
    return " ".join(sorted(words) if in_any_order else words)


def _concerns(cards: Cards, answer: Reader, place: Place, step: int = 0) -> Iterator[Field]:
    """What a refusal concerns, where both the corpus and the engine say so."""
    if cards and answer.has("concerns"):
        answered = sorted_notation(answer.cards("concerns"))
        yield Field("concerns", sorted_notation(cards), answered, place, step)


def _took_part(reason: str, answer: Reader) -> set[str] | None:
    """The ids of the rules that led to an answer; None where the engine does not tell them."""
    if reason and not answer.has("applied"):
        return {reason}
    if not answer.has("applied"):
        return None
    return {str(rule) for rule in answer.items("applied")} | ({reason} if reason else set())


def _proven(about: About, took_part: set[str] | None) -> Iterator[Field]:
    if took_part is not None:
        yield from _missing(PROVES, about.proves, took_part, about.places.get("proves"))
        yield from _surplus(about.without, took_part, about.places.get("without"))


def _missing(
    key: str, wanted: Iterable[Rule], took_part: set[str], place: Place | None, step: int = 0
) -> Iterator[Field]:
    """The rules that should take part and do not."""
    for rule in wanted:
        if rule.value not in took_part:
            yield Field(key, rule.value, ", ".join(sorted(took_part)), place, step)


def _surplus(
    unwanted: Iterable[Rule], took_part: set[str], place: Place | None, step: int = 0
) -> Iterator[Field]:
    """The rules that should not take part and do."""
    for rule in unwanted:
        if rule.value in took_part:
            documented, engine = f"without {rule.value}", f"by {rule.value} too"
            yield Field("without", documented, engine, place, step)


_COMPARISONS: Mapping[type, Callable[[Any, Reader], Iterator[Field]]] = {
    MeldExample: _meld,
    OpeningExample: _opening,
    DeckExample: _deck,
    ValueExample: _value,
    DealExample: _deal,
    MatchExample: _match,
    Scenario: _scenario,
}
