"""Runs every situation of Ducks through a replay, shows its pages, and holds the case files to their form."""

import pytest

from tests.games.chat_cases import Situations, cases_of, each_case_and_switch, switches_of
from tests.games.chat_pages import check_pages_of
from tests.games.chat_stories import ChatCase
from tracker.games.ducks import GAME
from tracker.games.ducks.law import CLAUSES, CODES, PARAMETERS

CASES = cases_of(__file__, "ducks")
CARRIED_OUT_BY_PEOPLE = {"DUCK-059", "DUCK-115", "DUCK-177"}
"""Nothing can be carried out of them: an emoji may stand in a name, an ambition, and what a ruling binds to."""

pytest_generate_tests = each_case_and_switch


class TestSituations(Situations):
    cases = CASES
    clauses = CLAUSES
    codes = CODES
    switches = switches_of(PARAMETERS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.chapter}: {case.name}")
def test_pages_show_the_situation_and_stand_still_until_the_next_named_instant(case: ChatCase) -> None:
    check_pages_of(GAME, case)


def test_every_clause_is_carried_out_and_named_by_a_situation() -> None:
    carried_out = set(GAME.rules.carried_out())
    assert CLAUSES.keys() - carried_out == CARRIED_OUT_BY_PEOPLE
    assert all(CLAUSES[id].klass == "TEXT" for id in CARRIED_OUT_BY_PEOPLE)
    assert CLAUSES.keys() - {clause for case in CASES for clause in case.clauses} <= CARRIED_OUT_BY_PEOPLE
