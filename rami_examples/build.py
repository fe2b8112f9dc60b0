"""The build: make the book, build the site aside, and put it in place in one step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rami_examples.audit.site import audit_site
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.findings import Findings
from rami_examples.pages.book import Book
from rami_examples.pages.wording import Wording
from rami_examples.rulebook import Sources, check, write_book
from rami_examples.site.mkdocs_build import build_site
from rami_examples.site.publish import put_in_place, staging

SITE = Path("site")


def build_into_place(
    project: Path,
    languages: tuple[str, ...],
    say: Callable[[str], None],
    incomplete: Incomplete = Incomplete.REFUSE,
) -> Book | Findings:
    """Build ``site/`` in these languages, or leave the old one and return what is wrong.

    ``incomplete`` says what is done about unfinished ones; ``say`` is told what is being done.
    Raises Faulty where the file system refuses.
    """
    say("Verifying the corpus …")
    sources = check(project, languages, incomplete)
    if not isinstance(sources, Sources):
        return sources
    say("Writing the pages …")
    book = write_book(project, sources)
    if not isinstance(book, Book):
        return book
    with staging(project) as folder:
        say("Building the site …")
        built = build_site(project, languages, folder, lambda *_: book)
        if not isinstance(built, Book):
            return built
        say("Reading the finished site back …")
        wordings = [Wording(sources.env, language) for language in sources.languages]
        if findings := audit_site(folder, wordings):
            return findings
        put_in_place(folder, project / SITE)
    return built
