"""The try-it page: its adapter gives the corpus' own verdicts, and the page has all it needs."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from markdown import Markdown  # type: ignore[import-untyped]

from rami_engine.cards import JOKER, PACK
from rami_engine.fingerprint import engine_fingerprint
from rami_examples.browser.ask import ask
from rami_examples.browser.bundle import bundle
from rami_examples.browser.standins import dataclasses as standin_dataclasses
from rami_examples.browser.standins import enum as standin_enum
from rami_examples.catalogs.catalog import english
from rami_examples.catalogs.messages import read_sources
from rami_examples.claims.load import load_corpus
from rami_examples.pages.language import language
from rami_examples.pages.render import Pages
from rami_examples.pages.templating import environment
from rami_examples.pages.wording import Wording
from rami_examples.proof.coverage import cover
from rami_examples.proof.facts import facts
from rami_examples.proof.verify import verify

PROJECT = Path(__file__).resolve().parent.parent
PROVEN, _ = verify(load_corpus(PROJECT)[0], lambda about: (), ())
FACTS = [dict(facts(check.verified)) for check in PROVEN]
ASKED = {"meld": ("kind", "cards", "as", "rules"), "opening": ("kind", "melds", "game", "rules")}
ANSWERED = ("verdict", "points", "joker", "total", "reason")


def examples(kind: str) -> list[dict[str, str | int]]:
    """The corpus' examples of a kind as facts, never none."""
    found = [each for each in FACTS if each["kind"] == kind]
    assert found
    return found


def asked(example: dict[str, str | int]) -> dict[str, str]:
    """The question of an example."""
    return {name: str(example[name]) for name in ASKED[str(example["kind"])] if name in example}


@pytest.mark.parametrize(
    "example", examples("meld") + examples("opening"), ids=lambda each: str(each["id"])
)
def test_the_adapter_gives_the_verdict_of_the_corpus(example: dict[str, str | int]) -> None:
    answer = ask(asked(example))
    found = {name: answer[name] for name in ANSWERED if answer.get(name, "") != ""}
    assert found == {name: example[name] for name in ANSWERED if name in example}


def test_small_letters_are_cards_too() -> None:
    question = {"kind": "meld", "cards": "qh kh ah", "rules": "reference"}
    assert ask(question) == ask({**question, "cards": "QH KH AH"})
    assert ask(question)["points"] == 31


def test_what_is_no_card_is_told() -> None:
    assert ask({"kind": "meld", "cards": "QH 1X", "rules": "house"}) == {"unreadable": "1X"}


@pytest.mark.parametrize("text", ["", "  ", " | "])
def test_no_cards_are_no_fault(text: str) -> None:
    opening = {"kind": "opening", "melds": text, "game": "rami40", "rules": "house"}
    assert ask(opening) == {"missing": "cards"}


def test_a_meld_that_is_none_refuses_the_whole_opening() -> None:
    melds = {"melds": "KH KS KD | QH KH 2H", "game": "rami40", "rules": "reference"}
    answer = ask({"kind": "opening", **melds})
    assert (answer["verdict"], answer["reason"]) == ("refused", "run.consecutive")
    assert "total" not in answer


@pytest.mark.parametrize("wrong", [{"rules": "mine"}, {"as": "pair"}])
def test_a_question_that_the_page_cannot_ask_is_an_error(wrong: dict[str, str]) -> None:
    with pytest.raises((KeyError, ValueError), match=r"mine|pair"):
        ask({"kind": "meld", "cards": "KH", "rules": "house", **wrong})


# What is loaded


def test_the_bundle_holds_the_engine_to_the_letter() -> None:
    made = bundle()
    loaded = json.loads(made.files["assets/engine/engine.json"])
    sources = {path.name: path.read_text() for path in (PROJECT / "rami_engine").glob("*.py")}
    assert dict(loaded["engine"]) == sources
    whole = "".join(f"{name}\0{source}\0" for name, source in loaded["engine"])
    assert sha256(whole.encode()).hexdigest()[:16] == made.fingerprint == engine_fingerprint()


def test_a_stand_in_refuses_what_it_does_not_do() -> None:
    with pytest.raises(TypeError):
        standin_dataclasses.dataclass(frozen=True, slots=False)
    with pytest.raises(TypeError):
        standin_dataclasses.dataclass(frozen=True, slots=True, order=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        standin_enum.EnumType("Same", (standin_enum.Enum,), {"ONE": 1, "UNO": 1})


def test_stand_ins_make_values_that_behave() -> None:
    class Point:
        x: int
        y: int = 2

    made = standin_dataclasses.dataclass(frozen=True, slots=True)(Point)
    assert made(1) == made(x=1, y=2) != made(1, 3)
    assert len({made(1), made(1, 2)}) == 1
    assert repr(made(1)).endswith("Point(x=1, y=2)")
    assert standin_dataclasses.replace(made(1), y=5) == made(1, 5)
    for wrong in ((), (1, 2, 3)):
        with pytest.raises(TypeError):
            made(*wrong)
    with pytest.raises(standin_dataclasses.FrozenInstanceError):
        made(1).x = 3


def test_stand_ins_make_enums_that_behave() -> None:
    suits = standin_enum.EnumType("Suit", (standin_enum.Enum,), {"HEARTS": "H", "ACES": "2"})
    assert [(each.name, each.value) for each in suits] == [("HEARTS", "H"), ("ACES", "2")]
    assert suits("H") is suits.HEARTS
    assert len(suits) == len({*suits}) == 2
    with pytest.raises(ValueError, match="'X' is not a valid Suit"):
        suits("X")


# The page


@pytest.fixture(scope="module")
def page() -> BeautifulSoup:
    messages, _ = read_sources(PROJECT)
    wording = Wording(environment(PROJECT), language("en", english(messages)))
    edition = Pages(wording, PROVEN, cover(PROVEN)).render()
    (shown,) = [page for page in edition if page.name == "try"]
    html = Markdown(extensions=["attr_list", "toc"]).convert(shown.markdown)
    return BeautifulSoup(html, "html.parser")


def test_every_card_can_be_picked_and_is_drawn_as_everywhere(page: BeautifulSoup) -> None:
    picked = page.select("[data-part=pack] button")
    assert [button["data-code"] for button in picked] == [str(card) for card in (*PACK, JOKER)]
    for button in picked:
        (card,) = button.select(".card")
        assert card["data-card"] == button["data-code"]


def test_every_rule_that_can_decide_has_its_sentence_and_a_link_to_it(page: BeautifulSoup) -> None:
    for example in PROVEN:
        if facts(example.verified)["kind"] not in ASKED:
            continue
        answer = ask(asked(dict(facts(example.verified))))
        reasons = [answer["reason"]] if "reason" in answer else answer["applied"]
        assert isinstance(reasons, list)
        for rule in reasons:
            (sentence,) = page.find_all(None, {"data-say": str(rule)})
            (link,) = sentence.find_all("a")
            assert str(link["href"]).endswith(f"#{rule}")
            assert link.string


def test_the_page_says_which_engine_confirmed_it(page: BeautifulSoup) -> None:
    form = page.select_one("#try-form")
    assert form
    assert form["data-fingerprint"] == engine_fingerprint()
    assert form["data-size"] == str(bundle().size)


def test_the_page_has_no_script_and_no_style_of_its_own(page: BeautifulSoup) -> None:
    assert [script.text for script in page.select("script")] == [""]
    assert not page.select("style, [style], [onclick]")
