"""A round: tables that are given to begin with."""

from __future__ import annotations

import pytest

from tests.rounds import table


@pytest.mark.parametrize(
    "fault",
    [
        {"stock": ""},
        {"discards": ""},
        {"player": 2},
        {"player": -1},
        {"opened": (2,)},
        {"returned": (2,)},
        {"opened": (0,), "returned": (0,)},
        {"melds": "1: 2H 3H 4H"},
        {"melds": "2: 2H 3H 4H", "opened": (0, 1)},
        {"turn": 0},
        {"turn": 301},
        {"reshuffles": 3},
        {"reshuffles": -1},
    ],
    ids=str,
)
def test_a_table_that_no_play_leads_to_is_malformed(fault: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        table("5C 6C", "6H 3H", **fault)  # type: ignore[arg-type]


@pytest.mark.parametrize("hands", [["5C"], ["5C"] * 7, ["5C", ""]], ids=str)
def test_a_table_seats_two_to_six_players_with_cards(hands: list[str]) -> None:
    with pytest.raises(ValueError, match=r"hands|without cards"):
        table(*hands)


def test_without_a_dealer_the_player_before_has_dealt() -> None:
    assert table("5C 6C", "6H 3H", "4C 5C", player=0).dealer == 2
    assert table("5C 6C", "6H 3H", "4C 5C", player=2).dealer == 1
