"""A shard: the pages of some languages, and all that is needed to make a site of several shards.

Its pages know of all languages of the site, for their switches and links. What is made of all
languages together (the choice of languages, the sitemap, the page for what is not found) belongs
to the shard with the default language, and so do the assets.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rami_examples.digests import file_digest
from rami_examples.shards.origin import Origin
from rami_examples.sources import is_plain_file

MANIFEST = "shard.json"
FORMAT = 1
_MOST_BYTES = 50_000_000  # of a manifest: a line for every file


@dataclass(frozen=True, slots=True)
class Shard:
    """What a shard says of itself.

    ``site`` are the tags of all languages of its site, ``languages`` those of its own; ``files``
    are the digests of its files by their addresses.
    """

    format: int
    origin: Origin
    site: tuple[str, ...]
    languages: tuple[str, ...]
    files: Mapping[str, str]

    @property
    def has_root(self) -> bool:
        """Whether it has what is made of all languages."""
        return self.site[0] in self.languages

    def owns(self, address: str) -> bool:
        """Whether a file of the site is this shard's to give.

        What docs/ has for the folder of any language comes with the root.
        """
        return self.has_root or address.partition("/")[0] in self.languages


def write_manifest(
    folder: Path, origin: Origin, site: tuple[str, ...], languages: tuple[str, ...]
) -> None:
    """Write down what a finished shard is."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    digests = {
        path.relative_to(folder).as_posix(): file_digest(path.read_bytes()) for path in files
    }
    shard = Shard(FORMAT, origin, site, languages, digests)
    text = json.dumps(asdict(shard), ensure_ascii=False, indent=1) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")


def read_manifest(folder: Path) -> Shard:
    """What a shard says of itself. Raises ValueError, with what is wrong, or OSError."""
    path = folder / MANIFEST
    if not is_plain_file(path, _MOST_BYTES):
        raise ValueError(f"there is no {MANIFEST} in it")
    content = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"{MANIFEST} is not of format {FORMAT}")
    shard = Shard(
        FORMAT,
        _texts(content.get("origin")),
        _list(content.get("site")),
        _list(content.get("languages")),
        _texts(content.get("files")),
    )
    if not shard.site or not set(shard.languages) <= set(shard.site):
        raise ValueError(f"{MANIFEST} does not say which languages it is for")
    return shard


def _list(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise ValueError(f"{MANIFEST} is damaged")
    return tuple(value)


def _texts(value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(
        isinstance(text, str) for pair in value.items() for text in pair
    ):
        raise ValueError(f"{MANIFEST} is damaged")
    return value
