"""Texts put on a page in every way in which pages put texts, and the elements found there.

The page goes through the project's own templates and through Markdown. Whatever the texts say, its
elements and attributes must be those that it has with harmless words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment
from lxml import html
from markdown import Markdown  # type: ignore[import-untyped]
from markupsafe import escape

from rami_examples.catalogs.catalog import Catalog, english
from rami_examples.catalogs.message_text import percents
from rami_examples.catalogs.messages import (
    REASON_CONTEXT,
    TITLE_CONTEXT,
    Message,
    read_sources,
)
from rami_examples.pages.language import Face, Language, language
from rami_examples.pages.render import heading
from rami_examples.pages.rows import DealRow, DeckRow, MatchRow, Row, ValueRow, row
from rami_examples.pages.telling import tell
from rami_examples.pages.templating import environment
from rami_examples.pages.wording import Wording
from rami_examples.proof.verify import Proven, VerifiedScenario

_TEXTS = """
{% from "fragments/prose.j2" import note with context %}
{% from "fragments/cards.j2" import card with context %}
{% for text in texts %}
{{ heading(2, "text-" ~ loop.index, text) }}
{% call note() %}{{ text }}{% endcall %}
<table class="exhibit"><tr><td data-label="{{ text }}">{{ card(face(text)) }}</td></tr></table>

{% endfor %}
"""
_ROWS = """
{% from "fragments/tables.j2" import meld_table, deck_table, value_table with context %}
{% from "fragments/play.j2" import told, deal_table, match_table with context %}
{% if melds %}{{ meld_table(melds) }}{% endif %}
{% if decks %}{{ deck_table(decks) }}{% endif %}
{% if values %}{{ value_table(values) }}{% endif %}
{% if deals %}{{ deal_table(deals) }}{% endif %}
{% for match in matches %}{{ match_table(match) }}{% endfor %}
{% for title, reason, play in plays %}{{ told(play, title, reason) }}{% endfor %}
"""
_SPOKEN = ("aria-label", "data-label", "title", "alt")  # attributes whose value is a text

# An element: its name, and its attributes with the values that no text has a part in.
Element = tuple[str, tuple[tuple[str, str], ...]]


class Exhibit:
    """Pages of the project's own templates, for any texts."""

    def __init__(self, project: Path) -> None:
        self._env: Environment = environment(project)
        self._messages = read_sources(project)[0]
        self._texts = self._env.from_string(_TEXTS)
        self._rows = self._env.from_string(_ROWS)

    def of_texts(self, texts: Sequence[str], catalog: Catalog) -> str:
        """The page of plain texts from a catalog, their placeholders filled in."""
        filled = [escape(text) % _values(text) for text in texts]
        context = {"language": language(catalog.language, catalog), "heading": heading}
        return _markdown(self._texts.render(context, texts=filled, face=_face))

    def of_examples(self, proven: Sequence[Proven]) -> str:
        """The page of verified examples, as the tables and plays of the site show them."""
        language = self._language(proven)
        wording = Wording(self._env, language)
        rows = [row(each.verified, wording) for each in proven]
        plays = [
            (
                wording.title(each.about.title),
                wording.reason(each.about.reason),
                tell(each.verified, wording),
            )
            for each in proven
            if isinstance(each.verified, VerifiedScenario)
        ]
        kinds: Mapping[str, type] = {
            "melds": Row,
            "decks": DeckRow,
            "values": ValueRow,
            "deals": DealRow,
            "matches": MatchRow,
        }
        tables: dict[str, Any] = {
            name: [each for each in rows if isinstance(each, kind)] for name, kind in kinds.items()
        }
        context = {"language": language, "url": _url, "rule_url": _url}
        return _markdown(self._rows.render(context, plays=plays, **tables))

    def _language(self, proven: Iterable[Proven]) -> Language:
        """English, with the texts of these examples."""
        return language("en", english((*self._messages, *example_messages(proven))))


def example_messages(proven: Iterable[Proven]) -> list[Message]:
    """The texts of examples, as translators are asked for them."""
    texts = [(each.about, TITLE_CONTEXT, each.about.title) for each in proven]
    texts += [(about, REASON_CONTEXT, about.reason) for about, _, _ in texts]
    return [Message(what, text, places=(about.place(),)) for about, what, text in texts if text]


def elements(page: str) -> tuple[Element, ...]:
    """The elements of a page in their order, with what their attributes say beside texts."""
    root = html.fragment_fromstring(page, create_parent="main")
    return tuple(
        (
            str(element.tag),
            tuple(
                (name, "" if name in _SPOKEN else value)
                for name, value in sorted(element.attrib.items())
            ),
        )
        for element in root.iter()
    )


def shown_texts(page: str) -> list[str]:
    """The texts that the page of plain texts shows: headline, note and name, each in turn."""
    root = html.fragment_fromstring(page, create_parent="main")
    shown: list[str] = []
    for headline, note, cell in zip(
        root.iter("h2"), root.find_class("note"), root.iter("td"), strict=True
    ):
        (card,) = cell.find_class("card")
        shown += [
            headline.text_content(),
            note.text_content(),
            cell.get("data-label", ""),
            card.get("aria-label", ""),
        ]
    return shown


def filled(text: str) -> str:
    """A text with its placeholders filled in, as a reader should see it."""
    return str(text % _values(text))


def _values(text: str) -> dict[str, str]:
    return dict.fromkeys(percents(text).names, "seven")


def _face(text: str) -> Face:
    return Face("KH", "hearts", "K", text)


def _url(*_: object) -> str:
    return "#"


def _markdown(source: str) -> str:
    extensions = ["attr_list", "toc", "tables", "fenced_code"]  # MkDocs's own and ours
    return str(Markdown(extensions=extensions).convert(source))
