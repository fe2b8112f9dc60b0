"""A published row against the engine: its data, and what a reader sees of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from markupsafe import Markup

from rami_engine.answers import Refused
from rami_engine.cards import JOKER, PACK, Card
from rami_engine.meld import Meld
from rami_examples.audit.asking import claim_of
from rami_examples.audit.published import DrawnCard, PublishedRow
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.pages.marks import bare
from rami_examples.pages.wording import Wording
from rami_examples.proof.facts import data_attributes
from rami_examples.proof.verify import (
    Proven,
    Verified,
    VerifiedDeck,
    VerifiedMeld,
    VerifiedOpening,
    VerifiedValue,
    verify,
)

_NO_POINTS = "–"


def check_row(row: PublishedRow, wording: Wording) -> Iterator[Finding]:
    """Ask the engine again what a row says, and hold data and visible text against its answer."""
    try:
        proven, mismatches = _asked(tuple(row.data.items()))
    except (KeyError, ValueError) as error:
        yield _fault(row.place, f"{row.id}: its data cannot be read: {error}")
        return
    for mismatch in mismatches:
        yield _fault(
            row.place,
            f"{row.id}: the page says {mismatch.documented} for {mismatch.field}, "
            f"the engine says {mismatch.engine}",
        )
    for check in proven:
        wanted = data_attributes(check.verified)
        if dict(row.data) != dict(wanted):
            yield _fault(row.place, f"{row.id}: its data is {row.data}", f"{wanted}")
        yield from _seen(row, check.verified, wording)


@lru_cache(maxsize=1024)  # the rows of a page have the same data in every language
def _asked(data: tuple[tuple[str, str], ...]) -> tuple[tuple[Proven, ...], Findings]:
    """What the engine says of a row's data. Raises KeyError and ValueError as ``claim_of``."""
    claim = claim_of(dict(data))
    return verify((claim,), lambda about: (), ()) if claim else ((), ())


def _seen(row: PublishedRow, verified: Verified, wording: Wording) -> Iterator[Finding]:
    for what, seen, wanted in _visible(row, verified, wording):
        if seen != wanted:
            message = f"{row.id}: {what} reads {seen!r}"
            yield _fault(row.place, message, repr(wanted), row.id)


def _visible(
    row: PublishedRow, verified: Verified, wording: Wording
) -> Iterator[tuple[str, object, object]]:
    """What a reader sees in a row and what it has to be: (name, seen, wanted)."""
    number = wording.language.number
    match verified:
        case VerifiedMeld(example, answer):
            valid = isinstance(answer, Meld)
            points = number(answer.points) if isinstance(answer, Meld) else _NO_POINTS
            verdict = "valid" if valid else "refused"
            cards = answer.cards if isinstance(answer, Meld) else example.cards
            yield "the points", row.cells.get("points"), points
            yield "the verdict", row.verdicts, ((verdict, _text(wording.verdict(verdict, "meld"))),)
            yield "the cards", row.cards, _codes(cards)
        case VerifiedOpening(_, answer):
            verdict = "refused" if answer.refused else "accepted"
            yield "the points", row.cells.get("points"), number(answer.total)
            yield (
                "the verdict",
                row.verdicts,
                ((verdict, _text(wording.verdict(verdict, "opening"))),),
            )
            yield "the cards", row.cards, _codes(c for meld in answer.melds for c in meld.cards)
        case VerifiedDeck(_, answer) if not isinstance(answer, Refused):
            deck = Markup("{} + {}").format(
                wording.packs(answer.packs), wording.jokers(answer.jokers)
            )
            yield "the deck", row.cells.get("1"), _text(deck)
            yield "the total", row.cells.get("2"), _text(wording.cards(answer.total))
        case VerifiedValue(_, counted):
            yield "the cards", row.cards, _codes(place.card for place in counted.laid)
            laid = tuple(place.points for place in counted.laid)
            yield "what is laid", row.cells.get("2"), _points_each(laid, wording)
            yield "the hand", row.cells.get("3"), _points_each(counted.hand, wording)
        case _:
            return


def _text(escaped: str) -> str:
    """Text of a catalog as a reader sees it."""
    return bare(Markup(escaped).unescape())


def _points_each(points: tuple[int, ...], wording: Wording) -> str:
    low, high = min(points), max(points)
    return wording.language.number(low) if low == high else _text(wording.number_range(low, high))


def _codes(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))


# Of a drawn card: its name, its corner letter, its suit.
_Looks = tuple[str, str, str]


class Faces:
    """How the cards of a language look; each of them stands on its pages many times."""

    def __init__(self, wording: Wording) -> None:
        faces = {card: wording.face(card) for card in PACK}
        self._wording = wording
        self._by_code = {face.code: face for face in (*faces.values(), wording.face(JOKER))}
        self._by_corner = {(face.suit, _text(face.corner)): card for card, face in faces.items()}
        self.looks = cache(self._looks)

    def _looks(self, code: str, as_suit: str, as_corner: str) -> _Looks | None:
        """How a card has to look, by its code and what it is shown to stand for; None: as none."""
        face = self._by_code.get(code)
        if as_suit:
            shown = self._by_corner.get((as_suit, as_corner))
            face = self._wording.face(JOKER, shown) if shown else None
        if face is None:
            return None
        return _text(face.name), _text(face.corner), face.suit or "joker"


def check_card(card: DrawnCard, faces: Faces) -> Iterator[Finding]:
    """Hold a drawn card against its data: name, corner letter and suit are those of one card."""
    right = faces.looks(card.code, card.as_suit, card.as_corner)
    seen = card.name, card.corner, card.suit
    if right is None:
        message = f"the card {card.code!r} is drawn as no card is: {card.as_corner or card.corner}"
        yield Finding(Kind.AUDIT_CARD, card.place, message)
    elif seen != right:
        for what, drawn, wanted in zip(("name", "corner", "suit"), seen, right, strict=True):
            if drawn != wanted:
                message = f"the {what} of the card {card.code} is {drawn!r}"
                yield Finding(Kind.AUDIT_CARD, card.place, message, repr(wanted))


def _fault(place: Place, message: str, right: str = "", example: str = "") -> Finding:
    return Finding(Kind.AUDIT_ROW, place, message, right, example=example)
