"""Templates as syntax trees, read with the very settings that they are rendered with.

So the messages that are found in them are those that rendering looks up.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from rami_examples.catalogs.message_text import visible
from rami_examples.findings import Finding, Kind, Place

HEADLINES = frozenset({"heading", "part"})
"""What templates call for a headline."""

Token = tuple[int, str, str]


@lru_cache(maxsize=128)
def syntax_tree(source: str) -> nodes.Template:
    """A template as Jinja reads it, for those who only look at it. Raises TemplateSyntaxError.

    Messages, prose and places are read from the same trees, and parsing is most of that work.
    """
    return _syntax().parse(source)


# What reading a template and its syntax raises.
UNREADABLE = (TemplateSyntaxError, OSError, ValueError, RecursionError)


def syntax_fault(path: Path, error: Exception) -> Finding:
    """Why a template cannot be read, from one of UNREADABLE."""
    if isinstance(error, TemplateSyntaxError):
        place, message = Place(path, error.lineno), visible(str(error.message), 300)
    else:
        place, message = Place(path), f"cannot be read: {visible(str(error))}"
    return Finding(Kind.TEMPLATE_FAULT, place, message)


def tokens_of(source: str) -> list[Token]:
    """Line, kind and text of every token of a template, comments among them."""
    return list(_syntax().lex(source))


def name_of(node: nodes.Node) -> str:
    """The name that a call calls; '' for any other node, and for a call of no plain name."""
    called = node.node if isinstance(node, nodes.Call) else None
    return called.name if isinstance(called, nodes.Name) else ""


@cache
def _syntax() -> Environment:
    environment = Environment(autoescape=True)
    set_syntax(environment)
    return environment


def set_syntax(environment: Environment) -> None:
    """Make an environment read templates as they are extracted here; rendering must use it too."""
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.policies["ext.i18n.trimmed"] = True
    environment.add_extension("jinja2.ext.i18n")
    # Without this, "100 %" would be extracted as "100 %" and looked up as "100 %%".
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
