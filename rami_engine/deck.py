"""The deck: how many packs and jokers a number of players needs."""

from __future__ import annotations

from dataclasses import dataclass

from rami_engine.answers import Refused
from rami_engine.cards import JOKER, PACK, Cards
from rami_engine.rules import Rule
from rami_engine.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: packs of 52 cards, jokers, and the rules that were applied to choose it."""

    packs: int
    jokers: int
    rules: tuple[Rule, ...]

    @property
    def total(self) -> int:
        """All cards, jokers included."""
        return self.packs * len(PACK) + self.jokers

    @property
    def cards(self) -> Cards:
        """The cards in a fixed order, not yet shuffled."""
        return PACK * self.packs + (JOKER,) * self.jokers


def deck_for(players: int, rules: RuleSet) -> Deck | Refused:
    """The deck for this many players; refused where the rules give none."""
    for deck in rules.decks:
        if deck.fewest <= players <= deck.most:
            return Deck(deck.packs, deck.jokers, (Rule.DECK_PLAYERS, Rule.DECK_PACKS))
    return Refused(Rule.DECK_PLAYERS)
