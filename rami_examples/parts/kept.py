"""What is kept from one build to the next: the site itself, and a list of what it was made from.

The list lies in ``.build/``. A part of the site counts only while its key is the same and every one
of its files is as it was built; so whatever happens to site/ or to the list costs time alone.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from rami_examples.audit.facts import Facts
from rami_examples.digests import file_digest
from rami_examples.findings import Findings
from rami_examples.pages.book import LanguageInfo
from rami_examples.parts.codec import read_data, write_data
from rami_examples.parts.keys import Keys, framed, root_key
from rami_examples.sources import is_plain_file

LIST = Path(".build/site.json")
FORMAT = 1
_MOST_BYTES = 100_000_000

# The digests of files by their addresses.
Files = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class KeptLanguage:
    """The pages of one language as they are in site/.

    ``own`` and ``framed`` are their keys (`keys.Keys`, `keys.framed`); ``info`` is what the rest of
    the site shows of the language, ``warnings`` what its translators have left to do.
    """

    own: str
    framed: str
    info: LanguageInfo
    facts: Facts
    warnings: Findings
    files: Files


@dataclass(frozen=True, slots=True)
class Kept:
    """A site as it was built: its languages in their order, and what belongs to none.

    ``title`` is what it is called; ``root`` is the key of what belongs to none. ``summary`` and
    ``warnings`` are those of what all languages are made from.
    """

    format: int
    title: str
    languages: tuple[KeptLanguage, ...]
    root: str
    files: Files
    summary: Mapping[str, int]
    warnings: Findings


NOTHING = Kept(FORMAT, "", (), "", {}, {}, ())


@dataclass(frozen=True, slots=True)
class Old:
    """The site that is there: ``kept`` is what it was made from, ``files`` are all of its files."""

    folder: Path
    kept: Kept
    files: Files

    def language(self, tag: str) -> KeptLanguage | None:
        """A language whose pages are all there as they were built."""
        for language in self.kept.languages:
            if language.info.tag == tag and intact(language.files, self.files):
                return language
        return None


def is_whole(old: Old, keys: Keys, languages: tuple[str, ...]) -> bool:
    """Whether a site in these languages is there as it would be built, and nothing besides."""
    kept = old.kept
    infos = [language.info for language in kept.languages]
    if tuple(info.tag for info in infos) != languages:
        return False
    for language, info in zip(kept.languages, infos, strict=True):
        own = keys.own[info.tag]
        if (language.own, language.framed) != (own, framed(own, infos, kept.title)):
            return False
    files = dict(kept.files)
    for language in kept.languages:
        files |= language.files
    return kept.root == root_key(keys, infos, kept.title) and files == old.files


def read_kept(project: Path) -> Kept:
    """What was built last, or nothing; whether it is still there, ``intact`` tells."""
    kept = read_data(Kept, project / LIST, _MOST_BYTES)
    return kept if kept and kept.format == FORMAT else NOTHING


def write_kept(project: Path, kept: Kept) -> None:
    """Write down what has been built and put in place."""
    write_data(project / LIST, kept)


def files_of(folder: Path) -> dict[str, str]:
    """All files below a folder with their digests; for anything else there is none."""
    found: dict[str, str] = {}
    for parent, _, names in os.walk(folder):
        below = Path(parent).relative_to(folder).as_posix()
        for name in names:
            path = Path(parent, name)
            plain = is_plain_file(path, _MOST_BYTES)
            address = name if below == "." else f"{below}/{name}"
            found[address] = file_digest(path.read_bytes()) if plain else ""
    return found


def intact(files: Files, present: Files) -> bool:
    """Whether all files of a part are there as they were built."""
    return all(present.get(address) == wanted for address, wanted in files.items())


def take_over(addresses: Collection[str], site: Path, new: Path) -> None:
    """Let files of the old site be part of the new one as well."""
    for folder in {(new / address).parent for address in addresses}:
        folder.mkdir(parents=True, exist_ok=True)
    for address in addresses:
        try:
            os.link(site / address, new / address)  # the old name goes when all is in place
        except OSError:  # a disk without such links
            shutil.copyfile(site / address, new / address)
