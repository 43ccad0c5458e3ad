"""Aeternus in a few lines: what is voted on, and counts of what is not known."""

import json
from typing import Any

import pytest

from tests.games.aeternus.lively import AETERNUS, AFTER, DOUBTFUL, DURING, FORTNIGHT, OPENING, gamestate
from tracker.core.gamestate import UNDETERMINED
from tracker.games.base import Board


def board(story: str, at: str, **changed: Any) -> Board:
    told = gamestate(story, at)
    found = AETERNUS.board({**told.values, **changed}, told.names)
    assert found is not None
    return found


def test_proposals_and_merge_requests_that_are_voted_on() -> None:
    found = board(FORTNIGHT, DURING)
    assert [row[0] for row in found.rows] == ["m7", "m8", "m4: bob + cy as The <b>Duo</b>"]
    assert found.rows[-1][1:] == ("merge", 2, 0, "open")
    assert not [row for row in board(FORTNIGHT, AFTER).rows if row[1] == "merge"]


def test_a_merge_in_doubt_is_open() -> None:
    assert board(DOUBTFUL, AFTER).rows[-1][1:] == ("merge", 1, UNDETERMINED, UNDETERMINED)


def test_nothing_is_open_once_the_cycle_is_won() -> None:
    found = board(FORTNIGHT, DURING, winner="ana")
    assert found.rows == []
    assert found.headline.startswith("won by ana; 5 players, ")
    doubtful = board(FORTNIGHT, DURING, winner=UNDETERMINED)
    assert doubtful.headline.startswith("perhaps won; 5 players, ")
    assert len(doubtful.rows) == 3


@pytest.mark.parametrize(
    ("known", "words"), [(["ana"], "at least 1 players"), ([], "an undetermined number of players")]
)
def test_players_who_are_not_known_are_not_counted(known: list[str], words: str) -> None:
    players = gamestate(FORTNIGHT, DURING).values["players"]
    unsure = {id: each if id in known else {**each, "player": UNDETERMINED} for id, each in players.items()}
    assert words in board(FORTNIGHT, DURING, players=unsure).headline


def test_who_deletes_a_merge_request_is_told_that_it_comes_to_nothing() -> None:
    story = f"2025-02-07 00:00:00 opening {json.dumps(OPENING)}"
    merging = (
        "2025-02-07 11:00:00 bob in game-actions m1: Merge request: bob + cy as Duo\n2025-02-07 12:00:00 delete m1"
    )
    moving = "2025-02-07 11:00:00 bob in game-actions m1: Traverse North\n2025-02-07 12:00:00 delete m1"

    def noted(rows: str) -> str:
        told = gamestate(f"{story}\n{rows}", DURING)
        return next(each.text for each in told.findings if each.code == "ANNOUNCEMENT_CHANGED")

    assert "it comes to nothing at its end, 2025-02-09T11:00:00Z" in noted(merging)
    assert "the action is what the message said" in noted(moving)
    assert "comes to nothing" not in noted(moving)
