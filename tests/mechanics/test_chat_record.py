"""What came about, as pages cite it: every line once, in order, with its message, and marked where worlds differ."""

from datetime import UTC, datetime, timedelta

from tracker.mechanics.chat_log import ChatLog, ChatMessage
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import ChatState, ChatWorld, Event, Moment, Refused
from tracker.mechanics.chat_record import events, refusals
from tracker.mechanics.law import Law

NOW = datetime(2021, 8, 31, 23, 30, tzinfo=UTC)
NOBODY = People(ChatLog(), {})


def event(name: str, hours: int = 0) -> Event:
    return Event(name, NOW + timedelta(hours=hours), "X-1")


def test_what_comes_of_a_message_cites_it_even_when_the_log_has_lost_it() -> None:
    log = ChatLog(messages={"m1": ChatMessage("m1", "actions", "ana", NOW, "I join")}, names={"ana": "Ana"})
    moment = Moment(ChatWorld(), ChatState(log=log), Law(NOW, {}), {}, "m1")
    moment.tell("joined", "X-1", "ana joins")
    moment.refuse("TWICE", "X-2", "ana is there", 2)
    people = People(log, {})
    assert refusals([moment.world], people, log)[0].said == "I join"
    log.messages["m1"].text = f"[redacted {'0' * 64}]"
    assert refusals([moment.world], people, log)[0].said == ""
    log.messages.clear()
    (told,), (refused,) = events([moment.world], people), refusals([moment.world], people, log)
    assert (told.what, told.message, told.channel, told.by) == ("joined", "m1", "actions", "Ana")
    assert (refused.what, refused.channel, refused.by, refused.n) == ("TWICE", "actions", "Ana", 2)
    assert refused.said == ""


def test_what_came_by_itself_cites_nobody() -> None:
    (told,) = events([ChatWorld(events=[event("over")])], NOBODY)
    assert (told.message, told.channel, told.by) == ("", "", "")


def test_lines_stand_in_the_order_of_happening() -> None:
    world = ChatWorld(events=[event("late", 2), event("early"), event("early too")])
    assert [told.what for told in events([world], NOBODY)] == ["early", "early too", "late"]


def test_what_only_some_worlds_have_is_not_certain() -> None:
    worlds = [ChatWorld(events=[event("both"), event("one", 1)]), ChatWorld(events=[event("both"), event("other", 2)])]
    found = [(told.what, told.is_certain) for told in events(worlds, NOBODY)]
    assert found == [("both", True), ("one", False), ("other", False)]


def test_two_equal_lines_of_one_world_are_two() -> None:
    assert len(events([ChatWorld(events=[event("again"), event("again")])], NOBODY)) == 2


def test_the_month_is_that_of_utc() -> None:
    (told,) = events([ChatWorld(events=[event("over", 1)])], NOBODY)
    assert told.month == "2021-09"


def test_nothing_refused() -> None:
    world = ChatWorld(refused=[Refused("m1", "A", "X-1", "why", NOW)])
    assert refusals([world, ChatWorld()], NOBODY, ChatLog())[0].is_certain is False
    assert refusals([ChatWorld(), ChatWorld()], NOBODY, ChatLog()) == ()
