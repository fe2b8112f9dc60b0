"""Random rounds that hold the engine against its own promises.

No card is lost or doubled, no turn comes after the last one, no hand counts less than nothing, and
``legal_actions`` names exactly what ``act`` accepts: all of them are tried in some states, and
random attempts, most of them illegal, in every state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from rami_engine.actions import Action, Discard, Draw, Lay, LayOff, Pile, SwapJoker
from rami_engine.answers import Refused
from rami_engine.bot import choose
from rami_engine.cards import JOKER, PACK, Card, Cards, NaturalCard
from rami_engine.deal import deal
from rami_engine.legal import canonical, legal_actions
from rami_engine.play import act
from rami_engine.rules import Rule
from rami_engine.ruleset import RULE_SETS, Game
from rami_engine.state import Phase, RoundState
from rami_engine.view import view

_WHOLE_CHECK = 8
"""In one state out of so many, every legal action is tried."""
_ATTEMPTS = 2
"""Random actions tried in every state."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What one round was: its end, its turns, actions carried out, attempts and refusals."""

    ended_by: Rule
    turns: int
    actions: int
    attempts: int
    refused: int


class Broken(Exception):
    """A promise that a state does not keep."""

    def __init__(self, promise: str, seed: int, state: RoundState) -> None:
        super().__init__(f"{promise} (round {seed}, turn {state.turn})")


def simulate(rounds: int, seed: int) -> Iterator[Tally]:
    """Play this many random rounds, of all games, rule sets and numbers of players.

    Raises Broken, with the seed of the round, at the first broken promise.
    """
    for number in range(rounds):
        yield simulate_round(seed + number)


def simulate_round(seed: int) -> Tally:
    """Play one random round: the seed decides cards, rules and players. Raises Broken."""
    random = Random(seed)
    rules = random.choice(RULE_SETS)
    players = random.randint(rules.fewest_players, rules.most_players)
    dealt = deal(players, random.choice(list(Game)), rules, seed, random.randrange(players))
    assert not isinstance(dealt, Refused)
    state = dealt.state
    whole = Counter(state.cards)
    seats = random.choices(_STYLES, k=players)
    if random.randrange(4) == 0:
        seats = [_idle] * players
    actions = attempts = refused = 0
    while not state.result:
        legal = legal_actions(state)
        _require(bool(legal), "a player has something to do", seed, state)
        if random.randrange(_WHOLE_CHECK) == 0:
            for action in legal:
                accepted = not isinstance(act(state, action), Refused)
                _require(accepted, f"{action} is legal and accepted", seed, state)
        known = set(map(canonical, legal))
        for attempt in (random_attempt(state, random) for _ in range(_ATTEMPTS)):
            answer = act(state, attempt)
            is_refused = isinstance(answer, Refused)
            _require(
                is_refused != (canonical(attempt) in known),
                f"{attempt} is accepted if it is legal, and only then",
                seed,
                state,
            )
            attempts += 1
            refused += is_refused
        action = seats[state.player](state, legal, random)
        after = act(state, action)
        _require(not isinstance(after, Refused), f"{action} is accepted", seed, state)
        assert not isinstance(after, Refused)
        state = after.state
        actions += 1
        if isinstance(action, Discard) or state.result:
            _require(Counter(state.cards) == whole, "no card is lost or doubled", seed, state)
    _require(state.turn <= rules.turn_limit, "the turn limit holds", seed, state)
    _require(min(state.result.points) >= 0, "no hand counts less than nothing", seed, state)
    return Tally(state.result.ended_by, state.turn, actions, attempts, refused)


def _skilled(state: RoundState, legal: Sequence[Action], random: Random) -> Action:
    return choose(view(state))


def _wild(state: RoundState, legal: Sequence[Action], random: Random) -> Action:
    """Any action; something to lay comes before the discard more often than not."""
    plays = [action for action in legal if not isinstance(action, Draw | Discard)]
    return random.choice(plays if plays and random.random() < 0.8 else legal)


def _idle(state: RoundState, legal: Sequence[Action], random: Random) -> Action:
    """Draws, from the stock more often than not, and discards: no hand is ever empty."""
    if state.phase is Phase.DRAW and random.random() < 0.8:
        return Draw(Pile.STOCK)
    return random.choice([action for action in legal if isinstance(action, Draw | Discard)])


_STYLES = (_skilled, _wild)


def random_attempt(state: RoundState, random: Random) -> Action:
    """Something that a player might try, whether it is legal or not."""
    hand = state.hand
    kind = random.randrange(7)
    if kind == 0:
        return Draw(random.choice(list(Pile)))
    if kind == 1:
        return Discard(random.choice((*hand, _any_card(random))))
    if kind == 2:
        return Lay(tuple(random.sample(hand, random.randint(1, len(hand)))))
    if kind == 3 or not state.melds:
        return Lay(_alike(hand, random))
    index = random.randrange(len(state.melds))
    meld = state.melds[index].meld
    if kind == 4:
        return SwapJoker(index, meld.stands_for or random.choice(hand))
    if kind == 5:
        return LayOff(index, (random.choice((*hand, _any_card(random))),))
    return LayOff(index, _alike(hand, random))


def _any_card(random: Random) -> Card:
    anything: Cards = (*PACK, JOKER)
    return random.choice(anything)


def _alike(hand: Cards, random: Random) -> Cards:
    """Some cards of a hand that share a suit or a rank, jokers among them."""
    example = random.choice(hand)
    alike = [
        card
        for card in hand
        if not isinstance(card, NaturalCard)
        or not isinstance(example, NaturalCard)
        or card.suit is example.suit
        or card.rank is example.rank
    ]
    return tuple(random.sample(alike, min(len(alike), random.randint(1, 4))))


def _require(kept: bool, promise: str, seed: int, state: RoundState) -> None:
    if not kept:
        raise Broken(promise, seed, state)
