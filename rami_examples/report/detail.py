"""All that a finding says beside its place, as lines of text."""

from __future__ import annotations

from rami_examples.findings import Finding


def detail(finding: Finding) -> str:
    """Message, right form, the two values of a mismatch, and who would have seen it."""
    lines = [finding.message]
    for label, value in (
        ("right", finding.right),
        ("example", finding.example),
        ("rule", finding.rule),
        ("field", finding.field),
        ("documented", finding.documented),
        ("engine", finding.engine),
        ("pages", ", ".join(finding.pages)),
        ("languages", ", ".join(finding.languages)),
    ):
        if value:
            lines.append(f"{label}: {value}")
    return "\n".join(lines)
