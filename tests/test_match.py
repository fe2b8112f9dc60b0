"""A match: an agreed number of rounds, the deal that passes on, and the lowest total."""

from __future__ import annotations

import pytest

from rami_engine.answers import Refused
from rami_engine.bot import choose
from rami_engine.deal import Dealt, deal
from rami_engine.game import play_round
from rami_engine.match import Match, Scored, begin_match, deal_round, score_round
from rami_engine.rules import Rule
from rami_engine.ruleset import HOUSE, REFERENCE, Game
from rami_engine.state import RoundResult


def begun(rounds: int = 3, players: int = 3, dealer: int = 0) -> Match:
    match = begin_match(players, Game.RAMI_51, REFERENCE, rounds, seed=7, dealer=dealer)
    assert isinstance(match, Match)
    return match


def dealt(match: Match) -> Dealt:
    found = deal_round(match)
    assert isinstance(found, Dealt)
    return found


def scored(match: Match, *points: int) -> Scored:
    winner = points.index(min(points))
    found = score_round(match, RoundResult(Rule.END_EMPTY_HAND, (winner,), points))
    assert isinstance(found, Scored)
    return found


def test_a_match_begins_without_points() -> None:
    match = begun()
    assert match.totals == (0, 0, 0)
    assert not match.is_over
    assert match.winners == ()


@pytest.mark.parametrize("players", [1, 7])
def test_a_match_needs_a_deck_for_its_players(players: int) -> None:
    found = begin_match(players, Game.RAMI_40, HOUSE, 3, seed=0)
    assert found == Refused(Rule.DECK_PLAYERS)


def test_a_match_has_rounds_and_a_dealer_among_its_players() -> None:
    with pytest.raises(ValueError, match="has rounds"):
        begin_match(4, Game.RAMI_40, HOUSE, 0, seed=0)
    for dealer in (-1, 4):
        with pytest.raises(ValueError, match="no player"):
            begin_match(4, Game.RAMI_40, HOUSE, 3, seed=0, dealer=dealer)


def test_the_first_round_is_dealt_by_the_first_dealer() -> None:
    first = dealt(begun(dealer=1))
    assert (first.state.dealer, first.state.player) == (1, 2)
    assert Rule.DEAL_PASSES not in first.rules
    assert Rule.DEAL_FIRST_PLAYER in first.rules


def test_where_nothing_else_is_agreed_player_0_deals_first() -> None:
    match = begin_match(4, Game.RAMI_40, HOUSE, 3, seed=0)
    assert isinstance(match, Match)
    assert dealt(match).state.dealer == 0


def test_the_deal_passes_on_after_every_round() -> None:
    match = begun(dealer=1)
    dealers = []
    for _ in range(3):
        dealers.append(dealt(match).state.dealer)
        match = scored(match, 0, 10, 20).match
    assert dealers == [1, 2, 0]


def test_from_the_second_round_on_the_deal_has_passed() -> None:
    second = dealt(scored(begun(), 0, 10, 20).match)
    assert Rule.DEAL_PASSES in second.rules


def test_every_round_is_shuffled_anew() -> None:
    match = begun()
    assert dealt(match).state == dealt(match).state
    assert dealt(match).state.hands != dealt(scored(match, 0, 10, 20).match).state.hands


def test_the_points_of_all_rounds_add_up() -> None:
    match = scored(scored(begun(), 0, 10, 25).match, 31, 0, 4).match
    assert match.totals == (31, 10, 29)
    assert match.scores == ((0, 10, 25), (31, 0, 4))


def test_the_match_is_over_after_the_agreed_rounds_and_the_lowest_total_wins() -> None:
    second = scored(scored(begun(), 0, 10, 25).match, 31, 0, 4)
    assert second.rules == (Rule.MATCH_ROUNDS,)
    assert not second.match.is_over
    assert second.match.winners == ()
    third = scored(second.match, 0, 30, 12)
    assert third.rules == (Rule.MATCH_ROUNDS, Rule.MATCH_LOWEST)
    assert third.match.is_over
    assert third.match.totals == (31, 40, 41)
    assert third.match.winners == (0,)


def test_equal_lowest_totals_share_the_match() -> None:
    match = scored(begun(rounds=1), 5, 0, 0).match
    assert match.winners == (1, 2)


def test_after_the_agreed_rounds_none_is_dealt_or_scored() -> None:
    match = scored(begun(rounds=1), 5, 0, 7).match
    assert deal_round(match) == Refused(Rule.MATCH_ROUNDS)
    result = RoundResult(Rule.END_EMPTY_HAND, (0,), (0, 1, 2))
    assert score_round(match, result) == Refused(Rule.MATCH_ROUNDS)


def test_a_result_of_another_table_is_malformed() -> None:
    with pytest.raises(ValueError, match="another number of players"):
        score_round(begun(), RoundResult(Rule.END_EMPTY_HAND, (0,), (0, 1)))


def test_a_match_of_two_rounds_is_played_from_a_seed() -> None:
    match = begun(rounds=2, players=4)
    while not match.is_over:
        *_, last = play_round(dealt(match).state, choose)
        assert last.answer.state.result
        outcome = score_round(match, last.answer.state.result)
        assert isinstance(outcome, Scored)
        match = outcome.match
    assert len(match.scores) == 2
    assert min(match.totals) >= 0
    assert match.winners


def test_a_round_of_a_match_is_the_round_of_its_seed_and_dealer() -> None:
    match = begun()
    assert deal(3, Game.RAMI_51, REFERENCE, 7, 0) == dealt(match)
