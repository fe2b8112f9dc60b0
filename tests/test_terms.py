"""Terms: one word for one thing, as each language's own list says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest

from rami_examples.catalogs.catalog import SOURCE_LANGUAGE, Catalog, parse_catalog
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.catalogs.messages import Message, read_sources
from rami_examples.catalogs.terms import Terms, read_terms, terms_path
from rami_examples.findings import Kind
from rami_examples.pages.languages import read_languages
from rami_examples.settings import declared_languages
from tests.copies import PROJECT

ENGLISH = """\
set of four: {forms: [set of four, sets of four]}
set: {forms: [set, sets], except: [rule set]}
lay off: {forms: [lay off, lays off]}
"""
GERMAN = """\
set of four: {use: [Vierling*], avoid: [Quartett*]}
set: {use: [Drilling, Drillinge, "*drilling"]}
lay off: {use: [anlegen, "leg* * an"], avoid: [dazulegen]}
"""


def terms(folder: Path, german: str = GERMAN, english: str = ENGLISH) -> Terms:
    """The terms of German in a project with these two lists."""
    found, faults = read(folder, german, english)
    assert not faults
    return found


def read(folder: Path, german: str | None, english: str | None) -> tuple[Terms, list[str]]:
    for tag, text in (("de", german), ("en", english)):
        if text is not None:
            path = terms_path(folder, tag)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    found, faults = read_terms(folder, "de", SOURCE_LANGUAGE)
    assert all(fault.kind is Kind.TERMS_FILE and fault.right for fault in faults)
    return found, [f"{fault.place}: {fault.message}" for fault in faults]


MISSING = "the English has the term “{}”, and no word for it stands here"
AVOIDED = "“{}” is not this translation’s word for “{}”"

# English, German, and what is told.
TRANSLATIONS = [
    ("A set counts.", "Ein Drilling zählt.", []),
    ("A set counts.", "Ein Trio zählt.", [MISSING.format("set")]),
    ("Two sets count.", "Zwei DRILLINGE zählen.", []),
    ("A set counts.", "Ein Königsdrilling zählt.", []),
    ("A set counts.", "Ein Drillingsding zählt.", [MISSING.format("set")]),
    ("The rule set counts.", "Die Regeln zählen.", []),
    ("A set of four counts.", "Ein Vierling zählt.", []),
    ("A set of four is a set.", "Ein Vierling zählt.", [MISSING.format("set")]),
    ("Cards count.", "Ein Quartett zählt.", [AVOIDED.format("Quartett", "set of four")]),
    ("A player lays off.", "Man legt Karten an.", []),
    ("A player lays off.", "Man legt\u00a0sie an.", []),
    ("%(set)s counts.", "%(set)s zählt.", []),
    ("Cards count.", "%(Quartett)s zählen.", []),
    ("The sunset counts.", "Es zählt.", []),
]


@pytest.mark.parametrize(("english", "german", "told"), TRANSLATIONS)
def test_a_translation_names_a_term_by_its_word(
    english: str, german: str, told: list[str], tmp_path: Path
) -> None:
    found = terms(tmp_path).faults(german, english, ())
    assert [what for _, what, _ in found] == told


def test_the_longest_term_is_looked_for_first_wherever_it_is_listed(tmp_path: Path) -> None:
    own = terms(tmp_path, english="\n".join(reversed(ENGLISH.splitlines())))
    assert not list(own.faults("Ein Vierling zählt.", "A set of four counts.", ()))


def test_a_fault_says_the_right_word_and_where_the_wrong_one_stands(tmp_path: Path) -> None:
    (fault,) = terms(tmp_path).faults("Ein Quartett zählt.", "Cards count.", ())
    assert (fault[0], fault[2]) == (4, "Vierling*")


def test_a_translators_comment_lets_one_message_do_without_a_word(tmp_path: Path) -> None:
    own = terms(tmp_path)
    assert not list(own.faults("Es zählt.", "The set counts.", ("without: run, set",)))
    assert list(own.faults("Es zählt.", "The set counts.", ("without the set",)))


def test_a_catalog_is_warned_of_terms_and_of_typography(tmp_path: Path) -> None:
    data = (
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "A set counts."\nmsgstr "Ein \'Trio\' zählt."\n'
    )
    messages = [Message(None, "A set counts.")]
    catalog = parse_catalog(data.encode(), "de", messages, Path("x.po"), terms=terms(tmp_path))
    assert isinstance(catalog, Catalog)
    assert [(w.kind, w.place.line, w.warning) for w in catalog.warnings] == [
        (Kind.CATALOG_TERM, 8, True),
        (Kind.CATALOG_TYPOGRAPHY, 8, True),
        (Kind.CATALOG_TYPOGRAPHY, 8, True),
    ]


HEAD = (
    'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)


def test_a_guess_is_not_held_against_terms_or_typography(tmp_path: Path) -> None:
    data = f'{HEAD}#, fuzzy\nmsgid "A set counts."\nmsgstr "Ein \'Trio\' zählt."\n'
    messages, path = [Message(None, "A set counts.")], Path("x.po")
    own = terms(tmp_path)
    catalog = parse_catalog(data.encode(), "de", messages, path, Incomplete.ENGLISH, own)
    assert isinstance(catalog, Catalog)
    assert [warning.kind for warning in catalog.warnings] == [Kind.CATALOG_FUZZY]


def test_of_plural_forms_the_one_for_many_has_to_name_the_term(tmp_path: Path) -> None:
    counted = Message(None, "One of them", "%(n)s sets", placeholders=frozenset("n"))
    counted = replace(counted, counted=frozenset("n"))
    entry = 'msgid "One of them"\nmsgid_plural "%(n)s sets"\nmsgstr[0] "Eins"\nmsgstr[1] "{}"\n'
    for many, lines in (("%(n)s Drillinge", []), ("%(n)s davon", [10])):
        data = (HEAD + entry.format(many)).encode()
        catalog = parse_catalog(data, "de", [counted], Path("x.po"), terms=terms(tmp_path))
        assert isinstance(catalog, Catalog)
        assert [warning.place.line for warning in catalog.warnings] == lines


# Lists that are wrong: German, English, and what is told.
LISTS = {
    "no list": (None, ENGLISH, ["locales/de/terms.yml: there is no list"]),
    "a term left out": (
        "set: {use: [x]}\nlay off: {use: [x]}",
        ENGLISH,
        ["no word is given for set of four"],
    ),
    "a term too many": (GERMAN + "ace: {use: [Ass]}", ENGLISH, ["“ace” is no term"]),
    "no words": ("set: {use: []}", ENGLISH, ["locales/de/terms.yml:1:6: the words for “set”"]),
    "a star alone": ('set: {use: ["*"]}', ENGLISH, ["the words for “set” cannot be read"]),
    "another key": ("set: {words: [x]}", ENGLISH, ["“words” is none of use, avoid, search"]),
    "text for a list": ("set: {use: x}", ENGLISH, ["“use” is no list"]),
    "nothing to use": ("set: {avoid: [x]}", ENGLISH, ["“use” is missing"]),
    "a word of both kinds": ("set: {use: [x], avoid: [x]}", ENGLISH, ["“x” is to be used and"]),
    "no mapping": ("[set]", ENGLISH, ["is no list of terms"]),
    "nothing": ("# to come\n", ENGLISH, ["no word is given for set of four, set, lay off"]),
    "a term twice": ("set: {use: [x]}\nset: {use: [y]}", ENGLISH, ["stands here again"]),
    "no YAML": ("set: [", ENGLISH, ["locales/de/terms.yml"]),
    "an English fault": (GERMAN, "set: {forms: []}", ["locales/en/terms.yml:1:6"]),
    "stars alone": ('set: {use: ["*\\t*"]}', ENGLISH, ["the words for “set” cannot be read"]),
    "no letter": ('set: {use: ["\\_"]}', ENGLISH, ["the words for “set” cannot be read"]),
    "a star within": ('set: {use: ["a*b"]}', ENGLISH, ["the words for “set” cannot be read"]),
    "two stars": ('set: {use: ["a**"]}', ENGLISH, ["the words for “set” cannot be read"]),
    "a long phrase": (f"set: {{use: [{'a' * 101}]}}", ENGLISH, ["the words for “set”"]),
    "many phrases": (f"set: {{use: [{'x, ' * 51}]}}", ENGLISH, ["the words for “set”"]),
    "many terms": ("".join(f"t{n}: {{use: [x]}}\n" for n in range(201)), ENGLISH, ["201 terms"]),
    "a command": ('set: {use: ["\\e[31mx"]}', ENGLISH, ["the words for “set” cannot be read"]),
    "a mark": (
        'set: {use: [x], search: ["x\\ufdd0"]}',
        ENGLISH,
        ["the words for “set” cannot be read"],
    ),
    "a command for a term": (GERMAN, '"\\e[31m": {forms: [x]}', ["the words for “\\u001b[31m”"]),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_that_is_wrong_is_told(name: str, tmp_path: Path) -> None:
    german, english, told = LISTS[name]
    _, faults = read(tmp_path, german, english)
    assert faults
    assert told[0] in faults[0]


# Phrases, and texts in which a search for them could take very long.
LONG = {
    "ends": ("*a *a *a *ab", "aaaa " * 2000),
    "words": ("x * * * * y", "x " * 5000),
    "blanks": ("x * * * * y", "x" + " " * 10_000),
    "one word": ("*aaaaaaaaaa*", "a" * 9_000 + "b"),
}


@pytest.mark.parametrize("name", LONG)
def test_no_phrase_takes_long_to_look_for(name: str, tmp_path: Path) -> None:
    phrase, text = LONG[name]
    own = terms(tmp_path, f'set: {{use: ["{phrase}"]}}\n', "set: {forms: [set]}\n")
    start = perf_counter()
    list(own.faults(text, "set", ()))
    assert perf_counter() - start < 1


def test_a_star_alone_stands_for_a_word(tmp_path: Path) -> None:
    own = terms(tmp_path, 'set: {use: ["leg* * an"]}\n', "set: {forms: [set]}\n")
    assert not list(own.faults("Man legt sie an.", "set", ()))
    assert list(own.faults("Man legt  an.", "set", ()))


def test_words_that_readers_search_for_reach_the_language() -> None:
    (french,), _ = read_languages(PROJECT, ("fr",), read_sources(PROJECT)[0])
    own, _ = read_terms(PROJECT, "fr", SOURCE_LANGUAGE)
    assert own.searched
    assert french.searched == own.searched


def test_a_project_without_an_english_list_has_no_terms(tmp_path: Path) -> None:
    assert read(tmp_path, GERMAN, None) == (Terms(), [])


@pytest.mark.parametrize("tag", declared_languages(PROJECT)[1:])
def test_every_language_has_its_word_for_every_term(tag: str) -> None:
    found, faults = read_terms(PROJECT, tag, SOURCE_LANGUAGE)
    assert faults == ()
    assert found.words.keys() == {term.name for term in found.terms}
