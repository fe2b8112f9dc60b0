"""The verified examples as data, for the app and for other engines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rami_engine import __version__, plain
from rami_engine.fingerprint import engine_fingerprint
from rami_engine.plain import STEPS, Plain
from rami_engine.protocol import ask
from rami_engine.rules import CHOSEN
from rami_examples.proof.coverage import Coverage
from rami_examples.proof.facts import facts
from rami_examples.proof.verify import Proven, VerifiedScenario

FORMAT = 1


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
        played = check.verified.steps
        asked = plain.scenario_question(
            check.verified.example.table, [step.action for step in played]
        )
        answered = plain.scenario_answer(played)
        example["table"] = asked["table"]
        example["steps"] = [
            {**step, **told} for step, told in zip(asked["steps"], answered["steps"], strict=True)
        ]
    return example


def replay(example: Mapping[str, Any]) -> list[Plain]:
    """The steps of a scenario of the file as the engine answers them now, in its form.

    Raises KeyError, TypeError or ValueError where the file does not hold a scenario.
    """
    asked = {name: example[name] for name in ("kind", "game", "rules", "table")}
    steps = [{name: step[name] for name in STEPS if name in step} for step in example["steps"]]
    answered = ask({**asked, "steps": steps})
    return [{**step, **told} for step, told in zip(steps, answered["steps"], strict=True)]
