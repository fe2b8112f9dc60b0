"""A whole site from its parts: those that are kept, and those that have to be built."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from rami_examples.audit.site import audit_whole
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.files import move_into
from rami_examples.findings import Findings, has_faults, in_order
from rami_examples.page_names import PAGES
from rami_examples.pages.book import LanguageInfo, leading
from rami_examples.pages.languages import by_name, read_languages
from rami_examples.pages.wording import Wording
from rami_examples.parts.bytecode import bytecode, compile_templates, is_new
from rami_examples.parts.ground import ground_of
from rami_examples.parts.kept import (
    FORMAT,
    Files,
    Kept,
    KeptLanguage,
    Old,
    files_of,
    intact,
    take_over,
)
from rami_examples.parts.keys import Keys, framed, root_key
from rami_examples.parts.part import BuiltLanguage, Part, Plan, build_part, build_root
from rami_examples.parts.workers import beside, spread
from rami_examples.rulebook import Ground, site_title
from rami_examples.site.mkdocs_build import Templates
from rami_examples.site.publish import work_folder

_AT_ONCE = 5  # languages that one process builds: memory grows with them


@dataclass(frozen=True, slots=True)
class Order:
    """A site to be built: in which languages, and what is done about what they lack.

    ``say`` is told what is being done; ``most`` processes work at a time.
    """

    project: Path
    languages: tuple[str, ...]
    incomplete: Incomplete
    say: Callable[[str], None]
    most: int


def build_parts(order: Order, folder: Path, keys: Keys, old: Old) -> Kept | Findings:
    """Make a whole site in ``folder``, which `publish.staging` gives, and read it back.

    What of the ``old`` site has the same keys still is taken over.
    """
    compiled = bytecode(order.project)
    most = order.most if is_new(compiled) else 1  # else there is hardly anything to compile
    with beside(lambda: compile_templates(order.project, compiled), most):
        order.say("Verifying the corpus …")
        ground = ground_of(order.project, order.languages, keys, compiled)
        plan, faults = _plan(order, ground, keys, old, Templates(compiled))
        order.say("Building the pages …")
        made = _languages(plan, keys, old, work_folder(folder), order.most)
    if has_faults(wrong := ground.findings_with(made.faulty)):
        return wrong
    faults += made.faults
    if faults and not made.complete:
        return in_order(faults)
    root, found = _root(made.known_in(plan), keys, old, folder)
    faults += found
    if root is None:
        return in_order(faults)
    _put_in(made, old, folder)
    order.say("Reading the finished site back …")
    known = {**made.kept, **_now_kept(plan, keys, made.built)}
    languages = tuple(known[tag] for tag in order.languages)
    faults += tuple(audit_whole(folder, [language.facts for language in languages]))
    if faults:
        return in_order(faults)
    taken = frozenset(name for language in languages for name in language.files)
    files = {name: of for name, of in root.files.items() if name not in taken}
    summary = _summary(ground, order.languages)
    return Kept(
        FORMAT, plan.title or "", languages, root.key, files, summary, ground.findings_with(())
    )


def _plan(
    order: Order, ground: Ground, keys: Keys, old: Old, theme: Templates
) -> tuple[Plan, Findings]:
    """What all parts have in common, and what is wrong with the templates of that."""
    infos: list[LanguageInfo] = []
    for tag in order.languages:
        kept = old.language(tag)
        if kept and kept.own == keys.own[tag]:
            infos.append(kept.info)
        else:
            infos.append(by_name(order.project, tag, order.incomplete, lambda: ground.messages))
    tag = leading(infos).tag
    languages, faulty = read_languages(order.project, (tag,), ground.messages, order.incomplete)
    root, title = None, None
    if not has_faults(ground.findings_with(faulty)):
        root = Wording(ground.env, languages[0])
        title = site_title(order.project, root)
    known = title if isinstance(title, str) else None
    plan = Plan(order.project, order.incomplete, ground, tuple(infos), root, known, theme)
    return plan, title if isinstance(title, tuple) else ()


# ----------------------------------------------------------------------------------- languages


@dataclass(frozen=True, slots=True)
class Job:
    """Languages to be built together, into a folder of their own."""

    tags: tuple[str, ...]
    folder: Path


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages of a site by their tags: ``kept`` from the old site, or ``built``.

    ``jobs`` hold the pages of those that were built. ``faulty`` is what is wrong with catalogs,
    ``faults`` what went wrong later.
    """

    kept: Mapping[str, KeptLanguage]
    built: Mapping[str, BuiltLanguage]
    jobs: tuple[Job, ...]
    faulty: Findings
    faults: Findings

    @property
    def complete(self) -> bool:
        """Whether there are pages in all languages."""
        return all(tag in self.built for job in self.jobs for tag in job.tags)

    def known_in(self, plan: Plan) -> Plan:
        """The plan, with all that is known of the languages now."""
        known = {tag: each.info for tag, each in self.kept.items()}
        known |= {tag: each.info for tag, each in self.built.items()}
        return replace(plan, languages=tuple(known.get(i.tag, i) for i in plan.languages))


