"""The whole way from the sources to a book: load, verify, check the prose, translate, render.

Everything is read anew on every call. Either there is a book, or there are findings: all
that is wrong in corpus, templates and catalogs, in the order of the files.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from traceback import extract_tb

from jinja2 import Environment, TemplateError

from rami_examples.browser.bundle import bundle
from rami_examples.catalogs.catalog import SOURCE_LANGUAGE, english
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.catalogs.messages import check_messages, read_sources
from rami_examples.claims.load import load_corpus
from rami_examples.claims.model import About
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.pages.book import Book
from rami_examples.pages.confirmed import check_confirmed
from rami_examples.pages.examples import Seen, listening
from rami_examples.pages.language import Language, language
from rami_examples.pages.languages import read_languages
from rami_examples.pages.places import check_places
from rami_examples.pages.prose import read_prose
from rami_examples.pages.render import Pages, choice_page
from rami_examples.pages.templating import TEMPLATES, environment
from rami_examples.proof.api import api_file
from rami_examples.proof.coverage import Coverage, cover
from rami_examples.proof.verify import Proven, verify
from rami_examples.sources import check_sources


@dataclass(frozen=True, slots=True)
class Sources:
    """Sources in which nothing is wrong, verified and ready to become pages.

    ``seconds`` is how long the engine took over the corpus; ``warnings`` are what translators
    have left to do.
    """

    env: Environment
    languages: tuple[Language, ...]
    proven: tuple[Proven, ...]
    coverage: Coverage
    seconds: float
    warnings: Findings


def make_book(
    project: Path,
    languages: tuple[str, ...],
    incomplete: Incomplete = Incomplete.REFUSE,
    *,
    confirmed: bool = True,
) -> Book | Findings:
    """Make the book of these languages (BCP 47 tags, the default one first), or all findings."""
    sources = check(project, languages, incomplete, confirmed=confirmed)
    return write_book(project, sources) if isinstance(sources, Sources) else sources


def check(
    project: Path,
    languages: tuple[str, ...],
    incomplete: Incomplete = Incomplete.REFUSE,
    *,
    confirmed: bool = True,
) -> Sources | Findings:
    """Read and verify everything that pages are made from; all that is wrong is told at once.

    ``incomplete`` says what is done about messages that a language has not translated. A
    sentence that is not ``confirmed`` is a fault, or else only warned of.
    """
    if strays := check_sources(project):
        return strays
    env = environment(project)
    messages, unreadable = read_sources(project)
    examples, malformed = load_corpus(project)
    start = perf_counter()
    proven, mismatches = verify(examples, pages_with, languages)
    seconds = perf_counter() - start
    stated, unmarked = read_prose(project)
    coverage = cover(proven)
    tongues, faulty = read_languages(project, languages, messages, incomplete)
    if unreadable:  # all else would follow from what these files hide
        return _in_order((*unreadable, *malformed))
    suspect = check_confirmed(project, stated, proven, languages)
    if not confirmed:
        suspect = tuple(replace(finding, warning=True) for finding in suspect)
    findings = (
        *check_messages(messages),
        *malformed,
        *check_places(project, examples),
        *mismatches,
        *unmarked,
        *suspect,
        *faulty,
    )
    # An example that is not verified leaves its rule unproven: told only when nothing else is.
    if all(finding.warning for finding in findings):
        findings = (*coverage.findings, *findings)
    findings = _in_order(findings)
    if any(not finding.warning for finding in findings):
        return findings
    return Sources(env, tongues, proven, coverage, seconds, findings)


def _in_order(findings: Findings) -> Findings:
    """By file and line; what is told twice at one place, once."""
    kept = {(finding.place, finding.message): finding for finding in reversed(findings)}
    return tuple(kept[key] for key in sorted(kept))


def write_book(project: Path, sources: Sources) -> Book | Findings:
    """Write the pages of all languages; a template that cannot be rendered is a finding."""
    env, proven, coverage = sources.env, sources.proven, sources.coverage
    try:
        editions = [Pages(env, language, proven, coverage) for language in sources.languages]
        pages = tuple(page for edition in editions for page in edition.render())
        return Book(
            languages=tuple(edition.info() for edition in editions),
            pages=pages,
            choice=choice_page(env, sources.languages),
            files={"api/examples.json": api_file(proven, coverage), **bundle().files},
            summary={
                "examples": len(proven),
                "rules": coverage.total,
                "languages": len(editions),
                "pages": len(pages) + 1,
                "verify_ms": round(1000 * sources.seconds),
            },
            warnings=sources.warnings,
        )
    except Exception as error:
        fault = _template_fault(project, error)
        if fault is None:
            raise
        return (fault,)


def example_values(project: Path) -> Seen | Findings:
    """What fills in the placeholders of every message on the English pages, or what is wrong.

    Catalogs, confirmations and proofs may be unfinished; for the corpus has to be right.
    """
    env = environment(project)
    messages, unreadable = read_sources(project)
    examples, malformed = load_corpus(project)
    proven, mismatches = verify(examples, pages_with, (SOURCE_LANGUAGE,))
    if findings := (*unreadable, *malformed, *mismatches):
        return _in_order(findings)
    ear = listening(language(SOURCE_LANGUAGE, english(messages)))
    try:
        edition = Pages(env, ear, proven, cover(proven))
        edition.render()
        edition.info()
    except Exception as error:
        fault = _template_fault(project, error)
        if fault is None:
            raise
        return (fault,)
    return ear.seen


def pages_with(about: About) -> tuple[str, ...]:
    """The pages that show an example to readers."""
    shown = about.shown_on.partition("#")[0]
    return (shown, "proof") if shown else ("proof",)


def _template_fault(project: Path, error: Exception) -> Finding | None:
    """Where in the templates an error arose: the innermost frame that lies among them.

    None for an error that no template is the cause of, which is a bug.
    """
    folder = project / TEMPLATES
    frames = [f for f in extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(folder)]
    if not frames and not isinstance(error, TemplateError):
        return None
    place = (
        Place(Path(frames[-1].filename).relative_to(project), frames[-1].lineno or 0)
        if frames
        else Place(TEMPLATES)
    )
    message = f"{type(error).__name__}: {error}"
    return Finding(Kind.TEMPLATE_FAULT, place, message, "names that the pages know")
