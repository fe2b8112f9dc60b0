"""The site through the real plugin: a small book in two languages goes in, a site comes out."""

from __future__ import annotations

import json
import logging
import shutil
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import cast
from urllib.parse import urljoin
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup, Tag
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from mkdocs.livereload import LiveReloadServer

from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.pages.book import MULTILINGUAL, Book, LanguageInfo, Page
from rami_examples.site.mkdocs_build import build_site
from rami_examples.site.plugin import BookMaker, RamiPlugin
from rami_examples.site.sitemaps import robots, sitemaps
from rami_examples.site.versions import alternates, frame_language, versions_of

PROJECT = Path(__file__).parents[1]
TAGS = ("en", "he")
NASTY = """Kings & "Queens" </title><script>alert(1)</script>"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
WORDS = {"Switch to dark colours": "צבעים כהים", "Page not found": "הדף לא נמצא"}
FAULTS = tuple(
    Finding(Kind.CATALOG_MISSING, Place(Path("locales/he/rami.po")), f"fault {number}")
    for number in (1, 2)
)


def page(language: str, name: str, path: str, title: str) -> Page:
    """A page whose text names its language and itself."""
    text = f'<p id="a.b">Text of {name} {language}.</p>'
    markdown = f"# {name} {language}\n\n## Part {{ #part }}\n\n{text}\n"
    return Page(language, name, path, title, f"About {name} in {language}", markdown)


BOOK = Book(
    languages=(
        LanguageInfo("en", "English", "ltr", "Rami rules"),
        LanguageInfo("he", "עברית", "rtl", "חוקי רמי", WORDS),
    ),
    pages=(
        page("en", "home", "", "Welcome"),
        page("en", "rules", "rules/", NASTY),
        page("en", "proof", "proof/", "Proof"),
        page("he", "home", "", "ברוכים הבאים"),
        page("he", "rules", "rules/", "החוקים"),
    ),
    choice=Page(MULTILINGUAL, "languages", "", "Rami", "Languages", "# Rami\n"),
    files={"api/examples.json": b"[]"},
)


def made(book: Book | Findings) -> BookMaker:
    return lambda *_: book


def built(folder: Path, book: Book) -> Book | Findings:
    return build_site(PROJECT, TAGS, folder, made(book))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert built(folder, BOOK) == BOOK, "built without a warning"
    return folder


def soup(site: Path, address: str) -> BeautifulSoup:
    file = site / address if address.endswith(".html") else site / address / "index.html"
    return BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")


def one(document: BeautifulSoup, selector: str) -> Tag:
    [tag] = document.select(selector)
    return tag


def links(document: BeautifulSoup, address: str, selector: str) -> list[str]:
    """The addresses below the site's root that the selected links of a page lead to."""
    root = "http://site/"
    targets = (urljoin(root + address, str(tag["href"])) for tag in document.select(selector))
    return [target.removeprefix(root) for target in targets]


# The page and its frame


@pytest.mark.parametrize(
    ("address", "language", "direction"),
    [
        ("", MULTILINGUAL, "ltr"),
        ("en/rules/", "en", "ltr"),
        ("he/", "he", "rtl"),
        ("he/rules/", "he", "rtl"),
    ],
)
def test_a_page_declares_its_language_and_direction(
    site: Path, address: str, language: str, direction: str
) -> None:
    html, body = one(soup(site, address), "html"), one(soup(site, address), "body")
    assert (html["lang"], html["dir"], body["dir"]) == (language, direction, direction)


def test_nothing_is_drawn_that_would_move_before_the_text_is_there(site: Path) -> None:
    document = soup(site, "he/rules/")
    expected = one(document, "head link[rel=expect][blocking=render]")
    end = one(document, str(expected["href"]))
    assert end.find_next("h1") is None


def test_the_frame_speaks_the_language_of_its_page(site: Path) -> None:
    english, hebrew = soup(site, "en/rules/"), soup(site, "he/rules/")
    assert one(english, ".md-search__input")["placeholder"] == "Search"
    assert one(hebrew, ".md-search__input")["placeholder"] == "חיפוש"
    assert one(hebrew, "label[for=__palette_1]")["title"] == "צבעים כהים"
    assert one(english, "label[for=__palette_1]")["title"] == "Switch to dark colours"


def test_a_page_is_titled_by_itself_and_the_translated_name_of_the_site(site: Path) -> None:
    assert one(soup(site, "he/rules/"), "title").text == "החוקים · חוקי רמי"
    assert one(soup(site, "he/"), "title").text == "חוקי רמי"
    assert one(soup(site, ""), "title").text == "Rami"


