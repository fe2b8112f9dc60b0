"""Drift: one value changes in corpus, engine, template or catalog, and nothing is published."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from rami_examples.build import Built, build_into_place
from rami_examples.catalogs.catalog import catalog_path
from rami_examples.catalogs.po_text import Entry, parse, write
from rami_examples.catalogs.update import update_catalogs
from rami_examples.findings import Finding, Kind
from rami_examples.pages.book import Book
from rami_examples.rulebook import make_book

PROJECT = Path(__file__).resolve().parent.parent
SOURCES = ("rami_engine", "rami_examples", "templates", "docs", "mkdocs.yml")
CORPUS = "rami_examples/corpus/"
PAGES = "templates/pages/"


@dataclass(frozen=True)
class Drift:
    """A change of one value, and what is told of it: the example or rule, and telling words."""

    file: str
    old: str
    new: str
    told: str
    words: tuple[str, ...]

    def apply(self, project: Path) -> None:
        """Make the change in a copy of the project; what it changes stands there once."""
        path = project / self.file
        text = path.read_text(encoding="utf-8")
        assert text.count(self.old) == 1, (self.file, self.old)
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")


def copy(folder: Path) -> Path:
    """A copy of the project with an old site in place."""
    for name in SOURCES:
        source = PROJECT / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
        else:
            shutil.copy(source, folder / name)
    (folder / "site").mkdir()
    (folder / "site" / "index.html").write_text("old", encoding="utf-8")
    return folder


def assert_untouched(project: Path) -> None:
    assert [path.name for path in (project / "site").iterdir()] == ["index.html"]
    assert (project / "site" / "index.html").read_text(encoding="utf-8") == "old"


def built(project: Path, *languages: str) -> tuple[Finding, ...]:
    result = build_into_place(project, languages or ("en",), lambda text: None)
    assert not isinstance(result, Built)
    return result


# What editors change: corpus and templates. The engine is that of this process.

EXPECTATIONS = {
    "a meld's points": Drift(
        CORPUS + "melds.yaml", "{points: 33}\n    reason: In", "{points: 3}\n    reason: In",
        "three-aces", ("points", "3", "33"),
    ),
    "a meld's joker": Drift(
        CORPUS + "melds.yaml", "joker: 9S", "joker: 9C", "nines-and-joker", ("joker", "9C", "9S")
    ),
    "a refusing rule": Drift(
        CORPUS + "openings.yaml", "{total: 60, refused: opening.pure-run}", "{total: 60}",
        "two-sets-no-pure-run", ("accepted", "refused by opening.pure-run"),
    ),
    "an opening's total": Drift(
        CORPUS + "openings.yaml", "{total: 40}", "{total: 41}", "exactly-forty", ("total", "41")
    ),
    "a deck": Drift(
        CORPUS + "decks.yaml", "{packs: 2, jokers: 2, total: 106}}\n  - {id: deck-3",
        "{packs: 2, jokers: 2, total: 107}}\n  - {id: deck-3", "deck-2-house", ("total", "107"),
    ),
    "a value": Drift(
        CORPUS + "values.yaml", "{laid: 15, hand: 20}", "{laid: 15, hand: 25}",
        "value-joker-house", ("hand", "25", "20"),
    ),
    "a deal": Drift(
        CORPUS + "deals.yaml", "stock: 55", "stock: 56", "deal-for-four", ("stock", "56", "55")
    ),
    "a match": Drift(
        CORPUS + "matches.yaml", "totals: 39 37 20", "totals: 39 37 21",
        "match-of-three-rounds", ("totals", "39 37 21"),
    ),
    "an effect of a step": Drift(
        CORPUS + "plays/end.yaml", "scores: 0 32 19", "scores: 0 31 19",
        "last-card-discarded", ("scores of step 3", "0 31 19", "0 32 19"),
    ),
    "a refusal of a step": Drift(
        CORPUS + "plays/opening.yaml", "refused: opening.retry", "refused: turn.lay",
        "points-are-missing", ("step 5", "turn.lay", "opening.retry"),
    ),
    "a claim to prove": Drift(
        CORPUS + "plays/turn.yaml", "[turn.identical-discard]", "[turn.passes, joker.swap]",
        "one-of-two-identical-cards", ("claims to prove joker.swap",),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy whose files each test puts back as they were."""
    return copy(tmp_path_factory.mktemp("drift"))


