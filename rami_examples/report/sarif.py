"""Findings as SARIF 2.1.0, which code hosts and editors show at their lines."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from rami_engine import __version__
from rami_examples.findings import Finding, Findings, Kind
from rami_examples.report.detail import detail
from rami_examples.report.explain import EXPLANATIONS
from rami_examples.report.json import as_object

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_KINDS = tuple(Kind)


def sarif(findings: Findings) -> str:
    """A SARIF log with one run; every kind of finding is one of its rules."""
    log = {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "rami-docs",
                        "version": __version__,
                        "rules": [_rule(kind) for kind in _KINDS],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding) for finding in findings],
            }
        ],
    }
    return json.dumps(log, ensure_ascii=False, indent=1) + "\n"


def _rule(kind: Kind) -> dict[str, Any]:
    return {"id": kind.value, "shortDescription": {"text": EXPLANATIONS[kind].what}}


def _result(finding: Finding) -> dict[str, Any]:
    place = finding.place
    location: dict[str, Any] = {"artifactLocation": {"uri": quote(place.path.as_posix())}}
    if place.line:
        region = {"startLine": place.line}
        location["region"] = region | ({"startColumn": place.column} if place.column else {})
    return {
        "ruleId": finding.kind.value,
        "ruleIndex": _KINDS.index(finding.kind),
        "level": "warning" if finding.warning else "error",
        "message": {"text": detail(finding)},
        "locations": [{"physicalLocation": location}],
        "properties": as_object(finding),
    }
