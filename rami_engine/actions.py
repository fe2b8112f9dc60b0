"""What a player can do in a turn. An action is a value; ``play.act`` answers it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rami_engine.cards import Card, Cards
from rami_engine.meld import MeldKind


class Pile(Enum):
    """The two piles that a card can be drawn from."""

    STOCK = "stock"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of a pile."""

    pile: Pile


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay cards from the hand as one meld; without a kind, as what they can be meant as."""

    cards: Cards
    kind: MeldKind | None = None


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lay cards from the hand off on a meld of the table, counted from 0, all in one go."""

    meld: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class SwapJoker:
    """Take the joker of a meld of the table, counted from 0, and put a card in its place."""

    meld: int
    card: Card


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card on the discard pile, which ends the turn."""

    card: Card


Action = Draw | Lay | LayOff | SwapJoker | Discard
