"""Search indexes: one a language, in the form that the theme's search worker reads.

Words go into an index as they stand on the page; what makes "acés" find an ace is the worker's
language "folded" (templates/theme/assets/javascripts/lunr/min/lunr.folded.min.js).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from rami_examples.pages.book import LanguageInfo, Page
from rami_examples.site.sections import Section

# The names of cards, and what readers call the terms of the game, are found too, behind all
# words of the text; a field that no result shows.
FIELDS = {
    "title": {"boost": 100},
    "text": {"boost": 1},
    "tags": {"boost": 1},
    "names": {"boost": 0.1},
}

# A page that explains comes before one that repeats: name of the page -> factor of its scores.
WEIGHTS: Mapping[str, float] = {
    "home": 0.5,
    "quick": 0.3,
    "try": 0.3,
    "differences": 0.3,
    "glossary": 2,
    "proof": 0.005,
}


def search_indexes(
    settings: Mapping[str, Any],
    languages: Iterable[LanguageInfo],
    contents: Iterable[tuple[Page, Sequence[Section]]],
) -> dict[str, bytes]:
    """The indexes of these languages by their addresses, from the sections of every page.

    ``settings`` are those of the theme's search. The places of an index are relative to the
    language's root, as the theme's script reads them.
    """
    shown = tuple(contents)
    config = dict(settings) | {"lang": ["folded"], "pipeline": [], "fields": FIELDS}
    return {
        f"{language.root}search/search_index.json": json.dumps(
            {
                "config": config,
                "docs": [
                    _entry(page, section, language)
                    for page, sections in shown
                    if page.language == language.tag
                    for section in sections
                ],
            },
            ensure_ascii=False,
            separators=(",", ":"),
        ).encode()
        for language in languages
    }


def _entry(page: Page, section: Section, language: LanguageInfo) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "location": f"{page.path}#{section.anchor}" if section.anchor else page.path,
        "title": escape(section.title or page.title, quote=False),
        "text": "".join(f"<p>{escape(block, quote=False)}</p>" for block in section.blocks),
    }
    meant = language.searched.get(section.anchor, ()) if page.name == "glossary" else ()
    if names := (*section.names, *meant):
        entry["names"] = " ".join(names)
    if (weight := WEIGHTS.get(page.name)) is not None:
        entry["boost"] = weight
    return entry
