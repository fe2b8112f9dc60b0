"""Findings for people and for machines: one model, five outputs with the same content."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rami_examples.findings import Findings
from rami_examples.report.github import github
from rami_examples.report.json import json_report
from rami_examples.report.junit import junit
from rami_examples.report.sarif import sarif

MACHINE_FORMATS: Mapping[str, Callable[[Findings], str]] = {
    "json": json_report,
    "junit": junit,
    "sarif": sarif,
    "github": github,
}
"""The outputs for machines: findings as text."""

FORMATS = ("text", *MACHINE_FORMATS)
