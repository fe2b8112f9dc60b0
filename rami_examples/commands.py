"""All commands but ``build``: each reads arguments, calls one function, shows the result."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import click
from rich.markup import escape

from rami_examples import options
from rami_examples.accept import change_report, changes, diff, edited, write
from rami_examples.audit.command import audit
from rami_examples.audit.mirror import NotHere
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.conformance.check import Conformance
from rami_examples.conformance.command import conform_project
from rami_examples.conformance.engine_process import EngineFault, Limits
from rami_examples.conformance.report import conformance_json, print_conformance
from rami_examples.findings import Faulty, Kind, in_order
from rami_examples.pages.book import Book
from rami_examples.pages.confirmed import confirm, read_confirmed
from rami_examples.pages.prose import Stated, read_prose
from rami_examples.report.explain import EXPLANATIONS
from rami_examples.rulebook import make_book
from rami_examples.shards.build import build_shard
from rami_examples.shards.merge import merge_into_place
from rami_examples.site.export import export
from rami_examples.sources import check_sources
from rami_examples.terminal import PROJECT, CannotRun, Command, Faults, ended_by_faults, err, out
from rami_examples.workshop.commands import i18n, serve

_folder = click.Path(path_type=Path, file_okay=False)


@click.command(cls=Command)
@click.argument("folder", type=_folder)
@options.languages
@options.complete
def shard(folder: Path, languages: tuple[str, ...], incomplete: Incomplete) -> None:
    """Build the part of the site in some languages into FOLDER, for `rami-docs merge`."""
    with err.status("Starting …") as status:
        try:
            built = build_shard(
                PROJECT, options.declared(), languages, folder, status.update, incomplete
            )
        except Faulty as faulty:
            built = faulty.findings
    if not isinstance(built, Book):
        raise Faults(built, "Nothing was written.")
    out.print(f"[bold green]✓[/] {', '.join(languages)} in {escape(str(folder))}")


@click.command(cls=Command)
@click.argument("shards", nargs=-1, required=True, type=_folder)
@options.complete
def merge(shards: tuple[Path, ...], incomplete: Incomplete) -> None:
    """Put the site together from SHARDS, the folders of `rami-docs shard`, every language once."""
    with err.status("Starting …") as status:
        try:
            merged = merge_into_place(
                PROJECT, options.declared(), shards, status.update, incomplete
            )
        except Faulty as faulty:
            merged = faulty.findings
    if not isinstance(merged, int):
        raise Faults(merged, "site/ was left as it was.")
    out.print(f"[bold green]✓[/] site/ is in place: {merged} files from {len(shards)} shards")


@click.command(cls=Command, name="export")
@click.argument("folder", type=_folder)
@options.languages
@options.complete
def export_book(folder: Path, languages: tuple[str, ...], incomplete: Incomplete) -> None:
    """Write the pages as Markdown into FOLDER, with assets, for other site generators.

    zensical.toml, beside them, builds the same pages in Zensical.
    """
    book = make_book(PROJECT, languages, incomplete)
    if not isinstance(book, Book):
        raise Faults(book, "Nothing was written.")
    with ended_by_faults("Nothing was written."):
        count = export(PROJECT, book, folder)
    out.print(f"[bold green]✓[/] {count} files in {escape(str(folder))}")
    if book.published and (drafts := [each.tag for each in book.languages if each.draft]):
        out.print(f"  left out, as drafts: {', '.join(drafts)}")


_seconds = click.FloatRange(min=0, min_open=True, max=24 * 60 * 60)
_answer_limit = click.option(
    "--answer-timeout",
    type=_seconds,
    default=Limits().answer,
    show_default=True,
    metavar="SECONDS",
    help="How long another engine may take for one answer.",
)
_overall_limit = click.option(
    "--overall-timeout",
    type=_seconds,
    default=Limits().overall,
    show_default=True,
    metavar="SECONDS",
    help="How long another engine may take for all answers together.",
)


def _conform(command: str, limits: Limits, languages: tuple[str, ...]) -> Conformance:
    try:
        return conform_project(PROJECT, command, limits, languages)
    except EngineFault as fault:
        raise CannotRun(
            f"the engine {command!r} cannot be held against the corpus: {fault}"
        ) from None


@click.command(cls=Command)
@options.languages
@options.complete
@options.form
@click.option("--engine", metavar="COMMAND", help="Put the corpus to this engine, too.")
@_answer_limit
@_overall_limit
def check(
    languages: tuple[str, ...],
    incomplete: Incomplete,
    form: str,
    engine: str | None,
    answer_timeout: float,
    overall_timeout: float,
) -> None:
    """Verify corpus, prose and catalogs without building the site.

    An engine is a program that speaks the protocol of rami_engine/protocol.py.

    Exits with 0 where nothing is wrong, with 1 after any finding, with 2 if it could not run.
    """
    limits = Limits(answer_timeout, overall_timeout)
    other = () if engine is None else _conform(engine, limits, languages).findings
    book = make_book(PROJECT, languages, incomplete)
    own = book.warnings if isinstance(book, Book) else book
    options.tell(in_order((*own, *other)), form, "Nothing is published like this.")


@click.command(cls=Command)
@click.argument("command")
@options.languages
@options.form
@_answer_limit
@_overall_limit
def conformance(
    command: str,
    languages: tuple[str, ...],
    form: str,
    answer_timeout: float,
    overall_timeout: float,
) -> None:
    """Report how another engine, started by COMMAND, agrees with the corpus.

    The numbers come in text and JSON; the differences in every format.
    """
    found = _conform(command, Limits(answer_timeout, overall_timeout), languages)
    if form == "json":
        click.echo(conformance_json(found), nl=False)
        sys.exit(Faults.exit_code if found.findings else 0)
    if form == "text":
        print_conformance(found, out)
        if not found.findings:
            out.print(f"[bold green]✓[/] {found.all.agrees} examples agree, none differs")
            return
    options.tell(found.findings, form, "The engine does not play by the rulebook.")


@click.command(cls=Command, name="audit")
@click.argument("where", metavar="[FOLDER_OR_ADDRESS]", default="site")
@options.languages
@options.complete
@options.form
def audit_site(where: str, languages: tuple[str, ...], incomplete: Incomplete, form: str) -> None:
    """Read a finished site back, ask the engine again, and compare what readers see.

    The site is a folder, or its address on this machine, such as http://localhost:8000/.
    """
    try:
        findings = audit(PROJECT, where, languages, incomplete)
    except (OSError, NotHere) as error:
        raise click.UsageError(f"cannot read {where}: {error}") from None
    options.tell(findings, form, "The published site is not what the engine confirms.")


@click.command(cls=Command)
@click.argument("kind", metavar="ID", type=click.Choice([kind.value for kind in Kind]))
def explain(kind: str) -> None:
    """Explain a kind of finding by its ID, such as verify.mismatch."""
    explanation = EXPLANATIONS[Kind(kind)]
    out.print(f"[bold]{kind}[/]  {explanation.what}\n")
    out.print(f"Why it matters: {explanation.why}")
    out.print(f"How to mend it: {explanation.mend}")


def _sentences() -> tuple[Stated, ...]:
    if strays := check_sources(PROJECT):
        raise Faults(strays, "Nothing was done.")
    stated, faults = read_prose(PROJECT)
    if faults:
        raise Faults(faults, "Nothing was done.")
    return stated


@click.command(cls=Command, name="accept")
@click.argument("ids", nargs=-1)
@click.option("--reason", required=True, metavar="TEXT", help="Why the documented value changes.")
@click.option("--dry-run", is_flag=True, help="Print the edits and write nothing.")
def accept_changes(ids: tuple[str, ...], reason: str, dry_run: bool) -> None:
    """Write the engine's answers into the examples IDS (all that differ by default).

    For a change of the game that is meant. It refuses to run where CI is set: what a build
    confirms is not for the build to decide.
    """
    _only_a_person()
    if not reason.strip():
        raise click.BadParameter("say why, in a few words", param_hint="--reason")
    found, malformed = changes(PROJECT, options.declared())
    if malformed:
        raise Faults(malformed, "Nothing was accepted.")
    unknown = sorted(set(ids) - {change.finding.example for change in found})
    if unknown:
        raise click.BadParameter(f"nothing differs in {', '.join(unknown)}")
    chosen = [change for change in found if not ids or change.finding.example in ids]
    if not chosen:
        out.print("[bold green]✓[/] corpus and engine agree; there is nothing to accept")
        return
    sentences = {sentence.rule: sentence.text for sentence in _sentences()}
    for change in chosen:
        out.print(change_report(change, sentences), markup=False)
    by_hand = [change for change in chosen if change.edit is None]
    texts = edited(PROJECT, [change.edit for change in chosen if change.edit])
    if dry_run:
        click.echo(diff(texts), nl=False)
    else:
        write(PROJECT, texts)
        named = ", ".join(sorted({change.finding.example for change in chosen if change.edit}))
        out.print("[bold green]✓[/] accepted; for the commit message:")
        out.print(f"Accept what the engine says of {named}: {reason}", markup=False)
    if by_hand:
        raise click.ClickException(f"{len(by_hand)} are for you to write; see above")


@click.command(cls=Command, name="confirm")
@click.argument("rules", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Confirm every sentence that changed.")
def confirm_sentences(rules: tuple[str, ...], everything: bool) -> None:
    """Confirm that plays and translations still fit the changed sentences of RULES."""
    stated = {sentence.rule.value: sentence for sentence in _sentences()}
    if unknown := sorted(set(rules) - stated.keys()):
        raise click.BadParameter(f"no sentence states {', '.join(unknown)}")
    _only_a_person()
    before, faults = read_confirmed(PROJECT)
    if faults:
        raise Faults(faults, "Nothing was confirmed.")
    changed = [name for name, each in stated.items() if before.get(name) != each.text]
    for name in changed:
        out.print(
            f"{name}\n  was  {before.get(name, '')}\n  is   {stated[name].text}", markup=False
        )
    if changed and not rules and not everything:
        raise click.UsageError("name the rules whose plays and translations you have looked at")
    confirmed = confirm(PROJECT, stated.values(), frozenset(rules))
    out.print(f"[bold green]✓[/] confirmed: {len(confirmed)}")


def _only_a_person() -> None:
    """Refuse to run where CI is set: what a build confirms is not for the build to decide."""
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        raise click.UsageError("not in CI: a person accepts a change, and commits it")


COMMANDS: Mapping[str, click.Command] = {
    command.name: command
    for command in (
        shard,
        merge,
        export_book,
        check,
        conformance,
        audit_site,
        explain,
        accept_changes,
        confirm_sentences,
        i18n,
        serve,
    )
    if command.name
}
