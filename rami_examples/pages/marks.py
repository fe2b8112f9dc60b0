"""Marks around texts that are not a confirmed translation, so that no reader takes them for one.

A text does not know where it will stand: in a sentence, in an attribute or in a title. So it
carries marks (characters that no text may hold) until its page is whole; then they become
elements wherever elements can stand, and vanish elsewhere.
"""

from __future__ import annotations

import re

from markupsafe import Markup

from rami_examples.catalogs.catalog import Shown

# Noncharacters of Unicode: sources and catalogs that hold one are refused.
_OPENING = {Shown.ENGLISH: "\ufdd0", Shown.LAST_TRANSLATION: "\ufdd1"}
_CLOSING = "\ufdd2"
_ELEMENTS = {
    _OPENING[Shown.ENGLISH]: '<span class="untranslated" lang="en" dir="ltr">',
    _OPENING[Shown.LAST_TRANSLATION]: '<span class="outdated">',
    _CLOSING: "</span>",
}
_MARK = re.compile("[\ufdd0-\ufdd2]")
_IN_JSON = re.compile(r"\\ufdd[0-2]")
_TEXT_ALONE = re.compile(r"<(title|script|style|option)\b.*?</\1>", re.DOTALL)
_TAG_OR_MARK = re.compile(r"<[^<>]*>|[\ufdd0-\ufdd2]")


def marked(text: Markup, shown: Shown) -> Markup:
    """The text, marked unless it is a translation."""
    opening = _OPENING.get(shown)
    return Markup(f"{opening}{text}{_CLOSING}") if opening else text


def shown_in(text: str) -> frozenset[Shown]:
    """What other than translations a text holds."""
    return frozenset(shown for shown, opening in _OPENING.items() if opening in text)


def bare(text: str) -> str:
    """The text without marks, for places where no element can stand; what is escaped stays so."""
    return type(text)(_MARK.sub("", text))


def settled(html: str) -> str:
    """The HTML with elements in the place of marks; within tags the marks vanish."""
    if _CLOSING not in html:
        return html
    return _TAG_OR_MARK.sub(lambda found: _ELEMENTS.get(found[0]) or bare(found[0]), html)


def settled_page(html: str) -> str:
    """A whole page with elements in the place of marks; in titles and scripts the marks vanish."""
    if _CLOSING not in html and "\\ufdd" not in html:
        return html
    return settled(_TEXT_ALONE.sub(lambda found: _IN_JSON.sub("", bare(found[0])), html))
