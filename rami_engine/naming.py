"""What melds are called: a set of four and a pure run have names of their own."""

from __future__ import annotations

from rami_engine.meld import Meld, MeldKind
from rami_engine.ruleset import RuleSet


def kind_name(meld: Meld, rules: RuleSet) -> str:
    """``set``, ``set-of-four``, ``run`` or ``pure-run``: an id, for each language to translate."""
    if meld.kind is MeldKind.SET:
        return "set-of-four" if len(meld.laid) > rules.set_least else "set"
    return "pure-run" if meld.is_pure_run else "run"
