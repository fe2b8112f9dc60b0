"""Copies of the project for tests that build it, change it or break it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rami_examples.bench.project import BUILD_INPUTS, command
from rami_examples.catalogs.catalog import catalog_path
from rami_examples.catalogs.po_text import Entry, Text, parse, write
from rami_examples.catalogs.update import update_catalogs

PATIENCE = 60  # seconds; machines that test are busy
PROJECT = Path(__file__).resolve().parent.parent


def copy_project(folder: Path, *, backwards: bool = False) -> Path:
    """Copy all that a build reads; ``backwards``: in the opposite order, with other times."""
    unwanted = shutil.ignore_patterns("__pycache__")
    for name in BUILD_INPUTS[:: -1 if backwards else 1]:
        source, target = PROJECT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_file():
            shutil.copyfile(source, target)
            continue
        shutil.copytree(source, target, ignore=unwanted, copy_function=shutil.copyfile)
        if backwards:  # some file systems list a folder in the order of its making
            for path in sorted((p for p in target.rglob("*") if p.is_file()), reverse=True):
                content = path.read_bytes()
                path.unlink()
                path.write_bytes(content)
                os.utime(path, (10**9, 10**9))
    return folder


def complete(project: Path, tag: str) -> None:
    """Fill in English where a catalog lacks a translation: what is tested here is another thing."""
    assert not update_catalogs(project, [tag]).findings
    path = catalog_path(project, tag)
    entries, _ = parse(path.read_text(encoding="utf-8"))
    path.write_text(write(map(_filled, entries)), encoding="utf-8")


def _filled(entry: Entry) -> Entry:
    if entry.obsolete:
        return entry
    many = entry.plural or entry.id
    return replace(
        entry,
        flags=tuple(flag for flag in entry.flags if flag != "fuzzy"),
        text=entry.text and Text(entry.text.value or entry.id.value),
        forms=tuple((form, Text(text.value or many.value)) for form, text in entry.forms),
    )


def environment(**others: str) -> dict[str, str]:
    """This environment without what leads Python elsewhere, and with UTF-8."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONUTF8": "1", **others}


def rami_docs(
    project: Path, *arguments: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``rami-docs`` in a copy of the project, its output into pipes."""
    return run(command(*arguments), project, env)


def run(
    program: Sequence[str], project: Path, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder; one that does not end is a fault of its own."""
    return subprocess.run(
        program,
        cwd=project,
        env=env or environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        timeout=120,
    )


@contextmanager
def serving(project: Path, *arguments: str, **others: str) -> Iterator[str]:
    """The address that ``rami-docs serve`` tells; asked to end as a shell or an editor would ask.

    ``others`` are variables of its environment.
    """
    with subprocess.Popen(
        command("serve", "--host", "127.0.0.1", "--port", "0", *arguments),
        cwd=project,
        env=environment(PYTHONUNBUFFERED="1", **others),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    ) as server:
        try:
            assert server.stdout
            line = server.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, line
            yield found[0]
        finally:
            server.terminate()
            assert server.wait(PATIENCE) == 0


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, to the byte."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
