"""The engine's own commands: ``python -m rami_engine play``, ``… simulate``, ``… serve``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence

from rami_engine import console
from rami_engine.answers import Refused
from rami_engine.bot import choose
from rami_engine.deck import deck_for
from rami_engine.game import play_round
from rami_engine.match import begin_match, deal_round, score_round
from rami_engine.protocol import serve
from rami_engine.ruleset import REFERENCE, RULE_SETS_BY_NAME, Game
from rami_engine.simulate import Broken, Tally, simulate


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the answer is its exit status."""
    parser = argparse.ArgumentParser(prog="python -m rami_engine", description=__doc__)
    commands = parser.add_subparsers(required=True)
    _add_play(commands.add_parser("play", help="play rounds from a seed and print them"))
    _add_simulate(commands.add_parser("simulate", help="play random rounds and check them"))
    serving = commands.add_parser("serve", help="answer questions, a line of JSON each")
    serving.set_defaults(run=_serve)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


def _add_play(parser: argparse.ArgumentParser) -> None:
    numbers = range(REFERENCE.fewest_players, REFERENCE.most_players + 1)
    parser.add_argument("--players", type=int, choices=numbers, default=4)
    parser.add_argument("--game", choices=[game.value for game in Game], default="rami51")
    parser.add_argument("--rules", choices=list(RULE_SETS_BY_NAME), default="reference")
    parser.add_argument("--rounds", type=_positive, default=1, help="rounds of the match")
    parser.add_argument("--seed", type=int, default=0, help="the same seed plays the same rounds")
    parser.set_defaults(run=_play)


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=_positive, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first round")
    parser.set_defaults(run=_simulate)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def _play(options: argparse.Namespace) -> int:
    rules, game = RULE_SETS_BY_NAME[options.rules], Game(options.game)
    deck = deck_for(options.players, rules)
    match = begin_match(options.players, game, rules, options.rounds, options.seed)
    assert not isinstance(deck, Refused)
    assert not isinstance(match, Refused)
    print(
        f"{game.value}, {rules.name} rules, {options.players} players, seed {options.seed}:"
        f" {deck.packs} packs and {deck.jokers} jokers, {deck.total} cards."
    )
    while not match.is_over:
        dealt = deal_round(match)
        assert not isinstance(dealt, Refused)
        print()
        _print_lines(console.round_head(dealt.state))
        moves = list(play_round(dealt.state, choose))
        _print_lines(console.turn_lines(moves))
        state = moves[-1].answer.state
        assert state.result
        _print_lines(console.round_end(state, state.result))
        scored = score_round(match, state.result)
        assert not isinstance(scored, Refused)
        match = scored.match
    if match.rounds > 1:
        print()
        _print_lines(console.match_end(match))
    return 0


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _simulate(options: argparse.Namespace) -> int:
    started = time.monotonic()
    tallies: list[Tally] = []
    try:
        for tally in simulate(options.rounds, options.seed):
            tallies.append(tally)
            _show_progress(len(tallies), options.rounds)
    except Broken as broken:
        print(f"broken promise: {broken}", file=sys.stderr)
        return 1
    ends = Counter(tally.ended_by.value for tally in tallies)
    print(
        f"{len(tallies)} rounds kept every promise in {time.monotonic() - started:.0f} s:"
        f" {sum(tally.turns for tally in tallies)} turns,"
        f" {sum(tally.actions for tally in tallies)} actions,"
        f" {sum(tally.attempts for tally in tallies)} attempts"
        f" of which {sum(tally.refused for tally in tallies)} refused; ended by "
        + ", ".join(f"{rule} {count}" for rule, count in ends.most_common())
    )
    return 0


def _serve(options: argparse.Namespace) -> int:
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Nobody listens any more. What is still to be written out at the exit goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 0


def _show_progress(done: int, total: int) -> None:
    """Count on a terminal, in place; the line is gone when the work is done."""
    if not sys.stderr.isatty() or (done % 10 and done < total):
        return
    line = f"{done} of {total} rounds" if done < total else ""
    print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
