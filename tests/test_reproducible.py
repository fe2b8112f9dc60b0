"""One tree, one site: whoever builds it, wherever and whenever, gets the same bytes."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.copies import complete, contents, copy_project, environment, run

LANGUAGES = "en,he"

# Starts a build in another time: the clock is set before anything else is imported.
BUILD = """
import datetime, os, sys, time

shift, umask, languages = float(sys.argv[1]), int(sys.argv[2], 8), sys.argv[3]
now, now_ns, to_utc, to_local = time.time, time.time_ns, time.gmtime, time.localtime
time.time = lambda: now() + shift
time.time_ns = lambda: now_ns() + int(shift) * 10**9
time.gmtime = lambda at=None: to_utc(time.time() if at is None else at)
time.localtime = lambda at=None: to_local(time.time() if at is None else at)

class Clock(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)

    @classmethod
    def today(cls):
        return cls.now()

datetime.datetime = Clock
os.umask(umask)
sys.path.insert(0, "")
from rami_examples.cli import main
main(["build", "--languages", languages])
"""

HERE = {
    "TZ": "UTC",
    "LANG": "C",
    "LC_ALL": "C",
    "PYTHONHASHSEED": "1",
    # The plainest locale, in which Python itself would read and write nothing but ASCII.
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONIOENCODING": "utf-8",
}
THERE = {
    "TZ": "XXX-14",  # a day ahead of much of the world
    "LANG": "tr_TR.UTF-8",
    "LC_ALL": "tr_TR.UTF-8",
    "LANGUAGE": "tr",
    "PYTHONHASHSEED": "424242",
    "SOURCE_DATE_EPOCH": "86400",
    "COLUMNS": "30",
    "FORCE_COLOR": "1",
}
THIRTY_YEARS = 30 * 365 * 86400.0


def build(project: Path, settings: Mapping[str, str], shift: float, umask: str) -> dict[str, bytes]:
    """The site of a project, as built with these settings of the environment."""
    text = (project / "mkdocs.yml").read_text(encoding="utf-8")
    if "\nsite_url:" not in text:  # with an address there is more of a site: sitemaps
        text += "\nsite_url: https://rules.example/rami/\n"
        (project / "mkdocs.yml").write_text(text, encoding="utf-8")
    complete(project, "he")
    kept = {name: value for name, value in environment().items() if name != "SOURCE_DATE_EPOCH"}
    command = [sys.executable, "-c", BUILD, str(shift), umask, LANGUAGES]
    done = run(command, project, {**kept, **settings})
    assert done.returncode == 0, done.stdout + done.stderr
    return contents(project / "site")


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The site as built here and now, and as built elsewhere in every respect."""
    folder = tmp_path_factory.mktemp("reproducible")
    here = copy_project(folder / "one")
    there = copy_project(folder / "deeper" / "ünd [b] 100%", backwards=True)
    return build(here, HERE, 0.0, "022"), build(there, THERE, THIRTY_YEARS, "077")


def test_two_builds_of_one_tree_have_the_same_files(
    sites: tuple[dict[str, bytes], dict[str, bytes]],
) -> None:
    here, there = sites
    assert sorted(here) == sorted(there)
    assert {"index.html", "en/rules/index.html", "he/search/search_index.json"} < here.keys()


def test_two_builds_of_one_tree_have_the_same_bytes(
    sites: tuple[dict[str, bytes], dict[str, bytes]],
) -> None:
    here, there = sites
    assert [name for name in here if here[name] != there.get(name)] == []


def test_nothing_of_the_place_and_the_person_is_on_the_site(
    sites: tuple[dict[str, bytes], dict[str, bytes]],
) -> None:
    for site in sites:
        for name, content in site.items():
            assert b"test_reproducible" not in content, name
            assert b"reproducible0" not in content, name  # the folder of the builds
    assert json.loads(sites[0]["api/examples.json"])
