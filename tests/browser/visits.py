"""Visits to every page: what is to be seen, heard and reached there, gathered as values.

Two browsers go through the site side by side, one in each view. A page is opened once, and all is
asked of it while it is open; the tests that judge what was found come later.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Error, Page, Request

from rami_examples.lab.browser import launched
from rami_examples.lab.measure import Weight, weigh
from rami_examples.page_names import PAGES
from rami_examples.settings import declared_languages

from .watching import Watch, watched

PROJECT = Path(__file__).parents[2]
LANGUAGES = declared_languages(PROJECT)
LOST = ("404.html", *(f"{tag}/404.html" for tag in LANGUAGES))
# Every address, page by page, and the same page in the next language; "" where there is none.
FOLLOWING = {
    **{
        f"{tag}/{path}": f"{following}/{path}"
        for path in PAGES.values()
        for tag, following in pairwise((*LANGUAGES, LANGUAGES[0]))
    },
    **dict.fromkeys(("", *LOST), ""),
}

PHONE, TABLET, DESKTOP = WIDTHS = (360, 768, 1280)  # pixels
HEIGHT = 900
PATIENCE = 10_000  # milliseconds until what has not come is missing

# All that axe takes for a barrier; the rule about the size of targets is not on by itself.
AXE = """async () => {
  const { violations, passes } = await axe.run({
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    rules: { "target-size": { enabled: true } },
    resultTypes: ["violations"],
    preload: false,
  });
  return {
    passed: passes.map(rule => rule.id),
    barriers: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => [id, target.join(" "), failureSummary].join(": "))),
  };
}"""
DECLARED = """() => ({
  lang: document.documentElement.lang,
  dir: document.documentElement.dir,
  flow: getComputedStyle(document.querySelector(".md-content")).direction,
  colours: document.body.dataset.mdColorScheme,
})"""
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 120))].join(": "));
  }).observe({ type: "layout-shift", buffered: true });
}"""
MOVING = """() => document.getAnimations().map(({ animationName, transitionProperty, effect }) =>
  `${animationName ?? transitionProperty} of ${effect.target.outerHTML.slice(0, 120)}`)"""
STICKING_OUT = """() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const outside = [...document.querySelectorAll("article *")].filter(element => {
    const { left, right } = element.getBoundingClientRect();
    return right > clientWidth + 1 || left < -1;
  });
  return [`${scrollWidth} px`, ...outside.map(element => element.outerHTML.slice(0, 120))];
}"""
# The first stop of the keyboard: it leads to the text, and lies in sight and on top.
SKIP = """() => {
  const link = document.activeElement;
  const { left, top, right, bottom } = link.getBoundingClientRect();
  const target = document.getElementById(decodeURIComponent(link.hash?.slice(1) ?? ""));
  return {
    "leads to the headline": Boolean(target?.matches("h1, :has(> .lost > h1)")),
    "is inside the window": left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
    "is on top": document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === link,
    "is opaque": getComputedStyle(link).opacity === "1",
  };
}"""
# A stop is seen by its outline, or that of its label, where it lies under nothing else. The way
# leads back, on which the header would lie over what it meets; the tabs have just been left behind.
UNSEEN = """async () => {
  const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  const seen = shown => {
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    const [{ left, top, width, height }] = shown.getClientRects();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1
      && there && (shown.contains(there) || there.contains(shown));
  };
  const stops = "a[href], button, input, select, summary, [tabindex]";
  const unseen = [];
  for (const stop of [...document.querySelectorAll(stops)].reverse()) {
    if (stop.tabIndex < 0 || (stop.type === "radio" && !stop.checked)) continue;
    if (stop.matches(".md-tabs a")) {
      scrollTo(0, 40);
      await drawn();
    }
    stop.focus();
    if (document.activeElement !== stop) continue;
    const shown = [stop, ...(stop.labels ?? [])].filter(each => each.getClientRects().length);
    // What opens, scrolls or goes away for the focus takes a while.
    for (let frame = 0; frame < 30 && !shown.some(seen); frame++) await drawn();
    if (stop.tabIndex >= 0 && !shown.some(seen))
      unseen.push(stop.outerHTML.replace(/\\s+/g, " ").slice(0, 160));
    // Tells the search that it is being left.
    stop.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true }));
  }
  return unseen;
}"""


@dataclass(frozen=True, slots=True)
class View:
    """How pages are met: in which colours, and in how many pixels of width when they open."""

    scheme: Literal["light", "dark"]
    width: int


VIEWS = (View("light", DESKTOP), View("dark", PHONE))

