"""The board in a terminal: short enough to be read at a glance."""

from typing import Any

import pytest

from tracker.app.asking.verdicts import verdict, votes
from tracker.cli.board import print_board

MATTER: dict[str, Any] = {
    **{"slug": "dry_socks", "kind": "Proposal", "state": "Pending", "for": 2, "against": 0, "valid": 2},
    **{"deferential_unresolved": 1, "popular": False, "unpopular": False, "allowed": [], "not_voted": ["Ada", "Bo"]},
    "next_change_at": "2019-10-03T10:00:00Z",
}


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({}, "pending"),
        ({"popular": True}, "popular"),
        ({"unpopular": True}, "unpopular"),
        ({"popular": "undetermined"}, "undetermined"),
        ({"popular": True, "unpopular": "undetermined"}, "undetermined"),
        ({"vetoed": True, "popular": True}, "vetoed"),
        ({"self_killed": True}, "self-killed"),
        ({"state": "Enacted", "popular": True}, "enacted"),
        ({"state": "not official"}, "not official"),
    ],
)
def test_the_verdict_is_one_word(changes: dict[str, Any], word: str) -> None:
    assert verdict({**MATTER, **changes}) == word


def test_votes_are_counted_in_a_few_words() -> None:
    assert votes(MATTER) == "2 FOR 1 DEF"
    assert votes({**MATTER, "for": 0, "against": 3, "deferential_unresolved": 0}) == "0 FOR 3 AGAINST"


def test_a_row_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    call = {**MATTER, "slug": "whose_gull", "kind": "Call for Judgement", "next_change_at": "2019-10-03T10:00:01Z"}
    print_board({"players": 5, "quorum": 3, "hiatus": ["DOV"]}, [MATTER, call], "Now")
    assert capsys.readouterr().out.splitlines() == [
        "Now: 5 players, quorum 3; hiatus: DOV",
        "matter            votes        verdict  admin may  next change          not voted",
        "dry_socks         2 FOR 1 DEF  pending  nothing    2019-10-03 10:00     2",
        "whose_gull (CfJ)  2 FOR 1 DEF  pending  nothing    2019-10-03 10:00:01  2",
    ]


def test_an_empty_board_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    print_board({"players": 5, "quorum": 3}, [], "Now")
    assert capsys.readouterr().out == "Now: 5 players, quorum 3\nNo matter is open.\n"
