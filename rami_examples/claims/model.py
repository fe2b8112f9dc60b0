"""The corpus as claims: what its editors say that the engine will answer.

Nothing here has been checked against the engine yet; only ``verify`` does that. Every
claim remembers where it was written, field by field, so that a mismatch can point at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rami_engine.actions import Action
from rami_engine.cards import Cards
from rami_engine.meld import MeldKind
from rami_engine.rules import Rule
from rami_engine.ruleset import Game, RuleSet
from rami_engine.state import RoundState
from rami_examples.findings import Place


@dataclass(frozen=True, slots=True)
class About:
    """What all examples have: a name, a place in the file, and where readers see them.

    ``title`` and ``reason`` are messages (English); ``shown_on`` is ``page#section`` or ''
    for the proof page alone. ``proves`` are the rules that the example claims to show, and
    ``without`` those that it claims to play no part in it.
    """

    id: str
    title: str
    reason: str
    shown_on: str
    proves: tuple[Rule, ...]
    without: tuple[Rule, ...]
    places: Mapping[str, Place]

    def place(self, field: str = "id") -> Place:
        """Where a field was written; where it was left out, the expectation or the example."""
        return self.places.get(field) or self.places.get("expect") or self.places["id"]


@dataclass(frozen=True, slots=True)
class MeldExample:
    """Cards laid as a meld. ``points`` is None where ``refused`` names the rule that forbids it.

    ``concerns`` are the cards that the refusal names; () where the corpus does not say.
    """

    about: About
    cards: Cards
    kind: MeldKind | None
    rules: RuleSet
    points: int | None
    refused: Rule | None
    joker: str
    concerns: Cards


@dataclass(frozen=True, slots=True)
class OpeningExample:
    """Melds laid as an opening, with their total and the rule that refuses it, if one does."""

    about: About
    melds: tuple[Cards, ...]
    game: Game
    rules: RuleSet
    total: int
    refused: Rule | None


@dataclass(frozen=True, slots=True)
class DeckExample:
    """The deck for a number of players; packs, jokers and total are 0 where it is refused."""

    about: About
    players: int
    rules: RuleSet
    packs: int
    jokers: int
    total: int
    refused: Rule | None


@dataclass(frozen=True, slots=True)
class ValueExample:
    """What each of ``cards`` counts as it lies in ``meld``, and what it counts left in a hand."""

    about: About
    cards: Cards
    meld: Cards
    rules: RuleSet
    laid: tuple[int, ...]
    hand: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealExample:
    """A deal: the cards in each hand, on the discard pile and in the stock, and who starts."""

    about: About
    players: int
    dealer: int
    rules: RuleSet
    hand: int
    discards: int
    stock: int
    starts: int


@dataclass(frozen=True, slots=True)
class MatchExample:
    """The points of every round, by player; who deals it, the totals, and who wins.

    A match with more ``agreed`` rounds than ``rounds`` is still under way.
    """

    about: About
    agreed: int
    rounds: tuple[tuple[int, ...], ...]
    rules: RuleSet
    dealers: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What the player to move does, and what is expected of it.

    ``refused`` names the rule that forbids it, and ``concerns`` the cards that the refusal names;
    () where the corpus does not say. ``by`` are rules that are to take part in the answer, and
    ``without`` some that are not. ``gives`` are the effects expected of a step that is not refused,
    by name, written as ``effects.EFFECTS`` writes them.
    """

    action: Action
    refused: Rule | None
    concerns: Cards
    by: tuple[Rule, ...]
    without: tuple[Rule, ...]
    gives: Mapping[str, str]
    places: Mapping[str, Place]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A table set up by an editor, and the steps played on it; players count from 0 here."""

    about: About
    table: RoundState
    steps: tuple[Step, ...]


Example = (
    MeldExample
    | OpeningExample
    | DeckExample
    | ValueExample
    | DealExample
    | MatchExample
    | Scenario
)
