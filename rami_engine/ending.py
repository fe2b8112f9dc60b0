"""How a turn ends, and how a round ends."""

from __future__ import annotations

from dataclasses import replace

from rami_engine.events import Event, Reshuffled, RoundEnded
from rami_engine.rules import Rule
from rami_engine.shuffle import shuffled
from rami_engine.state import Phase, RoundResult, RoundState, lowest
from rami_engine.values import hand_points, hand_value

Step = tuple[RoundState, tuple[Rule, ...], tuple[Event, ...]]
"""A new state, the rules applied to reach it, and what happened."""


def pass_turn(state: RoundState) -> Step:
    """Let the next player draw, once the player to move has discarded.

    The turn limit ends the round first. The stock is looked at between two turns: a player who
    draws its last card still plays the turn to its end.
    """
    rules: tuple[Rule, ...] = ()
    events: tuple[Event, ...] = ()
    if state.turn >= state.rules.turn_limit:
        return end_round(state, Rule.END_TURN_LIMIT)
    if not state.stock:
        if state.reshuffles >= state.rules.reshuffles:
            return end_round(state, Rule.END_STOCK_EMPTY)
        stock, seed = shuffled(state.discards[:-1], state.seed)
        state = replace(
            state,
            stock=stock,
            discards=state.discards[-1:],
            seed=seed,
            reshuffles=state.reshuffles + 1,
        )
        rules, events = (Rule.END_RESHUFFLE,), (Reshuffled(len(stock)),)
    state = replace(
        state,
        player=(state.player + 1) % state.players,
        turn=state.turn + 1,
        phase=Phase.DRAW,
        taken=None,
        taken_played=False,
        laid=(),
        laid_off=False,
        owed=0,
    )
    return state, (*rules, Rule.TURN_PASSES), events


def end_round(state: RoundState, by: Rule) -> Step:
    """End the round by this rule and count the hands.

    Every hand counts, and the lowest wins: a player without cards counts 0. Equal lowest hands
    share the round.
    """
    values = state.rules.hand
    points = tuple(hand_points(hand, values) for hand in state.hands)
    rules: list[Rule] = [by]
    if by is Rule.END_EMPTY_HAND:
        winners: tuple[int, ...] = (state.player,)
    else:
        winners = lowest(points)
        rules.append(Rule.END_LOWEST_HAND)
    if len(winners) > 1:
        rules.append(Rule.END_SHARED)
    rules.append(Rule.SCORE_HAND)
    rules += (hand_value(card, values)[1] for hand in state.hands for card in hand)
    result = RoundResult(by, winners, points)
    return replace(state, result=result), tuple(dict.fromkeys(rules)), (RoundEnded(result),)
