"""What is fed with hostile input, and what may come of it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rami_engine.cards import NotationError, notation, parse_cards
from rami_engine.meld import Meld, MeldKind, judge_meld
from rami_engine.opening import judge_opening
from rami_engine.protocol import PROTOCOL, serve
from rami_engine.ruleset import RULE_SETS, Game
from rami_examples.catalogs.catalog import Catalog, catalog_path, english, parse_catalog
from rami_examples.catalogs.messages import Message, check_messages, read_sources
from rami_examples.catalogs.po_text import Entry, Text, parse, write
from rami_examples.catalogs.update import update_catalog
from rami_examples.claims.load import CORPUS, read_claims
from rami_examples.claims.model import Example
from rami_examples.claims.yaml_source import Mapping as YamlMapping
from rami_examples.claims.yaml_source import Sequence as YamlSequence
from rami_examples.claims.yaml_source import parse_yaml, read_yaml
from rami_examples.findings import Finding, Findings
from rami_examples.fuzz.exhibit import Exhibit, elements, example_messages, filled, shown_texts
from rami_examples.proof.verify import Proven, verify

_FILE = Path("fuzzed")
_MOST_CARDS = 200  # of the corpus and of the protocol


class Fault(AssertionError):
    """An outcome that must not be: the input found a fault."""


@dataclass(frozen=True, slots=True)
class Target:
    """A reader of hostile input.

    ``seeds`` are right inputs, which are changed; ``feed`` takes an input, raises whatever goes
    wrong, and says whether the input got through.
    """

    name: str
    seeds: Sequence[str]
    feed: Callable[[str], bool]


def targets(project: Path) -> Mapping[str, Target]:
    """All targets by name, with seeds from the files of a project."""
    exhibit = Exhibit(project)
    made = (
        Target("corpus", tuple(_corpus_seeds(project)), lambda text: _corpus(text, exhibit)),
        _catalogs(project, exhibit),
        Target("cards", _CARDS, _cards),
        Target("protocol", _REQUESTS, _protocol),
    )
    return {target.name: target for target in made}


# ------------------------------------------------------------------------------------- corpus


def _corpus_seeds(project: Path) -> Iterator[str]:
    """Every example of the corpus as a file of its own."""
    for path in sorted((project / CORPUS).rglob("*.yaml")):
        node = read_yaml(path, path)
        if not isinstance(node, YamlMapping):
            continue
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        kinds = [(key, value) for key, value in node.entries if isinstance(value, YamlSequence)]
        starts = [item.place.line for _, value in kinds for item in value.items]
        ends = sorted([*starts, *(key.place.line for key, _ in kinds), len(lines) + 1])
        for key, value in kinds:
            for item in value.items:
                end = next(line for line in ends if line > item.place.line)
                yield f"{key.text}:\n" + "".join(lines[item.place.line - 1 : end - 1])


def _corpus(text: str, exhibit: Exhibit) -> bool:
    node = parse_yaml(text, _FILE)
    examples, findings = read_claims([node])
    _check_findings(findings, text)
    proven, mismatches = _verified(examples)
    _check_findings(mismatches, text)
    faults = check_messages(example_messages(proven))
    _check_findings(faults, text)
    if findings or mismatches or faults:
        return False
    harmless, _ = _verified(map(_harmless, examples))
    _check_elements(exhibit.of_examples(proven), exhibit.of_examples(harmless))
    return True


def _verified(examples: Iterable[Example]) -> tuple[tuple[Proven, ...], Findings]:
    return verify(tuple(examples), lambda about: ("rules",), ("en",))


def _harmless(example: Example) -> Example:
    """The same example in plain words."""
    about = example.about
    title, reason = about.title and "Title", about.reason and "Reason"
    for name in ("points", "joker", "cards", "total", "threshold", "missing"):
        reason += f" %({name})s" * about.reason.count(f"%({name})s")
    return replace(example, about=replace(about, title=title, reason=reason))


# ----------------------------------------------------------------------------------- catalogs


def _catalogs(project: Path, exhibit: Exhibit) -> Target:
    """Small catalogs of the project's own texts, one a language that it is translated into."""
    messages = _few(read_sources(project)[0])
    tags = sorted(path.parent.name for path in project.glob("locales/*/rami.po"))
    seeds = {_seed(project, tag, messages): tag for tag in tags}
    seeds = {f"{tag}\n{text}": tag for text, tag in seeds.items()}

    @cache
    def harmless(count: int) -> str:
        return exhibit.of_texts(["word"] * count, english(messages))

    def feed(text: str) -> bool:
        tag, _, body = text.partition("\n")
        return _catalog(body, tag if tag in tags else tags[0], messages, exhibit, harmless)

    return Target("catalogs", tuple(seeds), feed)


