"""What the parts of a site are made from, as digests: a part is kept only while its key stays.

A stale page is worse than a slow build, so a key holds whatever could change a page: where that is
not known, as with settings that reach elsewhere, there are no keys, and nothing is kept.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import rami_engine
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.pages.book import LanguageInfo
from rami_examples.parts.codec import to_data

_PROGRAM = (Path(rami_engine.__file__).parent, Path(__file__).parent.parent)
# Below the project, what the pages of every language are made from. (What docs/ holds is in none.)
_COMMON = ("mkdocs.yml", "templates", "rami_examples/corpus", "rami_examples/confirmed.yaml")
_LOOKS = ("mkdocs.yml", "templates/theme")
_TERMS = "locales/en/terms.yml"
# Settings by which MkDocs reads other files, or the environment.
_ELSEWHERE = re.compile(rb"INHERIT|!ENV|\bhooks\b|!relative")


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of a site's parts before anything is built.

    ``common`` is of what all languages are made from; ``own``, by tag, of a language by itself;
    ``assets`` of what is served as it stands.
    """

    common: str
    own: Mapping[str, str]
    assets: str


def keys_of(project: Path, languages: tuple[str, ...], incomplete: Incomplete) -> Keys | None:
    """The keys of a site in these languages; None where not all that it is made from is known.

    The sources have to be plain files (`sources.check_sources`).
    """
    settings = project / "mkdocs.yml"
    if settings.is_file() and _ELSEWHERE.search(settings.read_bytes()):
        return None
    common = digest([program(), common_sources(project), incomplete.value])
    terms = _digest(project / _TERMS)
    own = {
        tag: digest([common, tag, terms, _digest(project / "locales" / tag)]) for tag in languages
    }
    return Keys(common, own, assets(project))


def common_sources(project: Path) -> str:
    """The key of the sources that the pages of every language are made from."""
    return digest([_digest(project / name) for name in _COMMON])


def assets(project: Path) -> str:
    """The key of what is served as it stands."""
    return _digest(project / "docs")


def looks(project: Path) -> str:
    """The key of all that surrounds the pages: assets, theme and settings."""
    return digest([assets(project), *(_digest(project / name) for name in _LOOKS)])


def program() -> str:
    """The key of the program itself: its files, its Python, and every package beside it."""
    installed = sorted({path.name for entry in sys.path for path in _packages(entry)})
    return digest([*map(_digest, _PROGRAM), sys.version, *installed])


def framed(own: str, languages: Iterable[LanguageInfo], title: str) -> str:
    """The key of a language's pages, which name all languages of the site and the site itself."""
    known = [[each.tag, each.autonym, each.direction, str(each.draft)] for each in languages]
    return digest([own, title, json.dumps(known)])


def root_key(keys: Keys, languages: Sequence[LanguageInfo], title: str) -> str:
    """The key of what belongs to no language: it shows words of all, in the default one's frame."""
    default = framed(keys.own[languages[0].tag], languages, title)
    return digest([keys.assets, default, json.dumps(to_data(tuple(languages)))])


def no_keys(languages: tuple[str, ...]) -> Keys:
    """The keys of a site of which nothing can be kept."""
    return Keys("", dict.fromkeys(languages, ""), "")


def digest(parts: Iterable[str]) -> str:
    """A digest of some texts in their order."""
    return blake2b(json.dumps(list(parts)).encode(), digest_size=16).hexdigest()


def file_digest(content: bytes) -> str:
    """A digest of a file's content."""
    return blake2b(content, digest_size=16).hexdigest()


def _packages(entry: str) -> Iterable[Path]:
    """What is installed in a folder of Python's path: the names of these folders have versions."""
    folder = Path(entry or ".")
    return (*folder.glob("*.dist-info"), *folder.glob("*.egg-info")) if folder.is_dir() else ()


def _digest(root: Path) -> str:
    """A digest of a file, or of all files of a folder with their paths; of nothing, too."""
    found: list[str] = []
    for path in [root] if root.is_file() else sorted(root.rglob("*")):
        if "__pycache__" not in path.parts and path.is_file():
            found += [path.relative_to(root).as_posix(), file_digest(path.read_bytes())]
    return digest(found)
