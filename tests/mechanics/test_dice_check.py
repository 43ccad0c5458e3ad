"""A check computes everything anew, and whatever was changed afterwards is found."""

import hashlib
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.dice.dice_check import Day, Thrown, check, read_page
from tracker.mechanics.dice.seeds import commitment_of, day_seed, faces, mixed

KEY = bytes(range(32))
DAYS = [date(2019, 10, 1) + timedelta(days=number) for number in range(3)]
WORDS = ("Ada:apple", "Bo:pear")


def day(number: int, words: tuple[str, ...] = (), *, is_open: bool = False) -> Day:
    seed = day_seed(KEY, DAYS[number])
    return Day(str(DAYS[number]), commitment_of(seed), "2019-09-24 00:15:00", "" if is_open else seed.hex(), words)


def thrown(number: int, key: str, sides: int = 20, count: int = 1, words: tuple[str, ...] = ()) -> Thrown:
    shown = faces(mixed(day_seed(KEY, DAYS[number]), "\n".join(words)), key, sides, count)
    return Thrown(key, f"{DAYS[number]} 12:00:00", sides, shown, words)


DAYS_SHOWN = [day(0), day(1, WORDS), day(2, is_open=True)]
ROLLS = [
    thrown(0, "a"),
    thrown(0, "b", 6, 3),
    thrown(1, "c", 10**20, words=WORDS),
    thrown(2, "d"),
    thrown(0, "e", 6, 0),
]


class Told:
    """Remembers the steps."""

    def __init__(self) -> None:
        self.steps: list[int] = []

    def step(self, text: str, done: int, total: int | None) -> None:
        self.steps.append(done)


def test_what_was_not_changed_holds() -> None:
    told = Told()
    found = check(DAYS_SHOWN, ROLLS, told)
    assert found.difference == ""
    assert (found.days, found.days_open, found.rolls, found.rolls_open, found.late) == (2, 1, 4, 1, [])
    assert told.steps == [0]


@pytest.mark.parametrize(
    ("days", "rolls", "difference"),
    [
        ([replace(day(0), hash="0" * 64)], [], "2019-10-01: the seed shown has the SHA-256 "),
        ([replace(day(0), secret="0" * 64)], [], "2019-10-01: the seed shown has the SHA-256 "),
        ([day(0)], [ROLLS[0]._replace(faces=(21 - ROLLS[0].faces[0],))], "roll a: 1d20 is shown as"),
        ([day(0)], [ROLLS[0]._replace(key="A")], "roll A: 1d20 is shown as"),
        ([day(0)], [ROLLS[0]._replace(sides=21)], "roll a: 1d21 is shown as"),
        ([day(0)], [ROLLS[0]._replace(sides=0)], "roll a: a die of 0 sides cannot be thrown"),
        ([day(0)], [ROLLS[0]._replace(sides=2**256 + 1)], "roll a: a die of 1157"),
        ([day(0)], [ROLLS[1]._replace(faces=(*ROLLS[1].faces, 2))], "roll b: 4d6 is shown as"),
        ([day(0)], [ROLLS[0]._replace(asked_at="2019-10-04 12:00:00")], "roll a: no commitment stands for 2019-10-04"),
        ([day(0), day(1, WORDS)], [ROLLS[2]._replace(words=())], "roll c: other words were mixed in"),
        ([day(0), day(1, WORDS[:1])], [ROLLS[2]._replace(words=None)], "roll c: 1d1"),
        ([day(0)], [ROLLS[0], ROLLS[0]._replace(sides=6)], "roll a: it stands there twice, and differently"),
        ([day(0), replace(day(0), hash="1" * 64)], [], "2019-10-01: two different commitments stand there"),
        ([day(1), day(1, WORDS)], [], "2019-10-02: two different seeds or sets of words"),
    ],
)
def test_whatever_was_changed_is_found(days: list[Day], rolls: list[Thrown], difference: str) -> None:
    assert check(days, rolls).difference.startswith(difference)


def test_a_day_may_stand_on_two_pages() -> None:
    found = check([day(0, is_open=True), day(0)], [ROLLS[0], ROLLS[0]])
    assert (found.days, found.days_open, found.difference) == (1, 0, "")


def test_commitment_made_after_dice_were_asked_for_is_named() -> None:
    late = replace(day(0), committed_at="2019-10-01 12:00:01")
    assert check([late], [ROLLS[0], ROLLS[1]]).late == ["2019-10-01"]
    assert check([replace(late, committed_at="2019-10-01 12:00:00")], ROLLS[:2]).late == []


