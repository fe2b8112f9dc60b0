"""Every page of every language, as readers meet it: by day on a desktop, by night on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from babel import Locale
from bs4 import BeautifulSoup, Tag
from playwright.sync_api import Page, expect

from rami_examples.page_names import PAGES
from rami_examples.pages.book import MULTILINGUAL

from .conftest import Site
from .visits import FOLLOWING, LANGUAGES, LOST, PHONE, VIEWS, WIDTHS, Met, Seen, View
from .watching import Watch

TOLD = [f"{tag}/{path}" for tag, path in product(LANGUAGES, PAGES.values())]
RULES = [f"{tag}/{PAGES['rules']}" for tag in LANGUAGES]

MOST, MOST_OURS = 250_000, 60_000  # bytes of a first visit


def met(addresses: Sequence[str], views: Sequence[View] = VIEWS) -> pytest.MarkDecorator:
    """A case for each of these pages in each view."""
    cases = list(product(addresses, views))
    ids = [f"{address or '.'}-{view.scheme}" for address, view in cases]
    return pytest.mark.parametrize("met", cases, ids=ids)


every_page = met(["", *TOLD, *LOST])
every_page_told = met(TOLD)
every_page_told_on_a_phone = met(TOLD, [view for view in VIEWS if view.width == PHONE])
every_rules_page = met(RULES)


def direction(tag: str) -> str:
    """Where a language is written to, as Unicode's locale data have it."""
    return str(Locale.parse(tag, sep="-").text_direction)


@every_page
def test_nothing_goes_wrong_on_a_page(seen: Seen) -> None:
    assert not seen.errors, "\n".join(seen.errors)


@every_page
def test_a_page_asks_nobody_else(seen: Seen) -> None:
    assert not seen.outside, "\n".join(seen.outside)


@every_page
def test_a_page_stands_still_while_it_is_loaded(seen: Seen) -> None:
    assert not seen.shifts, "\n".join(seen.shifts)


@every_page
def test_a_page_says_its_language_and_direction(met: Met, seen: Seen) -> None:
    address, _ = met
    first = address.partition("/")[0]
    tag = first if first in LANGUAGES else MULTILINGUAL
    way = direction(LANGUAGES[0] if tag == MULTILINGUAL else tag)
    assert (seen.declared["lang"], seen.declared["dir"], seen.declared["flow"]) == (tag, way, way)


@every_page
def test_a_page_comes_in_the_colours_that_the_system_asks_for(met: Met, seen: Seen) -> None:
    _, view = met
    assert seen.declared["colours"] == {"light": "default", "dark": "slate"}[view.scheme]


@every_page
def test_nothing_moves_for_those_who_want_less_motion(seen: Seen) -> None:
    assert not seen.moving, "\n".join(seen.moving)


@every_page
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_to_the_side(seen: Seen, width: int) -> None:
    assert not seen.sticking_out[width], "\n".join(seen.sticking_out[width])


@every_page
def test_axe_finds_no_barrier(seen: Seen) -> None:
    assert "color-contrast" in seen.passed  # it looked
    assert not seen.barriers, "\n".join(seen.barriers)


@every_page
def test_the_first_key_offers_the_way_past_the_navigation(seen: Seen) -> None:
    assert [what for what, is_so in seen.skip.items() if not is_so] == []


@every_page
def test_the_keyboard_shows_where_it_is(seen: Seen) -> None:
    assert not seen.unseen, "\n".join(seen.unseen)


@every_page_told
def test_switching_languages_stays_on_the_page(met: Met, seen: Seen) -> None:
    assert seen.switched == FOLLOWING[met[0]]


@every_rules_page
def test_a_rules_page_keeps_its_weight(seen: Seen) -> None:
    assert 0 < seen.weight.ours < MOST_OURS, seen.weight
    assert seen.weight.ours < seen.weight.total < MOST, seen.weight


@every_page_told_on_a_phone
def test_examples_are_heard_in_the_order_in_which_they_are_read(
    met: Met, seen: Seen, site: Site
) -> None:
    page = BeautifulSoup((site.folder / met[0] / "index.html").read_bytes(), "lxml")
    ahead = map(in_one_line, seen.heard)
    for example in page.select("tr[data-verdict]:not([data-players]), li.step"):
        for part in parts(example):
            assert part in ahead, f"{part} of {example.get_text(' ', strip=True)}"


PARTS = "th, p, [role=img], .verdict, .examples__points, .examples__reason"


def parts(example: Tag) -> Iterator[str]:
    """A title or what a player does, the cards, the verdict, the points, the reason."""
    for element in example.select(PARTS):
        text = element.get("aria-label") or element.find(string=True, recursive=False)
        if text and in_one_line(str(text)):
            yield in_one_line(str(text))


def in_one_line(text: str) -> str:
    """A text, however it is broken into lines."""
    return " ".join(text.split())


# Beyond the pages as they are opened


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_missing_address_is_answered_in_its_language(
    page: Page, site: Site, watch: Watch, tag: str
) -> None:
    response = page.goto(f"{site.url}{tag}/nowhere/")
    assert response
    assert response.status == 404
    expect(page.locator("html")).to_have_attribute("lang", tag)
    expect(page.locator("html")).to_have_attribute("dir", direction(tag))
    expect(page.locator(".lost:visible")).to_have_count(1)
    expect(page.locator(".lost:visible")).to_have_attribute("lang", tag)
    watch.errors.clear()  # the browser notes the status


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_start_leads_into_every_language(page: Page, site: Site, tag: str) -> None:
    page.goto(site.url)
    page.locator(f".languages a[hreflang={tag}]").click()
    page.wait_for_url(f"{site.url}{tag}/")
