"""Votes by reaction: who had which reaction standing, and what every possible count decides."""

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.mechanics.chats import NOON, at, log_of, message
from tracker.core.gamestate import Outcome
from tracker.core.observation import Observation
from tracker.mechanics.chat_log import Between, ChatMessage, Presence
from tracker.mechanics.reaction_votes import (
    MOST_WAYS,
    Both,
    Tally,
    named_voters,
    standing,
    tally,
    verdict,
    voters_in_words,
)

MORE_FOR = int.__gt__


def everybody(_: str) -> bool:
    return True


def votes(told: ChatMessage, minute: float, both: Both = "each") -> Tally:
    return tally(told, "+1", "-1", at(minute), everybody, both)


@pytest.mark.parametrize(
    ("rows", "is_counted"),
    [
        ("12:09 ana +1 m1", True),
        ("12:10 ana +1 m1", False),
        ("12:11 ana +1 m1", False),
        ("12:05 ana +1 m1\n12:09 ana removes +1 m1", False),
        ("12:05 ana +1 m1\n12:10 ana removes +1 m1", True),
        ("12:05 ana 👍🏿 m1\n12:06 ana removes 👍🏿 m1\n12:07 ana :+1: m1", True),
        ("12:05 ana 🎉 m1", False),
        ("12:01..12:10 ana +1 m1", None),
        ("12:01..12:09 ana +1 m1", True),
        ("12:10..12:20 ana +1 m1", False),
        ("12:05 ana +1 m1\n12:09..12:20 ana removes +1 m1", None),
        ("12:05 ana +1 m1\n12:10..12:20 ana removes +1 m1", True),
        ("12:05 ana +1 m1\n12:06..12:12 ana removes +1 m1\n12:13 ana +1 m1", None),
    ],
)
def test_a_reaction_counts_if_set_before_and_not_removed_before(rows: str, is_counted: bool | None) -> None:
    ballot = standing(message(rows), ":+1:", at(10))
    assert ("ana" in ballot.certain, "ana" in ballot.possible) == (is_counted is True, is_counted is not False)
    assert bool(ballot.doubts) == (is_counted is None)


def test_doubts_name_both_looks() -> None:
    assert standing(message("12:01..12:15 ana +1 m1"), "+1", at(10)).doubts == (("ana", Between(at(1), at(15))),)


def test_one_person_counts_once_per_kind() -> None:
    told = message("12:01 ana 👍 m1\n12:02 ana 👍🏽 m1\n12:03 cleo -1 m1")
    assert votes(told, 10).ways == ((frozenset({"ana"}), frozenset({"cleo"})),)


@pytest.mark.parametrize(("both", "counts"), [("each", (1, 1)), ("against", (0, 1)), ("for", (1, 0)), ("none", (0, 0))])
def test_what_both_reactions_of_one_person_are(both: Both, counts: tuple[int, int]) -> None:
    assert votes(message("12:01 ana +1 m1\n12:02 ana -1 m1"), 10, both).counts == (counts,)


def test_only_those_who_may_vote_count() -> None:
    told = message("12:01 ana +1 m1\n12:01..12:20 zed +1 m1")
    counted = tally(told, "+1", "-1", at(10), lambda user: user == "ana", "each")
    assert (counted.ways, counted.doubts) == (((frozenset({"ana"}), frozenset()),), ())


def test_votes_of_who_perhaps_may_not_vote_count_in_some_ways() -> None:
    told = message("12:01 ana +1 m1\n12:01 bob -1 m1\n12:02 bob +1 m1")
    counted = tally(told, "+1", "-1", at(10), lambda user: None if user == "bob" else True, "each")
    assert counted.counts == ((1, 0), (2, 1))
    assert tally(told, "+1", "-1", at(10), lambda _: None, "none").counts == ((0, 0), (1, 0))


