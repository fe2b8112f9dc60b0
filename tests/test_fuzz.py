"""Hostile inputs: a bounded share of what ``scripts/fuzz.py`` feeds, and whether it can tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rami_examples.fuzz import command
from rami_examples.fuzz.command import NAMES, Hang, Outcome, fuzz, main
from rami_examples.fuzz.edits import HERE, MOST, Do, Edit, apply
from rami_examples.fuzz.exhibit import elements
from rami_examples.fuzz.targets import Fault, Target, targets
from rami_examples.terminal import PROJECT

TARGETS = targets(PROJECT)
INPUTS = {"corpus": 200, "catalogs": 200, "cards": 500, "protocol": 500}


def planted(feed: object, *seeds: str) -> Target:
    assert callable(feed)
    return Target("planted", seeds or ("harmless",), feed)


def test_every_target_is_fed() -> None:
    assert tuple(TARGETS) == NAMES == tuple(INPUTS)


@pytest.mark.parametrize("name", NAMES)
def test_right_inputs_get_through(name: str) -> None:
    target = TARGETS[name]
    assert len(target.seeds) > 4
    assert [seed for seed in target.seeds if not target.feed(seed)] == []


@pytest.mark.parametrize("name", NAMES)
def test_hostile_inputs_end_in_findings_or_in_harmless_pages(name: str) -> None:
    outcome = fuzz(TARGETS[name], INPUTS[name], first=0)
    assert outcome.fault is None, outcome.smallest
    assert outcome.inputs >= INPUTS[name]
    assert 0 < outcome.through < outcome.inputs


def test_the_same_seed_feeds_the_same_inputs() -> None:
    fed: list[str] = []

    def feed(text: str) -> bool:
        fed.append(text)
        return True

    fuzz(planted(feed), 50, first=7)
    first = tuple(fed)
    fed.clear()
    fuzz(planted(feed), 50, first=7)
    assert tuple(fed) == first
    assert len(set(first)) > 25


def test_a_fault_is_found_and_told_by_its_smallest_input() -> None:
    def feed(text: str) -> bool:
        if "<" in text:
            raise Fault("markup")
        return True

    outcome = fuzz(planted(feed, ""), 1000, first=0)
    assert isinstance(outcome.fault, Fault)
    assert "<" in outcome.smallest
    assert len(outcome.smallest) < 30


def test_a_hang_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "LIMIT", 0.05)

    def feed(text: str) -> bool:
        while True:
            pass

    assert isinstance(fuzz(planted(feed), 1, first=0).fault, Hang)


def test_an_element_too_many_shows() -> None:
    harmless = '<p class="note">word</p><td data-label="a">b</td>'
    assert elements(harmless) == elements('<p class="note">other</p><td data-label="c">d</td>')
    for harmful in (
        '<p class="note"><b>word</b></p><td data-label="a">b</td>',
        '<p class="note" onclick="x">word</p><td data-label="a">b</td>',
        '<p class="other">word</p><td data-label="a">b</td>',
        '<p class="note">word<!-- x --></p><td data-label="a">b</td>',
    ):
        assert elements(harmful) != elements(harmless)


def test_an_edit_fits_any_text() -> None:
    for do in Do:
        for place in (0, HERE // 2, HERE - 1):
            assert apply("", [Edit(do, place, 5, "x")]) in ("", "x")
    assert apply("ab", [Edit(Do.INSERT, HERE - 1, 0, "x")]) == "abx"
    assert len(apply("a" * MOST, [Edit(Do.REPEAT, 0, 400, "")])) == MOST


def test_the_command_tells_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "targets", lambda project: TARGETS)
    said = CliRunner().invoke(main, ["--inputs", "20", "--target", "cards"])
    assert said.exit_code == 0
    assert said.output.startswith("cards: 20 inputs in ")
    fault = Outcome("cards", 3, 1, 0.1, 0.1, Fault("markup"), "<b>")
    monkeypatch.setattr(command, "fuzz", lambda *_: fault)
    said = CliRunner().invoke(main, ["--target", "cards"])
    assert said.exit_code == 1
    assert "the smallest input that shows it: '<b>'" in said.output


def test_the_script_is_the_command() -> None:
    script = Path(PROJECT, "scripts", "fuzz.py").read_text(encoding="utf-8")
    assert "from rami_examples.fuzz.command import main\n\nmain()" in script
