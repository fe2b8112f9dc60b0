"""Another engine: agreements are counted, differences named, and no engine does harm."""

from __future__ import annotations

import json
import os
import select
import shlex
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import playwright
import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from rami_engine.plain import Plain
from rami_engine.protocol import ask
from rami_engine.rules import Rule
from rami_examples import cli
from rami_examples.claims.load import CORPUS, read_claims, read_files
from rami_examples.conformance import check as check_module
from rami_examples.conformance.check import Conformance, Tally, conform
from rami_examples.conformance.engine_process import (
    EngineFault,
    EngineProcess,
    Introduction,
    Limits,
    printable,
)
from rami_examples.findings import Kind
from rami_examples.proof.compare import question_of

PROJECT = Path(__file__).resolve().parent.parent
ENGINES = Path(__file__).resolve().parent / "engines"
SCHEMA: dict[str, Any] = json.loads((PROJECT / "rami_engine/protocol.schema.json").read_bytes())
SITE = read_claims(read_files(PROJECT, CORPUS))[0]
OTHERS = read_claims(
    node
    for folder in ("tests/engine_corpus", "tests/corpora/verified")
    for node in read_files(PROJECT, Path(folder))
)[0]

PATIENT = Limits(answer=60, overall=300)
"""For engines that answer: no test waits so long."""
HASTY = Limits(answer=0.5, overall=300)
"""For what is never answered: every test waits so long."""


def node() -> str:
    """The Node of this machine, or the one that Playwright brings along for itself."""
    assert playwright.__file__
    driver = (
        Path(playwright.__file__).parent / "driver" / ("node.exe" if os.name == "nt" else "node")
    )
    found = shutil.which("node") or (str(driver) if driver.is_file() else None)
    if found is None:
        pytest.fail("there is no Node to run tests/engines/rami.mjs with", pytrace=False)
    return found


def command(*words: object) -> str:
    return shlex.join(map(str, words))


def in_node(*arguments: str) -> str:
    return command(node(), ENGINES / "rami.mjs", *arguments)


def in_python(name: str, *arguments: str) -> str:
    return command(sys.executable, ENGINES / name, *arguments)


OURS = command(sys.executable, "-m", "rami_engine", "serve")


def conformed(engine: str, examples: Any = SITE, limits: Limits = PATIENT) -> Conformance:
    return conform(engine, limits, examples, lambda about: (about.shown_on, "proof"), ("en", "he"))


def rami_docs(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, [*arguments, "--languages", "en"])


# Engines that play by the rules


@pytest.mark.parametrize("examples", [SITE, OTHERS], ids=["site", "tests"])
@pytest.mark.parametrize(
    ("engine", "name"), [(lambda: OURS, "rami_engine"), (in_node, "rami.mjs")], ids=["ours", "Node"]
)
def test_a_sound_engine_agrees_with_every_example(
    engine: Callable[[], str], name: str, examples: Any
) -> None:
    found = conformed(engine(), examples)
    assert found.engine.name == name
    assert found.findings == ()
    assert found.all == Tally(agrees=len(examples), differs=0, unsupported=0)
    assert sum(tally.total for tally in found.kinds.values()) == len(examples)
    assert all(tally.agrees == tally.total for tally in found.rules.values())


def test_every_rule_is_tried_by_the_corpus_of_the_site() -> None:
    assert all(tally.total for tally in conformed(OURS).rules.values())


def test_what_an_engine_keeps_no_account_of_is_counted_and_not_compared() -> None:
    assert conformed(OURS).rules_not_reported == 0
    silent = conformed(in_node())
    refusals = sum("reason" in ask(question_of(example)) for example in SITE)
    assert 0 < silent.rules_not_reported <= len(SITE)
    assert silent.rules_not_reported >= len(SITE) - refusals


def test_what_is_not_supported_is_never_an_agreement() -> None:
    found = conformed(in_python("rami_small.py"))
    assert found.findings == ()
    for kind, tally in found.kinds.items():
        answered = kind in ("meld", "deck")
        assert bool(tally.agrees) == answered
        assert bool(tally.unsupported) != answered
    assert found.rules[Rule.TURN_DRAW].agrees == 0
    assert found.rules[Rule.TURN_DRAW].unsupported > 0
    assert found.all.total == len(SITE)


