"""Words of players are mixed in as they were pledged, whole days at a time, and whoever shows none holds up nobody for long."""

import hashlib
import itertools
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.dice.dice_words import Line, Mix, Pledge, Shown, WaitUntil, Words, hash_of, read_line, words_of
from tracker.mechanics.dice.seeds import faces, mixed

DAY = date(2019, 10, 2)
MIDNIGHT = datetime(2019, 10, 2, tzinfo=UTC)
HASH = hashlib.sha256(b"2019-10-02:Ada:apple").hexdigest()


def minutes(count: float) -> datetime:
    return MIDNIGHT + timedelta(minutes=count)


def pledge(name: str = "Ada", word: str = "apple", at: float = -60, day: date = DAY) -> Pledge:
    return Pledge(name, hash_of(day, name, word), minutes(at))


def shown(name: str = "Ada", word: str = "apple", at: float = 10) -> Shown:
    return Shown(name, word, minutes(at))


def words(pledges: list[Pledge], told: list[Shown], at: float, grace: float = 0) -> Words:
    return words_of(DAY, pledges, told, minutes(at), hours=1, grace=timedelta(minutes=grace))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"commit {HASH}", Line("commit", HASH)),
        (f"* Commit {HASH.upper()} --[[User:Ada|Ada]] 12:01, 1 October 2019 (UTC)", Line("commit", HASH)),
        ("word apple", Line("word", "apple")),
        (":* WORD Apple-7! --[[User:Ada]]", Line("word", "Apple-7!")),
        (f"commit {HASH[1:]}", None),
        (f"commit {HASH}0", None),
        (f"I commit {HASH}", None),
        ("word", None),
        ("wordy apple", None),
        ("word äpfel", None),
        (f"word {'x' * 101}", None),
        ("commit to the plan", None),
        ("", None),
    ],
)
def test_lines_about_words(text: str, line: Line | None) -> None:
    assert read_line(text) == line


def test_hash_is_that_of_day_name_and_word() -> None:
    assert hash_of(DAY, "Ada", "apple") == HASH


def test_without_a_pledge_nobody_waits() -> None:
    assert words([], [shown()], 0) == Mix("")


def test_day_waits_for_its_words_and_no_longer_than_needed() -> None:
    told = [shown(at=10), shown("Bo", "pear", 20)]
    pledges = [pledge(), pledge("Bo", "pear")]
    assert words(pledges, told, 0) == WaitUntil(minutes(60), ("Ada", "Bo"))
    assert words(pledges, told, 10) == WaitUntil(minutes(60), ("Bo",))
    assert words(pledges, told, 20) == Mix("Ada:apple\nBo:pear")
    assert words(pledges, told, 23 * 60) == Mix("Ada:apple\nBo:pear")


def test_word_that_is_not_shown_in_time_is_left_out_and_named() -> None:
    pledges = [pledge(), pledge("Bo", "pear")]
    late = [shown(), shown("Bo", "pear", 60)]
    assert words(pledges, late, 59.9) == WaitUntil(minutes(60), ("Bo",))
    assert words(pledges, late, 60) == words(pledges, late, 600) == Mix("Ada:apple", ("Bo",))
    assert words(pledges, [shown("Bo", "pear", 59.9)], 60) == Mix("Bo:pear", ("Ada",))


def test_words_read_late_have_their_grace() -> None:
    assert words([pledge()], [], 64, grace=5) == WaitUntil(minutes(65), ("Ada",))
    assert words([pledge()], [shown(at=59)], 64, grace=5) == Mix("Ada:apple")
    assert words([pledge()], [shown(at=61)], 65, grace=5) == Mix("", ("Ada",))


@pytest.mark.parametrize(("at", "counts"), [(-1440.1, False), (-1440, True), (-0.01, True), (0, False), (5, False)])
def test_pledge_counts_on_the_day_before(at: float, counts: bool) -> None:
    assert words([pledge(at=at)], [shown()], 30) == Mix("Ada:apple" if counts else "")


@pytest.mark.parametrize(("at", "counts"), [(-1, False), (0, True), (59.9, True), (60, False)])
def test_word_counts_in_the_first_hour(at: float, counts: bool) -> None:
    assert words([pledge()], [shown(at=at)], 120) == (Mix("Ada:apple") if counts else Mix("", ("Ada",)))


def test_last_pledge_counts_and_a_wrong_word_may_be_mended() -> None:
    pledges = [pledge(word="pear", at=-30), pledge(at=-90)]
    told = [shown(), shown(word="plum", at=12), shown(word="pear", at=15)]
    assert words(pledges, told, 12) == WaitUntil(minutes(60), ("Ada",))
    assert words(pledges, told, 15) == Mix("Ada:pear")


def test_word_of_another_player_or_day_does_not_fit() -> None:
    stolen = Pledge("Bo", pledge().hash, minutes(-60))
    assert words([stolen], [shown("Bo")], 60) == Mix("", ("Bo",))
    assert words([pledge(day=date(2019, 10, 3))], [shown()], 60) == Mix("", ("Ada",))


def test_names_cannot_pass_for_other_lines_of_the_mix() -> None:
    odd = "Ada:x\nBo"
    assert words([pledge(odd, "pear")], [shown(odd, "pear")], 60) == Mix("Ada%3Ax%0ABo:pear")
    assert words([pledge("Zoë \ud83d")], [shown("Zoë \ud83d")], 60) == Mix("Zo%C3%AB%20%3F:apple")


def test_no_word_counts_after_the_day() -> None:
    found = words_of(DAY, [pledge()], [shown(at=1441)], minutes(1442), hours=48)
    assert found == Mix("", ("Ada",))


NAMED = st.tuples(st.sampled_from(["Ada", "Bo", "Cy"]), st.sampled_from(["apple", "pear"]), st.integers(0, 70))


@given(st.lists(NAMED, max_size=6), st.lists(NAMED, max_size=6), st.randoms())
def test_mix_is_one_for_the_day_whatever_the_order(
    pledged: list[tuple[str, str, int]], told: list[tuple[str, str, int]], chance: Random
) -> None:
    pledges = [pledge(name, word, at - 100 + number / 10) for number, (name, word, at) in enumerate(pledged)]
    lines = [shown(*each) for each in told]
    known = [found for at in range(0, 200, 5) if isinstance(found := words(pledges, lines, at), Mix)]
    assert all(earlier == later for earlier, later in itertools.pairwise(known))
    chance.shuffle(pledges)
    chance.shuffle(lines)
    assert words(pledges, lines, 200) == known[-1]


def test_words_change_every_face_and_nothing_else_does() -> None:
    seed = bytes(32)
    own = faces(seed, "c1", 10**6, 5)
    assert faces(mixed(seed, ""), "c1", 10**6, 5) == own
    assert not set(faces(mixed(seed, "Ada:apple"), "c1", 10**6, 5)) & set(own)
