"""The rules by their permanent names.

An id is the reason of a refusal, the label of a sentence on the site and the reason
that an example expects. It is never renamed and never used again for another rule:
see ``REMOVED``.
"""

from __future__ import annotations

from enum import Enum


class Rule(Enum):
    """A rule of the game. ``refusable`` tells whether the engine can refuse a play by it."""

    refusable: bool

    def __new__(cls, rule_id: str, refusable: bool) -> Rule:
        """A rule by its id, and whether it can refuse."""
        member = object.__new__(cls)
        member._value_ = rule_id
        member.refusable = refusable
        return member

    __hash__ = object.__hash__  # by identity, as members are compared; Enum's own is far slower

    # The deck and the deal
    DECK_PLAYERS = "deck.players", True
    DECK_PACKS = "deck.packs", False
    DEAL_HAND = "deal.hand", False
    DEAL_PILES = "deal.piles", False
    DEAL_FIRST_PLAYER = "deal.first-player", False
    DEAL_PASSES = "deal.passes", False
    # A turn
    TURN_DRAW = "turn.draw", True
    TURN_LAY = "turn.lay", True
    TURN_DISCARD = "turn.discard", True
    TURN_NO_RETURN_DISCARD = "turn.no-return-discard", True
    TURN_IDENTICAL_DISCARD = "turn.identical-discard", False
    TURN_KEEP_DRAWN = "turn.keep-drawn", False
    TURN_KEEP_A_DISCARD = "turn.keep-a-discard", True
    TURN_PASSES = "turn.passes", False
    # Melds
    MELD_ONE_JOKER = "meld.one-joker", True
    MELD_ANY_ORDER = "meld.any-order", False
    SET_SIZE = "set.size", True
    SET_ONE_RANK = "set.one-rank", True
    SET_DISTINCT_SUITS = "set.distinct-suits", True
    RUN_LENGTH = "run.length", True
    RUN_ONE_SUIT = "run.one-suit", True
    RUN_CONSECUTIVE = "run.consecutive", True
    RUN_ACE_ENDS = "run.ace-ends", False
    RUN_NO_WRAP = "run.no-wrap", True
    # The joker
    JOKER_STANDS_FOR = "joker.stands-for", False
    JOKER_LOWER_POSITION = "joker.lower-position", False
    JOKER_OPEN_SUIT = "joker.open-suit", True
    JOKER_KEEPS_CARD = "joker.keeps-card", False
    JOKER_SWAP = "joker.swap", True
    JOKER_SWAP_OPENED = "joker.swap-opened", True
    JOKER_PLAY_AGAIN = "joker.play-again", True
    JOKER_STAYS = "joker.stays", True
    # What laid cards count
    VALUE_FACE = "value.face", False
    VALUE_COURT = "value.court", False
    VALUE_ACE_HIGH = "value.ace-high", False
    VALUE_ACE_LOW = "value.ace-low", False
    VALUE_JOKER_CARD = "value.joker-card", False
    VALUE_JOKER_FLAT = "value.joker-flat", False
    # The opening
    OPENING_SUM = "opening.sum", False
    OPENING_THRESHOLD = "opening.threshold", True
    OPENING_PURE_RUN = "opening.pure-run", True
    OPENING_JOKER_ELSEWHERE = "opening.joker-elsewhere", False
    OPENING_CHECK = "opening.check", False
    OPENING_RETURN = "opening.return", False
    OPENING_RETRY = "opening.retry", True
    OPENING_NO_MINIMUM_AFTER = "opening.no-minimum-after", False
    OPENING_GOING_OUT = "opening.going-out", True
    # Laying off
    LAYOFF_OPENED = "layoff.opened", True
    LAYOFF_ANY_MELD = "layoff.any-meld", False
    LAYOFF_SAME_TURN = "layoff.same-turn", False
    LAYOFF_NOT_COUNTED = "layoff.not-counted", False
    # The end of a round
    END_EMPTY_HAND = "end.empty-hand", True
    END_NO_FINAL_DISCARD = "end.no-final-discard", False
    END_RESHUFFLE = "end.reshuffle", False
    END_STOCK_EMPTY = "end.stock-empty", True
    END_TURN_LIMIT = "end.turn-limit", True
    END_LOWEST_HAND = "end.lowest-hand", False
    END_SHARED = "end.shared", False
    # Counting points
    SCORE_HAND = "score.hand", False
    SCORE_FACE = "score.face", False
    SCORE_COURT = "score.court", False
    SCORE_ACE = "score.ace", False
    SCORE_JOKER = "score.joker", False
    MATCH_ROUNDS = "match.rounds", True
    MATCH_LOWEST = "match.lowest", False


CHOSEN: frozenset[Rule] = frozenset(
    {
        # What the sources leave open
        Rule.DEAL_PASSES,
        Rule.TURN_IDENTICAL_DISCARD,
        Rule.TURN_KEEP_A_DISCARD,
        Rule.MELD_ANY_ORDER,
        Rule.JOKER_LOWER_POSITION,
        Rule.JOKER_KEEPS_CARD,
        Rule.JOKER_OPEN_SUIT,
        Rule.JOKER_SWAP_OPENED,
        Rule.JOKER_PLAY_AGAIN,
        Rule.JOKER_STAYS,
        Rule.VALUE_JOKER_FLAT,
        Rule.OPENING_PURE_RUN,
        Rule.OPENING_GOING_OUT,
        Rule.LAYOFF_SAME_TURN,
        Rule.LAYOFF_NOT_COUNTED,
        Rule.END_TURN_LIMIT,
        Rule.END_LOWEST_HAND,
        Rule.END_SHARED,
        Rule.MATCH_LOWEST,
        Rule.MATCH_ROUNDS,
        # Values taken from common practice
        Rule.SCORE_FACE,
        Rule.SCORE_COURT,
        Rule.SCORE_ACE,
        Rule.SCORE_JOKER,
    }
)
"""Rules that are this project's own choice; the site says so beside their sentences."""

REMOVED: frozenset[str] = frozenset()
"""Ids of rules that no longer exist. None of them may come back with another meaning."""

RULES: dict[str, Rule] = {rule.value: rule for rule in Rule}
"""Every rule by its id."""
