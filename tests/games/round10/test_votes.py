"""What Round 10's votes tell people: in which order they end, what is in doubt and why, and what has to be carried out or redone."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.chat_stories import told
from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import parse_instant
from tracker.games.registry import game
from tracker.games.round10.law import Law
from tracker.games.round10.proposals import status_at
from tracker.games.round10.state import State, World
from tracker.mechanics.chat_play import Moment

PLAYED = game("round10")
OPENED = '2021-08-01 12:00:00 opening {"players": [{"id": "ana", "standard_proposal_makers": 9}, {"id": "bob"}], "judge": "bob"}'


def folded(story: str, at: str) -> Folded[State]:
    return fold(PLAYED, rows_of(PLAYED, told(f"{OPENED}\n{story}", "round10")), parse_instant(at))


def world_of(story: str, at: str) -> World:
    (world,) = folded(story, at).state.worlds
    return world


def questions(story: str, at: str) -> dict[str, Any]:
    found = folded(story, at)
    return {each.id: each for each in PLAYED.view(found.state, found.as_of, found.seq, found.context).questions}


def told_of(world: World, *names: str) -> list[Mapping[str, Any]]:
    return [event.record() for event in world.events if event.name in names]


def test_votes_that_end_at_one_instant_end_in_the_order_of_creation() -> None:
    story = """
        2021-08-03 09:00:00 ana in proposals 1000: One
        2021-08-03 09:00:00 ana in proposals 900: Two
        2021-08-04 09:00:00 ana in proposals m2: Three
        2021-08-07 00:00:00 ana in proposals m1: [Urgent] Four
    """
    events = told_of(world_of(story, "2021-08-09T00:00:00Z"), "proposal_took_effect", "proposal_failed")
    assert [event["message"] for event in events] == ["900", "1000", "m2", "m1"]
    assert {event["at"] for event in events} == {"2021-08-09T00:00:00Z"}


def test_confidence_and_proposals_end_in_one_order_and_before_the_election() -> None:
    story = """
        2021-08-05 10:00:00 ana in game-actions m1: I request justice: It is so.
        2021-08-05 11:00:00 bob in general m2 re m1: Ruling: TRUE
        2021-08-06 00:00:00 ana in proposals m3: [Urgent] One
        2021-08-06 00:00:00 ana in game-actions m4 re m2: I call a vote of confidence
        2021-08-06 00:00:00 ana in proposals m5: [Urgent] Two
        2021-08-06 00:00:00 ana in judge-elections m6: Me
    """
    names = ("proposal_took_effect", "ruling_stands", "judge_elected")
    events = told_of(world_of(story, "2021-08-08T00:00:00Z"), *names)
    assert [event["event"] for event in events] == [names[0], names[1], names[0], names[2]]


def test_what_an_undecided_verdict_hangs_on_is_told_with_both_looks() -> None:
    story = """
        2021-08-03 06:30:00 ana in proposals m1: [Urgent] One
        2021-08-05 06:28:00..2021-08-05 06:30:04 bob -1 m1
        2021-08-05 06:28:00..2021-08-05 06:30:04 ana leaves the server
        2021-08-05 06:28:00..2021-08-05 06:30:04 delete m1
        2021-08-05 06:00:00 ana -1 m1
        2021-08-03 07:00:00 set urgent_most_against = 0
    """
    asked = questions(story, "2021-08-05T06:31:00Z")["verdict:m1"]
    looks = "between 2021-08-05 06:28 and 2021-08-05 06:30:04"
    for words in ("a reaction of bob was cast or taken back", "ana left the server", "its message was deleted"):
        assert f"{words} {looks}" in asked.text
    assert asked.answers == ("took effect", "failed", "retracted")


def test_a_verdict_that_nobody_has_looked_for_tells_the_newest_look() -> None:
    story = """
        2021-08-03 06:30:00 ana in proposals m1: [Urgent] One
        2021-08-05 06:00:00..2021-08-05 06:28:00 look discord
    """
    asked = questions(story, "2021-08-05T06:31:00Z")["unread:2021-08-05T06:28:00Z"]
    assert "so what is due at 2021-08-05T06:30:00Z waits" in asked.text
    assert asked.answers == ("nothing",)


def test_a_verdict_that_hangs_on_reactions_of_nobody_known_tells_how_many_there_are() -> None:
    look = '{"kind": "look", "id": "l1", "source": "chat_export:reactions:m1:👎", "complete": false, "reactions": 3}'
    story = f"""
        2021-08-03 06:30:00 ana in proposals m1: [Urgent] One
        2021-08-03 06:30:00..2021-08-12 00:00:00 json {look}
    """
    asked = questions(story, "2021-08-05T06:31:00Z")["verdict:m1"]
    assert "of 3 reactions it is not told whose they are" in asked.text
    assert asked.answers == ("took effect", "failed")


def test_the_winner_of_a_doubtful_election_is_one_of_the_possible_ones() -> None:
    story = """
        2021-08-06 10:00:00 ana in judge-elections m1: Me
        2021-08-06 11:00:00 bob in judge-elections m2: Me
        2021-08-07 23:58:00..2021-08-08 00:00:04 bob +1 m2
    """
    asked = questions(story, "2021-08-08T00:01:00Z")["elected:2021-08-08"]
    assert asked.answers == ("ana", "bob")
    assert "a reaction of bob was cast or taken back between 2021-08-07 23:58 and 2021-08-08 00:00:04" in asked.text


@pytest.mark.parametrize(
    ("instant", "status"),
    [
        ("2021-08-04T11:00:00Z", "open"),
        ("2021-08-04T12:30:00Z", "undetermined"),
        ("2021-08-04T13:00:00Z", "retracted"),
    ],
)
def test_a_status_is_undetermined_between_the_looks_that_the_deletion_lies_between(instant: str, status: str) -> None:
    story = """
        2021-08-03 10:00:00 ana in proposals m1: [Urgent] One
        2021-08-04 12:00:00..2021-08-04 13:00:00 delete m1
    """
    state = folded(story, instant).state
    (world,) = state.worlds
    moment = Moment(world, state, Law(parse_instant(instant), {}), {})
    assert status_at(moment, world.proposals["m1"]) == status


def test_the_text_voted_on_is_the_newest_before_the_voting_period() -> None:
    story = """
        2021-08-03 10:00:00 ana in proposals m1: One
        2021-08-03 11:00:00 edit m1: Two
        2021-08-04 23:59:00..2021-08-05 00:01:00 edit m1: Three
        2021-08-03 10:00:00 ana in proposals m2: [Urgent] One
    """
    assert world_of(story, "2021-08-03T10:30:00Z").proposals["m1"].text == "One"
    waiting = world_of(story, "2021-08-03T11:00:00Z").proposals
    assert [(waiting[id].status, waiting[id].text) for id in waiting] == [("waiting", "Two"), ("open", "[Urgent] One")]
    for answer, status, text in (("before", "open", "Three"), ("not before", "retracted", "Two")):
        decided = f'{story}2021-08-05 08:00:00 decide edited:m1 "{answer}" by ana because "it was"'
        voted_on = world_of(decided, "2021-08-05T08:00:00Z").proposals["m1"]
        assert (voted_on.status, voted_on.text) == (status, text)


def test_a_result_is_told_with_its_voters() -> None:
    story = """
        2021-08-03 10:00:00 ana in proposals m1: [Urgent] One
        2021-08-03 10:00:00 ana in proposals m2: [Urgent] Two
        2021-08-03 11:00:00 ana +1 m1
        2021-08-03 11:00:00 bob +1 m1
        2021-08-03 11:00:00 bob -1 m2
    """
    events = world_of(story, "2021-08-05T10:00:00Z").events
    texts = [event.text for event in events if event.name == "proposal_took_effect"]
    assert [text.partition("(")[2] for text in texts] == ["ana, bob / nobody)", "nobody / bob)"]


def test_why_an_election_is_open_is_told_of_candidacies_that_may_be_gone() -> None:
    story = """
        2021-08-06 10:00:00 ana in judge-elections m1: Me
        2021-08-06 11:00:00 bob in judge-elections m2: Me
        2021-08-07 23:58:00..2021-08-08 00:00:04 delete m1
    """
    asked = questions(story, "2021-08-08T00:01:00Z")["elected:2021-08-08"]
    assert "m1 may not be a candidacy any more" in asked.text
    assert "m2 may not" not in asked.text


DOINGS = st.lists(
    st.tuples(
        st.integers(0, 10 * 24), st.integers(0, 4), st.sampled_from(["post", "urgent", "edit", "delete", "+1", "-1"])
    ),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(DOINGS)
def test_makers_come_back_only_for_proposals_retracted_before_their_voting_period(
    doings: list[tuple[int, int, str]],
) -> None:
    lines, there = [], set[int]()
    for hour, number, what in sorted(doings):
        when = f"2021-08-{2 + hour // 24:02} {hour % 24:02}:00:00"
        if what in ("post", "urgent"):
            mark = "[Urgent]" if what == "urgent" else "[Standard]"
            lines += [] if number in there else [f"{when} ana in proposals m{number}: {mark} {hour}"]
            there.add(number)
        elif number in there:
            told_so = {"edit": f"edit m{number}: at {hour}", "delete": f"delete m{number}"}
            lines.append(f"{when} {told_so.get(what, f'bob {what} m{number}')}")
    world = world_of("\n".join(lines), "2021-08-20T00:00:00Z")
    proposals = world.proposals.values()
    assert all(each.is_closed for each in proposals)
    paid = [each for each in proposals if each.klass == "Standard"]
    back = [
        each
        for each in paid
        if each.status == "retracted" and each.closed_at is not None and each.closed_at < each.start
    ]
    assert world.players["ana"].goods.get("standard_proposal_makers", 0) == 9 - len(paid) + len(back)
    assert {each.reason for each in back} <= {"deleted_before_voting"}
    counted = [each for each in proposals if each.status in ("took effect", "failed")]
    assert all(each.closed_at == each.end and each.for_ is not None and each.against is not None for each in counted)


def test_what_took_effect_is_told_with_the_tables_it_concerns() -> None:
    world = world_of("2021-08-03 10:00:00 ana in proposals m1: [Urgent] Ace counts 21", "2021-08-05T10:00:00Z")
    (note,) = [note for note in world.notes if note.code == "TO_CARRY_OUT"]
    assert "ranks" in note.text
    assert world.proposals["m1"].matters == ("ranks",)


def test_what_was_decided_by_a_ruling_is_listed_when_it_is_overturned() -> None:
    story = """
        2021-08-02 10:00:00 ana in proposals m0: [Urgent] Before the ruling
        2021-08-04 11:00:00 ana in game-actions m1: I request justice: Nobody votes twice.
        2021-08-04 12:00:00 bob in game-actions m2 re m1: Ruling: TRUE
        2021-08-04 13:00:00 ana in proposals m3: [Urgent] One
        2021-08-04 13:01:00 ana in proposals m4: [Silly] One
        2021-08-06 14:00:00 bob in general m5: I overturn my ruling m2
        2021-08-06 15:00:00 decide ruling-switch:m2 "both_reactions_on_a_proposal=no vote" by ana because "so it says"
    """
    world = world_of(story, "2021-08-06T15:00:00Z")
    ruling = world.bench.rulings["m2"]
    assert [line.split(" (")[0] for line in ruling.decided] == [
        "2021-08-04T13:00:00Z proposal_opened",
        "2021-08-04T13:01:00Z UNKNOWN_CLASS for m4",
        "2021-08-06T13:00:00Z proposal_took_effect",
    ]
    (note,) = [note for note in world.notes if note.code == "RULING_WITHOUT_BEARING"]
    assert ruling.decided[0] in note.text


def test_a_proposal_whose_period_is_over_is_not_said_to_be_voted_on() -> None:
    found = folded(
        """
        2021-08-03 09:00:00 ana in proposals m1: [Urgent] One
        2021-08-04 06:00:00..2021-08-04 06:28:00 look discord
        """,
        "2021-08-06T10:00:00Z",
    )
    shown = PLAYED.view(found.state, found.as_of, found.seq, found.context)
    facts = [fact for fact in shown.facts if fact.name == "proposals.m1.status"]
    texts = [reason.text for fact in facts for reason in fact.reasons if "voted on" in reason.text]
    assert len(texts) == 1
    assert texts[0].endswith("voted on until 2021-08-05 09:00 UTC, which is over: the result waits")
