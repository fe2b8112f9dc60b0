"""The other generators, each with the same pages: how it is set up, and what builds the site.

All get the Markdown and the assets of an export, as they are. Each is set up as plainly as it can
be for many languages; what it cannot do (see CONTRIBUTING) it does not pay for either.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import yaml

from rami_examples.site.export import CONTENTS

# Below its folder, as each of them is set up here.
SITE = "site"
_EXTENSIONS = ["attr_list", {"toc": {"permalink": False}}]
_FEATURES = [
    "navigation.tabs",
    "navigation.footer",
    "navigation.top",
    "toc.follow",
    "toc.integrate",
    "search.highlight",
]

# A minimal theme for Hugo: the language of a page, its navigation, its text.
_HUGO_PAGE = """<!doctype html>
<html lang="{{ .Params.language }}" dir="{{ .Params.direction }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{ .Title }} · {{ site.Title }}</title>
<meta name="description" content="{{ .Description }}">
<link rel="stylesheet" href="{{ "stylesheets/rami.css" | relURL }}">
</head>
<body>
<nav>
{{ range site.Data.languages }}<a href="{{ .tag | relURL }}/" hreflang="{{ .tag }}">{{ .name }}</a>
{{ end }}</nav>
<nav>
{{ range index site.Data.pages .Params.language }}<a href="{{ .address | relURL }}">{{ .title }}</a>
{{ end }}</nav>
<article>{{ .Content }}</article>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Peer:
    """Another generator.

    ``packages`` bring it, ``version_of`` is the one whose version counts; ``set_up`` makes a folder
    that it builds from, given an export and the folder; its Python builds it there by ``command``.
    """

    name: str
    title: str
    packages: tuple[str, ...]
    version_of: str
    set_up: Callable[[Path, Path], None]
    command: tuple[str, ...]


def _mkdocs(export: Path, folder: Path) -> None:
    shutil.copytree(export / "docs", folder / "docs")
    listed = _contents(export)
    nav = [
        {language["name"]: [{page["title"]: _in_docs(page)} for page in pages]}
        for language, pages in _by_language(listed)
    ]
    _write_settings(folder, {"nav": nav, "plugins": ["search"]})


def _static_i18n(export: Path, folder: Path) -> None:
    """Languages as it wants them: of two letters and a region, those of the copies made up."""
    listed = _contents(export)
    regions = ("".join(letters) for letters in product(ascii_uppercase, repeat=2))
    shutil.copytree(export / "docs", folder / "docs")
    languages: list[Mapping[str, Any]] = []
    for language, pages in _by_language(listed):
        tag = str(language["tag"])
        spoken, copy = tag[:2], "-" in tag
        locale = f"{spoken}-{next(regions)}" if copy else tag
        if copy:
            (folder / "docs" / tag).rename(folder / "docs" / locale)
        nav = [
            {page["title"]: _in_docs(page).removeprefix(f"{tag}/")} for page in pages
        ]  # below the language's folder
        languages.append(
            {
                "locale": locale,
                "name": language["name"],
                "default": not languages,
                "build": True,
                "site_name": language["site_name"],
                "theme": {"language": spoken},
                "nav": nav,
            }
        )
    # The default language is built at the root, in place of a page of all languages.
    (folder / "docs" / "index.md").unlink()
    i18n = {"i18n": {"docs_structure": "folder", "languages": languages}}
    _write_settings(folder, {"plugins": ["search", i18n]})


def _zensical(export: Path, folder: Path) -> None:
    shutil.copytree(export, folder)


