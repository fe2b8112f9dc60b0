"""What the build and the command line call: a folder or an address of this machine, audited."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rami_examples.audit.mirror import mirror
from rami_examples.audit.site import audit_site, start_addresses
from rami_examples.catalogs.incomplete import Incomplete
from rami_examples.catalogs.messages import read_sources
from rami_examples.findings import Findings
from rami_examples.pages.languages import read_languages
from rami_examples.pages.templating import environment
from rami_examples.pages.wording import Wording
from rami_examples.sources import check_sources


def audit(
    project: Path, where: str, tags: Sequence[str], incomplete: Incomplete = Incomplete.REFUSE
) -> Findings:
    """Audit a finished site in these languages: a folder, or its address on this machine.

    A fault of the project's own catalogs comes first: without them no word can be checked.
    Raises OSError where nothing can be read there, and mirror.NotHere for another machine.
    """
    if strays := check_sources(project):
        return strays
    messages, unreadable = read_sources(project)
    languages, faulty = read_languages(project, tags, messages, incomplete)
    if faults := tuple(each for each in (*unreadable, *faulty) if not each.warning):
        return faults
    env = environment(project)
    wordings = [Wording(env, language) for language in languages]
    if not where.startswith(("http://", "https://")):
        folder = Path(where)
        if not folder.is_dir():
            raise NotADirectoryError(f"{where} is no folder")
        return audit_site(folder, wordings)
    with TemporaryDirectory() as folder_name:
        folder = Path(folder_name)
        mirror(where, start_addresses(languages), folder)
        return audit_site(folder, wordings)
