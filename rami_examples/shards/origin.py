"""What a site is made from, as digests: all parts of a site have to agree in every one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from rami_engine.fingerprint import engine_fingerprint
from rami_examples.digests import digest_of
from rami_examples.sources import SOURCES

_PROJECT = "rami-rulebook"
_REQUIREMENT = re.compile(r"[\w.-]+", re.ASCII)

# What a site is made from -> a digest of it, or a version.
Origin = Mapping[str, str]


def origin(project: Path) -> Origin:
    """The origin of a site that is built from ``project`` here and now."""
    return {
        "engine": engine_fingerprint(),
        "program": digest_of(Path(__file__).parent.parent, "*.py"),
        **{source.as_posix(): digest_of(project / source) for source in SOURCES},
        "Python": ".".join(map(str, sys.version_info[:2])),
        **dict(sorted(_packages(_PROJECT, set()))),
    }


def difference(theirs: Origin, ours: Origin) -> str:
    """What differs between two origins, for people; '' where nothing does."""
    return ", ".join(
        f"{name} ({theirs.get(name, 'none')} instead of {ours.get(name, 'none')})"
        for name in {**ours, **theirs}
        if theirs.get(name) != ours.get(name)
    )


def _packages(name: str, seen: set[str]) -> Iterator[tuple[str, str]]:
    """The packages that one needs, directly or through others, with their versions."""
    try:
        needed = distribution(name).requires or []
    except PackageNotFoundError:
        return  # for another system or Python
    for line in needed:
        requirement, _, marker = line.partition(";")
        found = _REQUIREMENT.match(requirement)
        if found is None or "extra" in marker or found[0] in seen:
            continue
        seen.add(found[0])
        try:
            yield found[0], distribution(found[0]).version
        except PackageNotFoundError:
            continue
        yield from _packages(found[0], seen)
