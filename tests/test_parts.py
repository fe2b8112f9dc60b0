"""What has not changed is kept from one build to the next, and a stale page never is."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from rami_examples.build import Built, build_into_place
from rami_examples.catalogs.catalog import catalog_path
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.digests import program
from rami_examples.findings import Kind, Place
from rami_examples.parts.bytecode import FOLDER, bytecode, compile_templates
from rami_examples.parts.codec import Unreadable, from_data, to_data
from rami_examples.parts.ground import TEXTS
from rami_examples.parts.kept import LIST, Kept, read_kept
from rami_examples.parts.keys import keys_of
from rami_examples.parts.workers import beside, spread
from tests.copies import complete, contents, copy_project, rami_docs

SITE = ("en", "he", "hr")
ALL = SITE
PROJECT = Path(__file__).resolve().parent.parent


def silent(_: str) -> None:
    pass


def build(project: Path, *, afresh: bool = False, languages: tuple[str, ...] = SITE) -> Built:
    """Build a project that has nothing wrong with it."""
    built = build_into_place(project, languages, silent, Incomplete.ENGLISH, afresh=afresh)
    assert isinstance(built, Built), built
    return built


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in three languages, built, with an address: a site has all that it can have."""
    project = copy_project(tmp_path_factory.mktemp("parts") / "project")
    settings = project / "mkdocs.yml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text + "\nsite_url: https://rules.example/rami/\n", encoding="utf-8")
    for tag in SITE[1:]:
        complete(project, tag)
    build(project)
    return project


@pytest.fixture
def project(original: Path, tmp_path: Path) -> Path:
    """A copy of the project with its site, free to be changed."""
    return Path(shutil.copytree(original, tmp_path / "project"))


def append(name: str, text: str) -> Callable[[Path], None]:
    """An edit: more text at the end of a file."""

    def edit(project: Path) -> None:
        path = project / name
        path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")

    return edit


