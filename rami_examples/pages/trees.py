"""Templates as syntax trees: what is looked at is what is rendered, and not its text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from jinja2 import nodes

from rami_examples.catalogs.template_syntax import UNREADABLE, syntax_tree

PAGE_TEMPLATES = Path("templates/pages")
FRAGMENTS = Path("templates/fragments")


def trees(project: Path, folder: Path) -> Iterator[tuple[Path, nodes.Template]]:
    """The templates in a folder of the project, in order: their paths in it, and their trees.

    Those that cannot be parsed are left out: reading the messages tells of them.
    """
    for path in sorted((project / folder).glob("*.j2")):
        try:
            tree = syntax_tree(path.read_text(encoding="utf-8"))
        except UNREADABLE:
            continue
        yield path.relative_to(project), tree
