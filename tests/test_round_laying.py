"""A round: melds are laid."""

from __future__ import annotations

import pytest

from rami_engine.actions import Lay
from rami_engine.answers import Refused
from rami_engine.cards import notation
from rami_engine.events import MeldLaid
from rami_engine.meld import MeldKind
from rami_engine.play import act
from rami_engine.rules import Rule
from tests.rounds import STOCK, after, cards_of, lay, lay_off, on_table, play, refusal, swap, table


def test_a_meld_is_laid_from_the_hand_after_the_draw() -> None:
    answer = play(table("5C 6C 7C KD", "6H 7H"), STOCK, lay("5C 6C 7C"))
    assert on_table(answer.state) == ["5C 6C 7C"]
    assert notation(answer.state.hand) == "KD 8S"
    assert Rule.TURN_LAY in answer.rules
    assert {Rule.RUN_LENGTH, Rule.RUN_ONE_SUIT, Rule.RUN_CONSECUTIVE} < set(answer.rules)
    (event,) = answer.events
    assert isinstance(event, MeldLaid)
    assert (event.player, event.index, event.meld.points) == (0, 0, 18)


def test_nothing_is_laid_before_the_draw() -> None:
    state = table("5C 6C 7C KD", "6H 7H", melds="0: 9H 10H JH JK", opened=(0,))
    for action in (lay("5C 6C 7C"), lay_off(0, "KD"), swap(0, "KD")):
        assert refusal(state, action) == Refused(Rule.TURN_LAY)


def test_nothing_is_laid_that_is_not_in_the_hand() -> None:
    state = after(table("5C 6C KD", "7C 7H", melds="0: 9H 10H JH JK", opened=(0,)), STOCK)
    assert refusal(state, lay("5C 6C 7C")) == Refused(Rule.TURN_LAY, cards_of("7C"))
    assert refusal(state, lay("5C 5C 6C")) == Refused(Rule.TURN_LAY, cards_of("5C"))
    assert refusal(state, lay_off(0, "KH QH")) == Refused(Rule.TURN_LAY, cards_of("KH QH"))
    assert refusal(state, swap(0, "8H")) == Refused(Rule.TURN_LAY, cards_of("8H"))


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ("5C 6C 8C", Rule.RUN_CONSECUTIVE),
        ("5C 6C", Rule.RUN_LENGTH),
        ("5C 6C 7S", Rule.RUN_ONE_SUIT),
        ("KD AD 2D", Rule.RUN_NO_WRAP),
        ("6C 6H", Rule.SET_SIZE),
        ("6C 6H 6H", Rule.SET_DISTINCT_SUITS),
        ("5C JK JK", Rule.MELD_ONE_JOKER),
    ],
)
def test_what_is_no_meld_is_refused_by_the_rule_of_melds(cards: str, rule: Rule) -> None:
    hand = "5C 6C 8C 6H 6H 7S KD AD 2D JK JK"
    assert refusal(after(table(hand, "7C 7H"), STOCK), lay(cards)).rule is rule


def test_a_meld_may_be_laid_as_the_kind_that_it_is() -> None:
    state = after(table("5C 6C 7C KD", "6H 7H"), STOCK)
    assert refusal(state, Lay(cards_of("5C 6C 7C"), MeldKind.SET)).rule is Rule.SET_ONE_RANK
    assert after(state, Lay(cards_of("5C 6C 7C"), MeldKind.RUN)).melds


def test_a_meld_listed_in_any_order_is_laid_in_its_own() -> None:
    answer = play(table("5C 6C 7C KD", "6H 7H"), STOCK, lay("7C 5C 6C"))
    assert on_table(answer.state) == ["5C 6C 7C"]
    assert Rule.MELD_ANY_ORDER in answer.rules


def test_laying_off_needs_no_order_and_does_not_name_it() -> None:
    start = table("6C 2D", "6H 7H", melds="0: 7C 8C 9C", opened=(0,))
    answer = play(start, STOCK, lay_off(0, "6C"))
    assert on_table(answer.state) == ["6C 7C 8C 9C"]
    assert Rule.MELD_ANY_ORDER not in answer.rules


def test_points_are_asked_for_before_the_opening_and_not_after_it() -> None:
    hand = "5C 6C 7C KD"
    before = play(table(hand, "6H 7H"), STOCK, lay("5C 6C 7C"))
    assert Rule.VALUE_FACE in before.rules
    later = play(table(hand, "6H 7H", opened=(0,)), STOCK, lay("5C 6C 7C"))
    assert Rule.VALUE_FACE not in later.rules


def test_actions_that_name_nothing_are_malformed() -> None:
    state = after(table("5C 6C 7C KD", "6H 7H", melds="0: 7C 8C 9C", opened=(0,)), STOCK)
    for action in (lay(""), lay_off(0, ""), lay_off(1, "5C"), lay_off(-1, "5C"), swap(1, "5C")):
        with pytest.raises(ValueError, match=r"a meld has cards|takes cards|no meld"):
            act(state, action)
