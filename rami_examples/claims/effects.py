"""What a step of a scenario may be expected to give, by name, and how it is written."""

from __future__ import annotations

from collections.abc import Iterable

from rami_engine.cards import Card

NOTHING = "nothing"
"""Written for an effect that did not come about, and for no cards."""

EFFECT_NAMES = (
    "hand",
    "table",
    "top",
    "stock",
    "next",
    "turn",
    "opened",
    "points",
    "total",
    "joker",
    "returned",
    "reshuffled",
    "drawn",
    "discarded",
    "swapped",
    "winners",
    "scores",
)


def in_order(cards: Iterable[Card]) -> str:
    """Cards in an order of their own, so that two hands can be compared as text."""
    return " ".join(sorted(map(str, cards)))
