"""What a finished site costs those who keep it and those who read it."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

_LEVEL = 6  # as hosts have it by default
_INDEXES = ("search_index.json", "search.json")


@dataclass(frozen=True, slots=True)
class Size:
    """Bytes of a site, and how many HTML files it has.

    ``page`` is the mean of its pages as they are sent, compressed; ``index`` the same of a search
    index, which a reader of one language loads to search: None where there is none.
    """

    site: int
    pages: int
    page: float
    index: float | None


def weigh(site: Path) -> Size:
    """Weigh a finished site."""
    files = [path for path in site.rglob("*") if path.is_file()]
    pages = [path for path in files if path.name == "index.html"]
    indexes = [path for path in files if path.name in _INDEXES]
    return Size(
        site=sum(path.stat().st_size for path in files),
        pages=len(pages),
        page=_sent(pages) or 0,
        index=_sent(indexes),
    )


def _sent(files: Sequence[Path]) -> float | None:
    return mean(len(gzip.compress(path.read_bytes(), _LEVEL)) for path in files) if files else None
