"""Chromium for the browser tests: the system's own, installed where that can be done.

Playwright's package brings none, and fetching one takes a host beyond the package index.
"""

import os
import shutil
import subprocess

from scripts.bootstrap import say

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = (
    "Chromium is missing, which the browser tests need.\n"
    "On Debian or Ubuntu:  sudo apt-get install chromium"
)


def chromium() -> str:
    """Give the path of the system's Chromium; '' where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), "")


def required_chromium() -> str:
    """Give the path of Chromium, installed where it was missing; end with status 2 without it."""
    provide_chromium()
    executable = chromium()
    if not executable:
        raise SystemExit(2)
    return executable


def provide_chromium() -> None:
    """Install Chromium where it is missing, this system has apt-get, and we may use it.

    Where that does not work out, the browser tests fail and say what to do.
    """
    if chromium():
        return
    if not shutil.which("apt-get") or os.geteuid() != 0:
        say(MISSING)
        return
    say("Installing Chromium for the browser tests (once) ...")
    install = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]
    for command in (install, ["apt-get", "update"], install):
        done = subprocess.run(
            command,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if chromium():
            return
    say(done.stdout.decode(errors="replace").strip()[-500:])
    say(MISSING)
