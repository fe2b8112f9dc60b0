"""Strangers' pull requests: what is no plain file, text or tag is refused where it stands.

What the readers of corpus and catalogs refuse in the text of their files is in test_load.py and
test_catalogs.py; here are the ways around the files and their texts.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

import pytest
from jinja2.exceptions import SecurityError, TemplateNotFound, UndefinedError
from markupsafe import escape
from rich.console import Console

from rami_examples.audit.command import audit
from rami_examples.catalogs.catalog import SIZE_LIMIT, Catalog, english, parse_catalog
from rami_examples.catalogs.messages import Message, check_messages, read_sources
from rami_examples.catalogs.plurals import plural_rule
from rami_examples.catalogs.tags import is_tag
from rami_examples.catalogs.update import update_catalogs
from rami_examples.claims.load import CORPUS, load_corpus
from rami_examples.claims.yaml_source import MAX_BYTES, parse_yaml
from rami_examples.findings import Faulty, Finding, Findings, Kind, Place
from rami_examples.fuzz.exhibit import Exhibit, elements, shown_texts
from rami_examples.pages.language import language
from rami_examples.pages.languages import read_languages
from rami_examples.pages.templating import environment
from rami_examples.report import FORMATS as FORMS
from rami_examples.report import MACHINE_FORMATS
from rami_examples.report.text import print_findings
from rami_examples.rulebook import make_book
from rami_examples.settings import SETTINGS, declared_languages
from rami_examples.sources import MOST, SOURCES, check_sources, is_plain_file
from tests.copies import PROJECT, copy_project, rami_docs
from tests.findings import only

MELD = CORPUS / "melds.yaml"
CATALOG = Path("locales/de/rami.po")
TEMPLATE = Path("templates/pages/rules.md.j2")
SERVED = Path("docs/images/rami.svg")
CONFIRMED = Path("rami_examples/confirmed.yaml")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project that no test changes."""
    return copy_project(tmp_path_factory.mktemp("hostile") / "project")


@pytest.fixture
def project(original: Path, tmp_path: Path) -> Path:
    """A copy of the project, to be changed."""
    return Path(shutil.copytree(original, tmp_path / "project"))


# ------------------------------------------------------------------- links, pipes and devices


def link_to_file(path: Path, outside: Path) -> str:
    secret = outside / "secret"
    secret.write_text("a secret of this machine", encoding="utf-8")
    path.unlink()
    path.symlink_to(secret)
    return "is a symbolic link"


def link_to_device(path: Path, outside: Path) -> str:
    path.unlink()
    path.symlink_to("/dev/zero")  # which never ends
    return "is a symbolic link"


def pipe(path: Path, outside: Path) -> str:
    path.unlink()
    os.mkfifo(path)  # which waits for a writer for ever
    return "is neither a file nor a folder"


STRAYS = (link_to_file, link_to_device, pipe)
FILES = {
    MELD: Kind.CORPUS_UNREADABLE,
    CONFIRMED: Kind.CORPUS_UNREADABLE,
    CATALOG: Kind.CATALOG_SYNTAX,
    TEMPLATE: Kind.TEMPLATE_FAULT,
    SERVED: Kind.SITE_FAULT,
    SETTINGS: Kind.SITE_FAULT,
}


@pytest.mark.parametrize("make", STRAYS)
@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_source_that_is_no_file_of_the_project_is_refused_before_anything_is_read(
    path: Path, make: Callable[[Path, Path], str], project: Path, tmp_path: Path
) -> None:
    says = make(project / path, tmp_path)
    for finding in (
        only(make_book(project, ("en",))),
        only(audit(project, str(project / "docs"), ["en"])),
        only(update_catalogs(project, ["de"]).findings),
    ):
        assert finding.kind is FILES[path]
        assert finding.place == Place(path)
        assert says in finding.message
        assert finding.right


