"""What other tables do, in numbers: facts for the differences page, no rule of this project."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OtherTables:
    """Numbers in use at other tables. Points unless the name says otherwise."""

    jokers: tuple[int, ...] = (2, 4, 6)
    hand_sizes: tuple[int, ...] = (14, 15)
    thresholds: tuple[int, ...] = (30, 40, 51, 71, 81, 101)
    longest_run: int = 14
    laid_ace: tuple[int, ...] = (10, 11)
    hand_joker: tuple[int, ...] = (15, 25, 30, 50)
    hand_ace: tuple[int, ...] = (1, 10)
    never_opened: int = 100


OTHER_TABLES = OtherTables()
