"""Verified examples as plain facts, the same in every language.

The pages carry them as data attributes, and ``api/examples.json`` lists them.
"""

from __future__ import annotations

from collections.abc import Mapping

from rami_engine import plain
from rami_engine.meld import meld_kind
from rami_engine.plain import Plain
from rami_examples.proof.verify import (
    Verified,
    VerifiedDeal,
    VerifiedDeck,
    VerifiedMatch,
    VerifiedMeld,
    VerifiedOpening,
    VerifiedScenario,
    VerifiedValue,
)

Facts = Mapping[str, str | int]


def facts(verified: Verified) -> Facts:
    """The facts of an example: what was asked and what the engine answered.

    ``id``, ``kind`` and ``rules`` come with every kind; players count from 1. A list of
    numbers is written with spaces, and lists of cards or rounds are separated by ``|``.
    """
    known = _known(verified)
    about = {"id": verified.example.about.id}
    return {**about, **{name: known[name] for name in known if name not in _APART}}


_APART = ("applied", "concerns")
"""What an answer says of itself rather than of the game."""


def _known(verified: Verified) -> Plain:
    match verified:
        case VerifiedMeld():
            return _meld(verified)
        case VerifiedOpening():
            return _opening(verified)
        case VerifiedDeck():
            return _deck(verified)
        case VerifiedValue():
            return _value(verified)
        case VerifiedDeal():
            return _deal(verified)
        case VerifiedMatch():
            return _match(verified)
        case VerifiedScenario():
            return _scenario(verified)


def data_attributes(verified: Verified) -> Mapping[str, str]:
    """The facts as attributes of an element: ``data-example`` holds the id."""
    named = {"id": "data-example"}
    return {named.get(key, f"data-{key}"): str(value) for key, value in facts(verified).items()}


def _meld(verified: VerifiedMeld) -> Plain:
    example = verified.example
    kind = example.kind or meld_kind(example.cards)
    asked = plain.meld_question(example.cards, kind, example.rules)
    return {**asked, **plain.meld_answer(verified.answer)}


def _opening(verified: VerifiedOpening) -> Plain:
    example = verified.example
    asked = plain.opening_question(example.melds, example.game, example.rules)
    return {**asked, **plain.opening_answer(verified.answer)}


def _deck(verified: VerifiedDeck) -> Plain:
    example = verified.example
    asked = plain.deck_question(example.players, example.rules)
    return {**asked, **plain.deck_answer(verified.answer)}


def _value(verified: VerifiedValue) -> Plain:
    example = verified.example
    asked = plain.value_question(example.cards, example.meld, example.rules)
    return {**asked, **plain.value_answer(verified.counted)}


def _deal(verified: VerifiedDeal) -> Plain:
    table = verified.table
    asked = plain.deal_question(table.players, table.dealer, table.rules)
    return {**asked, **plain.deal_answer(table, verified.rules)}


def _match(verified: VerifiedMatch) -> Plain:
    match = verified.sheet.match
    asked = plain.match_question(match.scores, match.rounds, match.rules)
    return {**asked, **plain.match_answer(verified.sheet)}


def _scenario(verified: VerifiedScenario) -> Plain:
    asked = plain.scenario_question(verified.example.table, ())
    return {name: asked[name] for name in ("kind", "game", "rules")}
