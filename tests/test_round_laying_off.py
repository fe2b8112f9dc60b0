"""A round: cards are laid off."""

from __future__ import annotations

from rami_engine.answers import Refused
from rami_engine.events import CardsLaidOff, Opened
from rami_engine.rules import Rule
from tests.rounds import (
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
    table,
)


def test_a_player_who_has_opened_lays_off_on_any_meld() -> None:
    start = table("10H 6C 2D", "6H 7H", melds="1: JH QH KH | 0: 7C 8C 9C", opened=(0, 1))
    other = play(start, STOCK, lay_off(0, "10H"))
    assert {Rule.LAYOFF_OPENED, Rule.LAYOFF_ANY_MELD} <= set(other.rules)
    assert not {Rule.LAYOFF_SAME_TURN, Rule.TURN_LAY} & set(other.rules)
    (event,) = other.events
    assert isinstance(event, CardsLaidOff)
    assert (event.index, event.cards) == (0, cards_of("10H"))
    assert other.state.melds[0].owner == 1
    own = play(other.state, lay_off(1, "6C"))
    assert Rule.LAYOFF_OPENED in own.rules
    assert Rule.LAYOFF_ANY_MELD not in own.rules
    assert on_table(own.state) == ["10H JH QH KH", "6C 7C 8C 9C"]


def test_before_opening_nothing_is_laid_off() -> None:
    start = table("10H 5C 6C 7C 2D", "6H 7H", melds="1: JH QH KH", opened=(1,))
    state = after(start, STOCK)
    assert refusal(state, lay_off(0, "10H")) == Refused(Rule.LAYOFF_OPENED, cards_of("10H"))
    state = after(state, lay("5C 6C 7C"))
    assert refusal(state, lay_off(0, "10H")).rule is Rule.LAYOFF_OPENED
    assert refusal(state, lay_off(1, "10H")).rule is Rule.LAYOFF_OPENED


def test_once_the_melds_of_the_turn_meet_the_opening_cards_are_laid_off() -> None:
    start = table(f"{RUN_51} 4S 9H 2D 3D", "6H 7H", melds="1: 5S 6S 7S", opened=(1,))
    answer = play(start, STOCK, lay(RUN_51), lay_off(0, "4S"))
    assert {Rule.LAYOFF_SAME_TURN, Rule.LAYOFF_OPENED, Rule.LAYOFF_ANY_MELD} <= set(answer.rules)
    answer = play(answer.state, lay_off(1, "9H"), discard("2D"))
    assert Rule.LAYOFF_NOT_COUNTED in answer.rules
    assert answer.events[0] == Opened(0, 51)


def test_an_opening_without_lay_offs_counts_nothing_out() -> None:
    answer = play(table(f"{RUN_51} 2D 3D", "6H 7H"), STOCK, lay(RUN_51), discard("2D"))
    assert Rule.LAYOFF_NOT_COUNTED not in answer.rules


def test_the_lay_offs_of_one_player_are_not_counted_out_of_the_opening_of_another() -> None:
    start = table(f"{RUN_51} 9H 2D 3D", f"{RUN_51} 4D", stock="2C 3C 8S")
    state = after(start, STOCK, lay(RUN_51), lay_off(0, "9H"), discard("2D"))
    answer = play(state, STOCK, lay(RUN_51), discard("4D"))
    assert Rule.OPENING_CHECK in answer.rules
    assert Rule.LAYOFF_NOT_COUNTED not in answer.rules


def test_points_that_lay_offs_would_bring_do_not_open() -> None:
    start = table("QH KH AH KS KD 2D", "6H 7H", melds="1: KC QC JC", opened=(1,))
    state = after(start, STOCK, lay("QH KH AH"))
    assert refusal(state, lay_off(1, "KS")).rule is Rule.LAYOFF_OPENED


def test_going_out_by_a_lay_off_in_the_opening_turn_is_checked_as_well() -> None:
    start = table(RUN_51, "6H 7H", melds="1: 5S 6S 7S", opened=(1,))
    answer = play(start, STOCK, lay(RUN_51), lay_off(0, "8S"))
    assert {Rule.OPENING_GOING_OUT, Rule.LAYOFF_NOT_COUNTED, Rule.END_EMPTY_HAND} <= set(
        answer.rules
    )
    assert Opened(0, 51) in answer.events
    assert answer.state.opened == (True, True)


def test_a_lay_off_that_does_not_go_on_is_refused_by_the_rule_of_melds() -> None:
    start = table("10H 9H 7D JK", "6H 7H", melds="1: JH QH KH | 1: 7C 7S JK", opened=(0, 1))
    state = after(start, STOCK)
    assert refusal(state, lay_off(0, "9H")).rule is Rule.RUN_CONSECUTIVE
    assert refusal(state, lay_off(1, "JK")).rule is Rule.MELD_ONE_JOKER
    assert on_table(after(state, lay_off(0, "9H 10H")))[0] == "9H 10H JH QH KH"


def test_laying_off_keeps_the_card_of_a_laid_joker() -> None:
    start = table("9C 2D", "6H 7H", melds="1: 7C 8C JK", opened=(0, 1))
    answer = play(start, STOCK, lay_off(0, "9C"))
    assert Rule.JOKER_KEEPS_CARD in answer.rules
    assert on_table(answer.state) == ["JK 7C 8C 9C"]
