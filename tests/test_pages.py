"""Pages: what a reader sees, and what a program reads, is what the engine said."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup, Tag
from markdown import Markdown  # type: ignore[import-untyped]

from rami_engine.cards import PACK
from rami_engine.rules import CHOSEN, Rule
from rami_examples.catalogs.catalog import Catalog, english
from rami_examples.catalogs.message_text import digits
from rami_examples.catalogs.messages import Message, read_sources
from rami_examples.catalogs.plurals import plural_rule
from rami_examples.claims.load import load_corpus
from rami_examples.page_names import PAGES
from rami_examples.pages.book import Page
from rami_examples.pages.language import Language, language
from rami_examples.pages.render import Pages, choice_page
from rami_examples.pages.templating import environment
from rami_examples.pages.wording import Wording
from rami_examples.proof.api import api_file
from rami_examples.proof.coverage import cover
from rami_examples.proof.facts import data_attributes
from rami_examples.proof.verify import verify

PROJECT = Path(__file__).resolve().parent.parent
ENV = environment(PROJECT)
MESSAGES, _ = read_sources(PROJECT)
PROVEN, _ = verify(load_corpus(PROJECT)[0], lambda about: (), ())
COVERAGE = cover(PROVEN)
GAMES = re.compile(r"Rami (40|51)")

# One text in one plural form ("few"; "" for a text that is not counted), as a translator has it.
Say = Callable[[str, str], str]


def pseudo(tag: str, say: Say) -> Catalog:
    """A catalog that no strict reader has seen."""
    rule = plural_rule(tag)

    def texts(message: Message) -> tuple[str, ...]:
        if message.plural is None:
            return (say(message.id, ""),)
        return tuple(say(message.plural, category) for category in rule.categories)

    return Catalog(
        tag, rule, MappingProxyType({(*each.key, each.plural): texts(each) for each in MESSAGES})
    )


def arabic(text: str, category: str) -> str:
    """Written from right to left, with six plural forms."""
    return f"«{text}» {category}".strip()


def edition(catalog: Catalog) -> dict[str, Page]:
    """All pages of one language, by name."""
    wording = Wording(ENV, language(catalog.language, catalog))
    pages = Pages(wording, PROVEN, COVERAGE)
    return {page.name: page for page in pages.render()}


def html(page: Page) -> BeautifulSoup:
    """A page as the site's Markdown makes it."""
    markdown = Markdown(extensions=["attr_list", "toc"])
    return BeautifulSoup(markdown.convert(page.markdown), "html.parser")


EDITIONS = {"en": edition(english(MESSAGES)), "ar": edition(pseudo("ar", arabic))}
SOUPS = {tag: {name: html(page) for name, page in pages.items()} for tag, pages in EDITIONS.items()}
LANGUAGES = pytest.mark.parametrize("tag", EDITIONS)


def rows(tag: str) -> Iterator[tuple[str, Tag]]:
    """Every example on every page of a language, with the name of the page."""
    for name, soup in SOUPS[tag].items():
        for row in soup.select("[data-example]"):
            yield name, row


def shown(page: str, example: str, tag: str = "en") -> Tag:
    (row,) = SOUPS[tag][page].select(f"#{example}")
    return row


def data(row: Tag) -> dict[str, str]:
    return {name: str(value) for name, value in row.attrs.items() if name.startswith("data-")}


# The contract of the published HTML


