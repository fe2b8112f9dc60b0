"""From the data of a published row back to a claim, so that the engine can be asked again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rami_engine.cards import Cards, parse_cards
from rami_engine.meld import MeldKind
from rami_engine.rules import RULES, Rule
from rami_engine.ruleset import RULE_SETS_BY_NAME, Game, RuleSet
from rami_examples.claims.model import (
    About,
    DealExample,
    DeckExample,
    Example,
    MatchExample,
    MeldExample,
    OpeningExample,
    ValueExample,
)
from rami_examples.findings import Place

Data = Mapping[str, str]
_NOWHERE = {"id": Place(Path())}  # whoever asks knows where the row stands


def claim_of(data: Data) -> Example | None:
    """The claim that a row's data makes; None for a kind whose data is not in the row.

    Raises KeyError or ValueError where the data is not what it should be.
    """
    read = _CLAIMS.get(data["data-kind"])
    return read(data, About(data["data-example"], "", "", "", (), (), _NOWHERE)) if read else None


def _rules(data: Data) -> RuleSet:
    return RULE_SETS_BY_NAME[data["data-rules"]]


def _refused(data: Data) -> Rule | None:
    return RULES[data["data-reason"]] if data.get("data-verdict") == "refused" else None


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _groups(text: str) -> tuple[Cards, ...]:
    return tuple(map(parse_cards, text.split("|")))


def _meld(data: Data, about: About) -> Example:
    refused = _refused(data)
    points = None if refused else int(data["data-points"])
    kind, joker = MeldKind(data["data-as"]), data.get("data-joker", "")
    cards = parse_cards(data["data-cards"])
    return MeldExample(about, cards, kind, _rules(data), points, refused, joker, ())


def _opening(data: Data, about: About) -> Example:
    melds, game = _groups(data["data-melds"]), Game(data["data-game"])
    total = int(data["data-total"])
    return OpeningExample(about, melds, game, _rules(data), total, _refused(data))


def _deck(data: Data, about: About) -> Example:
    players = int(data["data-players"])
    packs, jokers, total = (int(data.get(f"data-{n}", 0)) for n in ("packs", "jokers", "total"))
    return DeckExample(about, players, _rules(data), packs, jokers, total, _refused(data))


def _value(data: Data, about: About) -> Example:
    cards, meld = parse_cards(data["data-cards"]), parse_cards(data["data-meld"])
    laid, hand = _numbers(data["data-points"]), _numbers(data["data-hand"])
    return ValueExample(about, cards, meld, _rules(data), laid, hand)


def _deal(data: Data, about: About) -> Example:
    numbers = {name: int(data[f"data-{name}"]) for name in _DEAL}
    return DealExample(about, rules=_rules(data), **numbers)


_DEAL = ("players", "dealer", "hand", "discards", "stock", "starts")


def _match(data: Data, about: About) -> Example:
    rounds = tuple(map(_numbers, data["data-rounds"].split("|")))
    dealers, totals = _numbers(data["data-dealers"]), _numbers(data["data-totals"])
    winners = _numbers(data["data-winners"])
    agreed = int(data.get("data-agreed", len(rounds)))
    return MatchExample(about, agreed, rounds, _rules(data), dealers, totals, winners)


_CLAIMS: Mapping[str, Callable[[Data, About], Example]] = {
    "meld": _meld,
    "opening": _opening,
    "deck": _deck,
    "value": _value,
    "deal": _deal,
    "match": _match,
}
