"""The command line: reads arguments, calls one function, shows what came of it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click
from rich.console import Console

from rami_examples.book import Book
from rami_examples.findings import Faulty, Findings
from rami_examples.publish import put_in_place, staging
from rami_examples.site_build import build_site

PROJECT = Path(__file__).resolve().parent.parent


@click.group()
def main() -> None:
    """The executable rulebook of Rami."""


@main.command()
@click.option("--languages", metavar="TAGS", help="Build these alone, such as de,he.")
def build(languages: str | None) -> None:
    """Verify everything and build the site into site/, or leave the old one as it is."""
    print(languages)


if __name__ == "__main__":
    main()
