"""The MkDocs plugin: one build for all languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from jinja2 import BytecodeCache, Environment, Template
from markupsafe import escape
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as SitePage
from mkdocs.utils import is_error_template, write_file
from mkdocs.utils.templates import TemplateContext

from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.findings import Findings
from rami_examples.pages.book import MULTILINGUAL, Book, Page
from rami_examples.rulebook import make_book
from rami_examples.site.blocks import BlockPage, converter_of
from rami_examples.site.frame import Frame, frame
from rami_examples.site.head import head_of, picture_address
from rami_examples.site.pictures import png
from rami_examples.site.policy import with_policy
from rami_examples.site.preview import Preview, with_panel
from rami_examples.site.search_index import search_indexes
from rami_examples.site.sections import UNSEARCHED, Section, read_sections
from rami_examples.site.sitemaps import robots, sitemaps
from rami_examples.site.versions import Alternate, alternates, versions_of

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer

_log = get_plugin_logger("rami")

# Reads a project's sources anew and makes the book in the languages given by their tags.
BookMaker = Callable[[Path, tuple[str, ...], Incomplete], Book | Findings]

# What `mkdocs serve` watches beside docs/ and mkdocs.yml.
SOURCES = ("rami_examples/corpus", "templates", "locales")


class RamiConfig(Config):  # type: ignore[no-untyped-call]  # of MkDocs
    """The plugin's settings in mkdocs.yml."""

    languages = config_options.ListOfItems(config_options.Type(str))
    incomplete = config_options.Choice(
        [way.value for way in Incomplete], default=Incomplete.ENGLISH.value
    )


