"""How the pages of a book hang together: pages of a language, and versions of a page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rami_examples.pages.book import Book, LanguageInfo, Page


@dataclass(frozen=True, slots=True)
class Alternate:
    """A way from a page to one of the languages; ``current`` marks the page's own."""

    language: LanguageInfo
    address: str
    current: bool


# The versions of every page: name of the page -> tag of the language -> page.
Versions = Mapping[str, Mapping[str, Page]]


def versions_of(book: Book) -> Versions:
    """Gather the versions of every page that readers are led to, in the order of the languages."""
    pages = (*book.pages, *book.others)
    by_place = {(page.name, page.language): page for page in pages}
    names = dict.fromkeys(page.name for page in pages)
    return {
        name: {
            language.tag: by_place[name, language.tag]
            for language in book.published
            if (name, language.tag) in by_place
        }
        for name in names
    }


def alternates(book: Book, versions: Versions, page: Page | None) -> tuple[Alternate, ...]:
    """The same page in every language; where there is none, that language's home page.

    A draft is among them on its own pages alone.
    """
    own = [each for each in book.languages if page and each.draft and each.tag == page.language]
    same = versions.get(page.name, {}) if page else {}
    return tuple(
        Alternate(
            language,
            page.address
            if page and page.language == language.tag
            else same[language.tag].address
            if language.tag in same
            else language.root,
            current=page is not None and page.language == language.tag,
        )
        for language in (*book.published, *own)
    )


def frame_language(tag: str, available: Collection[str]) -> str:
    """The language whose words the theme uses around a page in ``tag``, or English.

    A region may be dropped ("de-AT" reads "de"), a script may not: a reader of Serbian in Latin
    letters is better served in English than in Cyrillic. Chinese is the exception, since the
    theme's plain "zh" is the simplified script.
    """
    language, *subtags = tag.split("-")
    script_kept = not any(len(subtag) == 4 for subtag in subtags) or tag.startswith("zh-Hans")
    candidates = [tag, language] if script_kept else [tag]
    return next((candidate for candidate in candidates if candidate in available), "en")


def spoken(theme_dirs: Iterable[str]) -> Collection[str]:
    """The languages that the theme has words for; a file in templates/theme adds one."""
    return {
        file.stem
        for folder in theme_dirs
        for file in Path(folder, "partials", "languages").glob("*.html")
    }
