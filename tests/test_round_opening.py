"""A round: players open."""

from __future__ import annotations

from collections import Counter

import pytest

from rami_engine.answers import Refused
from rami_engine.events import MeldsReturned, Opened
from rami_engine.rules import Rule
from rami_engine.ruleset import HOUSE, Game
from rami_engine.state import Phase
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


def test_melds_that_meet_the_opening_open_at_the_discard() -> None:
    start = table(f"{RUN_51} 4D 5D", "6H 7H")
    answer = play(start, STOCK, lay(RUN_51), discard("4D"))
    assert answer.rules == (
        Rule.OPENING_CHECK,
        Rule.OPENING_SUM,
        Rule.OPENING_THRESHOLD,
        Rule.OPENING_PURE_RUN,
        Rule.TURN_DISCARD,
        Rule.TURN_PASSES,
    )
    assert answer.events[0] == Opened(0, 51)
    assert answer.state.opened == (True, False)
    assert on_table(answer.state) == [RUN_51]


def test_all_melds_of_the_turn_are_added_up() -> None:
    start = table("5C 6C 7C KH KS KD 2H 2S 2D 4D 5D", "6H 7H")
    state = after(start, STOCK, lay("5C 6C 7C"), lay("KH KS KD"), lay("2H 2S 2D"))
    answer = play(state, discard("4D"))
    assert answer.events[0] == Opened(0, 54)


def test_a_joker_beside_the_pure_run_is_named() -> None:
    start = table("QH KH AH JK 7S 8S 4D 5D", "6H 7H")
    answer = play(start, STOCK, lay("QH KH AH"), lay("JK 7S 8S"), discard("4D"))
    assert Rule.OPENING_JOKER_ELSEWHERE in answer.rules
    assert answer.events[0] == Opened(0, 52)


def test_by_the_house_rules_a_joker_counts_flat_towards_the_opening() -> None:
    start = table("JK 2S 3S 4D 5D 6D KC", "6H 7H", game=Game.RAMI_40, rules=HOUSE)
    first = play(start, STOCK, lay("JK 2S 3S"))
    assert Rule.VALUE_JOKER_FLAT in first.rules
    answer = play(first.state, lay("4D 5D 6D"), discard("KC"))
    assert answer.events[0] == MeldsReturned(
        0, cards_of("JK 2S 3S 4D 5D 6D"), 35, Rule.OPENING_THRESHOLD
    )


@pytest.mark.parametrize(
    ("game", "melds", "total", "rule"),
    [
        (Game.RAMI_51, ["5C 6C 7C", "KH KS KD"], 48, Rule.OPENING_THRESHOLD),
        (Game.RAMI_51, ["QC QD QS", "KH KS KD"], 60, Rule.OPENING_PURE_RUN),
        (Game.RAMI_40, ["10H 10S 10C", "2D 3D 4D"], 39, Rule.OPENING_THRESHOLD),
    ],
)
def test_a_missed_opening_returns_the_melds_and_keeps_the_discard(
    game: Game, melds: list[str], total: int, rule: Rule
) -> None:
    cards = " ".join(melds)
    start = table(f"{cards} 4H 5H", "6H 7H", game=game)
    answer = play(start, STOCK, *map(lay, melds), discard("4H"))
    assert {Rule.OPENING_CHECK, Rule.OPENING_SUM, Rule.OPENING_RETURN, rule} <= set(answer.rules)
    assert not {Rule.TURN_DISCARD, Rule.TURN_PASSES} & set(answer.rules)
    assert answer.events == (MeldsReturned(0, cards_of(cards), total, rule),)
    assert answer.state.melds == ()
    assert answer.state.discards == start.discards
    assert Counter(answer.state.hand) == Counter(cards_of(f"{cards} 4H 5H 8S"))
    assert (answer.state.player, answer.state.phase) == (0, Phase.DISCARD_ONLY)
    assert answer.state.opened == (False, False)


def test_melds_of_others_stay_when_an_opening_is_missed() -> None:
    start = table("5C 6C 7C 4H", "6H 7H", melds="1: 2S 3S 4S", opened=(1,))
    assert on_table(after(start, STOCK, lay("5C 6C 7C"), discard("4H"))) == ["2S 3S 4S"]


def test_after_a_missed_opening_the_player_discards_as_usual() -> None:
    state = after(table("5C 6C 7C 4H", "6H 7H"), STOCK, lay("5C 6C 7C"), discard("4H"))
    answer = play(state, discard("5C"))
    assert answer.rules == (Rule.TURN_DISCARD, Rule.TURN_PASSES)
    assert answer.state.player == 1


