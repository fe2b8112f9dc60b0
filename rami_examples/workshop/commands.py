"""The commands of the workshop: ``rami-docs i18n …`` and ``rami-docs serve``."""

from __future__ import annotations

import json
import signal
import sys
from dataclasses import asdict

import click
from rich.table import Table

from rami_examples.catalogs.catalog import UNTRANSLATED_LIMIT
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.catalogs.messages import Message, read_sources
from rami_examples.catalogs.update import Samples, template, update_catalogs
from rami_examples.findings import Faulty, in_order
from rami_examples.options import declared, form, known, shown, tell
from rami_examples.pages.languages import read_languages
from rami_examples.rulebook import sample_values
from rami_examples.settings import declared_incomplete
from rami_examples.site.serve import serve as serve_pages
from rami_examples.sources import check_sources
from rami_examples.terminal import PROJECT, CannotRun, Faults, Group, out
from rami_examples.workshop.new_language import CORNERS, Answers, add_language, traits
from rami_examples.workshop.status import progress


@click.group(cls=Group)
def i18n() -> None:
    """Work on the translations."""


def _samples() -> Samples:
    values = sample_values(PROJECT)
    if isinstance(values, tuple):
        raise Faults(values, "No catalog was changed.")
    return values


def _messages() -> tuple[Message, ...]:
    if strays := check_sources(PROJECT):
        raise Faults(strays, "Nothing was done.")
    messages, unreadable = read_sources(PROJECT)
    if unreadable:
        raise Faults(unreadable, "Nothing was done.")
    return messages


@i18n.command()
@click.argument("languages", nargs=-1)
def update(languages: tuple[str, ...]) -> None:
    """Bring the catalogs of LANGUAGES (all by default) up to date with templates and corpus."""
    try:
        result = update_catalogs(PROJECT, languages or declared(), _samples())
    except OSError as error:
        message = f"a catalog cannot be written: {error}; each of them is whole, old or new"
        raise CannotRun(message) from None
    if result.findings:
        raise Faults(result.findings, "No catalog was changed.")
    for path in result.changed:
        out.print(f"updated {path}")
    if not result.changed:
        out.print("all catalogs are up to date")


@i18n.command()
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def status(as_json: bool) -> None:
    """Show how far every language is: translated, suspect, missing."""
    rows = progress(PROJECT, declared(), _messages())
    if as_json:
        listed = [{**asdict(row), "messages": row.messages} for row in rows]
        click.echo(json.dumps({"format": 1, "languages": listed}, ensure_ascii=False, indent=1))
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("language")
    for column in ("translated", "suspect", "missing", "faults", "warnings"):
        table.add_column(column, justify="right")
    table.add_column("")
    for row in rows:
        numbers = (row.suspect, row.missing, row.faults, row.warnings)
        shown = (str(number) if number else "–" for number in numbers)
        whole = row.messages == row.translated and not row.faults
        state = "draft" if row.draft else "complete" if whole else ""
        done = f"{row.translated} of {row.messages}"
        table.add_row(f"{row.tag}  {row.name}", done, *shown, state)
    out.print(table)


@i18n.command()
@click.argument("languages", nargs=-1)
@form
def check(languages: tuple[str, ...], form: str) -> None:
    """Check the catalogs of LANGUAGES (all by default) alone: faults, gaps, terms, typography.

    Of languages that are named every gap is listed. Ends with 1 after any finding, be it a warning.
    """
    tags, messages = tuple(map(known, languages)), _messages()
    most = len(messages) if tags else UNTRANSLATED_LIMIT
    _, findings = read_languages(PROJECT, tags or declared(), messages, most=most)
    # What is wrong with the list of terms is found again for every language, and told once.
    tell(in_order(findings), form, "A translation without any is ready.", strict=True)


@i18n.command(name="template")
def print_template() -> None:
    """Print the messages without any translation, as Weblate and msgmerge want them (POT)."""
    click.echo(template(_messages(), _samples()), nl=False)


@i18n.command(name="new")
@click.argument("tag", metavar="LANG")
@click.option("--card-name", metavar="PATTERN", help="How a card is named: '%(suit)s %(rank)s'.")
@click.option("--corners", metavar="A,J,Q,K", help="The letters in the corners of these four.")
def new_language(tag: str, card_name: str | None, corners: str | None) -> None:
    """Begin the language LANG, a BCP 47 tag such as pt-BR: it builds at once, as a draft.

    Plural forms, direction, script and numbers come from CLDR. On a terminal, what is not given
    is asked; elsewhere it is left to be translated.
    """
    if sys.stdin.isatty() and sys.stdout.isatty():
        if card_name is None:
            question = "How is a card named? (empty: later)"
            card_name = click.prompt(question, "%(rank)s %(suit)s")
        if corners is None:
            question = f"Which letters stand in the corners of {', '.join(CORNERS)}?"
            corners = click.prompt(question, ",".join(CORNERS))
    letters = tuple(letter.strip() for letter in (corners or "").split(",") if letter.strip())
    answers = Answers(card_name or "", letters)
    try:
        added = add_language(PROJECT, tag, answers, _messages(), _samples())
    except OSError as error:
        raise CannotRun(f"{error}; nothing was written") from None
    if added.findings:
        raise Faults(added.findings, "No language was added.")
    about = traits(tag)
    named = f"{about.name} ({about.own_name}), {about.script}, {about.direction}"
    out.print(f"[bold green]✓[/] {named}")
    out.print(f"  numbers look like {about.number}")
    for index, numbers in enumerate(about.plurals):
        out.print(f"  msgstr[{index}] is the plural form for {numbers}")
    for path in added.changed:
        out.print(f"  written: {path}")
    out.print(f"Translate locales/{tag}/rami.po and see it with: rami-docs serve --language {tag}")


@click.command()
@click.option(
    "--language",
    "languages",
    multiple=True,
    callback=lambda context, option, tags: tuple(map(shown, tags)),
    metavar="LANG",
    help="This language alone; may be given again. en-XA and ar-XB are pseudo-languages.",
)
@click.option("--host", default="localhost", show_default=True)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
def serve(languages: tuple[str, ...], host: str, port: int) -> None:
    """Show the pages while you write: every edit appears at once, faults are shown in the page."""
    tags = languages or declared()
    # Whoever ends it from outside means the same, and nothing is to be left behind either.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        incomplete = declared_incomplete(PROJECT)
        if incomplete is Incomplete.REFUSE:  # which is for what is published
            incomplete = Incomplete.ENGLISH
        serve_pages(PROJECT, tags, incomplete, host, port, lambda url: _ready(url, languages))
    except Faulty as faulty:
        raise Faults(faulty.findings, "Nothing is served.") from None
    except OSError as error:
        raise CannotRun(f"cannot serve on {host}:{port}: {error}") from None


def _ready(url: str, languages: tuple[str, ...]) -> None:
    first = f"{languages[0]}/" if languages else ""
    out.print(f"[bold green]✓[/] {url}{first}  (Ctrl-C ends it)")
