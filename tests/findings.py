"""What tests ask of findings."""

from __future__ import annotations

from rami_examples.findings import Finding


def only(findings: object) -> Finding:
    """The one finding that a check gave; whatever else it gave instead fails the test."""
    assert isinstance(findings, list | tuple)
    (finding,) = findings
    assert isinstance(finding, Finding)
    return finding
