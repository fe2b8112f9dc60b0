"""Pseudo-languages: English that looks foreign, to see what a translation would do to the pages.

Every text stands in brackets, is longer than the English and has accents on its letters (en-XA), or
runs from right to left (ar-XB). What shows without brackets is no message and could never be
translated; where a bracket is missing, the page cuts the text off. The tags are those that CLDR
and other projects use for the purpose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from types import MappingProxyType

from rami_examples.catalogs.catalog import SOURCE_LANGUAGE, Catalog, english
from rami_examples.catalogs.messages import Message
from rami_examples.catalogs.plurals import plural_rule
from rami_examples.catalogs.tags import ACCENTED

OPENING, CLOSING = "⟦", "⟧"

_ACCENTS = str.maketrans("aceghijlnorstuyzACEGHIJLNORSTUYZ", "áçéĝĥíĵļñóŕšţúýžÁÇÉĜĤÍĴĻÑÓŔŠŢÚÝŽ")
_VOWEL = re.compile(r"([aeiouAEIOU])")
_WORD = re.compile(r"[^\W\d_]+")
_PLACEHOLDER = re.compile(r"(%\(\w+\)s|%%)")
_OVERRIDE, _POP = "\u202e", "\u202c"  # letters in between are drawn from right to left
_SHORT = ("corner letter",)  # contexts whose texts stand in a card's corner, and stay


def pseudo_catalog(tag: str, messages: Iterable[Message]) -> Catalog:
    """The catalog of a pseudo-language: complete, and a draft, so that no way leads to it."""
    messages = tuple(messages)
    source = english(messages)
    change = _accented if tag == ACCENTED else _mirrored
    texts = {
        (*message.key, message.plural): tuple(
            _strange(text, change, message.context in _SHORT) for text in source.texts(message)
        )
        for message in messages
    }
    return Catalog(tag, plural_rule(SOURCE_LANGUAGE), MappingProxyType(texts), draft=True)


def _strange(text: str, change: Callable[[str], str], short: bool) -> str:
    """A text changed around its placeholders."""
    parts = _PLACEHOLDER.split(text)
    changed = "".join(part if number % 2 else change(part) for number, part in enumerate(parts))
    return text if short else f"{OPENING}{changed}{CLOSING}"


def _accented(text: str) -> str:
    return _VOWEL.sub(r"\1\1", text).translate(_ACCENTS)


def _mirrored(text: str) -> str:
    return _WORD.sub(lambda word: f"{_OVERRIDE}{word[0]}{_POP}", text)
