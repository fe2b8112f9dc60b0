"""Data flows one way: corpus, claims, proof, pages, site, parts. No room knows of a later one."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
FLOW = ("claims", "proof", "pages", "site", "parts")


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, in full."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield node.module or ""


def sources(folder: str) -> list[Path]:
    """The Python files of a folder, never none."""
    found = sorted((PROJECT / folder).rglob("*.py"))
    assert found
    return found


@pytest.mark.parametrize("path", sources("rami_engine"), ids=lambda path: path.name)
def test_the_engine_needs_nothing_but_the_standard_library(path: Path) -> None:
    for module in imports(path):
        top = module.partition(".")[0]
        assert top == "rami_engine" or top in sys.stdlib_module_names, module


def room_of(module: str) -> str:
    """The room of the flow that a module belongs to, or ''."""
    package, _, rest = module.partition(".")
    room = rest.partition(".")[0]
    return room if package == "rami_examples" and room in FLOW else ""


@pytest.mark.parametrize("room", FLOW)
def test_a_room_knows_only_the_rooms_before_it(room: str) -> None:
    later = FLOW[FLOW.index(room) + 1 :]
    for path in sources(f"rami_examples/{room}"):
        for module in imports(path):
            assert room_of(module) not in later, f"{path.name} imports {module}"


def test_only_the_site_knows_mkdocs() -> None:
    for path in sources("rami_examples"):
        uses = any(module.partition(".")[0] == "mkdocs" for module in imports(path))
        assert not uses or path.parent.name == "site", path


def test_only_verify_makes_verified_values() -> None:
    for path in sources("rami_examples"):
        if path.name == "verify.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                made = node.func.id
                assert not made.startswith(("Verified", "Proven")), (path.name, made)
