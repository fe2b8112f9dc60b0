"""Search indexes: the theme writes one for the whole site, a reader needs one in one language."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from rami_examples.pages.book import LanguageInfo


def search_indexes(whole: bytes, languages: Iterable[LanguageInfo]) -> dict[str, bytes]:
    """Split the index of a whole site into those of its languages, by their addresses.

    The places of an index are relative to the language's root, as the theme's script reads them.
    """
    index: dict[str, Any] = json.loads(whole)
    roots: dict[str, list[Any]] = {language.root: [] for language in languages}
    for entry in index["docs"]:
        tag, _, location = entry["location"].partition("/")
        if (docs := roots.get(f"{tag}/")) is not None:
            docs.append(entry | {"location": location})
    return {
        f"{root}search/search_index.json": json.dumps(
            index | {"docs": docs}, ensure_ascii=False, separators=(",", ":")
        ).encode()
        for root, docs in roots.items()
    }
