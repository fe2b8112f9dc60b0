"""Unfinished languages: nothing is published that passes for a translation and is none."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from rami_examples.audit.site import audit_site
from rami_examples.build import Built, build_into_place
from rami_examples.catalogs.catalog import (
    FINDING_LIMIT,
    Catalog,
    Shown,
    catalog_path,
    parse_catalog,
)
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.catalogs.messages import Message
from rami_examples.catalogs.plurals import plural_rule
from rami_examples.catalogs.po_text import Entry, Text, parse, write
from rami_examples.catalogs.update import update_catalog
from rami_examples.findings import Kind
from rami_examples.pages.book import Book
from rami_examples.pages.language import language
from rami_examples.pages.marks import settled
from rami_examples.rulebook import Sources, check, make_book, write_book
from rami_examples.shards.build import build_shard
from rami_examples.shards.shard import MANIFEST
from rami_examples.site.export import CONTENTS, exported
from rami_examples.site.mkdocs_build import build_site
from tests.copies import contents, copy_project, rami_docs

SLOT = "The sentence of the rule set.size."
BEFORE = Message(None, "A set has three cards.", comments=(SLOT,), slots=(SLOT,))
AFTER = Message(None, "A set has %(n)s cards.", comments=(SLOT,), slots=(SLOT,))
AFTER = replace(AFTER, placeholders=frozenset({"n"}))
SAME_WORDS = replace(BEFORE, id="Three cards make a set.")


def updated(tmp_path: Path, *messages: Message) -> Entry:
    """The entry of the only message after updates to each in turn, translated after the first."""
    path = tmp_path / "hr.po"
    for number, message in enumerate(messages):
        text = update_catalog(path, "hr", [message])
        assert isinstance(text, str)
        if number == 0:
            entries, _ = parse(text)
            filled = [replace(e, text=Text("Tri karte.")) if e.id.value else e for e in entries]
            text = write(filled)
        path.write_text(text, encoding="utf-8")
    entries, faults = parse(path.read_text(encoding="utf-8"))
    assert not faults
    return next(entry for entry in entries if entry.id.value == messages[-1].id)


def test_a_translation_becomes_suspect_when_the_english_of_its_rule_changes(tmp_path: Path) -> None:
    entry = updated(tmp_path, BEFORE, SAME_WORDS)
    assert entry.text == replace(entry.text or Text(""), value="Tri karte.")
    assert "fuzzy" in entry.flags
    assert entry.previous == "A set has three cards."


def test_a_second_change_keeps_the_english_that_was_translated(tmp_path: Path) -> None:
    entry = updated(tmp_path, BEFORE, SAME_WORDS, AFTER)
    assert entry.previous == "A set has three cards."


def test_a_text_that_stands_for_something_else_is_never_taken_for_a_translation(
    tmp_path: Path,
) -> None:
    other = Message(None, "A run has three cards.", comments=("x",), slots=("x",))
    entry = updated(tmp_path, BEFORE, other)
    assert entry.text == replace(entry.text or Text("?"), value="")
    assert entry.flags == ()


def read(text: str, message: Message, incomplete: Incomplete) -> Catalog:
    catalog = parse_catalog(text.encode(), "hr", [message], Path("hr.po"), incomplete)
    assert isinstance(catalog, Catalog)
    return catalog


def test_a_suspect_text_is_shown_in_english_or_as_it_was_by_the_setting(tmp_path: Path) -> None:
    updated(tmp_path, BEFORE, SAME_WORDS)
    text = (tmp_path / "hr.po").read_text(encoding="utf-8")
    english = read(text, SAME_WORDS, Incomplete.ENGLISH)
    assert english.gettext(None, SAME_WORDS.id) == SAME_WORDS.id
    assert english.shown(None, SAME_WORDS.id) is Shown.ENGLISH
    assert [warning.kind for warning in english.warnings] == [Kind.CATALOG_FUZZY]
    last = read(text, SAME_WORDS, Incomplete.LAST)
    assert last.gettext(None, SAME_WORDS.id) == "Tri karte."
    assert last.shown(None, SAME_WORDS.id) is Shown.LAST_TRANSLATION


def test_a_last_translation_that_cannot_be_filled_in_any_more_gives_way_to_english(
    tmp_path: Path,
) -> None:
    updated(tmp_path, BEFORE, AFTER)
    text = (tmp_path / "hr.po").read_text(encoding="utf-8")
    assert read(text, AFTER, Incomplete.LAST).shown(None, AFTER.id) is Shown.ENGLISH


def test_a_refused_catalog_tells_what_is_suspect_as_a_fault(tmp_path: Path) -> None:
    updated(tmp_path, BEFORE, SAME_WORDS)
    data = (tmp_path / "hr.po").read_bytes()
    found = parse_catalog(data, "hr", [SAME_WORDS], Path("hr.po"), Incomplete.REFUSE)
    assert not isinstance(found, Catalog)
    assert [(each.kind, each.warning) for each in found] == [(Kind.CATALOG_FUZZY, False)]


def test_english_in_place_of_a_counted_text_has_the_english_plural() -> None:
    counted = Message(
        None, "%(n)s card", "%(n)s cards", placeholders=frozenset("n"), counted=frozenset("n")
    )
    text = update_catalog(Path("none.po"), "ar", [counted])
    assert isinstance(text, str)
    catalog = parse_catalog(text.encode(), "ar", [counted], Path("ar.po"), Incomplete.ENGLISH)
    assert isinstance(catalog, Catalog)
    assert catalog.ngettext(None, "%(n)s card", "%(n)s cards", 1) == "%(n)s card"
    assert catalog.ngettext(None, "%(n)s card", "%(n)s cards", 2) == "%(n)s cards"


CARDS = Message(None, "a card", "%(n)s cards", counted=frozenset("n"))
CARDS = replace(CARDS, placeholders=frozenset("n"))
WHOLE = ("%(n)s karta", "%(n)s karte", "%(n)s karata")
PARTIAL: dict[str, tuple[str | None, tuple[str, ...]]] = {
    "a form that is empty": ("%(n)s cards", ("%(n)s karta", "", "%(n)s karata")),
    "a form that is missing": ("%(n)s cards", WHOLE[:2]),
    "a form too many": ("%(n)s cards", (*WHOLE, "%(n)s karata")),
    "another plural": ("%(n)s packs", WHOLE),
    "no plural": (None, ("%(n)s karte",)),
}


@pytest.mark.parametrize("incomplete", Incomplete)
@pytest.mark.parametrize("name", PARTIAL)
def test_plural_forms_that_do_not_fit_are_a_fault_and_never_shown(
    name: str, incomplete: Incomplete
) -> None:
    plural, forms = PARTIAL[name]
    header = update_catalog(Path("none.po"), "hr", [])
    assert isinstance(header, str)
    texts = tuple(enumerate(map(Text, forms)))
    entry = Entry(Text("a card"), plural=Text(plural) if plural else None, forms=texts)
    if plural is None:
        entry = replace(entry, text=texts[0][1], forms=())
    guess = replace(entry, flags=("fuzzy",))
    data = f"{header}\n{write([entry])}".encode()
    found = parse_catalog(data, "hr", [CARDS], Path("hr.po"), incomplete)
    assert not isinstance(found, Catalog)
    assert {(each.kind, each.warning) for each in found} == {(Kind.CATALOG_PLURAL, False)}
    if incomplete is not Incomplete.REFUSE:
        data = f"{header}\n{write([guess])}".encode()
        catalog = parse_catalog(data, "hr", [CARDS], Path("hr.po"), incomplete)
        assert isinstance(catalog, Catalog)
        assert catalog.texts(CARDS) == ("a card", "%(n)s cards")


# ------------------------------------------------------------------------- pages and the site

SENTENCE = "The stock is the pile of cards face down."


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in which German lacks some texts and Arabic, a draft, has none."""
    folder = copy_project(tmp_path_factory.mktemp("unfinished"))
    with (folder / "mkdocs.yml").open("a", encoding="utf-8") as settings:
        settings.write("site_url: https://rules.example/\n")
    path = catalog_path(folder, "de")
    entries, _ = parse(path.read_text(encoding="utf-8"))
    unfinished = {"Joker", "Try it", "At a glance", "king", "Rami: the rules of the game"}
    path.write_text(write(_emptied(each, unfinished) for each in entries), encoding="utf-8")
    draft = catalog_path(folder, "sw")
    draft.parent.mkdir()
    made = rami_docs(folder, "i18n", "update", "sw")
    assert made.returncode == 0, made.stderr
    head = draft.read_text(encoding="utf-8")
    draft.write_text(head.replace('8bit\\n"', '8bit\\n"\n"X-Draft: yes\\n"', 1), encoding="utf-8")
    return folder


