"""The terms of the game: for one thing one word, in every language.

``locales/en/terms.yml`` lists the terms and the English words for each; every other language says
in its own ``terms.yml`` which words it uses for them, and which it leaves alone. A translation
whose English names a term has to use one of its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from rami_examples.catalogs.message_text import unsafe_characters, visible, words
from rami_examples.claims.yaml_source import (
    MAX_BYTES,
    Node,
    Scalar,
    Sequence,
    read_yaml,
    repeated_keys,
)
from rami_examples.claims.yaml_source import Mapping as YamlMapping
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.sources import is_plain_file

# A translator's comment that lets one message do without a word: "# without: set, run".
WITHOUT = "without:"

_SOURCE_KEYS = ("forms", "except")
_WORDS_KEYS = ("use", "avoid", "search")

# More of any of these is no list of terms; a search for it in every text might never end.
_MOST_TERMS, _MOST_PHRASES, _LONGEST = 200, 50, 100
_WORD = re.compile(r"\*?[^\s*]+\*?|\*")
_RIGHT = "{use: [word, words]}"
_LETTER = re.compile(r"\w")


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A term as English writes it; ``exceptions`` are phrases in which it means another thing.

    All languages share the same terms, so that which of them a text names is found out once.
    """

    name: str
    forms: re.Pattern[str]
    exceptions: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Words:
    """A language's words for a term; ``shown`` is the first of them, for people.

    ``search`` are further words by which readers look for it; no page need have them.
    """

    shown: str
    use: re.Pattern[str]
    avoid: tuple[str, ...]
    search: tuple[str, ...] = ()

    def avoids(self, text: str) -> re.Match[str] | None:
        """The first word of a text that is to be avoided; few texts are ever asked for one."""
        return _pattern(self.avoid).search(text) if self.avoid else None


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms in the order in which they are looked for, and a language's words for them.

    ``avoided`` finds any word that the language does without; nearly no text has one.
    """

    terms: tuple[Term, ...] = ()
    words: Mapping[str, Words] = field(default_factory=dict)
    avoided: re.Pattern[str] | None = None

    @property
    def searched(self) -> Mapping[str, tuple[str, ...]]:
        """The words by which readers look for the terms, by term."""
        return {name: own.search for name, own in self.words.items() if own.search}

    def faults(
        self, text: str, source: str, notes: tuple[str, ...]
    ) -> Iterator[tuple[int, str, str]]:
        """Offset, fault and right form of every term that a translation misses or names wrongly.

        ``notes`` are the translator's own comments, which may excuse a term.
        """
        spoken, excused = words(text), _excused(notes)
        for name in _named(self.terms, words(source)):
            own = self.words.get(name)
            if (
                own
                and name not in excused
                and not own.use.search(spoken)
                and not own.avoids(spoken)
            ):
                what = f"the English has the term “{name}”, and no word for it stands here"
                yield 0, what, own.shown
        if not (self.avoided and self.avoided.search(spoken)):
            return
        for name, own in self.words.items():
            if name not in excused and (found := own.avoids(spoken)):
                what = f"“{visible(found[0])}” is not this translation’s word for “{name}”"
                yield found.start(), what, own.shown


@lru_cache(maxsize=4096)
def _named(terms: tuple[Term, ...], source: str) -> tuple[str, ...]:
    """The terms that an English text names; of "set of four" not the set as well."""
    found: list[str] = []
    for term in terms:
        if term.exceptions:
            source = term.exceptions.sub(" ", source)
        if term.forms.search(source):
            found.append(term.name)
            source = term.forms.sub(" ", source)
    return tuple(found)


def _excused(notes: tuple[str, ...]) -> frozenset[str]:
    lists = (note.removeprefix(WITHOUT) for note in notes if note.startswith(WITHOUT))
    return frozenset(name.strip() for names in lists for name in names.split(","))


def terms_path(project: Path, tag: str) -> Path:
    """The file of a language's words."""
    return project / "locales" / tag / "terms.yml"


def blank_terms(project: Path, name: str, source_tag: str) -> str:
    """The beginning of a language's file: every term with its English words, none translated."""
    terms, _ = _read(terms_path(project, source_tag), project, _SOURCE_KEYS, "forms")
    lines = (f"# {term}: {_RIGHT}  # {', '.join(it['forms'])}\n" for term, it in terms.items())
    head = (
        f"# The words of {name} for the terms of the game; take away the # where you write one.\n"
    )
    return head + "".join(lines)


