"""Whatever is edited shows on the pages that are served while they are written."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.copies import PATIENCE, copy_project, serving


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy to edit."""
    return copy_project(tmp_path_factory.mktemp("serve") / "project")


@pytest.fixture(scope="module")
def served(project: Path) -> Iterator[str]:
    """The address of that copy, served in German."""
    with serving(project, "--language", "de") as address:
        root = address.removesuffix("de/")
        assert shows(root, "<html")  # files are watched once it answers
        yield root


def shows(address: str, text: str) -> bool:
    """Whether a page comes to hold a text."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urlopen(address, timeout=PATIENCE) as answer:
                if text in answer.read().decode():
                    return True
        except URLError:
            pass
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("path", "old", "new", "address", "text"),
    [
        ("locales/de/rami.po", 'msgstr "Karten"', 'msgstr "Kärtchen"', "de/rules/", "Kärtchen"),
        ("templates/fragments/prose.j2", 'class="note"', 'class="n1"', "de/rules/", 'class="n1"'),
        (
            "rami_examples/corpus/melds.yaml",
            "title: Three kings",
            "title: Three old kings",
            "de/proof/",
            "Three old kings",
        ),
        ("docs/scripts/rami.js", "\n", "// edited\n", "scripts/rami.js", "// edited"),
        ("mkdocs.yml", "\n", "\ncopyright: edited words\n", "de/rules/", "edited words"),
        # After assets and settings, which build all, again the pages alone.
        ("locales/de/rami.po", 'msgstr "Kärtchen"', 'msgstr "Blätter"', "de/rules/", "Blätter"),
    ],
)
def test_an_edit_shows(
    project: Path, served: str, path: str, old: str, new: str, address: str, text: str
) -> None:
    source = (project / path).read_text(encoding="utf-8")
    assert old in source
    (project / path).write_text(source.replace(old, new, 1), encoding="utf-8")
    assert shows(served + address, text)
