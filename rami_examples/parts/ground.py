"""What reading the templates gave, kept for the edits of catalogs, which are most edits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jinja2 import BytecodeCache

from rami_examples.catalogs.messages import Message
from rami_examples.digests import digest
from rami_examples.findings import Findings, has_faults
from rami_examples.parts.codec import read_data, write_data
from rami_examples.parts.keys import Keys, common_key
from rami_examples.rulebook import Ground, ground_again, read_ground

TEXTS = Path(".build/texts.json")
_MOST_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class Texts:
    """The messages of templates and corpus, and what there was to tell of these: no fault."""

    key: str
    messages: tuple[Message, ...]
    findings: Findings


def ground_of(
    project: Path, languages: tuple[str, ...], keys: Keys, compiled: BytecodeCache
) -> Ground:
    """What all languages stand on: read as far as it has changed, and verified in any case.

    ``compiled`` keeps the templates compiled.
    """
    key = digest([keys.common, *languages])  # which findings name
    texts = read_data(Texts, project / TEXTS, _MOST_BYTES) if keys.common else None
    if texts and texts.key == key:
        return ground_again(project, languages, texts.messages, texts.findings, compiled)
    ground = read_ground(project, languages, bytecode=compiled)
    right = not ground.unreadable and not has_faults(ground.findings)
    if right and keys.common == common_key(project):  # else a source has changed meanwhile
        kept = Texts(key, ground.messages, ground.findings)
        write_data(project / TEXTS, kept)
    return ground