def read_terms(project: Path, tag: str, source_tag: str) -> tuple[Terms, Findings]:
    """The terms of the game with a language's words, and whatever is wrong with the two files.

    A project without an English list has no terms; a language without a list is a finding.
    """
    source = terms_path(project, source_tag)
    if not source.exists() or tag == source_tag:
        return Terms(), ()
    terms, faults = _read(source, project, _SOURCE_KEYS, "forms")
    path = terms_path(project, tag)
    place = Place(path.relative_to(project))
    if not path.exists():
        what = "there is no list of this language’s words for the terms of the game"
        right = "a line for each term: set: {use: [word, words], avoid: [another word]}"
        return Terms(), (*faults, _warning(place, what, right))
    own, own_faults = _read(path, project, _WORDS_KEYS, "use")
    faults += own_faults
    if not faults:
        if missing := [name for name in terms if name not in own]:
            what, right = f"no word is given for {', '.join(missing)}", f"{missing[0]}: {_RIGHT}"
            faults += (_warning(place, what, right),)
        for name in [name for name in own if name not in terms]:
            what, right = f"“{visible(name)}” is no term of the game", ", ".join(terms)
            faults += (_warning(place, what, right),)
    known = _known(tuple((name, lists["forms"], lists["except"]) for name, lists in terms.items()))
    chosen = {
        name: Words(lists["use"][0], _pattern(lists["use"]), lists["avoid"], lists["search"])
        for name, lists in own.items()
    }
    avoided = tuple(phrase for lists in own.values() for phrase in lists["avoid"])
    return Terms(known, chosen, _pattern(avoided) if avoided else None), faults


@lru_cache(maxsize=8)
def _known(listed: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]) -> tuple[Term, ...]:
    """The terms of a list of names, forms and exceptions."""
    # The longest first: "set of four" before "set".
    ordered = sorted(listed, key=lambda item: -max(map(len, item[1])))
    return tuple(
        Term(name, _pattern(forms), _pattern(exceptions) if exceptions else None)
        for name, forms, exceptions in ordered
    )


_Lists = Mapping[str, tuple[str, ...]]


def _read(
    path: Path, project: Path, keys: tuple[str, ...], needed: str
) -> tuple[dict[str, _Lists], Findings]:
    """The lists under each term of a file: ``{"set": {"use": ("Drilling*",), "avoid": ()}}``."""
    right = f"set: {{{needed}: [word, words]}}"
    if _is_begun(path):
        return {}, ()
    node = read_yaml(path, path.relative_to(project))
    if isinstance(node, Finding):
        return {}, (_fault(node.place, node.message, right),)
    if not isinstance(node, YamlMapping):
        return {}, (_fault(node.place, "is no list of terms", right),)
    if len(node.entries) > _MOST_TERMS:
        what = f"has {len(node.entries)} terms: it cannot be a list of terms"
        return {}, (_fault(node.place, what, f"at most {_MOST_TERMS}"),)
    found: dict[str, _Lists] = {}
    faults = [_fault(each.place, each.message, each.right) for each in repeated_keys(node)]
    for key, value in node.entries:
        lists = _lists(value, keys, needed) if _is_phrase(key.text) else "this is no word"
        if isinstance(lists, str):
            what = f"the words for “{visible(key.text)}” cannot be read: {lists}"
            faults.append(_fault(value.place, what, right))
        else:
            found[key.text] = lists
    return found, tuple(faults)


def _is_begun(path: Path) -> bool:
    """Whether a file holds nothing but comments yet."""
    if not is_plain_file(path, MAX_BYTES):
        return False
    lines = path.read_bytes().splitlines()
    return bool(lines) and all(not line.strip() or line.startswith(b"#") for line in lines)


def _lists(node: Node, keys: tuple[str, ...], needed: str) -> _Lists | str:
    """The lists of a term, or what is wrong with them."""
    if not isinstance(node, YamlMapping) or node.repeated:
        return f"they stand in lists, each once: {', '.join(keys)}"
    lists: dict[str, tuple[str, ...]] = dict.fromkeys(keys, ())
    for key, value in node.entries:
        if key.text not in keys:
            return f"“{visible(key.text)}” is none of {', '.join(keys)}"
        if not isinstance(value, Sequence):
            return f"“{key.text}” is no list: [word, words]"
        texts = (item.text for item in value.items if isinstance(item, Scalar))
        lists[key.text] = tuple(filter(_is_phrase, texts))
        if len(lists[key.text]) != len(value.items) or len(value.items) > _MOST_PHRASES:
            return f"“{key.text}” holds what is no word, or too much"
    if not lists[needed]:
        return f"“{needed}” is missing"
    if both := set(lists.get("use", ())) & set(lists.get("avoid", ())):
        return f"“{visible(min(both))}” is to be used and to be avoided"
    return lists


def _is_phrase(text: str) -> bool:
    """Whether this is text that can be looked for: words, with stars for their ends at most."""
    return (
        len(text) <= _LONGEST
        and _LETTER.search(text) is not None
        and all(map(_WORD.fullmatch, text.split()))
        and not unsafe_characters(text)
    )


def _fault(place: Place, what: str, right: str) -> Finding:
    return Finding(Kind.TERMS_FILE, place, what, right)


def _warning(place: Place, what: str, right: str) -> Finding:
    return Finding(Kind.TERMS_FILE, place, what, right, warning=True)


def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the phrases, as whole words; a star stands for any letters."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(_phrase, phrases))})(?!\w)", re.IGNORECASE)


def _phrase(phrase: str) -> str:
    return _BLANKS.join(map(_word, phrase.split()))


def _word(word: str) -> str:
    """A star alone is a word. Nothing in here can be read in two ways, so no search is long."""
    return r"\w+" if word == "*" else re.escape(word).replace(r"\*", r"\w*")


_BLANKS = r"\s+"
