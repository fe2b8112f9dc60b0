"""The README shows the site as it is, and stays light."""

from __future__ import annotations

import re

from rami_examples.lab.screenshots import MOST, PICTURES, SHOWN
from rami_examples.terminal import PROJECT


def test_the_readme_shows_every_picture_with_a_text_in_its_place() -> None:
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^]]{20,}\]\((docs/[^)]+)\)", text)
    taken = [PICTURES / f"{picture.name}.webp" for picture in SHOWN]
    assert sorted(PROJECT / path for path in shown) == sorted(taken)


def test_the_pictures_are_small() -> None:
    files = list(PICTURES.iterdir())
    assert {file.stem for file in files} == {picture.name for picture in SHOWN}
    assert sum(file.stat().st_size for file in files) <= MOST
