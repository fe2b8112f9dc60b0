"""A published page, read back: rows with their data and visible text, cards, rules, links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

from lxml import etree

from rami_examples.findings import Place

K = TypeVar("K")

_BLANKS = re.compile(r"[ \t\r\n]+")


# The types of lxml know no HTML: an attribute might be bytes, an element without a line.
Element = Any


def _query(path: str) -> Callable[[Element], list[Element]]:
    """An XPath, compiled: a site has as many pages as it takes to make that count."""
    query: Any = etree.XPath(path)
    return cast("Callable[[Element], list[Element]]", query)


_ROWS = _query("descendant::*[@data-example]")
_CARDS = _query("descendant::*[@data-card]")
_PLAYED = _query("descendant::*[@data-card][not(ancestor::*[contains(@class, 'reason')])]")
_RULES = _query("descendant::*[@data-rule]")
_LINKS = _query(
    "descendant::a[@href] | descendant::link[@href]"
    " | descendant::script[@src] | descendant::img[@src]"
)
_ALTERNATES = _query("descendant::a[@hreflang]")
_PROOFS = _query("descendant::a[@class='rule__proof']")
_VERDICTS = _query("descendant::span[starts-with(@class, 'verdict ')]")
_IDS: Any = etree.XPath("descendant::*/@id", smart_strings=False)
_TEXT: Any = etree.XPath("string()", smart_strings=False)


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card as it stands on a page. ``corner`` is the letter drawn, ``suit`` its class.

    ``as_corner`` and ``as_suit`` are those of the card that a laid joker is shown to stand for.
    """

    code: str
    name: str
    suit: str
    corner: str
    as_suit: str
    as_corner: str
    place: Place


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """An example on a page: its data attributes, the texts of its cells and its cards.

    ``cells`` go by the second part of the cell's class ("points" of "examples__points"), by
    "title" for the row's head, and by number for cells without such a class.
    """

    data: Mapping[str, str]
    cells: Mapping[str, str]
    cards: tuple[str, ...]
    verdicts: tuple[tuple[str, str], ...]
    place: Place

    @property
    def id(self) -> str:
        """The example's id."""
        return self.data["data-example"]


@dataclass(frozen=True, slots=True)
class StatedRule:
    """A rule's sentence on a page; ``proof`` is the anchor that its link to the proof leads to."""

    id: str
    proof: str
    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class PublishedPage:
    """All of a page that the audit looks at. ``address`` is below the site's root.

    Of ``cards`` that are drawn alike, and of ``links`` that read alike, there is the first.
    """

    address: str
    language: str
    direction: str
    rows: tuple[PublishedRow, ...]
    cards: tuple[DrawnCard, ...]
    rules: tuple[StatedRule, ...]
    anchors: frozenset[str]
    links: tuple[tuple[str, Place], ...]
    alternates: Mapping[str, str]


def read_page(path: Path, site: Path) -> PublishedPage:
    """Read a page of a site. Raises OSError, or lxml's errors for what is no HTML at all."""
    shown = path.relative_to(site)
    root = etree.fromstring(path.read_bytes(), etree.HTMLParser())
    if root is None:
        raise ValueError("there is no element in it")
    return PublishedPage(
        address=shown.as_posix().removesuffix("index.html"),
        language=root.get("lang", ""),
        direction=root.get("dir", ""),
        rows=tuple(_row(element, shown) for element in _ROWS(root)),
        cards=_cards(root, shown),
        rules=tuple(
            StatedRule(element.get("data-rule", ""), _proof(element), _place(element, shown))
            for element in _RULES(root)
            if element.get("id") == element.get("data-rule")
        ),
        anchors=frozenset(_IDS(root)),
        links=_links(root, shown),
        alternates={
            element.get("hreflang", ""): element.get("href", "") for element in _ALTERNATES(root)
        },
    )


def text_of(element: Element) -> str:
    """What a reader sees of an element. A no-break space is seen, so it is not folded."""
    return _BLANKS.sub(" ", str(_TEXT(element))).strip(" ")


def _place(element: Element, shown: Path) -> Place:
    return Place(shown, element.sourceline or 0)


def _proof(element: Element) -> str:
    link = next(iter(_PROOFS(element)), None)
    return "" if link is None else link.get("href", "").partition("#")[2]


def _row(element: Element, shown: Path) -> PublishedRow:
    data = {name: value for name, value in element.attrib.items() if name.startswith("data-")}
    place = _place(element, shown)
    if element.tag != "tr":  # a play or a match, which is told by more than a row
        return PublishedRow(data, {}, (), (), place)
    cells: dict[str, str] = {}
    for number, cell in enumerate(element):
        part = cell.get("class", "").partition("__")[2]
        name = part or ("title" if cell.tag == "th" else str(number))
        cells[name] = text_of(cell)
    return PublishedRow(
        data,
        cells,
        tuple(card.get("data-card", "") for card in _PLAYED(element)),
        tuple(
            (verdict.get("class", "").rpartition("--")[2], text_of(verdict))
            for verdict in _VERDICTS(element)
        ),
        place,
    )


def _cards(root: Element, shown: Path) -> tuple[DrawnCard, ...]:
    first = _first(_CARDS(root), _look)
    return tuple(DrawnCard(*look, _place(element, shown)) for look, element in first.items())


def _links(root: Element, shown: Path) -> tuple[tuple[str, Place], ...]:
    first = _first(_LINKS(root), lambda it: it.get("href") or it.get("src", ""))
    return tuple((text, _place(element, shown)) for text, element in first.items())


def _first(elements: Iterable[Element], key: Callable[[Element], K]) -> dict[K, Element]:
    """Of elements that are alike the first, by what they are alike in."""
    first: dict[K, Element] = {}
    for element in elements:
        first.setdefault(key(element), element)
    return first


def _look(element: Element) -> tuple[str, str, str, str, str, str]:
    """What is drawn of a card, in the order of ``DrawnCard``."""
    code, name = element.get("data-card", ""), element.get("aria-label", "")
    suit = element.get("class", "").rpartition("--")[2]
    corner = next(element.iter("b"), None)
    if corner is None:
        return code, name, suit, "", "", ""
    drawn = (corner.text or "").strip()
    if code != "JK":
        return code, name, suit, drawn, "", ""
    return code, name, suit, "", corner.get("class", "").rpartition("--")[2], drawn
