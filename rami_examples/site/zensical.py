"""The settings of mkdocs.yml as Zensical reads them: ``zensical.toml`` for an exported book.

Zensical knows one language a site: the words of its theme are those of the default language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

from rami_examples.pages.book import Book, LanguageInfo, Page
from rami_examples.site.versions import frame_language, spoken

_BARE = re.compile(r"[\w-]+", re.ASCII)
_UNREADABLE = re.compile(
    "[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]"
)  # as they stand, in YAML or TOML

# A value of TOML.
Value = str | bool | Sequence["Value"] | Mapping[str, "Value"]


def zensical_toml(config: MkDocsConfig, book: Book) -> str:
    """The text of ``zensical.toml`` for a book, with the settings of mkdocs.yml that fit."""
    theme, default = config.theme, book.languages[0]
    settings: dict[str, Value] = {
        "site_name": default.site_name,
        "docs_dir": "docs",
        "site_dir": "site",
        "use_directory_urls": True,
        "nav": [_of_language(book, language) for language in book.languages],
        "extra_css": [str(path) for path in config.extra_css],
        "extra_javascript": [_script(script) for script in config.extra_javascript],
    }
    if config.site_url:
        settings["site_url"] = config.site_url
    looks: dict[str, Value] = {
        "variant": "classic",  # that of Material, for which the style sheets were written
        "language": frame_language(default.tag, spoken(theme.dirs)),
        "direction": default.direction,
        "features": list(theme["features"]),
        "palette": list(theme["palette"]),
        "font": False,
    }
    looks |= {name: theme[name] for name in ("logo", "favicon") if theme.get(name)}
    extra: dict[str, Value] = {
        "generator": False,
        "alternate": [
            {"name": each.autonym, "link": each.root, "lang": each.tag} for each in book.languages
        ],
    }
    extensions = {name: config.mdx_configs.get(name, {}) for name in config.markdown_extensions}
    return "\n".join(
        [
            "# Written by `rami-docs export`, from mkdocs.yml and the pages.",
            *_table("project", settings),
            *_table("project.theme", looks),
            *_table("project.extra", extra),
            *_table("project.markdown_extensions", extensions),
            "",
        ]
    )


def source_of(page: Page) -> str:
    """Where a page's Markdown lies below the folder of the documents."""
    return f"{page.address}index.md"


def quoted(text: str) -> str:
    """A text in quotation marks, for JSON, YAML and TOML alike."""
    plain = json.dumps(text, ensure_ascii=False)
    return _UNREADABLE.sub(lambda char: f"\\u{ord(char[0]):04x}", plain)


def _of_language(book: Book, language: LanguageInfo) -> Mapping[str, Value]:
    pages: list[Value] = [{page.title: source_of(page)} for page in book.pages_in(language.tag)]
    return {language.autonym: pages}


def _script(script: Any) -> Value:
    """A script of mkdocs.yml: its path, or that with how it is loaded."""
    if isinstance(script, str):
        return script
    return {name: value for name, value in script.items() if isinstance(value, (str, bool))}


def _table(name: str, values: Mapping[str, Value]) -> Iterator[str]:
    yield f"\n[{name}]"
    yield from (f"{_key(name)} = {_toml(value, deep=False)}" for name, value in values.items())


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _toml(name)


def _toml(value: Value, *, deep: bool = True) -> str:
    """A value in TOML, whose true and false are those of JSON.

    A list that is not ``deep`` in another value has a line for each of its items.
    """
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(name)} = {_toml(each)}" for name, each in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    items = [_toml(each) for each in value]
    if deep or not items:
        return f"[{', '.join(items)}]"
    return "\n".join(["[", *(f"  {item}," for item in items), "]"])
