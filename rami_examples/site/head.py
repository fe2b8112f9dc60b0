"""What a page tells machines: how to show a link to it, and what it is.

Both need the full address of the site. Without one a page is described and titled, no more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from rami_examples.pages.book import MULTILINGUAL, Book, LanguageInfo, Page
from rami_examples.site.sections import Section

# Of every language's picture for links to its pages, in pixels.
PICTURE_SIZE = (800, 420)  # twice as large as most programs show it

_VOCABULARY = "https://schema.org"


@dataclass(frozen=True, slots=True)
class Head:
    """``title`` names the page among those of other sites.

    ``properties`` are those of Open Graph, in order; ``data`` is JSON-LD, or ''.
    """

    title: str
    properties: tuple[tuple[str, str], ...]
    data: Markup


def picture_address(language: LanguageInfo) -> str:
    """Where the picture for links to a language's pages lies below the site's root."""
    return f"{language.root}card.png"


def head_of(book: Book, page: Page, sections: Sequence[Section], site_url: str) -> Head:
    """What the page with these sections tells; ``site_url`` may be ''."""
    base = site_url.rstrip("/") + "/" if site_url else ""
    language = next((each for each in book.languages if each.tag == page.language), None)
    pictured = language or next(iter(book.published), book.languages[0])
    picture = base + picture_address(pictured) if base and pictured.picture else ""
    site_name = language.site_name if language else page.title
    called = _called(page, site_name)
    return Head(
        called if _is_home(page) else f"{called} · {site_name}",
        tuple(_properties(page, language, base, picture)),
        _script(_graph(book, page, language, sections, base, picture)) if base else Markup(),
    )


def _properties(
    page: Page, language: LanguageInfo | None, base: str, picture: str
) -> Iterator[tuple[str, str]]:
    site_name = language.site_name if language else page.title
    yield "og:type", "website" if _is_home(page) else "article"
    yield "og:site_name", site_name
    yield "og:title", _called(page, site_name)
    yield "og:description", page.description
    if language:
        yield "og:locale", language.tag.replace("-", "_")
    if base:
        yield "og:url", base + page.address
    if picture:
        yield "og:image", picture
        yield "og:image:type", "image/png"
        yield "og:image:width", str(PICTURE_SIZE[0])
        yield "og:image:height", str(PICTURE_SIZE[1])
        yield "og:image:alt", site_name


def _graph(
    book: Book,
    page: Page,
    language: LanguageInfo | None,
    sections: Sequence[Section],
    base: str,
    picture: str,
) -> list[Mapping[str, Any]]:
    site = _site(book, base)
    if language is None:
        return [site]
    graph = [site, _text(book, page, language, base, picture)]
    if not _is_home(page):
        graph.append(_path(page, language, base))
    if terms := [section for section in sections if section.is_term]:
        graph.append(_terms(page, terms, base))
    return graph


def _site(book: Book, base: str) -> Mapping[str, Any]:
    return {
        "@type": "WebSite",
        "@id": _site_id(base),
        "name": book.choice.title,
        "url": base,
        "inLanguage": [language.tag for language in book.published],
    }


def _site_id(base: str) -> str:
    return f"{base}#website"


def _text(
    book: Book, page: Page, language: LanguageInfo, base: str, picture: str
) -> Mapping[str, Any]:
    url = base + page.address
    called = _called(page, language.site_name)
    pictured = {"image": picture} if picture else {}
    return {
        "@type": "WebPage" if _is_home(page) else "Article",
        "@id": f"{url}#page",
        "url": url,
        "headline": called,
        "name": called,
        "description": page.description,
        "inLanguage": page.language,
        "isPartOf": {"@id": _site_id(base)},
        "about": {"@type": "Game", "name": book.choice.title},
        **pictured,
    }


def _terms(page: Page, terms: Sequence[Section], base: str) -> Mapping[str, Any]:
    url = base + page.address
    return {
        "@type": "DefinedTermSet",
        "@id": f"{url}#terms",
        "url": url,
        "name": page.title,
        "inLanguage": page.language,
        "hasDefinedTerm": [
            {
                "@type": "DefinedTerm",
                "@id": f"{url}#{term.anchor}",
                "url": f"{url}#{term.anchor}",
                "termCode": term.anchor,
                "name": term.title,
                "description": " ".join(term.blocks),
            }
            for term in terms
        ],
    }


def _path(page: Page, language: LanguageInfo, base: str) -> Mapping[str, Any]:
    steps = [(language.site_name, base + language.root), (page.title, base + page.address)]
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": name, "item": address}
            for position, (name, address) in enumerate(steps, 1)
        ],
    }


def _script(graph: list[Mapping[str, Any]]) -> Markup:
    """JSON-LD that cannot end the script element that it stands in."""
    data = {"@context": _VOCABULARY, "@graph": graph}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _called(page: Page, site_name: str) -> str:
    return page.headline or (site_name if _is_home(page) else page.title)


def _is_home(page: Page) -> bool:
    return page.language == MULTILINGUAL or page.name == "home"
