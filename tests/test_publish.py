"""The one step at the end of a build, and what a build leaves when it does not get there."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rami_examples.findings import Faulty
from rami_examples.site import publish
from rami_examples.site.publish import put_in_place, staging

HELD = """
import sys
from pathlib import Path
from rami_examples.site.publish import put_in_place, staging

project = Path(sys.argv[1])
with staging(project) as new:
    new.joinpath("index.html").write_text("theirs")
    print("ready", flush=True)
    sys.stdin.readline()
    put_in_place(new, project / "site")
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose site says ``old`` on its only page."""
    page = tmp_path / "site" / "old.html"
    page.parent.mkdir()
    page.write_text("old")
    return tmp_path


def page(folder: Path, name: str = "new.html") -> None:
    folder.joinpath(name).write_text("new")


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def start_build(project: Path) -> subprocess.Popen[str]:
    """Start a build in another process; it says ``ready`` and goes on after a line on stdin."""
    return subprocess.Popen(
        [sys.executable, "-c", HELD, str(project)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def another_build(project: Path) -> subprocess.Popen[str]:
    """Give a build in another process that is in the middle of its work."""
    build = start_build(project)
    assert build.stdout
    assert build.stdout.readline() == "ready\n"
    return build


def test_a_new_site_replaces_the_old_one_whole(project: Path) -> None:
    with staging(project) as new:
        page(new)
        put_in_place(new, project / "site")
    assert names(project / "site") == ["new.html"]
    assert names(project / ".build") == ["build.lock"]


def test_the_first_site_needs_no_old_one(tmp_path: Path) -> None:
    with staging(tmp_path) as new:
        page(new)
        put_in_place(new, tmp_path / "site")
    assert names(tmp_path / "site") == ["new.html"]


def test_where_folders_cannot_be_exchanged_two_renamings_do_the_same(project: Path) -> None:
    new, aside = project / "new", project / "previous"
    new.mkdir()
    page(new)
    publish._rename_twice(new, project / "site", aside)
    assert names(project) == ["site"]
    assert names(project / "site") == ["new.html"]


@pytest.mark.skipif(sys.platform != "linux", reason="renameat2 is Linux's")
def test_linux_exchanges_two_folders_in_one_step(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    page(one)
    assert publish._exchange(one, other)
    assert (names(one), names(other)) == ([], ["new.html"])


def test_a_folder_that_is_not_there_is_not_exchanged(tmp_path: Path) -> None:
    assert not publish._exchange(tmp_path / "one", tmp_path / "other")


def test_a_build_that_fails_leaves_the_old_site_and_no_rubbish(project: Path) -> None:
    with pytest.raises(ZeroDivisionError), staging(project) as new:
        page(new)
        raise ZeroDivisionError
    assert names(project / "site") == ["old.html"]
    assert names(project / ".build") == ["build.lock"]


def test_a_killed_build_leaves_the_old_site_and_the_next_one_starts_clean(project: Path) -> None:
    build = another_build(project)
    build.kill()
    build.communicate()
    assert names(project / "site") == ["old.html"]
    with staging(project) as new:
        assert names(new) == []


def test_an_interrupted_build_cleans_up_after_itself(project: Path) -> None:
    build = another_build(project)
    build.send_signal(signal.SIGINT)
    build.communicate()
    assert names(project / "site") == ["old.html"]
    assert names(project / ".build") == ["build.lock"]


def test_a_site_put_aside_by_a_killed_build_comes_back(project: Path) -> None:
    aside = project / ".build" / "previous"
    aside.parent.mkdir()
    (project / "site").rename(aside)
    with staging(project):
        assert names(project / "site") == ["old.html"]
        assert not aside.exists()


def test_a_site_put_aside_does_not_displace_its_successor(project: Path) -> None:
    aside = project / ".build" / "previous"
    aside.mkdir(parents=True)
    page(aside, "older.html")
    with staging(project):
        assert names(project / "site") == ["old.html"]
        assert not aside.exists()


def test_the_old_site_comes_back_when_the_new_one_cannot_be_renamed(project: Path) -> None:
    missing = project / ".build" / "site"
    missing.parent.mkdir()
    with pytest.raises(Faulty, match="1 finding") as caught:
        put_in_place(missing, project / "site")
    assert "stays as it was" in caught.value.findings[0].message
    assert names(project / "site") == ["old.html"]


def test_a_second_build_waits_for_the_first_and_says_so(project: Path) -> None:
    first, second = another_build(project), start_build(project)
    assert second.stderr
    assert second.stdout
    assert "waiting" in second.stderr.readline()
    first.communicate("go\n")
    assert second.stdout.readline() == "ready\n"
    second.communicate("go\n")
    assert (first.returncode, second.returncode) == (0, 0)
    assert names(project / "site") == ["index.html"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_and_the_old_site_stays(project: Path) -> None:
    with pytest.raises(Faulty) as caught, staging(project) as new:
        page(new)
        Path("/dev/full").write_text("no room")
    assert "the disk is full" in caught.value.findings[0].message
    assert names(project / "site") == ["old.html"]


def test_any_other_error_of_a_build_is_not_disguised(project: Path) -> None:
    with pytest.raises(FileNotFoundError), staging(project) as new:
        (new / "missing").read_text()


def test_a_place_that_cannot_hold_a_build_is_told(tmp_path: Path) -> None:
    (tmp_path / ".build").write_text("a file is in the way")
    with pytest.raises(Faulty) as caught, staging(tmp_path):
        pass
    assert "File exists" in caught.value.findings[0].message


@pytest.mark.parametrize("make", [Path.touch, lambda site: site.symlink_to(os.curdir)])
def test_a_file_or_link_called_site_is_left_alone(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    site = tmp_path / "site"
    make(site)
    with pytest.raises(Faulty) as caught, staging(tmp_path) as new:
        put_in_place(new, site)
    assert "not a folder" in caught.value.findings[0].message
    assert os.path.lexists(site)
