"""The build of one shard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.catalogs.messages import read_sources
from rami_examples.findings import Findings
from rami_examples.pages.book import Book, LanguageInfo, leading
from rami_examples.pages.languages import by_name
from rami_examples.pages.render import Pages
from rami_examples.rulebook import Sources, check, site_title, write_part
from rami_examples.shards.origin import origin
from rami_examples.shards.shard import MANIFEST, write_manifest
from rami_examples.site.mkdocs_build import build_site
from rami_examples.site.outputs import output
from rami_examples.site.publish import put_in_place


def build_shard(
    project: Path,
    site: tuple[str, ...],
    languages: tuple[str, ...],
    folder: Path,
    say: Callable[[str], None],
    incomplete: Incomplete = Incomplete.REFUSE,
) -> Book | Findings:
    """Build one shard: of a site in all of ``site``, the part in ``languages``.

    ``incomplete`` says what is done about unfinished languages. ``folder`` is replaced as a whole,
    or not at all; ``say`` is told what is being done. Raises Faulty where the folder is not of an
    earlier shard, and where the disk refuses.
    """
    own = tuple(tag for tag in site if tag in languages)
    start = origin(project)
    with output(folder, MANIFEST) as new:
        say("Verifying the corpus …")
        named = tuple(
            by_name(project, tag, incomplete, lambda: read_sources(project)[0]) for tag in site
        )
        # What is made of all languages needs their words; all else, those of one for a title.
        read = site if site[0] in own else tuple(dict.fromkeys((leading(named).tag, *own)))
        sources = check(project, read, incomplete)
        if not isinstance(sources, Sources):
            return sources
        say("Writing the pages …")
        book = _book(project, sources, named, own)
        if not isinstance(book, Book):
            return book
        say("Building the site …")
        whole = new.with_name("whole")
        built = build_site(project, own, whole, lambda *_: book)
        if not isinstance(built, Book):
            return built
        for path in whole.iterdir() if site[0] in own else [whole / tag for tag in own]:
            path.rename(new / path.name)
        write_manifest(new, start, site, own)
        put_in_place(new, folder.absolute())
    return built


def _book(
    project: Path, sources: Sources, site: tuple[LanguageInfo, ...], own: tuple[str, ...]
) -> Book | Findings:
    """The book of a shard's own languages, which knows of the others."""
    wordings = {wording.language.tag: wording for wording in sources.wordings}
    speaking = wordings[leading(site).tag]
    mine = replace(sources, wordings=tuple(wordings[tag] for tag in own))
    if site[0].tag not in own:
        title = site_title(project, speaking)
        return write_part(project, mine, site, title) if isinstance(title, str) else title
    others = {
        tag: Pages(wording, sources.proven, sources.coverage).info()
        for tag, wording in wordings.items()
        if tag not in own
    }
    return write_part(project, mine, tuple(others.get(info.tag, info) for info in site), speaking)
