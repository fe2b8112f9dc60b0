"""Templates as syntax trees, read with the very settings that they are rendered with.

So the messages that are found in them are those that rendering looks up.
"""

from __future__ import annotations

from functools import cache, lru_cache

from jinja2 import Environment, nodes

HEADLINES = frozenset({"heading", "part"})
"""What templates call for a headline."""

Token = tuple[int, str, str]


@lru_cache(maxsize=128)
def syntax_tree(source: str) -> nodes.Template:
    """A template as Jinja reads it, for those who only look at it. Raises TemplateSyntaxError.

    Messages, prose and places are read from the same trees, and parsing is most of that work.
    """
    return _syntax().parse(source)


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
