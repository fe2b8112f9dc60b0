"""A round of Rami at one moment: everything that decides what may happen next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from rami_engine.cards import Card, Cards
from rami_engine.meld import Meld, cards_of
from rami_engine.opening import judge_opening
from rami_engine.rules import Rule
from rami_engine.ruleset import Game, RuleSet


class Phase(Enum):
    """Where a turn stands."""

    DRAW = "draw"
    PLAY = "play"
    DISCARD_ONLY = "discard-only"
    """The opening of this turn was missed: its melds are back in the hand."""


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table and the player who laid it."""

    owner: int
    meld: Meld


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended: by which rule, who won it, and the points of every player's hand."""

    ended_by: Rule
    winners: tuple[int, ...]
    points: tuple[int, ...]


def lowest(points: Sequence[int]) -> tuple[int, ...]:
    """The players with the fewest points, by their numbers; several where they are equal."""
    fewest = min(points)
    return tuple(player for player, own in enumerate(points) if own == fewest)


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round at one moment. Players are numbered from 0; the next one sits to the left.

    Both piles are written from bottom to top: the last card is the one that is drawn.

    ``opened``: who has opened in an earlier turn. ``returned``: whose melds were returned by
    an opening check, and who has not opened since. ``turn`` counts the turns of all players
    from 1; ``reshuffles`` the discard piles that became the stock. ``seed`` gives the order
    of the next reshuffle.

    The rest is about the turn under way. ``taken``: the card taken from the discard pile;
    ``taken_played``: whether it, or a card identical with it, has left the hand since.
    ``laid``: the melds of a player who has not opened, as they were laid; ``laid_off``: whether
    such a player has also laid off. ``owed``: how many jokers were taken in a swap and must be
    played again.
    """

    rules: RuleSet
    game: Game
    hands: tuple[Cards, ...]
    stock: Cards
    discards: Cards
    melds: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    returned: tuple[bool, ...]
    dealer: int
    player: int
    seed: int
    turn: int = 1
    reshuffles: int = 0
    phase: Phase = Phase.DRAW
    taken: Card | None = None
    taken_played: bool = False
    laid: tuple[Meld, ...] = ()
    laid_off: bool = False
    owed: int = 0
    result: RoundResult | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def hand(self) -> Cards:
        """The hand of the player to move."""
        return self.hands[self.player]

    @property
    def bound(self) -> Card | None:
        """The card just taken from the discard pile, while it is still in the hand."""
        return None if self.taken_played else self.taken

    @property
    def opened_before(self) -> bool:
        """Whether the player to move opened in an earlier turn."""
        return self.opened[self.player]

    @property
    def has_opened(self) -> bool:
        """Whether the player to move may lay off: opened before, or by the melds of this turn."""
        if self.opened_before:
            return True
        return not judge_opening(self.laid, self.game, self.rules).refused

    @property
    def cards(self) -> Cards:
        """Every card of the round, wherever it is."""
        on_table = cards_of(laid.meld for laid in self.melds)
        in_hands = (card for hand in self.hands for card in hand)
        return (*self.stock, *self.discards, *on_table, *in_hands)


def given_table(
    hands: Sequence[Cards],
    *,
    rules: RuleSet,
    game: Game,
    stock: Cards,
    discards: Cards,
    melds: Sequence[TableMeld] = (),
    opened: Iterable[int] = (),
    returned: Iterable[int] = (),
    player: int = 0,
    dealer: int | None = None,
    turn: int = 1,
    reshuffles: int = 0,
    seed: int = 0,
) -> RoundState:
    """A round at the start of a turn, as somebody set it up.

    ``opened`` and ``returned`` name players; see ``RoundState``. Without a dealer, the player
    before the one to move has dealt. The cards need not make a whole deck. Raises ValueError
    for a table that no play leads to.
    """
    seats = range(len(hands))
    opened, returned = set(opened), set(returned)
    dealer = (player - 1) % len(hands) if dealer is None else dealer
    owners = {laid.owner for laid in melds}
    _require(rules.fewest_players <= len(hands) <= rules.most_players, "too few or many hands")
    _require({player, dealer} | opened | returned | owners <= set(seats), "no such player")
    _require(owners <= opened, "a meld lies before a player who has not opened")
    _require(not opened & returned, "an opening was returned to a player who has opened")
    _require(all(hands), "a player without cards has won the round")
    _require(bool(stock), "the stock is empty at a draw")
    _require(bool(discards), "the discard pile is empty at a draw")
    _require(1 <= turn <= rules.turn_limit, "no such turn")
    _require(0 <= reshuffles <= rules.reshuffles, "no such number of reshuffles")
    return RoundState(
        rules=rules,
        game=game,
        hands=tuple(hands),
        stock=stock,
        discards=discards,
        melds=tuple(melds),
        opened=tuple(seat in opened for seat in seats),
        returned=tuple(seat in returned for seat in seats),
        dealer=dealer,
        player=player,
        seed=seed,
        turn=turn,
        reshuffles=reshuffles,
    )


def _require(condition: bool, fault: str) -> None:
    if not condition:
        raise ValueError(fault)