def _hugo(export: Path, folder: Path) -> None:
    listed = _contents(export)
    directions = {language["tag"]: language["direction"] for language in listed["languages"]}
    folder.mkdir(parents=True)
    sources = {page["source"]: page for page in listed["pages"]}
    for path in sorted((export / "docs").rglob("*")):
        name = path.relative_to(export).as_posix()
        if path.is_dir():
            continue
        page = sources.get(name)
        inner = name.removeprefix("docs/")
        if page is None:
            _copy(path, folder / "static" / inner)
            continue
        # Hugo takes index.md for a page without any below it.
        lists = page["address"].count("/") < 2
        target = folder / "content" / (inner.replace("index.md", "_index.md") if lists else inner)
        target.parent.mkdir(parents=True, exist_ok=True)
        tag = page["language"]
        more = f"language: {tag}\ndirection: {directions.get(tag, 'ltr')}\n"
        text = path.read_text(encoding="utf-8")
        target.write_text(text.replace("---\n", "---\n" + more, 1), encoding="utf-8")
    for name in ("single", "list", "home"):
        layout = folder / "layouts" / f"{name}.html"
        layout.parent.mkdir(exist_ok=True)
        layout.write_text(_HUGO_PAGE, encoding="utf-8")
    data = {
        "languages": [dict(language) for language in listed["languages"]],
        "pages": {
            language["tag"]: [{"address": p["address"], "title": p["title"]} for p in pages]
            for language, pages in _by_language(listed)
        },
    }
    for name, content in data.items():
        path = folder / "data" / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    settings = {
        "baseURL": "https://rules.example/rami/",
        "title": "Rami",
        "disableKinds": ["taxonomy", "term", "rss"],
        "publishDir": SITE,
        "markup": {"goldmark": {"renderer": {"unsafe": True}}},  # HTML is most of the pages
    }
    (folder / "hugo.json").write_text(json.dumps(settings), encoding="utf-8")


PEERS = (
    Peer(
        "mkdocs",
        "MkDocs + Material",
        ("mkdocs-material",),
        "mkdocs-material",
        _mkdocs,
        ("-m", "mkdocs", "build", "--quiet"),
    ),
    Peer(
        "static-i18n",
        "mkdocs-static-i18n",
        ("mkdocs-material", "mkdocs-static-i18n"),
        "mkdocs-static-i18n",
        _static_i18n,
        ("-m", "mkdocs", "build", "--quiet"),
    ),
    Peer("zensical", "Zensical", ("zensical",), "zensical", _zensical, ("-m", "zensical", "build")),
    Peer("hugo", "Hugo, with a bare theme", ("hugo",), "hugo", _hugo, ("-m", "hugo", "--quiet")),
)


def _contents(export: Path) -> Mapping[str, Any]:
    content: Mapping[str, Any] = json.loads((export / CONTENTS).read_text(encoding="utf-8"))
    return content


def _by_language(
    listed: Mapping[str, Any],
) -> list[tuple[Mapping[str, str], Sequence[Mapping[str, str]]]]:
    return [
        (language, [page for page in listed["pages"] if page["language"] == language["tag"]])
        for language in listed["languages"]
    ]


def _in_docs(page: Mapping[str, str]) -> str:
    return page["source"].removeprefix("docs/")


def _write_settings(folder: Path, own: Mapping[str, Any]) -> None:
    """An ``mkdocs.yml`` with the looks of ours."""
    palette = [
        {"media": "(prefers-color-scheme: light)", "scheme": "default", "primary": "custom"},
        {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "custom"},
    ]
    settings = {
        "site_name": "Rami",
        "site_url": "https://rules.example/rami/",
        "theme": {
            "name": "material",
            "font": False,
            "logo": "images/rami.svg",
            "favicon": "images/favicon.svg",
            "features": _FEATURES,
            "palette": palette,
        },
        "markdown_extensions": _EXTENSIONS,
        "extra_css": ["stylesheets/rami.css"],
        "extra_javascript": [{"path": "scripts/rami.js", "type": "module"}],
        **own,
    }
    text = yaml.safe_dump(settings, allow_unicode=True, sort_keys=False)
    (folder / "mkdocs.yml").write_text(text, encoding="utf-8")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
