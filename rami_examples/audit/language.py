"""The audit of one language: its pages against the engine, its catalog, and one another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from lxml import etree

from rami_engine.rules import Rule
from rami_examples.audit.api import check_rows
from rami_examples.audit.facts import Facts, Link
from rami_examples.audit.links import dead, links_of, resolved
from rami_examples.audit.published import PublishedPage, read_page
from rami_examples.audit.rows import Faces, check_card, check_row
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.page_names import PAGES
from rami_examples.pages.wording import Wording


def audit_language(
    site: Path, wording: Wording, tags: Collection[str], published: Sequence[str]
) -> tuple[Facts, Findings]:
    """What is wrong with the pages in the language of ``wording``, and the facts about them.

    ``tags`` are the languages of the site, ``published`` those that readers are led to. All that
    is asked of ``site`` is the language's folder and ``api/examples.json``.
    """
    tag = wording.language.tag
    pages, findings = read_pages(site, [f"{tag}/{path}" for path in PAGES.values()])
    findings += _language(pages, wording)
    findings += _unstated(pages, tag)
    findings += check_alternates(pages, published)
    findings += check_rows(site, pages)
    links = [link for page in pages for link in links_of(page)]
    findings += [link for link in links if isinstance(link, Finding)]
    anchors = {page.address: page.anchors for page in pages}
    own: list[Link] = []
    others: dict[tuple[str, str], Link] = {}
    # Of every language's pages it is known by their own audit whether they are there.
    elsewhere = {f"{other}/{path}" for other in tags for path in PAGES.values()}
    for link in links:
        if isinstance(link, Finding):
            continue
        if link.target.startswith(f"{tag}/"):
            own.append(link)
        elif link.fragment or link.target not in elsewhere:
            others.setdefault((link.target, link.fragment), link)
    findings += dead(own, site, anchors.get)
    facts = Facts(
        tag,
        wording.language.draft,
        {_path(page): tuple(row.id for row in page.rows) for page in pages},
        {_path(page): tuple(rule.id for rule in page.rules) for page in pages},
        tuple(others.values()),
    )
    return facts, tuple(findings)


def read_pages(site: Path, addresses: Iterable[str]) -> tuple[list[PublishedPage], list[Finding]]:
    """The pages at these addresses, and those that cannot be read."""
    pages: list[PublishedPage] = []
    findings: list[Finding] = []
    for address in addresses:
        path = site / address / "index.html"
        try:
            pages.append(read_page(path, site))
        except (OSError, etree.LxmlError, ValueError) as error:
            place = Place(path.relative_to(site))
            findings.append(Finding(Kind.AUDIT_PAGE, place, f"cannot be read: {error}"))
    return pages, findings


def check_alternates(pages: Iterable[PublishedPage], tags: Sequence[str]) -> Iterator[Finding]:
    """Every page links to itself in every language, and from there a link leads back."""
    for page in pages:
        language, _, path = page.address.partition("/")
        for tag in tags:
            link = page.alternates.get(tag)
            found = resolved(page.address, link) if link else "none"
            wanted = f"{tag}/{path}" if language else f"{tag}/"
            if found != wanted:
                place = Place(Path(page.address) / "index.html")
                message = f"the way to {tag} leads to {found}"
                yield Finding(Kind.AUDIT_SITEMAP, place, message, wanted)


def _path(page: PublishedPage) -> str:
    return page.address.partition("/")[2]


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
            yield from check_row(row, wording)
        for card in page.cards:
            yield from check_card(card, faces)
        for rule in page.rules:
            if rule.proof != rule.id:
                message = f"the sentence of {rule.id} leads to the proof of {rule.proof or 'none'}"
                yield Finding(Kind.AUDIT_RULES, rule.place, message, f"#{rule.id}", rule=rule.id)


def _unstated(pages: Sequence[PublishedPage], tag: str) -> Iterator[Finding]:
    stated = {rule.id for page in pages for rule in page.rules}
    for rule in Rule:
        if rule.value not in stated:
            message = f"the rule {rule.value} is stated on no page in {tag}"
            yield Finding(Kind.AUDIT_RULES, Place(Path(tag)), message, rule=rule.value)
