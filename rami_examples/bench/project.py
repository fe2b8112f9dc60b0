"""A copy of the project in many languages: the real pages, and the real catalogs over and over."""

from __future__ import annotations

import re
import shutil
import sys
from itertools import cycle
from pathlib import Path
from string import ascii_uppercase

from rami_examples.catalogs.catalog import SOURCE_LANGUAGE, catalog_path
from rami_examples.catalogs.terms import terms_path
from rami_examples.settings import declared_languages

# All that a build reads, the program among it: it runs on the copy's own.
BUILD_INPUTS = ("rami_engine", "rami_examples", "templates", "locales", "docs", "mkdocs.yml")
_LANGUAGES = re.compile(r"(?<=languages: )\[[^]]*\]")
_TITLE = re.compile(r'^(msgid "Rami: the rules of the game"\nmsgstr "[^"]+)"$', re.MULTILINE)
_ADDRESS = "\nsite_url: https://rules.example/rami/\n"  # without one a site lacks some files

# Runs the command line of the folder that it stands in, whatever else is installed.
RUN = "import sys; sys.path.insert(0, ''); from rami_examples.cli import main; main()"


def multiplied(project: Path, folder: Path, count: int) -> tuple[str, ...]:
    """Copy ``project`` to ``folder``, in ``count`` languages; returns their tags.

    The declared ones come first. The others are copies of these under variants that nobody
    speaks (de-copy01), so that each has the words, numbers and direction of a real language, but a
    title and so a picture of its own.
    """
    declared = declared_languages(project)
    for name in BUILD_INPUTS:
        source, target = project / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(source, target)
    tags = list(declared[:count])
    translated = cycle(tag for tag in declared if tag != SOURCE_LANGUAGE)
    for number in range(1, count - len(tags) + 1):
        base = next(translated)
        tags.append(f"{base}-copy{number:02}")
        text = catalog_path(project, base).read_text(encoding="utf-8")
        path = catalog_path(folder, tags[-1])
        path.parent.mkdir(parents=True)
        own = text.replace(f'"Language: {base}\\n"', f'"Language: {tags[-1]}\\n"', 1)
        letters = ascii_uppercase[number // 26] + ascii_uppercase[number % 26]
        own = _TITLE.sub(rf'\g<1> {letters}"', own, count=1)  # no digit has a place in a text
        path.write_text(own, encoding="utf-8")
        shutil.copyfile(terms_path(project, base), terms_path(folder, tags[-1]))
    settings = folder / "mkdocs.yml"
    text = _LANGUAGES.sub(f"[{', '.join(tags)}]", settings.read_text(encoding="utf-8"), count=1)
    settings.write_text(text if "\nsite_url:" in text else text + _ADDRESS, encoding="utf-8")
    return tuple(tags)


def command(*arguments: str) -> tuple[str, ...]:
    """The command line of the copy that it is started in."""
    return (sys.executable, "-c", RUN, *arguments)


def edit_one_string(project: Path, tag: str, edition: int) -> None:
    """Change one translated text of a language; another ``edition`` makes it another text."""
    path = catalog_path(project, tag)
    text = path.read_text(encoding="utf-8")
    entry = re.compile(r'^(msgctxt "headline"\nmsgid "[^"]+"\nmsgstr "[^"✎]*)[✎]*"$', re.MULTILINE)
    path.write_text(entry.sub(rf'\g<1>{"✎" * edition}"', text, count=1), encoding="utf-8")
