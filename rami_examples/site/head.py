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
PICTURE_SIZE = (1200, 630)

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
    tongue = next((each for each in book.languages if each.tag == page.language), None)
    pictured = tongue or next(iter(book.published), book.languages[0])
    picture = base + picture_address(pictured) if base and pictured.picture else ""
    site_name = tongue.site_name if tongue else page.title
    called = _called(page, site_name)
    return Head(
        called if _is_home(page) else f"{called} · {site_name}",
        tuple(_properties(page, tongue, base, picture)),
        _script(_graph(book, page, tongue, sections, base, picture)) if base else Markup(),
    )


def _properties(
    page: Page, tongue: LanguageInfo | None, base: str, picture: str
) -> Iterator[tuple[str, str]]:
    site_name = tongue.site_name if tongue else page.title
    yield "og:type", "website" if _is_home(page) else "article"
    yield "og:site_name", site_name
    yield "og:title", _called(page, site_name)
    yield "og:description", page.description
    if tongue:
        yield "og:locale", tongue.tag.replace("-", "_")
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
    tongue: LanguageInfo | None,
    sections: Sequence[Section],
    base: str,
    picture: str,
) -> list[Mapping[str, Any]]:
    site = {
        "@type": "WebSite",
        "@id": f"{base}#website",
        "name": book.choice.title,
        "url": base,
        "inLanguage": [language.tag for language in book.published],
    }
    if tongue is None:
        return [site]
    url = base + page.address
    text = {
        "@type": "WebPage" if _is_home(page) else "Article",
        "@id": f"{url}#page",
        "url": url,
        "headline": _called(page, tongue.site_name),
        "name": _called(page, tongue.site_name),
        "description": page.description,
        "inLanguage": page.language,
        "isPartOf": {"@id": site["@id"]},
        "about": {"@type": "Game", "name": book.choice.title},
    }
    if picture:
        text["image"] = picture
    parts: list[Mapping[str, Any]] = [site, text]
    if not _is_home(page):
        parts.append(_path(page, tongue, base))
    if terms := [section for section in sections if section.is_term]:
        parts.append(
            {
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
        )
    return parts


def _path(page: Page, tongue: LanguageInfo, base: str) -> Mapping[str, Any]:
    steps = [(tongue.site_name, base + tongue.root), (page.title, base + page.address)]
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
