"""A set of four and a pure run have names of their own."""

from __future__ import annotations

import pytest

from rami_engine.cards import parse_cards
from rami_engine.meld import Meld, judge_meld
from rami_engine.naming import meld_name
from rami_engine.ruleset import REFERENCE


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("KH KS KD", "set"),
        ("KH KS JK", "set"),
        ("KH KS KD KC", "set-of-four"),
        ("KH KS KD JK", "set-of-four"),
        ("5C 6C 7C", "pure-run"),
        ("5C 6C 7C 8C", "pure-run"),
        ("5C JK 7C", "run"),
    ],
)
def test_a_meld_is_called_by_its_kind(cards: str, name: str) -> None:
    meld = judge_meld(parse_cards(cards), REFERENCE)
    assert isinstance(meld, Meld)
    assert meld_name(meld, REFERENCE).value == name
