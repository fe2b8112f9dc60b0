"""Verified examples as rows of a table: the facts as data beside the texts of one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from rami_engine.answers import Refused
from rami_engine.cards import Cards
from rami_engine.meld import Laid, Meld, MeldKind
from rami_engine.naming import meld_name
from rami_engine.rules import Rule
from rami_engine.ruleset import RuleSet
from rami_examples.pages.language import Face
from rami_examples.pages.wording import Wording
from rami_examples.proof.facts import data_attributes
from rami_examples.proof.verify import (
    Verified,
    VerifiedDeal,
    VerifiedDeck,
    VerifiedMatch,
    VerifiedMeld,
    VerifiedOpening,
    VerifiedScenario,
    VerifiedValue,
)


@dataclass(frozen=True, slots=True)
class Row:
    """A meld or an opening as a reader sees it.

    ``data`` are the attributes of the published contract; ``groups`` the melds as drawn cards;
    ``kind`` is "set", "set-of-four", "run", "pure-run" or "opening"; ``points`` is None where
    nothing is counted; ``game`` is '' for a meld; ``refused`` the rule that decided, or None.
    """

    id: str
    data: Mapping[str, str]
    title: Markup
    reason: Markup
    groups: tuple[tuple[Face, ...], ...]
    verdict: str
    kind: str
    points: int | None
    rules: RuleSet
    game: str = ""
    threshold: int = 0
    refused: Rule | None = None


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A deck as a reader sees it; all three numbers are 0 where there is none."""

    id: str
    data: Mapping[str, str]
    players: int
    packs: int
    jokers: int
    total: int
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class ValueRow:
    """What cards count, as a reader sees it: points laid and in the hand, card by card."""

    id: str
    data: Mapping[str, str]
    title: Markup
    reason: Markup
    faces: tuple[Face, ...]
    laid: tuple[int, ...]
    hand: tuple[int, ...]
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal as a reader sees it; players count from 1."""

    id: str
    data: Mapping[str, str]
    title: Markup
    reason: Markup
    players: int
    rules: RuleSet
    dealer: int
    hand: int
    discards: int
    stock: int
    starts: int


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as a reader sees it: dealer and points by round, totals; players count from 1."""

    id: str
    data: Mapping[str, str]
    title: Markup
    reason: Markup
    rounds: tuple[tuple[int, tuple[int, ...]], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def meld_faces(meld: Meld, wording: Wording) -> tuple[Face, ...]:
    """The cards of a meld in the order in which they lie, a joker with what it stands for."""
    return tuple(_face(place, wording) for place in meld.laid)


def _face(place: Laid, wording: Wording) -> Face:
    return wording.face(place.card, place.stands_for if place.is_joker else None)


def _drawn(cards: Cards, wording: Wording) -> Markup:
    return wording.drawn(tuple(wording.face(card) for card in cards))


def meld_row(verified: VerifiedMeld, wording: Wording) -> Row:
    """The row of a meld."""
    example, answer = verified.example, verified.answer
    data = data_attributes(verified)
    title = wording.title(example.about.title)
    reason = example.about.reason
    if isinstance(answer, Refused):
        faces = tuple(wording.face(card) for card in example.cards)
        cards = _drawn(answer.cards, wording)
        return Row(
            id=example.about.id,
            data=data,
            title=title,
            reason=wording.reason(reason, cards=cards),
            groups=(faces,),
            verdict="refused",
            kind=(example.kind or MeldKind.RUN).value,
            points=None,
            rules=example.rules,
            refused=answer.rule,
        )
    joker = _drawn((answer.stands_for,), wording) if answer.stands_for else Markup()
    return Row(
        id=example.about.id,
        data=data,
        title=title,
        reason=wording.reason(
            reason,
            points=wording.points(answer.points),
            joker=joker,
            cards=_drawn(answer.cards, wording),
        ),
        groups=(meld_faces(answer, wording),),
        verdict="valid",
        kind=meld_name(answer, example.rules).value,
        points=answer.points,
        rules=example.rules,
    )


def opening_row(verified: VerifiedOpening, wording: Wording) -> Row:
    """The row of an opening. A refused one carries its total too: that is what was short."""
    example, answer = verified.example, verified.answer
    refused = answer.refused.rule if answer.refused else None
    data = data_attributes(verified)
    return Row(
        id=example.about.id,
        data=data,
        title=wording.title(example.about.title),
        reason=wording.reason(
            example.about.reason,
            total=wording.points(answer.total),
            threshold=wording.points(answer.threshold),
            missing=wording.points(max(0, answer.threshold - answer.total)),
        ),
        groups=tuple(meld_faces(meld, wording) for meld in answer.melds),
        verdict=data["data-verdict"],
        kind="opening",
        points=answer.total,
        rules=example.rules,
        game=example.game.value,
        threshold=answer.threshold,
        refused=refused,
    )


def deck_row(verified: VerifiedDeck, wording: Wording) -> DeckRow:
    """The row of a deck."""
    example, answer = verified.example, verified.answer
    data = data_attributes(verified)
    if isinstance(answer, Refused):
        return DeckRow(example.about.id, data, example.players, 0, 0, 0, example.rules)
    return DeckRow(
        example.about.id,
        data,
        example.players,
        answer.packs,
        answer.jokers,
        answer.total,
        example.rules,
    )


def value_row(verified: VerifiedValue, wording: Wording) -> ValueRow:
    """The row of a card value."""
    example = verified.example
    laid = tuple(place.points for place in verified.counted.laid)
    data = data_attributes(verified)
    return ValueRow(
        example.about.id,
        data,
        wording.title(example.about.title),
        wording.reason(example.about.reason),
        tuple(_face(place, wording) for place in verified.counted.laid),
        laid,
        verified.counted.hand,
        example.rules,
    )


def deal_row(verified: VerifiedDeal, wording: Wording) -> DealRow:
    """The row of a deal."""
    example, table = verified.example, verified.table
    data = data_attributes(verified)
    return DealRow(
        id=example.about.id,
        data=data,
        title=wording.title(example.about.title),
        reason=wording.reason(example.about.reason),
        players=example.players,
        rules=example.rules,
        dealer=table.dealer + 1,
        hand=len(table.hand),
        discards=len(table.discards),
        stock=len(table.stock),
        starts=table.player + 1,
    )


def match_row(verified: VerifiedMatch, wording: Wording) -> MatchRow:
    """The row of a match."""
    example, match = verified.example, verified.sheet.match
    dealers = tuple(seat + 1 for seat in verified.sheet.dealers)
    winners = tuple(seat + 1 for seat in match.winners)
    data = data_attributes(verified)
    return MatchRow(
        id=example.about.id,
        data=data,
        title=wording.title(example.about.title),
        reason=wording.reason(example.about.reason),
        rounds=tuple(zip(dealers, match.scores, strict=True)),
        totals=match.totals,
        winners=winners,
    )


AnyRow = Row | DeckRow | ValueRow | DealRow | MatchRow


def row(verified: Verified, wording: Wording) -> AnyRow | None:
    """The row of a verified example; None for a scenario, which is told and not tabled."""
    match verified:
        case VerifiedMeld():
            return meld_row(verified, wording)
        case VerifiedOpening():
            return opening_row(verified, wording)
        case VerifiedDeck():
            return deck_row(verified, wording)
        case VerifiedValue():
            return value_row(verified, wording)
        case VerifiedDeal():
            return deal_row(verified, wording)
        case VerifiedMatch():
            return match_row(verified, wording)
        case VerifiedScenario():
            return None
