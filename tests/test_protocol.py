"""The protocol: whatever line comes, one line of JSON answers it, in the form of the schema."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rami_engine import __version__
from rami_engine.effects import EFFECTS
from rami_engine.fingerprint import engine_fingerprint
from rami_engine.plain import STEPS
from rami_engine.protocol import LARGEST_ID, LONGEST_LINE, PROTOCOL, answer, ask, serve
from rami_engine.rules import Rule
from rami_examples.claims.load import CORPUS, read_claims, read_files
from rami_examples.proof.compare import compare, question_of

PROJECT = Path(__file__).resolve().parent.parent
SCHEMA: dict[str, Any] = json.loads((PROJECT / "rami_engine/protocol.schema.json").read_bytes())
FOLDERS = (CORPUS, Path("tests/engine_corpus"), Path("tests/corpora/verified"))
EXAMPLES = read_claims(node for folder in FOLDERS for node in read_files(PROJECT, folder))[0]
KINDS = ("hello", "meld", "opening", "deck", "value", "deal", "match", "scenario")

HELLO = {"protocol": PROTOCOL, "id": 1, "kind": "hello"}
MELD = {"protocol": PROTOCOL, "id": 2, "kind": "meld", "cards": "JK 7S 8S", "rules": "reference"}
TABLE = {
    "hands": ["5C 9H KD", "2S 7D QC"],
    "stock": "4S 8H",
    "discards": "3D",
    "table": [{"player": 1, "cards": "7S 8S 9S"}],
    "opened": [1],
    "tried": [2],
    "dealer": 2,
    "player": 1,
    "turn": 1,
    "reshuffles": 0,
}
SCENARIO = {"game": "rami51", "rules": "house", "table": TABLE, "steps": [{"draw": "stock"}]}


def faults(form: str, data: object) -> list[str]:
    """What the schema says against data of this form, such as meld-answer."""
    schema = {**SCHEMA, "$ref": f"#/$defs/{form}"}
    del schema["anyOf"]
    return [error.message for error in Draft202012Validator(schema).iter_errors(data)]


def said(request: object) -> dict[str, Any]:
    line = answer(request if isinstance(request, bytes | str) else json.dumps(request))
    assert "\n" not in line
    told = json.loads(line)
    assert isinstance(told, dict)
    return told


def error(request: object) -> str:
    told = said(request)
    assert set(told) == {"protocol", "id", "error"}
    assert faults("answer", told) == []
    text = told["error"]
    assert isinstance(text, str)
    return text


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert {f"{kind}-{side}" for kind in KINDS for side in ("request", "answer")} <= set(
        SCHEMA["$defs"]
    )


def test_the_schema_names_what_the_engine_names() -> None:
    forms = SCHEMA["$defs"]
    assert set(forms["effects"]["properties"]) == set(EFFECTS)
    assert set(forms["step"]["properties"]) == set(STEPS)
    for rule in Rule:
        assert faults("rule", rule.value) == []


def test_every_kind_of_question_is_among_the_examples() -> None:
    assert {question_of(example)["kind"] for example in EXAMPLES} == set(KINDS) - {"hello"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.about.id)
def test_question_and_answer_have_the_form_of_the_schema(example: Any) -> None:
    request = {"protocol": PROTOCOL, "id": 5, **question_of(example)}
    kind = request["kind"]
    told = said(request)
    assert faults("request", request) == []
    assert faults(f"{kind}-request", request) == []
    assert faults(f"{kind}-answer", told) == []
    assert (told.pop("protocol"), told.pop("id")) == (PROTOCOL, 5)
    assert "error" not in told


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.about.id)
def test_the_engine_agrees_with_the_corpus_by_way_of_the_protocol(example: Any) -> None:
    fields = compare(example, ask(question_of(example)))
    assert fields
    assert [field for field in fields if not field.agrees] == []


def test_the_engine_says_which_one_it_is() -> None:
    told = said(HELLO)
    assert faults("hello-answer", told) == []
    assert (told["name"], told["version"]) == ("rami_engine", __version__)
    assert told["fingerprint"] == engine_fingerprint()


@pytest.mark.parametrize("number", [0, 1, LARGEST_ID])
def test_the_id_comes_back(number: int) -> None:
    assert said({**HELLO, "id": number})["id"] == number
    assert said({**HELLO, "id": number, "kind": "no"})["id"] == number


@pytest.mark.parametrize("number", [None, -1, LARGEST_ID + 1, 1.0, True, "1", [1]])
def test_an_id_is_a_whole_number(number: object) -> None:
    assert "'id'" in error({**HELLO, "id": number})
    assert said({**HELLO, "id": number})["id"] is None


def test_another_version_of_the_protocol_is_not_spoken() -> None:
    assert "protocol 2 is not spoken here, protocol 1 is" in error({**HELLO, "protocol": 2})


# Lines and objects that are none

NO_JSON = {
    "nothing": b"",
    "blank": b"   ",
    "words": b"hello",
    "half": b'{"protocol": 1',
    "two": b"{} {}",
    "not UTF-8": b'{"kind": "\xff"}',
    "NUL": b"\x00",
    "NaN": b'{"protocol": 1, "id": NaN}',
    "infinite": b"Infinity",
    "deep": b"[" * 100_000,
    "deep object": b'{"a":' * 100_000,
    "giant number": b"9" * 10_000,
    "twice": b'{"protocol": 1, "id": 1, "id": 1, "kind": "hello"}',
    "list": b"[]",
    "text": b'"hello"',
    "null": b"null",
}


@pytest.mark.parametrize("line", NO_JSON.values(), ids=NO_JSON)
def test_a_line_that_is_no_request_is_answered_with_an_error(line: bytes) -> None:
    assert error(line)


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"protocol": 1, "id": 1}, "no 'kind'"),
        ({**HELLO, "kind": "melt"}, "'melt' is none of hello, meld"),
        ({**HELLO, "cards": "KH"}, "'cards' that means nothing"),
        ({**MELD, "cards": ""}, "cards"),
        ({**MELD, "cards": "KX"}, "'KX', which is no card"),
        ({**MELD, "cards": "\ud800"}, "which is no card"),
        ({**MELD, "cards": 5}, "is not a text"),
        ({**MELD, "cards": "KH " * 201}, "200 cards"),
        ({**MELD, "as": "sequence"}, "none of set, run"),
        ({**MELD, "rules": "mine"}, "none of reference, house"),
        ({**HELLO, "kind": "opening", "melds": "KH KS KD |", "game": "rami51"}, "cards"),
        ({**HELLO, "kind": "opening", "melds": "KH KS KD", "game": "rami61"}, "none of rami40"),
        ({**HELLO, "kind": "deck", "players": "2", "rules": "house"}, "not a whole number"),
        ({**HELLO, "kind": "deck", "players": True, "rules": "house"}, "not a whole number"),
        ({**HELLO, "kind": "deck", "players": 10**9, "rules": "house"}, "not a whole number"),
        (
            {**HELLO, "kind": "value", "cards": "KC", "meld": "KH KS KD", "rules": "house"},
            "not all in the meld",
        ),
        ({**HELLO, "kind": "deal", "players": 3, "dealer": 4, "rules": "house"}, "from 1 to 3"),
        ({**HELLO, "kind": "match", "rounds": "1 2 | 3", "rules": "house"}, "all players"),
        ({**HELLO, "kind": "match", "rounds": "1 x", "rules": "house"}, "a number that is none"),
        ({**HELLO, "kind": "match", "rounds": "1 ²", "rules": "house"}, "a number that is none"),
        (
            {**HELLO, "kind": "match", "rounds": "1 2 | 3 4", "agreed": 1, "rules": "house"},
            "whole number from 2",
        ),
        ({**HELLO, "kind": "scenario", **SCENARIO, "table": []}, "the table is not an object"),
        (
            {**HELLO, "kind": "scenario", **SCENARIO, "table": {**TABLE, "stock": ""}},
            "no play leads to this table: the stock is empty",
        ),
        (
            {**HELLO, "kind": "scenario", **SCENARIO, "table": {**TABLE, "hands": ["KH"]}},
            "no play leads to this table",
        ),
        (
            {**HELLO, "kind": "scenario", **SCENARIO, "table": {**TABLE, "player": 3}},
            "no such player",
        ),
        (
            {
                **HELLO,
                "kind": "scenario",
                **SCENARIO,
                "table": {**TABLE, "table": [{"player": 1, "cards": "7S 8S"}]},
            },
            "7S 8S is refused by run.length",
        ),
        (
            {**HELLO, "kind": "scenario", **SCENARIO, "table": {**TABLE, "opened": [True]}},
            "a list of players",
        ),
        ({**HELLO, "kind": "scenario", **SCENARIO, "steps": [{}]}, "a step has no 'discard'"),
        ({**HELLO, "kind": "scenario", **SCENARIO, "steps": [{"draw": "all"}]}, "none of stock"),
        (
            {**HELLO, "kind": "scenario", **SCENARIO, "steps": [{"lay": "KH", "draw": "stock"}]},
            "means nothing here",
        ),
        (
            {**HELLO, "kind": "scenario", **SCENARIO, "steps": [{"lay-off": "KH on 0"}]},
            "NUMBER OF A MELD",
        ),
        (
            {**HELLO, "kind": "scenario", **SCENARIO, "steps": [{"swap": "KH KS on 1"}]},
            "is not one card",
        ),
        ({**HELLO, "kind": "scenario", **SCENARIO, "steps": [{"discard": ""}]}, "not one card"),
        ({**HELLO, "kind": "scenario", **SCENARIO, "steps": [1] * 1001}, "1000 entries"),
    ],
)
def test_a_request_that_cannot_be_read_is_answered_with_the_reason(
    request_: dict[str, Any], says: str
) -> None:
    assert says in error(request_)
    assert said(request_)["id"] == request_["id"]


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.binary(max_size=200) | PLAIN.map(lambda data: json.dumps(data).encode()))
def test_any_line_is_answered_by_one_line(line: bytes) -> None:
    assert faults("answer", said(line)) == []


@settings(deadline=None)
@given(st.data())
def test_a_question_with_one_field_changed_is_answered_all_the_same(data: st.DataObject) -> None:
    question = question_of(data.draw(st.sampled_from(EXAMPLES)))
    request: dict[str, Any] = {"protocol": PROTOCOL, "id": 1, **question}
    inner = data.draw(st.sampled_from(list(parts(request))))
    inner[data.draw(st.sampled_from(sorted(inner)))] = data.draw(PLAIN)
    told = said(request)
    assert faults("answer", told) == []


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """All objects within plain data that have a field."""
    if isinstance(value, dict) and value:
        yield value
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            yield from parts(inner)


# As a program


def served(*lines: bytes) -> list[dict[str, Any]]:
    answers = BytesIO()
    serve(BytesIO(b"".join(lines)), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_every_line_has_one_answer_in_its_order() -> None:
    requests = [json.dumps({**HELLO, "id": number}).encode() + b"\r\n" for number in range(3)]
    told = served(requests[0], b"?\n", requests[1], b"\n", requests[2].rstrip())
    assert [line["id"] for line in told] == [0, None, 1, None, 2]


def test_a_line_that_is_too_long_is_refused_and_the_next_one_is_answered() -> None:
    hello = json.dumps(HELLO).encode() + b"\n"
    longest = hello.rstrip().ljust(LONGEST_LINE) + b"\n"
    told = served(longest, b" " + longest, b"x" * 3 * LONGEST_LINE + b"\n", hello, b"x" * 10**7)
    assert [line["id"] for line in told] == [1, None, None, 1, None]
    assert all("longer than" in told[number]["error"] for number in (1, 2, 4))


def test_the_program_ends_at_the_end_of_its_input() -> None:
    lines = b"".join(json.dumps(request).encode() + b"\n" for request in (HELLO, "no", MELD))
    done = subprocess.run(
        [sys.executable, "-m", "rami_engine", "serve"],
        cwd=PROJECT,
        input=lines,
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    hello, refused, meld = map(json.loads, done.stdout.splitlines())
    assert hello["name"] == "rami_engine"
    assert refused["error"] == "the request is not an object"
    assert (meld["points"], meld["joker"]) == (21, "6S")


def test_the_program_ends_quietly_when_nobody_listens() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "rami_engine", "serve"],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(json.dumps(HELLO).encode() + b"\n")
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
