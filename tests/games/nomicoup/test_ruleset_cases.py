"""Runs the situations of rules, propositions and clarifications."""

from pathlib import Path

import pytest

from tests.games.chat_stories import ChatCase, check, read_cases, records
from tests.games.nomicoup.stage import played
from tracker.games.nomicoup.codes import CODES
from tracker.games.nomicoup.law import CLAUSES, PARAMETERS

CHAPTERS = ("rule_tree", "propositions", "clarifications")
CASES = [
    case for chapter in CHAPTERS for case in read_cases(Path(__file__).parent / "cases" / f"{chapter}.toml", "nomicoup")
]
SWITCHES = [
    name
    for name, parameter in PARAMETERS.items()
    if parameter.choices and parameter.clause >= "COUP-075" and name != "operator_may_play"
]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.chapter}: {case.name}")


@every_case
def test_situation(case: ChatCase) -> None:
    if differences := check(case, played(case)):
        pytest.fail("\n".join(differences), pytrace=False)


@every_case
def test_case_expects_something_and_names_only_what_there_is(case: ChatCase) -> None:
    assert any(expect.can_fail() for expect in case.expects) or case.events or case.refused
    assert case.clauses
    assert set(case.clauses) <= set(CLAUSES)
    assert {refusal.split()[1] for refusal in case.refused} <= set(CODES)


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_of_these_chapters_is_turned_in_some_situation(name: str) -> None:
    turned = {
        record["value"]
        for case in CASES
        for record in records(case)
        if record["kind"] == "setting" and record["name"] == name
    }
    assert set(PARAMETERS[name].choices[1:]) <= turned
