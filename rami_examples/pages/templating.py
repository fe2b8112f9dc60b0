"""The Jinja environment: one for all languages, sandboxed, with gettext that escapes.

The language is taken from the context of each rendering, so that templates are compiled
once. Catalog text is escaped before anything is filled into it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from rami_examples.catalogs.template_syntax import set_syntax
from rami_examples.pages.language import Language, Number

TEMPLATES = Path("templates")


class _Sandbox(SandboxedEnvironment):
    """Jinja's sandbox, which need not look twice at the fields of the values that pages show."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An attribute as the sandbox gives it out."""
        fields = getattr(type(obj), "__dataclass_fields__", ())
        if attribute in fields and not attribute.startswith("_"):
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)


class _Context(Context):
    """Jinja's context with a shorter way to call what it does seven thousand times a language.

    Jinja finds out of everything called which of three things it wants to be given; here that are
    only the functions below, which want the context, and of that nothing that a loop might set.
    """

    def call(self, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call a macro or a function from a template."""
        kwargs.pop("_loop_vars", None)
        kwargs.pop("_block_vars", None)
        if hasattr(function, "jinja_pass_arg"):
            return function(self, *args, **kwargs)
        return function(*args, **kwargs)


def environment(project: Path, bytecode: BytecodeCache | None = None) -> SandboxedEnvironment:
    """The environment in which templates are rendered; ``bytecode`` keeps them compiled."""
    env = _Sandbox(
        loader=FileSystemLoader(project / TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        bytecode_cache=bytecode,
        auto_reload=False,
    )
    env.context_class = _Context
    set_syntax(env)
    env.globals |= {
        "gettext": _gettext,
        "ngettext": _ngettext,
        "pgettext": _pgettext,
        "npgettext": _npgettext,
        "num": _number,
    }
    return env


def _language(context: Context) -> Language:
    language: Language = context["language"]
    return language


# In the place of Jinja's own, which would lose the marks around what is not translated.


@pass_context
def _gettext(context: Context, message: str, /, **values: object) -> Markup:
    return _language(context).text(None, message, **values)


@pass_context
def _pgettext(context: Context, about: str, message: str, /, **values: object) -> Markup:
    return _language(context).text(about, message, **values)


@pass_context
def _ngettext(context: Context, one: str, many: str, n: int, /, **values: object) -> Markup:
    return _language(context).counted(None, one, many, n, **values)


@pass_context
def _npgettext(
    context: Context, about: str, one: str, many: str, n: int, /, **values: object
) -> Markup:
    return _language(context).counted(about, one, many, n, **values)


@pass_context
def _number(context: Context, number: int) -> Number:
    return Number(number, _language(context))
