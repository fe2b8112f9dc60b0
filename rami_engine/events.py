"""What happened on the table when an action was accepted, told in values."""

from __future__ import annotations

from dataclasses import dataclass

from rami_engine.actions import Pile
from rami_engine.cards import Card, Cards
from rami_engine.meld import Meld
from rami_engine.rules import Rule
from rami_engine.state import RoundResult


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card came from a pile to the hand."""

    player: int
    pile: Pile
    card: Card


@dataclass(frozen=True, slots=True)
class MeldLaid:
    """A meld was laid and is now the table's meld of this number."""

    player: int
    index: int
    meld: Meld


@dataclass(frozen=True, slots=True)
class CardsLaidOff:
    """Cards were laid off; ``meld`` is what the table's meld of this number has become."""

    player: int
    index: int
    cards: Cards
    meld: Meld


@dataclass(frozen=True, slots=True)
class JokerTaken:
    """A joker came to the hand, for the card in its place."""

    player: int
    index: int
    card: Card
    meld: Meld


@dataclass(frozen=True, slots=True)
class Opened:
    """The melds of the turn met the opening with this total."""

    player: int
    total: int


@dataclass(frozen=True, slots=True)
class MeldsReturned:
    """The melds of the turn missed the opening by this rule; their cards are back in the hand."""

    player: int
    cards: Cards
    total: int
    by: Rule


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card went to the discard pile."""

    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """This many cards of the discard pile became the stock."""

    cards: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round is over."""

    result: RoundResult


Event = (
    Drawn
    | MeldLaid
    | CardsLaidOff
    | JokerTaken
    | Opened
    | MeldsReturned
    | Discarded
    | Reshuffled
    | RoundEnded
)
