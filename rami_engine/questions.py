"""Questions to the engine that take several of its answers, for protocol and corpus alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rami_engine.answers import Refused
from rami_engine.cards import Cards
from rami_engine.match import begin_match
from rami_engine.meld import Laid, Meld, judge_meld
from rami_engine.opening import Opening, judge_opening
from rami_engine.rules import Rule
from rami_engine.ruleset import Game, RuleSet
from rami_engine.sheet import Sheet, keep_score, result_of
from rami_engine.values import hand_value


@dataclass(frozen=True, slots=True)
class NoMeld:
    """Cards that were laid as one of the melds of an opening and are none, and why."""

    cards: Cards
    refused: Refused


@dataclass(frozen=True, slots=True)
class Counted:
    """What cards count: laid (the places that they fill in a meld), and left in the hand."""

    laid: tuple[Laid, ...]
    hand: tuple[int, ...]
    rules: tuple[Rule, ...]


def open_with(groups: Iterable[Cards], game: Game, rules: RuleSet) -> Opening | NoMeld:
    """Judge cards that are laid in one turn as an opening; the first that are no meld decide."""
    melds: list[Meld] = []
    for cards in groups:
        meld = judge_meld(cards, rules)
        if isinstance(meld, Refused):
            return NoMeld(cards, meld)
        melds.append(meld)
    return judge_opening(melds, game, rules)


def count(cards: Cards, in_meld: Cards, rules: RuleSet) -> Counted | Refused:
    """Count some cards of a meld as they lie, and as if they were left in the hand."""
    meld = judge_meld(in_meld, rules)
    if isinstance(meld, Refused):
        return meld
    laid = tuple(place for card in cards for place in meld.laid if place.card == card)
    hand = [hand_value(card, rules.hand) for card in cards]
    applied = (*meld.rules, *(rule for _, rule in hand))
    return Counted(laid, tuple(points for points, _ in hand), applied)


def score_match(rounds: Sequence[tuple[int, ...]], agreed: int, rules: RuleSet) -> Sheet | Refused:
    """Score a match from all players' points in each round; ``agreed`` rounds make it whole."""
    match = begin_match(len(rounds[0]), Game.RAMI_51, rules, agreed, seed=0)
    return match if isinstance(match, Refused) else keep_score(match, map(result_of, rounds))
