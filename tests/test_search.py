"""What a search finds: a page goes in as HTML, sections and an index come out.

How typed words meet those of an index is tested where it happens, in tests/browser.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from rami_examples.pages.book import LanguageInfo, Page
from rami_examples.site.search_index import search_indexes
from rami_examples.site.sections import Section, read_sections

CARD = '<span class="card" role="img" aria-label="{}"><span aria-hidden="true">K♥</span></span>'


def read(html: str) -> list[tuple[str, str, list[str]]]:
    return [(part.anchor, part.title, part.blocks) for part in read_sections(html)]


def test_a_headline_opens_a_section_and_the_first_one_titles_the_page() -> None:
    assert read("<h1 id=a>Rules</h1><p>One.</p><h2 id=b>Sets</h2><p>Two.</p><p>Three.</p>") == [
        ("", "Rules", ["One."]),
        ("b", "Sets", ["Two.", "Three."]),
    ]


def test_a_headline_without_an_address_is_text() -> None:
    html = "<h1 id=a>Rules</h1><h2>Sets</h2><p>Two.</p>"
    assert read(html) == [("", "Rules", ["Sets", "Two."])]


def test_a_term_with_an_address_is_a_section() -> None:
    html = "<h1 id=g>Words</h1><dl><div id=set><dt>set</dt><dd>Three or four cards.</dd></div></dl>"
    page, term = read_sections(html)
    assert (page.title, page.blocks) == ("Words", [])
    assert term == Section("set", True, "set", ["Three or four cards."])


def test_a_term_without_one_is_text() -> None:
    html = "<h1>Rules</h1><dl><div><dt>Players</dt><dd>2–6</dd></div></dl>"
    assert read(html) == [("", "Rules", ["Players · 2–6"])]


def test_an_article_is_a_section_by_its_first_line_and_the_text_goes_on_behind_it() -> None:
    html = (
        "<h2 id=a>Turn</h2><p>One.</p>"
        "<article id=play><p>A <b>play</b></p><p>It shows this.</p></article><p>Two.</p>"
    )
    assert read(html) == [
        ("", "", []),
        ("a", "Turn", ["One.", "Two."]),
        ("play", "A play", ["It shows this."]),
    ]


def test_cells_of_a_row_stand_apart_and_heads_of_columns_are_left_out() -> None:
    html = (
        "<table><thead><tr><th>Cards</th></tr></thead>"
        "<tr><th>Three kings</th><td>30</td></tr><tr><td>Two</td></tr></table>"
    )
    assert read(html) == [("", "", ["Three kings · 30", "Two"])]


@pytest.mark.parametrize(
    "hidden",
    [
        '<a data-search-exclude="true">Proof <b>here</b></a>',
        '<span aria-hidden="true">Proof</span>',
        "<span hidden>Proof</span>",
        "<script>Proof</script>",
        "<noscript>Proof</noscript>",
        CARD.format("Proof"),
    ],
)
def test_what_is_no_text_of_the_page_is_left_out(hidden: str) -> None:
    assert read(f"<p>One.{hidden}<br>Two.</p>") == [("", "", ["One. Two."])]


def test_names_of_cards_are_kept_apart_each_word_once() -> None:
    cards = CARD.format("King of hearts") + CARD.format("ג׳וקר of hearts")
    [section] = read_sections(f"<p>{cards}</p>")
    assert list(section.names) == ["King", "of", "hearts", "ג׳וקר"]
    assert section.blocks == []


def test_cards_that_are_not_to_be_found_name_nothing() -> None:
    [section] = read_sections(f'<div data-search-exclude="true">{CARD.format("King")}</div>')
    assert not section.names


def test_a_card_leaves_no_hole_in_its_sentence() -> None:
    card = CARD.format("nine of hearts")
    assert read(f"<p>It stands for the missing nine, {card}, and counts like {card}.</p>") == [
        ("", "", ["It stands for the missing nine, and counts like."])
    ]


# The index


def index_of(*contents: tuple[Page, str], tag: str = "pt") -> dict[str, Any]:
    languages = [LanguageInfo(each, each, "ltr", each) for each in ("pt", "pt-BR")]
    read = [(page, read_sections(html)) for page, html in contents]
    written = search_indexes({"separator": "x", "lang": ["en"]}, languages, read)
    index: dict[str, Any] = json.loads(written[f"{tag}/search/search_index.json"])
    return index


def page(tag: str, name: str) -> Page:
    return Page(tag, name, f"{name}/", "A title", "", "")


def test_an_index_holds_the_pages_of_its_language_by_the_whole_tag() -> None:
    contents = [(page("pt", "rules"), "<p>um</p>"), (page("pt-BR", "rules"), "<p>dois</p>")]
    assert index_of(*contents)["docs"] == [
        {"location": "rules/", "title": "A title", "text": "<p>um</p>"}
    ]
    assert index_of(*contents, tag="pt-BR")["docs"] == [
        {"location": "rules/", "title": "A title", "text": "<p>dois</p>"}
    ]


def test_text_is_no_markup_in_an_index() -> None:
    [entry] = index_of((page("pt", "rules"), "<h1>1 &lt; 2</h1><p>A &amp; B</p>"))["docs"]
    assert entry == {"location": "rules/", "title": "1 &lt; 2", "text": "<p>A &amp; B</p>"}


def test_names_of_cards_weigh_less_than_any_word_of_the_text() -> None:
    index = index_of((page("pt", "rules"), f"<p>{CARD.format('Rei')}</p>"))
    [entry] = index["docs"]
    assert entry["names"] == "Rei"
    fields = index["config"]["fields"]
    assert fields["names"]["boost"] < fields["text"]["boost"] < fields["title"]["boost"]


def test_a_page_that_repeats_weighs_less_than_one_that_explains() -> None:
    contents = [(page("pt", name), "<p>x</p>") for name in ("glossary", "rules", "proof")]
    docs = index_of(*contents)["docs"]
    glossary, rules, proof = (entry.get("boost", 1) for entry in docs)
    assert glossary > rules > proof


def test_settings_of_the_site_are_kept_except_for_the_rules_for_words() -> None:
    config = index_of()["config"]
    assert config["separator"] == "x"
    assert (config["lang"], config["pipeline"]) == (["folded"], [])
