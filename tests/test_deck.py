"""The deck by the number of players, and the deal."""

from __future__ import annotations

from collections import Counter

import pytest

from rami_engine.answers import Refused
from rami_engine.cards import JOKER, PACK, parse_cards
from rami_engine.deal import Dealt, deal
from rami_engine.deck import Deck, deck_for
from rami_engine.rules import Rule
from rami_engine.ruleset import HOUSE, REFERENCE, RULE_SETS, Game, RuleSet
from rami_engine.shuffle import shuffled
from rami_engine.state import Phase, RoundState


def dealt(players: int, seed: int = 7, rules: RuleSet = REFERENCE, dealer: int = 0) -> RoundState:
    found = deal(players, Game.RAMI_51, rules, seed, dealer)
    assert isinstance(found, Dealt)
    return found.state


@pytest.mark.parametrize(
    ("players", "rules", "packs", "jokers", "total"),
    [
        *((players, REFERENCE, 2, 4, 108) for players in (2, 3, 4)),
        *((players, HOUSE, 2, 2, 106) for players in (2, 3, 4)),
        *((players, REFERENCE, 3, 4, 160) for players in (5, 6)),
        *((players, HOUSE, 3, 3, 159) for players in (5, 6)),
    ],
)
def test_the_deck_grows_with_the_players(
    players: int, rules: RuleSet, packs: int, jokers: int, total: int
) -> None:
    deck = deck_for(players, rules)
    assert isinstance(deck, Deck)
    assert (deck.packs, deck.jokers, deck.total) == (packs, jokers, total)
    assert deck.rules == (Rule.DECK_PLAYERS, Rule.DECK_PACKS)
    held = Counter(deck.cards)
    assert held[JOKER] == jokers
    assert {held[card] for card in PACK} == {packs}
    assert held.total() == total


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("players", [-1, 0, 1, 7])
def test_there_is_no_deck_for_fewer_than_two_or_more_than_six(players: int, rules: RuleSet) -> None:
    assert deck_for(players, rules) == Refused(Rule.DECK_PLAYERS)
    assert deal(players, Game.RAMI_51, rules, 0) == Refused(Rule.DECK_PLAYERS)


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everybody_gets_thirteen_cards_one_lies_face_up_and_the_rest_is_the_stock(
    players: int, rules: RuleSet
) -> None:
    state = dealt(players, rules=rules)
    deck = deck_for(players, rules)
    assert isinstance(deck, Deck)
    assert [len(hand) for hand in state.hands] == [13] * players
    assert len(state.discards) == 1
    assert len(state.stock) == deck.total - 13 * players - 1
    assert Counter(state.cards) == Counter(deck.cards)


def test_a_deal_names_its_rules() -> None:
    found = deal(4, Game.RAMI_51, REFERENCE, 7)
    assert isinstance(found, Dealt)
    assert found.rules == (
        Rule.DECK_PLAYERS,
        Rule.DECK_PACKS,
        Rule.DEAL_HAND,
        Rule.DEAL_PILES,
        Rule.DEAL_FIRST_PLAYER,
    )


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (2, 3), (3, 0)])
def test_the_player_on_the_dealers_left_starts(dealer: int, first: int) -> None:
    state = dealt(4, dealer=dealer)
    assert (state.dealer, state.player, state.turn) == (dealer, first, 1)
    assert state.phase is Phase.DRAW


def test_nobody_has_opened_and_nothing_lies_on_the_table_yet() -> None:
    state = dealt(3)
    assert state.opened == state.returned == (False,) * 3
    assert (state.melds, state.result, state.reshuffles) == ((), None, 0)


@pytest.mark.parametrize("dealer", [-1, 4])
def test_only_a_player_deals(dealer: int) -> None:
    with pytest.raises(ValueError, match="no player"):
        deal(4, Game.RAMI_51, REFERENCE, 0, dealer)


def test_the_same_seed_deals_the_same_cards_and_another_seed_others() -> None:
    assert dealt(4, seed=1) == dealt(4, seed=1)
    assert dealt(4, seed=1).hands != dealt(4, seed=2).hands


def test_a_shuffle_is_the_same_in_every_version_for_it_is_part_of_every_recorded_round() -> None:
    cards = parse_cards("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S")
    order, seed = shuffled(cards, 7)
    assert order == parse_cards("9S 2S 6S 10S AS 5S 4S 3S 7S 8S")
    assert shuffled(cards, seed)[0] != order


def test_a_shuffle_loses_no_card_and_tells_the_next_seed() -> None:
    order, seed = shuffled(PACK * 2, 0)
    assert Counter(order) == Counter(PACK * 2)
    assert order != PACK * 2
    assert seed != 0
    assert shuffled((), 5) == ((), 5)


def test_every_card_comes_to_every_place() -> None:
    cards = parse_cards("AS 2S 3S 4S")
    orders = Counter(shuffled(cards, seed)[0] for seed in range(2400))
    assert len(orders) == 24
    assert min(orders.values()) > 60
