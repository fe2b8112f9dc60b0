"""Catalogs: the messages in one language, from a strict reading of its PO file.

Nothing of a catalog is used unless all of it is right, so what cannot be told from a good
translation by looking at a page (a form for 5 that says 2, a number typed in) is told here.
"""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from types import MappingProxyType

from rami_examples.catalogs.checks import (
    check_cards,
    check_entry,
    check_style,
    is_untranslated,
)
from rami_examples.catalogs.faults import Fault
from rami_examples.catalogs.incomplete import Incomplete, State
from rami_examples.catalogs.message_text import is_blank, visible
from rami_examples.catalogs.messages import Message
from rami_examples.catalogs.plurals import PluralRule, header_fault, plural_rule
from rami_examples.catalogs.po_text import Entry, Text, parse
from rami_examples.catalogs.terms import Terms
from rami_examples.findings import Finding, Findings, Kind, Place, has_faults

SIZE_LIMIT = 2 * 1024 * 1024  # bytes; the whole rulebook is a tenth of this
FINDING_LIMIT = 1000  # more than a person reads, and than the rulebook has messages
_UPDATE = "rami-docs i18n update: that adds what is new and keeps what is gone as obsolete"
UNTRANSLATED_LIMIT = 20  # messages without a translation: told one by one up to here

NO_TERMS = Terms()
SOURCE_LANGUAGE = "en"  # its texts are the ids; it has no file

# Of a catalog that is still unfinished: its pages are built, and no way leads to them.
DRAFT = "X-Draft"

# What a careful editor would mend: never more than a warning.
_STYLE = frozenset({Kind.CATALOG_TERM, Kind.CATALOG_TYPOGRAPHY, Kind.CATALOG_COPIED})
# What readers of an unfinished catalog get otherwise, or with a mark.
_UNFINISHED = frozenset({Kind.CATALOG_FUZZY, Kind.CATALOG_UNTRANSLATED, Kind.CATALOG_UNKNOWN})

_Key = tuple[str | None, str, str | None]


class Shown(Enum):
    """What readers get to see for a message."""

    TRANSLATION = "translation"
    LAST_TRANSLATION = "last-translation"  # of an English text that has changed since
    ENGLISH = "english"


@dataclass(frozen=True, slots=True)
class Catalog:
    """All messages in one language, as plain text: not escaped, placeholders not filled in.

    ``warnings`` are what a translator has left to do, none of which stops a build.
    """

    language: str
    rule: PluralRule
    _texts: Mapping[_Key, tuple[str, ...]]
    _instead: Mapping[_Key, Shown] = field(default_factory=dict)
    draft: bool = False
    warnings: Findings = ()

    def texts(self, message: Message) -> tuple[str, ...]:
        """All forms of a message's text. KeyError as for ``gettext``."""
        return self._forms((*message.key, message.plural))

    def gettext(self, context: str | None, id: str) -> str:
        """The text of a message. KeyError for one that was never extracted: a bug."""
        return self._forms((context, id, None))[0]

    def ngettext(self, context: str | None, id: str, plural: str, n: int) -> str:
        """The text of a counted message that stands with ``n``. KeyError as for ``gettext``."""
        rule = self.rule
        if self.shown(context, id, plural) is Shown.ENGLISH:
            rule = plural_rule(SOURCE_LANGUAGE)
        return self._forms((context, id, plural))[rule.index(n)]

    def shown(self, context: str | None, id: str, plural: str | None = None) -> Shown:
        """What it is that ``gettext`` or ``ngettext`` gives for a message."""
        return self._instead.get((context, id, plural), Shown.TRANSLATION)

    def _forms(self, key: _Key) -> tuple[str, ...]:
        try:
            return self._texts[key]
        except KeyError:
            raise KeyError(f"not a message of the source: {key!r}") from None


def catalog_path(project: Path, tag: str) -> Path:
    """The file of a language's catalog."""
    return project / "locales" / tag / "rami.po"


