"""The turn: what every action does to a round, or which rule forbids it.

An action comes at its moment and with cards of the hand, or its own rule refuses it: ``turn.draw``
a draw, ``turn.lay`` whatever is laid, ``turn.discard`` a discard. Once the round is over, the rule
that ended it refuses everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rami_engine.actions import Action, Discard, Draw, Lay, LayOff, Pile, SwapJoker
from rami_engine.answers import Refused
from rami_engine.cards import JOKER, Card, Cards
from rami_engine.ending import end_round, pass_turn
from rami_engine.events import (
    CardsLaidOff,
    Discarded,
    Drawn,
    Event,
    JokerTaken,
    MeldLaid,
    MeldsReturned,
    Opened,
)
from rami_engine.hands import missing_from, rest_of
from rami_engine.meld import Meld, MeldKind, cards_of, extend_meld, judge_meld, swap_joker
from rami_engine.opening import Opening, judge_opening
from rami_engine.rules import Rule
from rami_engine.search import possible_lay_offs, possible_melds
from rami_engine.state import Phase, RoundState, TableMeld
from rami_engine.values import LAID_VALUE_RULES


@dataclass(frozen=True, slots=True)
class Accepted:
    """An action was carried out: the round after it, the rules applied, and what happened."""

    state: RoundState
    rules: tuple[Rule, ...]
    events: tuple[Event, ...]


def act(state: RoundState, action: Action) -> Accepted | Refused:
    """Let the player to move do this. A refused action changes nothing.

    Raises ValueError for an action that names no card, or a meld that is not on the table.
    """
    if state.result:
        return Refused(state.result.ended_by)
    match action:
        case Draw():
            return _draw(state, action)
        case Lay():
            return _lay(state, action)
        case LayOff():
            return _lay_off(state, action)
        case SwapJoker():
            return _swap_joker(state, action)
        case Discard():
            return _discard(state, action)


def _draw(state: RoundState, action: Draw) -> Accepted | Refused:
    if state.phase is not Phase.DRAW:
        return Refused(Rule.TURN_DRAW)
    # Neither pile is ever empty at a draw: see ``pass_turn`` and ``given_table``.
    from_stock = action.pile is Pile.STOCK
    pile = state.stock if from_stock else state.discards
    card = pile[-1]
    return _accepted(
        replace(
            state,
            hands=_with_hand(state, (*state.hand, card)),
            stock=pile[:-1] if from_stock else state.stock,
            discards=state.discards if from_stock else pile[:-1],
            phase=Phase.PLAY,
            taken=None if from_stock else card,
        ),
        [Rule.TURN_DRAW],
        [Drawn(state.player, action.pile, card)],
    )


def _lay(state: RoundState, action: Lay) -> Accepted | Refused:
    if not action.cards:
        raise ValueError("a meld has cards")
    if state.phase is Phase.DISCARD_ONLY:
        return Refused(Rule.OPENING_RETRY, action.cards)
    missing = missing_from(state.hand, action.cards)
    if state.phase is Phase.DRAW or missing:
        return Refused(Rule.TURN_LAY, missing)
    meld = judge_meld(action.cards, state.rules, action.kind)
    if isinstance(meld, Refused):
        return meld
    rules = [Rule.TURN_LAY]
    if state.opened_before:
        rules += [Rule.OPENING_NO_MINIMUM_AFTER, *_without_values(meld.rules)]
    else:
        rules += meld.rules
        if state.returned[state.player]:
            rules.append(Rule.OPENING_RETRY)
    played = _played(
        state,
        action.cards,
        melds=(*state.melds, TableMeld(state.player, meld)),
        laid=state.laid if state.opened_before else (*state.laid, meld),
    )
    event = MeldLaid(state.player, len(state.melds), meld)
    return _go_on(state, played, action.cards, rules, [event])


def _lay_off(state: RoundState, action: LayOff) -> Accepted | Refused:
    if not action.cards:
        raise ValueError("laying off takes cards")
    target = _table_meld(state, action.meld)
    missing = missing_from(state.hand, action.cards)
    if state.phase is Phase.DRAW or missing:
        return Refused(Rule.TURN_LAY, missing)
    if not state.has_opened:
        return Refused(Rule.LAYOFF_OPENED, action.cards)
    meld = extend_meld(target.meld, action.cards, state.rules)
    if isinstance(meld, Refused):
        return meld
    rules = [Rule.LAYOFF_OPENED]
    if target.owner != state.player:
        rules.append(Rule.LAYOFF_ANY_MELD)
    if not state.opened_before:
        rules.append(Rule.LAYOFF_SAME_TURN)
    rules += _without_values(meld.rules)
    played = _played(
        state,
        action.cards,
        melds=_with_meld(state, action.meld, TableMeld(target.owner, meld)),
        laid_off=not state.opened_before,
    )
    event = CardsLaidOff(state.player, action.meld, action.cards, meld)
    return _go_on(state, played, action.cards, rules, [event])


def _swap_joker(state: RoundState, action: SwapJoker) -> Accepted | Refused:
    target = _table_meld(state, action.meld)
    missing = missing_from(state.hand, (action.card,))
    if state.phase is Phase.DRAW or missing:
        return Refused(Rule.TURN_LAY, missing)
    if not state.has_opened:
        return Refused(Rule.JOKER_SWAP_OPENED, (action.card,))
    meld = swap_joker(target.meld, action.card, state.rules)
    if isinstance(meld, Refused):
        return meld
    rules = [Rule.JOKER_SWAP_OPENED, Rule.JOKER_SWAP]
    if meld.kind is MeldKind.SET:
        rules.append(Rule.JOKER_OPEN_SUIT)
    swapped = replace(
        state,
        hands=_with_hand(state, (*rest_of(state.hand, (action.card,)), JOKER)),
        melds=_with_meld(state, action.meld, TableMeld(target.owner, meld)),
        taken_played=state.taken_played or state.taken == action.card,
        owed=state.owed + 1,
    )
    event = JokerTaken(state.player, action.meld, action.card, meld)
    return _judge_rest(swapped, (action.card,)) or _accepted(
        swapped, [*rules, *_rules_of_rest(swapped)], [event]
    )


def refuse_discard(state: RoundState, card: Card) -> Refused | None:
    """What forbids discarding this card now, if anything does."""
    if state.phase is Phase.DRAW or card not in state.hand:
        return Refused(Rule.TURN_DISCARD, (card,))
    if card == state.bound and state.hand.count(card) == 1:
        return Refused(Rule.TURN_NO_RETURN_DISCARD, (card,))
    if state.owed and _can_play_joker(state):
        return Refused(Rule.JOKER_PLAY_AGAIN, (JOKER,))
    if card not in free_to_discard(state):
        return Refused(Rule.JOKER_STAYS, (card,))
    return None


def free_to_discard(state: RoundState) -> Cards:
    """The cards of the hand that may leave it: not one just taken, nor a joker to be played again.

    Of several copies only so many are bound. A card comes as often as it is free.
    """
    bound = () if state.bound is None else (state.bound,)
    return rest_of(state.hand, (*bound, *(JOKER,) * state.owed))


def _discard(state: RoundState, action: Discard) -> Accepted | Refused:
    card = action.card
    refused = refuse_discard(state, card)
    if refused:
        return refused
    rules: list[Rule] = []
    events: list[Event] = []
    if state.laid:
        opening = judge_opening(state.laid, state.game, state.rules)
        rules += [Rule.OPENING_CHECK, *_opening_rules(state, opening)]
        if opening.refused:
            return _return_melds(state, opening, opening.refused.rule, rules)
        events.append(Opened(state.player, opening.total))
    if state.owed:
        rules.append(Rule.JOKER_STAYS)
    rules.append(Rule.TURN_DISCARD)
    if state.bound:
        twin = card == state.bound
        rules.append(Rule.TURN_IDENTICAL_DISCARD if twin else Rule.TURN_NO_RETURN_DISCARD)
        rules.append(Rule.TURN_KEEP_DRAWN)
    after = replace(
        _opened(state),
        hands=_with_hand(state, rest_of(state.hand, (card,))),
        discards=(*state.discards, card),
    )
    events.append(Discarded(state.player, card))
    ended, ending_rules, ending_events = (
        pass_turn(after) if after.hand else end_round(after, Rule.END_EMPTY_HAND)
    )
    return _accepted(ended, [*rules, *ending_rules], [*events, *ending_events])


def _go_on(
    before: RoundState, state: RoundState, cards: Cards, rules: list[Rule], events: list[Event]
) -> Accepted | Refused:
    """Judge what laying these cards leaves in the hand: nothing, something, or what it must not."""
    if before.owed and JOKER in cards:
        rules.append(Rule.JOKER_PLAY_AGAIN)
    if not state.hand:
        return _go_out(state, cards, rules, events)
    return _judge_rest(state, cards) or _accepted(state, [*rules, *_rules_of_rest(state)], events)


def _judge_rest(state: RoundState, cards: Cards) -> Refused | None:
    """Refuse a play that leaves nothing to discard, unless a joker can still be played again."""
    if free_to_discard(state) or (state.owed and _can_play_joker(state)):
        return None
    return Refused(Rule.TURN_KEEP_A_DISCARD, cards)


def _rules_of_rest(state: RoundState) -> tuple[Rule, ...]:
    """What decided about the rest of the hand: a last free card beside others that are bound."""
    at_the_edge = len(free_to_discard(state)) == 1 < len(state.hand)
    return (Rule.TURN_KEEP_A_DISCARD,) if at_the_edge else ()


def _go_out(
    state: RoundState, cards: Cards, rules: list[Rule], events: list[Event]
) -> Accepted | Refused:
    """End the round without a discard; melds of the opening turn must meet the opening first."""
    if not state.opened_before:
        opening = judge_opening(state.laid, state.game, state.rules)
        if opening.refused:
            return Refused(Rule.OPENING_GOING_OUT, cards)
        rules += [Rule.OPENING_GOING_OUT, *_opening_rules(state, opening)]
        events.append(Opened(state.player, opening.total))
    after, ending_rules, ending_events = end_round(_opened(state), Rule.END_EMPTY_HAND)
    return _accepted(
        after, [*rules, Rule.END_NO_FINAL_DISCARD, *ending_rules], [*events, *ending_events]
    )


def _return_melds(state: RoundState, opening: Opening, by: Rule, rules: list[Rule]) -> Accepted:
    """Give the melds of a missed opening back. Nobody has laid off: they are the table's last."""
    cards = cards_of(state.laid)
    after = replace(
        state,
        hands=_with_hand(state, (*state.hand, *cards)),
        melds=state.melds[: len(state.melds) - len(state.laid)],
        returned=_with_seat(state.returned, state.player, True),
        phase=Phase.DISCARD_ONLY,
        taken_played=False,
        laid=(),
    )
    event = MeldsReturned(state.player, cards, opening.total, by)
    return _accepted(after, [*rules, Rule.OPENING_RETURN], [event])