Met = tuple[str, View]
"""An address below the site's root, and the view in which it is opened."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was found on a page in one view."""

    declared: Mapping[str, str]  # what the page says of itself
    moving: Sequence[str]  # what is animated although less motion is wanted
    shifts: Sequence[str]  # what moved while the page was loaded
    sticking_out: Mapping[int, Sequence[str]]  # what is wider than the window, by its width
    passed: Collection[str]  # the rules of axe that hold
    barriers: Sequence[str]  # the places where one does not
    heard: Sequence[str]  # texts and names of pictures, as the accessibility tree orders them on a
    # phone, where tables are drawn as blocks; nothing of it elsewhere
    skip: Mapping[str, bool]  # what is true of the first stop of the keyboard
    unseen: Sequence[str]  # stops of the keyboard that cannot be seen
    weight: Weight
    errors: Sequence[str]
    outside: Sequence[str]  # addresses on other hosts that were asked for
    switched: str = ""  # the address that the switch to the next language led to


def gather(site: str, chromium: str, wanted: Collection[Met], stop: Event) -> Mapping[Met, Seen]:
    """Visit what is ``wanted``, given by address and view; end early when ``stop`` is set."""
    found: dict[Met, Seen] = {}

    def go(view: View) -> None:
        with launched(chromium) as browser:
            for address, seen in _walk(browser, site, view, wanted):
                if stop.is_set():
                    return
                found[address, view] = seen

    with ThreadPoolExecutor(len(VIEWS)) as pool:
        for gone in [pool.submit(go, view) for view in VIEWS]:
            gone.result()
    return found


def _walk(
    browser: Browser, site: str, view: View, wanted: Collection[Met]
) -> Iterator[tuple[str, Seen]]:
    """Go from language to language, by a page's own switch where that leads there."""
    visit = _Visit()
    settings = {"color_scheme": view.scheme, "reduced_motion": "reduce"}
    with watched(browser, site, visit.watch, view.width, **settings) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("request", lambda asked: visit.requests.append(asked))
        # What a page weighs, it weighs at the first visit.
        context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
        for address, following in FOLLOWING.items():
            if (address, view) not in wanted:
                continue
            if page.url != site + address:
                visit.begin()
                page.goto(site + address)
            try:
                seen = _look(page, view, visit)
            except Error as error:
                error.add_note(f"on {address}, {view}")
                raise
            visit.begin()
            if following:
                _switch(page, following.partition("/")[0])
            yield address, replace(seen, switched=page.url.removeprefix(site))


@dataclass(frozen=True, slots=True)
class _Visit:
    """What goes on while a page is open."""

    watch: Watch = field(default_factory=Watch)
    requests: list[Request] = field(default_factory=list)

    def begin(self) -> None:
        for noted in (self.watch.errors, self.watch.outside, self.requests):
            noted.clear()


def _look(page: Page, view: View, visit: _Visit) -> Seen:
    """Ask a page that has just been opened; what changes most comes last."""
    page.evaluate(SHIFTS)
    declared = page.evaluate(DECLARED)
    moving = page.evaluate(MOVING)
    page.evaluate(AXE_SCRIPT)
    axe = page.evaluate(AXE)
    shifts = page.evaluate("shifts")
    heard = _heard(page) if view.width == PHONE else []
    sticking_out = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        sticking_out[width] = page.evaluate(STICKING_OUT)
    page.set_viewport_size({"width": view.width, "height": HEIGHT})
    page.keyboard.press("Tab")
    skip = page.evaluate(SKIP)
    unseen = page.evaluate(UNSEEN)
    page.wait_for_load_state("networkidle")
    return Seen(
        declared=declared,
        moving=moving,
        shifts=shifts,
        sticking_out=sticking_out,
        passed=axe["passed"],
        barriers=axe["barriers"],
        heard=heard,
        skip=skip,
        unseen=unseen,
        weight=weigh(visit.requests),
        errors=tuple(visit.watch.errors),
        outside=tuple(visit.watch.outside),
    )


def _heard(page: Page) -> list[str]:
    """What the browser hands to a screen reader, in its order: texts, and names of pictures."""
    control = page.context.new_cdp_session(page)
    nodes = control.send("Accessibility.getFullAXTree")["nodes"]
    control.detach()
    named = {node["nodeId"]: node for node in nodes}
    heard, ahead = [], [nodes[0]]
    while ahead:
        node = ahead.pop()
        if node.get("role", {}).get("value") in ("StaticText", "image"):
            heard.append(node["name"]["value"])
        else:
            ahead += [named[each] for each in reversed(node["childIds"]) if each in named]
    return heard


def _switch(page: Page, tag: str) -> None:
    """Click the way to a language; where that leads is seen afterwards."""
    try:
        page.locator(".md-header .md-select button").click()
        with page.expect_navigation():
            page.locator(f".md-header .md-select a[hreflang={tag}]").click()
    except Error:  # the page stayed
        return
