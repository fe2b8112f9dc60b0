"""A round: cards are discarded, which ends a turn."""

from __future__ import annotations

from rami_engine.answers import Refused
from rami_engine.cards import JOKER, parse_card
from rami_engine.events import Discarded
from rami_engine.rules import Rule
from rami_engine.state import Phase
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


def test_a_discard_ends_the_turn_and_the_player_on_the_left_draws() -> None:
    answer = play(table("4C 5D", "6H 7H", "KC KD", player=1), STOCK, discard("6H"))
    assert answer.rules == (Rule.TURN_DISCARD, Rule.TURN_PASSES)
    assert answer.events == (Discarded(1, parse_card("6H")),)
    assert answer.state.discards == cards_of("9S 6H")
    assert (answer.state.player, answer.state.turn) == (2, 2)
    assert answer.state.phase is Phase.DRAW


def test_after_the_last_player_the_first_one_draws() -> None:
    assert after(table("4C 5D", "6H 7H", player=1), STOCK, discard("6H")).player == 0


def test_nothing_is_discarded_before_the_draw() -> None:
    state = table("4C 5D", "6H 7H")
    assert refusal(state, discard("4C")) == Refused(Rule.TURN_DISCARD, cards_of("4C"))


def test_only_a_card_of_the_hand_is_discarded() -> None:
    state = after(table("4C 5D", "6H 7H"), STOCK)
    assert refusal(state, discard("6H")) == Refused(Rule.TURN_DISCARD, cards_of("6H"))


def test_a_card_drawn_from_the_stock_may_be_discarded_at_once() -> None:
    answer = play(table("4C 5D", "6H 7H"), STOCK, discard("8S"))
    assert answer.rules == (Rule.TURN_DISCARD, Rule.TURN_PASSES)


def test_the_card_just_taken_from_the_discard_pile_may_not_be_discarded() -> None:
    state = after(table("4C 5D", "6H 7H"), PILE)
    assert refusal(state, discard("9S")) == Refused(Rule.TURN_NO_RETURN_DISCARD, cards_of("9S"))


def test_the_card_just_taken_may_stay_in_the_hand() -> None:
    answer = play(table("4C 5D", "6H 7H"), PILE, discard("4C"))
    assert answer.rules == (
        Rule.TURN_DISCARD,
        Rule.TURN_NO_RETURN_DISCARD,
        Rule.TURN_KEEP_DRAWN,
        Rule.TURN_PASSES,
    )
    assert answer.state.hands[0] == cards_of("5D 9S")


def test_a_card_taken_in_an_earlier_turn_may_be_discarded() -> None:
    state = after(table("4C 5D", "6H 7H"), PILE, discard("4C"), STOCK, discard("6H"), STOCK)
    assert Rule.TURN_NO_RETURN_DISCARD not in play(state, discard("9S")).rules


def test_one_of_two_identical_cards_may_be_discarded_though_one_was_just_taken() -> None:
    answer = play(table("9S 5D", "6H 7H"), PILE, discard("9S"))
    assert answer.rules == (
        Rule.TURN_DISCARD,
        Rule.TURN_IDENTICAL_DISCARD,
        Rule.TURN_KEEP_DRAWN,
        Rule.TURN_PASSES,
    )


def test_once_one_of_two_identical_cards_is_laid_the_other_may_be_discarded() -> None:
    start = table("9S 8S 7S 5D", "6H 7H", opened=(0,))
    answer = play(start, PILE, lay("7S 8S 9S"), discard("5D"))
    assert Rule.TURN_KEEP_DRAWN not in answer.rules
    twins = table("9S 8S 7S 5D", "6H 7H", opened=(0,), discards="9S")
    answer = play(twins, PILE, lay("7S 8S 9S"), discard("9S"))
    assert answer.rules == (Rule.TURN_DISCARD, Rule.TURN_PASSES)


