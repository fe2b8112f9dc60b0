"""Where the time of our build goes: looked at a few hundred times a second, from beside it.

Nothing in the build knows of this: a stage is told by the functions that are at work. To be run in
a copy of the project, ``python -m rami_examples.bench.stages``; prints JSON.

The build does all in one process here, so that all is seen; the work of processors is the same.
A look has to wait while a library in C is at work, so what counts is the time since the last one;
it is the processor's, which nothing else on the machine adds to.
"""

from __future__ import annotations

import json
import sys
import threading
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter, process_time
from types import FrameType

from rami_examples.build import Built, build_into_place
from rami_examples.findings import Faulty
from rami_examples.settings import declared_incomplete, declared_languages

_EVERY = 0.003  # seconds

# A module's path from its package on, and a function in it -> the stage; the innermost one counts.
STAGES: Mapping[tuple[str, str], str] = {
    ("rami_examples/proof/verify.py", "verify"): "verify",
    ("rami_examples/claims/load.py", "load_corpus"): "read corpus",
    ("rami_examples/sources.py", "check_sources"): "read corpus",
    ("rami_examples/catalogs/messages.py", "read_sources"): "read templates",
    ("rami_examples/catalogs/messages.py", "check_messages"): "read templates",
    ("rami_examples/pages/prose.py", "read_prose"): "read templates",
    ("rami_examples/pages/places.py", "check_places"): "read templates",
    ("rami_examples/pages/confirmed.py", "check_confirmed"): "read templates",
    ("rami_examples/pages/languages.py", "read_languages"): "catalogs",
    ("rami_examples/rulebook.py", "write_part"): "render",
    ("rami_examples/site/blocks.py", "render"): "Markdown",
    ("rami_examples/site/blocks.py", "converter_of"): "Markdown",
    ("mkdocs/commands/build.py", "_build_page"): "theme",
    ("mkdocs/commands/build.py", "_build_theme_template"): "theme",
    ("rami_examples/site/frame.py", "frame"): "theme",
    ("rami_examples/site/head.py", "head_of"): "head",
    ("rami_examples/site/policy.py", "with_policy"): "policy",
    ("rami_examples/site/search_index.py", "search_indexes"): "search",
    ("rami_examples/site/pictures.py", "png"): "pictures",
    ("rami_examples/site/sitemaps.py", "sitemaps"): "sitemaps",
    ("mkdocs/utils/__init__.py", "write_file"): "write",
    ("mkdocs/utils/__init__.py", "copy_file"): "write",
    ("mkdocs/utils/__init__.py", "clean_directory"): "write",
    ("rami_examples/site/publish.py", "put_in_place"): "write",
    ("rami_examples/site/publish.py", "staging"): "write",
    ("rami_examples/site/sections.py", "read_sections"): "sections",
    ("rami_examples/audit/language.py", "audit_language"): "audit",
    ("rami_examples/audit/site.py", "audit_whole"): "audit",
    ("rami_examples/audit/api.py", "check_api"): "audit",
    ("rami_examples/parts/keys.py", "keys_of"): "keys",
    ("rami_examples/parts/kept.py", "files_of"): "keys",
    ("rami_examples/parts/kept.py", "write_kept"): "keys",
    ("rami_examples/parts/site.py", "_put_in"): "write",
    ("mkdocs/config/base.py", "load_config"): "settings",
    ("mkdocs/theme.py", "get_env"): "settings",
    ("jinja2/loaders.py", "load"): "compile",
}
OTHER = "other"
# Counts with all that is done in it: the audit asks the engine again.
_WHOLE = "audit"


def stage_of(frame: FrameType | None) -> str:
    """The stage that a thread is in, given what it is doing."""
    innermost = ""
    while frame is not None:
        code = frame.f_code
        name = "/".join(Path(code.co_filename).parts[-3:])
        stage = STAGES.get((name, code.co_name)) or STAGES.get(
            (name.partition("/")[2], code.co_name), ""
        )
        if stage == _WHOLE:
            return stage
        innermost = innermost or stage
        frame = frame.f_back
    return innermost or OTHER


class Sampler:
    """Tells in which stages the thread that makes it is, while the context is open.

    ``seconds`` are the processor's for each stage.
    """

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._thread = threading.get_ident()
        self._ended = threading.Event()
        self._looking = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Sampler:
        self._before = sys.getswitchinterval()
        sys.setswitchinterval(_EVERY / 10)  # else a look would wait, and most likely see a pause
        self._looking.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._looking.join()
        sys.setswitchinterval(self._before)

    def _look(self) -> None:
        last = process_time()
        while not self._ended.wait(_EVERY):
            stage = stage_of(sys._current_frames().get(self._thread))
            now = process_time()
            self.seconds[stage] += now - last
            last = now


def main() -> None:
    """Build the project of this folder, and print its stages in seconds."""
    project = Path.cwd()
    start = perf_counter()
    with Sampler() as sampler:
        try:
            incomplete = declared_incomplete(project)
            built = build_into_place(
                project, declared_languages(project), lambda _: None, incomplete, most=1
            )
        except Faulty as faulty:
            built = faulty.findings
    seconds = perf_counter() - start
    if not isinstance(built, Built):
        raise SystemExit("\n".join(map(str, built)))
    report = {
        "seconds": seconds,
        "verify": built.summary["verify_ms"] / 1000,
        "stages": dict(sorted(sampler.seconds.items(), key=lambda stage: -stage[1])),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
