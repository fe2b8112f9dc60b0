"""The finished pages are read back: whatever was altered in them is told."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urljoin

import pytest

from rami_examples.audit.command import audit
from rami_examples.audit.links import resolved
from rami_examples.audit.mirror import NotHere
from rami_examples.findings import Findings, Kind
from rami_examples.pages.book import Book
from rami_examples.site.mkdocs_build import build_site

PROJECT = Path(__file__).resolve().parent.parent
LANGUAGES = ("en", "he")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site in two languages, built once."""
    folder = tmp_path_factory.mktemp("built")
    assert isinstance(build_site(PROJECT, LANGUAGES, folder), Book)
    return folder


@pytest.fixture
def site(built: Path, tmp_path: Path) -> Path:
    """A copy of the site, free to be altered."""
    return Path(shutil.copytree(built, tmp_path / "site"))


def alter(site: Path, path: str, pattern: str, instead: str) -> None:
    """Replace the first match in one file."""
    text = (site / path).read_text(encoding="utf-8")
    altered, count = re.subn(pattern, instead, text, count=1)
    assert count == 1, pattern
    (site / path).write_text(altered, encoding="utf-8")


def told(site: Path) -> Findings:
    """What the audit has to say."""
    return audit(PROJECT, str(site), LANGUAGES)


def test_a_site_as_it_was_built_is_what_the_engine_confirms(built: Path) -> None:
    assert told(built) == ()


RULES, PROOF, API = "rules/index.html", "proof/index.html", "api/examples.json"


@pytest.mark.parametrize(
    ("path", "pattern", "instead", "kind", "telling"),
    [
        # what a reader sees
        (
            f"he/{RULES}",
            r'(id="three-kings".*?examples__points[^>]*>)30',
            r"\g<1>31",
            Kind.AUDIT_ROW,
            "three-kings: the points reads '31'",
        ),
        (
            f"en/{RULES}",
            r"(verdict--valid\">)Valid",
            r"\1Refused",
            Kind.AUDIT_ROW,
            "the verdict reads",
        ),
        (
            f"en/{RULES}",
            r"verdict--valid(\">Valid)",
            r"verdict--refused\1",
            Kind.AUDIT_ROW,
            "the verdict reads",
        ),
        (
            f"en/{RULES}",
            r"2 packs \+ 4 jokers",
            "2 packs + 5 jokers",
            Kind.AUDIT_ROW,
            "the deck reads",
        ),
        (f"en/{RULES}", r"108 cards", "109 cards", Kind.AUDIT_ROW, "the total reads"),
        (
            "en/scoring/index.html",
            r'(data-label="Laid">)2–9',
            r"\g<1>2–8",
            Kind.AUDIT_ROW,
            "what is laid reads",
        ),
        (
            "he/opening/index.html",
            r"(examples__points[^>]*>)52",
            r"\g<1>25",
            Kind.AUDIT_ROW,
            "the points reads",
        ),
        # what scripts read
        (
            f"en/{RULES}",
            r'(id="three-kings".*?)data-points="30"',
            r'\1data-points="31"',
            Kind.AUDIT_ROW,
            "the page says 31 for points, the engine says 30",
        ),
        (
            f"en/{RULES}",
            r'data-cards="KH KS KD"',
            'data-cards="KH KS QD"',
            Kind.AUDIT_ROW,
            "three-kings",
        ),
        (
            f"en/{RULES}",
            r'data-cards="KH KS KD"',
            'data-cards="KX"',
            Kind.AUDIT_ROW,
            "its data cannot be read",
        ),
        # cards
        (
            f"en/{RULES}",
            r'aria-label="king of hearts"',
            'aria-label="king of spades"',
            Kind.AUDIT_CARD,
            "the name of the card KH is 'king of spades'",
        ),
        (f"he/{PROOF}", r"<b>K</b>", "<b>Q</b>", Kind.AUDIT_CARD, "the corner of the card"),
        (
            f"en/{PROOF}",
            r"card card--hearts",
            "card card--spades",
            Kind.AUDIT_CARD,
            "the suit of the card",
        ),
        # the same in every language
        (
            f"he/{PROOF}",
            r'id="four-sevens" data-example="four-sevens"',
            'id="four-sevens"',
            Kind.AUDIT_RULES,
            "the example four-sevens is missing",
        ),
        (
            f"he/{RULES}",
            r'id="set.size" data-rule="set.size"',
            'id="set.size"',
            Kind.AUDIT_RULES,
            "the rule set.size is stated on no page in he",
        ),
        (f"he/{RULES}", r'dir="rtl"', 'dir="ltr"', Kind.AUDIT_PAGE, "has dir='ltr'"),
        (f"he/{RULES}", r'lang="he"', 'lang="iw"', Kind.AUDIT_PAGE, "has lang='iw'"),
        # links and ways
        (
            f"en/{RULES}",
            r'href="\.\./proof/#set\.size"',
            'href="../proof/#set.sizes"',
            Kind.AUDIT_LINK,
            "leads to an anchor that is not there",
        ),
        (
            f"en/{RULES}",
            r'href="\.\./proof/#set\.size"',
            'href="../prof/#set.size"',
            Kind.AUDIT_LINK,
            "leads to no page",
        ),
        (
            f"en/{RULES}",
            r'hreflang="he"',
            'hreflang="xx"',
            Kind.AUDIT_SITEMAP,
            "the way to he leads to none",
        ),
        # the file for programs
        (API, r'"points": 30', '"points": 31', Kind.AUDIT_API, "points is 31, the page says '30'"),
        (
            API,
            r'"fingerprint": "\w+"',
            '"fingerprint": "0"',
            Kind.AUDIT_API,
            "was written by another engine",
        ),
        (
            API,
            r'"id": "three-kings"',
            '"id": "three-queens"',
            Kind.AUDIT_API,
            "three-kings is not in the file",
        ),
        (API, r"\}\s*$", "", Kind.AUDIT_API, "cannot be read"),
    ],
)
def test_one_thing_altered_is_told(
    site: Path, path: str, pattern: str, instead: str, kind: Kind, telling: str
) -> None:
    alter(site, path, f"(?s){pattern}", instead)
    findings = told(site)
    assert any(f.kind is kind and telling in f.message for f in findings), findings