def test_a_title_reaches_no_page_as_markup(site: Path) -> None:
    document = soup(site, "en/rules/")
    assert one(document, "title").text == f"{NASTY} · Rami rules"
    for address in ("en/", "en/rules/", "en/proof/"):
        assert not [tag for tag in soup(site, address).select("script") if "alert(" in tag.text]


def test_a_page_describes_itself(site: Path) -> None:
    assert one(soup(site, "he/"), "meta[name=description]")["content"] == "About home in he"


def test_a_page_asks_no_one_else_for_anything(site: Path) -> None:
    document = soup(site, "he/rules/")
    assert not [tag for tag in document.select("[src]") if "//" in str(tag["src"])]
    assert not [tag for tag in document.select("link[href]") if "//" in str(tag["href"])]


def test_every_page_runs_under_a_policy_that_allows_its_own_scripts_alone(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) == len(BOOK.pages) + 1 + len(TAGS) + 1
    for path in pages:
        document = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        policy = str(one(document, "meta[http-equiv=Content-Security-Policy]")["content"])
        assert "unsafe" not in policy
        assert not document.select("style, [style]"), path
        for tag in document.select("script:not([src])"):
            digest = b64encode(sha256(tag.text.encode()).digest()).decode()
            assert ("type" in tag.attrs) != (f"'sha256-{digest}'" in policy), path


def test_what_one_page_needs_is_allowed_to_that_page_alone(tmp_path: Path) -> None:
    needy = replace(BOOK.pages[1], allowed={"script-src": "blob:"})
    book = replace(BOOK, pages=(BOOK.pages[0], needy, *BOOK.pages[2:]))
    assert built(tmp_path, book) == book
    policies = [
        str(one(soup(tmp_path, address), "meta[http-equiv=Content-Security-Policy]")["content"])
        for address in ("en/rules/", "en/")
    ]
    assert ["blob:" in policy for policy in policies] == [True, False]


# With the address where the site is published


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = tmp_path_factory.mktemp("project")
    settings = {
        "INHERIT": str(PROJECT / "mkdocs.yml"),
        "site_url": "https://rami.example/x/",
        "docs_dir": str(PROJECT / "docs"),
        "theme": {"custom_dir": str(PROJECT / "templates" / "theme")},
    }
    (project / "mkdocs.yml").write_text(json.dumps(settings), encoding="utf-8")
    book = replace(BOOK, languages=(BOOK.languages[0], replace(BOOK.languages[1], picture=SVG)))
    assert build_site(project, TAGS, project / "site", made(book)) == book
    return project / "site"


def test_a_page_names_its_one_address(published: Path) -> None:
    canonical = one(soup(published, "he/rules/"), "link[rel=canonical]")
    assert canonical["href"] == "https://rami.example/x/he/rules/"


def test_a_link_to_a_page_is_shown_with_the_picture_of_its_language(published: Path) -> None:
    document = soup(published, "he/rules/")
    assert one(document, "meta[property='og:title']")["content"] == "החוקים"
    picture = str(one(document, "meta[property='og:image']")["content"])
    file = published / picture.removeprefix("https://rami.example/x/")
    assert file.read_bytes().startswith(b"\x89PNG")
    assert not soup(published, "en/rules/").select("meta[property='og:image']"), "it has none"


def test_structured_data_is_data_and_no_script(published: Path) -> None:
    tag = one(soup(published, "en/rules/"), "script[type='application/ld+json']")
    assert {thing.get("name") for thing in json.loads(tag.text)["@graph"]} >= {"Rami", NASTY}


def test_an_error_page_leads_below_the_path_of_the_site(published: Path) -> None:
    links_home = soup(published, "404.html").select("[data-language] a")
    assert [link["href"] for link in links_home] == ["/x/en/", "/x/he/"]


# Ways through the site


def test_the_navigation_holds_the_pages_of_its_language_alone(site: Path) -> None:
    tabs = links(soup(site, "he/rules/"), "he/rules/", ".md-tabs__link")
    assert tabs == ["he/", "he/rules/"]


def test_previous_and_next_page_stay_within_the_language(site: Path) -> None:
    assert links(soup(site, "en/rules/"), "en/rules/", ".md-footer__link") == ["en/", "en/proof/"]
    assert links(soup(site, "he/"), "he/", ".md-footer__link") == ["he/rules/"]
    assert links(soup(site, "en/proof/"), "en/proof/", ".md-footer__link") == ["en/rules/"]


