"""Duck Naming Criteria: what ducks may be called, who loses a name, and each reading of the rules."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tracker.games.ducks import naming
from tracker.games.ducks.law import Law
from tracker.games.ducks.state import Auction, Duck, Player, State, World
from tracker.mechanics.chat_play import Moment

NOW = datetime(2021, 3, 10, 12, tzinfo=UTC)
EARLIER = datetime(2021, 1, 4, tzinfo=UTC)


def moment(*names: str, **settings: Any) -> Moment[World]:
    """A moment in a world with ducks of those names, numbered from 1, each named a day after the one before."""
    ducks = {
        n: Duck(n, "ana", name=name, named_at=EARLIER.replace(day=n) if name else None)
        for n, name in enumerate(names, 1)
    }
    players = {each: Player(each, [(EARLIER, None)]) for each in ("ana", "42")} | {
        "gone": Player("gone", [(EARLIER, NOW)])
    }
    state = State()
    for id, name in (("42", "Ben"), ("gone", "Cyrus"), ("stranger", "Zed")):
        state.log.introduce(id, name)
    state.identities = {"benny_1": "42"}
    return Moment(World(players=players, ducks=ducks), state, Law(NOW, settings), {}, "m1")


def give(now: Moment[World], number: int, name: str) -> bool:
    return naming.give_name(now, now.world.ducks[number], name, 3)


def names(now: Moment[World]) -> list[str]:
    return [duck.name for duck in now.world.ducks.values()]


@pytest.mark.parametrize(
    "name",
    [
        "🦆",
        "null",
        "O'Quack",
        "Benjamin",
        "Jeffrey",
        "jeffery",
        "Jeffery II",
        "x" * 140,
        "🦆" * 140,
        "Cyrus",
        "Zed",
        "**a**",
        "\u200d",
    ],
)
def test_any_name_but_the_exceptions_is_given(name: str) -> None:
    now = moment("Fern")
    assert give(now, 1, f"  {name} ")
    assert names(now) == [name]
    assert now.world.ducks[1].named_at == NOW
    assert not now.world.refused
    (event,) = now.world.events
    assert (event.name, event.fields) == ("duck_named", {"duck": 1, "called": name, "before": "Fern"})


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("Jeffery", "DUCK-060"),
        (" Jeffery ", "DUCK-060"),
        ("x" * 141, "DUCK-058"),
        ("", "DUCK-058"),
        ("   ", "DUCK-058"),
        ("ben", "DUCK-056"),
        (" BEN ", "DUCK-056"),
        ("ana", "DUCK-056"),
        ("Benny_1", "DUCK-056"),
        ("<@42>", "DUCK-056"),
    ],
)
def test_a_forbidden_name_is_refused_and_the_old_one_kept(name: str, clause: str) -> None:
    now = moment("Fern")
    assert not give(now, 1, name)
    assert names(now) == ["Fern"]
    assert not now.world.events
    (refused,) = now.world.refused
    assert (refused.code, refused.clause, refused.n) == ("bad_name", clause, 3)


def test_a_forbidden_name_may_be_ruled_to_be_given_and_lost() -> None:
    now = moment("Fern", forbidden_name="is lost at once")
    assert give(now, 1, "Jeffery")
    assert names(now) == [""]
    assert not now.world.refused
    assert [event.name for event in now.world.events] == ["duck_named", "duck_name_lost"]
    assert [note.code for note in now.world.notes] == ["NAME_LOST"]


@pytest.mark.parametrize(("compare", "is_given"), [("exactly", True), ("ignoring case", False)])
def test_forbidden_names_are_compared_as_ruled(compare: str, is_given: bool) -> None:
    now = moment("Fern", names_compare=compare)
    assert give(now, 1, "JEFFERY") is is_given


@pytest.mark.parametrize(("compare", "left"), [("exactly", ["Fern", "fern"]), ("ignoring case", ["Fern", ""])])
def test_shared_names_are_compared_as_ruled(compare: str, left: list[str]) -> None:
    now = moment("Fern", "Moss", names_compare=compare)
    assert give(now, 2, "fern")
    assert names(now) == left


def test_whoever_has_had_a_shared_name_longest_keeps_it() -> None:
    now = moment("Fern", "Moss")
    now.world.ducks[1].owner = ""
    assert give(now, 2, "Fern")
    assert names(now) == ["Fern", ""]
    assert now.world.ducks[2].named_at is None
    lost = now.world.events[-1]
    assert (lost.name, lost.clause, lost.fields) == ("duck_name_lost", "DUCK-061", {"duck": 2, "called": "Fern"})


def test_a_swap_of_names_leaves_the_first_duck_nameless() -> None:
    now = moment("A1", "B1")
    assert give(now, 1, "B1")
    assert give(now, 2, "A1")
    assert names(now) == ["", "A1"]


def test_a_shared_name_may_be_ruled_to_be_refused() -> None:
    now = moment("Fern", "Moss", shared_name="is refused")
    assert not give(now, 2, "Fern")
    assert names(now) == ["Fern", "Moss"]
    assert now.world.refused[0].clause == "DUCK-061"
    assert not give(now, 1, "Fern")
    assert len(now.world.refused) == 1, "a duck's own name is not shared with itself"


def test_a_name_given_again_changes_nothing() -> None:
    now = moment("Fern")
    assert not give(now, 1, "Fern")
    assert now.world.ducks[1].named_at == EARLIER.replace(day=1)
    assert not now.world.events
    assert not now.world.refused


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("Sir Ben", ("42",)),
        ("Ben II", ("42",)),
        ("B\u0435n", ("42",)),
        ("b.e.n", ()),
        ("Benjamin", ()),
        ("the real ANA, and Ben", ("42", "ana")),
    ],
)
def test_names_almost_like_a_players_are_shown_to_people(name: str, like: tuple[str, ...]) -> None:
    now = moment("Fern")
    assert give(now, 1, name)
    assert names(now) == [name]
    notes = [note.text for note in now.world.notes if note.code == "NAME_LIKE_A_PLAYERS"]
    assert len(notes) == bool(like)
    assert all(each in notes[0] for each in like)
    assert naming.near_copies(name, naming.names_of_players(now)) == like


def test_names_that_became_forbidden_are_lost() -> None:
    now = moment("Fern", "Moss", "", forbidden_names=["Jeffery", "Moss"])
    naming.after_change(now)
    assert names(now) == ["Fern", "", ""]
    shorter = moment("Fern", "Puddle", name_most_characters=5)
    naming.after_change(shorter)
    assert names(shorter) == ["Fern", ""]


def test_ducks_that_share_a_name_from_the_beginning_lose_it_but_the_oldest() -> None:
    now = moment("Moss", "Fern", "Fern", "Fern")
    now.world.ducks[3].named_at = EARLIER.replace(day=1)
    now.world.ducks[4].named_at = None
    naming.after_change(now)
    assert names(now) == ["Moss", "", "", "Fern"]


def test_names_that_nothing_is_wrong_with_stay_untouched() -> None:
    now = moment("Moss", "Fern", "", "")
    naming.after_change(now)
    assert names(now) == ["Moss", "Fern", "", ""]
    assert not now.world.events


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("Lost", None),
        ("Fern", "DUCK-061"),
        (" Found ", "DUCK-061"),
        ("Jeffery", "DUCK-060"),
        ("ben", "DUCK-056"),
        ("", "DUCK-058"),
    ],
)
def test_a_temporary_name_is_fit_and_unused(name: str, clause: str | None) -> None:
    now = moment("Fern", "")
    now.world.auctions[2] = Auction(2, NOW, NOW, "Found")
    fault = naming.temporary_fault(now, name)
    assert (fault and fault.clause) == clause
