"""Whole rounds, played by functions that choose an action from what a player sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rami_engine.actions import Action
from rami_engine.answers import Refused
from rami_engine.play import Accepted, act
from rami_engine.state import RoundState
from rami_engine.view import View, view

Player = Callable[[View], Action]


@dataclass(frozen=True, slots=True)
class Move:
    """One action of a round: the state that it met, and the answer to it."""

    before: RoundState
    action: Action
    answer: Accepted


def play_round(state: RoundState, player: Player) -> Iterator[Move]:
    """Play a round to its end, every seat by the same player; yields action by action.

    Raises ValueError if the player chooses an action that is refused.
    """
    while not state.result:
        action = player(view(state))
        answer = act(state, action)
        if isinstance(answer, Refused):
            raise ValueError(f"{action} is refused by {answer.rule.value}")
        yield Move(state, action, answer)
        state = answer.state
