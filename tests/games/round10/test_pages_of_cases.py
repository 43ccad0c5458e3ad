"""Every situation of Round 10's case files as pages: all of it can be shown, and pages stand still between named instants."""

from pathlib import Path

import pytest

from tests.games.chat_pages import check_pages_of
from tests.games.chat_stories import ChatCase, read_cases
from tests.games.round10.lively import ROUND10

FILES = sorted(Path(__file__).parent.glob("cases/*.toml"))
CASES = [case for path in FILES for case in read_cases(path, "round10") if "won" not in f"{case.events}"]
"""But for rounds that were won: after these nothing is due, and what was told leaves the pages all the same."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.chapter}: {case.name}")
def test_pages_show_the_situation_and_stand_still_until_the_next_named_instant(case: ChatCase) -> None:
    check_pages_of(ROUND10, case)