@pytest.mark.parametrize(
    "folder", [CORPUS, Path("locales/de"), Path("templates/fragments"), "docs"]
)
def test_a_folder_that_is_a_link_is_refused(folder: Path, project: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (project / folder).rename(elsewhere)
    (project / folder).symlink_to(elsewhere)
    finding = only(make_book(project, ("en",)))
    assert finding.place == Place(Path(folder))
    assert "is a symbolic link" in finding.message


def test_a_folder_within_the_corpus_that_is_a_link_is_not_passed_over(project: Path) -> None:
    (project / CORPUS / "more").symlink_to(project / CORPUS / "plays")
    assert only(make_book(project, ("en",))).place == Place(CORPUS / "more")


def test_a_socket_is_refused(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project / "docs")  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        assert only(make_book(project, ("en",))).place == Place(Path("docs/socket"))


def test_the_mark_of_an_editor_is_not_in_the_way(project: Path) -> None:
    (project / "templates" / "pages" / ".#rules.md.j2").symlink_to("somebody@somewhere.1:1")
    assert check_sources(project) == ()


def test_more_files_than_a_rulebook_has_are_not_read(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rami_examples.sources.MOST", 5)
    findings = make_book(project, ("en",))
    assert isinstance(findings, tuple)
    assert {finding.place.path for finding in findings} <= set(SOURCES)
    assert all("more than 5 files" in finding.message for finding in findings)
    assert MOST > 1000


def test_the_sources_of_this_project_are_files() -> None:
    assert check_sources(PROJECT) == ()
    assert all((PROJECT / source).exists() for source in SOURCES)


@pytest.mark.parametrize("make", STRAYS)
@pytest.mark.parametrize("form", FORMS)
def test_telling_of_it_reads_it_neither(
    make: Callable[[Path, Path], str], form: str, project: Path, tmp_path: Path
) -> None:
    make(project / MELD, tmp_path)
    findings = make_book(project, ("en",))
    assert isinstance(findings, tuple)
    said = _said(findings, form, project)
    assert "melds.yaml" in said
    assert "a secret" not in said


def test_the_command_line_ends_with_one_finding_for_a_pipe(project: Path, tmp_path: Path) -> None:
    pipe(project / MELD, tmp_path)
    done = rami_docs(project, "check", "--languages", "en")
    assert done.returncode == 1
    assert "1 fault" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("make", STRAYS)
def test_no_line_is_shown_of_what_is_no_plain_file(
    make: Callable[[Path, Path], str], tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text("text", encoding="utf-8")
    assert is_plain_file(path, 4)
    assert not is_plain_file(path, 3)
    make(path, tmp_path)
    assert not is_plain_file(path, 4)
    assert not is_plain_file(tmp_path, 10**6)
    assert not is_plain_file(tmp_path / "nul\0", 4)


# --------------------------------------------------------------------------- tags of languages

NO_TAGS = (
    *("", ".", "..", "../x", "en/..", "en/../../x", "/etc", "de./../../outside", "de@x/../y"),
    *(
        "de\\..",
        "C:",
        "de\0",
        "de\n",
        "d\u200be",
        "ｄｅ",
        "<b>",
        "{{ x }}",
        "DE",
        "pt-br",
        "zh-hans",
    ),
    *(
        "de_DE",
        "en-",
        "-en",
        "x" * 10**6,
        "xx",
        "mul",
        "und",
        "de-XX",
        "en-US-POSIX",
        "assets",
        "api",
    ),
)
TAGS = (
    *(
        "ar",
        "bg",
        "bs",
        "ca",
        "cs",
        "da",
        "de",
        "de-AT",
        "el",
        "en",
        "es",
        "es-419",
        "et",
        "fa",
        "fi",
    ),
    *(
        "fil",
        "fr",
        "he",
        "hi",
        "hr",
        "hu",
        "id",
        "it",
        "ja",
        "ko",
        "lt",
        "lv",
        "nb",
        "nl",
        "pl",
        "pt",
    ),
    *(
        "pt-BR",
        "ro",
        "ru",
        "sk",
        "sl",
        "sr",
        "sr-Latn",
        "sv",
        "sw",
        "th",
        "tr",
        "uk",
        "vi",
        "zh-Hans",
    ),
    *("zh-Hant", "zh-Hant-HK", "ca-valencia"),
)


def declaring(folder: Path, settings: str) -> Path:
    (folder / SETTINGS).write_text(settings, encoding="utf-8", newline="")
    return folder


def faults(folder: Path, settings: str) -> Findings:
    with pytest.raises(Faulty) as caught:
        declared_languages(declaring(folder, settings))
    return caught.value.findings


@pytest.mark.parametrize("tag", NO_TAGS, ids=lambda tag: repr(tag[:20]))
def test_what_is_no_tag_of_a_language_becomes_no_path(tag: str) -> None:
    assert not is_tag(tag)
    languages, findings = read_languages(PROJECT, [tag], ())
    assert languages == ()
    finding = only(findings)
    assert finding.place == Place(SETTINGS)
    assert len(finding.message) < 200
    assert only(update_catalogs(PROJECT, [tag]).findings).kind is Kind.CATALOG_HEADER


@pytest.mark.parametrize("tag", TAGS)
def test_a_tag_of_a_language_is_taken(tag: str, tmp_path: Path) -> None:
    assert is_tag(tag)
    settings = f"plugins:\n  - rami: {{languages: [ia, '{tag}']}}\n"
    assert declared_languages(declaring(tmp_path, settings)) == ("ia", tag)


@pytest.mark.parametrize(
    ("settings", "place", "says"),
    [
        ("plugins:\n- rami:\n    languages: [en, ../x]\n", "3:21", "'../x' is no tag"),
        ("plugins:\n- rami:\n    languages:\n    - en/..\n    - en\n", "4:7", "'en/..' is no tag"),
        ('plugins:\n- rami: {languages: ["\\0"]}\n', "2:22", "'\\\\u0000' is no tag"),
        ("plugins:\n- rami: {languages: [en, no]}\n", "2:26", "reads no as something else"),
        ("plugins:\n- rami: {languages: [1]}\n", "2:22", "reads 1 as something else"),
        ("plugins:\n- rami: {languages: [&a en, *a, !x de]}\n", "2:33", "reads de as something"),
        ("plugins: {rami: {languages: [DE]}}\n", "1:30", "'DE' is no tag"),
        ("plugins:\n- rami: {languages: [", "2:22", "is not YAML here"),
        ("plugins:\n- rami: {languages: []}\n", "2:9", "does not say"),
        ("plugins:\n- rami: {languages: en}\n", "2:9", "does not say"),
        ("plugins:\n- rami\n- search\n", "0:0", "does not say"),
        ("plugins: rami\n", "0:0", "does not say"),
        ("[" * 1000, "0:0", "does not say"),
        ("site_name: a\nx: \0\n", "2:0", "holds a character"),
        ("&a [*a]", "0:0", "does not say"),
        ("", "0:0", "does not say"),
        ("#" * 1_000_001, "0:0", "does not say"),
    ],
    ids=lambda value: repr(value[:40]),
)
def test_settings_that_declare_no_languages_are_told_with_their_place(
    settings: str, place: str, says: str, tmp_path: Path
) -> None:
    finding = faults(tmp_path, settings)[0]
    assert says in finding.message
    assert f"{finding.place.line}:{finding.place.column}" == place
    assert finding.place.path == SETTINGS
    assert finding.right


def test_all_wrong_tags_are_told_at_once(tmp_path: Path) -> None:
    told_of = faults(tmp_path, "plugins:\n- rami: {languages: [en, ../x, ../y]}\n")
    assert [finding.place.column for finding in told_of] == [26, 32]


# ----------------------------------------------------------------- the file system of templates


def test_no_template_reaches_a_file_beside_the_templates(project: Path) -> None:
    env = environment(project)
    for name in ("../mkdocs.yml", "/etc/passwd", "pages/../../mkdocs.yml", "..\\mkdocs.yml"):
        with pytest.raises(TemplateNotFound):
            env.get_template(name)
        with pytest.raises(TemplateNotFound):
            env.from_string("{% include name %}").render(name=name)


@pytest.mark.parametrize(
    "expression",
    [
        "''.__class__.__mro__[1].__subclasses__()",
        "language.__init__.__globals__",
        "language.catalog._texts",
        "num.__globals__",
        "gettext.__globals__",
        "''.format_map",
        "'{0.__class__}'.format(language)",
        "language|attr('__class__')",
        "cycler.__init__.__globals__.os.popen('id').read()",
        "self.__init__",
        "joiner.__init__.__globals__",
        "lipsum.__globals__",
        "range(10**9)|list",
    ],
)
def test_no_expression_reaches_the_insides_of_python(expression: str) -> None:
    env = environment(PROJECT)
    german = language("en", english(()))
    with pytest.raises((SecurityError, UndefinedError, OverflowError, TypeError)):
        env.from_string(f"{{{{ ({expression}).x }}}}").render(language=german)


# ---------------------------------------------------------------- texts that want to be more

EVIL = (
    "<script>alert(1)</script>",
    "<b>bold</b>",
    "</p><p>",
    "<!-- x",
    "&lt;b&gt;",
    "&#60;b&#62;",
    '" onmouseover="alert(1)',
    "' onclick='alert(1)",
    "{{ 7 * 7 }}",
    "{{ language.catalog }}",
    "{% include 'fragments/names.j2' %}",
    "{# gone #}",
    "[link](javascript:alert)",
    "![picture](x)",
    "<http://host.example>",
    "http://host.example",
    "`code`",
    "*strong* and _weak_",
    "{: onclick=alert }",
    "# headline",
    "1. list",
    "    code",
    "---",
    "| a | b |",
    "a\n\n<script>b</script>\n\nc",
    "Term\n: definition",
    "a & b",
    "x &copy y",
    "\u202egnp.exe",
    "%(x)s %s %(language)s",
)


@pytest.fixture(scope="module")
def exhibit() -> Exhibit:
    return Exhibit(PROJECT)


@pytest.mark.parametrize("text", EVIL)
def test_even_a_text_that_no_reader_has_seen_adds_no_element_to_its_page(
    text: str, exhibit: Exhibit
) -> None:
    safe = text.replace("%", "%%")
    catalog = Catalog("de", plural_rule("de"), MappingProxyType({}))
    page = exhibit.of_texts([safe], catalog)
    assert elements(page) == elements(exhibit.of_texts(["word"], catalog))
    assert {" ".join(shown.split()) for shown in shown_texts(page)} == {" ".join(text.split())}


@pytest.mark.parametrize("text", EVIL)
def test_a_text_of_a_catalog_is_never_read_as_a_template(text: str) -> None:
    message = Message(None, "harmless")
    evil = Catalog("en", plural_rule("en"), MappingProxyType({(None, "harmless", None): (text,)}))
    env = environment(PROJECT)
    template = env.from_string('{% macro m() %}{{ gettext("harmless") }}{% endmacro %}{{ m() }}')
    doubled = Catalog(
        "en", evil.rule, MappingProxyType({(*message.key, None): (text.replace("%", "%%"),)})
    )
    assert template.render(language=language("en", doubled)) == escape(text)


def example(title: str, reason: str) -> str:
    """A corpus of one example with these texts, in quotation marks and escaped for YAML."""
    quoted = [
        '"' + re.sub(r'["\\\n]|[^ -~]', lambda found: f"\\u{ord(found[0]):04x}", text) + '"'
        for text in (title, reason)
    ]
    return (
        f"melds:\n  - id: x\n    title: {quoted[0]}\n    cards: KH KS KD\n    proves: [set.size]\n"
        f"    expect: {{points: 30}}\n    reason: {quoted[1]}\n"
    )


@pytest.mark.parametrize(
    "text", [text for text in EVIL if re.search(r"[<>{}\[\]`*_%]|://|\u202e", text)]
)
@pytest.mark.parametrize("field", ["title", "reason"])
def test_a_title_or_reason_with_more_than_words_is_refused_at_its_line(
    field: str, text: str, tmp_path: Path
) -> None:
    path = tmp_path / CORPUS / "x.yaml"
    path.parent.mkdir(parents=True)
    texts = {"title": "Kings", "reason": "Alike.", field: text}
    path.write_text(example(**texts), encoding="utf-8")
    messages, unreadable = read_sources(tmp_path)
    findings = (*unreadable, *load_corpus(tmp_path)[1], *check_messages(messages))
    assert findings
    for finding in findings:
        assert finding.place.path == CORPUS / "x.yaml"
        assert finding.place.line == {"title": 3, "reason": 7}[field]


@pytest.mark.parametrize(
    "name",
    [
        "../x",
        "a/b",
        "a b",
        'a"b',
        "a.b",
        "a%2e",
        "A",
        "é",
        "a\u200d",
        "-a",
        "a--b",
        "x" * 61,
        "{{x}}",
    ],
)
def test_an_id_is_a_name_and_no_path(name: str, tmp_path: Path) -> None:
    path = tmp_path / CORPUS / "x.yaml"
    path.parent.mkdir(parents=True)
    text = example("Kings", "Alike.").replace(
        "id: x", f"id: {name!r}".replace("\\u200d", name[-1:])
    )
    path.write_text(text, encoding="utf-8")
    finding = only(load_corpus(tmp_path)[1])
    assert (finding.place.line, finding.kind) == (2, Kind.CORPUS_VALUE)


# -------------------------------------------------------------------------- beyond all measure

HUGE = {
    "flow": "[" * 400_000,
    "maps": "{a: " * 200_000,
    "block": "- " * 400_000,
    "keys": "? " * 400_000,
    "quote": '"' + "a" * 900_000,
    "number": "melds: " + "9" * 900_000,
    "escape": '"' + "\\u0041" * 150_000 + '"',
    "lines": "- a\n" * 200_000,
    "comments": "#\n" * 400_000,
    "anchors": "".join(f"- &a{n} x\n" for n in range(60_000)),
    "bomb": "a: &a [x, x]\n" + "".join(f"{c}: &{c} [*a, *a]\n" for c in "bcdefgh"),
    "merge": "<<: {a: b}\n" * 50_000,
    "tags": "!!python/object/apply:os.system [id]",
    "directives": "%TAG ! tag:evil,2000:\n" * 10_000,
}


@pytest.mark.parametrize("name", HUGE)
def test_yaml_beyond_all_measure_is_one_finding_or_nodes_and_no_more(name: str) -> None:
    assert len(HUGE[name]) <= MAX_BYTES
    read = parse_yaml(HUGE[name], Path("x.yaml"))
    if isinstance(read, Finding):
        lines = HUGE[name].count("\n") + 1
        assert 0 < read.place.line <= lines
        assert len(str(read)) < 1000


HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
HEADER += '"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'
WHOLE = SIZE_LIMIT - len(HEADER) - 100
LARGE = {
    "comments": "# x\n" * (WHOLE // 4),
    "junk": "x\n" * (WHOLE // 2),
    "one line": '"' + "<" * WHOLE,
    "backslashes": 'msgid "' + "\\" * WHOLE + '"\n',
    "quotes": 'msgid "' + '"' * WHOLE,
    "pieces": 'msgid ""\n' + '"a"\n' * (WHOLE // 4) + 'msgstr "b"\n',
    "entries": "".join(f'msgid "{n}"\nmsgstr "{n}"\n\n' for n in range(WHOLE // 40)),
    "flags": "#, fuzzy\n" * (WHOLE // 9),
    "forms": 'msgid "a"\nmsgid_plural "b"\n' + 'msgstr[1] "c"\n' * (WHOLE // 14),
    "placeholders": 'msgid "Joker"\nmsgstr "' + "%(" * (WHOLE // 2) + '"\n',
    "digits": 'msgid "Joker"\nmsgstr "' + "1a" * (WHOLE // 2) + '"\n',
    "isolates": 'msgid "Joker"\nmsgstr "' + "\u2067" * (WHOLE // 3) + '"\n',
    "conflicts": "<<<<<<< a\n=======\n>>>>>>> b\n" * (WHOLE // 28),
    "obsolete": '#~ msgid "a"\n#~ msgstr "b"\n' * (WHOLE // 27),
    "formula": 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=' + "(" * 200_000 + 'n;\\n"\n',
    "nul": "\0" * WHOLE,
}


@pytest.mark.parametrize("name", LARGE)
def test_a_catalog_as_large_as_it_may_be_is_read_to_a_few_findings(name: str) -> None:
    data = (HEADER + LARGE[name]).encode()
    assert len(data) <= SIZE_LIMIT
    read = parse_catalog(data, "de", (Message(None, "Joker"),), Path("de.po"))
    assert not isinstance(read, Catalog)
    lines = data.count(b"\n") + 1
    assert 0 < len(read) <= 1001
    assert all(finding.place.line <= lines for finding in read)
    assert all(len(str(finding)) < 1000 for finding in read)


# ------------------------------------------------------------------------------ the terminal


@pytest.mark.parametrize("form", ["text", "github"])
@pytest.mark.parametrize("folder", [CORPUS, Path("locales"), Path("templates"), Path("docs")])
def test_a_name_of_a_file_commands_neither_terminal_nor_build_service(
    folder: Path, form: str, project: Path
) -> None:
    (project / folder / "x\x1b[31m\n::error::y.yaml").write_text("melds: []\n", encoding="utf-8")
    findings = make_book(project, ("en",))
    assert only(findings).place == Place(folder)
    assert isinstance(findings, tuple)
    said = _said(findings, form, project)
    assert "\\x1b[31m" in said
    assert "\x1b" not in said
    assert not any(line.startswith("::error::y") for line in said.splitlines())


def _said(findings: Findings, form: str, project: Path) -> str:
    if form in MACHINE_FORMATS:
        return MACHINE_FORMATS[form](findings)
    console = Console(file=io.StringIO(), color_system=None)
    print_findings(findings, project, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
