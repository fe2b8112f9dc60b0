r"""The protocol: any engine of Rami, asked and answering in lines of JSON.

The engine is a program. It reads requests from its standard input and writes answers to its
standard output, both UTF-8, one JSON object a line, one answer for each request, in their order,
each answer flushed at once. It ends when its input ends. Anything else that it has to say goes to
standard error. ``protocol.schema.json`` says the same as a JSON Schema.

::

    > {"protocol": 1, "id": 1, "kind": "hello"}
    < {"protocol": 1, "id": 1, "name": "rami.mjs", "version": "1.0", "fingerprint": "3f2a"}
    > {"protocol": 1, "id": 2, "kind": "meld", "cards": "JK 7S 8S", "as": "run", "rules": "house"}
    < {"protocol": 1, "id": 2, "verdict": "valid", "points": 30, "joker": "6S"}

Every line has ``protocol``, which is 1. A request has an ``id``, a whole number, and its answer
the same one. A line is 1,000,000 bytes long at the most, its line end not counted.

Instead of an answer there may be

- ``"unsupported": true``: the engine does not answer this kind of question (or this one);
- ``"error": "…"``: the request cannot be read. ``id`` is null where it could not be read either.

Words and values
    Cards are written as in ``KH 10S JK``; melds, and rounds of a match, are separated by `` | ``,
    lists of numbers by spaces. Players count from 1, in the order of their seats to the left.
    ``rules`` is ``reference`` or ``house``, ``game`` is ``rami40`` or ``rami51``. A rule is
    named by its id, such as ``run.no-wrap``: the ids are the anchors of the rulebook.

Refusals
    ``"verdict": "refused"`` with ``reason``, the rule that forbids it. ``concerns``, the cards
    concerned in any order, may be left out.

Applied rules
    ``applied`` lists the rules that led to an answer. An engine that keeps no account of them
    leaves it out: then what an example claims to prove is not compared with its answers.

The kinds, with what is asked and what is answered:

``hello``
    Answered: ``name``, ``version``, and ``fingerprint``, which changes with the engine.

``meld``
    Asked: ``cards``, ``rules``, and maybe ``as`` (``set`` or ``run``). Without it, and wherever
    else cards are laid, they are meant as a set if all natural cards are of one rank, or more of
    them agree in rank than in suit; else as a run. That decides which rule refuses what is neither.
    Answered: ``"verdict": "valid"``, ``points``, ``joker`` (the card that it stands for, left
    out while its suit is open), ``applied``; or a refusal.

``opening``
    Asked: ``melds``, ``game``, ``rules``. All melds are laid in one turn.
    Answered: ``"verdict": "accepted"``, ``total``, ``applied``; or a refusal with its
    ``total``. If one of them is no meld: a refusal with that ``meld``, and no total.

``deck``
    Asked: ``players``, ``rules``. Answered: ``packs``, ``jokers``, ``total``, ``applied``; or a
    refusal.

``value``
    Asked: ``cards``, the ``meld`` in which they lie, ``rules``.
    Answered, each a list of numbers: ``points`` (as they lie) and ``hand`` (left in the hand),
    and ``applied``; or a refusal of the meld.

``deal``
    Asked: ``players``, ``dealer``, ``rules``. Answered: how many cards every ``hand``, the
    ``discards`` and the ``stock`` have, the player who ``starts``, ``applied``; or a refusal.

``match``
    Asked: ``rounds`` (the points of all players in each), ``rules``, and ``agreed``, the number
    of rounds, where more were agreed than have been played. The first player deals the first
    round.
    Answered: ``dealers`` by round, ``totals``, ``winners`` (empty while rounds are to come),
    ``applied``; or a refusal.

``scenario``
    Asked: ``game``, ``rules``, ``table`` and ``steps``. The table is at the start of a turn:
    ``hands``, ``stock`` and ``discards`` (both from bottom to top: the last card is drawn),
    ``table`` (melds, each with ``player`` and ``cards``), ``opened`` and ``tried`` (players who
    have opened, and players whose melds went back and who have not opened since), ``dealer``,
    ``player`` (who is to move), ``turn`` and ``reshuffles``. A step is ``{"draw": "stock"}``,
    ``{"draw": "discard"}``, ``{"lay": "KH KS KD"}``, ``{"lay-off": "10S JS on 1"}`` (the first
    meld of the table), ``{"swap": "6S on 1"}`` (for its joker) or ``{"discard": "KD"}``. A
    refused step leaves the table as it was, and the play goes on.
    Answered: ``steps``, for each the ``player`` who moved and either ``refused`` with a rule
    (and maybe ``concerns``), or ``applied`` and ``gives``, the effects by name, each a text;
    see CONTRIBUTING.md. An effect that did not come about is ``nothing``, as are no cards;
    hands are written in any order. A step that names a meld which is not on the table ends the
    play: the answers end before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from rami_engine import __version__, plain
from rami_engine.answers import Refused
from rami_engine.deal import deal
from rami_engine.deck import deck_for
from rami_engine.effects import play
from rami_engine.fingerprint import engine_fingerprint
from rami_engine.meld import MeldKind, judge_meld
from rami_engine.plain import Malformed, Plain, Reader
from rami_engine.questions import Counted, count, open_with, score_match
from rami_engine.ruleset import Game

PROTOCOL = 1
"""The version of the protocol. It changes when an old engine could no longer be asked."""

LONGEST_LINE = 1_000_000
"""Bytes of a line, its end not counted."""

LARGEST_ID = 2**53 - 1
"""Ids are whole numbers from 0 to this one, which every language can hold."""


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line of ``requests`` until they end."""
    while line := requests.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = requests.readline(LONGEST_LINE)
            answered = _say(None, {"error": f"the line is longer than {LONGEST_LINE} bytes"})
        else:
            answered = answer(line)
        answers.write(answered.encode() + b"\n")
        answers.flush()


