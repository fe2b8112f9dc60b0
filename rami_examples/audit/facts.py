"""What the audit keeps of a language whose pages it has read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rami_examples.findings import Place


@dataclass(frozen=True, slots=True)
class Link:
    """A link to another place of the site: its text, its target below the root, where it stands.

    ``fragment`` is the anchor that it names, or ''.
    """

    text: str
    target: str
    fragment: str
    place: Place


@dataclass(frozen=True, slots=True)
class Facts:
    """What the rest of a site is held against of a language's pages.

    ``rows`` and ``rules`` are the ids of examples and sentences by the path of their page;
    ``outward`` are links to what is not the language's own, one for each target.
    """

    language: str
    draft: bool
    rows: Mapping[str, tuple[str, ...]]
    rules: Mapping[str, tuple[str, ...]]
    outward: tuple[Link, ...]
