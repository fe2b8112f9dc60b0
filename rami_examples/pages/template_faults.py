"""What is wrong with templates, told by where it stands in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from traceback import FrameSummary, extract_tb

from jinja2 import Environment, TemplateError

from rami_examples.catalogs.template_syntax import UNREADABLE, syntax_fault
from rami_examples.findings import Finding, Kind, Place
from rami_examples.pages.templating import TEMPLATES

THEME = TEMPLATES / "theme"


def template_fault(project: Path, error: Exception) -> Finding | None:
    """Where in the templates an error arose: the innermost frame that lies among them.

    None for an error that no template is the cause of, which is a bug.
    """
    folder = project / TEMPLATES
    frames = [f for f in extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(folder)]
    if not frames and not isinstance(error, TemplateError):
        return None
    message = f"{type(error).__name__}: {error}"
    if not frames:
        return _fault(Place(TEMPLATES), message)
    outermost, innermost = (_place(project, frame) for frame in (frames[0], frames[-1]))
    if outermost.path != innermost.path:
        message += f" (on the way from {outermost})"
    return _fault(innermost, message)


def _place(project: Path, frame: FrameSummary) -> Place:
    return Place(Path(frame.filename).relative_to(project), frame.lineno or 0)


def _fault(place: Place, message: str) -> Finding:
    return Finding(Kind.TEMPLATE_FAULT, place, message, "names that the pages know")


def check_theme(project: Path) -> Iterator[Finding]:
    """The overrides of the theme that Jinja cannot read."""
    env = Environment(extensions=["jinja2.ext.i18n"])  # as MkDocs reads them
    for path in sorted((project / THEME).rglob("*.html")):
        try:
            env.parse(path.read_text(encoding="utf-8"))
        except UNREADABLE as error:
            yield syntax_fault(path.relative_to(project), error)
