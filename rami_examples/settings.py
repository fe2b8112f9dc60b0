"""What mkdocs.yml says of the site: its languages, and what is done about unfinished ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml

from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.catalogs.message_text import visible
from rami_examples.catalogs.tags import RIGHT, is_tag
from rami_examples.findings import Faulty, Finding, Findings, Kind, Place
from rami_examples.sources import is_plain_file

SETTINGS = Path("mkdocs.yml")
_MOST_BYTES = 1_000_000
_TEXT = "tag:yaml.org,2002:str"
_RIGHT = "plugins:\n  - rami:\n      languages: [en, de]"


def declared_languages(project: Path) -> tuple[str, ...]:
    """The languages that mkdocs.yml declares for the site, the default one first.

    Raises Faulty if the file does not say, or if one of them is not a language.
    """
    settings = _read(project)
    languages = tuple(_languages(settings))
    if not languages:
        places = [_at(own.start_mark) for own in _plugin(settings)]
        raise _undeclared(next(iter(places), Place(SETTINGS)))
    faults = [fault for language in languages for fault in _tag_faults(language)]
    if faults := [*faults, *_repeated(languages)]:
        raise Faulty(tuple(faults))
    return tuple(language.value for language in languages)


def declared_incomplete(project: Path) -> Incomplete:
    """What mkdocs.yml wants done about unfinished languages: English where it does not say.

    Raises Faulty if it names a way that does not exist.
    """
    for node in _own(_read(project), "incomplete"):
        ways = [way.value for way in Incomplete]
        if node.value not in ways:
            place = _at(node.start_mark)
            message = f"{visible(str(node.value))!r} is no way to treat what is not translated"
            raise Faulty((Finding(Kind.SITE_FAULT, place, message, " or ".join(ways)),))
        return Incomplete(node.value)
    return Incomplete.ENGLISH


def with_language(project: Path, tag: str) -> str:
    """The text of mkdocs.yml with one more language at the end of the list, all else as it was.

    Raises Faulty if the file has no such list, or one that only a person can add to.
    """
    settings, text = _read_with_text(project)
    *_, tags = [None, *_lists(settings)]
    known = [language.value for language in _languages(settings)]
    if tags is None or not known:
        raise _undeclared(Place(SETTINGS))
    if tag in known:
        return text
    written = tag if yaml.safe_load(tag) == tag else f'"{tag}"'  # "no" would be read as false
    end = tags.value[-1].end_mark.index
    if tags.flow_style:
        written = f", {written}"
    else:  # on a line of its own, behind whatever is said of the language above
        end = len(text) if (line := text.find("\n", end)) < 0 else line + 1
        new_line = "\r\n" if "\r\n" in text else "\n"
        before = "" if text[end - 1] == "\n" else new_line
        written = f"{before}{' ' * tags.start_mark.column}- {written}{new_line}"
    added = text[:end] + written + text[end:]
    if [language.value for language in _languages(_composed(added))] != [*known, tag]:
        place = _at(tags.start_mark)
        message = f"no program can add {tag} to the languages, as they are written here"
        raise Faulty((Finding(Kind.SITE_FAULT, place, message, "languages: [en, de]"),))
    return added


def _read(project: Path) -> yaml.Node | None:
    return _read_with_text(project)[0]


def _composed(text: str) -> yaml.Node | None:
    """What YAML makes of a text; None if it is not YAML."""
    try:
        return yaml.compose(text, yaml.SafeLoader)
    except yaml.YAMLError:
        return None


def _read_with_text(project: Path) -> tuple[yaml.Node | None, str]:
    place = Place(SETTINGS)
    text = ""
    try:
        if not is_plain_file(project / SETTINGS, _MOST_BYTES):
            raise ValueError("not a file of our own")
        text = (project / SETTINGS).read_bytes().decode()  # with the ends of its lines
        # Composed and not loaded: what other programs mean by tags (!!python/name) is passed over.
        return yaml.compose(text, yaml.SafeLoader), text
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = _at(mark) if mark else place
        message = f"is not YAML here: {' '.join(filter(None, (error.context, error.problem)))}"
        right = "brackets that close, and what belongs together with as many spaces before it"
        raise Faulty((Finding(Kind.SITE_FAULT, place, message, right),)) from None
    except yaml.reader.ReaderError as error:
        place = Place(SETTINGS, text.count("\n", 0, error.position) + 1)
        message = "holds a character that YAML does not allow"
        raise Faulty((Finding(Kind.SITE_FAULT, place, message, "delete it"),)) from None
    except (OSError, ValueError, RecursionError):
        pass  # told below
    raise _undeclared(place)


def _at(mark: yaml.Mark) -> Place:
    return Place(SETTINGS, mark.line + 1, mark.column + 1)


_NAMED = re.compile(r"Config value '(\w+)'")
_EXAMPLES = {"site_url": "site_url: https://rules.example/rami/"}


def settings_faults(project: Path, messages: Iterable[str]) -> Findings:
    """What MkDocs says of its settings, with the line of the one that it names."""
    try:
        settings = _read(project)
    except Faulty:
        settings = None
    return tuple(_settings_fault(settings, message) for message in messages)


def _settings_fault(settings: yaml.Node | None, message: str) -> Finding:
    named = _NAMED.search(message)
    name = named[1] if named else ""
    place = next((_at(node.start_mark) for node in _values(settings, name)), Place(SETTINGS))
    return Finding(Kind.SITE_FAULT, place, message, _EXAMPLES.get(name, ""))


def _undeclared(place: Place) -> Faulty:
    message = "does not say in which languages the site is built"
    return Faulty((Finding(Kind.SITE_FAULT, place, message, _RIGHT),))


def _lists(settings: yaml.Node | None) -> Iterator[yaml.SequenceNode]:
    for tags in _own(settings, "languages"):
        if isinstance(tags, yaml.SequenceNode):
            yield tags


def _languages(settings: yaml.Node | None) -> Iterator[yaml.ScalarNode]:
    for tags in _lists(settings):
        yield from (tag for tag in tags.value if isinstance(tag, yaml.ScalarNode))


def _own(settings: yaml.Node | None, name: str) -> Iterator[yaml.Node]:
    """What stands below ``plugins``, ``rami`` under this name."""
    for own in _plugin(settings):
        yield from _values(own, name)


def _plugin(settings: yaml.Node | None) -> Iterator[yaml.Node]:
    """What stands below ``plugins``, ``rami``."""
    for plugins in _values(settings, "plugins"):
        for plugin in plugins.value if isinstance(plugins, yaml.SequenceNode) else [plugins]:
            yield from _values(plugin, "rami")


def _values(node: yaml.Node | None, name: str) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        yield from (value for key, value in node.value if key.value == name)


def _repeated(languages: Iterable[yaml.ScalarNode]) -> Iterator[Finding]:
    seen: set[str] = set()
    for tag in languages:
        if tag.value in seen:
            message = f"{visible(str(tag.value))} stands here twice"
            yield Finding(Kind.SITE_FAULT, _at(tag.start_mark), message, "each language once")
        seen.add(tag.value)


def _tag_faults(tag: yaml.ScalarNode) -> Iterator[Finding]:
    place = _at(tag.start_mark)
    shown = visible(str(tag.value))
    if tag.tag != _TEXT:
        message = f"YAML reads {shown} as something else than text"
        yield Finding(Kind.SITE_FAULT, place, message, f'"{shown}", in quotation marks')
    elif not is_tag(tag.value):
        yield Finding(Kind.SITE_FAULT, place, f"{shown!r} is no tag of a language", RIGHT)
