"""The build of the site through MkDocs, for callers in Python."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from jinja2 import BytecodeCache, Environment
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException
from mkdocs.theme import Theme

from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.findings import Findings
from rami_examples.pages.book import Book
from rami_examples.pages.template_faults import template_fault
from rami_examples.rulebook import make_book as rulebook
from rami_examples.settings import SETTINGS, settings_faults
from rami_examples.site.plugin import BookMaker, RamiPlugin


class _Warnings(logging.Handler):
    """Gathers what MkDocs has to say, and keeps it off the terminal."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


class Templates:
    """The theme's templates for some builds of one process, which reads them once.

    ``bytecode`` keeps them compiled for others.
    """

    def __init__(self, bytecode: BytecodeCache) -> None:
        self._bytecode = bytecode
        self._env: Environment | None = None

    def __deepcopy__(self, memo: object) -> Templates:
        return self  # what surrounds a language's pages has a theme of its own, but not templates

    def env_of(self, theme: Theme) -> Environment:
        """The environment in which they are rendered."""
        if self._env is None:
            self._env = Theme.get_env(theme)
            self._env.bytecode_cache = self._bytecode
        return self._env


class ThemeFiles(Theme):
    """A theme whose files are found in a moment, or that has none to serve.

    It has icons by the thousand, in a hidden folder; MkDocs looks of each whether it belongs to the
    site.
    """

    def __init__(
        self, theme: Theme, templates: Templates | None = None, *, served: bool = True
    ) -> None:
        self.__dict__.update(theme.__dict__)
        self._templates, self._served = templates, served

    def get_env(self) -> Environment:
        """The environment of the theme's templates, told of no more files than are served."""
        env = self._templates.env_of(self) if self._templates else super().get_env()
        env.list_templates = self._listed  # type: ignore[method-assign]
        return env

    def _listed(
        self, extensions: object = None, filter_func: Callable[[str], bool] | None = None
    ) -> list[str]:
        if not self._served:
            return []
        names = {name for folder in self.dirs for name in _visible(Path(folder))}
        return sorted(filter(filter_func, names))


def _visible(folder: Path) -> Iterator[str]:
    """The files below a folder, but for hidden folders."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(parent, name).relative_to(folder).as_posix() for name in names)


def build_site(
    project: Path,
    languages: tuple[str, ...],
    site_dir: Path,
    make_book: BookMaker = rulebook,
    incomplete: Incomplete = Incomplete.REFUSE,
    templates: Templates | None = None,
) -> Book | Findings:
    """Build the site of ``project`` in ``languages`` into ``site_dir``, strictly and quietly.

    Returns the book that the site shows, or everything that was wrong; a warning of MkDocs is
    wrong. Then ``site_dir`` is not to be published. With faults in the book it is untouched.
    ``templates`` are those of the theme, if they are to be shared with other builds.
    """
    book = make_book(project, languages, incomplete)
    if not isinstance(book, Book):
        return book
    return _build(project, site_dir, book, templates) or book


def _build(project: Path, site_dir: Path, book: Book, templates: Templates | None) -> Findings:
    with warnings_of_mkdocs() as said:
        try:
            settings = str(project / SETTINGS)
            config = load_config(settings, site_dir=str(site_dir.absolute()), strict=True)
            plugin = config.plugins["rami"]
            assert isinstance(plugin, RamiPlugin)
            plugin.make_book = lambda *_: book
            config.theme = ThemeFiles(config.theme, templates, served=book.has_root)
            build(config)
        except MkDocsException as error:
            return settings_faults(project, reasons(error, said))
        except Exception as error:
            fault = template_fault(project, error)
            if fault is None:
                raise
            return (fault,)
    return settings_faults(project, said)


def theme_environment(project: Path) -> Environment:
    """The environment of the theme's templates, for no page. Raises MkDocsException."""
    with warnings_of_mkdocs():
        return load_config(str(project / SETTINGS)).theme.get_env()


@contextmanager
def warnings_of_mkdocs() -> Iterator[list[str]]:
    """All that MkDocs warns of in the body, which stays off the terminal."""
    log, warnings = logging.getLogger("mkdocs"), _Warnings()
    propagate, log.propagate = log.propagate, False
    log.addHandler(warnings)
    try:
        yield warnings.messages
    finally:
        log.removeHandler(warnings)
        log.propagate = propagate


def reasons(error: MkDocsException, said: list[str]) -> list[str]:
    """Why MkDocs gave up, given what it warned of: an Abort only counts the warnings."""
    return said if isinstance(error, Abort) and said else [*said, error.message]
