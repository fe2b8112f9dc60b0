"""The list of mutants that no play can tell from the engine, each with the reason why.

An entry names its mutant by the function, the line as it is and the line as it would be, so that
it outlives everything that happens around that line; when the line itself changes, the entry is
reported and has to be thought over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rami_examples.claims.fields import Fields
from rami_examples.claims.yaml_source import Sequence, read_yaml
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.mutation.mutants import Mutant

LIST = Path("rami_examples/mutation/equivalents.yaml")

_ENTRY = "{spot: meld._judge_set, line: …, becomes: […], reason: …}"


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A mutant that plays as the engine does; ``key`` as in ``Mutant``."""

    key: tuple[str, str, str]
    reason: str
    place: Place


def read_equivalents(project: Path) -> tuple[tuple[Equivalent, ...], Findings]:
    """The list, and every fault in it."""
    node = read_yaml(project / LIST, LIST)
    if isinstance(node, Finding):
        return (), (node,)
    faults: list[Finding] = []
    items = Fields(node, "the list", f"equivalents: [{_ENTRY}]", faults).node("equivalents")
    entries: list[Equivalent] = []
    for item in items.items if isinstance(items, Sequence) else ():
        fields = Fields(item, "the entry", _ENTRY, faults)
        spot, line = fields.text("spot", _ENTRY), fields.text("line", _ENTRY)
        reason = fields.text("reason", "reason: Nobody can see it.")
        entries += (
            Equivalent((spot, line, " ".join(after.text.split())), reason, after.place)
            for after in fields.scalars("becomes", "becomes: [the line as it would be]")
        )
        fields.end()
    return tuple(entries), tuple(faults)


def stale(
    entries: Iterable[Equivalent], tried: Iterable[Mutant], survivors: Iterable[Mutant]
) -> Findings:
    """Entries of the modules that were tried whose mutant is gone, or is noticed by now."""
    keys = {mutant.key for mutant in tried}
    alive = {mutant.key for mutant in survivors}
    modules = {spot.partition(".")[0] for spot, _, _ in keys}
    return tuple(
        Finding(
            Kind.CORPUS_VALUE,
            entry.place,
            "this mutant is killed" if entry.key in keys else "there is no such mutant any more",
            "take the entry out, or write it as the survivors are reported",
        )
        for entry in entries
        if entry.key not in alive and entry.key[0].partition(".")[0] in modules
    )
