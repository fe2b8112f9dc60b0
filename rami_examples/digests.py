"""Digests of what a site is made from: the digest of a thing is the same while it is unchanged."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

import rami_engine

_PROGRAM = (Path(rami_engine.__file__).parent, Path(__file__).parent)
# Below the project, what the pages of every language are made from. (What docs/ holds is in none.)
_COMMON = ("mkdocs.yml", "templates", "rami_examples/corpus", "rami_examples/confirmed.yaml")
_LOOKS = ("docs", "mkdocs.yml", "templates/theme")


def common_sources(project: Path) -> str:
    """The digest of the sources that the pages of every language are made from."""
    return digest([digest_of(project / name) for name in _COMMON])


def looks(project: Path) -> str:
    """The digest of all that surrounds the pages: assets, theme and settings."""
    return digest([digest_of(project / name) for name in _LOOKS])


@cache  # what runs is what was read in, whatever becomes of the files meanwhile
def program() -> str:
    """The digest of the program itself: its files, its Python, and every package beside it."""
    installed = sorted({path.name for entry in sys.path for path in _packages(entry)})
    return digest([*map(digest_of, _PROGRAM), sys.version, *installed])


def digest_of(root: Path, pattern: str = "*") -> str:
    """The digest of a file, or of a folder's files (with a name like ``pattern``) and their paths.

    What is missing has a digest, too.
    """
    found: list[str] = []
    for path in [root] if root.is_file() else sorted(root.rglob(pattern)):
        if "__pycache__" not in path.parts and path.is_file():
            found += [path.relative_to(root).as_posix(), file_digest(path.read_bytes())]
    return digest(found)


def digest(parts: Iterable[str]) -> str:
    """The digest of some texts in their order."""
    return file_digest(json.dumps(list(parts)).encode())


def file_digest(content: bytes) -> str:
    """The digest of a file's content."""
    return sha256(content).hexdigest()[:32]  # which processors compute by themselves


def _packages(entry: str) -> Iterable[Path]:
    """What is installed in a folder of Python's path: the names of these folders have versions."""
    folder = Path(entry or ".")
    return (*folder.glob("*.dist-info"), *folder.glob("*.egg-info")) if folder.is_dir() else ()
