"""What the command line calls: the corpus of a project, put to another engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rami_examples.claims.load import load_corpus
from rami_examples.conformance.check import Conformance, conform
from rami_examples.conformance.engine_process import Limits
from rami_examples.rulebook import pages_with


def conform_project(
    project: Path, command: str, limits: Limits, languages: Sequence[str]
) -> Conformance:
    """Put the corpus to the engine that ``command`` starts; faults of the corpus come first.

    Raises EngineFault.
    """
    examples, malformed = load_corpus(project)
    conformance = conform(command, limits, examples, pages_with, languages)
    return replace(conformance, findings=(*malformed, *conformance.findings))
