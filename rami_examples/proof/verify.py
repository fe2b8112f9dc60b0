"""From claims to verified facts: every example through the engine.

``Verified`` values are made here and nowhere else, and the pages are rendered from
nothing but these: a reader sees the engine's answer, never the corpus's expectation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rami_engine.answers import Refused
from rami_engine.cards import Card, Cards, notation
from rami_engine.deal import Dealt, deal
from rami_engine.deck import Deck, deck_for
from rami_engine.match import Match, Scored, begin_match, deal_round, score_round
from rami_engine.meld import Laid, Meld, judge_meld
from rami_engine.opening import Opening, judge_opening
from rami_engine.rules import Rule
from rami_engine.ruleset import Game, RuleSet
from rami_engine.state import RoundResult, RoundState, given_table
from rami_engine.values import hand_value
from rami_examples.claims.effects import in_order
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
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.proof.plays import Played, effect, play


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
    """Cards with what the engine counts for them: laid (the places they fill) and in the hand."""

    example: ValueExample
    laid: tuple[Laid, ...]
    hand: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VerifiedDeal:
    """A deal as the engine dealt it."""

    example: DealExample
    table: RoundState


@dataclass(frozen=True, slots=True)
class VerifiedMatch:
    """A match as the engine scored it; ``dealers`` by round, from 0."""

    example: MatchExample
    match: Match
    dealers: tuple[int, ...]


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
class _Field:
    """What is documented for a field, and what the engine says; ``place`` if not About's."""

    name: str
    documented: object
    engine: object
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class _Checked:
    """What a kind of example yields: the verified value, field by field comparisons, and rules."""

    verified: Verified | None
    fields: tuple[_Field, ...]
    applied: frozenset[Rule]
    refused: frozenset[Rule]


def verify(
    examples: Iterable[Example], pages: Callable[[About], tuple[str, ...]], languages: Sequence[str]
) -> tuple[tuple[Proven, ...], Findings]:
    """Check every example against the engine: what is verified, and every mismatch.

    ``pages`` and ``languages`` tell who would have seen a wrong value.
    """
    findings: list[Finding] = []
    proven: list[Proven] = []
    for example in examples:
        about = example.about
        checked = _CHECKS[type(example)](example)
        took_part = checked.applied | checked.refused
        fields = [
            *checked.fields,
            *_took_part(
                "proves",
                about.proves if checked.verified else (),
                about.without,
                took_part,
                about.places,
            ),
        ]
        wrong = [field for field in fields if field.documented != field.engine]
        shown = {"example": about.id, "pages": pages(about), "languages": tuple(languages)}
        findings += [_mismatch(about, field, shown) for field in wrong]
        if checked.verified and not wrong:
            claimed = frozenset(about.proves)
            proven.append(
                Proven(checked.verified, claimed & checked.applied, claimed & checked.refused)
            )
    return tuple(proven), tuple(findings)


def _took_part(
    name: str,
    wanted: Iterable[Rule],
    unwanted: Iterable[Rule],
    took_part: frozenset[Rule],
    places: Mapping[str, Place],
    of_step: str = "",
) -> Iterator[_Field]:
    """The rules that are to take part and do not (``name`` says so), and those that are not to."""
    for rule in wanted:
        if rule not in took_part:
            engine = ", ".join(sorted(rule.value for rule in took_part))
            yield _Field(f"{name}{of_step}", rule.value, engine, places.get(name))
    for rule in unwanted:
        if rule in took_part:
            engine = f"by {rule.value} too"
            yield _Field(
                f"without{of_step}", f"without {rule.value}", engine, places.get("without")
            )


def _mismatch(about: About, field: _Field, shown: dict[str, Any]) -> Finding:
    documented, engine = str(field.documented), str(field.engine)
    if field.name == "proves":
        message = (
            f"{about.id}: claims to prove {documented}, but the engine did not apply that rule"
        )
        right = f"one of the rules that it applied: {engine}"
    else:
        message = (
            f"{about.id}: {field.name} is documented as {documented}, the engine says {engine}"
        )
        right = f"{_written(field)}, if that is what the game should do; else mend the engine"
    place = field.place or about.place(field.name)
    return Finding(
        Kind.VERIFY_MISMATCH,
        place,
        message,
        right,
        field=field.name,
        documented=documented,
        engine=engine,
        **shown,
    )


def _written(field: _Field) -> str:
    """How the engine's answer is written in the corpus."""
    engine = str(field.engine)
    if engine == _ACCEPTED:
        return "nothing is 'refused' here"
    if engine.startswith(_REFUSED):
        return f"refused: {engine.removeprefix(_REFUSED)}"
    return f"{field.name.partition(' of step ')[0]}: {engine}"


