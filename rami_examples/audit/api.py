"""``api/examples.json`` against the pages, and its plays through the engine once more."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rami_engine.fingerprint import engine_fingerprint
from rami_examples.audit.published import PublishedPage
from rami_examples.findings import Finding, Kind, Place
from rami_examples.proof.api import replay

API = Path("api/examples.json")
_PLACE = Place(API)


def check_api(site: Path, pages: Sequence[PublishedPage]) -> Iterator[Finding]:
    """Hold the file against the rows of the pages and against the engine."""
    try:
        content = json.loads((site / API).read_bytes())
        examples = {example["id"]: example for example in content["examples"]}
        fingerprint = content["engine"]["fingerprint"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        yield _fault(f"cannot be read: {error!r}")
        return
    if fingerprint != engine_fingerprint():
        yield _fault(f"was written by another engine ({fingerprint})", engine_fingerprint())
    shown = {row.id: row for page in pages for row in page.rows}
    for name in sorted(shown.keys() ^ examples.keys()):
        where = "on no page" if name in examples else "not in the file"
        yield _fault(f"the example {name} is {where}", "in both")
    for name in sorted(shown.keys() & examples.keys()):
        data = {key.removeprefix("data-"): value for key, value in shown[name].data.items()}
        yield from _compare(name, examples[name], data)
        if "steps" in examples[name]:
            yield from _replayed(name, examples[name])


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
