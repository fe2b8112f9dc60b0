"""Reading scenarios: a table, and steps with what each of them gives."""

from __future__ import annotations

from collections.abc import Callable

from rami_engine.actions import Action, Discard, Draw, Lay, LayOff, Pile, SwapJoker
from rami_engine.answers import Refused
from rami_engine.cards import Cards
from rami_engine.deck import Deck, deck_for
from rami_engine.effects import EFFECTS, NOTHING, UNORDERED, sorted_notation
from rami_engine.meld import cards_of, judge_meld
from rami_engine.ruleset import RuleSet
from rami_engine.state import RoundState, TableMeld, given_table
from rami_examples.claims.fields import Fields
from rami_examples.claims.model import Step
from rami_examples.claims.yaml_source import Scalar, Sequence
from rami_examples.findings import Kind

SCENARIO = (
    "{id: …, title: …, reason: …, proves: […], hands: [5C 6C KH, 2S 3S 4D], "
    "stock: 4S 9C, discards: 8D, steps: [{draw: stock}, {discard: KH}]}"
)
_STEP = "{draw: stock}, {lay: KH KS KD}, {lay-off: 9S on 1}, {swap: 6S on 1} or {discard: KH}"
_TABLE = "table: [1 has 7S 8S 9S]"


def read_table(fields: Fields) -> RoundState | None:
    """The table of a scenario; None where it has faults."""
    rules, game = fields.rules(), fields.game()
    before = len(fields.faults)
    hands = tuple(
        fields.parse_cards(item, item.text, 0)
        for item in fields.scalars("hands", "hands: [5C 6C KH, 2S 3S 4D]")
    )
    stock = fields.cards("stock")
    discards = fields.cards("discards")
    melds = tuple(_melds(fields, rules, len(hands)))
    opened = _seats(fields, "opened", len(hands))
    tried = _seats(fields, "tried", len(hands))
    player = _number(fields, "player", 1, len(hands))
    dealer = _number(fields, "dealer", 1, len(hands))
    turn = _number(fields, "turn", 1, rules.turn_limit)
    reshuffles = _number(fields, "reshuffles", 0, rules.reshuffles)
    if len(fields.faults) > before:
        return None
    deck = deck_for(len(hands), rules)
    if isinstance(deck, Deck):
        laid = cards_of(each.meld for each in melds)
        cards = (*stock, *discards, *sum(hands, ()), *laid)
        fields.no_more_than(deck.packs, deck.jokers, cards, fields.place, "the table")
    try:
        return given_table(
            hands,
            rules=rules,
            game=game,
            stock=stock,
            discards=discards,
            melds=melds,
            opened=opened,
            returned=tried,
            player=0 if player is None else player - 1,
            dealer=None if dealer is None else dealer - 1,
            turn=1 if turn is None else turn,
            reshuffles=reshuffles or 0,
        )
    except ValueError as error:
        fields.fault(Kind.CORPUS_VALUE, fields.place, f"no play leads to this table: {error}")
        return None


def _number(fields: Fields, name: str, least: int, most: int) -> int | None:
    """A number of the table; None where it is left out."""
    scalar = fields.scalar(name, f"{name}: {least}", required=False)
    return fields.within(scalar, name, least, max(least, most)) if scalar else None


def _seats(fields: Fields, name: str, players: int) -> tuple[int, ...]:
    """A list of players; the result counts them from 0."""
    if not fields.has(name):
        return ()
    return tuple(
        fields.within(item, name, 1, max(1, players), f"{name}: [1, 2]") - 1
        for item in fields.scalars(name, f"{name}: [1, 2]")
    )


def _melds(fields: Fields, rules: RuleSet, players: int) -> list[TableMeld]:
    melds: list[TableMeld] = []
    if not fields.has("table"):
        return melds
    for item in fields.scalars("table", _TABLE):
        owner, has, cards = item.text.partition(" has ")
        if not has:
            fields.fault(
                Kind.CORPUS_VALUE, item.place, "a meld on the table is 'PLAYER has CARDS'", _TABLE
            )
            continue
        seat = fields.within(Scalar(owner, item.place), "player", 1, max(1, players), _TABLE) - 1
        parsed = fields.parse_cards(item, cards, len(owner) + len(has))
        meld = judge_meld(parsed, rules) if parsed else None
        if isinstance(meld, Refused):
            message = f"lies on the table, but is refused by {meld.rule.value}"
            fields.fault(Kind.CORPUS_VALUE, item.at(len(owner) + len(has)), message, _TABLE)
        elif meld:
            melds.append(TableMeld(seat, meld))
    return melds