def test_the_logo_leads_to_the_home_page_of_the_language(site: Path) -> None:
    assert set(links(soup(site, "he/rules/"), "he/rules/", "a.md-logo")) == {"he/"}


def test_the_switch_stays_on_the_page(site: Path) -> None:
    document = soup(site, "he/rules/")
    assert links(document, "he/rules/", ".md-select__link") == ["en/rules/", "he/rules/"]
    english, hebrew = document.select(".md-select__link")
    assert (english.text, english["lang"], english["hreflang"]) == ("English", "en", "en")
    assert english["target"] == "_self"
    assert "aria-current" in hebrew.attrs
    assert "aria-current" not in english.attrs


def test_the_switch_leads_home_where_a_language_lacks_the_page(site: Path) -> None:
    assert links(soup(site, "en/proof/"), "en/proof/", ".md-select__link") == ["en/proof/", "he/"]


def test_the_root_leads_to_every_language_and_has_no_navigation(site: Path) -> None:
    document = soup(site, "")
    assert links(document, "", ".md-select__link") == ["en/", "he/"]
    assert not document.select(".md-tabs, .md-search, .md-footer__link")


def test_the_error_page_answers_in_every_language_and_links_from_the_root(site: Path) -> None:
    document = soup(site, "404.html")
    assert one(document, "html")["lang"] == MULTILINGUAL
    assert not document.select(".md-tabs, .md-search"), "it is no page of a language"
    assert [tag["href"] for tag in document.select(".md-select__link")] == ["/en/", "/he/"]
    answers = document.select("[data-language]")
    assert [(answer["lang"], answer["dir"]) for answer in answers] == [("en", "ltr"), ("he", "rtl")]
    assert [one_link["href"] for one_link in document.select("[data-language] a")] == [
        "/en/",
        "/he/",
    ]
    script = one(document, "script[src*=not-found]")
    assert (site / str(script["src"]).removeprefix("/")).is_file()


def test_what_belongs_to_no_language_has_the_words_and_the_direction_of_the_leading_one(
    tmp_path: Path,
) -> None:
    book = replace(BOOK, languages=BOOK.languages[::-1])
    assert built(tmp_path, book) == book
    for address in ("", "404.html"):
        document = soup(tmp_path, address)
        html = one(document, "html")
        assert (html["lang"], html["dir"]) == (MULTILINGUAL, "rtl")
        assert document.select("[aria-label='צבעים כהים']")
        assert one(document, "a.md-skip").text.strip() == "לדלג לתוכן"


def test_every_language_has_an_error_page_for_hosts_that_serve_the_nearest(site: Path) -> None:
    document = soup(site, "he/404.html")
    assert (one(document, "html")["lang"], one(document, "html")["dir"]) == ("he", "rtl")
    assert one(document, "title").text == "הדף לא נמצא · חוקי רמי"
    assert [answer["lang"] for answer in document.select("[data-language]")] == ["he"]
    assert one(document, ".lost p:not([class])").text == "There is no page at this address."


def test_the_search_is_a_dialog_with_a_name(site: Path) -> None:
    assert one(soup(site, "he/"), "[role=dialog]")["aria-label"] == "חיפוש"


def test_files_of_the_book_are_published_as_they_are(site: Path) -> None:
    assert (site / "api" / "examples.json").read_bytes() == b"[]"


# Search


@pytest.mark.parametrize(
    ("address", "root"), [("en/", "en/"), ("he/", "he/"), ("he/rules/", "he/")]
)
def test_the_search_of_a_page_starts_from_the_root_of_its_language(
    site: Path, address: str, root: str
) -> None:
    settings = json.loads(one(soup(site, address), "#__config").text)
    assert (
        urljoin(f"http://site/{address}", settings["base"]).rstrip("/") + "/"
        == f"http://site/{root}"
    )
    worker = urljoin(f"http://site/{address}", settings["search"]).removeprefix("http://site/")
    assert (site / worker).is_file()


def test_a_search_index_holds_the_sections_of_its_language_alone(site: Path) -> None:
    index = json.loads((site / "he" / "search" / "search_index.json").read_bytes())
    assert [entry["location"] for entry in index["docs"]] == ["", "#part", "rules/", "rules/#part"]
    assert "Text of rules he." in index["docs"][-1]["text"]
    assert not (site / "search").exists()