def test_an_engine_that_answers_no_example_is_not_said_to_agree() -> None:
    with pytest.raises(EngineFault, match="answers none of the examples"):
        conformed(in_python("faulty.py", "fine"))


@pytest.mark.parametrize("engine", ["rami.mjs", "rami_small.py"])
def test_the_other_engines_share_no_code_with_this_one(engine: str) -> None:
    text = (ENGINES / engine).read_text(encoding="utf-8")
    assert "import rami" not in text
    assert "from rami" not in text


@pytest.mark.parametrize("engine", [lambda: OURS, in_node], ids=["ours", "Node"])
def test_answers_have_the_form_of_the_schema(engine: Callable[[], str]) -> None:
    with EngineProcess(engine(), PATIENT) as process:
        process.hello()
        for example in (*SITE, *OTHERS):
            question = question_of(example)
            told = process.ask(question, example.about.id)
            schema = {**SCHEMA, "$ref": f"#/$defs/{question['kind']}-answer"}
            del schema["anyOf"]
            line = {"protocol": 1, "id": 1, **told}
            assert list(Draft202012Validator(schema).iter_errors(line)) == []
        process.finish()


# Engines with a fault in their rules


FAULTS = {
    "ace-low": ("three-aces", "points", "33", "3", Rule.VALUE_ACE_HIGH),
    "wrap": ("wrapped-run", "verdict", "refused by run.no-wrap", "accepted", Rule.RUN_NO_WRAP),
    "more-than-threshold": (
        "exactly-forty",
        "verdict",
        "accepted",
        "refused by opening.threshold",
        Rule.OPENING_THRESHOLD,
    ),
    "taken-may-return": (
        "no-return-of-the-card-taken",
        "step 2",
        "refused by turn.no-return-discard",
        "accepted",
        Rule.TURN_NO_RETURN_DISCARD,
    ),
    "no-opening-check": (
        "points-are-missing",
        "returned of step 4",
        "5C 6C 7C KD KH KS",
        "nothing",
        Rule.OPENING_RETURN,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_and_named(fault: str) -> None:
    example, field, documented, engine, rule = FAULTS[fault]
    found = conformed(in_node("--fault", fault))
    told = {(finding.example, finding.field): finding for finding in found.findings}
    finding = told[example, field]
    assert finding.kind is Kind.ENGINE_MISMATCH
    assert (finding.documented, finding.engine) == (documented, engine)
    assert f"rami.mjs ({fault}) says {engine}" in finding.message
    assert finding.languages == ("en", "he")
    line = (
        (PROJECT / finding.place.path)
        .read_text(encoding="utf-8")
        .splitlines()[finding.place.line - 1]
    )
    assert line[finding.place.column - 1 :].strip()
    assert found.rules[rule].differs > 0
    assert found.all.differs == len({finding.example for finding in found.findings})
    assert found.all.agrees + found.all.differs == len(SITE)


def test_what_no_rule_of_the_fault_touches_still_agrees() -> None:
    found = conformed(in_node("--fault", "wrap"))
    assert {rule for rule, tally in found.rules.items() if tally.differs} == {Rule.RUN_NO_WRAP}


# Answers that are none


def wrong_answers(
    change: Callable[[Plain], Plain], monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """What is found of this engine with its answers changed, by example."""

    class Changed:
        def __init__(self, command: str, limits: Limits) -> None:
            pass

        def __enter__(self) -> Changed:
            return self

        def __exit__(self, *error: object) -> None:
            pass

        def hello(self) -> Introduction:
            return Introduction("changed", "1", "0")

        def ask(self, question: Plain, what: str) -> Plain:
            return change(json.loads(json.dumps(ask(question))))

        def finish(self) -> None:
            pass

    monkeypatch.setattr(check_module, "EngineProcess", Changed)
    found = conformed("none")
    assert found.all.differs == len({finding.example for finding in found.findings})
    told: dict[str, str] = {}
    for finding in found.findings:
        told[finding.example] = f"{told.get(finding.example, '')}{finding}\n"
    return told


@pytest.mark.parametrize(
    ("change", "example", "says"),
    [
        (lambda answer: {}, "three-kings", "the answer has no 'points'"),
        (lambda answer: {"error": "no\x1b[31m idea"}, "three-kings", "an error: no [31m idea"),
        (lambda answer: {**answer, "points": "30"}, "three-kings", "'points' of the answer is not"),
        (lambda answer: {**answer, "points": 30.0}, "three-kings", "'points' of the answer is not"),
        (lambda answer: {**answer, "points": None}, "three-kings", "'points' of the answer is not"),
        (lambda answer: {**answer, "verdict": 1}, "three-kings", "'verdict' of the answer is not"),
        (lambda answer: {**answer, "applied": "all"}, "three-kings", "'applied' of the answer"),
        (lambda answer: {"verdict": "refused"}, "wrapped-run", "the answer has no 'reason'"),
        (lambda answer: {**answer, "total": True}, "exactly-forty", "'total' of the answer is not"),
        (lambda answer: {"steps": {}}, "one-card-is-drawn", "'steps' of the answer is not a list"),
        (lambda answer: {"steps": [1]}, "one-card-is-drawn", "step 1 of the answer is not an obj"),
        (lambda answer: {"steps": [{}]}, "one-card-is-drawn", "the answer has no 'gives'"),
        (
            lambda answer: {"steps": answer.get("steps", []) * 2},
            "one-card-is-drawn",
            "more steps than were asked",
        ),
    ],
)
def test_an_answer_in_no_form_is_a_finding_of_its_own(
    change: Callable[[Plain], Plain],
    example: str,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    message = wrong_answers(change, monkeypatch)[example]
    assert "[engine.answer]" in message
    assert f"{example}: changed gives no answer in the form of the protocol" in message
    assert says in message


def test_a_rule_that_was_not_applied_is_told_where_the_engine_keeps_account(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forget(answer: Plain) -> Plain:
        applied = [rule for rule in answer.get("applied", []) if rule != "set.size"]
        return {**answer, "applied": applied} if "applied" in answer else answer

    told = wrong_answers(forget, monkeypatch)
    assert set(told) == {"three-kings", "four-sevens"}
    assert "claims to prove set.size, but changed did not apply that rule" in told["three-kings"]


def test_fewer_steps_than_asked_say_that_a_meld_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stop(answer: Plain) -> Plain:
        return {"steps": answer["steps"][:2]} if "steps" in answer else answer

    message = wrong_answers(stop, monkeypatch)["joker-is-taken"]
    assert "no such meld" in message


def test_what_an_engine_says_more_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    assert wrong_answers(lambda answer: {**answer, "nanoseconds": 7}, monkeypatch) == {}


# Engines that do harm

BROKEN = {
    "crash-at-start": "it ended with status 1 before it answered the request 'hello'",
    "true-id": "its answer to the request 'hello' has the id true instead of 1",
    "no-greeting": "it does not answer the request 'hello'",
    "crash": "it ended with status 1 before it answered the deal deal-for-four",
    "leaves": "it ended with status 0 before it answered the deal deal-for-four",
    "no-json": "the deal deal-for-four: the line is not JSON",
    "no-object": "the deal deal-for-four is not an object",
    "no-text": "the deal deal-for-four: the line is not UTF-8",
    "deep": "the deal deal-for-four: the line is not JSON",
    "giant-number": "the deal deal-for-four: the line is not JSON",
    "other-id": "the deal deal-for-four has the id 9 instead of 2",
    "other-protocol": "the deal deal-for-four is not of protocol 1",
    "babble": "the deal deal-for-four: the line is not JSON",
    "endless-line": "the deal deal-for-four is longer than 1000000 bytes",
    "long-line": "the deal deal-for-four is longer than 1000000 bytes",
    "fails-at-the-end": "it ended with status 1 at the end of its input",
    "babbles-at-the-end": "without being asked",
}
SILENT = {
    "deaf": "it did not answer the request 'hello' within 0.5 s",
    "hang-at-start": "it did not answer the request 'hello' within 0.5 s",
}


def fails(engine: str, limits: Limits = PATIENT) -> str:
    with pytest.raises(EngineFault) as caught:
        conformed(engine, SITE[:3], limits)
    text = str(caught.value)
    assert text.isprintable()
    assert len(text) < 1000
    return text


@pytest.mark.parametrize("mode", BROKEN)
def test_an_engine_that_breaks_the_protocol_is_told_what_it_did(mode: str) -> None:
    assert BROKEN[mode] in fails(in_python("faulty.py", mode))


def test_an_engine_that_answers_twice_is_told_so() -> None:
    # The second answer may come before the next question, or in place of its answer.
    told = fails(in_python("faulty.py", "twice"))
    assert "without being asked" in told or "has the id 2 instead of 3" in told


@pytest.mark.parametrize("mode", SILENT)
def test_an_engine_that_says_nothing_is_waited_for_no_longer_than_allowed(mode: str) -> None:
    assert SILENT[mode] in fails(in_python("faulty.py", mode), HASTY)


@pytest.mark.parametrize(
    ("mode", "says"),
    [
        ("hang", "it did not answer the deck within 0.5 s"),
        ("endless-errors", "it did not answer the deck within 0.5 s"),
        ("stays", "it did not end at the end of its input within 0.5 s"),
        ("closes", "it closed its output before it answered the deck"),
    ],
)
def test_an_engine_that_falls_silent_is_waited_for_no_longer_than_allowed(
    mode: str, says: str
) -> None:
    with greeted(mode) as engine, pytest.raises(EngineFault, match=says):
        engine.ask({"kind": "deck"}, "the deck")
        engine.finish()


@contextmanager
def greeted(mode: str) -> Iterator[EngineProcess]:
    """An engine that had all the time that it needed to start, and has no more."""
    with EngineProcess(in_python("faulty.py", mode), PATIENT) as engine:
        engine.hello()
        engine._limits = HASTY
        yield engine


def test_all_answers_together_have_a_limit_too() -> None:
    told = fails(in_python("faulty.py", "deaf"), Limits(answer=60, overall=0.5))
    assert "within the 0.5 s that it has for everything" in told


def test_the_last_words_of_an_engine_are_told_without_its_colours() -> None:
    told = fails(in_python("faulty.py", "crash"))
    assert told.endswith("RuntimeError: the [31mlast [0m words")


@pytest.mark.skipif(os.name != "posix", reason="processes end by signals on POSIX alone")
def test_an_engine_that_a_signal_ends_is_told_by_the_name_of_the_signal() -> None:
    assert "it was ended by SIGABRT" in fails(in_python("faulty.py", "killed"))


def test_a_flood_on_standard_error_holds_nobody_up() -> None:
    examples = SITE[:3]
    with EngineProcess(in_python("faulty.py", "noisy"), PATIENT) as process:
        process.hello()
        for example in examples:
            assert process.ask(question_of(example), "it") == {"unsupported": True}
        process.finish()


@pytest.mark.parametrize("mode", ["fine", "deaf", "babble", "endless-errors", "crash", "closes"])
def test_every_process_is_reaped_and_every_pipe_closed(mode: str) -> None:
    with EngineProcess(in_python("faulty.py", mode), HASTY) as engine:
        process = engine._process
        try:
            engine.hello()
            engine.ask({"kind": "deck"}, "it")
        except EngineFault:
            pass
    assert process.returncode is not None
    for pipe in (process.stdin, process.stdout, process.stderr):
        assert pipe
        assert pipe.closed
    assert not any(thread.is_alive() for thread in engine._threads)


@pytest.mark.skipif(sys.platform != "linux", reason="waits for a stranger's end as Linux can")
def test_what_an_engine_started_ends_with_it() -> None:
    with greeted("with-child") as engine:
        child = os.pidfd_open(engine.ask({"kind": "deck"}, "the deck")["child"])
        with pytest.raises(EngineFault, match="it was ended by SIGABRT: it did not answer"):
            engine.ask({"kind": "deck"}, "the deck")
        assert select.select([child], [], [], 0)[0] == []
    assert not any(thread.is_alive() for thread in engine._threads)
    assert select.select([child], [], [], 60)[0] == [child]
    os.close(child)


def test_an_interrupted_command_leaves_no_engine_behind() -> None:
    with pytest.raises(KeyboardInterrupt), greeted("fine") as engine:
        raise KeyboardInterrupt
    status = engine._process.returncode
    assert status == -signal.SIGKILL if os.name == "posix" else status is not None


@pytest.mark.parametrize(
    ("engine", "says"),
    [
        ("", "the command is empty"),
        ("   ", "the command is empty"),
        ("no-such-engine-here", "it cannot be started"),
        ("'unclosed", "it cannot be started: No closing quotation"),
        (str(ENGINES), "it cannot be started"),
        ("a\0b", "it cannot be started"),
    ],
)
def test_a_command_that_cannot_be_started_is_told(engine: str, says: str) -> None:
    assert says in fails(engine)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    made = tmp_path / "made"
    told = fails(f"no-such-engine-here; touch {made}")
    assert "cannot be started" in told
    assert not made.exists()


def test_text_of_a_stranger_is_shown_in_one_line_that_does_nothing() -> None:
    assert printable("a\x1b[2J\r\n\tb\u202ec") == "a [2J b c"
    assert printable("x" * 300) == "x" * 199 + "…"


# The commands


def test_the_report_counts_by_kind_and_by_rule() -> None:
    done = rami_docs("conformance", in_node("--fault", "wrap"), "--format", "json")
    assert done.exit_code == 1
    report = json.loads(done.stdout)
    melds = sum(question_of(example)["kind"] == "meld" for example in SITE)
    assert report["engine"]["name"] == "rami.mjs (wrap)"
    assert report["kinds"]["meld"] == {"agrees": melds - 3, "differs": 3, "unsupported": 0}
    assert report["rules"]["run.no-wrap"]["differs"] == 3
    assert set(report["rules"]) == {rule.value for rule in Rule}
    assert sum(report["examples"].values()) == len(SITE)
    assert {finding["id"] for finding in report["findings"]} == {"engine.mismatch"}
    assert {finding["example"] for finding in report["findings"]} >= {"wrapped-run"}


def test_the_report_for_people_says_the_same() -> None:
    done = rami_docs("conformance", in_node("--fault", "wrap"))
    assert done.exit_code == 1
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["meld", "26", "3", "0"] in lines
    assert ["all", str(len(SITE) - 3), "3", "0"] in lines
    assert ["run.no-wrap", "5", "3", "0"] in lines
    assert "wrapped-run" in done.stdout
    assert done.stdout.endswith("✗ 3 faults. The engine does not play by the rulebook.\n")


def test_a_report_without_differences_ends_with_0_and_says_what_was_not_compared() -> None:
    done = rami_docs("conformance", in_python("rami_small.py"))
    assert (done.exit_code, done.stderr) == (0, "")
    assert "examples are not answered" in done.stdout
    assert "do not say which rules were applied" in done.stdout
    assert done.stdout.endswith("examples agree, none differs\n")


@pytest.mark.parametrize("form", ["junit", "sarif", "github"])
def test_differences_come_in_every_format(form: str) -> None:
    done = rami_docs("conformance", in_node("--fault", "wrap"), "--format", form)
    assert done.exit_code == 1
    for told in ("wrapped-run", "engine.mismatch", "refused by run.no-wrap", "melds.yaml"):
        assert told in done.stdout


def test_a_check_asks_the_other_engine_besides() -> None:
    sound = rami_docs("check", "--engine", in_node(), "--format", "json")
    assert (sound.exit_code, json.loads(sound.stdout)["findings"]) == (0, [])
    wrong = rami_docs("check", "--engine", in_node("--fault", "wrap"), "--format", "json")
    findings = json.loads(wrong.stdout)["findings"]
    assert wrong.exit_code == 1
    assert {finding["id"] for finding in findings} == {"engine.mismatch"}
    assert len(findings) == 3


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("arguments", [("conformance",), ("check", "--engine")])
def test_an_engine_that_cannot_be_asked_ends_the_command_with_2(
    arguments: tuple[str, ...], form: str
) -> None:
    done = rami_docs(*arguments, in_python("faulty.py", "no-json"), "--format", form)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "cannot be held against the corpus: its answer to the deal" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_limits_are_options() -> None:
    engine = in_python("faulty.py", "deaf")
    done = rami_docs("conformance", engine, "--answer-timeout", "0.2")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "within 0.2 s" in done.stderr
    done = rami_docs("conformance", engine, "--overall-timeout", "0.2")
    assert "within the 0.2 s that it has for everything" in done.stderr
    assert rami_docs("conformance", engine, "--answer-timeout", "0").exit_code == 2
