"""The build: what has changed is built aside, and the whole site is put in place in one step."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.findings import Findings, in_order
from rami_examples.parts.kept import (
    NOTHING,
    Kept,
    Old,
    files_of,
    is_whole,
    read_kept,
    write_kept,
)
from rami_examples.parts.keys import keys_of, no_keys
from rami_examples.site.publish import put_in_place, staging
from rami_examples.sources import check_sources

SITE = Path("site")


@dataclass(frozen=True, slots=True)
class Built:
    """A site that is in place: figures for people, and what translators have left to do.

    ``made`` are the languages whose pages were built, and not taken from the site before;
    ``unchanged``: all of the site is the one before.
    """

    summary: Mapping[str, int]
    warnings: Findings
    made: tuple[str, ...]
    unchanged: bool


def build_into_place(
    project: Path,
    languages: tuple[str, ...],
    say: Callable[[str], None],
    incomplete: Incomplete = Incomplete.REFUSE,
    *,
    afresh: bool = False,
    most: int = 0,
) -> Built | Findings:
    """Build ``site/`` in these languages, or leave the old one and return what is wrong.

    ``incomplete`` says what is done about unfinished ones; ``say`` is told what is being done. What
    would come out as it is in ``site/`` is taken from there, unless all is to be made ``afresh``.
    ``most`` processes work on it at a time; 0: one for each processor.
    Raises Faulty where the file system refuses.
    """
    if strays := check_sources(project):
        return strays
    with staging(project) as folder, _collecting_later():
        known = keys_of(project, languages, incomplete)
        keys = known or no_keys(languages)
        kept = NOTHING if afresh or known is None else read_kept(project)
        old = Old(project / SITE, kept, files_of(project / SITE) if kept.languages else {})
        if is_whole(old, keys, languages):
            return _built(kept, kept)
        # Only here, for nothing of all this is needed to see that nothing has changed.
        from rami_examples.parts.site import Order, build_parts
        from rami_examples.parts.workers import workers

        order = Order(project, languages, incomplete, say, most or workers())
        made = build_parts(order, folder, keys, old)
        if not isinstance(made, Kept):
            return made
        put_in_place(folder, project / SITE)
        if known is not None and keys_of(project, languages, incomplete) == known:
            write_kept(project, made)  # else somebody has changed a source meanwhile
    return _built(made, kept)


@contextmanager
def _collecting_later() -> Iterator[None]:
    """Leave garbage alone in the body, where nearly all that is made is used until the end."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _built(site: Kept, before: Kept) -> Built:
    warnings = (*site.warnings, *(each for of in site.languages for each in of.warnings))
    old = {id(language) for language in before.languages}
    made = tuple(each.info.tag for each in site.languages if id(each) not in old)
    return Built(site.summary, in_order(warnings), made, unchanged=site is before)
