"""Judges: elections, terms, appointments and removal."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mechanics.chat.invented import Done, at, look, said, stated_again, step
from tracker.mechanics.chat import judges, votes
from tracker.mechanics.chat.judges import Appointments, Elections
from tracker.mechanics.chat.rows import Reacted
from tracker.mechanics.chat.votes import Voting
from tracker.mechanics.state.described import printed

ALL = {"ana", "bob", "cleo"}
WEEK = timedelta(days=7)


class Town(Elections, Appointments):
    """Judges of both sorts."""


def town(judge: str | None = None) -> Town:
    return look(Town(judge=judge).rooted())


def stand(world: Town, who: str, id: str, hours: int, *thumbs: str) -> None:
    step(world, judges.stand, said(who, id), when=at(hours))
    for user in thumbs:
        votes.react(world, Reacted(id, "👎" if user.startswith("-") else "👍", user.lstrip("-")), Voting())


def elect(world: Town, **how: Any) -> Done:
    return step(world, judges.elect, ALL, ALL, Voting(), when=at(100), **how)


def test_most_votes_win_the_earliest_of_equals_and_those_who_left_do_not() -> None:
    world = town("dev")
    stand(world, "zed", "m9", 0, "ana", "bob", "cleo")
    stand(world, "ana", "m3", 1, "ana", "zed", "zoe")
    stand(world, "cleo", "m2", 2, "cleo")
    again = stated_again(world)
    assert elect(world, term=WEEK).fields("judge_elected") == {"player": "ana", "message": "m3", "votes": 1}
    assert world.judge == "ana"
    assert not world.candidacies
    assert not world.thumbs
    assert world.term_end == at(100) + WEEK
    elect(again, term=WEEK)
    assert printed(again) == printed(world)


def test_of_popular_candidacies_alone_where_the_game_says_so() -> None:
    world = town()
    stand(world, "ana", "m1", 0, "ana", "bob", "-ana", "-bob")
    stand(world, "bob", "m2", 1, "cleo")
    assert elect(world, popular_only=True).fields("judge_elected")["player"] == "bob"


def test_without_a_winner_the_judge_stays_or_the_term_is_over() -> None:
    assert elect(town("ana"), incumbent_stays=True).events == ["judge_retained"]
    assert elect(town(), incumbent_stays=True).events == elect(town()).events == []
    world = town("ana")
    assert elect(world).events == ["judge_vacant"]
    assert world.judge is None


def test_a_term_that_goes_on_is_not_over_with_the_week() -> None:
    world = town()
    step(world, judges.seat, "ana", 2 * WEEK)
    assert [each.at for each in judges.term_ends(world, 3, "end")] == [at() + 2 * WEEK]
    assert elect(world).events == []
    assert world.judge == "ana"
    assert step(world, judges.end_term, when=at() + 2 * WEEK).events == ["judge_vacant"]


def test_a_message_without_text_is_no_candidacy_and_a_deleted_one_neither() -> None:
    world = town()
    assert step(world, judges.stand, said("ana", "m1", " ")).code == "NO_TEXT"
    stand(world, "ana", "m2", 0, "ana")
    judges.withdraw(world, "m2")
    assert elect(world).events == []


def test_a_reaction_seen_late_is_told_where_it_elected() -> None:
    world = town()
    stand(world, "ana", "m1", 0, "ana")
    stand(world, "bob", "m2", 1, "bob")
    votes.react(world, Reacted("m2", "👍", "cleo", seen_late=at(101)), Voting())
    assert elect(world).notes == ["VOTE_SEEN_LATE"]
    assert world.judge == "bob"


def test_enough_different_players_remove_and_a_new_term_begins_without_assents() -> None:
    world = town("dev")
    for who, event in (("ana", ["removal_assented"]), ("ana", []), ("zed", ["removal_assented"])):
        assert step(world, judges.assent_to_removal, said(who), ALL).events == event
    step(world, judges.seat, "dev")
    step(world, judges.assent_to_removal, said("ana"), ALL)
    assert step(world, judges.assent_to_removal, said("bob"), ALL).events[-1] == "judge_removed"
    assert world.judge is None
    assert not world.removal_assents
    assert step(world, judges.assent_to_removal, said("bob"), ALL).code == "NO_JUDGE"


def test_only_the_judge_resigns() -> None:
    world = town("ana")
    assert step(world, judges.resign, said("bob")).code == "NOT_THE_JUDGE"
    assert step(world, judges.resign, said("ana")).events == ["judge_resigned"]
    assert world.judge is None


def test_the_first_with_enough_assents_of_others_is_judge() -> None:
    world = town()
    step(world, judges.appoint, said("ana"))
    step(world, judges.appoint, said("bob"))
    assert step(world, judges.appoint, said("bob")).code == "CANDIDATE_ALREADY"
    for who, person in (("ana", "ana"), ("cleo", "ana"), ("cleo", "ana"), ("cleo", "bob"), ("zed", "bob")):
        assert "judge_appointed" not in step(world, judges.assent, said(who), person, ALL).events
    world = stated_again(world)
    assert step(world, judges.assent, said("ana"), "bob", ALL).events == ["judge_assented", "judge_appointed"]
    assert world.judge == "bob"
    assert not world.candidates
    assert step(world, judges.assent, said("cleo"), "ana", ALL).code == "NO_SUCH_CANDIDATE"
    assert step(world, judges.appoint, said("cleo")).code == "JUDGE_EXISTS"