def _opened(state: RoundState) -> RoundState:
    """The round once the melds of this turn, if any, have been accepted as an opening."""
    if not state.laid:
        return state
    return replace(
        state,
        opened=_with_seat(state.opened, state.player, True),
        returned=_with_seat(state.returned, state.player, False),
    )


def _opening_rules(state: RoundState, opening: Opening) -> tuple[Rule, ...]:
    return (*opening.rules, Rule.LAYOFF_NOT_COUNTED) if state.laid_off else opening.rules


def _can_play_joker(state: RoundState) -> bool:
    """Whether any play of a joker would be accepted now, from the hand or on the table."""
    return any(not isinstance(act(state, play), Refused) for play in _joker_plays(state))


def _joker_plays(state: RoundState) -> Iterator[Lay | LayOff]:
    melds = [target.meld for target in state.melds]
    for index, cards in possible_lay_offs(melds, state.hand, state.rules):
        if JOKER in cards:
            yield LayOff(index, cards)
    yield from (Lay(cards) for cards in possible_melds(state.hand, state.rules) if JOKER in cards)


def _played(
    state: RoundState,
    cards: Cards,
    melds: tuple[TableMeld, ...],
    laid: tuple[Meld, ...] | None = None,
    laid_off: bool | None = None,
) -> RoundState:
    """The round once these cards lie on the table; a joker among them is no longer owed."""
    return replace(
        state,
        hands=_with_hand(state, rest_of(state.hand, cards)),
        melds=melds,
        laid=state.laid if laid is None else laid,
        laid_off=state.laid_off if laid_off is None else laid_off,
        taken_played=state.taken_played or state.taken in cards,
        owed=max(0, state.owed - cards.count(JOKER)),
    )


def _table_meld(state: RoundState, index: int) -> TableMeld:
    if not 0 <= index < len(state.melds):
        raise ValueError(f"no meld {index} on the table")
    return state.melds[index]


def _with_hand(state: RoundState, hand: Cards) -> tuple[Cards, ...]:
    return (*state.hands[: state.player], hand, *state.hands[state.player + 1 :])


def _with_meld(state: RoundState, index: int, meld: TableMeld) -> tuple[TableMeld, ...]:
    return (*state.melds[:index], meld, *state.melds[index + 1 :])


def _with_seat(seats: tuple[bool, ...], player: int, flag: bool) -> tuple[bool, ...]:
    return (*seats[:player], flag, *seats[player + 1 :])


def _without_values(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """The rules that judged a meld whose points nobody asks for."""
    return tuple(rule for rule in rules if rule not in LAID_VALUE_RULES)


def _accepted(state: RoundState, rules: list[Rule], events: list[Event]) -> Accepted:
    return Accepted(state, tuple(dict.fromkeys(rules)), tuple(events))
