"""A translation held against its source message: what differs that must not.

And what a careful editor would mend besides: terms and typography, of which a build only warns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from rami_examples.catalogs.faults import Fault
from rami_examples.catalogs.message_text import (
    Finds,
    character_name,
    digits,
    edges,
    is_blank,
    markup,
    percents,
    unsafe_characters,
    visible,
)
from rami_examples.catalogs.messages import Message
from rami_examples.catalogs.plurals import PluralRule
from rami_examples.catalogs.po_text import Entry, Text
from rami_examples.catalogs.terms import Terms
from rami_examples.catalogs.typography import slips
from rami_examples.findings import Kind

TEXT_LIMIT = 10_000  # characters; no message is longer than a paragraph
_NAMES = 3  # words; so few may be the same in two languages
_SHOWN = 5  # faults of one kind in one text, at most


def check_style(entry: Entry, message: Message, tag: str, terms: Terms) -> Iterator[Fault]:
    """Where an entry leaves its language's typography, or its words for the terms of the game."""
    if is_untranslated(entry) or entry.fuzzy:
        return
    source = message.plural or message.id
    for form, text in _forms(entry):
        if text.damaged or is_blank(text.value):
            continue
        for slip in islice(slips(text.value, source, tag), _SHOWN):
            what = f"{slip.what} is not the custom of this language"
            yield Fault(Kind.CATALOG_TYPOGRAPHY, *text.spot(slip.offset), what, slip.right)
        if len(source.split()) > _NAMES and text.value == source:
            what = "the English stands here, word for word"
            yield Fault(Kind.CATALOG_COPIED, *text.spot(), what, "the translation")
        if form is None or form == len(entry.forms) - 1:  # which is the one for many
            for offset, what, right in terms.faults(text.value, source, entry.notes):
                yield Fault(Kind.CATALOG_TERM, *text.spot(offset), what, right)


# A card is known by these: two texts that are alike would make one card of two.
_OF_CARDS = ("corner letter", "suit in a card name", "rank in a card name")
_WIDEST_CORNER = 2  # characters


def check_cards(entries: Iterable[Entry]) -> Iterator[Fault]:
    """Names and corner letters of cards that could not be told apart, or that have no room."""
    kind = Kind.CATALOG_CARD
    seen: dict[tuple[str, str], str] = {}
    for entry in entries:
        context = entry.context.value if entry.context else ""
        if context not in _OF_CARDS or not entry.text or is_untranslated(entry):
            continue
        text = entry.text.value
        first = seen.setdefault((context, text.casefold()), entry.id.value)
        if first != entry.id.value:
            what = f"“{visible(text)}” stands for “{visible(first)}” already ({context})"
            yield Fault(kind, *entry.text.spot(), what, "a text of its own for each")
        if context == _OF_CARDS[0] and len(text) > _WIDEST_CORNER:
            what = f"“{visible(text)}” does not fit into the corner of a card"
            yield Fault(kind, *entry.text.spot(), what, f"at most {_WIDEST_CORNER} characters")


def check_entry(entry: Entry, message: Message, rule: PluralRule) -> Iterator[Fault]:
    """All faults of a catalog's entry, given the message of the source and the plural rule."""
    if entry.fuzzy:
        what = "this translation is marked as a guess (fuzzy), and a guess is never published"
        if entry.previous:
            what = (
                "suspect: the English has changed since this was translated; it was "
                f"“{visible(entry.previous, 200)}” (fuzzy)"
            )
        right = "look at the text, then delete the word fuzzy above it (in Poedit: Needs work)"
        yield Fault(Kind.CATALOG_FUZZY, entry.line, 0, what, right)
        return
    yield from _form_faults(entry, message, rule)
    for form, text in _forms(entry):
        if not text.damaged and not is_blank(text.value):
            yield from _text_faults(text, form, message, rule)


def is_untranslated(entry: Entry) -> bool:
    """Whether nothing at all has been written for a message."""
    return all(_is_empty(text) for _, text in _forms(entry))


def _forms(entry: Entry) -> Iterator[tuple[int | None, Text]]:
    if entry.text:
        yield None, entry.text
    yield from entry.forms


def _form_faults(entry: Entry, message: Message, rule: PluralRule) -> Iterator[Fault]:
    """Forms that are missing, empty or too many."""
    line = entry.line
    wanted = len(rule.categories)
    if message.plural is None:
        if entry.plural or entry.forms:
            what = "this message has no plural in the source, but has plural forms here"
            yield Fault(Kind.CATALOG_PLURAL, line, 0, what, 'a single msgstr "…"')
        elif entry.text and _is_empty(entry.text):
            yield _untranslated(entry.text, message)
        return
    if entry.plural is None or entry.plural.value != message.plural:
        what = "the plural of this message is another in the source"
        right = f'msgid_plural "{visible(message.plural)}"'
        yield Fault(Kind.CATALOG_PLURAL, line, 0, what, right)
    if entry.text:
        right = " ".join(f"msgstr[{form}]" for form in range(wanted))
        what = "this message is counted: it needs its plural forms instead of one msgstr"
        yield Fault(Kind.CATALOG_PLURAL, *entry.text.spot(), what, right)
        return
    forms = dict(entry.forms)
    if all(_is_empty(text) for text in forms.values()):
        yield _untranslated(forms.get(0, entry.id), message)
        return
    for form in range(wanted):
        right = f'msgstr[{form}] "…": the text for {_numbers(rule, form)}'
        if form not in forms:
            what = f"msgstr[{form}] is missing; this language has {wanted} forms"
            yield Fault(Kind.CATALOG_PLURAL, line, 0, what, right)
        elif _is_empty(forms[form]):
            yield Fault(Kind.CATALOG_PLURAL, *forms[form].spot(), f"msgstr[{form}] is empty", right)
    for form in sorted(forms.keys() - set(range(wanted))):
        what = f"msgstr[{form}] is one form too many; this language has {wanted}"
        right = f"the last is msgstr[{wanted - 1}]"
        yield Fault(Kind.CATALOG_PLURAL, *forms[form].spot(), what, right)


