"""What cards count: laid in a meld, and left in a hand."""

from __future__ import annotations

import pytest

from rami_engine.cards import PACK, Rank, parse_card, parse_cards
from rami_engine.meld import Meld, judge_meld
from rami_engine.rules import Rule
from rami_engine.ruleset import HOUSE, REFERENCE, RuleSet
from rami_engine.values import (
    LAID_VALUE_RULES,
    hand_points,
    hand_value,
    laid_joker_value,
    laid_value,
)

FACES = [(rank, int(rank.value)) for rank in Rank if rank.value.isdigit() and rank is not Rank.TEN]
COURTS = [Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING]


def counts(cards: str, rules: RuleSet) -> list[int]:
    meld = judge_meld(parse_cards(cards), rules)
    assert isinstance(meld, Meld)
    return [place.points for place in meld.laid]


def test_the_faces_are_two_to_nine() -> None:
    assert [value for _, value in FACES] == list(range(2, 10))


@pytest.mark.parametrize(("rank", "value"), FACES)
def test_two_to_nine_count_their_face_laid_and_held(rank: Rank, value: int) -> None:
    for low in (True, False):
        assert laid_value(rank, low, REFERENCE.laid) == (value, Rule.VALUE_FACE)
    card = parse_card(f"{rank.value}S")
    assert hand_value(card, REFERENCE.hand) == (value, Rule.SCORE_FACE)


@pytest.mark.parametrize("rank", COURTS)
def test_ten_jack_queen_and_king_count_ten_laid_and_held(rank: Rank) -> None:
    for low in (True, False):
        assert laid_value(rank, low, REFERENCE.laid) == (10, Rule.VALUE_COURT)
    card = parse_card(f"{rank.value}S")
    assert hand_value(card, REFERENCE.hand) == (10, Rule.SCORE_COURT)


def test_an_ace_counts_one_at_the_low_end_of_a_run() -> None:
    assert laid_value(Rank.ACE, True, REFERENCE.laid) == (1, Rule.VALUE_ACE_LOW)
    assert counts("AH 2H 3H", REFERENCE) == [1, 2, 3]


def test_an_ace_counts_eleven_at_the_high_end_and_in_a_set() -> None:
    assert laid_value(Rank.ACE, False, REFERENCE.laid) == (11, Rule.VALUE_ACE_HIGH)
    assert counts("QH KH AH", REFERENCE) == [10, 10, 11]
    assert counts("AC AH AS", REFERENCE) == [11, 11, 11]


@pytest.mark.parametrize(
    ("cards", "reference", "house"),
    [
        ("JK 7S 8S", [6, 7, 8], [15, 7, 8]),
        ("JK 2H 3H", [1, 2, 3], [15, 2, 3]),
        ("JK QH KH AH", [10, 10, 10, 11], [15, 10, 10, 11]),
        ("AC AH JK", [11, 11, 11], [11, 11, 15]),
        ("KC KH JK", [10, 10, 10], [10, 10, 15]),
        ("QH JK AH", [10, 10, 11], [10, 15, 11]),
    ],
)
def test_a_joker_counts_as_its_card_or_flat_by_the_house_rules(
    cards: str, reference: list[int], house: list[int]
) -> None:
    assert counts(cards, REFERENCE) == reference
    assert counts(cards, HOUSE) == house


def test_a_joker_names_the_rule_of_its_value() -> None:
    assert laid_joker_value(Rank.ACE, True, REFERENCE.laid) == (1, Rule.VALUE_JOKER_CARD)
    assert laid_joker_value(Rank.ACE, True, HOUSE.laid) == (15, Rule.VALUE_JOKER_FLAT)


@pytest.mark.parametrize(
    ("card", "value", "rule"), [("AS", 11, Rule.SCORE_ACE), ("JK", 20, Rule.SCORE_JOKER)]
)
def test_aces_and_jokers_count_high_in_the_hand(card: str, value: int, rule: Rule) -> None:
    for rules in (REFERENCE, HOUSE):
        assert hand_value(parse_card(card), rules.hand) == (value, rule)


@pytest.mark.parametrize(
    ("hand", "points"), [("", 0), ("2S", 2), ("AS AS", 22), ("JK 10H 9C KD AC", 60)]
)
def test_a_hand_counts_all_its_cards(hand: str, points: int) -> None:
    assert hand_points(parse_cards(hand), REFERENCE.hand) == points


def test_a_whole_pack_in_the_hand_counts_four_times_its_suit() -> None:
    assert hand_points(PACK, REFERENCE.hand) == 4 * (11 + sum(range(2, 10)) + 4 * 10)


def test_every_rule_of_a_laid_value_is_known_as_one() -> None:
    assert {rule for rule in Rule if rule.value.startswith("value.")} == LAID_VALUE_RULES
