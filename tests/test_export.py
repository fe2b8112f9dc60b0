"""An export: the pages for other generators, with settings that Zensical takes."""

from __future__ import annotations

import json
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from markdown import markdown  # type: ignore[import-untyped]

from rami_examples.cli import main
from rami_examples.findings import Faulty
from rami_examples.pages.book import MULTILINGUAL, Book, LanguageInfo, Page
from rami_examples.rulebook import make_book
from rami_examples.site.blocks import lay_back, lift
from rami_examples.site.export import CONTENTS, export, exported
from rami_examples.site.sections import read_sections
from tests.copies import contents

PROJECT = Path(__file__).resolve().parent.parent
NASTY = 'Kings & "Queens": \\ \x7f\x85\u2028 # {x}'


def page(language: str, name: str, path: str, title: str) -> Page:
    return Page(language, name, path, title, f"About {name}: {NASTY}", f"# {name}\n\n<p>Text.</p>")


BOOK = Book(
    languages=(
        LanguageInfo("he", "עברית", "rtl", "חוקי רמי"),
        LanguageInfo("sr-Latn", "Srpski", "ltr", NASTY),
    ),
    pages=(
        page("he", "home", "", "ברוכים הבאים"),
        page("he", "rules", "rules/", "החוקים"),
        page("sr-Latn", "home", "", NASTY),
        page("sr-Latn", "rules", "rules/", "Pravila"),
    ),
    choice=page(MULTILINGUAL, "languages", "", "Rami"),
    files={"api/examples.json": b"{}\n"},
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with assets and settings, and nothing that pages are made from."""
    for name in ("docs", "templates/theme"):
        shutil.copytree(PROJECT / name, tmp_path / "project" / name)
    text = (PROJECT / "mkdocs.yml").read_text(encoding="utf-8")
    address = "site_url: https://rules.example/rami/\n"
    (tmp_path / "project" / "mkdocs.yml").write_text(text + address, encoding="utf-8")
    return tmp_path / "project"


@pytest.fixture(scope="module")
def real() -> Book:
    book = make_book(PROJECT, ("en",))
    assert isinstance(book, Book)
    return book


def test_every_page_lies_at_its_address_with_its_title_and_description_in_front(
    project: Path,
) -> None:
    files = exported(project, BOOK)
    for each in (BOOK.choice, *BOOK.pages):
        _, front, body = files[f"docs/{each.address}index.md"].decode().split("---\n", 2)
        about = yaml.safe_load(front)
        assert (about["title"], about["description"]) == (each.title, each.description)
        assert body.strip() == each.markdown


def test_the_assets_come_along_and_the_pictures_of_the_readme_do_not(project: Path) -> None:
    files = exported(project, BOOK)
    assert files["docs/api/examples.json"] == b"{}\n"
    for path in (PROJECT / "docs").rglob("*.*"):
        name = path.relative_to(PROJECT).as_posix()
        assert (name in files) is ("readme" not in path.parts), name
    assert (
        files["docs/stylesheets/rami.css"]
        == Path(PROJECT, "docs/stylesheets/rami.css").read_bytes()
    )


def test_zensical_is_told_of_every_page_once_and_of_the_settings_of_the_site(project: Path) -> None:
    files = exported(project, BOOK)
    told = tomllib.loads(files["zensical.toml"].decode())["project"]
    listed = [
        (language, title, source)
        for part in told["nav"]
        for language, pages in part.items()
        for entry in pages
        for title, source in entry.items()
    ]
    assert listed == [
        ("עברית", "ברוכים הבאים", "he/index.md"),
        ("עברית", "החוקים", "he/rules/index.md"),
        ("Srpski", NASTY, "sr-Latn/index.md"),
        ("Srpski", "Pravila", "sr-Latn/rules/index.md"),
    ]
    assert all(f"docs/{source}" in files for *_, source in listed)
    assert (told["site_name"], told["site_url"]) == ("חוקי רמי", "https://rules.example/rami/")
    assert (told["theme"]["language"], told["theme"]["direction"]) == ("he", "rtl")
    assert [f"docs/{path}" in files for path in told["extra_css"]] == [True]
    assert told["extra_javascript"][0]["type"] == "module"
    assert told["markdown_extensions"]["attr_list"] == {}


def test_programs_are_told_of_languages_and_pages_in_their_order(project: Path) -> None:
    listed = json.loads(exported(project, BOOK)[CONTENTS])
    assert [language["tag"] for language in listed["languages"]] == ["he", "sr-Latn"]
    assert listed["languages"][0]["direction"] == "rtl"
    assert [each["address"] for each in listed["pages"]] == [
        each.address for each in (BOOK.choice, *BOOK.pages)
    ]


def test_markdown_makes_the_same_text_of_an_exported_page_as_of_one_on_the_site(real: Book) -> None:
    def rendered(text: str) -> str:
        return str(markdown(text, extensions=["attr_list", "toc", "tables", "fenced_code"]))

    for each in (real.choice, *real.pages):
        headlines, blocks = lift(each.markdown)
        ours = lay_back(rendered(headlines), blocks)
        assert read_sections(rendered(each.markdown)) == read_sections(ours), each.name


def test_a_new_and_an_empty_folder_are_filled(project: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for folder in (empty, tmp_path / "deep" / "new"):
        assert export(project, BOOK, folder) == len(contents(folder))
        assert contents(folder) == exported(project, BOOK)
        assert not list(folder.parent.glob(".*"))


def test_an_earlier_export_is_replaced_as_a_whole(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "export"
    export(project, BOOK, folder)
    fewer = replace(BOOK, languages=BOOK.languages[:1], pages=BOOK.pages[:2])
    export(project, fewer, folder)
    assert contents(folder) == exported(project, fewer)


@pytest.mark.parametrize("of", ["a folder with a file", "a file", "a link"])
def test_what_is_not_ours_is_left_alone(project: Path, tmp_path: Path, of: str) -> None:
    theirs = tmp_path / "theirs"
    (theirs if of != "a file" else tmp_path).mkdir(exist_ok=True)
    if of == "a link":
        target = tmp_path / "link"
        target.symlink_to(theirs)
    elif of == "a file":
        target = theirs
        target.write_text("theirs")
    else:
        target = theirs
        (theirs / "notes.txt").write_text("theirs")
    with pytest.raises(Faulty) as caught:
        export(project, BOOK, target)
    assert "left alone" in caught.value.findings[0].message
    assert contents(tmp_path / "theirs") == ({"notes.txt": b"theirs"} if "folder" in of else {})
    assert not list(tmp_path.glob(".*"))


def test_an_export_that_cannot_be_finished_leaves_the_earlier_one(
    project: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "export"
    export(project, BOOK, folder)
    before = contents(folder)
    clash = replace(BOOK, files={"api/examples.json/deeper": b"", "api/examples.json": b""})
    with pytest.raises(IsADirectoryError):
        export(project, clash, folder)
    assert contents(folder) == before
    assert not list(tmp_path.glob(".*"))


def test_the_command_says_what_it_wrote_or_why_it_did_not(tmp_path: Path) -> None:
    folder = tmp_path / "export"
    done = CliRunner().invoke(main, ["export", str(folder), "--languages", "en"])
    assert done.exit_code == 0, done.output
    assert f"{len(contents(folder))} files in " in done.stdout
    (folder / CONTENTS).unlink()
    done = CliRunner().invoke(main, ["export", str(folder), "--languages", "en"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "left alone" in done.stderr
