"""The frame around a page: what the theme draws beside, above and below the text.

A theme reads language, title and switches from MkDocs's one configuration. Instead of changing
that from page to page, and having to change it back, every language gets a copy of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy, deepcopy
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import escape
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import PluginCollection
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.theme import Theme

from rami_examples.pages.book import MULTILINGUAL, LanguageInfo
from rami_examples.pages.marks import settled_page
from rami_examples.site.versions import Alternate, frame_language, spoken


@dataclass(frozen=True, slots=True)
class Frame:
    """What surrounds all pages of one language."""

    language: LanguageInfo
    config: MkDocsConfig
    nav: Navigation

    def context(self, alternates: Sequence[Alternate]) -> dict[str, object]:
        """The names that the theme's templates see, MkDocs's own ones overridden."""
        return {
            "config": self.config,
            "nav": self.nav,
            "language": self.language,
            "alternates": alternates,
        }

    def declared(self, html: str) -> str:
        """Let a page say its own language and direction, whatever words the theme has for it.

        And that of words which the language has not translated.
        """
        own = f'<html lang="{self.language.tag}" dir="{self.language.direction}"'
        return settled_page(re.sub(r'<html lang="[^"]*"', own, html, count=1))


def frame(
    config: MkDocsConfig, language: LanguageInfo, pages: Sequence[Page], spoken_as: str
) -> Frame:
    """Make the frame of a language around its pages, the first of which is its home page.

    ``spoken_as`` is the tag of the language that the theme's own words are in.
    """
    own = copy(config)
    own.site_name = escape(language.site_name)
    own.theme = _theme(config.theme, language, spoken_as)
    if language.tag == MULTILINGUAL:  # A page in all languages has no index to search.
        own.plugins = PluginCollection()
    return Frame(language, own, _navigation(pages))


def _navigation(pages: Sequence[Page]) -> Navigation:
    for page, following in pairwise(pages):
        page.next_page, following.previous_page = following, page
    nav = Navigation(list(pages), list(pages))
    nav.homepage = pages[0]
    return nav


def _theme(theme: Theme, language: LanguageInfo, spoken_as: str) -> Theme:
    own = deepcopy(theme)
    own["language"] = frame_language(spoken_as, spoken(theme.dirs))
    own["direction"] = language.direction
    for palette in own["palette"]:
        name = palette["toggle"]["name"]
        palette["toggle"]["name"] = escape(language.words.get(name, name))
    return own