def test_after_a_missed_opening_nothing_more_is_laid_in_this_turn() -> None:
    start = table(f"{RUN_51} 5C 6C 7C 4H", "6H 7H", melds="1: 2S 3S JK", opened=(1,))
    state = after(start, STOCK, lay("5C 6C 7C"), discard("4H"))
    assert refusal(state, lay(RUN_51)) == Refused(Rule.OPENING_RETRY, cards_of(RUN_51))
    assert refusal(state, lay_off(0, "4H")).rule is Rule.LAYOFF_OPENED
    assert refusal(state, swap(0, "4H")).rule is Rule.JOKER_SWAP_OPENED


def test_after_a_missed_opening_the_player_tries_again_next_turn() -> None:
    start = table(f"{RUN_51} 4H", "6H 7H", stock="2C 3C 4C 5C 6C", returned=(0,))
    answer = play(start, STOCK, lay(RUN_51))
    assert Rule.OPENING_RETRY in answer.rules
    opened = after(answer.state, discard("4H"))
    assert (opened.opened[0], opened.returned[0]) == (True, False)


def test_a_missed_opening_is_remembered_until_the_player_opens() -> None:
    state = after(table("5C 6C 7C 4H", "6H 7H"), STOCK, lay("5C 6C 7C"), discard("4H"))
    assert state.returned == (True, False)
    state = after(state, discard("4H"), STOCK, discard("6H"))
    assert state.returned == (True, False)


def test_a_first_attempt_is_no_second_one() -> None:
    answer = play(table(f"{RUN_51} 4H", "6H 7H", returned=(1,)), STOCK, lay(RUN_51))
    assert Rule.OPENING_RETRY not in answer.rules


def test_a_discard_that_is_not_allowed_is_refused_before_the_opening_is_checked() -> None:
    state = after(table("5C 6C 7C 4H", "6H 7H"), PILE, lay("5C 6C 7C"))
    assert refusal(state, discard("9S")).rule is Rule.TURN_NO_RETURN_DISCARD
    assert refusal(state, discard("KD")).rule is Rule.TURN_DISCARD


def test_a_taken_card_that_comes_back_with_the_melds_binds_again() -> None:
    start = table("5C 6C 4H", "6H 7H", discards="7C")
    state = after(start, PILE, lay("5C 6C 7C"), discard("4H"))
    assert refusal(state, discard("7C")) == Refused(Rule.TURN_NO_RETURN_DISCARD, cards_of("7C"))
    assert Rule.TURN_KEEP_DRAWN in play(state, discard("4H")).rules


def test_after_the_opening_turn_any_meld_may_be_laid() -> None:
    answer = play(table("2C 3C 4C 4H", "6H 7H", opened=(0,)), STOCK, lay("2C 3C 4C"))
    assert Rule.OPENING_NO_MINIMUM_AFTER in answer.rules
    answer = play(answer.state, discard("4H"))
    assert Rule.OPENING_CHECK not in answer.rules
    assert answer.rules == (Rule.TURN_DISCARD, Rule.TURN_PASSES)


def test_in_the_opening_turn_further_melds_belong_to_the_opening() -> None:
    start = table(f"{RUN_51} 2C 3C 4C 4H", "6H 7H")
    answer = play(start, STOCK, lay(RUN_51), lay("2C 3C 4C"))
    assert Rule.OPENING_NO_MINIMUM_AFTER not in answer.rules
    assert play(answer.state, discard("4H")).events[0] == Opened(0, 60)


def test_going_out_at_the_last_discard_is_an_opening_like_any() -> None:
    answer = play(table(f"{RUN_51}", "6H 7H"), STOCK, lay(RUN_51), discard("8S"))
    assert {Rule.OPENING_CHECK, Rule.END_EMPTY_HAND} <= set(answer.rules)
    assert Rule.OPENING_GOING_OUT not in answer.rules
    assert answer.state.opened[0]


def test_going_out_without_a_discard_in_the_opening_turn_must_meet_the_opening() -> None:
    answer = play(table("10H JH QH KH", "6H 7H", stock="AH"), STOCK, lay(RUN_51))
    assert {
        Rule.OPENING_GOING_OUT,
        Rule.OPENING_SUM,
        Rule.OPENING_THRESHOLD,
        Rule.OPENING_PURE_RUN,
        Rule.END_EMPTY_HAND,
        Rule.END_NO_FINAL_DISCARD,
    } <= set(answer.rules)
    assert isinstance(answer.events[1], Opened)
    assert answer.state.opened[0]


@pytest.mark.parametrize(
    "melds", [["5C 6C 7C"], ["10H JH QH KH"], ["KS KD KC KH", "QS QC QH QD"]], ids=str
)
def test_a_lay_down_that_would_empty_the_hand_short_of_the_opening_is_refused(
    melds: list[str],
) -> None:
    hand, _, last = " ".join(melds).rpartition(" ")
    state = after(table(hand, "6H 7H", stock=last), STOCK, *map(lay, melds[:-1]))
    answer = refusal(state, lay(melds[-1]))
    assert answer == Refused(Rule.OPENING_GOING_OUT, cards_of(melds[-1]))
