"""Round 10 read from exported files alone: nothing follows from what nobody said after the export."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.chat_world import START, ChatWorld
from tests.sources.chat.exporter import write
from tracker.app.asking.replay import replay_records
from tracker.core.gamestate import UNDETERMINED
from tracker.core.observation import record_from_observation
from tracker.core.ports import Source
from tracker.sources.chat.export import ChatExportSource

LATER = "2021-08-09T12:00:00Z"
"""A week after everything: the votes are over."""
HOUR = 60
DAY = 24 * HOUR


class Exported(ChatWorld):
    """A chat of which nothing is read but files, exported where the test says so."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def source(self) -> Source:
        return ChatExportSource(self.folder, ["*.json"])

    def told(self, exported: float, *more: dict[str, Any]) -> dict[str, Any]:
        """Export the chat at a minute after the start, read the files a week later, and replay what came of it and of more rows."""
        write(self.chat, self.folder, START + timedelta(minutes=exported))
        self.look(8 * DAY + exported / 100)
        rows = [record_from_observation(row.observation) for row in self.archive.rows()]
        return replay_records("round10", [*rows, *more], [LATER])


@pytest.fixture
def world(tmp_path: Path) -> Exported:
    made = Exported(tmp_path)
    for number, name in enumerate(("ana", "bob", "cleo", "dev"), start=1):
        made.post(number, name, "I join the game")
    return made


def test_no_vote_ends_after_the_export(world: Exported) -> None:
    id = world.post(HOUR, "ana", "[Urgent] Change 10 to 12.", channel="proposals")
    first = world.told(2 * HOUR)
    (asked,) = first["instants"][LATER]["questions"]
    assert asked["id"] == "unread:2021-08-01T02:00:00Z"
    assert "export" in asked["text"]
    assert first["instants"][LATER]["gamestate"]["proposals"][id]["status"] == UNDETERMINED
    assert [event["event"] for event in first["events"] if event.get("message") == id] == ["proposal_opened"]
    for name in ("bob", "cleo", "dev"):
        world.react(id, name, "👎")
    then = world.told(HOUR + 2 * DAY - 1)
    assert then["instants"][LATER]["gamestate"]["proposals"][id]["status"] == UNDETERMINED
    last = world.told(HOUR + 2 * DAY + 5)
    assert last["instants"][LATER]["gamestate"]["proposals"][id]["status"] == "failed"
    assert [event["event"] for event in last["events"] if event.get("message") == id][1:] == ["proposal_failed"]


def test_a_live_reading_goes_on_where_the_export_ends(world: Exported) -> None:
    id = world.post(HOUR, "ana", "[Urgent] Change 10 to 12.", channel="proposals")
    look = {"kind": "look", "id": "look:discord:1", "source": "discord", "complete": True}
    live = look | {"not_before": "2021-08-09T10:00:00Z", "not_after": "2021-08-09T11:00:00Z"}
    then, without = world.told(2 * HOUR, live), world.told(9 * DAY)
    assert then["instants"][LATER]["questions"] == []
    assert then["instants"][LATER]["gamestate"] == without["instants"][LATER]["gamestate"]
    assert [event for event in then["events"] if event.get("message") == id] == [
        event for event in without["events"] if event.get("message") == id
    ]


def test_what_ended_before_the_export_is_told(world: Exported) -> None:
    id = world.post(HOUR, "ana", "[Urgent] Change 10 to 12.", channel="proposals")
    told = world.told(7 * DAY)
    assert told["instants"][LATER]["gamestate"]["proposals"][id]["status"] == "took effect"


def test_a_bid_fails_once_no_file_tells_of_its_revelation(world: Exported) -> None:
    world.post(DAY + HOUR, "ana", f"Bid: {'a' * 64}", channel="auctions")
    failed = [
        [event["reason"] for event in told["events"] if event["event"] == "secret_failed"]
        for told in (world.told(2 * DAY), world.told(7 * DAY + HOUR))
    ]
    assert failed == [[], ["not_revealed"]]
