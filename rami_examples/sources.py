"""The files that a site is made from: files of the project itself, and nothing else.

They come from strangers' pull requests. A symbolic link would bring whatever the building machine
can read onto the site; a pipe or a device would never end. So before anything is read, every file
is checked without opening it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from rami_examples.findings import Finding, Findings, Kind, Place

SOURCES: Mapping[Path, Kind] = {
    Path("mkdocs.yml"): Kind.SITE_FAULT,
    Path("docs"): Kind.SITE_FAULT,
    Path("templates"): Kind.TEMPLATE_FAULT,
    Path("locales"): Kind.CATALOG_SYNTAX,
    Path("rami_examples/corpus"): Kind.CORPUS_UNREADABLE,
    Path("rami_examples/confirmed.yaml"): Kind.CORPUS_UNREADABLE,
}
"""What a site is made from, and the kind of finding that reports a fault in it."""

MOST = 20_000  # files and folders; the rulebook in all languages has some hundreds


def check_sources(project: Path) -> Findings:
    """Every link, pipe, socket or device among the sources, and what no rulebook would hold.

    If there is any of these, nothing of the project should be read.
    """
    findings: list[Finding] = []
    for source, kind in SOURCES.items():
        count = 0
        for path in _walk(project / source):
            count += 1
            shown = path.relative_to(project)
            if not path.name.isprintable():  # it would command a terminal, or a build service
                fault = f"holds a file with an unprintable name: {path.name!a}"
                findings.append(Finding(kind, Place(shown.parent), fault, "letters and hyphens"))
            elif fault := _fault(path):
                right = "the file itself, in this place"
                findings.append(Finding(kind, Place(shown), fault, right))
        if count > MOST:
            message = f"holds more than {MOST} files"
            findings.append(Finding(kind, Place(source), message, "the sources of the site alone"))
    return tuple(findings)


def is_plain_file(path: Path, most: int) -> bool:
    """Whether a path is a file of its own, not reached by a link, of at most so many bytes."""
    try:
        status = path.lstat()
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(status.st_mode) and status.st_size <= most


def _walk(root: Path) -> Iterator[Path]:
    """A file, or a folder with all that is in it, in order; no more than can be too many."""
    yield root
    seen = 0
    for folder, folders, files in os.walk(root):  # which follows no links
        folders.sort()
        for name in (*folders, *sorted(files)):
            seen += 1
            if seen > MOST:
                return
            yield Path(folder, name)


def _fault(path: Path) -> str:
    try:
        mode = path.lstat().st_mode
    except OSError:
        return ""  # not there: whoever needs it says so
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        return ""
    if not stat.S_ISLNK(mode):
        return "is neither a file nor a folder"
    # Some editors mark a file that is being edited with a link that leads nowhere.
    return "is a symbolic link" if path.exists() else ""
