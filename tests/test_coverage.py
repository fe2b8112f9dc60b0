"""Coverage: a rule is proven where every side that it has is shown, and none is forgotten."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rami_engine.rules import Rule
from rami_examples.claims.load import load_corpus
from rami_examples.findings import Kind
from rami_examples.proof.coverage import Coverage, RuleProof, cover
from rami_examples.proof.verify import Proven, verify

PROJECT = Path(__file__).resolve().parent.parent
TWO_SIDED = [rule for rule in Rule if rule.refusable]
ONE_SIDED = [rule for rule in Rule if not rule.refusable]


def proven() -> tuple[Proven, ...]:
    return verify(load_corpus(PROJECT)[0], lambda about: (), ())[0]


PROVEN = proven()


def without(*rules: Rule, allowed: bool = True, refused: bool = True) -> Coverage:
    """The coverage by checks that no longer show these rules allowing, or refusing, a play."""
    gone = frozenset(rules)
    return cover(
        replace(
            check,
            allowed=check.allowed - gone if allowed else check.allowed,
            refused=check.refused - gone if refused else check.refused,
        )
        for check in PROVEN
    )


def told(coverage: Coverage) -> list[tuple[str, str]]:
    """The rules that are told, with what is said to be missing."""
    assert all(finding.kind is Kind.RULE_UNPROVEN for finding in coverage.findings)
    assert all(finding.right for finding in coverage.findings)
    return [
        (finding.rule, finding.message.partition("does not show ")[2])
        for finding in coverage.findings
    ]


def test_the_corpus_of_this_project_proves_every_rule() -> None:
    coverage = cover(PROVEN)
    assert coverage.findings == ()
    assert coverage.proven == coverage.total == len(Rule)
    assert coverage.percent == 100


def test_there_are_rules_of_one_side_and_of_two() -> None:
    assert len(TWO_SIDED) > 20
    assert len(ONE_SIDED) > 20


@pytest.mark.parametrize("rule", TWO_SIDED, ids=lambda rule: rule.value)
def test_a_rule_that_can_refuse_needs_both_sides(rule: Rule) -> None:
    allows, refuses = "a play that it allows", "a play that it refuses"
    assert told(without(rule, refused=False)) == [(rule.value, allows)]
    assert told(without(rule, allowed=False)) == [(rule.value, refuses)]
    assert told(without(rule)) == [(rule.value, f"{allows} or {refuses}")]


@pytest.mark.parametrize("rule", ONE_SIDED, ids=lambda rule: rule.value)
def test_a_rule_that_refuses_nothing_needs_a_play_that_it_allows(rule: Rule) -> None:
    assert told(without(rule)) == [(rule.value, "a play that it allows")]
    assert told(without(rule, allowed=False)) == []


def test_without_any_check_every_rule_is_named() -> None:
    coverage = cover(())
    assert [rule for rule, _ in told(coverage)] == [rule.value for rule in Rule]
    assert (coverage.proven, coverage.percent) == (0, 0)


def test_the_checks_of_both_sides_are_counted() -> None:
    proofs = cover(PROVEN).proofs
    for rule in Rule:
        allowed = [check for check in PROVEN if rule in check.allowed]
        refused = [check for check in PROVEN if rule in check.refused]
        assert proofs[rule] == RuleProof(rule, len(allowed), len(refused))


@pytest.mark.parametrize(
    ("share", "of", "percent"),
    [(199, 200, 99), (2, 3, 66), (57, 100, 57), (1, 200, 0), (3, 3, 100)],
)
def test_the_share_is_rounded_down(share: int, of: int, percent: int) -> None:
    rules = [Rule.SCORE_HAND] * of
    proofs = dict(enumerate(RuleProof(rule, int(i < share), 0) for i, rule in enumerate(rules)))
    coverage = Coverage(proofs)  # type: ignore[arg-type]  # more rules than there are
    assert (coverage.proven, coverage.total, coverage.percent) == (share, of, percent)
