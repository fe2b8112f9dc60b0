"""The command line: what it says, where it says it, and the status that it ends with."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
SOURCES = ("rami_engine", "rami_examples", "templates", "docs", "mkdocs.yml", "pyproject.toml")


def rami_docs(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command of a project, its output into pipes."""
    return subprocess.run(
        [sys.executable, "-m", "rami_examples.cli", *arguments],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with an old site; no test leaves a change in it."""
    folder = tmp_path_factory.mktemp("cli")
    for name in SOURCES:
        source = PROJECT / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
        else:
            shutil.copy(source, folder / name)
    return folder


@pytest.fixture
def faulty(project: Path, request: pytest.FixtureRequest) -> Path:
    """The project with an old site and a corpus of several faults; put right after the test."""
    site, corpus = project / "site", project / "rami_examples" / "corpus"
    shutil.rmtree(site, ignore_errors=True)
    site.mkdir()
    (site / "index.html").write_text("old", encoding="utf-8")
    broken = corpus / "melds.yaml"
    text = broken.read_text(encoding="utf-8")
    request.addfinalizer(lambda: broken.write_text(text, encoding="utf-8"))
    broken.write_text(text.replace("KH KS KD\n", "KH KS K[red]\n", 1), encoding="utf-8")
    more = corpus / "more.yaml"
    request.addfinalizer(more.unlink)
    more.write_text("melds: [&a \x00]\n", encoding="utf-8")
    return project


def old_site(project: Path) -> bool:
    site = project / "site"
    return [path.name for path in site.iterdir()] == ["index.html"]


def test_a_build_ends_with_its_summary_and_nothing_else(project: Path) -> None:
    shutil.rmtree(project / "site", ignore_errors=True)
    done = rami_docs(project, "build", "--languages", "en")
    assert (done.returncode, done.stderr) == (0, "")
    first, second, third = done.stdout.splitlines()
    assert re.fullmatch(r"✓ \d+ examples verified, (\d+) of \1 rules proven", first)
    assert re.fullmatch(r"✓ 8 pages in 1 language: en", second)
    assert re.fullmatch(r"✓ site/ is in place, after \d+\.\d s \(\d+ ms .*checks\)", third)
    assert (project / "site" / "en" / "rules" / "index.html").is_file()
    assert "\x1b" not in done.stdout


def test_after_faults_all_are_told_the_status_is_1_and_the_old_site_stays(faulty: Path) -> None:
    done = rami_docs(faulty, "build", "--languages", "en")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "rami_examples/corpus/melds.yaml:6:19" in done.stderr
    assert "'K[red]' is no card" in done.stderr
    assert "rami_examples/corpus/more.yaml:1:" in done.stderr
    assert "2 faults. site/ was left as it was." in done.stderr
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stderr
    assert old_site(faulty)


@pytest.mark.parametrize("arguments", [["build", "--languages", "en"], ["check"]])
def test_an_internal_word_never_reaches_the_user(arguments: list[str], faulty: Path) -> None:
    done = rami_docs(faulty, *arguments)
    assert done.returncode == 1
    assert "Error" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["build", "--languages", "xx"], "xx is not declared in mkdocs.yml"),
        (["build", "--languages", "en,../en"], "../en is not declared"),
        (["build", "--languages", " , "], "no language named"),
        (["build", "--langauges", "en"], "--languages"),
        (["built"], "No such command 'built'"),
        (["explain", "no.such"], "no.such"),
        (["confirm", "no.such"], "no sentence states no.such"),
        (["audit", "nowhere", "--languages", "en"], "nowhere"),
    ],
)
def test_a_command_that_makes_no_sense_ends_with_2_and_says_why(
    arguments: list[str], says: str, project: Path
) -> None:
    done = rami_docs(project, *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "settings",
    [
        None,
        "",
        "plugins:\n",
        "plugins: [rami]\n",
        "plugins:\n  - rami:\n",
        "plugins:\n  - rami: {languages: []}\n",
        "plugins:\n  - rami: {languages: [1]}\n",
        "plugins:\n  - rami: [\n",
        "plugins: \x00\n",
    ],
)
def test_settings_without_languages_are_a_fault_and_no_traceback(
    settings: str | None, project: Path, request: pytest.FixtureRequest
) -> None:
    file = project / "mkdocs.yml"
    request.addfinalizer(lambda: shutil.copy(PROJECT / "mkdocs.yml", file))
    file.unlink()
    if settings is not None:
        file.write_text(settings, encoding="utf-8")
    done = rami_docs(project, "build")
    assert done.returncode == 1
    assert "in which languages" in done.stderr or "mkdocs.yml:" in done.stderr
    assert "1 fault. Nothing was done." in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("tag", ["xx", "../../etc", "de-../x"])
def test_a_catalog_is_made_for_a_language_alone(tag: str, project: Path) -> None:
    done = rami_docs(project, "i18n", "update", "--", tag)
    assert done.returncode == 1
    assert "is not a language that CLDR knows" in done.stderr
    assert not (project / "locales").exists()
