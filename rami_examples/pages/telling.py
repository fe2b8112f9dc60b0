"""A scenario as a reader follows it: the table at the start, then step after step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rami_engine.actions import Action, Discard, Draw, Lay, LayOff, SwapJoker
from rami_engine.answers import Refused
from rami_engine.cards import Cards
from rami_engine.effects import Played, event
from rami_engine.events import Drawn, MeldLaid, MeldsReturned, Opened, Reshuffled, RoundEnded
from rami_engine.play import Accepted
from rami_engine.rules import Rule
from rami_engine.ruleset import RuleSet
from rami_engine.state import RoundState
from rami_examples.pages.language import Face
from rami_examples.pages.rows import meld_faces
from rami_examples.pages.wording import Wording
from rami_examples.proof.facts import data_attributes
from rami_examples.proof.verify import VerifiedScenario


@dataclass(frozen=True, slots=True)
class Seat:
    """A player, counted from 1, and the cards in front of them."""

    player: int
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The table as it is seen: hands, melds with their owners, both piles' tops and sizes."""

    hands: tuple[Seat, ...]
    melds: tuple[Seat, ...]
    discard: tuple[Face, ...]
    stock: int
    turn: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a round ended: the winners and every player's points, players counted from 1."""

    winners: tuple[int, ...]
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ToldStep:
    """One step: what was done with which cards, and what came of it.

    ``does`` is "draw-stock", "draw-discard", "lay", "lay-off", "swap" or "discard"; ``faces``
    are the cards that it names and ``onto`` the meld that they are played on. What did not happen
    is 0, None or empty.
    """

    player: int
    does: str
    faces: tuple[Face, ...]
    onto: tuple[Face, ...]
    refused: Rule | None
    became: tuple[Face, ...] = ()
    points: int = 0
    opened: int = 0
    returned: tuple[Face, ...] = ()
    short: int = 0
    reshuffled: int = 0
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Telling:
    """A scenario to be read: its data for scripts, the table at the start and the steps."""

    id: str
    data: Mapping[str, str]
    rules: RuleSet
    game: str
    table: Table
    steps: tuple[ToldStep, ...] = field(default=())


def tell(verified: VerifiedScenario, wording: Wording) -> Telling:
    """Tell a verified scenario with the cards of a language."""
    example = verified.example
    return Telling(
        id=example.about.id,
        data=data_attributes(verified),
        rules=example.table.rules,
        game=example.table.game.value,
        table=_table(example.table, wording),
        steps=tuple(_step(played, wording) for played in verified.steps),
    )


def _table(state: RoundState, wording: Wording) -> Table:
    return Table(
        hands=tuple(Seat(seat, _faces(hand, wording)) for seat, hand in enumerate(state.hands, 1)),
        melds=tuple(Seat(laid.owner + 1, meld_faces(laid.meld, wording)) for laid in state.melds),
        discard=_faces(state.discards[-1:], wording),
        stock=len(state.stock),
        turn=state.turn,
    )


def _step(played: Played, wording: Wording) -> ToldStep:
    does, cards, meld = _action(played.action)
    onto = meld_faces(played.before.melds[meld].meld, wording) if meld is not None else ()
    player = played.before.player + 1
    outcome = played.outcome
    if isinstance(outcome, Refused):
        return ToldStep(player, does, _faces(cards, wording), onto, outcome.rule)
    drawn = event(outcome, Drawn)
    laid, opened = event(outcome, MeldLaid), event(outcome, Opened)
    returned, ended = event(outcome, MeldsReturned), event(outcome, RoundEnded)
    reshuffled = event(outcome, Reshuffled)
    after = outcome.state.melds
    return ToldStep(
        player=player,
        does=does,
        faces=_faces((drawn.card,) if drawn else cards, wording),
        onto=onto,
        refused=None,
        became=meld_faces(after[meld].meld, wording) if meld is not None else (),
        points=laid.meld.points if laid else 0,
        opened=opened.total if opened else 0,
        returned=_faces(returned.cards, wording) if returned else (),
        short=returned.total if returned else 0,
        reshuffled=reshuffled.cards if reshuffled else 0,
        ending=_ending(outcome) if ended else None,
    )


def _ending(outcome: Accepted) -> Ending | None:
    result = outcome.state.result
    if result is None:
        return None
    winners = tuple(seat + 1 for seat in result.winners)
    return Ending(winners, tuple(enumerate(result.points, 1)))


def _action(action: Action) -> tuple[str, Cards, int | None]:
    match action:
        case Draw(pile):
            return f"draw-{pile.value}", (), None
        case Lay(cards):
            return "lay", cards, None
        case LayOff(meld, cards):
            return "lay-off", cards, meld
        case SwapJoker(meld, card):
            return "swap", (card,), meld
        case Discard(card):
            return "discard", (card,), None


def _faces(cards: Cards, wording: Wording) -> tuple[Face, ...]:
    return tuple(wording.face(card) for card in cards)
