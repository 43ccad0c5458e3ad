"""The log of a chat game over more than two months of ticks: past months stay whole on the wiki, and what was told stays told."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.app.wiring import edit_by_hand
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.asking.player_trail import PlayerTrail, explain_player
from tracker.app.people import redacting
from tracker.app.people.correcting import correct
from tracker.app.people.resync import resync
from tracker.app.publish.pages import page_texts
from tracker.archive.memory import MemoryArchive
from tracker.core.fold import SettledMatters
from tracker.core.observation import OPERATOR, ObservationBatch
from tracker.games.chat_game import settling
from tracker.games.chat_game.state import Told

DAY = 24 * 60
TALKED, LAST = 45, 81
"""The day on which people fell silent, and that of the last tick: nothing of August is live by then."""
AUGUST, SEPTEMBER, OCTOBER = (f"Tracker/Log 2021-{month}" for month in ("08", "09", "10"))
ROW = re.compile(r"^\| 2021-", re.MULTILINE)
DAILY = {"round10": "I give 1 chip to @ben", "ducks": "I give 1 Seed to @ben"}
WORD = {"round10": 'I offer @ben the contract "Zanzibar": ben gets 5 chips', "ducks": 'I name duck #1 "Zanzibar"'}


def lived(folder: Path, slug: str) -> Iterator[tuple[ChatTracker, str]]:
    """A tracker that ticked on every ninth day, and a message with a word of August; the rows of August were counted at each tick."""
    with chat_tracker(folder, slug=slug) as chat:
        chat.options, counts = {}, [0]
        chat.tick(0.5)
        for number, name in enumerate(("ana", "ben"), start=1):
            chat.say(number, name, "I join the game")
        word = chat.say(5, "ana", WORD[slug])
        for day in range(LAST):
            if day < TALKED:
                offer = chat.say(day * DAY + 600, "ana", DAILY[slug])
                chat.say(day * DAY + 601, "ben", f"I accept {offer}")
            if day % 9 == 8:
                assert chat.tick(day * DAY + 630).outcome in ("applied", "in step", "idle")
                counts.append(len(ROW.findall(chat.page(AUGUST))))
        assert counts == sorted(counts), "a past month's rows never go"
        assert counts[-1] > 30
        yield chat, word


@pytest.fixture(params=DAILY)
def lived_on(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[ChatTracker, str]]:
    yield from lived(tmp_path, request.param)


def explained(chat: ChatTracker, name: str) -> PlayerTrail:
    return explain_player(chat.tracker, name, None, OPERATOR)


def revision(chat: ChatTracker, title: str) -> int | None:
    return chat.tracker.wiki.fetch([title])[title].revision


def rebuilt(chat: ChatTracker) -> dict[str, str]:
    """The pages by an archive with the same rows and nothing else."""
    archive = MemoryArchive()
    rows = tuple(row.observation for row in chat.archive.rows())
    for source in {row.source for row in rows}:
        own = tuple(row for row in rows if row.source == source)
        archive.append(ObservationBatch(source, own, "", chat.clock.now()), chat.tracker.game.read)
    anew = replace(chat.tracker, archive=archive)
    return page_texts(anew, gamestate_at(anew))


def test_past_months_are_whole_and_seldom_looked_at(
    lived_on: tuple[ChatTracker, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chat, word = lived_on
    anew = rebuilt(chat)
    for title in ("Tracker/Log", AUGUST, SEPTEMBER):
        assert anew[title] in chat.page(title), title
    assert f"[[{AUGUST}|2021-08]]" in chat.page("Tracker/Log")
    assert "/871" in chat.page(AUGUST), "messages that have left the live state are linked still"
    # Steps of August are told, with the words of their messages.
    steps = [step for step in explained(chat, "ben").steps if step["at"] < "2021-08-10"]
    assert any(step["by"] and step["text"].startswith("I accept ") for step in steps)
    assert all(step["text"] for step in steps)
    # Somebody speaks: the tick writes, and of August neither page nor records are looked at.
    read: list[str] = []
    told_in = settling.told_in

    def counted(settled: SettledMatters, month: str) -> Mapping[str, Told]:
        read.append(month)
        return told_in(settled, month)

    monkeypatch.setattr(settling, "told_in", counted)
    monkeypatch.setattr("tracker.games.chat_game.pages._MONTHS_SHOWN", 1)
    before = revision(chat, AUGUST)
    chat.say(LAST * DAY, "cleo", "I join the game")
    report = chat.tick(LAST * DAY + 1)
    assert report.outcome == "applied"
    assert "2021-08" not in read
    assert revision(chat, AUGUST) == before
    read.clear()
    assert chat.tick(LAST * DAY + 2).outcome == "idle"
    assert read == []
    # A name goes from where it stands once another is read.
    assert "Zanzibar" in chat.page(AUGUST)
    rows = len(ROW.findall(chat.page(AUGUST)))
    correct(chat.tracker, {"of": word, "reads": WORD[chat.slug].replace("Zanzibar", "Elba")}, by="Op", why="asked")
    redacting.redact(chat.tracker, word, by="Op", why="asked")
    assert chat.tick(LAST * DAY + 3).outcome == "applied"
    assert "Zanzibar" not in chat.page(AUGUST)
    assert len(ROW.findall(chat.page(AUGUST))) == rows
    # Whoever edits such a page by hand is noticed when everything is read anew.
    edit_by_hand(chat.tracker, "player joined", "player left", AUGUST)
    chat.clock.pass_minutes(60)
    plan = resync(chat.made(chat.archive)).tick.plan
    assert plan is not None
    assert [finding.code for finding in plan.findings if finding.subject == AUGUST] == ["HAND_EDIT_BLOCKED"]
