"""What melds are called: a set of four and a pure run have names of their own."""

from __future__ import annotations

from enum import Enum

from rami_engine.meld import Meld, MeldKind
from rami_engine.ruleset import RuleSet


class MeldName(Enum):
    """The names of melds; the values are ids, for each language to translate."""

    SET = "set"
    SET_OF_FOUR = "set-of-four"
    RUN = "run"
    PURE_RUN = "pure-run"


def meld_name(meld: Meld, rules: RuleSet) -> MeldName:
    """What a meld is called; a pure run is a run as well, but goes by its own name."""
    if meld.kind is MeldKind.SET:
        return MeldName.SET_OF_FOUR if len(meld.laid) > rules.set_least else MeldName.SET
    return MeldName.PURE_RUN if meld.is_pure_run else MeldName.RUN
