"""What several worlds show as one: only what all of them agree on, and everything else marked in its place."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from tracker.core.gamestate import UNDETERMINED
from tracker.mechanics.agreed_views import agreed_view


@dataclass(frozen=True, slots=True)
class Lot:
    id: int
    by: str
    cards: tuple[str, ...] = ()
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    lots: Mapping[int, Lot]
    counts: Mapping[str, int]


def test_one_world_is_as_it_is() -> None:
    only = Lot(1, "ana")
    assert agreed_view([only]) is only


def test_worlds_that_agree_are_as_the_first() -> None:
    first = Lot(1, "ana", ("A",))
    assert agreed_view([first, Lot(1, "ana", ("A",))]) is first


def test_a_field_on_which_worlds_differ_is_undetermined() -> None:
    found = agreed_view([Lot(1, "ana"), Lot(1, "bob")])
    assert (found.id, found.by, found.is_certain) == (1, UNDETERMINED, True)


def test_tuples_of_one_length_differ_item_by_item_and_others_as_a_whole() -> None:
    assert agreed_view([Lot(1, "a", ("A", "B")), Lot(1, "a", ("A", "C"))]).cards == ("A", UNDETERMINED)
    found: object = agreed_view([Lot(1, "a", ("A", "B")), Lot(1, "a", ("A",))]).cards
    assert found == UNDETERMINED


def test_what_only_some_worlds_have_is_shown_and_not_certain() -> None:
    lot = Lot(2, "bob")
    found = agreed_view([Table({1: Lot(1, "a"), 2: lot}, {}), Table({1: Lot(1, "a")}, {})])
    assert found.lots == {1: Lot(1, "a"), 2: Lot(2, "bob", is_certain=False)}


def test_what_was_not_certain_in_one_world_is_not() -> None:
    assert not agreed_view([Lot(1, "a", is_certain=False), Lot(1, "b")]).is_certain


def test_a_plain_entry_of_only_some_worlds_is_undetermined() -> None:
    found = agreed_view([Table({}, {"ana": 1, "bob": 2}), Table({}, {"ana": 1})])
    assert found.counts == {"ana": 1, "bob": UNDETERMINED}


@pytest.mark.parametrize(("one", "other"), [(1, True), (0, False), (1, 1.0), (1, None), (Lot(1, "a"), UNDETERMINED)])
def test_values_of_different_sorts_do_not_agree(one: object, other: object) -> None:
    assert agreed_view([one, other]) == UNDETERMINED


def test_no_world_shows_nothing() -> None:
    with pytest.raises(ValueError, match="without a view"):
        agreed_view([])
