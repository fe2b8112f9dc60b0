"""Openings: the melds of one turn against the threshold, and the pure run of Rami 51."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from rami_engine.answers import Refused
from rami_engine.cards import parse_cards
from rami_engine.meld import Meld, judge_meld
from rami_engine.opening import Opening, judge_opening
from rami_engine.rules import Rule
from rami_engine.ruleset import REFERENCE, RULE_SETS_BY_NAME, Game, RuleSet

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "cases" / "openings.yaml").read_text(encoding="utf-8")
)


def melds(text: str, rules: RuleSet = REFERENCE) -> list[Meld]:
    found = [judge_meld(parse_cards(part), rules) for part in text.split("|") if part.strip()]
    assert all(isinstance(meld, Meld) for meld in found)
    return [meld for meld in found if isinstance(meld, Meld)]


def opening(text: str, game: Game, rules: RuleSet = REFERENCE) -> Opening:
    return judge_opening(melds(text, rules), game, rules)


def test_the_corpus_holds_openings_of_both_verdicts() -> None:
    assert {case["accepted"] for case in CASES} == {True, False}
    assert len(CASES) > 10


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']} {case['melds']}")
def test_an_opening_is_decided_by_its_total_and_its_pure_run(case: dict[str, Any]) -> None:
    rules = RULE_SETS_BY_NAME[case["rules"]]
    found = opening(case["melds"], Game(case["game"]), rules)
    assert found.total == case["total"]
    if case["accepted"]:
        assert found.refused is None
    else:
        assert found.refused
        assert found.refused.rule.value == case["rule"]
        assert found.refused.cards == tuple(c for meld in found.melds for c in meld.cards)
    assert {Rule.OPENING_SUM, Rule.OPENING_THRESHOLD} <= set(found.rules)


def test_the_threshold_is_the_games() -> None:
    assert opening("5C 6C 7C", Game.RAMI_40).threshold == 40
    assert opening("5C 6C 7C", Game.RAMI_51).threshold == 51


def test_only_rami_51_looks_for_a_pure_run() -> None:
    text = "QH KH AH | KH KS KD"
    assert Rule.OPENING_PURE_RUN in opening(text, Game.RAMI_51).rules
    assert Rule.OPENING_PURE_RUN not in opening(text, Game.RAMI_40).rules


def test_missing_points_are_told_before_a_missing_pure_run() -> None:
    found = opening("7S 7H 7D", Game.RAMI_51)
    assert found.refused == Refused(Rule.OPENING_THRESHOLD, parse_cards("7S 7H 7D"))
    assert Rule.OPENING_PURE_RUN not in found.rules


def test_a_joker_is_allowed_in_the_melds_beside_the_pure_run() -> None:
    assert Rule.OPENING_JOKER_ELSEWHERE in opening("QD KD AD | KH KS JK", Game.RAMI_51).rules


def test_without_a_joker_nothing_is_said_of_jokers() -> None:
    found = opening("QD KD AD | KH KS KC", Game.RAMI_51)
    assert Rule.OPENING_JOKER_ELSEWHERE not in found.rules
