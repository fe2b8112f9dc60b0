"""The languages of a site, each with its catalog strictly read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rami_examples.catalogs.catalog import (
    DRAFT,
    SOURCE_LANGUAGE,
    UNTRANSLATED_LIMIT,
    Catalog,
    catalog_path,
    english,
    read_catalog,
    read_file,
)
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.catalogs.message_text import visible
from rami_examples.catalogs.messages import Message
from rami_examples.catalogs.pseudo import pseudo_catalog
from rami_examples.catalogs.tags import PSEUDO, RIGHT, is_tag
from rami_examples.catalogs.terms import read_terms
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.pages.book import LanguageInfo
from rami_examples.pages.language import Language, language
from rami_examples.settings import SETTINGS


def read_languages(
    project: Path,
    tags: Iterable[str],
    messages: Sequence[Message],
    incomplete: Incomplete = Incomplete.REFUSE,
    most: int = UNTRANSLATED_LIMIT,
) -> tuple[tuple[Language, ...], Findings]:
    """The languages of these tags whose catalogs are right, and the findings of all.

    More than ``most`` gaps of one language are reported as one finding.
    """
    languages: list[Language] = []
    findings: list[Finding] = []
    for tag in tags:
        if tag in PSEUDO:
            languages.append(language(tag, pseudo_catalog(tag, messages)))
            continue
        if not is_tag(tag):  # nor may it become part of a path
            place, what = Place(SETTINGS), f"{visible(tag)!r} is no tag of a language"
            findings.append(Finding(Kind.CATALOG_HEADER, place, what, RIGHT))
            continue
        terms, wavering = read_terms(project, tag, SOURCE_LANGUAGE)
        findings += wavering
        catalog = (
            english(messages)
            if tag == SOURCE_LANGUAGE
            else read_catalog(
                catalog_path(project, tag),
                tag,
                messages,
                project=project,
                incomplete=incomplete,
                terms=terms,
                most=most,
            )
        )
        if isinstance(catalog, Catalog):
            languages.append(language(tag, catalog, terms.searched))
            findings += catalog.warnings
        else:
            findings += catalog
    return tuple(languages), tuple(findings)


def by_name(
    project: Path, tag: str, incomplete: Incomplete, messages: Callable[[], Sequence[Message]]
) -> LanguageInfo:
    """As much of a language as a link to it needs, and whether it is a draft, which gets no link.

    ``messages`` returns those of the project, which few languages need.
    """
    untranslated = language(tag, english(()))
    draft = _is_draft(project, tag, incomplete, messages)
    return LanguageInfo(tag, untranslated.autonym, untranslated.direction, "", draft=draft)


def _is_draft(
    project: Path, tag: str, incomplete: Incomplete, messages: Callable[[], Sequence[Message]]
) -> bool:
    """Whether a language is a draft: only a catalog that calls itself one is read for it."""
    data = read_file(catalog_path(project, tag), project)
    if not isinstance(data, bytes) or f"{DRAFT}:".encode() not in data:
        return False
    languages, _ = read_languages(project, (tag,), messages(), incomplete)
    return any(language.draft for language in languages)
