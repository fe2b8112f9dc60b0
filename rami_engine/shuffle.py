"""Shuffling as a pure function of a seed, the same in every Python and easy to port.

The generator is SplitMix64: a seed in, a number and the next seed out.
"""

from __future__ import annotations

from rami_engine.cards import Cards

_MASK = (1 << 64) - 1


def _next_number(seed: int) -> tuple[int, int]:
    """A number of 64 bits, and the seed for the one after it."""
    seed = (seed + 0x9E3779B97F4A7C15) & _MASK
    mixed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31), seed


def shuffled(cards: Cards, seed: int) -> tuple[Cards, int]:
    """The cards in an order given by the seed, and the seed for the next shuffle."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        number, seed = _next_number(seed)
        # The remainder favours no card by more than one part in 2**57.
        chosen = number % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order), seed
