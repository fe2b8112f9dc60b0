"""Sample values for the placeholders of messages, from the English pages, for translators."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import html
from markupsafe import Markup

from rami_examples.pages.language import Language

_LONGEST = 60  # characters of an example
_CARD = re.compile(r'<span class="card[^>]*aria-label="([^"]*)"')


@dataclass(frozen=True, slots=True)
class SamplingLanguage(Language):
    """A language that keeps the first value of every placeholder that it is asked to fill in."""

    samples: dict[tuple[str | None, str], dict[str, str]] = field(default_factory=dict)

    def text(self, context: str | None, id: str, /, **values: object) -> Markup:
        """The text of any language; the values are kept."""
        self._keep((context, id), values)
        return Language.text(self, context, id, **values)

    def counted(
        self, context: str | None, id: str, plural: str, n: int, /, **values: object
    ) -> Markup:
        """The text of any language; the values are kept."""
        self._keep((context, id), values)
        return Language.counted(self, context, id, plural, n, **values)

    def _keep(self, key: tuple[str | None, str], values: Mapping[str, object]) -> None:
        known = self.samples.setdefault(key, {})
        for name, value in values.items():
            known.setdefault(name, _sample(value))


def sampling(language: Language) -> SamplingLanguage:
    """The same language, which keeps the values that it is asked to fill in."""
    return SamplingLanguage(language.tag, language.locale, language.catalog)


def _sample(value: object) -> str:
    """A value as a translator can read it: cards by their names, no markup."""
    text = str(value)
    if cards := _CARD.findall(text):
        return f"drawn, such as {Markup(', '.join(cards)).unescape()}"
    if "<" in text:
        text = "".join(map(str, html.fromstring(f"<p>{text}</p>").itertext()))
    text = " ".join(Markup(text).unescape().split())
    if text in ("", "{}"):  # the try-it page puts it in
        return "filled in while the page is used"
    shown = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return f"such as “{shown}”"
