"""A real browser in front of the real site: built once, served here, with no way to the outside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from rami_examples.build import declared_languages
from rami_examples.lab.browser import launched
from rami_examples.lab.serve import served
from rami_examples.pages.book import Book
from rami_examples.site.mkdocs_build import build_site
from scripts.browser import MISSING, chromium

from .watching import Watch, watched

PROJECT = Path(__file__).parents[2]


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
    languages = declared_languages(PROJECT)
    built = build_site(PROJECT, languages, folder)
    assert isinstance(built, Book), "\n".join(map(str, built))
    with served(folder) as url:
        yield Site(url, folder, languages)


@pytest.fixture(scope="session")
def executable() -> str:
    """Chromium, as the system has it."""
    return chromium() or pytest.fail(MISSING, pytrace=False)


@pytest.fixture(scope="session")
def browser(executable: str) -> Iterator[Browser]:
    """The browser of all tests that go to a page themselves."""
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
    """A fresh profile, watched."""
    with watched(browser, site.url, watch) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty page of that profile."""
    return context.new_page()
