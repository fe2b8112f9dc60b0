"""Questions and answers as plain data: the one vocabulary of protocol, pages and files.

Everything is text, whole numbers, lists and objects, ready for JSON. Cards are written as in
``cards``, melds and rounds are separated by `` | ``, lists of numbers by spaces; players and
melds count from 1, rules and rule sets go by their names. ``protocol`` says what each field means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, TypeVar

from rami_engine.actions import Action, Discard, Draw, Lay, LayOff, Pile, SwapJoker
from rami_engine.answers import Refused
from rami_engine.cards import Card, Cards, NotationError, notation, parse_cards
from rami_engine.deck import Deck
from rami_engine.effects import EFFECTS, Played, effect
from rami_engine.meld import Meld, MeldKind, judge_meld
from rami_engine.opening import Opening
from rami_engine.questions import Counted, NoMeld
from rami_engine.rules import Rule
from rami_engine.ruleset import RULE_SETS_BY_NAME, Game, RuleSet
from rami_engine.sheet import Sheet
from rami_engine.state import RoundState, TableMeld, given_table

Plain = dict[str, Any]
"""An object of plain data."""

E = TypeVar("E", bound=Enum)

MOST_CARDS = 200
"""How many cards one text may list; the largest deck has fewer."""
MOST_ENTRIES = 1000
"""How many entries a list may have, and how many melds or rounds a text may list."""
MOST = 1_000_000
"""The largest number; the smallest is its negative."""


class Malformed(ValueError):
    """Data that does not keep to the vocabulary; the text says what is wrong."""


class Reader:
    """An object of plain data, read field by field. Every method raises Malformed."""

    def __init__(self, data: object, what: str) -> None:
        if not isinstance(data, Mapping):
            raise Malformed(f"{what} is not an object")
        self._data = data
        self._what = what
        self._read: set[str] = set()

    def has(self, name: str) -> bool:
        """Whether a field is there."""
        return name in self._data

    def any(self, name: str) -> Any:
        """A field, whatever it holds."""
        self._read.add(name)
        if name not in self._data:
            raise Malformed(f"{self._what} has no {name!r}")
        return self._data[name]

    def text(self, name: str) -> str:
        """A text."""
        value = self.any(name)
        if not isinstance(value, str):
            raise self._fault(name, "is not a text")
        return value

    def number(self, name: str, least: int = -MOST, most: int = MOST) -> int:
        """A whole number."""
        value = self.any(name)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self._fault(name, f"is not a whole number from {least} to {most}")
        return value

    def items(self, name: str) -> list[Any]:
        """A list."""
        value = self.any(name)
        if not isinstance(value, list) or len(value) > MOST_ENTRIES:
            raise self._fault(name, f"is not a list of {MOST_ENTRIES} entries at the most")
        return value

    def cards(self, name: str, least: int = 0) -> Cards:
        """Cards, at least so many."""
        return self._cards(name, self.text(name), least)

    def card(self, name: str) -> Card:
        """One card."""
        return self._one(name, self.cards(name))

    def hands(self, name: str) -> tuple[Cards, ...]:
        """A list of cards, each of which may be empty."""
        return tuple(self._cards(name, hand, 0) for hand in self.items(name))

    def groups(self, name: str) -> tuple[Cards, ...]:
        """Melds separated by ``|``, none of them empty."""
        return tuple(self._cards(name, group, 1) for group in self._parts(name))

    def rows(self, name: str) -> tuple[tuple[int, ...], ...]:
        """Rows of numbers separated by ``|``, all of the same length."""
        rows = tuple(self._numbers(name, row) for row in self._parts(name))
        if len({len(row) for row in rows}) != 1:
            raise self._fault(name, "does not have the points of all players in every round")
        return rows

    def seats(self, name: str) -> tuple[int, ...]:
        """A list of players; the result counts them from 0."""
        seats = self.items(name)
        if not all(isinstance(seat, int) and not isinstance(seat, bool) for seat in seats):
            raise self._fault(name, "is not a list of players")
        return tuple(seat - 1 for seat in seats)

    def on_meld(self, name: str) -> tuple[Cards, int]:
        """``CARDS on MELD``: cards and the number of a meld, counted from 0 in the result."""
        cards, _, meld = self.text(name).partition(" on ")
        numbers = self._numbers(name, meld)
        if len(numbers) != 1 or not 1 <= numbers[0] <= MOST_ENTRIES:
            raise self._fault(name, "is not 'CARDS on NUMBER OF A MELD'")
        return self._cards(name, cards, 1), numbers[0] - 1

    def card_on_meld(self, name: str) -> tuple[Card, int]:
        """``CARD on MELD``: a card and the number of a meld, counted from 0 in the result."""
        cards, meld = self.on_meld(name)
        return self._one(name, cards), meld

    def member(self, name: str, members: type[E]) -> E:
        """The member of an enum that a field names."""
        value = self.text(name)
        try:
            return members(value)
        except ValueError:
            known = ", ".join(member.value for member in members)
            raise self._fault(name, f"is none of {known}") from None

    def rules(self) -> RuleSet:
        """The rule set that the field ``rules`` names."""
        rules = RULE_SETS_BY_NAME.get(self.text("rules"))
        if rules is None:
            raise self._fault("rules", f"is none of {', '.join(RULE_SETS_BY_NAME)}")
        return rules

    def end(self) -> None:
        """Refuse fields that nothing has read: a misspelt one must not go unnoticed."""
        for name in self._data:
            if name not in self._read:
                raise Malformed(f"{self._what} has a field {name!r:.60} that means nothing here")

    def _fault(self, name: str, fault: str) -> Malformed:
        return Malformed(f"{name!r} of {self._what} {fault}")

    def _parts(self, name: str) -> list[str]:
        parts = self.text(name).split("|")
        if len(parts) > MOST_ENTRIES:
            raise self._fault(name, f"has more than {MOST_ENTRIES} parts")
        return parts

    def _cards(self, name: str, text: object, least: int) -> Cards:
        if not isinstance(text, str):
            raise self._fault(name, "has an entry that is not a text")
        try:
            cards = parse_cards(text)
        except NotationError as error:
            raise self._fault(name, f"has {error.text!r:.40}, which is no card") from None
        if not least <= len(cards) <= MOST_CARDS:
            raise self._fault(name, f"does not have {least} to {MOST_CARDS} cards")
        return cards

    def _one(self, name: str, cards: Cards) -> Card:
        if len(cards) != 1:
            raise self._fault(name, "is not one card")
        return cards[0]

    def _numbers(self, name: str, text: str) -> tuple[int, ...]:
        words = text.split()
        if not all(word.isascii() and word.isdigit() and len(word) < 8 for word in words):
            raise self._fault(name, "has a number that is none")
        return tuple(map(int, words))


# Questions


def meld_question(cards: Cards, kind: MeldKind | None, rules: RuleSet) -> Plain:
    """Cards laid as a meld of this kind, or as what they can be meant as."""
    laid_as = {"as": kind.value} if kind else {}
    return {"kind": "meld", "cards": notation(cards), **laid_as, "rules": rules.name}


def opening_question(melds: Iterable[Cards], game: Game, rules: RuleSet) -> Plain:
    """Melds laid in one turn as an opening."""
    return {
        "kind": "opening",
        "melds": " | ".join(map(notation, melds)),
        "game": game.value,
        "rules": rules.name,
    }


def deck_question(players: int, rules: RuleSet) -> Plain:
    """The deck for a number of players."""
    return {"kind": "deck", "players": players, "rules": rules.name}


def value_question(cards: Cards, meld: Cards, rules: RuleSet) -> Plain:
    """What cards count as they lie in a meld, and what they count left in the hand."""
    return {
        "kind": "value",
        "cards": notation(cards),
        "meld": notation(meld),
        "rules": rules.name,
    }


def deal_question(players: int, dealer: int, rules: RuleSet) -> Plain:
    """A deal; the dealer counts from 0."""
    return {"kind": "deal", "players": players, "dealer": dealer + 1, "rules": rules.name}


def match_question(rounds: Sequence[Sequence[int]], agreed: int, rules: RuleSet) -> Plain:
    """A match from the points of its rounds, of which some may still be to come."""
    more = {"agreed": agreed} if agreed != len(rounds) else {}
    rows = " | ".join(map(spaced, rounds))
    return {"kind": "match", "rounds": rows, **more, "rules": rules.name}


def scenario_question(table: RoundState, actions: Iterable[Action]) -> Plain:
    """A table and the steps that are played on it."""
    return {
        "kind": "scenario",
        "game": table.game.value,
        "rules": table.rules.name,
        "table": {
            "hands": [notation(hand) for hand in table.hands],
            "stock": notation(table.stock),
            "discards": notation(table.discards),
            "table": [
                {"player": laid.owner + 1, "cards": notation(laid.meld.cards)}
                for laid in table.melds
            ],
            "opened": [seat + 1 for seat, opened in enumerate(table.opened) if opened],
            "tried": [seat + 1 for seat, returned in enumerate(table.returned) if returned],
            "dealer": table.dealer + 1,
            "player": table.player + 1,
            "turn": table.turn,
            "reshuffles": table.reshuffles,
        },
        "steps": [_step_question(action) for action in actions],
    }


def _step_question(action: Action) -> Plain:
    match action:
        case Draw(pile):
            return {"draw": pile.value}
        case Lay(cards):
            return {"lay": notation(cards)}
        case LayOff(meld, cards):
            return {"lay-off": f"{notation(cards)} on {meld + 1}"}
        case SwapJoker(meld, card):
            return {"swap": f"{card} on {meld + 1}"}
        case Discard(card):
            return {"discard": str(card)}


STEPS = ("draw", "lay", "lay-off", "swap", "discard")
"""What a step can be; it has one of these fields and no other."""


def read_table(question: Reader) -> RoundState:
    """The table of a scenario. Raises Malformed for one that no play leads to."""
    rules, game = question.rules(), question.member("game", Game)
    given = Reader(question.any("table"), "the table")
    melds = [_read_meld(laid, rules) for laid in given.items("table")]
    try:
        table = given_table(
            given.hands("hands"),
            rules=rules,
            game=game,
            stock=given.cards("stock"),
            discards=given.cards("discards"),
            melds=melds,
            opened=given.seats("opened"),
            returned=given.seats("tried"),
            player=given.number("player") - 1,
            dealer=given.number("dealer") - 1,
            turn=given.number("turn"),
            reshuffles=given.number("reshuffles"),
        )
    except ValueError as error:
        raise Malformed(f"no play leads to this table: {error}") from None
    given.end()
    return table


def _read_meld(data: object, rules: RuleSet) -> TableMeld:
    laid = Reader(data, "a meld on the table")
    cards, owner = laid.cards("cards", 1), laid.number("player") - 1
    laid.end()
    meld = judge_meld(cards, rules)
    if isinstance(meld, Refused):
        raise Malformed(f"no meld: {notation(cards)} is refused by {meld.rule.value}")
    return TableMeld(owner, meld)


def read_step(data: object) -> Action:
    """A step of a scenario. Raises Malformed."""
    step = Reader(data, "a step")
    action = _read_action(step)
    step.end()
    return action


def _read_action(step: Reader) -> Action:
    if step.has("draw"):
        return Draw(step.member("draw", Pile))
    if step.has("lay"):
        return Lay(step.cards("lay", 1))
    if step.has("lay-off"):
        cards, meld = step.on_meld("lay-off")
        return LayOff(meld, cards)
    if step.has("swap"):
        card, meld = step.card_on_meld("swap")
        return SwapJoker(meld, card)
    return Discard(step.card("discard"))


# Answers


def refusal(refused: Refused) -> Plain:
    """A refusal: its rule, and the cards that it concerns, which may be none."""
    return {"verdict": "refused", "reason": refused.rule.value, **_concerns(refused)}


def meld_answer(answer: Meld | Refused) -> Plain:
    """What came of a meld."""
    if isinstance(answer, Refused):
        return refusal(answer)
    return {
        "verdict": "valid",
        "points": answer.points,
        **({"joker": str(answer.stands_for)} if answer.stands_for else {}),
        "applied": names(answer.rules),
    }


def opening_answer(answer: Opening | NoMeld) -> Plain:
    """What came of an opening. The rules that judged its melds were applied as well."""
    if isinstance(answer, NoMeld):
        return {"meld": notation(answer.cards), **refusal(answer.refused)}
    applied = (*answer.rules, *(rule for meld in answer.melds for rule in meld.rules))
    verdict = refusal(answer.refused) if answer.refused else {"verdict": "accepted"}
    return {"total": answer.total, **verdict, "applied": names(applied)}


def deck_answer(answer: Deck | Refused) -> Plain:
    """The deck, or why there is none."""
    if isinstance(answer, Refused):
        return refusal(answer)
    return {
        "packs": answer.packs,
        "jokers": answer.jokers,
        "total": answer.total,
        "applied": names(answer.rules),
    }


def value_answer(answer: Counted | Refused) -> Plain:
    """What the cards count as they lie, and in the hand; or why they do not lie in a meld."""
    if isinstance(answer, Refused):
        return refusal(answer)
    points = spaced(place.points for place in answer.laid)
    return {"points": points, "hand": spaced(answer.hand), "applied": names(answer.rules)}


def deal_answer(table: RoundState, rules: Iterable[Rule]) -> Plain:
    """How a table was dealt. ``hand`` is the number of cards in each hand."""
    return {
        "hand": min(map(len, table.hands)),
        "discards": len(table.discards),
        "stock": len(table.stock),
        "starts": table.player + 1,
        "applied": names(rules),
    }


def match_answer(sheet: Sheet | Refused) -> Plain:
    """How a match stands after its rounds, or why there can be none."""
    if isinstance(sheet, Refused):
        return refusal(sheet)
    return {
        "dealers": spaced(seat + 1 for seat in sheet.dealers),
        "totals": spaced(sheet.match.totals),
        "winners": spaced(seat + 1 for seat in sheet.winners),
        "applied": names(sheet.rules),
    }


def scenario_answer(played: Iterable[Played]) -> Plain:
    """What came of every step that was played."""
    return {"steps": [step_answer(step) for step in played]}


def step_answer(played: Played) -> Plain:
    """What came of a step."""
    player = {"player": played.before.player + 1}
    outcome = played.outcome
    if isinstance(outcome, Refused):
        return {**player, "refused": outcome.rule.value, **_concerns(outcome)}
    gives = {name: effect(played, name) for name in EFFECTS}
    return {**player, "applied": names(outcome.rules), "gives": gives}


def _concerns(refused: Refused) -> Plain:
    return {"concerns": notation(refused.cards)}


def names(rules: Iterable[Rule]) -> list[str]:
    """Rules by their ids, each once."""
    return list(dict.fromkeys(rule.value for rule in rules))


def spaced(numbers: Iterable[int]) -> str:
    """Numbers as a text."""
    return " ".join(map(str, numbers))
