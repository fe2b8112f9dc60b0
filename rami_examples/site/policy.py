"""The Content-Security-Policy of a page: what its own scripts and styles need, and nothing else.

A host of plain files may not let one set headers, so the policy stands in the page itself. The
theme puts a few scripts into the page; each is allowed by the hash of its text.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from html import escape

# Pips and icons are pictures in the style sheets, as data: addresses.
BASE: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}

# The first thing in the head: a policy holds for what stands behind it.
_START = '<meta charset="utf-8">'
_SCRIPT = re.compile(r"<script\b(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL | re.I)
_DATA = re.compile(r"""\btype=["']?(?!text/javascript|module)[\w/+-]+""", re.I)


def with_policy(html: str, allowed: Mapping[str, str] | None = None) -> str:
    """The page with its policy; ``allowed`` adds sources to directives ("script-src": "blob:").

    Raises ValueError for a page without the head that the theme gives.
    """
    if _START not in html:
        raise ValueError(f"a page without {_START} cannot be given a policy")
    hashes = {"script-src": " ".join(map(_hash, inline_scripts(html)))}
    sources = [BASE, hashes, allowed or {}]
    names = dict.fromkeys(name for part in sources for name in part)
    policy = "; ".join(
        " ".join(filter(None, [name, *(part.get(name, "") for part in sources)])) for name in names
    )
    meta = f'<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=False)}">'
    return html.replace(_START, _START + meta, 1)


def inline_scripts(html: str) -> Iterable[str]:
    """The scripts that stand in a page itself, each once; blocks of data are none."""
    found = (
        script["text"]
        for script in _SCRIPT.finditer(html)
        if not re.search(r"\bsrc\s*=", script["attributes"])
        and not _DATA.search(script["attributes"])
    )
    return dict.fromkeys(found)


def _hash(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
