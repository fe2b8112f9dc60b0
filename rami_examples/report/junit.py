"""Findings as JUnit XML: a suite for each file, a case for each finding.

A fault is a failed case; a warning passes, and is printed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from xml.etree import ElementTree

from rami_examples.findings import Finding, Findings
from rami_examples.report.detail import detail

# What XML 1.0 cannot hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(findings: Findings) -> str:
    """A ``testsuites`` document; without findings, one case that passed."""
    count = _count(findings) if findings else {"tests": "1", "failures": "0", "errors": "0"}
    root = ElementTree.Element("testsuites", {"name": "rami-docs", **count})
    if not findings:
        suite = ElementTree.SubElement(root, "testsuite", {"name": "rami-docs", **count})
        ElementTree.SubElement(suite, "testcase", {"classname": "rami-docs", "name": "clean"})
    for path, group in groupby(findings, key=lambda finding: finding.place.path):
        _suite(root, _text(path.as_posix()), list(group))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _suite(root: ElementTree.Element, name: str, findings: list[Finding]) -> None:
    suite = ElementTree.SubElement(root, "testsuite", {"name": name, **_count(findings)})
    for finding in findings:
        place = finding.place
        case = ElementTree.SubElement(
            suite,
            "testcase",
            {
                "classname": finding.kind.value,
                # Viewers take two cases of one name for one.
                "name": _text(f"{place} {finding.message}"),
                "file": _text(place.path.as_posix()),
                "line": str(place.line),
            },
        )
        said = {"type": finding.kind.value, "message": _text(finding.message)}
        element = (
            ElementTree.SubElement(case, "system-out")
            if finding.warning
            else ElementTree.SubElement(case, "failure", said)
        )
        element.text = _text(f"{place}\n{detail(finding)}")


def _count(findings: Sequence[Finding]) -> dict[str, str]:
    failures = sum(not finding.warning for finding in findings)
    return {"tests": str(len(findings)), "failures": str(failures), "errors": "0"}


def _text(text: str) -> str:
    return _FORBIDDEN.sub("�", text)
