"""What makes the pages pleasant, and what stays when a browser or a reader does without it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from .conftest import Site

RULES = "en/rules/"
RULE, EXAMPLE = "set.size", "three-kings"
LINKED = ("rules/", "opening/", "scoring/", "proof/")
# Whatever has an address of its own on those pages: rules, examples, plays, matches.
ADDRESSED = "p.rule, section.proof, tr[id], table[id], article.scenario"
# Parts of tables that are none any more where they are drawn as blocks, but for their roles.
ROLELESS = """
  table:not([role=table]), :is(thead, tbody):not([role=rowgroup]), tr:not([role=row]),
  th[scope=col]:not([role=columnheader]), th[scope=row]:not([role=rowheader]), td:not([role=cell])
"""


def link_to(page: Page, place: str) -> Locator:
    """The link in the margin of a place of the page."""
    return page.locator(f'a.anchor[href="#{place}"]')


def inks(page: Page) -> set[str]:
    """The colours of the suits, as the page has them now."""
    suits = page.locator(".suits i")
    found: list[str] = suits.evaluate_all(
        "suits => suits.map(suit => getComputedStyle(suit).getPropertyValue('--ink'))"
    )
    assert len(found) == 4
    return set(found)


def read(site: Site, address: str) -> BeautifulSoup:
    """A page as it stands in its file."""
    return BeautifulSoup((site.folder / address / "index.html").read_bytes(), "lxml")


@contextmanager
def scriptless(browser: Browser, width: int = 1280) -> Iterator[Page]:
    """A page in a browser that runs no scripts."""
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": width, "height": 800}
    )
    yield context.new_page()
    context.close()


# Addresses to copy


@pytest.mark.parametrize("place", [RULE, EXAMPLE])
def test_a_link_to_a_place_is_copied_in_full_and_that_is_said(
    page: Page, site: Site, context: BrowserContext, place: str
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site.url + RULES)
    link_to(page, place).focus()
    expect(link_to(page, place)).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site.url}{RULES}#{place}"
    assert page.url == f"{site.url}{RULES}#{place}"


def test_everything_with_an_address_has_its_link_in_every_language(site: Site) -> None:
    for tag in site.languages:
        names = set()
        for path in LINKED:
            document = read(site, f"{tag}/{path}")
            links = document.select("a.anchor")
            addresses = [f"#{place['id']}" for place in document.select(ADDRESSED)]
            assert addresses
            assert [link["href"] for link in links] == addresses
            names |= {str(link["aria-label"]) for link in links}
        assert len(names) == 2  # of rules, and of examples
        assert tag == "en" or not any("Link to" in name for name in names)


def test_a_link_comes_into_sight_with_the_pointer_and_moves_nothing(page: Page, site: Site) -> None:
    page.goto(site.url + RULES)
    rule = page.locator(f'[id="{RULE}"]')
    expect(link_to(page, RULE)).to_have_css("opacity", "0")
    rule.scroll_into_view_if_needed()
    before = rule.bounding_box()
    rule.hover()
    expect(link_to(page, RULE)).to_have_css("opacity", "1")
    assert rule.bounding_box() == before


def test_links_are_in_sight_where_there_is_no_pointer_and_inside_the_page(
    browser: Browser, site: Site
) -> None:
    context = browser.new_context(
        has_touch=True, is_mobile=True, viewport={"width": 360, "height": 800}
    )
    page = context.new_page()
    for tag in ("en", "he"):
        page.goto(f"{site.url}{tag}/rules/")
        expect(link_to(page, RULE)).not_to_have_css("opacity", "0")
        box = link_to(page, RULE).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert min(box["width"], box["height"]) >= 24  # WCAG 2.5.8
    context.close()


def test_without_scripts_a_link_leads_to_its_place(browser: Browser, site: Site) -> None:
    with scriptless(browser) as page:
        page.goto(site.url + RULES)
        link_to(page, EXAMPLE).click()
        assert page.url == f"{site.url}{RULES}#{EXAMPLE}"
        expect(page.locator(".suits button")).to_be_hidden()


# Four colours


def test_four_colours_are_remembered_over_pages_and_languages(page: Page, site: Site) -> None:
    page.goto(site.url + RULES)
    assert len(inks(page)) == 2
    button = page.get_by_role("button", name="Four-colour suits")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert len(inks(page)) == 4
    page.goto(f"{site.url}he/opening/")
    assert len(inks(page)) == 4
    expect(page.locator(".suits button")).to_have_attribute("aria-pressed", "true")
    page.locator(".suits button").click()
    page.reload()
    assert len(inks(page)) == 2


def test_the_colours_are_set_before_the_body_is_read(
    page: Page, site: Site, context: BrowserContext
) -> None:
    page.goto(site.url + RULES)
    page.locator(".suits button").click()
    page.add_init_script(
        "new MutationObserver((_, seen) => {"
        "  if (!document.body) return;"
        "  window.atFirst = document.documentElement.dataset.suits;"
        "  seen.disconnect();"
        "}).observe(document, { childList: true, subtree: true })"
    )
    page.reload()
    assert page.evaluate("window.atFirst") == "four"


def test_a_browser_that_keeps_nothing_shows_four_colours_for_the_page(
    page: Page, site: Site
) -> None:
    page.goto(site.url + RULES)
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full') } }")
    page.locator(".suits button").click()
    assert len(inks(page)) == 4


# The page of all languages


@pytest.mark.parametrize(
    ("asked", "suggested"),
    [("de-AT", ["de"]), ("tr", ["tr"]), ("he-IL", ["he"]), ("mi", [])],
)
def test_the_language_that_the_browser_asks_for_is_marked_and_not_forced(
    browser: Browser, site: Site, asked: str, suggested: list[str]
) -> None:
    context = browser.new_context(locale=asked)
    page = context.new_page()
    page.goto(site.url)
    marked = page.locator(".languages a[aria-current]")
    expect(marked).to_have_count(len(suggested))
    assert marked.evaluate_all("links => links.map(link => link.lang)") == suggested
    assert page.url == site.url
    context.close()


def test_without_scripts_all_languages_are_offered_alike(browser: Browser, site: Site) -> None:
    with scriptless(browser) as page:
        page.goto(site.url)
        expect(page.locator(".languages a")).to_have_count(len(site.languages))
        expect(page.locator(".languages a[aria-current]")).to_have_count(0)


# Paper


def test_a_printed_page_says_where_it_is_and_where_its_links_lead(page: Page, site: Site) -> None:
    page.goto(f"{site.url}{RULES}#{RULE}")
    expect(page.locator(".printed")).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator(".printed")).to_have_text(site.url + RULES)
    shown = page.locator("article [data-address]")
    addresses = shown.evaluate_all("links => links.map(link => link.dataset.address)")
    assert addresses == [f"{site.url}en/scoring/", f"{site.url}en/differences/"]
    for part in (".md-header", ".md-footer", ".anchor", ".rule__proof", ".suits"):
        expect(page.locator(part).first).to_be_hidden()


def test_the_quick_reference_fits_one_sheet_in_every_language(page: Page, site: Site) -> None:
    for tag in site.languages:
        page.goto(f"{site.url}{tag}/quick/")
        sheets = page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n")
        assert sheets == 1, tag


# Small screens and those who listen


@pytest.mark.parametrize("width", [360, 390])
def test_without_scripts_nothing_sticks_out(browser: Browser, site: Site, width: int) -> None:
    with scriptless(browser, width) as page:
        for path in ("", "en/", "he/", RULES, "de/try/", "404.html"):
            page.goto(site.url + path)
            edge = page.locator(".md-select__inner").bounding_box()
            assert edge, path
            assert edge["x"] >= 0, path
            assert edge["x"] + edge["width"] <= width, path


def test_tables_stay_tables_where_they_are_drawn_as_blocks(site: Site) -> None:
    for tag, path in product(site.languages, LINKED):
        assert read(site, f"{tag}/{path}").select(ROLELESS) == []


def test_laid_cards_are_told_before_the_engine_is_there(page: Page, site: Site) -> None:
    page.goto(f"{site.url}en/try/")
    told = page.locator("[data-part=heard]")
    for code in ("QH", "KH"):
        page.locator(f'[data-code="{code}"]').click()
    expect(told).to_have_text("queen of hearts, king of hearts")
    page.locator("[data-part=laid] .try__card").first.click()
    expect(told).to_have_text("king of hearts")
    page.locator("[data-do=clear]").click()
    expect(told).to_be_empty()