def replace(name: str, old: str, new: str) -> Callable[[Path], None]:
    """An edit: another text in a file, once."""

    def edit(project: Path) -> None:
        text = (project / name).read_text(encoding="utf-8")
        assert old in text
        (project / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return edit


def test_where_nothing_has_changed_nothing_is_built(project: Path) -> None:
    before, place = contents(project / "site"), (project / "site").stat().st_ino
    assert build(project).unchanged
    assert contents(project / "site") == before
    assert (project / "site").stat().st_ino == place


@pytest.mark.parametrize(
    ("edit", "made"),
    [
        (replace("locales/hr/rami.po", 'msgstr "Runda"', 'msgstr "Rundica"'), ("hr",)),
        (append("locales/he/terms.yml", "# another word\n"), ("he",)),
        (append("locales/en/terms.yml", "# another term\n"), ALL),
        (append("rami_examples/corpus/values.yaml", "# another state\n"), ALL),
        (append("rami_examples/confirmed.yaml", "# looked at\n"), ALL),
        (replace("templates/fragments/prose.j2", 'class="note"', 'class="note more"'), ALL),
        (append("templates/theme/main.html", "{# another #}"), ALL),
        (append("mkdocs.yml", "copyright: nobody\n"), ALL),
        # Served as it stands, with what belongs to all: their pages know no more than its address.
        (append("docs/stylesheets/rami.css", "\n"), ()),
    ],
)
def test_an_edit_builds_what_it_can_change_and_the_site_is_as_if_all_had_been_built(
    project: Path, edit: Callable[[Path], None], made: tuple[str, ...]
) -> None:
    edit(project)
    built = build(project)
    assert (built.made, built.unchanged) == (made, False)
    kept = contents(project / "site")
    assert build(project).unchanged
    assert build(project, afresh=True).made == ALL
    assert contents(project / "site") == kept


def test_the_edit_of_a_word_that_the_root_shows_changes_the_root(project: Path) -> None:
    path = catalog_path(project, "he")
    text = path.read_text(encoding="utf-8")
    at = text.index('msgid "There is no page at this address."')
    start = text.index('msgstr "', at) + len('msgstr "')
    path.write_text(text[:start] + "שם " + text[start:], encoding="utf-8")
    before = (project / "site/404.html").read_bytes()
    assert build(project).made == ("he",)
    assert (project / "site/404.html").read_bytes() != before


def change_page(project: Path) -> None:
    (project / "site/hr/rules/index.html").write_text("theirs")


def lose_page(project: Path) -> None:
    (project / "site/hr/rules/index.html").unlink()


def link_page(project: Path) -> None:
    page = project / "site/hr/index.html"
    page.rename(project / "moved.html")
    page.symlink_to(project / "moved.html")


def add_page(project: Path) -> None:
    (project / "site/hr/more.html").write_text("theirs")


def change_root(project: Path) -> None:
    (project / "site/404.html").write_text("theirs")


def lose_all(project: Path) -> None:
    shutil.rmtree(project / "site")


def lose_list(project: Path) -> None:
    shutil.rmtree(project / ".build")


@pytest.mark.parametrize(
    ("spoil", "made"),
    [
        (change_page, ("hr",)),
        (lose_page, ("hr",)),
        (link_page, ("hr",)),
        (add_page, ()),
        (change_root, ()),
        (lose_all, ALL),
        (lose_list, ALL),
    ],
)
def test_whatever_happens_to_the_site_the_next_build_mends_it(
    original: Path, project: Path, spoil: Callable[[Path], None], made: tuple[str, ...]
) -> None:
    spoil(project)
    assert build(project).made == made
    assert contents(project / "site") == contents(original / "site")


def damaged(project: Path) -> None:
    for path in (project / FOLDER).rglob("*.cache"):
        path.write_bytes(path.read_bytes()[:20])


def a_file(project: Path) -> None:
    shutil.rmtree(project / FOLDER)
    (project / FOLDER).write_text("theirs")


def another_file(project: Path) -> None:
    (own,) = (project / FOLDER).iterdir()
    shutil.rmtree(own)
    own.write_text("theirs")


def a_link(project: Path) -> None:
    shutil.rmtree(project / FOLDER)
    (project / FOLDER).symlink_to(project / "docs")


def a_link_to_nothing(project: Path) -> None:
    shutil.rmtree(project / FOLDER)
    (project / FOLDER).symlink_to(project / "nothing")


def folders(project: Path) -> None:
    for name in (LIST, TEXTS):
        (project / name).unlink()
        (project / name / "theirs").mkdir(parents=True)


def a_workshop(project: Path) -> None:
    (project / ".build/parts").write_text("theirs")


@pytest.mark.parametrize(
    "spoil", [damaged, a_file, another_file, a_link, a_link_to_nothing, folders, a_workshop]
)
def test_whatever_happens_to_what_is_kept_costs_time_alone(
    project: Path, spoil: Callable[[Path], None]
) -> None:
    site, docs = contents(project / "site"), contents(project / "docs")
    spoil(project)
    append("templates/theme/main.html", "{# another #}")(project)
    assert build(project).made == ALL
    assert (contents(project / "site"), contents(project / "docs")) == (site, docs)
    assert build(project).unchanged


@pytest.mark.parametrize("text", ["", "[]", "[1]", "{}", "[" * 100_000, "\x00", "null"])
def test_a_damaged_list_is_no_list(project: Path, text: str) -> None:
    (project / LIST).write_text(text, encoding="utf-8")
    assert read_kept(project).languages == ()


def test_a_list_in_another_form_is_none(project: Path) -> None:
    replace(LIST.as_posix(), "[1,", "[0,")(project)
    assert read_kept(project).languages == ()


def test_a_source_that_is_edited_during_a_build_is_not_taken_for_what_was_built(
    project: Path,
) -> None:
    path = catalog_path(project, "hr")
    text = path.read_bytes()
    append("locales/hr/rami.po", "\n# begun\n")(project)
    begun = path.read_bytes()

    def meanwhile(_: str) -> None:
        path.write_bytes(text)

    assert isinstance(build_into_place(project, SITE, meanwhile, Incomplete.ENGLISH), Built)
    path.write_bytes(begun)
    assert "hr" in build(project).made


def test_what_is_done_about_unfinished_languages_is_part_of_what_a_site_is_made_from(
    project: Path,
) -> None:
    keys = [keys_of(project, SITE, incomplete) for incomplete in Incomplete]
    assert len({each.own["hr"] for each in keys if each}) == len(Incomplete)


def test_a_language_that_becomes_a_draft_changes_every_page(project: Path) -> None:
    path = catalog_path(project, "hr")
    text = path.read_text(encoding="utf-8").replace("\n\n", '\n"X-Draft: yes\\n"\n\n', 1)
    at = text.index('msgid "There is no page at this address."')
    start, end = text.index('msgstr "', at), text.index("\n", text.index('msgstr "', at))
    path.write_text(text[:start] + 'msgstr ""' + text[end:], encoding="utf-8")
    assert build(project).made == ALL
    assert 'hreflang="hr"' not in (project / "site/en/index.html").read_text(encoding="utf-8")


def test_a_site_in_other_languages_is_another_one(project: Path) -> None:
    assert build(project, languages=("en", "hr")).made == ("en", "hr")
    assert not (project / "site" / "he").exists()


def test_what_translators_have_left_to_do_is_told_by_every_build(project: Path) -> None:
    replace("locales/hr/rami.po", 'msgstr "Runda"', 'msgstr "Runda:"')(project)
    told = build(project).warnings
    assert any(finding.kind is Kind.CATALOG_TYPOGRAPHY for finding in told)
    again = build(project)
    assert (again.made, again.warnings) == ((), told)


def test_a_fault_in_one_language_leaves_the_site_and_is_told_with_the_others(
    project: Path,
) -> None:
    before = contents(project / "site")
    for tag in SITE[1:]:
        append(f"locales/{tag}/rami.po", "\nmsgid broken")(project)
    found = build_into_place(project, SITE, silent, Incomplete.ENGLISH)
    assert not isinstance(found, Built)
    assert {finding.place.path.parts[1] for finding in found} == set(SITE[1:])
    assert contents(project / "site") == before


@pytest.mark.parametrize("setting", ["INHERIT: other.yml", "hooks: [x.py]", "copyright: !ENV X"])
def test_settings_that_reach_elsewhere_keep_nothing(project: Path, setting: str) -> None:
    append("mkdocs.yml", f"{setting}\n")(project)
    assert keys_of(project, SITE, Incomplete.ENGLISH) is None


def test_another_version_of_any_package_or_of_python_is_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = [program.__wrapped__()]
    (tmp_path / "some_package-1.0.dist-info").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    programs.append(program.__wrapped__())
    (tmp_path / "some_package-1.0.dist-info").rename(tmp_path / "some_package-1.1.dist-info")
    programs.append(program.__wrapped__())
    monkeypatch.setattr(sys, "version", "4.0.0")
    programs.append(program.__wrapped__())
    assert len(set(programs)) == len(programs)


@pytest.mark.parametrize("source", ["rami_engine/meld.py", "rami_examples/site/policy.py"])
def test_an_edit_of_the_engine_or_the_program_builds_all(project: Path, source: str) -> None:
    def places() -> dict[str, int]:
        return {tag: (project / "site" / tag / "index.html").stat().st_ino for tag in SITE}

    languages = ",".join(SITE)
    assert rami_docs(project, "build", "--languages", languages).returncode == 0
    before = places()
    append(source, "\n# another program\n")(project)
    assert rami_docs(project, "build", "--languages", languages).returncode == 0
    assert not set(before.values()) & set(places().values())


# What is written down


def test_what_is_kept_reads_as_it_was_written(project: Path) -> None:
    kept = read_kept(project)
    assert [language.info.tag for language in kept.languages] == list(SITE)
    assert from_data(Kept, to_data(kept)) == kept


@pytest.mark.parametrize(
    ("kind", "data"),
    [(int, True), (int, "1"), (str, 1), (Place, ["a", 1]), (Kind, "no.kind"), (Kept, {})],
)
def test_what_is_no_value_of_a_type_is_not_taken_for_one(kind: type, data: object) -> None:
    with pytest.raises((Unreadable, ValueError)):
        from_data(kind, data)


# Templates


def test_templates_compiled_ahead_are_those_that_pages_are_rendered_from(project: Path) -> None:
    shutil.rmtree(project / FOLDER)
    compile_templates(project, bytecode(project))
    ahead = {path.name: path.stat().st_mtime_ns for path in (project / FOLDER).rglob("*.cache")}
    build(project, afresh=True)
    found = {path.name: path.stat().st_mtime_ns for path in (project / FOLDER).rglob("*.cache")}
    assert len(ahead) > 0.8 * len(found), "all but what a language or a setting chooses"
    assert ahead.items() < found.items(), "each is found, and not compiled again"


def test_a_template_that_cannot_be_compiled_is_told_once(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(project / FOLDER)
    append("templates/pages/try.md.j2", "{% if %}")(project)
    found = build_into_place(project, SITE, silent, Incomplete.ENGLISH)
    assert not isinstance(found, Built)
    assert {finding.place.path.name for finding in found} == {"try.md.j2"}
    assert capfd.readouterr() == ("", "")


# Several processes


def square(number: int) -> int:
    return number * number


def full(number: int) -> int:
    raise OSError(28, "No space left on device")


def die(number: int) -> int:
    os._exit(7)


def test_what_is_done_beside_is_over_with_the_body(tmp_path: Path) -> None:
    def task() -> None:
        (tmp_path / "begun").touch()
        signal.pause()

    with beside(task, 2):
        while not (tmp_path / "begun").exists():
            os.sched_yield()
        assert multiprocessing.active_children()
    assert not multiprocessing.active_children()


def test_who_is_interrupted_while_a_process_begins_leaves_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = BaseProcess.start

    def interrupted(process: BaseProcess) -> None:
        start(process)
        raise KeyboardInterrupt  # as another thread may let it through at any moment

    monkeypatch.setattr(BaseProcess, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(spread(lambda _: signal.pause(), [1, 2], 2))
    with pytest.raises(KeyboardInterrupt), beside(signal.pause, 2):
        pass
    assert not multiprocessing.active_children()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all is done in one process")
def test_processes_end_with_the_one_that_began_them(tmp_path: Path) -> None:
    program = """
import os, signal, sys
from pathlib import Path
from rami_examples.parts.workers import spread
def work(number):
    Path(sys.argv[1], str(os.getpid())).touch()
    signal.pause()
list(spread(work, [1, 2], 2))
"""
    parent = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], cwd=PROJECT)
    while len(pids := [int(path.name) for path in tmp_path.iterdir()]) < 2:
        os.sched_yield()
    parent.kill()
    parent.wait()
    while any(map(is_running, pids)):  # until they are gone, or this test is given up
        os.sched_yield()


def is_running(process: int) -> bool:
    """Whether a process is there and more than what is left to be waited for."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_fails_beside_is_nobodys_concern(capfd: pytest.CaptureFixture[str]) -> None:
    with beside(lambda: 1 // 0, 2):
        for child in multiprocessing.active_children():
            child.join()
    assert capfd.readouterr() == ("", "")


def test_every_item_has_its_result() -> None:
    assert sorted(spread(square, range(9), 3)) == [number * number for number in range(9)]
    assert list(spread(square, [3], 3)) == [9]
    assert list(spread(square, [], 3)) == []


def test_what_goes_wrong_in_another_process_is_raised_here() -> None:
    with pytest.raises(OSError, match="No space left") as caught:
        list(spread(full, [1, 2, 3], 2))
    assert caught.value.errno == 28


@pytest.mark.skipif(sys.platform == "win32", reason="there all is done in one process")
def test_a_process_that_ends_by_itself_is_told() -> None:
    with pytest.raises(RuntimeError, match="ended by itself \\(7\\)"):
        list(spread(die, [1, 2, 3], 2))
