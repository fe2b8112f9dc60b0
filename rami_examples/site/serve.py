"""A site for those who are writing it: built anew on every edit, reloaded by the browser itself."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from jinja2 import FileSystemBytecodeCache
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.livereload import LiveReloadServer

from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.digests import looks
from rami_examples.files import move_into
from rami_examples.findings import Faulty, Finding, Findings, Kind, Place
from rami_examples.pages.book import Book
from rami_examples.pages.template_faults import template_fault
from rami_examples.settings import SETTINGS
from rami_examples.site.mkdocs_build import ThemeFiles, reasons, warnings_of_mkdocs
from rami_examples.site.plugin import SOURCES, RamiPlugin
from rami_examples.site.preview import Preview, with_panel

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
        self._good = b""  # the settings as they were when nothing was wrong with them
        compiled = folder.with_name("templates")
        compiled.mkdir()
        self._bytecode = FileSystemBytecodeCache(str(compiled))
        self._preview = Preview(bytecode=self._bytecode)

    def rebuild(self, url: str) -> None:
        """Build all pages anew, and the assets where they have changed; ``url`` is the site's.

        Settings that are wrong are told on the pages, which are built with the last good ones;
        what is wrong with the theme's templates, on the pages as they are. Raises Faulty where
        there have been none yet.
        """
        assets = looks(self._project)
        whole = assets != self._assets
        folder = self._folder.with_name("pages")
        config, faults = self._settings(folder, url)
        plugin = config.plugins["rami"]
        assert isinstance(plugin, RamiPlugin)
        plugin.serving, plugin.bytecode = True, self._bytecode

        def make_book(*_: object) -> Book:
            book = self._preview(self._project, self._languages, self._incomplete)
            return replace(book, faults=(*faults, *book.faults), has_root=whole)

        plugin.make_book = make_book
        config.theme = ThemeFiles(config.theme, served=whole)
        try:
            build(config, serve_url=url)
        except MkDocsException:
            raise
        except Exception as error:
            fault = template_fault(self._project, error)
            if fault is None:
                raise
            self._tell(plugin.book, fault)
            return
        if whole:
            shutil.rmtree(self._folder, ignore_errors=True)
        move_into(folder, self._folder)
        self._assets = assets

    def _tell(self, book: Book, fault: Finding) -> None:
        """Tell on the pages as they are why there are no new ones. Raises Faulty without pages."""
        known = any(each.place == fault.place for each in book.faults)
        faults = book.faults if known else (*book.faults, fault)
        if not self._assets:
            raise Faulty(faults)
        logging.getLogger("mkdocs").error("%s", fault)
        for path in self._folder.rglob("index.html"):
            page = with_panel(path.read_text(encoding="utf-8"), replace(book, faults=faults))
            path.write_text(page, encoding="utf-8")

    def _settings(self, folder: Path, url: str) -> tuple[MkDocsConfig, Findings]:
        faults: Findings = ()
        try:
            content = (self._project / SETTINGS).read_bytes()
            config = _configured(self._project, content, str(folder), url)
            self._good = content
        except (OSError, Faulty) as error:
            faults = _faults(error)
            if not self._good:
                raise Faulty(faults) from None
            config = _configured(self._project, self._good, str(folder), url)
        return config, faults


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
    with TemporaryDirectory(prefix="rami-") as name:
        folder = Path(name, "site")
        site = _Site(project, languages, incomplete, folder)

        def rebuild_or_tell() -> None:
            try:
                site.rebuild(server.url)
            except MkDocsException as error:
                logging.getLogger("mkdocs").error("%s", error)

        server = _Server(rebuild_or_tell, host, port, str(folder))
        try:
            server.start()
            server.watch(str(project), recursive=False)  # where mkdocs.yml may come and go
            for source in ("docs", *SOURCES):
                if (project / source).exists():
                    server.watch(str(project / source))
            site.rebuild(server.url)
            ready(server.url)
            server.serve()
        except KeyboardInterrupt:
            pass
        except MkDocsException as error:
            raise Faulty(_findings([str(error)])) from None
        finally:
            server.shutdown()


class _Server(LiveReloadServer):
    """Has its address, and looks at the files, before the first build: no edit goes unseen."""

    def __init__(self, builder: Callable[[], None], host: str, port: int, folder: str) -> None:
        super().__init__(builder, host, port, folder, polling_interval=_LOOK_EVERY)
        self.build_delay = _SETTLE
        self.error_handler = lambda code: _page(Path(folder) / f"{code}.html")
        self._host = f"[{host}]" if ":" in host else host

    def start(self) -> None:
        """Take the address, or raise OSError; browsers that come now have to wait."""
        self.server_bind()
        self.server_activate()
        self.url = f"http://{self._host}:{self.server_port}/"
        self.observer.start()

    def serve(self, *, open_in_browser: bool = False) -> None:
        """Answer, and build anew on every edit, until Ctrl-C."""
        self.serve_thread.start()
        self._build_loop()  # type: ignore[no-untyped-call]  # of MkDocs


def _configured(project: Path, content: bytes, folder: str, url: str) -> MkDocsConfig:
    """The settings that mkdocs.yml gives with this content. Raises Faulty."""
    file = BytesIO(content)
    file.name = str(project / SETTINGS)
    with warnings_of_mkdocs() as said:
        try:
            config = load_config(file, site_dir=folder, site_url=url)
        except MkDocsException as error:
            raise Faulty(_findings(reasons(error, said))) from None
    if not isinstance(config.plugins.get("rami"), RamiPlugin):
        raise Faulty(_findings(["does not have the plugin rami"]))
    return config


def _faults(error: OSError | Faulty) -> Findings:
    return error.findings if isinstance(error, Faulty) else _findings([f"cannot be read: {error}"])


def _findings(messages: list[str]) -> Findings:
    return tuple(Finding(Kind.SITE_FAULT, Place(SETTINGS), message) for message in messages)


def _page(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
