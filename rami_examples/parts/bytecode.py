"""Compiled templates, kept from one build to the next."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemBytecodeCache, TemplateNotFound
from jinja2.meta import find_referenced_templates

from rami_examples.digests import program
from rami_examples.pages.templating import environment
from rami_examples.site.mkdocs_build import theme_environment

FOLDER = Path(".build/templates")
_OF_THE_THEME = ("main.html", "404.html")


def bytecode(project: Path) -> FileSystemBytecodeCache:
    """Where the templates of a project, and of its theme, are kept compiled.

    Jinja looks at a template's text to tell whether what it has is still right; all else that the
    code depends on is the program's, and what another program has left is removed.
    """
    own = project / FOLDER / program()
    own.mkdir(parents=True, exist_ok=True)
    for other in own.parent.iterdir():
        if other != own:
            shutil.rmtree(other, ignore_errors=True)
    return FileSystemBytecodeCache(str(own))


def is_new(kept: FileSystemBytecodeCache) -> bool:
    """Whether nothing has been compiled yet."""
    return not any(Path(kept.directory).iterdir())


def compile_templates(project: Path, kept: BytecodeCache) -> None:
    """Compile what all languages are rendered from. Raises whatever is wrong with a template."""
    ours = environment(project)
    _compile(ours, ours.list_templates(["j2"]), kept)
    _compile(theme_environment(project), _OF_THE_THEME, kept)


def _compile(env: Environment, names: Iterable[str], kept: BytecodeCache) -> None:
    """Compile templates of these names, and all that they lead to by a name that is written out."""
    assert env.loader
    waiting, seen = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            text, path, _ = env.loader.get_source(env, name)
        except TemplateNotFound:  # which whoever leads to it may do without
            continue
        tree = env.parse(text, name, path)
        bucket = kept.get_bucket(env, name, path, text)
        bucket.code = env.compile(tree, name, path)
        kept.set_bucket(bucket)
        waiting += filter(None, find_referenced_templates(tree))
