"""Runs every situation of Ducks through a replay, and holds the case files to their form."""

from tracker.games.ducks.codes import CODES

from tests.games.chat_cases import Situations, cases_of, each_case_and_switch, switches_of
from tracker.games.ducks.law import CLAUSES, PARAMETERS

CASES = cases_of(__file__, "ducks")

pytest_generate_tests = each_case_and_switch


class TestSituations(Situations):
    cases = CASES
    clauses = CLAUSES
    codes = CODES
    switches = switches_of(PARAMETERS)
