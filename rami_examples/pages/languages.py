"""The languages of a site, each with its catalog strictly read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from babel import UnknownLocaleError

from rami_examples.catalogs.catalog import (
    SOURCE_LANGUAGE,
    Catalog,
    catalog_path,
    english,
    read_catalog,
)
from rami_examples.catalogs.messages import Message
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.pages.language import Language, language


def read_languages(
    project: Path, tags: Iterable[str], messages: Sequence[Message]
) -> tuple[tuple[Language, ...], Findings]:
    """The languages of these tags whose catalogs are right, and everything else's faults."""
    languages: list[Language] = []
    findings: list[Finding] = []
    for tag in tags:
        catalog = (
            english(messages)
            if tag == SOURCE_LANGUAGE
            else read_catalog(catalog_path(project, tag), tag, messages, project=project)
        )
        if isinstance(catalog, Catalog):
            try:
                languages.append(language(tag, catalog))
            except (ValueError, UnknownLocaleError):
                place, what = Place(Path("mkdocs.yml")), f"{tag!r} is no language that CLDR knows"
                right = "a BCP 47 tag such as pt-BR"
                findings.append(Finding(Kind.CATALOG_HEADER, place, what, right))
        else:
            findings += catalog
    return tuple(languages), tuple(findings)
