"""The source messages: every English text of the templates and the corpus, for the catalogs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import nodes

from rami_examples.catalogs.message_text import (
    digits,
    edges,
    markup,
    percents,
    unsafe_characters,
    visible,
)
from rami_examples.catalogs.template_syntax import (
    HEADLINES,
    UNREADABLE,
    Token,
    name_of,
    syntax_fault,
    syntax_tree,
    tokens_of,
)
from rami_examples.claims.yaml_source import Mapping, Node, Scalar, Sequence, read_yaml
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.page_names import PAGES
from rami_examples.sources import is_plain_file

TITLE_CONTEXT = "example title"
REASON_CONTEXT = "example reason"

_CORPUS = Path("rami_examples/corpus")
_CORPUS_CONTEXTS = {"title": TITLE_CONTEXT, "reason": REASON_CONTEXT}
_SIZE_LIMIT = 2 * 1024 * 1024
_GAMES = re.compile(r"Rami (?:40|51)(?![0-9])")  # names, not numbers


@dataclass(frozen=True, slots=True)
class Message:
    """One text of the source: what a translator is asked for.

    ``counted`` names the placeholders that show the number which picks the plural form.
    ``slots`` say for whom a text stands, whatever its words: "Title of the example three-kings."
    """

    context: str | None
    id: str
    plural: str | None = None
    comments: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    placeholders: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    slots: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str | None, str]:
        """What gettext tells messages apart by."""
        return self.context, self.id


def read_sources(project: Path) -> tuple[tuple[Message, ...], Findings]:
    """All messages of a project in page order, and the faults of what hides some of them.

    The order is pages, fragments, other templates, corpus.

    Whoever writes catalogs must look at the faults first: without the messages of a broken
    template, its translations would all become obsolete.
    """
    merged: dict[tuple[str | None, str, str | None], Message] = {}
    faults: list[Finding] = []
    for found in (*_template_messages(project), *_corpus_messages(project)):
        if isinstance(found, Finding):
            faults.append(found)
            continue
        identity = (*found.key, found.plural)
        merged[identity] = _merge(merged[identity], found) if identity in merged else found
    return tuple(merged.values()), tuple(faults)


def _merge(first: Message, second: Message) -> Message:
    return Message(
        first.context,
        first.id,
        first.plural,
        tuple(dict.fromkeys(first.comments + second.comments)),
        tuple(dict.fromkeys(first.places + second.places)),
        first.placeholders,
        first.counted & second.counted,
        tuple(dict.fromkeys(first.slots + second.slots)),
    )


def _message(
    context: str | None,
    id: str,
    plural: str | None,
    comments: tuple[str, ...],
    place: Place,
    counted: frozenset[str] = frozenset(),
    slot: str = "",
) -> Message:
    one = frozenset(percents(id).names)
    many = frozenset(percents(plural).names) if plural else one
    # A name that the English singular leaves out ("one card") shows the number as well.
    slots = (slot,) if slot else ()
    shown = (counted & many) | (many - one)
    return Message(context, id, plural, slots + comments, (place,), one | many, shown, slots)


def _read(path: Path) -> str:
    """A file's text. Raises ValueError (UnicodeDecodeError is one) or OSError."""
    if not is_plain_file(path, _SIZE_LIMIT):
        raise ValueError(f"not a file of at most {_SIZE_LIMIT // 1024**2} MiB")
    return path.read_text(encoding="utf-8")


def _template_messages(project: Path) -> Iterator[Message | Finding]:
    root = project / "templates"
    for path in sorted(root.rglob("*.j2"), key=lambda path: _page_order(path.relative_to(root))):
        shown = path.relative_to(project)
        try:
            source = _read(path)
            tree = syntax_tree(source)
            tokens = tokens_of(source)
        except UNREADABLE as error:
            yield syntax_fault(shown, error)
        else:
            yield from _calls(tree, tokens, shown)


def _page_order(path: Path) -> tuple[int, int, str]:
    folders = ("pages", "fragments")
    folder = folders.index(path.parts[0]) if path.parts[0] in folders else len(folders)
    name = path.name.partition(".")[0]
    page = list(PAGES).index(name) if folder == 0 and name in PAGES else len(PAGES)
    return folder, page, path.as_posix()


