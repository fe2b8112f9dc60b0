"""A fault of a catalog: what is wrong with its file, and where in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rami_examples.findings import Finding, Kind, Place


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault at a line and column of a catalog's file; 0 and 0 are the file as a whole.

    ``message`` says what is wrong, ``right`` what right looks like.
    """

    kind: Kind
    line: int
    column: int
    message: str
    right: str = ""

    def finding(self, path: Path, *, warning: bool = False) -> Finding:
        """The fault as a finding; ``path`` is the file that it was found in."""
        place = Place(path, self.line, self.column)
        return Finding(self.kind, place, self.message, self.right, warning=warning)
