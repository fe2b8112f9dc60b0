"""Books for people who are still writing: with a fault the last good pages stay."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

from jinja2 import BytecodeCache

from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.digests import common_sources, digest
from rami_examples.findings import Finding, Findings
from rami_examples.pages.book import MULTILINGUAL, Book, LanguageInfo, Page
from rami_examples.pages.languages import read_languages
from rami_examples.rulebook import Ground, Sources, read_ground, sources_of, write_book
from rami_examples.sources import check_sources

_NOTHING = Book(
    languages=(LanguageInfo("en", "English", "ltr", "Rami"),),
    pages=(Page("en", "home", "", "Faults", "", "# Nothing can be shown yet { #faults }\n"),),
    choice=Page(
        MULTILINGUAL, "languages", "", "Faults", "", "# Nothing can be shown yet { #faults }\n"
    ),
    files={},
)


@dataclass(slots=True)
class Preview:
    """Makes a book on every call, whatever is wrong; it remembers the last good one.

    What all languages are made from is read again only where it has changed: most edits are those
    of a catalog. ``bytecode`` keeps compiled templates.
    """

    last: Book = _NOTHING
    bytecode: BytecodeCache | None = None
    _ground: Ground | None = None
    _read: str = ""  # the state of the sources that the ground was read from

    def __call__(self, project: Path, languages: tuple[str, ...], incomplete: Incomplete) -> Book:
        """The book of the sources as they are, or the last good one with their faults."""
        made = self._made(project, languages, incomplete)
        if isinstance(made, Book):
            self.last = made
            return made
        faults = tuple(finding for finding in made if not finding.warning)
        warnings = tuple(finding for finding in made if finding.warning)
        return replace(self.last, faults=faults, warnings=warnings)

    def _made(
        self, project: Path, languages: tuple[str, ...], incomplete: Incomplete
    ) -> Book | Findings:
        if strays := check_sources(project):
            return strays
        state = digest([*languages, common_sources(project)])
        if self._ground is None or state != self._read:
            self._ground = read_ground(project, languages, confirmed=False, bytecode=self.bytecode)
            self._read = state
        read, faulty = read_languages(project, languages, self._ground.messages, incomplete)
        sources = sources_of(self._ground, read, faulty)
        return write_book(project, sources) if isinstance(sources, Sources) else sources


_STYLE = """<style>
.findings { position: fixed; inset: auto 0 0 0; z-index: 99; max-height: 45vh; overflow: auto;
  background: #fff; color: #222; border-top: .25rem solid #8a6d00; font: .75rem/1.5 monospace; }
.findings--faults { border-color: #a3202b; }
.findings > summary { padding: .3rem .8rem; cursor: pointer; font-weight: bold; }
.findings li { margin: .3rem 0; white-space: pre-wrap; }
</style>"""


_PANEL = re.compile("<!-- findings -->.*?<!-- /findings -->", re.DOTALL)


def with_panel(page: str, book: Book) -> str:
    """A page with what is wrong with the sources of a book at its end, if anything is."""
    panel = f"<!-- findings -->{_panel(book)}<!-- /findings -->"
    if _PANEL.search(page):
        return _PANEL.sub(lambda _: panel, page)
    return page.replace("</body>", panel + "</body>")


def _panel(book: Book) -> str:
    if not (book.faults or book.warnings):
        return ""
    look = " findings--faults" if book.faults else ""
    heads = ((book.faults, "fault"), (book.warnings, "warning"))
    counts = ", ".join(f"{len(of)} {word}{'s'[: len(of) != 1]}" for of, word in heads if of)
    stays = ": these are the last good pages" if book.faults else ""
    return (
        f'{_STYLE}<details class="findings{look}" lang="en" dir="ltr"{" open" * bool(book.faults)}>'
        f"<summary>{counts}{stays}</summary><ol>{_listed((*book.faults, *book.warnings))}</ol>"
        "</details>"
    )


def _listed(findings: Iterable[Finding]) -> str:
    return "".join(f"<li>{escape(str(finding))}</li>" for finding in findings)
