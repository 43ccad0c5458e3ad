"""What was edited before anybody read it: in doubt until people say what it said, and beyond the limit nothing is told as a fact."""

import json
from typing import Any

import pytest

from tests.games.aeternus.lively import AETERNUS, OPENING
from tests.games.aeternus.random_cycles import folded
from tests.games.chat_stories import told
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.gamestate import UNDETERMINED, Gamestate, RollRequest
from tracker.core.instants import parse_instant
from tracker.games.aeternus.hexes import neighbours
from tracker.games.aeternus.hexes import shown as shown_hex
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


def asked_for(story: str, at: str) -> dict[str, RollRequest]:
    return {each.key: each for each in AETERNUS.requests(folded(told(story, "aeternus"), parse_instant(at)).state)}


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


PAIR = {"players": [{"id": "ana"}, {"id": "bob"}], "world": [{"at": [0, 0, 1], "biome": "Forest"}]}
OUTWARDS = f"""
2025-02-02 10:00:00 opening {json.dumps(PAIR)}
2025-02-03 15:00:00 json {{"kind": "message", "id": "m1", "channel": "game-actions", "author": "ana", "text": "TEXT", "seen_edited": EDITED}}
2025-02-03 16:00:00 bob in game-actions m2: Traverse Mouth
2025-02-03 16:00:01 roll 15 14 for biome@1,0,0-d15:m2:1:1
2025-02-03 16:00:01 roll 24 13 for random-biome@1,0,0-d24:m2:1:1
2025-02-03 16:00:01 roll 21 1 for landmark@1,0,0-d21:m2:1:1
2025-02-03 16:00:01 roll 100 50 for corrupt@1,0,0-d100:m2:1:1
2025-02-05 20:00:00 decide QUESTION by op because "so it was"
"""


@pytest.mark.parametrize(
    ("text", "edited", "question", "answer"),
    [
        ("Traverse Ashe", "true", "posted:m1", "as seen"),
        ("Traverse Ashe maybe", "false", "reading:m1:1", "Traverse Ashe"),
    ],
)
def test_dice_whose_pool_changed_while_people_were_asked_are_called_for_since_they_answered(
    text: str, edited: str, question: str, answer: str
) -> None:
    story = OUTWARDS.replace("TEXT", text).replace("EDITED", edited).replace("QUESTION", f'{question} "{answer}"')
    ((key, asked),) = asked_for(story, "2025-02-05T21:00:00Z").items()
    assert key == "biome@0,1,0-d35:m1:1:1"
    assert asked.asked_at == parse_instant("2025-02-05T20:00:00Z")
    assert asked.purpose.endswith(f": said 2025-02-03T15:00:00Z, decided 2025-02-05T20:00:00Z ({question})")
    landmark = f"{story}2025-02-05 20:00:30 roll 35 1 for {key}\n"
    ((_, asked),) = asked_for(landmark, "2025-02-05T21:00:00Z").items()
    assert asked.purpose.endswith(f": said 2025-02-03T15:00:00Z, decided 2025-02-05T20:00:00Z ({question})")


def test_dice_of_what_people_say_that_a_proposal_changes_are_called_for_since_they_said() -> None:
    *rim, last = (at for at in neighbours((0, 0, 1)) if at != (0, 0, 0))
    opening = {"players": [{"id": "ana"}], "world": [{"at": list(at)} for at in rim]}
    story = f"""
2025-02-02 10:00:00 opening {json.dumps(opening)}
2025-02-02 11:00:00 ana in proposals m1: [Urgent] so
2025-02-09 20:00:00 decide effects:m1 "{shown_hex(last)}: biome Forest" by op because "it says so"
"""
    ((key, asked),) = asked_for(story, "2025-02-09T21:00:00Z").items()
    assert key == "corrupt@0,0,1-d100::0:1"
    assert asked.asked_at == parse_instant("2025-02-09T20:00:00Z")