class RamiPlugin(BasePlugin[RamiConfig]):  # type: ignore[no-untyped-call]  # of MkDocs
    """Gives MkDocs the pages of a book, and every page the frame of its language.

    Whoever builds from Python may set ``make_book`` before the build.
    """

    make_book: BookMaker = staticmethod(make_book)
    bytecode: BytecodeCache | None = None  # keeps the theme's templates compiled
    serving = False

    def on_startup(self, *, command: str, **_: Any) -> None:
        """Stay the same while serving, so that the last good book is at hand after a fault."""
        if command == "serve":
            self.serving, self.make_book = True, Preview()

    def on_config(self, config: MkDocsConfig) -> None:
        """Take the sitemap out of the hands of MkDocs, which knows no languages."""
        if not config.use_directory_urls:
            raise PluginError("mkdocs.yml: use_directory_urls is true, for addresses never change")
        config.theme.static_templates.discard("sitemap.xml")

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Make the book, or stop with all its faults while the site's folder is still untouched."""
        incomplete = Incomplete(self.config.incomplete)
        book = self.make_book(project_of(config), tuple(self.config.languages), incomplete)
        if not isinstance(book, Book):
            raise PluginError("\n".join(str(finding) for finding in book))
        for finding in book.faults if self.serving else ():
            _log.error("%s", finding)
        self.book = book
        self.pages = {page.address: page for page in (book.choice, *book.pages)}
        self.versions = versions_of(book)
        self.sections: dict[str, tuple[Section, ...]] = {}  # of the pages' text, by address
        self.contents: dict[str, str] = {}  # kept from the search plugin, by address

    def on_files(self, files: Files, *, config: MkDocsConfig) -> None:
        """Add the book's pages and files to those of docs/; nothing is written there."""
        if not self.book.has_root:
            for file in list(files):
                files.remove(file)
        elif template := files.get_file_from_path("sitemap.xml"):  # else copied as it stands
            files.remove(template)
        converter = converter_of(config)
        for page in self.pages.values():
            source = f"{page.address}index.md"
            level = InclusionLevel.NOT_IN_NAV  # of the site; see on_nav
            file = File.generated(config, source, content=page.markdown, inclusion=level)
            BlockPage(page.title, file, config, converter)
            files.append(file)
        for address, content in self.book.files.items():
            files.append(File.generated(config, address, content=content))

    def on_env(self, env: Environment, **_: Any) -> None:
        """Let the theme's templates be compiled once while serving, and read once in a build."""
        if self.bytecode:
            env.bytecode_cache = self.bytecode
        env.auto_reload = False

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Give every language a frame of its own, with a navigation through its pages alone."""
        shown = {file.page.url: file.page for file in files.documentation_pages() if file.page}
        speaking = self.book.leading
        many = replace(speaking, tag=MULTILINGUAL, site_name=self.book.choice.title)
        self.frames = {
            language.tag: frame(
                config,
                language,
                [shown[page.address] for page in self.book.pages_in(language.tag)],
                speaking.tag if language is many else language.tag,
            )
            for language in (many, *self.book.built)
        }

    def on_page_markdown(self, markdown: str, *, page: SitePage, **_: Any) -> str:
        """Add what stands in no text.

        The theme's own index of a page would go unused: see on_post_build.
        """
        source = self.pages.get(page.url)
        if source is None:
            return markdown
        page.meta.update(description=escape(source.description), search={"exclude": True})
        if source.language == MULTILINGUAL:
            page.meta["hide"] = ["navigation", "toc"]
        return markdown

    def on_page_content(self, html: str, *, page: SitePage, **_: Any) -> str:
        """Keep what a page says, for its head and the search.

        The HTML itself is kept away for now, lest the search plugin look through all of it.
        """
        source = self.pages.get(page.url)
        if source is None:
            return html
        self.sections[page.url] = read_sections(html)
        self.contents[page.url] = html.replace(UNSEARCHED, "")
        return ""

    @event_priority(-100)  # after the search plugin
    def on_page_context(
        self, context: TemplateContext, *, page: SitePage, config: MkDocsConfig, **_: Any
    ) -> None:
        """Put the page into the frame of its language, and tell machines what it is."""
        source = self.pages.get(page.url)
        self._put_into_frame(context, source)
        if source:
            page.content = self.contents.pop(page.url)
            head = head_of(self.book, source, self.sections[page.url], config.site_url or "")
            cast("dict[str, object]", context)["head"] = head

    def on_pre_template(self, template: Template, *, template_name: str, **_: Any) -> None:
        """Keep the template of an error page, which every language gets one by."""
        if is_error_template(template_name):
            self.error_template = template

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig, **_: Any
    ) -> None:
        """Give every language its error page, and make this one answer in all languages."""
        if not is_error_template(template_name):
            return
        values = cast("dict[str, object]", context)
        for language in self.book.built:
            own = self.frames[language.tag]
            answers = own.context(self._ways_from(None)) | {"answered": (language,)}
            html = self.error_template.render(values | answers)
            path = Path(config.site_dir, language.root, template_name)
            write_file(with_policy(own.declared(html)).encode(), str(path))
        self._put_into_frame(context, None)
        values["answered"] = self.book.published or self.book.languages

    def on_post_template(self, output: str, *, template_name: str, **_: Any) -> str:
        """Let an error page say its language and direction, and its policy."""
        if is_error_template(template_name):
            return with_policy(self._frame_of(None).declared(output))
        return output

    def on_post_page(self, output: str, *, page: SitePage, **_: Any) -> str:
        """Let the page say its language and direction, and its policy."""
        source = self.pages.get(page.url)
        declared = self._frame_of(source).declared(output)
        if self.serving:  # with the script that reloads the page, which no policy could know
            return with_panel(declared, self.book)
        return with_policy(declared, source.allowed if source else None)

    @event_priority(-100)  # after the search plugin
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write what the theme's script reads below a language's root, and the sitemap."""
        site = Path(config.site_dir)
        whole_index = site / "search" / "search_index.json"
        settings = json.loads(whole_index.read_bytes())["config"]
        contents = [(self.pages[address], read) for address, read in self.sections.items()]
        written = search_indexes(settings, self.book.built, contents)
        whole_index.unlink()
        with suppress(OSError):  # unless something else is there
            whole_index.parent.rmdir()
        written |= sitemaps(self.book, config.site_url or "")
        if config.site_url:  # else nothing can lead to them
            for language in filter(lambda language: language.picture, self.book.built):
                written[picture_address(language)] = png(language.picture)
        if not (site / "robots.txt").exists():  # else docs/ has one
            written["robots.txt"] = robots(config.site_url or "")
        for address, content in written.items():
            write_file(content, str(site / address))

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, **_: Any) -> None:
        """Rebuild on an edit of a source of the book."""
        for folder in SOURCES:
            if (path := project_of(config) / folder).is_dir():
                server.watch(str(path))

    def _frame_of(self, page: Page | None) -> Frame:
        return self.frames[page.language if page else MULTILINGUAL]

    def _put_into_frame(self, context: TemplateContext, page: Page | None) -> None:
        values = self._frame_of(page).context(self._ways_from(page))
        cast("dict[str, object]", context).update(values)

    def _ways_from(self, page: Page | None) -> tuple[Alternate, ...]:
        return alternates(self.book, self.versions, page)


def project_of(config: MkDocsConfig) -> Path:
    """The folder of mkdocs.yml."""
    return Path(config.config_file_path).parent
