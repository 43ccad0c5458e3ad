"""Runs every situation of Aeternus through a replay, and holds the case files to their form."""

from collections import Counter
from pathlib import Path

import pytest

from tests.games.chat_stories import ChatCase, check, read_cases, records
from tracker.app.replay import replay_records
from tracker.core.clause import Parameter
from tracker.games.aeternus.codes import CODES
from tracker.games.aeternus.law import CLAUSES, PARAMETERS

HERE = Path(__file__).parent
CASES = [case for path in sorted(HERE.glob("cases/*.toml")) for case in read_cases(path, "aeternus")]

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.chapter}: {case.name}")


@every_case
def test_situation(case: ChatCase) -> None:
    told = records(case)
    last = max(str(record.get("at") or record["not_after"]) for record in told)
    printed = replay_records("aeternus", told, [*case.instants, last])
    if differences := check(case, printed):
        pytest.fail("\n".join(differences), pytrace=False)


@every_case
def test_case_can_fail(case: ChatCase) -> None:
    assert any(expect.can_fail() for expect in case.expects) or case.events or case.refused, "nothing is expected"


@every_case
def test_case_names_only_clauses_and_codes_that_exist(case: ChatCase) -> None:
    findings = [finding for expect in case.expects for finding in (*expect.findings, *expect.no_findings)]
    named = {*case.clauses, *(finding.split()[1] for finding in findings if " " in finding)}
    named |= {refusal.split()[2] for refusal in case.refused if refusal.count(" ") > 1}
    assert case.clauses
    assert named <= set(CLAUSES)
    codes = {finding.split()[0] for finding in findings} | {refusal.split()[1] for refusal in case.refused}
    assert codes <= set(CODES)


def test_each_case_has_a_name_of_its_own() -> None:
    names = Counter((case.chapter, case.name) for case in CASES)
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("switch", [each for each in PARAMETERS.values() if each.choices], ids=lambda each: each.name)
def test_every_switch_is_turned_in_some_situation(switch: Parameter[str]) -> None:
    others = set(switch.choices) - {switch.values[0].value}
    turned = {
        record["value"]
        for case in CASES
        for record in records(case)
        if record["kind"] == "setting" and record["name"] == switch.name
    }
    assert others <= turned
