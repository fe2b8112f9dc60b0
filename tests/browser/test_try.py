"""The try-it page as readers use it: the engine in the browser says what the corpus says."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from rami_engine.fingerprint import engine_fingerprint

from .conftest import Site
from .watching import Watch

ASKED = {"meld": ("kind", "cards", "as", "rules"), "opening": ("kind", "melds", "game", "rules")}
ANSWERED = ("verdict", "points", "joker", "total", "reason")
RUN = {"kind": "meld", "cards": "QH KH AH", "as": "", "rules": "reference"}
START = 60_000  # milliseconds that a busy machine may take to start Python in a browser


def examples(site: Site) -> list[dict[str, Any]]:
    """All melds and openings of the corpus, never none."""
    content = json.loads((site.folder / "api" / "examples.json").read_bytes())
    found = [each for each in content["examples"] if each["kind"] in ASKED]
    assert {each["kind"] for each in found} == {*ASKED}
    return found


def asked(example: dict[str, Any]) -> dict[str, str]:
    """The question of an example, as the page's address has it."""
    return {name: example[name] for name in ASKED[example["kind"]] if name in example}


def opened(page: Page, site: Site, question: dict[str, str] | None = None, tag: str = "en") -> Page:
    """The page, with a question if one is given."""
    query = f"?{urlencode(question)}" if question else ""
    page.goto(f"{site.url}{tag}/try/{query}")
    return page


def answer(page: Page, question: dict[str, str]) -> dict[str, Any]:
    """What the page shows as the engine's answer to a question in its address."""
    shown = page.locator("[data-part=answer]")
    expect(shown).to_have_attribute("data-asked", f"?{urlencode(question)}", timeout=START)
    given: dict[str, Any] = json.loads(shown.get_attribute("data-answer") or "")
    return given


def test_the_engine_in_the_browser_gives_the_verdict_of_every_example(
    page: Page, site: Site
) -> None:
    opened(page, site, RUN)
    answer(page, RUN)
    for example in examples(site):
        question = asked(example)
        # As the way back does it: the address changes, and the page follows.
        page.evaluate(
            "query => { history.pushState(null, '', query); dispatchEvent(new Event('popstate')) }",
            f"?{urlencode(question)}",
        )
        given = answer(page, question)
        found = {name: given[name] for name in ANSWERED if given.get(name, "") != ""}
        expected = {name: example[name] for name in ANSWERED if name in example}
        assert found == expected, example["id"]
        verdict = page.locator("[data-slot=verdict] .verdict")
        expect(verdict).to_have_class(f"verdict verdict--{example['verdict']}")
        if reason := example.get("reason"):
            link = page.locator("[data-slot=reason] a")
            assert str(link.get_attribute("href")).endswith(f"#{reason}")


def test_the_page_runs_the_very_engine_that_confirmed_the_site(page: Page, site: Site) -> None:
    opened(page, site, RUN)
    answer(page, RUN)
    expect(page.locator("[data-part=fingerprint]")).to_have_text(engine_fingerprint())
    expect(page.locator("#try-form")).to_have_attribute("data-engine", "same")


def test_another_engine_is_told(page: Page, site: Site, context: BrowserContext) -> None:
    def changed(route: Route) -> None:
        body = route.fetch().text().replace("The game of Rami", "Another game")
        route.fulfill(body=body)

    context.route("**/engine.json*", changed)
    opened(page, site, RUN)
    answer(page, RUN)
    expect(page.locator("#try-form")).to_have_attribute("data-engine", "differs")
    expect(page.locator("[data-say=differs]")).to_be_visible()


def test_every_language_has_the_page_and_writes_numbers_in_its_own_digits(
    page: Page, site: Site
) -> None:
    from babel import Locale
    from babel.numbers import format_decimal

    for tag in site.languages:
        opened(page, site, RUN, tag)
        assert answer(page, RUN)["points"] == 31
        locale = Locale.parse(tag, sep="-")
        points = format_decimal(31, locale=locale, numbering_system="default")
        expect(page.locator("[data-slot=points] dd")).to_have_text(points)


def test_nothing_is_loaded_before_a_reader_asks(page: Page, site: Site) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    opened(page, site)
    page.locator('[data-code="QH"]').click()
    page.wait_for_load_state("networkidle")
    assert not [url for url in loaded if "engine" in url]
    page.locator("[data-do=ask]").click()
    expect(page.locator("[data-part=answer] .verdict--refused")).to_be_visible(timeout=START)
    assert [url for url in loaded if url.endswith("brython.js")]


