"""The pages while they are written: an edit appears by itself, and faults are shown in the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rami_examples.catalogs.catalog import catalog_path
from tests.copies import copy_project, serving

PATIENCE = 60_000  # milliseconds; machines that test are busy
DESCRIPTION = 'msgid "Read the rules"\nmsgstr "Regeln lesen"'


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy to edit."""
    return copy_project(tmp_path_factory.mktemp("serve"))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that may go where these tests serve."""
    with closing(browser.new_context()) as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def served(project: Path) -> Iterator[str]:
    """The address of the German home page of that copy, served while it is edited."""
    with serving(project, "--language", "de") as address:
        yield address


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_an_edit_shows_by_itself_and_a_fault_beside_the_last_good_pages(
    project: Path, served: str, page: Page
) -> None:
    expect.set_options(timeout=PATIENCE)
    catalog = catalog_path(project, "de")
    page.goto(served)
    body, findings = page.locator("body"), page.locator("details.findings")
    expect(body).to_contain_text("Regeln lesen")
    expect(findings).to_have_count(0)
    edit(catalog, DESCRIPTION, DESCRIPTION.replace("lesen", "ansehen"))
    expect(body).to_contain_text("Regeln ansehen")
    edit(catalog, "Regeln ansehen", "7 Regeln ansehen")
    expect(findings).to_contain_text("the number 7 is typed into the translation")
    expect(findings).to_contain_text("locales/de/rami.po:")
    expect(body).to_contain_text("Regeln ansehen")
    edit(catalog, "7 Regeln ansehen", "Regeln")
    expect(findings).to_have_count(0)


def test_a_new_english_text_shows_before_anybody_has_translated_it(
    project: Path, served: str, page: Page
) -> None:
    expect.set_options(timeout=PATIENCE)
    page.goto(f"{served}rules/")
    template = project / "templates" / "pages" / "rules.md.j2"
    sentence = re.search(r"{% trans %}([A-Z][^{}]*?){% endtrans %}", template.read_text("utf-8"))
    assert sentence
    edit(template, sentence[1], "This sentence is new.")
    marked = page.locator(".untranslated", has_text="This sentence is new.")
    expect(marked).to_have_attribute("lang", "en")
    expect(page.locator("details.findings")).to_contain_text("not in the catalog yet")


def test_a_server_lives_though_everything_is_wrong_from_the_start(
    tmp_path: Path, page: Page
) -> None:
    expect.set_options(timeout=PATIENCE)
    project = copy_project(tmp_path)
    catalog = catalog_path(project, "de")
    edit(catalog, DESCRIPTION, DESCRIPTION.removesuffix('"'))
    with serving(project, "--language", "de") as address:
        page.goto(address.removesuffix("de/"))
        expect(page.locator("details.findings")).to_contain_text("closing quotation mark")
        edit(catalog, DESCRIPTION.removesuffix('"'), DESCRIPTION)
        expect(page.locator("details.findings")).to_have_count(0)
        page.goto(address)
        expect(page.locator("body")).to_contain_text("Regeln lesen")
