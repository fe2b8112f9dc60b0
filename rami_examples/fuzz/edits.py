"""Changing a text here and there, as a list of edits says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

HERE = 1 << 16  # places are parts of this, so that an edit fits any text


class Do(Enum):
    """What an edit does."""

    INSERT = "insert"
    REPLACE = "replace"
    DELETE = "delete"
    REPEAT = "repeat"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class Edit:
    """A change at ``place`` (of HERE); ``length`` characters of the old text are concerned."""

    do: Do
    place: int
    length: int
    piece: str


# Letters and signs that belong into texts, and more often than not get through.
GENTLE = (
    *("é", "’", "“", "-", "–", "#", "##", "+", "=", "==", "|", "~", "&", "&&", "!", "(", ")", ":"),
    *(
        "'",
        ";",
        "$",
        "@",
        "^",
        "/",
        "//",
        "?",
        ",",
        ".",
        "...",
        "א",
        "ا",
        "中",
        "🂡",
        "\u200d",
        "\u200f",
    ),
    *(
        "\xa0",
        "\xad",
        "\u2067א\u2069",
        "1.",
        "- ",
        "+ ",
        "> ",
        "    ",
        "word",
        "HTML",
        "KH",
        "JK",
        "10S",
        " ",
    ),
)
# Signs that mean something to one of the readers.
MEANT = (
    *(
        '"',
        "\\",
        "\n",
        "\r",
        "\t",
        "\n\n",
        "{",
        "}",
        "[",
        "]",
        "`",
        "*",
        "_",
        "%",
        "%%",
        "&a ",
        "*a",
    ),
    *(
        "? ",
        ": ",
        "- ",
        "!!python/object:os.system ",
        "!x ",
        "---\n",
        "...\n",
        "%YAML 1.1\n",
        "|\n",
        ">\n",
    ),
    *("%(points)s", "%(n)s", "%(x)s", "%(", ")s", "%s", "%(n)d", "\\n", "\\x41", "\\u0000", "\\e"),
    *(
        'msgid "',
        'msgstr "',
        "msgstr[0] ",
        "msgstr[9] ",
        "msgctxt ",
        "#~ ",
        "#, fuzzy\n",
        "<<<<<<< a\n",
    ),
    *("1S", "11S", "kh", "HK", "K♥", "JKS", " | ", " on ", " has ", " on 1", "1 has ", "nothing"),
    *(
        "0",
        "-1",
        "007",
        "1e9",
        "0x10",
        "9" * 30,
        "9" * 5000,
        "٣",
        "½",
        "NaN",
        "null",
        "true",
        "0.5",
    ),
    *('"id": ', '"kind": ', ", ", "{}", "[]", '""', "[[[[", '{"a":', "Infinity", "\\ud800"),
)
# Attempts on the page, the templates, the terminal and the machine.
HOSTILE = (
    *(
        "<script>alert(1)</script>",
        "<b>",
        "</p>",
        "<!--",
        "-->",
        "<![CDATA[",
        "<img src=x onerror=x>",
    ),
    *(
        "&lt;b&gt;",
        "&#60;b>",
        "&#x3c;",
        "&amp;",
        '" onmouseover="x',
        "' onclick='x",
        "javascript:x",
    ),
    *(
        "{{ 7 * 7 }}",
        "{% raw %}",
        "{# x #}",
        "{{ self.__class__ }}",
        "{: onclick=x }",
        "{#id .class}",
    ),
    *(
        "[a](javascript:x)",
        "![a](b)",
        "<http://a.example>",
        "http://a.example",
        "`x`",
        "~~~\nx\n~~~",
    ),
    *("../../etc/passwd", "/etc/passwd", "..\\..", "\0", "\x02", "\x03", "\x1b[2J", "\x7f", "\x85"),
    *("\ufeff", "\ufffe", "\ufffd", "\u2028", "\u2029", "\u202e", "\u2066", "\u2069", "\U000e0041"),
    *(
        "A" * 300,
        "(" * 99,
        "[" * 99,
        "{a: " * 40,
        "- " * 40,
        "%(" * 99,
        "\\" * 99,
        '"' * 99,
        "🂡" * 99,
    ),
)
PIECES = tuple(sorted(GENTLE + MEANT + HOSTILE, key=len))  # faults are told by early ones

MOST = 20_000
"""Characters of an input: far beyond what any of the readers needs to go wrong."""


def apply(text: str, edits: Sequence[Edit]) -> str:
    """The text after the edits, one after the other."""
    for edit in edits:
        start = edit.place * (len(text) + 1) // HERE
        end = start + edit.length
        part = text[start:end]
        match edit.do:
            case Do.INSERT:
                text = text[:start] + edit.piece + text[start:]
            case Do.REPLACE:
                text = text[:start] + edit.piece + text[end:]
            case Do.DELETE:
                text = text[:start] + text[end:]
            case Do.REPEAT:
                text = text[:start] + part * 3 + text[end:]
            case Do.MOVE:
                text = text[:start] + text[end:] + part
        text = text[:MOST]
    return text