_ACCEPTED, _REFUSED = "accepted", "refused by "


def _verdict(refused: Rule | None) -> str:
    return f"{_REFUSED}{refused.value}" if refused else _ACCEPTED


def _verdict_field(
    example: MeldExample | OpeningExample | DeckExample, refused: Rule | None
) -> _Field:
    place = example.about.place("refused")
    return _Field("verdict", _verdict(example.refused), _verdict(refused), place)


def _check_meld(example: MeldExample) -> _Checked:
    answer = judge_meld(example.cards, example.rules, example.kind)
    verified = VerifiedMeld(example, answer)
    if isinstance(answer, Refused):
        verdict = _verdict_field(example, answer.rule)
        concerns = _concerns(example.concerns, answer, example.about.place("concerns"))
        return _Checked(verified, (verdict, *concerns), frozenset(), frozenset({answer.rule}))
    fields = [_verdict_field(example, None)]
    if not example.refused:
        fields.append(_Field("points", str(example.points), str(answer.points)))
    if example.joker:
        fields.append(_Field("joker", example.joker, _stands_for(answer)))
    return _Checked(verified, tuple(fields), frozenset(answer.rules), frozenset())


def _stands_for(meld: Meld) -> str:
    joker = meld.joker
    return str(joker.stands_for) if joker and joker.stands_for else "no one card"


def _concerns(cards: Cards, answer: Refused, place: Place, of_step: str = "") -> Iterator[_Field]:
    """What a refusal concerns, where the corpus says so."""
    if cards:
        yield _Field(f"concerns{of_step}", in_order(cards), in_order(answer.cards), place)


def _check_opening(example: OpeningExample) -> _Checked:
    melds: list[Meld] = []
    for cards in example.melds:
        meld = judge_meld(cards, example.rules)
        if isinstance(meld, Refused):
            engine = f"{notation(cards)} {_verdict(meld.rule)}"
            return _failed("melds", "melds that are valid", engine)
        melds.append(meld)
    answer = judge_opening(melds, example.game, example.rules)
    refused = answer.refused.rule if answer.refused else None
    fields = (
        _Field("total", example.total, answer.total),
        _verdict_field(example, refused),
    )
    applied = frozenset(answer.rules).union(*(meld.rules for meld in melds)) - {refused}
    return _Checked(
        VerifiedOpening(example, answer), fields, applied, frozenset({refused} if refused else ())
    )


def _check_deck(example: DeckExample) -> _Checked:
    answer = deck_for(example.players, example.rules)
    verified = VerifiedDeck(example, answer)
    if isinstance(answer, Refused):
        verdict = _verdict_field(example, answer.rule)
        # Where there is no deck, there is neither a deal nor a match.
        asked = example.players, Game.RAMI_51, example.rules
        dealt, begun = deal(*asked, seed=0), begin_match(*asked, rounds=1, seed=0)
        alike = _Field("players", (answer, answer), (dealt, begun))
        return _Checked(verified, (verdict, alike), frozenset(), frozenset({answer.rule}))
    fields = [_verdict_field(example, None)]
    if not example.refused:
        fields += [
            _Field("packs", example.packs, answer.packs),
            _Field("jokers", example.jokers, answer.jokers),
            _Field("total", example.total, answer.total),
        ]
    return _Checked(verified, tuple(fields), frozenset(answer.rules), frozenset())


def _check_value(example: ValueExample) -> _Checked:
    meld = judge_meld(example.meld, example.rules)
    if isinstance(meld, Refused):
        return _failed("meld", "a meld that is valid", _verdict(meld.rule))
    laid = tuple(place for card in example.cards for place in meld.laid if place.card == card)
    in_hand = [hand_value(card, example.rules.hand) for card in example.cards]
    hand = tuple(points for points, _ in in_hand)
    fields = (
        _Field("cards", notation(example.cards), notation(place.card for place in laid)),
        _Field("laid", _row(example.laid), _row(place.points for place in laid)),
        _Field("hand", _row(example.hand), _row(hand)),
    )
    applied = frozenset(meld.rules) | {rule for _, rule in in_hand}
    return _Checked(VerifiedValue(example, laid, hand), fields, applied, frozenset())


def _check_deal(example: DealExample) -> _Checked:
    seat = example.dealer - 1
    dealt = (
        deal(example.players, Game.RAMI_51, example.rules, seed=0, dealer=seat)
        if 0 <= seat < example.players
        else Refused(Rule.DECK_PLAYERS)
    )
    if isinstance(dealt, Refused):
        return _failed("players", "players that a deck is given for", _verdict(dealt.rule))
    table = dealt.state
    fresh = "at the start of its first turn"
    as_given = given_table(
        table.hands,
        rules=example.rules,
        game=Game.RAMI_51,
        stock=table.stock,
        discards=table.discards,
        player=table.player,
        seed=table.seed,
    )
    fields = (
        _Field("table", fresh, fresh if table == as_given else "as if it had been played on"),
        _Field("hand", str(example.hand), _row(sorted(set(map(len, table.hands))))),
        _Field("discards", example.discards, len(table.discards)),
        _Field("stock", example.stock, len(table.stock)),
        _Field("starts", example.starts, table.player + 1),
    )
    return _Checked(VerifiedDeal(example, table), fields, frozenset(dealt.rules), frozenset())


