"""Sentences that somebody has confirmed: when one changes, its checks and translations are suspect.

The plays that prove a sentence, and its translations, were written for exactly these words. So
the confirmed words are kept in a file, and a sentence that differs from them fails the build
until ``rami-docs confirm`` says that plays and translations still fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import yaml

from rami_engine.rules import Rule
from rami_examples.catalogs.catalog import SOURCE_LANGUAGE
from rami_examples.claims.yaml_source import Mapping as YamlMapping
from rami_examples.claims.yaml_source import Scalar, read_yaml, repeated_keys
from rami_examples.files import write_whole
from rami_examples.findings import Finding, Findings, Kind
from rami_examples.pages.prose import Stated
from rami_examples.proof.verify import Proven

CONFIRMED = Path("rami_examples/confirmed.yaml")
_HEAD = "# The sentences of the rules as they were confirmed; written by `rami-docs confirm`.\n"


def check_confirmed(
    project: Path, stated: Iterable[Stated], proven: Sequence[Proven], languages: tuple[str, ...]
) -> Findings:
    """Every sentence whose English words are not the confirmed ones, with what depends on it."""
    confirmed, findings = read_confirmed(project)
    suspect = [
        _suspect(sentence, confirmed.get(sentence.rule.value, ""), proven, languages)
        for sentence in stated
        if confirmed.get(sentence.rule.value) != sentence.text
    ]
    return (*findings, *suspect)


def read_confirmed(project: Path) -> tuple[Mapping[str, str], Findings]:
    """The confirmed sentences by rule id; none where the file does not exist yet."""
    path = project / CONFIRMED
    if not path.exists():
        return {}, ()
    node = read_yaml(path, CONFIRMED)
    if isinstance(node, Finding):
        return {}, (node,)
    if not isinstance(node, YamlMapping):
        message = "is not a list of rule ids with their sentences"
        return {}, (Finding(Kind.CORPUS_SHAPE, node.place, message, "rami-docs confirm"),)
    texts = {key.text: value.text for key, value in node.entries if isinstance(value, Scalar)}
    return texts, repeated_keys(node)


def confirm(project: Path, stated: Iterable[Stated], rules: frozenset[str]) -> tuple[Rule, ...]:
    """Write down the present words of these rules' sentences; all of them where none is named.

    Returns the rules whose confirmed words changed. Rules that are gone leave the file.
    """
    before, _ = read_confirmed(project)
    after: dict[str, str] = {}
    changed: list[Rule] = []
    for sentence in sorted(stated, key=lambda sentence: list(Rule).index(sentence.rule)):
        name = sentence.rule.value
        if not rules or name in rules:
            after[name] = sentence.text
        elif name in before:
            after[name] = before[name]
        if after.get(name) != before.get(name):
            changed.append(sentence.rule)
    text = yaml.safe_dump(after, allow_unicode=True, sort_keys=False, width=100)
    write_whole(project / CONFIRMED, _HEAD + text)
    return tuple(changed)


def _suspect(
    sentence: Stated, confirmed: str, proven: Sequence[Proven], languages: tuple[str, ...]
) -> Finding:
    rule = sentence.rule.value
    checks = [check.about.id for check in proven if sentence.rule in check.about.proves]
    translated = [tag for tag in languages if tag != SOURCE_LANGUAGE]
    was = f"was confirmed as {confirmed!r}" if confirmed else "has not been confirmed yet"
    return Finding(
        Kind.RULE_SUSPECT,
        sentence.place,
        f"{rule}: the sentence {was}; its checks ({', '.join(checks) or 'none'}) and its "
        f"translations ({', '.join(translated) or 'none'}) may no longer fit {sentence.text!r}",
        f"look at them, then `rami-docs confirm {rule}`",
        rule=rule,
        documented=confirmed,
        engine=sentence.text,
        languages=languages,
    )
