"""Flags on the board: what an admin should look at before acting."""

from typing import Any

import pytest

from tests.games.blognomic.stories import gamestate as told
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.instants import parse_instant
from tracker.games.blognomic import GAME

RULESET = """==Core Rules==
===Votes===
A Castaway may cast one vote.
==Dynastic Rules==
===Masks===
{masks}
===Sea===
The sea is wet.
==Special Case==
==Appendix==
"""


def flags(masks: str, *more: dict[str, Any]) -> list[str]:
    """The codes and sentences of the flags on matter p1, with one dynastic rule reading so."""
    players = [
        {"name": name, "status": "player", "admin": False, "emperor": False} for name in ("Ada", "Bo", "Cy", "Di", "Ed")
    ]
    records: list[dict[str, Any]] = [
        {"kind": "roster", "id": "r1", "at": "2019-10-01T00:00:00Z", "players": players},
        {
            **{"kind": "page_revision", "id": "v1", "at": "2019-10-01T01:00:00Z", "page": "Ruleset", "revision": 1},
            **{"parent": 0, "editor": "Ada", "summary": "", "text": RULESET.format(masks=masks)},
        },
        post("p1", "2019-10-01T02:00:00Z"),
        *more,
    ]
    gamestate = gamestate_at(GAME, rows_of(GAME, records), parse_instant("2019-10-01T12:00:00Z"))
    return [
        f"{flag.code}: {flag.text}"
        for matter in gamestate.detail.matters
        if matter.slug == "p1"
        for flag in matter.flags
    ]


def post(slug: str, at: str) -> dict[str, Any]:
    return {
        **{"kind": "post", "id": slug, "at": at, "slug": slug, "category": "Proposal"},
        **{"title": f"Proposal: {slug}", "author": "Bo", "body": "Add a rule."},
    }


@pytest.mark.parametrize("text", ["A masked Castaway has two votes.", "Masks: voting costs 1 Wood."])
def test_dynastic_rule_that_speaks_of_votes_is_a_flag(text: str) -> None:
    assert "DYNASTIC_VOTING: dynastic rules that may change who votes: Masks" in flags(text)


@pytest.mark.parametrize("text", ["A mask hides its wearer.", "Masks are devoted to the sea."])
def test_dynastic_rule_that_does_not_is_none(text: str) -> None:
    assert not [flag for flag in flags(text) if flag.startswith("DYNASTIC_VOTING")]


def test_author_who_may_make_no_other_proposal_is_a_flag() -> None:
    assert not [flag for flag in flags("") if flag.startswith("LIMIT_REACHED")]
    found = flags("", post("p2", "2019-10-01T03:00:00Z"))
    assert "LIMIT_REACHED: Bo has 2 proposals pending and may make no other" in found


def test_author_who_left_the_roster_is_a_flag() -> None:
    left = {"kind": "roster_change", "id": "x1", "at": "2019-10-01T04:00:00Z", "name": "Bo", "change": "leave"}
    assert "AUTHOR_GONE: Bo is no longer a player: no implicit FOR" in flags("", left)


def test_refused_acts_name_their_row_code_and_clause() -> None:
    records = [
        {
            **{"kind": "roster", "id": "r1", "at": "2019-10-01T00:00:00Z"},
            "players": [
                {"name": name, "status": "player", "admin": name == "Ada", "emperor": False} for name in "ABCDE"
            ],
        },
        {**post("p1", "2019-10-01T02:00:00Z"), "author": "A"},
        {**post("p2", "2019-10-01T02:10:00Z"), "author": "Zed"},
        {"kind": "post_status", "id": "s1", "at": "2019-10-01T03:00:00Z", "slug": "p1", "status": "Enacted", "by": "B"},
    ]
    gamestate = gamestate_at(GAME, rows_of(GAME, records), parse_instant("2019-10-01T12:00:00Z"))
    refused = {(item.observation, item.code, item.clause) for item in gamestate.refused}
    # What an admin set stands: it is reported, and not refused.
    assert refused == {("p2", "NOT_A_PLAYER", "BN-055")}


def test_a_tag_that_means_nothing_is_a_flag() -> None:
    story = """
    2019-09-30 00:00:00 roster Wes!* Ada* Bo Cy Di
    2019-09-30 00:00:00 setting special_case.Tags "Inactive"
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Faster [Core][Silly]"
    """
    (row,) = told(story, "2019-10-01 11:00:00").detail.matters
    assert [flag.text for flag in row.flags if flag.code == "TAG_INACTIVE"] == [
        "[Core] means nothing: the rule Tags is inactive"
    ]
