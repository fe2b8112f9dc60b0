"""Search as readers type, in the theme's own worker: what they type is found, where it is told.

The words are those of the catalogs; of a language that has none here, the glossary is asked for.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from .conftest import Site

RULES = "assets/javascripts/lunr/min/lunr.folded.min.js"

# Where each thing is told, and what readers of a language type for it.
ACE, SEVEN, TEN = "rules/#runs", "rules/#sets", "scoring/#values"
JOKER, SET, RUN, OPENING = "glossary/#joker", "glossary/#set", "glossary/#run", "opening/"
TYPED: Mapping[str, Mapping[str, str]] = {
    "en": {
        ACE: "ace aces ACE",
        SEVEN: "seven sevens Seven",
        TEN: "ten tens",
        JOKER: "joker jokers JOKER",
        SET: "set sets",
        RUN: "run runs",
        OPENING: "opening openings",
    },
    "fr": {
        ACE: "as AS l'as",
        SEVEN: "sept",
        TEN: "dix",
        JOKER: "joker jokers",
        SET: "brelan brelans",
        RUN: "suite suites",
        OPENING: "ouverture ouvertures l’ouverture",
        "glossary/#discard-pile": "défausse defausse DÉFAUSSE",
    },
    "de": {
        ACE: "Ass Asse ass",
        SEVEN: "Sieben Siebener",
        TEN: "Zehn Zehner",
        JOKER: "Joker",
        SET: "Drilling Drillinge",
        RUN: "Folge Folgen",
        OPENING: "Erstmeldung Erstmeldungen",
        "glossary/#rank": "König Koenig konig",
    },
    "hr": {
        ACE: "as asovi",
        SEVEN: "sedmica sedmice",
        TEN: "desetka desetke",
        JOKER: "džoker dzoker džokeri DŽOKER",
        SET: "trojka trojke",
        RUN: "niz nizovi",
        OPENING: "izlaganje izlaganja",
        "glossary/#pure-run": "čisti cisti",
    },
    "tr": {
        ACE: "as aslar AS",
        SEVEN: "yedi yedili YEDİ YEDI yediler",
        TEN: "onlu ONLU",
        JOKER: "joker jokerler",
        SET: "üçlü uclu ÜÇLÜ üçlüler",
        RUN: "seri SERİ seriler",
        OPENING: "açılış acilis AÇILIŞ ACILIS açılışlar",
    },
    "he": {
        ACE: "אס אסים האס",
        SEVEN: "שבע",
        TEN: "עשר",
        JOKER: "ג'וקר ג׳וקר ג’וקר גוקר ג'וקרים",
        SET: "שלישייה",
        RUN: "רצף רצפים",
        OPENING: "פתיחה הפתיחה",
        "rules/#joker": "הג'וקר הגוקר",
        "rules/#runs": "רצפים הרצפים ברצפים ולרצפים",
    },
    "es": {
        ACE: "as ases AS",
        SEVEN: "siete sietes",
        TEN: "diez dieces",
        JOKER: "comodín comodines comodin COMODÍN COMODIN",
        SET: "trío tríos trio trios TRÍO",
        RUN: "escalera escaleras ESCALERA",
        OPENING: "apertura aperturas",
    },
    "it": {
        ACE: "asso assi l'asso L’ASSO",
        SEVEN: "sette",
        TEN: "dieci",
        JOKER: "jolly JOLLY matta",
        SET: "tris",
        RUN: "scala scale sequenza",
        OPENING: "apertura aperture l'apertura",
    },
    "pl": {
        ACE: "as asy AS asa",
        SEVEN: "siódemka siodemka siódemki SIÓDEMKA",
        TEN: "dziesiątka dziesiatka dziesiątki",
        JOKER: "joker jokery jokera",
        SET: "komplet komplety kompletu trójka trojka",
        RUN: "sekwens sekwensy",
        OPENING: "wyłożenie wylozenie wyłożenia WYŁOŻENIE",
    },
    "sr": {
        ACE: "кец кечеви кеца kec",
        SEVEN: "седмица sedmica седмице",
        TEN: "десетка desetka десетке",
        JOKER: "џокер džoker dzoker џокери ЏОКЕР",
        SET: "група grupa групе",
        RUN: "низ niz низови nizovi",
        OPENING: "отварање otvaranje отварања",
    },
    "ru": {
        ACE: "туз тузы туза ТУЗ",
        SEVEN: "семёрка семерка семёрки семерки",
        TEN: "десятка десятки",
        JOKER: "джокер джокеры джокера",
        SET: "группа группы сет",
        RUN: "последовательность последовательности",
        OPENING: "открытие открытия",
    },
    "ar": {
        ACE: "آص اص الآص",
        SEVEN: "سبعة سبعه",
        TEN: "عشرة عشره",
        JOKER: "جوكر جواكر الجوكر",
        SET: "مجموعة مجموعه المجموعات",
        RUN: "سلسلة سلاسل سلسله السلسلة",
        OPENING: "النزول نزول",
    },
}
# Asks the theme's worker as the theme's script does: 0 sets it up, 1 is its word that it is ready,
# 2 is a query, 3 its answer.
ASK = """async typed => {
  const { base, search } = JSON.parse(document.getElementById("__config").textContent);
  const root = new URL(base, location).href.replace(/[/]?$/, "/");
  const index = await (await fetch(root + "search/search_index.json")).json();
  const worker = new Worker(new URL(search, location));
  const say = message => new Promise(done => {
    worker.onmessage = ({ data }) => done(data.data);
    worker.postMessage(message);
  });
  await say({ type: 0, data: { ...index, options: { suggest: false } } });
  const found = {};
  for (const each of typed) found[each] = (await say({ type: 2, data: each })).items.flat();
  worker.terminate();
  return found;
}"""

Found = Mapping[str, Sequence[Mapping[str, Any]]]


def ask(site: Site, page: Page, tag: str, *typed: str) -> Found:
    """What the search of a language finds for each of these: the sections, as results show them."""
    page.goto(f"{site.url}{tag}/")
    answer: Found = page.evaluate(ASK, typed)
    return answer


@pytest.mark.parametrize("tag", TYPED)
def test_readers_find_what_they_type(site: Site, page: Page, tag: str) -> None:
    cases = [(typed, place) for place, words in TYPED[tag].items() for typed in words.split()]
    answers = ask(site, page, tag, *(typed for typed, _ in cases))
    missed = [
        (typed, place)
        for typed, place in cases
        if place not in [section["location"] for section in answers[typed]]
    ]
    assert not missed


def test_every_language_finds_its_terms_in_any_spelling(site: Site, page: Page) -> None:
    for tag in site.languages:
        index = json.loads((site.folder / tag / "search" / "search_index.json").read_bytes())
        terms = {entry["location"]: unescape(entry["title"]) for entry in index["docs"]}
        asked = {place: spellings(terms[place]) for place in (JOKER, SET, RUN, "glossary/#opening")}
        answers = ask(site, page, tag, *(typed for each in asked.values() for typed in each))
        for place, each in asked.items():
            for typed in each:
                found = [section["location"] for section in answers[typed]]
                assert place in found, (tag, typed)


def spellings(term: str) -> list[str]:
    """A term as it stands, in capitals, and without its accents."""
    letters = unicodedata.normalize("NFKD", term)
    plain = "".join(char for char in letters if not unicodedata.combining(char))
    return [term, term.upper(), plain, plain.upper()]


def test_what_is_marked_is_the_word_as_it_stands(site: Site, page: Page) -> None:
    sections = {s["location"]: s for s in ask(site, page, "fr", "defausser")["defausser"]}
    assert sections["glossary/#discard"]["title"] == "<mark>défausser</mark>"


def test_a_whole_word_comes_before_one_that_only_begins_alike(site: Site, page: Page) -> None:
    scores = {s["location"]: s["score"] for s in ask(site, page, "en", "set")["set"]}
    assert scores["glossary/#set"] > scores["rules/#sets"]


def test_a_word_found_in_another_form_is_not_called_missing(site: Site, page: Page) -> None:
    for section in ask(site, page, "he", "ולרצפים")["ולרצפים"]:
        assert all(section["terms"].values())


def test_what_is_said_of_a_thing_comes_before_what_is_proven_of_it(site: Site, page: Page) -> None:
    for typed, sections in ask(site, page, "en", "joker", "run", "opening").items():
        pages = [section["location"].partition("/")[0] for section in sections]
        assert pages.index("proof") > pages.index("rules"), typed


def test_nonsense_finds_nothing(site: Site, page: Page) -> None:
    assert ask(site, page, "en", "qzxw") == {"qzxw": []}


@pytest.mark.parametrize(("tag", "typed"), [("tr", "JOKER"), ("he", "הג׳וקר"), ("hr", "dzoker")])
def test_a_result_leads_to_its_section(site: Site, page: Page, tag: str, typed: str) -> None:
    page.goto(f"{site.url}{tag}/scoring/")
    page.locator(".md-search__input").fill(typed)
    page.keyboard.press("Shift")  # the theme looks when a key is let go
    page.locator(".md-search-result__link[href*='#joker']").first.click()
    page.wait_for_url(f"{site.url}{tag}/*/*#joker")
    assert page.locator("#joker").is_visible()


# The rules for words by themselves

FOLDED = {
    "Défausse": "defausse",
    "DŽOKER": "dzoker",
    "Đurđa": "durda",
    "łódź": "lodz",
    "Straße": "strasse",
    "œuvre": "oeuvre",
    "KAĞIT": "kagit",
    "kağıt": "kagit",
    "İKİ": "iki",
    "ılık": "ilik",
    "семёрка": "semerka",
    "Седмица": "sedmica",
    "џокер": "dzoker",
    "ג׳וקר": "גוקר",
    "ג'וקר": "גוקר",
    "קלף": "קלפ",
    "שָׁלוֹשׁ": "שלוש",
    "الآس": "الاس",
    "جُوكَر": "جوكر",
}
BARE = {
    "הרצפ": "רצפ",
    "ולרצפ": "רצפ",
    "שהמלכ": "מלכ",
    "והאס": "אס",
    "والاس": "اس",
    "بالجوكر": "جوكر",
    "للجوكر": "جوكر",
}


@pytest.fixture(scope="module")
def rules(site: Site, browser: Browser) -> Iterator[Page]:
    """A page with the rules for words alone, without the worker that they are made for."""
    page = browser.new_page()
    page.goto(f"{site.url}robots.txt")
    page.evaluate(
        "self.lunr = { Pipeline: { registerFunction() {} }, Builder: class {}, Index: class {} }"
    )
    source = page.request.get(f"{site.url}{RULES}").text()
    page.evaluate(source)
    yield page
    page.close()


@pytest.mark.parametrize(("word", "plain"), FOLDED.items())
def test_words_are_folded_to_plain_letters(rules: Page, word: str, plain: str) -> None:
    assert rules.evaluate("word => lunr.folded.fold(word)", word) == plain
    assert rules.evaluate("word => lunr.folded.fold(word)", plain) == plain


@pytest.mark.parametrize(("word", "shorter"), BARE.items())
def test_a_word_is_known_without_its_prefixes(rules: Page, word: str, shorter: str) -> None:
    assert shorter in rules.evaluate("word => lunr.folded.bare(word)", word)


@pytest.mark.parametrize("word", ["אס", "ace", "as", "آس", "king"])
def test_what_is_no_prefix_is_kept(rules: Page, word: str) -> None:
    assert rules.evaluate("word => lunr.folded.bare(word)", word) == [word]
