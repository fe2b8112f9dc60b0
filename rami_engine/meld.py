"""Melds: sets and runs, with at most one joker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from rami_engine.answers import Refused
from rami_engine.cards import (
    POSITION,
    Card,
    Cards,
    Joker,
    NaturalCard,
    Rank,
    Suit,
    jokers,
    naturals,
)
from rami_engine.rules import Rule
from rami_engine.ruleset import RuleSet
from rami_engine.values import laid_joker_value, laid_value


class MeldKind(Enum):
    """What a meld is laid as."""

    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in a meld: the place that it fills and the points that it counts.

    For a natural card ``rank`` and ``suit`` are its own; for a joker they are those of the
    card that it stands for. ``suit`` is None for a joker whose suit is still open.
    """

    card: Card
    rank: Rank
    suit: Suit | None
    points: int

    @property
    def is_joker(self) -> bool:
        """Whether a joker lies here."""
        return isinstance(self.card, Joker)

    @property
    def stands_for(self) -> NaturalCard | None:
        """The card that fills this place; None while a joker's suit is open."""
        return NaturalCard(self.rank, self.suit) if self.suit else None


@dataclass(frozen=True, slots=True)
class Meld:
    """A valid meld, its cards in the order in which they lie, and the rules applied to judge it."""

    kind: MeldKind
    laid: tuple[Laid, ...]
    rules: tuple[Rule, ...]

    @property
    def cards(self) -> Cards:
        """The cards, in the order in which they lie."""
        return tuple(place.card for place in self.laid)

    @property
    def points(self) -> int:
        """What the laid cards count together."""
        return sum(place.points for place in self.laid)

    @property
    def joker(self) -> Laid | None:
        """The joker of this meld with the card that it stands for, if it holds one."""
        return next((place for place in self.laid if place.is_joker), None)

    @property
    def stands_for(self) -> NaturalCard | None:
        """The card that the joker stands for; None without one, or while its suit is open."""
        return self.joker.stands_for if self.joker else None

    @property
    def is_pure_run(self) -> bool:
        """A run without a joker."""
        return self.kind is MeldKind.RUN and self.joker is None


def cards_of(melds: Iterable[Meld]) -> Cards:
    """The cards of all these melds together, meld by meld."""
    return tuple(card for meld in melds for card in meld.cards)


def meld_kind(cards: Cards) -> MeldKind:
    """The kind that these cards are meant as: a set where ranks agree more than suits do."""
    ranks = Counter(card.rank for card in naturals(cards))
    suits = Counter(card.suit for card in naturals(cards))
    alike = len(ranks) <= 1 or max(ranks.values()) > max(suits.values())
    return MeldKind.SET if alike else MeldKind.RUN


def judge_meld(cards: Cards, rules: RuleSet, kind: MeldKind | None = None) -> Meld | Refused:
    """Judge cards laid as a meld of this kind; without a kind, as what they can be meant as.

    The order in which the cards are listed does not matter. Raises ValueError without cards.
    """
    if not cards:
        raise ValueError("a meld has cards")
    if len(jokers(cards)) > 1:
        return Refused(Rule.MELD_ONE_JOKER, jokers(cards))
    meld = _JUDGES[kind or meld_kind(cards)](cards, None, rules)
    if isinstance(meld, Meld) and meld.kind is MeldKind.RUN and meld.cards != cards:
        return replace(meld, rules=(*meld.rules, Rule.MELD_ANY_ORDER))
    return meld


def extend_meld(meld: Meld, cards: Cards, rules: RuleSet) -> Meld | Refused:
    """Judge a meld with more cards laid off on it. A joker in it keeps the card it stands for."""
    together = meld.cards + cards
    if len(jokers(together)) > 1:
        return Refused(Rule.MELD_ONE_JOKER, jokers(together))
    return _JUDGES[meld.kind](together, meld, rules)


def swap_joker(meld: Meld, card: Card, rules: RuleSet) -> Meld | Refused:
    """Judge putting a card in the place of a meld's joker: exactly the card that it stands for."""
    joker = meld.joker
    if joker is None:
        return Refused(Rule.JOKER_SWAP, (card,))
    if joker.suit is None:
        return Refused(Rule.JOKER_OPEN_SUIT, (card,))
    if card != joker.stands_for:
        return Refused(Rule.JOKER_SWAP, (card,))
    swapped = tuple(card if place is joker else place.card for place in meld.laid)
    return _JUDGES[meld.kind](swapped, meld, rules)


# A place to be filled: rank, suit (None while open) and whether it is the low end of a run.
_Place = tuple[Rank, Suit | None, bool]

_RANKS = tuple(Rank)
_HIGH_ACE = len(_RANKS)


def _split(cards: Cards, fixed: NaturalCard | None) -> tuple[dict[NaturalCard, Card], Joker | None]:
    """The cards by the natural card whose place they fill, and the joker that is still free.

    ``fixed`` is what a joker laid earlier stands for: it fills that place like a natural card.
    Equal cards fall together here; ``_repeated`` finds them.
    """
    joker = next(iter(jokers(cards)), None)
    filled: dict[NaturalCard, Card] = {card: card for card in naturals(cards)}
    if joker and fixed:
        return {**filled, fixed: joker}, None
    return filled, joker


