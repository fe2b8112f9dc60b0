"""The text of a PO file: read into entries with the place of every string, and written again.

Strict on purpose. The usual readers take a string without its closing quotation mark, the same
form twice, a form that the language does not have, or the remains of a merge, and publish what
they make of it; here each of them is a fault with its line, and reading goes on, so that a
translator sees all of them at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rami_examples.catalogs.faults import Fault
from rami_examples.catalogs.message_text import visible
from rami_examples.findings import Kind

WIDTH = 80  # lines are wrapped at this width, always: no churn between two runs
FUZZY = "fuzzy"
FAULT_LIMIT = 200  # a file with more faults than this is not a catalog


@dataclass(frozen=True, slots=True)
class Text:
    """A string of the file, unescaped. ``pieces`` are (offset, line, column) of its parts.

    Of a damaged one not all could be read; the fault is told, and what is there proves nothing.
    """

    value: str
    pieces: tuple[tuple[int, int, int], ...] = ()
    damaged: bool = False

    def spot(self, offset: int = 0) -> tuple[int, int]:
        """Line and column in the file of a character of the value."""
        start, line, column = max(piece for piece in self.pieces if piece[0] <= offset)
        return line, column + len(escape(self.value[start:offset]))


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a catalog.

    ``forms`` are the ``msgstr[n]``, ``notes`` the translator's own comments; ``previous`` is the
    English that a suspect translation was made from (``#| msgid``), ``previous_plural`` its plural.
    Of a damaged entry the strings do not belong together as they should.
    """

    id: Text
    context: Text | None = None
    plural: Text | None = None
    text: Text | None = None
    forms: tuple[tuple[int, Text], ...] = ()
    flags: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    previous: str = ""
    previous_plural: str = ""
    obsolete: bool = False
    damaged: bool = False

    @property
    def line(self) -> int:
        """Where the entry's ``msgid`` stands."""
        return self.id.pieces[0][1]

    @property
    def fuzzy(self) -> bool:
        """Whether the translation is marked as a guess, or as made for another English."""
        return FUZZY in self.flags

    @property
    def key(self) -> tuple[str | None, str]:
        """What gettext tells messages apart by."""
        return (self.context.value if self.context else None, self.id.value)


def parse(text: str) -> tuple[tuple[Entry, ...], tuple[Fault, ...]]:
    """All entries of a catalog's text and all faults of its form, in file order."""
    reader = _Reader()
    reader.read(text.split("\n"))
    return tuple(reader.entries), tuple(reader.faults)


def write(entries: Iterable[Entry]) -> str:
    """The text of a catalog; ``parse`` reads the same entries from it."""
    return "\n".join("".join(f"{line}\n" for line in _entry_lines(entry)) for entry in entries)


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a"}
_ESCAPES |= {'"': '"', "\\": "\\"}
_ESCAPED = {ord(char): f"\\{name}" for name, char in _ESCAPES.items()}


def escape(text: str) -> str:
    """The text as it stands between quotation marks."""
    return text.translate(_ESCAPED)


# ---------------------------------------------------------------------------------- reading

_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr)(?![a-z_])(\[[^\]]{0,20}\])?[ \t]*")
_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_CONFLICT = re.compile(r"(<{7}|\|{7}|={7}|>{7})(?: |$)")
_EXAMPLE = 'msgstr "text"'


@dataclass(slots=True)
class _Pieces:
    """A string as it grows, line by line."""

    parts: list[str] = field(default_factory=list)
    pieces: list[tuple[int, int, int]] = field(default_factory=list)
    size: int = 0
    damaged: bool = False

    def add(self, value: str, line: int, column: int) -> None:
        self.pieces.append((self.size, line, column))
        self.parts.append(value)
        self.size += len(value)

    def text(self) -> Text:
        return Text("".join(self.parts), tuple(self.pieces), self.damaged)


@dataclass(slots=True)
class _Draft:
    """An entry as it grows. ``strings`` go by their keywords, the forms by their numbers."""

    strings: dict[str | int, _Pieces] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    previous: dict[str, list[str]] = field(default_factory=dict)  # by their keywords
    obsolete: bool = False
    damaged: bool = False
    translated: bool = False  # it has a msgstr, be it an empty one
    closed: bool = False  # a blank line came after its last string

    def entry(self) -> Entry:
        named = {name: pieces.text() for name, pieces in self.strings.items()}
        return Entry(
            id=named["msgid"],
            context=named.get("msgctxt"),
            plural=named.get("msgid_plural"),
            text=named.get("msgstr"),
            forms=tuple((name, text) for name, text in named.items() if isinstance(name, int)),
            flags=tuple(self.flags),
            notes=tuple(self.notes),
            comments=tuple(self.comments),
            references=tuple(self.references),
            previous="".join(self.previous.get("msgid", ())),
            previous_plural="".join(self.previous.get("msgid_plural", ())),
            obsolete=self.obsolete,
            damaged=self.damaged,
        )


