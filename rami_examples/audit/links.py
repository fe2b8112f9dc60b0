"""Links of published pages: where they lead, and whether there is anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from rami_examples.audit.facts import Link
from rami_examples.audit.published import PublishedPage
from rami_examples.findings import Finding, Kind

_ROOT = "https://site.invalid/"  # links are resolved against it; it is never asked for anything
_FOLDERS = re.compile(r"(?:[\w-]+/)*")

# The anchors of the page at an address; None where there is no page to look at.
Anchors = Callable[[str], frozenset[str] | None]


@lru_cache(maxsize=4096)  # most links stand on a page many times
def resolved(address: str, link: str) -> str:
    """Where a link on the page at ``address`` leads: below the root, or to another host."""
    up = "../" * address.count("/")
    if link.startswith(up) and _FOLDERS.fullmatch(link, len(up)):
        return link[len(up) :]  # as below; but a page has as many of these as there are languages
    return urljoin(_ROOT + address, link).removeprefix(_ROOT)


def links_of(page: PublishedPage) -> Iterator[Link | Finding]:
    """The links of a page that stay on the site, and those that have no place there.

    Links to other hosts are none of the site's.
    """
    for text, place in page.links:
        path, _, fragment = text.partition("#")
        target = resolved(page.address, path)
        scheme = urlsplit(target).scheme if ":" in target else ""
        if not scheme:
            yield Link(text, unquote(target), unquote(fragment), place)
        elif scheme not in ("http", "https"):
            yield Finding(Kind.AUDIT_LINK, place, f"the link {text!r} leaves the site")


def dead(links: Iterable[Link], site: Path, anchors: Anchors) -> Iterator[Finding]:
    """The links that lead to no file of the site, or to no anchor of its page."""
    known: dict[str, bool] = {}
    for link in links:
        if link.target not in known:
            known[link.target] = _exists(site, link.target)
        if not known[link.target]:
            message = f"the link {link.text!r} leads to no page"
            yield Finding(Kind.AUDIT_LINK, link.place, message)
        elif link.fragment:
            there = anchors(link.target)
            if there is not None and link.fragment not in there:
                message = f"the link {link.text!r} leads to an anchor that is not there"
                yield Finding(Kind.AUDIT_LINK, link.place, message)


def _exists(site: Path, target: str) -> bool:
    path = site / target.partition("?")[0]
    return (path / "index.html").is_file() if path.is_dir() else path.is_file()
