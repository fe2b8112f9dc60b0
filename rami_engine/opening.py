"""The opening: the first melds that a player lays, added up against the game's threshold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rami_engine.answers import Refused
from rami_engine.meld import Meld, cards_of
from rami_engine.rules import Rule
from rami_engine.ruleset import Game, RuleSet


@dataclass(frozen=True, slots=True)
class Opening:
    """The melds of an opening and what decides it. ``refused`` is None where it is accepted."""

    melds: tuple[Meld, ...]
    threshold: int
    refused: Refused | None
    rules: tuple[Rule, ...]

    @property
    def total(self) -> int:
        """Points of all melds together."""
        return sum(meld.points for meld in self.melds)


def judge_opening(melds: Sequence[Meld], game: Game, rules: RuleSet) -> Opening:
    """Judge the melds that a player laid in one turn as an opening of this game."""
    needed = rules.opening(game)
    applied = [Rule.OPENING_SUM, Rule.OPENING_THRESHOLD]
    refused = None
    if sum(meld.points for meld in melds) < needed.threshold:
        refused = Refused(Rule.OPENING_THRESHOLD, cards_of(melds))
    elif needed.pure_run:
        applied.append(Rule.OPENING_PURE_RUN)
        if not any(meld.is_pure_run for meld in melds):
            refused = Refused(Rule.OPENING_PURE_RUN, cards_of(melds))
        elif any(meld.joker for meld in melds):
            applied.append(Rule.OPENING_JOKER_ELSEWHERE)
    return Opening(tuple(melds), needed.threshold, refused, tuple(applied))
