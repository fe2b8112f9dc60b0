"""Shards: parts of one site from several machines, put together without a trace of that."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rami_examples.build import Built, build_into_place
from rami_examples.cli import main
from rami_examples.digests import file_digest
from rami_examples.findings import Faulty, Findings, Kind
from rami_examples.pages.book import Book
from rami_examples.shards.build import build_shard
from rami_examples.shards.merge import merge_into_place
from rami_examples.shards.shard import MANIFEST
from tests.copies import complete, contents, copy_project

SITE = ("en", "he", "hr")


def silent(_: str) -> None:
    pass


def fault_of(result: object) -> str:
    """The one fault that there is."""
    assert isinstance(result, tuple)
    findings: Findings = result
    assert len(findings) == 1, findings
    assert findings[0].kind is Kind.SHARD_MISFIT
    return findings[0].message


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with an address of its own, so that there is all that a site can have.

    Its old site says ``old``; no test leaves a change in anything else.
    """
    project = copy_project(tmp_path_factory.mktemp("shards") / "project")
    settings = project / "mkdocs.yml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text + "\nsite_url: https://rules.example/rami/\n", encoding="utf-8")
    for tag in SITE[1:]:
        complete(project, tag)
    return project


@pytest.fixture(scope="module")
def shards(project: Path) -> tuple[Path, Path]:
    """Two shards of a site in three languages."""
    folders = project.parent / "one", project.parent / "two"
    for folder, languages in zip(folders, [("hr",), ("he", "en")], strict=True):
        assert isinstance(build_shard(project, SITE, languages, folder, silent), Book)
    return folders


@pytest.fixture
def copied(shards: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    """Copies of the shards, to be spoiled."""
    one, two = (Path(shutil.copytree(each, tmp_path / each.name)) for each in shards)
    return one, two


@pytest.fixture
def old(project: Path) -> Path:
    """An old site."""
    site = project / "site"
    shutil.rmtree(site, ignore_errors=True)
    site.mkdir()
    (site / "index.html").write_text("old")
    return site


def test_shards_make_the_very_site_that_one_build_makes(
    project: Path, shards: tuple[Path, Path]
) -> None:
    assert isinstance(build_into_place(project, SITE, silent), Built)
    whole = contents(project / "site")
    for order in (shards, shards[::-1]):
        assert merge_into_place(project, SITE, order, silent) == len(whole)
        merged = contents(project / "site")
        assert sorted(merged) == sorted(whole)
        assert [name for name in whole if merged[name] != whole[name]] == []


def test_what_docs_has_for_a_language_comes_with_the_root(project: Path, tmp_path: Path) -> None:
    more = project / "docs" / "hr" / "more.md"
    more.parent.mkdir()
    more.write_text("# More\n", encoding="utf-8")
    (more.parent / "rules").mkdir()
    (more.parent / "rules" / "index.html").write_text("not the rules")
    try:
        assert isinstance(build_into_place(project, SITE, silent), Built)
        whole = contents(project / "site")
        for tags in (("hr",), ("he", "en")):
            assert isinstance(build_shard(project, SITE, tags, tmp_path / tags[0], silent), Book)
        merge_into_place(project, SITE, (tmp_path / "hr", tmp_path / "he"), silent)
    finally:
        shutil.rmtree(more.parent)
    assert "hr/more/index.html" in whole
    assert contents(project / "site") == whole


def test_a_shard_holds_its_own_languages_and_with_the_default_one_what_belongs_to_all(
    shards: tuple[Path, Path],
) -> None:
    alone, rooted = ({name.partition("/")[0] for name in contents(each)} for each in shards)
    assert alone == {"hr", MANIFEST}
    assert {"en", "he", "index.html", "404.html", "sitemap.xml", "api", "assets"} < rooted
    assert "hr" not in rooted


def test_a_fault_in_a_catalog_stops_only_the_shard_that_needs_it(
    project: Path, tmp_path: Path
) -> None:
    catalog = project / "locales" / "hr" / "rami.po"
    text = catalog.read_text(encoding="utf-8")
    catalog.write_text(text + "\nmsgid broken", encoding="utf-8")
    try:
        he = build_shard(project, SITE, ("he",), tmp_path / "he", silent)
        hr = build_shard(project, SITE, ("hr",), tmp_path / "hr", silent)
    finally:
        catalog.write_text(text, encoding="utf-8")
    assert isinstance(he, Book)
    assert not isinstance(hr, Book)
    assert [path.name for path in tmp_path.iterdir()] == ["he"]


def test_a_shard_that_cannot_be_built_leaves_the_earlier_one(
    project: Path, copied: tuple[Path, Path]
) -> None:
    before = contents(copied[1])
    stray = project / "docs" / "stray.md"
    stray.write_text("[nowhere](missing.md)", encoding="utf-8")
    try:
        result = build_shard(project, SITE, ("he", "en"), copied[1], silent)
    finally:
        stray.unlink()
    assert not isinstance(result, Book)
    assert contents(copied[1]) == before
    assert [path.name for path in copied[1].parent.iterdir() if path.name[0] == "."] == []


def test_a_shard_is_never_written_over_what_is_not_ours(project: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("theirs")
    with pytest.raises(Faulty):
        build_shard(project, SITE, ("he",), tmp_path, silent)
    assert contents(tmp_path) == {"notes.txt": b"theirs"}


def test_a_language_that_is_missing_is_named(
    project: Path, shards: tuple[Path, Path], old: Path
) -> None:
    assert fault_of(merge_into_place(project, SITE, shards[1:], silent)) == (
        "hr is in none of the shards"
    )
    assert contents(old) == {"index.html": b"old"}


def test_a_language_that_is_there_twice_is_named_with_its_shards(
    project: Path, shards: tuple[Path, Path]
) -> None:
    message = fault_of(merge_into_place(project, SITE, (*shards, shards[0]), silent))
    assert message == f"hr is in 2 shards: {shards[0]}, {shards[0]}"


def test_shards_from_another_state_of_the_project_are_refused_and_it_is_told_what_differs(
    project: Path, shards: tuple[Path, Path], old: Path
) -> None:
    corpus = project / "rami_examples" / "corpus" / "values.yaml"
    text = corpus.read_text(encoding="utf-8")
    corpus.write_text(text + "\n# another state\n", encoding="utf-8")
    try:
        findings = merge_into_place(project, SITE, shards, silent)
    finally:
        corpus.write_text(text, encoding="utf-8")
    assert isinstance(findings, tuple)
    assert [finding.place.path for finding in findings] == list(shards)
    for finding in findings:
        assert "something else than is here: rami_examples/corpus (" in finding.message
        assert "engine" not in finding.message
    assert contents(old) == {"index.html": b"old"}


def test_a_shard_of_another_engine_is_refused(project: Path, copied: tuple[Path, Path]) -> None:
    change(copied[0], lambda told: told["origin"].update(engine="another"))
    message = fault_of(merge_into_place(project, SITE, copied, silent))
    assert "something else than is here: engine (another instead of " in message


def test_a_shard_of_a_site_in_other_languages_is_refused(
    project: Path, copied: tuple[Path, Path]
) -> None:
    change(copied[0], lambda told: told.update(site=["en", "hr"]))
    message = fault_of(merge_into_place(project, SITE, copied, silent))
    assert message == "is a part of a site in en, hr"


def change(shard: Path, edit: Callable[[dict[str, Any]], None]) -> None:
    """Change what a shard says of itself."""
    path = shard / MANIFEST
    told = json.loads(path.read_text(encoding="utf-8"))
    edit(told)
    path.write_text(json.dumps(told), encoding="utf-8")


def lose(shard: Path) -> None:
    (shard / "hr" / "index.html").unlink()


def spoil(shard: Path) -> None:
    (shard / "hr" / "index.html").write_text("another")


def add(shard: Path) -> None:
    (shard / "hr" / "more.html").write_text("more")


def link(shard: Path) -> None:
    page = shard / "hr" / "index.html"
    page.rename(shard.parent / "moved.html")
    page.symlink_to(shard.parent / "moved.html")


def give(address: str) -> Callable[[Path], None]:
    def edit(shard: Path) -> None:
        path = shard / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("theirs")
        change(shard, lambda told: told["files"].update({address: file_digest(b"theirs")}))

    return edit


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        (lose, "hr/index.html is missing"),
        (spoil, "hr/index.html has changed since it was built"),
        (add, "hr/more.html is in the folder, but not in the shard"),
        (link, "holds links: hr/index.html"),
        (give("index.html"), "index.html is not its to give"),
        (give("he/more.html"), "he/more.html is not its to give"),
        (give("hr/../../escaped.html"), "hr/../../escaped.html is missing"),
    ],
)
def test_a_shard_that_is_not_as_it_was_built_is_refused(
    project: Path,
    copied: tuple[Path, Path],
    old: Path,
    spoilt: Callable[[Path], None],
    told: str,
) -> None:
    spoilt(copied[0])
    assert fault_of(merge_into_place(project, SITE, copied, silent)) == told
    assert contents(old) == {"index.html": b"old"}


