"""Where examples are shown: what the corpus names, compared with what the templates ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import nodes

from rami_examples.catalogs.template_syntax import name_of
from rami_examples.claims.fields import near
from rami_examples.claims.model import (
    DeckExample,
    Example,
    MeldExample,
    OpeningExample,
    ValueExample,
)
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.pages.trees import PAGE_TEMPLATES, trees

# The tables that templates put examples into, and the kinds that each can show.
_TABLES: Mapping[str, tuple[type, ...]] = {
    "meld_table": (MeldExample, OpeningExample),
    "deck_table": (DeckExample,),
    "value_table": (ValueExample,),
}


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of a page: the examples that it asks for, ``page#section``, and their kinds."""

    shows: str
    kinds: tuple[type, ...]
    place: Place


def check_places(project: Path, examples: Iterable[Example]) -> Findings:
    """Every example that no table would show, and every table that would stay empty.

    And every id that is the anchor of a headline already: a link could lead to one of them only.
    """
    tables: list[_Table] = []
    anchors: dict[str, Place] = {}
    for path, tree in trees(project, PAGE_TEMPLATES):
        tables += _tables(tree, path)
        anchors |= _anchors(tree, path)
    shown_on = {example.about.shown_on for example in examples}
    findings = [finding for each in examples for finding in _faults(each, tables, anchors)]
    for table in tables:
        if table.shows not in shown_on:
            message = f"no example of the corpus is shown on {table.shows!r}"
            findings.append(_fault(Kind.TEMPLATE_FAULT, table.place, message, sorted(shown_on)))
    return tuple(findings)


def _tables(tree: nodes.Template, path: Path) -> Iterator[_Table]:
    for call in tree.find_all(nodes.Call):
        inner = next(iter(call.args), None)
        if (
            name_of(call) in _TABLES
            and isinstance(inner, nodes.Call)
            and name_of(inner) == "rows"
            and (shows := _text(inner, 0))
        ):
            yield _Table(shows, _TABLES[name_of(call)], Place(path, call.lineno))


def _anchors(tree: nodes.Template, path: Path) -> dict[str, Place]:
    """The anchors of a page's headlines, on the page itself and as the proof page has them."""
    page = path.name.partition(".")[0]
    found = [
        (_text(call, 1), Place(path, call.lineno))
        for call in tree.find_all(nodes.Call)
        if name_of(call) == "heading"
    ]
    return {name: place for text, place in found for name in (text, f"{page}-{text}")}


def _faults(
    example: Example, tables: Iterable[_Table], anchors: Mapping[str, Place]
) -> Iterator[Finding]:
    about, kind = example.about, Kind.CORPUS_VALUE
    if about.id in anchors:
        message = f"the id {about.id!r} is the anchor of a headline: {anchors[about.id]}"
        yield _fault(kind, about.place(), message, ["an id of its own"])
    if not about.shown_on:
        return
    fitting = {table.shows for table in tables if isinstance(example, table.kinds)}
    if about.shown_on not in fitting:
        place = about.place("shown-on")
        message = f"{about.id}: no page shows an example of this kind on {about.shown_on!r}"
        right = sorted(fitting) or ["no 'shown-on': the proof page shows it"]
        yield _fault(kind, place, message + near(about.shown_on, fitting), right)


def _fault(kind: Kind, place: Place, message: str, right: Iterable[str]) -> Finding:
    return Finding(kind, place, message, " or ".join(filter(None, right)))


def _text(call: nodes.Call, index: int) -> str:
    arg = call.args[index] if index < len(call.args) else None
    return str(arg.value) if isinstance(arg, nodes.Const) else ""
