"""A new language: an empty catalog that builds at once, as a draft, and its place in mkdocs.yml."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from babel import Locale
from babel.core import get_global

from rami_examples.catalogs.catalog import DRAFT, SOURCE_LANGUAGE, catalog_path, english
from rami_examples.catalogs.checks import check_entry
from rami_examples.catalogs.message_text import percents, visible
from rami_examples.catalogs.messages import Message
from rami_examples.catalogs.plurals import plural_rule
from rami_examples.catalogs.po_text import Entry, Text, parse, write
from rami_examples.catalogs.tags import RIGHT, is_tag, spelling
from rami_examples.catalogs.terms import blank_terms, terms_path
from rami_examples.catalogs.update import Samples, Update, update_catalog
from rami_examples.files import write_whole
from rami_examples.findings import Faulty, Finding, Kind, Place
from rami_examples.pages.language import language
from rami_examples.settings import SETTINGS, with_language

CARD_NAME = ("card name", "%(rank)s of %(suit)s")
CORNERS = ("A", "J", "Q", "K")
_CORNER = "corner letter"


@dataclass(frozen=True, slots=True)
class Answers:
    """What CLDR cannot know: how a card is named, and the letters in the corners of A, J, Q, K.

    ``card_name`` is such as ``%(suit)s-%(rank)s``. What is left empty is translated later.
    """

    card_name: str = ""
    corners: tuple[str, ...] = ()

    def texts(self) -> dict[tuple[str | None, str], str]:
        """The answers as translations."""
        corners = zip(CORNERS, self.corners, strict=False)
        texts: dict[tuple[str | None, str], str] = {
            (_CORNER, rank): letter for rank, letter in corners
        }
        return texts | ({CARD_NAME: self.card_name} if self.card_name else {})


@dataclass(frozen=True, slots=True)
class Traits:
    """What CLDR says of a language; ``plurals`` are the first numbers of every plural form."""

    name: str
    own_name: str
    script: str
    direction: str
    number: str
    plurals: tuple[str, ...]


def traits(tag: str) -> Traits:
    """What CLDR says of the language of a tag."""
    rule = plural_rule(tag)
    locale = Locale.parse(tag, sep="-")
    spoken = language(tag, english(()))  # without texts: all that follows is of CLDR
    likely = get_global("likely_subtags").get(str(locale), str(locale))
    script = locale.script or next((part for part in likely.split("_") if len(part) == 4), "")
    return Traits(
        locale.get_display_name("en") or tag,
        spoken.autonym,
        Locale("en").scripts.get(script, script),
        spoken.direction,
        spoken.number(1234),
        tuple(_numbers(form) for form in rule.samples),
    )


def _numbers(sample: tuple[int, ...]) -> str:
    return ", ".join(map(str, sample)) + (" …" if len(sample) > 1 else "")


def add_language(
    project: Path, tag: str, answers: Answers, messages: Iterable[Message], samples: Samples
) -> Update:
    """Write the catalog of a new language and declare it; with any fault, write nothing.

    Raises OSError where the disk refuses, with nothing written either.
    """
    path, messages = catalog_path(project, tag), tuple(messages)
    if faults := tuple(_faults(project, tag, answers, path)):
        return Update((), faults)
    text = update_catalog(path, tag, messages, samples)
    assert isinstance(text, str)
    entries, _ = parse(text)
    catalog = write(_begun(entries, answers))
    begun, _ = parse(catalog)
    faults = tuple(_wrong_answers(begun, answers, messages, tag, path.relative_to(project)))
    try:
        settings = with_language(project, tag)
    except Faulty as faulty:
        faults += faulty.findings
    if faults:
        return Update((), faults)
    terms = blank_terms(project, traits(tag).name, SOURCE_LANGUAGE)
    written = {path: catalog, terms_path(project, tag): terms, project / SETTINGS: settings}
    _write_all(written, path.parent)
    return Update(tuple(each.relative_to(project) for each in written), ())


def _write_all(texts: Mapping[Path, str], folder: Path) -> None:
    """Write all files or none, the settings last: a part would be in the way of a new try."""
    new = [path for path in texts if not path.exists()]
    new_folder = not folder.exists()
    try:
        for path, text in texts.items():
            write_whole(path, text)
    except BaseException:  # Ctrl-C among them
        for path in new:
            with suppress(OSError):
                path.unlink(missing_ok=True)
        with suppress(OSError):
            if new_folder:
                folder.rmdir()
        raise


def _wrong_answers(
    entries: Iterable[Entry], answers: Answers, messages: Iterable[Message], tag: str, shown: Path
) -> Iterator[Finding]:
    """What a check would say of the answers, as translations."""
    known, rule = answers.texts(), plural_rule(tag)
    sources = {message.key: message for message in messages}
    for entry in entries:
        if entry.key in known and entry.key in sources:
            for fault in check_entry(entry, sources[entry.key], rule):
                said = visible(known[entry.key])
                what = f"{said!r} cannot be taken: {fault.message}"
                yield Finding(fault.kind, Place(shown), what, fault.right)


def _faults(project: Path, tag: str, answers: Answers, path: Path) -> Iterator[Finding]:
    if tag == SOURCE_LANGUAGE:
        what = f"{tag} is the language of the sources, which has no catalog"
        yield Finding(Kind.CATALOG_DUPLICATE, Place(Path("locales")), what, RIGHT)
        return
    if not is_tag(tag):
        what = f"{visible(tag)} is not the tag of a language that CLDR knows"
        yield Finding(Kind.CATALOG_HEADER, Place(Path("locales")), what, spelling(tag))
        return
    shown = path.relative_to(project)
    if path.exists():
        what = "this language has a catalog already"
        right = f"rami-docs i18n update {tag}, and {tag} among the languages in {SETTINGS}"
        yield Finding(Kind.CATALOG_DUPLICATE, Place(shown), what, right)
    wanted, found = percents(CARD_NAME[1]).names, percents(answers.card_name)
    if answers.card_name and (found.faults or found.names != wanted):
        what = f"{visible(answers.card_name)!r} does not name a card by its rank and its suit"
        yield Finding(Kind.CATALOG_PLACEHOLDER, Place(shown), what, "%(suit)s %(rank)s, say")
    if answers.corners and (len(answers.corners) != 4 or max(map(len, answers.corners)) > 2):
        what = f"{', '.join(map(visible, answers.corners))!r} are not the letters of four ranks"
        yield Finding(Kind.CATALOG_MARKUP, Place(shown), what, "those of A, J, Q, K: As,B,D,K, say")


def _begun(entries: Iterable[Entry], answers: Answers) -> Iterator[Entry]:
    known = answers.texts()
    for entry in entries:
        if entry.key == (None, "") and entry.text:
            yield replace(entry, text=Text(f"{entry.text.value}{DRAFT}: yes\n"))
        elif entry.key in known:
            yield replace(entry, text=Text(known[entry.key]))
        else:
            yield entry
