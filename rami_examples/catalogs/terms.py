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

from rami_examples.catalogs.message_text import visible, words
from rami_examples.claims.yaml_source import Mapping as YamlMapping
from rami_examples.claims.yaml_source import Node, Scalar, Sequence, read_yaml, repeated_keys
from rami_examples.findings import Finding, Findings, Kind, Place

# A translator's comment that lets one message do without a word: "# without: set, run".
WITHOUT = "without:"

_SOURCE_KEYS = ("forms", "except")
_WORDS_KEYS = ("use", "avoid", "search")


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
    avoid: re.Pattern[str] | None
    search: tuple[str, ...] = ()


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
        own_words = {name: own for name, own in self.words.items() if name not in excused}
        for name in _named(self.terms, words(source)):
            if name in own_words and not own_words[name].use.search(spoken):
                what = f"the English has the term “{name}”, and no word for it stands here"
                yield 0, what, own_words[name].shown
        if not (self.avoided and self.avoided.search(spoken)):
            return
        for name, own in own_words.items():
            if own.avoid and (found := own.avoid.search(spoken)):
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
        right = f"one like {source.relative_to(project)}: set: {{use: [word, words]}}"
        return Terms(), (*faults, _warning(place, what, right))
    own, own_faults = _read(path, project, _WORDS_KEYS, "use")
    faults += own_faults
    if not faults:
        for name in [name for name in terms if name not in own]:
            what, right = f"no word is given for “{name}”", f"{name}: {{use: [word, words]}}"
            faults += (_warning(place, what, right),)
        for name in [name for name in own if name not in terms]:
            what, right = f"“{visible(name)}” is no term of the game", ", ".join(terms)
            faults += (_warning(place, what, right),)
    known = _known(tuple((name, lists["forms"], lists["except"]) for name, lists in terms.items()))
    chosen = {
        name: Words(
            lists["use"][0].strip("*"),
            _pattern(lists["use"]),
            _pattern(lists["avoid"]) if lists["avoid"] else None,
            lists["search"],
        )
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
    node = read_yaml(path, path.relative_to(project))
    if isinstance(node, Finding):
        return {}, (_fault(node.place, node.message, right),)
    if not isinstance(node, YamlMapping):
        return {}, (_fault(node.place, "is no list of terms", right),)
    found: dict[str, _Lists] = {}
    faults = [_fault(each.place, each.message, each.right) for each in repeated_keys(node)]
    for key, value in node.entries:
        lists = _lists(value, keys)
        if lists and lists[needed]:
            found[key.text] = lists
        else:
            what = f"the words for “{visible(key.text)}” cannot be read"
            faults.append(_fault(value.place, what, right))
    return found, tuple(faults)


def _lists(node: Node, keys: tuple[str, ...]) -> _Lists | None:
    if not isinstance(node, YamlMapping) or node.repeated:
        return None
    lists: dict[str, tuple[str, ...]] = dict.fromkeys(keys, ())
    for key, value in node.entries:
        if key.text not in keys or not isinstance(value, Sequence):
            return None
        texts = (item.text for item in value.items if isinstance(item, Scalar))
        lists[key.text] = tuple(text for text in texts if text.strip("* "))
        if len(lists[key.text]) != len(value.items):
            return None
    return lists


def _fault(place: Place, what: str, right: str) -> Finding:
    return Finding(Kind.TERMS_FILE, place, what, right)


def _warning(place: Place, what: str, right: str) -> Finding:
    return Finding(Kind.TERMS_FILE, place, what, right, warning=True)


def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the phrases, as whole words; a star stands for any letters."""
    return re.compile("|".join(map(_phrase, phrases)), re.IGNORECASE)


def _phrase(phrase: str) -> str:
    parts = (re.escape(word).replace(r"\*", r"\w*") for word in phrase.split())
    return rf"(?<!\w){_BLANKS.join(parts)}(?!\w)"


_BLANKS = r"\s+"
