"""Options that several commands share: which languages, how strictly, reported in what form."""

from __future__ import annotations

import sys

import click

from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.catalogs.tags import PSEUDO
from rami_examples.findings import Findings, has_faults
from rami_examples.report import FORMATS, MACHINE_FORMATS
from rami_examples.settings import declared_incomplete, declared_languages
from rami_examples.terminal import PROJECT, Faults, ended_by_faults, out, warn


def declared() -> tuple[str, ...]:
    """The languages of mkdocs.yml; ends the command if it names none."""
    with ended_by_faults("Nothing was done."):
        return declared_languages(PROJECT)


def shown(tag: str) -> str:
    """A declared language, or a pseudo-language, which is for looking at and never published."""
    return tag if tag in PSEUDO else known(tag)


def known(tag: str) -> str:
    """A declared language; ends the command for any other."""
    tags = declared()
    if tag not in tags:
        more = ", ".join(tags)
        raise click.BadParameter(f"{tag} is not declared in mkdocs.yml, which has {more}")
    return tag


def _tags(context: click.Context, option: click.Parameter, value: str | None) -> tuple[str, ...]:
    if value is None:
        return declared()
    tags = tuple(dict.fromkeys(filter(None, (tag.strip() for tag in value.split(",")))))
    if not tags:
        raise click.BadParameter("no language named; for example: de,he")
    return tuple(map(known, tags))


def _treatment(context: click.Context, option: click.Parameter, complete: bool) -> Incomplete:
    if complete:
        return Incomplete.REFUSE
    with ended_by_faults("Nothing was done."):
        return declared_incomplete(PROJECT)


languages = click.option(
    "--languages", metavar="TAGS", callback=_tags, help="These languages alone, such as de,he."
)

complete = click.option(
    "--require-complete",
    "incomplete",
    is_flag=True,
    callback=_treatment,
    help="Refuse languages with texts that are not translated.",
)

form = click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="How findings are told.",
)


def tell(findings: Findings, form: str, consequence: str, *, strict: bool = False) -> None:
    """Report findings in a form; end the command with 1 if there are any but warnings.

    They go to standard output: they are what was asked for. ``strict``: with 1 for warnings too.
    """
    failing = bool(findings) if strict else has_faults(findings)
    if form != "text":
        click.echo(MACHINE_FORMATS[form](findings), nl=False)
        sys.exit(Faults.exit_code if failing else 0)
    if failing:
        raise Faults(findings, consequence, out)
    warn(findings, out)
    out.print(f"[bold green]✓[/] {'nothing stops a build' if findings else 'nothing is wrong'}")
