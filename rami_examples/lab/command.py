"""The command: what every page of a language costs its reader."""

from __future__ import annotations

import click

from rami_examples.lab.browser import built_and_served, launched
from rami_examples.lab.measure import Figures, visit
from rami_examples.page_names import PAGES
from rami_examples.settings import declared_languages
from rami_examples.terminal import PROJECT, ended_by_faults

_HEAD = (
    "KB: transferred at the first visit, compressed, without the index of the search; ours of it.\n"
    "LCP, TBT: milliseconds to the largest paint, and blocked by long tasks, on a phone with a\n"
    "quarter of this machine's speed and slow 4G. CLS: cumulative layout shift.\n\n"
    f"{'page':24} {'KB':>6} {'ours':>6} {'theme':>6} {'requests':>9} "
    f"{'LCP':>6} {'CLS':>6} {'TBT':>6}"
)


def line(address: str, figures: Figures) -> str:
    """A page's line of the table."""
    weight = figures.weight
    total, ours, theirs = (
        size / 1000 for size in (weight.total, weight.ours, weight.total - weight.ours)
    )
    return (
        f"{address:24} {total:6.1f} {ours:6.1f} {theirs:6.1f} {weight.requests:9} "
        f"{figures.largest_paint:6.0f} {figures.shift:6.3f} {figures.blocked:6.0f}"
    )


@click.command()
@click.option("--languages", default="", help="Tags separated by commas; the first one by default.")
@click.option("--pages", default="", help="Names such as rules,home; all by default.")
@click.pass_obj
def main(chromium: str, languages: str, pages: str) -> None:
    """Open every page of a language for the first time, and tell what it costs."""
    tags = languages.split(",") if languages else declared_languages(PROJECT)[:1]
    names = pages.split(",") if pages else tuple(PAGES)
    if unknown := {*names} - {*PAGES}:
        raise click.BadParameter(f"no such page: {', '.join(sorted(unknown))}")
    with (
        ended_by_faults("Nothing was measured."),
        built_and_served(PROJECT) as site,
        launched(chromium) as browser,
    ):
        click.echo(_HEAD)
        for address in (f"{tag}/{PAGES[name]}" for tag in tags for name in names):
            click.echo(line(address, visit(browser, site + address)))
