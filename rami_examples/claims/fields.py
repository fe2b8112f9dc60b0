"""Reading the fields of a corpus entry: every fault is gathered, none is raised.

A reader method that meets a fault records it and gives a harmless stand-in, so that the
rest of the entry is still checked; an entry with faults is never used.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable
from collections.abc import Mapping as MappingType
from dataclasses import replace
from enum import Enum
from typing import TypeVar

from rami_engine.cards import Cards, Joker, NotationError, notation, parse_cards
from rami_engine.rules import RULES, Rule
from rami_engine.ruleset import REFERENCE, RULE_SETS_BY_NAME, Game, RuleSet
from rami_examples.claims.yaml_source import Mapping, Node, Scalar, Sequence, repeated_keys
from rami_examples.findings import Finding, Kind, Place

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}", re.ASCII)
_PLACEHOLDER = re.compile(r"%\(\w{1,60}\)s|%%", re.ASCII)
_NOTATION = "a rank (A 2 … 10 J Q K) and a suit (S H D C), or JK"
_MAX_ID = 60
_MAX_CARDS = 200

E = TypeVar("E", bound=Enum)
T = TypeVar("T")


class Fields:
    """The fields of one mapping; ``faults`` is the list that findings are added to."""

    def __init__(self, node: Node, what: str, example: str, faults: list[Finding]) -> None:
        self._what = what
        self._example = example
        self.faults = faults
        self._known: set[str] = set()
        self._entries: dict[str, tuple[Scalar, Node]] = {}
        self.place = node.place
        self.id = ""
        self.is_mapping = isinstance(node, Mapping)
        if isinstance(node, Mapping):
            self._entries = {key.text: (key, value) for key, value in node.entries}
            self._repeated = repeated_keys(node)
        else:
            self._repeated = ()
            self.fault(Kind.CORPUS_SHAPE, node.place, f"{what} is a mapping of keys to values")

    @property
    def places(self) -> dict[str, Place]:
        """Where the value of each field stands."""
        return {name: value.place for name, (_, value) in self._entries.items()}

    def fault(self, kind: Kind, place: Place, message: str, right: str = "") -> None:
        """Record a fault of this entry; ``right`` falls back to an entry that is right."""
        self.faults.append(Finding(kind, place, message, right or self._example, example=self.id))

    def has(self, name: str) -> bool:
        """Whether the entry has this field; having been asked for, it is one of the known keys."""
        self._known.add(name)
        return name in self._entries

    def node(self, name: str, required: bool = True) -> Node | None:
        """The field as a node; a missing required field is a fault."""
        self._known.add(name)
        if name in self._entries:
            return self._entries[name][1]
        if required and self.is_mapping:
            self.fault(Kind.CORPUS_KEY, self.place, f"{self._what} has no {name!r}")
        return None

    def scalar(self, name: str, right: str, required: bool = True) -> Scalar | None:
        """The field as a single piece of text that is not empty."""
        node = self.node(name, required)
        if isinstance(node, Scalar) and node.text.strip():
            return node
        if node is not None:
            self.fault(Kind.CORPUS_SHAPE, node.place, f"{name!r} is one line of text", right)
        return None

    def text(
        self, name: str, right: str, required: bool = True, shows: Iterable[str] | None = None
    ) -> str:
        """The field as prose: line breaks folded into spaces.

        ``shows`` names the placeholders that are filled in where the text is shown; without it,
        the text is shown as it stands.
        """
        scalar = self.scalar(name, right, required)
        if scalar is None:
            return ""
        known = [] if shows is None else [*(f"%({each})s" for each in shows), "%%"]
        for found in _PLACEHOLDER.finditer(scalar.text):
            if found[0] not in known:
                message = f"nothing is filled in for {_short(found[0])} in this {name}"
                better = ", ".join(known[:-1]) or f"a {name} without placeholders"
                self.fault(Kind.CORPUS_VALUE, scalar.at(found.start()), message, better)
        return " ".join(scalar.text.split())

    def identifier(self) -> str:
        """The ``id``: lower-case words joined by hyphens."""
        scalar = self.scalar("id", "id: three-kings")
        if scalar is None:
            return ""
        if not _ID.fullmatch(scalar.text) or len(scalar.text) > _MAX_ID:
            message = (
                f"{scalar.text[:_MAX_ID]!r} is no id: small letters, digits and single hyphens"
            )
            self.fault(Kind.CORPUS_VALUE, scalar.place, message, "id: three-kings")
            return ""
        self.id = scalar.text
        return scalar.text

    def number(self, name: str, required: bool = True) -> int:
        """The field as a whole number from 0 to 999999."""
        scalar = self.scalar(name, f"{name}: 30", required)
        return self.whole(scalar, name) if scalar else 0

    def numbers(self, name: str, required: bool = True) -> tuple[int, ...]:
        """The field as whole numbers separated by spaces."""
        scalar = self.scalar(name, f"{name}: 10 10 10", required)
        if scalar is None:
            return ()
        words = scalar.text.split()
        if not all(_NUMBER.fullmatch(word) for word in words):
            message = f"{name!r} is whole numbers separated by spaces, not {_short(scalar.text)}"
            self.fault(Kind.CORPUS_VALUE, scalar.place, message, f"{name}: 10 10 10")
            return ()
        return tuple(map(int, words))

    def whole(self, scalar: Scalar, name: str) -> int:
        """A piece of text as a whole number from 0 to 999999; 0 after a fault."""
        if _NUMBER.fullmatch(scalar.text):
            return int(scalar.text)
        message = f"{name!r} is a whole number, not {_short(scalar.text)}"
        self.fault(Kind.CORPUS_VALUE, scalar.place, message, f"{name}: 30")
        return 0

    def within(self, scalar: Scalar, name: str, least: int, most: int, right: str = "") -> int:
        """A piece of text as a whole number in a range; ``least`` after a fault."""
        number = int(scalar.text) if _NUMBER.fullmatch(scalar.text) else -1
        if least <= number <= most:
            return number
        message = f"{name!r} is a whole number from {least} to {most}, not {_short(scalar.text)}"
        self.fault(Kind.CORPUS_VALUE, scalar.place, message, right or f"{name}: {least}")
        return least

    def card(self, name: str) -> str:
        """The field as the notation of one card; '' where it is left out."""
        cards = self.cards(name, required=False)
        if len(cards) > 1:
            message = f"{name!r} is one card, not {len(cards)}"
            self.fault(Kind.CORPUS_VALUE, self.places[name], message, f"{name}: 9S")
        return str(cards[0]) if cards else ""

    def cards(self, name: str, required: bool = True) -> Cards:
        """The field as cards in the notation of the engine, separated by spaces."""
        scalar = self.scalar(name, f"{name}: KH KS KD", required)
        return self.parse_cards(scalar, scalar.text, 0) if scalar else ()

    def groups(self, name: str) -> tuple[Cards, ...]:
        """The field as groups of cards separated by ``|``."""
        scalar = self.scalar(name, f"{name}: QH KH AH | JK 7S 8S")
        if scalar is None:
            return ()
        groups: list[Cards] = []
        offset = 0
        for part in scalar.text.split("|"):
            groups.append(self.parse_cards(scalar, part, offset))
            offset += len(part) + 1
        return tuple(groups)

    def parse_cards(self, scalar: Scalar, text: str, offset: int) -> Cards:
        """The cards of a part of a scalar that starts ``offset`` characters into it."""
        try:
            cards = parse_cards(text)
        except NotationError as error:
            place = scalar.at(offset + error.offset)
            message = f"{_short(error.text)} is no card: {_NOTATION}"
            self.fault(Kind.CORPUS_CARD, place, message, _card_like(error.text))
            return ()
        if not 0 < len(cards) <= _MAX_CARDS:
            message = f"needs 1 to {_MAX_CARDS} cards, not {len(cards)}"
            self.fault(Kind.CORPUS_VALUE, scalar.at(offset), message)
            return ()
        return cards

    def no_more_than(self, packs: int, jokers: int, cards: Cards, place: Place, what: str) -> None:
        """No card may come more often than a deck has it; ``what`` holds them, for the message."""
        for card, count in Counter(cards).items():
            most = jokers if isinstance(card, Joker) else packs
            if count > most:
                message = (
                    f"{what} holds {card} {count} times; the deck has it {most} times at the most"
                )
                self.fault(Kind.CORPUS_COPIES, place, message, notation([card] * most))

    def choice(self, name: str, options: MappingType[str, T], default: T | None = None) -> T:
        """The field as one of the named options; required unless there is a default."""
        fallback = next(iter(options.values())) if default is None else default
        right = f"{name}: {' or '.join(options)}"
        scalar = self.scalar(name, right, required=default is None)
        if scalar is None:
            return fallback
        if scalar.text not in options:
            message = f"{name!r} cannot be {_short(scalar.text)}{near(scalar.text, options)}"
            self.fault(Kind.CORPUS_VALUE, scalar.place, message, right)
            return fallback
        return options[scalar.text]

    def member(self, name: str, options: type[E], default: E | None = None) -> E:
        """The field as the value of an enum."""
        return self.choice(name, {str(option.value): option for option in options}, default)

    def game(self) -> Game:
        """The game; Rami 51 where none is given."""
        return self.member("game", Game, Game.RAMI_51)

    def rules(self) -> RuleSet:
        """The rule set; the reference rules where none is given."""
        return self.choice("rules", RULE_SETS_BY_NAME, REFERENCE)

    def rule(self, name: str) -> Rule | None:
        """The field as the id of a rule; None where it is left out."""
        scalar = self.scalar(name, f"{name}: run.no-wrap", required=False)
        return self._rule(scalar) if scalar else None

    def rule_list(self, name: str, required: bool = True) -> tuple[Rule, ...]:
        """The field as a list of rule ids."""
        right = f"{name}: [set.size, set.one-rank]"
        rules = [self._rule(item) for item in self.scalars(name, right, required)]
        return tuple(rule for rule in rules if rule)

    def scalars(self, name: str, right: str, required: bool = True) -> tuple[Scalar, ...]:
        """The field as a list of single texts."""
        node = self.node(name, required)
        if node is None:
            return ()
        if isinstance(node, Sequence):
            items = tuple(item for item in node.items if isinstance(item, Scalar))
            if items and len(items) == len(node.items):
                return items
        self.fault(Kind.CORPUS_SHAPE, node.place, f"{name!r} is a list", right)
        return ()

    def _rule(self, scalar: Scalar) -> Rule | None:
        if scalar.text in RULES:
            return RULES[scalar.text]
        message = f"the engine has no rule {_short(scalar.text)}{near(scalar.text, RULES)}"
        self.fault(Kind.CORPUS_VALUE, scalar.place, message, "run.no-wrap")
        return None

    def child(self, name: str, example: str, required: bool = True) -> Fields | None:
        """The field as a mapping of its own."""
        node = self.node(name, required)
        if node is None:
            return None
        child = Fields(node, f"{name!r}", example, self.faults)
        child.id = self.id
        return child

    def end(self) -> None:
        """Record keys that nobody asked for, and keys that come twice."""
        self.faults += (replace(fault, example=self.id) for fault in self._repeated)
        for name, (key, _) in self._entries.items():
            if name not in self._known:
                message = f"{self._what} has no key {_short(name)}{near(name, self._known)}"
                right = f"one of {', '.join(sorted(self._known))}"
                self.fault(Kind.CORPUS_KEY, key.place, message, right)


def near(text: str, known: Iterable[str]) -> str:
    """The question whether the known name most like ``text`` was meant; '' if none is like it."""
    like = difflib.get_close_matches(text, list(known), 1)
    return f"; did you mean {like[0]!r}?" if like else ""


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "…")


def _card_like(text: str) -> str:
    """A card that the writer may have meant, such as ``10H`` for ``h10``."""
    swapped = text.upper().replace("♠", "S").replace("♥", "H").replace("♦", "D").replace("♣", "C")
    for guess in (
        swapped,
        swapped[1:] + swapped[:1],
        swapped.replace("T", "10"),
        swapped.replace("1", "A"),
    ):
        try:
            return notation(parse_cards(guess)) or "KH 10S JK"
        except NotationError:
            continue
    return "KH 10S JK"
