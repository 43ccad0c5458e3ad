from hypothesis import given
from hypothesis import strategies as st

from tests.mechanics.chat.fairs import refusal, says
from tracker.mechanics.chat.meant import key_of, meant, named, short_ids, the_one

LONG = ["871440000000184711", "871440000000284711", "871440000000284711#2", "m1"]


def test_things_bear_the_number_of_their_part_from_the_second_on() -> None:
    assert [key_of(says("ana", "812", part=part)) for part in (1, 2)] == ["812", "812#2"]


def test_a_thing_is_named_by_its_whole_id_its_last_digits_or_its_number() -> None:
    assert named(LONG, "871440000000184711") == LONG[:1]
    assert named(LONG, "184711") == LONG[:1]
    assert named(LONG, "84711") == LONG[:3]
    assert named(LONG, "284711-2") == named(LONG, "284711#2") == LONG[2:3]
    assert named(LONG, "4711") == []
    assert named(LONG, "1") == named(LONG, " #M1") == ["m1"]
    assert named(LONG, "7", {LONG[0]: 7}) == LONG[:1]
    assert named(LONG, "m1", {LONG[0]: 1}) == ["m1"]


def test_without_a_name_it_is_what_is_replied_to_else_all_that_is_open() -> None:
    assert meant(["a", "b"], reply_to="b") == ["b"]
    assert meant(["a", "b"], reply_to="chat") == ["a", "b"]
    assert meant(["a"], reply_to="over", known=["a", "over"]) == []
    assert meant(["a", "a#2"], reply_to="a") == ["a", "a#2"]


def test_none_and_several_are_refused() -> None:
    assert the_one(["a"], "NONE", "") == "a"
    assert refusal(lambda: the_one([], "NONE", "")) == "NONE"
    assert refusal(lambda: the_one(["a", "b"], "NONE", "")) == "UNCLEAR"


@given(st.sets(st.integers(10**17, 10**18).map(str), max_size=6), st.booleans())
def test_what_is_shown_of_an_id_means_that_thing_alone(ids: set[str], has_parts: bool) -> None:
    keys = [*ids, *(f"{id}#2" for id in ids)] if has_parts else list(ids)
    shown = short_ids(keys)
    assert len(set(shown.values())) == len(keys)
    for key, short in shown.items():
        assert key in named(keys, short)
        if not has_parts or "#" in key:
            assert named(keys, short) == [key]
