"""Messages: all texts of templates and corpus, in page order, ready for translators."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import DictLoader
from jinja2.sandbox import SandboxedEnvironment

from rami_examples.catalogs.catalog import english
from rami_examples.catalogs.message_text import digits, markup, percents, unsafe_characters
from rami_examples.catalogs.messages import Message, check_messages, read_sources
from rami_examples.catalogs.template_syntax import set_syntax
from rami_examples.findings import Kind, Place


def project(folder: Path, **files: str) -> Path:
    """A project with page templates by name; names ending in _yaml are corpus files."""
    for name, text in files.items():
        path = folder / "templates" / "pages" / f"{name}.md.j2"
        if name.endswith("_yaml"):
            path = folder / "rami_examples" / "corpus" / f"{name.removesuffix('_yaml')}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def only(folder: Path, template: str) -> Message:
    (message,) = read_sources(project(folder, rules=template))[0]
    return message


# --------------------------------------------------------------------------------- templates


def test_a_text_is_found_with_its_place(tmp_path: Path) -> None:
    message = only(tmp_path, "\n{% trans %}Joker{% endtrans %}")
    assert message.id == "Joker"
    assert message.context is None
    assert message.places == (Place(Path("templates/pages/rules.md.j2"), 2),)


def test_white_space_of_a_template_is_no_part_of_its_text(tmp_path: Path) -> None:
    message = only(tmp_path, "{% trans %}\n    One\n    sentence.\n{% endtrans %}\n")
    assert message.id == "One sentence."


def test_placeholders_are_named(tmp_path: Path) -> None:
    message = only(tmp_path, "{% trans a=x, b=y %}{{ a }} of {{ b }}{% endtrans %}")
    assert message.id == "%(a)s of %(b)s"
    assert message.placeholders == {"a", "b"}


def test_a_context_tells_equal_texts_apart(tmp_path: Path) -> None:
    template = '{% trans "game" %}Set{% endtrans %}{{ pgettext("verb", "Set") }}{{ _("Set") }}'
    messages = read_sources(project(tmp_path, rules=template))[0]
    assert [message.key for message in messages] == [
        ("game", "Set"),
        ("verb", "Set"),
        (None, "Set"),
    ]


COUNTED = {
    "{% trans count=n %}{{ count }} card{% pluralize %}{{ count }} cards{% endtrans %}": {"count"},
    "{% trans p=p, n=n %}{{ n }}{{ p }} card{% pluralize n %}{{ n }}{{ p }} cards{% endtrans %}": {
        "n"
    },
    "{% trans n=n, s=number(n) %}{{ s }} card{% pluralize n %}{{ s }} cards{% endtrans %}": {"s"},
    "{% trans n=n, s=other %}one card{% pluralize n %}{{ s }} cards{% endtrans %}": {"s"},
    '{{ ngettext("%(num)s card", "%(num)s cards", n) }}': {"num"},
    '{{ npgettext("pack", "%(c)s card", "%(c)s cards", n, c=number(n)) }}': {"c"},
}


@pytest.mark.parametrize("template", COUNTED)
def test_a_counted_text_has_its_plural_and_knows_its_number(template: str, tmp_path: Path) -> None:
    message = only(tmp_path, template)
    assert message.plural is not None
    assert message.plural.endswith("cards")
    assert message.counted == COUNTED[template]


def test_a_text_looked_up_by_a_variable_comes_from_elsewhere(tmp_path: Path) -> None:
    assert read_sources(project(tmp_path, rules="{{ gettext(example.title) }}"))[0] == ()


def test_a_comment_for_translators_belongs_to_the_next_text_alone(tmp_path: Path) -> None:
    template = (
        "{% trans %}One{% endtrans %}\n{# not for them #}{# TRANSLATORS: the joker\n counts #}\n"
        "{% trans %}Two{% endtrans %}\n{% trans %}Three{% endtrans %}"
    )
    messages = read_sources(project(tmp_path, rules=template))[0]
    page = "On the page “rules”."
    told = [message.comments for message in messages]
    assert told == [(page,), (page, "The joker counts"), (page,)]


def test_a_translator_is_told_where_a_text_stands(tmp_path: Path) -> None:
    template = (
        "{% set title = _('Rules') %}{{ heading(2, 'sets', _('Sets')) }}\n"
        "{% call rule('set.size') %}{% trans %}Three.{% endtrans %}{% endcall %}\n"
        "{% call note() %}{% trans %}Note.{% endtrans %}{% endcall %}"
    )
    (tmp_path / "templates" / "fragments").mkdir(parents=True)
    fragment = "{# Names of cards. And more. #}{{ _('king') }}"
    (tmp_path / "templates" / "fragments" / "names.j2").write_text(fragment)
    messages = read_sources(project(tmp_path, rules=template))[0]
    assert [message.comments for message in messages] == [
        ("On the page “rules”: its title.",),
        ("On the page “rules”: a headline.",),
        ("The sentence of the rule set.size.", "On the page “rules”, under “Sets”."),
        ("On the page “rules”, under “Sets”: a note.",),
        ("In many places (names): Names of cards.",),
    ]
    assert [message.slots for message in messages if message.slots] == [
        ("The sentence of the rule set.size.",)
    ]


def test_one_text_in_several_places_is_one_message(tmp_path: Path) -> None:
    text = "{% trans %}Joker{% endtrans %}"
    (message,) = read_sources(project(tmp_path, rules=text, home=text + "\n" + text))[0]
    lines = [(place.path.name, place.line) for place in message.places]
    assert lines == [("home.md.j2", 1), ("home.md.j2", 2), ("rules.md.j2", 1)]


def test_messages_come_in_page_order_with_the_corpus_last(tmp_path: Path) -> None:
    pages = {
        name: f"{{% trans %}}{name}{{% endtrans %}}"
        for name in ("zebra", "glossary", "rules", "home", "opening", "additional")
    }
    (tmp_path / "templates" / "fragments").mkdir(parents=True)
    (tmp_path / "templates" / "fragments" / "a.j2").write_text("{{ _('fragment') }}")
    messages = read_sources(project(tmp_path, melds_yaml="title: corpus", **pages))[0]
    assert [message.id for message in messages] == [
        *("home", "rules", "opening", "glossary", "additional", "zebra", "fragment", "corpus")
    ]


def test_what_is_extracted_is_what_rendering_looks_up(tmp_path: Path) -> None:
    template = (
        "{% trans %}\n  100 % of\n  it\n{% endtrans %} {% if true %}\n"
        "  {% trans n=2 %}{{ n }} %{% pluralize %}{{ n }} % each{% endtrans %} {% endif %}\n"
        '{{ pgettext("verdict", "Valid") }}'
    )
    catalog = english(read_sources(project(tmp_path, rules=template))[0])
    environment = SandboxedEnvironment(loader=DictLoader({"rules": template}), autoescape=True)
    set_syntax(environment)
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        lambda id: catalog.gettext(None, id),
        lambda id, plural, n: catalog.ngettext(None, id, plural, n),
        newstyle=True,
        pgettext=catalog.gettext,
        npgettext=catalog.ngettext,
    )
    text = environment.get_template("rules").render()
    assert text.split() == ["100", "%", "of", "it", "2", "%", "each", "Valid"]


def test_a_broken_template_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    folder = project(
        tmp_path, rules="\n{% trans %}", home="{{ _('Home') }}", opening="{{ _('O') }}"
    )
    (folder / "templates" / "pages" / "opening.md.j2").write_bytes(b"\xff")
    messages, faults = read_sources(folder)
    assert [message.id for message in messages] == ["Home"]
    assert [(fault.kind, fault.place.path.name) for fault in faults] == [
        (Kind.TEMPLATE_FAULT, "rules.md.j2"),
        (Kind.TEMPLATE_FAULT, "opening.md.j2"),
    ]
    assert faults[0].place.line == 2


# ------------------------------------------------------------------------------------- corpus


def test_titles_and_reasons_of_the_corpus_are_messages(tmp_path: Path) -> None:
    corpus = (
        "melds:\n  - id: three-kings\n    title: Three kings\n    cards: KH KS KD\n"
        "    reason: >-\n      All of them\n      kings.\n    points: 30\n"
    )
    title, reason = read_sources(project(tmp_path, melds_yaml=corpus))[0]
    assert (title.context, title.id) == ("example title", "Three kings")
    assert (reason.context, reason.id) == ("example reason", "All of them kings.")
    assert title.places == (Place(Path("rami_examples/corpus/melds.yaml"), 3, 12),)
    assert title.comments == ("Title of the example three-kings.", "On the page “proof”.")
    assert title.slots == ("Title of the example three-kings.",)


@pytest.mark.parametrize(
    "corpus",
    [
        "title: [unclosed",
        "[" * 5000,
        "\0",
        "a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]",
        "title: &a [*a]",
        "&a [*a]",
        "title:",
        "",
    ],
)
def test_a_corpus_file_that_makes_no_sense_gives_no_messages(corpus: str, tmp_path: Path) -> None:
    assert read_sources(project(tmp_path, melds_yaml=corpus))[0] == ()


# ------------------------------------------------------------------------------------- checks

GOOD_TEXTS = ("Three kings", "In Rami 51, %(total)s points.", "Rami 40 & co.: “yes”, %%")
FAULTY_TEXTS = {
    "At least 3 cards": (Kind.PROSE_DIGIT, "the number 3 "),
    "Rami 52": (Kind.PROSE_DIGIT, "the number 52 "),
    "Rami 405": (Kind.PROSE_DIGIT, "the number 405 "),
    "٣ cards": (Kind.PROSE_DIGIT, "the number 3 "),
    "½ card": (Kind.PROSE_DIGIT, "the number ½ "),
    "<joker": (Kind.TEMPLATE_FAULT, "< is markup"),
    "*joker": (Kind.TEMPLATE_FAULT, "* is markup"),
    "a % of": (Kind.TEMPLATE_FAULT, "% of is no placeholder"),
    "%%(name)s of": (Kind.TEMPLATE_FAULT, "shows as %("),
    "jok\ner": (Kind.TEMPLATE_FAULT, "LINE BREAK"),
    "joker ": (Kind.TEMPLATE_FAULT, "ends with a space"),
    "": (Kind.TEMPLATE_FAULT, "empty"),
}


def at(file: str, id: str, plural: str | None = None) -> Message:
    return Message(None, id, plural, places=(Place(Path(file), 3),))


@pytest.mark.parametrize("text", GOOD_TEXTS)
def test_a_plain_text_is_fine(text: str) -> None:
    assert check_messages([at("rules.md.j2", text)]) == ()


@pytest.mark.parametrize("text", FAULTY_TEXTS)
def test_a_text_with_more_than_words_is_told(text: str) -> None:
    kind, says = FAULTY_TEXTS[text]
    (finding,) = check_messages([at("rules.md.j2", text)])
    assert finding.kind is kind
    assert says in finding.message
    assert finding.right
    assert finding.place.line == 3


def test_a_fault_in_the_corpus_is_one_of_the_corpus() -> None:
    (finding,) = check_messages([at("melds.yaml", "<b")])
    assert finding.kind is Kind.CORPUS_VALUE


def test_singular_and_plural_have_the_same_placeholders(tmp_path: Path) -> None:
    (finding,) = check_messages([at("rules.md.j2", "%(a)s card", "%(b)s cards")])[:1]
    assert finding.kind is Kind.TEMPLATE_FAULT
    assert check_messages([only(tmp_path, '{{ ngettext("a card", "%(num)s cards", n) }}')]) == ()


def test_a_text_with_and_without_plural_needs_a_context() -> None:
    findings = check_messages([at("a.j2", "card"), at("b.j2", "card", "cards")])
    assert [finding.place.path.name for finding in findings] == ["b.j2"]


# ------------------------------------------------------------------------------- text reading


def test_placeholders_are_counted_and_other_percent_signs_are_faults() -> None:
    found = percents("%(a)s %(a)s %% %(b) %d %")
    assert found.names == {"a": 2}
    assert found.signs == 1
    assert found.faults == ((15, "%(b)"), (20, "%d"), (23, "%"))


def test_digits_and_markup_within_a_placeholder_are_its_name() -> None:
    assert digits("%(rami51)s") == ()
    assert markup("%(the_total)s") == ()


@pytest.mark.parametrize("text", ["\u2067א\u2069", "\u202bא\u2066a\u2069\u202c", "א\u200f\u200d"])
def test_balanced_direction_controls_are_text(text: str) -> None:
    assert unsafe_characters(text) == ()
