"""Updates of catalogs lose nothing that a translator wrote, and a second one changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rami_examples.catalogs.messages import Message
from rami_examples.catalogs.po_text import Entry, Text, escape, parse, write
from rami_examples.catalogs.update import update_catalog

HEAD = (
    'msgid ""\nmsgstr ""\n"Language: hr\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && '
    'n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2);\\n"\n\n'
)
RULE = "The sentence of the rule {}."


def message(id: str, *rules: str, plural: str | None = None) -> Message:
    slots = tuple(map(RULE.format, rules))
    return Message(None, id, plural, comments=slots, slots=slots)


def updated(folder: Path, body: str, *steps: list[Message]) -> str:
    """What stands below the header after updates to each of these sets of messages."""
    path = folder / "hr.po"
    path.write_text(HEAD + body, encoding="utf-8")
    for messages in steps:
        text = update_catalog(path, "hr", messages)
        assert isinstance(text, str)
        path.write_text(text, encoding="utf-8")
        assert update_catalog(path, "hr", messages) == text
    return path.read_text(encoding="utf-8").partition("\n\n")[2]


SUSPECT = '#, fuzzy\n#| msgid "old"\nmsgid "A"\nmsgstr "a"\n'


def test_a_suspect_text_that_goes_and_returns_keeps_the_english_that_it_was_made_for(
    tmp_path: Path,
) -> None:
    gone = updated(tmp_path, SUSPECT, [])
    assert gone == '#, fuzzy\n#~| msgid "old"\n#~ msgid "A"\n#~ msgstr "a"\n'
    assert updated(tmp_path, gone, [message("A")]) == SUSPECT


def test_a_message_without_a_translation_takes_up_its_obsolete_one(tmp_path: Path) -> None:
    body = '# new\nmsgid "A"\nmsgstr ""\n\n# old\n#~ msgid "A"\n#~ msgstr "a"\n'
    taken = updated(tmp_path, body, [message("A")])
    assert taken == '# old\n# new\nmsgid "A"\nmsgstr "a"\n'


TWICE = {
    "living and obsolete": 'msgid "A"\nmsgstr "a"\n\n#~ msgid "A"\n#~ msgstr "other"\n',
    "two obsolete": '#~ msgid "A"\n#~ msgstr "a"\n\n#~ msgid "A"\n#~ msgstr "other"\n',
    "two living": 'msgid "A"\nmsgstr ""\n\nmsgid "A"\nmsgstr ""\n',
}


@pytest.mark.parametrize("name", TWICE)
def test_of_two_translations_of_a_message_none_is_thrown_away(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hr.po"
    path.write_text(HEAD + TWICE[name], encoding="utf-8")
    found = update_catalog(path, "hr", [message("A")])
    assert not isinstance(found, str)
    assert [finding.message for finding in found] == ["this message stands in the file twice"]


def test_a_translation_that_stands_twice_in_the_same_words_is_kept_once(tmp_path: Path) -> None:
    body = 'msgid "A"\nmsgstr "a"\n\n#~ msgid "A"\n#~ msgstr "a"\n'
    assert updated(tmp_path, body, [message("A")]) == 'msgid "A"\nmsgstr "a"\n'


COUNTED = (
    'msgid "card"\nmsgid_plural "cards"\nmsgstr[0] "karta"\nmsgstr[1] "karte"\nmsgstr[2] "karata"\n'
)


def test_a_text_that_is_counted_no_more_is_suspect_and_keeps_all_its_forms(tmp_path: Path) -> None:
    plain = (
        "# msgstr[0] karta\n# msgstr[1] karte\n"
        '#, fuzzy\n#| msgid "card"\n#| msgid_plural "cards"\nmsgid "card"\nmsgstr "karata"\n'
    )
    assert updated(tmp_path, COUNTED, [message("card")]) == plain


def test_a_text_that_becomes_counted_is_suspect(tmp_path: Path) -> None:
    counted = updated(tmp_path, 'msgid "card"\nmsgstr "karta"\n', [message("card", plural="cards")])
    assert counted == (
        '#, fuzzy\n#| msgid "card"\nmsgid "card"\nmsgid_plural "cards"\n'
        'msgstr[0] "karta"\nmsgstr[1] ""\nmsgstr[2] ""\n'
    )


def test_another_plural_makes_a_translation_suspect_with_the_plural_that_it_was_made_for(
    tmp_path: Path,
) -> None:
    told = '#, fuzzy\n#| msgid "card"\n#| msgid_plural "cards"\n'
    changed = updated(tmp_path, COUNTED, [message("card", plural="playing cards")])
    assert changed == told + COUNTED.replace('"cards"', '"playing cards"')


def test_a_changed_sentence_keeps_the_notes_of_both(tmp_path: Path) -> None:
    slot = RULE.format("r")
    body = f'# A\n#. {slot}\nmsgid "A"\nmsgstr "a"\n\n# B\n#. {slot}\nmsgid "B"\nmsgstr ""\n'
    assert updated(tmp_path, body, [message("B", "r")]) == (
        f'# A\n# B\n#. {slot}\n#, fuzzy\n#| msgid "A"\nmsgid "B"\nmsgstr "a"\n'
    )


def test_a_piece_of_earlier_english_belongs_to_its_own_message(tmp_path: Path) -> None:
    body = f'{SUSPECT}\n#, fuzzy\n#| "stray"\nmsgid "B"\nmsgstr "b"\n'
    assert "stray" not in updated(tmp_path, body, [message("A"), message("B")])


def test_one_text_of_two_rules_is_the_suspect_translation_of_what_becomes_of_both(
    tmp_path: Path,
) -> None:
    first = updated(tmp_path, 'msgid "A"\nmsgstr "a"\n', [message("A", "r", "s")])
    one = updated(tmp_path, first, [message("B", "r"), message("A", "s")])
    assert one.count('msgstr "a"') == 1  # it is still confirmed for the rule that has not changed
    assert "fuzzy" not in one
    both = updated(tmp_path, first, [message("B", "r"), message("C", "s")])
    assert both.count('#, fuzzy\n#| msgid "A"\n') == both.count('msgstr "a"') == 2


def test_a_text_that_moves_to_another_rule_takes_its_translation_along(tmp_path: Path) -> None:
    before = [message("A", "r"), message("B", "s")]
    body = 'msgid "A"\nmsgstr "a"\n\nmsgid "B"\nmsgstr "b"\n'
    first = updated(tmp_path, body, before)
    after = updated(tmp_path, first, [message("B", "r"), message("A", "s")])
    assert 'msgid "A"\nmsgstr "a"\n' in after
    assert 'msgid "B"\nmsgstr "b"\n' in after
    assert "fuzzy" not in after


def test_of_two_earlier_texts_of_one_rule_none_is_guessed_to_be_its_translation(
    tmp_path: Path,
) -> None:
    slot = RULE.format("r")
    body = f'#. {slot}\nmsgid "A"\nmsgstr "a"\n\n#. {slot}\nmsgid "B"\nmsgstr "b"\n'
    assert f'#. {slot}\nmsgid "C"\nmsgstr ""\n' in updated(tmp_path, body, [message("C", "r")])


def test_a_text_of_two_rules_with_different_earlier_texts_has_neither_translation(
    tmp_path: Path,
) -> None:
    first = [message("A", "r"), message("B", "s")]
    body = updated(tmp_path, 'msgid "A"\nmsgstr "a"\n\nmsgid "B"\nmsgstr "b"\n', first)
    both = updated(tmp_path, body, [message("C", "r", "s")])
    assert 'msgid "C"\nmsgstr ""\n' in both
    assert '#~ msgstr "a"' in both
    assert '#~ msgstr "b"' in both


def test_an_empty_draft_stays_a_draft(tmp_path: Path) -> None:
    path = tmp_path / "hr.po"
    path.write_text(HEAD.replace('"Language', '"X-Draft: yes\\n"\n"Language'), encoding="utf-8")
    for _ in range(2):
        text = update_catalog(path, "hr", [message("A")])
        assert isinstance(text, str)
        path.write_text(text, encoding="utf-8")
    assert "X-Draft: yes" in text


# ------------------------------------------------------------------------ whatever happens

_ids = st.sampled_from("ABCD")
_words = st.sampled_from(["", "a", "b b", 'say "so"', "back\\slash", "tab\there", "x" * 90])
_plurals = st.sampled_from([None, "As", "Bs"])
_rules = st.lists(st.sampled_from("rst"), max_size=2, unique=True).map(tuple)
_messages = st.lists(
    st.builds(lambda id, plural, rules: message(id, *rules, plural=plural), _ids, _plurals, _rules),
    max_size=4,
    unique_by=lambda each: each.id,
)


@st.composite
def _entries(draw: st.DrawFn) -> Entry:
    plural = draw(_plurals)
    slots = tuple(map(RULE.format, draw(_rules)))
    return Entry(
        id=Text(draw(_ids)),
        plural=Text(plural) if plural else None,
        text=None if plural else Text(draw(_words)),
        forms=tuple((form, Text(draw(_words))) for form in range(3)) if plural else (),
        flags=draw(st.sampled_from([(), ("fuzzy",), ("no-wrap",)])),
        notes=draw(st.sampled_from([(), ("a note",), ("one", "two")])),
        comments=slots,
        previous=draw(st.sampled_from(["", "Before", "In two\nlines"])),
        obsolete=draw(st.booleans()),
    )


def _said(entries: Iterable[Entry]) -> set[str]:
    """All that stands in the translations, and in the notes to them."""
    said = set()
    for entry in entries:
        texts = {text.value for text in (entry.text, *dict(entry.forms).values()) if text}
        if entry.id.value and any(texts):
            kept = {note.partition(" ")[2] for note in entry.notes if note.startswith("msgstr")}
            said |= {escape(text) for text in texts if text} | {*entry.notes} | kept
    return said


@given(st.lists(_entries(), max_size=5), st.lists(_messages, min_size=1, max_size=3))
def test_nothing_that_a_translator_wrote_is_ever_lost(
    tmp_path_factory: pytest.TempPathFactory, old: list[Entry], steps: list[list[Message]]
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.po"
    path.write_text(HEAD + write(old), encoding="utf-8")
    before = _said(parse(path.read_text(encoding="utf-8"))[0])
    assert before == _said(old)
    for messages in steps:
        text = update_catalog(path, "hr", messages)
        if not isinstance(text, str):
            assert {finding.kind.value for finding in text} == {"catalog.duplicate"}
            return
        path.write_text(text, encoding="utf-8")
        assert update_catalog(path, "hr", messages) == text
        entries, faults = parse(text)
        assert not faults
        assert before <= _said(entries)
