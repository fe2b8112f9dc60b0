"""Typography: what a careful printer of each language would mend is told with its place."""

from __future__ import annotations

import pytest

from rami_examples.catalogs.typography import slips

# Language, source, translation, and what is told: (offset, what is wrong).
SLIPS = [
    ("fr", "Why?", "Pourquoi?", [(8, "no narrow space before a mark")]),
    ("fr", "Why?", "Pourquoi ?", [(9, "no narrow space before a mark")]),
    ("fr", "Why?", "Pourquoi\u202f?", []),
    ("fr", "Note: this", "Note\u00a0: ceci", []),
    ("fr", "so-called", "«\u202fdit\u202f»", []),
    ("fr", "so-called", "« dit\u202f»", [(0, "no narrow space after a quotation mark")]),
    ("es", "Why?", "Por qué?", [(7, "? without ¿")]),
    ("es", "Why?", "¿Por qué?", []),
    ("es", "Go!", "Vamos!", [(5, "! without ¡")]),
    ("ar", "two, three", "اثنان, ثلاثة", [(5, "a Latin ,")]),
    ("ar", "Why?", "لماذا؟", []),
    (
        "de",
        "the word",
        '"Wort"',
        [(0, "a straight quotation mark"), (5, "a straight quotation mark")],
    ),
    ("de", "the word", "„Wort“", []),
    ("de", "the word", "„Wort”", [(5, "a quotation mark of another language")]),
    ("pl", "the word", "„słowo”", []),
    ("ru", "the word", "«слово»", []),
    ("ru", "the word", "”слово”", [(0, "a quotation mark of another language")] * 1),
    ("it", "the ace", "l'asso", [(1, "a straight apostrophe")]),
    ("it", "the ace", "l’asso", []),
    ("he", "joker", "ג'וקר", []),
    ("tr", "wait...", "bekle...", [(5, "three dots")]),
    ("hr", "one two", "jedan  dva", [(5, "two spaces")]),
    ("hr", "one – two", "jedan - dva", [(5, "a hyphen for a dash")]),
    ("hr", "one-two", "jedan-dva", []),
    ("de", "Stop!", "Halt !", [(4, "a space before a mark")]),
    ("de", "It counts.", "Es zählt", [(7, "no mark at the end of a sentence")]),
    ("de", "The set", "Der Drilling.", [(12, "“.” at the end of what is no sentence")]),
    ("de", "A meld", "Eine Kombination?", []),
    ("de", "It (the ace) counts (high).", "Es zählt (hoch).", []),
    ("sw", "It counts.", "Inahesabu.", []),
    ("de", "The set", "Der Drilling:", [(12, "“:” at the end of what is no sentence")]),
    ("de", "It counts.", "Es zählt (hoch.)", []),
    ("ar", "It counts (high).", "تُحسب (عالية.)\u200f", []),
    ("fr", "A word ; two", "Un mot\u00a0; deux", []),
    ("de-AT", "the word", "„Wort”", [(5, "a quotation mark of another language")]),
    ("fr-CA", "Why?", "Pourquoi?", [(8, "no narrow space before a mark")]),
]


@pytest.mark.parametrize(("tag", "source", "text", "told"), SLIPS)
def test_a_slip_is_told_where_it_stands(
    tag: str, source: str, text: str, told: list[tuple[int, str]]
) -> None:
    found = [(slip.offset, slip.what) for slip in slips(text, source, tag)]
    assert found[: len(told)] == told
    assert bool(found) == bool(told)
    assert all(slip.right for slip in slips(text, source, tag))
