"""A host for the site on this machine, which compresses what it sends."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

# As hosts have it by default.
_LEVEL = 6
_COMPRESSED = {".css", ".html", ".js", ".json", ".svg", ".txt", ".xml"}


class _Host(SimpleHTTPRequestHandler):
    """Serves the files of a folder without a word."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer with a file, a folder's index, or the page for what is not found."""
        asked = urlsplit(self.path).path
        path = Path(self.translate_path(asked))
        if asked.endswith("/"):
            path /= "index.html"
        status = HTTPStatus.OK if path.is_file() else HTTPStatus.NOT_FOUND
        if status is HTTPStatus.NOT_FOUND:
            path = Path(self.directory, "404.html")
        packed = path.suffix in _COMPRESSED
        body = _compressed(path) if packed else path.read_bytes()
        self.send_response(status)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(body)))
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    """Takes it calmly that a browser hangs up when its reader goes on to another page."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the files of ``folder``, which stay as they are; gives an address that ends in "/"."""
    with _Server(("127.0.0.1", 0), partial(_Host, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@cache
def _compressed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), _LEVEL, mtime=0)
