"""Findings as JSON, one object with everything that a finding holds."""

from __future__ import annotations

import json
from typing import Any

from rami_examples.findings import Finding, Findings

FORMAT = 1


def json_report(findings: Findings) -> str:
    """All findings in one document: ``{"format": 1, "findings": […]}``."""
    content = {"format": FORMAT, "findings": [as_object(finding) for finding in findings]}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def as_object(finding: Finding) -> dict[str, Any]:
    """A finding as an object; what it does not have is left out."""
    place = finding.place
    fields = {
        "id": finding.kind.value,
        "severity": "warning" if finding.warning else "error",
        "file": place.path.as_posix(),
        "line": place.line,
        "column": place.column,
        "message": finding.message,
        "right": finding.right,
        "example": finding.example,
        "rule": finding.rule,
        "field": finding.field,
        "documented": finding.documented,
        "engine": finding.engine,
        "pages": list(finding.pages),
        "languages": list(finding.languages),
    }
    return {name: value for name, value in fields.items() if value}
