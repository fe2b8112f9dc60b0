"""The score sheet of a match: its rounds dealt and written down, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rami_engine.deal import Dealt
from rami_engine.match import Match, Scored, deal_round, score_round
from rami_engine.rules import Rule
from rami_engine.state import RoundResult, RoundState, lowest


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match after these rounds.

    ``deals`` are the tables of the rounds as they were dealt, ``winners`` the winners of the match
    as they were named after each round, and ``rules`` those applied to deal the last round and to
    score all of them.
    """

    match: Match
    deals: tuple[RoundState, ...]
    winners: tuple[int, ...]
    rules: tuple[Rule, ...]

    @property
    def dealers(self) -> tuple[int, ...]:
        """Who dealt each round."""
        return tuple(table.dealer for table in self.deals)


def keep_score(match: Match, rounds: Iterable[RoundResult]) -> Sheet:
    """Deal each of these rounds and write it down. Raises ValueError for more than were agreed."""
    deals: list[RoundState] = []
    winners: list[int] = []
    dealt_by: tuple[Rule, ...] = ()  # A later deal has the rules of the first, and more.
    scored_by: list[Rule] = []
    for result in rounds:
        dealt, scored = deal_round(match), score_round(match, result)
        if not isinstance(dealt, Dealt) or not isinstance(scored, Scored):
            raise ValueError("more rounds than were agreed")
        match = scored.match
        deals.append(dealt.state)
        winners += match.winners
        dealt_by = dealt.rules
        scored_by += scored.rules
    rules = tuple(dict.fromkeys((*dealt_by, *scored_by)))
    return Sheet(match, tuple(deals), tuple(winners), rules)


def result_of(points: tuple[int, ...]) -> RoundResult:
    """A round that ended with these points, as far as a match asks."""
    return RoundResult(Rule.END_EMPTY_HAND, lowest(points), points)
