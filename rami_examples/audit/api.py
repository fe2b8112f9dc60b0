"""``api/examples.json`` against the pages, and its plays through the engine once more."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rami_engine.fingerprint import engine_fingerprint
from rami_examples.audit.published import PublishedPage
from rami_examples.findings import Finding, Kind, Place
from rami_examples.proof.api import replay

API = Path("api/examples.json")
_PLACE = Place(API)


def check_rows(site: Path, pages: Iterable[PublishedPage]) -> Iterator[Finding]:
    """Hold the rows of pages against the file; that it can be read, ``check_api`` tells."""
    content, _ = _read(site)
    examples = content.examples if content else {}
    for row in (row for page in pages for row in page.rows):
        if row.id in examples:
            data = {key.removeprefix("data-"): value for key, value in row.data.items()}
            yield from _compare(row.id, examples[row.id], data)


def check_api(site: Path) -> Iterator[Finding]:
    """Hold the file against the engine."""
    content, fault = _read(site)
    if content is None:
        yield _fault(fault)
        return
    if content.fingerprint != engine_fingerprint():
        was = f"was written by another engine ({content.fingerprint})"
        yield _fault(was, engine_fingerprint())
    for name, example in sorted(content.examples.items()):
        if "steps" in example:
            yield from _replayed(name, example)


def check_ids(site: Path, rows: Set[str]) -> Iterator[Finding]:
    """Hold the file against the ids of all rows; that it can be read, ``check_api`` tells."""
    content, _ = _read(site)
    if content is None:
        return
    for name in sorted(rows ^ content.examples.keys()):
        where = "on no page" if name in content.examples else "not in the file"
        yield _fault(f"the example {name} is {where}", "in both")


@dataclass(frozen=True, slots=True)
class _Content:
    """What the file says: its examples by their ids, and by which engine."""

    examples: Mapping[str, Mapping[str, Any]]
    fingerprint: str


def _read(site: Path) -> tuple[_Content | None, str]:
    """The file, or why there is nothing to be read."""
    try:
        content = json.loads((site / API).read_bytes())
        examples = {example["id"]: example for example in content["examples"]}
        return _Content(examples, content["engine"]["fingerprint"]), ""
    except (OSError, ValueError, KeyError, TypeError) as error:
        return None, f"cannot be read: {error!r}"


def _compare(name: str, example: Mapping[str, Any], data: Mapping[str, str]) -> Iterator[Finding]:
    for key, value in data.items():
        own = example.get("id" if key == "example" else key)
        if str(own) != value:
            yield _fault(f"{name}: {key} is {own!r}, the page says {value!r}", example=name)


def _replayed(name: str, example: Mapping[str, Any]) -> Iterator[Finding]:
    try:
        steps = replay(example)
    except (KeyError, ValueError, TypeError) as error:
        yield _fault(f"{name}: its play cannot be read: {error!r}", example=name)
        return
    for number, (step, again) in enumerate(zip(example["steps"], steps, strict=True), 1):
        if step != again:
            yield _fault(f"{name}: step {number} is {step}", f"{again}", name)


def _fault(message: str, right: str = "", example: str = "") -> Finding:
    return Finding(Kind.AUDIT_API, _PLACE, message, right, example=example)
