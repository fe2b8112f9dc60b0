"""The translators' workshop: what is left to do, new languages, pseudo-languages."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from rami_examples.catalogs.catalog import (
    Catalog,
    catalog_path,
    english,
    is_draft,
    read_catalog,
)
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.catalogs.messages import read_sources
from rami_examples.catalogs.po_text import Entry, Text, parse, write
from rami_examples.catalogs.pseudo import CLOSING, OPENING
from rami_examples.catalogs.tags import is_tag
from rami_examples.catalogs.update import template, update_catalogs
from rami_examples.files import write_whole
from rami_examples.findings import Faulty, Kind
from rami_examples.pages.book import Book
from rami_examples.pages.language import language
from rami_examples.rulebook import make_book, sample_values
from rami_examples.settings import declared_incomplete, declared_languages, with_language
from rami_examples.workshop import new_language
from rami_examples.workshop.new_language import Answers, add_language, traits
from rami_examples.workshop.status import progress
from tests.copies import PROJECT, contents, copy_project, rami_docs


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy in which German has one message missing and one suspect."""
    folder = copy_project(tmp_path)
    path = catalog_path(folder, "de")
    entries, _ = parse(path.read_text(encoding="utf-8"))
    path.write_text(write(map(_unfinished, entries)), encoding="utf-8")
    return folder


def _unfinished(entry: Entry) -> Entry:
    if entry.obsolete or not entry.text:
        return entry
    if entry.id.value == "At a glance":
        return replace(entry, text=Text(""))
    return replace(entry, flags=("fuzzy",)) if entry.id.value == "Try it" else entry


def test_all_declared_languages_are_complete_and_without_a_warning() -> None:
    done = rami_docs(PROJECT, "i18n", "check")
    assert done.returncode == 0, done.stderr
    assert len(declared_languages(PROJECT)) == 12


def test_the_status_counts_what_is_translated_suspect_and_missing(project: Path) -> None:
    (german,) = progress(project, ("en", "de"), read_sources(project)[0])
    assert (german.suspect, german.missing, german.faults, german.draft) == (1, 1, 0, False)
    assert german.translated == german.messages - 2
    assert german.name == "German"


def test_the_status_comes_for_people_and_for_machines(project: Path) -> None:
    shown = rami_docs(project, "i18n", "status").stdout
    assert re.search(r"^de +German +\d+ of \d+ +1 +1 +– +– *$", shown, re.M), shown
    assert re.search(r"^fr +French +(\d+) of \1 .*complete *$", shown, re.M), shown
    listed = json.loads(rami_docs(project, "i18n", "status", "--json").stdout)["languages"]
    (german,) = [language for language in listed if language["tag"] == "de"]
    assert german["suspect"] == german["missing"] == 1


def test_a_catalog_with_a_fault_is_not_called_complete(project: Path) -> None:
    path = catalog_path(project, "fr")
    text = path.read_text(encoding="utf-8")
    assert 'msgstr "Copier le lien"' in text
    path.write_text(text.replace('msgstr "Copier le lien"', 'msgstr "Copier 7"'), encoding="utf-8")
    shown = rami_docs(project, "i18n", "status").stdout
    assert re.search(r"^fr +French +(\d+) of \1 +– +– +1 +– *$", shown, re.M), shown


def test_a_language_that_is_finished_is_no_draft(tmp_path: Path) -> None:
    project = copy_project(tmp_path)
    path = catalog_path(project, "de")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('8bit\\n"', '8bit\\n"\n"X-Draft: yes\\n"', 1), encoding="utf-8")
    messages = read_sources(project)[0]
    assert [each.draft for each in progress(project, ("de",), messages)] == [False]
    entries, _ = parse(path.read_text(encoding="utf-8"))
    path.write_text(write(map(_unfinished, entries)), encoding="utf-8")
    assert [each.draft for each in progress(project, ("de",), messages)] == [True]


