"""Sitemaps: one for crawlers, which ties the languages together, and a slim one a language.

And robots.txt, which leads crawlers to it.

Dates are left out: all that a build knows is when it ran, not when a page last changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from rami_examples.pages.book import Book, Page
from rami_examples.site.versions import versions_of


def sitemaps(book: Book, site_url: str) -> dict[str, bytes]:
    """The sitemaps of the languages that are built, and with the root that of all, by addresses.

    Addresses in a sitemap must be absolute. So without a ``site_url`` there is none for
    crawlers, and those of the languages, which the theme's script may ask for, stay empty.
    """
    base = site_url.rstrip("/") + "/" if site_url else ""
    own = {
        f"{language.root}sitemap.xml": _urlset(
            _url(base + page.address) for page in book.pages_in(language.tag) if base
        )
        for language in book.built
    }
    whole = {"sitemap.xml": _urlset(_tied_urls(book, base))} if base and book.has_root else {}
    return own | whole


def robots(site_url: str) -> bytes:
    """robots.txt: everything may be read. Crawlers look for it at the root of a host alone."""
    lines = ["User-agent: *", "Allow: /"]
    if site_url:
        lines += ["", f"Sitemap: {site_url.rstrip('/')}/sitemap.xml"]
    return ("\n".join(lines) + "\n").encode()


def _tied_urls(book: Book, base: str) -> Iterator[str]:
    """Every page, with links to all its versions, itself included, and to that for others."""
    for name, versions in versions_of(book).items():
        pages = list(versions.values())
        # Readers of no language of ours choose one at the root; deeper pages have no such place.
        default = book.choice if name == "home" else next(iter(pages), None)
        if default is None:  # there are drafts alone
            continue
        links = "".join(_link(base, page.language, page) for page in pages)
        links += _link(base, "x-default", default)
        for page in [default, *pages] if default is book.choice else pages:
            yield _url(base + page.address, links)


def _link(base: str, language: str, page: Page) -> str:
    href = escape(base + page.address)
    return f'\n<xhtml:link rel="alternate" hreflang="{language}" href="{href}"/>'


def _url(address: str, links: str = "") -> str:
    return f"<url><loc>{escape(address)}</loc>{links}</url>\n"


def _urlset(urls: Iterable[str]) -> bytes:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
        f"{''.join(urls)}</urlset>\n"
    ).encode()
