"""What a page costs its reader: bytes, requests, and the time until it stands still."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request, ViewportSize

# A page's own address ends with its language's root, which holds its index.
_INDEX = "/search/search_index.json"

# Entries that were there before the question are told to those who ask late.
_OBSERVED = """async type => {
  const seen = [];
  const observer = new PerformanceObserver(list => seen.push(...list.getEntries()));
  observer.observe({ type, buffered: true });
  await new Promise(done => setTimeout(done, 100));
  observer.disconnect();
  return seen.map(entry => entry.toJSON());
}"""
_BRIEF = 50  # milliseconds that a task may take without being felt

# A phone on a slow mobile network, as Lighthouse takes it.
PHONE: ViewportSize = {"width": 390, "height": 844}
_NETWORK = {
    "offline": False,
    "latency": 150,  # milliseconds
    "downloadThroughput": 1_638_400 / 8,  # bytes a second
    "uploadThroughput": 750_000 / 8,
}
_SLOWDOWN = 4  # of the processor
_LATE = 3000  # milliseconds after which the theme has loaded its search, too


@dataclass(frozen=True, slots=True)
class Weight:
    """What a first visit transfers, in bytes, compressed and with headers; ``ours`` of ``total``.

    Without the index of the search, which no page waits for. What does not come with the theme is
    ours: the markup, the theme's part of it included, styles, scripts and pictures.
    """

    total: int
    ours: int
    requests: int


@dataclass(frozen=True, slots=True)
class Figures:
    """A first visit: times in milliseconds.

    ``shift`` is the cumulative layout shift, ``blocked`` how long tasks kept the page from
    answering, beyond what goes unnoticed.
    """

    weight: Weight
    largest_paint: float
    shift: float
    blocked: float


def weigh(requests: Iterable[Request]) -> Weight:
    """Weigh what was asked for."""
    sizes = [(urlsplit(each.url).path, _size(each)) for each in requests]
    counted = [(path, size) for path, size in sizes if not path.endswith(_INDEX)]
    total = sum(size for _, size in counted)
    theirs = sum(size for path, size in counted if _is_of_theme(path))
    return Weight(total, total - theirs, len(counted))


def layout_shift(page: Page) -> float:
    """How far the page has moved under its reader since it was opened, 0 being not at all."""
    return sum(float(entry["value"]) for entry in observed(page, "layout-shift"))


def observed(page: Page, kind: str) -> list[dict[str, Any]]:
    """What the browser noted of this kind since the page was opened."""
    entries: list[dict[str, Any]] = page.evaluate(_OBSERVED, kind)
    return entries


def visit(browser: Browser, url: str) -> Figures:
    """Open a page for the first time, on a phone on a slow network."""
    context = browser.new_context(viewport=PHONE, device_scale_factor=2)
    page = context.new_page()
    requests: list[Request] = []
    page.on("request", lambda asked: requests.append(asked))
    control = context.new_cdp_session(page)
    control.send("Network.enable")
    control.send("Network.emulateNetworkConditions", _NETWORK)
    control.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWDOWN})
    page.goto(url, wait_until="networkidle")
    page.wait_for_timeout(_LATE)
    paints = observed(page, "largest-contentful-paint")
    figures = Figures(
        weigh(requests),
        max(entry["startTime"] for entry in paints),
        layout_shift(page),
        sum(entry["duration"] - _BRIEF for entry in observed(page, "longtask")),
    )
    context.close()
    return figures


def _size(request: Request) -> int:
    """The size of the answer, as our host declares it: of workers, the browser does not tell."""
    response = request.response()
    if response is None:
        return 0
    return int(response.headers["content-length"]) + request.sizes()["responseHeadersSize"]


def _is_of_theme(path: str) -> bool:
    return files("material").joinpath("templates", path.lstrip("/")).is_file()
