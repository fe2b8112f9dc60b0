"""A site for those who are writing it: built anew on every edit, reloaded by the browser itself."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException
from mkdocs.livereload import LiveReloadServer

from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.findings import Faulty, Finding, Kind, Place
from rami_examples.site.plugin import SOURCES, RamiPlugin
from rami_examples.site.preview import Preview

_LOOK_EVERY = 0.1  # seconds between two looks at the files
_SETTLE = 0.02  # seconds for an editor to write all that it writes at once


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
    preview = Preview()
    with TemporaryDirectory(prefix="rami-") as folder:

        def rebuild() -> None:
            config = load_config(str(settings), site_dir=folder, site_url=server.url)
            plugin = config.plugins["rami"]
            assert isinstance(plugin, RamiPlugin)
            plugin.serving = True
            plugin.make_book = lambda *_: preview(project, languages, incomplete)
            build(config, serve_url=server.url)

        def rebuild_or_tell() -> None:
            try:
                rebuild()
            except MkDocsException as error:
                logging.getLogger("mkdocs").error("%s", error)

        server = LiveReloadServer(rebuild_or_tell, host, port, folder, polling_interval=_LOOK_EVERY)
        server.build_delay = _SETTLE
        server.error_handler = lambda code: _page(Path(folder) / f"{code}.html")
        try:
            rebuild()
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
