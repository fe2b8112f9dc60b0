"""The Jinja environment: one for all languages, sandboxed, with gettext that escapes.

The language is taken from the context of each rendering, so that templates are compiled
once. Catalog text is escaped before anything is filled into it.
"""

from __future__ import annotations

from pathlib import Path

from jinja2 import FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup, escape

from rami_examples.catalogs.messages import set_syntax
from rami_examples.pages.language import Language, Number

TEMPLATES = Path("templates")


def environment(project: Path) -> SandboxedEnvironment:
    """The environment in which templates are both read for messages and rendered."""
    env = SandboxedEnvironment(
        loader=FileSystemLoader(project / TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    set_syntax(env)
    env.install_gettext_callables(  # type: ignore[attr-defined]
        _gettext, _ngettext, newstyle=True, pgettext=_pgettext, npgettext=_npgettext
    )
    env.globals["num"] = _number
    return env


def _language(context: Context) -> Language:
    language: Language = context["language"]
    return language


@pass_context
def _gettext(context: Context, message: str) -> Markup:
    return escape(_language(context).catalog.gettext(None, message))


@pass_context
def _pgettext(context: Context, about: str, message: str) -> Markup:
    return escape(_language(context).catalog.gettext(about, message))


@pass_context
def _ngettext(context: Context, singular: str, plural: str, n: int) -> Markup:
    return escape(_language(context).catalog.ngettext(None, singular, plural, n))


@pass_context
def _npgettext(context: Context, about: str, singular: str, plural: str, n: int) -> Markup:
    return escape(_language(context).catalog.ngettext(about, singular, plural, n))


@pass_context
def _number(context: Context, number: int) -> Number:
    return Number(number, _language(context))
