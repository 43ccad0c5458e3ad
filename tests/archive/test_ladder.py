"""Thinning keeps the newest few instants and then ever fewer going back, however often it is done."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tracker.archive.ladder import NEWEST, kept

START = datetime(2005, 8, 3, 5, 42, tzinfo=UTC)

instants = st.lists(
    st.integers(0, 20 * 365 * 24 * 6).map(lambda ticks: START + timedelta(minutes=10 * ticks)), max_size=60
)


def thinned_at_each_step(all_instants: Iterable[datetime]) -> set[datetime]:
    stay: set[datetime] = set()
    for instant in all_instants:
        stay = set(kept({*stay, instant}))
    return stay


def test_few_instants_all_stay() -> None:
    assert kept([START, START + timedelta(days=1)]) == {START, START + timedelta(days=1)}
    assert kept([]) == frozenset()


def test_ten_minutes_apart_for_three_years_leaves_one_for_each_neighbourhood() -> None:
    stay = sorted(kept(START + timedelta(minutes=10 * tick) for tick in range(3 * 365 * 24 * 6)), reverse=True)
    newest = stay[0]
    assert stay[:NEWEST] == [newest - timedelta(minutes=10 * tick) for tick in range(NEWEST)]
    within = [sum(newest - at <= timedelta(days=days) for at in stay) for days in (1, 7, 31, 365)]
    # On Saturday 2 August, 05:32: 4 newest and 23 hours; 5 more days' ends; 3 more Sundays; 10 more months' ends.
    assert within == [27, 27 + 5, 27 + 5 + 3, 27 + 5 + 3 + 10]
    assert len({at.year for at in stay}) == 4
    assert len(stay) < 55


@given(instants)
def test_the_newest_stay_whatever_their_neighbourhood(all_instants: list[datetime]) -> None:
    newest = sorted(set(all_instants), reverse=True)[:NEWEST]
    assert set(newest) <= kept(all_instants)


@given(instants)
def test_thinning_at_each_step_leaves_what_thinning_once_leaves(all_instants: list[datetime]) -> None:
    in_order = sorted(all_instants)
    assert thinned_at_each_step(in_order) == kept(in_order)


@given(instants)
def test_every_year_keeps_its_latest(all_instants: list[datetime]) -> None:
    latest = {at.year: at for at in sorted(all_instants)}
    assert set(latest.values()) <= kept(all_instants)
