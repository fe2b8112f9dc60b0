"""Whole rounds that nobody thought of: what holds in every state that play can reach."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rami_engine.__main__ import main
from rami_engine.actions import Action, Discard, Draw, Lay, LayOff, Pile, SwapJoker
from rami_engine.answers import Refused
from rami_engine.bot import choose
from rami_engine.cards import JOKER, PACK, Card, Cards, notation
from rami_engine.deal import Dealt, deal
from rami_engine.game import play_round
from rami_engine.legal import canonical, legal_actions
from rami_engine.meld import Meld, extend_meld, judge_meld
from rami_engine.play import Accepted, act
from rami_engine.rules import Rule
from rami_engine.ruleset import HOUSE, REFERENCE, RULE_SETS, Game, RuleSet
from rami_engine.search import possible_lay_offs, possible_melds
from rami_engine.simulate import simulate
from rami_engine.state import Phase, RoundState
from rami_engine.view import View, view

ANY_CARD: st.SearchStrategy[Card] = st.sampled_from((*PACK, JOKER))


def dealt(players: int, game: Game, rules: RuleSet, seed: int) -> RoundState:
    found = deal(players, game, rules, seed)
    assert isinstance(found, Dealt)
    return found.state


# The search


def hands(most: int) -> st.SearchStrategy[Cards]:
    """Small hands of few suits and ranks, so that they hold melds, twins and jokers."""
    near = [card for card in PACK if card.suit.value in "SH"]
    cards: list[Card] = [*near, *(card for card in PACK if card.rank.value in "AK2"), JOKER, JOKER]
    return st.lists(st.sampled_from(cards), max_size=most).map(tuple)


def choices(hand: Cards) -> set[tuple[str, ...]]:
    """Every choice of cards of a hand, whatever their order."""
    return {
        tuple(sorted(map(str, cards)))
        for size in range(1, len(hand) + 1)
        for cards in combinations(hand, size)
    }


def from_text(cards: tuple[str, ...]) -> Cards:
    every: Cards = (*PACK, JOKER)
    by_text = {str(card): card for card in every}
    return tuple(by_text[text] for text in cards)


def as_texts(found: list[Cards]) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted(map(str, cards))) for cards in found)


@given(hands(9))
@settings(deadline=None)
def test_the_melds_found_in_a_hand_are_all_that_there_are(hand: Cards) -> None:
    tried = [
        cards
        for cards in choices(hand)
        if not isinstance(judge_meld(from_text(cards), REFERENCE), Refused)
    ]
    assert as_texts(list(possible_melds(hand, REFERENCE))) == sorted(tried)


@given(hands(13))
@settings(deadline=None)
def test_a_meld_is_found_with_its_cards_in_their_order(hand: Cards) -> None:
    for cards in possible_melds(hand, REFERENCE):
        meld = judge_meld(cards, REFERENCE)
        assert isinstance(meld, Meld)
        assert Rule.MELD_ANY_ORDER not in meld.rules


LONG_HANDS = st.tuples(
    st.permutations([card for card in PACK if card.suit.value == "S"]),
    st.integers(10, 13),
    st.booleans(),
).map(lambda drawn: (*drawn[0][: drawn[1]], *([JOKER] * drawn[2])))


@given(LONG_HANDS)
@settings(deadline=None, max_examples=10)
def test_the_longest_runs_are_found_as_well(hand: Cards) -> None:
    tried = [
        cards
        for cards in choices(hand)
        if not isinstance(judge_meld(from_text(cards), REFERENCE), Refused)
    ]
    assert as_texts(list(possible_melds(hand, REFERENCE))) == sorted(tried)


@given(hands(9), hands(6), st.data())
@settings(deadline=None)
def test_the_lay_offs_found_for_a_hand_are_all_that_there_are(
    laid: Cards, hand: Cards, data: st.DataObject
) -> None:
    melds = [judge_meld(cards, REFERENCE) for cards in possible_melds(laid, REFERENCE)]
    on_table = [meld for meld in melds if isinstance(meld, Meld)]
    if not on_table:
        return
    meld = data.draw(st.sampled_from(on_table))
    tried = [
        cards
        for cards in choices(hand)
        if not isinstance(extend_meld(meld, from_text(cards), REFERENCE), Refused)
    ]
    found = [cards for _, cards in possible_lay_offs([meld], hand, REFERENCE)]
    assert as_texts(found) == sorted(tried)


# The round


class RandomRound(RuleBasedStateMachine):
    """A round in which every player does anything legal, and tries much that is not."""

    state: RoundState
    whole: Counter[Card]
    legal: tuple[Action, ...]

    @initialize(
        players=st.integers(2, 6),
        game=st.sampled_from(Game),
        rules=st.sampled_from(RULE_SETS),
        seed=st.integers(0, 2**32),
        opened=st.booleans(),
    )
    def begin(self, players: int, game: Game, rules: RuleSet, seed: int, opened: bool) -> None:
        state = dealt(players, game, rules, seed)
        self.whole = Counter(state.cards)
        # Half of the rounds begin in the middle: a few turns of the automatic player.
        for move in play_round(state, choose) if opened else ():
            state = move.answer.state
            if any(state.opened) and state.phase is Phase.DRAW:
                break
        self.go_on(state)

    def go_on(self, state: RoundState) -> None:
        self.state = state
        self.legal = legal_actions(state)

    @precondition(lambda self: self.legal)
    @rule(data=st.data())
    def do_something_legal(self, data: st.DataObject) -> None:
        action = data.draw(st.sampled_from(self.legal))
        answer = act(self.state, action)
        assert isinstance(answer, Accepted), action
        assert answer.rules
        assert len(set(answer.rules)) == len(answer.rules)
        assert answer.events
        assert answer.state != self.state
        self.go_on(answer.state)

    @precondition(lambda self: any(isinstance(a, Lay | LayOff | SwapJoker) for a in self.legal))
    @rule(data=st.data())
    def play_something(self, data: st.DataObject) -> None:
        plays = [action for action in self.legal if isinstance(action, Lay | LayOff | SwapJoker)]
        answer = act(self.state, data.draw(st.sampled_from(plays)))
        assert isinstance(answer, Accepted)
        self.go_on(answer.state)

    @rule(pile=st.sampled_from(Pile))
    def try_to_draw(self, pile: Pile) -> None:
        self.attempt(Draw(pile))

    @rule(card=ANY_CARD)
    def try_to_discard(self, card: Card) -> None:
        self.attempt(Discard(card))

    @rule(data=st.data())
    def try_to_lay(self, data: st.DataObject) -> None:
        hand = st.sampled_from((*self.state.hand, JOKER))
        self.attempt(Lay(tuple(data.draw(st.lists(hand, min_size=1, max_size=5)))))

    @precondition(lambda self: self.state.melds)
    @rule(data=st.data())
    def try_to_lay_off(self, data: st.DataObject) -> None:
        meld = data.draw(st.integers(0, len(self.state.melds) - 1))
        card = st.one_of(st.sampled_from((*self.state.hand, JOKER)), ANY_CARD)
        self.attempt(LayOff(meld, tuple(data.draw(st.lists(card, min_size=1, max_size=2)))))

    @precondition(lambda self: self.state.melds)
    @rule(data=st.data())
    def try_to_take_a_joker(self, data: st.DataObject) -> None:
        meld = data.draw(st.integers(0, len(self.state.melds) - 1))
        self.attempt(SwapJoker(meld, data.draw(ANY_CARD)))

    def attempt(self, action: Action) -> None:
        """What is legal is accepted; all else is refused by a rule that can refuse."""
        answer = act(self.state, action)
        if canonical(action) in set(map(canonical, self.legal)):
            assert isinstance(answer, Accepted)
        else:
            assert isinstance(answer, Refused), action
            assert answer.rule.refusable

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        assert Counter(self.state.cards) == self.whole

    @invariant()
    def a_player_can_go_on_until_the_round_is_over(self) -> None:
        assert bool(self.legal) != bool(self.state.result)

    @invariant()
    def no_turn_comes_after_the_last(self) -> None:
        assert 1 <= self.state.turn <= self.state.rules.turn_limit
        assert self.state.reshuffles <= self.state.rules.reshuffles

    @invariant()
    def a_turn_begins_with_cards_everywhere_but_on_the_table(self) -> None:
        if self.state.phase is Phase.DRAW and not self.state.result:
            assert self.state.stock
            assert self.state.discards
            assert all(self.state.hands)

    @invariant()
    def every_meld_on_the_table_is_one(self) -> None:
        for laid in self.state.melds:
            assert isinstance(judge_meld(laid.meld.cards, self.state.rules), Meld)

    @invariant()
    def between_two_turns_only_those_who_have_opened_own_melds(self) -> None:
        if self.state.phase is Phase.DRAW:
            assert all(self.state.opened[laid.owner] for laid in self.state.melds)

    @invariant()
    def the_winner_has_the_lowest_hand(self) -> None:
        result = self.state.result
        if result:
            assert {result.points[seat] for seat in result.winners} == {min(result.points)}
            assert min(result.points) >= 0


RandomRound.TestCase.settings = settings(max_examples=40, stateful_step_count=80, deadline=None)
TestRandomRounds = RandomRound.TestCase


@pytest.mark.parametrize("seed", range(0, 40, 10))
def test_random_rounds_keep_every_promise(seed: int) -> None:
    tallies = list(simulate(10, seed))
    assert len(tallies) == 10
    assert all(0 < tally.refused < tally.attempts for tally in tallies)


def test_random_rounds_end_in_every_way() -> None:
    assert {tally.ended_by for tally in simulate(60, 500)} == {
        Rule.END_EMPTY_HAND,
        Rule.END_STOCK_EMPTY,
        Rule.END_TURN_LIMIT,
    }


# The automatic player


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("game", Game)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_automatic_player_finishes_rounds(players: int, game: Game, rules: RuleSet) -> None:
    for seed in range(5):
        *_, last = play_round(dealt(players, game, rules, seed), choose)
        assert last.answer.state.result


def test_the_automatic_player_goes_out_rather_than_waiting_for_the_end() -> None:
    ends = []
    for seed in range(20):
        *_, last = play_round(dealt(4, Game.RAMI_51, REFERENCE, seed), choose)
        assert last.answer.state.result
        ends.append(last.answer.state.result.ended_by)
    assert ends.count(Rule.END_EMPTY_HAND) > 15


def test_the_same_seed_plays_the_same_round() -> None:
    first, second = (
        [move.action for move in play_round(dealt(4, Game.RAMI_51, HOUSE, 3), choose)]
        for _ in range(2)
    )
    assert first == second


def test_a_player_sees_no_other_hand_and_not_the_stock() -> None:
    state = dealt(4, Game.RAMI_51, REFERENCE, 3)
    seen = view(state)
    hidden = dealt(4, Game.RAMI_51, REFERENCE, 4)
    swapped = (hidden.hands[0], state.hands[1], hidden.hands[2], hidden.hands[3])
    assert state.player == 1
    assert seen.hand == state.hands[1]
    assert view(replace(state, hands=swapped, stock=hidden.stock, seed=0)) == seen


def test_a_player_that_does_what_is_refused_is_told_apart() -> None:
    def stubborn(_: View) -> Action:
        return Draw(Pile.STOCK)

    with pytest.raises(ValueError, match=r"refused by turn\.draw"):
        list(play_round(dealt(4, Game.RAMI_51, REFERENCE, 3), stubborn))


# The commands


def test_a_round_is_printed_the_same_by_every_process() -> None:
    command = [sys.executable, "-m", "rami_engine", "play", "--players", "4", "--seed", "7"]
    root = Path(__file__).parent.parent
    first, second = (
        subprocess.run(
            command, cwd=root, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": n}
        ).stdout
        for n in ("1", "2")
    )
    assert first == second
    state = dealt(4, Game.RAMI_51, REFERENCE, 7)
    assert f"Face up: {notation(state.discards)}" in first
    assert "wins the round (end.empty-hand)" in first


def test_a_match_is_printed_with_its_totals(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(
        ["play", "--players", "2", "--game", "rami40", "--rules", "house", "--rounds", "2"]
    )
    told = capsys.readouterr().out
    assert status == 0
    assert "rami40, house rules, 2 players, seed 0: 2 packs and 2 jokers, 106 cards." in told
    assert "Totals after 2 rounds:" in told


def test_a_simulation_ends_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--rounds", "3", "--seed", "5"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("3 rounds kept every promise")
    assert told.out.count("\n") == 1
    assert told.err == ""


@pytest.mark.parametrize(
    "arguments",
    [[], ["play", "--players", "7"], ["play", "--game", "rami"], ["simulate", "--rounds", "0"]],
    ids=str,
)
def test_wrong_arguments_are_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage:" in capsys.readouterr().err
