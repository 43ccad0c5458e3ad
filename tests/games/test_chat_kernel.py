"""What the base of all chat games does, shown by a small one: steps whole or not at all, dice, corrections, confirmations, wholeness."""

import json
from typing import Any

import pytest

from tests.games.small.game import GAME
from tracker.core.fold import fold
from tracker.core.instants import parse_instant
from tracker.core.observation import ArchivedObservation, observation_from_record
from tracker.games.chat_game.play import why_refused
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.freezing import frozen, thawed
from tracker.mechanics.state.described import printed

AT = "2024-03-04T20:00:00Z"
Record = dict[str, Any]


def said(id: str, time: str, author: str, text: str, **more: Any) -> Record:
    told = {"author": author, "name": author, "channel": "game-actions", "text": text}
    return {"kind": "message", "id": id, "at": f"2024-03-04T{time}Z", **told, **more}


def told(rows: list[Record], at: str = AT) -> Record:
    found: Record = folded(rows, at).record()
    return found | {"refused": [each.record() for each in folded(rows, at).refused]}


def folded(rows: list[Record], at: str = AT) -> Any:
    archived = [ArchivedObservation(n, observation_from_record(row)) for n, row in enumerate(rows, 1)]
    done = fold(GAME, archived, parse_instant(at))
    return GAME.view(done.state, done.as_of, done.seq, done.context)


JOINED = [said("1", "10:00:00", "ana", "join"), said("2", "10:00:01", "bob", "join")]


def die(face: int, time: str = "10:05:00", **more: Any) -> Record:
    return {"kind": "roll", "id": f"r{face}{time}", "at": f"2024-03-04T{time}Z", "sides": 6, "face": face, **more}


def test_a_refused_step_changes_nothing() -> None:
    found = told([*JOINED, said("3", "10:01:00", "ana", "give bob 5"), said("4", "10:02:00", "ana", "waste")])
    assert {name: each["coins"] for name, each in found["gamestate"]["players"].items()} == {"ana": 0, "bob": 0}
    assert found["refused"] == [
        {"observation": "3", "n": 1, "code": "TOO_FEW", "clause": "S-2"},
        {"observation": "4", "n": 1, "code": "LATE", "clause": "S-2"},
    ]


def test_a_step_without_its_dice_waits_as_a_whole_and_asks_for_them() -> None:
    rows = [*JOINED, said("3", "10:01:00", "ana", "toss twice"), die(2)]
    waiting = folded(rows)
    assert waiting.values["players"]["ana"] == {"player": True, "coins": 0, "tossed": []}
    assert [request.key for request in waiting.requests] == ["toss:3:1:2"]
    assert [finding.code for finding in waiting.findings] == ["DICE_AWAITED"]
    done = folded([*rows, die(5, "10:06:00")])
    assert done.values["players"]["ana"] == {"player": True, "coins": 7, "tossed": [2, 5]}
    assert done.requests == ()


def test_what_stands_behind_an_action_without_its_dice_waits_for_it() -> None:
    rows = [*JOINED, said("3", "10:01:00", "ana", "toss\ngive bob 2")]
    waiting = folded(rows)
    assert len(waiting.requests) == 1
    assert waiting.refused == ()
    done = folded([*rows, die(5)])
    assert [done.values["players"][who]["coins"] for who in ("ana", "bob")] == [3, 2]


def test_what_may_be_done_is_tried_and_nothing_of_it_holds() -> None:
    world = folded([*JOINED]).detail.world
    before = printed(world)
    ana, bob = (Message("", "game-actions", who, parse_instant(AT), "") for who in ("ana", "bob"))
    assert why_refused(world, GAME.acts["toss"], message=ana) is None
    why = why_refused(world, GAME.acts["give"], message=bob, to="ana", coins=5)
    assert why is not None
    assert why.code == "TOO_FEW"
    assert printed(world) == before


def test_dice_of_the_tracker_itself_are_used_by_their_names() -> None:
    own = {"for": "toss:3:1:1", "source": "dice"}
    rows = [*JOINED, said("3", "10:01:00", "ana", "toss"), die(4, "10:01:00", **own)]
    assert folded(rows).values["players"]["ana"]["coins"] == 4
    unused = [*rows, {**CORRECTION, "id": "k1", "of": "3", "void": True}]
    assert [finding.code for finding in folded(unused).findings] == ["ROLL_UNUSED"]


CORRECTION: Record = {"kind": "correction", "at": "2024-03-04T11:00:00Z", "by": "Ada", "why": "so it was"}


def test_a_set_value_holds_from_its_instant_and_what_cannot_be_is_told() -> None:
    right = {**CORRECTION, "id": "k1", "set": {"pointer": "/players/bob/coins", "value": 7}}
    wrong = {**CORRECTION, "id": "k2", "set": {"pointer": "/players/bob/coins", "value": -7}}
    nowhere = {**CORRECTION, "id": "k3", "set": {"pointer": "/players/cy/coins", "value": 7}}
    found = told([*JOINED, right, wrong, nowhere])
    assert found["gamestate"]["players"]["bob"]["coins"] == 7
    assert [each["code"] for each in found["findings"]] == ["CORRECTION_WITHOUT_EFFECT"] * 2
    assert "players.bob.coins" in found["findings"][0]["text"]


