"""An intended change is accepted value by value; the rest of the file stays to the letter."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from rami_examples import cli
from rami_examples.accept import changes, diff, edited, write

PROJECT = Path(__file__).resolve().parent.parent
CORPUS = Path("rami_examples/corpus")
MELDS, OPENINGS = CORPUS / "melds.yaml", CORPUS / "openings.yaml"
DECKS, VALUES = CORPUS / "decks.yaml", CORPUS / "values.yaml"
TURN, END = CORPUS / "plays/turn.yaml", CORPUS / "plays/end.yaml"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the corpus, free to be edited."""
    shutil.copytree(PROJECT / CORPUS, tmp_path / CORPUS)
    return tmp_path


def falsify(project: Path, path: Path, right: str, wrong: str) -> None:
    """Write something wrong in place of the first occurrence of what is right."""
    text = (project / path).read_bytes().decode()
    assert right in text
    (project / path).write_bytes(text.replace(right, wrong, 1).encode())


def accept(project: Path, *ids: str) -> None:
    """Accept what differs in these examples, or everything."""
    found, malformed = changes(project, ("en",))
    assert malformed == ()
    edits = [c.edit for c in found if c.edit and (not ids or c.finding.example in ids)]
    write(project, edited(project, edits))


def same_as_published(project: Path, path: Path) -> bool:
    """Whether a file is byte for byte what the project has."""
    return (project / path).read_bytes() == (PROJECT / path).read_bytes()


@pytest.mark.parametrize(
    ("path", "right", "wrong"),
    [
        (MELDS, "expect: {points: 30}", "expect: {points: 31}"),
        (MELDS, "points: 36, joker: 9S", "points: 36, joker: 9H"),
        (MELDS, "refused: set.distinct-suits", "refused: set.size"),
        (MELDS, "expect: {points: 33}", "expect: {refused: set.size}"),
        (OPENINGS, "expect: {total: 52}", "expect: {total: 25}"),
        (OPENINGS, "total: 60, refused: opening.pure-run", "total: 60"),
        (OPENINGS, "expect: {total: 40}", "expect: {total: 40, refused: opening.threshold}"),
        (DECKS, "packs: 2, jokers: 4, total: 108", "packs: 3, jokers: 5, total: 109"),
        (DECKS, "expect: {refused: deck.players}", "expect: {packs: 2, jokers: 4, total: 108}"),
        (VALUES, "laid: 10 10 10 10", "laid: 10 11 12 13"),
        (TURN, "top: 3D}", "top: 4D}"),
        (TURN, "{draw: discard, refused: turn.draw}", "{draw: discard, refused: turn.lay}"),
        (TURN, "{draw: stock, refused: turn.draw}", "{draw: stock}"),
        (END, "scores: 18 20", "scores: 20 18"),
    ],
)
def test_what_was_documented_wrong_becomes_what_the_engine_says(
    project: Path, path: Path, right: str, wrong: str
) -> None:
    falsify(project, path, right, wrong)
    assert not same_as_published(project, path)
    accept(project)
    assert same_as_published(project, path)


def test_only_what_was_named_changes(project: Path) -> None:
    falsify(project, MELDS, "expect: {points: 30}", "expect: {points: 31}")
    falsify(project, OPENINGS, "expect: {total: 52}", "expect: {total: 25}")
    accept(project, "three-kings")
    assert same_as_published(project, MELDS)
    assert "expect: {total: 25}" in (project / OPENINGS).read_text(encoding="utf-8")


def test_a_second_run_finds_nothing_to_change(project: Path) -> None:
    falsify(project, MELDS, "expect: {points: 30}", "expect: {points: 31}")
    accept(project)
    assert changes(project, ("en",)) == ((), ())


def test_line_ends_and_comments_stay(project: Path) -> None:
    right = (project / MELDS).read_bytes().replace(b"\n", b"\r\n")
    (project / MELDS).write_bytes(right.replace(b"points: 30}", b"points: 31}  # a note", 1))
    accept(project)
    assert (project / MELDS).read_bytes() == right.replace(
        b"points: 30}", b"points: 30}  # a note", 1
    )


def test_a_claimed_rule_that_played_no_part_is_left_to_the_editor(project: Path) -> None:
    falsify(project, MELDS, "proves: [value.ace-high]", "proves: [value.ace-low]")
    (change,), _ = changes(project, ("en",))
    assert (change.finding.field, change.edit) == ("proves", None)


def test_the_diff_shows_the_line_before_and_after(project: Path) -> None:
    falsify(project, MELDS, "expect: {points: 30}", "expect: {points: 31}")
    (change,), _ = changes(project, ("en",))
    assert change.edit
    shown = diff(edited(project, [change.edit]))
    assert "-    expect: {points: 31}" in shown
    assert "+    expect: {points: 30}" in shown
    assert not same_as_published(project, MELDS)


def test_a_build_does_not_accept_anything() -> None:
    done = CliRunner(env={"CI": "true"}).invoke(cli.main, ["accept", "--reason", "because"])
    assert done.exit_code == 2
    assert "a person accepts a change" in done.output


def test_a_reason_has_to_be_given() -> None:
    done = CliRunner(env={"CI": None}).invoke(cli.main, ["accept"])
    assert done.exit_code == 2
    assert "--reason" in done.output
