"""The conformance report: for people as two tables, for machines as JSON."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from rami_examples.conformance.check import Conformance, Tally
from rami_examples.report.json import as_object

FORMAT = 1


def conformance_json(conformance: Conformance) -> str:
    """All numbers and all findings in one document."""
    content = {
        "format": FORMAT,
        "engine": {
            "name": conformance.engine.name,
            "version": conformance.engine.version,
            "fingerprint": conformance.engine.fingerprint,
        },
        "examples": _numbers(conformance.all),
        "rules-not-told": conformance.rules_not_reported,
        "kinds": {kind: _numbers(tally) for kind, tally in conformance.kinds.items()},
        "rules": {rule.value: _numbers(tally) for rule, tally in conformance.rules.items()},
        "findings": [as_object(finding) for finding in conformance.findings],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _numbers(tally: Tally) -> dict[str, Any]:
    return {
        "agrees": tally.agrees,
        "differs": tally.differs,
        "unsupported": tally.unsupported,
    }


def print_conformance(conformance: Conformance, console: Console) -> None:
    """The examples of every kind, and of every rule that is not confirmed by all of its own."""
    engine = conformance.engine
    console.print(f"[bold]{escape(engine.name)}[/] {escape(engine.version)}")
    kinds = _table("examples")
    for kind, tally in conformance.kinds.items():
        _row(kinds, kind, tally)
    kinds.add_section()
    _row(kinds, "all", conformance.all)
    console.print(kinds)
    open_rules = {
        rule: tally for rule, tally in conformance.rules.items() if tally.agrees < tally.total
    }
    if open_rules:
        rules = _table("examples of the rule")
        for rule, tally in open_rules.items():
            _row(rules, rule.value, tally)
        console.print(rules)
    confirmed = len(conformance.rules) - len(open_rules)
    console.print(f"{confirmed} of {len(conformance.rules)} rules: all their examples agree.")
    for number, what in (
        (conformance.all.unsupported, "examples are not answered"),
        (conformance.rules_not_reported, "answers do not say which rules were applied"),
    ):
        if number:
            console.print(f"Not compared: {number} {what}.")


def _table(title: str) -> Table:
    table = Table(title, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("agree", "differ", "unsupported"):
        table.add_column(name, justify="right")
    return table


def _row(table: Table, name: str, tally: Tally) -> None:
    numbers = (tally.agrees, tally.differs, tally.unsupported)
    style = "red" if tally.differs else ""
    table.add_row(name, *map(str, numbers), style=style)
