"""The server for those who write: its address, its end, and settings that are wrong meanwhile."""

from __future__ import annotations

import shutil
import socket
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from rami_examples.findings import Finding, Kind, Place
from rami_examples.site.preview import Preview, with_panel
from tests.copies import PATIENCE, copy_project, rami_docs, serving

FINDINGS = '<details class="findings'


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_project(tmp_path_factory.mktemp("serve"))


def read(address: str) -> str:
    """A page; '' while it is being built anew."""
    try:
        with urlopen(address, timeout=PATIENCE) as answer:
            return str(answer.read().decode())
    except HTTPError:
        return ""


def wait_for(text: str, address: str, *, there: bool = True) -> None:
    end = time.monotonic() + PATIENCE
    while (text in (page := read(address))) is not there:
        assert time.monotonic() < end, page[-3000:]
        time.sleep(0.2)


@pytest.mark.parametrize("tag", ["en-XA", "ar-XB"])
def test_a_pseudo_language_is_served_and_nothing_is_left_behind(
    tag: str, project: Path, tmp_path: Path
) -> None:
    with serving(project, "--language", tag, TMPDIR=str(tmp_path)) as address:
        assert address.endswith(f"/{tag}/")
        assert "⟦" in read(address)
        assert list(tmp_path.iterdir())
    assert not list(tmp_path.iterdir())


def test_what_refuses_gaps_for_readers_shows_them_to_writers(project: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(project, tmp_path / "project"))
    settings, catalog = copy / "mkdocs.yml", copy / "locales" / "de" / "rami.po"
    for path, old, new in (
        (settings, "  - rami:\n", "  - rami:\n      incomplete: refuse\n"),
        (catalog, 'msgstr "Regeln lesen"', 'msgstr ""'),
    ):
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    with serving(copy, "--language", "de") as address:
        page = read(address)
        assert '<span class="untranslated" lang="en" dir="ltr">Read the rules</span>' in page
        assert "not translated: Read the rules" in page


def test_wrong_settings_are_shown_beside_the_last_good_pages(project: Path) -> None:
    settings = project / "mkdocs.yml"
    good = settings.read_text(encoding="utf-8")
    with serving(project, "--language", "de") as address:
        for wrong, told in (
            (good + "  bad: [\n", "mkdocs.yml: MkDocs encountered an error parsing"),
            (good.replace("- rami:", "- ramix:"), "plugin is not installed"),
            (None, "mkdocs.yml: cannot be read"),
        ):
            if wrong is None:
                settings.unlink()
            else:
                settings.write_text(wrong, encoding="utf-8")
            wait_for(told, address)
            assert "Regeln" in read(address)
            settings.write_text(good, encoding="utf-8")
            wait_for(FINDINGS, address, there=False)
            wait_for("Regeln", address)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("{% extends", "{% % extends", "main.html:1: tag name expected"),
        ("{% block tabs %}", "{% block tabs %}{{ nav.none.such }}", "UndefinedError"),
    ],
)
def test_a_fault_in_the_theme_is_shown_on_the_last_good_pages(
    old: str, new: str, told: str, project: Path
) -> None:
    template = project / "templates" / "theme" / "main.html"
    good = template.read_text(encoding="utf-8")
    assert old in good
    with serving(project, "--language", "de") as address:
        template.write_text(good.replace(old, new, 1), encoding="utf-8")
        wait_for(told, address)
        assert "Regeln" in read(address)
        assert read(address).count(FINDINGS) == 1
        template.write_text(good, encoding="utf-8")
        wait_for(FINDINGS, address, there=False)
        wait_for("Regeln", address)


def test_an_edit_in_the_very_moment_of_the_start_is_not_missed(tmp_path: Path) -> None:
    project = copy_project(tmp_path / "project")
    catalog = project / "locales" / "de" / "rami.po"
    text = catalog.read_text(encoding="utf-8")
    edited = text.replace('msgstr "Regeln lesen"', 'msgstr "Regeln ansehen"')
    assert edited != text
    with serving(project, "--language", "de") as address:
        catalog.write_text(edited, encoding="utf-8")
        wait_for("Regeln ansehen", address)


def test_what_a_finding_quotes_is_no_html_in_the_page() -> None:
    finding = Finding(Kind.CATALOG_MARKUP, Place(Path("a.po")), "<b>&", "</body><script>")
    shown = with_panel("<body></body>", replace(Preview().last, faults=(finding,)))
    assert "a.po: &lt;b&gt;&amp;  [catalog.markup]" in shown
    assert "&lt;/body&gt;&lt;script&gt;" in shown


def test_an_address_that_is_taken_is_told_before_anything_is_promised(project: Path) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        done = rami_docs(project, "serve", "--host", "127.0.0.1", "--port", port)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"cannot serve on 127.0.0.1:{port}" in done.stderr


def test_settings_that_are_wrong_from_the_start_are_told(tmp_path: Path) -> None:
    project = copy_project(tmp_path)
    settings = project / "mkdocs.yml"
    good = settings.read_text(encoding="utf-8")
    settings.write_text(good.replace("name: material", "name: elsewhere"), encoding="utf-8")
    done = rami_docs(project, "serve", "--port", "0")
    assert done.returncode == 1
    assert "mkdocs.yml" in done.stderr
    assert "elsewhere" in done.stderr
    assert "Traceback" not in done.stderr
