"""The marking of prose: every sentence of a page is a rule's or a note, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import nodes

from rami_engine.rules import REMOVED, RULES, Rule
from rami_examples.catalogs.template_syntax import HEADLINES, name_of
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.pages.trees import FRAGMENTS, PAGE_TEMPLATES, trees

_MARKS = frozenset({"rule", "note", "elsewhere", "link", "term", "way"})
_GETTEXT = frozenset({"_", "gettext", "ngettext"})
_LABELS = frozenset({"pgettext", "npgettext"})
_TITLES = frozenset({"title", "description"})
_TAG = re.compile(r"<[A-Za-z/!][^<>]*>|&\w+;")
_OPEN_TAG = re.compile(r"<(?=[A-Za-z/!]|$)")
_WORDS = re.compile(r"\w\s+\w")
_RIGHT = '{% call rule("set.size") %}…{% endcall %} or {% call note() %}…{% endcall %}'


@dataclass(frozen=True, slots=True)
class Stated:
    """A rule's sentence in a template, and its place.

    ``text`` is the English text, singular and plural, and where its placeholders come from:
    "… %(n)s cards. [n = num(rules.set_most)]". Another source makes it another sentence.
    """

    rule: Rule
    text: str
    place: Place


def read_prose(project: Path) -> tuple[tuple[Stated, ...], Findings]:
    """All sentences that the pages state, and whatever is wrong with their marking."""
    stated: list[Stated] = []
    findings: list[Finding] = []
    for path, tree in trees(project, PAGE_TEMPLATES):
        findings += _raw_texts(tree, path)
        findings += _typed_texts(tree, path)
        findings += _typed_numbers(tree, path)
        for found in _page(tree, path, marked=False):
            if isinstance(found, Stated):
                stated.append(found)
            else:
                findings.append(found)
    for path, tree in trees(project, FRAGMENTS):
        findings += _raw_texts(tree, path)
    findings += _rule_faults(stated)
    return tuple(stated), tuple(dict.fromkeys(findings))


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


def _raw_texts(tree: nodes.Template, path: Path) -> Iterator[Finding]:
    """Text between the tags of a template, which no catalog could translate."""
    visible = _visible(tree)
    for piece in tree.find_all(nodes.TemplateData):
        text = visible[piece]
        if any(char.isalnum() for char in text):
            lines = piece.data[: piece.data.find(text.split()[0])].count("\n")
            yield _untranslated(Place(path, piece.lineno + lines), " ".join(text.split()))


def _typed_texts(tree: nodes.Template, path: Path) -> Iterator[Finding]:
    """Words in the expressions of a page, printed or kept for later, that no catalog translates."""
    for output in tree.find_all(nodes.Output):
        for part in output.nodes:
            if text := _literal(part):
                yield _untranslated(Place(path, part.lineno), text)
    calls = [call for call in tree.find_all(nodes.Call) if name_of(call) in _GETTEXT | _LABELS]
    translated = {const for call in calls for const in call.find_all(nodes.Const)}
    for const in tree.find_all(nodes.Const):
        if const not in translated and _WORDS.search(str(const.value)):
            yield _untranslated(Place(path, const.lineno), str(const.value))


def _typed_numbers(tree: nodes.Template, path: Path) -> Iterator[Finding]:
    """Numbers that a page passes to what it shows; the level of a headline does not count."""
    for call in tree.find_all(nodes.Call):
        if name_of(call) in HEADLINES:
            continue
        for arg in (*call.args, *(keyword.value for keyword in call.kwargs)):
            if isinstance(arg, nodes.Const) and type(arg.value) in (int, float):
                message = f"the number {arg.value} is typed into the page"
                right = "num(rules.hand_size): a number of the engine or its rule sets"
                yield Finding(Kind.PROSE_DIGIT, Place(path, arg.lineno), message, right)


def _page(node: nodes.Node, path: Path, marked: bool) -> Iterator[Stated | Finding]:
    place = Place(path, node.lineno or 0)
    if isinstance(node, nodes.CallBlock) and name_of(node.call) in _MARKS:
        marked = True
        if name_of(node.call) == "rule":
            yield _statement(node, place)
        elif name_of(node.call) == "elsewhere" and _first_text(node.call) not in RULES:
            yield _unknown_rule(_first_text(node.call), place)
    elif isinstance(node, nodes.Call):
        text = _first_text(node)
        if (name_of(node) in _GETTEXT and not marked) or (
            name_of(node) in _LABELS and not marked and _last_text(node).endswith((".", "!", "?"))
        ):
            yield _unmarked(place, text)
        marked = marked or name_of(node) in HEADLINES
    elif isinstance(node, nodes.Assign):
        target = node.target
        marked = marked or (isinstance(target, nodes.Name) and target.name in _TITLES)
    for child in node.iter_child_nodes():
        yield from _page(child, path, marked)


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
    calls = [call for call in block.find_all(nodes.Call) if name_of(call) in _GETTEXT]
    if len(calls) != 1:
        message = f"{rule_id}: a rule has one sentence, in one {{% trans %}}"
        return Finding(Kind.PROSE_RULE, place, message, _RIGHT, rule=rule_id)
    shown = [part for out in block.find_all(nodes.Output) for part in out.nodes]
    if any(part is not calls[0] and not _is_blank(part) for part in shown):
        message = f"{rule_id}: something stands beside the rule's sentence"
        return Finding(Kind.PROSE_RULE, place, message, _RIGHT, rule=rule_id)
    texts = " | ".join(_texts(calls[0]))
    return Stated(RULES[rule_id], f"{texts}{_bindings(calls[0], block)}", place)


def _is_blank(node: nodes.Node) -> bool:
    return isinstance(node, nodes.TemplateData) and not node.data.strip()


def _bindings(call: nodes.Call, block: nodes.CallBlock) -> str:
    """Where the placeholders of a sentence come from, as the template says it."""
    # Jinja keeps the counted number under a name of its own.
    kept = {
        assign.target.name: assign.node
        for assign in block.find_all(nodes.Assign)
        if isinstance(assign.target, nodes.Name)
    }
    bound = {
        keyword.key: _source(keyword.value, kept)
        for keyword in call.kwargs
        if keyword.key != "num"  # newer ways to count are of Jinja's making
    }
    listed = ", ".join(f"{name} = {source}" for name, source in sorted(bound.items()))
    return f" [{listed}]" if listed else ""


def _source(node: nodes.Node, kept: Mapping[str, nodes.Node]) -> str:
    """An expression as it is written in a template."""
    match node:
        case nodes.Name():
            return _source(kept[node.name], kept) if node.name in kept else node.name
        case nodes.Getattr():
            return f"{_source(node.node, kept)}.{node.attr}"
        case nodes.Call():
            args = ", ".join(_source(arg, kept) for arg in node.args)
            return f"{_source(node.node, kept)}({args})"
        case nodes.Const():
            return repr(node.value)
        case _:
            parts = ", ".join(_source(part, kept) for part in node.iter_child_nodes())
            return f"{type(node).__name__.lower()}({parts})"


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
            yield Finding(
                Kind.RULE_UNSTATED, Place(PAGE_TEMPLATES), message, _RIGHT, rule=rule.value
            )
        if rule.value in REMOVED:
            message = f"the id {rule.value} is on the list of removed rules"
            place = Place(Path("rami_engine/rules.py"))
            yield Finding(Kind.RULE_REMOVED, place, message, "a new id", rule=rule.value)


def _texts(call: nodes.Call) -> list[str]:
    return [str(arg.value) for arg in call.args if isinstance(arg, nodes.Const)]


def _first_text(call: nodes.Call) -> str:
    return next(iter(_texts(call)), "")


def _last_text(call: nodes.Call) -> str:
    return next(reversed(_texts(call)), "")