def _judge_set(cards: Cards, before: Meld | None, rules: RuleSet) -> Meld | Refused:
    fixed = _fixed(before)
    filled, joker = _split(cards, fixed)
    if len({card.rank for card in filled}) > 1:
        return Refused(Rule.SET_ONE_RANK, naturals(cards))
    if len(filled) + bool(joker) < len(cards):
        return Refused(Rule.SET_DISTINCT_SUITS, _repeated(cards, fixed))
    if not rules.set_least <= len(cards) <= rules.set_most:
        return Refused(Rule.SET_SIZE, cards)
    applied = [Rule.SET_SIZE, Rule.SET_ONE_RANK, Rule.SET_DISTINCT_SUITS]
    places: list[tuple[Card, _Place]] = [
        (card, (place.rank, place.suit, False)) for place, card in filled.items()
    ]
    if joker:
        missing = [suit for suit in Suit if suit not in {place.suit for place in filled}]
        suit = missing[0] if len(missing) == 1 else None
        places.append((joker, (next(iter(filled)).rank, suit, False)))
        if suit is None:
            applied.append(Rule.JOKER_OPEN_SUIT)
    return _meld(MeldKind.SET, places, applied, fixed, rules)


def _judge_run(cards: Cards, before: Meld | None, rules: RuleSet) -> Meld | Refused:
    fixed = _fixed(before)
    filled, joker = _split(cards, fixed)
    suits = {card.suit for card in filled}
    if len(cards) < rules.run_least:
        return Refused(Rule.RUN_LENGTH, cards)
    if len(suits) > 1:
        return Refused(Rule.RUN_ONE_SUIT, naturals(cards))
    if len(cards) > len(_RANKS):
        return Refused(Rule.RUN_NO_WRAP, cards)
    if len(filled) + bool(joker) < len(cards):
        return Refused(Rule.RUN_CONSECUTIVE, _repeated(cards, fixed))
    positions = [POSITION[card.rank] for card in filled]
    starts = [s for s in _run_starts(positions, len(cards)) if _keeps_places(s, len(cards), before)]
    if not starts:
        wraps = _joins_around(positions, len(cards))
        return Refused(Rule.RUN_NO_WRAP if wraps else Rule.RUN_CONSECUTIVE, cards)
    # The lowest start gives a joker the lower of its positions, which never counts more.
    start, suit = min(starts), next(iter(suits))
    applied = [Rule.RUN_LENGTH, Rule.RUN_ONE_SUIT, Rule.RUN_CONSECUTIVE]
    places: list[tuple[Card, _Place]] = []
    for position in range(start, start + len(cards)):
        rank = _RANKS[position % _HIGH_ACE]
        card = filled.get(NaturalCard(rank, suit)) or joker
        assert card
        places.append((card, (rank, suit, position == 0)))
    if any(rank is Rank.ACE for _, (rank, _, _) in places):
        applied += [Rule.RUN_ACE_ENDS, Rule.RUN_NO_WRAP]
    if joker and len(starts) > 1:
        applied.append(Rule.JOKER_LOWER_POSITION)
    return _meld(MeldKind.RUN, places, applied, fixed, rules)


_JUDGES = {MeldKind.SET: _judge_set, MeldKind.RUN: _judge_run}


def _repeated(cards: Cards, fixed: NaturalCard | None) -> Cards:
    """The cards that fill a place that another one fills too."""
    filling = [fixed if isinstance(card, Joker) else card for card in cards]
    places = zip(cards, filling, strict=True)
    return tuple(card for card, place in places if filling.count(place) > 1)


def _fixed(before: Meld | None) -> NaturalCard | None:
    """The card that the joker of a meld laid before goes on standing for."""
    return before.stands_for if before else None


def _keeps_places(start: int, length: int, before: Meld | None) -> bool:
    """Whether a longer run leaves the cards laid before where they lie: an ace stays at its end."""
    if before is None:
        return True
    last = POSITION[before.laid[-1].rank] or _HIGH_ACE
    return last < start + length  # a low ace stays because the lowest start is taken


def _run_starts(positions: Sequence[int], length: int) -> list[int]:
    """Where a run of this length can start so that it holds all positions, 0 being the low ace.

    The last start ends on the high ace. An ace counts at whichever end the run has one.
    """
    starts: set[int] = set()
    for ace in (0, _HIGH_ACE):
        read = [position or ace for position in positions]
        lowest = max(0, max(read) - length + 1)
        highest = min(min(read), _HIGH_ACE - length + 1)
        starts.update(range(lowest, highest + 1))
    return sorted(starts)


def _joins_around(positions: Sequence[int], length: int) -> bool:
    """Whether the cards would be consecutive if a run could go on from the king over the ace."""
    wanted = set(positions)
    return any(
        wanted <= {position % _HIGH_ACE for position in range(start, start + length)}
        for start in range(_HIGH_ACE)
    )


def _meld(
    kind: MeldKind,
    places: Sequence[tuple[Card, _Place]],
    applied: list[Rule],
    fixed: NaturalCard | None,
    rules: RuleSet,
) -> Meld:
    laid: list[Laid] = []
    for card, (rank, suit, low) in places:
        if isinstance(card, Joker):
            points, rule = laid_joker_value(rank, low, rules.laid)
            applied += [Rule.MELD_ONE_JOKER, Rule.JOKER_STANDS_FOR]
            if fixed:
                applied.append(Rule.JOKER_KEEPS_CARD)
        else:
            points, rule = laid_value(rank, low, rules.laid)
        laid.append(Laid(card, rank, suit, points))
        applied.append(rule)
    return Meld(kind, tuple(laid), tuple(dict.fromkeys(applied)))
