"""What stands in a message besides its words: placeholders, numbers, markup, unseen characters.

Source messages and translations are read by the same functions, so that the two can be compared.
Every function takes time in proportion to the text, whatever is in it. What most texts have none of
is looked for in all of the text at once; and a source message, which every language is held
against, is read once.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

# The source messages are some hundreds; the rest is for the language that is being read.
_read_once = lru_cache(maxsize=4096)

# Where in a text something was found (an offset from 0), and what.
Finds = tuple[tuple[int, str], ...]

_PERCENT = re.compile(
    r"%(?:\((?P<name>[A-Za-z_][A-Za-z0-9_]{0,60})\)s|(?P<sign>%)|\s?\(?\w{0,30}\)?\w?)"
)


@dataclass(frozen=True, slots=True)
class Percents:
    """What the percent signs of a text stand for.

    ``names`` counts each well-formed ``%(name)s`` and ``signs`` each ``%%``; ``faults`` are all
    others, which would break the formatting.
    """

    names: Counter[str]
    signs: int
    faults: Finds


_NONE = Percents(Counter(), 0, ())


@_read_once
def percents(text: str) -> Percents:
    """The placeholders of a text."""
    if "%" not in text:
        return _NONE
    found = list(_PERCENT.finditer(text))
    return Percents(
        Counter(match["name"] for match in found if match["name"]),
        sum(1 for match in found if match["sign"]),
        tuple(
            (match.start(), match[0]) for match in found if not match["name"] and not match["sign"]
        ),
    )


@_read_once
def words(text: str) -> str:
    """The text with its placeholders blanked out; everything else keeps its offset."""
    if "%" not in text:
        return text
    return _PERCENT.sub(lambda found: " " * len(found[0]) if found["name"] else found[0], text)


# These are markup in HTML, Jinja or Markdown, or make a link run a script.
_MARKUP = re.compile(
    r"[<>{}`*\\_\[\]]"
    r"|&(?:#\w{1,10};?|\w{1,32};)"
    r"|://"
    r"|(?i:\b(?:java|vb)script\s?:|\bdata:\w|\bon[a-z]{3,20}\s?=)"
)


_IN_MARKUP = re.compile(r"[<>{}`*\\_\[\]&:=]")  # none of it is without one of these


@_read_once
def markup(text: str) -> Finds:
    """Everything outside of placeholders that is more than plain text."""
    plain = words(text)
    if not _IN_MARKUP.search(plain):
        return ()
    return tuple((found.start(), found[0]) for found in _MARKUP.finditer(plain))


@_read_once
def digits(text: str) -> Finds:
    """All runs of digits outside of placeholders, whatever their script, written as 0 to 9."""
    if not any(map(str.isnumeric, text)):
        return ()
    shown = ((offset, _digit(char)) for offset, char in enumerate(words(text)))
    runs = (list(run) for is_run, run in groupby(shown, lambda pair: pair[1] != "") if is_run)
    return tuple((run[0][0], "".join(digit for _, digit in run)) for run in runs)


def _digit(char: str) -> str:
    """A decimal digit as 0 to 9, another number sign (½, ²) as it is, all else as nothing."""
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    return char if category == "No" else ""


_OPENERS = {"\u202a": "\u202c", "\u202b": "\u202c"}  # embeddings, closed by PDF
_OPENERS |= dict.fromkeys("\u2066\u2067\u2068", "\u2069")  # isolates, closed by PDI
_CLOSERS = frozenset(_OPENERS.values())
_DIRECTIONS = _CLOSERS | _OPENERS.keys()
_OVERRIDES = frozenset("\u202d\u202e")
# The byte order mark, the mark of a lost character, and controls that no text needs.
_STRAY = frozenset("\ufeff\ufffd\ufff9\ufffa\ufffb\u206a\u206b\u206c\u206d\u206e\u206f")


@_read_once
def unsafe_characters(text: str) -> Finds:
    """Control characters and others that are not text, and direction controls out of balance.

    Line breaks and tabs count as control characters. A zero-width joiner, a soft hyphen or a
    direction mark is text.
    """
    return tuple(sorted([*_controls(text), *_unbalanced(text)]))


def _controls(text: str) -> Iterator[tuple[int, str]]:
    if text.isprintable() and _STRAY.isdisjoint(text):
        return
    for offset, char in enumerate(text):
        if char.isprintable() and char not in _STRAY:
            continue
        if (
            unicodedata.category(char) in ("Cc", "Cs", "Co", "Zl", "Zp")
            or char in _STRAY
            or char in _OVERRIDES
            or ord(char) & 0xFFFE == 0xFFFE
            or 0xFDD0 <= ord(char) <= 0xFDEF
            or 0xE0000 <= ord(char) <= 0xE007F
        ):
            yield offset, character_name(char)


def _unbalanced(text: str) -> Iterator[tuple[int, str]]:
    """Direction controls that are not closed by their own kind, innermost first, in this text."""
    if _DIRECTIONS.isdisjoint(text):
        return
    opened: list[tuple[int, str]] = []
    for offset, char in enumerate(text):
        if char in _OPENERS:
            opened.append((offset, char))
        elif char in _CLOSERS:
            if opened and _OPENERS[opened[-1][1]] == char:
                opened.pop()
            else:
                yield offset, f"unopened {character_name(char)}"
    yield from ((offset, f"unclosed {character_name(char)}") for offset, char in opened)


def character_name(char: str) -> str:
    """A character that cannot be seen, for a person: ``U+202E RIGHT-TO-LEFT OVERRIDE``."""
    names = {"\n": "LINE BREAK", "\t": "TAB", "\r": "CARRIAGE RETURN"}
    name = names.get(char) or unicodedata.name(char, "CONTROL CHARACTER")
    return f"U+{ord(char):04X} {name}"


def edges(text: str) -> tuple[str, str]:
    """The white space before and after a text."""
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    return text[:start], text[end:] if end else ""


def is_blank(text: str) -> bool:
    """Whether there is nothing to see in a text."""
    if text[:1].isalnum():  # nearly every text
        return False
    return not any(char.isprintable() and not char.isspace() for char in text)


def visible(text: str, limit: int = 60) -> str:
    """The text for a message on a terminal: shortened, and what cannot be seen as its code."""
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in short)