class _Reader:
    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.faults: list[Fault] = []
        self.draft = _Draft()
        self.current: _Pieces | None = None
        self.previously = ""  # the keyword that stood last behind "#|"

    def read(self, lines: list[str]) -> None:
        ends = [number for number, line in enumerate(lines, 1) if line.startswith(">>>>>>>")]
        last_end = ends[-1] if ends else 0
        side = ""  # of a merge conflict: "ours" is read, "theirs" left out
        for number, raw in enumerate(lines, 1):
            line = raw.removesuffix("\r")
            marker = _CONFLICT.match(line) if line[:1] in "<|=>" else None
            if marker is None:
                if side != "theirs":
                    self._line(number, line)
            else:
                if marker[1][0] == "<" or not side:
                    self._conflict(number, marker[1])
                side = {"<": "ours", ">": ""}.get(line[0], "theirs" if number < last_end else "")
            if len(self.faults) >= FAULT_LIMIT:
                what = "too many faults: what follows was not read"
                self.faults.append(Fault(Kind.CATALOG_SYNTAX, number, 0, what))
                return
        self._finish()

    def _conflict(self, number: int, marker: str) -> None:
        right = "keep one of the two versions and delete the lines <<<<<<<, ======= and >>>>>>>"
        what = f"a merge conflict was left here: {marker}"
        self.faults.append(Fault(Kind.CATALOG_SYNTAX, number, 1, what, right))

    def _line(self, number: int, line: str) -> None:
        body = line.lstrip(" \t")
        obsolete = body.startswith("#~")
        if obsolete:
            body = body[2:].lstrip(" \t")
        if not body:
            self.draft.closed = self.draft.translated and not obsolete
            return
        if obsolete and body.startswith("|"):
            self._comment(number, f"#{body}")
            return
        if body.startswith("#") and not obsolete:
            self._comment(number, body)
            return
        column = len(line) - len(body) + 1
        keyword = _KEYWORD.match(body)
        if keyword:
            name = self._keyword(number, column, keyword[1], keyword[2], obsolete)
            self.current = self.draft.strings.setdefault(name, _Pieces())
            column += keyword.end()
            body = body[keyword.end() :]
        elif not body.startswith('"'):
            right = f"a comment starts with #, a text stands in quotation marks: {_EXAMPLE}"
            what = f"this line belongs to no message: {visible(body)}"
            self._fault(number, column, what, right)
            return
        elif self.current is None or obsolete != self.draft.obsolete:
            self._fault(number, column, "a text without its msgid or msgstr", _EXAMPLE)
            return
        faults = len(self.faults)
        self.current.add(self._string(number, column, body), number, column + 1)
        self.current.damaged |= len(self.faults) > faults

    def _comment(self, number: int, body: str) -> None:
        if self.draft.translated:
            self._finish()
        self.current = None
        kind, rest = body[1:2], body[2:].strip()
        if kind in (",", "="):
            self.draft.flags += [flag for part in rest.split(",") if (flag := part.strip())]
        elif kind == ".":
            self.draft.comments.append(rest)
        elif kind == ":":
            self.draft.references += rest.split()
        elif kind == "|":
            self._previous(rest)
        else:
            self.draft.notes.append(body[1:].strip())

    def _previous(self, body: str) -> None:
        """A piece of the English that was there before; what cannot be read of it is let go."""
        keyword = _KEYWORD.match(body)
        self.previously = keyword[1] if keyword else self.previously
        found = _STRING.match(body, keyword.end() if keyword else 0)
        if found and self.previously:
            pieces = self.draft.previous.setdefault(self.previously, [])
            pieces.append(_ESCAPE.sub(lambda e: _ESCAPES.get(e[1], e[1]), found[1]))

    def _keyword(
        self, number: int, column: int, word: str, index: str | None, obsolete: bool
    ) -> str | int:
        """The name that a string goes by, after checking that it may stand here."""
        strings = self.draft.strings
        starts = word in ("msgctxt", "msgid")
        if self.draft.closed or (starts and ("msgid" in strings or word in strings)):
            self._finish()
            strings = self.draft.strings
        if not strings:
            self.draft.obsolete = obsolete
        elif self.draft.obsolete != obsolete:
            what = "half of this message is marked obsolete (#~)"
            self._break(number, column, what, "mark all of its lines or none")
        if not starts and "msgid" not in strings:
            right = 'msgid "…" stands right before it'
            self._break(number, column, f"{word} without its msgid", right)
            strings["msgid"] = _Pieces(damaged=True)
            strings["msgid"].add("", number, column)
        name: str | int = word
        if index and word == "msgstr" and re.fullmatch(r"\[[0-9]{1,4}\]", index):
            name = int(index[1:-1])
        elif index:
            right = f'{word}[0] "text"' if word == "msgstr" else f'{word} "text"'
            self._break(number, column, f"{word}{visible(index)} is no keyword", right)
        if word == "msgid_plural" and self.draft.translated:
            right = "msgid_plural stands right after msgid"
            self._break(number, column, "msgid_plural comes too late", right)
        if name in strings:
            what = f"{word if name == word else f'msgstr[{name}]'} stands twice in this message"
            self._break(number, column, what, "delete one of the two")
        self.draft.translated |= word == "msgstr"
        return name

    def _string(self, number: int, column: int, body: str) -> str:
        """The value of a quoted string that must fill the rest of its line."""
        body = body.rstrip(" \t")
        found = _STRING.match(body)
        if not found:
            if body.startswith('"'):
                at, message = column + len(body), "the closing quotation mark is missing"
            else:
                at, message = column, "the text must stand between straight quotation marks"
            self._fault(number, at, message, _EXAMPLE)
            return body.removeprefix('"')
        if found.end() < len(body):
            self._fault(
                number,
                column + found.end(),
                "the text goes on after its closing quotation mark",
                r"a quotation mark inside a text is written \"",
            )
        return self._unescape(number, column + 1, found[1])

    def _unescape(self, number: int, column: int, text: str) -> str:
        def plain(found: re.Match[str]) -> str:
            if found[1] not in _ESCAPES:
                self._fault(
                    number,
                    column + found.start(),
                    f"the backslash before {visible(found[1])} means nothing",
                    r"a backslash is written \\ and a line break \n",
                )
            return _ESCAPES.get(found[1], found[1])

        return _ESCAPE.sub(plain, text) if "\\" in text else text

    def _finish(self) -> None:
        draft, self.draft, self.current, self.previously = self.draft, _Draft(), None, ""
        strings = draft.strings
        if "msgid" not in strings:
            if "msgctxt" in strings:
                right = 'msgid "…" stands right after it'
                self._miss(strings["msgctxt"], "msgctxt without a msgid after it", right)
            return
        if not draft.translated:
            right = 'msgstr "" where nothing is translated yet'
            self._miss(strings["msgid"], "msgid without a msgstr after it", right)
            draft.damaged = True
        self.entries.append(draft.entry())

    def _miss(self, after: _Pieces, message: str, right: str) -> None:
        _, line, column = after.pieces[0]
        self.faults.append(Fault(Kind.CATALOG_SYNTAX, line, column, message, right))

    def _break(self, line: int, column: int, message: str, right: str) -> None:
        self.draft.damaged = True
        self._fault(line, column, message, right)

    def _fault(self, line: int, column: int, message: str, right: str) -> None:
        if len(self.faults) < FAULT_LIMIT:
            self.faults.append(Fault(Kind.CATALOG_SYNTAX, line, column, message, right))