def _few(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Some messages of every shape: with and without context, plural and placeholders."""
    shapes: dict[tuple[bool, bool, int], list[Message]] = {}
    for message in messages:
        shape = (message.context is None, message.plural is None, len(message.placeholders))
        shapes.setdefault(shape, []).append(message)
    return tuple(message for alike in shapes.values() for message in alike[:2])


def _seed(project: Path, tag: str, messages: Sequence[Message]) -> str:
    """The language's own catalog, cut down to these messages; English where it lacks one."""
    own, _ = parse(catalog_path(project, tag).read_text(encoding="utf-8"))
    known = {entry.key: entry for entry in own if not entry.obsolete}
    fresh = update_catalog(Path("none.po"), tag, messages)
    assert isinstance(fresh, str)
    return write(_complete(known.get(entry.key, entry), entry) for entry in parse(fresh)[0])


def _complete(entry: Entry, fresh: Entry) -> Entry:
    if not entry.id.value or entry.plural != fresh.plural:
        entry = fresh
    many = entry.plural or entry.id
    return replace(
        entry,
        flags=(),
        references=(),
        text=entry.text and Text(entry.text.value or entry.id.value),
        forms=tuple((form, Text(text.value or many.value)) for form, text in entry.forms),
    )


def _catalog(
    text: str,
    tag: str,
    messages: Sequence[Message],
    exhibit: Exhibit,
    harmless: Callable[[int], str],
) -> bool:
    try:
        data = text.encode()
    except UnicodeEncodeError:  # half a pair, which no file can hold as UTF-8
        data = text.encode("utf-16", "surrogatepass")
    catalog = parse_catalog(data, tag, messages, _FILE)
    if not isinstance(catalog, Catalog):
        _check_findings(catalog, text)
        return False
    texts = [form for message in messages for form in _forms(catalog, message)]
    page = exhibit.of_texts(texts, catalog)
    _check_elements(page, harmless(len(texts)))
    expected = [_one_line(filled(text)) for text in texts for _ in range(4)]
    shown = [_one_line(text) for text in shown_texts(page)]
    if shown != expected:
        unlike = next(pair for pair in zip(shown, expected, strict=True) if pair[0] != pair[1])
        raise Fault(f"the page shows {unlike[0]!r} for {unlike[1]!r}")
    return True


def _forms(catalog: Catalog, message: Message) -> Iterator[str]:
    if message.plural is None:
        yield catalog.gettext(*message.key)
    else:
        for samples in catalog.rule.samples:
            yield catalog.ngettext(*message.key, message.plural, samples[0])


def _one_line(text: str) -> str:
    return " ".join(text.split())


# -------------------------------------------------------------------------- cards and protocol

_CARDS = (
    "KH KS KD",
    "JK 7S 8S",
    "QH KH AH | JK 7S 8S",
    "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS",
    "9C 9D 9H JK",
    " ".join(["10D"] * 199),
)


def _cards(text: str) -> bool:
    groups = []
    for part in text.split("|"):
        try:
            cards = parse_cards(part)
        except NotationError as error:
            if not part[error.offset :].startswith(error.text):
                raise Fault(f"the place of {error.text!r} is not {error.offset}") from error
            return False
        if notation(cards).split() != part.split():
            raise Fault(f"{part!r} is read as {notation(cards)!r}")
        groups.append(cards)
    if not all(0 < len(cards) <= _MOST_CARDS for cards in groups):
        return False
    for rules in RULE_SETS:
        judged = [judge_meld(cards, rules) for cards in groups]
        for kind in MeldKind:
            judge_meld(groups[0], rules, kind)
        melds = [meld for meld in judged if isinstance(meld, Meld)]
        for game in Game:
            judge_opening(melds, game, rules)
    return True


def _request(**fields: object) -> str:
    return json.dumps({"protocol": PROTOCOL, "id": 1, **fields}, ensure_ascii=False)


_TABLE = {
    "hands": ["5C 9H KD", "2S 7D QC"],
    "stock": "4S 8H",
    "discards": "3D 8D",
    "table": [{"player": 2, "cards": "7S 8S JK"}],
    "opened": [1, 2],
    "tried": [],
    "dealer": 2,
    "player": 1,
    "turn": 1,
    "reshuffles": 0,
}
_STEPS = [{"draw": "stock"}, {"lay-off": "10S on 1"}, {"swap": "9S on 1"}, {"discard": "KD"}]
_REQUESTS = (
    _request(kind="hello"),
    _request(kind="meld", cards="JK 7S 8S", **{"as": "run"}, rules="house"),
    _request(kind="opening", melds="QH KH AH | JK 7S 8S", game="rami51", rules="reference"),
    _request(kind="deck", players=5, rules="house"),
    _request(kind="value", cards="AH", meld="QH KH AH", rules="reference"),
    _request(kind="deal", players=4, dealer=1, rules="reference"),
    _request(kind="match", rounds="0 31 12 | 8 0 20", agreed=3, rules="reference"),
    _request(kind="scenario", game="rami51", rules="reference", table=_TABLE, steps=_STEPS),
    _request(kind="scenario", game="rami40", rules="house", table=_TABLE, steps=_STEPS[:1])
    + "\n"
    + _request(kind="deck", players=2, rules="reference"),
)


def _protocol(text: str) -> bool:
    """Every line is answered by one line of JSON, in the right version, with its number."""
    data = text.encode("utf-8", "surrogatepass")
    answers = io.BytesIO()
    serve(io.BytesIO(data), answers)
    said = answers.getvalue().splitlines(keepends=True)
    asked = len(data.split(b"\n")) - (data.endswith(b"\n") or not data)
    if len(said) != asked:
        raise Fault(f"{asked} lines are answered by {len(said)}")
    right = True
    for line in said:
        answer = json.loads(line)
        if answer["protocol"] != PROTOCOL or not line.endswith(b"\n"):
            raise Fault(f"{line!r} is no line of the protocol")
        if not isinstance(answer.get("error", ""), str) or len(answer) < 3:
            raise Fault(f"{line!r} says nothing")
        right = right and "error" not in answer
    return right


# ------------------------------------------------------------------------------------- checks


def _check_findings(findings: Sequence[Finding], text: str) -> None:
    """A finding says something, in a line that is there."""
    lines = (
        text.count("\n") + text.count("\r") + sum(text.count(each) for each in "\x85\u2028\u2029")
    )
    for finding in findings:
        if not finding.message or not str(finding):
            raise Fault(f"{finding!r} says nothing")
        if not 0 <= finding.place.line <= lines + 1:
            raise Fault(f"{finding.place} is not in a file of {lines + 1} lines")


def _check_elements(page: str, harmless: str) -> None:
    """The elements and attributes of a page are those of the same page in plain words."""
    here, there = elements(page), elements(harmless)
    if here != there:
        unlike = [pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]][:1]
        raise Fault(f"a text changes the elements of its page: {unlike or (len(here), len(there))}")
