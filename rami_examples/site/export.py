"""A book for other site generators: its Markdown with the assets, and settings for Zensical."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.structure.files import InclusionLevel, get_files, set_exclusions

from rami_examples.findings import Faulty, Finding, Kind, Place
from rami_examples.pages.book import MULTILINGUAL, Book, Page
from rami_examples.site.outputs import output, write_files
from rami_examples.site.publish import put_in_place
from rami_examples.site.zensical import quoted, source_of, zensical_toml

# Lists what is in the folder, for programs; it also marks a folder as an export's.
CONTENTS = "rami-export.json"
FORMAT = 1


def export(project: Path, book: Book, folder: Path) -> int:
    """Write a book for other generators into ``folder``, which it takes the place of as a whole.

    Returns how many files were written. Raises Faulty where the folder is not an earlier export
    or empty, where mkdocs.yml is wrong, and where the disk refuses.
    """
    files = exported(project, book)
    with output(folder, CONTENTS) as new:
        write_files(new, files)
        put_in_place(new, folder.absolute())
    return len(files)


def exported(project: Path, book: Book) -> dict[str, bytes]:
    """The files of an export by their paths: ``docs/``, ``zensical.toml`` and their list."""
    config, book = _settings(project), _without_drafts(book)
    pages = {f"docs/{source_of(page)}": _source(page) for page in (book.choice, *book.pages)}
    made = {f"docs/{address}": content for address, content in book.files.items()}
    return {
        **_assets(config),
        **made,
        **pages,
        "zensical.toml": zensical_toml(config, book).encode(),
        CONTENTS: _contents(book),
    }


def _without_drafts(book: Book) -> Book:
    """The book without the pages that no way leads to: here, navigation and search would.

    Of a book that has no others they stay.
    """
    kept = {language.tag for language in book.published}
    if not kept:
        return book
    pages = tuple(page for page in book.pages if page.language in kept)
    return replace(book, languages=book.published, pages=pages)


def _settings(project: Path) -> MkDocsConfig:
    try:
        return load_config(str(project / "mkdocs.yml"))
    except MkDocsException as error:
        place = Place(Path("mkdocs.yml"))
        raise Faulty((Finding(Kind.SITE_FAULT, place, str(error)),)) from None


def _assets(config: MkDocsConfig) -> dict[str, bytes]:
    """What docs/ gives to the site, by its path."""
    files = get_files(config)
    set_exclusions(files, config)
    kept = [file for file in files if file.inclusion is not InclusionLevel.EXCLUDED]
    return {
        f"docs/{file.src_uri}": file.content_bytes
        for file in sorted(kept, key=lambda file: file.src_uri)
    }


def _source(page: Page) -> bytes:
    """A page's Markdown with what generators know it by in front."""
    about = {"title": page.title, "description": page.description}
    lines = [f"{name}: {quoted(text)}" for name, text in about.items()]
    if page.language == MULTILINGUAL:
        lines.append("hide: [navigation, toc]")
    return "\n".join(["---", *lines, "---", "", page.markdown]).encode()


def _contents(book: Book) -> bytes:
    content = {
        "format": FORMAT,
        "languages": [
            {
                "tag": language.tag,
                "name": language.autonym,
                "direction": language.direction,
                "site_name": language.site_name,
            }
            for language in book.languages
        ],
        "pages": [
            {
                "source": f"docs/{source_of(page)}",
                "address": page.address,
                "language": page.language,
                "name": page.name,
                "title": page.title,
            }
            for page in (book.choice, *book.pages)
        ],
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()