@pytest.fixture
def drifted(project: Path) -> Callable[[Drift], Path]:
    """Gives the copy with one change; the file is put back before the next one."""

    def drift(change: Drift) -> Path:
        shutil.copy(PROJECT / change.file, project / change.file)
        change.apply(project)
        return project

    return drift


@pytest.mark.parametrize("name", EXPECTATIONS)
def test_a_wrong_expectation_stops_the_build(
    name: str, drifted: Callable[[Drift], Path], request: pytest.FixtureRequest
) -> None:
    change = EXPECTATIONS[name]
    project = drifted(change)
    request.addfinalizer(lambda: shutil.copy(PROJECT / change.file, project / change.file))
    (finding,) = built(project)
    assert (finding.kind, finding.example) == (Kind.VERIFY_MISMATCH, change.told)
    assert finding.place.path == Path(change.file)
    for word in change.words:
        assert word in finding.message
    assert "proof" in finding.pages
    assert finding.languages == ("en",)
    assert_untouched(project)


TEMPLATES = {
    "a rule's sentence is gone": (
        Drift(
            PAGES + "rules.md.j2", '{% call rule("meld.any-order") %}',
            "{% call note() %}", "meld.any-order", ("is stated in no sentence",),
        ),
        Kind.RULE_UNSTATED,
    ),
    "a sentence names no rule of the engine": (
        Drift(
            PAGES + "differences.md.j2", 'elsewhere("deal.hand")', 'elsewhere("deal.cards")',
            "", ("no rule 'deal.cards'",),
        ),
        Kind.PROSE_RULE,
    ),
    "a number is typed": (
        Drift(
            PAGES + "rules.md.j2", "The player on the dealer’s left takes",
            "Then 1 player on the dealer’s left takes", "", ("the number 1 is typed",),
        ),
        Kind.PROSE_DIGIT,
    ),
    "a sentence changes": (
        Drift(
            PAGES + "rules.md.j2", "All cards of a set are of the same rank.",
            "All cards of a set are of one rank.", "set.one-rank", ("two-kings-and-a-queen",),
        ),
        Kind.RULE_SUSPECT,
    ),
    "a name that the pages do not know": (
        Drift(PAGES + "home.md.j2", "{{ fan(hero) }}", "{{ fan(hera) }}", "", ("hera",)),
        Kind.TEMPLATE_FAULT,
    ),
    "a page that does not exist": (
        Drift(PAGES + "home.md.j2", '{{ url("opening") }}', '{{ url("openings") }}', "",
              ("openings",)),
        Kind.TEMPLATE_FAULT,
    ),
    "a text that was never extracted": (
        Drift(PAGES + "home.md.j2", "{{ fan(hero) }}", '{{ pgettext("a", title) }}', "",
              ("not a message of the source",)),
        Kind.TEMPLATE_FAULT,
    ),
    "an override of the theme is cut short": (
        Drift("templates/theme/404.html", "{% endfor %}", "{% endfro %}", "",
              ("unknown tag 'endfro'",)),
        Kind.TEMPLATE_FAULT,
    ),
    "a table of examples moves away": (
        Drift(PAGES + "rules.md.j2", 'rows("rules#runs")', 'rows("rules#rows")', "",
              ("shown on 'rules#rows'",)),
        Kind.TEMPLATE_FAULT,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_wrong_template_stops_the_build(
    name: str, drifted: Callable[[Drift], Path], request: pytest.FixtureRequest
) -> None:
    change, kind = TEMPLATES[name]
    project = drifted(change)
    request.addfinalizer(lambda: shutil.copy(PROJECT / change.file, project / change.file))
    findings = [finding for finding in built(project) if finding.kind is kind]
    assert [finding.rule for finding in findings] == [change.told]
    for word in change.words:
        assert word in findings[0].message
    assert str(findings[0].place.path).startswith("templates/")
    assert_untouched(project)


def test_a_declared_language_without_its_catalog_stops_the_build(project: Path) -> None:
    (finding,) = built(project, "en", "hr")
    assert finding.kind is Kind.CATALOG_MISSING
    assert finding.place.path == Path("locales/hr/rami.po")
    assert_untouched(project)


def translated(project: Path) -> Path:
    """A whole catalog of Arabic, in English words."""
    assert update_catalogs(project, ["ar"]).findings == ()
    path = catalog_path(project, "ar")
    entries, _ = parse(path.read_text(encoding="utf-8"))

    def filled(entry: Entry) -> Entry:
        if entry.plural:
            return replace(entry, forms=tuple((form, entry.plural) for form, _ in entry.forms))
        return replace(entry, text=entry.id) if entry.id.value else entry

    path.write_text(write(map(filled, entries)), encoding="utf-8")
    return path


def test_a_whole_catalog_makes_a_book(project: Path) -> None:
    translated(project)
    book = make_book(project, ("en", "ar"))
    assert isinstance(book, Book)
    assert [language.tag for language in book.languages] == ["en", "ar"]


def test_what_catalogs_lack_is_not_told_while_the_corpus_hides_texts(
    drifted: Callable[[Drift], Path], request: pytest.FixtureRequest
) -> None:
    change = Drift(CORPUS + "melds.yaml", "title: Three kings", "titel: Three kings", "", ())
    project = drifted(change)
    request.addfinalizer(lambda: shutil.copy(PROJECT / change.file, project / change.file))
    translated(project)
    assert {finding.kind for finding in built(project, "en", "ar")} == {Kind.CORPUS_KEY}


CATALOG = {
    "a number": ('msgstr "Three kings"', 'msgstr "3 kings"', Kind.CATALOG_NUMBER),
    "markup": ('msgstr "Three kings"', 'msgstr "Three <b>kings"', Kind.CATALOG_MARKUP),
    "nothing": ('msgstr "Three kings"', 'msgstr ""', Kind.CATALOG_UNTRANSLATED),
    "another message": ('msgid "Three kings"', 'msgid "Four kings"', Kind.CATALOG_UNKNOWN),
    "a placeholder": ('msgstr[3] "%(n)s cards"', 'msgstr[3] "cards"', Kind.CATALOG_PLACEHOLDER),
}


@pytest.mark.parametrize("name", CATALOG)
def test_a_wrong_word_of_a_catalog_stops_the_build(name: str, project: Path) -> None:
    old, new, kind = CATALOG[name]
    path = translated(project)
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    found = built(project, "en", "ar")
    assert kind in {finding.kind for finding in found}
    assert {finding.place.path for finding in found} == {Path("locales/ar/rami.po")}
    assert_untouched(project)


# What programmers change: the engine, and the numbers of its rule sets. Each takes a process.

ENGINE = {
    "the threshold of Rami 40": Drift(
        "rami_engine/ruleset.py", "threshold=40", "threshold=41",
        "exactly-forty", ("verdict", "refused by opening.threshold"),
    ),
    "the threshold of Rami 51": Drift(
        "rami_engine/ruleset.py", "threshold=51", "threshold=52", "exactly-fifty-one", ("verdict",)
    ),
    "the pure run": Drift(
        "rami_engine/ruleset.py", "pure_run=True", "pure_run=False",
        "two-sets-no-pure-run", ("the engine says accepted",),
    ),
    "the size of a hand": Drift(
        "rami_engine/ruleset.py", "hand_size=13", "hand_size=12",
        "deal-for-four", ("hand", "the engine says 12"),
    ),
    "the packs": Drift(
        "rami_engine/ruleset.py", "DeckRule(5, 6, packs=3, jokers=3)",
        "DeckRule(5, 6, packs=2, jokers=3)", "deck-6-house", ("the engine says 107",),
    ),
    "the most players": Drift(
        "rami_engine/ruleset.py", "DeckRule(5, 6, packs=3, jokers=4)",
        "DeckRule(5, 7, packs=3, jokers=4)", "deck-7-players", ("the engine says accepted",),
    ),
    "the joker of the house": Drift(
        "rami_engine/ruleset.py", "joker=15", "joker=25",
        "same-cards-house-rules", ("total", "the engine says 71"),
    ),
    "the joker in the hand": Drift(
        "rami_engine/ruleset.py", "court=10, joker=20", "court=10, joker=25",
        "value-joker-reference", ("hand", "the engine says 25"),
    ),
    "the reshuffles": Drift(
        "rami_engine/ruleset.py", "reshuffles=2", "reshuffles=3",
        "stock-is-used-up", ("reshuffled of step 2",),
    ),
    "the turn limit": Drift(
        "rami_engine/ruleset.py", "turn_limit=300", "turn_limit=301",
        "turn-limit", ("winners of step 2",),
    ),
    "what a ten counts": Drift(
        "rami_engine/values.py", "frozenset({Rank.TEN, ", "frozenset({Rank.NINE, ",
        "nines-and-joker", ("points", "40"),
    ),
    "suits that repeat in a set": Drift(
        "rami_engine/meld.py", "return Refused(Rule.SET_DISTINCT_SUITS, _repeated(cards, fixed))",
        "pass", "two-identical-sevens", ("verdict",),
    ),
    "runs around the corner": Drift(
        "rami_engine/meld.py",
        "    if not starts:\n",
        "    if not starts and _joins_around(positions, len(cards)):\n"
        "        around = range(len(_RANKS))\n"
        "        spans = {s: {p % 13 for p in range(s, s + len(cards))} for s in around}\n"
        "        starts = [s for s in around if set(positions) <= spans[s]]\n"
        "    if not starts:\n",
        "wrapped-run", ("documented as refused by run.no-wrap", "the engine says accepted"),
    ),
    "the higher position of a joker": Drift(
        "rami_engine/meld.py", "start, suit = min(starts)", "start, suit = max(starts)",
        "joker-end-of-run", ("joker", "6S", "9S"),
    ),
    "a rule's name": Drift(
        "rami_engine/meld.py", "Refused(Rule.RUN_ONE_SUIT", "Refused(Rule.RUN_LENGTH",
        "run-of-two-suits", ("refused by run.length",),
    ),
    "a rule without a sentence": Drift(
        "rami_engine/rules.py", "    # A turn\n", '    DEAL_CUT = "deal.cut", False\n',
        "deal.cut", ("is stated in no sentence",),
    ),
    "an id that was removed": Drift(
        "rami_engine/rules.py", "REMOVED: frozenset[str] = frozenset()",
        'REMOVED: frozenset[str] = frozenset({"set.size"})',
        "set.size", ("is on the list of removed rules", "was removed"),
    ),
}  # fmt: skip


# As `build` does before it makes a site; the frame around the pages would take longer to import.
MAKE_BOOK = """
import sys
from pathlib import Path
from rami_examples.rulebook import make_book

findings = make_book(Path.cwd(), ("en",))
print(*findings, sep="\\n")
"""


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the engine of a copy."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project), "PYTHONUTF8": "1", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What is told of every change of the engine, each in a copy and a process of its own."""

    def drifted(name: str) -> list[str]:
        project = copy(tmp_path_factory.mktemp("engine"))
        ENGINE[name].apply(project)
        done = run(project, "-c", MAKE_BOOK)
        assert done.stderr == ""
        return done.stdout.splitlines()

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(ENGINE, pool.map(drifted, ENGINE), strict=True))


@pytest.mark.parametrize("name", ENGINE)
def test_an_engine_that_changes_its_mind_is_contradicted(
    name: str, told: dict[str, list[str]]
) -> None:
    change = ENGINE[name]
    lines = [line for line in told[name] if change.told in line]
    for word in change.words:
        assert any(word in line for line in lines), lines


def test_the_command_ends_with_status_1_and_leaves_the_old_site(tmp_path: Path) -> None:
    project = copy(tmp_path)
    ENGINE["the size of a hand"].apply(project)
    done = run(project, "-m", "rami_examples.cli", "build", "--languages", "en")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "deal-for-four: hand is documented as 13, the engine says 12" in done.stderr
    assert "site/ was left as it was" in done.stderr
    assert "Traceback" not in done.stderr
    assert_untouched(project)