_FUNCTIONS = {
    "_": ("id",),
    "gettext": ("id",),
    "ngettext": ("id", "plural", "n"),
    "pgettext": ("context", "id"),
    "npgettext": ("context", "id", "plural", "n"),
}


@dataclass(frozen=True, slots=True)
class _Call:
    """A call that looks a message up, with what a translator is told of where it stands."""

    call: nodes.Call
    slot: str
    where: str


def _calls(tree: nodes.Template, tokens: list[Token], path: Path) -> Iterator[Message]:
    """The messages of a template; each takes the translator's comments since the one before."""
    comments = _comments(tokens)
    page = path.name.partition(".")[0]
    where = f"{_ON_A_PAGE} “{page}”"
    if path.parent.name != "pages":
        where = f"In many places ({page}): {_description(tokens)}".rstrip(": ")
    found = sorted(_located(tree, where, [""]), key=lambda found: found.call.lineno)
    for each in found:
        call = each.call
        arguments = dict(zip(_FUNCTIONS[name_of(call)], call.args, strict=False))
        texts = {
            name: node.value
            for name, node in arguments.items()
            if isinstance(node, nodes.Const) and isinstance(node.value, str)
        }
        if any(name not in texts for name in _FUNCTIONS[name_of(call)] if name != "n"):
            continue  # looked up by a variable: the text comes from elsewhere
        above = [text for line, text in comments if line <= call.lineno]
        del comments[: len(above)]
        yield _message(
            texts.get("context"),
            texts["id"],
            texts.get("plural"),
            (each.where, *above),
            Place(path, call.lineno),
            _counted(call, arguments.get("n")),
            each.slot,
        )


# What a text is by the block that it stands in; of a rule's sentence there is one alone.
_BLOCKS = {
    "note": ": a note",
    "link": ": a link",
    "way": ": a button that leads on",
    "term": ": what the word means",
    "elsewhere": ": what other tables do in place of the rule {}",
}
_ON_A_PAGE = "On the page"
_HEADLINE = ": a headline"
# Every page gives its own.
_ASSIGNED = {
    "title": ": its title",
    "description": ": its description, which search engines show",
}


def _located(
    node: nodes.Node, where: str, headline: list[str], slot: str = "", what: str = ""
) -> Iterator[_Call]:
    """All calls for messages below a node; ``headline`` holds the last one that was passed."""
    if isinstance(node, nodes.CallBlock):
        name = name_of(node.call)
        if name == "rule":
            slot = f"The sentence of the rule {_first_text(node.call)}."
        what = _BLOCKS.get(name, what).format(_first_text(node.call))
    elif isinstance(node, nodes.Call):
        name = name_of(node)
        if name in _FUNCTIONS:
            under = f", under “{headline[0]}”" if headline[0] and what != _HEADLINE else ""
            yield _Call(node, slot, f"{where}{under}{what}.")
        elif name in HEADLINES:
            what = _HEADLINE
    elif isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
        what = _ASSIGNED.get(node.target.name, what) if where.startswith(_ON_A_PAGE) else what
    for child in node.iter_child_nodes():
        yield from _located(child, where, headline, slot, what)
    if isinstance(node, nodes.Call) and name_of(node) in HEADLINES:
        texts = (_first_text(call) for call in node.find_all(nodes.Call) if call is not node)
        headline[0] = next(filter(None, texts), headline[0])


def _first_text(call: nodes.Call) -> str:
    first = call.args[-1] if name_of(call) == "pgettext" else next(iter(call.args), None)
    return first.value if isinstance(first, nodes.Const) and isinstance(first.value, str) else ""


def _description(tokens: list[Token]) -> str:
    """What a fragment is for: the comment that it begins with."""
    texts = (" ".join(value.split()) for _, kind, value in tokens if kind == "comment")
    return next(texts, "").partition(". ")[0].removesuffix(".")


def _counted(call: nodes.Call, n: nodes.Expr | None) -> frozenset[str]:
    """The placeholders whose value is the number that picks the plural form, or made from it."""
    if n is None:
        return frozenset()
    names = (
        keyword.key
        for keyword in call.kwargs
        if keyword.value == n or any(part == n for part in keyword.value.find_all(type(n)))
    )
    return frozenset(names) | {"num"}  # Jinja hands this name in by itself


