"""A build that does not come to its end leaves the old site whole, and the next one works."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rami_examples.bench.project import command
from rami_examples.findings import Faulty
from rami_examples.site import publish
from rami_examples.site.publish import put_in_place, staging
from tests.copies import contents, copy_project, environment, rami_docs, run

OLD = {"index.html": b"old", "en/rules/index.html": b"old rules"}
BUILD = ("build", "--languages", "en")

# Kill a build as soon as this is there: early, in the middle of its writing, towards its end.
MOMENTS = (
    ".build/build.lock",
    ".build/site",
    ".build/parts/0/en/index.html",
    ".build/parts/0/en/search/search_index.json",
    ".build/site/assets",
)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project; its tests bring their own site."""
    return copy_project(tmp_path_factory.mktemp("interrupted") / "project")


@pytest.fixture(scope="module")
def whole(original: Path) -> dict[str, bytes]:
    """The site that a build makes when it is left in peace."""
    done = rami_docs(original, *BUILD)
    assert done.returncode == 0, done.stderr
    return contents(original / "site")


@pytest.fixture
def project(original: Path) -> Path:
    """The project with an old site, and nothing left of another test."""
    for folder in (original / ".build", original / "site"):
        shutil.rmtree(folder, ignore_errors=True)
    for name, content in OLD.items():
        path = original / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return original


def start(project: Path) -> subprocess.Popen[str]:
    """Start a build."""
    return subprocess.Popen(
        command(*BUILD),
        cwd=project,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def until_there(path: Path, build: subprocess.Popen[str]) -> None:
    """Wait for a file or folder that a build makes."""
    while not path.exists() and build.poll() is None:
        time.sleep(0.001)


def left_over(project: Path) -> list[str]:
    """What lies in the workshop besides what is kept for the next build."""
    names = {entry.name for entry in (project / ".build").iterdir()}
    return sorted(names - {"site.json", "texts.json", "templates"})


def test_a_build_killed_at_any_moment_leaves_the_old_site_and_the_next_one_works(
    whole: dict[str, bytes], project: Path
) -> None:
    (project / ".build").mkdir()
    for moment in MOMENTS:
        for name in ("site", "parts"):
            shutil.rmtree(project / ".build" / name, ignore_errors=True)
        build = start(project)
        until_there(project / moment, build)
        build.kill()
        build.communicate()
        assert build.returncode == -signal.SIGKILL, moment
        assert contents(project / "site") == OLD, moment
    assert left_over(project) == ["build.lock", "parts", "site"]
    assert rami_docs(project, *BUILD).returncode == 0
    assert contents(project / "site") == whole
    assert left_over(project) == ["build.lock"]


@pytest.mark.parametrize("moment", [".build/site", ".build/parts/0/en/index.html"])
def test_a_build_interrupted_by_its_user_says_so_and_tidies_up(moment: str, project: Path) -> None:
    build = start(project)
    until_there(project / moment, build)
    build.send_signal(signal.SIGINT)
    _, said = build.communicate()
    assert build.returncode == 130
    assert "Interrupted" in said
    assert "Traceback" not in said
    assert contents(project / "site") == OLD
    assert left_over(project) == ["build.lock"]


def test_two_builds_at_once_end_in_one_whole_site(whole: dict[str, bytes], project: Path) -> None:
    first, second = start(project), start(project)
    said = [build.communicate()[1] for build in (first, second)]
    assert (first.returncode, second.returncode) == (0, 0), said
    assert contents(project / "site") == whole
    assert left_over(project) == ["build.lock"]


def test_a_check_beside_a_build_touches_nothing(project: Path) -> None:
    build = start(project)
    until_there(project / ".build/site", build)
    assert rami_docs(project, "check", "--languages", "en").returncode == 0
    assert build.communicate()[0]
    assert build.returncode == 0


# Each file of more than 20 000 bytes is one too many for a process with this limit.
LIMITED = """
import resource, sys
sys.path.insert(0, "")
from rami_examples.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
main(["build", "--languages", "en"])
"""


def test_a_disk_that_takes_no_more_is_told_and_the_old_site_stays(project: Path) -> None:
    done = run([sys.executable, "-c", LIMITED], project)
    assert done.returncode == 1, done.stderr
    assert "a file grew beyond the limit" in done.stderr
    assert "free some space" in done.stderr
    assert "Traceback" not in done.stderr
    assert contents(project / "site") == OLD
    assert left_over(project) == ["build.lock"]


# Somebody who may read the project and write nothing in it; whoever is root becomes such a one.
FORBIDDEN = """
import os, sys
from pathlib import Path
sys.path.insert(0, "")
from rami_examples.bench.project import command
from rami_examples.findings import Faulty
from rami_examples.site.publish import put_in_place, staging

if os.geteuid() == 0:
    os.seteuid(65534)
try:
    with staging(Path(".")) as new:
        put_in_place(new, Path("site"))
except Faulty as faulty:
    print(*faulty.findings)
"""


@pytest.mark.parametrize("with_workshop", [False, True])
def test_a_folder_that_may_not_be_written_to_is_told(with_workshop: bool, project: Path) -> None:
    if with_workshop:
        (project / ".build").mkdir()
    forbidden = [project, *filter(Path.is_dir, [project / ".build"])]
    for folder in forbidden:
        folder.chmod(0o555)
    try:
        done = run([sys.executable, "-c", FORBIDDEN], project)
    finally:
        for folder in forbidden:
            folder.chmod(0o755)
    assert "Permission denied" in done.stdout, done.stderr
    assert "a folder that you may write to" in done.stdout
    assert "stays as it was" in done.stdout
    assert contents(project / "site") == OLD


def test_a_workshop_that_is_a_link_is_not_tidied_up(project: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "site").mkdir(parents=True)
    (elsewhere / "previous").mkdir()
    (project / ".build").symlink_to(elsewhere)
    with pytest.raises(Faulty) as caught, staging(project):
        pass
    (project / ".build").unlink()
    assert "this is a link" in caught.value.findings[0].message
    assert sorted(path.name for path in elsewhere.iterdir()) == ["previous", "site"]
    assert contents(project / "site") == OLD


def test_ctrl_c_between_two_renamings_brings_the_old_site_back(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def interrupted(path: Path, target: Path) -> Path:
        if target == project / "site" and path.name == "site":
            raise KeyboardInterrupt
        return rename(path, target)

    monkeypatch.setattr(publish, "_exchange", lambda one, other: False)
    with pytest.raises(KeyboardInterrupt), staging(project) as new:
        monkeypatch.setattr(Path, "rename", interrupted)
        put_in_place(new, project / "site")
    assert contents(project / "site") == OLD
    assert left_over(project) == ["build.lock"]
