"""The whole way from the sources to a book: load, verify, check the prose, translate, render.

Everything is read anew on every call. Either there is a book, or there are findings: all
that is wrong in corpus, templates and catalogs, in the order of the files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from jinja2 import BytecodeCache, Environment

from rami_examples.browser.bundle import bundle
from rami_examples.catalogs.catalog import SOURCE_LANGUAGE, english
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.catalogs.messages import Message, check_messages, read_sources
from rami_examples.catalogs.update import Samples
from rami_examples.claims.load import load_corpus
from rami_examples.claims.model import About, Example
from rami_examples.findings import Findings, has_faults, in_order
from rami_examples.page_names import PAGES
from rami_examples.pages.book import Book, LanguageInfo, Page, leading
from rami_examples.pages.confirmed import check_confirmed
from rami_examples.pages.language import Language, language
from rami_examples.pages.languages import read_languages
from rami_examples.pages.places import check_places
from rami_examples.pages.prose import read_prose
from rami_examples.pages.render import Pages, choice_page, site_page
from rami_examples.pages.sample_values import sampling
from rami_examples.pages.template_faults import check_theme, template_fault
from rami_examples.pages.templating import environment
from rami_examples.pages.wording import Wording
from rami_examples.proof.api import api_file
from rami_examples.proof.coverage import Coverage, cover
from rami_examples.proof.verify import Proven, verify
from rami_examples.sources import check_sources

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ground:
    """What all languages stand on: templates and corpus, read and verified.

    ``findings`` are all that is wrong with them or to be told of them; ``unreadable`` those that
    hide so much that nothing else is worth telling. ``seconds`` is how long the engine took.
    """

    env: Environment
    messages: tuple[Message, ...]
    proven: tuple[Proven, ...]
    coverage: Coverage
    seconds: float
    findings: Findings
    unreadable: Findings = ()

    def findings_with(self, faulty: Findings) -> Findings:
        """All that there is to tell, together with what is wrong with the catalogs."""
        if self.unreadable:  # all else would follow from what these files hide
            return in_order(self.unreadable)
        if has_faults(self.findings):  # what catalogs lack may be no more than what these hide
            faulty = tuple(finding for finding in faulty if not finding.warning)
        findings = (*self.findings, *faulty)
        # An example that is not verified leaves its rule unproven: told only if nothing else is.
        return in_order(findings if has_faults(findings) else (*self.coverage.findings, *findings))


@dataclass(frozen=True, slots=True)
class Sources:
    """Sources in which nothing is wrong, verified and ready to become pages.

    ``wordings`` are the languages; ``warnings`` are what translators have left to do.
    """

    wordings: tuple[Wording, ...]
    proven: tuple[Proven, ...]
    coverage: Coverage
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
    ground = read_ground(project, languages, confirmed=confirmed)
    read, faulty = read_languages(project, languages, ground.messages, incomplete)
    return sources_of(ground, read, faulty)


def sources_of(
    ground: Ground, languages: tuple[Language, ...], faulty: Findings
) -> Sources | Findings:
    """What pages are made from, or all that is wrong; ``faulty`` is what is with the catalogs."""
    findings = ground.findings_with(faulty)
    if has_faults(findings):
        return findings
    wordings = tuple(Wording(ground.env, language) for language in languages)
    return Sources(wordings, ground.proven, ground.coverage, findings)


def read_ground(
    project: Path,
    languages: tuple[str, ...],
    *,
    confirmed: bool = True,
    bytecode: BytecodeCache | None = None,
) -> Ground:
    """Read and verify what all languages stand on; see ``check``.

    Only findings name the languages. ``bytecode`` keeps compiled templates.
    """
    env = environment(project, bytecode)
    messages, unreadable = read_sources(project)
    corpus = _verified(project, languages)
    stated, unmarked = read_prose(project)
    suspect = check_confirmed(project, stated, corpus.proven, languages)
    if not confirmed:
        suspect = tuple(replace(finding, warning=True) for finding in suspect)
    findings = (
        *check_messages(messages),
        *check_theme(project),
        *corpus.malformed,
        *check_places(project, corpus.examples),
        *corpus.mismatches,
        *unmarked,
        *suspect,
    )
    hidden = (*unreadable, *corpus.malformed) if unreadable else ()
    return _ground(env, messages, corpus, findings, hidden)


def ground_again(
    project: Path,
    languages: tuple[str, ...],
    messages: tuple[Message, ...],
    findings: Findings,
    bytecode: BytecodeCache | None = None,
) -> Ground:
    """The ground of sources that ``read_ground`` found no fault in, and that have not changed.

    ``messages`` and ``findings`` are what it gave then. The engine is asked again all the same.
    """
    corpus = _verified(project, languages)
    everything = tuple(dict.fromkeys((*findings, *corpus.malformed, *corpus.mismatches)))
    return _ground(environment(project, bytecode), messages, corpus, everything)


@dataclass(frozen=True, slots=True)
class _Corpus:
    """The corpus as the engine has judged it; ``malformed`` is what could not be read of it."""

    examples: tuple[Example, ...]
    malformed: Findings
    proven: tuple[Proven, ...]
    mismatches: Findings
    seconds: float


def _verified(project: Path, languages: tuple[str, ...]) -> _Corpus:
    examples, malformed = load_corpus(project)
    start = perf_counter()
    proven, mismatches = verify(examples, pages_with, languages)
    return _Corpus(examples, malformed, proven, mismatches, perf_counter() - start)


def _ground(
    env: Environment,
    messages: tuple[Message, ...],
    corpus: _Corpus,
    findings: Findings,
    hidden: Findings = (),
) -> Ground:
    coverage = cover(corpus.proven)
    return Ground(env, messages, corpus.proven, coverage, corpus.seconds, findings, hidden)


def write_book(project: Path, sources: Sources) -> Book | Findings:
    """Write all pages of a site; a template that cannot be rendered is a finding."""
    return write_part(project, sources, (), leading(sources.wordings))


def write_part(
    project: Path, sources: Sources, site: Sequence[LanguageInfo], root: Wording | str
) -> Book | Findings:
    """Write a part of a site in the languages ``site``; what is not written is as these say.

    ``root`` has the words for what belongs to no language; or that is built elsewhere, and all that
    is known of it is the title of the site.
    """
    proven, coverage = sources.proven, sources.coverage

    def write() -> Book:
        editions = [Pages(wording, proven, coverage) for wording in sources.wordings]
        pages = tuple(page for edition in editions for page in edition.render())
        own = {info.tag: info for info in (edition.info() for edition in editions)}
        infos = tuple(own.get(info.tag, info) for info in site or own.values())
        files = {"api/examples.json": api_file(proven, coverage)}
        has_root = not isinstance(root, str)
        if has_root:
            files |= bundle().files
        return Book(
            languages=infos,
            pages=pages,
            choice=site_page(root) if isinstance(root, str) else choice_page(root, infos),
            files=files,
            warnings=sources.warnings,
            others=tuple(
                Page(info.tag, name, path, "", "", "")
                for info in infos
                if info.tag not in own
                for name, path in PAGES.items()
            ),
            has_root=has_root,
        )

    return _rendered(project, write)


def site_title(project: Path, root: Wording) -> str | Findings:
    """What the site is called, in its leading language, or why its template says nothing."""
    return _rendered(project, lambda: choice_page(root, ()).title)


def _rendered(project: Path, render: Callable[[], T]) -> T | Findings:
    """What is rendered, or the fault of a template."""
    try:
        return render()
    except Exception as error:
        fault = template_fault(project, error)
        if fault is None:
            raise
        return (fault,)


def sample_values(project: Path) -> Samples | Findings:
    """What fills in the placeholders of every message on the English pages, or what is wrong.

    Catalogs, confirmations and proofs may be unfinished; the corpus has to be right.
    """
    if strays := check_sources(project):
        return strays
    env = environment(project)
    messages, unreadable = read_sources(project)
    corpus = _verified(project, (SOURCE_LANGUAGE,))
    if findings := (*unreadable, *corpus.malformed, *corpus.mismatches):
        return in_order(findings)
    sampler = sampling(language(SOURCE_LANGUAGE, english(messages)))

    def samples() -> Samples:
        edition = Pages(Wording(env, sampler), corpus.proven, cover(corpus.proven))
        edition.render()
        edition.info()
        return sampler.samples

    return _rendered(project, samples)


def pages_with(about: About) -> tuple[str, ...]:
    """The pages that show an example to readers."""
    shown = about.shown_on.partition("#")[0]
    return (shown, "proof") if shown else ("proof",)
