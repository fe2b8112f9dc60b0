"""Our own values as plain data and back: dataclasses, tuples, sets, mappings by text.

Nothing but the types that are asked for is ever made of what a file says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from rami_examples.files import remove, write_whole
from rami_examples.sources import is_plain_file

T = TypeVar("T")


class Unreadable(ValueError):
    """Data that is no value of the type that was asked for."""


def to_data(value: object) -> Any:
    """A value as JSON can write it; a dataclass is the list of its fields in order."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Path):
        return value.as_posix()
    if isinstance(value, tuple):
        return [to_data(each) for each in value]
    if isinstance(value, frozenset):
        return sorted(map(to_data, value))
    if isinstance(value, Mapping):
        return {str(name): to_data(each) for name, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return [to_data(getattr(value, name)) for name in _types(type(value))]
    return value


def from_data(kind: type[T], data: Any) -> T:
    """The value that ``to_data`` made ``data`` of. Raises Unreadable for anything else."""
    return cast("T", _reader(cast("Any", kind))(data))


def read_data(kind: type[T], path: Path, most_bytes: int) -> T | None:
    """The value that a JSON file holds; None for anything else, whatever may have become of it."""
    if not is_plain_file(path, most_bytes):
        return None
    try:
        return from_data(kind, json.loads(path.read_bytes()))
    except (OSError, ValueError, RecursionError, Unreadable):
        return None


def write_data(path: Path, value: object) -> None:
    """Write a value for ``read_data``, in the place of whatever is there. Raises OSError."""
    if path.is_dir():
        remove(path)
    write_whole(path, json.dumps(to_data(value)))


@cache  # a kind is looked at once, however many values there are of it
def _reader(kind: Any) -> Callable[[Any], Any]:
    """What makes values of a kind."""
    origin, of = get_origin(kind), get_args(kind)
    if origin in (tuple, frozenset):
        each = _reader(of[0])
        return lambda data: origin(map(each, _instance(list, data)))
    if origin is UnionType:  # with None: what may be left out
        present = _reader(of[0])
        return lambda data: None if data is None else present(data)
    if origin is Mapping:
        named = _reader(of[1])
        return lambda data: {name: named(it) for name, it in _instance(dict, data).items()}
    if origin is Literal:
        return lambda data: _one_of(of, data)
    if is_dataclass(kind):
        return _record(cast("type", kind))
    if issubclass(kind, Enum):
        return cast("type[Enum]", kind)
    if issubclass(kind, Path):
        return lambda data: kind(_instance(str, data))
    return lambda data: _instance(kind, data)


def _record(kind: type) -> Callable[[Any], Any]:
    readers = tuple(map(_reader, _types(kind).values()))

    def record(data: Any) -> Any:
        if len(_instance(list, data)) != len(readers):
            raise Unreadable(f"{len(data)} fields instead of {len(readers)}")
        return kind(*(read(it) for read, it in zip(readers, data, strict=True)))

    return record


def _one_of(values: tuple[Any, ...], data: Any) -> Any:
    if data not in values:
        raise Unreadable(f"{data!r} is none of {values}")
    return data


def _instance(kind: type[T], data: Any) -> T:
    if type(data) is not kind:  # true is no number
        raise Unreadable(f"{data!r} is no {kind.__name__}")
    return data


@cache
def _types(kind: type) -> dict[str, Any]:
    """The fields of a dataclass with their types, in order."""
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}
