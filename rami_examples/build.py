"""The build: make the book, build the site aside, and put it in place in one step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import yaml

from rami_examples.audit.command import audit
from rami_examples.findings import Faulty, Finding, Findings, Kind, Place
from rami_examples.pages.book import Book
from rami_examples.rulebook import make_book
from rami_examples.site.mkdocs_build import build_site
from rami_examples.site.publish import put_in_place, staging

SITE = Path("site")
SETTINGS = Path("mkdocs.yml")


class _Settings(yaml.SafeLoader):
    """Reads mkdocs.yml for its plain values; what other programs mean by tags is passed over."""


_Settings.add_multi_constructor("", lambda loader, suffix, node: None)


def declared_languages(project: Path) -> tuple[str, ...]:
    """The languages that mkdocs.yml declares for the site, the default one first.

    Raises Faulty where the file does not say.
    """
    place = Place(SETTINGS)
    try:
        settings = yaml.load((project / SETTINGS).read_text(encoding="utf-8"), _Settings)
        for plugin in settings["plugins"]:
            if isinstance(plugin, dict) and "rami" in plugin:
                languages = plugin["rami"]["languages"]
                if languages and all(isinstance(tag, str) for tag in languages):
                    return tuple(dict.fromkeys(languages))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = Place(SETTINGS, mark.line + 1, mark.column + 1) if mark else place
    except (OSError, ValueError, TypeError, KeyError, RecursionError, yaml.YAMLError):
        pass  # told below
    message = "does not say in which languages the site is built"
    right = "plugins:\n  - rami:\n      languages: [en, de]"
    raise Faulty((Finding(Kind.SITE_FAULT, place, message, right),))


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
        if not isinstance(built, Book):
            return built
        say("Reading the finished site back …")
        findings = audit(project, str(folder), languages)
        if findings:
            return findings
        put_in_place(folder, project / SITE)
    return built
