"""The typographic customs of a language: what a careful printer would set otherwise.

Quotation marks are those that CLDR lists for the language (its ``delimiters``, which Babel does
not carry), with what good printers use beside them. Nothing here stops a build.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

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
    for custom in _customs(language):
        for found in custom.broken.finditer(text):
            yield Slip(found.start(), custom.what, custom.right)
    if language == "es":
        yield from _unopened(text)
    yield from _end(text, source)


@dataclass(frozen=True, slots=True)
class _Custom:
    """What breaks a custom, wherever it stands in a text, what it is, and what would be right."""

    broken: re.Pattern[str]
    what: str
    right: str


@cache
def _customs(language: str) -> tuple[_Custom, ...]:
    customs = [*_of_all(language), *_LANGUAGES.get(language, ())]
    return tuple(_Custom(re.compile(broken), what, right) for broken, what, right in customs)


def _of_all(language: str) -> Iterator[tuple[str, str, str]]:
    quotes = _QUOTES.get(language, _ANY_QUOTE)
    known = language in _QUOTES
    shown = f"{quotes[0]}…{quotes[1]}" if known else "the quotation marks of this language"
    yield '"', "a straight quotation mark", shown
    if foreign := "".join(mark for mark in _ANY_QUOTE if mark not in quotes):
        yield f"[{foreign}]", "a quotation mark of another language", shown
    if language != "he":  # whose geresh is typed so
        yield "'", "a straight apostrophe", "’"
    yield r"\.\.\.", "three dots", "…"
    yield "  +", "two spaces", "one"
    yield r"(?<=\S)[ \u00a0]-(?=[ \u00a0])", "a hyphen for a dash", "– or —"
    if language != "fr":
        yield r"[ \u00a0](?=[,;:!?،؛؟](?:\s|$))", "a space before a mark", "none"


_LANGUAGES = {
    "ar": tuple(
        (rf"{re.escape(latin)}(?=\s|$)", f"a Latin {latin}", arabic)
        for latin, arabic in (",،", ";؛", "?؟")
    ),
    "fr": (
        (
            f"(?<![{_THIN}])(?=[;:!?»](?:\\s|$|[.,)…»]))",
            "no narrow space before a mark",
            "a narrow no-break space (U+202F), before a colon also a no-break space (U+00A0)",
        ),
        (f"«(?![{_THIN}])", "no narrow space after a quotation mark", "U+202F"),
    ),
}


def _unopened(text: str) -> Iterator[Slip]:
    """Spanish opens what it asks or cries."""
    for close, open_ in (("?", "¿"), ("!", "¡")):
        if close in text and open_ not in text:
            yield Slip(text.index(close), f"{close} without {open_}", f"{open_}…{close}")


def _end(text: str, source: str) -> Iterator[Slip]:
    """A sentence ends like one, and a heading does not."""
    last = text.rstrip("\u200f\u200e)»”“\"' ")[-1:]
    wanted = _SENTENCE_ENDS.get(source.rstrip(")”\"' ")[-1:], "")
    if wanted and last not in _EVERY_END:
        yield Slip(max(len(text) - 1, 0), "no mark at the end of a sentence", wanted[0])
    elif not wanted and last and last in ".。।۔:":  # a label may well become a question
        yield Slip(len(text) - 1, f"“{last}” at the end of what is no sentence", "none")