def _emptied(entry: Entry, ids: set[str]) -> Entry:
    return replace(entry, text=Text("")) if entry.text and entry.id.value in ids else entry


@pytest.fixture(scope="module")
def site(project: Path) -> Path:
    """The site of that project in English, German and the draft."""
    said: list[str] = []
    tags = ("en", "de", "sw")
    assert isinstance(build_into_place(project, tags, said.append, Incomplete.ENGLISH), Built)
    return project / "site"


def page(site: Path, address: str) -> BeautifulSoup:
    return BeautifulSoup((site / address / "index.html").read_bytes(), "lxml")


def test_english_on_another_page_says_its_language_and_direction(site: Path) -> None:
    english = page(site, "de").select("span.untranslated")
    assert {span.get_text() for span in english} >= {"At a glance", "Try it"}
    assert {(span["lang"], span["dir"]) for span in english} == {("en", "ltr")}


def test_a_page_with_english_on_it_says_so_and_one_without_does_not(site: Path) -> None:
    (notice,) = page(site, "de").select(".notices")
    assert "noch auf Englisch" in notice.get_text()
    assert page(site, "de/glossary").select_one(".notices") is None
    assert page(site, "en").select_one(".notices") is None


def test_a_page_says_so_too_where_english_is_only_heard(site: Path) -> None:
    scoring = page(site, "de/scoring")
    assert scoring.select('[role="img"][aria-label*="king"]')
    assert not scoring.select("article span.untranslated")
    assert scoring.select_one(".notices")


