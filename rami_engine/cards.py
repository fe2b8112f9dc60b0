"""Cards and their notation: ``KH`` the king of hearts, ``10S`` ten of spades, ``JK`` a joker."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Suit(Enum):
    """The four suits; the value is the letter of the notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    __hash__ = object.__hash__  # by identity, as members are compared; Enum's own is far slower


class Rank(Enum):
    """The thirteen ranks in their order; the value is the notation.

    The ace comes first here. Where it lies at the high end, the run says so.
    """

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    __hash__ = object.__hash__  # see Suit


@dataclass(frozen=True, slots=True)
class NaturalCard:
    """Any card but a joker."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return self.rank.value + self.suit.value


@dataclass(frozen=True, slots=True)
class Joker:
    """A joker. All jokers are alike."""

    def __str__(self) -> str:
        return "JK"


Card = NaturalCard | Joker
Cards = tuple[Card, ...]

JOKER = Joker()
POSITION: dict[Rank, int] = {rank: position for position, rank in enumerate(Rank)}
"""Where each rank stands in their order: the ace at 0, the king at 12."""
PACK: tuple[NaturalCard, ...] = tuple(NaturalCard(rank, suit) for suit in Suit for rank in Rank)

_BY_NOTATION: dict[str, Card] = {**{str(card): card for card in PACK}, str(JOKER): JOKER}


class NotationError(ValueError):
    """A card that the notation does not know; ``offset`` is where it starts in the text."""

    def __init__(self, text: str, offset: int) -> None:
        super().__init__(f"not a card: {text!r}")
        self.text = text
        self.offset = offset


def parse_card(text: str) -> Card:
    """Read one card. Raises NotationError for anything but the 52 cards and ``JK``."""
    try:
        return _BY_NOTATION[text]
    except KeyError:
        raise NotationError(text, 0) from None


def parse_cards(text: str) -> Cards:
    """Read cards separated by white space, such as ``QH KH AH``. Raises NotationError."""
    cards: list[Card] = []
    offset = 0
    for word in text.split():
        offset = text.index(word, offset)
        try:
            cards.append(parse_card(word))
        except NotationError:
            raise NotationError(word, offset) from None
        offset += len(word)
    return tuple(cards)


def notation(cards: Iterable[Card]) -> str:
    """Write cards as ``parse_cards`` reads them."""
    return " ".join(map(str, cards))


def naturals(cards: Iterable[Card]) -> tuple[NaturalCard, ...]:
    """The natural cards among these, in their order."""
    return tuple(card for card in cards if isinstance(card, NaturalCard))


def jokers(cards: Iterable[Card]) -> tuple[Joker, ...]:
    """The jokers among these."""
    return tuple(card for card in cards if isinstance(card, Joker))