def test_cards_are_picked_by_keyboard_and_by_typing_and_taken_away(page: Page, site: Site) -> None:
    opened(page, site)
    pack = page.locator("[data-part=pack]")
    pack.locator('[data-code="AS"]').focus()
    for key in ("ArrowRight", "ArrowDown", "Enter", "End", "Enter"):
        page.keyboard.press(key)
    text = page.locator("input[name=cards]")
    expect(text).to_have_value("2H JK")
    page.keyboard.press("Backspace")
    expect(text).to_have_value("2H")
    text.fill("qh kh ah")
    laid = page.locator("[data-part=laid] .try__card")
    expect(laid).to_have_count(3)
    laid.nth(1).click()
    expect(text).to_have_value("QH AH")
    expect(laid.nth(1)).to_be_focused()


def test_the_way_back_takes_the_last_card_back(page: Page, site: Site) -> None:
    opened(page, site)
    for code in ("QH", "KH"):
        page.locator(f'[data-code="{code}"]').click()
    text = page.locator("input[name=cards]")
    page.go_back()
    expect(text).to_have_value("QH")
    page.go_forward()
    expect(text).to_have_value("QH KH")


def test_a_link_carries_the_whole_question(page: Page, site: Site, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(page, site)
    page.locator("[name=kind][value=opening]").check()
    page.locator("[name=game]").select_option("rami40")
    page.locator("[name=rules]").select_option("house")
    page.locator("input[name=cards]").fill("QH KH AH | JK 7S 8S")
    page.locator("[data-do=copy]").click()
    expect(page.locator("[data-part=copied]")).not_to_be_empty()
    other = context.new_page()
    other.goto(page.evaluate("navigator.clipboard.readText()"))
    melds = {"melds": "QH KH AH | JK 7S 8S", "game": "rami40", "rules": "house"}
    assert answer(other, {"kind": "opening", **melds})["total"] == 61


def test_an_opening_is_built_meld_by_meld(page: Page, site: Site) -> None:
    opened(page, site)
    page.locator("[name=kind][value=opening]").check()
    for code in ("QH", "KH", "AH"):
        page.locator(f'[data-code="{code}"]').click()
    page.locator("[data-do=add]").click()
    for code in ("9C", "9D", "9H"):
        page.locator(f'[data-code="{code}"]').click()
    expect(page.locator("input[name=cards]")).to_have_value("QH KH AH | 9C 9D 9H")
    page.locator("[data-do=ask]").click()
    expect(page.locator("[data-slot=total] dd")).to_have_text("58", timeout=START)


# Where the engine cannot run


def test_an_engine_that_cannot_be_loaded_is_told_and_can_be_asked_again(
    page: Page, site: Site, context: BrowserContext, watch: Watch
) -> None:
    context.route("**/brython.js", lambda route: route.abort())
    opened(page, site, RUN)
    expect(page.locator("[data-say=unloaded]")).to_be_visible(timeout=START)
    watch.errors.clear()
    context.unroute("**/brython.js")
    page.locator("[data-do=ask]").click()
    assert answer(page, RUN)["verdict"] == "valid"


def test_a_site_that_forbids_the_engine_is_told(
    page: Page, site: Site, context: BrowserContext, watch: Watch
) -> None:
    def strict(route: Route) -> None:
        policy = {"Content-Security-Policy": "default-src 'self'"}
        got = route.fetch()
        route.fulfill(response=got, headers={**got.headers, **policy})

    context.route("**/engine-worker.js", strict)
    opened(page, site, RUN)
    expect(page.locator("[data-say=blocked]")).to_be_visible(timeout=START)
    watch.errors.clear()


def test_without_scripts_the_page_says_what_it_needs(browser: Any, site: Site) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.url}en/try/")
    expect(page.locator("noscript .note")).to_be_visible()
    expect(page.locator("#try-form")).to_be_hidden()
    context.close()


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_sticks_out(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    opened(page, site, RUN)
    answer(page, RUN)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("tag", "typed"), [("fr", "DH RH AH"), ("pl", "dh kh ah"), ("de", "DH KH AH")]
)
def test_the_letters_of_the_readers_own_pack_may_be_typed(
    tag: str, typed: str, page: Page, site: Site
) -> None:
    opened(page, site, tag=tag)
    page.locator("[name=cards]").fill(typed)
    page.locator("[data-do=ask]").click()
    assert answer(page, RUN)["verdict"] == "valid"
