"""Actions played one after the other, and what each of them gives: its effects, by name.

An effect is text, as people write and compare it: ``hand: 5C 6C``, ``next: 2``. Players count
from 1 in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from rami_engine.actions import Action, LayOff, SwapJoker
from rami_engine.answers import Refused
from rami_engine.cards import Card, notation
from rami_engine.events import (
    CardsLaidOff,
    Discarded,
    Drawn,
    JokerTaken,
    MeldLaid,
    MeldsReturned,
    Opened,
    Reshuffled,
    RoundEnded,
)
from rami_engine.play import Accepted, act
from rami_engine.rules import Rule
from rami_engine.state import RoundState

E = TypeVar("E")

NOTHING = "nothing"
"""Written for an effect that did not come about, and for no cards."""


def sorted_notation(cards: Iterable[Card]) -> str:
    """Cards as text in a fixed order, so that two hands can be compared."""
    return " ".join(sorted(map(str, cards)))


@dataclass(frozen=True, slots=True)
class Played:
    """A step that was played: the table before it, the action and the engine's answer."""

    before: RoundState
    action: Action
    outcome: Accepted | Refused

    @property
    def allowed(self) -> frozenset[Rule]:
        """The rules that the engine applied to allow the step."""
        if isinstance(self.outcome, Refused):
            return frozenset()
        return frozenset(self.outcome.rules) - self.refused

    @property
    def refused(self) -> frozenset[Rule]:
        """The rule by which the engine refused the step, or sent the melds of an opening back."""
        if isinstance(self.outcome, Refused):
            return frozenset({self.outcome.rule})
        returned = event(self.outcome, MeldsReturned)
        return frozenset({returned.by}) if returned else frozenset()


def play(table: RoundState, actions: Iterable[Action]) -> tuple[Played, ...]:
    """Play actions one after the other; one that is refused leaves the table as it was.

    The play stops before an action that names a meld that is not on the table.
    """
    played: list[Played] = []
    for action in actions:
        if isinstance(action, LayOff | SwapJoker) and action.meld >= len(table.melds):
            break
        outcome = act(table, action)
        played.append(Played(table, action, outcome))
        if isinstance(outcome, Accepted):
            table = outcome.state
    return tuple(played)


def event(outcome: Accepted, kind: type[E]) -> E | None:
    """The event of this kind that an accepted action brought about."""
    return next((event for event in outcome.events if isinstance(event, kind)), None)


def effect(played: Played, name: str) -> str:
    """An effect of an accepted step, as text; ``nothing`` where it did not come about."""
    assert isinstance(played.outcome, Accepted)
    return EFFECTS[name](played.before, played.outcome) or NOTHING


def _points(before: RoundState, outcome: Accepted) -> str:
    laid = event(outcome, MeldLaid)
    return str(laid.meld.points) if laid else NOTHING


def _total(before: RoundState, outcome: Accepted) -> str:
    judged = event(outcome, Opened) or event(outcome, MeldsReturned)
    return str(judged.total) if judged else NOTHING


def _joker(before: RoundState, outcome: Accepted) -> str:
    changed = event(outcome, MeldLaid) or event(outcome, CardsLaidOff)
    return str(changed.meld.stands_for or NOTHING) if changed else NOTHING


def _returned(before: RoundState, outcome: Accepted) -> str:
    returned = event(outcome, MeldsReturned)
    return sorted_notation(returned.cards) if returned else NOTHING


def _reshuffled(before: RoundState, outcome: Accepted) -> str:
    reshuffled = event(outcome, Reshuffled)
    return str(reshuffled.cards) if reshuffled else NOTHING


def _card(kind: type[Drawn | Discarded | JokerTaken]) -> Callable[[RoundState, Accepted], str]:
    """The effect that tells the card of such an event."""

    def told(before: RoundState, outcome: Accepted) -> str:
        happened = event(outcome, kind)
        return str(happened.card) if happened else NOTHING

    return told


def _winners(before: RoundState, outcome: Accepted) -> str:
    ended = event(outcome, RoundEnded)
    return " ".join(str(player + 1) for player in ended.result.winners) if ended else NOTHING


def _scores(before: RoundState, outcome: Accepted) -> str:
    ended = event(outcome, RoundEnded)
    return " ".join(map(str, ended.result.points)) if ended else NOTHING


EFFECTS: Mapping[str, Callable[[RoundState, Accepted], str]] = {
    "hand": lambda before, after: sorted_notation(after.state.hands[before.player]),
    "table": lambda before, after: " | ".join(notation(m.meld.cards) for m in after.state.melds),
    "top": lambda before, after: notation(after.state.discards[-1:]),
    "stock": lambda before, after: str(len(after.state.stock)),
    "next": lambda before, after: str(after.state.player + 1),
    "turn": lambda before, after: str(after.state.turn),
    "opened": lambda before, after: "yes" if after.state.opened[before.player] else "no",
    "points": _points,
    "total": _total,
    "joker": _joker,
    "returned": _returned,
    "reshuffled": _reshuffled,
    "drawn": _card(Drawn),
    "discarded": _card(Discarded),
    "swapped": _card(JokerTaken),
    "winners": _winners,
    "scores": _scores,
}
"""How to read each effect that a step may be expected to give."""

UNORDERED = frozenset({"hand", "returned"})
"""The effects that are cards in any order: they are compared as ``sorted_notation`` writes them."""
