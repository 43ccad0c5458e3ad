"""Runs every situation of Nomicoup through a replay that tells secrets, and holds the case files to their form."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.chat_cases import Situations, cases_of, each_case_and_switch, switches_of
from tests.games.chat_stories import ChatCase
from tracker.app.asking.replay import gamestates, printed
from tracker.games.nomicoup import GAME
from tracker.games.nomicoup.law import CLAUSES, CODES, PARAMETERS

CASES = cases_of(__file__, "nomicoup")

pytest_generate_tests = each_case_and_switch


class TestSituations(Situations):
    cases = CASES
    clauses = CLAUSES
    codes = CODES
    switches = switches_of(PARAMETERS)

    def replayed(self, case: ChatCase, told: Sequence[Mapping[str, Any]], instants: Sequence[str]) -> Mapping[str, Any]:
        return printed(GAME, gamestates(GAME, told, instants), secrets=True)
