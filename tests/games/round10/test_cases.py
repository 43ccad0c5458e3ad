"""Runs every situation of Round 10 through a replay, and holds the case files to their form."""

from tests.games.chat_cases import Situations, cases_of, each_case_and_switch, switches_of
from tracker.games.round10.law import CLAUSES, CODES, PARAMETERS

CASES = cases_of(__file__, "round10")

pytest_generate_tests = each_case_and_switch


class TestSituations(Situations):
    cases = CASES
    clauses = CLAUSES
    codes = CODES
    switches = switches_of(PARAMETERS)
