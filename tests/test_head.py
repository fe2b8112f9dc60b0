"""What a page tells machines, and what it may do: the head, the pictures, the policy."""

from __future__ import annotations

import json
import struct
from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest

from rami_examples.pages.book import MULTILINGUAL, Book, LanguageInfo, Page
from rami_examples.site.head import PICTURE_SIZE, Head, head_of, picture_address
from rami_examples.site.pictures import is_drawable, png
from rami_examples.site.policy import inline_scripts, with_policy
from rami_examples.site.sections import read_sections

SITE = "https://rami.example/x/"
GLOSSARY = """<h1 id="glossary">מילון</h1><h2 id="cards">קלפים</h2>
<dl><div id="joker"><dt>ג'וקר</dt><dd>קלף </script> & "כזה".</dd></div></dl>"""
ENGLISH = LanguageInfo("en", "English", "ltr", "Rami", picture="<svg/>")
HEBREW = LanguageInfo("he", "עברית", "rtl", "רמי", picture="<svg/>")
HOME = Page("he", "home", "", "בית", "על רמי", "", headline="רמי: חוקי המשחק")
WORDS = Page("he", "glossary", "glossary/", "מילון מונחים", "המונחים", "")
BOOK = Book(
    languages=(ENGLISH, HEBREW),
    pages=(HOME, WORDS),
    choice=Page(MULTILINGUAL, "languages", "", "Rami", "All languages", ""),
    files={},
)


def graph(page: Page, html: str = "") -> dict[str, dict[str, Any]]:
    """The things that a page tells of, by their types."""
    data = json.loads(head_of(BOOK, page, read_sections(html), SITE).data)
    assert data["@context"] == "https://schema.org"
    return {thing["@type"]: thing for thing in data["@graph"]}


# Links to a page, as they are shown elsewhere


def test_a_page_says_how_a_link_to_it_is_shown() -> None:
    told = dict(head_of(BOOK, WORDS, read_sections(GLOSSARY), SITE).properties)
    assert told["og:title"] == "מילון מונחים"
    assert told["og:description"] == "המונחים"
    assert told["og:site_name"] == "רמי"
    assert told["og:locale"] == "he"
    assert told["og:url"] == f"{SITE}he/glossary/"
    assert told["og:image"] == f"{SITE}{picture_address(HEBREW)}"
    assert (told["og:image:width"], told["og:image:height"]) == ("800", "420")


def test_a_title_names_the_page_and_the_site_and_a_home_page_says_what_the_site_is() -> None:
    titles = [head_of(BOOK, page, (), "").title for page in (WORDS, HOME, BOOK.choice)]
    assert titles == ["מילון מונחים · רמי", "רמי: חוקי המשחק", "Rami"]


def test_the_choice_of_languages_has_no_locale_and_the_default_picture() -> None:
    told = dict(head_of(BOOK, BOOK.choice, (), SITE).properties)
    assert "og:locale" not in told
    assert told["og:image"] == f"{SITE}en/card.png"


def test_without_an_address_of_the_site_nothing_is_told_that_needs_one() -> None:
    head = head_of(BOOK, WORDS, read_sections(GLOSSARY), "")
    assert head == Head(head.title, head.properties, head.data[:0])
    assert not [name for name, _ in head.properties if name in ("og:url", "og:image")]
    assert dict(head.properties)["og:title"] == "מילון מונחים"


# Structured data


def test_the_root_is_a_site_in_all_languages() -> None:
    assert graph(BOOK.choice) == {
        "WebSite": {
            "@type": "WebSite",
            "@id": f"{SITE}#website",
            "name": "Rami",
            "url": SITE,
            "inLanguage": ["en", "he"],
        }
    }


def test_a_page_is_an_article_of_the_site_in_its_language() -> None:
    article = graph(WORDS)["Article"]
    assert article["headline"] == "מילון מונחים"
    assert article["inLanguage"] == "he"
    assert article["isPartOf"] == {"@id": graph(BOOK.choice)["WebSite"]["@id"]}
    assert graph(HOME)["WebPage"]["name"] == "רמי: חוקי המשחק"


