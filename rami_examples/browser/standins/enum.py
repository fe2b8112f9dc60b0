"""Stands in for ``enum``: members in their order, by name and by value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class EnumType(type):
    """The type of enums: makes the members while the class is made."""

    _members: list[Any]

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        """Make an enum; every public name of its body that is no method is a member."""
        values = {
            name: value
            for name, value in body.items()
            if not name.startswith("_") and not hasattr(value, "__get__")
        }
        rest = {name: value for name, value in body.items() if name not in values}
        # The engine says so for speed; it is what a stand-in's members have anyway.
        if rest.get("__hash__") is object.__hash__:
            del rest["__hash__"]
        made: Any = super().__new__(cls, name, bases, rest)
        made._members = []  # no dict: the browser's Python puts "2" before "A" in one
        for name, value in values.items():
            member = _member(made, rest.get("__new__"), value)
            member._name_ = name
            if any(each._value_ == member._value_ for each in made._members):
                raise TypeError(f"{name}: no two members have one value")
            made._members.append(member)
            setattr(made, name, member)
        return made

    def __call__(cls, value: Any) -> Any:
        """Give the member of a value. Raises ValueError where there is none."""
        for member in cls:
            if member._value_ == value:
                return member
        raise ValueError(f"{value!r} is not a valid {cls.__name__}")

    def __iter__(cls) -> Iterator[Any]:
        return iter(cls._members)

    def __len__(cls) -> int:
        return len(cls._members)


def _member(made: Any, new: Any, value: Any) -> Any:
    if new is None:
        member = object.__new__(made)
        member._value_ = value
        return member
    return getattr(new, "__func__", new)(made, *value)


class Enum(metaclass=EnumType):
    """The base of enums."""

    _name_: str
    _value_: Any

    @property
    def name(self) -> Any:
        """The member's name."""
        return self._name_

    @property
    def value(self) -> Any:
        """The member's value."""
        return self._value_

    def __repr__(self) -> str:
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"
