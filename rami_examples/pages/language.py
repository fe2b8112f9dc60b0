"""A language as the pages need it: its catalog, numbers, direction and words for cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeVar

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from markupsafe import Markup, escape

from rami_examples.catalogs.tags import PSEUDO
from rami_examples.pages.marks import marked

if TYPE_CHECKING:  # catalogs read messages, and messages are read with these templates
    from rami_examples.catalogs.catalog import Catalog

T = TypeVar("T")

# The zeros of the numbering systems that CLDR has as a language's default; nine more follow each.
_ZEROS = {
    "adlm": 0x1E950,
    "arab": 0x0660,
    "arabext": 0x06F0,
    "beng": 0x09E6,
    "cakm": 0x11136,
    "deva": 0x0966,
    "mymr": 0x1040,
    "nkoo": 0x07C0,
    "olck": 0x1C50,
    "rohg": 0x10D30,
    "tibt": 0x0F20,
}
_SPANISH_O = re.compile(r"h?o|8|11(?!\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Language:
    """A language that pages are written in. ``tag`` is its BCP 47 tag, as in the addresses.

    ``searched`` are words that readers type for terms of the game and that no page need have.
    """

    tag: str
    locale: Locale
    catalog: Catalog
    searched: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _texts: dict[tuple[str | None, str], Markup] = field(default_factory=dict, compare=False)

    @property
    def direction(self) -> Literal["ltr", "rtl"]:
        """The direction in which the language is written."""
        return "rtl" if self.locale.text_direction == "rtl" else "ltr"

    @property
    def draft(self) -> bool:
        """Whether the translation is still unfinished, so that no link leads to its pages yet."""
        return self.catalog.draft

    @property
    def autonym(self) -> str:
        """The language's own name for itself, with a capital as at the start of a line."""
        name = self.locale.get_display_name() or self.tag
        if self.tag in PSEUDO:
            return f"{name} ({self.tag})"
        return name[:1].upper() + name[1:]

    def text(self, context: str | None, id: str, /, **values: object) -> Markup:
        """The text of a message: escaped, filled in, and marked where it is no translation."""
        key = (context, id)
        text = self._texts.get(key)
        if text is None:
            written = escape(self.catalog.gettext(context, id))
            text = self._texts[key] = marked(written, self.catalog.shown(context, id))
        return _filled(text, values) if values or "%" in text else text

    def counted(
        self, context: str | None, id: str, plural: str, n: int, /, **values: object
    ) -> Markup:
        """The text of a counted message that stands with ``n``, as ``text`` gives it."""
        text = escape(self.catalog.ngettext(context, id, plural, n))
        return _filled(marked(text, self.catalog.shown(context, id, plural)), {"num": n, **values})

    def number(self, number: int) -> str:
        """A number grouped as in the language, in its own digits."""
        return _written(number, self.locale)

    def all_of(self, items: Iterable[T], name: Callable[[T], Markup]) -> Markup:
        """All items by their names, "Player 1, Player 2, and Player 3"."""
        return Markup(format_list([name(item) for item in items], locale=self.locale))

    def any_of(self, texts: Sequence[str]) -> str:
        """Texts as alternatives, "2, 4, or 6".

        CLDR leaves one rule of Spanish to code: "o" becomes "u" before the sound of an o
        ("ocho", "once").
        """
        listed = format_list(texts, style="or", locale=self.locale)
        if self.locale.language == "es" and _SPANISH_O.match(texts[-1]):
            listed = re.sub(rf" o (?={re.escape(texts[-1])}$)", " u ", listed)
        return listed

    def percent(self, share: int) -> str:
        """A whole number of percent, with the language's sign in the language's place."""
        written = format_percent(share / 100, locale=self.locale, numbering_system="default")
        return str(written).translate(_digits(self.locale))


def _filled(text: Markup, values: Mapping[str, object]) -> Markup:
    """The text with its placeholders filled in; as ``Markup % values``, in half of its time."""
    return Markup(str(text) % {name: escape(value) for name, value in values.items()})


@cache  # Babel takes its time, and the pages of a language have the same few numbers
def _written(number: int, locale: Locale) -> str:
    written = format_decimal(number, locale=locale, numbering_system="default")
    return str(written).translate(_digits(locale))


def _digits(locale: Locale) -> dict[int, int]:
    """The digits of CLDR's numbering system for a language; Babel always writes 0 to 9."""
    zero = _ZEROS.get(locale.default_numbering_system, ord("0"))
    return {ord("0") + digit: zero + digit for digit in range(10)}


class Number(int):
    """A whole number that prints as its language writes it and still chooses plural forms."""

    shown: str

    def __new__(cls, number: int, language: Language) -> Number:
        """Make the number of a language."""
        self = super().__new__(cls, number)
        self.shown = language.number(number)
        return self

    def __str__(self) -> str:
        return self.shown

    def __html__(self) -> str:
        return self.shown


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn: its notation, suit, corner letters and full name in a language.

    ``suit`` is '' for a joker; ``stands_for`` is the card that a laid joker stands for. The name
    stands in attributes alone, and has marks where it is no translation, for the page to know.
    ``drawn`` is what the templates make of all this: pages show the same faces a thousand times.
    """

    code: str
    suit: str
    corner: str
    name: str
    stands_for: Face | None = None
    drawn: Markup = field(default=Markup(), compare=False)


def language(
    tag: str, catalog: Catalog, searched: Mapping[str, tuple[str, ...]] = MappingProxyType({})
) -> Language:
    """The language of a BCP 47 tag. Raises babel's UnknownLocaleError or ValueError."""
    return Language(tag, Locale.parse(PSEUDO.get(tag, tag), sep="-"), catalog, searched)