# ---------------------------------------------------------------------------------- writing


def _entry_lines(entry: Entry) -> Iterator[str]:
    yield from (f"# {note}".rstrip() for note in entry.notes)
    if not entry.obsolete:
        yield from (f"#. {comment}".rstrip() for comment in entry.comments)
        yield from (f"#: {reference}" for reference in entry.references)
    if entry.flags:
        yield f"#, {', '.join(entry.flags)}"
    mark = "#~| " if entry.obsolete else "#| "
    if entry.previous:
        yield from _string_lines("msgid", entry.previous, mark)
    if entry.previous_plural:
        yield from _string_lines("msgid_plural", entry.previous_plural, mark)
    strings = [("msgctxt", entry.context), ("msgid", entry.id), ("msgid_plural", entry.plural)]
    strings += [("msgstr", entry.text)]
    strings += [(f"msgstr[{form}]", text) for form, text in entry.forms]
    for keyword, text in strings:
        if text is not None:
            yield from _string_lines(keyword, text.value, "#~ " if entry.obsolete else "")


def _string_lines(keyword: str, value: str, prefix: str) -> Iterator[str]:
    """A string on one line if it fits and has no line break within; else wrapped at spaces."""
    paragraphs = re.findall(r"[^\n]*\n|[^\n]+", value)
    whole = f'{prefix}{keyword} "{escape(value)}"'
    if len(paragraphs) < 2 and len(whole) <= WIDTH:
        yield whole
        return
    yield f'{prefix}{keyword} ""'
    room = WIDTH - len(prefix) - 2
    for paragraph in paragraphs:
        line = ""
        for word in re.findall(r"[^ ]* *", escape(paragraph)):
            if line and len(line) + len(word) > room:
                yield f'{prefix}"{line}"'
                line = ""
            line += word
        yield f'{prefix}"{line}"'
