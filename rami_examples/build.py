"""The build: make the book, build the site aside, and put it in place in one step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import yaml

from rami_examples.catalogs.catalog import SOURCE_LANGUAGE
from rami_examples.findings import Findings
from rami_examples.pages.book import Book
from rami_examples.rulebook import make_book
from rami_examples.site.mkdocs_build import build_site
from rami_examples.site.publish import put_in_place, staging

SITE = Path("site")


class _Settings(yaml.SafeLoader):
    """Reads mkdocs.yml for its plain values; what other programs mean by tags is passed over."""


_Settings.add_multi_constructor("", lambda loader, suffix, node: None)


def declared_languages(project: Path) -> tuple[str, ...]:
    """The languages that mkdocs.yml declares for the site, the default one first."""
    settings = yaml.load((project / "mkdocs.yml").read_text(encoding="utf-8"), _Settings)
    for plugin in settings.get("plugins", ()):
        if isinstance(plugin, dict) and "rami" in plugin:
            return tuple(plugin["rami"]["languages"])
    return (SOURCE_LANGUAGE,)


def build_into_place(
    project: Path, languages: tuple[str, ...], say: Callable[[str], None]
) -> Book | Findings:
    """Build ``site/`` in these languages, or leave the old one and return what is wrong.

    ``say`` is told what is being done. Raises Faulty where the file system refuses.
    """
    say("Verifying the corpus and writing the pages …")
    book = make_book(project, languages)
    if not isinstance(book, Book):
        return book
    with staging(project) as folder:
        say("Building the site …")
        built = build_site(project, languages, folder, lambda *_: book)
        if isinstance(built, Book):
            put_in_place(folder, project / SITE)
    return built
