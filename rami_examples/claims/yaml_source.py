"""YAML files as located nodes: every scalar knows its line and column.

The corpus may come from a stranger's pull request, so only the harmless part of YAML is
read: plain mappings, sequences and strings. Anchors, aliases, tags, repeated keys and
deep nesting are refused where they stand, before anything is built from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from rami_examples.findings import Finding, Kind, Place

MAX_BYTES = 1_000_000
MAX_DEPTH = 12
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A piece of text; ``start`` and ``end`` count characters of the file."""

    text: str
    place: Place
    start: int
    end: int

    @property
    def quoted(self) -> int:
        """1 where a quotation mark stands before the text, which moves its columns."""
        return 0 if self.end - self.start == len(self.text) else 1


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes."""

    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their values, in the order of the file; no key comes twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    place: Place


Node = Scalar | Sequence | Mapping


class _Unreadable(Exception):
    def __init__(self, kind: Kind, place: Place, message: str, right: str = "") -> None:
        super().__init__(message)
        self.finding = Finding(kind, place, message, right)


def read_yaml(path: Path, shown: Path) -> Node | Finding:
    """Read a YAML file. ``shown`` is the path that findings name. Never raises for bad input."""
    whole = Place(shown)
    try:
        if path.is_symlink():
            return Finding(
                Kind.CORPUS_UNREADABLE, whole, "is a symbolic link; put the file itself here"
            )
        data = path.read_bytes()
        if len(data) > MAX_BYTES:
            message = f"is {len(data)} bytes long; a corpus file has at most {MAX_BYTES}"
            return Finding(Kind.CORPUS_UNREADABLE, whole, message, "split it into several files")
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return Finding(
            Kind.CORPUS_UNREADABLE, Place(shown, line), "is not UTF-8", "save it as UTF-8"
        )
    except OSError as error:
        return Finding(Kind.CORPUS_UNREADABLE, whole, f"cannot be read: {error.strerror}")
    return parse_yaml(text, shown)


def parse_yaml(text: str, shown: Path) -> Node | Finding:
    """Parse YAML text into nodes, or say where and why it cannot be read."""
    try:
        return _Composer(text, shown).document()
    except _Unreadable as unreadable:
        return unreadable.finding
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(shown, mark.line + 1, mark.column + 1) if mark else Place(shown)
        problem = " ".join(filter(None, (error.context, error.problem)))
        return Finding(Kind.CORPUS_SYNTAX, place, f"is not YAML here: {problem}")
    except yaml.YAMLError as error:
        position = getattr(error, "position", 0)
        place = Place(shown, text.count("\n", 0, position) + 1)
        return Finding(Kind.CORPUS_SYNTAX, place, "holds a character that YAML does not allow")


class _Composer:
    """Builds nodes from the parser's events, refusing what a corpus has no use for."""

    def __init__(self, text: str, shown: Path) -> None:
        self._events = yaml.parse(text, Loader=_LOADER)
        self._shown = shown

    def document(self) -> Node:
        self._next(yaml.StreamStartEvent)
        event = next(self._events)
        if isinstance(event, yaml.StreamEndEvent):
            raise _Unreadable(Kind.CORPUS_EMPTY, Place(self._shown), "is empty", "melds: […]")
        node = self._node(next(self._events), 0)
        self._next(yaml.DocumentEndEvent)
        after = next(self._events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise _Unreadable(Kind.CORPUS_SYNTAX, self._at(after), "a second document starts here")
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
            raise _Unreadable(Kind.CORPUS_SYNTAX, place, message)
        if isinstance(event, yaml.ScalarEvent):
            if "\0" in event.value:
                raise _Unreadable(Kind.CORPUS_SYNTAX, place, "holds a NUL character")
            start: Any = event.start_mark
            end: Any = event.end_mark
            return Scalar(event.value, place, start.index, end.index)
        if isinstance(event, yaml.SequenceStartEvent):
            return Sequence(tuple(self._items(depth)), place)
        return Mapping(tuple(self._entries(depth)), place)

    def _items(self, depth: int) -> list[Node]:
        items: list[Node] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(event, depth + 1))
        return items

    def _entries(self, depth: int) -> list[tuple[Scalar, Node]]:
        entries: dict[str, tuple[Scalar, Node]] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            if not isinstance(key, Scalar):
                raise _Unreadable(Kind.CORPUS_SYNTAX, key.place, "a key is a plain word")
            if key.text in entries:
                first = entries[key.text][0].place.line
                message = f"the key {key.text!r} stands here again (first in line {first})"
                raise _Unreadable(Kind.CORPUS_KEY, key.place, message, "each key once")
            entries[key.text] = key, self._node(next(self._events), depth + 1)
        return list(entries.values())
