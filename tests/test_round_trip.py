"""Other programs read and write our catalogs: Poedit and Weblate stand on these two."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import polib
import pytest

from rami_examples.catalogs.catalog import catalog_path
from rami_examples.catalogs.messages import read_sources
from rami_examples.catalogs.po_text import Entry, Text, parse
from rami_examples.catalogs.update import template
from rami_examples.settings import declared_languages
from tests.copies import PROJECT

LANGUAGES = declared_languages(PROJECT)[1:]


def run(*command: str | Path) -> None:
    """Run a program of gettext; what it has to say of a good catalog is nothing."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def by_msgcat(path: Path, folder: Path) -> None:
    run("msgcat", path, "-o", path)


def by_msgmerge(path: Path, folder: Path) -> None:
    """As Weblate brings a catalog up to date."""
    pot = folder / "rami.pot"
    pot.write_text(template(read_sources(PROJECT)[0], {}), encoding="utf-8")
    run("msgmerge", "--quiet", "--no-fuzzy-matching", "--previous", "--update", path, pot)


def by_polib(path: Path, folder: Path) -> None:
    polib.pofile(str(path), wrapwidth=76).save()


def content(path: Path) -> list[Entry]:
    """What a catalog says, without the places in the file and in what order notes came."""
    entries, faults = parse(path.read_text(encoding="utf-8"))
    assert not faults
    return sorted(map(_said, entries), key=lambda entry: (entry.obsolete, str(entry.key)))


def _said(entry: Entry) -> Entry:
    def bare(text: Text | None) -> Text | None:
        return text and Text(text.value)

    if entry.key == (None, ""):  # programs write their own names into the header
        return Entry(id=Text(""))
    return replace(
        entry,
        id=Text(entry.id.value),
        context=bare(entry.context),
        plural=bare(entry.plural),
        text=bare(entry.text),
        forms=tuple((form, Text(text.value)) for form, text in entry.forms),
        flags=tuple(sorted(entry.flags)),
        comments=(),  # which come from the source at every update
        references=(),
    )


@pytest.mark.parametrize("through", [by_msgcat, by_msgmerge, by_polib])
@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_catalog_comes_back_from_another_program_as_it_was(
    tag: str, through: Callable[[Path, Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "rami.po"
    path.write_bytes(catalog_path(PROJECT, tag).read_bytes())
    before = content(path)
    through(path, tmp_path)
    assert content(path) == before


@pytest.mark.parametrize("tag", LANGUAGES)
def test_gettext_itself_finds_nothing_wrong(tag: str, tmp_path: Path) -> None:
    run(
        "msgfmt",
        "--check-format",
        "--check-domain",
        "-o",
        tmp_path / "x.mo",
        catalog_path(PROJECT, tag),
    )


def test_a_suspect_translation_keeps_the_english_that_it_was_made_from(tmp_path: Path) -> None:
    path = tmp_path / "rami.po"
    path.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        '#, fuzzy\n#| msgid ""\n#| "Before, "\n#| "in two pieces."\n'
        'msgid "After"\nmsgstr "Danach"\n',
        encoding="utf-8",
    )
    (before,) = [entry.previous for entry in content(path) if entry.id.value]
    assert before == "Before, in two pieces."
    for through in (by_msgcat, by_polib):
        through(path, tmp_path)
        assert [entry.previous for entry in content(path) if entry.id.value] == [before]