def test_an_altered_play_is_told(site: Path) -> None:
    alter(site, API, r'"refused": "turn.no-return-discard"', '"refused": "turn.draw"')
    assert any("no-return-of-the-card-taken" in f.message for f in told(site))


def test_a_missing_page_is_told(site: Path) -> None:
    (site / "he" / PROOF).unlink()
    assert any(f.kind is Kind.AUDIT_PAGE and "cannot be read" in f.message for f in told(site))


@pytest.fixture
def served(built: Path) -> Iterator[str]:
    """The site, served on this machine."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(built)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def test_a_site_is_audited_where_it_is_served(served: str) -> None:
    assert audit(PROJECT, served, LANGUAGES) == ()


def test_no_other_machine_is_asked() -> None:
    with pytest.raises(NotHere, match="not on this machine"):
        audit(PROJECT, "https://rami.example/", ("en",))


LINKS = """
    . .. ./ ../ ../../ ../../../ ../../.. rules/ ../hr/ ../../hr/ ../../hr/rules/ ../../sr-Latn/
    ../../hr/.. ../../hr/../ ../../hr/./ ../../a//b/ ../..//b/ ../../?q ../../#a ../../hr/?q
    ../../http://x/ ../../;x/ /hr/ //host/ https://host/hr/ ../../ä/
"""


@pytest.mark.parametrize("address", ["", "de/", "de/rules/"])
@pytest.mark.parametrize("link", LINKS.split())
def test_a_link_leads_where_a_browser_would_go(address: str, link: str) -> None:
    wanted = urljoin(f"https://site.example/{address}", link)
    assert resolved(address, link) == wanted.removeprefix("https://site.example/")