def test_numbers_of_the_rules_are_part_of_the_gamestate() -> None:
    more = {**CORRECTION, "id": "k1", "set": {"pointer": "/numbers/wage", "value": 4}}
    unknown = {**CORRECTION, "id": "k2", "set": {"pointer": "/numbers/rage", "value": 4}}
    found = told([*JOINED, more, unknown], "2024-03-05T00:00:00Z")
    assert found["gamestate"]["players"]["ana"]["coins"] == 4
    assert found["gamestate"]["numbers"] == {"wage": 4}
    assert [each["code"] for each in found["findings"]] == ["CORRECTION_WITHOUT_EFFECT"]


def test_victory_follows_at_once_and_nothing_happens_by_itself_after_it() -> None:
    rich = {**CORRECTION, "id": "k1", "set": {"pointer": "/players/bob/coins", "value": 12}}
    found = folded([*JOINED, rich], "2024-03-08T00:00:00Z")
    assert found.values["winner"] == "bob"
    assert found.values["players"]["ana"]["coins"] == 0
    assert found.next_instant is None
    assert [event["event"] for event in found.events] == ["joined", "joined", "value_set", "won"]


def test_whoever_was_not_understood_confirms_a_suggestion_by_a_reaction() -> None:
    unclear = [*JOINED, CORRECTION | {"id": "k1", "set": {"pointer": "/players/ana/coins", "value": 2}}]
    unclear += [said("5", "12:00:00", "ana", "give bob")]
    answer = {"kind": "answer", "id": "a1", "at": "2024-03-04T12:01:00Z", "of": "5", "message": "6"}
    answered = [*unclear, {**answer, "suggestions": ["give bob 1"]}]
    reacted = {"kind": "reaction", "id": "x1", "message": "6", "emoji": "1️⃣", "at": "2024-03-04T12:02:00Z"}
    assert told(unclear)["refused"][0]["code"] == "UNCLEAR"
    assert folded([*answered, {**reacted, "user": "bob"}]).values["players"]["bob"]["coins"] == 0
    assert folded([*answered, {**reacted, "user": "ana"}]).values["players"]["bob"]["coins"] == 1
    again = {**reacted, "user": "ana", "id": "x2", "at": "2024-03-04T12:03:00Z"}
    assert folded([*answered, {**reacted, "user": "ana"}, again]).values["players"]["bob"]["coins"] == 1


def test_an_action_edited_before_it_was_read_is_asked_about() -> None:
    found = told([*JOINED, said("3", "10:01:00", "ana", "toss", seen_edited=True), die(3)])
    assert found["gamestate"]["players"]["ana"]["coins"] == 0
    assert [each["code"] for each in found["findings"]] == ["EDITED_UNREAD"]
    assert found["refused"][0]["code"] == "UNCLEAR"


def test_a_reaction_counts_from_the_last_look_before_it_was_seen() -> None:
    between = {"not_before": "2024-03-04T12:00:00Z", "not_after": "2024-03-04T15:00:00Z"}
    rows = [*JOINED, {"kind": "reaction", "id": "x", "message": "1", "emoji": ":+1:", "user": "ana", **between}]
    assert folded(rows, "2024-03-04T12:30:00Z").values["voted"] == ["ana"]
    assert folded(rows, "2024-03-04T12:00:00Z").values["voted"] == []


def test_facts_name_the_changes_that_made_them_so() -> None:
    found = told([*JOINED, said("3", "10:01:00", "ana", "toss"), die(3, "10:00:59")])
    fact = next(each for each in found["facts"] if each["name"] == "players.ana.coins")
    assert (fact["value"], fact["clause"], fact["because"]) == (3, "S-2", ["3"])
    assert fact["reasons"] == ["+3 to 3: ana tosses 3"]


ROWS = [
    *JOINED,
    said("3", "10:01:00", "ana", "toss"),
    die(3),
    said("4", "10:07:00", "ana", "give bob 2\ntoss"),
    die(1, "10:08:00"),
]


@pytest.mark.parametrize("minute", range(0, 12))
def test_state_printed_and_stated_again_goes_on_to_the_same_end(minute: int) -> None:
    at = f"2024-03-04T10:{minute:02}:30Z"
    now = folded(ROWS, at)
    stated = {name: value for name, value in now.values.items() if name != "roster"}
    opening = {"kind": "opening", "id": "o", "at": at, "game": "small", "state": json.loads(json.dumps(stated))}
    later = [row for row in ROWS if row["at"] > at]
    waiting = bool(now.requests)
    if not waiting:
        end = "2024-03-06T00:00:00Z"
        assert folded([opening, *later], end).values["players"] == folded(ROWS, end).values["players"]


@pytest.mark.parametrize("minute", range(0, 12, 2))
def test_going_on_from_a_checkpoint_says_the_same(minute: int) -> None:
    archived = [ArchivedObservation(n, observation_from_record(row)) for n, row in enumerate(ROWS, 1)]
    until, end = parse_instant(f"2024-03-04T10:{minute:02}:30Z"), parse_instant("2024-03-06T00:00:00Z")
    start = fold(GAME, archived, until)
    kept = frozen(GAME.state_type, start.state)
    start.state = thawed(GAME.state_type, kept)
    on = fold(GAME, [row for row in archived if row.observation.happened_at > until], end, start=start)
    whole = fold(GAME, archived, end)
    views = [GAME.view(each.state, end, 0, each.context).record() for each in (on, whole)]
    assert views[0] == views[1]
