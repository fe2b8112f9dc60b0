"""The verified examples as data, for the app and for other engines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any

from rami_engine import __version__
from rami_engine.actions import Action, Discard, Draw, Lay, LayOff, SwapJoker
from rami_engine.answers import Refused
from rami_engine.cards import notation
from rami_engine.rules import CHOSEN
from rami_engine.state import RoundState
from rami_examples.proof.coverage import Coverage
from rami_examples.proof.facts import facts
from rami_examples.proof.plays import EFFECTS, Played, effect
from rami_examples.proof.verify import Proven, VerifiedScenario

FORMAT = 1


def engine_fingerprint() -> str:
    """A short name for the very source of the engine that verified the examples."""
    digest = sha256()
    for source in sorted(files("rami_engine").iterdir(), key=lambda source: source.name):
        if source.name.endswith(".py"):
            digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def api_file(proven: Sequence[Proven], coverage: Coverage) -> bytes:
    """``api/examples.json``: the engine, all rules with their proofs, all examples."""
    content = {
        "format": FORMAT,
        "engine": {"version": __version__, "fingerprint": engine_fingerprint()},
        "coverage": {
            "proven": coverage.proven,
            "rules": coverage.total,
            "percent": coverage.percent,
        },
        "rules": [
            {
                "id": proof.rule.value,
                "refusable": proof.rule.refusable,
                "chosen": proof.rule in CHOSEN,
                "allowed": proof.allowed,
                "refused": proof.refused,
            }
            for proof in coverage.proofs.values()
        ],
        "examples": [_example(check) for check in proven],
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def _example(check: Proven) -> dict[str, Any]:
    example: dict[str, Any] = dict(facts(check.verified))
    example["proves"] = [rule.value for rule in check.about.proves]
    if isinstance(check.verified, VerifiedScenario):
        example["table"] = _table(check.verified.example.table)
        example["steps"] = [step_object(played) for played in check.verified.steps]
    return example


def _table(state: RoundState) -> dict[str, Any]:
    return {
        "hands": [notation(hand) for hand in state.hands],
        "stock": notation(state.stock),
        "discards": notation(state.discards),
        "table": [
            {"player": laid.owner + 1, "cards": notation(laid.meld.cards)} for laid in state.melds
        ],
        "opened": [seat + 1 for seat, opened in enumerate(state.opened) if opened],
        "tried": [seat + 1 for seat, returned in enumerate(state.returned) if returned],
        "dealer": state.dealer + 1,
        "player": state.player + 1,
        "turn": state.turn,
        "reshuffles": state.reshuffles,
    }


def step_object(played: Played) -> Mapping[str, Any]:
    """A step of a scenario as the file has it: the action, and what came of it."""
    step = {"player": played.before.player + 1, **_action(played.action)}
    if isinstance(played.outcome, Refused):
        return {**step, "refused": played.outcome.rule.value}
    gives = {name: effect(played, name) for name in EFFECTS}
    return {**step, "applied": [rule.value for rule in played.outcome.rules], "gives": gives}


def _action(action: Action) -> dict[str, str]:
    match action:
        case Draw(pile):
            return {"draw": pile.value}
        case Lay(cards):
            return {"lay": notation(cards)}
        case LayOff(meld, cards):
            return {"lay-off": f"{notation(cards)} on {meld + 1}"}
        case SwapJoker(meld, card):
            return {"swap": f"{card} on {meld + 1}"}
        case Discard(card):
            return {"discard": str(card)}
