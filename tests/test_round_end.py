"""A round: how it ends, and when the stock is replaced before."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rami_engine.answers import Refused
from rami_engine.cards import parse_card
from rami_engine.events import Discarded, Reshuffled, RoundEnded
from rami_engine.rules import Rule
from rami_engine.state import Phase, RoundResult
from tests.rounds import (
    PILE,
    STOCK,
    after,
    cards_of,
    discard,
    lay,
    lay_off,
    play,
    refusal,
    swap,
    table,
)


def test_a_round_ends_with_the_discard_of_the_last_card() -> None:
    start = table("5C 6C 7C", "6H 10H AS JK", "4D 4D", opened=(0,))
    answer = play(start, STOCK, lay("5C 6C 7C"), discard("8S"))
    assert answer.rules == (
        Rule.TURN_DISCARD,
        Rule.END_EMPTY_HAND,
        Rule.SCORE_HAND,
        Rule.SCORE_FACE,
        Rule.SCORE_COURT,
        Rule.SCORE_ACE,
        Rule.SCORE_JOKER,
    )
    result = RoundResult(Rule.END_EMPTY_HAND, winners=(0,), points=(0, 47, 8))
    assert answer.state.result == result
    assert answer.events == (Discarded(0, parse_card("8S")), RoundEnded(result))


def test_a_round_ends_when_the_last_cards_are_laid_without_a_discard() -> None:
    start = table("5C 6C", "6H", opened=(0,), stock="7C")
    answer = play(start, STOCK, lay("5C 6C 7C"))
    assert {Rule.END_EMPTY_HAND, Rule.END_NO_FINAL_DISCARD, Rule.SCORE_HAND} <= set(answer.rules)
    assert not {Rule.OPENING_GOING_OUT, Rule.TURN_DISCARD} & set(answer.rules)
    assert answer.state.result == RoundResult(Rule.END_EMPTY_HAND, (0,), (0, 6))


def test_a_round_ends_when_the_last_cards_are_laid_off() -> None:
    start = table("5C", "6H", melds="0: 7C 8C 9C", opened=(0,), stock="6C")
    answer = play(start, STOCK, lay_off(0, "5C 6C"))
    assert Rule.END_NO_FINAL_DISCARD in answer.rules
    assert answer.state.result


def test_only_the_cards_that_are_left_are_counted() -> None:
    start = table("5C 6C", "6H", opened=(0,), stock="7C")
    rules = play(start, STOCK, lay("5C 6C 7C")).rules
    assert not {Rule.SCORE_COURT, Rule.SCORE_ACE, Rule.SCORE_JOKER} & set(rules)


def test_after_the_end_the_rule_that_ended_the_round_refuses_everything() -> None:
    state = after(table("5C 6C", "6H", opened=(0,), stock="7C"), STOCK, lay("5C 6C 7C"))
    for action in (STOCK, PILE, lay("6H"), lay_off(0, "6H"), swap(0, "6H"), discard("6H")):
        assert refusal(state, action) == Refused(Rule.END_EMPTY_HAND)
    limit = after(table("5C 6C", "6H 7H", turn=300), STOCK, discard("5C"))
    assert refusal(limit, STOCK) == Refused(Rule.END_TURN_LIMIT)
    empty = after(table("5C 6C", "6H 7H", stock="8S", reshuffles=2), STOCK, discard("5C"))
    assert refusal(empty, STOCK) == Refused(Rule.END_STOCK_EMPTY)


def test_the_discard_pile_without_its_top_becomes_an_empty_stock() -> None:
    start = table("5C 6C", "6H 7H", stock="8S", discards="2H 3H 4H 5H 9H")
    answer = play(start, STOCK, discard("5C"))
    assert answer.rules == (Rule.TURN_DISCARD, Rule.END_RESHUFFLE, Rule.TURN_PASSES)
    assert answer.events[-1] == Reshuffled(5)
    assert answer.state.discards == cards_of("5C")
    assert Counter(answer.state.stock) == Counter(cards_of("2H 3H 4H 5H 9H"))
    assert answer.state.reshuffles == 1
    assert answer.state.player == 1


def test_the_last_card_of_the_stock_is_played_before_the_pile_is_shuffled() -> None:
    state = after(table("5C 6C", "6H 7H", stock="8S", discards="2H 9H"), STOCK)
    assert (state.stock, state.reshuffles) == ((), 0)
    assert state.discards == cards_of("2H 9H")


def test_a_stock_that_still_holds_a_card_is_not_replaced() -> None:
    answer = play(table("5C 6C", "6H 7H", stock="2H 8S"), STOCK, discard("5C"))
    assert Rule.END_RESHUFFLE not in answer.rules
    assert answer.state.stock == cards_of("2H")


def test_the_seed_decides_the_order_of_a_reshuffle() -> None:
    start = table("5C 6C", "6H 7H", stock="8S", discards="2H 3H 4H 5H 6H 7H 8H 9H")
    stocks = {after(replace(start, seed=seed), STOCK, discard("5C")).stock for seed in (1, 1, 2)}
    assert len(stocks) == 2


def test_two_reshuffles_of_one_round_give_two_orders() -> None:
    pile = "2H 3H 4H 5H 6H 7H 8H 9H"
    start = table("5C 6C", "6H 7H", stock="8S", discards=pile)
    first = after(start, STOCK, discard("5C"))
    again = replace(start, seed=first.seed, reshuffles=1)
    second = after(again, STOCK, discard("5C"))
    assert second.reshuffles == 2
    assert second.stock != first.stock


def test_after_two_reshuffles_an_empty_stock_ends_the_round_for_the_lowest_hand() -> None:
    start = table("5C 6C", "6H 7H", "AS 2S", stock="8S", discards="2H 9H", reshuffles=2)
    answer = play(start, STOCK, discard("8S"))
    assert answer.rules == (
        Rule.TURN_DISCARD,
        Rule.END_STOCK_EMPTY,
        Rule.END_LOWEST_HAND,
        Rule.SCORE_HAND,
        Rule.SCORE_FACE,
        Rule.SCORE_ACE,
    )
    assert answer.state.result == RoundResult(Rule.END_STOCK_EMPTY, (0,), (11, 13, 13))
    assert answer.state.player == 0


def test_one_reshuffle_leaves_another() -> None:
    start = table("5C 6C", "6H 7H", stock="8S", discards="2H 9H", reshuffles=1)
    answer = play(start, STOCK, discard("8S"))
    assert (Rule.END_RESHUFFLE in answer.rules, answer.state.reshuffles) == (True, 2)


def test_one_card_below_the_top_is_a_stock() -> None:
    start = table("5C 6C", "6H 7H", stock="8S", discards="9S")
    assert after(start, STOCK, discard("8S")).stock == cards_of("9S")


def test_equal_lowest_hands_share_the_round() -> None:
    start = table("5C 6C", "6H 5H", "KS 2S", stock="8S", discards="2H 9H", reshuffles=2)
    answer = play(start, STOCK, discard("8S"))
    assert {Rule.END_LOWEST_HAND, Rule.END_SHARED} <= set(answer.rules)
    assert answer.state.result == RoundResult(Rule.END_STOCK_EMPTY, (0, 1), (11, 11, 12))


def test_after_three_hundred_turns_the_round_ends_for_the_lowest_hand() -> None:
    start = table("5C 6C", "6H 3H", turn=300)
    answer = play(start, STOCK, discard("8S"))
    assert answer.rules == (
        Rule.TURN_DISCARD,
        Rule.END_TURN_LIMIT,
        Rule.END_LOWEST_HAND,
        Rule.SCORE_HAND,
        Rule.SCORE_FACE,
    )
    assert answer.state.result == RoundResult(Rule.END_TURN_LIMIT, (1,), (11, 9))


def test_the_three_hundredth_turn_is_still_played() -> None:
    state = after(table("5C 6C", "6H 3H", turn=299), STOCK, discard("8S"))
    assert (state.turn, state.result) == (300, None)
    assert after(state, STOCK).phase is Phase.PLAY


def test_a_hand_emptied_in_the_last_turn_wins_by_its_own_rule() -> None:
    start = table("5C 6C", "6H 3H", turn=300, opened=(0,), stock="2D 7C")
    answer = play(start, STOCK, lay("5C 6C 7C"))
    assert answer.state.result == RoundResult(Rule.END_EMPTY_HAND, (0,), (0, 9))


def test_at_the_turn_limit_nothing_is_shuffled_any_more() -> None:
    start = table("5C 6C", "6H 3H", turn=300, stock="8S", discards="2H 9H")
    answer = play(start, STOCK, discard("8S"))
    assert Rule.END_RESHUFFLE not in answer.rules
