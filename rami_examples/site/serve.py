"""A site for those who are writing it: built anew on every edit, reloaded by the browser itself."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from jinja2 import FileSystemBytecodeCache
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException
from mkdocs.livereload import LiveReloadServer

from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.digests import looks
from rami_examples.findings import Faulty, Finding, Kind, Place
from rami_examples.pages.book import Book
from rami_examples.site.mkdocs_build import Templates
from rami_examples.site.plugin import SOURCES, RamiPlugin
from rami_examples.site.preview import Preview

_LOOK_EVERY = 0.1  # seconds between two looks at the files
_SETTLE = 0.02  # seconds for an editor to write all that it writes at once


class _Site:
    """The site that is served from a folder; what templates are compiled to lies beside it."""

    def __init__(
        self, project: Path, languages: tuple[str, ...], incomplete: Incomplete, folder: Path
    ) -> None:
        self._project = project
        self._languages = languages
        self._incomplete = incomplete
        self._folder = folder
        self._assets = ""
        compiled = folder.with_name("templates")
        compiled.mkdir()
        self._bytecode = FileSystemBytecodeCache(str(compiled))
        self._preview = Preview(bytecode=self._bytecode)

    def rebuild(self, url: str) -> None:
        """Build all pages anew, and the assets where they have changed; ``url`` is the site's."""
        assets = looks(self._project)
        whole = assets != self._assets
        folder = self._folder if whole else self._folder.with_name("pages")
        settings = self._project / "mkdocs.yml"
        config = load_config(str(settings), site_dir=str(folder), site_url=url)
        plugin = config.plugins["rami"]
        assert isinstance(plugin, RamiPlugin)
        plugin.serving, plugin.bytecode = True, self._bytecode
        plugin.make_book = lambda *_: replace(self._book(), has_root=whole)
        if not whole:
            config.theme = Templates(config.theme)
        build(config, serve_url=url)
        if not whole:
            _move(folder, self._folder)
        self._assets = assets

    def _book(self) -> Book:
        return self._preview(self._project, self._languages, self._incomplete)


def _move(new: Path, folder: Path) -> None:
    """Put new files in the place of old ones."""
    for path in sorted(new.rglob("*")):
        target = folder / path.relative_to(new)
        if path.is_dir():
            target.mkdir(exist_ok=True)
        else:
            path.replace(target)


def serve(
    project: Path,
    languages: tuple[str, ...],
    incomplete: Incomplete,
    host: str,
    port: int,
    ready: Callable[[str], None],
) -> None:
    """Serve the pages in these languages until Ctrl-C; ``ready`` is told the address.

    A fault in the sources is shown on the pages, and the last good ones stay. Raises OSError where
    the address is taken, and Faulty where mkdocs.yml is wrong from the start.
    """
    settings = project / "mkdocs.yml"
    with TemporaryDirectory(prefix="rami-") as name:
        folder = Path(name, "site")
        site = _Site(project, languages, incomplete, folder)

        def rebuild_or_tell() -> None:
            try:
                site.rebuild(server.url)
            except MkDocsException as error:
                logging.getLogger("mkdocs").error("%s", error)

        server = LiveReloadServer(
            rebuild_or_tell, host, port, str(folder), polling_interval=_LOOK_EVERY
        )
        server.build_delay = _SETTLE
        server.error_handler = lambda code: _page(folder / f"{code}.html")
        try:
            site.rebuild(server.url)
            for source in ("docs", "mkdocs.yml", *SOURCES):
                if (project / source).exists():
                    server.watch(str(project / source))
            ready(server.url)
            server.serve()  # type: ignore[no-untyped-call]  # of MkDocs
        except KeyboardInterrupt:
            pass
        except MkDocsException as error:
            place = Place(settings.relative_to(project))
            raise Faulty((Finding(Kind.SITE_FAULT, place, str(error)),)) from None
        finally:
            server.shutdown()


def _page(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