def test_a_vote_that_hangs_on_a_doubt_is_undetermined_and_another_is_not() -> None:
    told = message("12:01 ana +1 m1\n12:01 bob -1 m1\n12:05..12:20 cleo +1 m1")
    assert votes(told, 10).counts == ((1, 1), (2, 1))
    assert verdict(votes(told, 10), MORE_FOR) is Outcome.UNDETERMINED
    assert verdict(votes(told, 10), int.__ge__) is Outcome.TRUE
    assert verdict(votes(told, 10), int.__lt__) is Outcome.FALSE
    assert verdict(votes(told, 21), MORE_FOR) is Outcome.TRUE


def doubtful(count: int, emoji: str = "+1-1") -> ChatMessage:
    told = ChatMessage("m1", "x", "bob", NOON, "first")
    for kind in ("+1", "-1"):
        if kind in emoji:
            told.reactions[kind] = {f"p{n}": [Presence(Between(at(1), at(20)))] for n in range(count)}
    return told


@pytest.mark.parametrize("both", ["each", "against", "for", "none"])
def test_beyond_the_most_ways_every_pair_of_counts_is_there_once(both: Both) -> None:
    few, many = votes(doubtful(5), 10, both), votes(doubtful(6), 10, both)
    assert len(few.ways) == (4**5 if both == "each" else 3**5)
    expected = {(a, b) for a, b in product(range(7), repeat=2) if both == "each" or a + b <= 6}
    assert set(many.counts) == expected
    assert (len(many.ways) == len(expected)) == (both == "each")
    ways = votes(doubtful(12), 10, both).ways
    assert len(ways) == len({(len(pro), len(contra)) for pro, contra in ways}) <= MOST_WAYS


def test_hundreds_of_doubts_are_counted_all_the_same() -> None:
    assert verdict(votes(doubtful(300, "+1"), 10), lambda pro, _: pro <= 300) is Outcome.TRUE
    assert verdict(votes(doubtful(300, "+1"), 10), lambda pro, _: pro == 300) is Outcome.UNDETERMINED


# --- properties

ACTS = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from("👍👎🎉"), st.integers(0, 20)),
    max_size=10,
    unique_by=lambda act: act[2],
)


def reactions(acts: list[tuple[str, str, int]]) -> list[Observation]:
    """Each act turns a person's reaction on or off."""
    standing_now: set[tuple[str, str]] = set()
    rows = [Observation("message", "m1", {"channel": "x", "author": "bob", "text": "t"}, at=at(-1))]
    for user, emoji, minute in sorted(acts, key=lambda act: act[2]):
        kind = "reaction_removed" if (user, emoji) in standing_now else "reaction"
        standing_now ^= {(user, emoji)}
        payload = {"message": "m1", "emoji": emoji, "user": user}
        rows.append(Observation(kind, f"reaction:m1:{emoji}:{user}", payload, at=at(minute)))
    return rows


def naive(acts: list[tuple[str, str, int]], emoji: str, minute: int) -> set[str]:
    """Whoever turned it an odd number of times before, replayed one by one."""
    found: set[str] = set()
    for user, kind, when in sorted(acts, key=lambda act: act[2]):
        if kind == emoji and when < minute:
            found ^= {user}
    return found


@given(ACTS, st.integers(0, 21), st.randoms(use_true_random=False))
def test_a_count_with_exact_times_is_the_naive_count_in_whatever_order_rows_came(
    acts: list[tuple[str, str, int]], minute: int, random: object
) -> None:
    rows = reactions(acts)
    shuffled = sorted(rows, key=lambda _: random.random())  # type: ignore[attr-defined]
    told = log_of(shuffled)[0].messages["m1"]
    assert told == log_of(rows)[0].messages["m1"]
    assert votes(told, minute).ways == ((frozenset(naive(acts, "👍", minute)), frozenset(naive(acts, "👎", minute))),)


LOOKS = st.sets(st.integers(-1, 20), max_size=12).map(lambda looks: sorted({-1, *looks, 21}))


def polled(acts: list[tuple[str, str, int]], looks: list[int], source: str = "discord") -> list[Observation]:
    """What somebody tells who sees reactions only when they look: those that have changed since the look before."""
    rows = reactions([])
    for before, now in pairwise(looks):
        for user, emoji in sorted({act[:2] for act in acts}):
            was, is_set = (user in naive(acts, emoji, minute + 1) for minute in (before, now))
            if was == is_set:
                continue
            payload = {"message": "m1", "emoji": emoji, "user": user}
            told = Observation(
                "reaction" if is_set else "reaction_removed", f"r:{emoji}:{user}", payload, source=source
            )
            rows.append(
                Observation(told.kind, told.id, payload, not_before=at(before), not_after=at(now), source=source)
            )
    return rows


