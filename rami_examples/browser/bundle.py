"""What the browser loads to run the engine: a Python for browsers, and sources for it.

The engine's sources go as they are, all of them, so that the browser can work out their
fingerprint. ``brython.js`` is the file of the installed package.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files

from rami_engine import __version__
from rami_examples.proof.api import engine_fingerprint

FOLDER = "assets/engine/"

# Modules that the engine imports: name in Python, and the file that stands in for it.
_STANDINS = {
    "__future__": "future",
    "collections.abc": "collections_abc",
    "dataclasses": "dataclasses",
    "enum": "enum",
    "typing": "typing_any",
}


@dataclass(frozen=True)
class Bundle:
    """The engine for browsers: its version and fingerprint, and files by their address."""

    version: str
    fingerprint: str
    files: Mapping[str, bytes]
    folder: str = FOLDER

    @cached_property
    def size(self) -> int:
        """Bytes to be loaded before the engine runs, not compressed."""
        return sum(len(content) for name, content in self.files.items() if name.endswith(("js", "json")))


def bundle() -> Bundle:
    """Gather the files that a reader's browser loads."""
    ours = files("rami_examples.browser")
    return Bundle(
        __version__,
        engine_fingerprint(),
        {
            f"{FOLDER}brython.js": files("brython").joinpath("data", "brython.js").read_bytes(),
            f"{FOLDER}brython-licence.txt": ours.joinpath("brython-licence.txt").read_bytes(),
            f"{FOLDER}engine.json": json.dumps(_sources(), ensure_ascii=False).encode(),
        },
    )
