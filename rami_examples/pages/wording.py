"""The words of one language around the engine's values: names of cards, counts, sentences.

All text comes from the catalog and leaves here escaped; what is drawn (cards) or counted
comes in by placeholder. Nothing that a catalog says is ever read as markup.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from rami_engine.cards import Card, NaturalCard, Suit
from rami_examples.catalogs.messages import REASON_CONTEXT, TITLE_CONTEXT
from rami_examples.pages.language import Face, Language
from rami_examples.pages.marks import bare

_SUITS = {suit: suit.name.lower() for suit in Suit}


class Wording:
    """What a language calls cards and counts, by the fragments of the templates in ``env``."""

    def __init__(self, env: Environment, language: Language) -> None:
        self.env, self.language = env, language
        self.face = cache(self._face)
        self._fragment = cache(self._module)  # only when it is needed: a template may have a fault

    @property
    def draft(self) -> bool:
        """Whether these are the words of a draft."""
        return self.language.draft

    def _module(self, name: str) -> Any:
        template = self.env.get_template(f"fragments/{name}.j2")
        return template.make_module({"language": self.language})

    def _face(self, card: Card, stands_for: NaturalCard | None = None) -> Face:
        """A card as drawn; ``stands_for`` is the card that a laid joker stands for."""
        if isinstance(card, NaturalCard):
            name = self._fragment("names").card_name(card.rank.value, card.suit.value)
            corner = bare(self._fragment("names").corner(card.rank.value))
            return self._with_drawing(Face(str(card), _SUITS[card.suit], corner, name))
        shown = self._face(stands_for) if stands_for else None
        name = self._fragment("names").joker_name(shown.name if shown else None)
        return self._with_drawing(Face(str(card), "", "", name, shown))

    def _with_drawing(self, face: Face) -> Face:
        return replace(face, drawn=Markup(self._fragment("cards").card(face)))

    def drawn(self, faces: tuple[Face, ...]) -> Markup:
        """Cards as they stand in a sentence."""
        return Markup(self._fragment("cards").cards(faces))

    def cards(self, number: int) -> Markup:
        """Cards with their noun: "108 cards"."""
        return Markup(self._fragment("counts").cards(number))

    def packs(self, number: int) -> Markup:
        """Packs with their noun."""
        return Markup(self._fragment("counts").packs(number))

    def jokers(self, number: int) -> Markup:
        """Jokers with their noun."""
        return Markup(self._fragment("counts").jokers(number))

    def number_range(self, low: int, high: int) -> Markup:
        """A range of numbers: "2–9"."""
        return Markup(self._fragment("counts").range_of(low, high))

    def verdict(self, value: str, of: str) -> Markup:
        """The word for a verdict on a meld, an opening or a play."""
        return Markup(self._fragment("labels").verdict_word(value, of))

    def points(self, points: int) -> Markup:
        """Points with their noun: "30 points"."""
        return Markup(self._fragment("counts").points(points))

    def title(self, message: str) -> Markup:
        """The title of an example."""
        return self._text(TITLE_CONTEXT, message)

    def reason(self, message: str, **placeholders: Markup) -> Markup:
        """The sentence that gives an example's reason, its placeholders filled in."""
        return self._text(REASON_CONTEXT, message, **placeholders)

    def _text(self, context: str, message: str, **values: Markup) -> Markup:
        return self.language.text(context, message, **values) if message else Markup()