def decided(acts: list[tuple[str, str, int]], looks: list[int], minute: int, up_to: int) -> tuple[Tally, Outcome]:
    told = votes(log_of(polled(acts, looks), at(up_to))[0].messages["m1"], minute)
    return told, verdict(told, MORE_FOR)


@given(ACTS, LOOKS, st.integers(0, 21))
@settings(max_examples=200)
def test_what_a_look_leaves_open_includes_what_was_so_where_nothing_was_set_and_taken_back_between_looks(
    acts: list[tuple[str, str, int]], looks: list[int], minute: int
) -> None:
    calm = [act for act in acts if not any(act[:2] == other[:2] and act != other for other in acts)]
    told, _ = decided(calm, looks, minute, 30)
    assert (frozenset(naive(calm, "👍", minute)), frozenset(naive(calm, "👎", minute))) in told.ways


@given(ACTS, LOOKS, LOOKS, st.integers(0, 21), st.integers(0, 30))
@settings(max_examples=300)
def test_narrower_looks_never_change_a_verdict_that_was_determined(
    acts: list[tuple[str, str, int]], looks: list[int], more: list[int], minute: int, later: int
) -> None:
    calm = [act for act in acts if not any(act[:2] == other[:2] and act != other for other in acts)]
    finer = sorted({*looks, *more})
    wide, narrow = (decided(calm, each, minute, minute + later) for each in (looks, finer))
    assert set(narrow[0].ways) <= set(wide[0].ways)
    assert wide[1] in (Outcome.UNDETERMINED, narrow[1])


@given(ACTS, LOOKS, LOOKS, st.integers(0, 21))
@settings(max_examples=300)
def test_two_who_look_in_turn_leave_open_no_more_than_either(
    acts: list[tuple[str, str, int]], looks: list[int], others: list[int], minute: int
) -> None:
    calm = [act for act in acts if not any(act[:2] == other[:2] and act != other for other in acts)]
    both = [*polled(calm, looks), *polled(calm, others, "other")[1:]]
    told = votes(log_of(both)[0].messages["m1"], minute)
    assert set(told.ways) <= set(decided(calm, looks, minute, 30)[0].ways)
    assert told == votes(log_of(reversed(both))[0].messages["m1"], minute)
    assert (frozenset(naive(calm, "👍", minute)), frozenset(naive(calm, "👎", minute))) in told.ways


@given(ACTS, LOOKS, st.integers(0, 21), st.integers(0, 30))
def test_what_is_seen_later_never_changes_a_verdict_that_was_determined(
    acts: list[tuple[str, str, int]], looks: list[int], minute: int, later: int
) -> None:
    at_once, afterwards = (decided(acts, looks, minute, minute + more) for more in (0, later))
    assert set(afterwards[0].ways) <= set(at_once[0].ways)
    assert at_once[1] in (Outcome.UNDETERMINED, afterwards[1])


def test_of_two_tones_of_one_kind_one_may_be_taken_back() -> None:
    both = "12:01 bob 👎🏻 m1\n12:02 bob 👎 m1\n12:03 bob removes 👎 m1"
    assert standing(message(both), "-1", at(4)).certain == {"bob"}
    assert standing(message(f"{both}\n12:03 bob removes :-1::skin-tone-1: m1"), "-1", at(4)).possible == frozenset()


def test_those_of_whom_it_is_not_told_who_they_are_are_counted_not_named() -> None:
    told = message("12:05 ana +1 m1")
    told.counted["-1"] = 3
    found = votes(told, 10)
    against = sorted({user for way in found.ways for user in way[1]})
    assert voters_in_words(["ana", *against]) == "ana, 3 of whom it is not told who they are"
    assert named_voters(["ana", *against], str.upper)["ana"] == "ANA"
    assert voters_in_words([]) == "nobody"