@pytest.mark.parametrize(
    ("page", "example", "contract"),
    [
        (
            "rules",
            "three-kings",
            {
                "data-example": "three-kings",
                "data-kind": "meld",
                "data-cards": "KH KS KD",
                "data-as": "set",
                "data-rules": "reference",
                "data-verdict": "valid",
                "data-points": "30",
            },
        ),
        (
            "rules",
            "wrapped-run",
            {
                "data-example": "wrapped-run",
                "data-kind": "meld",
                "data-cards": "KH AH 2H",
                "data-as": "run",
                "data-rules": "reference",
                "data-verdict": "refused",
                "data-reason": "run.no-wrap",
            },
        ),
        (
            "opening",
            "pure-run-and-joker-run",
            {
                "data-example": "pure-run-and-joker-run",
                "data-kind": "opening",
                "data-melds": "QH KH AH | JK 7S 8S",
                "data-game": "rami51",
                "data-rules": "reference",
                "data-total": "52",
                "data-verdict": "accepted",
            },
        ),
        (
            "rules",
            "deck-5-house",
            {
                "data-example": "deck-5-house",
                "data-kind": "deck",
                "data-players": "5",
                "data-rules": "house",
                "data-packs": "3",
                "data-jokers": "3",
                "data-total": "159",
            },
        ),
        (
            "scoring",
            "value-ace-low",
            {
                "data-example": "value-ace-low",
                "data-kind": "value",
                "data-cards": "AH",
                "data-meld": "AH 2H 3H",
                "data-rules": "reference",
                "data-points": "1",
                "data-hand": "11",
            },
        ),
        (
            "proof",
            "deal-for-four",
            {
                "data-example": "deal-for-four",
                "data-kind": "deal",
                "data-players": "4",
                "data-dealer": "1",
                "data-rules": "reference",
                "data-hand": "13",
                "data-discards": "1",
                "data-stock": "55",
                "data-starts": "2",
            },
        ),
        (
            "proof",
            "match-of-three-rounds",
            {
                "data-example": "match-of-three-rounds",
                "data-kind": "match",
                "data-rounds": "0 31 12 | 25 0 8 | 14 6 0",
                "data-rules": "reference",
                "data-dealers": "1 2 3",
                "data-totals": "39 37 20",
                "data-winners": "3",
            },
        ),
        (
            "proof",
            "last-card-discarded",
            {
                "data-example": "last-card-discarded",
                "data-kind": "scenario",
                "data-game": "rami51",
                "data-rules": "reference",
            },
        ),
    ],
)
def test_a_row_of_each_kind_carries_its_facts_in_every_language(
    page: str, example: str, contract: dict[str, str]
) -> None:
    for tag in EDITIONS:
        assert data(shown(page, example, tag)) == contract


@LANGUAGES
def test_every_verified_example_is_on_the_proof_page_with_what_the_engine_said(tag: str) -> None:
    facts = {check.about.id: dict(data_attributes(check.verified)) for check in PROVEN}
    found = {name: {} for name in PAGES}  # type: dict[str, dict[str, dict[str, str]]]
    for page, row in rows(tag):
        assert row["id"] == row["data-example"]
        found[page][str(row["id"])] = data(row)
    assert found["proof"] == facts
    for page in ("rules", "opening", "scoring"):
        assert found[page]
        assert found[page].items() <= facts.items()


def test_an_example_is_shown_where_the_corpus_says() -> None:
    places = {check.about.id: check.about.shown_on for check in PROVEN}
    for page, row in rows("en"):
        if page != "proof":
            assert places[str(row["id"])].partition("#")[0] == page


@LANGUAGES
def test_a_refused_row_has_no_points_and_leads_to_its_rule(tag: str) -> None:
    refused = [row for _, row in rows(tag) if row.get("data-verdict") == "refused"]
    assert len(refused) > 20
    for row in refused:
        assert "data-points" not in row.attrs
        assert str(row["data-reason"]) in {rule.value for rule in Rule}
        if row["data-kind"] == "meld":
            (points,) = row.select(".examples__points")
            assert points.text == "–"
        if row["data-kind"] != "deck":
            (link,) = row.select("a.decided")
            assert str(link["href"]).endswith(f"#{row['data-reason']}")


@LANGUAGES
def test_the_cards_of_a_row_are_those_of_its_facts(tag: str) -> None:
    for _, row in rows(tag):
        if row["data-kind"] in ("meld", "opening"):
            listed = str(row.get("data-cards") or row["data-melds"]).replace("|", " ").split()
            (cell,) = row.select(".examples__cards")
            drawn = [str(card["data-card"]) for card in cell.select(".card")]
            assert sorted(drawn) == sorted(listed)


@LANGUAGES
def test_a_card_has_its_notation_a_full_name_and_a_silent_face(tag: str) -> None:
    codes = {*map(str, PACK), "JK"}
    cards = [card for soup in SOUPS[tag].values() for card in soup.select("[data-card]")]
    assert len(cards) > 300
    for card in cards:
        assert card["data-card"] in codes
        assert (card.name, card["role"]) == ("span", "img")
        assert len(str(card["aria-label"])) > 2
        (face,) = card.select(":scope > *")
        assert face["aria-hidden"] == "true"


def test_a_card_is_named_in_words_and_a_laid_joker_with_what_it_stands_for() -> None:
    def names(example: str) -> list[str]:
        return [str(card["aria-label"]) for card in shown("rules", example).select("td .card")]

    assert names("three-kings")[:3] == ["king of hearts", "king of spades", "king of diamonds"]
    assert "joker, standing for: nine of spades" in names("nines-and-joker")
    assert names("two-jokers")[0] == "joker"


