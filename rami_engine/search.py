"""What can be made of a hand: every meld in it, and every lay-off from it.

Both searches are complete and name each set of cards once. They grow runs card by card
instead of trying every choice of cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from rami_engine.answers import Refused
from rami_engine.cards import JOKER, Cards, NaturalCard, Rank, Suit, naturals
from rami_engine.meld import Meld, MeldKind, extend_meld
from rami_engine.ruleset import RuleSet

Own = dict[NaturalCard, None]
"""The natural cards of a hand, each once, in its order: a set would not keep the order."""

_RANKS = tuple(Rank)
_LONGEST_RUN = len(_RANKS)
_ROWS: dict[Suit, tuple[NaturalCard, ...]] = {
    suit: tuple(NaturalCard(rank, suit) for rank in (*Rank, Rank.ACE)) for suit in Suit
}
"""The cards of a suit by their places in a run: the ace comes first and again last."""


def possible_melds(hand: Cards, rules: RuleSet) -> tuple[Cards, ...]:
    """Every meld that can be laid from these cards, each once, its cards in their order."""
    has_joker = JOKER in hand
    own = dict.fromkeys(naturals(hand))
    melds = [*_sets(own, has_joker, rules), *_runs(own, has_joker, rules)]
    return tuple(_each_once(melds))


def possible_lay_offs(meld: Meld, hand: Cards, rules: RuleSet) -> tuple[Cards, ...]:
    """Every choice of cards from this hand that can be laid off on this meld, each once."""
    own = dict.fromkeys(naturals(hand))
    has_joker = JOKER in hand and meld.joker is None
    if meld.kind is MeldKind.SET:
        choices = _set_lay_offs(meld, own, has_joker)
    else:
        choices = _run_lay_offs(meld, own, has_joker)
    return tuple(
        cards
        for cards in _each_once(choices)
        if not isinstance(extend_meld(meld, cards, rules), Refused)
    )


def _each_once(choices: Iterable[Cards]) -> Iterable[Cards]:
    """One choice of each set of cards: no meld holds two identical cards."""
    return {frozenset(cards): cards for cards in choices}.values()


def _sets(own: Own, has_joker: bool, rules: RuleSet) -> Iterator[Cards]:
    by_rank: dict[Rank, list[NaturalCard]] = {}
    for card in own:
        by_rank.setdefault(card.rank, []).append(card)
    fewest = rules.set_least - has_joker
    for cards in by_rank.values():
        if len(cards) < fewest:
            continue
        for size in range(fewest, min(len(cards), rules.set_most) + 1):
            for chosen in combinations(cards, size):
                if size >= rules.set_least:
                    yield chosen
                if has_joker and size < rules.set_most:
                    yield (*chosen, JOKER)


def _runs(own: Own, has_joker: bool, rules: RuleSet) -> Iterator[Cards]:
    by_suit: dict[Suit, int] = {}
    for card in own:
        by_suit[card.suit] = by_suit.get(card.suit, 0) + 1
    for suit, count in by_suit.items():
        if count + has_joker < rules.run_least:
            continue
        row = _ROWS[suit]
        for start, card in enumerate(row):
            if card in own:
                yield from _runs_from(start, row, own, has_joker, rules)


def _runs_from(
    start: int, row: Cards, own: Own, has_joker: bool, rules: RuleSet
) -> Iterator[Cards]:
    """The runs whose lowest natural card lies at this place of its suit's row."""
    run: Cards = ()
    free_joker = has_joker
    for card in row[start : start + _LONGEST_RUN]:
        if card in own:
            run = (*run, card)
            if len(run) >= rules.run_least:
                yield run
            if free_joker and rules.run_least <= len(run) + 1 <= _LONGEST_RUN:
                yield (JOKER, *run) if start else (*run, JOKER)
        elif free_joker:
            run = (*run, JOKER)
            free_joker = False
        else:
            return


def _set_lay_offs(meld: Meld, own: Own, has_joker: bool) -> Iterator[Cards]:
    place = _RANKS.index(meld.laid[0].rank)
    for row in _ROWS.values():
        if row[place] in own:
            yield (row[place],)
    if has_joker:
        yield (JOKER,)


def _run_lay_offs(meld: Meld, own: Own, has_joker: bool) -> Iterator[Cards]:
    first = meld.laid[0]
    assert first.suit
    row = _ROWS[first.suit]
    start = _RANKS.index(first.rank)
    end = start + len(meld.laid)
    below = tuple(_stretches(row[:start][::-1], own, has_joker))
    above = tuple(_stretches(row[end:], own, has_joker))
    room = _LONGEST_RUN - len(meld.laid)
    for low in below:
        for high in above:
            if 0 < len(low) + len(high) <= room and not (JOKER in low and JOKER in high):
                yield (*low[::-1], *high)


def _stretches(row: Cards, own: Own, has_joker: bool) -> Iterator[Cards]:
    """The stretches from the start of a row that own cards and at most one joker can fill."""
    stretch: Cards = ()
    yield stretch
    for place, card in enumerate(row):
        if has_joker and JOKER not in stretch:
            for tail in _stretches(row[place + 1 :], own, False):
                yield (*stretch, JOKER, *tail)
        if card not in own:
            return
        stretch = (*stretch, card)
        yield stretch
