"""What a page says, section by section, as a search needs it.

Sections are told by what the HTML means, not by how it looks: a headline, a term that is defined
in an element with an id, and an article open one. Drawings and what is hidden from those who
listen are no text; the names of drawings (the cards) are kept apart from it. Whatever should not
be found says so by an attribute, which published pages do without; what is most of a page stands
between the comments ``unsearched`` and is not even parsed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

_HEADLINES = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCKS = frozenset({"p", "li", "tr", "div", "caption", "article", "section"}) | _HEADLINES
_CELLS = frozenset({"td", "th", "dt", "dd"})
_SPACED = frozenset({"span", "br"})
_CELL = "\x1f"  # the edge of a cell, while a row is read
UNSEARCHED = ' data-search-exclude="true"'
"""What is written into an element that should not be found."""

_UNPARSED = re.compile("<!-- unsearched -->.*?<!-- /unsearched -->", re.DOTALL)
# A drawn card leaves a hole in its sentence: "the missing nine, ♥9, and".
_HOLE = re.compile(r"(?:,|،|) ([.,،;!?…])(?= |$)")
_WORDS = re.compile(r"[\w'’׳]+")
_SILENT = frozenset({"thead", "script", "style", "svg", "button", "form", "noscript"})


@dataclass(slots=True)
class Section:
    """A part of a page: its anchor ('' for the page itself), its title, its blocks of text.

    ``names`` are the words in the names of its drawings, each once, in order. All plain text.
    ``is_term`` tells a term that is defined from other parts.
    """

    anchor: str
    is_term: bool = False
    title: str = ""
    blocks: list[str] = field(default_factory=list)
    names: dict[str, None] = field(default_factory=dict)


def read_sections(html: str) -> tuple[Section, ...]:
    """The sections of a page's content, the page itself first, titled by its first headline."""
    reader: Any = _Reader()
    parser: Any = etree.HTMLParser(target=reader)
    parser.feed(_UNPARSED.sub("", html) or " ")  # of nothing at all there would be no page to close
    return tuple(parser.close())


@dataclass(frozen=True, slots=True)
class _Element:
    tag: str
    id: str
    titling: bool


class _Reader:
    """What lxml tells of a page's elements and texts, one after the other, as sections.

    Every element that begins is told to end, also those that have no end in HTML.
    """

    def __init__(self) -> None:
        self.sections = [Section("")]
        self._current = self._around = self.sections[0]
        self._open: list[_Element] = []
        self._silent = 0  # elements that are open, from the outermost silent one on
        self._text = ""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Enter an element."""
        if self._silent:
            self._silent += 1
            return
        if tag in _BLOCKS:
            self.end_block()
        self._text += _gap(tag)
        if attributes.get("role") == "img":
            self._current.names |= dict.fromkeys(_WORDS.findall(attributes.get("aria-label", "")))
        parent = self._open[-1] if self._open else _Element("", "", False)
        if _is_silent(tag, attributes):
            self._silent = 1
            self._open.append(_Element(tag, "", parent.titling))
            return
        anchor = attributes.get("id", "")
        opening = self._opens(tag, anchor, parent)
        if opening:
            self._begin(tag, anchor if tag in _HEADLINES else parent.id)
        self._open.append(_Element(tag, anchor, opening or parent.titling))

    def end(self, tag: str) -> None:
        """Leave an element."""
        if self._silent > 1:
            self._silent -= 1
            return
        self._silent = 0
        if tag in _BLOCKS or (tag == "dt" and self._open[-1].titling):
            self.end_block()
        self._text += _gap(tag)
        closed = self._open.pop()
        if tag == "article" and closed.id == self._current.anchor:
            self._current = self._around  # which goes on behind it

    def data(self, text: str) -> None:
        """Read a text."""
        if not self._silent:
            self._text += text

    def close(self) -> list[Section]:
        """The sections, once the page is at its end."""
        self.end_block()
        return self.sections

    def end_block(self) -> None:
        """Give the text so far to the section: to its title while that is being read."""
        read, self._text = self._text, ""
        if not read or read.isspace():
            return
        cells = (" ".join(cell.split()) for cell in read.split(_CELL))
        text = _HOLE.sub(r"\1", " · ".join(cell for cell in cells if any(map(str.isalnum, cell))))
        if not text:
            return
        section = self._current
        if self._open and self._open[-1].titling:
            section.title = f"{section.title} {text}".strip()
        else:
            section.blocks.append(text)

    def _opens(self, tag: str, anchor: str, parent: _Element) -> bool:
        if tag == "p":  # the first of an article
            return parent.tag == "article" and parent.id not in ("", self._current.anchor)
        if tag in _HEADLINES:  # one without an address is text
            return tag == "h1" or anchor != ""
        return tag == "dt" and parent.id != ""

    def _begin(self, tag: str, anchor: str) -> None:
        if tag == "h1" and not self.sections[0].title:
            return  # the page's own title; what stood above it belongs to the page too
        self._around = self._current
        self._current = Section(anchor, is_term=tag == "dt")
        self.sections.append(self._current)


def _gap(tag: str) -> str:
    """What keeps text apart at the edge of an element."""
    return _CELL if tag in _CELLS else " " if tag in _SPACED else ""


def _is_silent(tag: str, attributes: Mapping[str, str]) -> bool:
    return (
        tag in _SILENT
        or attributes.get("role") == "img"
        or attributes.get("aria-hidden") == "true"
        or "data-search-exclude" in attributes
        or "hidden" in attributes
    )
