"""Every situation of Aeternus' case files as pages: all of it can be shown, and pages stand still between named instants."""

from pathlib import Path

import pytest

from tests.games.chat_pages import check_pages_of
from tests.games.chat_stories import ChatCase, read_cases
from tracker.games.registry import game

AETERNUS = game("aeternus")
CASES = [case for path in sorted(Path(__file__).parent.glob("cases/*.toml")) for case in read_cases(path, "aeternus")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.chapter}: {case.name}")
def test_pages_show_the_situation_and_stand_still_until_the_next_named_instant(case: ChatCase) -> None:
    check_pages_of(AETERNUS, case)
