"""Everything that the player to move may do."""

from __future__ import annotations

from collections.abc import Iterator

from rami_engine.actions import Action, Discard, Draw, Lay, LayOff, Pile, SwapJoker
from rami_engine.answers import Refused
from rami_engine.cards import Cards
from rami_engine.hands import distinct
from rami_engine.play import act, free_to_discard, refuse_discard
from rami_engine.search import possible_lay_offs, possible_melds
from rami_engine.state import Phase, RoundState


def legal_actions(state: RoundState) -> tuple[Action, ...]:
    """Every action that ``act`` accepts now: each choice of cards once, whatever their order.

    Melds are named without a kind. Lay-offs of several cards at once are listed as well: where a
    joker helps to fill a gap they reach melds that single cards do not.
    """
    if state.result:
        return ()
    if state.phase is Phase.DRAW:
        return tuple(map(Draw, Pile))
    if state.phase is Phase.DISCARD_ONLY:
        return tuple(_discards(state))
    return (*_lays(state), *_lay_offs(state), *_swaps(state), *_discards(state))


def _lays(state: RoundState) -> Iterator[Action]:
    for cards in possible_melds(state.hand, state.rules):
        lay = Lay(cards)
        if _leaves_enough(state, len(cards)) or _accepts(state, lay):
            yield lay


def _lay_offs(state: RoundState) -> Iterator[Action]:
    if not state.has_opened:
        return
    melds = [target.meld for target in state.melds]
    for index, cards in possible_lay_offs(melds, state.hand, state.rules):
        lay_off = LayOff(index, cards)
        if _leaves_enough(state, len(cards)) or _accepts(state, lay_off):
            yield lay_off


def _swaps(state: RoundState) -> Iterator[Action]:
    if not state.has_opened:
        return
    for index, target in enumerate(state.melds):
        given = target.meld.stands_for
        if given and given in state.hand:
            swap = SwapJoker(index, given)
            if _accepts(state, swap):
                yield swap


def _discards(state: RoundState) -> Iterator[Action]:
    """The discards. A joker that must be played again forbids all of them, or none."""
    free = distinct(free_to_discard(state))
    if free and not refuse_discard(state, free[0]):
        yield from map(Discard, free)


def _leaves_enough(state: RoundState, played: int) -> bool:
    """Whether enough cards remain, so that no rule about the last ones can refuse the play."""
    return len(state.hand) - played > bool(state.bound) + state.owed


def _accepts(state: RoundState, action: Action) -> bool:
    return not isinstance(act(state, action), Refused)


def canonical(action: Action) -> Action:
    """The action with its cards in a fixed order: equal for plays of the same cards."""
    match action:
        case Lay(cards, kind):
            return Lay(_sorted(cards), kind)
        case LayOff(meld, cards):
            return LayOff(meld, _sorted(cards))
        case _:
            return action


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards, key=str))
