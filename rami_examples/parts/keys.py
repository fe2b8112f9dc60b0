"""What the parts of a site are made from, as digests: a part is kept only while its key stays.

A stale page is worse than a slow build, so a key holds whatever could change a page: where that is
not known, as with settings that reach elsewhere, there are no keys, and nothing is kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.digests import common_sources, digest, digest_of, program
from rami_examples.pages.book import LanguageInfo, leading
from rami_examples.parts.codec import to_data

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
    common = common_key(project)
    base = [common, incomplete.value, digest_of(project / _TERMS)]
    own = {tag: digest([*base, tag, digest_of(project / "locales" / tag)]) for tag in languages}
    return Keys(common, own, digest_of(project / "docs"))


def common_key(project: Path) -> str:
    """The key of what all languages are made from."""
    return digest([program(), common_sources(project)])


def framed(own: str, languages: Iterable[LanguageInfo], title: str) -> str:
    """The key of a language's pages, which name all languages of the site and the site itself."""
    known = [[each.tag, each.autonym, each.direction, str(each.draft)] for each in languages]
    return digest([own, title, json.dumps(known)])


def root_key(keys: Keys, languages: Sequence[LanguageInfo], title: str) -> str:
    """The key of what belongs to no language: it shows words of all, in the leading one's frame."""
    frame = framed(keys.own[leading(languages).tag], languages, title)
    return digest([keys.assets, frame, json.dumps(to_data(tuple(languages)))])


def no_keys(languages: tuple[str, ...]) -> Keys:
    """The keys of a site of which nothing can be kept."""
    return Keys("", dict.fromkeys(languages, ""), "")
