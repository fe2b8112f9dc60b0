"""Catalogs brought up to date with the source, so that a second run has nothing to do.

Translations are kept to the letter; nothing is guessed from similar texts. A message that the
source no longer has keeps its translation as obsolete and takes it up again when it returns.
Where the English of the very same thing has changed (a rule's sentence, an example's title), or
its plural, the translation is kept as suspect: marked fuzzy, with the English that it was made for.
No dates, no line numbers, one order and one wrapping: a catalog changes only where its texts do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from babel import Locale

from rami_examples.catalogs.catalog import (
    DRAFT,
    SOURCE_LANGUAGE,
    catalog_path,
    header_fields,
    read_entries,
    read_file,
    state_of,
)
from rami_examples.catalogs.incomplete import State
from rami_examples.catalogs.message_text import percents, visible
from rami_examples.catalogs.messages import Message, read_sources
from rami_examples.catalogs.plurals import PluralRule, header_fault, plural_rule
from rami_examples.catalogs.po_text import FUZZY, Entry, Text, escape, write
from rami_examples.catalogs.tags import is_tag, spelling
from rami_examples.files import write_whole
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.sources import check_sources

_DROPPED = ("POT-Creation-Date", "PO-Revision-Date", "X-Generator")  # they change at every save
_FORMAT = "python-format"


# What filled in the placeholders of a message where the pages show it, by key and name.
Samples = Mapping[tuple[str | None, str], Mapping[str, str]]


def update_catalog(
    path: Path, tag: str, messages: Iterable[Message], samples: Samples = MappingProxyType({})
) -> str | Findings:
    """The text of a language's catalog for these messages, with the translations of its file.

    A file that does not exist yet counts as empty. One that cannot be read without loss gives
    findings instead: rewriting it would throw work away.
    """
    old: tuple[Entry, ...] = ()
    if path.exists():
        data = read_file(path, path.parent)
        if not isinstance(data, bytes):
            return (data.finding(path),)
        entries, faults = read_entries(data)
        twice = _repeated(entries or ())
        if faults or twice is not None or entries is None:
            found = [fault.finding(path) for fault in faults]
            if twice is not None:
                what = "this message stands in the file twice"
                place = Place(path, twice.line)
                found.append(Finding(Kind.CATALOG_DUPLICATE, place, what, "keep one of the two"))
            return tuple(found)
        old = entries
    return write(_merged(old, tag, tuple(messages), samples))


def _repeated(entries: Iterable[Entry]) -> Entry | None:
    """An entry of whose two translations, or two living entries, one would be lost."""
    seen: dict[tuple[str | None, str], Entry] = {}
    for entry in entries:
        other = seen.get(entry.key)
        if other and not entry.obsolete and not other.obsolete:
            return entry
        if other and _is_translated(entry) and _is_translated(other) and not _same(entry, other):
            return entry
        if other is None or _is_translated(entry) or not _is_translated(other):
            seen[entry.key] = entry
    return None


def _same(one: Entry, other: Entry) -> bool:
    """Whether two entries have the same translations."""
    return [text.value for text in _texts(one)] == [text.value for text in _texts(other)]


def template(messages: Iterable[Message], samples: Samples) -> str:
    """All messages without translations: a POT file."""
    header = "".join(f"{name}: {value}\n" for name, value in _fields("", "").items() if value)
    rule = plural_rule(SOURCE_LANGUAGE)
    entries = (_entry(None, message, rule, samples.get(message.key, {})) for message in messages)
    return write((Entry(id=Text(""), text=Text(header), flags=(FUZZY,)), *entries))


def _fields(tag: str, plural_forms: str) -> dict[str, str]:
    return {
        "Project-Id-Version": "rami-rulebook",
        "Language": tag,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plural_forms,
    }


def _merged(
    old: tuple[Entry, ...], tag: str, messages: Sequence[Message], samples: Samples
) -> Iterator[Entry]:
    rule = plural_rule(tag)
    known = _by_key(old)
    header = known.pop((None, ""), None)
    present = {message.key for message in messages}
    done = all(
        state_of(entry) is State.TRANSLATED for entry in known.values() if not entry.obsolete
    )
    yield _header(header, tag, rule, keep_draft=not (known and done))
    changed = _by_slot(entry for key, entry in known.items() if key not in present)
    written = set()
    for message in messages:
        if message.key not in written:  # twice would be a fault of the source, told elsewhere
            written.add(message.key)
            entry = known.pop(message.key, None)
            if entry is None or state_of(entry) is State.MISSING:
                before = {
                    changed[slot].key: changed[slot] for slot in message.slots if slot in changed
                }
                if len(before) == 1:
                    (key,) = before
                    entry = _with_notes(_suspect(known.pop(key, before[key])), entry)
            yield _entry(entry, message, rule, samples.get(message.key, {}))
    for entry in known.values():
        if _is_translated(entry):
            yield replace(entry, obsolete=True, comments=(), references=())


def _by_key(entries: Iterable[Entry]) -> dict[tuple[str | None, str], Entry]:
    """One entry for every message: the living one, or an obsolete one that alone is translated."""
    found: dict[tuple[str | None, str], Entry] = {}
    for entry in sorted(entries, key=lambda entry: (not entry.obsolete, _is_translated(entry))):
        other = found.get(entry.key)
        if other and _is_translated(other) and not _is_translated(entry):
            found[entry.key] = replace(_with_notes(other, entry), obsolete=entry.obsolete)
        else:
            found[entry.key] = _with_notes(entry, other)
    return found


def _with_notes(entry: Entry, other: Entry | None) -> Entry:
    """The entry with the translator's notes of another one, too."""
    notes = dict.fromkeys((*entry.notes, *(other.notes if other else ())))
    return replace(entry, notes=tuple(notes)) if other else entry