def test_the_rules_for_words_that_an_index_names_are_where_the_worker_looks(site: Path) -> None:
    settings = json.loads((site / "he" / "search" / "search_index.json").read_bytes())["config"]
    [language] = settings["lang"]
    scripts = site / "assets" / "javascripts"
    assert (scripts / "lunr" / "min" / f"lunr.{language}.min.js").is_file()
    [worker] = (scripts / "workers").glob("search.*.js")
    assert "/min/lunr.${n}.min.js" in worker.read_text(encoding="utf-8")


# Sitemaps


def read_sitemap(address: str) -> dict[str, dict[str, str]]:
    """The pages of a sitemap with their versions by language, as addresses below the root."""
    site_url = "https://rami.example/x/"
    spaces = {
        "": "http://www.sitemaps.org/schemas/sitemap/0.9",
        "x": "http://www.w3.org/1999/xhtml",
    }
    return {
        str(url.findtext("loc", "", spaces)).removeprefix(site_url): {
            link.attrib["hreflang"]: link.attrib["href"].removeprefix(site_url)
            for link in url.findall("x:link[@rel='alternate']", spaces)
        }
        for url in ElementTree.fromstring(sitemaps(BOOK, site_url)[address])
    }


def test_a_sitemap_of_a_language_lists_its_pages_alone() -> None:
    assert read_sitemap("he/sitemap.xml") == {"he/": {}, "he/rules/": {}}


def test_the_sitemap_for_crawlers_ties_every_page_to_all_its_versions_and_back() -> None:
    home = {"en": "en/", "he": "he/", "x-default": ""}
    rules = {"en": "en/rules/", "he": "he/rules/", "x-default": "en/rules/"}
    assert read_sitemap("sitemap.xml") == {
        "": home,
        "en/": home,
        "he/": home,
        "en/rules/": rules,
        "he/rules/": rules,
        "en/proof/": {"en": "en/proof/", "x-default": "en/proof/"},
    }


def test_without_an_address_of_the_site_there_is_no_sitemap_for_crawlers(site: Path) -> None:
    assert list(sitemaps(BOOK, "")) == ["en/sitemap.xml", "he/sitemap.xml"]
    assert b"<loc>" not in (site / "he" / "sitemap.xml").read_bytes()
    assert not (site / "sitemap.xml").exists()


def test_robots_are_led_to_the_sitemap_where_there_is_one(site: Path) -> None:
    assert robots("https://rami.example/x").decode().splitlines()[-1] == (
        "Sitemap: https://rami.example/x/sitemap.xml"
    )
    assert (site / "robots.txt").read_text(encoding="utf-8") == "User-agent: *\nAllow: /\n"


# Languages


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        ("he", "he"),
        ("pt-BR", "pt-BR"),
        ("de-AT", "de"),
        ("zh-Hans", "zh"),
        ("zh-Hans-SG", "zh"),
        ("zh-Hant", "zh-Hant"),
        ("sr-Latn", "en"),
        ("bs", "en"),
    ],
)
def test_the_theme_takes_the_nearest_words_that_it_has(tag: str, words: str) -> None:
    available = {"en", "de", "he", "pt", "pt-BR", "sr", "zh", "zh-Hant"}
    assert frame_language(tag, available) == words


def test_a_language_that_the_theme_does_not_speak_gets_english_words_and_keeps_its_tag(
    tmp_path: Path,
) -> None:
    bosnian = LanguageInfo("bs", "Bosanski", "ltr", "Pravila")
    book = replace(BOOK, languages=(bosnian,), pages=(page("bs", "home", "", "Početna"),))
    assert built(tmp_path, book) == book
    document = soup(tmp_path, "bs/")
    assert one(document, "html")["lang"] == "bs"
    assert one(document, ".md-search__input")["placeholder"] == "Search"


def test_a_page_is_its_own_alternate_and_the_only_current_one() -> None:
    rules = next(page for page in BOOK.pages if page.address == "he/rules/")
    ways = alternates(BOOK, versions_of(BOOK), rules)
    assert [(way.address, way.current) for way in ways] == [
        ("en/rules/", False),
        ("he/rules/", True),
    ]


# Building


def test_nothing_of_one_build_is_left_in_the_next(site: Path, tmp_path: Path) -> None:
    other = replace(BOOK, pages=tuple(replace(p, markdown="# New\n") for p in BOOK.pages))
    assert built(tmp_path, other) == other
    assert built(tmp_path, BOOK) == BOOK
    assert contents(tmp_path) == contents(site)


def contents(folder: Path) -> dict[str, bytes]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_a_fault_of_the_book_is_given_back_and_the_folder_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "old.html").touch()
    assert build_site(PROJECT, TAGS, tmp_path, made(FAULTS)) == FAULTS
    assert list(tmp_path.iterdir()) == [tmp_path / "old.html"]


