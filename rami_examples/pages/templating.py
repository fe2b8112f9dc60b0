"""The Jinja environment: one for all languages, sandboxed, with gettext that escapes.

The language is taken from the context of each rendering, so that templates are compiled
once. Catalog text is escaped before anything is filled into it.
"""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

from jinja2 import BytecodeCache, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context, Macro
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from rami_examples.catalogs.template_syntax import set_syntax
from rami_examples.pages.language import Language, Number

TEMPLATES = Path("templates")


class _Sandbox(SandboxedEnvironment):
    """Jinja's sandbox, with shorter ways for what cannot do harm and happens all the time."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An attribute as the sandbox gives it out; the fields of shown values are safe."""
        fields = getattr(type(obj), "__dataclass_fields__", ())
        if attribute in fields and not attribute.startswith("_"):
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)

    def call(self, context: Context, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call what a template calls: macros and texts at once, all else as the sandbox does it.

        Of everything else Jinja finds out whether it is safe, and what it wants to be given.
        """
        if isinstance(function, Macro):
            given: tuple[Any, ...] = args
        elif isinstance(function, FunctionType) and function in _TEXTS:
            given = (context, *args)
        else:
            return super().call(context, function, *args, **kwargs)
        kwargs.pop("_loop_vars", None)
        kwargs.pop("_block_vars", None)
        return function(*given, **kwargs)


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


_TEXTS: frozenset[object] = frozenset({_gettext, _pgettext, _ngettext, _npgettext, _number})
