"""The notation of cards: what is read, what is written, and what is no card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rami_engine.cards import (
    JOKER,
    PACK,
    Cards,
    Joker,
    NaturalCard,
    NotationError,
    Rank,
    Suit,
    jokers,
    naturals,
    notation,
    parse_card,
    parse_cards,
)

CARDS = st.lists(st.sampled_from((*PACK, JOKER))).map(tuple)


def test_a_pack_holds_every_rank_of_every_suit_once() -> None:
    assert len(PACK) == len(set(PACK)) == 52
    assert len(set(map(str, PACK))) == 52


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("KH", NaturalCard(Rank.KING, Suit.HEARTS)),
        ("10S", NaturalCard(Rank.TEN, Suit.SPADES)),
        ("AD", NaturalCard(Rank.ACE, Suit.DIAMONDS)),
        ("2C", NaturalCard(Rank.TWO, Suit.CLUBS)),
        ("JC", NaturalCard(Rank.JACK, Suit.CLUBS)),
        ("JK", Joker()),
    ],
)
def test_a_card_is_read_as_rank_and_suit(text: str, card: NaturalCard | Joker) -> None:
    assert parse_card(text) == card
    assert str(card) == text


@pytest.mark.parametrize(
    "text", ["", "H", "K", "HK", "kh", "1S", "11S", "TS", "0S", "K♥", "KHS", "JKS", " KH", "KH "]
)
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(NotationError) as fault:
        parse_card(text)
    assert (fault.value.text, fault.value.offset) == (text, 0)


@pytest.mark.parametrize("text", ["QH KH AH", "  QH\tKH\n AH "])
def test_cards_are_parted_by_white_space(text: str) -> None:
    assert notation(parse_cards(text)) == "QH KH AH"


@pytest.mark.parametrize("text", ["", "  \n"])
def test_no_text_is_no_cards(text: str) -> None:
    assert parse_cards(text) == ()


@pytest.mark.parametrize(
    ("text", "word", "offset"),
    [("XX", "XX", 0), ("KH XX", "XX", 3), ("10S 0S", "0S", 4), ("KH  KHS KH", "KHS", 4)],
)
def test_a_fault_is_told_with_its_place(text: str, word: str, offset: int) -> None:
    with pytest.raises(NotationError) as fault:
        parse_cards(text)
    assert (fault.value.text, fault.value.offset) == (word, offset)
    assert repr(word) in str(fault.value)


def read(text: str) -> Cards | NotationError:
    try:
        return parse_cards(text)
    except NotationError as fault:
        return fault


@given(CARDS)
def test_what_is_written_is_read_back(cards: Cards) -> None:
    assert parse_cards(notation(cards)) == cards


@given(st.text())
def test_any_text_is_cards_or_a_fault_that_points_into_it(text: str) -> None:
    found = read(text)
    if isinstance(found, NotationError):
        assert text[found.offset :].startswith(found.text)
    else:
        assert notation(found) == " ".join(text.split())


@given(CARDS)
def test_cards_are_natural_or_jokers(cards: Cards) -> None:
    assert len(naturals(cards)) + len(jokers(cards)) == len(cards)
    assert all(card == JOKER for card in jokers(cards))
