"""Accepting an intended change: the engine's answer is written into the corpus, and nothing else.

A file is edited at the very value that is wrong; comments and layout stay as they are. What
cannot be written at one spot without touching more is left to the editor, who is told so.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from rami_engine.plain import Plain
from rami_engine.protocol import ask
from rami_engine.rules import Rule
from rami_examples.claims.load import load_corpus
from rami_examples.claims.model import Example, Scenario
from rami_examples.files import write_whole
from rami_examples.findings import Finding, Findings, Place
from rami_examples.proof.compare import (
    ACCEPTED,
    PROVES,
    SHOWS,
    VERDICT,
    question_of,
    refusing_rule,
)
from rami_examples.proof.verify import Mismatch, mismatches
from rami_examples.rulebook import pages_with

_BY_HAND = frozenset({PROVES, SHOWS, "without", "by", "cards", "meld", "melds", "players", "steps"})
# What an expectation holds when nothing is refused, by kind of example, in written order.
_EXPECTED = {
    "meld": ("points",),
    "opening": ("total",),
    "deck": ("packs", "jokers", "total"),
}


@dataclass(frozen=True, slots=True)
class Edit:
    """What is to stand in a file from one character to another."""

    path: Path
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """A mismatch, with the edit that accepts it; None where only an editor can make it.

    ``rules`` are those that the example is there for: their sentences may have to change too.
    """

    finding: Finding
    rules: tuple[Rule, ...]
    edit: Edit | None


Texts = Mapping[Path, tuple[str, str]]
"""Files by path: their text before, and their text after the edits."""


def changes(project: Path, languages: tuple[str, ...]) -> tuple[tuple[Change, ...], Findings]:
    """All mismatches of the corpus with their edits, and what keeps the corpus from being read."""
    examples, malformed = load_corpus(project)
    found = mismatches(examples, pages_with, languages)
    paths = {each.finding.place.path for each in found}
    texts = {path: _read(project / path) for path in paths}
    accepted = (
        Change(each.finding, each.example.about.proves, _edit(each, texts[each.finding.place.path]))
        for each in found
    )
    return tuple(accepted), malformed


def change_report(change: Change, sentences: Mapping[Rule, str]) -> str:
    """A change for the person who accepts it: rules, old and new value, and who will see it."""
    finding = change.finding
    lines = [f"{finding.example}  {finding.field}: {finding.documented} -> {finding.engine}"]
    lines += [f"  rule   {rule.value}: {sentences.get(rule, '')}" for rule in change.rules]
    lines.append(f"  shown  on {', '.join(finding.pages)} in {', '.join(finding.languages)}")
    if change.edit is None:
        lines.append(f"  yours  {finding.place}: this one cannot be written at one spot")
    return "\n".join(lines) + "\n"


def edited(project: Path, edits: Iterable[Edit]) -> Texts:
    """The texts of the edited files; nothing is written yet."""
    by_path: dict[Path, set[Edit]] = {}
    for edit in edits:
        by_path.setdefault(edit.path, set()).add(edit)
    texts: dict[Path, tuple[str, str]] = {}
    for path, group in by_path.items():
        before = after = _read(project / path)
        for edit in sorted(group, key=lambda edit: edit.start, reverse=True):
            after = after[: edit.start] + edit.text + after[edit.end :]
        texts[path] = before, after
    return texts


def write(project: Path, texts: Texts) -> None:
    """Write the edited files, their line ends as they were."""
    for path, (_, after) in texts.items():
        write_whole(project / path, after)


def diff(texts: Texts) -> str:
    """The edits as a unified diff."""
    return "".join(
        line
        for path, (before, after) in texts.items()
        for line in difflib.unified_diff(
            before.splitlines(keepends=True),
            after.splitlines(keepends=True),
            f"a/{path.as_posix()}",
            f"b/{path.as_posix()}",
        )
    )


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def _edit(mismatch: Mismatch, text: str) -> Edit | None:
    field = mismatch.field
    if field.key in _BY_HAND:
        return None
    node = _node_at(yaml.compose(text, yaml.SafeLoader), _spot(mismatch))
    if node is None:
        return None
    refused = refusing_rule(field.engine)
    if isinstance(node, yaml.ScalarNode):
        written: str | None = refused or field.engine
    elif field.key == VERDICT:
        written = _expectation(mismatch.example, refused) if _is_flow(node) else None
    else:
        written = _step(node, refused, text) if _is_flow(node) else None
    if written is None:
        return None
    path = mismatch.finding.place.path
    return Edit(path, node.start_mark.index, node.end_mark.index, written)


def _spot(mismatch: Mismatch) -> Place:
    """Where the edit goes; for a refusal that is gone, the whole mapping that holds ``refused``."""
    example, field = mismatch.example, mismatch.field
    if field.engine == ACCEPTED:
        if field.key == VERDICT:
            return example.about.places["expect"]
        if isinstance(example, Scenario):
            return example.steps[field.step - 1].places["step"]
    return mismatch.finding.place


def _expectation(example: Example, refused: str) -> str | None:
    """What an example expects instead: the rule that refuses it, or what the engine counts."""
    question = question_of(example)
    answer, kind = ask(question), str(question["kind"])
    if kind not in _EXPECTED:
        return None
    counted = {name: answer[name] for name in _EXPECTED[kind] if name in answer}
    return _flow({**counted, "refused": refused} if refused else counted)


def _step(node: yaml.Node, refused: str, text: str) -> str:
    """A step with another verdict: its action stays, what it gave does not."""
    action, value = node.value[0]
    kept = text[action.start_mark.index : value.end_mark.index]
    return f"{{{kept}, refused: {refused}}}" if refused else f"{{{kept}}}"


def _flow(values: Plain) -> str:
    return "{" + ", ".join(f"{name}: {value}" for name, value in values.items()) + "}"


def _is_flow(node: yaml.Node) -> bool:
    return isinstance(node, yaml.MappingNode) and bool(node.flow_style)


def _node_at(node: yaml.Node | None, place: Place) -> yaml.Node | None:
    """The node that starts at a place; of a mapping and its first key, the mapping."""
    if node is None:
        return None
    mark = node.start_mark
    if (mark.line + 1, mark.column + 1) == (place.line, place.column):
        return node
    if isinstance(node, yaml.MappingNode):
        children = [child for pair in node.value for child in pair]
    elif isinstance(node, yaml.SequenceNode):
        children = node.value
    else:
        children = []
    return next(filter(None, (_node_at(child, place) for child in children)), None)
