"""The mutants, the trial of each, and the list of those that no play can tell."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from rami_examples.claims.load import CORPUS, read_files
from rami_examples.mutation import command
from rami_examples.mutation.command import (
    ENGINE,
    MODULES,
    TESTS_CORPUS,
    Report,
    Unfit,
    changed_since,
    run,
    summary,
)
from rami_examples.mutation.equivalents import LIST, Equivalent, read_equivalents, stale
from rami_examples.mutation.mutants import Mutant, enums_of, mutants_of
from rami_examples.mutation.trial import Corpora, Verdict, try_all
from rami_examples.terminal import PROJECT

SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in (PROJECT / ENGINE).glob("*.py")}
ENUMS = enums_of(tuple(SOURCES.values()))
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")
CORPORA = Corpora(read_files(PROJECT, CORPUS), read_files(PROJECT, TESTS_CORPUS))


def after(source: str) -> list[str]:
    """What the mutants of one line of a function make of it."""
    text = f"def f(a, b, c):\n    {source}\n"
    return sorted(mutant.after for mutant in mutants_of("m", text, ENUMS))


@pytest.mark.parametrize(
    ("source", "mutants"),
    [
        ("return a < b", ["return a <= b", "return a >= b"]),
        ("return a <= b", ["return a < b", "return a > b"]),
        ("return a == b", ["return a != b"]),
        ("return a is not b", ["return a is b"]),
        ("return a in b", ["return a not in b"]),
        ("return a < b in c", [
            "return a < b not in c", "return a <= b in c", "return a >= b in c"
        ]),
        ("return a and b", ["return a", "return a or b", "return b"]),
        ("return not a", ["return a"]),
        ("return c or not (a or b)", [
            "return c",
            "return c and (not (a or b))",
            "return c or (a or b)",
            "return c or not (a and b)",
            "return c or not (a)",
            "return c or not (b)",
            "return not (a or b)",
        ]),
        ("return a + b", ["return a - b"]),
        ("return a % b", ["return a"]),
        ("return a | b", ["return a", "return b"]),
        ("return a * b - c", ["return (a + b) - c", "return a * b + c"]),
        ("return 7", ["return 6", "return 8"]),
        ("return True", ["return False"]),
        ("return -a", ["return a"]),
        ("return Rule.SET_SIZE", ["return Rule.SET_ONE_RANK"]),
        ("return Rank.KING", ["return Rank.ACE"]),
        ("return a.SET_SIZE", []),
        ("return min(a)", ["return max(a)"]),
        ("return all(a)", ["return any(a)"]),
        ("return [a, b]", ["return [a]", "return [b]"]),
        ("return (a,)", ["return ()"]),
        ("return a[b:]", ["return a[:]"]),
        ("return a(b, c=c)", ["return a(b)"]),
        ("return zip(a, b, strict=True)", []),
        ("return a if b else c", ["return a if False else c", "return a if True else c"]),
        ("return [x for x in a if x]", [
            "return [x for x in a if False]", "return [x for x in a if True]"
        ]),
        ("a.append(b)", ["pass"]),
        ("a += b", ["pass"]),
        ("a = b", ["pass"]),
        ("d = b", []),
        ("assert a < b", []),
        ("d: int | None = b", []),
        ('return "words"', []),
        ('return f"{a + b}"', []),
    ],
)  # fmt: skip
def test_a_line_and_its_mutants(source: str, mutants: list[str]) -> None:
    assert after(source) == mutants


def test_a_branch_is_taken_always_and_never() -> None:
    source = "def f(a):\n    if a:\n        return 1\n    return 2\n"
    made = [mutant for mutant in mutants_of("m", source, ENUMS) if mutant.line == 2]
    assert [mutant.after for mutant in made] == ["if True:", "if False:"]


def test_what_speaks_to_programmers_is_left_alone() -> None:
    source = '''"""Words."""

Pair = tuple[int, int]
Either = int | str


@dataclass(frozen=True)
class C:
    """Words."""

    a: tuple[int, int]


def f(a: int | None) -> int | None:
    """Words."""
    if a is None:
        raise ValueError("words")
    return a
'''
    assert not mutants_of("m", source, ENUMS)


def test_a_mutant_is_named_by_its_lines_wherever_they_stand() -> None:
    source = "class C:\n    def f(self):\n        return g(\n            1,  a)\n"
    (first, *_) = mutants_of("m", source, ENUMS)
    (later, *_) = mutants_of("m", f"# Moved.\n\n{source}", ENUMS)
    assert first.key == later.key == ("m.C.f", "1, a)", "2, a)")
    assert (first.line, later.line) == (4, 6)


def test_letters_of_any_length_move_nothing() -> None:
    (made,) = mutants_of("m", "def f(a):\n    return {'é…': a + 1.5}\n", ENUMS)
    assert made.source == "def f(a):\n    return {'é…': a - 1.5}\n"


@pytest.mark.parametrize("module", MODULES)
def test_every_mutant_is_a_program_that_differs(module: str) -> None:
    mutants = mutants_of(module, SOURCES[module], ENUMS)
    assert mutants
    for mutant in mutants:
        compile(mutant.source, module, "exec")
    assert len({mutant.source for mutant in mutants} - {SOURCES[module]}) == len(mutants)


def tried(module: str, old: str, new: str) -> Verdict:
    assert SOURCES[module].count(old) == 1
    (verdict,) = try_all(
        [(f"rami_engine.{module}", SOURCES[module].replace(old, new))], CORPORA, workers=1
    )
    return verdict


@pytest.mark.parametrize(
    ("module", "old", "new", "verdict"),
    [
        ("opening", "< needed.threshold", "<= needed.threshold", Verdict.KILLED),
        ("opening", "applied = [Rule.OPENING_SUM, ", "applied = [", Verdict.KILLED),
        ("values", "import Rule\n", "import Role\n", Verdict.KILLED),
        ("values", "_COURT = ", "while True: pass\n_COURT = ", Verdict.KILLED),
        ("values", "_COURT = ", "import os; os.kill(os.getpid(), 9)\n_COURT = ", Verdict.KILLED),
        ("meld", "lowest = max(0, ", "lowest = max(-1, ", Verdict.KILLED_BY_TESTS),
        ("meld", "suit = missing[0]", "suit = missing[-1]", Verdict.SURVIVED),
    ],
)
def test_a_trial(module: str, old: str, new: str, verdict: Verdict) -> None:
    assert tried(module, old, new) is verdict


def test_verdicts_come_in_the_order_of_the_mutants() -> None:
    good, bad = SOURCES["deck"], SOURCES["deck"].replace("<= deck.most", "< deck.most")
    told_done: list[int] = []
    verdicts = try_all(
        [("rami_engine.deck", source) for source in (bad, good, good, bad, good)],
        CORPORA,
        workers=3,
        say=told_done.append,
    )
    killed, survived = Verdict.KILLED, Verdict.SURVIVED
    assert verdicts == (killed, survived, survived, killed, survived)
    assert told_done == [1, 2, 3, 4, 5]


def test_processes_of_somebody_else_are_left_to_them() -> None:
    other = subprocess.Popen([sys.executable, "-c", "raise SystemExit(7)"])
    os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)  # ended, and not yet asked how
    assert tried("values", "_COURT = ", "_COURT = 0 or ") is Verdict.SURVIVED
    assert other.wait() == 7


def test_no_mutant_survives_in_the_modules_that_take_little_time() -> None:
    report = run(PROJECT, ("deck", "hands", "match", "opening", "values"), workers=2)
    assert summary(report).splitlines()[:-2] == []
    assert report.killed == report.to_kill > 150


# The list of equivalents


def test_the_list_names_each_mutant_once_and_with_a_reason() -> None:
    entries, faults = read_equivalents(PROJECT)
    assert not faults
    every = Counter(
        mutant.key for module in MODULES for mutant in mutants_of(module, SOURCES[module], ENUMS)
    )
    for entry in entries:
        assert every[entry.key] == 1, f"{entry.place}: names {every[entry.key]} mutants"
        assert entry.reason.endswith("."), entry.place


def mutant(spot: str, after: str) -> Mutant:
    return Mutant(spot, 1, "before", after, "")


def listed(project: Path, text: str) -> Sequence[Equivalent]:
    path = project / LIST
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    entries, faults = read_equivalents(project)
    assert not faults
    return entries


def test_an_entry_is_stale_when_its_mutant_is_gone_or_killed(tmp_path: Path) -> None:
    text = """equivalents:
  - {spot: m.f, line: before, becomes: [alive, killed, gone], reason: So it is.}
  - {spot: other.f, line: before, becomes: [gone], reason: This module is not tried.}
