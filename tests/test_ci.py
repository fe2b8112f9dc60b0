"""What a code host and pre-commit are told to run is there, is pinned, and may do little."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from rami_examples.cli import main

PROJECT = Path(__file__).resolve().parent.parent
WORKFLOW = PROJECT / ".github" / "workflows" / "rulebook.yml"
HOOKS = PROJECT / ".pre-commit-config.yaml"
PINNED = re.compile(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


class _Yaml(yaml.SafeLoader):
    """YAML as code hosts read it: ``on`` is a word."""


_Yaml.yaml_implicit_resolvers = {
    first: [pair for pair in pairs if pair[0] != "tag:yaml.org,2002:bool" or first not in "oO"]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def workflow() -> dict[str, Any]:
    loaded = yaml.load(WORKFLOW.read_text(encoding="utf-8"), _Yaml)
    assert isinstance(loaded, dict)
    return loaded


JOBS: dict[str, Any] = workflow()["jobs"]


def steps() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, job in JOBS.items():
        for step in job["steps"]:
            yield name, step


def commands() -> list[str]:
    """Every line that the workflow or a hook runs."""
    lines = [line for _, step in steps() for line in step.get("run", "").splitlines()]
    hooks = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))["repos"][0]["hooks"]
    return [*lines, *(hook["entry"] for hook in hooks)]


def test_every_action_is_pinned_to_a_commit_and_says_which_version_that_is() -> None:
    used = re.findall(r"uses: (.*)", WORKFLOW.read_text(encoding="utf-8"))
    assert used
    assert [action for action in used if not PINNED.fullmatch(action)] == []


def test_a_job_may_read_and_only_publishing_may_do_more() -> None:
    assert workflow()["permissions"] == {}
    may = {name: job["permissions"] for name, job in JOBS.items()}
    assert may.pop("publish") == {"pages": "write", "id-token": "write"}
    assert all(permissions == {"contents": "read"} for permissions in may.values())


def test_no_checkout_leaves_its_credentials_behind() -> None:
    checkouts = [step for _, step in steps() if "checkout@" in step.get("uses", "")]
    assert checkouts
    assert all(step["with"] == {"persist-credentials": False} for step in checkouts)


def test_nothing_that_a_stranger_wrote_becomes_part_of_a_command() -> None:
    assert [line for line in commands() if "${{" in line] == []


def test_pull_requests_are_checked_and_the_main_branch_alone_is_published() -> None:
    assert set(workflow()["on"]) == {"push", "pull_request", "workflow_dispatch"}
    assert "github.event_name != 'pull_request'" in JOBS["publish"]["if"]
    assert "default_branch" in JOBS["publish"]["if"]
    assert workflow()["concurrency"]["group"]


def test_every_job_has_an_end_and_nothing_is_published_untested() -> None:
    assert all(job["timeout-minutes"] <= 30 for job in JOBS.values())
    assert JOBS["publish"]["needs"] == "build"
    assert set(JOBS["build"]["needs"]) == {"check", "test"}


@pytest.mark.parametrize("line", [line for line in commands() if "rami-docs" in line])
def test_every_command_of_ours_exists_with_its_options(line: str) -> None:
    _, name, *arguments = line.split()
    command = main.get_command(click.Context(main), name)
    assert command
    known = {option for parameter in command.params for option in parameter.opts}
    assert {argument for argument in arguments if argument.startswith("--")} <= known


@pytest.mark.parametrize("script", re.findall(r"scripts/\w+\.py", " ".join(commands())))
def test_every_script_exists(script: str) -> None:
    assert (PROJECT / script).is_file()


def test_findings_of_a_pull_request_stand_at_their_lines() -> None:
    assert [line for line in commands() if "check" in line and "--format github" in line]


def test_every_declared_language_is_checked_in_a_job_of_its_own() -> None:
    assert "declared_languages" in " ".join(commands())
    assert JOBS["check"]["strategy"]["matrix"]["language"] == (
        "${{ fromJSON(needs.languages.outputs.tags) }}"
    )
