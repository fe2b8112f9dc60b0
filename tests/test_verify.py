"""Verifying: one wrong word in the corpus, and the engine contradicts it at that very word."""

from __future__ import annotations

from pathlib import Path

import pytest

from rami_engine.effects import EFFECTS as NAMED_EFFECTS
from rami_engine.rules import Rule
from rami_examples.claims.load import CORPUS, load_corpus
from rami_examples.claims.model import About
from rami_examples.findings import Findings, Kind, Place
from rami_examples.proof.verify import Proven, verify
from tests.findings import only

FOLDER = Path(__file__).parent / "corpora" / "verified"
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.yaml")}
LANGUAGES = ("en", "he")


def pages(about: About) -> tuple[str, ...]:
    return (about.shown_on or "proof", "api")


def checked(project: Path, **texts: str) -> tuple[tuple[Proven, ...], Findings]:
    folder = project / CORPUS
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    examples, faults = load_corpus(project)
    assert faults == ()
    return verify(examples, pages, LANGUAGES)


def wrong(project: Path, name: str, old: str, new: str) -> tuple[Findings, Place]:
    """What is told once ``old`` is replaced, and the place that ``new`` marks with a »."""
    text = TEXTS[name]
    assert text.count(old) == 1
    assert new.count("»") == 1
    marked = text.replace(old, new)
    before = marked[: marked.index("»")]
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    findings = checked(project, **{name: marked.replace("»", "")})[1]
    return findings, Place(CORPUS / f"{name}.yaml", line, column)


def test_the_corpora_agree_with_the_engine(tmp_path: Path) -> None:
    proven, findings = checked(tmp_path, **TEXTS)
    assert findings == ()
    assert len(proven) == 13


# By id: what stands there, what is written instead (» marks the place that is told), then the field
# and what is documented and what the engine says.

