"""How far the translations are, language by language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from babel import Locale

from rami_examples.catalogs.catalog import (
    SOURCE_LANGUAGE,
    catalog_path,
    is_draft,
    read_entries,
    read_file,
    state_of,
)
from rami_examples.catalogs.incomplete import State
from rami_examples.catalogs.messages import Message
from rami_examples.findings import Kind
from rami_examples.pages.languages import read_languages


@dataclass(frozen=True, slots=True)
class Progress:
    """How many messages of a language are in each state, and what a check says of its files."""

    tag: str
    name: str
    translated: int
    suspect: int
    missing: int
    faults: int
    warnings: int
    draft: bool

    @property
    def messages(self) -> int:
        """How many there are in all."""
        return self.translated + self.suspect + self.missing


def progress(
    project: Path, tags: Iterable[str], messages: Sequence[Message]
) -> tuple[Progress, ...]:
    """The progress of every language but the source; one without a catalog has all to do."""
    return tuple(_of(project, tag, messages) for tag in tags if tag != SOURCE_LANGUAGE)


def _of(project: Path, tag: str, messages: Sequence[Message]) -> Progress:
    data = read_file(catalog_path(project, tag), project)
    entries = (read_entries(data)[0] if isinstance(data, bytes) else None) or ()
    living = {entry.key: entry for entry in entries if not entry.obsolete and not entry.damaged}
    states = Counter(state_of(living.get(key)) for key in {message.key for message in messages})
    _, findings = read_languages(project, (tag,), messages)
    finished = states[State.TRANSLATED] == states.total()
    counted = (Kind.CATALOG_UNTRANSLATED, Kind.CATALOG_FUZZY)  # by the states already
    others = [finding for finding in findings if finding.kind not in counted]
    return Progress(
        tag,
        Locale.parse(tag, sep="-").get_display_name("en") or tag,
        states[State.TRANSLATED],
        states[State.SUSPECT],
        states[State.MISSING],
        sum(not finding.warning for finding in others),
        sum(finding.warning for finding in others),
        not finished and is_draft(living.get((None, ""))),
    )