def read_steps(fields: Fields) -> tuple[Step, ...]:
    """The steps of a scenario."""
    node = fields.node("steps")
    if node is None:
        return ()
    if not isinstance(node, Sequence) or not node.items:
        fields.fault(Kind.CORPUS_SHAPE, node.place, "'steps' is a list", f"steps: [{_STEP}]")
        return ()
    steps: list[Step] = []
    for item in node.items:
        step = Fields(item, "a step", _STEP, fields.faults)
        step.id = fields.id
        read = _step(step)
        step.end()
        if read:
            steps.append(read)
    return tuple(steps)


def _step(fields: Fields) -> Step | None:
    names = [name for name in _ACTIONS if fields.has(name)]
    refused = fields.rule("refused")
    concerns = fields.cards("concerns", required=False) if refused else ()
    by, without = (fields.rule_list(name, required=False) for name in ("by", "without"))
    gives = fields.child("gives", "{hand: 5C 6C, next: 2}", required=False)
    expected = _gives(gives) if gives else {}
    if gives and refused:
        fields.fault(
            Kind.CORPUS_KEY, gives.place, "a refused step gives nothing", "refused or gives"
        )
    if len(names) != 1:
        if fields.is_mapping:
            fields.fault(Kind.CORPUS_KEY, fields.place, "a step is one action", _STEP)
        return None
    scalar = fields.scalar(names[0], _STEP)
    action = _ACTIONS[names[0]](fields, scalar) if scalar else None
    places = {"step": fields.place, **fields.places, **(gives.places if gives else {})}
    return Step(action, refused, concerns, by, without, expected, places) if action else None


def _gives(fields: Fields) -> dict[str, str]:
    gives: dict[str, str] = {}
    for name in EFFECTS:
        if not fields.has(name):
            continue
        scalar = fields.scalar(name, f"{name}: …")
        if scalar is None or scalar.text == NOTHING:
            gives[name] = NOTHING
        elif name in UNORDERED:
            gives[name] = sorted_notation(fields.parse_cards(scalar, scalar.text, 0))
        else:
            gives[name] = " ".join(scalar.text.split())
    fields.end()
    return gives


def _draw(fields: Fields, scalar: Scalar) -> Action:
    return Draw(fields.member("draw", Pile))


def _lay(fields: Fields, scalar: Scalar) -> Action | None:
    cards = fields.cards("lay")
    return Lay(cards) if cards else None


def _discard(fields: Fields, scalar: Scalar) -> Action | None:
    cards = fields.cards("discard")
    if len(cards) > 1:
        fields.fault(Kind.CORPUS_VALUE, scalar.place, "a discard is one card", "{discard: KH}")
    return Discard(cards[0]) if len(cards) == 1 else None


def _lay_off(fields: Fields, scalar: Scalar) -> Action | None:
    cards, meld = _on_meld(fields, scalar, "lay-off: 9S 10S on 1")
    return LayOff(meld, cards) if cards else None


def _swap(fields: Fields, scalar: Scalar) -> Action | None:
    cards, meld = _on_meld(fields, scalar, "swap: 6S on 1")
    if len(cards) > 1:
        fields.fault(
            Kind.CORPUS_VALUE, scalar.place, "one card is given for a joker", "{swap: 6S on 1}"
        )
    return SwapJoker(meld, cards[0]) if len(cards) == 1 else None


def _on_meld(fields: Fields, scalar: Scalar, right: str) -> tuple[Cards, int]:
    """``CARDS on MELD``: cards and the number of a meld of the table, from 0."""
    cards, on, meld = scalar.text.partition(" on ")
    if not on:
        fields.fault(Kind.CORPUS_VALUE, scalar.place, "is 'CARDS on NUMBER OF THE MELD'", right)
        return (), 0
    number = Scalar(meld, scalar.at(len(cards) + len(on)))
    return fields.parse_cards(scalar, cards, 0), fields.within(number, "meld", 1, 99, right) - 1


_ACTIONS: dict[str, Callable[[Fields, Scalar], Action | None]] = {
    "draw": _draw,
    "lay": _lay,
    "lay-off": _lay_off,
    "swap": _swap,
    "discard": _discard,
}
