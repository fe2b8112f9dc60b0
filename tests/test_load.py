"""Loading the corpus: what is right is read to the letter, every fault told with its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from rami_engine.cards import notation
from rami_engine.rules import Rule
from rami_engine.ruleset import HOUSE, REFERENCE, Game
from rami_examples.claims.load import CORPUS, load_corpus
from rami_examples.claims.model import Example, MeldExample, Scenario
from rami_examples.claims.yaml_source import MAX_BYTES
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.pages.places import check_places
from tests.findings import only

PROJECT = Path(__file__).resolve().parent.parent
FOLDER = Path(__file__).parent / "corpora"
VALID = sorted((FOLDER / "valid").glob("*.yaml"))
INVALID = sorted((FOLDER / "invalid").glob("*.yaml"))
EXPECTED: dict[str, list[tuple[str, str, str, str]]] = yaml.safe_load(
    (FOLDER / "expected.yaml").read_text(encoding="utf-8")
)
MELD = (FOLDER / "valid" / "meld.yaml").read_text(encoding="utf-8")


def corpus(project: Path, **files: str | bytes) -> Path:
    """A project with these corpus files, by name without suffix."""
    for name, content in files.items():
        path = project / CORPUS / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return project


def load_file(path: Path, project: Path) -> tuple[tuple[Example, ...], Findings]:
    (project / CORPUS).mkdir(parents=True)
    shutil.copy(path, project / CORPUS)
    return load_corpus(project)


def faults(project: Path, **files: str | bytes) -> Findings:
    return load_corpus(corpus(project, **files))[1]


def spot(finding: Finding) -> str:
    return f"{finding.place.line}:{finding.place.column}"


# Both folders, in two loops


def test_there_are_corpora_of_both_kinds_and_every_invalid_one_is_in_the_table() -> None:
    assert len(VALID) > 10
    assert len(INVALID) > 100
    assert {path.stem for path in INVALID} == EXPECTED.keys()
    assert all(EXPECTED.values())


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_well_formed_corpus_is_read_without_a_fault(path: Path, tmp_path: Path) -> None:
    examples, findings = load_file(path, tmp_path)
    assert findings == ()
    assert examples


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_every_fault_is_told_with_its_place_and_what_is_right(path: Path, tmp_path: Path) -> None:
    _, findings = load_file(path, tmp_path)
    expected = EXPECTED[path.stem]
    told = [(finding.kind.value, spot(finding)) for finding in findings]
    assert told == [(kind, place) for kind, place, _, _ in expected]
    for finding, (_, _, message, right) in zip(findings, expected, strict=True):
        assert message in finding.message
        assert right
        assert right in finding.right
        assert finding.place.path == CORPUS / path.name
        assert finding.place.line > 0
        assert finding.place.column > 0


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_a_place_lies_within_the_file(path: Path, tmp_path: Path) -> None:
    lines = [*path.read_text(encoding="utf-8").split("\n"), ""]
    for finding in load_file(path, tmp_path)[1]:
        assert finding.place.column <= len(lines[finding.place.line - 1]) + 1


def test_an_example_with_a_fault_is_not_used_and_the_others_are(tmp_path: Path) -> None:
    faulty = MELD.replace("KH KS KD", "KH KS KX").replace("three-kings", "more-kings")
    examples, findings = load_corpus(corpus(tmp_path, a=MELD, b=faulty))
    assert [example.about.id for example in examples] == ["three-kings"]
    assert only(findings).example == "more-kings"


# What is read


def read(name: str, project: Path) -> Example:
    (example,) = load_file(FOLDER / "valid" / f"{name}.yaml", project)[0]
    return example


def test_a_meld_is_read_with_the_place_of_every_field(tmp_path: Path) -> None:
    meld = read("every-field-of-a-meld", tmp_path)
    assert isinstance(meld, MeldExample)
    assert notation(meld.cards) == "9C 9D 9H JK"
    assert (meld.rules, meld.points, meld.joker) == (HOUSE, 42, "9S")
    assert meld.about.proves == (Rule.SET_SIZE,)
    assert meld.about.shown_on == "rules#sets"
    path = CORPUS / "every-field-of-a-meld.yaml"
    assert meld.about.place("cards") == Place(path, 5, 12)
    assert meld.about.place("joker") == Place(path, 10, 33)


def test_the_place_of_a_field_that_was_left_out_is_the_expectation(tmp_path: Path) -> None:
    about = read("meld", tmp_path).about
    assert about.place("refused") == about.place("expect") == Place(CORPUS / "meld.yaml", 8, 13)


def test_what_an_example_leaves_out_is_the_reference_rules_and_rami_51(tmp_path: Path) -> None:
    play = read("scenario", tmp_path)
    assert isinstance(play, Scenario)
    assert (play.table.rules, play.table.game) == (REFERENCE, Game.RAMI_51)
    assert (play.table.turn, play.table.reshuffles, play.table.player) == (1, 0, 0)


def test_players_are_numbered_from_one_in_the_corpus(tmp_path: Path) -> None:
    play = read("every-field-of-a-scenario", tmp_path)
    assert isinstance(play, Scenario)
    assert (play.table.player, play.table.dealer) == (1, 0)
    assert (play.table.opened, play.table.returned) == ((True, False), (False, True))


def test_a_text_is_read_on_one_line(tmp_path: Path) -> None:
    assert read("text-over-several-lines", tmp_path).about.reason == "One rank, twice told."


def test_a_text_stays_text_whatever_yaml_would_make_of_it(tmp_path: Path) -> None:
    about = read("words-that-yaml-takes-for-others", tmp_path).about
    assert (about.title, about.reason) == ("Yes", "No")


@pytest.mark.parametrize(
    "content", [MELD.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + MELD.encode()]
)
def test_line_ends_and_a_mark_of_windows_change_nothing(content: bytes, tmp_path: Path) -> None:
    examples, findings = load_corpus(corpus(tmp_path, meld=content))
    assert findings == ()
    assert [example.about.place("cards") for example in examples] == [
        Place(CORPUS / "meld.yaml", 5, 12)
    ]


# Files that are no text of YAML

NOT_TEXT = {
    "NUL": (MELD.replace("KS", "\0").encode(), "5:15", "character that YAML does not allow"),
    "control character": (MELD.replace("KS", "\x07").encode(), "5:15", "does not allow"),
    "not UTF-8": (MELD.replace("Three", "Trois é").encode("latin-1"), "3:18", "is not UTF-8"),
    "UTF-16": (MELD.encode("utf-16"), "1:1", "is not UTF-8"),
    "a card after Windows's line ends": (
        MELD.replace("KS", "KX").replace("\n", "\r\n").encode(),
        "5:15",
        "'KX' is no card",
    ),
    "a kind after Windows's mark": (b"\xef\xbb\xbfmeld: []\n", "1:1", "did you mean 'melds'"),
    "NUL after Windows's mark": (b"\xef\xbb\xbfme\0ld: []\n", "1:3", "does not allow"),
    "binary": (bytes(range(256)), "2:118", "is not UTF-8"),
    "too large": (b"#" * (MAX_BYTES + 1), "0:0", f"has at most {MAX_BYTES}"),
}


@pytest.mark.parametrize("case", NOT_TEXT)
def test_bytes_that_are_no_corpus_are_told(case: str, tmp_path: Path) -> None:
    content, place, message = NOT_TEXT[case]
    finding = only(faults(tmp_path, meld=content))
    assert spot(finding) == place
    assert message in finding.message
    assert finding.right


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    corpus(tmp_path, meld=MELD)
    (tmp_path / CORPUS / "other.yaml").symlink_to("meld.yaml")
    finding = only(load_corpus(tmp_path)[1])
    assert "symbolic link" in finding.message
    assert finding.place == Place(CORPUS / "other.yaml")
    assert finding.right


@pytest.mark.parametrize("name", ["melds.yml", "melds.YAML"])
def test_a_file_that_would_be_passed_over_for_its_name_is_told(name: str, tmp_path: Path) -> None:
    corpus(tmp_path, other=MELD)
    (tmp_path / CORPUS / name).write_text(MELD, encoding="utf-8")
    finding = only(load_corpus(tmp_path)[1])
    assert finding.place.path == CORPUS / name
    assert finding.right == "melds.yaml"


def test_a_folder_with_the_name_of_a_file_is_told(tmp_path: Path) -> None:
    corpus(tmp_path, meld=MELD)
    (tmp_path / CORPUS / "more.yaml").mkdir()
    assert "is not a file" in only(load_corpus(tmp_path)[1]).message


# The corpus as a whole


def test_a_corpus_without_an_example_is_told(tmp_path: Path) -> None:
    (tmp_path / CORPUS).mkdir(parents=True)
    for project in (tmp_path, tmp_path / "elsewhere"):
        finding = only(load_corpus(project)[1])
        assert finding.kind is Kind.CORPUS_EMPTY
        assert "three-kings" in finding.right


def test_an_id_is_taken_across_files_and_kinds(tmp_path: Path) -> None:
    deck = (FOLDER / "valid" / "deck.yaml").read_text(encoding="utf-8")
    finding = only(faults(tmp_path, a=MELD, b=deck.replace("deck-2", "three-kings")))
    assert finding.kind is Kind.CORPUS_DUPLICATE
    assert finding.place == Place(CORPUS / "b.yaml", 2, 10)
    assert f"{CORPUS / 'a.yaml'}:2:9" in finding.message


def test_the_faults_of_all_files_are_told_together(tmp_path: Path) -> None:
    findings = faults(
        tmp_path, a="melds: [", b=MELD.replace("KS", "KX"), c="", d=MELD.replace("as:", "is:")
    )
    assert [(finding.place.path.stem, finding.kind) for finding in findings] == [
        ("a", Kind.CORPUS_SYNTAX),
        ("b", Kind.CORPUS_CARD),
        ("c", Kind.CORPUS_EMPTY),
        ("d", Kind.CORPUS_KEY),
        ("d", Kind.CORPUS_DUPLICATE),
    ]


def test_the_corpus_of_this_project_has_no_fault() -> None:
    examples, findings = load_corpus(PROJECT)
    assert findings == ()
    assert len(examples) > 60


# Where examples are shown


def placed(project: Path, old: str, new: str, name: str = "meld") -> Findings:
    """What is wrong with the place of one example, by the templates of this project."""
    text = (FOLDER / "valid" / f"{name}.yaml").read_text(encoding="utf-8")
    assert old in text
    examples, findings = load_corpus(corpus(project, file=text.replace(old, new, 1)))
    assert findings == ()
    told = check_places(PROJECT, examples)
    return tuple(finding for finding in told if finding.place.path == CORPUS / "file.yaml")


def test_an_example_may_be_shown_on_the_proof_page_alone_or_in_a_table(tmp_path: Path) -> None:
    assert placed(tmp_path, "as: set", "as: set\n    shown-on: rules#runs") == ()
    assert placed(tmp_path, "as: set", "as: set") == ()


@pytest.mark.parametrize(
    ("name", "old", "shown_on", "right"),
    [
        ("meld", "as: set", "rules#stes", "rules#sets"),
        ("meld", "as: set", "rulez#sets", "rules#sets"),
        ("meld", "as: set", "rules", "rules#sets"),
        ("meld", "as: set", "rules#deck", "rules#sets"),  # a table of decks
        ("deck", "players: 2", "rules#sets", "rules#deck"),  # a table of melds
        ("value", "meld: QH", "rules#sets", "scoring#values"),
        ("deal", "players: 4", "rules#deck", "the proof page shows it"),
        ("match", "rounds: ", "rules#deck", "the proof page shows it"),
        ("scenario", "opened: ", "rules#sets", "the proof page shows it"),
    ],
)
def test_an_example_that_no_table_would_show_is_told(
    name: str, old: str, shown_on: str, right: str, tmp_path: Path
) -> None:
    joint = ", " if name == "deck" else "\n    "
    finding = only(placed(tmp_path, old, f"shown-on: {shown_on}{joint}{old}", name))
    assert finding.kind is Kind.CORPUS_VALUE
    assert f"on {shown_on!r}" in finding.message
    assert right in finding.right
    assert finding.place.column > 1


def test_an_id_that_is_the_anchor_of_a_headline_is_told(tmp_path: Path) -> None:
    for anchor in ("sets", "rules-sets"):
        finding = only(placed(tmp_path, "three-kings", anchor))
        assert f"{anchor!r} is the anchor of a headline: templates/pages/" in finding.message
        assert spot(finding) == "2:9"


def test_a_table_that_would_stay_empty_is_told_at_its_line(tmp_path: Path) -> None:
    (tmp_path / "templates" / "pages").mkdir(parents=True)
    (tmp_path / "templates" / "pages" / "rules.md.j2").write_text(
        '\n{{ meld_table(rows("rules#nowhere")) }}', encoding="utf-8"
    )
    finding = only(check_places(tmp_path, ()))
    assert finding.place == Place(Path("templates/pages/rules.md.j2"), 2)
    assert "'rules#nowhere'" in finding.message