def _comments(tokens: list[Token]) -> list[tuple[int, str]]:
    """(line, text) of all ``{# TRANSLATORS: … #}``, by the line where they end."""
    found = []
    for line, kind, value in tokens:
        if kind == "comment" and value.strip().startswith("TRANSLATORS:"):
            text = " ".join(value.strip().removeprefix("TRANSLATORS:").split())
            found.append((line + value.count("\n"), text[:1].upper() + text[1:]))
    return found


def _corpus_messages(project: Path) -> Iterator[Message | Finding]:
    root = project / _CORPUS
    for path in sorted(root.rglob("*.yaml")):
        document = read_yaml(path, path.relative_to(project))
        if isinstance(document, Finding):
            yield document
        else:
            yield from _texts(document)


def _texts(document: Node) -> Iterator[Message]:
    """Titles and reasons in document order."""
    if isinstance(document, Sequence):
        for item in document.items:
            yield from _texts(item)
    if not isinstance(document, Mapping):
        return
    values = {key.text: value for key, value in document.entries}
    name = _text(values.get("id"))
    for field, value in values.items():
        text = _text(value)
        if field in _CORPUS_CONTEXTS and text:
            title = field.capitalize()
            what = f"{title} of the example {visible(name)}." if name else f"A {field}."
            page = _text(values.get("shown-on")).partition("#")[0] or "proof"
            where = f"{_ON_A_PAGE} “{visible(page)}”."
            context = _CORPUS_CONTEXTS[field]
            yield _message(context, text, None, (where,), value.place, slot=what)
    for value in values.values():
        yield from _texts(value)


def _text(node: Node | None) -> str:
    """A text as the corpus's own reader takes it, on one line; '' for what is none."""
    return " ".join(node.text.split()) if isinstance(node, Scalar) else ""


# ------------------------------------------------------------------------------------ checks


def check_messages(messages: Iterable[Message]) -> Findings:
    """What is wrong with the source messages themselves; their places say where to mend it."""
    plurals: dict[tuple[str | None, str], str | None] = {}
    findings: list[Finding] = []
    for message in messages:
        texts = [message.id] if message.plural is None else [message.id, message.plural]
        faults = [fault for text in texts for fault in _text_faults(text)]
        faults += _plural_faults(message)
        if plurals.setdefault(message.key, message.plural) != message.plural:
            right = "give one of the two a context of its own"
            faults.append((None, "the same text stands with another plural, or with none", right))
        for kind, what, right in dict.fromkeys(faults):
            place = message.places[0]
            kind = kind or (
                Kind.CORPUS_VALUE if place.path.suffix == ".yaml" else Kind.TEMPLATE_FAULT
            )
            findings.append(Finding(kind, place, f"{what}, in: {visible(message.id)}", right))
    return tuple(findings)


_SourceFault = tuple[Kind | None, str, str]  # without a kind: a fault of the file that it stands in


def _text_faults(text: str) -> Iterator[_SourceFault]:
    prose = _GAMES.sub("", text)
    for _, run in digits(prose):
        right = "%(name)s, with the number from the engine or its rule set"
        yield Kind.PROSE_DIGIT, f"the number {run} is typed into the text", right
    for _, what in markup(text):
        yield None, f"{visible(what)} is markup in a plain text", "a placeholder brings it in"
    for _, what in percents(text).faults:
        yield None, f"{visible(what)} is no placeholder", "%(name)s, or %% for a percent sign"
    if "%%(" in text:
        # Jinja doubles every percent sign that it finds in the text of a trans block.
        yield None, "%%( shows as %( on the page", "{{ name }} within a trans block"
    for _, what in unsafe_characters(text):
        yield None, f"{what} has no place in a text", "delete it"
    if not text.strip() or edges(text) != ("", ""):
        yield None, "the text is empty, or begins or ends with a space", "the text alone"


def _plural_faults(message: Message) -> Iterator[_SourceFault]:
    if message.plural is None:
        return
    one, many = percents(message.id).names, percents(message.plural).names
    for name in sorted(set(one) ^ set(many)):
        if name not in message.counted or name in one:
            right = "the same placeholders in both; only the number may be left out of the singular"
            yield None, f"%({name})s stands in one of singular and plural only", right
