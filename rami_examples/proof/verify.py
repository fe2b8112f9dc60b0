"""From claims to verified facts: every example through the engine.

``Verified`` values are made here and nowhere else, and the pages are rendered from
nothing but these: a reader sees the engine's answer, never the corpus's expectation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rami_engine import plain
from rami_engine.answers import Refused
from rami_engine.cards import notation
from rami_engine.deal import deal
from rami_engine.deck import Deck, deck_for
from rami_engine.effects import Played, play, sorted_notation
from rami_engine.match import begin_match, deal_round, score_round
from rami_engine.meld import Meld, judge_meld
from rami_engine.opening import Opening
from rami_engine.plain import Plain
from rami_engine.questions import Counted, NoMeld, count, open_with, score_match
from rami_engine.rules import Rule
from rami_engine.ruleset import Game, RuleSet
from rami_engine.sheet import Sheet, result_of
from rami_engine.state import RoundState, given_table
from rami_examples.claims.model import (
    About,
    DealExample,
    DeckExample,
    Example,
    MatchExample,
    MeldExample,
    OpeningExample,
    Scenario,
    ValueExample,
)
from rami_examples.findings import Finding, Findings, Kind
from rami_examples.proof.compare import PROVES, SHOWS, Field, compare, mismatch, written


@dataclass(frozen=True, slots=True)
class VerifiedMeld:
    """A meld with the engine's answer."""

    example: MeldExample
    answer: Meld | Refused


@dataclass(frozen=True, slots=True)
class VerifiedOpening:
    """An opening with the engine's answer."""

    example: OpeningExample
    answer: Opening


@dataclass(frozen=True, slots=True)
class VerifiedDeck:
    """A deck with the engine's answer."""

    example: DeckExample
    answer: Deck | Refused


@dataclass(frozen=True, slots=True)
class VerifiedValue:
    """Cards with what the engine counts for them."""

    example: ValueExample
    counted: Counted


@dataclass(frozen=True, slots=True)
class VerifiedDeal:
    """A deal as the engine dealt it, and the rules that it applied."""

    example: DealExample
    table: RoundState
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class VerifiedMatch:
    """A match as the engine scored it."""

    example: MatchExample
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class VerifiedScenario:
    """A scenario with the engine's answer to every step."""

    example: Scenario
    steps: tuple[Played, ...]


Verified = (
    VerifiedMeld
    | VerifiedOpening
    | VerifiedDeck
    | VerifiedValue
    | VerifiedDeal
    | VerifiedMatch
    | VerifiedScenario
)


