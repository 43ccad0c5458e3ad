"""The outcome of an audit: only what was looked up counts as passed."""

import json

import pytest

from scripts.audit import PASSED, UNKNOWN, VULNERABLE, outcome

SOUND = {"name": "a", "version": "1", "vulns": []}
FLAWED = {"name": "b", "version": "2", "vulns": [{"id": "CVE-2026-1"}]}
SKIPPED = {"name": "c", "skip_reason": "Dependency not found"}


@pytest.mark.parametrize(
    ("dependencies", "code"),
    [
        ([SOUND], PASSED),
        ([SOUND, FLAWED], VULNERABLE),
        ([FLAWED, SKIPPED], VULNERABLE),
        ([SOUND, SKIPPED], UNKNOWN),
        ([SKIPPED], UNKNOWN),
        ([], UNKNOWN),
    ],
)
def test_only_what_was_looked_up_counts_as_passed(dependencies: list[object], code: int) -> None:
    assert outcome(json.dumps({"dependencies": dependencies}))[0] == code


@pytest.mark.parametrize("report", ["", "<html>", "[]", "{}", "null"])
def test_no_answer_is_no_pass(report: str) -> None:
    assert outcome(report)[0] == UNKNOWN


def test_what_is_known_against_a_package_is_named() -> None:
    assert outcome(json.dumps({"dependencies": [FLAWED]}))[1] == "b 2: CVE-2026-1"
