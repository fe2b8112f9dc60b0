"""Stands in for ``dataclasses``: frozen classes with fields, defaults and ``replace``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class FrozenInstanceError(AttributeError):
    """A field of a frozen value was set."""


def dataclass(*, frozen: bool, slots: bool) -> Callable[[type], type]:
    """Make a class of frozen values; slots save memory alone, and are passed over."""
    if not (frozen and slots):
        raise TypeError("only frozen classes with slots")
    return _frozen


def replace(value: Any, /, **changes: Any) -> Any:
    """Make a value like this one, with other fields."""
    return type(value)(**{name: getattr(value, name) for name in value.__match_args__} | changes)


def _frozen(cls: Any) -> Any:
    names = tuple(cls.__annotations__)
    if any(hasattr(base, "__match_args__") for base in cls.__mro__[1:]):
        raise TypeError("no fields are inherited")

    def init(self: Any, *values: Any, **named: Any) -> None:
        given = dict(zip(names, values, strict=False))
        if len(values) > len(names) or given.keys() & named.keys() or named.keys() - set(names):
            raise TypeError(f"{cls.__name__} has the fields {', '.join(names)}")
        given.update(named)
        for name in names:
            if name not in given and not hasattr(cls, name):
                raise TypeError(f"{cls.__name__} needs {name}")
            value = given[name] if name in given else getattr(cls, name)
            object.__setattr__(self, name, value)

    def fields(self: Any) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in names)

    def fixed(self: Any, name: str, value: Any = None) -> None:
        raise FrozenInstanceError(name)

    def equal(self: Any, other: Any) -> Any:
        return fields(self) == fields(other) if type(self) is type(other) else NotImplemented

    def shown(self: Any) -> str:
        return f"{cls.__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    cls.__match_args__ = names  # type: ignore[misc]  # mypy allows it in a class body alone
    cls.__init__ = init
    cls.__setattr__ = cls.__delattr__ = fixed
    cls.__eq__ = equal
    cls.__hash__ = lambda self: hash(fields(self))
    cls.__repr__ = shown
    return cls
