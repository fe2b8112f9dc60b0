"""Melds: what is one, what it counts, and which rule refuses what is none."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
import yaml

from rami_engine.answers import Refused
from rami_engine.cards import JOKER, notation, parse_card, parse_cards
from rami_engine.meld import Meld, MeldKind, extend_meld, judge_meld, meld_kind, swap_joker
from rami_engine.rules import Rule
from rami_engine.ruleset import HOUSE, REFERENCE

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "cases" / "melds.yaml").read_text(encoding="utf-8")
)
VALID = [case for case in CASES if case["valid"]]
REFUSED = [case for case in CASES if not case["valid"]]


def judged(case: dict[str, Any]) -> Meld | Refused:
    kind = MeldKind(case["as"]) if "as" in case else None
    return judge_meld(parse_cards(case["cards"]), REFERENCE, kind)


def meld(cards: str) -> Meld:
    found = judge_meld(parse_cards(cards), REFERENCE)
    assert isinstance(found, Meld)
    return found


def extended(on: Meld, cards: str) -> Meld:
    found = extend_meld(on, parse_cards(cards), REFERENCE)
    assert isinstance(found, Meld)
    return found


def stands_for(found: Meld) -> str:
    assert found.joker
    return str(found.joker.stands_for)


def title(case: dict[str, Any]) -> str:
    return f"{case['cards']} {case.get('as', '')}".strip()


def test_the_corpus_holds_melds_of_both_verdicts() -> None:
    assert len(VALID) > 20
    assert len(REFUSED) > 20


@pytest.mark.parametrize("case", VALID, ids=title)
def test_a_valid_meld_counts_its_points(case: dict[str, Any]) -> None:
    found = judged(case)
    assert isinstance(found, Meld)
    assert found.points == case["points"]
    assert "joker" not in case or stands_for(found) == case["joker"]
    assert sorted(map(str, found.cards)) == sorted(case["cards"].split())


@pytest.mark.parametrize("case", [case for case in CASES if "house" in case], ids=title)
def test_by_the_house_rules_a_joker_counts_flat(case: dict[str, Any]) -> None:
    found = judge_meld(parse_cards(case["cards"]), HOUSE)
    assert isinstance(found, Meld)
    assert found.points == case["house"]
    assert Rule.VALUE_JOKER_FLAT in found.rules
    assert Rule.VALUE_JOKER_CARD not in found.rules


@pytest.mark.parametrize("case", REFUSED, ids=title)
def test_a_refused_meld_names_its_rule_and_cards(case: dict[str, Any]) -> None:
    found = judged(case)
    assert isinstance(found, Refused)
    assert found.rule.value == case["rule"]
    assert found.rule.refusable
    assert found.cards
    assert set(found.cards) <= set(parse_cards(case["cards"]))


@pytest.mark.parametrize(
    "case", [case for case in CASES if len(case["cards"].split()) <= 5], ids=title
)
def test_the_order_of_the_cards_changes_nothing(case: dict[str, Any]) -> None:
    kind = MeldKind(case["as"]) if "as" in case else None
    first = judged(case)
    for cards in permutations(parse_cards(case["cards"])):
        found = judge_meld(cards, REFERENCE, kind)
        if isinstance(first, Refused):
            assert isinstance(found, Refused)
            assert found.rule is first.rule
        else:
            assert isinstance(found, Meld)
            assert found.points == first.points
            assert found.joker == first.joker


# Sets


def test_three_and_four_suits_of_a_rank_are_sets() -> None:
    for cards in ("7S 7H 7D", "7S 7H 7D 7C"):
        found = meld(cards)
        assert found.kind is MeldKind.SET
        assert {Rule.SET_SIZE, Rule.SET_ONE_RANK, Rule.SET_DISTINCT_SUITS} <= set(found.rules)


def test_the_cards_that_repeat_a_suit_are_named() -> None:
    assert judge_meld(parse_cards("7S 7H 7S"), REFERENCE) == Refused(
        Rule.SET_DISTINCT_SUITS, parse_cards("7S 7S")
    )


def test_a_set_is_never_a_pure_run() -> None:
    assert not meld("7S 7H 7D").is_pure_run


# Runs


def test_a_run_without_a_joker_is_pure() -> None:
    assert meld("5C 6C 7C").is_pure_run


@pytest.mark.parametrize("cards", ["5C 6C JK", "5C 6C 7C JK", "JK 5C 6C 7C 8C"])
def test_a_run_with_a_joker_is_not_pure_however_many_natural_cards_follow(cards: str) -> None:
    assert not meld(cards).is_pure_run


def test_a_run_lies_in_its_order_however_it_was_listed() -> None:
    found = meld("KS 10S JK QS")
    assert notation(found.cards) == "10S JK QS KS"
    assert Rule.MELD_ANY_ORDER in found.rules


def test_a_run_listed_in_its_order_needs_no_other() -> None:
    assert Rule.MELD_ANY_ORDER not in meld("10S JK QS KS").rules


def test_a_run_with_an_ace_at_either_end_applies_the_rules_of_the_ace() -> None:
    for cards, value in (("AH 2H 3H", Rule.VALUE_ACE_LOW), ("QH KH AH", Rule.VALUE_ACE_HIGH)):
        assert {Rule.RUN_ACE_ENDS, Rule.RUN_NO_WRAP, value} <= set(meld(cards).rules)


def test_a_run_without_an_ace_applies_no_rule_of_the_ace() -> None:
    assert not {Rule.RUN_ACE_ENDS, Rule.RUN_NO_WRAP} & set(meld("5C 6C 7C").rules)


def test_a_joker_for_an_ace_is_an_ace_at_the_end() -> None:
    assert Rule.RUN_ACE_ENDS in meld("2H 3H JK").rules


# The joker


def test_a_joker_with_two_places_takes_the_lower() -> None:
    for cards, card in (("JH QH JK", "10H"), ("QH KH JK", "JH"), ("7S 8S JK", "6S")):
        assert stands_for(meld(cards)) == card
        assert Rule.JOKER_LOWER_POSITION in meld(cards).rules


def test_a_joker_with_one_place_chooses_nothing() -> None:
    for cards in ("5C JK 7C", "AH 2H JK", "QH KH AH JK"):
        assert Rule.JOKER_LOWER_POSITION not in meld(cards).rules


def test_a_joker_beside_two_of_a_set_leaves_its_suit_open() -> None:
    found = meld("9C 9D JK")
    assert found.joker
    assert found.joker.stands_for is None
    assert Rule.JOKER_OPEN_SUIT in found.rules


def test_a_joker_beside_three_of_a_set_stands_for_the_fourth() -> None:
    found = meld("9C 9D 9H JK")
    assert stands_for(found) == "9S"
    assert Rule.JOKER_OPEN_SUIT not in found.rules


def test_a_meld_without_a_joker_has_none() -> None:
    assert meld("5C 6C 7C").joker is None
    assert Rule.MELD_ONE_JOKER not in meld("5C 6C 7C").rules


# Laying off


@pytest.mark.parametrize(
    ("on", "cards", "result"),
    [
        ("7S 8S 9S", "10S", "7S 8S 9S 10S"),
        ("7S 8S 9S", "6S", "6S 7S 8S 9S"),
        ("7S 8S 9S", "10S 6S", "6S 7S 8S 9S 10S"),
        ("7S 8S 9S", "JS 10S", "7S 8S 9S 10S JS"),
        ("7S 8S 9S", "JK", "JK 7S 8S 9S"),
        ("7S 8S 9S", "JK JS", "7S 8S 9S JK JS"),
        ("JK 7S 8S", "5S", "5S JK 7S 8S"),
        ("JK 7S 8S", "9S", "JK 7S 8S 9S"),
        ("2H 3H JK", "4H", "JK 2H 3H 4H"),
        ("JH QH KH", "AH", "JH QH KH AH"),
        ("2S 3S 4S", "AS", "AS 2S 3S 4S"),
        ("9C 9D 9H", "9S", "9C 9D 9H 9S"),
        ("9C 9D 9H", "JK", "9C 9D 9H JK"),
        ("9C 9D JK", "9H", "9C 9D 9H JK"),
        ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS", "KS AS", None),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS", "KS", None),
    ],
)
def test_cards_that_go_on_are_laid_off(on: str, cards: str, result: str | None) -> None:
    found = extended(meld(on), cards)
    assert result is None or notation(found.cards) == result
    assert len(found.cards) == len((on + " " + cards).split())
    assert Rule.MELD_ANY_ORDER not in found.rules


@pytest.mark.parametrize(
    ("on", "cards", "rule"),
    [
        ("7S 8S 9S", "JS", Rule.RUN_CONSECUTIVE),
        ("7S 8S 9S", "8S", Rule.RUN_CONSECUTIVE),
        ("7S 8S 9S", "10H", Rule.RUN_ONE_SUIT),
        ("QH KH AH", "2H", Rule.RUN_NO_WRAP),
        ("AH 2H 3H", "KH", Rule.RUN_NO_WRAP),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "AS", Rule.RUN_NO_WRAP),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "JK", Rule.RUN_NO_WRAP),
        ("JK 7S 8S", "JK", Rule.MELD_ONE_JOKER),
        ("9C 9D 9H", "8C", Rule.SET_ONE_RANK),
        ("9C 9D 9H", "9H", Rule.SET_DISTINCT_SUITS),
        ("9C 9D 9H 9S", "9S", Rule.SET_DISTINCT_SUITS),
        ("9C 9D 9H 9S", "JK", Rule.SET_SIZE),
        ("9C 9D JK", "9H 9S", Rule.SET_SIZE),
    ],
)
def test_cards_that_do_not_go_on_are_refused(on: str, cards: str, rule: Rule) -> None:
    found = extend_meld(meld(on), parse_cards(cards), REFERENCE)
    assert isinstance(found, Refused)
    assert found.rule is rule


def test_a_laid_joker_keeps_its_card_where_another_would_fit_now() -> None:
    found = meld("7S 8S JK")
    assert stands_for(found) == "6S"
    assert stands_for(extended(found, "9S 10S")) == "6S"
    assert Rule.JOKER_KEEPS_CARD in extended(found, "9S").rules


def test_the_card_of_a_laid_joker_cannot_be_laid_off_beside_it() -> None:
    for on, card, rule in (
        ("7S 8S JK", "6S", Rule.RUN_CONSECUTIVE),
        ("9C 9D 9H JK", "9S", Rule.SET_DISTINCT_SUITS),
    ):
        found = extend_meld(meld(on), parse_cards(card), REFERENCE)
        assert isinstance(found, Refused)
        assert found.rule is rule
        assert set(found.cards) == {parse_card(card), JOKER}


def test_an_open_suit_is_settled_by_the_third_natural_card() -> None:
    found = extended(meld("9C JK 9D"), "9S")
    assert stands_for(found) == "9H"
    assert Rule.JOKER_KEEPS_CARD not in found.rules


def test_a_joker_that_was_not_laid_before_keeps_nothing() -> None:
    assert Rule.JOKER_KEEPS_CARD not in extended(meld("7S 8S 9S"), "JK").rules


# Swapping


@pytest.mark.parametrize(
    ("on", "card", "result"),
    [
        ("7S 8S JK", "6S", "6S 7S 8S"),
        ("5C JK 7C", "6C", "5C 6C 7C"),
        ("2H 3H JK", "AH", "AH 2H 3H"),
        ("JH QH KH AH JK", "10H", "10H JH QH KH AH"),
        ("9C 9D 9H JK", "9S", "9C 9D 9H 9S"),
    ],
)
def test_exactly_the_card_of_a_joker_takes_its_place(on: str, card: str, result: str) -> None:
    found = swap_joker(meld(on), parse_card(card), REFERENCE)
    assert isinstance(found, Meld)
    assert notation(found.cards) == result
    assert found.joker is None


@pytest.mark.parametrize(
    ("on", "card", "rule"),
    [
        ("7S 8S JK", "9S", Rule.JOKER_SWAP),
        ("7S 8S JK", "6H", Rule.JOKER_SWAP),
        ("7S 8S JK", "JK", Rule.JOKER_SWAP),
        ("7S 8S 9S", "8S", Rule.JOKER_SWAP),
        ("9C 9D 9H JK", "9H", Rule.JOKER_SWAP),
        ("9C 9D JK", "9S", Rule.JOKER_OPEN_SUIT),
        ("9C 9D JK", "8S", Rule.JOKER_OPEN_SUIT),
    ],
)
def test_no_other_card_takes_a_joker(on: str, card: str, rule: Rule) -> None:
    assert swap_joker(meld(on), parse_card(card), REFERENCE) == Refused(rule, (parse_card(card),))


def test_once_its_suit_is_settled_a_joker_can_be_swapped_for() -> None:
    settled = extended(meld("9C 9D JK"), "9H")
    found = swap_joker(settled, parse_card("9S"), REFERENCE)
    assert isinstance(found, Meld)
    assert found.joker is None


# Kinds and malformed input


@pytest.mark.parametrize(
    ("cards", "kind"),
    [("7S 7H 7D", MeldKind.SET), ("7S JK", MeldKind.SET), ("7S 8S JK", MeldKind.RUN)],
)
def test_cards_of_one_rank_are_meant_as_a_set_and_others_as_a_run(
    cards: str, kind: MeldKind
) -> None:
    assert meld_kind(parse_cards(cards)) is kind


def test_a_meld_without_cards_is_no_question() -> None:
    with pytest.raises(ValueError, match="a meld has cards"):
        judge_meld((), REFERENCE)


def test_the_numbers_of_a_meld_come_from_the_rule_set() -> None:
    long_runs = replace(REFERENCE, run_least=4, set_least=4)
    for cards, rule in (("5C 6C 7C", Rule.RUN_LENGTH), ("7S 7H 7D", Rule.SET_SIZE)):
        found = judge_meld(parse_cards(cards), long_runs)
        assert isinstance(found, Refused)
        assert found.rule is rule
