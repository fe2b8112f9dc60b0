"""Programs of the system that tests drive, installed where that can be done.

Chromium for the browser tests: Playwright's package brings none, and fetching one takes a host
beyond the package index. And gettext, to see that it reads our catalogs.
"""

import os
import shutil
import subprocess
from collections.abc import Callable

from scripts.bootstrap import say

NAMES = ("chromium", "chromium-browser", "google-chrome")
_MISSING = (
    "{name} is missing, which some tests need.\n"
    "On Debian or Ubuntu:  sudo apt-get install {package}"
)
MISSING = _MISSING.format(name="Chromium", package="chromium")


def chromium() -> str:
    """The path of the system's Chromium; '' where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), "")


def required_chromium() -> str:
    """The path of Chromium, installed where it was missing; ends with status 2 without it."""
    provide_chromium()
    executable = chromium()
    if not executable:
        raise SystemExit(2)
    return executable


def provide_chromium() -> None:
    """Install Chromium where it is missing."""
    provide("Chromium", "chromium", chromium)


def provide_gettext() -> None:
    """Install GNU gettext where it is missing."""
    provide("gettext", "gettext", lambda: shutil.which("msgmerge"))


def provide(name: str, package: str, find: Callable[[], str | None]) -> None:
    """Install a package where its program is missing, this system has apt-get, and we may use it.

    Where that does not work out, the tests that need it fail and say what to do.
    """
    if find():
        return
    missing = _MISSING.format(name=name, package=package)
    if not shutil.which("apt-get") or os.geteuid() != 0:
        say(missing)
        return
    say(f"Installing {name} for the tests (once) ...")
    install = ["apt-get", "install", "--yes", "--no-install-recommends", package]
    for command in (install, ["apt-get", "update"], install):
        done = subprocess.run(
            command,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if find():
            return
    say(done.stdout.decode(errors="replace").strip()[-500:])
    say(missing)
