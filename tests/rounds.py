"""Rounds for the tests of a round: small tables, and actions played on them.

Tables are small: the cards named, and nothing else. Players are counted from 0. Piles are written
from bottom to top, so the last card of the stock is the next one drawn.
"""

from __future__ import annotations

from collections import Counter

from rami_engine.actions import Action, Discard, Draw, Lay, LayOff, Pile, SwapJoker
from rami_engine.answers import Refused
from rami_engine.cards import Cards, notation, parse_card, parse_cards
from rami_engine.meld import Meld, judge_meld
from rami_engine.play import Accepted, act
from rami_engine.ruleset import REFERENCE, Game, RuleSet
from rami_engine.state import RoundState, TableMeld, given_table

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
