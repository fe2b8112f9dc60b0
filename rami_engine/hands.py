"""Hands as multisets: a card may be in a hand twice."""

from __future__ import annotations

from rami_engine.cards import Card, Cards


def rest_of(hand: Cards, cards: Cards) -> Cards:
    """The hand without these cards. Raises ValueError if it does not hold them all."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


def missing_from(hand: Cards, cards: Cards) -> Cards:
    """Those of the cards that the hand does not hold, or not often enough."""
    rest = list(hand)
    missing: list[Card] = []
    for card in cards:
        if card in rest:
            rest.remove(card)
        else:
            missing.append(card)
    return tuple(missing)


def distinct(cards: Cards) -> Cards:
    """Each card once, in order."""
    return tuple(dict.fromkeys(cards))
