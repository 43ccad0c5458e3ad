"""Votes by reaction: sides, both of them, removal, late sight, and the end's instant."""

from __future__ import annotations

import random
from datetime import datetime

import pytest

from tests.mechanics.chat.invented import at, look, stated_again, step
from tracker.mechanics.chat import votes
from tracker.mechanics.chat.rows import Reacted
from tracker.mechanics.chat.votes import DOWN, EACH, NEWEST, NONE, UP, Polls, Voting
from tracker.mechanics.state.described import printed

ALL = {"ana", "bob", "cleo"}
PLAIN = Voting()
ARROWS = Voting({"⬆": UP, "➡": "right", "⬇": DOWN}, NEWEST)


def polls(*reactions: Reacted, voting: Voting = PLAIN) -> Polls:
    world = look(Polls().rooted())
    for each in reactions:
        votes.react(world, each, voting)
    return world


def on(emoji: str, user: str = "ana", *, seen: datetime | None = None) -> Reacted:
    return Reacted("p", emoji, user, seen_late=seen)


def off(emoji: str, user: str = "ana", *, seen: datetime | None = None) -> Reacted:
    return Reacted("p", emoji, user, is_set=False, seen_late=seen)


def counts(world: Polls, voting: Voting = PLAIN, **more: object) -> tuple[int, int]:
    count = votes.counted(world, "p", voting, ALL, **more)  # type: ignore[arg-type]
    return count.up, count.down


@pytest.mark.parametrize(
    ("emoji", "name"),
    [
        ("👍🏿", "👍"),
        (":+1:", "+1"),
        ("<:gator:123>", "gator"),
        ("<a:gator:123>", "gator"),
        ("gator:1", "gator"),
        ("⬆️", "⬆"),
    ],
)
def test_an_emoji_is_known_by_its_plain_name(emoji: str, name: str) -> None:
    assert votes.plain(emoji) == name


def test_tones_of_one_thumb_are_one_vote_and_each_must_be_taken_back() -> None:
    world = polls(on("👍"), on("👍🏿"), on("👎", "bob"), on("🎉", "cleo"), on("👍", "zed"))
    assert counts(world) == (1, 1)
    votes.react(world, off("👍🏿"), Voting())
    assert counts(world) == (1, 1)
    votes.react(world, off("👍"), Voting())
    assert counts(world) == (0, 1)


@pytest.mark.parametrize(
    ("both", "found"), [(EACH, (1, 1)), (NONE, (0, 0)), (DOWN, (0, 1)), (UP, (1, 0)), (NEWEST, (0, 1))]
)
def test_both_thumbs_of_one_voter_are_what_the_game_says(both: str, found: tuple[int, int]) -> None:
    assert counts(polls(on("👍"), on("👎")), Voting(both=both)) == found


def test_the_newest_that_stands_counts_and_an_older_one_again_when_it_goes() -> None:
    world = polls(on("⬆️"), on("⬇️"), on("⬆️"), voting=ARROWS)
    assert counts(world, ARROWS) == (0, 1)
    votes.react(world, off("⬇️"), ARROWS)
    assert counts(world, ARROWS) == (1, 0)


def test_members_of_a_group_have_one_vote_the_newest() -> None:
    world = polls(on("⬆️", "ann"), on("➡️", "art"), on("⬇️", "bob"), voting=ARROWS)
    count = votes.counted(world, "p", ARROWS, ALL, as_whom={"ann": "ana", "art": "ana"})
    assert (count.of("right"), count.of(DOWN), count.up) == (["ana"], ["bob"], 0)


def test_words_go_before_reactions() -> None:
    assert counts(polls(on("👍"), on("👍", "bob")), words={"ana": DOWN, "zed": DOWN}) == (1, 1)


def test_votes_that_are_taken_back_or_forgotten_count_no_more() -> None:
    world = polls(on("👍"), on("👎", "bob"))
    votes.take_back(world, "p", "bob")
    assert counts(world) == (1, 0)
    votes.forget(world, "p")
    assert not world.thumbs


@pytest.mark.parametrize(
    ("reactions", "is_told"),
    [
        ([on("👍", seen=at(3))], True),
        ([on("👍", seen=at(2))], False),
        ([on("👍"), off("👍", seen=at(3))], True),
        ([on("👍"), on("👍", "bob", seen=at(3))], False),
        ([on("👍", seen=at(3)), off("👍")], False),
    ],
)
def test_a_reaction_seen_after_the_end_is_told_where_it_turned_the_result(
    reactions: list[Reacted], is_told: bool
) -> None:
    world = look(polls(*reactions), at(2))

    def passes(surely: bool) -> bool:
        return votes.counted(world, "p", Voting(), ALL, surely=surely).up > 0

    done = step(world, lambda _: votes.result(passes, "the vote"))
    assert done.notes == (["VOTE_SEEN_LATE"] if is_told else [])


def test_votes_of_one_instant_end_in_order_of_creation() -> None:
    found = sorted(votes.ends([(at(2), at(1), "b"), (at(2), at(0), "a")], 1, "count"), key=lambda each: each.order)
    assert [each.fields["matter"] for each in found] == ["a", "b"]


def test_whatever_is_set_and_taken_away_stated_again_is_the_same() -> None:
    chance = random.Random(7)
    for _ in range(50):
        world, again = polls(), polls()
        for _ in range(12):
            late = chance.choice([None, at(chance.randrange(4))])
            row = Reacted("p", chance.choice("👍👎"), chance.choice("ab"), chance.random() < 0.6, late)
            votes.react(world, row, Voting())
            votes.react(again, row, Voting())
            again = stated_again(again)
        assert printed(again) == printed(world)
