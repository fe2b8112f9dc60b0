"""Pictures of the site for links to it, drawn from SVG with fonts that come along.

The fonts (Noto Serif Bold, Noto Serif Hebrew Bold, Noto Naskh Arabic Bold; SIL Open Font License)
are cut down to the letters of some scripts; a picture is the same on every machine. Text in another
script is left out rather than drawn as empty boxes; the cards are there in any case.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from html import unescape
from pathlib import Path

import resvg_py

FONTS = sorted((Path(__file__).parent / "fonts").glob("*.ttf"))

_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "HEBREW", "ARABIC")
_TEXT = re.compile(r"<text\b[^>]*>([^<]*)</text>\s*")


@lru_cache(maxsize=16)  # whoever writes sees the same pictures again after every edit
def png(svg: str) -> bytes:
    """Draw an SVG picture in its own size."""
    readable = _TEXT.sub(lambda text: text[0] if is_drawable(unescape(text[1])) else "", svg)
    return resvg_py.svg_to_bytes(
        svg_string=readable,
        skip_system_fonts=True,
        font_files=[str(font) for font in FONTS],
        font_family="Noto Serif",
        serif_family="Noto Serif",
    )


def is_drawable(text: str) -> bool:
    """Tell whether the fonts have the letters of a text."""
    return all(unicodedata.name(char, "").startswith(_SCRIPTS) for char in text if char.isalpha())
