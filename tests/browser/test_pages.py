"""Every page of every language, as readers meet it: by day and by night, on a desktop and a phone.

A page is opened once in each view, and all is asked of it while it is open: the tests that change
most come last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from babel import Locale
from playwright.sync_api import Browser, Page, Request, expect

from rami_examples.build import declared_languages
from rami_examples.lab.measure import layout_shift, weigh
from rami_examples.pages.book import MANY
from rami_examples.pages.render import PAGES

from .conftest import PROJECT, Site, Watch, watched

LANGUAGES = declared_languages(PROJECT)
TOLD = tuple(f"{tag}/{path}" for tag, path in product(LANGUAGES, PAGES.values()))
LOST = ("404.html", *(f"{tag}/404.html" for tag in LANGUAGES))
ADDRESSES = ("", *TOLD, *LOST)
WIDTHS = (360, 768, 1280)  # pixels of a small phone, a tablet, a desktop

RULES = {f"{tag}/{PAGES['rules']}" for tag in LANGUAGES}
MOST, MOST_OURS = 250_000, 60_000  # bytes of a first visit

# The rule about the size of targets is not on by itself.
AXE = """async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const settings = { runOnly: tags, rules: { "target-size": { enabled: true } } };
  const { violations, passes } = await axe.run({ ...settings, resultTypes: ["violations"] });
  return {
    passed: passes.map(rule => rule.id),
    found: violations.flatMap(({ id, nodes }) =>
      nodes.map(node => [id, node.target.join(" "), node.failureSummary])),
  };
}"""
STICKING_OUT = """() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const outside = [...document.body.querySelectorAll("*")].filter(element => {
    const { left, right } = element.getBoundingClientRect();
    return right > clientWidth + 1 || left < -1;
  });
  return [`${scrollWidth} px`, ...outside.map(element => element.outerHTML.slice(0, 120))];
}"""
# A stop is seen by its outline, or that of its label, where it lies under nothing else.
UNSEEN = """async () => {
  const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  const seen = shown => {
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    const [{ left, top, width, height }] = shown.getClientRects();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1
      && there && (shown.contains(there) || there.contains(shown));
  };
  const unseen = [];
  for (const stop of document.querySelectorAll("a[href], button, input, select, [tabindex]")) {
    if (stop.tabIndex < 0 || (stop.type === "radio" && !stop.checked)) continue;
    stop.focus();
    if (document.activeElement !== stop) continue;
    const shown = [stop, ...(stop.labels ?? [])].filter(each => each.getClientRects().length);
    if (!shown.some(seen)) await drawn();  // what opens or scrolls for the focus
    if (!shown.some(seen)) unseen.push(stop.outerHTML.slice(0, 160));
    // Tells the search that it is being left.
    stop.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true }));
  }
  return unseen;
}"""


@dataclass(frozen=True, slots=True)
class View:
    """How a page is met; ``width`` in pixels."""

    scheme: Literal["light", "dark"]
    width: int


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that has just been opened, and what went on meanwhile."""

    address: str
    view: View
    page: Page
    watch: Watch
    requests: list[Request]


VIEWS = (View("light", 1280), View("dark", 360))


@pytest.fixture(
    scope="module",
    params=product(ADDRESSES, VIEWS),
    ids=lambda param: f"{param[0] or '.'}-{param[1].scheme}",
)
def visit(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Visit]:
    """A visit to every page in every view, one after the other."""
    address, view = request.param
    watch, requests = Watch(), list[Request]()
    # With less motion there is nothing to wait for.
    settings = {"color_scheme": view.scheme, "reduced_motion": "reduce"}
    with watched(browser, site, watch, view.width, **settings) as context:
        page = context.new_page()
        page.on("request", lambda asked: requests.append(asked))
        page.goto(site.url + address)
        yield Visit(address, view, page, watch, requests)


def told(visit: Visit) -> tuple[str, str]:
    """The language and the page of a visit; skips what is in no language or at no address."""
    if visit.address not in TOLD:
        pytest.skip("not a page of a language")
    tag, _, path = visit.address.partition("/")
    return tag, path


def direction(tag: str) -> str:
    """Where a language is written to, as Unicode's locale data have it."""
    return str(Locale.parse(tag, sep="-").text_direction)


def test_a_page_stands_still_while_it_is_loaded(visit: Visit) -> None:
    assert layout_shift(visit.page) == 0


def test_a_page_says_its_language_and_direction(visit: Visit) -> None:
    tag = visit.address.partition("/")[0]
    tag = tag if tag in LANGUAGES else MANY if not visit.address else LANGUAGES[0]
    way = "ltr" if tag == MANY else direction(tag)
    expect(visit.page.locator("html")).to_have_attribute("lang", tag)
    expect(visit.page.locator("html")).to_have_attribute("dir", way)
    expect(visit.page.locator(".md-content")).to_have_css("direction", way)


def test_a_page_comes_in_the_colours_that_the_system_asks_for(visit: Visit) -> None:
    scheme = {"light": "default", "dark": "slate"}[visit.view.scheme]
    expect(visit.page.locator("body")).to_have_attribute("data-md-color-scheme", scheme)


def test_a_rules_page_keeps_its_weight(visit: Visit) -> None:
    if visit.address not in RULES:
        pytest.skip("not a rules page")
    visit.page.wait_for_load_state("networkidle")
    weight = weigh(visit.requests)
    assert 0 < weight.ours < MOST_OURS, weight
    assert weight.ours < weight.total < MOST, weight


def test_nothing_moves_for_those_who_want_less_motion(visit: Visit) -> None:
    assert visit.page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_to_the_side(visit: Visit, width: int) -> None:
    visit.page.set_viewport_size({"width": width, "height": 900})
    found = visit.page.evaluate(STICKING_OUT)
    visit.page.set_viewport_size({"width": visit.view.width, "height": 900})
    assert found == []


def test_axe_finds_nothing_against_wcag_2_2_aa(visit: Visit) -> None:
    assert violations(visit.page) == []


def violations(page: Page) -> list[Any]:
    """What axe finds on a page as it is now."""
    page.evaluate(AXE_SCRIPT)
    answer = page.evaluate(AXE)
    assert "color-contrast" in answer["passed"]  # it looked
    found: list[Any] = answer["found"]
    return found


def test_the_first_key_leads_past_the_navigation(visit: Visit) -> None:
    told(visit)
    page = visit.page
    page.keyboard.press("Tab")
    skip = page.locator(".md-skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    expect(skip).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    expect(page.locator(".md-content :target")).to_be_in_viewport()


def test_the_keyboard_shows_where_it_is(visit: Visit) -> None:
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate(UNSEEN) == []


def test_switching_languages_stays_on_the_page(visit: Visit, site: Site) -> None:
    tag, path = told(visit)
    other = LANGUAGES[(LANGUAGES.index(tag) + 1) % len(LANGUAGES)]
    page = visit.page
    page.locator(".md-header .md-select button").click()
    page.locator(f".md-header .md-select a[hreflang={other}]").click()
    page.wait_for_url(f"{site.url}{other}/{path}")
    expect(page.locator("html")).to_have_attribute("lang", other)
    expect(page.locator("html")).to_have_attribute("dir", direction(other))


def test_nothing_went_wrong_and_nobody_else_was_asked(visit: Visit) -> None:
    visit.page.wait_for_load_state()
    assert visit.watch.errors == []
    assert visit.watch.outside == []


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
