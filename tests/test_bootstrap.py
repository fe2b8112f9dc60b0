"""Setting up the environment: what it depends on, and what it says when it cannot be done.

That a fresh clone really sets itself up shows by this very run: it began with ``scripts/test.py``.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import bootstrap
from scripts.bootstrap import SetUpError, clean, complain_about_python, failure, fingerprint

SCRIPTS = sorted((bootstrap.ROOT / "scripts").glob("*.py"))
MADE_FROM = (b"lock", b"project", "3.11.7", Path("/rami"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_an_old_python_can_read_the_scripts_to_say_that_it_is_old(script: Path) -> None:
    ast.parse(script.read_text(encoding="utf-8"), feature_version=(3, 7))


@pytest.mark.parametrize("version", [(2, 7), (3, 6), (3, 9), (3, 10)])
def test_a_python_that_is_too_old_is_named_with_the_one_needed(version: tuple[int, int]) -> None:
    with pytest.raises(SetUpError, match=rf"Python {version[0]}\.{version[1]}.*Python 3\.11"):
        complain_about_python(version)


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 14), (4, 0)])
def test_a_python_that_is_new_enough_is_taken(version: tuple[int, int]) -> None:
    complain_about_python(version)


def test_the_same_sources_make_the_same_environment() -> None:
    assert fingerprint(*MADE_FROM) == fingerprint(*MADE_FROM)


@pytest.mark.parametrize(
    "changed",
    [
        (b"other lock", b"project", "3.11.7", Path("/rami")),
        (b"lock", b"other project", "3.11.7", Path("/rami")),
        (b"lock", b"project", "3.12.1", Path("/rami")),
        (b"lock", b"project", "3.11.7", Path("/moved/rami")),
        (b"lockp", b"roject", "3.11.7", Path("/rami")),
    ],
)
def test_the_environment_is_made_anew_when_what_it_is_made_from_changes(
    changed: tuple[bytes, bytes, str, Path],
) -> None:
    assert fingerprint(*changed) != fingerprint(*MADE_FROM)


@pytest.mark.parametrize(
    "name",
    ["PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_REQUIRE_VIRTUALENV", "PIP_REQUIREMENT"],
)
def test_settings_that_would_lead_python_or_pip_astray_are_dropped(name: str) -> None:
    assert name not in clean({name: "/somewhere"})


@pytest.mark.parametrize("name", ["PIP_INDEX_URL", "PIP_NO_INDEX", "PIP_PROXY", "HOME", "LANG"])
def test_settings_that_say_where_packages_come_from_are_kept(name: str) -> None:
    assert clean({name: "/somewhere"})[name] == "/somewhere"


def test_the_environment_in_use_is_named_and_packages_stay_inside_it() -> None:
    kept = clean({"VIRTUAL_ENV": "/another", "PIP_USER": "1"})
    assert kept["VIRTUAL_ENV"] == str(bootstrap.VENV)
    assert kept["PIP_USER"] == "0"


PIP = ["python", "-I", "-m", "pip", "install"]
NOISE = b"".join(b"line %d\n" % number for number in range(20))


def test_a_failed_step_is_told_with_its_last_words_and_what_to_do() -> None:
    told = failure(PIP, 1, NOISE + b"killed\xff\n")
    assert told.startswith("the set-up of .venv failed: pip ended with status 1.")
    assert "    killed" in told
    assert "line 5\n" not in told
    assert "run the same command again" in told


def test_of_a_failed_step_that_names_an_error_the_error_is_told() -> None:
    told = failure(PIP, 1, NOISE + b"ERROR: No space left on device\n" + NOISE)
    assert "    ERROR: No space left on device\n    line 0\n" in told
    assert "line 19" not in told


def test_an_incomplete_clone_is_told_without_a_traceback(tmp_path: Path) -> None:
    scripts = tmp_path / "a clone" / "scripts"
    scripts.mkdir(parents=True)
    for script in SCRIPTS:
        (scripts / script.name).write_bytes(script.read_bytes())
    done = subprocess.run(
        [sys.executable, str(scripts / "build.py")], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.startswith("build.py: ")
    assert "requirements.lock" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_lock_names_a_hash_for_every_package_and_no_place_to_get_it_from() -> None:
    lines = bootstrap.LOCK_FILE.read_text(encoding="utf-8").splitlines()
    pinned = [number for number, line in enumerate(lines) if "==" in line and line[0].isalnum()]
    assert pinned
    assert all(lines[number + 1].lstrip().startswith("--hash=sha256:") for number in pinned)
    assert not [line for line in lines if "://" in line or line.startswith("-")]
