"""Reports: five outputs that say the same, for people, test viewers, code hosts and scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from rich.console import Console

from rami_examples import cli, commands
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.pages.book import Book, Page
from rami_examples.report import FORMATS, MACHINE_FORMATS
from rami_examples.report.explain import EXPLANATIONS
from rami_examples.report.github import github
from rami_examples.report.json import json_report
from rami_examples.report.junit import junit
from rami_examples.report.sarif import sarif
from rami_examples.report.text import print_findings
from tests.copies import PROJECT

SARIF = json.loads(
    (Path(__file__).parent / "schemas" / "sarif-2.1.0-as-used.schema.json").read_bytes()
)

FULL = Finding(
    Kind.VERIFY_MISMATCH,
    Place(Path("rami_examples/corpus/melds.yaml"), 12, 7),
    "the values do not agree",
    right="points: 30",
    example="three-kings",
    rule="set.size",
    field="points",
    documented="31",
    engine="30",
    pages=("rules", "proof"),
    languages=("en", "he"),
)
WHOLE_FILE = Finding(Kind.CATALOG_MISSING, Place(Path("locales/he/rami.po")), "there is none")
NO_COLUMN = Finding(Kind.TEMPLATE_FAULT, Place(Path("templates/a.j2"), 3), "a loop", "{% for %}")
STRANGE = Finding(
    Kind.CORPUS_SYNTAX,
    Place(Path("odd,folder:1/50%/שבע ü.yaml"), 2, 1),
    "100 % wrong::\r\nsecond line, <b>&amp;</b> \x0c\x1b[31m \ufffe",
    right="a: 'b'\nc: d",
    documented="סדרה",
    engine="<none>",
)
FINDINGS: Findings = (FULL, WHOLE_FILE, NO_COLUMN, STRANGE)

Said = dict[str, Any]
"""What an output says of a finding, under the names of the JSON output; lists as text."""
LABELS = ("right", "example", "rule", "field", "documented", "engine", "pages", "languages")


def as_text(finding: Finding) -> str:
    told = StringIO()
    print_findings((finding,), PROJECT, Console(file=told, highlight=False, soft_wrap=True))
    return told.getvalue()


def wanted(finding: Finding) -> Said:
    place = finding.place
    said = {
        "id": finding.kind.value,
        "file": place.path.as_posix(),
        "line": place.line,
        "column": place.column,
        **{label: getattr(finding, label) for label in LABELS},
        "pages": ", ".join(finding.pages),
        "languages": ", ".join(finding.languages),
    }
    return {name: value for name, value in said.items() if value}


def joined(said: Said) -> Said:
    return {
        name: ", ".join(value) if isinstance(value, list) else value
        for name, value in said.items()
        if name not in ("message", "severity")
    }


def labelled(text: str) -> Said:
    """The labelled lines of a detail text."""
    labels = "|".join(LABELS)
    found = re.finditer(rf"^({labels}): (.*(?:\n(?!(?:{labels}): ).*)*)", text, re.M)
    return {line[1]: line[2] for line in found}


def from_json(text: str) -> list[Said]:
    return [joined(said) for said in json.loads(text)["findings"]]


def from_sarif(text: str) -> list[Said]:
    told: list[Said] = []
    for result in json.loads(text)["runs"][0]["results"]:
        (location,) = result["locations"]
        region = location["physicalLocation"].get("region", {})
        spot = {"line": region.get("startLine"), "column": region.get("startColumn")}
        told.append(
            {
                "id": result["ruleId"],
                "file": unquote(location["physicalLocation"]["artifactLocation"]["uri"]),
                **{name: value for name, value in spot.items() if value},
                **labelled(result["message"]["text"]),
            }
        )
        assert joined(result["properties"]) == told[-1]
    return told


def from_junit(text: str) -> list[Said]:
    told: list[Said] = []
    for case in ElementTree.fromstring(text).iter("testcase"):
        failure = case.find("failure")
        assert failure is not None
        assert failure.text
        place, _, detail = failure.text.partition("\n")
        spot = re.fullmatch(r"(.*?)(?::(\d+)(?::(\d+))?)?", place)
        assert spot
        file, line, column = spot.groups()
        assert (case.get("file"), case.get("line")) == (file, line or "0")
        numbers = {"line": line, "column": column}
        told.append(
            {
                "id": case.get("classname"),
                "file": file,
                **{name: int(value) for name, value in numbers.items() if value},
                **labelled(detail),
            }
        )
    return told


def from_github(text: str) -> list[Said]:
    told: list[Said] = []
    for line in text.splitlines():
        command = re.fullmatch(r"::error (.*?)::(.*)", line)
        assert command
        properties = {
            name: unescaped(value)
            for name, _, value in (part.partition("=") for part in command[1].split(","))
        }
        names = {"title": "id", "col": "column"}
        spot: Said = {names.get(name, name): value for name, value in properties.items()}
        numbers: Said = {name: int(spot[name]) for name in ("line", "column") if name in spot}
        told.append({**spot, **numbers, **labelled(unescaped(command[2]))})
    return told


def unescaped(text: str) -> str:
    for code, char in (("%0A", "\n"), ("%0D", "\r"), ("%2C", ","), ("%3A", ":"), ("%25", "%")):
        text = text.replace(code, char)
    return text


READERS: dict[str, Callable[[str], list[Said]]] = {
    "json": from_json,
    "sarif": from_sarif,
    "junit": from_junit,
    "github": from_github,
}


def test_every_output_for_machines_is_read_here() -> None:
    assert READERS.keys() == MACHINE_FORMATS.keys()
    assert set(FORMATS) == {"text", *READERS}


@pytest.mark.parametrize("form", READERS)
def test_every_output_says_place_kind_values_pages_and_languages(form: str) -> None:
    told = READERS[form](MACHINE_FORMATS[form](FINDINGS))
    assert told == [wanted(finding) for finding in FINDINGS]


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding.kind.value)
def test_the_text_says_them_too(finding: Finding) -> None:
    told = as_text(finding)
    assert told.startswith(f"{finding.place}  ")
    for name, value in wanted(finding).items():
        if name not in ("file", "line", "column"):
            assert str(value) in told, name


WARNING = replace(NO_COLUMN, warning=True)


def test_a_warning_is_no_fault_in_any_output() -> None:
    findings = (WHOLE_FILE, WARNING)
    levels = [found["severity"] for found in json.loads(json_report(findings))["findings"]]
    assert levels == ["error", "warning"]
    results = json.loads(sarif(findings))["runs"][0]["results"]
    assert [result["level"] for result in results] == ["error", "warning"]
    commands = github(findings).splitlines()
    assert [command.partition(" ")[0] for command in commands] == ["::error", "::warning"]
    suites = ElementTree.fromstring(junit(findings))
    assert (suites.get("tests"), suites.get("failures")) == ("2", "1")
    assert [case[0].tag for case in suites.iter("testcase")] == ["failure", "system-out"]
    assert "warning: a loop" in str(WARNING)


def test_nothing_that_a_finding_quotes_commands_the_terminal() -> None:
    quoting = replace(
        STRANGE, right="\x1b[2J", documented="\x9b31m", place=Place(Path("a\x1bb.yaml"))
    )
    told = as_text(quoting)
    assert all(char.isprintable() or char == "\n" for char in told), ascii(told)
    assert "\\u001b[2J" in told
    assert all(char.isprintable() or char == "\n" for char in str(quoting))


def test_the_text_says_nothing_twice() -> None:
    said = Finding(
        Kind.VERIFY_MISMATCH,
        FULL.place,
        "three-kings: points is documented as 31, the engine says 30",
        example="three-kings",
        field="points",
        documented="31",
        engine="30",
    )
    assert as_text(said).count("three-kings") == 1
    assert "about" not in as_text(said)


@pytest.mark.parametrize("form", READERS)
def test_an_output_without_findings_is_still_one(form: str) -> None:
    text = MACHINE_FORMATS[form](())
    if form == "junit":
        (case,) = ElementTree.fromstring(text).iter("testcase")
        assert list(case) == []
    else:
        assert READERS[form](text) == []


# SARIF


def faults(log: object) -> list[str]:
    Draft202012Validator.check_schema(SARIF)
    return [error.message for error in Draft202012Validator(SARIF).iter_errors(log)]


@pytest.mark.parametrize("findings", [FINDINGS, ()], ids=["findings", "none"])
def test_sarif_is_what_the_standard_asks_for(findings: Findings) -> None:
    log = json.loads(MACHINE_FORMATS["sarif"](findings))
    assert faults(log) == []
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [kind.value for kind in Kind]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda log: log.pop("version"), "'version' is a required property"),
        (lambda log: log["runs"][0].pop("tool"), "'tool' is a required property"),
        (lambda log: log["runs"][0]["results"][0].update(lvl="error"), "'lvl' was unexpected"),
        (lambda log: log["runs"][0]["results"][0].update(level="fatal"), "'fatal' is not one of"),
        (lambda log: log["runs"][0]["results"][0].update(message="no"), "is not of type 'object'"),
    ],
)
def test_the_schema_finds_what_is_no_sarif(change: Callable[[Any], Any], says: str) -> None:
    log = json.loads(MACHINE_FORMATS["sarif"](FINDINGS))
    change(log)
    assert any(says in fault for fault in faults(log))


# JUnit


def test_junit_counts_what_it_holds_and_names_every_case_once() -> None:
    twin = Finding(FULL.kind, FULL.place, "another message")
    root = ElementTree.fromstring(MACHINE_FORMATS["junit"]((FULL, twin, *FINDINGS[1:])))
    assert root.tag == "testsuites"
    suites = root.findall("testsuite")
    assert [suite.get("name") for suite in suites] == [
        finding.place.path.as_posix() for finding in FINDINGS
    ]
    for element in (root, *suites):
        cases = list(element.iter("testcase"))
        failures = list(element.iter("failure"))
        assert element.get("tests") == str(len(cases))
        assert element.get("failures") == str(len(failures)) == str(len(cases))
        assert element.get("errors") == "0"
    names = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
    assert len(set(names)) == len(names) == 5
    for failure in root.iter("failure"):
        assert failure.get("type")
        assert failure.get("message")


# GitHub


def test_a_command_is_one_line_and_nothing_in_it_begins_another() -> None:
    lines = MACHINE_FORMATS["github"](FINDINGS).splitlines()
    assert len(lines) == len(FINDINGS)
    assert all(line.startswith("::error file=") for line in lines)
    hostile = Finding(Kind.CORPUS_KEY, Place(Path("a\n::set-output")), "x\n::warning::y", "\r::z")
    assert len(MACHINE_FORMATS["github"]((hostile,)).splitlines()) == 1


# Text


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("cards: KH KS KX", 14),
        ("\tcards: KX", 9),
        ("כרטיס: KX", 8),
        ("x" * 300 + "!", 301),
        ("!", 1),
    ],
)
def test_a_caret_stands_under_the_column(line: str, column: int, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(f"first\n{line}\nlast\n", encoding="utf-8")
    told = StringIO()
    finding = Finding(Kind.CORPUS_CARD, Place(Path("a.yaml"), 2, column), "no card")
    print_findings((finding,), tmp_path, Console(file=told, highlight=False, soft_wrap=True))
    _, shown, caret, *_ = told.getvalue().splitlines()
    assert caret.count("^") == 1
    assert shown[caret.index("^")] == line[column - 1]


def test_colours_are_for_terminals() -> None:
    assert "\x1b" not in as_text(FULL)
    told = StringIO()
    print_findings(
        (FULL,), PROJECT, Console(file=told, force_terminal=True, color_system="truecolor")
    )
    assert "\x1b[" in told.getvalue()


# The command

CLEAN = Book((), (), Page("mul", "choice", "", "", "", ""), {})


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(("count", "status"), [(0, 0), (1, 1), (300, 1)])
def test_the_status_is_1_however_many_findings_there_are(
    count: int, status: int, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = tuple(
        Finding(Kind.CORPUS_CARD, Place(Path("a.yaml"), number), "no card")
        for number in range(1, count + 1)
    )
    monkeypatch.setattr(commands, "make_book", lambda *_: findings or CLEAN)
    done = CliRunner().invoke(cli.main, ["check", "--languages", "en", "--format", form])
    assert done.exit_code == status
    if form in READERS and count:
        assert len(READERS[form](done.stdout)) == count


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.value)
def test_every_kind_of_finding_is_explained(kind: Kind) -> None:
    done = CliRunner().invoke(cli.main, ["explain", kind.value])
    assert done.exit_code == 0
    explanation = EXPLANATIONS[kind]
    for part in (kind.value, explanation.what, explanation.why, explanation.mend):
        assert part
        assert part in done.stdout


def test_ids_of_kinds_are_permanent_names() -> None:
    for kind in Kind:
        assert re.fullmatch(r"[a-z]+\.[a-z]+(-[a-z]+)*", kind.value)