def test_the_merged_site_is_read_back_whatever_its_shards_say(
    project: Path, copied: tuple[Path, Path], old: Path
) -> None:
    page = copied[0] / "hr" / "rules" / "index.html"
    lie = page.read_bytes().replace(b'data-points="30"', b'data-points="31"')
    assert lie != page.read_bytes()
    page.write_bytes(lie)
    change(copied[0], lambda told: told["files"].update({"hr/rules/index.html": file_digest(lie)}))
    findings = merge_into_place(project, SITE, copied, silent)
    assert isinstance(findings, tuple)
    assert {finding.kind.value.partition(".")[0] for finding in findings} == {"audit"}
    assert contents(old) == {"index.html": b"old"}


@pytest.mark.parametrize(
    "manifest",
    [
        "",
        "[]",
        "{}",
        '{"format": 2}',
        '{"format": 1, "origin": {"engine": 1}, "site": ["en"], "languages": ["en"], "files": {}}',
        '{"format": 1, "origin": {}, "site": [], "languages": ["en"], "files": {}}',
        '{"format": 1, "origin": {}, "site": ["en"], "languages": [["en"]], "files": {}}',
        '{"format": 1, "origin": {}, "site": ["en"], "languages": 5, "files": {}}',
        "[" * 100_000,
        None,
    ],
)
def test_a_folder_that_is_no_shard_is_refused(
    project: Path, tmp_path: Path, manifest: str | None
) -> None:
    if manifest is not None:
        (tmp_path / MANIFEST).write_text(manifest)
    message = fault_of(merge_into_place(project, SITE, (tmp_path,), silent))
    assert message.startswith("cannot be read as a shard: ")


def test_the_commands_tell_what_is_wrong_and_leave_the_site(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["merge", os.fspath(tmp_path)])
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"there is no {MANIFEST} in it" in done.stderr
    assert "site/ was left as it was" in done.stderr
    (tmp_path / "notes.txt").write_text("theirs")
    done = CliRunner().invoke(main, ["shard", os.fspath(tmp_path), "--languages", "fr"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "left alone" in done.stderr