@LANGUAGES
def test_every_rule_has_its_sentence_with_the_same_anchor_in_every_language(tag: str) -> None:
    stated = [
        element
        for name, soup in SOUPS[tag].items()
        if name != "proof"
        for element in soup.select("[data-rule]")
    ]
    assert all(element["id"] == element["data-rule"] for element in stated)
    assert sorted(str(element["id"]) for element in stated) == sorted(r.value for r in Rule)


@LANGUAGES
def test_the_rules_of_our_own_choice_are_marked_and_listed(tag: str) -> None:
    marked = {
        str(element["data-rule"])
        for soup in SOUPS[tag].values()
        for element in soup.select("[data-rule]")
        if element.select("a.choice")
    }
    assert marked == {rule.value for rule in CHOSEN}
    assert len(SOUPS[tag]["differences"].select(".choices li")) == len(CHOSEN)


# Ways


@LANGUAGES
def test_every_link_leads_to_a_page_and_to_one_element(tag: str) -> None:
    ids = {
        PAGES[name]: Counter(str(element["id"]) for element in soup.select("[id]"))
        for name, soup in SOUPS[tag].items()
    }
    for name, soup in SOUPS[tag].items():
        for link in soup.select("a[href]"):
            target = urljoin(f"http://site/{PAGES[name]}", str(link["href"]))
            page, _, anchor = target.removeprefix("http://site/").partition("#")
            assert page in ids, (name, target)
            assert not anchor or ids[page][anchor] == 1, (name, target)


@LANGUAGES
def test_no_id_comes_twice_on_a_page(tag: str) -> None:
    for name, soup in SOUPS[tag].items():
        ids = Counter(str(element["id"]) for element in soup.select("[id]"))
        assert [each for each, count in ids.items() if count > 1] == [], name


def test_the_anchors_of_a_page_are_the_same_in_every_language() -> None:
    for name in PAGES:
        english_ids, arabic_ids = (
            [element["id"] for element in SOUPS[tag][name].select("[id]")] for tag in ("en", "ar")
        )
        assert english_ids == arabic_ids


@LANGUAGES
def test_a_page_has_one_headline_and_a_description(tag: str) -> None:
    for name, page in EDITIONS[tag].items():
        assert len(SOUPS[tag][name].select("h1")) == 1
        assert page.title
        assert page.description


# Words and numbers of a language


@pytest.mark.parametrize(
    ("tag", "number", "percent"),
    [
        ("en", "12,345", "100%"),
        ("de", "12.345", "100\u00a0%"),
        ("fr", "12\u202f345", "100\u00a0%"),
        ("tr", "12.345", "%100"),
        ("he", "12,345", "100%"),
    ],
)
def test_a_number_is_written_as_its_language_groups_it(tag: str, number: str, percent: str) -> None:
    written = language(tag, pseudo(tag, arabic))
    assert (written.number(12345), written.percent(100)) == (number, percent)


def test_what_programs_read_has_the_same_digits_in_every_language() -> None:
    english_rows, arabic_rows = ([data(row) for _, row in rows(tag)] for tag in ("en", "ar"))
    assert english_rows == arabic_rows


@pytest.mark.parametrize(
    ("example", "column", "forms"),
    [
        ("deck-2-reference", 1, ["«2 packs» two", "«4 jokers» few"]),
        ("deck-6-reference", 1, ["«3 packs» few", "«4 jokers» few"]),
        ("deck-2-reference", 2, ["«108 cards» few"]),
        ("deck-6-reference", 2, ["«160 cards» many"]),
    ],
)
def test_a_count_takes_the_plural_form_of_its_language(
    example: str, column: int, forms: list[str]
) -> None:
    cells = shown("rules", example, "ar").select("th, td")
    assert cells[column].text == " + ".join(forms)


def test_one_thing_is_not_told_as_many() -> None:
    assert "1 card" in shown("proof", "deal-for-four").get_text(" ")
    assert "1 cards" not in SOUPS["en"]["proof"].get_text(" ")


def test_what_a_reason_leaves_open_is_filled_in() -> None:
    for tag in EDITIONS:
        for soup in SOUPS[tag].values():
            assert "%(" not in soup.get_text()
    reason = shown("rules", "nines-and-joker").select_one(".examples__reason")
    assert reason
    assert [card["data-card"] for card in reason.select(".card")] == ["9S"]
    short = shown("opening", "pure-run-points-short").select_one(".examples__reason")
    assert short
    assert "3 points short" in short.text


def test_no_number_is_typed_into_a_message() -> None:
    assert len(MESSAGES) > 300
    for message in MESSAGES:
        for text in (message.id, message.plural or ""):
            assert digits(GAMES.sub("Rami", text)) == ()


# Hostile texts


