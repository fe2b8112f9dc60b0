"""What the engine answers: a refusal is a value, never an exception."""

from __future__ import annotations

from dataclasses import dataclass

from rami_engine.cards import Cards
from rami_engine.rules import Rule


@dataclass(frozen=True, slots=True)
class Refused:
    """A play that a rule forbids, and the cards concerned."""

    rule: Rule
    cards: Cards = ()
