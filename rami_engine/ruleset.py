"""Every number of the game, in one frozen value per rule set.

``REFERENCE`` holds the app's default rules, ``HOUSE`` the house rules. Two groups are
this project's own choice and marked so below: values taken from common practice, and
what the sources leave open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Game(Enum):
    """The two games. They differ in the opening alone."""

    RAMI_40 = "rami40"
    RAMI_51 = "rami51"


@dataclass(frozen=True, slots=True)
class DeckRule:
    """The deck for ``fewest`` to ``most`` players: packs of 52 cards, and jokers in all."""

    fewest: int
    most: int
    packs: int
    jokers: int


@dataclass(frozen=True, slots=True)
class OpeningRule:
    """What the first melds of a player must reach: points, and whether a pure run is needed."""

    threshold: int
    pure_run: bool


@dataclass(frozen=True, slots=True)
class LaidValues:
    """Points of laid cards. ``joker`` None: it counts as the card that it stands for."""

    ace_low: int
    ace_high: int
    court: int
    joker: int | None


@dataclass(frozen=True, slots=True)
class HandValues:
    """Points of cards left in the hand at the end of a round."""

    ace: int
    court: int
    joker: int


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A table's rules in numbers. ``court`` values cover the ten as well as J, Q and K."""

    name: str
    decks: tuple[DeckRule, ...]
    hand_size: int
    set_least: int
    set_most: int
    run_least: int
    rami40: OpeningRule
    rami51: OpeningRule
    laid: LaidValues
    hand: HandValues
    reshuffles: int
    turn_limit: int

    def opening(self, game: Game) -> OpeningRule:
        """The opening that a game asks for."""
        return self.rami40 if game is Game.RAMI_40 else self.rami51

    @property
    def fewest_players(self) -> int:
        """The smallest number of players that a deck is given for."""
        return min(deck.fewest for deck in self.decks)

    @property
    def most_players(self) -> int:
        """The largest number of players that a deck is given for."""
        return max(deck.most for deck in self.decks)


CUSTOMARY_HAND_VALUES = HandValues(ace=11, court=10, joker=20)
"""Common practice, chosen by this project: the sources do not say what a hand counts."""

REFERENCE = RuleSet(
    name="reference",
    decks=(DeckRule(2, 4, packs=2, jokers=4), DeckRule(5, 6, packs=3, jokers=4)),
    hand_size=13,
    set_least=3,
    set_most=4,
    run_least=3,
    rami40=OpeningRule(threshold=40, pure_run=False),
    rami51=OpeningRule(threshold=51, pure_run=True),
    laid=LaidValues(ace_low=1, ace_high=11, court=10, joker=None),
    hand=CUSTOMARY_HAND_VALUES,
    reshuffles=2,
    turn_limit=300,
)

# The sources give the house rules' joker by an example alone: 31 + 7 + 8 + joker = 61.
HOUSE = replace(
    REFERENCE,
    name="house",
    decks=(DeckRule(2, 4, packs=2, jokers=2), DeckRule(5, 6, packs=3, jokers=3)),
    laid=replace(REFERENCE.laid, joker=15),
)

RULE_SETS: tuple[RuleSet, ...] = (REFERENCE, HOUSE)
RULE_SETS_BY_NAME: dict[str, RuleSet] = {rules.name: rules for rules in RULE_SETS}
"""Every rule set by its name."""
