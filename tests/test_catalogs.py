"""Catalogs: every fault is told with its place, and what is right is read to the letter."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
import yaml
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from rami_examples.catalogs import po_text
from rami_examples.catalogs.catalog import SIZE_LIMIT, Catalog, english, parse_catalog, read_catalog
from rami_examples.catalogs.messages import Message
from rami_examples.catalogs.plurals import header_fault, plural_rule
from rami_examples.catalogs.tags import RIGHT, is_tag, spelling
from rami_examples.catalogs.update import update_catalog
from rami_examples.files import write_whole
from rami_examples.findings import Finding, Kind, Place

FOLDER = Path(__file__).parent / "catalogs"
FAULTS: dict[str, list[tuple[str, str, str]]] = yaml.safe_load(
    (FOLDER / "faults.yaml").read_text(encoding="utf-8")
)
GOOD = tuple(name for name, faults in FAULTS.items() if not faults)
SOURCE = (
    Message(None, "Joker"),
    Message(None, "In Rami 51, %(total)s points open.", placeholders=frozenset({"total"})),
    Message(
        None,
        "%(count)s card",
        "%(count)s cards",
        placeholders=frozenset({"count"}),
        counted=frozenset({"count"}),
    ),
)


def read(name: str) -> Catalog | tuple[Finding, ...]:
    language = name.rpartition(".")[2]
    return read_catalog(FOLDER / f"{name}.po", language, SOURCE, project=FOLDER)


def read_good(name: str) -> Catalog:
    catalog = read(name)
    assert isinstance(catalog, Catalog)
    return catalog


def kinds(result: Catalog | tuple[Finding, ...]) -> list[Kind]:
    assert not isinstance(result, Catalog)
    return [finding.kind for finding in result]


# ------------------------------------------------------------------------ faults of a catalog


def test_every_catalog_of_the_folder_is_in_the_table_of_faults() -> None:
    assert {path.stem for path in FOLDER.glob("*.po")} == FAULTS.keys()
    assert len(FAULTS) > 50
    assert {name.rpartition(".")[2] for name in GOOD} == {"hr", "he", "ar"}


@pytest.mark.parametrize("name", FAULTS.keys() - set(GOOD))
def test_each_fault_is_told_with_its_place_and_nothing_else(name: str) -> None:
    findings = read(name)
    assert not isinstance(findings, Catalog)
    told = [(f.kind.value, f"{f.place.line}:{f.place.column}") for f in findings]
    assert told == [(kind, place) for kind, place, _ in FAULTS[name]]
    for finding, (_, _, says) in zip(findings, FAULTS[name], strict=True):
        assert says in finding.message
        assert finding.right
        assert finding.place.path == Path(f"{name}.po")


def test_a_declared_language_without_a_catalog_is_told(tmp_path: Path) -> None:
    assert kinds(read_catalog(tmp_path / "hr.po", "hr", SOURCE)) == [Kind.CATALOG_MISSING]


def test_a_folder_in_place_of_a_catalog_is_told(tmp_path: Path) -> None:
    assert kinds(read_catalog(tmp_path, "hr", SOURCE)) == [Kind.CATALOG_SYNTAX]


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    outside = tmp_path / "outside.po"
    outside.write_bytes((FOLDER / "good.hr.po").read_bytes())
    (project / "hr.po").symlink_to(outside)
    findings = read_catalog(project / "hr.po", "hr", SOURCE, project=project)
    assert kinds(findings) == [Kind.CATALOG_SYNTAX]


def test_a_file_beyond_all_measure_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "hr.po"
    path.write_bytes((FOLDER / "good.hr.po").read_bytes() + b"#\n" * SIZE_LIMIT)
    assert kinds(read_catalog(path, "hr", SOURCE)) == [Kind.CATALOG_SYNTAX]


@pytest.mark.parametrize(("encoding", "line"), [("utf-16", 1), ("iso8859-2", 10)])
def test_another_encoding_is_told_where_it_shows(encoding: str, line: int) -> None:
    text = (FOLDER / "good.hr.po").read_text(encoding="utf-8")
    findings = parse_catalog(text.encode(encoding), "hr", SOURCE, Path("hr.po"))
    assert kinds(findings) == [Kind.CATALOG_SYNTAX]
    assert not isinstance(findings, Catalog)
    assert findings[0].place.line == line
    assert "UTF-8" in findings[0].right


def test_a_language_unknown_to_cldr_is_told() -> None:
    findings = parse_catalog(b"", "xx", SOURCE, Path("xx.po"))
    assert kinds(findings) == [Kind.CATALOG_HEADER]


def test_the_line_ends_of_windows_are_fine() -> None:
    data = (FOLDER / "good.hr.po").read_bytes().replace(b"\n", b"\r\n")
    assert isinstance(parse_catalog(data, "hr", SOURCE, Path("hr.po")), Catalog)


def test_a_carriage_return_within_a_line_is_told() -> None:
    data = (FOLDER / "good.hr.po").read_bytes().replace("žoker".encode(), b"o\rker")
    findings = parse_catalog(data, "hr", SOURCE, Path("hr.po"))
    assert Kind.CATALOG_SYNTAX in kinds(findings)


@given(st.binary(max_size=300))
def test_no_bytes_at_all_break_the_reader(data: bytes) -> None:
    assert parse_catalog(data, "hr", SOURCE, Path("hr.po"))


PIECES = (
    '"',
    "\\",
    "\n",
    "#~ ",
    "msgstr",
    "[9]",
    "%",
    "%(",
    ")s",
    "<",
    "\u202e",
    "\0",
    "٣",
    "(" * 99,
)


@given(st.sampled_from(GOOD), st.lists(st.tuples(st.integers(0, 900), st.sampled_from(PIECES))))
def test_no_edit_of_a_good_catalog_breaks_the_reader(
    name: str, edits: list[tuple[int, str]]
) -> None:
    text = (FOLDER / f"{name}.po").read_text(encoding="utf-8")
    for offset, piece in edits:
        text = text[:offset] + piece + text[offset + len(piece) % 3 :]
    assert parse_catalog(text.encode(), name[-2:], SOURCE, Path("x.po"))


ALIKE = {
    "two suits of one name": (
        "suit in a card name",
        {"spades": "herc", "hearts": "Herc"},
        "“Herc”",
    ),
    "two ranks of one name": ("rank in a card name", {"king": "kralj", "jack": "kralj"}, "kralj"),
    "two letters alike": ("corner letter", {"K": "K", "Q": "k"}, "stands for “K” already"),
    "a word in a corner": ("corner letter", {"J": "Dečko"}, "does not fit into the corner"),
}


@pytest.mark.parametrize("name", ALIKE)
def test_cards_that_could_not_be_told_apart_are_told(name: str) -> None:
    context, texts, says = ALIKE[name]
    messages = [Message(context, id) for id in texts]
    made = update_catalog(Path("none.po"), "hr", messages)
    assert isinstance(made, str)
    for id, text in texts.items():
        made = made.replace(f'msgid "{id}"\nmsgstr ""', f'msgid "{id}"\nmsgstr "{text}"')
    found = parse_catalog(made.encode(), "hr", messages, Path("hr.po"))
    assert kinds(found) == [Kind.CATALOG_CARD]
    assert not isinstance(found, Catalog)
    assert says in found[0].message


@pytest.mark.parametrize(
    ("text", "copied"), [("A set has three cards.", True), ("Rami 51 Joker", False)]
)
def test_english_in_the_place_of_a_translation_is_warned_of(text: str, copied: bool) -> None:
    made = update_catalog(Path("none.po"), "hr", [Message(None, text)])
    assert isinstance(made, str)
    made = made.replace(f'msgid "{text}"\nmsgstr ""', f'msgid "{text}"\nmsgstr "{text}"')
    catalog = parse_catalog(made.encode(), "hr", [Message(None, text)], Path("hr.po"))
    assert isinstance(catalog, Catalog)
    assert [w.kind for w in catalog.warnings] == [Kind.CATALOG_COPIED] * copied


SPELLINGS = {"pt-br": "pt-BR", "NL": "nl", "nl_NL": "nl-NL", "zh_hant_tw": "zh-Hant-TW"}


@pytest.mark.parametrize("tag", [*SPELLINGS, "klingon", "../de", ""])
def test_a_tag_in_another_spelling_is_told_the_usual_one(tag: str) -> None:
    assert not is_tag(tag)
    assert spelling(tag) == SPELLINGS.get(tag, RIGHT)


# ----------------------------------------------------------------------------- a good catalog


def test_a_message_has_its_translation() -> None:
    assert read_good("good.hr").gettext(None, "Joker") == "Džoker"


def test_a_text_is_given_as_it_is_neither_escaped_nor_filled_in() -> None:
    text = read_good("good.he").gettext(None, "In Rami 51, %(total)s points open.")
    assert text == "ברמי 51 פותחים עם %(total)s נקודות."
    assert read_good("good.he").gettext(None, "Joker") == "ג'וקר"


COUNTED = {
    "good.hr": {
        1: "karta",
        2: "karte",
        4: "karte",
        5: "karata",
        11: "karata",
        52: "karte",
        21: "karta",
    },
    "good.he": {1: "קלף אחד", 2: "שני קלפים", 3: "%(count)s קלפים", 20: "%(count)s קלפים"},
    "good.ar": {0: "لا ورق", 1: "ورقة واحدة", 2: "ورقتان", 3: "أوراق", 11: "ورقة", 103: "أوراق"},
}


@pytest.mark.parametrize("name", COUNTED)
def test_a_count_picks_its_plural_form(name: str) -> None:
    catalog = read_good(name)
    for n, end in COUNTED[name].items():
        assert catalog.ngettext(None, "%(count)s card", "%(count)s cards", n).endswith(end)


def test_english_is_the_source_itself() -> None:
    catalog = english(SOURCE)
    assert catalog.language == "en"
    assert catalog.gettext(None, "Joker") == "Joker"
    assert catalog.ngettext(None, "%(count)s card", "%(count)s cards", 1) == "%(count)s card"
    assert catalog.ngettext(None, "%(count)s card", "%(count)s cards", 0) == "%(count)s cards"


def test_a_message_that_was_never_extracted_is_a_bug() -> None:
    with pytest.raises(KeyError, match="not a message of the source"):
        english(SOURCE).gettext("verdict", "Joker")
    with pytest.raises(KeyError):
        read_good("good.hr").ngettext(None, "Joker", "Jokers", 2)


# -------------------------------------------------------------------------------- plural rules

LANGUAGES = "en fr de hr tr he es it pl sr ru ar pt-BR zh-Hans ja lv lt sl cs ga cy br mt gd"


@pytest.mark.parametrize("tag", LANGUAGES.split())
def test_a_plural_formula_says_what_cldr_says(tag: str) -> None:
    rule = plural_rule(tag)
    category = Locale.parse(tag, sep="-").plural_form
    choose = gettext.c2py(rule.formula)
    for n in (*range(1200), 10**6, 10**6 + 1, 7 * 10**6, 10**9 + 2):
        assert rule.categories[choose(n)] == category(n)
        assert choose(n) == rule.index(n)
    assert header_fault(rule.header, rule) is None


def test_a_form_that_no_whole_number_reaches_is_not_asked_for() -> None:
    assert plural_rule("ru").categories == ("one", "few", "many")
    assert plural_rule("fr").categories == ("one", "many", "other")


def test_only_a_form_for_a_single_number_stands_for_it_alone() -> None:
    hebrew, croatian, french, arabic = map(plural_rule, ("he", "hr", "fr", "ar"))
    assert [hebrew.sole(form) for form in range(3)] == [1, 2, None]
    assert [croatian.sole(form) for form in range(3)] == [None, None, None]
    assert [french.sole(form) for form in range(3)] == [None, None, None]
    assert [arabic.sole(form) for form in range(6)] == [0, 1, 2, None, None, None]


@pytest.mark.parametrize(
    "formula",
    [
        "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
        "(n%100<12 || n%100>14) ? 1 : 2);",
        "nplurals = 3 ; plural = n%100==11 ? 2 : n%10==1 ? 0 : n%100/10==1 ? 2 : "
        "n%10<2 ? 2 : n%10<5 ? 1 : 2",
    ],
)
def test_a_formula_written_in_another_way_is_the_same(formula: str) -> None:
    assert header_fault(formula, plural_rule("hr")) is None


# ------------------------------------------------------------------------------------ updating

PLACE = Place(Path("templates/pages/rules.md.j2"), 7)
JOKER = Message(None, "Joker", comments=("the card",), places=(PLACE,))
CARDS = Message(None, "%(n)s card", "%(n)s cards", places=(PLACE,), placeholders=frozenset("n"))
VALID = Message("verdict", "Valid", places=(PLACE,))


def updated(path: Path, *messages: Message) -> str:
    text = update_catalog(path, "hr", messages)
    assert isinstance(text, str)
    write_whole(path, text)
    return text


def test_a_new_catalog_has_a_header_and_every_message_in_order(tmp_path: Path) -> None:
    assert updated(tmp_path / "hr" / "rami.po", VALID, CARDS, JOKER) == (
        "# Croatian: the rules of Rami.\n"
        'msgid ""\n'
        'msgstr ""\n'
        '"Project-Id-Version: rami-rulebook\\n"\n'
        '"Language: hr\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        '"Plural-Forms: nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 "\n'
        '">= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2);\\n"\n'
        "\n"
        "#: templates/pages/rules.md.j2\n"
        'msgctxt "verdict"\n'
        'msgid "Valid"\n'
        'msgstr ""\n'
        "\n"
        "#: templates/pages/rules.md.j2\n"
        "#, python-format\n"
        'msgid "%(n)s card"\n'
        'msgid_plural "%(n)s cards"\n'
        'msgstr[0] ""\n'
        'msgstr[1] ""\n'
        'msgstr[2] ""\n'
        "\n"
        "#. the card\n"
        "#: templates/pages/rules.md.j2\n"
        'msgid "Joker"\n'
        'msgstr ""\n'
    )


def test_a_second_update_changes_nothing(tmp_path: Path) -> None:
    for name in GOOD:
        path = tmp_path / f"{name}.po"
        path.write_bytes((FOLDER / path.name).read_bytes())
        language = name.rpartition(".")[2]
        first = update_catalog(path, language, SOURCE)
        assert isinstance(first, str)
        assert write_whole(path, first)
        assert isinstance(read_catalog(path, language, SOURCE), Catalog)
        assert update_catalog(path, language, SOURCE) == first
        assert not write_whole(path, first)


def test_a_translation_survives_the_absence_of_its_message(tmp_path: Path) -> None:
    path = tmp_path / "rami.po"
    path.write_bytes((FOLDER / "good.hr.po").read_bytes())
    full = updated(path, *SOURCE)
    without = updated(path, SOURCE[0])
    assert '#~ msgstr[2] "%(count)s karata"' in without
    assert updated(path, SOURCE[0]) == without
    assert updated(path, *SOURCE) == full


def test_an_untranslated_message_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "rami.po"
    updated(path, JOKER, CARDS)
    assert "Joker" not in updated(path, CARDS)


def test_a_similar_text_is_no_translation(tmp_path: Path) -> None:
    path = tmp_path / "rami.po"
    path.write_bytes((FOLDER / "good.hr.po").read_bytes())
    text = updated(path, Message(None, "Jokers"), *SOURCE[1:])
    assert 'msgid "Jokers"\nmsgstr ""\n' in text
    assert "fuzzy" not in text


def test_a_translation_of_another_plural_is_kept_for_a_second_look(tmp_path: Path) -> None:
    path = tmp_path / "rami.po"
    path.write_bytes((FOLDER / "good.hr.po").read_bytes())
    id = SOURCE[2].id
    packs = updated(path, Message(None, id, "%(count)s packs", placeholders=frozenset({"count"})))
    flags = f'#, fuzzy, python-format\n#| msgid "{id}"\n#| msgid_plural "%(count)s cards"\n'
    assert f'{flags}msgid "{id}"\nmsgid_plural "%(count)s packs"' in packs
    assert 'msgstr[2] "%(count)s karata"' in packs
    single = updated(path, Message(None, id, placeholders=frozenset({"count"})))
    assert f'{flags}msgid "{id}"\nmsgstr "%(count)s karata"' in single
    counted = updated(path, SOURCE[2])
    assert 'msgstr[0] "%(count)s karata"\nmsgstr[1] ""\n' in counted


def test_notes_flags_and_header_fields_of_translators_are_kept_but_no_dates(tmp_path: Path) -> None:
    path = tmp_path / "rami.po"
    path.write_text(
        '# By Ana.\nmsgid ""\nmsgstr ""\n"Last-Translator: Ana\\n"\n'
        '"PO-Revision-Date: today\\n"\n"X-Generator: some\\n"\n\n'
        '# Kao u kartama.\n#, fuzzy\nmsgid "Joker"\nmsgstr "Džo\\"ker"\n',
        encoding="utf-8",
    )
    text = updated(path, JOKER)
    assert text.startswith("# By Ana.\n")
    assert '"Last-Translator: Ana\\n"' in text
    assert "today" not in text
    assert "X-Generator" not in text
    assert "# Kao u kartama.\n#. the card\n" in text
    assert '#, fuzzy\nmsgid "Joker"\nmsgstr "Džo\\"ker"\n' in text


@pytest.mark.parametrize("name", ["unclosed-quote.hr", "conflict.hr", "duplicate.hr", "bom.hr"])
def test_a_catalog_that_cannot_be_read_without_loss_is_not_rewritten(name: str) -> None:
    assert kinds(update_result(name)) in ([Kind.CATALOG_SYNTAX], [Kind.CATALOG_DUPLICATE])


def update_result(name: str) -> tuple[Finding, ...]:
    result = update_catalog(FOLDER / f"{name}.po", "hr", SOURCE)
    assert not isinstance(result, str)
    return result


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=120)


@given(TEXTS, TEXTS, TEXTS, st.booleans())
def test_what_is_written_is_read_again(id: str, context: str, text: str, obsolete: bool) -> None:
    entry = po_text.Entry(
        po_text.Text(id), po_text.Text(context), None, po_text.Text(text), obsolete=obsolete
    )
    written = po_text.write([entry])
    (read,), faults = po_text.parse(written)
    assert not faults
    assert (read.id.value, read.text and read.text.value) == (id, text)
    assert read.key == (context, id)
    assert read.obsolete == obsolete
    assert po_text.write([read]) == written
