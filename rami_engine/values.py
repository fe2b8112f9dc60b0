"""What cards count: laid in a meld, and left in a hand."""

from __future__ import annotations

from collections.abc import Iterable

from rami_engine.cards import Card, Joker, Rank
from rami_engine.rules import Rule
from rami_engine.ruleset import HandValues, LaidValues

LAID_VALUE_RULES = frozenset(
    {
        Rule.VALUE_FACE,
        Rule.VALUE_COURT,
        Rule.VALUE_ACE_HIGH,
        Rule.VALUE_ACE_LOW,
        Rule.VALUE_JOKER_CARD,
        Rule.VALUE_JOKER_FLAT,
    }
)
"""The rules that give points to laid cards: they play a part while points are asked for."""

_COURT = frozenset({Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING})


def laid_value(rank: Rank, low: bool, values: LaidValues) -> tuple[int, Rule]:
    """Points of a natural card in a meld, and the rule that gives them.

    ``low``: the card lies at the low end of a run, which matters for the ace alone.
    """
    if rank is Rank.ACE:
        if low:
            return values.ace_low, Rule.VALUE_ACE_LOW
        return values.ace_high, Rule.VALUE_ACE_HIGH
    if rank in _COURT:
        return values.court, Rule.VALUE_COURT
    return int(rank.value), Rule.VALUE_FACE


def laid_joker_value(rank: Rank, low: bool, values: LaidValues) -> tuple[int, Rule]:
    """Points of a joker in a meld, where it stands for a card of this rank."""
    if values.joker is not None:
        return values.joker, Rule.VALUE_JOKER_FLAT
    return laid_value(rank, low, values)[0], Rule.VALUE_JOKER_CARD


def hand_value(card: Card, values: HandValues) -> tuple[int, Rule]:
    """Points of a card left in the hand, and the rule that gives them."""
    if isinstance(card, Joker):
        return values.joker, Rule.SCORE_JOKER
    if card.rank is Rank.ACE:
        return values.ace, Rule.SCORE_ACE
    if card.rank in _COURT:
        return values.court, Rule.SCORE_COURT
    return int(card.rank.value), Rule.SCORE_FACE


def hand_points(cards: Iterable[Card], values: HandValues) -> int:
    """Points of all cards of a hand together."""
    return sum(hand_value(card, values)[0] for card in cards)
