"""Verified examples as plain facts, the same in every language.

The pages carry them as data attributes, and ``api/examples.json`` lists them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rami_engine.answers import Refused
from rami_engine.cards import notation
from rami_engine.meld import meld_kind
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
    numbers is written with spaces, and lists of cards or rounds are parted by ``|``.
    """
    about = {"id": verified.example.about.id}
    match verified:
        case VerifiedMeld():
            return {**about, **_meld(verified)}
        case VerifiedOpening():
            return {**about, **_opening(verified)}
        case VerifiedDeck():
            return {**about, **_deck(verified)}
        case VerifiedValue():
            return {**about, **_value(verified)}
        case VerifiedDeal():
            return {**about, **_deal(verified)}
        case VerifiedMatch():
            return {**about, **_match(verified)}
        case VerifiedScenario():
            return {**about, **_scenario(verified)}


def data_attributes(verified: Verified) -> Mapping[str, str]:
    """The facts as attributes of an element: ``data-example`` holds the id."""
    named = {"id": "data-example"}
    return {named.get(key, f"data-{key}"): str(value) for key, value in facts(verified).items()}


def _meld(verified: VerifiedMeld) -> Facts:
    example, answer = verified.example, verified.answer
    kind = example.kind or meld_kind(example.cards)
    asked = {
        "kind": "meld",
        "cards": notation(example.cards),
        "as": kind.value,
        "rules": example.rules.name,
    }
    if isinstance(answer, Refused):
        return asked | {"verdict": "refused", "reason": answer.rule.value}
    joker = answer.joker.stands_for if answer.joker else None
    answered: Facts = {"verdict": "valid", "points": answer.points}
    return {**asked, **answered, **({"joker": str(joker)} if joker else {})}


def _opening(verified: VerifiedOpening) -> Facts:
    example, answer = verified.example, verified.answer
    asked: Facts = {
        "kind": "opening",
        "melds": " | ".join(map(notation, example.melds)),
        "game": example.game.value,
        "rules": example.rules.name,
        "total": answer.total,
    }
    if answer.refused:
        return {**asked, "verdict": "refused", "reason": answer.refused.rule.value}
    return {**asked, "verdict": "accepted"}


def _deck(verified: VerifiedDeck) -> Facts:
    example, answer = verified.example, verified.answer
    asked: Facts = {"kind": "deck", "players": example.players, "rules": example.rules.name}
    if isinstance(answer, Refused):
        return {**asked, "verdict": "refused", "reason": answer.rule.value}
    return {**asked, "packs": answer.packs, "jokers": answer.jokers, "total": answer.total}


def _value(verified: VerifiedValue) -> Facts:
    example = verified.example
    return {
        "kind": "value",
        "cards": notation(example.cards),
        "meld": notation(example.meld),
        "rules": example.rules.name,
        "points": _spaced(place.points for place in verified.laid),
        "hand": _spaced(verified.hand),
    }


def _deal(verified: VerifiedDeal) -> Facts:
    example, table = verified.example, verified.table
    return {
        "kind": "deal",
        "players": example.players,
        "dealer": table.dealer + 1,
        "rules": example.rules.name,
        "hand": len(table.hand),
        "discards": len(table.discards),
        "stock": len(table.stock),
        "starts": table.player + 1,
    }


def _match(verified: VerifiedMatch) -> Facts:
    match = verified.match
    return {
        "kind": "match",
        "rounds": " | ".join(map(_spaced, match.scores)),
        "rules": verified.example.rules.name,
        "dealers": _spaced(seat + 1 for seat in verified.dealers),
        "totals": _spaced(match.totals),
        "winners": _spaced(seat + 1 for seat in match.winners),
    }


def _scenario(verified: VerifiedScenario) -> Facts:
    table = verified.example.table
    return {"kind": "scenario", "game": table.game.value, "rules": table.rules.name}


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
