"""Our own values as plain data and back: dataclasses, tuples, sets, mappings by text.

Nothing but the types that are asked for is ever made of what a file says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

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
    return cast("T", _read(kind, data))


def _read(kind: Any, data: Any) -> Any:
    origin = get_origin(kind)
    if origin in (tuple, frozenset):
        return origin(_read(get_args(kind)[0], each) for each in _instance(list, data))
    if origin is UnionType:  # with None: what may be left out
        return None if data is None else _read(get_args(kind)[0], data)
    if origin is Mapping:
        of = get_args(kind)[1]
        return {name: _read(of, each) for name, each in _instance(dict, data).items()}
    if origin is Literal:
        if data not in get_args(kind):
            raise Unreadable(f"{data!r} is none of {get_args(kind)}")
        return data
    if is_dataclass(kind):
        types = _types(cast("type", kind))
        if len(_instance(list, data)) != len(types):
            raise Unreadable(f"{len(data)} fields instead of {len(types)}")
        return cast("type", kind)(*map(_read, types.values(), data))
    if issubclass(kind, Enum):
        return kind(data)
    if issubclass(kind, Path):
        return kind(_instance(str, data))
    return _instance(kind, data)


def _instance(kind: type[T], data: Any) -> T:
    if type(data) is not kind:  # true is no number
        raise Unreadable(f"{data!r} is no {kind.__name__}")
    return data


@cache
def _types(kind: type) -> dict[str, Any]:
    """The fields of a dataclass with their types, in order."""
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}
