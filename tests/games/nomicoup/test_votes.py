"""Majorities at once and at the limit, for every number of votes, and reactions that stand or may have stood."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tracker.games.nomicoup.votes import (
    Counts,
    decided_at_limit,
    decided_at_once,
    newest,
    standing,
    suggestion_at_limit,
    suggestion_at_once,
)
from tracker.mechanics.chat_log import Between, ChatMessage, Presence

from tests.games.chat_stories import told
from tracker.app.asking.replay import gamestates
from tracker.games.nomicoup import GAME
from tracker.games.nomicoup.spelling import may_be_spelling

NOON = datetime(2021, 5, 1, 12, tzinfo=UTC)
KINDS = {"⬆": "up", "⬇": "down"}
COUNTS = st.builds(Counts, st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.integers(0, 30))


@pytest.mark.parametrize(("possible", "needed"), [(4, 3), (5, 3), (2, 2), (1, 1), (0, 1)])
def test_more_than_half_of_the_possible_votes_is_needed(possible: int, needed: int) -> None:
    assert Counts(0, 0, 0, possible).needed == needed
    assert decided_at_once(Counts(needed - 1, 0, 0, possible)) is None
    assert decided_at_once(Counts(needed, 0, 0, possible)) == "adopted"
    assert decided_at_once(Counts(0, 0, needed, possible)) == "rejected"


@given(COUNTS)
def test_what_is_decided_at_once_is_decided_so_at_the_limit_where_all_could_vote(counts: Counts) -> None:
    cast = counts.up + counts.right + counts.down
    at_once = decided_at_once(Counts(counts.up, counts.right, counts.down, cast))
    assert decided_at_limit(counts) == (at_once or "rejected")


@pytest.mark.parametrize(
    ("up", "right", "down", "counting", "not_counting"),
    [
        (2, 0, 1, "adopted", "adopted"),
        (2, 2, 1, "rejected", "adopted"),
        (1, 0, 0, "adopted", "adopted"),
        (1, 2, 0, "adopted", "adopted"),
        (0, 0, 0, "rejected", "rejected"),
        (1, 0, 1, "rejected", "rejected"),
        (0, 3, 0, "rejected", "rejected"),
    ],
)
def test_the_limit(up: int, right: int, down: int, counting: str, not_counting: str) -> None:
    counts = Counts(up, right, down, 6)
    assert decided_at_limit(counts) == counting
    assert decided_at_limit(counts, rights_count=False) == not_counting


@pytest.mark.parametrize(
    ("up", "down", "possible", "at_once", "rejecting", "at_limit"),
    [
        (3, 0, 5, "adopted", "adopted", "adopted"),
        (1, 3, 5, None, "rejected", "rejected"),
        (2, 1, 9, None, None, "adopted"),
    ],
)
def test_suggestions(
    up: int, down: int, possible: int, at_once: str | None, rejecting: str | None, at_limit: str
) -> None:
    counts = Counts(up, 0, down, possible)
    assert suggestion_at_once(counts) == at_once
    assert suggestion_at_once(counts, down_rejects=True) == rejecting
    assert suggestion_at_limit(counts) == at_limit


def message(**reactions: list[tuple[str, Presence]]) -> ChatMessage:
    found = ChatMessage("m1", "propositions", "ana", NOON, "")
    for emoji, presences in (("⬆", reactions.get("up", [])), ("⬇", reactions.get("down", []))):
        for user, presence in presences:
            found.reactions.setdefault(emoji, {}).setdefault(user, []).append(presence)
    return found


def at(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


def test_a_reaction_stands_from_its_setting_to_its_removal() -> None:
    presence = Presence(Between.exactly(at(1)), Between.exactly(at(3)))
    told_votes = [standing([message(up=[("ben", presence)])], KINDS, at(minute), str) for minute in (1, 2, 3, 4)]
    assert [newest(votes) for votes in told_votes] == [{}, {"ben": "up"}, {"ben": "up"}, {}]


@pytest.mark.parametrize(
    ("before", "after", "is_so"),
    [
        ("they recieve it", "they receive it", True),
        ("Pay 7", "Pay 6", False),
        ("Pay seven", "Pay six", False),
        ("a player may", "A player may.", True),
        ("may not pass", "may pass", False),
        ("its hand", "it's hand", True),
        ("dont", "don’t", True),
        ("take card from deck", "take a card from the deck,", True),
        ("", "new words", False),
        ("the same", "the same", True),
    ],
)
def test_what_may_be_a_change_of_spelling(before: str, after: str, is_so: bool) -> None:
    assert may_be_spelling(before, after, 0.7) is is_so


# --- bad input --------------------------------------------------------------------------------------------------------

OPENING = (
    '2021-05-01 00:00:00 opening {"players": [{"id": "ana"}, {"id": "ben"}, {"id": "cy"}, {"id": "dee"}], '
    '"order": ["ana", "ben", "cy", "dee"]}'
)


def test_everything_at_one_millisecond_is_taken_in_the_order_of_delivery() -> None:
    story = "\n".join(
        [
            OPENING,
            "2021-05-01 10:00:00.001 ana in propositions m1: Type: Deletion\\nRule: 4.4.1",
            "2021-05-01 10:00:00.001 ben ⬆️ m1",
            "2021-05-01 10:00:00.001 ben ⬇️ m1",
            "2021-05-01 10:00:00.001 cy ⬇️ m1",
            "2021-05-01 10:00:00.001 dee ⬆️ m1",
        ]
    )
    found = gamestates(GAME, told(story, "nomicoup"), ["2021-05-01T10:00:00.001Z"])[-1].values["propositions"]["1"]
    assert (found["status"], found["up"], found["down"]) == ("rejected", 0, 2)


def test_reactions_on_no_proposition_and_of_nobody_are_nothing() -> None:
    story = "\n".join(
        [
            OPENING,
            "2021-05-01 10:00:00 ana in propositions m1: Nice idea!",
            "2021-05-01 10:00:01 ben ⬆️ m1",
            "2021-05-01 10:00:02 zoe 🎉 m1",
        ]
    )
    state = gamestates(GAME, told(story, "nomicoup"), ["2021-05-01T11:00:00Z"])[-1]
    assert (state.values["propositions"], state.refused) == ({}, ())
