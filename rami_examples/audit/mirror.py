"""A site served on this machine, fetched into a folder so that it can be audited."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from urllib.error import URLError
from urllib.parse import quote, urldefrag, urljoin, urlsplit
from urllib.request import urlopen

from lxml import etree, html

_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
_LIMIT = 10_000
_TIMEOUT = 10


class NotHere(ValueError):
    """The address is not one of this machine, which is all that the audit asks."""


def mirror(base: str, start: Iterable[str], folder: Path) -> None:
    """Fetch all pages and files that can be reached from ``start`` (addresses below ``base``).

    Raises NotHere for a base on another machine, and OSError where nothing answers at all. What
    cannot be fetched is left out: the audit then finds that it is missing.
    """
    base = base.rstrip("/") + "/"
    if urlsplit(base).hostname not in _HOSTS:
        raise NotHere(f"{base} is not on this machine; serve the site on localhost")
    with urlopen(base, timeout=_TIMEOUT):
        pass  # nobody there: told once, not for every page
    waiting, seen = [*start], set(start)
    while waiting and len(seen) < _LIMIT:
        address = waiting.pop()
        content = _fetch(base + quote(address, safe="/?=&"))
        if content is None:
            continue
        path = folder / address.partition("?")[0]
        if address == "" or address.endswith("/"):
            path = path / "index.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if path.suffix == ".html":
            for found in _links(content, base + address):
                below = found.removeprefix(base)
                if found.startswith(base) and ".." not in below and below not in seen:
                    seen.add(below)
                    waiting.append(below)


def _fetch(address: str) -> bytes | None:
    try:
        with urlopen(address, timeout=_TIMEOUT) as answer:
            return bytes(answer.read())
    except (URLError, OSError):
        return None


def _links(content: bytes, address: str) -> Iterable[str]:
    try:
        root = html.document_fromstring(content)
    except (etree.LxmlError, ValueError):
        return ()
    links = (element.get(name) for name in ("href", "src") for element in root.iter())
    return {urldefrag(urljoin(address, link))[0] for link in links if link}
