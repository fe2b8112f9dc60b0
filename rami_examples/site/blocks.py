"""Pages whose HTML blocks are kept out of the way of Markdown, which would hand them through.

Nearly all of a page is such blocks, and Markdown would spend most of a build on them.
"""

from __future__ import annotations

import re

from markdown import Markdown  # type: ignore[import-untyped]
from markupsafe import escape
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents, get_toc

_HEADLINE = re.compile(r"^#{1,6} ")
_MAIN_HEADLINE = re.compile(r'<h1 id="(?P<anchor>[^"]*)">(?P<title>.*?)</h1>')
_PLACE = re.compile(r"<hr data-block=\"(\d+)\" ?/?>")


class BlockPage(Page):
    """A page of a book in a build of MkDocs: Markdown is left to make its headlines alone.

    ``converter`` is one for all pages, since to set one up takes longer than such a page.
    """

    def __init__(self, title: str, file: File, config: MkDocsConfig, converter: Markdown) -> None:
        super().__init__(escape(title), file, config)  # which makes itself the file's page
        self._converter = converter

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Convert the page's Markdown to HTML."""
        assert self.markdown is not None  # as it has been read
        headlines, blocks = lift(self.markdown)
        self.content = lay_back(self._converter.reset().convert(headlines), blocks)
        self.toc = led(get_toc(getattr(self._converter, "toc_tokens", [])), self.content)


def converter_of(config: MkDocsConfig) -> Markdown:
    """Markdown as the settings want it."""
    extensions = config.markdown_extensions
    return Markdown(extensions=extensions, extension_configs=config.mdx_configs or {})


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
