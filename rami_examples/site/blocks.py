"""HTML blocks of a page, kept out of the way of Markdown, which would only hand them through.

Nearly all of a page is such blocks, and Markdown would spend most of a build on them.
"""

from __future__ import annotations

import re

from mkdocs.structure.toc import AnchorLink, TableOfContents

_HEADLINE = re.compile(r"^#{1,6} ")
_MAIN_HEADLINE = re.compile(r'<h1 id="(?P<anchor>[^"]*)">(?P<title>.*?)</h1>')
_PLACE = re.compile(r"<hr data-block=\"(\d+)\" ?/?>")


def lift(markdown: str) -> tuple[str, tuple[str, ...]]:
    """The headlines of a page, with a mark for each stretch of HTML between them, and those."""
    lines: list[str] = []
    blocks: list[str] = []
    block: list[str] = []

    def close() -> None:
        if any(line.strip() for line in block):
            lines.append(f'\n<hr data-block="{len(blocks)}">\n')
            blocks.append("\n".join(block))
        block.clear()

    for line in markdown.split("\n"):
        if _HEADLINE.match(line):
            close()
            lines.append(line)
        else:
            block.append(line)
    close()
    return "\n".join(lines), tuple(blocks)


def lay_back(html: str, blocks: tuple[str, ...]) -> str:
    """A rendered page with its HTML in place of the marks."""
    return _PLACE.sub(lambda mark: blocks[int(mark[1])], html)


def led(contents: TableOfContents, html: str) -> TableOfContents:
    """The contents of a page below its headline, also where that stands in HTML.

    The theme's way past the navigation leads to the first headline that Markdown has seen.
    """
    found = _MAIN_HEADLINE.search(html)
    if found is None or any(link.id == found["anchor"] for link in contents):
        return contents
    headline = AnchorLink(found["title"], found["anchor"], level=1)
    headline.children = list(contents)
    return TableOfContents([headline])