FIELDS = {
    "joker-run": [
        ("points: 21", "points: »22", "points", "22", "21"),
        ("joker: 6S", "joker: »9S", "joker", "9S", "6S"),
        (
            "{points: 21, joker: 6S}",
            "{refused: »run.no-wrap}",
            "verdict",
            "refused by run.no-wrap",
            "accepted",
        ),
    ],
    "repeated-suit": [
        (
            "refused: set.distinct-suits",
            "refused: »set.size",
            "verdict",
            "refused by set.size",
            "refused by set.distinct-suits",
        ),
        ("concerns: 7S 7S", "concerns: »7S 7H", "concerns", "7H 7S", "7S 7S"),
        (
            "expect: {refused: set.distinct-suits, concerns: 7S 7S}",
            "expect: »{points: 21}",
            "verdict",
            "accepted",
            "refused by set.distinct-suits",
        ),
    ],
    "enough": [
        ("total: 52", "total: »51", "total", "51", "52"),
        (
            "total: 52",
            "total: 52, refused: »opening.pure-run",
            "verdict",
            "refused by opening.pure-run",
            "accepted",
        ),
        (
            "melds: QH KH AH | JK 7S 8S",
            "melds: »QH KH AH | JK 7S 10S",
            "melds",
            "melds that are valid",
            "JK 7S 10S refused by run.consecutive",
        ),
    ],
    "short": [
        (
            "refused: opening.threshold",
            "refused: »opening.pure-run",
            "verdict",
            "refused by opening.pure-run",
            "refused by opening.threshold",
        ),
        (
            "expect: {total: 48, refused: opening.threshold}",
            "expect: »{total: 48}",
            "verdict",
            "accepted",
            "refused by opening.threshold",
        ),
    ],
    "five": [
        ("packs: 3", "packs: »2", "packs", "2", "3"),
        ("jokers: 3", "jokers: »4", "jokers", "4", "3"),
        ("total: 159", "total: »160", "total", "160", "159"),
        (
            "{packs: 3, jokers: 3, total: 159}",
            "{refused: »deck.players}",
            "verdict",
            "refused by deck.players",
            "accepted",
        ),
    ],
    "seven": [
        (
            "expect: {refused: deck.players}",
            "expect: »{packs: 3, jokers: 4, total: 160}",
            "verdict",
            "accepted",
            "refused by deck.players",
        ),
    ],
    "low-ace": [
        ("laid: 1 3", "laid: »11 3", "laid", "11 3", "1 3"),
        ("hand: 11 3", "hand: »1 3", "hand", "1 3", "11 3"),
        ("laid: 1 3", "laid: »1", "laid", "1", "1 3"),
        ("meld: AH 2H 3H", "meld: »AH 2H 4H", "meld", "a meld that is valid", "run.consecutive"),
    ],
    "for-three": [
        ("hand: 13", "hand: »12", "hand", "12", "13"),
        ("discards: 1", "discards: »0", "discards", "0", "1"),
        ("stock: 68", "stock: »67", "stock", "67", "68"),
        ("starts: 1", "starts: »2", "starts", "2", "1"),
        ("players: 3", "players: »7", "players", "players that a deck is given for", "refused"),
    ],
    "two-rounds": [
        ("dealers: 1 2", "dealers: »1 1", "dealers", "1 1", "1 2"),
        ("totals: 25 31 20", "totals: »25 31 21", "totals", "25 31 21", "25 31 20"),
        ("winners: 3", "winners: »1", "winners", "1", "3"),
        ("winners: 3", "winners: »3 1", "winners", "3 1", "3"),
        ("rounds: [0 31 12, 25 0 8]", "rounds: »[1, 2]", "rounds", "points of so many", "refused"),
    ],
}
EFFECTS = {
    "opening": [
        ("drawn: 9H", "drawn: »4S", "drawn of step 1", "4S", "9H"),
        ("stock: 1", "stock: »2", "stock of step 1", "2", "1"),
        ("points: 31", "points: »30", "points of step 2", "30", "31"),
        ("opened: no", "opened: »yes", "opened of step 2", "yes", "no"),
        ("joker: 6S", "joker: »9S", "joker of step 3", "9S", "6S"),
        (
            "table: QH KH AH | JK 7S 8S",
            "table: »QH KH AH | 7S 8S JK",
            "table of step 3",
            "QH KH AH | 7S 8S JK",
            "QH KH AH | JK 7S 8S",
        ),
        ("total: 52", "total: »nothing", "total of step 4", "nothing", "52"),
        ("hand: 9H 4C", "hand: »9H 4D", "hand of step 4", "4D 9H", "4C 9H"),
        ("top: 3D", "top: »3C", "top of step 4", "3C", "3D"),
        ("next: 2", "next: »1", "next of step 4", "1", "2"),
        ("turn: 2", "turn: »1", "turn of step 4", "1", "2"),
        ("discarded: 2S", "discarded: »7D", "discarded of step 6", "7D", "2S"),
        ("reshuffled: 2", "reshuffled: »3", "reshuffled of step 6", "3", "2"),
    ],
    "missed-opening": [
        ("returned: 7C 6C 5C", "returned: »5C 6C", "returned of step 3", "5C 6C", "5C 6C 7C"),
        ("discarded: nothing", "discarded: »3D", "discarded of step 3", "3D", "nothing"),
    ],
    "swap": [
        ("swapped: 6S", "swapped: »JK", "swapped of step 3", "JK", "6S"),
        (
            "refused: joker.swap,",
            "refused: »joker.open-suit,",
            "step 2",
            "refused by joker.open-suit",
            "refused by joker.swap",
        ),
        ("concerns: 3C", "concerns: »6S", "concerns of step 2", "6S", "3C"),
        (
            "{lay: KH KS JK, refused: turn.keep-a-discard}",
            "»{lay: KH KS JK}",
            "step 4",
            "accepted",
            "refused by turn.keep-a-discard",
        ),
        (
            "{lay: KH KS JK, refused: turn.keep-a-discard}",
            "»{lay-off: KH on 2}",
            "step 4",
            "a meld that lies on the table",
            "no such meld",
        ),
    ],
    "going-out": [
        ("winners: 1", "winners: »2", "winners of step 2", "2", "1"),
        ("scores: 0 12", "scores: »0 13", "scores of step 2", "0 13", "0 12"),
        (
            "{lay: KH KS KD, gives: {winners: 1, scores: 0 12}}",
            "{lay: KH KS KD, refused: »turn.lay}",
            "step 2",
            "refused by turn.lay",
            "accepted",
        ),
    ],
}
CASES = [
    (name, example, *case)
    for name, examples in (("others", FIELDS), ("plays", EFFECTS))
    for example, cases in examples.items()
    for case in cases
]


def test_every_effect_is_among_the_cases() -> None:
    tried = {
        field.partition(" of ")[0] for cases in EFFECTS.values() for _, _, field, _, _ in cases
    }
    assert set(NAMED_EFFECTS) <= tried


