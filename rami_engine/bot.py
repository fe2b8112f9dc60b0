"""A simple automatic player: from what a player sees to what the player does.

It takes a discard that makes a meld or can be laid off, opens as soon as its hand allows it,
then lays whatever it can, and discards the card that is worth least to keep.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rami_engine.actions import Action, Discard, Draw, Lay, LayOff, Pile, SwapJoker
from rami_engine.answers import Refused
from rami_engine.cards import JOKER, POSITION, Card, Cards, Joker, NaturalCard, naturals
from rami_engine.hands import distinct, rest_of
from rami_engine.meld import Meld, cards_of, judge_meld, swap_joker
from rami_engine.opening import judge_opening
from rami_engine.search import possible_lay_offs, possible_melds
from rami_engine.state import Phase, TableMeld
from rami_engine.values import hand_value
from rami_engine.view import View

_LINK = 6
"""What another card that may become a meld with this one is worth, in points of the hand."""
_MOST_TRIED = 2000
"""How many choices of melds are tried for an opening; a hand seldom offers a tenth of that."""


def choose(view: View) -> Action:
    """What this player does now. Always an action that the round accepts."""
    if view.phase is Phase.DRAW:
        wanted = bool(view.discards) and _wants(view, view.discards[-1])
        return Draw(Pile.DISCARD if wanted else Pile.STOCK)
    if view.phase is Phase.PLAY:
        play = _play(view)
        if play:
            return play
    return Discard(_worst_card(view))


def _play(view: View) -> Action | None:
    if not view.has_opened:
        melds = _opening(view)
        return Lay(melds[0].cards) if melds else None
    return max(_plays(view), key=_cards_played, default=None) or _swap(view)


def _cards_played(play: Lay | LayOff) -> tuple[bool, int, bool]:
    """The key that ranks plays: a joker first, which is owed or costs most, then more cards."""
    return JOKER in play.cards, len(play.cards), isinstance(play, Lay)


def _plays(view: View) -> Iterator[Lay | LayOff]:
    for cards in possible_melds(view.hand, view.rules):
        if _may_leave(view, rest_of(view.hand, cards), cards):
            yield Lay(cards)
    for index, cards in possible_lay_offs(_table(view), view.hand, view.rules):
        if _may_leave(view, rest_of(view.hand, cards), cards):
            yield LayOff(index, cards)


def _table(view: View) -> list[Meld]:
    return [target.meld for target in view.melds]


def _may_leave(view: View, rest: Cards, played: Cards) -> bool:
    """Whether a play may leave these cards: not only the one that must not be discarded."""
    return len(rest) != 1 or rest[0] != view.bound or view.bound in played


def _swap(view: View) -> SwapJoker | None:
    """A joker to take, if it can be played again at once."""
    for index, target in enumerate(view.melds):
        given = target.meld.stands_for
        if given is None or given not in view.hand:
            continue
        swapped = swap_joker(target.meld, given, view.rules)
        if isinstance(swapped, Refused):
            continue
        melds = (*view.melds[:index], TableMeld(target.owner, swapped), *view.melds[index + 1 :])
        bound = None if given == view.bound else view.bound
        hand = (*rest_of(view.hand, (given,)), JOKER)
        if any(
            JOKER in p.cards for p in _plays(replace(view, hand=hand, melds=melds, bound=bound))
        ):
            return SwapJoker(index, given)
    return None


def _opening(view: View) -> tuple[Meld, ...]:
    """Melds of the hand that meet the opening together with those laid, worth as much as can be."""
    needed = view.rules.opening(view.game)
    missing = needed.threshold - sum(meld.points for meld in view.laid)
    found = [judge_meld(cards, view.rules) for cards in possible_melds(view.hand, view.rules)]
    melds = sorted((meld for meld in found if isinstance(meld, Meld)), key=lambda m: -m.points)
    if needed.pure_run and not any(meld.is_pure_run for meld in (*view.laid, *melds)):
        return ()
    best: tuple[Meld, ...] = ()
    for tried, chosen in enumerate(_together(melds, Counter(view.hand))):
        points = sum(meld.points for meld in chosen)
        if points >= missing and _opens(view, chosen):
            best, missing = chosen, points + 1
        if tried >= _MOST_TRIED:
            break
    return best


def _together(melds: Sequence[Meld], left: Counter[Card]) -> Iterator[tuple[Meld, ...]]:
    """Every choice of melds that can be laid side by side from these cards."""
    for number, meld in enumerate(melds):
        if not all(left[card] for card in meld.cards):
            continue
        yield (meld,)
        rest = left.copy()
        rest.subtract(meld.cards)
        for others in _together(melds[number + 1 :], rest):
            yield (meld, *others)


def _opens(view: View, chosen: tuple[Meld, ...]) -> bool:
    if judge_opening((*view.laid, *chosen), view.game, view.rules).refused:
        return False
    cards = cards_of(chosen)
    return _may_leave(view, rest_of(view.hand, cards), cards)


def _wants(view: View, card: Card) -> bool:
    """Whether the top of the discard pile can be laid with the hand, or laid off."""
    if isinstance(card, Joker):
        return True
    if card in view.hand:
        return False
    own = (*naturals(view.hand), card)
    if any(card in meld for meld in possible_melds(own, view.rules)):
        return True
    return view.has_opened and any(possible_lay_offs(_table(view), (card,), view.rules))


def _worst_card(view: View) -> Card:
    """The card to discard: dear in the hand, and of little use for a meld."""
    free = [c for c in distinct(view.hand) if c != view.bound or view.hand.count(c) > 1]
    return max(free, key=lambda card: _burden(card, view))


def _burden(card: Card, view: View) -> int:
    if isinstance(card, Joker):
        return -1000
    links = sum(_links(card, other) for other in naturals(view.hand))
    return hand_value(card, view.rules.hand)[0] - _LINK * links


def _links(card: NaturalCard, other: NaturalCard) -> bool:
    """Whether two cards may lie in one meld, side by side or with one card between them."""
    if card.rank is other.rank:
        return card.suit is not other.suit
    if card.suit is not other.suit:
        return False
    apart = abs(POSITION[card.rank] - POSITION[other.rank])
    return min(apart, len(POSITION) - apart) <= 2