def test_an_update_that_finds_a_fault_changes_no_catalog(project: Path) -> None:
    broken, other = catalog_path(project, "fr"), catalog_path(project, "de")
    with broken.open("a", encoding="utf-8") as file:
        file.write("\nmsgid broken")
    other.write_text(other.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    before = contents(project)
    result = update_catalogs(project, ("de", "fr"))
    assert result.changed == ()
    assert [finding.place.path.parent.name for finding in result.findings]
    assert contents(project) == before


def test_a_check_of_one_language_tells_all_that_is_left_and_ends_with_1(project: Path) -> None:
    done = rami_docs(project, "i18n", "check", "de")
    assert done.returncode == 1
    assert "not translated: At a glance" in done.stdout
    assert "marked as a guess" in done.stdout
    assert rami_docs(project, "i18n", "check", "fr").returncode == 0


def test_the_catalogs_are_as_an_update_leaves_them() -> None:
    values = sample_values(PROJECT)
    assert not isinstance(values, tuple)
    result = update_catalogs(PROJECT, (), values)
    assert result.findings == ()
    for tag in declared_languages(PROJECT)[1:]:
        path = catalog_path(PROJECT, tag)
        before = path.read_bytes()
        assert update_catalogs(PROJECT, [tag], values).changed == (), tag
        assert path.read_bytes() == before


def test_every_placeholder_is_shown_with_a_value_from_the_pages() -> None:
    values = sample_values(PROJECT)
    assert not isinstance(values, tuple)
    entries, _ = parse(template(read_sources(PROJECT)[0], values))
    for entry in entries[1:]:
        names = set(re.findall(r"%\((\w+)\)s", (entry.plural or entry.id).value))
        told = {comment.partition(":")[0] for comment in entry.comments}
        unexplained = {name for name in names if f"%({name})s" not in told}
        assert not unexplained, (entry.id.value, entry.comments)
        assert any("On the page" in each or "In many places" in each for each in entry.comments)


# ----------------------------------------------------------------------------- a new language


def begin(project: Path, tag: str, answers: Answers) -> tuple[tuple[Path, ...], list[Kind]]:
    result = add_language(project, tag, answers, read_sources(project)[0], {})
    return result.changed, [finding.kind for finding in result.findings]


def test_a_new_language_builds_at_once_as_a_draft(tmp_path: Path) -> None:
    project = copy_project(tmp_path)
    answers = Answers("%(suit)s %(rank)s", ("A", "J", "Q", "K"))
    written, faults = begin(project, "cs", answers)
    assert not faults
    assert [path.as_posix() for path in written] == [
        "locales/cs/rami.po",
        "locales/cs/terms.yml",
        "mkdocs.yml",
    ]
    assert declared_languages(project)[-1] == "cs"
    book = make_book(project, ("en", "cs"), Incomplete.ENGLISH)
    assert isinstance(book, Book)
    assert [language.draft for language in book.languages] == [False, True]
    assert [language.tag for language in book.published] == ["en"]
    path = catalog_path(project, "cs")
    messages = read_sources(project)[0]
    catalog = read_catalog(path, "cs", messages, incomplete=Incomplete.ENGLISH)
    assert isinstance(catalog, Catalog)
    assert catalog.gettext("card name", "%(rank)s of %(suit)s") == "%(suit)s %(rank)s"


def test_a_draft_is_published_when_it_is_complete_and_stays_so(tmp_path: Path) -> None:
    project = copy_project(tmp_path)
    path = catalog_path(project, "de")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('8bit\\n"', '8bit\\n"\n"X-Draft: yes\\n"', 1), encoding="utf-8")
    book = make_book(project, ("en", "de"))
    assert isinstance(book, Book)
    assert [language.tag for language in book.published] == ["en", "de"]
    assert update_catalogs(project, ["de"]).findings == ()
    entries, _ = parse(path.read_text(encoding="utf-8"))
    assert not is_draft(entries[0])


