"""A round: jokers are taken and played again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rami_engine.actions import Discard
from rami_engine.answers import Refused
from rami_engine.cards import JOKER, notation
from rami_engine.events import JokerTaken
from rami_engine.rules import Rule
from tests.rounds import (
    PILE,
    RUN_51,
    STOCK,
    after,
    cards_of,
    discard,
    lay,
    lay_off,
    on_table,
    play,
    refusal,
    swap,
    table,
)


def test_a_joker_is_taken_for_exactly_its_card_and_played_again() -> None:
    start = table("6S KD KH 2D", "6H 7H", melds="1: 7S 8S JK", opened=(0, 1))
    taken = play(start, STOCK, swap(0, "6S"))
    assert taken.rules == (Rule.JOKER_SWAP_OPENED, Rule.JOKER_SWAP)
    assert on_table(taken.state) == ["6S 7S 8S"]
    assert notation(taken.state.hand) == "KD KH 2D 8S JK"
    (event,) = taken.events
    assert isinstance(event, JokerTaken)
    assert (event.index, str(event.card)) == (0, "6S")
    again = play(taken.state, lay("KD KH JK"))
    assert Rule.JOKER_PLAY_AGAIN in again.rules
    last = play(again.state, discard("2D"))
    assert not {Rule.JOKER_STAYS, Rule.JOKER_PLAY_AGAIN} & set(last.rules)


def test_no_other_card_takes_the_joker() -> None:
    start = table("9S 6H 2D", "6H 7H", melds="1: 7S 8S JK | 1: 2C 3C 4C", opened=(0, 1))
    state = after(start, STOCK)
    for index, card in ((0, "9S"), (0, "6H"), (1, "2D")):
        assert refusal(state, swap(index, card)) == Refused(Rule.JOKER_SWAP, cards_of(card))


def test_before_opening_no_joker_is_taken() -> None:
    start = table("6S KD KH 2D", "6H 7H", melds="1: 7S 8S JK", opened=(1,))
    state = after(start, STOCK)
    assert refusal(state, swap(0, "6S")) == Refused(Rule.JOKER_SWAP_OPENED, cards_of("6S"))


def test_once_the_melds_of_the_turn_meet_the_opening_a_joker_is_taken() -> None:
    start = table(f"{RUN_51} 6S 2D", "6H 7H", melds="1: 7S 8S JK", opened=(1,))
    state = after(start, STOCK, lay(RUN_51))
    assert Rule.JOKER_SWAP in play(state, swap(0, "6S")).rules


def test_in_a_set_the_joker_lies_beside_three_natural_cards_before_it_is_taken() -> None:
    start = table("9H 9S 2D 3C", "6H 7H", melds="1: 9C 9D JK | 1: 2H 3H 4H", opened=(0, 1))
    state = after(start, STOCK)
    for card in ("9H", "9S"):
        assert refusal(state, swap(0, card)) == Refused(Rule.JOKER_OPEN_SUIT, cards_of(card))
    third = play(state, lay_off(0, "9H"))
    answer = play(third.state, swap(0, "9S"))
    assert {Rule.JOKER_OPEN_SUIT, Rule.JOKER_SWAP} <= set(answer.rules)
    assert on_table(answer.state)[0] == "9C 9D 9H 9S"


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        pytest.param("6S 2D KC", "1: 7S 8S JK", id="laid off on the very meld"),
        pytest.param("6S 2D KC", "1: 7S 8S JK | 1: 3H 4H 5H", id="laid off on another meld"),
        pytest.param("9S KD KH 2D", "1: 9C 9D 9H JK", id="in a set from the hand"),
        pytest.param("9S QH KH 2D", "1: 9C 9D 9H JK", id="in a run from the hand"),
        pytest.param("9S 10H QH 2D", "1: 9C 9D 9H JK", id="in the gap of a run from the hand"),
    ],
)
def test_while_a_taken_joker_can_be_played_nothing_is_discarded(hand: str, melds: str) -> None:
    state = after(table(hand, "6H 7H", melds=melds, opened=(0, 1)), STOCK)
    state = after(state, swap(0, hand.split()[0]))
    for card in state.hand:
        assert refusal(state, Discard(card)) == Refused(Rule.JOKER_PLAY_AGAIN, (JOKER,))


def test_a_taken_joker_that_fits_nowhere_stays_in_the_hand() -> None:
    start = table("9S 2D KC", "6H 7H", melds="1: 9C 9D 9H JK", opened=(0, 1))
    answer = play(start, STOCK, swap(0, "9S"), discard("2D"))
    assert Rule.JOKER_STAYS in answer.rules
    assert answer.state.hands[0] == cards_of("KC 8S JK")


def test_a_joker_that_stayed_is_an_ordinary_card_next_turn() -> None:
    start = table("9S 2D KC", "6H", melds="1: 9C 9D 9H JK", opened=(0, 1), stock="2C KD 4H 7D")
    state = after(start, STOCK, swap(0, "9S"), discard("2D"), STOCK, discard("6H"), STOCK)
    assert after(state, lay("KC KD JK"))
    answer = play(state, discard("KC"))
    assert Rule.JOKER_STAYS not in answer.rules


def test_two_taken_jokers_are_both_played_again() -> None:
    melds = "1: 7S 8S JK | 1: 7D 8D JK | 1: 2H 3H 4H"
    start = table("6S 6D 2C KC", "6H 7H", melds=melds, opened=(0, 1))
    state = after(start, STOCK, swap(0, "6S"), swap(1, "6D"), lay_off(0, "JK"))
    assert refusal(state, discard("2C")).rule is Rule.JOKER_PLAY_AGAIN
    assert after(state, lay_off(2, "JK"), discard("2C")).player == 1


def test_playing_another_joker_settles_what_is_owed_for_jokers_are_alike() -> None:
    start = table("9S JK KD KH 2D 3C", "6H 7H", melds="1: 9C 9D 9H JK", opened=(0, 1))
    state = after(start, STOCK, swap(0, "9S"), lay("KD KH JK"))
    assert JOKER in state.hand
    assert after(state, discard("2D")).player == 1


def test_a_joker_that_was_not_taken_need_not_be_played() -> None:
    start = table("JK KD KH 2D", "6H 7H", opened=(0,))
    assert Rule.JOKER_STAYS not in play(start, STOCK, discard("2D")).rules


def test_only_the_play_of_a_joker_that_is_owed_plays_it_again() -> None:
    start = table("9S JK KD KH 5C 6C 7C 2D", "6H", melds="1: 9C 9D 9H JK", opened=(0, 1))
    own = play(start, STOCK, lay("KD KH JK"))
    assert Rule.JOKER_PLAY_AGAIN not in own.rules
    natural = play(start, STOCK, swap(0, "9S"), lay("5C 6C 7C"))
    assert Rule.JOKER_PLAY_AGAIN not in natural.rules
    assert refusal(natural.state, discard("2D")).rule is Rule.JOKER_PLAY_AGAIN


def test_a_swap_that_would_leave_nothing_to_discard_is_refused() -> None:
    start = table("9S", "6H 7H", melds="1: 9C 9D 9H JK | 1: 2H 3H 4H", opened=(0, 1))
    start = replace(start, discards=cards_of("KC"))
    assert refusal(after(start, PILE), swap(0, "9S")).rule is Rule.TURN_KEEP_A_DISCARD


def test_a_joker_that_cannot_be_played_is_not_discarded_either() -> None:
    start = table("9S 5D KC", "6H 7H", melds="1: 9C 9D 9H JK", opened=(0, 1))
    state = after(start, STOCK, swap(0, "9S"))
    assert refusal(state, discard("JK")).rule is Rule.JOKER_STAYS
    assert Rule.JOKER_STAYS in play(state, discard("KC")).rules


def test_of_two_jokers_one_may_be_discarded_when_none_can_be_played() -> None:
    start = table("9S 5D KC JK", "6H 7H", melds="1: 9C 9D 9H JK", opened=(0, 1))
    state = after(start, STOCK, swap(0, "9S"))
    assert Rule.JOKER_STAYS in play(state, discard("JK")).rules


def test_the_last_free_card_is_not_laid_off_beside_a_joker_that_stays() -> None:
    start = table("KC", "6H 7H", melds="1: KH KS KD JK | 1: 6S JK 8S", opened=(0, 1))
    start = replace(start, stock=cards_of("4D 9S"))
    state = after(start, STOCK, swap(0, "KC"))
    assert refusal(state, lay_off(1, "9S")).rule is Rule.TURN_KEEP_A_DISCARD
    assert refusal(state, discard("JK")).rule is Rule.JOKER_STAYS
    assert Rule.JOKER_STAYS in play(state, discard("9S")).rules


def test_a_play_of_the_joker_together_with_the_last_card_counts() -> None:
    start = table("9S", "6H 7H", melds="1: 9C 9D 9H JK | 1: 2H 3H 4H", opened=(0, 1))
    start = replace(start, discards=cards_of("6H"))
    state = after(start, PILE, swap(0, "9S"))
    assert refusal(state, lay_off(1, "JK")).rule is Rule.TURN_KEEP_A_DISCARD
    assert refusal(state, discard("JK")).rule is Rule.JOKER_PLAY_AGAIN
    answer = play(state, lay_off(1, "JK 6H"))
    assert {Rule.JOKER_PLAY_AGAIN, Rule.END_NO_FINAL_DISCARD} <= set(answer.rules)