def english(messages: Iterable[Message]) -> Catalog:
    """The source language: its texts are the ids."""
    texts = {(*message.key, message.plural): _source(message) for message in messages}
    return Catalog(SOURCE_LANGUAGE, plural_rule(SOURCE_LANGUAGE), MappingProxyType(texts))


def read_catalog(
    path: Path,
    tag: str,
    messages: Iterable[Message],
    *,
    project: Path | None = None,
    incomplete: Incomplete = Incomplete.REFUSE,
    terms: Terms = NO_TERMS,
    most: int = UNTRANSLATED_LIMIT,
) -> Catalog | Findings:
    """The catalog of a language, or everything that is wrong with its file.

    ``tag`` is the BCP 47 tag that the file must be for. With ``project``, places are told
    relative to that folder, and a file that a link brings in from outside of it is refused.
    ``incomplete`` says what stands in for a message that is not translated; ``terms`` are the
    language's words, from which the catalog should not waver. More than ``most`` messages without
    a translation are told as one finding.
    """
    shown = path.relative_to(project) if project and path.is_relative_to(project) else path
    data = read_file(path, project or path.parent)
    if isinstance(data, bytes):
        return parse_catalog(data, tag, messages, shown, incomplete, terms, most)
    return (data.finding(shown),)


def parse_catalog(
    data: bytes,
    tag: str,
    messages: Iterable[Message],
    shown: Path,
    incomplete: Incomplete = Incomplete.REFUSE,
    terms: Terms = NO_TERMS,
    most: int = UNTRANSLATED_LIMIT,
) -> Catalog | Findings:
    """As ``read_catalog``, from a file's content; ``shown`` is the file's name in the findings."""
    try:
        rule = plural_rule(tag)
    except ValueError:
        what = f"{visible(tag)} is not a language that CLDR knows"
        return (Finding(Kind.CATALOG_HEADER, Place(shown), what, "a BCP 47 tag such as pt-BR"),)
    entries, faults = read_entries(data)
    sources = {message.key: message for message in reversed(tuple(messages))}
    if entries is not None:
        faults += tuple(_catalog_faults(entries, sources, tag, rule, terms))
    tolerated = _STYLE if incomplete is Incomplete.REFUSE else _STYLE | _UNFINISHED
    findings = tuple(_findings(faults, shown, len(sources), tolerated, most))
    if has_faults(findings):
        return findings
    living = {entry.key: entry for entry in entries or () if not entry.obsolete}
    texts: dict[_Key, tuple[str, ...]] = {}
    instead: dict[_Key, Shown] = {}
    for message in sources.values():
        entry, key = living.get(message.key), (*message.key, message.plural)
        state = state_of(entry)
        if entry and state is State.TRANSLATED:
            texts[key] = _values(entry)
        elif entry and incomplete is Incomplete.LAST and _still_fits(entry, message, rule):
            texts[key], instead[key] = _values(entry), Shown.LAST_TRANSLATION
        else:
            texts[key], instead[key] = _source(message), Shown.ENGLISH
    draft = bool(instead) and is_draft(living.get((None, "")))
    return Catalog(tag, rule, MappingProxyType(texts), MappingProxyType(instead), draft, findings)


def _findings(
    faults: tuple[Fault, ...], shown: Path, messages: int, tolerated: frozenset[Kind], most: int
) -> Iterator[Finding]:
    in_file = sorted(faults, key=lambda fault: (fault.line, fault.column))
    ordered = _not_a_flood(in_file, messages, most)
    if len(ordered) > FINDING_LIMIT:
        ordered.sort(key=lambda fault: fault.kind in tolerated)  # what stops a build comes first
        kind, more = ordered[FINDING_LIMIT].kind, len(ordered) - FINDING_LIMIT
        kind = kind if kind in tolerated else Kind.CATALOG_SYNTAX
        what = f"{more} more are not shown"
        ordered[FINDING_LIMIT:] = [Fault(kind, 0, 0, what, "mend these first")]
    for fault in ordered:
        yield fault.finding(shown, warning=fault.kind in tolerated)


