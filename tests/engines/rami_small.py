"""A third engine of Rami, of melds and decks alone: what it does not know, it says.

It imports nothing of the project, so that it can stand for any other engine where there is no Node.

    python rami_small.py [--fault ace-low]
"""

from __future__ import annotations

import json
import sys
from typing import Any

FAULT = sys.argv[2] if sys.argv[1:2] == ["--fault"] else ""
LADDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
Answer = dict[str, Any]


def no(reason: str) -> Answer:
    return {"verdict": "refused", "reason": reason}


def worth(rank: str, lowest: bool) -> int:
    if rank == "A":
        return 1 if lowest or FAULT == "ace-low" else 11
    return int(rank) if rank.isdigit() else 10


def judge(cards: list[str], kind: str) -> tuple[str, list[tuple[str, str, bool]]]:
    """The rule that refuses, or '' and each card, what it stands for, and whether it is lowest."""
    own = [card for card in cards if card != "JK"]
    ranks, suits = [card[:-1] for card in own], [card[-1] for card in own]
    if len(cards) - len(own) > 1:
        return "meld.one-joker", []
    agree = max(map(ranks.count, ranks), default=0) > max(map(suits.count, suits), default=0)
    if (kind or ("set" if len(set(ranks)) == 1 or agree else "run")) == "set":
        return judge_set(cards, own, ranks, suits)
    if len(cards) < 3:
        return "run.length", []
    if len(set(suits)) > 1:
        return "run.one-suit", []
    if len(cards) > 13:
        return "run.no-wrap", []
    if len(set(own)) < len(own):
        return "run.consecutive", []
    for start in range(len(LADDER) - len(cards) + 1):
        stretch = LADDER[start : start + len(cards)]
        if set(ranks) <= set(stretch):
            places = [rank + suits[0] for rank in stretch]
            cast = [place if place in own else "JK" for place in places]
            lowest = [start + number == 0 for number in range(len(cards))]
            return "", list(zip(cast, places, lowest, strict=True))
    around = LADDER + LADDER[1:]
    stretches = (set(around[start : start + len(cards)]) for start in range(len(around)))
    wraps = any(set(ranks) <= stretch for stretch in stretches)
    return "run.no-wrap" if wraps else "run.consecutive", []


def judge_set(
    cards: list[str], own: list[str], ranks: list[str], suits: list[str]
) -> tuple[str, list[tuple[str, str, bool]]]:
    if len(set(ranks)) > 1:
        return "set.one-rank", []
    if len(set(suits)) < len(suits):
        return "set.distinct-suits", []
    if not 3 <= len(cards) <= 4:
        return "set.size", []
    free = [suit for suit in "SHDC" if suit not in suits]
    joker = ranks[0] + (free[0] if len(free) == 1 else "")
    return "", [(card, card if card in own else joker, False) for card in cards]


def meld(request: Answer) -> Answer:
    reason, laid = judge(request["cards"].split(), request.get("as", ""))
    if reason:
        return no(reason)
    flat = 15 if request["rules"] == "house" else None
    points = sum(
        flat if flat and card == "JK" else worth(place.rstrip("SHDC"), lowest)
        for card, place, lowest in laid
    )
    jokers = [place for card, place, _ in laid if card == "JK" and place[-1] in "SHDC"]
    return {"verdict": "valid", "points": points, **({"joker": jokers[0]} if jokers else {})}


def deck(request: Answer) -> Answer:
    players = request["players"]
    if not 2 <= players <= 6:
        return no("deck.players")
    packs = 2 if players < 5 else 3
    jokers = packs if request["rules"] == "house" else 4
    return {"packs": packs, "jokers": jokers, "total": 52 * packs + jokers}


def hello(request: Answer) -> Answer:
    return {"name": "rami_small", "version": "1.0", "fingerprint": FAULT or "sound"}


for line in sys.stdin:
    asked = json.loads(line)
    known = {"hello": hello, "meld": meld, "deck": deck}.get(asked["kind"])
    answer = known(asked) if known else {"unsupported": True}
    print(json.dumps({"protocol": 1, "id": asked["id"], **answer}), flush=True)
