"""A scenario from ``api/examples.json``, played again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rami_engine.actions import Action, Discard, Draw, Lay, LayOff, Pile, SwapJoker
from rami_engine.answers import Refused
from rami_engine.cards import parse_card, parse_cards
from rami_engine.meld import judge_meld
from rami_engine.ruleset import RULE_SETS, Game
from rami_engine.state import RoundState, TableMeld, given_table
from rami_examples.proof.api import step_object
from rami_examples.proof.plays import play


def replay(example: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The steps of a scenario as the engine answers them now, in the form of the file.

    Raises KeyError, TypeError or ValueError where the file does not hold a scenario.
    """
    table = _table(example)
    return [step_object(played) for played in play(table, map(_action, example["steps"]))]


def _table(example: Mapping[str, Any]) -> RoundState:
    rules = {rules.name: rules for rules in RULE_SETS}[example["rules"]]
    given = example["table"]
    melds: list[TableMeld] = []
    for laid in given["table"]:
        meld = judge_meld(parse_cards(laid["cards"]), rules)
        if isinstance(meld, Refused):
            raise ValueError(f"no meld: {laid['cards']}")
        melds.append(TableMeld(laid["player"] - 1, meld))
    return given_table(
        tuple(map(parse_cards, given["hands"])),
        rules=rules,
        game=Game(example["game"]),
        stock=parse_cards(given["stock"]),
        discards=parse_cards(given["discards"]),
        melds=melds,
        opened=[player - 1 for player in given["opened"]],
        returned=[player - 1 for player in given["tried"]],
        player=given["player"] - 1,
        dealer=given["dealer"] - 1,
        turn=given["turn"],
        reshuffles=given["reshuffles"],
    )


def _action(step: Mapping[str, Any]) -> Action:
    if "draw" in step:
        return Draw(Pile(step["draw"]))
    if "lay" in step:
        return Lay(parse_cards(step["lay"]))
    if "discard" in step:
        return Discard(parse_card(step["discard"]))
    cards, _, meld = step.get("lay-off", step.get("swap", "")).partition(" on ")
    if "lay-off" in step:
        return LayOff(int(meld) - 1, parse_cards(cards))
    return SwapJoker(int(meld) - 1, parse_card(cards))
