"""The build: make the book, build the site aside, and put it in place in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import yaml

from rami_examples.audit.site import audit_site
from rami_examples.catalogs.message_text import visible
from rami_examples.catalogs.tags import RIGHT, is_tag
from rami_examples.findings import Faulty, Finding, Findings, Kind, Place
from rami_examples.pages.book import Book
from rami_examples.pages.wording import Wording
from rami_examples.rulebook import Sources, check, write_book
from rami_examples.site.mkdocs_build import build_site
from rami_examples.site.publish import put_in_place, staging
from rami_examples.sources import is_plain_file

SITE = Path("site")
SETTINGS = Path("mkdocs.yml")
_MOST_BYTES = 1_000_000
_TEXT = "tag:yaml.org,2002:str"


def declared_languages(project: Path) -> tuple[str, ...]:
    """The languages that mkdocs.yml declares for the site, the default one first.

    Raises Faulty where the file does not say, and where one of them is no language.
    """
    place = Place(SETTINGS)
    text = ""
    try:
        if not is_plain_file(project / SETTINGS, _MOST_BYTES):
            raise ValueError("not a file of our own")
        # Composed and not loaded: what other programs mean by tags (!!python/name) is passed over.
        text = (project / SETTINGS).read_text(encoding="utf-8")
        languages = tuple(_languages(yaml.compose(text, yaml.SafeLoader)))
        if languages:
            faults = tuple(fault for language in languages for fault in _tag_faults(language))
            if faults:
                raise Faulty(faults)
            return tuple(dict.fromkeys(language.value for language in languages))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = Place(SETTINGS, mark.line + 1, mark.column + 1) if mark else place
    except yaml.reader.ReaderError as error:
        place = Place(SETTINGS, text.count("\n", 0, error.position) + 1)
    except (OSError, ValueError, RecursionError):
        pass  # told below
    message = "does not say in which languages the site is built"
    right = "plugins:\n  - rami:\n      languages: [en, de]"
    raise Faulty((Finding(Kind.SITE_FAULT, place, message, right),))


def _languages(settings: yaml.Node | None) -> Iterator[yaml.ScalarNode]:
    """The tags below ``plugins``, ``rami``, ``languages``."""
    for plugins in _values(settings, "plugins"):
        for plugin in plugins.value if isinstance(plugins, yaml.SequenceNode) else [plugins]:
            for own in _values(plugin, "rami"):
                for tags in _values(own, "languages"):
                    if isinstance(tags, yaml.SequenceNode):
                        yield from (tag for tag in tags.value if isinstance(tag, yaml.ScalarNode))


def _values(node: yaml.Node | None, name: str) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        yield from (value for key, value in node.value if key.value == name)


def _tag_faults(tag: yaml.ScalarNode) -> Iterator[Finding]:
    place = Place(SETTINGS, tag.start_mark.line + 1, tag.start_mark.column + 1)
    shown = visible(str(tag.value))
    if tag.tag != _TEXT:
        message = f"YAML reads {shown} as something else than text"
        yield Finding(Kind.SITE_FAULT, place, message, f'"{shown}", in quotation marks')
    elif not is_tag(tag.value):
        yield Finding(Kind.SITE_FAULT, place, f"{shown!r} is no tag of a language", RIGHT)


def build_into_place(
    project: Path, languages: tuple[str, ...], say: Callable[[str], None]
) -> Book | Findings:
    """Build ``site/`` in these languages, or leave the old one and return what is wrong.

    ``say`` is told what is being done. Raises Faulty where the file system refuses.
    """
    say("Verifying the corpus …")
    sources = check(project, languages)
    if not isinstance(sources, Sources):
        return sources
    say("Writing the pages …")
    book = write_book(project, sources)
    if not isinstance(book, Book):
        return book
    with staging(project) as folder:
        say("Building the site …")
        built = build_site(project, languages, folder, lambda *_: book)
        if not isinstance(built, Book):
            return built
        say("Reading the finished site back …")
        wordings = [Wording(sources.env, language) for language in sources.languages]
        if findings := audit_site(folder, wordings):
            return findings
        put_in_place(folder, project / SITE)
    return built
