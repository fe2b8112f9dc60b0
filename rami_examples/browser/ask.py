"""Questions to the engine and its answers as plain values: the way in for the try-it page.

Runs in the browser beside the engine, so it imports nothing else. The words are those of the
published facts: ``cards``, ``melds``, ``rules``, ``game``, ``as``, ``verdict``, ``points``,
``total``, ``reason``, ``joker``.
"""

from __future__ import annotations

from rami_engine.answers import Refused
from rami_engine.cards import Cards, NotationError, notation, parse_cards
from rami_engine.meld import Meld, MeldKind, judge_meld
from rami_engine.naming import meld_name
from rami_engine.opening import judge_opening
from rami_engine.rules import Rule
from rami_engine.ruleset import RULE_SETS_BY_NAME, Game, RuleSet

Answer = dict[str, object]


def ask(question: dict[str, str]) -> Answer:
    """Answer a question of ``kind`` "meld" (``cards``, ``as``) or "opening" (``melds``, ``game``).

    Cards may be written in small letters. ``as`` may be '' or left out; a valid meld is ``named``
    "set", "set-of-four", "run" or "pure-run". An answer has a ``verdict``, or ``unreadable`` with
    the text that is no card, or ``missing`` "cards". Raises KeyError or ValueError for any other
    fault of the question.
    """
    rules = RULE_SETS_BY_NAME[question["rules"]]
    try:
        if question["kind"] == "meld":
            return _meld(parse_cards(question["cards"].upper()), question.get("as", ""), rules)
        melds = [parse_cards(text.upper()) for text in question["melds"].split("|")]
        return _opening([cards for cards in melds if cards], Game(question["game"]), rules)
    except NotationError as error:
        return {"unreadable": error.text}


def _meld(cards: Cards, kind: str, rules: RuleSet) -> Answer:
    if not cards:
        return {"missing": "cards"}
    answer = judge_meld(cards, rules, MeldKind(kind) if kind else None)
    if isinstance(answer, Refused):
        return {"verdict": "refused", **_refused(answer)}
    named = meld_name(answer, rules).value
    return {"verdict": "valid", "named": named, "applied": _ids(answer.rules), **_laid(answer)}


def _opening(laid: list[Cards], game: Game, rules: RuleSet) -> Answer:
    """What a player laid as an opening; a meld that is none refuses the whole."""
    if not laid:
        return {"missing": "cards"}
    judged = [judge_meld(cards, rules) for cards in laid]
    asked: Answer = {
        "threshold": rules.opening(game).threshold,
        "melds": [_refused(each) if isinstance(each, Refused) else _laid(each) for each in judged],
    }
    for each in judged:
        if isinstance(each, Refused):
            return {**asked, "verdict": "refused", "reason": each.rule.value}
    opening = judge_opening([each for each in judged if isinstance(each, Meld)], game, rules)
    asked["total"] = opening.total
    if opening.refused:
        return {**asked, "verdict": "refused", "reason": opening.refused.rule.value}
    return {**asked, "verdict": "accepted", "applied": _ids(opening.rules)}


def _refused(refused: Refused) -> Answer:
    return {"reason": refused.rule.value, "concerns": notation(refused.cards)}


def _laid(meld: Meld) -> Answer:
    """A meld as it lies; ``joker`` is the card that its joker stands for, or ''."""
    return {
        "as": meld.kind.value,
        "points": meld.points,
        "cards": notation(meld.cards),
        "joker": str(meld.stands_for or ""),
    }


def _ids(rules: tuple[Rule, ...]) -> list[str]:
    return [rule.value for rule in rules]
