"""Findings: what a check has to say to the person who can mend it.

Every stage (load, verify, prose, catalogs, build) reports faults as values of one
type, so that all faults of a run can be gathered, sorted and shown together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class Kind(Enum):
    """The kinds of findings; each value is a permanent id."""

    CORPUS_UNREADABLE = "corpus.unreadable"
    CORPUS_SYNTAX = "corpus.syntax"
    CORPUS_ALIAS = "corpus.alias"
    CORPUS_SHAPE = "corpus.shape"
    CORPUS_KEY = "corpus.key"
    CORPUS_VALUE = "corpus.value"
    CORPUS_CARD = "corpus.card"
    CORPUS_COPIES = "corpus.copies"
    CORPUS_DUPLICATE = "corpus.duplicate-id"
    CORPUS_EMPTY = "corpus.empty"
    VERIFY_MISMATCH = "verify.mismatch"
    RULE_UNPROVEN = "rules.unproven"
    RULE_UNSTATED = "rules.unstated"
    RULE_SUSPECT = "rules.suspect"
    RULE_REMOVED = "rules.removed"
    PROSE_UNMARKED = "prose.unmarked"
    PROSE_RULE = "prose.rule"
    PROSE_DIGIT = "prose.digit"
    TEMPLATE_FAULT = "template.fault"
    CATALOG_MISSING = "catalog.missing"
    CATALOG_SYNTAX = "catalog.syntax"
    CATALOG_HEADER = "catalog.header"
    CATALOG_PLURAL = "catalog.plural"
    CATALOG_PLACEHOLDER = "catalog.placeholder"
    CATALOG_NUMBER = "catalog.number"
    CATALOG_MARKUP = "catalog.markup"
    CATALOG_FUZZY = "catalog.fuzzy"
    CATALOG_DUPLICATE = "catalog.duplicate"
    CATALOG_UNTRANSLATED = "catalog.untranslated"
    CATALOG_UNKNOWN = "catalog.unknown"
    CATALOG_CARD = "catalog.card"
    CATALOG_COPIED = "catalog.copied"
    CATALOG_TERM = "catalog.term"
    CATALOG_TYPOGRAPHY = "catalog.typography"
    TERMS_FILE = "terms.file"
    AUDIT_PAGE = "audit.page"
    AUDIT_ROW = "audit.row"
    AUDIT_CARD = "audit.card"
    AUDIT_RULES = "audit.rules"
    AUDIT_LINK = "audit.link"
    AUDIT_API = "audit.api"
    AUDIT_SITEMAP = "audit.sitemap"
    ENGINE_MISMATCH = "engine.mismatch"
    ENGINE_ANSWER = "engine.answer"
    SHARD_MISFIT = "shard.misfit"
    SITE_FAULT = "site.fault"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A spot in a source file. Lines and columns count from 1; 0 is the file as a whole."""

    path: Path
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        spot = ":".join(str(part) for part in (self.line, self.column) if part)
        return f"{self.path}:{spot}" if spot else str(self.path)


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: where it is, what is wrong, and what right looks like.

    ``documented`` and ``engine`` hold the two values of a mismatch; ``pages`` and
    ``languages`` say which readers would have seen it. A ``warning`` stops nothing.
    """

    kind: Kind
    place: Place
    message: str
    right: str = ""
    example: str = ""
    rule: str = ""
    field: str = ""
    documented: str = ""
    engine: str = ""
    pages: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    warning: bool = False

    def __str__(self) -> str:
        label = "warning: " if self.warning else ""
        lines = [f"{self.place}: {label}{self.message}  [{self.kind.value}]"]
        if self.right:
            lines.append(f"    right: {self.right}")
        if self.pages:
            lines.append(f"    shown on: {', '.join(self.pages)}  in: {', '.join(self.languages)}")
        return harmless("\n".join(lines))


def harmless(text: str) -> str:
    """A text that may quote a stranger's file, without what would command a terminal."""
    return "".join(
        char if char.isprintable() or char == "\n" else f"\\u{ord(char):04x}" for char in text
    )


Findings = tuple[Finding, ...]


def in_order(findings: Iterable[Finding]) -> Findings:
    """By file and line; what is said twice of one place, once."""
    first = {(finding.place, finding.message): finding for finding in reversed(tuple(findings))}
    return tuple(first[key] for key in sorted(first))


def has_faults(findings: Findings) -> bool:
    """Whether any of these stops a build."""
    return any(not finding.warning for finding in findings)


class Faulty(Exception):
    """Ends what cannot go on, with findings: settings that cannot be read, a disk that refuses.

    Everything that can gather its faults returns them as values instead.
    """

    def __init__(self, findings: Findings) -> None:
        super().__init__(f"{len(findings)} findings")
        self.findings = findings
