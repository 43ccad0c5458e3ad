"""The ids by which people name what a message announced."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.action_ids import key_of, named, short_id, unmistakable


@dataclass
class Thing:
    """What one action of a message made."""

    message: str
    n: int = 1
    of: int = 1


LONG = "871440123456784711"
ALIKE = "871440123999984711"
TWO = (Thing("m7", 1, 2), Thing("m7", 2, 2))
THINGS = [Thing(LONG), *TWO, Thing("gift"), Thing("R1"), Thing("offer-3"), Thing("2021")]


@pytest.mark.parametrize(
    ("thing", "id"),
    [
        (Thing(LONG), "84711"),
        (Thing(LONG, 2, 3), "84711-2"),
        (Thing("871440123456700007"), "00007"),
        (Thing("m7"), "m7"),
        (Thing("m7", 1, 2), "m7-1"),
        (Thing("message 12"), "12"),
        (Thing("a gift of mine"), "a gift of mine"),
        (Thing("12345"), "12345"),
    ],
)
def test_a_short_id_is_the_end_of_a_long_one(thing: Thing, id: str) -> None:
    assert short_id(thing) == id
    assert named([thing], id) == [thing]


@pytest.mark.parametrize(
    ("name", "places"),
    [
        (LONG, [0]),
        ("84711", [0]),
        ("#84711", [0]),
        ("784711", [0]),
        ("84711-1", [0]),
        ("84711-2", []),
        ("4711", []),
        ("m7", [1, 2]),
        ("7", [1, 2]),
        ("7-2", [2]),
        ("M7#2", [2]),
        ("m7-3", []),
        ("GIFT", [3]),
        ("r1", [4]),
        ("1", [4]),
        ("offer-3", [5]),
        ("offer-3-1", [5]),
        ("2021", [6]),
        ("021", []),
        ("", []),
        ("9" * 4000, []),
    ],
)
def test_what_a_name_means(name: str, places: list[int]) -> None:
    assert [THINGS.index(each) for each in named(THINGS, name)] == places


def test_of_ids_that_end_alike_more_is_shown() -> None:
    assert unmistakable([Thing(LONG), Thing(ALIKE), *TWO]) == {
        LONG: LONG,
        ALIKE: ALIKE,
        "m7": "m7-1",
        "m7#2": "m7-2",
    }
    assert named([Thing(LONG), Thing(ALIKE)], "84711") == [Thing(LONG), Thing(ALIKE)]


messages = st.integers(10**17, 10**18 - 1).map(str) | st.sampled_from([LONG, ALIKE])
things = st.lists(st.tuples(messages, st.integers(1, 4)), max_size=12, unique=True).map(
    lambda pairs: [Thing(message, n, 4) for message, n in pairs]
)


@given(things, things, st.data())
def test_what_is_added_never_takes_over_a_name(known: list[Thing], added: list[Thing], data: st.DataObject) -> None:
    more = [*added, *(each for each in known if each not in added)]
    for each in known:
        digits = data.draw(st.integers(5, 18))
        for name in (short_id(each), f"{each.message[-digits:]}-{each.n}", key_of(each.message, each.n)):
            assert each in named(more, name)


@given(things)
def test_an_unmistakable_id_means_that_one_thing(known: list[Thing]) -> None:
    names = unmistakable(known)
    assert [named(known, names[key_of(each.message, each.n)]) for each in known] == [[each] for each in known]
