"""The command: changes the engine, runs the corpus against every mutant, tells the survivors."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from rami_examples.claims.load import CORPUS, read_claims, read_files
from rami_examples.findings import Findings
from rami_examples.mutation.equivalents import LIST, read_equivalents, stale
from rami_examples.mutation.mutants import Mutant, enums_of, mutants_of
from rami_examples.mutation.trial import Corpora, Verdict, try_all
from rami_examples.proof.verify import verify
from rami_examples.terminal import PROJECT

ENGINE = Path("rami_engine")
TESTS_CORPUS = Path("tests/engine_corpus")

MODULES = (
    "deal",
    "deck",
    "ending",
    "hands",
    "match",
    "meld",
    "opening",
    "play",
    "ruleset",
    "state",
    "values",
)
"""The modules that decide a play. The others show, simulate, or search for plays."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a run."""

    mutants: int
    by_site: int
    by_tests: int
    equivalent: int
    survivors: tuple[Mutant, ...]
    stale: Findings

    @property
    def killed(self) -> int:
        """Mutants that one of the corpora noticed."""
        return self.by_site + self.by_tests

    @property
    def to_kill(self) -> int:
        """Mutants that can be noticed."""
        return self.mutants - self.equivalent


class Unfit(Exception):
    """The run would say nothing: the engine as it is, the corpora or the list are at fault."""


def run(project: Path, modules: Sequence[str], workers: int, show_progress: bool = False) -> Report:
    """Try every mutant of these modules. Raises Unfit where the engine as it is fails."""
    entries, faults = read_equivalents(project)
    if faults:
        raise Unfit("\n".join(map(str, faults)))
    sources = {
        path.stem: path.read_text(encoding="utf-8") for path in (project / ENGINE).glob("*.py")
    }
    corpora = Corpora(*(read_files(project, folder) for folder in (CORPUS, TESTS_CORPUS)))
    for nodes in (corpora.site, corpora.tests):
        examples, malformed = read_claims(nodes)
        wrong = malformed or verify(examples, lambda about: (), ())[1]
        if wrong:
            raise Unfit("\n".join(map(str, wrong)))
    if not modules:
        return Report(0, 0, 0, 0, (), ())
    enums = enums_of(tuple(sources.values()))
    mutants = [
        (module, mutant)
        for module in modules
        for mutant in mutants_of(module, sources[module], enums)
    ]

    def say(done: int) -> None:
        if show_progress:
            end = "\n" if done == len(mutants) + 2 else ""
            print(f"\r{done} trials of {len(mutants) + 2}", end=end, file=sys.stderr, flush=True)

    # The engine as it is comes first and last: it survives, or the trials are worth nothing.
    control = f"{ENGINE.name}.{modules[0]}", sources[modules[0]]
    changed = ((f"{ENGINE.name}.{module}", mutant.source) for module, mutant in mutants)
    first, *verdicts, last = try_all([control, *changed, control], corpora, workers, say)
    if first or last:
        raise Unfit("the engine as it is does not survive a trial; was it changed meanwhile?")
    alive = [
        mutant
        for (_, mutant), verdict in zip(mutants, verdicts, strict=True)
        if verdict is Verdict.SURVIVED
    ]
    listed = {entry.key for entry in entries}
    survivors = tuple(mutant for mutant in alive if mutant.key not in listed)
    return Report(
        mutants=len(mutants),
        by_site=verdicts.count(Verdict.KILLED),
        by_tests=verdicts.count(Verdict.KILLED_BY_TESTS),
        equivalent=len(alive) - len(survivors),
        survivors=survivors,
        stale=stale(entries, [mutant for _, mutant in mutants], alive),
    )


def changed_since(project: Path, revision: str) -> tuple[str, ...]:
    """The modules that decide a play and are not as they were at a git revision."""
    command = ["git", "diff", "--name-only", "--relative", revision, "--", str(ENGINE)]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unfit(done.stderr.strip())
    changed = {Path(name).stem for name in done.stdout.splitlines()}
    return tuple(module for module in MODULES if module in changed)


def summary(report: Report) -> str:
    """The report as text: every survivor, every stale entry, and the figures."""
    lines = []
    for mutant in report.survivors:
        path = ENGINE / f"{mutant.spot.partition('.')[0]}.py"
        lines += [
            f"{path}:{mutant.line}: survived, in {mutant.spot}",
            f"  - {mutant.before}",
            f"  + {mutant.after}",
        ]
    lines += map(str, report.stale)
    if report.survivors:
        lines.append(f"Write an example that tells a survivor, or list it with a reason in {LIST}.")
    percent = 100 * report.killed // report.to_kill if report.to_kill else 100
    lines += [
        f"{report.killed} of {report.to_kill} mutants killed ({percent} %), "
        f"{len(report.survivors)} survived; {report.equivalent} more are equivalent.",
        f"{report.by_site} of them by the site's corpus, {report.by_tests} by that of the tests.",
    ]
    return "\n".join(lines)


@click.command()
@click.argument("modules", nargs=-1, type=click.Choice(MODULES), metavar="[MODULES]...")
@click.option("--changed", metavar="REVISION", help="Only modules changed since a git revision.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64))
def main(modules: tuple[str, ...], changed: str | None, workers: int) -> None:
    """Change the engine one spot at a time and see whether the corpus notices.

    MODULES are modules of the engine, such as meld; by default all that decide a play. The exit
    status is 1 where a mutant survives or an entry of the list of equivalents is out of date.
    """
    if not hasattr(os, "fork"):
        raise click.ClickException("needs a system that can fork, such as Linux or macOS")
    start = time.perf_counter()
    try:
        chosen = modules or MODULES
        if changed is not None:
            since = changed_since(PROJECT, changed)
            chosen = tuple(module for module in chosen if module in since)
        report = run(PROJECT, chosen, workers, sys.stderr.isatty())
    except Unfit as unfit:
        raise click.ClickException(str(unfit)) from None
    click.echo(summary(report))
    click.echo(f"Modules: {', '.join(chosen) or 'none'}; {time.perf_counter() - start:.0f} s.")
    if report.survivors or report.stale:
        raise SystemExit(1)
