"""From YAML to claims: reads every corpus file strictly and gathers all faults of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rami_engine.cards import Cards
from rami_engine.meld import MeldKind
from rami_engine.rules import Rule
from rami_engine.ruleset import RuleSet
from rami_examples.claims.fields import Fields, near
from rami_examples.claims.load_scenarios import SCENARIO, read_steps, read_table
from rami_examples.claims.model import (
    About,
    DealExample,
    DeckExample,
    Example,
    MatchExample,
    MeldExample,
    OpeningExample,
    Scenario,
    ValueExample,
)
from rami_examples.claims.yaml_source import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    read_yaml,
    repeated_keys,
)
from rami_examples.findings import Finding, Findings, Kind, Place

CORPUS = Path("rami_examples/corpus")

_SUFFIXES = {".yaml", ".yml"}
_SHOWN_ON = "shown-on: rules#sets"


def load_corpus(project: Path) -> tuple[tuple[Example, ...], Findings]:
    """The examples of the corpus that are well formed, in file order, and every fault."""
    examples, faults = read_claims(read_files(project, CORPUS))
    if not examples and not faults:
        message = "the corpus holds no example, so there is nothing that the site could say"
        faults = (Finding(Kind.CORPUS_EMPTY, Place(CORPUS), message, _MELD),)
    return examples, faults


def read_files(project: Path, folder: Path) -> tuple[Node | Finding, ...]:
    """Every YAML file in a folder of the project, or why it cannot be read."""
    paths = sorted((project / folder).rglob("*"))
    return tuple(
        read_yaml(path, path.relative_to(project))
        if path.suffix == ".yaml"
        else Finding(
            Kind.CORPUS_UNREADABLE,
            Place(path.relative_to(project)),
            "is not read, because its name does not end in .yaml",
            path.with_suffix(".yaml").name,
        )
        for path in paths
        if path.suffix.lower() in _SUFFIXES
    )


def read_claims(files: Iterable[Node | Finding]) -> tuple[tuple[Example, ...], Findings]:
    """The examples of these files that are well formed, and every fault."""
    faults: list[Finding] = []
    examples: list[Example] = []
    ids: list[tuple[str, Place]] = []
    for node in files:
        if isinstance(node, Finding):
            faults.append(node)
        else:
            examples += _file(node, faults, ids)
    faults += _duplicates(ids)
    return tuple(examples), tuple(faults)


def _file(node: Node, faults: list[Finding], ids: list[tuple[str, Place]]) -> list[Example]:
    """The examples of a file; ``ids`` takes the id of every one, well formed or not."""
    examples: list[Example] = []
    if not isinstance(node, Mapping):
        message = f"a corpus file is a mapping with one of {', '.join(_READERS)}"
        faults.append(Finding(Kind.CORPUS_SHAPE, node.place, message, "melds:\n  - id: …"))
        return examples
    faults += repeated_keys(node)
    for key, value in node.entries:
        if key.text not in _READERS:
            message = f"{key.text[:40]!r} is no kind of example{near(key.text, _READERS)}"
            right = f"one of {', '.join(_READERS)}"
            faults.append(Finding(Kind.CORPUS_KEY, key.place, message, right))
        elif not isinstance(value, Sequence) or not value.items:
            message = f"{key.text!r} is a list of examples"
            faults.append(
                Finding(Kind.CORPUS_EMPTY, value.place, message, f"{key.text}:\n  - id: …")
            )
        else:
            read, sample = _READERS[key.text]
            for item in value.items:
                before = len(faults)
                fields = Fields(item, "the example", sample, faults)
                if fields.identifier():
                    ids.append((fields.id, fields.places["id"]))
                example = read(fields) if fields.is_mapping else None
                fields.end()
                if example and len(faults) == before:
                    examples.append(example)
    return examples


def _duplicates(ids: Iterable[tuple[str, Place]]) -> Iterator[Finding]:
    first: dict[str, Place] = {}
    for name, place in ids:
        if name in first:
            message = f"the id {name!r} is taken: {first[name]}"
            yield Finding(Kind.CORPUS_DUPLICATE, place, message, "an id of its own", example=name)
        first.setdefault(name, place)


def _about(
    fields: Fields, places: dict[str, Place], shows: Iterable[str] = (), titled: bool = True
) -> About:
    """The common fields; ``told``: readers see a title and a reason with it.

    ``shows`` are the placeholders that the pages fill into the reason of this example.
    """
    return About(
        id=fields.id,
        title=fields.text("title", "title: Three kings", required=titled),
        reason=fields.text("reason", "reason: One rank in three suits.", titled, shows),
        shown_on=fields.text("shown-on", _SHOWN_ON, required=False),
        proves=fields.rule_list("proves"),
        without=fields.rule_list("without", required=False),
        places={"id": fields.place, **fields.places, **places},
    )


_MELD = (
    "{id: three-kings, title: …, reason: …, cards: KH KS KD, as: set, proves: [set.size], "
    "expect: {points: 30}}"
)


def _meld(fields: Fields) -> Example:
    rules = fields.rules()
    cards = fields.cards("cards")
    _copies(fields, "cards", cards, rules)
    kinds = {kind.value: kind for kind in MeldKind}
    kind = fields.choice("as", kinds) if fields.has("as") else None
    expect, refused = _verdict(fields, "{points: 30} or {refused: run.no-wrap}")
    is_refused = expect.has("refused")
    points = None if is_refused else expect.number("points")
    joker = "" if is_refused else expect.card("joker")
    concerns = expect.cards("concerns", required=False) if is_refused else ()
    expect.end()
    shows = ["cards"] if is_refused else ["cards", "points", *(["joker"] if joker else [])]
    about = _about(fields, expect.places, shows)
    return MeldExample(about, cards, kind, rules, points, refused, joker, concerns)


_OPENING = (
    "{id: …, title: …, reason: …, melds: QH KH AH | JK 7S 8S, game: rami51, proves: […], "
    "expect: {total: 52}}"
)


def _opening(fields: Fields) -> Example:
    rules = fields.rules()
    melds = fields.groups("melds")
    _copies(fields, "melds", sum(melds, ()), rules)
    game = fields.game()
    expect, refused = _verdict(fields, "{total: 52} or {total: 48, refused: opening.threshold}")
    total = expect.number("total")
    expect.end()
    short = ["missing"] if refused is Rule.OPENING_THRESHOLD else []
    about = _about(fields, expect.places, ["total", "threshold", *short])
    return OpeningExample(about, melds, game, rules, total, refused)


_DECK = (
    "{id: deck-2-house, players: 2, rules: house, proves: [deck.packs], "
    "expect: {packs: 2, jokers: 2, total: 106}}"
)


def _deck(fields: Fields) -> Example:
    rules = fields.rules()
    players = fields.number("players")
    expect, refused = _verdict(
        fields, "{packs: 2, jokers: 4, total: 108} or {refused: deck.players}"
    )
    packs, jokers, total = (
        (0, 0, 0)
        if expect.has("refused")
        else (expect.number("packs"), expect.number("jokers"), expect.number("total"))
    )
    expect.end()
    about = _about(fields, expect.places, titled=False)
    return DeckExample(about, players, rules, packs, jokers, total, refused)


_VALUE = (
    "{id: …, title: …, reason: …, cards: AH, meld: QH KH AH, proves: […], "
    "expect: {laid: 11, hand: 11}}"
)


def _value(fields: Fields) -> Example:
    rules = fields.rules()
    cards, meld = fields.cards("cards"), fields.cards("meld")
    _copies(fields, "meld", meld, rules)
    expect = _expect(fields, "{laid: 11, hand: 11}")
    laid, hand = expect.numbers("laid"), expect.numbers("hand")
    expect.end()
    return ValueExample(_about(fields, expect.places), cards, meld, rules, laid, hand)


_DEAL = (
    "{id: …, title: …, reason: …, players: 4, dealer: 1, proves: […], "
    "expect: {hand: 13, discards: 1, stock: 55, starts: 2}}"
)


def _deal(fields: Fields) -> Example:
    rules = fields.rules()
    players, at = fields.number("players"), fields.scalar("dealer", "dealer: 1")
    dealer = fields.within(at, "dealer", 1, max(1, players)) if at else 1
    expect = _expect(fields, "{hand: 13, discards: 1, stock: 55, starts: 2}")
    hand, discards = expect.number("hand"), expect.number("discards")
    stock, starts = expect.number("stock"), expect.number("starts")
    expect.end()
    about = _about(fields, expect.places)
    return DealExample(about, players, dealer, rules, hand, discards, stock, starts)


_MATCH = (
    "{id: …, title: …, reason: …, rounds: [0 31 12, 8 0 20], proves: […], "
    "expect: {dealers: 1 2, totals: 8 31 32, winners: 1}}"
)


def _match(fields: Fields) -> Example:
    rules = fields.rules()
    rounds = tuple(
        tuple(fields.whole(Scalar(word, item.place), "rounds") for word in item.text.split())
        for item in fields.scalars("rounds", "rounds: [0 31 12, 8 0 20]")
    )
    if len({len(points) for points in rounds}) > 1:
        message = "every round has the points of all players"
        fields.fault(
            Kind.CORPUS_VALUE, fields.places["rounds"], message, "rounds: [0 31 12, 8 0 20]"
        )
    agreed = fields.number("agreed") if fields.has("agreed") else len(rounds)
    expect = _expect(fields, "{dealers: 1 2, totals: 8 31 32, winners: 1}")
    dealers, totals = expect.numbers("dealers"), expect.numbers("totals")
    winners = expect.numbers("winners", required=agreed == len(rounds))
    expect.end()
    about = _about(fields, expect.places)
    return MatchExample(about, agreed, rounds, rules, dealers, totals, winners)


def _scenario(fields: Fields) -> Example | None:
    about = _about(fields, {})
    table, steps = read_table(fields), read_steps(fields)
    return Scenario(about, table, steps) if table else None


_Reader = Callable[[Fields], Example | None]
_READERS: dict[str, tuple[_Reader, str]] = {
    "melds": (_meld, _MELD),
    "openings": (_opening, _OPENING),
    "decks": (_deck, _DECK),
    "values": (_value, _VALUE),
    "deals": (_deal, _DEAL),
    "matches": (_match, _MATCH),
    "scenarios": (_scenario, SCENARIO),
}


def _verdict(fields: Fields, right: str) -> tuple[Fields, Rule | None]:
    """The expectation where the engine may refuse, and the rule that it is to refuse by."""
    expect = _expect(fields, right)
    return expect, expect.rule("refused")


def _expect(fields: Fields, right: str) -> Fields:
    """The expectation: no example goes without one."""
    node = fields.node("expect")
    expect = Fields(
        node or Mapping((), fields.place),
        "'expect'",
        f"expect: {right}",
        fields.faults if node else [],
    )
    expect.id = fields.id
    return expect


def _copies(fields: Fields, name: str, cards: Cards, rules: RuleSet) -> None:
    """No example may hold more copies of a card than the largest deck of its rules."""
    packs = max(deck.packs for deck in rules.decks)
    jokers = max(deck.jokers for deck in rules.decks)
    fields.no_more_than(packs, jokers, cards, fields.places.get(name, fields.place), repr(name))
