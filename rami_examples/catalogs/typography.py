"""The typographic customs of a language: what a careful printer would set otherwise.

Quotation marks are those that CLDR lists for the language (its ``delimiters``, which Babel does
not carry), with what good printers use beside them. Nothing here stops a build.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# Of the marks that stand around quotations, those that belong to each language.
_QUOTES = {
    "ar": "«»“”",
    "de": "„“‚‘»«",
    "en": "“”‘",
    "es": "«»“”‘",
    "fr": "«»“”",
    "he": "”„“",
    "hr": "„”»«",
    "it": "«»“”‘",
    "pl": "„”«»",
    "ru": "«»„“",
    "sr": "„“”",
    "tr": "“”‘",
}
_ANY_QUOTE = "«»„“”‚‘‹›"
_THIN = "\u202f\u00a0"
_SENTENCE_ENDS = {".": ".。।۔", "?": "?؟", "!": "!", ":": ":", "…": "…"}
_EVERY_END = "".join(_SENTENCE_ENDS.values())


@dataclass(frozen=True, slots=True)
class Slip:
    """Where a text departs from custom (an offset), what is there, and what would be right."""

    offset: int
    what: str
    right: str


def slips(text: str, source: str, tag: str) -> Iterator[Slip]:
    """What a printer would mend in a translation of ``source`` into the language of ``tag``."""
    language = tag.partition("-")[0]
    yield from _everywhere(text, language)
    yield from _LANGUAGES.get(language, _nothing)(text)
    yield from _end(text, source)


def _found(pattern: str, text: str, what: str, right: str) -> Iterator[Slip]:
    for found in re.finditer(pattern, text):
        yield Slip(found.start(), what, right)


def _everywhere(text: str, language: str) -> Iterator[Slip]:
    quotes = _QUOTES.get(language, _ANY_QUOTE)
    known = language in _QUOTES
    shown = f"{quotes[0]}…{quotes[1]}" if known else "the quotation marks of this language"
    yield from _found('"', text, "a straight quotation mark", shown)
    foreign = "".join(mark for mark in _ANY_QUOTE if mark not in quotes)
    if foreign:
        yield from _found(f"[{foreign}]", text, "a quotation mark of another language", shown)
    if language != "he":  # whose geresh is typed so
        yield from _found("'", text, "a straight apostrophe", "’")
    yield from _found(r"\.\.\.", text, "three dots", "…")
    yield from _found("  +", text, "two spaces", "one")
    yield from _found(r"(?<=\S)[ \u00a0]-(?=[ \u00a0])", text, "a hyphen for a dash", "– or —")
    if language != "fr":
        yield from _found(r"[ \u00a0](?=[,;:!?،؛؟](?:\s|$))", text, "a space before a mark", "none")


def _nothing(text: str) -> Iterator[Slip]:
    return iter(())


def _french(text: str) -> Iterator[Slip]:
    before = f"(?<![{_THIN}])(?=[;:!?»](?:\\s|$|[.,)…»]))"
    right = "a narrow no-break space (U+202F), before a colon also a no-break space (U+00A0)"
    yield from _found(before, text, "no narrow space before a mark", right)
    yield from _found(f"«(?![{_THIN}])", text, "no narrow space after a quotation mark", "U+202F")


def _spanish(text: str) -> Iterator[Slip]:
    for close, open_ in (("?", "¿"), ("!", "¡")):
        if close in text and open_ not in text:
            yield Slip(text.index(close), f"{close} without {open_}", f"{open_}…{close}")


def _arabic(text: str) -> Iterator[Slip]:
    for latin, arabic in (",،", ";؛", "?؟"):
        yield from _found(rf"{re.escape(latin)}(?=\s|$)", text, f"a Latin {latin}", arabic)


_LANGUAGES = {"fr": _french, "es": _spanish, "ar": _arabic}


def _end(text: str, source: str) -> Iterator[Slip]:
    """A sentence ends like one, and a heading does not."""
    last = text.rstrip("\u200f\u200e)»”“\"' ")[-1:]
    wanted = _SENTENCE_ENDS.get(source.rstrip(")”\"' ")[-1:], "")
    if wanted and last not in _EVERY_END:
        yield Slip(max(len(text) - 1, 0), "no mark at the end of a sentence", wanted[0])
    elif not wanted and last and last in ".。।۔:":  # a label may well become a question
        yield Slip(len(text) - 1, f"“{last}” at the end of what is no sentence", "none")