@dataclass(frozen=True, slots=True)
class Proven:
    """A verified example and the claimed rules that the engine really allowed or refused it by."""

    verified: Verified
    allowed: frozenset[Rule]
    refused: frozenset[Rule]

    @property
    def about(self) -> About:
        """What the example is called and where it stands."""
        return self.verified.example.about

    @property
    def rules(self) -> RuleSet:
        """The rule set that it was checked by."""
        example = self.verified.example
        return example.table.rules if isinstance(example, Scenario) else example.rules


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A field of an example that the engine contradicts, with the finding that tells it."""

    example: Example
    field: Field
    finding: Finding


@dataclass(frozen=True, slots=True)
class _Checked:
    """What a kind of example yields.

    ``verified`` is None where the example cannot be judged. ``answer`` is what the engine says in
    plain data; ``more`` are comparisons that go beyond what the example claims. ``applied`` and
    ``refused`` are the rules by which the engine allowed something, and refused something.
    """

    verified: Verified | None
    answer: Plain
    applied: frozenset[Rule] = frozenset()
    refused: frozenset[Rule] = frozenset()
    more: tuple[Field, ...] = ()


def verify(
    examples: Iterable[Example], pages: Callable[[About], tuple[str, ...]], languages: Sequence[str]
) -> tuple[tuple[Proven, ...], Findings]:
    """Check every example against the engine: what is verified, and every mismatch.

    ``pages`` and ``languages`` tell who would have seen a wrong value.
    """
    findings: list[Finding] = []
    proven: list[Proven] = []
    for example in examples:
        checked = _CHECKS[type(example)](example)
        wrong = _mismatches(example, checked, pages, languages)
        findings += [each.finding for each in wrong]
        if checked.verified and not wrong:
            claimed = frozenset(example.about.proves)
            proven.append(
                Proven(checked.verified, claimed & checked.applied, claimed & checked.refused)
            )
    return tuple(proven), tuple(findings)


def mismatches(
    examples: Iterable[Example], pages: Callable[[About], tuple[str, ...]], languages: Sequence[str]
) -> tuple[Mismatch, ...]:
    """Every mismatch that ``verify`` finds, with what it is about."""
    return tuple(
        each
        for example in examples
        for each in _mismatches(example, _CHECKS[type(example)](example), pages, languages)
    )


def _mismatches(
    example: Example,
    checked: _Checked,
    pages: Callable[[About], tuple[str, ...]],
    languages: Sequence[str],
) -> list[Mismatch]:
    about, kind, engine = example.about, Kind.VERIFY_MISMATCH, "the engine"
    found: list[Mismatch] = []
    for field in (*compare(example, checked.answer), *checked.more):
        if not field.agrees:
            right, seen = _right(field), pages(about)
            finding = mismatch(about, field, kind, engine, right, seen, tuple(languages))
            found.append(Mismatch(example, field, finding))
    return found


def _right(field: Field) -> str:
    if field.key == PROVES:
        return f"one of the rules that it applied: {field.engine}"
    if field.key == SHOWS:
        return f"what a step gives that applies it, or by: [{field.documented}] there"
    return (
        f"{written(field, field.engine)}, if that is what the game should do; else mend the engine"
    )


def _check_meld(example: MeldExample) -> _Checked:
    answer = judge_meld(example.cards, example.rules, example.kind)
    applied = () if isinstance(answer, Refused) else answer.rules
    return _Checked(
        VerifiedMeld(example, answer),
        plain.meld_answer(answer),
        frozenset(applied),
        _refused(answer),
    )


def _check_opening(example: OpeningExample) -> _Checked:
    answer = open_with(example.melds, example.game, example.rules)
    if isinstance(answer, NoMeld):
        return _Checked(None, plain.opening_answer(answer))
    refused = _refused(answer.refused)
    applied = frozenset(answer.rules).union(*(meld.rules for meld in answer.melds)) - refused
    verified = VerifiedOpening(example, answer)
    return _Checked(verified, plain.opening_answer(answer), applied, refused)


def _check_deck(example: DeckExample) -> _Checked:
    answer = deck_for(example.players, example.rules)
    applied = () if isinstance(answer, Refused) else answer.rules
    # Where there is no deck, there is neither a deal nor a match.
    asked = example.players, Game.RAMI_51, example.rules
    dealt, begun = deal(*asked, seed=0), begin_match(*asked, rounds=1, seed=0)
    refused = _refused(answer)
    alike = "answered like the deck"
    agree = refused == _refused(dealt) == _refused(begun)
    return _Checked(
        VerifiedDeck(example, answer),
        plain.deck_answer(answer),
        frozenset(applied),
        refused,
        more=(Field("deal and match", alike, alike if agree else "answered otherwise"),),
    )


def _check_value(example: ValueExample) -> _Checked:
    counted = count(example.cards, example.meld, example.rules)
    if isinstance(counted, Refused):
        return _Checked(None, plain.value_answer(counted))
    found = notation(place.card for place in counted.laid)
    return _Checked(
        VerifiedValue(example, counted),
        plain.value_answer(counted),
        frozenset(counted.rules),
        more=(Field("cards", notation(example.cards), found),),
    )


def _check_deal(example: DealExample) -> _Checked:
    seat = example.dealer - 1
    dealt = (
        deal(example.players, Game.RAMI_51, example.rules, seed=0, dealer=seat)
        if 0 <= seat < example.players
        else Refused(Rule.DECK_PLAYERS)
    )
    if isinstance(dealt, Refused):
        return _Checked(None, plain.refusal(dealt))
    table = dealt.state
    fresh = given_table(
        table.hands,
        rules=example.rules,
        game=Game.RAMI_51,
        stock=table.stock,
        discards=table.discards,
        player=table.player,
        seed=table.seed,
    )
    sizes = plain.spaced(sorted(set(map(len, table.hands))))
    as_dealt = "at the start of its first turn"
    return _Checked(
        VerifiedDeal(example, table, dealt.rules),
        plain.deal_answer(table, dealt.rules),
        frozenset(dealt.rules),
        more=(
            Field("table", as_dealt, as_dealt if table == fresh else "as if it had been played on"),
            Field("hands", f"{len(table.hand)} in each", f"{sizes} in each"),
        ),
    )


def _check_match(example: MatchExample) -> _Checked:
    sheet = score_match(example.rounds, example.agreed, example.rules)
    if isinstance(sheet, Refused):
        return _Checked(None, plain.match_answer(sheet))
    # Beyond the last round nothing is dealt and nothing is scored, both by the same rule.
    dealt, scored = deal_round(sheet.match), score_round(sheet.match, result_of(example.rounds[-1]))
    refused = _refused(dealt) & _refused(scored)
    different = len({table.stock for table in sheet.deals})
    wanted = f"{len(sheet.deals)} different deals"
    return _Checked(
        VerifiedMatch(example, sheet),
        plain.match_answer(sheet),
        frozenset(sheet.rules),
        refused,
        more=(Field("rounds", wanted, f"{different} different deals"),),
    )


def _check_scenario(example: Scenario) -> _Checked:
    played = play(example.table, [step.action for step in example.steps])
    # No card is ever lost or doubled.
    kept = tuple(
        Field(
            "cards",
            sorted_notation(done.before.cards),
            sorted_notation(done.outcome.state.cards),
            step.places["step"],
            number,
        )
        for number, (step, done) in enumerate(zip(example.steps, played, strict=False), 1)
        if not isinstance(done.outcome, Refused)
    )
    return _Checked(
        VerifiedScenario(example, played),
        plain.scenario_answer(played),
        frozenset().union(*(done.allowed for done in played)),
        frozenset().union(*(done.refused for done in played)),
        kept,
    )


def _refused(answer: object) -> frozenset[Rule]:
    return frozenset({answer.rule} if isinstance(answer, Refused) else ())


_CHECKS: dict[type, Callable[[Any], _Checked]] = {
    MeldExample: _check_meld,
    OpeningExample: _check_opening,
    DeckExample: _check_deck,
    ValueExample: _check_value,
    DealExample: _check_deal,
    MatchExample: _check_match,
    Scenario: _check_scenario,
}