@pytest.mark.parametrize(
    ("name", "example", "old", "new", "field", "documented", "engine"),
    CASES,
    ids=lambda case: case.strip("{}") if isinstance(case, str) else None,
)
def test_a_wrong_word_is_told_with_its_place_and_both_values(
    name: str,
    example: str,
    old: str,
    new: str,
    field: str,
    documented: str,
    engine: str,
    tmp_path: Path,
) -> None:
    findings, place = wrong(tmp_path, name, old, new)
    finding = only(findings)
    assert finding.kind is Kind.VERIFY_MISMATCH
    assert (finding.example, finding.field) == (example, field)
    assert documented in finding.documented
    assert engine in finding.engine
    for told in (example, field.partition(" of ")[0], finding.documented, finding.engine):
        assert told in finding.message
    assert finding.place == place
    assert finding.right
    assert finding.languages == LANGUAGES


def test_a_refusal_that_was_not_expected_is_told_at_the_expectation(tmp_path: Path) -> None:
    old = "{refused: set.distinct-suits, concerns: 7S 7S}"
    findings, place = wrong(tmp_path, "others", f"expect: {old}", "expect: »{points: 21}")
    assert only(findings).place == place
    assert only(findings).right.startswith("refused: set.distinct-suits")


def test_the_pages_are_told_that_would_have_shown_it(tmp_path: Path) -> None:
    shown, _ = wrong(tmp_path, "others", "total: 52", "total: »51")
    assert only(shown).pages == ("opening#verified", "api")
    hidden, _ = wrong(tmp_path, "others", "total: 48", "total: »49")
    assert only(hidden).pages == ("proof", "api")


# What an example proves


def test_an_example_counts_for_the_rules_that_it_claims_and_the_engine_applied(
    tmp_path: Path,
) -> None:
    proven, _ = checked(tmp_path, **TEXTS)
    by_id = {check.about.id: check for check in proven}
    assert by_id["joker-run"].allowed == {Rule.JOKER_LOWER_POSITION}
    assert by_id["joker-run"].refused == set()
    assert by_id["repeated-suit"].refused == {Rule.SET_DISTINCT_SUITS}
    assert by_id["repeated-suit"].allowed == set()
    assert by_id["short"].refused == {Rule.OPENING_THRESHOLD}
    assert by_id["swap"].allowed == by_id["swap"].refused == {Rule.JOKER_SWAP}


@pytest.mark.parametrize(
    ("name", "claimed", "instead", "applied"),
    [
        ("others", "joker.lower-position", "set.size", "joker.lower-position"),
        ("others", "set.distinct-suits]", "set.size]", "set.distinct-suits"),
        ("others", "opening.sum", "set.size, opening.sum", "opening.sum"),
        ("others", "deck.packs", "deal.hand", "deck.packs, deck.players"),
        ("others", "value.ace-low", "value.ace-high", "value.ace-low"),
        ("others", "match.lowest", "turn.draw", "match.lowest"),
        ("plays", "opening.check", "joker.swap", "opening.check"),
    ],
)
def test_a_rule_that_was_not_applied_is_not_proven(
    name: str, claimed: str, instead: str, applied: str, tmp_path: Path
) -> None:
    findings, place = wrong(tmp_path, name, f"proves: [{claimed}", f"proves: »[{instead}")
    finding = only(findings)
    assert finding.field == "proves"
    assert finding.place == place
    assert "claims to prove" in finding.message
    assert finding.documented == instead.rstrip("]").partition(",")[0]
    assert all(rule in finding.engine.split(", ") for rule in applied.split(", "))


def test_an_example_with_a_mismatch_proves_nothing(tmp_path: Path) -> None:
    text = TEXTS["others"].replace("points: 21", "points: 22")
    proven, _ = checked(tmp_path, others=text)
    assert "joker-run" not in {check.about.id for check in proven}
    assert "repeated-suit" in {check.about.id for check in proven}


# Several at once


def test_all_mismatches_of_a_run_are_told(tmp_path: Path) -> None:
    others = TEXTS["others"]
    for old, new in (("points: 21", "points: 22"), ("joker: 6S", "joker: 9S"), ("59}", "58}")):
        others = others.replace(old, new)
    plays = TEXTS["plays"].replace("scores: 0 12", "scores: 12 0").replace("turn: 2", "turn: 3")
    findings = checked(tmp_path, others=others, plays=plays)[1]
    assert [(finding.example, finding.field) for finding in findings] == [
        ("joker-run", "points"),
        ("joker-run", "joker"),
        ("five", "total"),
        ("opening", "turn of step 4"),
        ("going-out", "scores of step 2"),
    ]


def test_the_corpus_of_this_project_agrees_with_the_engine() -> None:
    examples, _ = load_corpus(Path(__file__).resolve().parent.parent)
    proven, findings = verify(examples, pages, LANGUAGES)
    assert findings == ()
    assert len(proven) == len(examples)