def test_english_around_a_page_says_so_as_well(site: Path) -> None:
    for address in ("sw/glossary/index.html", "sw/404.html"):
        whole = BeautifulSoup((site / address).read_bytes(), "lxml")
        skip = whole.select_one(".md-skip")
        assert skip
        assert skip.select('span.untranslated[lang="en"][dir="ltr"]'), address
    whole = BeautifulSoup((site / "sw/glossary/index.html").read_bytes(), "lxml")
    following = whole.select_one(".md-footer__link--next .md-footer__direction span.untranslated")
    assert following
    assert following.get_text() == "Next"
    settings = whole.select_one("#__config")
    assert settings
    words = json.loads(settings.get_text())["translations"]
    assert words["search.result.none"] == "Nothing found"


def test_no_mark_is_left_where_no_element_can_stand(site: Path) -> None:
    for path in site.rglob("*"):
        if path.suffix in (".html", ".json", ".xml", ".svg"):
            text = path.read_text(encoding="utf-8")
            assert not any(mark in text for mark in "\ufdd0\ufdd1\ufdd2"), path
            assert "\\ufdd" not in text, path
    title = page(site, "de").title
    assert title
    assert "<" not in title.get_text()


def test_no_way_leads_to_a_draft_but_its_pages_are_there(site: Path) -> None:
    assert page(site, "sw/rules").select(".notices")
    for address in ("", "en", "de/rules"):
        assert not page(site, address).select('a[hreflang="sw"]'), address
    assert page(site, "sw/rules").select('a[hreflang="de"]')
    assert page(site, "sw/rules").select('meta[name="robots"][content="noindex"]')
    assert not page(site, "de/rules").select('meta[name="robots"]')
    assert leading_to(site, "sw") == []


