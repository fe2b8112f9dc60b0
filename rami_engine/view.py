"""What the player to move sees of a round: their hand and the table, no other hand, no stock."""

from __future__ import annotations

from dataclasses import dataclass

from rami_engine.cards import Card, Cards
from rami_engine.meld import Meld
from rami_engine.ruleset import Game, RuleSet
from rami_engine.state import Phase, RoundState, TableMeld


@dataclass(frozen=True, slots=True)
class View:
    """A round as the player to move sees it; see ``RoundState`` for what the names mean."""

    rules: RuleSet
    game: Game
    player: int
    hand: Cards
    hand_sizes: tuple[int, ...]
    stock_size: int
    discards: Cards
    melds: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    has_opened: bool
    turn: int
    phase: Phase
    bound: Card | None
    laid: tuple[Meld, ...]
    owed: int


def view(state: RoundState) -> View:
    """The round as the player to move sees it."""
    return View(
        rules=state.rules,
        game=state.game,
        player=state.player,
        hand=state.hand,
        hand_sizes=tuple(map(len, state.hands)),
        stock_size=len(state.stock),
        discards=state.discards,
        melds=state.melds,
        opened=state.opened,
        has_opened=state.has_opened,
        turn=state.turn,
        phase=state.phase,
        bound=state.bound,
        laid=state.laid,
        owed=state.owed,
    )