def test_a_page_knows_the_way_to_it() -> None:
    steps = graph(WORDS)["BreadcrumbList"]["itemListElement"]
    assert [(step["position"], step["name"], step["item"]) for step in steps] == [
        (1, "רמי", f"{SITE}he/"),
        (2, "מילון מונחים", f"{SITE}he/glossary/"),
    ]
    assert "BreadcrumbList" not in graph(HOME)


def test_the_terms_of_a_glossary_are_defined_each_at_its_own_address() -> None:
    terms = graph(WORDS, GLOSSARY)["DefinedTermSet"]
    assert terms["inLanguage"] == "he"
    [term] = terms["hasDefinedTerm"]
    assert (term["name"], term["termCode"]) == ("ג'וקר", "joker")
    assert term["url"] == f"{SITE}he/glossary/#joker"
    assert term["description"] == 'קלף & "כזה".'
    assert "DefinedTermSet" not in graph(HOME, "<h2 id=a>A</h2>")


def test_structured_data_cannot_end_its_script() -> None:
    book = Book((HEBREW,), (), Page(MULTILINGUAL, "", "", "</script><!--", "", ""), {})
    data = head_of(book, book.choice, (), SITE).data
    assert "<" not in data
    assert json.loads(data)["@graph"][0]["name"] == "</script><!--"


# Pictures

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}">{}</svg>'


def test_a_picture_has_the_size_that_pages_tell() -> None:
    drawn = png(PICTURE.format(*PICTURE_SIZE, "<rect width='9' height='9'/>"))
    assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", drawn[16:24]) == PICTURE_SIZE


@pytest.mark.parametrize(
    "text",
    ["Rami: les règles du jeu", "Igralište čšžđ", "İğüş", "Рами: правила", "רמי: כללי", "رامي 51"],
)
def test_the_fonts_draw_the_letters_of_a_text(text: str) -> None:
    assert is_drawable(text)
    letter = '<text y="90" font-size="90">{}</text>'
    for char in set(filter(str.isalpha, text)):
        drawn = png(PICTURE.format(200, 120, letter.format(char)))
        assert drawn != png(PICTURE.format(200, 120, "")), f"{char!r} is not drawn"
        assert drawn != png(PICTURE.format(200, 120, letter.format("\ue000"))), char


def test_a_text_that_the_fonts_lack_is_left_out() -> None:
    assert not is_drawable("रमी")
    lacking = PICTURE.format(200, 120, '<text y="90" font-size="90">रमी</text>')
    assert png(lacking) == png(PICTURE.format(200, 120, ""))


# The policy

PAGE = """<html><head><meta charset="utf-8"><script>one()</script>
<script src="own.js"></script><script type="application/ld+json">{"a":1}</script></head>
<body><script>two(
)</script><script>one()</script><script id="c" type="application/json">{}</script></body></html>"""


def directives(html: str) -> dict[str, list[str]]:
    content = html.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')[0]
    parts = (part.split() for part in content.split("; "))
    return {name: sources for name, *sources in parts}


def digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_a_page_allows_its_own_scripts_alone() -> None:
    policy = directives(with_policy(PAGE))
    assert list(inline_scripts(PAGE)) == ["one()", "two(\n)"]
    assert policy["script-src"] == ["'self'", digest("one()"), digest("two(\n)")]


def test_the_policy_stands_before_whatever_it_rules() -> None:
    html = with_policy(PAGE)
    assert html.index("Content-Security-Policy") < html.index("<script")


def test_nothing_is_allowed_that_is_not_named() -> None:
    policy = directives(with_policy(PAGE))
    assert policy["default-src"] == ["'none'"]
    assert policy["base-uri"] == policy["form-action"] == ["'none'"]
    assert not any("unsafe" in source for sources in policy.values() for source in sources)


def test_a_page_alone_may_need_more() -> None:
    policy = directives(with_policy(PAGE, {"script-src": "blob:", "frame-src": "'self'"}))
    assert policy["script-src"][-1] == "blob:"
    assert policy["frame-src"] == ["'self'"]


def test_a_page_without_a_head_is_an_error() -> None:
    with pytest.raises(ValueError, match="policy"):
        with_policy("<p>no page</p>")
