"""A whole site from its parts: those that are kept, and those that have to be built."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rami_examples.audit.site import audit_whole
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.findings import Findings, has_faults
from rami_examples.pages.book import LanguageInfo
from rami_examples.pages.languages import by_name, read_languages
from rami_examples.pages.render import PAGES
from rami_examples.parts.ground import ground_of
from rami_examples.parts.kept import (
    FORMAT,
    Kept,
    KeptLanguage,
    Old,
    files_of,
    intact,
    take_over,
)
from rami_examples.parts.keys import Keys, framed, leading_of, root_key
from rami_examples.parts.part import BuiltLanguage, Plan, build_part
from rami_examples.parts.workers import spread
from rami_examples.rulebook import Ground, in_order, site_title
from rami_examples.site.publish import shed

_AT_ONCE = 5  # languages that one process builds: memory grows with them


@dataclass(frozen=True, slots=True)
class Job:
    """Languages to be built together, into a folder of their own."""

    tags: tuple[str, ...]
    folder: Path


def build_parts(
    project: Path,
    languages: tuple[str, ...],
    folder: Path,
    keys: Keys,
    old: Old,
    say: Callable[[str], None],
    incomplete: Incomplete,
    most: int,
) -> Kept | Findings:
    """Make a whole site in ``folder``, which `publish.staging` gives, and read it back.

    What of the ``old`` site has the same keys still is taken over. ``say`` is told what is being
    done; ``most`` processes do it.
    """
    say("Verifying the corpus …")
    ground = ground_of(project, languages, keys)
    plan, faulty, faults = _plan(project, languages, ground, keys, old, incomplete)
    leading = plan.leading
    others = [tag for tag in languages if tag != leading]
    kept = _kept(plan, keys, old)
    say("Building the pages …")
    jobs = _jobs([tag for tag in others if tag not in kept], shed(folder), most)
    parts = list(spread(lambda job: build_part(plan, job.tags, job.folder), jobs, most))
    faulty += tuple(finding for part in parts for finding in part.faulty)
    if has_faults(told := ground.told(faulty)):
        return told
    faults += tuple(finding for part in parts for finding in part.faults)
    built = {tag: each for part in parts for tag, each in part.languages.items()}
    if faults and len(built) + len(kept) < len(others):
        return in_order(faults)
    infos = {tag: each.info for tag, each in built.items()}
    infos |= {tag: each.info for tag, each in kept.items()}
    whole = replace(plan, languages=tuple(infos.get(i.tag, i) for i in plan.languages))
    root = _root_key(whole, keys)
    if leading in kept and old.kept.root == root and intact(old.kept.files, old.files):
        files = old.kept.files
        take_over([*files, *kept[leading].files], old.folder, folder)
    else:
        kept.pop(leading, None)
        part = build_part(whole, (leading,), folder, has_root=True)
        faults += part.faults
        if not part.languages:
            return in_order(faults)
        built |= part.languages
        own = part.languages[leading]
        known = tuple(own.info if i.tag == leading else i for i in whole.languages)
        whole = replace(whole, languages=known)
        root = _root_key(whole, keys)
        files = {name: of for name, of in files_of(folder).items() if name not in own.files}
    for tag in others:
        if tag in kept:
            take_over(kept[tag].files, old.folder, folder)
    for job in jobs:
        _move(job, folder)
    say("Reading the finished site back …")
    made = {tag: _now_kept(plan, keys, tag, each) for tag, each in built.items()} | kept
    in_site = tuple(made[tag] for tag in languages)
    faults += tuple(audit_whole(folder, [each.facts for each in in_site]))
    if faults:
        return in_order(faults)
    files = {name: of for name, of in files.items() if not any(name in e.files for e in in_site)}
    return Kept(
        FORMAT, plan.title or "", in_site, root, files, _summary(ground, languages), ground.told(())
    )


def _plan(
    project: Path,
    languages: tuple[str, ...],
    ground: Ground,
    keys: Keys,
    old: Old,
    incomplete: Incomplete,
) -> tuple[Plan, Findings, Findings]:
    """What all parts have in common; what is wrong with the leading catalog, and with templates."""
    infos: list[LanguageInfo] = []
    for tag in languages:
        kept = old.language(tag)
        if kept and kept.own == keys.own[tag]:
            infos.append(kept.info)
        else:
            infos.append(by_name(project, tag, incomplete, lambda: ground.messages))
    leading = leading_of(infos)
    tongues, faulty = read_languages(project, (leading,), ground.messages, incomplete)
    title: str | Findings | None = None
    if not has_faults(ground.told(faulty)):
        title = site_title(project, ground, tongues[0])
    known = title if isinstance(title, str) else None
    assert ground.env.bytecode_cache
    plan = Plan(project, incomplete, ground, tuple(infos), known, ground.env.bytecode_cache)
    return plan, faulty, title if isinstance(title, tuple) else ()


def _kept(plan: Plan, keys: Keys, old: Old) -> dict[str, KeptLanguage]:
    """The languages of the old site whose pages would be built the same again."""
    if plan.title is None:
        return {}
    kept: dict[str, KeptLanguage] = {}
    for info in plan.languages:
        found = old.language(info.tag)
        own = keys.own[info.tag]
        if found and (found.own, found.framed) == (own, framed(own, plan.languages, plan.title)):
            kept[info.tag] = found
    return kept


def _jobs(tags: Sequence[str], workshop: Path, most: int) -> tuple[Job, ...]:
    """Languages shared out evenly among the workers."""
    size = max(1, min(_AT_ONCE, -(-len(tags) // most)))
    chunks = [tuple(tags[start : start + size]) for start in range(0, len(tags), size)]
    return tuple(Job(chunk, workshop / str(number)) for number, chunk in enumerate(chunks))


def _root_key(plan: Plan, keys: Keys) -> str:
    assert plan.title is not None
    return root_key(keys, plan.languages, plan.title)


def _now_kept(plan: Plan, keys: Keys, tag: str, built: BuiltLanguage) -> KeptLanguage:
    assert plan.title is not None
    frame = framed(keys.own[tag], plan.languages, plan.title)
    return KeptLanguage(keys.own[tag], frame, built.info, built.facts, built.warnings, built.files)


def _move(job: Job, folder: Path) -> None:
    """Put the pages of a job where they belong; docs/ may have given that folder something too."""
    for tag in job.tags:
        for path in sorted((job.folder / tag).rglob("*")):
            target = folder / path.relative_to(job.folder)
            if path.is_dir():
                target.mkdir(parents=True, exist_ok=True)
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                path.replace(target)


def _summary(ground: Ground, languages: tuple[str, ...]) -> Mapping[str, int]:
    return {
        "examples": len(ground.proven),
        "rules": ground.coverage.total,
        "languages": len(languages),
        "pages": len(languages) * len(PAGES) + 1,
        "verify_ms": round(1000 * ground.seconds),
    }
