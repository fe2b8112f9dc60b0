"""The command line: what it says, where it says it, and the status that it ends with."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from rami_examples.catalogs.update import update_catalogs
from rami_examples.cli import main
from rami_examples.findings import Faulty
from rami_examples.page_names import PAGES
from rami_examples.settings import declared_languages

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
def faulty(project: Path) -> Iterator[Path]:
    """The project with an old site and a corpus of several faults; put right after the test."""
    site, corpus = project / "site", project / "rami_examples" / "corpus"
    shutil.rmtree(site, ignore_errors=True)
    site.mkdir()
    (site / "index.html").write_text("old", encoding="utf-8")
    broken, more = corpus / "melds.yaml", corpus / "more.yaml"
    text = broken.read_text(encoding="utf-8")
    broken.write_text(text.replace("KH KS KD\n", "KH KS K[red]\n", 1), encoding="utf-8")
    more.write_text("melds: [&a \x1b[31m\x00]\n", encoding="utf-8")
    yield project
    broken.write_text(text, encoding="utf-8")
    more.unlink()


def test_a_build_ends_with_its_summary_and_nothing_else(project: Path) -> None:
    shutil.rmtree(project / "site", ignore_errors=True)
    done = rami_docs(project, "build", "--languages", "en")
    assert (done.returncode, done.stderr) == (0, "")
    first, second, made, third = done.stdout.splitlines()
    assert made == "✓ built anew: all languages"
    assert re.fullmatch(r"✓ \d+ examples verified, (\d+) of \1 rules proven", first)
    assert second == f"✓ {len(PAGES) + 1} pages in 1 language: en"
    assert re.fullmatch(r"✓ site/ is in place, after \d+\.\d s, of which .* took \d+ ms", third)
    assert (project / "site" / "en" / "rules" / "index.html").is_file()
    assert "\x1b" not in done.stdout
    again = rami_docs(project, "build", "--languages", "en")
    assert re.fullmatch(r"✓ nothing has changed since site/ was .* in \d+\.\d s\n", again.stdout)


@pytest.mark.parametrize(
    ("command", "consequence"),
    [("build", "site/ was left as it was."), ("check", "Nothing is published like this.")],
)
def test_all_faults_are_told_the_status_is_1_and_the_old_site_stays(
    command: str, consequence: str, faulty: Path
) -> None:
    done = rami_docs(faulty, command, "--languages", "en")
    assert done.returncode == 1
    # What is wrong is what a check was asked for; of a build it is an error.
    told, silent = (done.stdout, done.stderr) if command == "check" else (done.stderr, done.stdout)
    assert silent == ""
    assert re.search(r"^rami_examples/corpus/melds.yaml:\d+:18  'K\[red\]' is no", told, re.M)
    assert re.search(r"^rami_examples/corpus/more.yaml:1:12  holds a char", told, re.M)
    assert told.endswith(f"✗ 2 faults. {consequence}\n")
    assert "Traceback" not in told
    assert all(char.isprintable() or char == "\n" for char in told)
    assert [path.name for path in (faulty / "site").iterdir()] == ["index.html"]


def test_settings_without_languages_are_a_fault_and_no_traceback(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "rami_examples", tmp_path / "rami_examples")
    shutil.copytree(PROJECT / "rami_engine", tmp_path / "rami_engine")
    (tmp_path / "mkdocs.yml").write_text("plugins: [\n", encoding="utf-8")
    done = rami_docs(tmp_path, "build")
    assert done.returncode == 1
    assert done.stderr.startswith("mkdocs.yml:2:1  is not YAML here: while parsing a flow node")
    assert done.stderr.endswith("✗ 1 fault. Nothing was done.\n")


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
        "plugins: " + "[" * 5000,
    ],
)
def test_settings_must_say_the_languages(settings: str | None, tmp_path: Path) -> None:
    if settings is not None:
        (tmp_path / "mkdocs.yml").write_text(settings, encoding="utf-8")
    with pytest.raises(Faulty) as caught:
        declared_languages(tmp_path)
    (finding,) = caught.value.findings
    assert finding.place.path == Path("mkdocs.yml")
    assert finding.right


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("plugins:\n  - rami:\n      langauges: [en]\n", "3:7  does not say in which languages"),
        ("plugins:\n  - rami:\n      languages: [en\ntheme: x\n", "4:6  is not YAML here:"),
        ("plugins:\n  - rami: {languages: [en, de, en]}\n", "2:32  en stands here twice"),
    ],
)
def test_what_is_wrong_with_the_languages_is_told_where_it_stands(
    settings: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / "mkdocs.yml").write_text(settings, encoding="utf-8")
    with pytest.raises(Faulty) as caught:
        declared_languages(tmp_path)
    (finding,) = caught.value.findings
    assert f"{finding.place}  {finding.message}".startswith(f"mkdocs.yml:{told}")


def test_the_settings_of_this_project_declare_its_languages() -> None:
    assert declared_languages(PROJECT)[0] == "en"
    assert len(declared_languages(PROJECT)) >= 6


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["build", "--languages", "xx"], "xx is not declared in mkdocs.yml"),
        (["build", "--languages", "en,../en"], "../en is not declared"),
        (["build", "--languages", " , "], "no language named"),
        (["build", "--langauges", "en"], "--languages"),
        (["built"], "No such command 'built'"),
        (["check", "--format", "xml"], "xml"),
        (["explain", "no.such"], "no.such"),
        (["confirm", "no.such"], "no sentence states no.such"),
        (["audit", "nowhere", "--languages", "en"], "nowhere"),
    ],
)
def test_a_command_that_makes_no_sense_ends_with_2_and_says_why(
    arguments: list[str], says: str
) -> None:
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert says in done.stderr


@pytest.mark.parametrize("tag", ["xx", "../../etc", "de-../x", ""])
def test_a_catalog_is_made_for_a_language_alone(tag: str, tmp_path: Path) -> None:
    result = update_catalogs(tmp_path, [tag, "en"])
    assert result.changed == ()
    assert "BCP 47" in result.findings[0].right
    assert list(tmp_path.iterdir()) == []
