"""Shards put together: one site, the same to the byte as if one machine had built it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rami_examples.audit.site import audit_site
from rami_examples.build import SITE
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.digests import file_digest
from rami_examples.findings import Finding, Findings, Kind, Place
from rami_examples.rulebook import Sources, check
from rami_examples.settings import SETTINGS
from rami_examples.shards.origin import difference, origin
from rami_examples.shards.shard import MANIFEST, Shard, read_manifest
from rami_examples.site.outputs import write_files
from rami_examples.site.publish import put_in_place, staging
from rami_examples.sources import is_plain_file

_MOST_BYTES = 100_000_000  # of one file; what is larger was not built here


def merge_into_place(
    project: Path,
    site: tuple[str, ...],
    folders: Sequence[Path],
    say: Callable[[str], None],
    incomplete: Incomplete = Incomplete.REFUSE,
) -> int | Findings:
    """Make ``site/`` in the languages ``site`` from shards, or leave the old one.

    Returns how many files the site has, or what is wrong: with the shards, with the sources, which
    are verified here too, or with what they make together. ``say`` is told what is being done.
    Raises Faulty where the file system refuses.
    """
    say("Looking at the shards …")
    shards, unreadable = _read(folders)
    if findings := (*unreadable, *_misfits(project, site, shards, complete=not unreadable)):
        return findings
    say("Verifying the corpus …")
    sources = check(project, site, incomplete)
    if not isinstance(sources, Sources):
        return sources
    with staging(project) as new:
        say("Putting the site together …")
        faults: list[Finding] = []
        # The root first: the pages of a language take the place of what docs/ has for it.
        for folder, shard in sorted(shards, key=lambda each: not each[1].has_root):
            faults += _copy(folder, shard, new)
        if faults:
            return tuple(faults)
        say("Reading the finished site back …")
        if findings := audit_site(new, sources.wordings):
            return findings
        put_in_place(new, project / SITE)
    return sum(len(shard.files) for _, shard in shards)


def _read(folders: Sequence[Path]) -> tuple[Sequence[tuple[Path, Shard]], Findings]:
    shards: list[tuple[Path, Shard]] = []
    findings: list[Finding] = []
    for folder in folders:
        try:
            shards.append((folder, read_manifest(folder)))
        except (OSError, ValueError, RecursionError) as error:
            what = f"cannot be read as a shard: {error}"
            findings.append(_fault(folder, what, "a folder from `rami-docs shard`"))
    return tuple(shards), tuple(findings)


def _misfits(
    project: Path, site: tuple[str, ...], shards: Sequence[tuple[Path, Shard]], *, complete: bool
) -> Iterator[Finding]:
    """What keeps shards from being one site; ``complete`` tells that all could be read."""
    ours = origin(project)
    for folder, shard in shards:
        if differs := difference(shard.origin, ours):
            what = f"was built from something else than is here: {differs}"
            yield _fault(folder, what, "all shards, and the merge, from one state of the project")
        elif shard.site != site:
            what = f"is a part of a site in {', '.join(shard.site)}"
            yield _fault(folder, what, f"of one in {', '.join(site)}")
    count = Counter(tag for _, shard in shards for tag in shard.languages)
    for tag in count:
        if count[tag] > 1:
            where = [str(folder) for folder, shard in shards if tag in shard.languages]
            what = f"{tag} is in {len(where)} shards: {', '.join(where)}"
            yield _fault(Path(where[-1]), what, "every language in one shard")
    for tag in site:
        if complete and tag not in count:
            what = f"{tag} is in none of the shards"
            yield _fault(SETTINGS, what, f"rami-docs shard FOLDER --languages {tag}")


def _copy(folder: Path, shard: Shard, site: Path) -> Iterator[Finding]:
    """Copy a shard's files, each checked against its digest."""
    right = "the shard as it was built"
    present = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    if links := sorted(address for address, path in present.items() if path.is_symlink()):
        yield _fault(folder, f"holds links: {', '.join(links)}", right)  # to who knows what
        return
    for address, wanted in shard.files.items():
        if not shard.owns(address):
            yield _fault(folder, f"{address} is not its to give", right)
            continue
        path = present.get(address)  # so never one that leads out of the folder
        content = path.read_bytes() if path and is_plain_file(path, _MOST_BYTES) else None
        if content is None or file_digest(content) != wanted:
            what = "is missing" if content is None else "has changed since it was built"
            yield _fault(folder, f"{address} {what}", right)
        else:
            write_files(site, {address: content})
    files = {address for address, path in present.items() if path.is_file()}
    for address in sorted(files - shard.files.keys() - {MANIFEST}):
        yield _fault(folder, f"{address} is in the folder, but not in the shard", right)


def _fault(where: Path, what: str, right: str) -> Finding:
    return Finding(Kind.SHARD_MISFIT, Place(where), what, right)
