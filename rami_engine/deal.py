"""The deal: a shuffled deck, the hands, the upcard and the stock."""

from __future__ import annotations

from dataclasses import dataclass

from rami_engine.answers import Refused
from rami_engine.deck import deck_for
from rami_engine.rules import Rule
from rami_engine.ruleset import Game, RuleSet
from rami_engine.shuffle import shuffled
from rami_engine.state import RoundState


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round about to begin, and the rules applied to deal it."""

    state: RoundState
    rules: tuple[Rule, ...]


def deal(players: int, game: Game, rules: RuleSet, seed: int, dealer: int = 0) -> Dealt | Refused:
    """Deal a round; the same seed deals the same cards. Raises ValueError for an unknown dealer."""
    deck = deck_for(players, rules)
    if isinstance(deck, Refused):
        return deck
    if not 0 <= dealer < players:
        raise ValueError(f"no player {dealer}")
    cards, next_seed = shuffled(deck.cards, seed)
    size = rules.hand_size
    hands = tuple(cards[size * seat : size * (seat + 1)] for seat in range(players))
    upcard, *stock = cards[size * players :]
    state = RoundState(
        rules=rules,
        game=game,
        hands=hands,
        stock=tuple(stock),
        discards=(upcard,),
        melds=(),
        opened=(False,) * players,
        returned=(False,) * players,
        dealer=dealer,
        player=(dealer + 1) % players,
        seed=next_seed,
    )
    applied = (Rule.DEAL_HAND, Rule.DEAL_PILES, Rule.DEAL_FIRST_PLAYER)
    return Dealt(state, (*deck.rules, *applied))
