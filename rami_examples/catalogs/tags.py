"""Tags of languages, which become names of folders and parts of addresses."""

from __future__ import annotations

import re
from types import MappingProxyType

from babel import Locale, UnknownLocaleError

# Language, script, region and variants, written as BCP 47 recommends: a second spelling of a tag
# would be the same folder on one system and another one on the next.
_TAG = re.compile(
    r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-(?:[A-Z]{2}|[0-9]{3}))?(-[a-z0-9]{5,8}){0,2}", re.ASCII
)
ACCENTED, MIRRORED = "en-XA", "ar-XB"
PSEUDO = MappingProxyType({ACCENTED: "en", MIRRORED: "ar"})
"""The pseudo-languages, each with the language whose direction and numbers it has."""

RIGHT = "a BCP 47 tag such as de, pt-BR or zh-Hans"


def spelling(tag: str) -> str:
    """What right looks like for a tag that is none: its usual spelling, where it has one."""
    language, *more = re.split("[-_]", tag.strip())
    parts = (part.title() if len(part) == 4 else part.upper() for part in more)
    guess = "-".join((language.lower(), *parts))
    return guess if guess != tag and is_tag(guess) else RIGHT


def is_tag(tag: str) -> bool:
    """Whether this is the tag of a language that CLDR knows, in its usual spelling.

    Babel alone would read "de./../elsewhere" as German, "iw" as Hebrew, and "und" as English.
    """
    if not _TAG.fullmatch(tag):
        return False
    try:
        return bool(Locale.parse(tag, sep="-").language == tag.partition("-")[0])
    except (ValueError, UnknownLocaleError):
        return False
