"""From verified examples to pages: one language's Markdown, from the templates.

The pages that state rules are rendered first; every sentence that they state is kept, so
that pages which repeat sentences (differences, proof) show exactly the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from markupsafe import Markup, escape

from rami_engine.cards import JOKER, PACK, Rank, Suit, parse_cards
from rami_engine.rules import CHOSEN, RULES, Rule
from rami_engine.ruleset import HOUSE, REFERENCE, RuleSet
from rami_examples.browser.bundle import bundle
from rami_examples.page_names import PAGES
from rami_examples.pages.book import MULTILINGUAL, LanguageInfo, Page
from rami_examples.pages.elsewhere import OTHER_TABLES
from rami_examples.pages.marks import bare, settled, shown_in
from rami_examples.pages.rows import AnyRow, DealRow, DeckRow, MatchRow, Row, ValueRow, row
from rami_examples.pages.telling import Telling, tell
from rami_examples.pages.wording import Wording
from rami_examples.proof.coverage import Coverage
from rami_examples.proof.verify import Proven, VerifiedScenario

_STATING = ("rules", "opening", "scoring")
_SECTION = 2
_HERO = parse_cards("10H JH QH KH AH")
_ON_MELDS = ("meld.", "set.", "run.", "joker.", "value.", "opening.")

# How cards are typed, the same in every language.
_NOTATION = {
    name: Markup('<code dir="ltr">{}</code>').format(text)
    for name, text in {
        "ranks": " ".join(rank.value for rank in Rank),
        "suits": " ".join(suit.value for suit in Suit),
        "joker": str(JOKER),
        "bar": "|",
    }.items()
}

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A rule's sentence in one language, and the page that states it."""

    rule: Rule
    text: Markup
    page: str