def leading_to(site: Path, draft: str) -> list[str]:
    """The files of a site outside of a language's own that name the language or its addresses."""
    named = re.compile(rf"\b{draft}(?:/|\b[\"'])")
    return [
        path.relative_to(site).as_posix()
        for path in sorted(site.rglob("*"))
        if path.suffix in (".html", ".json", ".xml", ".txt", ".webmanifest")
        and path.relative_to(site).parts[0] != draft
        and named.search(path.read_text(encoding="utf-8"))
    ]


def audited(project: Path, tags: tuple[str, ...], folder: Path) -> Path:
    """A site of that project in other languages, in which the audit finds nothing wrong."""
    sources = check(project, tags, Incomplete.ENGLISH)
    assert isinstance(sources, Sources)
    book = write_book(project, sources)
    assert build_site(project, tags, folder, lambda *_: book) is book
    assert audit_site(folder, sources.wordings) == ()
    return folder


def test_a_draft_that_is_declared_first_leads_nobody_to_itself(
    project: Path, tmp_path: Path
) -> None:
    site = audited(project, ("sw", "en"), tmp_path)
    assert leading_to(site, "sw") == []
    for name in ("index.html", "404.html"):
        root = BeautifulSoup((site / name).read_bytes(), "lxml")
        assert not root.select(".untranslated"), name
        assert root.select('a[href$="en/"]'), name


@pytest.mark.parametrize("tag", ["sw", "en-XA"])
def test_a_site_of_drafts_alone_can_be_looked_at(tag: str, project: Path, tmp_path: Path) -> None:
    site = audited(project, (tag,), tmp_path)
    assert page(site, f"{tag}/rules").select(".notices")
    assert not page(site, "").select(".languages a")
    sitemap = (site / "sitemap.xml").read_text(encoding="utf-8")
    assert re.findall("<loc>(.*?)</loc>", sitemap) == ["https://rules.example/"]


@pytest.mark.parametrize("tags", [("en", "de", "sw"), ("sw", "de", "en")])
def test_shards_with_a_draft_make_the_very_site_that_one_build_makes(
    tags: tuple[str, ...], project: Path, tmp_path: Path
) -> None:
    english = Incomplete.ENGLISH
    whole = contents(audited(project, tags, tmp_path / "whole"))
    merged: dict[str, bytes] = {}
    for own in tags:
        shard = tmp_path / own
        assert isinstance(build_shard(project, tags, (own,), shard, print, english), Book)
        merged |= contents(shard)
    del merged[MANIFEST]
    assert sorted(merged) == sorted(whole)
    assert [name for name in whole if merged[name] != whole[name]] == []


def test_an_outdated_text_is_marked_on_its_page(project: Path) -> None:
    folder = catalog_path(project, "de")
    good = folder.read_text(encoding="utf-8")
    entries, _ = parse(good)
    guessed = [replace(e, flags=("fuzzy",)) if e.id.value == "Glossary" else e for e in entries]
    folder.write_text(write(guessed), encoding="utf-8")
    try:
        book = make_book(project, ("en", "de"), Incomplete.LAST)
    finally:
        folder.write_text(good, encoding="utf-8")
    assert isinstance(book, Book)
    (glossary,) = [each for each in book.pages if each.address == "de/glossary/"]
    assert '<span class="outdated">Glossar</span>' in glossary.markdown
    assert "notices" in glossary.markdown


def test_a_counted_text_is_marked_like_any_other() -> None:
    text = update_catalog(Path("none.po"), "hr", [CARDS])
    assert isinstance(text, str)
    croatian = language("hr", read(text, CARDS, Incomplete.ENGLISH))
    counted = croatian.counted(None, CARDS.id, "%(n)s cards", 2, n=2)
    assert settled(counted) == '<span class="untranslated" lang="en" dir="ltr">2 cards</span>'


def test_no_translation_may_hold_a_mark() -> None:
    text = update_catalog(Path("none.po"), "hr", [BEFORE])
    assert isinstance(text, str)
    for mark in "\ufdd0\ufdd1\ufdd2":
        data = re.sub(r'msgstr ""\n$', f'msgstr "Tri {mark} karte."\n', text).encode()
        found = parse_catalog(data, "hr", [BEFORE], Path("hr.po"), Incomplete.ENGLISH)
        assert not isinstance(found, Catalog)
        assert [(each.kind, each.warning) for each in found] == [(Kind.CATALOG_MARKUP, False)]


