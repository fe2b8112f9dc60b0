"""The table: what was measured, beside what it is measured against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.markup import escape
from rich.table import Table

from rami_examples.bench.course import Result


@dataclass(frozen=True, slots=True)
class Target:
    """A ratio of two measures, and what it may be at most.

    ``work`` is that of the processors' work, which a busy machine changes less.
    """

    title: str
    ratio: float
    most: float
    work: float | None = None


LANGUAGES = 40  # with fewer, what is done once weighs more
# Pairs of builders whose medians are compared, and the largest ratio that is allowed.
_OF_OURS = (("edited", "ours", 0.1), ("unchanged", "ours", 0.05))
_OF_OTHERS = (("ours", "zensical", 0.35), ("ours", "static-i18n", 0.07))


def targets(results: Iterable[Result], verify: float | None) -> tuple[Target, ...]:
    """The targets that can be told from what was measured; ``verify`` is in seconds."""
    done = {result.name: result for result in results if result.costs and not result.failure}
    found = [
        _target(f"{done[one].title} / {done[other].title}", done[one], done[other], most)
        for one, other, most in (*_OF_OTHERS, *_OF_OURS)
        if one in done and other in done
    ]
    if verify is not None and "ours" in done:
        found.append(
            Target(
                "verification of the whole corpus / a build", verify / done["ours"].seconds, 0.03
            )
        )
    if "few" in done and "many" in done:
        few, many = done["few"], done["many"]
        sizes = f"{many.languages} languages / {few.languages}"
        each = many.seconds / many.languages, few.seconds / few.languages
        found.append(Target(f"time for a language, {sizes}", each[0] / each[1], 1.1))
        if few.peak and many.peak:
            found.append(Target(f"peak memory, {sizes}", many.peak / few.peak, 1.5))
    return tuple(found)


def _target(title: str, one: Result, other: Result, most: float) -> Target:
    work = one.work / other.work if one.work and other.work else None
    return Target(title, one.seconds / other.seconds, most, work)


def table(results: Sequence[Result], stages: Mapping[str, float], goals: Sequence[Target]) -> Table:
    """Everything in one table: builders, where our time goes, and the targets."""
    shown = Table(
        title="Medians; CPU: seconds of all processors together; page, index: as sent (gzip)"
    )
    shown.add_column("", no_wrap=True)
    for name in ("seconds", "of ours", "a language", "CPU", "memory", "site", "page", "index"):
        shown.add_column(name, justify="right")
    ours = next((r.seconds for r in results if r.name == "ours" and r.costs), None)
    for result in results:
        shown.add_row(*_row(result, ours))
    whole = sum(stages.values())
    for number, (name, seconds) in enumerate(stages.items()):
        if number == 0:
            shown.add_section()
            shown.add_row("[bold]Where our time goes[/]", "", "[bold]share[/]", "", "[bold]CPU[/]")
        shown.add_row(f"ours: {name}", "", f"{seconds / whole:.1%}", "", f"{seconds:.2f}")
    for number, goal in enumerate(goals):
        if number == 0:
            shown.add_section()
            title = f"[bold]Targets, set for {LANGUAGES} languages[/]"
            shown.add_row(title, "", "[bold]ratio[/]", "[bold]at most[/]", "[bold]of CPU[/]")
        mark = "[green]✓[/]" if goal.ratio <= goal.most else "[red]✗[/]"
        work = f"{goal.work:.3f}" if goal.work is not None else ""
        shown.add_row(goal.title, "", f"{goal.ratio:.3f}", f"≤ {goal.most:g} {mark}", work)
    return shown


def _row(result: Result, ours: float | None) -> Sequence[str]:
    title = f"{result.title} [dim]{escape(result.version)}[/]"
    if result.failure:
        return (f"{title}\n[red]{escape(result.failure.splitlines()[-1][:100])}[/]",)
    size = result.size
    assert size
    return (
        title,
        f"{result.seconds:.2f}",
        f"{result.seconds / ours:.2f}" if ours else "",
        f"{1000 * result.seconds / result.languages:.0f} ms",
        f"{result.work:.2f}" if result.work is not None else "?",
        f"{result.peak / 1e6:.0f} MB" if result.peak else "?",
        f"{size.site / 1e6:.1f} MB",
        f"{size.page / 1000:.1f} KB",
        f"{size.index / 1000:.1f} KB" if size.index is not None else "none",
    )


def as_data(
    results: Sequence[Result], stages: Mapping[str, float], goals: Sequence[Target]
) -> dict[str, Any]:
    """The same for programs: seconds and bytes."""
    return {
        "builders": [
            {
                "name": result.name,
                "title": result.title,
                "version": result.version,
                "languages": result.languages,
                "failure": result.failure,
                "seconds": [cost.seconds for cost in result.costs],
                "work": [cost.work for cost in result.costs],
                "memory": result.peak,
                "site": result.size.site if result.size else None,
                "pages": result.size.pages if result.size else None,
                "page": result.size.page if result.size else None,
                "index": result.size.index if result.size else None,
            }
            for result in results
        ],
        "stages": dict(stages),
        "targets": [
            {"title": goal.title, "ratio": goal.ratio, "most": goal.most, "work": goal.work}
            for goal in goals
        ],
    }