def test_first_difference_is_the_one_that_is_named() -> None:
    wrong = [ROLLS[0]._replace(faces=(0,)), ROLLS[1]._replace(faces=(0, 0, 0))]
    found = check([day(0)], [ROLLS[4], *wrong])
    assert found.difference.startswith("roll a:")
    assert found.record()["rolls"] == 1


def test_long_checks_tell_how_far_they_are() -> None:
    told = Told()
    check([day(0)], [thrown(0, str(number)) for number in range(20_001)], told)
    assert told.steps == [0, 10_000, 20_000]


PAGE = f"""
{{| class="wikitable"
|- id="dice-day-2019-10-01" style="vertical-align:top"
| <code>2019-10-01</code>
| <code>2019-09-24 00:15:00</code> <b>late</b>
| <code>{day(1).hash}</code>
| <code>{day(1).secret}</code>
| <code>Ada&#58;apple</code> <code>B&#38;o&#58;pear</code>
|- id="roll-2019-10-01-1" style="vertical-align:top"
| <code>2019-10-01 12:00:03</code>
| <code>a&#58;1&#124;&#60;</code>
| Ada
| <code>2d6</code>
| <code>3 4</code>
| for &#60;code&#62;
|}}
"""


def test_page_is_read() -> None:
    days, rolls = read_page(PAGE)
    assert days == [Day("2019-10-01", day(1).hash, "2019-09-24 00:15:00", day(1).secret, ("Ada:apple", "B&o:pear"))]
    assert list(rolls) == [Thrown("a:1|<", "2019-10-01 12:00:03", 6, (3, 4))]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("3 4", "3 x", "a row of a roll cannot be read"),
        ("3 4", "3", "the roll a:1|< shows 1 faces of 2 dice"),
        ("2d6", f"2d{'9' * 5000}", "a number of 5000 digits"),
        ("3 4", f"3 {'9' * 5000}", "a number of 5000 digits"),
        (day(1).hash, "12", "a row of a day cannot be read"),
        ("| Ada\n", "", "a row of a roll cannot be read"),
    ],
)
def test_row_of_another_form_is_a_fault(old: str, new: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault.replace("|", r"\|")):
        list(read_page(PAGE.replace(old, new))[1])


@given(st.text(max_size=400), st.integers(0, len(PAGE)))
def test_no_page_raises_anything_else(text: str, place: int) -> None:
    try:
        days, rolls = read_page(PAGE[:place] + text + PAGE[place:])
        said = check(days, rolls).difference
    except ValueError as fault:
        said = str(fault)
    assert len(said) < 1500


# --- fairness -------------------------------------------------------------------------------------------------------------

# Quantiles of chi-square for a probability of 0.999, by Wilson and Hilferty: one die size in a thousand would be beyond.
SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 35, 77, 100)
"""Sizes that the five rulesets ask for: fixed dice, picks among few, and the weighted draws of hexes."""


@pytest.mark.parametrize("sides", SIZES)
def test_every_face_is_as_likely_as_any_other(sides: int) -> None:
    rolls = 200 * sides
    counts = [0] * sides
    for number in range(rolls // 4):
        for face in faces(day_seed(KEY, DAYS[number % 3]), f"revision:Cafe:{number}#0:1:0:4d{sides}", sides, 4):
            counts[face - 1] += 1
    chi_square = sum((count - 200) ** 2 / 200 for count in counts)
    freedom = sides - 1
    limit = freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3
    assert sum(counts) == rolls
    assert chi_square < limit, counts


@pytest.mark.parametrize("sides", [6, 20])
def test_faces_say_nothing_of_the_next_die(sides: int) -> None:
    counts: dict[tuple[int, int], int] = {}
    rolls = 60 * sides * sides
    for number in range(rolls):
        first, second = (faces(bytes(32), f"line {number + step}", sides, 1)[0] for step in (0, 1))
        counts[first, second] = counts.get((first, second), 0) + 1
    chi_square = sum((counts.get((a, b), 0) - 60) ** 2 / 60 for a in range(1, sides + 1) for b in range(1, sides + 1))
    freedom = sides * sides - 1
    assert chi_square < freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3


def test_hash_is_that_of_the_bytes() -> None:
    assert commitment_of(b"\0" * 32) == hashlib.sha256(b"\0" * 32).hexdigest()
