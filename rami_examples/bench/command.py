"""The command: builds in many languages, ours and others’, in one table."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from rami_examples.bench.course import Builder, Result, race
from rami_examples.bench.installation import environment, install, python_of, version_of
from rami_examples.bench.measure import Failed, run
from rami_examples.bench.peers import PEERS, SITE, Peer
from rami_examples.bench.project import command, edit_one_string, multiplied
from rami_examples.bench.table import LANGUAGES, as_data, table, targets
from rami_examples.files import write_whole
from rami_examples.page_names import PAGES
from rami_examples.terminal import PROJECT, ended_by_faults

# Where the others' environment stays from one bench to the next.
WORK = Path(".build/bench")

_NAMES = ("ours", "scale", *(peer.name for peer in PEERS))
_STAGES = (
    "-c",
    "import sys; sys.path.insert(0, ''); from rami_examples.bench.stages import main; main()",
)

_PIPE = 140  # characters that a table may be wide where there is no terminal to ask
_out = Console(highlight=False, width=None if sys.stdout.isatty() else _PIPE)
_err = Console(stderr=True, highlight=False)


def _only(context: click.Context, option: click.Parameter, value: str | None) -> tuple[str, ...]:
    names = tuple(filter(None, value.split(","))) if value is not None else _NAMES
    if unknown := [name for name in names if name not in _NAMES]:
        raise click.BadParameter(f"{', '.join(unknown)}; there are {', '.join(_NAMES)}")
    return names


@click.command()
@click.option("--languages", type=click.IntRange(1, 400), default=LANGUAGES, show_default=True)
@click.option("--repeat", type=click.IntRange(1, 100), default=3, show_default=True)
@click.option("--only", metavar="NAMES", callback=_only, help=f"Of {', '.join(_NAMES)}.")
@click.option("--json", "to", type=click.Path(path_type=Path, dir_okay=False), help="Write it all.")
def main(languages: int, repeat: int, only: tuple[str, ...], to: Path | None) -> None:
    """Build the site in many languages, in turn with what people would use instead.

    ours: a full build, one after an edit of one string, and one with nothing changed; scale: full
    builds in a quarter and in twice as many languages.
    """
    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=_err,
        transient=True,
        disable=not _err.is_terminal,
    )
    task = progress.add_task("Starting …")

    def say(text: str) -> None:
        progress.update(task, description=text)

    try:
        with (
            ended_by_faults("Nothing was measured."),
            progress,
            TemporaryDirectory(prefix="rami-bench-") as name,
        ):
            results, stages, verify = _bench(Path(name), languages, repeat, only, say)
    except Failed as failed:
        raise click.ClickException(str(failed)) from None
    goals = targets(results, verify)
    _out.print(table(results, stages, goals))
    if to:
        text = json.dumps(as_data(results, stages, goals), ensure_ascii=False, indent=1)
        write_whole(to, text + "\n")


def _bench(
    work: Path, languages: int, repeat: int, only: Sequence[str], say: Callable[[str], None]
) -> tuple[Sequence[Result], dict[str, float], float | None]:
    """Set everything up and run it; stages and the seconds of the verification are ours."""
    say("Setting up …")
    project = work / "ours"
    tags = multiplied(PROJECT, project, languages)
    builders: list[Builder] = []
    if "ours" in only:
        builders += _ours(project, tags)
    if "scale" in only:
        for name, count in (("few", max(1, languages // 4)), ("many", languages * 2)):
            multiplied(PROJECT, work / name, count)
            builders.append(_full(name, f"ours, {count} languages", work / name, count))
    failures: list[Result] = []
    if chosen := [peer for peer in PEERS if peer.name in only]:
        say("Exporting the pages …")
        run(command("export", str(work / "export")), project, environment())
        for peer in chosen:
            say(f"Installing {peer.title} …")
            try:
                builders.append(_peer(peer, work, len(tags)))
            except (Failed, OSError) as error:
                failures.append(Result(peer.name, peer.title, failure=f"not installed: {error}"))
    results = list(race(builders, repeat, environment(), len(PAGES), say))
    stages: dict[str, float] = {}
    verify = None
    if "ours" in only:
        say("Looking where the time goes …")
        _clean(project)
        _, output = run((sys.executable, *_STAGES), project, environment())
        seen = json.loads(output)
        stages, verify = seen["stages"], seen["verify"]
    return [*results, *failures], stages, verify


def _ours(project: Path, tags: Sequence[str]) -> Iterator[Builder]:
    """A full build; then one after an edit, in a language that is no other's source."""
    full = _full("ours", f"ours, {len(tags)} languages", project, len(tags))
    yield full
    for name, title, prepare in (
        ("edited", "ours, one string edited", lambda n: edit_one_string(project, tags[-1], n + 1)),
        ("unchanged", "ours, nothing changed", lambda n: None),
    ):
        yield Builder(name, title, "", full.command, project, full.site, len(tags), prepare)


def _full(name: str, title: str, project: Path, count: int) -> Builder:
    return Builder(
        name,
        title,
        version("rami-rulebook"),
        command("build"),
        project,
        project / SITE,
        count,
        lambda number: _clean(project),
    )


def _clean(project: Path) -> None:
    """Leave nothing that a build has made or kept, of ours or of others."""
    for name in (SITE, ".build", ".cache"):
        shutil.rmtree(project / name, ignore_errors=True)


def _peer(peer: Peer, work: Path, count: int) -> Builder:
    """Install a generator and set it up. Raises Failed and OSError."""
    home = PROJECT / WORK / "peers"
    home.parent.mkdir(parents=True, exist_ok=True)
    install(home, peer.packages)
    folder = work / peer.name
    peer.set_up(work / "export", folder)
    return Builder(
        peer.name,
        peer.title,
        version_of(home, peer.version_of),
        (str(python_of(home)), *peer.command),
        folder,
        folder / SITE,
        count,
        lambda number: _clean(folder),
    )
