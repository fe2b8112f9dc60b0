"""The course: every builder in turn, several times, so that a busy minute meets all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from rami_examples.bench.measure import Cost, Failed, run
from rami_examples.bench.readers import Size, weigh

Environment = dict[str, str]


@dataclass(frozen=True, slots=True)
class Builder:
    """What is measured: a command in a folder that makes a site in some number of languages.

    ``prepare`` is called before each run, with its number from 0 on, and is not measured.
    """

    name: str
    title: str
    version: str
    command: tuple[str, ...]
    folder: Path
    site: Path
    languages: int
    prepare: Callable[[int], None]


@dataclass(slots=True)
class Result:
    """What came of a builder: its costs and the size of its site, or the reason for none.

    ``peak`` is its memory in bytes, which is watched in a run of its own; None as in `Cost`.
    """

    name: str
    title: str
    version: str = ""
    languages: int = 0
    costs: list[Cost] = field(default_factory=list)
    peak: int | None = None
    size: Size | None = None
    failure: str = ""

    @property
    def seconds(self) -> float:
        """The median of all runs."""
        return median(cost.seconds for cost in self.costs)

    @property
    def work(self) -> float | None:
        """The median of the work of processors, in seconds."""
        work = [cost.work for cost in self.costs if cost.work is not None]
        return median(work) if work else None


def race(
    builders: Sequence[Builder],
    repeat: int,
    environment: Environment,
    pages: int,
    say: Callable[[str], None],
) -> Iterator[Result]:
    """Run all builders ``repeat`` times, in turn, after a run for their memory.

    To watch the memory takes time of the processors: a builder that keeps all of them busy would
    seem slower than it is, one that leaves some idle would not.
    A site with fewer than ``pages`` pages a language is a failure, and whoever fails is out.
    ``say`` is told before each run.
    """
    results = [Result(b.name, b.title, b.version, b.languages) for b in builders]
    for number in range(repeat + 1):
        for builder, result in zip(builders, results, strict=True):
            if result.failure:
                continue
            say(f"{builder.title} ({number} of {repeat})" if number else f"{builder.title}, memory")
            try:
                builder.prepare(number)
                cost, _ = run(builder.command, builder.folder, environment, watched=not number)
            except (Failed, OSError) as error:
                result.failure = str(error) or type(error).__name__
                continue
            if number:
                result.costs.append(cost)
            else:
                result.peak = cost.peak
            result.size = result.size or weigh(builder.site)
            if result.size.pages < pages * builder.languages:
                result.failure = f"it built {result.size.pages} pages"
    yield from results
