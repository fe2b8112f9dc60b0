"""The audit of a whole site: its languages one by one, then all against one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from lxml import etree

from rami_examples.audit.api import API, check_api, check_ids
from rami_examples.audit.facts import Facts
from rami_examples.audit.language import audit_language, check_alternates, read_pages
from rami_examples.audit.links import Anchors, dead, links_of
from rami_examples.findings import Finding, Findings, Kind, Place, in_order
from rami_examples.page_names import PAGES
from rami_examples.pages.language import Language
from rami_examples.pages.wording import Wording


def audit_site(site: Path, wordings: Sequence[Wording]) -> Findings:
    """Everything that is wrong with a finished site in the languages of these wordings."""
    tags = [wording.language.tag for wording in wordings]
    published = [each.language.tag for each in wordings if not each.language.draft]
    read = [audit_language(site, wording, tags, published) for wording in wordings]
    findings = [finding for _, found in read for finding in found]
    findings += check_api(site)
    findings += audit_whole(site, [facts for facts, _ in read])
    return in_order(findings)


def audit_whole(site: Path, languages: Sequence[Facts]) -> Iterator[Finding]:
    """What is wrong between the parts of a site, each of which has been audited by itself."""
    roots, unreadable = read_pages(site, [""])
    yield from unreadable
    published = [facts.language for facts in languages if not facts.draft]
    yield from check_alternates(roots, published)
    yield from _same_everywhere(languages)
    yield from _links(site, languages)
    for found in (link for page in roots for link in links_of(page)):
        yield from [found] if isinstance(found, Finding) else dead([found], site, _anchors(site))
    pages = [f"{facts.language}/{path}" for facts in languages for path in facts.rows]
    shown = [page for page in pages if page.partition("/")[0] in published]
    yield from _sitemap(site, ["" for _ in roots] + shown)
    rows = {row for facts in languages for ids in facts.rows.values() for row in ids}
    yield from check_ids(site, rows)


def start_addresses(languages: Iterable[Language]) -> list[str]:
    """The addresses of all pages and files that a site must have, below its root."""
    pages = [f"{language.tag}/{path}" for language in languages for path in PAGES.values()]
    return ["", *pages, API.as_posix(), "sitemap.xml"]


def _same_everywhere(languages: Sequence[Facts]) -> Iterator[Finding]:
    """Rows and rules: in every language the same ones, on the same pages, each once."""
    for path in PAGES.values():
        versions = [facts for facts in languages if path in facts.rows]
        pages = [f"{facts.language}/{path}" for facts in versions]
        rows = [facts.rows[path] for facts in versions]
        rules = [facts.rules[path] for facts in versions]
        yield from _each_once("example", dict(zip(pages, rows, strict=True)))
        yield from _each_once("rule", dict(zip(pages, rules, strict=True)))


def _each_once(what: str, listed: Mapping[str, Sequence[str]]) -> Iterator[Finding]:
    everything = dict.fromkeys(name for names in listed.values() for name in names)
    for page, names in listed.items():
        count = Counter(names)
        for name in everything:
            if count[name] != 1:
                place = Place(Path(page) / "index.html")
                times = f"stands here {count[name]} times" if count[name] else "is missing"
                right = "once, as in every language"
                yield Finding(Kind.AUDIT_RULES, place, f"the {what} {name} {times}", right)


def _links(site: Path, languages: Sequence[Facts]) -> Iterator[Finding]:
    """Links from the pages of a language to what is not its own."""
    anchors = _anchors(site)
    return dead((link for facts in languages for link in facts.outward), site, anchors)


def _anchors(site: Path) -> Anchors:
    """The anchors of any page of a site."""

    @cache
    def anchors(address: str) -> frozenset[str] | None:
        pages, _ = read_pages(site, [address] if address.endswith("/") or not address else [])
        return pages[0].anchors if pages else None

    return anchors


_SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
_LINK = "{http://www.w3.org/1999/xhtml}link"


def _sitemap(site: Path, pages: Iterable[str]) -> Iterator[Finding]:
    """The sitemap for crawlers: all pages, and every language link with its return link."""
    path = site / "sitemap.xml"
    if not path.is_file():
        return  # a site without an address of its own has none
    place = Place(Path("sitemap.xml"))
    try:
        root = etree.parse(path).getroot()
    except etree.XMLSyntaxError as error:
        yield Finding(Kind.AUDIT_SITEMAP, place, f"cannot be read: {error}")
        return
    links: dict[str, Mapping[str, str]] = {}
    for url in root.iterchildren(f"{_SITEMAP}url"):
        address = url.findtext(f"{_SITEMAP}loc", "")
        links[address] = {
            link.get("hreflang", ""): link.get("href", "") for link in url.iterchildren(_LINK)
        }
    named = {address: frozenset(versions.values()) for address, versions in links.items()}
    for address, versions in links.items():
        if "x-default" not in versions:
            yield Finding(Kind.AUDIT_SITEMAP, place, f"{address} has no x-default")
        for tag, version in versions.items():
            if tag != "x-default" and address not in named.get(version, ()):
                message = f"{address} names {version} for {tag}, which does not name it back"
                yield Finding(Kind.AUDIT_SITEMAP, place, message)
    listed = {page for address in links for page in _ends(urlsplit(address).path)}
    for page in pages:
        if page not in listed:
            yield Finding(Kind.AUDIT_SITEMAP, place, f"the page /{page} is not listed")


def _ends(path: str) -> Iterator[str]:
    """What a path may be below the site's root, wherever that is."""
    return (path[start + 1 :] for start, char in enumerate(path) if char == "/")
