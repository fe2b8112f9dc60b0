"""A part of a site: the pages of some languages, built and read back in a folder of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rami_examples.audit.api import check_api
from rami_examples.audit.facts import Facts
from rami_examples.audit.language import audit_language
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.findings import Finding, Findings, has_faults
from rami_examples.pages.book import Book, LanguageInfo, leading
from rami_examples.pages.language import Language
from rami_examples.pages.languages import read_languages
from rami_examples.pages.wording import Wording
from rami_examples.parts.kept import Files, files_of
from rami_examples.rulebook import Ground, Sources, sources_of, write_part
from rami_examples.site.mkdocs_build import Templates, build_site


@dataclass(frozen=True, slots=True)
class Plan:
    """What all parts of a site have in common.

    ``languages`` are all of the site, as far as its pages need them. ``root`` has the words of what
    belongs to none; ``title`` is what the site is called, and None where nothing is to be built,
    since something is wrong already. ``templates`` are the theme's.
    """

    project: Path
    incomplete: Incomplete
    ground: Ground
    languages: tuple[LanguageInfo, ...]
    root: Wording | None
    title: str | None
    templates: Templates

    @property
    def leading(self) -> str:
        """The language of what belongs to none."""
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


def build_part(plan: Plan, tags: Sequence[str], folder: Path) -> Part:
    """Build the pages in these languages into ``folder`` and read them back."""
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
    sources = _sources(plan, languages)
    book = _built(plan, folder, write_part(plan.project, sources, plan.languages, plan.title))
    if not isinstance(book, Book):
        return Part({}, faults=book)
    infos = {info.tag: info for info in book.languages}
    built: dict[str, BuiltLanguage] = {}
    faults: list[Finding] = []
    for wording in sources.wordings:
        tag = wording.language.tag
        facts, found = audit_language(folder, wording, list(infos), plan.published)
        faults += found
        info = replace(infos[tag], searched={})  # the rest has no need of that, and of one picture
        if tag != plan.leading:
            info = replace(info, picture="")
        built[tag] = BuiltLanguage(info, facts, of_catalogs[tag], _files(folder, tag))
    return Part(built, faults=tuple(faults))


def build_root(plan: Plan, folder: Path) -> Findings:
    """Build what belongs to no language into ``folder`` and read it back; returns what is wrong.

    All of ``plan.languages`` have to be known wholly.
    """
    assert plan.root
    book = write_part(plan.project, _sources(plan, ()), plan.languages, plan.root)
    built = _built(plan, folder, book)
    return tuple(check_api(folder)) if isinstance(built, Book) else built


def _sources(plan: Plan, languages: Sequence[Language]) -> Sources:
    sources = sources_of(plan.ground, tuple(languages), ())
    assert isinstance(sources, Sources)  # the ground has no fault, or there would be no title
    return sources


def _files(folder: Path, tag: str) -> Files:
    return {f"{tag}/{address}": of for address, of in files_of(folder / tag).items()}


def _built(plan: Plan, folder: Path, book: Book | Findings) -> Book | Findings:
    if not isinstance(book, Book):
        return book
    tags = tuple(info.tag for info in book.built)
    return build_site(plan.project, tags, folder, lambda *_: book, templates=plan.templates)
