"""Chromium, and the project's site in front of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from rami_examples.findings import Faulty
from rami_examples.lab.serve import served
from rami_examples.pages.book import Book
from rami_examples.settings import declared_incomplete, declared_languages
from rami_examples.site.mkdocs_build import build_site


@contextmanager
def launched(executable: str) -> Iterator[Browser]:
    """Run the Chromium at this path, without a window, and with no way to any other machine."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable,
            args=[
                # Containers seldom allow the sandbox, and give little shared memory.
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            ],
        )
        yield browser
        browser.close()


@contextmanager
def built_and_served(project: Path) -> Iterator[str]:
    """Build the project's site aside and serve it; gives its address.

    Raises Faulty where there is something wrong with the project.
    """
    with TemporaryDirectory(prefix="rami-lab-") as name:
        folder = Path(name)
        built = build_site(
            project, declared_languages(project), folder, incomplete=declared_incomplete(project)
        )
        if not isinstance(built, Book):
            raise Faulty(built)
        with served(folder) as address:
            yield address
