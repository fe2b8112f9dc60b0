"""Which rules are proven: by a play that the engine allowed, and by one that it refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rami_engine.rules import Rule
from rami_examples.claims.load import CORPUS
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.proof.verify import Proven


@dataclass(frozen=True, slots=True)
class RuleProof:
    """How many checks show a rule allowing a play, and how many show it refusing one."""

    rule: Rule
    allowed: int
    refused: int

    @property
    def is_proven(self) -> bool:
        """Whether every side that the rule has is shown."""
        return self.allowed > 0 and (self.refused > 0 or not self.rule.refusable)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The proofs of all rules of the engine."""

    proofs: Mapping[Rule, RuleProof]

    @property
    def proven(self) -> int:
        """How many rules are proven."""
        return sum(proof.is_proven for proof in self.proofs.values())

    @property
    def total(self) -> int:
        """How many rules there are."""
        return len(self.proofs)

    @property
    def percent(self) -> int:
        """The proven share in percent, rounded down: 100 means every single rule."""
        return 100 * self.proven // self.total

    @property
    def findings(self) -> Findings:
        """Every rule that lacks a proof, and which side of it."""
        return tuple(_unproven(proof) for proof in self.proofs.values() if not proof.is_proven)


def cover(proven: Iterable[Proven]) -> Coverage:
    """Count the proofs of every rule of the engine, whether it has any or not."""
    checks = tuple(proven)
    return Coverage(
        {
            rule: RuleProof(
                rule,
                sum(rule in check.allowed for check in checks),
                sum(rule in check.refused for check in checks),
            )
            for rule in Rule
        }
    )


def _unproven(proof: RuleProof) -> Finding:
    rule = proof.rule.value
    sides = []
    if not proof.allowed:
        sides.append("a play that it allows")
    if proof.rule.refusable and not proof.refused:
        sides.append("a play that it refuses")
    return Finding(
        Kind.RULE_UNPROVEN,
        Place(CORPUS),
        f"{rule}: the corpus does not show {' or '.join(sides)}",
        f"an example or scenario with `proves: [{rule}]` in which the engine applies the rule",
        rule=rule,
    )
