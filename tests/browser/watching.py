"""What should not happen while a page is open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Request


@dataclass(frozen=True, slots=True)
class Watch:
    """Errors in the console, and requests to anywhere else. Who provokes some clears the list."""

    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)


@contextmanager
def watched(
    browser: Browser, site: str, watch: Watch, width: int = 1280, **settings: Any
) -> Iterator[BrowserContext]:
    """Make a fresh profile that is watched; ``site`` is its address, ``settings`` Playwright's."""

    def asked(request: Request) -> None:
        if not request.url.startswith((site, "data:", "blob:")):
            watch.outside.append(request.url)

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            watch.errors.append(f"{message.text} ({message.location.get('url')})")

    context = browser.new_context(viewport={"width": width, "height": 900}, **settings)
    context.on("request", asked)
    context.on("console", heard)
    context.on("weberror", lambda error: watch.errors.append(str(error.error)))
    yield context
    context.close()