def nasty(text: str, category: str) -> str:
    """Whatever a catalog might try, around the text and its placeholders."""
    return (
        f'<script>alert("x")</script><img src=x onerror=alert(1)> {text} '
        "{{ rules.hand_size }}{%% for x in y %%}{# z #} [click](javascript:alert(2)) `code` *a* "
        "\"'><svg/onload=alert(3)> &lt;b&gt; &#60;i&#62; {: onclick=alert(4) } # x { #sets }\n\n"
        "## Headline { #rules }\n\n<p onclick='alert(5)'>"
    )


def structure(soup: BeautifulSoup) -> list[tuple[str, list[str]]]:
    """Every element of a page with its attributes, in order."""
    return [(element.name, sorted(element.attrs)) for element in soup.find_all()]


NASTY = edition(pseudo("en", nasty))


@pytest.mark.parametrize("name", PAGES)
def test_no_text_of_a_catalog_reaches_a_page_as_markup(name: str) -> None:
    """The page has the very elements and attributes that it has with plain texts."""
    soup = html(NASTY[name])
    assert structure(soup) == structure(SOUPS["en"][name])
    assert "alert(" in soup.get_text()
    for link in soup.select("a[href]"):
        assert re.fullmatch(r"(?:\.\./|\./)?(?:[a-z]+/)*(?:#[a-z0-9.-]+)?", str(link["href"]))


def test_no_text_of_a_catalog_is_read_as_a_template() -> None:
    for page in NASTY.values():
        assert "{{ rules.hand_size }}" in html(page).get_text()


def test_the_title_of_a_page_is_the_text_itself() -> None:
    assert EDITIONS["ar"]["rules"].title == "«Rules»"
    assert NASTY["rules"].title.startswith('<script>alert("x")</script>')


def choice_of(languages: list[Language]) -> Page:
    """The page at the root of a site in these languages."""
    wordings = [Wording(ENV, each) for each in languages]
    infos = [Pages(wording, PROVEN, COVERAGE).info() for wording in wordings]
    return choice_page(wordings[0], infos)


def test_no_text_of_a_catalog_is_markup_where_a_reader_chooses_the_language() -> None:
    plain, hostile = (
        choice_of([language("en", catalog), language("ar", pseudo("ar", arabic))])
        for catalog in (english(MESSAGES), pseudo("en", nasty))
    )
    assert structure(html(hostile)) == structure(html(plain))


# The choice of languages, and the data


def test_a_reader_chooses_a_language_by_its_own_name_and_in_its_own_direction() -> None:
    languages = [language("en", english(MESSAGES)), language("ar", pseudo("ar", arabic))]
    links = html(choice_of(languages)).select(".languages a")
    assert [(link["href"], link["lang"], link["dir"]) for link in links] == [
        ("en/", "en", "ltr"),
        ("ar/", "ar", "rtl"),
    ]
    assert [str(link.contents[0]).strip() for link in links] == ["English", "العربية"]


def api() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(api_file(PROVEN, COVERAGE))
    return content


def test_the_data_are_those_of_the_rows() -> None:
    rows_by_id = {str(row["id"]): data(row) for page, row in rows("en") if page == "proof"}
    examples = api()["examples"]
    assert [example["id"] for example in examples] == [check.about.id for check in PROVEN]
    for example in examples:
        row = rows_by_id[example["id"]]
        assert row.pop("data-example") == example["id"]
        assert {name: str(example[name.removeprefix("data-")]) for name in row} == row


def test_the_data_tell_what_an_example_proves_and_how_every_rule_is_proven() -> None:
    content = api()
    assert content["coverage"] == {"proven": len(Rule), "rules": len(Rule), "percent": 100}
    for example, check in zip(content["examples"], PROVEN, strict=True):
        assert example["proves"] == [rule.value for rule in check.about.proves]
    for entry, rule in zip(content["rules"], Rule, strict=True):
        assert entry["id"] == rule.value
        assert entry["allowed"] == COVERAGE.proofs[rule].allowed
        assert entry["refused"] == COVERAGE.proofs[rule].refused
        assert (entry["chosen"], entry["refusable"]) == (rule in CHOSEN, rule.refusable)


def test_the_data_tell_a_scenario_step_by_step() -> None:
    (play,) = (each for each in api()["examples"] if each["id"] == "last-card-discarded")
    assert play["table"]["hands"][0] == "KH"
    assert [step["player"] for step in play["steps"]] == [1, 1, 1, 1]
    assert play["steps"][2]["discard"] == "KH"
    assert play["steps"][2]["gives"]["scores"] == "0 32 19"
    assert play["steps"][3]["refused"] == "end.empty-hand"