def _by_slot(gone: Iterable[Entry]) -> Mapping[str, Entry]:
    """Translations whose English is gone, by what their comments say they stand for."""
    found: dict[str, list[Entry]] = {}
    for entry in gone:
        if _is_translated(entry) and not entry.obsolete:
            for comment in entry.comments:
                found.setdefault(comment, []).append(entry)
    return {slot: entries[0] for slot, entries in found.items() if len(entries) == 1}


def _suspect(entry: Entry) -> Entry:
    """A translation whose English has changed, with the English that it was made for."""
    if entry.fuzzy:  # since an earlier change
        return entry
    return replace(_with_previous(entry), flags=(FUZZY, *entry.flags))


def _with_previous(entry: Entry) -> Entry:
    plural = entry.plural.value if entry.plural else ""
    return replace(entry, previous=entry.id.value, previous_plural=plural)


def _texts(entry: Entry) -> Iterator[Text]:
    if entry.text:
        yield entry.text
    yield from (text for _, text in entry.forms)


def _is_translated(entry: Entry) -> bool:
    return any(text.value for text in _texts(entry))


def _entry(
    old: Entry | None, message: Message, rule: PluralRule, samples: Mapping[str, str]
) -> Entry:
    text, forms, notes = (old.text, old.forms, old.notes) if old else (None, (), ())
    if message.plural is None:
        filled = [(form, each) for form, each in forms if each.value]
        if text is None or not text.value:
            text = filled.pop()[1] if filled else Text("")
        # What fits no more is for a person to throw away.
        notes += tuple(f"msgstr[{form}] {escape(each.value)}" for form, each in filled)
        forms = ()
    else:
        if forms and text and text.value:
            notes += (f"msgstr {escape(text.value)}",)
        kept = dict(forms) if forms or text is None else {0: text}
        text = None
        forms = tuple((form, kept.pop(form, Text(""))) for form in range(len(rule.categories)))
        forms += tuple(sorted(kept.items(), key=lambda item: item[0]))
    flags = [flag for flag in (old.flags if old else ()) if flag != _FORMAT]
    if old and _is_translated(old) and FUZZY not in flags:
        plural = old.plural.value if old.plural else None
        if plural != message.plural:  # the same text is counted in another way: look at it again
            flags.insert(0, FUZZY)
            old = _with_previous(old)
    shown = tuple(f"%({name})s: {samples[name]}" for name in _order(message) if samples.get(name))
    if "%" in message.id or message.placeholders:
        flags.append(_FORMAT)
    return Entry(
        id=Text(message.id),
        context=None if message.context is None else Text(message.context),
        plural=None if message.plural is None else Text(message.plural),
        text=text,
        forms=forms,
        flags=tuple(flags),
        notes=notes,
        comments=message.comments + shown,
        references=tuple(dict.fromkeys(place.path.as_posix() for place in message.places)),
        previous=old.previous if old and FUZZY in flags else "",
        previous_plural=old.previous_plural if old and FUZZY in flags else "",
    )


def _order(message: Message) -> Iterable[str]:
    """The placeholders of a message in the order of its English text."""
    return dict.fromkeys(name for name in percents(message.plural or message.id).names)


def _header(old: Entry | None, tag: str, rule: PluralRule, *, keep_draft: bool) -> Entry:
    fields = _fields(tag, rule.header)
    kept = header_fields(old.text.value) if old and old.text else {}
    if header_fault(kept.get("Plural-Forms", ""), rule) is None:
        fields["Plural-Forms"] = kept["Plural-Forms"]
    dropped = _DROPPED if keep_draft else (*_DROPPED, DRAFT)
    extra = {name: kept[name] for name in kept if name not in fields and name not in dropped}
    lines = "".join(f"{name}: {value}\n" for name, value in {**fields, **extra}.items())
    notes = old.notes if old else (f"{_name(tag)}: the rules of Rami.",)
    flags = old.flags if old else ()
    return Entry(id=Text(""), text=Text(lines), notes=notes, flags=flags)


def _name(tag: str) -> str:
    name = Locale.parse(tag, sep="-").english_name if is_tag(tag) else None
    return name or tag


@dataclass(frozen=True, slots=True)
class Update:
    """What an update did: the files that changed, or why nothing was written."""

    changed: tuple[Path, ...]
    findings: Findings


def update_catalogs(
    project: Path, tags: Iterable[str], samples: Samples = MappingProxyType({})
) -> Update:
    """Bring the catalogs of these languages up to date; with any fault, write none of them.

    Raises OSError where the disk refuses one; the others are whole, some old and some new.
    """
    if strays := check_sources(project):
        return Update((), strays)
    messages, findings = read_sources(project)
    texts: dict[Path, str] = {}
    for tag in tags:
        if tag == SOURCE_LANGUAGE:
            continue
        if not is_tag(tag):
            what = f"{visible(tag)} is not the tag of a language that CLDR knows"
            place = Place(Path("locales"))
            findings += (Finding(Kind.CATALOG_HEADER, place, what, spelling(tag)),)
            continue
        path = catalog_path(project, tag)
        text = update_catalog(path, tag, messages, samples)
        if isinstance(text, str):
            texts[path] = text
        else:
            findings += text
    if findings:
        return Update((), findings)
    changed = [path for path, text in texts.items() if write_whole(path, text)]
    return Update(tuple(path.relative_to(project) for path in changed), ())
