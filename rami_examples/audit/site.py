"""The audit of a whole site: its pages against one another, and all against the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from lxml import etree

from rami_engine.rules import Rule
from rami_examples.audit.api import API, check_api
from rami_examples.audit.published import PublishedPage, read_page
from rami_examples.audit.rows import Faces, check_card, check_row
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.pages.language import Language
from rami_examples.pages.render import PAGES
from rami_examples.pages.wording import Wording

_ROOT = "https://site.invalid/"  # links are resolved against it; it is never asked for anything


def audit_site(site: Path, wordings: Sequence[Wording]) -> Findings:
    """Everything that is wrong with a finished site in the languages of these wordings."""
    pages, unreadable = _read(site, [wording.language.tag for wording in wordings])
    findings: list[Finding] = [*unreadable]
    for wording in wordings:
        own = [page for page in pages if page.address.startswith(f"{wording.language.tag}/")]
        findings += _language(own, wording)
    findings += _same_everywhere(pages, [wording.language.tag for wording in wordings])
    findings += _links(pages, site)
    drafts = {each.language.tag for each in wordings if each.language.catalog.draft}
    published = [each.language.tag for each in wordings if each.language.tag not in drafts]
    findings += _alternates(pages, published)
    findings += _sitemap(
        site, [page for page in pages if page.address.partition("/")[0] not in drafts]
    )
    findings += check_api(site, pages)
    return tuple(sorted(findings, key=lambda finding: (finding.place, finding.message)))


def start_addresses(languages: Iterable[Language]) -> list[str]:
    """The addresses of all pages and files that a site must have, below its root."""
    pages = [f"{language.tag}/{path}" for language in languages for path in PAGES.values()]
    return ["", *pages, API.as_posix(), "sitemap.xml"]


def _read(site: Path, tags: Iterable[str]) -> tuple[list[PublishedPage], list[Finding]]:
    pages: list[PublishedPage] = []
    findings: list[Finding] = []
    addresses = ["", *(f"{tag}/{path}" for tag in tags for path in PAGES.values())]
    for address in addresses:
        path = site / address / "index.html"
        try:
            pages.append(read_page(path, site))
        except (OSError, etree.LxmlError, ValueError) as error:
            place = Place(path.relative_to(site))
            findings.append(Finding(Kind.AUDIT_PAGE, place, f"cannot be read: {error}"))
    return pages, findings


def _language(pages: Sequence[PublishedPage], wording: Wording) -> Iterator[Finding]:
    faces = Faces(wording)
    for page in pages:
        place = Place(Path(page.address) / "index.html")
        for what, seen, wanted in (
            ("lang", page.language, wording.language.tag),
            ("dir", page.direction, wording.language.direction),
        ):
            if seen != wanted:
                yield Finding(Kind.AUDIT_PAGE, place, f"has {what}={seen!r}", f"{what}={wanted!r}")
        for row in page.rows:
            yield from check_row(row, wording, page.address)
        for card in page.cards:
            yield from check_card(card, faces)
        for rule in page.rules:
            if rule.proof != rule.id:
                message = f"the sentence of {rule.id} leads to the proof of {rule.proof or 'none'}"
                yield Finding(Kind.AUDIT_RULES, rule.place, message, f"#{rule.id}", rule=rule.id)


def _same_everywhere(pages: Sequence[PublishedPage], tags: Sequence[str]) -> Iterator[Finding]:
    """Rows and rules: in every language the same ones, on the same pages, each once."""
    by_address = {page.address: page for page in pages}
    for path in PAGES.values():
        versions = [by_address[f"{tag}/{path}"] for tag in tags if f"{tag}/{path}" in by_address]
        rows = {page: [row.id for row in page.rows] for page in versions}
        rules = {page: [rule.id for rule in page.rules] for page in versions}
        yield from _each_once("example", rows)
        yield from _each_once("rule", rules)
    for tag in tags:
        own = [page for page in pages if page.address.startswith(f"{tag}/")]
        stated = {rule.id for page in own for rule in page.rules}
        for rule in Rule:
            if rule.value not in stated:
                message = f"the rule {rule.value} is stated on no page in {tag}"
                yield Finding(Kind.AUDIT_RULES, Place(Path(tag)), message, rule=rule.value)


def _each_once(what: str, listed: Mapping[PublishedPage, list[str]]) -> Iterator[Finding]:
    everything = dict.fromkeys(name for names in listed.values() for name in names)
    for page, names in listed.items():
        count = Counter(names)
        for name in everything:
            if count[name] != 1:
                place = Place(Path(page.address) / "index.html")
                times = f"stands here {count[name]} times" if count[name] else "is missing"
                right = "once, as in every language"
                yield Finding(Kind.AUDIT_RULES, place, f"the {what} {name} {times}", right)


def _links(pages: Sequence[PublishedPage], site: Path) -> Iterator[Finding]:
    """Internal links and their anchors; links to other hosts are none of the site's."""
    anchors = {page.address: page.anchors for page in pages}
    for page in pages:
        for link, place in page.links:
            address, fragment = urldefrag(urljoin(_ROOT + page.address, link))
            if not address.startswith(_ROOT):
                if urlsplit(address).scheme in ("http", "https"):
                    continue
                yield Finding(Kind.AUDIT_LINK, place, f"the link {link!r} leaves the site")
                continue
            target = unquote(address.removeprefix(_ROOT))
            if not _exists(site, target):
                yield Finding(Kind.AUDIT_LINK, place, f"the link {link!r} leads to no page")
            elif fragment and target in anchors and unquote(fragment) not in anchors[target]:
                message = f"the link {link!r} leads to an anchor that is not there"
                yield Finding(Kind.AUDIT_LINK, place, message)


def _exists(site: Path, target: str) -> bool:
    path = site / target.partition("?")[0]
    return (path / "index.html").is_file() if path.is_dir() else path.is_file()


def _alternates(pages: Sequence[PublishedPage], tags: Sequence[str]) -> Iterator[Finding]:
    """Every page links to itself in every language, and from there a link leads back."""
    for page in pages:
        language, _, path = page.address.partition("/")
        for tag in tags:
            link = page.alternates.get(tag)
            found = urljoin(_ROOT + page.address, link).removeprefix(_ROOT) if link else "none"
            wanted = f"{tag}/{path}" if language else f"{tag}/"
            if found != wanted:
                place = Place(Path(page.address) / "index.html")
                message = f"the way to {tag} leads to {found}"
                yield Finding(Kind.AUDIT_SITEMAP, place, message, wanted)


_SITEMAP = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


def _sitemap(site: Path, pages: Sequence[PublishedPage]) -> Iterator[Finding]:
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
    for url in root.iterfind("s:url", _SITEMAP):
        address = url.findtext("s:loc", "", _SITEMAP)
        links[address] = {
            link.get("hreflang", ""): link.get("href", "")
            for link in url.iterfind("x:link", _SITEMAP)
        }
    for address, versions in links.items():
        if "x-default" not in versions:
            yield Finding(Kind.AUDIT_SITEMAP, place, f"{address} has no x-default")
        for tag, version in versions.items():
            back = links.get(version, {}).values()
            if tag != "x-default" and address not in back:
                message = f"{address} names {version} for {tag}, which does not name it back"
                yield Finding(Kind.AUDIT_SITEMAP, place, message)
    listed = {urlsplit(address).path for address in links}
    for page in pages:
        if not any(path.endswith("/" + page.address) for path in listed):
            yield Finding(Kind.AUDIT_SITEMAP, place, f"the page /{page.address} is not listed")