def themed(folder: Path) -> Path:
    """Settings and theme of the project, free to be changed."""
    shutil.copytree(PROJECT / "templates/theme", folder / "templates/theme")
    shutil.copytree(PROJECT / "docs", folder / "docs")
    shutil.copy(PROJECT / "mkdocs.yml", folder)
    return folder


@pytest.mark.parametrize(
    ("name", "spoilt", "told"),
    [
        ("main.html", "{% % %}", "TemplateSyntaxError: tag name expected"),
        ("404.html", "{{ nav.none.such }}", "UndefinedError: "),
        ("main.html", "{{ 1 | nosuch }}", "TemplateAssertionError: No filter named 'nosuch'"),
        ("partials/alternate.html", "{{ 1 / 0 }}", "ZeroDivisionError: division by zero (on the"),
    ],
)
def test_a_fault_in_a_template_of_the_theme_is_a_finding(
    name: str, spoilt: str, told: str, tmp_path: Path
) -> None:
    template = themed(tmp_path) / "templates/theme" / name
    text = template.read_text(encoding="utf-8")
    line = text.count("\n") + 1
    template.write_text(
        text.replace("{% endblock %}", spoilt + "{% endblock %}", 1)
        + ("" if "{% endblock %}" in text else spoilt),
        encoding="utf-8",
    )
    found = build_site(tmp_path, TAGS, tmp_path / "site", made(BOOK))
    assert not isinstance(found, Book)
    (finding,) = found
    assert (finding.kind, finding.place.path) == (
        Kind.TEMPLATE_FAULT,
        Path("templates/theme", name),
    )
    assert 0 < finding.place.line <= line
    assert finding.message.startswith(told)


def test_a_setting_that_mkdocs_refuses_is_told_with_its_line(tmp_path: Path) -> None:
    settings = themed(tmp_path) / "mkdocs.yml"
    text = settings.read_text(encoding="utf-8") + "\nsite_url: rules.example\n"
    settings.write_text(text, encoding="utf-8")
    found = build_site(tmp_path, TAGS, tmp_path / "site", made(BOOK))
    assert not isinstance(found, Book)
    (finding,) = found
    assert finding.place.path == Path("mkdocs.yml")
    assert "site_url" in text.splitlines()[finding.place.line - 1]
    assert finding.right == "site_url: https://rules.example/rami/"


def test_a_warning_of_mkdocs_is_a_finding(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "templates/theme", tmp_path / "templates/theme")
    shutil.copy(PROJECT / "mkdocs.yml", tmp_path)
    (tmp_path / "docs/stylesheets").mkdir(parents=True)
    (tmp_path / "docs/page.md").write_text("[away](nowhere.md)\n", encoding="utf-8")
    found = build_site(tmp_path, TAGS, tmp_path / "site", made(BOOK))
    assert not isinstance(found, Book)
    assert [(finding.kind, "nowhere.md" in finding.message) for finding in found] == [
        (Kind.SITE_FAULT, True)
    ]


def test_a_fault_in_the_settings_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_name: [\n", encoding="utf-8")
    found = build_site(tmp_path, TAGS, tmp_path / "site", made(BOOK))
    assert not isinstance(found, Book)
    assert [finding.place.path for finding in found] == [Path("mkdocs.yml")]


@pytest.fixture
def mkdocs_log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.ERROR, logger="mkdocs"):
        yield caplog


def test_mkdocs_stops_with_all_faults_before_it_empties_the_site(
    tmp_path: Path, mkdocs_log: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "old.html").touch()
    config = load_config(str(PROJECT / "mkdocs.yml"), site_dir=str(tmp_path))
    cast(RamiPlugin, config.plugins["rami"]).make_book = made(FAULTS)
    with pytest.raises(Abort):
        build(config)
    assert "fault 1" in mkdocs_log.text
    assert "fault 2" in mkdocs_log.text
    assert (tmp_path / "old.html").exists()


def test_serve_watches_the_sources_of_the_book() -> None:
    class Server:
        def __init__(self) -> None:
            self.watched: list[Path] = []

        def watch(self, path: str) -> None:
            self.watched.append(Path(path))

    config = load_config(str(PROJECT / "mkdocs.yml"))
    server = Server()
    plugin = cast(RamiPlugin, config.plugins["rami"])
    plugin.on_serve(cast(LiveReloadServer, server), config=config, builder=None)
    assert server.watched == [
        PROJECT / "rami_examples" / "corpus",
        PROJECT / "templates",
        PROJECT / "locales",
    ]
