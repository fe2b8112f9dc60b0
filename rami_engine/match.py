"""A match: an agreed number of rounds, whose points add up."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rami_engine.answers import Refused
from rami_engine.deal import Dealt, deal
from rami_engine.deck import deck_for
from rami_engine.rules import Rule
from rami_engine.ruleset import Game, RuleSet
from rami_engine.state import RoundResult, lowest


@dataclass(frozen=True, slots=True)
class Match:
    """A match after some of its ``rounds``: ``scores`` holds every player's points by round.

    ``dealer`` deals the next round, ``seed`` shuffles it.
    """

    rules: RuleSet
    game: Game
    players: int
    rounds: int
    dealer: int
    seed: int
    scores: tuple[tuple[int, ...], ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """Every player's points of all rounds together."""
        return tuple(sum(points[seat] for points in self.scores) for seat in range(self.players))

    @property
    def is_over(self) -> bool:
        """Whether all rounds have been played."""
        return len(self.scores) >= self.rounds

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has the lowest total, once the match is over; several share an equal lowest."""
        return lowest(self.totals) if self.is_over else ()


@dataclass(frozen=True, slots=True)
class Scored:
    """A match with one more round written down, and the rules applied."""

    match: Match
    rules: tuple[Rule, ...]


def begin_match(
    players: int, game: Game, rules: RuleSet, rounds: int, seed: int, dealer: int = 0
) -> Match | Refused:
    """Agree on a match. Raises ValueError for no rounds, or no such dealer."""
    deck = deck_for(players, rules)
    if isinstance(deck, Refused):
        return deck
    if rounds < 1:
        raise ValueError("a match has rounds")
    if not 0 <= dealer < players:
        raise ValueError(f"no player {dealer}")
    return Match(rules, game, players, rounds, dealer, seed)


def deal_round(match: Match) -> Dealt | Refused:
    """Deal the next round of a match; refused when the agreed rounds have been played."""
    if match.is_over:
        return Refused(Rule.MATCH_ROUNDS)
    dealt = deal(match.players, match.game, match.rules, match.seed, match.dealer)
    if isinstance(dealt, Dealt) and match.scores:
        return replace(dealt, rules=(*dealt.rules, Rule.DEAL_PASSES))
    return dealt


def score_round(match: Match, result: RoundResult) -> Scored | Refused:
    """Write a round's points down and pass the deal on; after the last round the totals decide.

    Raises ValueError for points of another number of players.
    """
    if match.is_over:
        return Refused(Rule.MATCH_ROUNDS)
    if len(result.points) != match.players:
        raise ValueError("the result is one of another number of players")
    # A round's own reshuffles run on from its deal's seed; the next deal takes another one.
    after = replace(
        match,
        scores=(*match.scores, result.points),
        dealer=(match.dealer + 1) % match.players,
        seed=match.seed + 1,
    )
    rules = [Rule.MATCH_ROUNDS]
    if after.is_over:
        rules.append(Rule.MATCH_LOWEST)
    return Scored(after, tuple(rules))
