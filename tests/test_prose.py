"""Prose: every sentence of a page is a rule's or a note, and every rule has its one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from rami_engine.rules import Rule
from rami_examples.findings import Finding, Kind, Place
from rami_examples.pages.prose import Stated, read_prose
from rami_examples.pages.trees import PAGE_TEMPLATES
from tests.findings import only

PROJECT = Path(__file__).resolve().parent.parent


def read(project: Path, **pages: str) -> tuple[tuple[Stated, ...], list[Finding]]:
    """What pages state, and what is wrong with them, but for the rules that they leave out."""
    folder = project / PAGE_TEMPLATES
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (folder / f"{name}.md.j2").write_text(text, encoding="utf-8")
    stated, findings = read_prose(project)
    return stated, [finding for finding in findings if finding.kind is not Kind.RULE_UNSTATED]


def fault(findings: list[Finding]) -> Finding:
    """The one fault, which says what right looks like."""
    finding = only(findings)
    assert finding.right
    return finding


RULE = '{% call rule("set.size") %}{% trans %}A set has cards.{% endtrans %}{% endcall %}'

MARKED = [
    RULE,
    "{% call note() %}{% trans %}Collect sets.{% endtrans %}{% endcall %}",
    '{% call note() %}{{ _("Collect sets.") }}{% endcall %}',
    '{% call elsewhere("set.size") %}{% trans %}Others do not.{% endtrans %}{% endcall %}',
    '{% call link("rules") %}{{ _("What a set is.") }}{% endcall %}',
    '{% call term("set", pgettext("term", "set")) %}{% trans %}Cards.{% endtrans %}{% endcall %}',
    '{{ heading(2, "sets", _("What is a set?")) }}',
    '{% set title = _("Rules") %}{% set description = _("How Rami is played.") %}',
    '<dt class="term 1">{{ pgettext("column", "Points") }}</dt>',
    "{# A comment says what it likes. #}",
    "<p\n  class='12 points'\n>—</p> &nbsp; · {{ num(rules.hand_size) }}",
    "{% if rules.hand_size > 12 %}{% endif %}",
    "{{ 'a' if chosen == 'b' }}".replace("'a'", "' · '"),
]


@pytest.mark.parametrize("template", MARKED)
def test_marked_prose_labels_and_what_is_not_prose_are_fine(template: str, tmp_path: Path) -> None:
    assert read(tmp_path, rules=template)[1] == []


UNMARKED = {
    "text outside of gettext": "<p>Collect sets.</p>",
    "text outside of gettext within a mark": "{% call note() %}Collect sets.{% endcall %}",
    "text beside a note": '{% call note() %}{{ _("Collect sets.") }} Really.{% endcall %}',
    "text of an expression": '{{ "Collect sets." }}',
    "text of a choice": '{{ "Yes" if coverage else "" }}',
    "a digit": "<td>13</td>",
    "a digit of another script": "<td>٣</td>",
    "a digit beside a number": "{{ num(rules.hand_size) }}+1",
    "a number of an expression": "{{ 13 }}",
    "text around a tag over several pieces": "<a {{ attributes }}>here</a>",
    "text after a smaller sign": "<p>{{ a }} < 3</p>",
    "gettext outside of a mark": "<p>{% trans %}Collect sets.{% endtrans %}</p>",
    "a call outside of a mark": '<p>{{ _("Collect sets.") }}</p>',
    "a plural outside of a mark": "{% trans n=x %}One.{% pluralize n %}Many.{% endtrans %}",
    "a variable that is no title": '{% set text = _("Collect sets.") %}',
    "a label that is a sentence": '<dt>{{ pgettext("column", "Collect sets.") }}</dt>',
    "a label that asks": '<dt>{{ pgettext("column", "Why so?") }}</dt>',
    "a counted label that is a sentence": '{{ npgettext("a", "One card!", "Many cards!", n) }}',
}


@pytest.mark.parametrize("case", UNMARKED)
def test_unmarked_prose_is_told_with_the_line_of_the_template(case: str, tmp_path: Path) -> None:
    finding = fault(read(tmp_path, rules=f"{RULE}\n\n{UNMARKED[case]}\n")[1])
    assert finding.kind is Kind.PROSE_UNMARKED
    assert finding.place == Place(PAGE_TEMPLATES / "rules.md.j2", 3)


def test_text_far_down_in_a_piece_of_a_template_is_told_at_its_own_line(tmp_path: Path) -> None:
    finding = fault(read(tmp_path, rules=f"{RULE}\n<p>\n\n\n  Collect\n  sets.\n</p>")[1])
    assert finding.place.line == 5
    assert "'Collect sets.'" in finding.message


# Rules and their sentences


def test_a_rule_is_stated_with_its_words_and_its_place(tmp_path: Path) -> None:
    template = (
        '\n{% call rule("set.size") %}{% trans n=x %}A set has {{ n }} card.{% pluralize n %}'
        "A set has {{ n }} cards.{% endtrans %}{% endcall %}"
    )
    stated, findings = read(tmp_path, rules=template)
    text = "A set has %(n)s card. | A set has %(n)s cards. [n = x]"
    assert findings == []
    assert stated == (Stated(Rule.SET_SIZE, text, Place(PAGE_TEMPLATES / "rules.md.j2", 2)),)


@pytest.mark.parametrize("mark", ["rule", "elsewhere"])
def test_a_mark_with_a_rule_that_the_engine_does_not_have_is_told(
    mark: str, tmp_path: Path
) -> None:
    template = f'\n{{% call {mark}("set.sise") %}}{{{{ _("Cards.") }}}}{{% endcall %}}'
    finding = fault(read(tmp_path, rules=template)[1])
    assert finding.kind is Kind.PROSE_RULE
    assert finding.place.line == 2
    assert "set.sise" in finding.message


@pytest.mark.parametrize(
    "body", ["", "{{ _('One.') }}{{ _('Two.') }}", "{{ pgettext('column', 'Points') }}"]
)
def test_a_rule_has_one_sentence(body: str, tmp_path: Path) -> None:
    template = f'{{% call rule("set.size") %}}{body}{{% endcall %}}'
    finding = fault(read(tmp_path, rules=template)[1])
    assert (finding.kind, finding.rule) == (Kind.PROSE_RULE, "set.size")


def test_a_rule_that_is_stated_twice_is_told_with_both_places(tmp_path: Path) -> None:
    finding = fault(read(tmp_path, opening=RULE, rules=f"\n{RULE}")[1])
    assert (finding.kind, finding.place) == (
        Kind.PROSE_RULE,
        Place(PAGE_TEMPLATES / "rules.md.j2", 2),
    )
    assert f"{PAGE_TEMPLATES / 'opening.md.j2'}:1" in finding.message


def test_every_rule_that_no_page_states_is_named(tmp_path: Path) -> None:
    read(tmp_path, rules=RULE)
    _, findings = read_prose(tmp_path)
    assert {finding.kind for finding in findings} == {Kind.RULE_UNSTATED}
    assert all(finding.right for finding in findings)
    missing = [rule.value for rule in Rule if rule is not Rule.SET_SIZE]
    assert [finding.rule for finding in findings] == missing


def test_the_pages_of_this_project_state_every_rule_once_and_leave_no_prose_unmarked() -> None:
    stated, findings = read_prose(PROJECT)
    assert findings == ()
    assert sorted(sentence.rule.value for sentence in stated) == sorted(rule.value for rule in Rule)