def _is_empty(text: Text) -> bool:
    return is_blank(text.value) and not text.damaged


def _untranslated(text: Text, message: Message) -> Fault:
    what = f"not translated: {visible(message.id)}"
    return Fault(Kind.CATALOG_UNTRANSLATED, *text.spot(), what, 'the translation in msgstr "…"')


def _numbers(rule: PluralRule, form: int) -> str:
    numbers = ", ".join(str(n) for n in rule.samples[form])
    return numbers if rule.sole(form) is not None else f"{numbers} …"


def _text_faults(
    text: Text, form: int | None, message: Message, rule: PluralRule
) -> Iterator[Fault]:
    if len(text.value) > TEXT_LIMIT:
        what = f"the text has more than {TEXT_LIMIT} characters: it cannot be a translation"
        yield Fault(Kind.CATALOG_SYNTAX, *text.spot(), what, "the translation alone")
        return
    source = message.id if message.plural is None else message.plural
    sole = form is not None and 0 <= form < len(rule.samples) and rule.sole(form) is not None
    dispensable = message.counted if sole else frozenset()
    yield from _placeholder_faults(text, source, dispensable)
    yield from _number_faults(text, source)
    yield from _markup_faults(text, source)
    yield from _character_faults(text, source)


def _placeholder_faults(text: Text, source: str, dispensable: frozenset[str]) -> Iterator[Fault]:
    kind = Kind.CATALOG_PLACEHOLDER
    wanted, found = percents(source), percents(text.value)
    if found is wanted:  # neither has any
        return
    exactly = ", ".join(f"%({name})s" for name in sorted(wanted.names)) or "no placeholder here"
    for offset, what in found.faults[:_SHOWN]:
        shown = f"{visible(what)} is no placeholder"
        yield Fault(kind, *text.spot(offset), shown, f"{exactly}; %% for a percent sign")
    for name in sorted(found.names - wanted.names):
        offset = text.value.index(f"%({name})s")
        if name not in wanted.names:
            what = f"the source has no %({visible(name)})s"
        else:
            what = f"%({name})s stands here more often than in the source"
        yield Fault(kind, *text.spot(offset), what, f"exactly: {exactly}")
    for name in sorted(wanted.names - found.names):
        if name not in dispensable:
            yield Fault(kind, *text.spot(), f"%({name})s is missing", f"exactly: {exactly}")
    if wanted.signs != found.signs:
        what = f"percent signs (%%): {found.signs} here, {wanted.signs} in the source"
        yield Fault(kind, *text.spot(max(text.value.find("%%"), 0)), what, "as many as the source")


def _number_faults(text: Text, source: str) -> Iterator[Fault]:
    found, there = digits(text.value), digits(source)
    if not (found or there):
        return
    wanted = {run for _, run in there}
    extra = [(offset, run) for offset, run in found if run not in wanted]
    for offset, run in extra[:_SHOWN]:
        what = f"the number {visible(run)} is typed into the translation"
        right = "the placeholder of the source, which brings the number"
        yield Fault(Kind.CATALOG_NUMBER, *text.spot(offset), what, right)
    for run in sorted(wanted - {run for _, run in found}):
        what = f"{run} is missing: it belongs to the name of the game"
        yield Fault(Kind.CATALOG_NUMBER, *text.spot(), what, f"the name with its {run}")


def _markup_faults(text: Text, source: str) -> Iterator[Fault]:
    found = markup(text.value)
    if not found:
        return
    extra = Counter(what for _, what in found) - Counter(what for _, what in markup(source))
    for offset, what in found:
        if what in extra:
            shown = f"{visible(what)} is not in the source: markup or a link has no place here"
            yield Fault(Kind.CATALOG_MARKUP, *text.spot(offset), shown, "plain words")
            break


def _character_faults(text: Text, source: str) -> Iterator[Fault]:
    found = unsafe_characters(text.value)
    if found:
        yield from _unsafe(found, text, source)
    for edge, here, there in zip(("begins", "ends"), edges(text.value), edges(source), strict=True):
        if here != there:
            what = f"the translation {edge} with {_names(here)}, the source with {_names(there)}"
            offset = 0 if edge == "begins" else len(text.value) - len(here)
            right = "the same spaces as the source"
            yield Fault(Kind.CATALOG_MARKUP, *text.spot(offset), what, right)


def _unsafe(found: Finds, text: Text, source: str) -> Iterator[Fault]:
    """The first of the unsafe characters within a text that the source has not got."""
    known = {what for _, what in unsafe_characters(source)} | {"U+0000 CONTROL CHARACTER"}
    inner_start, inner_end = (len(edge) for edge in edges(text.value))
    for offset, what in found:
        at_edge = not inner_start <= offset < len(text.value) - inner_end
        if what not in known and not at_edge:
            shown = f"{what} has no place in this text"
            right = "delete it, or close it in this text"
            yield Fault(Kind.CATALOG_MARKUP, *text.spot(offset), shown, right)
            break


def _names(space: str) -> str:
    return ", ".join(character_name(char) for char in space[:_SHOWN]) or "a word"
