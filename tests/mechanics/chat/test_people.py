from datetime import timedelta

from tests.mechanics.chat.fairs import START, Keeper, again, at, fair, refusal, told
from tracker.mechanics.chat import people
from tracker.mechanics.chat.people import Person
from tracker.mechanics.state.described import opened

WEEK = timedelta(days=7)


def test_who_joins_anew_finds_what_they_left_and_nobody_joins_twice() -> None:
    world = fair("ana", ribbons=3)
    assert refusal(lambda: people.join(world, "ana", Keeper)) == "ALREADY_PLAYER"
    people.leave(world, "ana")
    assert refusal(lambda: people.leave(world, "ana")) == "NOT_A_PLAYER"
    assert not people.playing(world)
    with told() as outcome:
        assert people.join(world, "ana", Keeper).ribbons == 3
    assert [(each.name, each.fields) for each in outcome.happened] == [("player_joined", {"player": "ana"})]
    assert again(world) == world


def test_exactly_the_waiting_time_is_enough() -> None:
    world = fair("ana")
    people.leave(world, "ana")
    at(world, 168 - 1e-6)
    assert refusal(lambda: people.join(world, "ana", Keeper, WEEK)) == "TOO_SOON"
    at(world, 168)
    people.join(world, "ana", Keeper, WEEK)
    assert world.players["ana"].joined == world.now


def test_how_long_somebody_has_played_counts_from_their_last_joining() -> None:
    world = fair("old")
    people.join(world, "ana", Keeper)
    at(world, 168 - 1e-6)
    assert not people.has_played_for(world, "ana", WEEK)
    assert people.has_played_for(world, "old", WEEK)
    due = list(people.so_long(world, WEEK, (3,), "trusted"))
    assert [(each.at, each.order, each.fields) for each in due] == [(START + WEEK, (3, "ana"), {"player": "ana"})]
    at(world, 168)
    assert people.has_played_for(world, "ana", WEEK)
    assert len(list(people.so_long(world, WEEK, (3,), "trusted"))) == 1
    assert people.was_there_by(world, "ana", START)
    assert not people.was_there_by(world, "ana", START - timedelta(milliseconds=1))
    people.leave(world, "ana")
    assert not people.has_played_for(world, "ana", WEEK)
    assert not people.was_there_by(world, "ana", world.now)


def test_who_is_stated_to_have_left_does_not_play() -> None:
    class Hall(people.People[Person]):
        pass

    span = {"left": "2024-05-06T00:00:00Z"}
    back = {**span, "joined": "2024-05-07T00:00:00Z"}
    world = opened(Hall, {"players": {"gone": span, "back": back, "new": {}}})
    assert list(people.playing(world)) == ["back", "new"]
