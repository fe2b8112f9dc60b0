"""A real browser in front of the real site: built once, served here, with no way to the outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rami_examples.lab.browser import launched
from rami_examples.lab.serve import served
from rami_examples.pages.book import Book
from rami_examples.site.mkdocs_build import build_site
from scripts.browser import MISSING, chromium

from .visits import LANGUAGES, PROJECT, Met, Seen, gather
from .watching import Watch, watched

expect.set_options(timeout=30_000)  # milliseconds; nothing of this is about speed


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put last what is judged by what is gathered while the other tests run."""
    items.sort(key=_is_judged_last)


def _is_judged_last(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and "seen" in item.fixturenames


@dataclass(frozen=True, slots=True)
class Site:
    """A built site that is served on this machine; ``url`` ends with a slash."""

    url: str
    folder: Path
    languages: tuple[str, ...]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site in all its languages."""
    folder = tmp_path_factory.mktemp("site")
    built = build_site(PROJECT, LANGUAGES, folder)
    assert isinstance(built, Book), "\n".join(map(str, built))
    with served(folder) as url:
        yield Site(url, folder, LANGUAGES)


@pytest.fixture(scope="session")
def executable() -> str:
    """Chromium, as the system has it."""
    return chromium() or pytest.fail(MISSING, pytrace=False)


@pytest.fixture(scope="session")
def browser(executable: str) -> Iterator[Browser]:
    """The browser of all tests that go to a page themselves."""
    with launched(executable) as browser:
        yield browser


@pytest.fixture(scope="session", autouse=True)
def gathering(
    site: Site, executable: str, request: pytest.FixtureRequest
) -> Iterator[Future[Mapping[Met, Seen]]]:
    """What is to be seen of the pages that the tests of this run ask about, and no others."""
    wanted = {
        cast("Met", item.callspec.params["met"])
        for item in request.session.items
        if isinstance(item, pytest.Function) and _is_judged_last(item)
    }
    stop = Event()
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(gather, site.url, executable, wanted, stop)
        stop.set()


@pytest.fixture
def seen(met: Met, gathering: Future[Mapping[Met, Seen]]) -> Seen:
    """What is to be seen of a page."""
    return gathering.result()[met]


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fails the test, at its end, for errors in the console and requests to anywhere else."""
    watch = Watch()
    yield watch
    assert watch.errors == []
    assert watch.outside == []


@pytest.fixture
def context(browser: Browser, site: Site, watch: Watch) -> Iterator[BrowserContext]:
    """A fresh profile, watched."""
    with watched(browser, site.url, watch) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty page of that profile."""
    return context.new_page()