def answer(line: bytes | str) -> str:
    """Answer one request; whatever is wrong with it, the answer is one line of JSON."""
    number: int | None = None
    try:
        request = Reader(read_line(line), "the request")
        number = request.number("id", 0, LARGEST_ID)
        version = request.number("protocol")
        if version != PROTOCOL:
            raise Malformed(f"protocol {version} is not spoken here, protocol {PROTOCOL} is")
        return _say(number, _ask(request))
    except Malformed as malformed:
        return _say(number, {"error": str(malformed)})


def ask(question: Mapping[str, Any]) -> Plain:
    """The engine's answer to a question as ``plain`` writes it. Raises Malformed."""
    return _ask(Reader(question, "the question"))


def read_line(line: bytes | str) -> Any:
    """The JSON of a line. Raises Malformed for anything that some reader of JSON might not read."""
    try:
        text = line.decode() if isinstance(line, bytes) else line
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_json)
    except Malformed:
        raise
    except UnicodeDecodeError:
        raise Malformed("the line is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise Malformed(f"the line is not JSON: {error}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        raise Malformed("an object has the same field twice")
    return content


def _no_json(word: str) -> None:
    raise Malformed(f"{word} is not JSON")


def _say(number: int | None, content: Plain) -> str:
    return json.dumps({"protocol": PROTOCOL, "id": number, **content})


def _ask(question: Reader) -> Plain:
    kind = question.text("kind")
    if kind not in _KINDS:
        raise Malformed(f"{kind!r:.60} is none of {', '.join(_KINDS)}")
    return _KINDS[kind](question)


def _hello(question: Reader) -> Plain:
    question.end()
    return {"name": "rami_engine", "version": __version__, "fingerprint": engine_fingerprint()}


def _meld(question: Reader) -> Plain:
    cards, rules = question.cards("cards", 1), question.rules()
    kind = question.member("as", MeldKind) if question.has("as") else None
    question.end()
    return plain.meld_answer(judge_meld(cards, rules, kind))


def _opening(question: Reader) -> Plain:
    groups, game, rules = question.groups("melds"), question.member("game", Game), question.rules()
    question.end()
    return plain.opening_answer(open_with(groups, game, rules))


def _deck(question: Reader) -> Plain:
    players, rules = question.number("players"), question.rules()
    question.end()
    return plain.deck_answer(deck_for(players, rules))


def _value(question: Reader) -> Plain:
    cards, in_meld = question.cards("cards", 1), question.cards("meld", 1)
    rules = question.rules()
    question.end()
    counted = count(cards, in_meld, rules)
    if isinstance(counted, Counted) and not set(cards) <= set(in_meld):
        raise Malformed("'cards' are not all in the meld")
    return plain.value_answer(counted)


def _deal(question: Reader) -> Plain:
    players, dealer = question.number("players"), question.number("dealer")
    rules = question.rules()
    question.end()
    deck = deck_for(players, rules)
    if isinstance(deck, Refused):
        return plain.refusal(deck)
    if not 1 <= dealer <= players:
        raise Malformed(f"'dealer' is not a player from 1 to {players}")
    dealt = deal(players, Game.RAMI_51, rules, seed=0, dealer=dealer - 1)
    assert not isinstance(dealt, Refused)
    return plain.deal_answer(dealt.state, dealt.rules)


def _match(question: Reader) -> Plain:
    rounds, rules = question.rows("rounds"), question.rules()
    least = len(rounds)
    agreed = question.number("agreed", least) if question.has("agreed") else least
    question.end()
    return plain.match_answer(score_match(rounds, agreed, rules))


def _scenario(question: Reader) -> Plain:
    table = plain.read_table(question)
    steps = [plain.read_step(step) for step in question.items("steps")]
    question.end()
    return plain.scenario_answer(play(table, steps))


_KINDS: Mapping[str, Callable[[Reader], Plain]] = {
    "hello": _hello,
    "meld": _meld,
    "opening": _opening,
    "deck": _deck,
    "value": _value,
    "deal": _deal,
    "match": _match,
    "scenario": _scenario,
}