"""
    alive, killed = mutant("m.f", "alive"), mutant("m.f", "killed")
    findings = stale(listed(tmp_path, text), [alive, killed], [alive])
    assert [(str(finding.place), finding.message) for finding in findings] == [
        (f"{LIST}:2:48", "this mutant is killed"),
        (f"{LIST}:2:56", "there is no such mutant any more"),
    ]


def test_a_fault_in_the_list_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / LIST
    path.parent.mkdir(parents=True)
    path.write_text("equivalents:\n  - {spot: m.f, line: a, becomes: [b]}\n", encoding="utf-8")
    (fault,) = read_equivalents(tmp_path)[1]
    assert (str(fault.place), fault.message) == (f"{LIST}:2:5", "the entry has no 'reason'")


# The command


def test_the_report_rounds_down_and_shows_each_survivor() -> None:
    survivor = Mutant("meld.judge_meld", 7, "if a:", "if True:", "")
    lines = summary(Report(1003, 900, 99, 3, (survivor,), ())).splitlines()
    assert lines[:3] == [
        "rami_engine/meld.py:7: survived, in meld.judge_meld",
        "  - if a:",
        "  + if True:",
    ]
    assert lines[-2:] == [
        "999 of 1000 mutants killed (99 %), 1 survived; 3 more are equivalent.",
        "900 of them by the site's corpus, 99 by that of the tests.",
    ]


@pytest.mark.parametrize(("survivors", "status"), [((), 0), ((mutant("meld.f", "after"),), 1)])
def test_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, survivors: tuple[Mutant, ...], status: int
) -> None:
    monkeypatch.setattr(command, "run", lambda *_: Report(2, 1, 0, 0, survivors, ()))
    done = CliRunner().invoke(command.main, ["meld"])
    assert done.exit_code == status
    assert "1 of 2 mutants killed (50 %)" in done.output


def test_a_corpus_that_the_engine_fails_is_not_begun(tmp_path: Path) -> None:
    listed(tmp_path, "equivalents:\n  - {spot: m.f, line: a, becomes: [b], reason: No.}\n")
    corpus = tmp_path / CORPUS
    corpus.mkdir()
    (corpus / "melds.yaml").write_text("melds: []\n", encoding="utf-8")
    (tmp_path / ENGINE).mkdir()
    with pytest.raises(Unfit, match=r"melds\.yaml:1:8"):
        run(tmp_path, (), workers=1)


def test_the_modules_changed_since_a_revision(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True)

    engine = tmp_path / ENGINE
    engine.mkdir()
    for name in ("meld", "values", "bot"):
        (engine / f"{name}.py").touch()
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message=All")
    for name in ("meld", "bot"):
        (engine / f"{name}.py").write_text("1\n", encoding="utf-8")
    assert changed_since(tmp_path, "HEAD") == ("meld",)
    with pytest.raises(Unfit, match="nowhere"):
        changed_since(tmp_path, "nowhere")
