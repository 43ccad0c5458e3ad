"""Goods: what moves is neither made nor lost, and what is not there cannot be given."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.goods import added, claimed_among, shortage, without

ITEMS = st.sampled_from(["chips", "trungs", "King of Hearts", 'fish "Old Tom" (golden)'])
BAGS = st.dictionaries(ITEMS, st.integers(1, 10**30), max_size=4)


def test_what_lacks_is_said_item_by_item() -> None:
    assert shortage({"chips": 25, "trungs": 1}, {"chips": 30, "trungs": 1, "stars": 2}) == {"chips": 5, "stars": 2}
    assert shortage({"chips": 30}, {"chips": 30}) == {}
    assert shortage({}, {}) == {}


def test_what_is_used_up_leaves_no_entry() -> None:
    assert without({"chips": 5, "trungs": 1}, {"chips": 5}) == {"trungs": 1}
    assert added({"chips": 5}, {"chips": 0, "trungs": 0}) == {"chips": 5}


def test_nothing_comes_from_nothing() -> None:
    with pytest.raises(ValueError, match="cannot be taken out"):
        without({"chips": 5}, {"chips": 6})


@pytest.mark.parametrize("count", [-1, 2.5, True, "3", None])
def test_only_whole_numbers_of_things_move(count: object) -> None:
    for function in (shortage, added, without):
        with pytest.raises(ValueError, match="is no number of things"):
            function({"chips": 5}, {"chips": count})  # type: ignore[dict-item]


@given(BAGS, BAGS, BAGS)
def test_what_moves_is_conserved(giver: dict[str, int], taker: dict[str, int], items: dict[str, int]) -> None:
    if missing := shortage(giver, items):
        assert all(giver.get(item, 0) + count == items[item] for item, count in missing.items())
        return
    after, gained = without(giver, items), added(taker, items)
    for item in {*giver, *taker, *items}:
        assert after.get(item, 0) + gained.get(item, 0) == giver.get(item, 0) + taker.get(item, 0)
    assert all(count > 0 for bag in (after, gained) for count in bag.values())


@given(BAGS, BAGS)
def test_what_was_added_can_be_taken_out_again(bag: dict[str, int], items: dict[str, int]) -> None:
    assert without(added(bag, items), items) == bag


@pytest.mark.parametrize(
    ("held", "claimed", "moved", "free_first", "claimed_first"),
    [(1, 1, 1, 1, 1), (2, 1, 1, 0, 1), (2, 1, 2, 1, 1), (3, 2, 2, 1, 2), (3, 0, 2, 0, 0), (3, 2, 0, 0, 0)],
)
def test_which_copies_move(held: int, claimed: int, moved: int, free_first: int, claimed_first: int) -> None:
    assert claimed_among(held, claimed, moved) == free_first
    assert claimed_among(held, claimed, moved, claimed_first=True) == claimed_first


@pytest.mark.parametrize(("held", "claimed", "moved"), [(1, 2, 1), (1, 0, 2), (1, -1, 1), (1, 1, -1)])
def test_no_more_copies_are_claimed_or_move_than_there_are(held: int, claimed: int, moved: int) -> None:
    with pytest.raises(ValueError, match="copies"):
        claimed_among(held, claimed, moved)


@given(st.integers(0, 20), st.data(), st.booleans())
def test_copies_that_stay_and_move_are_all_there_are(held: int, data: st.DataObject, claimed_first: bool) -> None:
    claimed, moved = data.draw(st.integers(0, held)), data.draw(st.integers(0, held))
    moving = claimed_among(held, claimed, moved, claimed_first=claimed_first)
    assert 0 <= moving <= min(claimed, moved)
    assert claimed - moving <= held - moved