def _languages(plan: Plan, keys: Keys, old: Old, workshop: Path, most: int) -> Languages:
    """Build the languages that the old site has not got as they would be now."""
    found = {info.tag: _still(plan, keys, old, info.tag) for info in plan.languages}
    kept = {tag: language for tag, language in found.items() if language}
    jobs = _jobs([tag for tag in found if tag not in kept], workshop, most)
    shares = [share for number in range(most) if (share := jobs[number::most])]
    parts = [
        part for share in spread(lambda jobs: _built(plan, jobs), shares, most) for part in share
    ]
    return Languages(
        kept,
        {tag: built for part in parts for tag, built in part.languages.items()},
        jobs,
        tuple(finding for part in parts for finding in part.faulty),
        tuple(finding for part in parts for finding in part.faults),
    )


def _still(plan: Plan, keys: Keys, old: Old, tag: str) -> KeptLanguage | None:
    """A language of the old site, if its pages would be built the same again."""
    found, own = old.language(tag), keys.own[tag]
    if plan.title is None or found is None:
        return None
    same = (found.own, found.framed) == (own, framed(own, plan.languages, plan.title))
    return found if same else None


def _jobs(tags: Sequence[str], workshop: Path, most: int) -> tuple[Job, ...]:
    """Languages shared out evenly: to all workers as many jobs, and about as many to a job."""
    count = min(len(tags), most * -(-len(tags) // (most * _AT_ONCE)))
    ends = [len(tags) * number // count for number in range(count + 1)] if count else []
    return tuple(
        Job(tuple(tags[start:end]), workshop / str(number))
        for number, (start, end) in enumerate(pairwise(ends))
    )


def _built(plan: Plan, jobs: Sequence[Job]) -> list[Part]:
    """Build one job after the other.

    What is no longer needed of one gives its memory to the next, so that a site in many languages
    takes hardly more of it than one in few.
    """
    parts: list[Part] = []
    for job in jobs:
        if parts:
            gc.collect()  # all of it: what caches have held for a while is no longer young
        parts.append(build_part(plan, job.tags, job.folder))
    return parts


def _now_kept(
    plan: Plan, keys: Keys, built: Mapping[str, BuiltLanguage]
) -> dict[str, KeptLanguage]:
    assert plan.title is not None
    kept: dict[str, KeptLanguage] = {}
    for tag, each in built.items():
        own = keys.own[tag]
        frame = framed(own, plan.languages, plan.title)
        kept[tag] = KeptLanguage(own, frame, each.info, each.facts, each.warnings, each.files)
    return kept


def _put_in(made: Languages, old: Old, folder: Path) -> None:
    """Put the pages of the languages where they belong.

    docs/ may have given their folders something, too.
    """
    for language in made.kept.values():
        take_over(language.files, old.folder, folder)
    for source in [job.folder / tag for job in made.jobs for tag in job.tags]:
        move_into(source, folder / source.name)


# ------------------------------------------------------------------------ what belongs to none


@dataclass(frozen=True, slots=True)
class Root:
    """What belongs to no language, by its key."""

    key: str
    files: Files


def _root(plan: Plan, keys: Keys, old: Old, folder: Path) -> tuple[Root | None, Findings]:
    """Build the root of a site into ``folder``, or take it over; None where it cannot be built.

    All languages have to be known wholly in ``plan``.
    """
    assert plan.title is not None
    key = root_key(keys, plan.languages, plan.title)
    if old.kept.root == key and intact(old.kept.files, old.files):
        take_over(old.kept.files, old.folder, folder)
        return Root(key, old.kept.files), ()
    if faults := build_root(plan, folder):
        return None, faults
    return Root(key, files_of(folder)), ()


def _summary(ground: Ground, languages: tuple[str, ...]) -> Mapping[str, int]:
    return {
        "examples": len(ground.proven),
        "rules": ground.coverage.total,
        "languages": len(languages),
        "pages": len(languages) * len(PAGES) + 1,
        "verify_ms": round(1000 * ground.seconds),
    }
