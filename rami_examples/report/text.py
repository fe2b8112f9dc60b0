"""Findings for people: the place, a caret under the fault, and what right looks like."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from rami_examples.findings import Finding, Findings, harmless
from rami_examples.sources import is_plain_file

_WIDEST = 100
_BEFORE_CARET = 60
_MOST_BYTES = 4_000_000  # of a file whose lines are shown


def print_findings(findings: Findings, project: Path, console: Console) -> None:
    """Print findings in their order, with colours only where the console is a terminal."""
    sources: dict[Path, list[str]] = {}
    for finding in findings:
        path = finding.place.path
        if path not in sources:
            sources[path] = _lines(project / path)
        console.print(_as_text(finding, sources[path]), soft_wrap=True)


def _as_text(finding: Finding, source: list[str]) -> Text:
    text = Text()
    text.append(harmless(f"{finding.place}"), style="bold")
    if finding.warning:
        text.append("  warning:", style="yellow")
    text.append(f"  {harmless(finding.message)}\n")
    line = finding.place.line
    if 0 < line <= len(source):
        text.append(_frame(source[line - 1], line, finding.place.column))
    if finding.right:
        text.append("  right  ", style="green")
        text.append(f"{harmless(finding.right)}\n")
    about = _unsaid(finding)
    if about:
        text.append("  about  ", style="cyan")
        text.append(f"{harmless(about)}\n")
    if finding.pages:
        text.append("  shown  ", style="cyan")
        text.append(f"on {', '.join(finding.pages)} in {', '.join(finding.languages)}\n")
    text.append(f"  {finding.kind.value}\n", style="dim")
    return text


def _unsaid(finding: Finding) -> str:
    """What the message does not say already."""
    named = {
        "example": finding.example,
        "rule": finding.rule,
        "field": finding.field,
        "documented": finding.documented,
        "engine": finding.engine,
    }
    return ", ".join(f"{name} {it}" for name, it in named.items() if it not in finding.message)


def _frame(source: str, line: int, column: int) -> Text:
    """The line of the source; a long one is cut to what stands around the column."""
    start = max(0, column - _BEFORE_CARET)
    part = source[start : start + _WIDEST]
    shown = "".join(char if char.isprintable() else " " for char in part)  # no terminal codes
    gutter = str(line)
    frame = Text(f"  {gutter} │ ", style="blue")
    frame.append(f"{shown}\n", style="default")
    if column:
        frame.append(f"  {' ' * len(gutter)} │ ", style="blue")
        frame.append(f"{' ' * (column - 1 - start)}^\n", style="bold red")
    return frame


def _lines(path: Path) -> list[str]:
    if not is_plain_file(path, _MOST_BYTES):
        return []
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):  # a folder, or what a finding says cannot be read
        return []
