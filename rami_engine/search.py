"""What can be made of a hand: every meld in it, and every lay-off from it.

Both searches are complete and name each choice of cards once. They grow runs card by card
instead of trying every choice of cards. Their order depends on that of the hand alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rami_engine.answers import Refused
from rami_engine.cards import JOKER, POSITION, Cards, NaturalCard, Rank, Suit, naturals
from rami_engine.meld import Meld, MeldKind, extend_meld
from rami_engine.ruleset import RuleSet

_LONGEST_RUN = len(POSITION)
_ROWS: dict[Suit, tuple[NaturalCard, ...]] = {
    suit: tuple(NaturalCard(rank, suit) for rank in (*Rank, Rank.ACE)) for suit in Suit
}
"""The cards of a suit by their places in a run: the ace comes first and again last."""


def possible_melds(hand: Cards, rules: RuleSet) -> tuple[Cards, ...]:
    """Every meld that can be laid from these cards, each once, its cards in their order."""
    has_joker = JOKER in hand
    own = naturals(hand)
    melds = list(_sets(own, has_joker, rules))
    for suit, places in _by_suit(own).items():
        if len(places) + has_joker >= rules.run_least:
            melds += _runs(_ROWS[suit], places, has_joker, rules)
    return tuple(_each_once(melds))


def possible_lay_offs(
    melds: Sequence[Meld], hand: Cards, rules: RuleSet
) -> Iterator[tuple[int, Cards]]:
    """Every choice of cards that can be laid off, each once, with the number of its meld."""
    has_joker = JOKER in hand
    own = naturals(hand)
    by_suit = _by_suit(own)
    for index, meld in enumerate(melds):
        free_joker = has_joker and meld.joker is None
        if meld.kind is MeldKind.SET:
            choices = _set_lay_offs(meld, own, free_joker)
        else:
            choices = _run_lay_offs(meld, by_suit, free_joker)
        for cards in _each_once(choices):
            if not isinstance(extend_meld(meld, cards, rules), Refused):
                yield index, cards


def _by_suit(own: Iterable[NaturalCard]) -> dict[Suit, set[int]]:
    """The places in a run that cards can fill, by suit; an ace fills two."""
    by_suit: dict[Suit, set[int]] = {}
    for card in own:
        place = POSITION[card.rank]
        by_suit.setdefault(card.suit, set()).add(place)
        if not place:
            by_suit[card.suit].add(_LONGEST_RUN)
    return by_suit


def _each_once(choices: Iterable[Cards]) -> Iterable[Cards]:
    """One choice of each set of cards: no meld holds two identical cards."""
    return {frozenset(cards): cards for cards in choices}.values()


def _sets(own: Iterable[NaturalCard], has_joker: bool, rules: RuleSet) -> Iterator[Cards]:
    by_rank: dict[Rank, dict[Suit, NaturalCard]] = {}
    for card in own:
        by_rank.setdefault(card.rank, {})[card.suit] = card
    fewest = rules.set_least - has_joker
    for by_suit in by_rank.values():
        for size in range(fewest, min(len(by_suit), rules.set_most) + 1):
            for chosen in combinations(by_suit.values(), size):
                if size >= rules.set_least:
                    yield chosen
                if has_joker and size < rules.set_most:
                    yield (*chosen, JOKER)


def _runs(
    row: tuple[NaturalCard, ...], places: set[int], has_joker: bool, rules: RuleSet
) -> Iterator[Cards]:
    """The runs of one suit, upwards from each place. A joker may even replace a card in hand."""
    for start in sorted(places):
        steps = range(start + 1, min(start + _LONGEST_RUN, len(row)))
        for stretch in _stretches(steps, row, places, has_joker):
            run = (row[start], *stretch)
            if run[-1] is JOKER:
                continue  # A joker at an end comes with the natural cards between the ends.
            if len(run) >= rules.run_least:
                yield run
            free_joker = has_joker and JOKER not in stretch
            if free_joker and rules.run_least <= len(run) + 1 <= _LONGEST_RUN:
                yield (JOKER, *run) if start else (*run, JOKER)


def _set_lay_offs(meld: Meld, own: Iterable[NaturalCard], free_joker: bool) -> Iterator[Cards]:
    rank = meld.laid[0].rank
    for card in own:
        if card.rank is rank:
            yield (card,)
    if free_joker:
        yield (JOKER,)


def _run_lay_offs(meld: Meld, by_suit: dict[Suit, set[int]], free_joker: bool) -> Iterator[Cards]:
    """Cards that go on below the run, above it, or both, with one joker at most."""
    lowest = meld.laid[0]
    assert lowest.suit
    row, places = _ROWS[lowest.suit], by_suit.get(lowest.suit, set())
    start = POSITION[lowest.rank]
    end = start + len(meld.laid)
    below = tuple(_stretches(range(start - 1, -1, -1), row, places, free_joker))
    above = tuple(_stretches(range(end, len(row)), row, places, free_joker))
    room = _LONGEST_RUN - len(meld.laid)
    for low in below:
        for high in above:
            if 0 < len(low) + len(high) <= room and not (JOKER in low and JOKER in high):
                yield (*low[::-1], *high)


def _stretches(
    steps: range, row: tuple[NaturalCard, ...], places: set[int], free_joker: bool
) -> Iterator[Cards]:
    """What can fill steps from the first one on, without a gap: own cards and at most one joker."""
    stretch: Cards = ()
    yield stretch
    for number, step in enumerate(steps, start=1):
        if free_joker:
            for tail in _stretches(steps[number:], row, places, False):
                yield (*stretch, JOKER, *tail)
        if step not in places:
            return
        stretch = (*stretch, row[step])
        yield stretch
