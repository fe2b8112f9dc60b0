"""Compiled templates, kept from one build to the next."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemBytecodeCache, TemplateNotFound
from jinja2.bccache import Bucket
from jinja2.meta import find_referenced_templates

from rami_examples.digests import program
from rami_examples.files import remove
from rami_examples.pages.templating import environment
from rami_examples.site.mkdocs_build import theme_environment

FOLDER = Path(".build/templates")
_OF_THE_THEME = ("main.html", "404.html")


class Bytecode(FileSystemBytecodeCache):
    """Compiled templates in a folder, where whatever happens to them costs time alone."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with what is kept; what cannot be read is not kept."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # of pickle, which raises anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what is in a bucket, if the disk lets us."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def bytecode(project: Path) -> Bytecode:
    """Where the templates of a project, and of its theme, are kept compiled.

    Jinja looks at a template's text to tell whether what it has is still right; all else that the
    code depends on is the program's, and what another program has left is removed.
    """
    own = project / FOLDER / program()
    for folder in (own.parent, own):
        if folder.is_symlink() or not folder.is_dir():
            remove(folder)  # nor is a link followed: what it leads to is not ours to remove
    own.mkdir(parents=True, exist_ok=True)
    for other in own.parent.iterdir():
        if other != own:
            remove(other)
    return Bytecode(str(own))


def is_new(kept: Bytecode) -> bool:
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