def test_a_taken_card_that_has_been_laid_off_or_swapped_binds_no_longer() -> None:
    start = table("5D 6D", "6H 7H", melds="1: 6S 7S 8S", opened=(0, 1))
    answer = play(start, PILE, lay_off(0, "9S"), discard("5D"))
    assert Rule.TURN_KEEP_DRAWN not in answer.rules
    start = table("5D KD", "6H 7H", melds="1: 10S JS JK | 1: 2H 3H 4H", opened=(0, 1))
    answer = play(start, PILE, swap(0, "9S"), lay_off(1, "JK"), discard("5D"))
    assert Rule.TURN_KEEP_DRAWN not in answer.rules


def test_in_every_turn_the_card_just_taken_binds_anew() -> None:
    start = table("7S 8S 5D 4D", "6H 7H", opened=(0,))
    state = after(start, PILE, lay("7S 8S 9S"), discard("5D"), PILE)
    assert refusal(state, discard("5D")) == Refused(Rule.TURN_NO_RETURN_DISCARD, cards_of("5D"))


def test_a_joker_taken_from_the_discard_pile_binds_like_any_card() -> None:
    state = after(table("4C 5D", "6H 7H", discards="JK"), PILE)
    assert refusal(state, discard("JK")) == Refused(Rule.TURN_NO_RETURN_DISCARD, (JOKER,))
    twins = after(table("4C JK", "6H 7H", discards="JK"), PILE)
    assert Rule.TURN_IDENTICAL_DISCARD in play(twins, discard("JK")).rules


def test_a_play_may_not_leave_only_the_card_just_taken() -> None:
    start = table("5C 6C 7C", "6H 7H", melds="0: 7C 8C 9C", opened=(0,), discards="KD")
    state = after(start, PILE)
    assert refusal(state, lay("5C 6C 7C")) == Refused(
        Rule.TURN_KEEP_A_DISCARD, cards_of("5C 6C 7C")
    )
    start = table("6C", "6H 7H", melds="0: 7C 8C 9C", opened=(0,), discards="KD")
    state = after(start, PILE)
    assert refusal(state, lay_off(0, "6C")) == Refused(Rule.TURN_KEEP_A_DISCARD, cards_of("6C"))


def test_a_play_may_leave_one_card_beside_the_card_just_taken() -> None:
    start = table("5C 6C 7C 2D", "6H 7H", opened=(0,), discards="KD")
    answer = play(start, PILE, lay("5C 6C 7C"))
    assert Rule.TURN_KEEP_A_DISCARD in answer.rules
    assert after(answer.state, discard("2D")).hands[0] == cards_of("KD")


def test_a_play_may_leave_two_cards_identical_with_the_card_just_taken() -> None:
    start = table("5C 6C 7C KD", "6H 7H", opened=(0,), discards="KD")
    answer = play(start, PILE, lay("5C 6C 7C"))
    assert Rule.TURN_KEEP_A_DISCARD in answer.rules
    assert Rule.TURN_IDENTICAL_DISCARD in play(answer.state, discard("KD")).rules


def test_a_play_may_leave_a_single_card_that_was_not_just_taken() -> None:
    start = table("5C 6C 2D", "6H 7H", opened=(0,), discards="7C")
    answer = play(start, PILE, lay("5C 6C 7C"))
    assert Rule.TURN_KEEP_A_DISCARD not in answer.rules
    start = table("5C 6C 7C", "6H 7H", opened=(0,), stock="KD")
    answer = play(start, STOCK, lay("5C 6C 7C"))
    assert Rule.TURN_KEEP_A_DISCARD not in answer.rules


def test_a_longer_hand_does_not_ask_what_is_left_to_discard() -> None:
    start = table("5C 6C 7C 2D 3H", "6H 7H", opened=(0,), discards="KD")
    assert Rule.TURN_KEEP_A_DISCARD not in play(start, PILE, lay("5C 6C 7C")).rules
