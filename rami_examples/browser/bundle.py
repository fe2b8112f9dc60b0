"""What the browser loads to run the engine: a Python for browsers, and sources for it.

The engine's sources go as they are, all of them, so that the browser can work out their
fingerprint. ``brython.js`` is the file of the installed package.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from rami_engine import __version__
from rami_engine.fingerprint import engine_fingerprint

FOLDER = "assets/engine/"


@dataclass(frozen=True, slots=True)
class Bundle:
    """The engine for browsers: its version and fingerprint, and its files by address.

    ``size`` is what is loaded before the engine runs, in bytes that are not compressed.
    """

    version: str
    fingerprint: str
    files: Mapping[str, bytes]
    size: int
    folder: str = FOLDER


@cache  # the engine that judges here is the one that was read in
def bundle() -> Bundle:
    """Gather what a reader's browser loads."""
    here = files("rami_examples.browser")
    python = files("brython").joinpath("data", "brython.js").read_bytes()
    engine = json.dumps(
        {
            "engine": [[source.name, _text(source)] for source in _sources(files("rami_engine"))],
            "modules": [["ask", _text(here / "ask.py"), False], *_modules(here / "standins")],
        },
        ensure_ascii=False,
    ).encode()
    loaded = {f"{FOLDER}brython.js": python, f"{FOLDER}engine.json": engine}
    licence = {f"{FOLDER}brython-licence.txt": (here / "brython-licence.txt").read_bytes()}
    size = sum(map(len, loaded.values()))
    return Bundle(__version__, engine_fingerprint(), loaded | licence, size)


def _modules(folder: Traversable, package: str = "") -> Iterator[list[str | bool]]:
    """The modules in a folder: name, source, and whether it is a package."""
    for source in _sources(folder):
        name = source.name.removesuffix(".py")
        if name != "__init__":
            yield [package + name, _text(source), False]
        elif package:
            yield [package.removesuffix("."), _text(source), True]
    for inner in folder.iterdir():
        if inner.is_dir() and inner.joinpath("__init__.py").is_file():
            yield from _modules(inner, f"{package}{inner.name}.")


def _sources(folder: Traversable) -> list[Traversable]:
    """The Python files of a folder, in the order in which the fingerprint takes them."""
    found = [source for source in folder.iterdir() if source.name.endswith(".py")]
    return sorted(found, key=lambda source: source.name)


def _text(source: Traversable) -> str:
    """A source to the letter: line ends count for the fingerprint."""
    return source.read_bytes().decode()
