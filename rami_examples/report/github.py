"""Findings as workflow commands of GitHub Actions, which shows them at their lines."""

from __future__ import annotations

from rami_examples.findings import Finding, Findings
from rami_examples.report.detail import detail


def github(findings: Findings) -> str:
    """One ``::error`` or ``::warning`` command a finding."""
    return "".join(_command(finding) for finding in findings)


def _command(finding: Finding) -> str:
    place = finding.place
    spot = {"file": place.path.as_posix(), "line": place.line, "col": place.column}
    properties = {**spot, "title": finding.kind.value}
    listed = ",".join(f"{name}={_property(str(v))}" for name, v in properties.items() if v)
    level = "warning" if finding.warning else "error"
    return f"::{level} {listed}::{_data(detail(finding))}\n"


def _data(text: str) -> str:
    """Text in which nothing ends the line, nor acts on a terminal that shows it."""
    text = "".join(char if char.isprintable() or char in "\r\n" else " " for char in text)
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
