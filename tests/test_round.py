"""A round: every turn's actions, what they do, and which rule refuses them.

Tables are small: the cards named, and nothing else. Players are counted from 0. Piles are written
from bottom to top, so the last card of the stock is the next one drawn.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rami_engine.actions import Action, Discard, Draw, Lay, LayOff, Pile, SwapJoker
from rami_engine.answers import Refused
from rami_engine.cards import JOKER, Cards, notation, parse_card, parse_cards
from rami_engine.events import (
    CardsLaidOff,
    Discarded,
    Drawn,
    JokerTaken,
    MeldLaid,
    MeldsReturned,
    Opened,
    Reshuffled,
    RoundEnded,
)
from rami_engine.meld import Meld, MeldKind, judge_meld
from rami_engine.play import Accepted, act
from rami_engine.rules import Rule
from rami_engine.ruleset import HOUSE, REFERENCE, Game, RuleSet
from rami_engine.state import Phase, RoundResult, RoundState, TableMeld, given_table

STOCK = Draw(Pile.STOCK)
PILE = Draw(Pile.DISCARD)
RUN_51 = "10H JH QH KH AH"


def table(
    *hands: str,
    melds: str = "",
    stock: str = "2C 3D 8S",
    discards: str = "9S",
    opened: tuple[int, ...] = (),
    returned: tuple[int, ...] = (),
    player: int = 0,
    game: Game = Game.RAMI_51,
    rules: RuleSet = REFERENCE,
    turn: int = 1,
    reshuffles: int = 0,
) -> RoundState:
    """A table at the start of a turn; melds as ``owner: cards | owner: cards``."""
    return given_table(
        [parse_cards(hand) for hand in hands],
        stock=parse_cards(stock),
        discards=parse_cards(discards),
        melds=[table_meld(text) for text in melds.split("|") if text.strip()],
        opened=opened,
        returned=returned,
        player=player,
        game=game,
        rules=rules,
        turn=turn,
        reshuffles=reshuffles,
    )


def table_meld(text: str) -> TableMeld:
    owner, cards = text.split(":")
    meld = judge_meld(parse_cards(cards), REFERENCE)
    assert isinstance(meld, Meld)
    return TableMeld(int(owner), meld)


def lay(cards: str) -> Lay:
    return Lay(parse_cards(cards))


def lay_off(meld: int, cards: str) -> LayOff:
    return LayOff(meld, parse_cards(cards))


def swap(meld: int, card: str) -> SwapJoker:
    return SwapJoker(meld, parse_card(card))


def discard(card: str) -> Discard:
    return Discard(parse_card(card))


def play(state: RoundState, *actions: Action) -> Accepted:
    """The answer to the last of these actions, all of which are accepted. No card is lost."""
    answer: Accepted | Refused | None = None
    for action in actions:
        answer = act(state, action)
        assert isinstance(answer, Accepted), (action, answer)
        assert Counter(answer.state.cards) == Counter(state.cards)
        state = answer.state
    assert answer
    assert isinstance(answer, Accepted)
    return answer


def after(state: RoundState, *actions: Action) -> RoundState:
    return play(state, *actions).state


def refusal(state: RoundState, action: Action) -> Refused:
    """The refusal of this action."""
    answer = act(state, action)
    assert isinstance(answer, Refused), answer
    assert answer.rule.refusable
    return answer


def cards_of(text: str) -> Cards:
    return parse_cards(text)


def on_table(state: RoundState) -> list[str]:
    return [notation(laid.meld.cards) for laid in state.melds]


# Drawing


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


# Laying


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


# Discarding


def test_a_discard_ends_the_turn_and_the_player_on_the_left_draws() -> None:
    answer = play(table("4C 5D", "6H 7H", "KC KD", player=1), STOCK, discard("6H"))
    assert answer.rules == (Rule.TURN_DISCARD, Rule.TURN_PASSES)
    assert answer.events == (Discarded(1, parse_card("6H")),)
    assert answer.state.discards == cards_of("9S 6H")
    assert (answer.state.player, answer.state.turn) == (2, 2)
    assert answer.state.phase is Phase.DRAW


def test_after_the_last_player_the_first_one_draws() -> None:
    assert after(table("4C 5D", "6H 7H", player=1), STOCK, discard("6H")).player == 0


def test_nothing_is_discarded_before_the_draw() -> None:
    state = table("4C 5D", "6H 7H")
    assert refusal(state, discard("4C")) == Refused(Rule.TURN_DISCARD, cards_of("4C"))


def test_only_a_card_of_the_hand_is_discarded() -> None:
    state = after(table("4C 5D", "6H 7H"), STOCK)
    assert refusal(state, discard("6H")) == Refused(Rule.TURN_DISCARD, cards_of("6H"))


def test_a_card_drawn_from_the_stock_may_be_discarded_at_once() -> None:
    answer = play(table("4C 5D", "6H 7H"), STOCK, discard("8S"))
    assert answer.rules == (Rule.TURN_DISCARD, Rule.TURN_PASSES)


def test_the_card_just_taken_from_the_discard_pile_may_not_be_discarded() -> None:
    state = after(table("4C 5D", "6H 7H"), PILE)
    assert refusal(state, discard("9S")) == Refused(Rule.TURN_NO_RETURN_DISCARD, cards_of("9S"))


def test_the_card_just_taken_may_stay_in_the_hand() -> None:
    answer = play(table("4C 5D", "6H 7H"), PILE, discard("4C"))
    assert answer.rules == (
        Rule.TURN_DISCARD,
        Rule.TURN_NO_RETURN_DISCARD,
        Rule.TURN_KEEP_DRAWN,
        Rule.TURN_PASSES,
    )
    assert answer.state.hands[0] == cards_of("5D 9S")


def test_a_card_taken_in_an_earlier_turn_may_be_discarded() -> None:
    state = after(table("4C 5D", "6H 7H"), PILE, discard("4C"), STOCK, discard("6H"), STOCK)
    assert Rule.TURN_NO_RETURN_DISCARD not in play(state, discard("9S")).rules


def test_one_of_two_identical_cards_may_be_discarded_though_one_was_just_taken() -> None:
    answer = play(table("9S 5D", "6H 7H"), PILE, discard("9S"))
    assert answer.rules == (
        Rule.TURN_DISCARD,
        Rule.TURN_IDENTICAL_DISCARD,
        Rule.TURN_KEEP_DRAWN,
        Rule.TURN_PASSES,
    )


def test_once_one_of_two_identical_cards_is_laid_the_other_may_be_discarded() -> None:
    start = table("9S 8S 7S 5D", "6H 7H", opened=(0,))
    answer = play(start, PILE, lay("7S 8S 9S"), discard("5D"))
    assert Rule.TURN_KEEP_DRAWN not in answer.rules
    twins = table("9S 8S 7S 5D", "6H 7H", opened=(0,), discards="9S")
    answer = play(twins, PILE, lay("7S 8S 9S"), discard("9S"))
    assert answer.rules == (Rule.TURN_DISCARD, Rule.TURN_PASSES)


def test_a_taken_card_that_has_been_laid_off_or_swapped_binds_no_longer() -> None:
    start = table("5D 6D", "6H 7H", melds="1: 6S 7S 8S", opened=(0, 1))
    answer = play(start, PILE, lay_off(0, "9S"), discard("5D"))
    assert Rule.TURN_KEEP_DRAWN not in answer.rules
    start = table("5D KD", "6H 7H", melds="1: 10S JS JK | 1: 2H 3H 4H", opened=(0, 1))
    answer = play(start, PILE, swap(0, "9S"), lay_off(1, "JK"), discard("5D"))
    assert Rule.TURN_KEEP_DRAWN not in answer.rules


def test_in_every_turn_the_card_just_taken_binds_anew() -> None:
    start = table("7S 8S 5D 4D", "6H 7H", opened=(0,))
    state = after(start, PILE, lay("7S 8S 9S"), discard("5D"), PILE)
    assert refusal(state, discard("5D")) == Refused(Rule.TURN_NO_RETURN_DISCARD, cards_of("5D"))


def test_a_joker_taken_from_the_discard_pile_binds_like_any_card() -> None:
    state = after(table("4C 5D", "6H 7H", discards="JK"), PILE)
    assert refusal(state, discard("JK")) == Refused(Rule.TURN_NO_RETURN_DISCARD, (JOKER,))
    twins = after(table("4C JK", "6H 7H", discards="JK"), PILE)
    assert Rule.TURN_IDENTICAL_DISCARD in play(twins, discard("JK")).rules


def test_a_play_may_not_leave_only_the_card_just_taken() -> None:
    start = table("5C 6C 7C", "6H 7H", melds="0: 7C 8C 9C", opened=(0,), discards="KD")
    state = after(start, PILE)
    assert refusal(state, lay("5C 6C 7C")) == Refused(
        Rule.TURN_KEEP_A_DISCARD, cards_of("5C 6C 7C")
    )
    start = table("6C", "6H 7H", melds="0: 7C 8C 9C", opened=(0,), discards="KD")
    state = after(start, PILE)
    assert refusal(state, lay_off(0, "6C")) == Refused(Rule.TURN_KEEP_A_DISCARD, cards_of("6C"))


def test_a_play_may_leave_one_card_beside_the_card_just_taken() -> None:
    start = table("5C 6C 7C 2D", "6H 7H", opened=(0,), discards="KD")
    answer = play(start, PILE, lay("5C 6C 7C"))
    assert Rule.TURN_KEEP_A_DISCARD in answer.rules
    assert after(answer.state, discard("2D")).hands[0] == cards_of("KD")


def test_a_play_may_leave_two_cards_identical_with_the_card_just_taken() -> None:
    start = table("5C 6C 7C KD", "6H 7H", opened=(0,), discards="KD")
    answer = play(start, PILE, lay("5C 6C 7C"))
    assert Rule.TURN_KEEP_A_DISCARD in answer.rules
    assert Rule.TURN_IDENTICAL_DISCARD in play(answer.state, discard("KD")).rules


def test_a_play_may_leave_a_single_card_that_was_not_just_taken() -> None:
    start = table("5C 6C 2D", "6H 7H", opened=(0,), discards="7C")
    answer = play(start, PILE, lay("5C 6C 7C"))
    assert Rule.TURN_KEEP_A_DISCARD not in answer.rules
    start = table("5C 6C 7C", "6H 7H", opened=(0,), stock="KD")
    answer = play(start, STOCK, lay("5C 6C 7C"))
    assert Rule.TURN_KEEP_A_DISCARD not in answer.rules


def test_a_longer_hand_does_not_ask_what_is_left_to_discard() -> None:
    start = table("5C 6C 7C 2D 3H", "6H 7H", opened=(0,), discards="KD")
    assert Rule.TURN_KEEP_A_DISCARD not in play(start, PILE, lay("5C 6C 7C")).rules


# The opening


def test_melds_that_meet_the_opening_open_at_the_discard() -> None:
    start = table(f"{RUN_51} 4D 5D", "6H 7H")
    answer = play(start, STOCK, lay(RUN_51), discard("4D"))
    assert answer.rules == (
        Rule.OPENING_CHECK,
        Rule.OPENING_SUM,
        Rule.OPENING_THRESHOLD,
        Rule.OPENING_PURE_RUN,
        Rule.TURN_DISCARD,
        Rule.TURN_PASSES,
    )
    assert answer.events[0] == Opened(0, 51)
    assert answer.state.opened == (True, False)
    assert on_table(answer.state) == [RUN_51]


def test_all_melds_of_the_turn_are_added_up() -> None:
    start = table("5C 6C 7C KH KS KD 2H 2S 2D 4D 5D", "6H 7H")
    state = after(start, STOCK, lay("5C 6C 7C"), lay("KH KS KD"), lay("2H 2S 2D"))
    answer = play(state, discard("4D"))
    assert answer.events[0] == Opened(0, 54)


def test_a_joker_beside_the_pure_run_is_named() -> None:
    start = table("QH KH AH JK 7S 8S 4D 5D", "6H 7H")
    answer = play(start, STOCK, lay("QH KH AH"), lay("JK 7S 8S"), discard("4D"))
    assert Rule.OPENING_JOKER_ELSEWHERE in answer.rules
    assert answer.events[0] == Opened(0, 52)


def test_by_the_house_rules_a_joker_counts_flat_towards_the_opening() -> None:
    start = table("JK 2S 3S 4D 5D 6D KC", "6H 7H", game=Game.RAMI_40, rules=HOUSE)
    first = play(start, STOCK, lay("JK 2S 3S"))
    assert Rule.VALUE_JOKER_FLAT in first.rules
    answer = play(first.state, lay("4D 5D 6D"), discard("KC"))
    assert answer.events[0] == MeldsReturned(
        0, cards_of("JK 2S 3S 4D 5D 6D"), 35, Rule.OPENING_THRESHOLD
    )


@pytest.mark.parametrize(
    ("game", "melds", "total", "rule"),
    [
        (Game.RAMI_51, ["5C 6C 7C", "KH KS KD"], 48, Rule.OPENING_THRESHOLD),
        (Game.RAMI_51, ["QC QD QS", "KH KS KD"], 60, Rule.OPENING_PURE_RUN),
        (Game.RAMI_40, ["10H 10S 10C", "2D 3D 4D"], 39, Rule.OPENING_THRESHOLD),
    ],
)
def test_a_missed_opening_returns_the_melds_and_keeps_the_discard(
    game: Game, melds: list[str], total: int, rule: Rule
) -> None:
    cards = " ".join(melds)
    start = table(f"{cards} 4H 5H", "6H 7H", game=game)
    answer = play(start, STOCK, *map(lay, melds), discard("4H"))
    assert {Rule.OPENING_CHECK, Rule.OPENING_SUM, Rule.OPENING_RETURN, rule} <= set(answer.rules)
    assert not {Rule.TURN_DISCARD, Rule.TURN_PASSES} & set(answer.rules)
    assert answer.events == (MeldsReturned(0, cards_of(cards), total, rule),)
    assert answer.state.melds == ()
    assert answer.state.discards == start.discards
    assert Counter(answer.state.hand) == Counter(cards_of(f"{cards} 4H 5H 8S"))
    assert (answer.state.player, answer.state.phase) == (0, Phase.DISCARD_ONLY)
    assert answer.state.opened == (False, False)


def test_melds_of_others_stay_when_an_opening_is_missed() -> None:
    start = table("5C 6C 7C 4H", "6H 7H", melds="1: 2S 3S 4S", opened=(1,))
    assert on_table(after(start, STOCK, lay("5C 6C 7C"), discard("4H"))) == ["2S 3S 4S"]


def test_after_a_missed_opening_the_player_discards_as_usual() -> None:
    state = after(table("5C 6C 7C 4H", "6H 7H"), STOCK, lay("5C 6C 7C"), discard("4H"))
    answer = play(state, discard("5C"))
    assert answer.rules == (Rule.TURN_DISCARD, Rule.TURN_PASSES)
    assert answer.state.player == 1


def test_after_a_missed_opening_nothing_more_is_laid_in_this_turn() -> None:
    start = table(f"{RUN_51} 5C 6C 7C 4H", "6H 7H", melds="1: 2S 3S JK", opened=(1,))
    state = after(start, STOCK, lay("5C 6C 7C"), discard("4H"))
    assert refusal(state, lay(RUN_51)) == Refused(Rule.OPENING_RETRY, cards_of(RUN_51))
    assert refusal(state, lay_off(0, "4H")).rule is Rule.LAYOFF_OPENED
    assert refusal(state, swap(0, "4H")).rule is Rule.JOKER_SWAP_OPENED


def test_after_a_missed_opening_the_player_tries_again_next_turn() -> None:
    start = table(f"{RUN_51} 4H", "6H 7H", stock="2C 3C 4C 5C 6C", returned=(0,))
    answer = play(start, STOCK, lay(RUN_51))
    assert Rule.OPENING_RETRY in answer.rules
    opened = after(answer.state, discard("4H"))
    assert (opened.opened[0], opened.returned[0]) == (True, False)


def test_a_missed_opening_is_remembered_until_the_player_opens() -> None:
    state = after(table("5C 6C 7C 4H", "6H 7H"), STOCK, lay("5C 6C 7C"), discard("4H"))
    assert state.returned == (True, False)
    state = after(state, discard("4H"), STOCK, discard("6H"))
    assert state.returned == (True, False)


def test_a_first_attempt_is_no_second_one() -> None:
    answer = play(table(f"{RUN_51} 4H", "6H 7H", returned=(1,)), STOCK, lay(RUN_51))
    assert Rule.OPENING_RETRY not in answer.rules


def test_a_discard_that_is_not_allowed_is_refused_before_the_opening_is_checked() -> None:
    state = after(table("5C 6C 7C 4H", "6H 7H"), PILE, lay("5C 6C 7C"))
    assert refusal(state, discard("9S")).rule is Rule.TURN_NO_RETURN_DISCARD
    assert refusal(state, discard("KD")).rule is Rule.TURN_DISCARD


def test_a_taken_card_that_comes_back_with_the_melds_binds_again() -> None:
    start = table("5C 6C 4H", "6H 7H", discards="7C")
    state = after(start, PILE, lay("5C 6C 7C"), discard("4H"))
    assert refusal(state, discard("7C")) == Refused(Rule.TURN_NO_RETURN_DISCARD, cards_of("7C"))
    assert Rule.TURN_KEEP_DRAWN in play(state, discard("4H")).rules


def test_after_the_opening_turn_any_meld_may_be_laid() -> None:
    answer = play(table("2C 3C 4C 4H", "6H 7H", opened=(0,)), STOCK, lay("2C 3C 4C"))
    assert Rule.OPENING_NO_MINIMUM_AFTER in answer.rules
    answer = play(answer.state, discard("4H"))
    assert Rule.OPENING_CHECK not in answer.rules
    assert answer.rules == (Rule.TURN_DISCARD, Rule.TURN_PASSES)


def test_in_the_opening_turn_further_melds_belong_to_the_opening() -> None:
    start = table(f"{RUN_51} 2C 3C 4C 4H", "6H 7H")
    answer = play(start, STOCK, lay(RUN_51), lay("2C 3C 4C"))
    assert Rule.OPENING_NO_MINIMUM_AFTER not in answer.rules
    assert play(answer.state, discard("4H")).events[0] == Opened(0, 60)


def test_going_out_at_the_last_discard_is_an_opening_like_any() -> None:
    answer = play(table(f"{RUN_51}", "6H 7H"), STOCK, lay(RUN_51), discard("8S"))
    assert {Rule.OPENING_CHECK, Rule.END_EMPTY_HAND} <= set(answer.rules)
    assert Rule.OPENING_GOING_OUT not in answer.rules
    assert answer.state.opened[0]


def test_going_out_without_a_discard_in_the_opening_turn_must_meet_the_opening() -> None:
    answer = play(table("10H JH QH KH", "6H 7H", stock="AH"), STOCK, lay(RUN_51))
    assert {
        Rule.OPENING_GOING_OUT,
        Rule.OPENING_SUM,
        Rule.OPENING_THRESHOLD,
        Rule.OPENING_PURE_RUN,
        Rule.END_EMPTY_HAND,
        Rule.END_NO_FINAL_DISCARD,
    } <= set(answer.rules)
    assert isinstance(answer.events[1], Opened)
    assert answer.state.opened[0]


@pytest.mark.parametrize(
    "melds", [["5C 6C 7C"], ["10H JH QH KH"], ["KS KD KC KH", "QS QC QH QD"]], ids=str
)
def test_a_lay_down_that_would_empty_the_hand_short_of_the_opening_is_refused(
    melds: list[str],
) -> None:
    hand, _, last = " ".join(melds).rpartition(" ")
    state = after(table(hand, "6H 7H", stock=last), STOCK, *map(lay, melds[:-1]))
    answer = refusal(state, lay(melds[-1]))
    assert answer == Refused(Rule.OPENING_GOING_OUT, cards_of(melds[-1]))


# Laying off


def test_a_player_who_has_opened_lays_off_on_any_meld() -> None:
    start = table("10H 6C 2D", "6H 7H", melds="1: JH QH KH | 0: 7C 8C 9C", opened=(0, 1))
    other = play(start, STOCK, lay_off(0, "10H"))
    assert {Rule.LAYOFF_OPENED, Rule.LAYOFF_ANY_MELD} <= set(other.rules)
    assert not {Rule.LAYOFF_SAME_TURN, Rule.TURN_LAY} & set(other.rules)
    (event,) = other.events
    assert isinstance(event, CardsLaidOff)
    assert (event.index, event.cards) == (0, cards_of("10H"))
    assert other.state.melds[0].owner == 1
    own = play(other.state, lay_off(1, "6C"))
    assert Rule.LAYOFF_OPENED in own.rules
    assert Rule.LAYOFF_ANY_MELD not in own.rules
    assert on_table(own.state) == ["10H JH QH KH", "6C 7C 8C 9C"]


def test_before_opening_nothing_is_laid_off() -> None:
    start = table("10H 5C 6C 7C 2D", "6H 7H", melds="1: JH QH KH", opened=(1,))
    state = after(start, STOCK)
    assert refusal(state, lay_off(0, "10H")) == Refused(Rule.LAYOFF_OPENED, cards_of("10H"))
    state = after(state, lay("5C 6C 7C"))
    assert refusal(state, lay_off(0, "10H")).rule is Rule.LAYOFF_OPENED
    assert refusal(state, lay_off(1, "10H")).rule is Rule.LAYOFF_OPENED


def test_once_the_melds_of_the_turn_meet_the_opening_cards_are_laid_off() -> None:
    start = table(f"{RUN_51} 4S 9H 2D 3D", "6H 7H", melds="1: 5S 6S 7S", opened=(1,))
    answer = play(start, STOCK, lay(RUN_51), lay_off(0, "4S"))
    assert {Rule.LAYOFF_SAME_TURN, Rule.LAYOFF_OPENED, Rule.LAYOFF_ANY_MELD} <= set(answer.rules)
    answer = play(answer.state, lay_off(1, "9H"), discard("2D"))
    assert Rule.LAYOFF_NOT_COUNTED in answer.rules
    assert answer.events[0] == Opened(0, 51)


def test_an_opening_without_lay_offs_counts_nothing_out() -> None:
    answer = play(table(f"{RUN_51} 2D 3D", "6H 7H"), STOCK, lay(RUN_51), discard("2D"))
    assert Rule.LAYOFF_NOT_COUNTED not in answer.rules


def test_the_lay_offs_of_one_player_are_not_counted_out_of_the_opening_of_another() -> None:
    start = table(f"{RUN_51} 9H 2D 3D", f"{RUN_51} 4D", stock="2C 3C 8S")
    state = after(start, STOCK, lay(RUN_51), lay_off(0, "9H"), discard("2D"))
    answer = play(state, STOCK, lay(RUN_51), discard("4D"))
    assert Rule.OPENING_CHECK in answer.rules
    assert Rule.LAYOFF_NOT_COUNTED not in answer.rules


def test_points_that_lay_offs_would_bring_do_not_open() -> None:
    start = table("QH KH AH KS KD 2D", "6H 7H", melds="1: KC QC JC", opened=(1,))
    state = after(start, STOCK, lay("QH KH AH"))
    assert refusal(state, lay_off(1, "KS")).rule is Rule.LAYOFF_OPENED


def test_going_out_by_a_lay_off_in_the_opening_turn_is_checked_as_well() -> None:
    start = table(RUN_51, "6H 7H", melds="1: 5S 6S 7S", opened=(1,))
    answer = play(start, STOCK, lay(RUN_51), lay_off(0, "8S"))
    assert {Rule.OPENING_GOING_OUT, Rule.LAYOFF_NOT_COUNTED, Rule.END_EMPTY_HAND} <= set(
        answer.rules
    )
    assert Opened(0, 51) in answer.events
    assert answer.state.opened == (True, True)


def test_a_lay_off_that_does_not_go_on_is_refused_by_the_rule_of_melds() -> None:
    start = table("10H 9H 7D JK", "6H 7H", melds="1: JH QH KH | 1: 7C 7S JK", opened=(0, 1))
    state = after(start, STOCK)
    assert refusal(state, lay_off(0, "9H")).rule is Rule.RUN_CONSECUTIVE
    assert refusal(state, lay_off(1, "JK")).rule is Rule.MELD_ONE_JOKER
    assert on_table(after(state, lay_off(0, "9H 10H")))[0] == "9H 10H JH QH KH"


def test_laying_off_keeps_the_card_of_a_laid_joker() -> None:
    start = table("9C 2D", "6H 7H", melds="1: 7C 8C JK", opened=(0, 1))
    answer = play(start, STOCK, lay_off(0, "9C"))
    assert Rule.JOKER_KEEPS_CARD in answer.rules
    assert on_table(answer.state) == ["JK 7C 8C 9C"]


# Taking a joker


def test_a_joker_is_taken_for_exactly_its_card_and_played_again() -> None:
    start = table("6S KD KH 2D", "6H 7H", melds="1: 7S 8S JK", opened=(0, 1))
    taken = play(start, STOCK, swap(0, "6S"))
    assert taken.rules == (Rule.JOKER_SWAP_OPENED, Rule.JOKER_SWAP)
    assert on_table(taken.state) == ["6S 7S 8S"]
    assert notation(taken.state.hand) == "KD KH 2D 8S JK"
    (event,) = taken.events
    assert isinstance(event, JokerTaken)
    assert (event.index, str(event.card)) == (0, "6S")
    again = play(taken.state, lay("KD KH JK"))
    assert Rule.JOKER_PLAY_AGAIN in again.rules
    last = play(again.state, discard("2D"))
    assert not {Rule.JOKER_STAYS, Rule.JOKER_PLAY_AGAIN} & set(last.rules)


def test_no_other_card_takes_the_joker() -> None:
    start = table("9S 6H 2D", "6H 7H", melds="1: 7S 8S JK | 1: 2C 3C 4C", opened=(0, 1))
    state = after(start, STOCK)
    for index, card in ((0, "9S"), (0, "6H"), (1, "2D")):
        assert refusal(state, swap(index, card)) == Refused(Rule.JOKER_SWAP, cards_of(card))


def test_before_opening_no_joker_is_taken() -> None:
    start = table("6S KD KH 2D", "6H 7H", melds="1: 7S 8S JK", opened=(1,))
    state = after(start, STOCK)
    assert refusal(state, swap(0, "6S")) == Refused(Rule.JOKER_SWAP_OPENED, cards_of("6S"))


def test_once_the_melds_of_the_turn_meet_the_opening_a_joker_is_taken() -> None:
    start = table(f"{RUN_51} 6S 2D", "6H 7H", melds="1: 7S 8S JK", opened=(1,))
    state = after(start, STOCK, lay(RUN_51))
    assert Rule.JOKER_SWAP in play(state, swap(0, "6S")).rules


def test_in_a_set_the_joker_lies_beside_three_natural_cards_before_it_is_taken() -> None:
    start = table("9H 9S 2D 3C", "6H 7H", melds="1: 9C 9D JK | 1: 2H 3H 4H", opened=(0, 1))
    state = after(start, STOCK)
    for card in ("9H", "9S"):
        assert refusal(state, swap(0, card)) == Refused(Rule.JOKER_OPEN_SUIT, cards_of(card))
    third = play(state, lay_off(0, "9H"))
    answer = play(third.state, swap(0, "9S"))
    assert {Rule.JOKER_OPEN_SUIT, Rule.JOKER_SWAP} <= set(answer.rules)
    assert on_table(answer.state)[0] == "9C 9D 9H 9S"


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        pytest.param("6S 2D KC", "1: 7S 8S JK", id="laid off on the very meld"),
        pytest.param("6S 2D KC", "1: 7S 8S JK | 1: 3H 4H 5H", id="laid off on another meld"),
        pytest.param("9S KD KH 2D", "1: 9C 9D 9H JK", id="in a set from the hand"),
        pytest.param("9S QH KH 2D", "1: 9C 9D 9H JK", id="in a run from the hand"),
        pytest.param("9S 10H QH 2D", "1: 9C 9D 9H JK", id="in the gap of a run from the hand"),
    ],
)
def test_while_a_taken_joker_can_be_played_nothing_is_discarded(hand: str, melds: str) -> None:
    state = after(table(hand, "6H 7H", melds=melds, opened=(0, 1)), STOCK)
    state = after(state, swap(0, hand.split()[0]))
    for card in state.hand:
        assert refusal(state, Discard(card)) == Refused(Rule.JOKER_PLAY_AGAIN, (JOKER,))


def test_a_taken_joker_that_fits_nowhere_stays_in_the_hand() -> None:
    start = table("9S 2D KC", "6H 7H", melds="1: 9C 9D 9H JK", opened=(0, 1))
    answer = play(start, STOCK, swap(0, "9S"), discard("2D"))
    assert Rule.JOKER_STAYS in answer.rules
    assert answer.state.hands[0] == cards_of("KC 8S JK")


def test_a_joker_that_stayed_is_an_ordinary_card_next_turn() -> None:
    start = table("9S 2D KC", "6H", melds="1: 9C 9D 9H JK", opened=(0, 1), stock="2C KD 4H 7D")
    state = after(start, STOCK, swap(0, "9S"), discard("2D"), STOCK, discard("6H"), STOCK)
    assert after(state, lay("KC KD JK"))
    answer = play(state, discard("KC"))
    assert Rule.JOKER_STAYS not in answer.rules


def test_two_taken_jokers_are_both_played_again() -> None:
    melds = "1: 7S 8S JK | 1: 7D 8D JK | 1: 2H 3H 4H"
    start = table("6S 6D 2C KC", "6H 7H", melds=melds, opened=(0, 1))
    state = after(start, STOCK, swap(0, "6S"), swap(1, "6D"), lay_off(0, "JK"))
    assert refusal(state, discard("2C")).rule is Rule.JOKER_PLAY_AGAIN
    assert after(state, lay_off(2, "JK"), discard("2C")).player == 1


def test_playing_another_joker_settles_what_is_owed_for_jokers_are_alike() -> None:
    start = table("9S JK KD KH 2D 3C", "6H 7H", melds="1: 9C 9D 9H JK", opened=(0, 1))
    state = after(start, STOCK, swap(0, "9S"), lay("KD KH JK"))
    assert JOKER in state.hand
    assert after(state, discard("2D")).player == 1


def test_a_joker_that_was_not_taken_need_not_be_played() -> None:
    start = table("JK KD KH 2D", "6H 7H", opened=(0,))
    assert Rule.JOKER_STAYS not in play(start, STOCK, discard("2D")).rules


def test_only_the_play_of_a_joker_that_is_owed_plays_it_again() -> None:
    start = table("9S JK KD KH 5C 6C 7C 2D", "6H", melds="1: 9C 9D 9H JK", opened=(0, 1))
    own = play(start, STOCK, lay("KD KH JK"))
    assert Rule.JOKER_PLAY_AGAIN not in own.rules
    natural = play(start, STOCK, swap(0, "9S"), lay("5C 6C 7C"))
    assert Rule.JOKER_PLAY_AGAIN not in natural.rules
    assert refusal(natural.state, discard("2D")).rule is Rule.JOKER_PLAY_AGAIN


def test_a_swap_that_would_leave_nothing_to_discard_is_refused() -> None:
    start = table("9S", "6H 7H", melds="1: 9C 9D 9H JK | 1: 2H 3H 4H", opened=(0, 1))
    start = replace(start, discards=cards_of("KC"))
    assert refusal(after(start, PILE), swap(0, "9S")).rule is Rule.TURN_KEEP_A_DISCARD


def test_a_joker_that_cannot_be_played_is_not_discarded_either() -> None:
    start = table("9S 5D KC", "6H 7H", melds="1: 9C 9D 9H JK", opened=(0, 1))
    state = after(start, STOCK, swap(0, "9S"))
    assert refusal(state, discard("JK")).rule is Rule.JOKER_STAYS
    assert Rule.JOKER_STAYS in play(state, discard("KC")).rules


def test_of_two_jokers_one_may_be_discarded_when_none_can_be_played() -> None:
    start = table("9S 5D KC JK", "6H 7H", melds="1: 9C 9D 9H JK", opened=(0, 1))
    state = after(start, STOCK, swap(0, "9S"))
    assert Rule.JOKER_STAYS in play(state, discard("JK")).rules


def test_the_last_free_card_is_not_laid_off_beside_a_joker_that_stays() -> None:
    start = table("KC", "6H 7H", melds="1: KH KS KD JK | 1: 6S JK 8S", opened=(0, 1))
    start = replace(start, stock=cards_of("4D 9S"))
    state = after(start, STOCK, swap(0, "KC"))
    assert refusal(state, lay_off(1, "9S")).rule is Rule.TURN_KEEP_A_DISCARD
    assert refusal(state, discard("JK")).rule is Rule.JOKER_STAYS
    assert Rule.JOKER_STAYS in play(state, discard("9S")).rules


def test_a_play_of_the_joker_together_with_the_last_card_counts() -> None:
    start = table("9S", "6H 7H", melds="1: 9C 9D 9H JK | 1: 2H 3H 4H", opened=(0, 1))
    start = replace(start, discards=cards_of("6H"))
    state = after(start, PILE, swap(0, "9S"))
    assert refusal(state, lay_off(1, "JK")).rule is Rule.TURN_KEEP_A_DISCARD
    assert refusal(state, discard("JK")).rule is Rule.JOKER_PLAY_AGAIN
    answer = play(state, lay_off(1, "JK 6H"))
    assert {Rule.JOKER_PLAY_AGAIN, Rule.END_NO_FINAL_DISCARD} <= set(answer.rules)


# The end of a round


def test_a_round_ends_with_the_discard_of_the_last_card() -> None:
    start = table("5C 6C 7C", "6H 10H AS JK", "4D 4D", opened=(0,))
    answer = play(start, STOCK, lay("5C 6C 7C"), discard("8S"))
    assert answer.rules == (
        Rule.TURN_DISCARD,
        Rule.END_EMPTY_HAND,
        Rule.SCORE_HAND,
        Rule.SCORE_FACE,
        Rule.SCORE_COURT,
        Rule.SCORE_ACE,
        Rule.SCORE_JOKER,
    )
    result = RoundResult(Rule.END_EMPTY_HAND, winners=(0,), points=(0, 47, 8))
    assert answer.state.result == result
    assert answer.events == (Discarded(0, parse_card("8S")), RoundEnded(result))


def test_a_round_ends_when_the_last_cards_are_laid_without_a_discard() -> None:
    start = table("5C 6C", "6H", opened=(0,), stock="7C")
    answer = play(start, STOCK, lay("5C 6C 7C"))
    assert {Rule.END_EMPTY_HAND, Rule.END_NO_FINAL_DISCARD, Rule.SCORE_HAND} <= set(answer.rules)
    assert not {Rule.OPENING_GOING_OUT, Rule.TURN_DISCARD} & set(answer.rules)
    assert answer.state.result == RoundResult(Rule.END_EMPTY_HAND, (0,), (0, 6))


def test_a_round_ends_when_the_last_cards_are_laid_off() -> None:
    start = table("5C", "6H", melds="0: 7C 8C 9C", opened=(0,), stock="6C")
    answer = play(start, STOCK, lay_off(0, "5C 6C"))
    assert Rule.END_NO_FINAL_DISCARD in answer.rules
    assert answer.state.result


def test_only_the_cards_that_are_left_are_counted() -> None:
    start = table("5C 6C", "6H", opened=(0,), stock="7C")
    rules = play(start, STOCK, lay("5C 6C 7C")).rules
    assert not {Rule.SCORE_COURT, Rule.SCORE_ACE, Rule.SCORE_JOKER} & set(rules)


def test_after_the_end_the_rule_that_ended_the_round_refuses_everything() -> None:
    state = after(table("5C 6C", "6H", opened=(0,), stock="7C"), STOCK, lay("5C 6C 7C"))
    for action in (STOCK, PILE, lay("6H"), lay_off(0, "6H"), swap(0, "6H"), discard("6H")):
        assert refusal(state, action) == Refused(Rule.END_EMPTY_HAND)
    limit = after(table("5C 6C", "6H 7H", turn=300), STOCK, discard("5C"))
    assert refusal(limit, STOCK) == Refused(Rule.END_TURN_LIMIT)
    empty = after(table("5C 6C", "6H 7H", stock="8S", reshuffles=2), STOCK, discard("5C"))
    assert refusal(empty, STOCK) == Refused(Rule.END_STOCK_EMPTY)


def test_the_discard_pile_without_its_top_becomes_an_empty_stock() -> None:
    start = table("5C 6C", "6H 7H", stock="8S", discards="2H 3H 4H 5H 9H")
    answer = play(start, STOCK, discard("5C"))
    assert answer.rules == (Rule.TURN_DISCARD, Rule.END_RESHUFFLE, Rule.TURN_PASSES)
    assert answer.events[-1] == Reshuffled(5)
    assert answer.state.discards == cards_of("5C")
    assert Counter(answer.state.stock) == Counter(cards_of("2H 3H 4H 5H 9H"))
    assert answer.state.reshuffles == 1
    assert answer.state.player == 1


def test_the_last_card_of_the_stock_is_played_before_the_pile_is_shuffled() -> None:
    state = after(table("5C 6C", "6H 7H", stock="8S", discards="2H 9H"), STOCK)
    assert (state.stock, state.reshuffles) == ((), 0)
    assert state.discards == cards_of("2H 9H")


def test_a_stock_that_still_holds_a_card_is_not_replaced() -> None:
    answer = play(table("5C 6C", "6H 7H", stock="2H 8S"), STOCK, discard("5C"))
    assert Rule.END_RESHUFFLE not in answer.rules
    assert answer.state.stock == cards_of("2H")


def test_the_seed_decides_the_order_of_a_reshuffle() -> None:
    start = table("5C 6C", "6H 7H", stock="8S", discards="2H 3H 4H 5H 6H 7H 8H 9H")
    stocks = {after(replace(start, seed=seed), STOCK, discard("5C")).stock for seed in (1, 1, 2)}
    assert len(stocks) == 2


def test_two_reshuffles_of_one_round_give_two_orders() -> None:
    pile = "2H 3H 4H 5H 6H 7H 8H 9H"
    start = table("5C 6C", "6H 7H", stock="8S", discards=pile)
    first = after(start, STOCK, discard("5C"))
    again = replace(start, seed=first.seed, reshuffles=1)
    second = after(again, STOCK, discard("5C"))
    assert second.reshuffles == 2
    assert second.stock != first.stock


def test_after_two_reshuffles_an_empty_stock_ends_the_round_for_the_lowest_hand() -> None:
    start = table("5C 6C", "6H 7H", "AS 2S", stock="8S", discards="2H 9H", reshuffles=2)
    answer = play(start, STOCK, discard("8S"))
    assert answer.rules == (
        Rule.TURN_DISCARD,
        Rule.END_STOCK_EMPTY,
        Rule.END_LOWEST_HAND,
        Rule.SCORE_HAND,
        Rule.SCORE_FACE,
        Rule.SCORE_ACE,
    )
    assert answer.state.result == RoundResult(Rule.END_STOCK_EMPTY, (0,), (11, 13, 13))
    assert answer.state.player == 0


def test_one_reshuffle_leaves_another() -> None:
    start = table("5C 6C", "6H 7H", stock="8S", discards="2H 9H", reshuffles=1)
    answer = play(start, STOCK, discard("8S"))
    assert (Rule.END_RESHUFFLE in answer.rules, answer.state.reshuffles) == (True, 2)


def test_one_card_below_the_top_is_a_stock() -> None:
    start = table("5C 6C", "6H 7H", stock="8S", discards="9S")
    assert after(start, STOCK, discard("8S")).stock == cards_of("9S")


def test_equal_lowest_hands_share_the_round() -> None:
    start = table("5C 6C", "6H 5H", "KS 2S", stock="8S", discards="2H 9H", reshuffles=2)
    answer = play(start, STOCK, discard("8S"))
    assert {Rule.END_LOWEST_HAND, Rule.END_SHARED} <= set(answer.rules)
    assert answer.state.result == RoundResult(Rule.END_STOCK_EMPTY, (0, 1), (11, 11, 12))


def test_after_three_hundred_turns_the_round_ends_for_the_lowest_hand() -> None:
    start = table("5C 6C", "6H 3H", turn=300)
    answer = play(start, STOCK, discard("8S"))
    assert answer.rules == (
        Rule.TURN_DISCARD,
        Rule.END_TURN_LIMIT,
        Rule.END_LOWEST_HAND,
        Rule.SCORE_HAND,
        Rule.SCORE_FACE,
    )
    assert answer.state.result == RoundResult(Rule.END_TURN_LIMIT, (1,), (11, 9))


def test_the_three_hundredth_turn_is_still_played() -> None:
    state = after(table("5C 6C", "6H 3H", turn=299), STOCK, discard("8S"))
    assert (state.turn, state.result) == (300, None)
    assert after(state, STOCK).phase is Phase.PLAY


def test_a_hand_emptied_in_the_last_turn_wins_by_its_own_rule() -> None:
    start = table("5C 6C", "6H 3H", turn=300, opened=(0,), stock="2D 7C")
    answer = play(start, STOCK, lay("5C 6C 7C"))
    assert answer.state.result == RoundResult(Rule.END_EMPTY_HAND, (0,), (0, 9))


def test_at_the_turn_limit_nothing_is_shuffled_any_more() -> None:
    start = table("5C 6C", "6H 3H", turn=300, stock="8S", discards="2H 9H")
    answer = play(start, STOCK, discard("8S"))
    assert Rule.END_RESHUFFLE not in answer.rules


# Given tables


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
