"""The pages of every language: what they are called, where they are, and in which order."""

from __future__ import annotations

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    "home": "",
    "rules": "rules/",
    "opening": "opening/",
    "scoring": "scoring/",
    "quick": "quick/",
    "try": "try/",
    "differences": "differences/",
    "glossary": "glossary/",
    "proof": "proof/",
}
"""Names in the order of navigation, with addresses below the root of a language."""
