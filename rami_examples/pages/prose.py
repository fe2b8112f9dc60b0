"""The marking of prose: every sentence of a page is a rule's or a note, and nothing else.

Templates are read as syntax trees, not as text, so that what is checked here is what is
rendered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from rami_engine.rules import REMOVED, RULES, Rule
from rami_examples.findings import Finding, Findings, Kind, Place

PAGES = Path("templates/pages")

_MARKS = frozenset({"rule", "note", "elsewhere", "link", "term", "way"})
_GETTEXT = frozenset({"_", "gettext", "ngettext"})
_HEADLINES = frozenset({"heading", "part"})
_LABELS = frozenset({"pgettext", "npgettext"})
_TITLES = frozenset({"title", "description"})
_TAG = re.compile(r"<[A-Za-z/!][^<>]*>|&\w+;")
_OPEN_TAG = re.compile(r"<(?=[A-Za-z/!]|$)")
_RIGHT = '{% call rule("set.size") %}…{% endcall %} or {% call note() %}…{% endcall %}'


@dataclass(frozen=True, slots=True)
class Stated:
    """A rule's sentence in a template: its English text (singular and plural) and its place."""

    rule: Rule
    text: str
    place: Place


def read_prose(project: Path, env: Environment) -> tuple[tuple[Stated, ...], Findings]:
    """All sentences that the pages state, and whatever is wrong with their marking.

    Templates that cannot be parsed are left out: reading the messages tells of those.
    """
    stated: list[Stated] = []
    findings: list[Finding] = []
    for path in sorted((project / PAGES).glob("*.j2")):
        shown = path.relative_to(project)
        try:
            tree = env.parse(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError, TemplateSyntaxError):
            continue
        visible = _visible(tree)
        for found in _page(tree, visible, shown, marked=False):
            if isinstance(found, Stated):
                stated.append(found)
            else:
                findings.append(found)
    findings += _rule_faults(stated)
    return tuple(stated), tuple(findings)


def _visible(tree: nodes.Template) -> dict[nodes.Node, str]:
    """The text outside of HTML tags in each piece of a template; a tag may go on over several."""
    texts: dict[nodes.Node, str] = {}
    inside = False
    for piece in tree.find_all(nodes.TemplateData):
        data = piece.data
        if inside:
            _, closed, data = data.partition(">")
            inside = not closed
        data, *opened = _OPEN_TAG.split(_TAG.sub(" ", data), maxsplit=1)
        inside = inside or bool(opened)
        texts[piece] = data
    return texts


def _page(
    node: nodes.Node, visible: dict[nodes.Node, str], path: Path, marked: bool
) -> Iterator[Stated | Finding]:
    place = Place(path, node.lineno or 0)
    if isinstance(node, nodes.CallBlock) and _name(node.call) in _MARKS:
        marked = True
        if _name(node.call) == "rule":
            yield _statement(node, place)
        elif _name(node.call) == "elsewhere" and _first_text(node.call) not in RULES:
            yield _unknown_rule(_first_text(node.call), place)
    elif isinstance(node, nodes.TemplateData):
        text = visible[node]
        if any(char.isalnum() for char in text):
            lines = node.data[: node.data.find(text.split()[0])].count("\n")
            yield _untranslated(Place(path, place.line + lines), " ".join(text.split()))
    elif isinstance(node, nodes.Output):
        for part in node.nodes:
            if text := _literal(part):
                yield _untranslated(Place(path, part.lineno), text)
    elif isinstance(node, nodes.Call):
        text = _first_text(node)
        if (_name(node) in _GETTEXT and not marked) or (
            _name(node) in _LABELS and not marked and _last_text(node).endswith((".", "!", "?"))
        ):
            yield _unmarked(place, text)
        marked = marked or _name(node) in _HEADLINES
    elif isinstance(node, nodes.Assign):
        target = node.target
        marked = marked or (isinstance(target, nodes.Name) and target.name in _TITLES)
    for child in node.iter_child_nodes():
        yield from _page(child, visible, path, marked)


def _unmarked(place: Place, text: str) -> Finding:
    message = f"this prose is neither a rule's sentence nor a note: {_short(text)}"
    return Finding(Kind.PROSE_UNMARKED, place, message, _RIGHT)


def _untranslated(place: Place, text: str) -> Finding:
    message = f"this text would be the same in every language: {_short(text)}"
    right = "{% trans %}…{% endtrans %}, with numbers by placeholder"
    return Finding(Kind.PROSE_UNMARKED, place, message, right)


def _unknown_rule(rule_id: str, place: Place) -> Finding:
    message = f"the engine has no rule {rule_id!r}"
    return Finding(Kind.PROSE_RULE, place, message, "an id of rami_engine/rules.py")


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "…")


def _literal(node: nodes.Node) -> str:
    """The words that an expression prints as they are typed, if it does."""
    if isinstance(node, nodes.Const):
        text = str(node.value)
        return text if any(char.isalnum() for char in text) else ""
    if isinstance(node, nodes.CondExpr | nodes.Concat | nodes.Filter | nodes.Add | nodes.Or):
        return next(filter(None, map(_literal, node.iter_child_nodes())), "")
    return ""


def _statement(block: nodes.CallBlock, place: Place) -> Stated | Finding:
    rule_id = _first_text(block.call)
    if rule_id in REMOVED:
        message = f"the rule {rule_id} was removed; its id is not used again"
        return Finding(Kind.RULE_REMOVED, place, message, "a new id", rule=rule_id)
    if rule_id not in RULES:
        return _unknown_rule(rule_id, place)
    calls = [call for call in block.find_all(nodes.Call) if _name(call) in _GETTEXT]
    if len(calls) != 1:
        message = f"{rule_id}: a rule has one sentence, in one {{% trans %}}"
        return Finding(Kind.PROSE_RULE, place, message, _RIGHT, rule=rule_id)
    return Stated(RULES[rule_id], " | ".join(_texts(calls[0])), place)


def _rule_faults(stated: list[Stated]) -> Iterator[Finding]:
    first: dict[Rule, Place] = {}
    for sentence in stated:
        if sentence.rule in first:
            message = f"{sentence.rule.value} is stated already: {first[sentence.rule]}"
            yield Finding(Kind.PROSE_RULE, sentence.place, message, "one sentence for a rule")
        first.setdefault(sentence.rule, sentence.place)
    for rule in Rule:
        if rule not in first:
            message = f"the engine's rule {rule.value} is stated in no sentence of the pages"
            yield Finding(Kind.RULE_UNSTATED, Place(PAGES), message, _RIGHT, rule=rule.value)
        if rule.value in REMOVED:
            message = f"the id {rule.value} is on the list of removed rules"
            place = Place(Path("rami_engine/rules.py"))
            yield Finding(Kind.RULE_REMOVED, place, message, "a new id", rule=rule.value)


def _name(node: nodes.Node) -> str:
    called = node.node if isinstance(node, nodes.Call) else None
    return called.name if isinstance(called, nodes.Name) else ""


def _texts(call: nodes.Call) -> list[str]:
    return [str(arg.value) for arg in call.args if isinstance(arg, nodes.Const)]


def _first_text(call: nodes.Call) -> str:
    return next(iter(_texts(call)), "")


def _last_text(call: nodes.Call) -> str:
    return next(reversed(_texts(call)), "")
