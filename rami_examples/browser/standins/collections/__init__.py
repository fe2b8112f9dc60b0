"""Stands in for ``collections``: the engine's counting, and ``collections.abc``."""

from __future__ import annotations

from collections.abc import Iterable


class Counter(dict[object, int]):
    """How often each of some things is there."""

    def __init__(self, things: Iterable[object]) -> None:
        super().__init__()
        for thing in things:
            self[thing] = self.get(thing, 0) + 1