def _check_match(example: MatchExample) -> _Checked:
    players = len(example.rounds[0])
    match = begin_match(players, Game.RAMI_51, example.rules, example.agreed, seed=0)
    if isinstance(match, Refused):
        return _failed("rounds", "points of so many players as there may be", _verdict(match.rule))
    applied: set[Rule] = set()
    dealers: list[int] = []
    stocks: set[Cards] = set()
    winners: list[int] = []
    last_deal: tuple[Rule, ...] = ()
    for points in example.rounds:
        dealt = deal_round(match)
        won = tuple(seat for seat, own in enumerate(points) if own == min(points))
        result = RoundResult(Rule.END_EMPTY_HAND, won, points)
        scored = score_round(match, result)
        assert isinstance(dealt, Dealt)
        assert isinstance(scored, Scored)
        dealers.append(dealt.state.dealer)
        stocks.add(dealt.state.stock)
        applied.update(scored.rules)
        last_deal = dealt.rules
        match = scored.match
        winners += (seat + 1 for seat in match.winners)
    applied.update(last_deal)  # It has the rules of the others, and that of passing the deal on.
    # Beyond the last round nothing is dealt and nothing is scored, both by the same rule.
    refused = _refused(deal_round(match)) & _refused(score_round(match, result))
    fields = (
        _Field("rounds", f"{len(dealers)} different deals", f"{len(stocks)} different deals"),
        _Field("dealers", _row(example.dealers), _row(seat + 1 for seat in dealers)),
        _Field("totals", _row(example.totals), _row(match.totals)),
        _Field("winners", _row(example.winners), _row(winners)),
    )
    return _Checked(
        VerifiedMatch(example, match, tuple(dealers)), fields, frozenset(applied), refused
    )


def _check_scenario(example: Scenario) -> _Checked:
    played = play(example.table, [step.action for step in example.steps])
    fields: list[_Field] = []
    for number, (step, done) in enumerate(zip(example.steps, played, strict=False), 1):
        refused = done.outcome.rule if isinstance(done.outcome, Refused) else None
        place = step.places.get("refused", step.places["step"])
        fields.append(_Field(f"step {number}", _verdict(step.refused), _verdict(refused), place))
        fields += _took_part(
            "by",
            step.by,
            step.without,
            done.allowed | done.refused,
            step.places,
            f" of step {number}",
        )
        if isinstance(done.outcome, Refused):
            where = step.places.get("concerns", place)
            fields += _concerns(step.concerns, done.outcome, where, f" of step {number}")
        else:
            # No card is ever lost or doubled.
            cards = in_order(done.before.cards), in_order(done.outcome.state.cards)
            fields.append(_Field(f"cards of step {number}", *cards, step.places["step"]))
        if not refused and not step.refused:
            fields += [
                _Field(f"{name} of step {number}", wanted, effect(done, name), step.places[name])
                for name, wanted in step.gives.items()
            ]
    if len(played) < len(example.steps):
        number, step = len(played) + 1, example.steps[len(played)]
        wanted = "with a meld that lies on the table"
        fields.append(_Field(f"step {number}", wanted, "no such meld", step.places["step"]))
    return _Checked(
        VerifiedScenario(example, played),
        tuple(fields),
        frozenset().union(*(done.allowed for done in played)),
        frozenset().union(*(done.refused for done in played)),
    )


def _refused(answer: object) -> frozenset[Rule]:
    return frozenset({answer.rule} if isinstance(answer, Refused) else ())


def _failed(field: str, documented: str, engine: str) -> _Checked:
    return _Checked(None, (_Field(field, documented, engine),), frozenset(), frozenset())


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


_CHECKS: dict[type, Callable[[Any], _Checked]] = {
    MeldExample: _check_meld,
    OpeningExample: _check_opening,
    DeckExample: _check_deck,
    ValueExample: _check_value,
    DealExample: _check_deal,
    MatchExample: _check_match,
    Scenario: _check_scenario,
}


def cards_of(verified: VerifiedMeld) -> tuple[Card, ...]:
    """The cards as they lie; as they were listed where the meld was refused."""
    return verified.answer.cards if isinstance(verified.answer, Meld) else verified.example.cards
