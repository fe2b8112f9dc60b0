"""What all commands share: where they print, and how they end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click
from rich.console import Console
from rich.markup import escape

from rami_examples.findings import Faulty, Findings
from rami_examples.report.text import print_findings

PROJECT = Path(__file__).resolve().parent.parent

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


class Faults(click.ClickException):
    """Ends a command with its findings and with what they led to."""

    exit_code = 1

    def __init__(self, findings: Findings, consequence: str, console: Console = err) -> None:
        super().__init__(consequence)
        self.findings = findings
        self.console = console

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the findings: on standard error, unless they are what was asked for."""
        print_findings(self.findings, PROJECT, self.console)
        self.console.print(f"[bold red]✗[/] {counted(self.findings)}. {self.message}")


@contextmanager
def ended_by_faults(consequence: str) -> Iterator[None]:
    """End the command with the findings of a ``Faulty`` that is raised in the body."""
    try:
        yield
    except Faulty as faulty:
        raise Faults(faulty.findings, consequence) from None


class CannotRun(click.ClickException):
    """Ends a command that could not do its work."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Say why on standard error."""
        err.print(f"[bold red]✗[/] {escape(self.message)}")


class Command(click.Command):
    """A command that ends with 130 after Ctrl-C, as shells expect."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            err.print("Interrupted. What was there before is still whole.")
            ctx.exit(130)


class Group(click.Group):
    """A group of such commands."""

    command_class = Command
    group_class = type


def warn(findings: Findings, console: Console = err) -> None:
    """Print warnings, which stop nothing: on standard error, as ``Faults`` does."""
    if findings:
        print_findings(findings, PROJECT, console)
        console.print(f"[bold yellow]![/] {counted(findings)}")


def counted(findings: Findings) -> str:
    """How many faults and warnings there are: "2 faults, 1 warning"."""
    warnings = sum(finding.warning for finding in findings)
    numbers = {"fault": len(findings) - warnings, "warning": warnings}
    return ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for word, n in numbers.items() if n)