@dataclass(frozen=True, slots=True)
class Section:
    """The sentences that stand under one headline of a page."""

    anchor: str
    title: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A scenario with its texts."""

    title: Markup
    reason: Markup
    play: Telling


@dataclass(frozen=True, slots=True)
class Named:
    """A check that is shown at another rule: its anchor and title."""

    id: str
    title: Markup


@dataclass(frozen=True, slots=True)
class Checks:
    """The checks of a rule, by the way they are shown.

    Each is shown under the first rule that it proves; ``elsewhere`` are those of other rules.
    """

    melds: tuple[Row, ...]
    decks: tuple[DeckRow, ...]
    values: tuple[ValueRow, ...]
    deals: tuple[DealRow, ...]
    matches: tuple[MatchRow, ...]
    scenarios: tuple[Told, ...]
    elsewhere: tuple[Named, ...]


class Pages:
    """The pages of one language, rendered from the verified examples."""

    def __init__(self, wording: Wording, proven: Sequence[Proven], coverage: Coverage) -> None:
        self._env = wording.env
        self._wording = wording
        self._proven = proven
        self._coverage = coverage
        self._language = wording.language
        self._sentences: dict[Rule, Sentence] = {}
        self._sections: dict[tuple[str, str, str], list[Rule]] = {}
        self._headline = ("", "")

    def render(self) -> tuple[Page, ...]:
        """All pages of the language, in the order of navigation."""
        stated = {name: self._page(name) for name in _STATING}
        return tuple(stated.get(name) or self._page(name) for name in PAGES)

    def info(self) -> LanguageInfo:
        """What the frame around the pages has to know."""
        module = self._frame
        return LanguageInfo(
            self._language.tag,
            self._language.autonym,
            self._language.direction,
            _plain(module.site_name),
            {english: text.unescape() for english, text in module.words.items()},
            bare(self._env.get_template("fragments/picture.svg.j2").render(self._context("home"))),
            self._language.draft,
            {term.replace(" ", "-"): words for term, words in self._language.searched.items()},
            str(module.enter),
        )

    @cached_property
    def _frame(self) -> Any:
        context = self._context("home")
        return self._env.get_template("fragments/frame.j2").make_module(context)

    @cached_property
    def _around(self) -> str:
        """All the text that stands around every page."""
        return "".join((self._frame.site_name, *self._frame.words.values()))

    @cached_property
    def _proving(self) -> dict[Rule, list[Proven]]:
        proving: dict[Rule, list[Proven]] = {}
        for proven in self._proven:
            for rule in proven.about.proves:
                proving.setdefault(rule, []).append(proven)
        return proving

    @cached_property
    def _rows(self) -> dict[str, AnyRow]:
        rows = ((proven.about.id, row(proven.verified, self._wording)) for proven in self._proven)
        return {name: shown for name, shown in rows if shown}

    def _page(self, name: str) -> Page:
        template = self._env.get_template(f"pages/{name}.md.j2")
        try:
            module: Any = template.make_module(self._context(name))
        except Exception:
            self._env.handle_exception()  # raises it again, with the lines of the templates
        return Page(
            language=self._language.tag,
            name=name,
            path=PAGES[name],
            title=_plain(module.title),
            description=_plain(module.description),
            markdown=settled(self._notices(str(module), module) + str(module)),
            allowed=getattr(module, "allowed", {}),
            headline=_plain(getattr(module, "headline", Markup())),
        )

    def _notices(self, text: str, module: Any) -> str:
        """A note for readers on a page that is not wholly translated.

        Its title and the names of its cards, which some readers hear, cannot carry a mark.
        """
        shown = shown_in(f"{text}{module.title}{module.description}{self._around}")
        context = {"language": self._language, "shown": shown}
        return self._env.get_template("fragments/notices.j2").render(context)

    def _context(self, page: str) -> dict[str, Any]:
        def url(name: str, anchor: str = "") -> str:
            path = ("../" if PAGES[page] else "") + PAGES[name] or "./"
            return f"{path}#{anchor}" if anchor else path

        def head(level: int, anchor: str, text: str) -> Markup:
            if level <= _SECTION:
                self._headline = (anchor, text)
            return heading(level, anchor, text)

        def state(rule_id: str, text: Markup) -> Markup:
            rule = RULES[rule_id]
            self._sentences[rule] = Sentence(rule, text, page)
            self._sections.setdefault((page, *self._headline), []).append(rule)
            return text

        def rule_url(rule: Rule | str) -> str:
            named = RULES[rule] if isinstance(rule, str) else rule
            stated = self._sentences.get(named)
            # A page may name a rule that it states itself, further down.
            return url(stated.page if stated else page, named.value)

        return {
            "language": self._language,
            "rules": REFERENCE,
            "house": HOUSE,
            "other": OTHER_TABLES,
            "pack_size": len(PACK),
            "longest_run": len(Rank),
            "hero": [self._wording.face(card) for card in _HERO],
            "heading": head,
            "url": url,
            "rule_url": rule_url,
            "state": state,
            "is_chosen": lambda rule_id: RULES[rule_id] in CHOSEN,
            "sentence": lambda rule_id: self._sentences[RULES[rule_id]],
            "chosen_sentences": lambda: [s for s in self._sentences.values() if s.rule in CHOSEN],
            "rows": self._shown_on,
            "any_of": self._any_of,
            "coverage": self._coverage,
            "check_count": len(self._proven),
            "sections": self._stated_sections,
            "proof_of": lambda rule: self._coverage.proofs[rule],
            "checks_of": self._checks_of,
            "percent": self._language.percent,
            "root": "../../" if PAGES.get(page) else "../",
            "engine": bundle,
            "notation": _NOTATION,
            "pack": [self._wording.face(card) for card in (*PACK, JOKER)],
            "sentences_on_melds": lambda: [
                s for s in self._sentences.values() if s.rule.value.startswith(_ON_MELDS)
            ],
        }

    def _shown_on(self, place: str, rules: RuleSet | None = None) -> list[AnyRow]:
        return [
            self._rows[proven.about.id]
            for proven in self._proven
            if proven.about.shown_on == place and (rules is None or proven.rules is rules)
        ]

    def _stated_sections(self) -> list[Section]:
        return [
            Section(f"{page}-{anchor}", title, tuple(self._sentences[rule] for rule in rules))
            for (page, anchor, title), rules in self._sections.items()
        ]

    def _checks_of(self, rule: Rule) -> Checks:
        claiming = self._proving.get(rule, [])
        here = [proven for proven in claiming if proven.about.proves[0] is rule]
        rows = [self._rows[proven.about.id] for proven in here if proven.about.id in self._rows]
        return Checks(
            melds=_of_type(rows, Row),
            decks=_of_type(rows, DeckRow),
            values=_of_type(rows, ValueRow),
            deals=_of_type(rows, DealRow),
            matches=_of_type(rows, MatchRow),
            scenarios=tuple(
                self._told(proven.verified)
                for proven in here
                if isinstance(proven.verified, VerifiedScenario)
            ),
            elsewhere=tuple(
                Named(proven.about.id, self._wording.title(proven.about.title))
                for proven in claiming
                if proven.about.proves[0] is not rule and proven.about.title
            ),
        )

    def _told(self, verified: VerifiedScenario) -> Told:
        about = verified.example.about
        title, reason = self._wording.title(about.title), self._wording.reason(about.reason)
        return Told(title, reason, tell(verified, self._wording))

    def _any_of(self, numbers: Sequence[int]) -> Markup:
        shown = [self._language.number(number) for number in numbers]
        return escape(self._language.any_of(shown))


def _of_type(rows: Iterable[AnyRow], kind: type[R]) -> tuple[R, ...]:
    return tuple(row for row in rows if isinstance(row, kind))


def choice_page(wording: Wording, languages: Iterable[LanguageInfo]) -> Page:
    """The page at the root: every language by its own name, and a word of its own to enter.

    ``wording`` is that of all that is not a language's own.
    """
    entries = [
        {"language": each, "enter": Markup(each.enter)} for each in languages if not each.draft
    ]
    module: Any = wording.env.get_template("pages/languages.md.j2").make_module(
        {
            "language": wording.language,
            "entries": entries,
            "heading": heading,
            "hero": [wording.face(card) for card in _HERO],
        }
    )
    title, description = _plain(module.title), _plain(module.description)
    return Page(MULTILINGUAL, "languages", "", title, description, settled(str(module)))


def site_page(title: str) -> Page:
    """A stand-in for the page at the root in a build without it: only its title is known."""
    return Page(MULTILINGUAL, "languages", "", title, "", "")


def _plain(text: Markup) -> str:
    """A text for where no element can stand."""
    return bare(text.unescape())


def heading(level: int, anchor: str, text: str) -> Markup:
    """A Markdown headline with an anchor that is the same in every language."""
    return Markup(f"\n{'#' * level} {{}} {{{{ #{anchor} }}}}\n").format(Markup(_letters(text)))


def _letters(text: str) -> str:
    """Text in which Markdown sees nothing but letters."""
    return "".join(
        char if char.isalnum() or char == " " or ord(char) > 127 else f"&#{ord(char)};"
        for char in Markup(text).unescape()
    )
