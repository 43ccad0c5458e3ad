"""What was edited before anybody read it: in doubt until people say what it said, and beyond the limit nothing is told as a fact."""

import json
from typing import Any

import pytest

from tests.games.aeternus.lively import AETERNUS, OPENING
from tests.games.chat_stories import told
from tracker.app.replay import gamestate_at, rows_of
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import parse_instant
from tracker.mechanics import forked_worlds
from tracker.render.pages import render_regions

AT = "2025-02-07T20:00:00Z"
START = f"2025-02-07 00:00:00 opening {json.dumps(OPENING)}"


def unread(id: str, at: str, author: str, text: str, channel: str = "game-actions") -> str:
    row = {"kind": "message", "id": id, "channel": channel, "author": author, "text": text, "seen_edited": True}
    return f"2025-02-07 {at}:00 json {json.dumps(row)}"


def seen(*lines: str) -> Gamestate:
    return gamestate_at(AETERNUS, rows_of(AETERNUS, told("\n".join((START, *lines)), "aeternus")), parse_instant(AT))


def shown(gamestate: Gamestate) -> dict[str, str]:
    names = AETERNUS.catalogue()
    assert AETERNUS.pictures(gamestate, names)[0].content
    return {region.region: region.text for region in render_regions(AETERNUS.pages(gamestate, names))}


def player(gamestate: Gamestate, who: str) -> Any:
    return gamestate.values["players"][who]


def test_where_somebody_is_agrees_as_a_whole_or_not_at_all() -> None:
    gamestate = seen(unread("m1", "10:00", "ana", "Traverse South"))
    assert [question.id for question in gamestate.questions] == ["posted:m1"]
    assert player(gamestate, "ana")["at"] == UNDETERMINED
    assert player(gamestate, "bob")["at"] == [0, 1, 0]
    assert UNDETERMINED in shown(gamestate)["players"]


def test_an_answer_to_what_was_edited_unread_hangs_on_what_it_said() -> None:
    gamestate = seen(
        unread("m1", "10:00", "ana", "never mind", "trades"),
        "2025-02-07 10:05:00 bob in trades m2 re m1: I accept",
    )
    (question,) = gamestate.questions
    assert question.id == "posted:m1"
    assert gamestate.refused == (), "if it was an offer then, bob has accepted it"


def test_beyond_the_limit_nothing_is_told_that_may_have_changed_since(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked_worlds, "MOST_WORLDS", 3)
    texts = (
        "I trade 1 Wood to @bob for 1 Hide",
        "I trade 2 Wood to @bob for 1 Hide",
        "I trade 3 Wood to @bob for 1 Hide",
    )
    doubts = [unread(f"m{n}", f"1{n}:00", "ana", text, "trades") for n, text in enumerate(texts)]
    gamestate = seen("2025-02-07 09:00:00 cy in judge-elections e1: Me", *doubts)
    (finding,) = (each for each in gamestate.findings if each.code == "NOT_ALL_FOLLOWED")
    assert "nothing is told as a fact that may have changed since" in finding.text
    values = gamestate.values
    for who in ("ana", "bob", "cy", "dee"):
        held = player(gamestate, who)["inventory"]
        assert set(held.values()) == {UNDETERMINED}
        known = {name for name, value in player(gamestate, who).items() if value != UNDETERMINED} - {"inventory"}
        assert known <= {"joined"}, who
    assert {
        value for each in values["world"].values() for value in (each if isinstance(each, dict) else {}).values()
    } <= {UNDETERMINED}
    assert values["judge"] == values["quality_names"] == UNDETERMINED
    assert values["phase_number"] == 1, "which no message changes"
    pages = shown(gamestate)
    assert UNDETERMINED in pages["map"]
    assert UNDETERMINED in pages["abilities"]