REFUSED = {
    "no language": ("xx", Answers(), Kind.CATALOG_HEADER),
    "a path": ("../de", Answers(), Kind.CATALOG_HEADER),
    "a language that is there": ("de", Answers(), Kind.CATALOG_DUPLICATE),
    "a card without its suit": ("cs", Answers("%(rank)s"), Kind.CATALOG_PLACEHOLDER),
    "a broken placeholder": ("cs", Answers("%(rank)s %(suit)"), Kind.CATALOG_PLACEHOLDER),
    "three corners": ("cs", Answers(corners=("A", "J", "Q")), Kind.CATALOG_MARKUP),
    "the language of the sources": ("en", Answers(), Kind.CATALOG_DUPLICATE),
    "a pseudo-language": ("en-XA", Answers(), Kind.CATALOG_HEADER),
    "a tag in capitals": ("CS", Answers(), Kind.CATALOG_HEADER),
    "a card in HTML": ("cs", Answers("<b>%(rank)s %(suit)s</b>"), Kind.CATALOG_MARKUP),
    "a number": ("cs", Answers("%(rank)s 7 %(suit)s"), Kind.CATALOG_NUMBER),
    "a command": ("cs", Answers("%(rank)s\x1b[m %(suit)s"), Kind.CATALOG_MARKUP),
    "a mark": ("cs", Answers("%(rank)s\ufdd0 %(suit)s"), Kind.CATALOG_MARKUP),
    "a corner in HTML": ("cs", Answers(corners=("<", "J", "Q", "K")), Kind.CATALOG_MARKUP),
    "a number for a corner": ("cs", Answers(corners=("1", "J", "Q", "K")), Kind.CATALOG_NUMBER),
    "words for corners": ("cs", Answers(corners=("Ace", "J", "Q", "K")), Kind.CATALOG_MARKUP),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_new_language_is_refused_and_nothing_written(name: str, tmp_path: Path) -> None:
    tag, answers, kind = REFUSED[name]
    project = copy_project(tmp_path)
    before = (project / "mkdocs.yml").read_bytes()
    written, kinds = begin(project, tag, answers)
    assert (written, {*kinds}) == ((), {kind})
    assert (project / "mkdocs.yml").read_bytes() == before
    assert not (project / "locales" / "cs").exists()
    assert not catalog_path(project, "en").exists()


def test_a_language_that_cannot_be_declared_gets_no_catalog(tmp_path: Path) -> None:
    project = copy_project(tmp_path)
    settings = project / "mkdocs.yml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(re.sub(r" *languages: \[.*\n", "", text), encoding="utf-8")
    done = rami_docs(project, "i18n", "new", "cs")
    assert done.returncode == 1
    assert "does not say in which languages" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (project / "locales" / "cs").exists()


def test_a_disk_that_refuses_leaves_no_half_of_a_new_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = copy_project(tmp_path)
    before = contents(project)

    def refusing(path: Path, text: str) -> bool:
        if path.name == "mkdocs.yml":
            raise PermissionError(13, "Permission denied", str(path))
        return write_whole(path, text)

    monkeypatch.setattr(new_language, "write_whole", refusing)
    with pytest.raises(PermissionError):
        begin(project, "cs", Answers())
    assert contents(project) == before


def test_a_disk_that_refuses_is_told(tmp_path: Path) -> None:
    project = copy_project(tmp_path)
    (project / "locales" / "cs").write_text("", encoding="utf-8")
    for arguments in (("new", "cs"), ("update", "cs")):
        done = rami_docs(project, "i18n", *arguments)
        assert done.returncode == 2, done.stderr
        assert "Traceback" not in done.stderr
        assert "locales/cs" in done.stderr


def test_the_command_says_what_cldr_knows_of_the_language(tmp_path: Path) -> None:
    done = rami_docs(copy_project(tmp_path), "i18n", "new", "fa", "--corners", "A,J,Q,K")
    assert done.returncode == 0, done.stderr
    for said in ("Persian (فارسی), Arabic, rtl", "۱٬۲۳۴", "msgstr[1]", "serve --language fa"):
        assert said in done.stdout


TRAITS = {
    "cs": ("Latin", "ltr", ("1", "2, 3, 4 …", "0, 5, 6, 7, 8, 9 …")),
    "ur": ("Arabic", "rtl", ("1", "0, 2, 3, 4, 5, 6 …")),
    "sr-Latn": ("Latin", "ltr", ("1, 21, 31, 41, 51, 61 …",)),
    "ja": ("Japanese", "ltr", ("0, 1, 2, 3, 4, 5 …",)),
}


@pytest.mark.parametrize("tag", TRAITS)
def test_script_direction_and_plural_forms_come_from_cldr(tag: str) -> None:
    script, direction, plurals = TRAITS[tag]
    about = traits(tag)
    assert (about.script, about.direction) == (script, direction)
    assert about.plurals[: len(plurals)] == plurals


DIGITS = {
    "ar": "1,234",
    "ar-EG": "١٬٢٣٤",
    "fa": "۱٬۲۳۴",
    "mr": "१,२३४",
    "de": "1.234",
}


@pytest.mark.parametrize("tag", DIGITS)
def test_numbers_have_the_digits_of_their_language(tag: str) -> None:
    spoken = language(tag, english(()))
    assert spoken.number(1234) == DIGITS[tag]


# How mkdocs.yml may list its languages, and what its text ends with when one has come to them.
SETTINGS = {
    "plugins:\n  - rami:\n      languages:\n        - en\n        - de  # ours\nx: y\n": (
        "        - de  # ours\n        - {}\nx: y\n"
    ),
    "plugins:\n  - rami:\n      languages:\n        - en\n        - &a de": "&a de\n        - {}\n",
    "plugins:\n  - rami:\n      languages:\n        -\n         en\n        -\n         de\n": (
        "         de\n        - {}\n"
    ),
    "plugins:\r\n  - rami:\r\n      languages:\r\n      - en\r\n      - 'de'\r\n": (
        "\r\n      - 'de'\r\n      - {}\r\n"
    ),
    "plugins:\n  - rami:\n      languages: [\n        en,\n        de,  # ours\n      ]\n": (
        "        de, {},  # ours\n      ]\n"
    ),
    "plugins:\n  - rami:\n      languages: [en, de]\n": "[en, de, {}]\n",
    "plugins:\n  - rami:\n      languages: [en, de]  # ours\n": "[en, de, {}]  # ours\n",
    "plugins:\n  - rami:\n      languages:\n        - en\n        - de\nx: y\n": (
        "\n        - en\n        - de\n        - {}\nx: y\n"
    ),
}


@pytest.mark.parametrize("text", SETTINGS)
@pytest.mark.parametrize(("tag", "written"), [("cs", "cs"), ("no", '"no"'), ("de", None)])
def test_a_language_is_declared_at_the_end_of_the_list(
    text: str, tag: str, written: str | None, tmp_path: Path
) -> None:
    (tmp_path / "mkdocs.yml").write_bytes(text.encode())
    changed = with_language(tmp_path, tag)
    assert changed == text if written is None else changed.endswith(SETTINGS[text].format(written))
    (tmp_path / "mkdocs.yml").write_bytes(changed.encode())
    assert declared_languages(tmp_path) == tuple(dict.fromkeys(("en", "de", tag)))


def test_no_language_is_declared_where_there_is_no_list(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_name: Rami\n", encoding="utf-8")
    with pytest.raises(Faulty):
        with_language(tmp_path, "cs")


def test_a_list_that_points_elsewhere_is_left_to_a_person(tmp_path: Path) -> None:
    for languages in ("[en, *own]", "\n        - en\n        - *own"):
        text = f"extra: {{own: &own de}}\nplugins:\n  - rami:\n      languages: {languages}\n"
        (tmp_path / "mkdocs.yml").write_text(text, encoding="utf-8")
        with pytest.raises(Faulty) as raised:
            with_language(tmp_path, "cs")
        assert "no program can add cs" in raised.value.findings[0].message


def test_the_treatment_of_gaps_is_a_setting(tmp_path: Path) -> None:
    text = "plugins:\n  - rami:\n      languages: [en]\n      incomplete: {}\n"
    for way in Incomplete:
        (tmp_path / "mkdocs.yml").write_text(text.format(way.value), encoding="utf-8")
        assert declared_incomplete(tmp_path) is way
    (tmp_path / "mkdocs.yml").write_text(text.format("perhaps"), encoding="utf-8")
    with pytest.raises(Faulty) as raised:
        declared_incomplete(tmp_path)
    (finding,) = raised.value.findings
    assert (finding.place.line, finding.place.column) == (4, 19)
    assert "english or last-translation or refuse" in finding.right


# ------------------------------------------------------------------------- pseudo-languages


@pytest.fixture(scope="module")
def pseudo() -> Book:
    """The pages in both pseudo-languages."""
    book = make_book(PROJECT, ("en-XA", "ar-XB"))
    assert isinstance(book, Book)
    return book


def test_pseudo_languages_are_named_by_their_tags_and_leave_the_corners_of_cards(
    pseudo: Book,
) -> None:
    assert [each.autonym for each in pseudo.languages] == ["English (en-XA)", "العربية (ar-XB)"]
    assert "<b>K</b>" in "".join(page.markdown for page in pseudo.pages)


def test_pseudo_languages_are_never_published(pseudo: Book) -> None:
    assert pseudo.published == ()
    assert [(each.tag, each.direction) for each in pseudo.languages] == [
        ("en-XA", "ltr"),
        ("ar-XB", "rtl"),
    ]
    assert not is_tag("en-XA")


# Words that are the same in every language: what is typed on the try-it page, and names.
_SAME = ("code", "style", "script")
_LETTERS = re.compile(r"[^\W\d_]{2,}")


def test_every_word_of_the_pages_could_be_translated(pseudo: Book) -> None:
    for page in pseudo.pages:
        text = re.sub(r"^(#+ )(.*?) \{ #[\w.-]+ \}$", r"<h2>\2</h2>", page.markdown, flags=re.M)
        soup = BeautifulSoup(text, "lxml")
        for element in soup(_SAME):
            element.decompose()
        whole = soup.get_text(" ")
        for attribute in ("aria-label", "data-label", "title", "data-joker-as"):
            whole += " ".join(str(tag[attribute]) for tag in soup.select(f"[{attribute}]"))
        outside = _outside_brackets(whole)
        assert not _LETTERS.findall(outside), (page.address, outside.split())


def _outside_brackets(text: str) -> str:
    depth, outside = 0, []
    for char in text:
        depth += (char == OPENING) - (char == CLOSING)
        if not depth and char != CLOSING:
            outside.append(char)
    assert depth == 0, "a text is cut off"
    return "".join(outside)


def test_a_pseudo_language_is_longer_and_keeps_its_placeholders(pseudo: Book) -> None:
    english = make_book(PROJECT, ("en",))
    assert isinstance(english, Book)
    longer = {page.name: len(page.title) for page in pseudo.pages if page.language == "en-XA"}
    for page in english.pages:
        assert longer[page.name] > len(page.title) * 1.3
    assert not any("%(" in page.markdown for page in pseudo.pages)
