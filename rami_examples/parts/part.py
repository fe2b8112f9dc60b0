"""A part of a site: the pages of some languages, built and read back in a folder of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rami_examples.audit.facts import Facts
from rami_examples.audit.language import audit_language
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.findings import Finding, Findings, has_faults
from rami_examples.pages.book import Book, LanguageInfo, leading
from rami_examples.pages.language import Language
from rami_examples.pages.languages import read_languages
from rami_examples.pages.wording import Wording
from rami_examples.parts.kept import Files, files_of
from rami_examples.rulebook import Ground, Sources, sources_of, write_book
from rami_examples.site.mkdocs_build import Templates, build_site


@dataclass(frozen=True, slots=True)
class Plan:
    """What all parts of a site have in common.

    ``languages`` are all of the site, as far as its pages need them, ``title`` is what the site is
    called; None where the pages are not to be built, since something is wrong already.
    ``templates`` are the theme's.
    """

    project: Path
    incomplete: Incomplete
    ground: Ground
    languages: tuple[LanguageInfo, ...]
    title: str | None
    templates: Templates

    @property
    def leading(self) -> str:
        """The language that is built together with what belongs to none."""
        return leading(self.languages).tag

    @property
    def published(self) -> tuple[str, ...]:
        """The languages that readers are led to."""
        return tuple(language.tag for language in self.languages if not language.draft)


@dataclass(frozen=True, slots=True)
class BuiltLanguage:
    """A language whose pages are built: what the rest of the site needs to know of it."""

    info: LanguageInfo
    facts: Facts
    warnings: Findings
    files: Files


@dataclass(frozen=True, slots=True)
class Part:
    """What came of some languages: by tag, or ``faulty``, what is wrong with their catalogs.

    ``faults`` are what went wrong later, with catalogs that are right.
    """

    languages: Mapping[str, BuiltLanguage]
    faulty: Findings = ()
    faults: Findings = ()


def build_part(plan: Plan, tags: Sequence[str], folder: Path, *, has_root: bool = False) -> Part:
    """Build the pages in these languages into ``folder`` and read them back.

    ``has_root``: and what belongs to no language; then ``plan.languages`` have to be known wholly.
    """
    languages: list[Language] = []
    of_catalogs: dict[str, Findings] = {}
    for tag in tags:
        read, of_catalogs[tag] = read_languages(
            plan.project, (tag,), plan.ground.messages, plan.incomplete
        )
        languages += read
    faulty = tuple(finding for findings in of_catalogs.values() for finding in findings)
    if plan.title is None or has_faults(faulty):
        return Part({}, faulty)
    sources = sources_of(plan.ground, tuple(languages), faulty)
    assert isinstance(sources, Sources)  # the ground has no fault, or there would be no title
    title = None if has_root else plan.title
    book = write_book(plan.project, sources, plan.languages, title)
    if isinstance(book, Book):
        book = _built(plan, tags, folder, book)
    if not isinstance(book, Book):
        return Part({}, faults=book)
    infos = {info.tag: info for info in book.languages}
    built: dict[str, BuiltLanguage] = {}
    faults: list[Finding] = []
    for language in languages:
        wording = Wording(sources.env, language)
        facts, found = audit_language(folder, wording, list(infos), plan.published)
        faults += found
        info = replace(infos[language.tag], picture="", searched={})  # the rest needs neither
        built[language.tag] = BuiltLanguage(
            info, facts, of_catalogs[language.tag], _files(folder, language.tag)
        )
    return Part(built, faults=tuple(faults))


def _files(folder: Path, tag: str) -> Files:
    return {f"{tag}/{address}": of for address, of in files_of(folder / tag).items()}


def _built(plan: Plan, tags: Sequence[str], folder: Path, book: Book) -> Book | Findings:
    return build_site(plan.project, tuple(tags), folder, lambda *_: book, templates=plan.templates)
