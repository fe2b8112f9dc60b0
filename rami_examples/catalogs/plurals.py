"""Plural forms by CLDR, as gettext catalogs number them.

Our counts are whole numbers, so a language's forms here are the CLDR categories that some
whole number reaches, in CLDR's order. Russian's "other", which stands for fractions alone,
is asked of no translator; the outcome is what Poedit and Weblate propose as well.

Babel's own ``to_gettext`` keeps such forms, and for fr, es, it and pt it writes a formula with
an operand ``e`` that gettext does not have; so the formula is compiled here.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from babel import Locale, UnknownLocaleError

CATEGORIES = ("zero", "one", "two", "few", "many", "other")

# Every distinction that CLDR makes between whole numbers shows within these.
_MILLION = 1_000_000
_NUMBERS = (
    *range(1001),
    *(scale * factor for factor in (1, 2, 3, 11, 21) for scale in (10**4, _MILLION, 10**9)),
    _MILLION - 1,
    _MILLION + 1,
)

_HEADER = re.compile(r"nplurals\s*=\s*([0-9]{1,3})\s*;\s*plural\s*=([^;]{1,1000});?\s*")


@dataclass(frozen=True, slots=True)
class PluralRule:
    """The plural forms of a language.

    ``formula`` is the C expression that picks a form by ``n``; ``samples`` holds, for each form,
    the first numbers that it stands for.
    """

    categories: tuple[str, ...]
    formula: str
    samples: tuple[tuple[int, ...], ...]
    _category: Callable[[int], str]

    @property
    def header(self) -> str:
        """The value of the catalog header ``Plural-Forms``."""
        return f"nplurals={len(self.categories)}; plural={self.formula};"

    def index(self, n: int) -> int:
        """The number of the form that stands with ``n`` things."""
        return self.categories.index(self._category(abs(n)))

    def sole(self, form: int) -> int | None:
        """The one number that a form stands for; None if it stands for several.

        Croatian "one" stands for 1, 21, 31 …: a text that leaves the number out would be wrong.
        """
        numbers = self.samples[form]
        return numbers[0] if len(numbers) == 1 else None


@cache
def plural_rule(tag: str) -> PluralRule:
    """The plural rule of a BCP 47 tag, or of the nearest broader tag that CLDR knows.

    Raises ValueError where CLDR does not know the language at all.
    """
    subtags = re.split("[-_]", tag)
    for size in range(len(subtags), 0, -1):
        try:
            locale = Locale.parse("_".join(subtags[:size]))
        except (ValueError, UnknownLocaleError):
            continue
        return _rule(locale)
    raise ValueError(f"CLDR knows no language {tag!r}")


@cache  # tags of one language share it
def _rule(locale: Locale) -> PluralRule:
    rule = locale.plural_form
    category = cache(rule)  # asked again for every header that is held against the rule
    samples: dict[str, list[int]] = {name: [] for name in CATEGORIES}
    for n in _NUMBERS:
        samples[category(n)].append(n)
    categories = tuple(name for name in CATEGORIES if samples[name])
    return PluralRule(
        categories,
        _formula(categories, dict(rule.abstract)),
        tuple(tuple(samples[name][:6]) for name in categories),
        category,
    )


@cache
def _forms(rule: PluralRule) -> tuple[int, ...]:
    """The form that stands with each of _NUMBERS."""
    return tuple(map(rule.index, _NUMBERS))


def header_fault(value: str, rule: PluralRule) -> str | None:
    """What is wrong with a ``Plural-Forms`` value for a language; None if it fits.

    Two formulas are the same when they pick the same form for every number, however written.
    """
    found = _HEADER.fullmatch(value)
    if not found:
        return "Plural-Forms is not of the form nplurals=…; plural=…;"
    if int(found[1]) != len(rule.categories):
        return f"nplurals={int(found[1])}, but this language has {len(rule.categories)} forms"
    try:
        choose = gettext.c2py(found[2].strip())
        right = zip(_NUMBERS, _forms(rule), strict=True)
        wrong = next((n for n, form in right if choose(n) != form), None)
    except (ValueError, ArithmeticError, SyntaxError, RecursionError, MemoryError):
        return "the plural formula cannot be worked out"
    if wrong is not None:
        return f"the plural formula picks the wrong form for {wrong} things"
    return None


def _formula(categories: tuple[str, ...], conditions: dict[str, Any]) -> str:
    """The C expression for the categories; the last one is what remains."""
    if len(categories) == 2:
        return f"({_condition(conditions[categories[0]], False)[1]})"
    if len(categories) == 1:
        return "0"
    tests = (
        f"{_condition(conditions[name], True)[1]} ? {form} : "
        for form, name in enumerate(categories[:-1])
    )
    return f"({''.join(tests)}{len(categories) - 1})"


# A compiled condition: True or False where it is settled for whole numbers, or "and", "or",
# "" (a plain comparison); with its text.
_Condition = tuple[bool | str, str]


def _condition(node: Any, positive: bool) -> _Condition:
    """A condition of CLDR, or its opposite, with what only fractions can decide folded away."""
    operator, operands = node
    if operator == "not":
        return _condition(operands[0], not positive)
    if operator in ("and", "or"):
        both = (_condition(operand, positive) for operand in operands)
        return _join("and" if (operator == "and") == positive else "or", both)
    _, left, (_, ranges) = operands
    value = _operand(left)
    bounds = [(low[1][0], high[1][0]) for low, high in ranges]
    if isinstance(value, int):
        return (any(low <= value <= high for low, high in bounds) == positive, "")
    return _join("or" if positive else "and", (_within(value, *b, positive) for b in bounds))


def _operand(node: Any) -> str | int:
    """``n`` or ``n % 10``; 0 for the operands that count digits after the decimal point."""
    name, operands = node
    if name == "mod":
        value = _operand(operands[0])
        return f"{value} % {operands[1][1][0]}" if isinstance(value, str) else 0
    return "n" if name in ("n", "i") else 0


def _within(value: str, low: int, high: int, positive: bool) -> _Condition:
    if low == high:
        return "", f"{value} {'==' if positive else '!='} {low}"
    if low == 0:
        return "", f"{value} {'<=' if positive else '>'} {high}"
    if positive:
        return "and", f"{value} >= {low} && {value} <= {high}"
    return "or", f"{value} < {low} || {value} > {high}"


def _join(operator: str, parts: Iterable[_Condition]) -> _Condition:
    neutral = operator == "and"
    kept: list[_Condition] = []
    for part in parts:
        if part[0] is (not neutral):
            return part
        if part[0] is not neutral:
            kept.append(part)
    if not kept:
        return neutral, ""
    if len(kept) == 1:
        return kept[0]
    sign = " && " if operator == "and" else " || "
    texts = (text if kind in ("", operator) else f"({text})" for kind, text in kept)
    return operator, sign.join(texts)
