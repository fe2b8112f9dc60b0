"""YAML files as located nodes: every scalar knows its line and column.

The corpus may come from a stranger's pull request, so only the harmless part of YAML is
read: plain mappings, sequences and strings. Anchors, aliases, tags, repeated keys and
deep nesting are refused where they stand, before anything is built from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from yaml.reader import Reader

from rami_examples.findings import Finding, Findings, Kind, Place

MAX_BYTES = 1_000_000
MAX_DEPTH = 12
_RIGHT = "melds:\n  - id: three-kings\n    cards: KH KS KD"
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A piece of text. ``before`` counts the characters between its place and its first letter.

    That is 1 for a quotation mark; None where the text is written in another way than it reads,
    over several lines or with escapes.
    """

    text: str
    place: Place
    before: int | None = None

    def at(self, offset: int) -> Place:
        """Where a character of the text stands, or the text's own place if that is not known."""
        if self.before is None:
            return self.place
        return Place(self.place.path, self.place.line, self.place.column + self.before + offset)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes."""

    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their values, in the order of the file; no key comes twice.

    ``repeated`` are keys that stand here again: each is a fault for the reader to tell.
    """

    entries: tuple[tuple[Scalar, Node], ...]
    place: Place
    repeated: tuple[Scalar, ...] = ()


Node = Scalar | Sequence | Mapping


def repeated_keys(node: Mapping) -> Findings:
    """Every key that stands in a mapping again, so that one of its values is not read."""
    lines = {key.text: key.place.line for key, _ in node.entries}
    return tuple(
        Finding(
            Kind.CORPUS_KEY,
            key.place,
            f"the key {key.text[:40]!r} stands here again (first in line {lines[key.text]})",
            "each key once",
        )
        for key in node.repeated
    )


class _Unreadable(Exception):
    def __init__(self, kind: Kind, place: Place, message: str, right: str) -> None:
        super().__init__(message)
        self.finding = Finding(kind, place, message, right)


def read_yaml(path: Path, shown: Path) -> Node | Finding:
    """Read a YAML file. ``shown`` is the path that findings name. Never raises for bad input."""
    kind, whole = Kind.CORPUS_UNREADABLE, Place(shown)
    try:
        if path.is_symlink():
            return Finding(kind, whole, "is a symbolic link", "the file itself")
        if not path.is_file():  # a pipe would never end
            return Finding(kind, whole, "is not a file", "a text file in UTF-8")
        size = path.stat().st_size
        if size > MAX_BYTES:
            message = f"is {size} bytes long; a corpus file has at most {MAX_BYTES}"
            return Finding(kind, whole, message, "several smaller files")
        data = path.read_bytes()
    except OSError as error:
        return Finding(kind, whole, f"cannot be read: {error.strerror}", "a text file in UTF-8")
    try:
        return parse_yaml(data.decode("utf-8"), shown)
    except UnicodeDecodeError as error:
        place = _spot(data[: error.start].decode("utf-8"), shown)
        return Finding(kind, place, "is not UTF-8 from here on", "save the file as UTF-8")


@lru_cache(maxsize=128)  # the corpus is read for its claims and for its messages
def parse_yaml(text: str, shown: Path) -> Node | Finding:
    """Parse YAML text into nodes, or say where and why it cannot be read."""
    try:
        return _Composer(text, shown).document()
    except _Unreadable as unreadable:
        return unreadable.finding
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        if error.problem and "end of stream" in error.problem:  # what it is missed for begins here
            mark = error.context_mark or mark
        place = Place(shown, mark.line + 1, mark.column + 1) if mark else Place(shown)
        place = min(place, _spot(text, shown))  # the parser may stand behind the last line
        problem = " ".join(filter(None, (error.context, error.problem)))
        message = f"is not YAML here: {problem}"
        return Finding(Kind.CORPUS_SYNTAX, place, message, _RIGHT)
    except yaml.YAMLError:
        stray = Reader.NON_PRINTABLE.search(text)
        place = _spot(text[: stray.start() if stray else 0], shown)
        message = "holds a character that YAML does not allow"
        return Finding(Kind.CORPUS_SYNTAX, place, message, "delete it")


def _spot(before: str, shown: Path) -> Place:
    """Where the text goes on after ``before``; a byte order mark takes no column."""
    line = before.removeprefix("\ufeff").rpartition("\n")[2]
    return Place(shown, before.count("\n") + 1, len(line) + 1)


class _Composer:
    """Builds nodes from the parser's events, refusing what a corpus has no use for."""

    def __init__(self, text: str, shown: Path) -> None:
        self._events = yaml.parse(text, Loader=_LOADER)
        self._shown = shown

    def document(self) -> Node:
        self._next(yaml.StreamStartEvent)
        event = next(self._events)
        if isinstance(event, yaml.StreamEndEvent):
            raise _Unreadable(Kind.CORPUS_EMPTY, Place(self._shown, 1, 1), "is empty", _RIGHT)
        node = self._node(next(self._events), 0)
        self._next(yaml.DocumentEndEvent)
        after = next(self._events)
        if not isinstance(after, yaml.StreamEndEvent):
            message = "a second document starts here"
            right = "one document, without a line ---"
            raise _Unreadable(Kind.CORPUS_SYNTAX, self._at(after), message, right)
        return node

    def _next(self, kind: type) -> None:
        assert isinstance(next(self._events), kind)

    def _at(self, event: Any) -> Place:
        return Place(self._shown, event.start_mark.line + 1, event.start_mark.column + 1)

    def _node(self, event: Any, depth: int) -> Node:
        place = self._at(event)
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            message = "anchors (&) and aliases (*) are not read here"
            raise _Unreadable(Kind.CORPUS_ALIAS, place, message, "write the value out")
        if event.tag:
            message = f"the tag {event.tag} is not read here"
            raise _Unreadable(Kind.CORPUS_SYNTAX, place, message, "a plain value without a tag")
        if depth > MAX_DEPTH:
            message = f"is nested more than {MAX_DEPTH} levels deep"
            raise _Unreadable(Kind.CORPUS_SYNTAX, place, message, _RIGHT)
        if isinstance(event, yaml.ScalarEvent):
            if "\0" in event.value:
                raise _Unreadable(Kind.CORPUS_SYNTAX, place, "holds a NUL character", "delete it")
            return Scalar(event.value, place, _before(event))
        if isinstance(event, yaml.SequenceStartEvent):
            return Sequence(tuple(self._items(depth)), place)
        return self._mapping(place, depth)

    def _items(self, depth: int) -> list[Node]:
        items: list[Node] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(event, depth + 1))
        return items

    def _mapping(self, place: Place, depth: int) -> Mapping:
        entries: dict[str, tuple[Scalar, Node]] = {}
        repeated: list[Scalar] = []
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            if not isinstance(key, Scalar):
                raise _Unreadable(Kind.CORPUS_SYNTAX, key.place, "a key is a plain word", _RIGHT)
            value = self._node(next(self._events), depth + 1)
            if key.text in entries:
                repeated.append(key)
            entries.setdefault(key.text, (key, value))
        return Mapping(tuple(entries.values()), place, tuple(repeated))


def _before(event: Any) -> int | None:
    """See ``Scalar.before``: how much longer the text is in the file tells how it is written."""
    start, end = event.start_mark, event.end_mark
    longer = end.index - start.index - len(event.value)
    return {0: 0, 2: 1}.get(longer) if start.line == end.line else None