def test_an_export_leaves_drafts_out_as_its_navigation_and_search_would_lead_to_them(
    project: Path,
) -> None:
    book = make_book(project, ("en", "sw"), Incomplete.ENGLISH)
    assert isinstance(book, Book)
    files = exported(project, book)
    assert not [name for name in files if name.startswith("docs/sw/")]
    for name in (CONTENTS, "zensical.toml"):
        assert '"sw' not in files[name].decode()
    alone = make_book(project, ("sw",), Incomplete.ENGLISH)
    assert isinstance(alone, Book)
    assert "docs/sw/rules/index.md" in exported(project, alone)
    done = rami_docs(project, "export", str(project / "out"), "--languages", "en,de")
    assert "left out" not in done.stdout


def test_a_pseudo_language_is_never_published(project: Path) -> None:
    for command in ("build", "shard", "export", "check"):
        folder = [str(project / "out")] if command in ("shard", "export") else []
        done = rami_docs(project, command, *folder, "--languages", "en-XA")
        assert done.returncode == 2, (command, done.stderr)
        assert "en-XA is not declared" in done.stderr


def test_an_unfinished_site_is_what_the_engine_confirms(project: Path, site: Path) -> None:
    sources = check(project, ("en", "de", "sw"), Incomplete.ENGLISH)
    assert isinstance(sources, Sources)
    assert audit_site(site, sources.wordings) == ()


def test_a_build_may_insist_on_complete_languages(project: Path) -> None:
    found = make_book(project, ("en", "de"), Incomplete.REFUSE)
    assert not isinstance(found, Book)
    assert {finding.kind for finding in found} == {Kind.CATALOG_UNTRANSLATED}
    done = rami_docs(project, "build", "--languages", "de", "--require-complete")
    assert done.returncode == 1
    assert "not translated: At a glance" in done.stderr


def test_a_build_that_does_not_insist_warns(project: Path) -> None:
    done = rami_docs(project, "check", "--languages", "de")
    assert done.returncode == 0, done.stderr
    assert "warning:" in done.stdout
    assert "not translated: At a glance" in done.stdout


def test_spanish_alternatives_change_before_the_sound_of_an_o() -> None:
    spanish = language("es", Catalog("es", plural_rule("es"), {}))
    assert spanish.any_of(["10", "11"]) == "10 u 11"
    assert spanish.any_of(["1", "10"]) == "1 o 10"
    assert spanish.any_of(["7", "8"]) == "7 u 8"
    assert spanish.any_of(["11", "110"]) == "11 o 110"


def many(count: int) -> tuple[list[Message], str]:
    """Messages, and a catalog in which a printer would mend every translation."""
    messages = [Message(None, f"Text {chr(0x4E00 + number)}") for number in range(count)]
    text = update_catalog(Path("none.po"), "hr", messages)
    assert isinstance(text, str)
    return messages, re.sub('msgid "(Text .)"\nmsgstr ""', 'msgid "\\1"\nmsgstr "To \'\\1"', text)


def test_no_number_of_warnings_stops_a_build() -> None:
    messages, text = many(FINDING_LIMIT + 5)
    found = parse_catalog(text.encode(), "hr", messages, Path("hr.po"))
    assert isinstance(found, Catalog)
    assert len(found.warnings) == FINDING_LIMIT + 1
    assert found.warnings[-1].message == "5 more are not shown"


def test_a_fault_is_told_however_many_warnings_there_are() -> None:
    messages, text = many(FINDING_LIMIT + 5)
    before, last, after = text.rpartition("'")
    wrong = f"{before}7{last}{after}"
    found = parse_catalog(wrong.encode(), "hr", messages, Path("hr.po"))
    assert not isinstance(found, Catalog)
    assert [finding.kind for finding in found if not finding.warning] == [Kind.CATALOG_NUMBER]
