"""The command line, ``rami-docs``: reads arguments, calls one function, shows the result.

A build in which nothing has changed takes less time than importing all the other commands, so those
are in ``commands``, which is imported only when one of them is asked for.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import click

from rami_examples import options
from rami_examples.build import Built, build_into_place
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.findings import Faulty
from rami_examples.terminal import PROJECT, Faults, Group, err, out, warn


class _Main(Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *_others()})

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return super().get_command(ctx, name) or _others().get(name)


def _others() -> Mapping[str, click.Command]:
    from rami_examples.commands import COMMANDS

    return COMMANDS


@click.group(cls=_Main)
@click.version_option(package_name="rami-rulebook")
def main() -> None:
    """The executable rulebook of Rami: nothing is published that the engine has not confirmed."""


@main.command()
@options.languages
@options.complete
@click.option("--afresh", is_flag=True, help="Build every page, also where nothing has changed.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    help="As many processes at a time; one for each processor by default.",
)
def build(
    languages: tuple[str, ...], incomplete: Incomplete, afresh: bool, workers: int | None
) -> None:
    """Verify everything and build site/; after any fault the old site/ stays as it was.

    Languages whose sources are as they were for what is in site/ are not built again.
    """
    start = time.perf_counter()
    with err.status("Starting …") as status:  # animated on a terminal, silent in a pipe
        try:
            result = build_into_place(
                PROJECT, languages, status.update, incomplete, afresh=afresh, most=workers or 0
            )
        except Faulty as faulty:
            result = faulty.findings
    if not isinstance(result, Built):
        raise Faults(result, "site/ was left as it was.")
    seconds = time.perf_counter() - start
    warn(result.warnings)
    figures = result.summary
    if result.unchanged:
        pages = f"{figures['pages']} pages in {figures['languages']} languages"
        out.print(
            f"[bold green]✓[/] nothing has changed since site/ was verified and built: {pages}, "
            f"looked through in {seconds:.1f} s"
        )
        return
    out.print(
        f"[bold green]✓[/] {figures['examples']} examples verified, "
        f"{figures['rules']} of {figures['rules']} rules proven\n"
        f"[bold green]✓[/] {figures['pages']} pages in {figures['languages']} "
        f"{'language' if figures['languages'] == 1 else 'languages'}: {', '.join(languages)}\n"
        f"[bold green]✓[/] built anew: {_anew(result.made, languages)}\n"
        f"[bold green]✓[/] site/ is in place, after {seconds:.1f} s, "
        f"of which the engine’s checks took {figures['verify_ms']} ms"
    )


def _anew(made: Sequence[str], languages: Sequence[str]) -> str:
    """What was built and not taken from the site before."""
    if not made:
        return "what belongs to no language (assets, /, 404, sitemap, api)"
    return "all languages" if len(made) == len(languages) else ", ".join(made)


if __name__ == "__main__":
    main()
