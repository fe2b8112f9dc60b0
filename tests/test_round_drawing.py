"""A round: cards are drawn."""

from __future__ import annotations

from rami_engine.answers import Refused
from rami_engine.cards import notation, parse_card
from rami_engine.events import Drawn
from rami_engine.rules import Rule
from rami_engine.state import Phase
from tests.rounds import PILE, STOCK, after, cards_of, discard, lay, play, refusal, table


def test_a_turn_begins_with_the_top_card_of_the_stock_or_of_the_discard_pile() -> None:
    start = table("4C 5D", "6H 7H", stock="2C 3D", discards="9S KD")
    for draw, card, stock, discards in (
        (STOCK, "3D", "2C", "9S KD"),
        (PILE, "KD", "2C 3D", "9S"),
    ):
        answer = play(start, draw)
        assert answer.rules == (Rule.TURN_DRAW,)
        assert answer.events == (Drawn(0, draw.pile, parse_card(card)),)
        assert notation(answer.state.hand) == f"4C 5D {card}"
        assert answer.state.stock == cards_of(stock)
        assert answer.state.discards == cards_of(discards)
        assert answer.state.phase is Phase.PLAY


def test_only_one_card_is_drawn() -> None:
    for first in (STOCK, PILE):
        for second in (STOCK, PILE):
            state = after(table("4C 5D", "6H 7H", discards="9S KD"), first)
            assert refusal(state, second) == Refused(Rule.TURN_DRAW)


def test_nothing_is_drawn_after_a_missed_opening() -> None:
    state = after(table("5C 6C 7C KD", "6H 7H"), STOCK, lay("5C 6C 7C"), discard("KD"))
    assert refusal(state, STOCK) == Refused(Rule.TURN_DRAW)
