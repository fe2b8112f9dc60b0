"""Rounds and matches told in lines of English, for the engine's own console."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rami_engine.actions import Pile
from rami_engine.cards import POSITION, Cards, Joker, Suit, notation
from rami_engine.events import (
    CardsLaidOff,
    Discarded,
    Drawn,
    Event,
    JokerTaken,
    MeldLaid,
    MeldsReturned,
    Opened,
    Reshuffled,
    RoundEnded,
)
from rami_engine.game import Move
from rami_engine.match import Match
from rami_engine.state import RoundResult, RoundState

_SUITS = tuple(Suit)


def round_head(state: RoundState) -> Iterator[str]:
    """The table before the first turn."""
    yield f"{player_name(state.dealer)} deals, {player_name(state.player)} starts."
    yield f"Face up: {notation(state.discards)}. In the stock: {len(state.stock)} cards."
    for player, hand in enumerate(state.hands):
        yield f"  {player_name(player)}  {notation(_sorted(hand))}"


def turn_lines(moves: Iterable[Move]) -> Iterator[str]:
    """One line a turn: what was drawn, laid, laid off and discarded, and the cards left."""
    for turn, group in groupby(moves, key=lambda move: move.before.turn):
        own = list(group)
        player = own[0].before.player
        told = "; ".join(_told(event) for move in own for event in move.answer.events)
        left = len(own[-1].answer.state.hands[player])
        yield f"{turn:>4}  {player_name(player)}  {told}  [{left}]"


def round_end(state: RoundState, result: RoundResult) -> Iterator[str]:
    """The melds on the table, the hands that are left, and their points."""
    yield "On the table:"
    for number, laid in enumerate(state.melds, start=1):
        yield f"  #{number:<3}{player_name(laid.owner)}  {notation(laid.meld.cards)}"
    yield "Left in the hands:"
    for player, hand in enumerate(state.hands):
        cards = notation(_sorted(hand)) or "nothing"
        yield f"  {player_name(player)}  {result.points[player]:>4} points  {cards}"


def match_end(match: Match) -> Iterator[str]:
    """The totals of a match, and who won it."""
    yield f"Totals after {len(match.scores)} rounds:"
    for player, total in enumerate(match.totals):
        rounds = " + ".join(str(points[player]) for points in match.scores)
        yield f"  {player_name(player)}  {total:>4} points  = {rounds}"
    yield f"{_won(match.winners)} the match."


def player_name(player: int) -> str:
    """A player's name on the console: players are counted from 1 there."""
    return f"P{player + 1}"


def _won(players: tuple[int, ...]) -> str:
    names = " and ".join(map(player_name, players))
    return f"{names} wins" if len(players) == 1 else f"{names} share"


def _told(event: Event) -> str:
    match event:
        case Drawn(_, pile, card):
            return f"draws {card}" if pile is Pile.STOCK else f"takes {card} from the pile"
        case MeldLaid(_, index, meld):
            return f"lays #{index + 1} {notation(meld.cards)} ({meld.points})"
        case CardsLaidOff(_, index, cards, meld):
            return f"lays {notation(cards)} off: #{index + 1} {notation(meld.cards)}"
        case JokerTaken(_, index, card, _):
            return f"takes the joker of #{index + 1} for {card}"
        case Opened(_, total):
            return f"opens with {total}"
        case MeldsReturned(_, cards, total, by):
            return f"takes {notation(cards)} back ({total}: {by.value})"
        case Discarded(_, card):
            return f"discards {card}"
        case Reshuffled(cards):
            return f"{cards} cards of the pile become the stock"
        case RoundEnded(result):
            return f"{_won(result.winners)} the round ({result.ended_by.value})"


def _sorted(hand: Cards) -> Cards:
    """A hand as a player holds it: by suit and rank, jokers last."""
    return tuple(
        sorted(
            hand,
            key=lambda card: (
                (len(_SUITS), 0)
                if isinstance(card, Joker)
                else (_SUITS.index(card.suit), POSITION[card.rank])
            ),
        )
    )
