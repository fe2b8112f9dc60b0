"""A book: all pages of all languages, ready for any site generator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeVar

from rami_examples.findings import Findings

# The language of the page at the site's root, which speaks all languages at once (ISO 639-2).
MULTILINGUAL = "mul"


@dataclass(frozen=True, slots=True)
class Page:
    """One page in one language.

    ``language`` is a BCP 47 tag; ``name`` is the same in every language ("home", "rules");
    ``path`` is the address below the language's root ("" or "rules/"). ``title`` and
    ``description`` are plain text, ``markdown`` is the page's body with its own headline.
    ``headline`` is what the page is called where nobody sees the site around it, if that is not
    its title ("Home"). ``allowed`` is what this page alone adds to the Content-Security-Policy
    ("script-src": "blob:").
    """

    language: str
    name: str
    path: str
    title: str
    description: str
    markdown: str
    allowed: Mapping[str, str] = field(default_factory=dict)
    headline: str = ""

    @property
    def address(self) -> str:
        """The address below the site's root: "", "de/", "de/rules/"."""
        return self.path if self.language == MULTILINGUAL else f"{self.language}/{self.path}"


@dataclass(frozen=True, slots=True)
class LanguageInfo:
    """What the frame around a page has to know of its language.

    ``words`` translates the few English phrases that a reader meets around the pages (the names
    of the colour switches, the error page); a phrase that it lacks stays English. Plain text,
    with marks (``marks.py``) around what is no translation, for the finished page to settle.
    ``picture`` is an SVG for links to the language's pages, or ''. The pages of a ``draft`` are
    there, but nothing links to them yet. ``searched`` are further words that find a section of
    the glossary, by its anchor. ``enter`` is the word on the way from the choice of languages to
    the rules, as HTML.
    """

    tag: str
    autonym: str
    direction: Literal["ltr", "rtl"]
    site_name: str
    words: Mapping[str, str] = field(default_factory=dict)
    picture: str = ""
    draft: bool = False
    searched: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    enter: str = ""

    @property
    def root(self) -> str:
        """The address of the language's home page below the site's root: "de/"; "" for many."""
        return "" if self.tag == MULTILINGUAL else f"{self.tag}/"


@dataclass(frozen=True, slots=True)
class Book:
    """Everything that a site shows.

    The first of ``languages`` is the default one; ``pages`` stand in the order of navigation;
    ``choice`` is the page at the root, where a reader chooses a language; ``files`` are
    further files by their address below the root; ``warnings`` are what translators have left to
    do. ``faults`` are those of newer sources that could not become a book; while somebody writes,
    this older book is shown together with them.
    ``others`` are pages of the same site that are built elsewhere, known by their addresses alone.
    ``has_root``: what belongs to no language is built with this book, not elsewhere.
    """

    languages: tuple[LanguageInfo, ...]
    pages: tuple[Page, ...]
    choice: Page
    files: Mapping[str, bytes]
    warnings: Findings = ()
    faults: Findings = ()
    others: tuple[Page, ...] = ()
    has_root: bool = True

    @property
    def published(self) -> tuple[LanguageInfo, ...]:
        """The languages that readers are led to: all except drafts."""
        return tuple(language for language in self.languages if not language.draft)

    @property
    def built(self) -> tuple[LanguageInfo, ...]:
        """The languages that the book has pages in."""
        present = {page.language for page in self.pages}
        return tuple(language for language in self.languages if language.tag in present)

    @property
    def leading(self) -> LanguageInfo:
        """The language of what belongs to none."""
        return leading(self.languages)

    def pages_in(self, tag: str) -> tuple[Page, ...]:
        """The pages in one language, its home page first; the choice alone for MULTILINGUAL."""
        return tuple(page for page in (self.choice, *self.pages) if page.language == tag)


class _Draftable(Protocol):
    @property
    def draft(self) -> bool: ...


L = TypeVar("L", bound=_Draftable)


def leading(languages: Sequence[L]) -> L:
    """The language of what belongs to none: the first that is no draft, or else the first."""
    return next((each for each in languages if not each.draft), languages[0])