def state_of(entry: Entry | None) -> State:
    """How far the translation of the message of this entry is."""
    if entry is None or is_untranslated(entry):
        return State.MISSING
    return State.SUSPECT if entry.fuzzy else State.TRANSLATED


def is_draft(header: Entry | None) -> bool:
    """Whether a catalog's header says that the language is not to be found by readers yet."""
    fields = header_fields(header.text.value) if header and header.text else {}
    return fields.get(DRAFT, "").lower() == "yes"


def _still_fits(entry: Entry, message: Message, rule: PluralRule) -> bool:
    """Whether the translation of an earlier English text can still be filled in and shown."""
    if state_of(entry) is not State.SUSPECT:
        return False
    return not any(check_entry(replace(entry, flags=()), message, rule))


def _not_a_flood(faults: list[Fault], messages: int, most: int) -> list[Fault]:
    """One fault for many messages without a translation, after all that is really wrong."""
    empty = [fault for fault in faults if fault.kind is Kind.CATALOG_UNTRANSLATED]
    if len(empty) <= most:
        return faults
    first = min(empty, key=lambda fault: fault.line or messages * 100)
    what = f"{len(empty)} of {messages} messages are not translated; the first stands here"
    return [
        *(fault for fault in faults if fault.kind is not Kind.CATALOG_UNTRANSLATED),
        replace(first, message=what),
    ]


def _source(message: Message) -> tuple[str, ...]:
    return (message.id,) if message.plural is None else (message.id, message.plural)


def _values(entry: Entry) -> tuple[str, ...]:
    if entry.text:
        return (entry.text.value,)
    return tuple(text.value for _, text in sorted(entry.forms, key=lambda form: form[0]))


# ------------------------------------------------------------------------------ file and text


def read_file(path: Path, root: Path) -> bytes | Fault:
    """The bytes of a catalog's file, or why there are none."""
    try:
        if not path.exists():
            right = f"rami-docs i18n new {path.parent.name}, or mkdocs.yml without this language"
            return Fault(Kind.CATALOG_MISSING, 0, 0, "there is no catalog for this language", right)
        if not path.resolve().is_relative_to(root.resolve()):
            what = "this is a link to a file outside of the project"
            return Fault(Kind.CATALOG_SYNTAX, 0, 0, what, "a file of the project itself")
        # A pipe or a device would never end.
        if not stat.S_ISREG(path.stat().st_mode):
            return Fault(Kind.CATALOG_SYNTAX, 0, 0, "this is not a file", "a text file in UTF-8")
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except (OSError, ValueError, RuntimeError) as error:
        what = f"the file cannot be read: {visible(str(error))}"
        return Fault(Kind.CATALOG_SYNTAX, 0, 0, what, "a text file in UTF-8")
    if len(data) > SIZE_LIMIT:
        what = f"the file has more than {SIZE_LIMIT // 1024**2} MiB: it cannot be a catalog"
        return Fault(Kind.CATALOG_SYNTAX, 0, 0, what, "the messages of the rulebook alone")
    return data


def read_entries(data: bytes) -> tuple[tuple[Entry, ...] | None, tuple[Fault, ...]]:
    """The entries of a catalog's bytes, and the faults of its form; no entries if it is no text."""
    faults: list[Fault] = []
    kind = Kind.CATALOG_SYNTAX
    utf8 = "save the file as UTF-8 without a byte order mark"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None, (Fault(kind, 1, 1, "the file is saved as UTF-16", utf8),)
    if data.startswith(b"\xef\xbb\xbf"):
        faults.append(Fault(kind, 1, 1, "the file begins with a byte order mark", utf8))
        data = data[3:]
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        what = f"the file is not in UTF-8: the byte 0x{data[error.start]:02X} does not belong here"
        return None, (*faults, Fault(kind, *_spot(before, len(before)), what, utf8))
    for char, name in (("\0", "a NUL character"), ("\r", "a carriage return inside a line")):
        # A carriage return before the line's end is how Windows ends its lines.
        offset = text.replace("\r\n", "\n\n").find(char) if char == "\r" else text.find(char)
        if offset >= 0:
            what = f"the file contains {name}"
            faults.append(Fault(kind, *_spot(text, offset), what, "delete it"))
    entries, syntax = parse(text)
    return entries, (*faults, *syntax)


