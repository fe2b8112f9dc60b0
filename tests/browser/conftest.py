"""A real browser in front of the real site: built once, served here, with no way to the outside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route

from rami_examples.lab.browser import launched
from rami_examples.lab.serve import served
from rami_examples.pages.book import Book
from rami_examples.settings import declared_languages
from rami_examples.site.mkdocs_build import build_site
from scripts.browser import MISSING, chromium

PROJECT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Site:
    """A built site that is served on this machine; ``url`` ends with a slash."""

    url: str
    folder: Path
    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Watch:
    """What should not happen while a page is open. A test that provokes it clears the list."""

    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site in all its languages."""
    folder = tmp_path_factory.mktemp("site")
    languages = declared_languages(PROJECT)
    built = build_site(PROJECT, languages, folder)
    assert isinstance(built, Book), "\n".join(map(str, built))
    with served(folder) as url:
        yield Site(url, folder, languages)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, as the system has it."""
    if not (executable := chromium()):
        pytest.fail(MISSING, pytrace=False)
    with launched(executable) as browser:
        yield browser


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fails the test, at its end, for errors in the console and requests to anywhere else."""
    watch = Watch()
    yield watch
    assert watch.errors == []
    assert watch.outside == []


@pytest.fixture
def context(browser: Browser, site: Site, watch: Watch) -> Iterator[BrowserContext]:
    """A fresh profile, without a network but for the site, and watched."""
    with watched(browser, site, watch) as context:
        yield context


@contextmanager
def watched(
    browser: Browser, site: Site, watch: Watch, width: int = 1280, **settings: Any
) -> Iterator[BrowserContext]:
    """Make such a profile; ``settings`` are Playwright's."""

    def blocked(route: Route) -> None:
        if route.request.url.startswith((site.url, "data:", "blob:")):
            route.fallback()
        else:
            watch.outside.append(route.request.url)
            route.abort()

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            watch.errors.append(f"{message.text} ({message.location.get('url')})")

    context = browser.new_context(viewport={"width": width, "height": 900}, **settings)
    context.route("**/*", blocked)
    context.on("console", heard)
    context.on("weberror", lambda error: watch.errors.append(str(error.error)))
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty page of that profile."""
    return context.new_page()