def _spot(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


# ------------------------------------------------------------------------ header and messages


def _catalog_faults(
    entries: Iterable[Entry],
    sources: Mapping[tuple[str | None, str], Message],
    tag: str,
    rule: PluralRule,
    terms: Terms,
) -> Iterator[Fault]:
    first: dict[tuple[str | None, str], int] = {}
    lost = False  # whether some message is in the file under a name that cannot be read
    for entry in entries:
        if entry.id.damaged or (entry.context and entry.context.damaged):
            lost = True
            continue
        if entry.obsolete and not entry.damaged:
            continue
        if entry.key in first:
            what = f"this message stands in the file already, at line {first[entry.key]}"
            yield Fault(Kind.CATALOG_DUPLICATE, entry.line, 0, what, "keep one of the two")
            continue
        first[entry.key] = entry.line
        message = sources.get(entry.key)
        if entry.damaged:
            continue
        if entry.key == (None, ""):
            yield from _header_faults(entry, tag, rule)
        elif message is None:
            what = f"the source has no such message (any more): {visible(entry.id.value)}"
            yield Fault(Kind.CATALOG_UNKNOWN, entry.line, 0, what, _UPDATE)
        else:
            yield from check_entry(entry, message, rule)
            yield from check_style(entry, message, tag, terms)
    yield from check_cards(entry for entry in entries if not entry.obsolete and not entry.damaged)
    if (None, "") not in first and not lost:
        what = "the catalog has no header"
        right = f'msgid "" with "Plural-Forms: {rule.header}\\n"'
        yield Fault(Kind.CATALOG_HEADER, 1, 0, what, right)
    for key, message in sources.items():
        if key not in first and not lost:
            where = f" ({message.places[0]})" if message.places else ""
            what = f"not in the catalog yet: {visible(message.id)}{where}"
            yield Fault(Kind.CATALOG_UNTRANSLATED, 0, 0, what, _UPDATE)


def header_fields(text: str) -> dict[str, str]:
    """The fields of a catalog's header by their names; of two alike the last."""
    lines = (line.partition(":") for line in text.split("\n"))
    return {name.strip(): value.strip() for name, colon, value in lines if colon}


def _header_faults(entry: Entry, tag: str, rule: PluralRule) -> Iterator[Fault]:
    kind = Kind.CATALOG_HEADER
    text = entry.text or Text("", entry.id.pieces)
    fields = header_fields(text.value)

    def spot(name: str) -> tuple[int, int]:
        return text.spot(max(text.value.find(f"{name}:"), 0))

    if entry.fuzzy:
        what = "the header is marked as a guess (fuzzy)"
        yield Fault(Kind.CATALOG_FUZZY, entry.line, 0, what, "delete the word fuzzy above it")
    forms = fields.get("Plural-Forms", "")
    if is_blank(forms):
        fault: str | None = "the header does not say the plural forms"
    elif "INTEGER" in forms or "EXPRESSION" in forms:
        fault = f"the plural forms are still those of the template: {visible(forms)}"
    else:
        fault = header_fault(forms, rule)
    if fault:
        yield Fault(kind, *spot("Plural-Forms"), fault, f"Plural-Forms: {rule.header}")
    language = fields.get("Language", "")
    if language.replace("_", "-").lower() != tag.replace("_", "-").lower():
        what = f"the header is for the language “{visible(language)}”, the file for {tag}"
        right = f"Language: {tag}, as rami-docs i18n update writes it"
        yield Fault(kind, *spot("Language"), what, right)
    content = fields.get("Content-Type", "").replace(" ", "").lower()
    if content != "text/plain;charset=utf-8":
        what = "the header does not say that the file is in UTF-8"
        yield Fault(kind, *spot("Content-Type"), what, "Content-Type: text/plain; charset=UTF-8")
