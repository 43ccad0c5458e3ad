"""Which ducks pay for what was won: whatever they have, the whole bid is paid and nobody pays what they do not have."""

import itertools

import pytest
from tracker.games.ducks.flock import total

from tracker.core.instants import EPOCH
from tracker.games.ducks.auctions import payment
from tracker.games.ducks.law import Law
from tracker.games.ducks.state import Duck, Player, World


def world_with(quacks: tuple[int, ...]) -> World:
    ducks = {
        number: Duck(number, "ana", name=f"D{number}", pond=1, quacks=each) for number, each in enumerate(quacks, 1)
    }
    others = {
        8: Duck(8, "ben", name="Bob", pond=1, quacks=9),
        9: Duck(9, "ana", pond=1, quacks=9),
        10: Duck(10, name="Stray", pond=1, quacks=9),
    }
    return World(players={"ana": Player("ana")}, ducks=ducks | others)


@pytest.mark.parametrize("reading", ["richest duck first", "oldest duck first"])
def test_the_whole_bid_is_paid_by_ducks_that_have_it(reading: str) -> None:
    law = Law(EPOCH, {"unspecified_payment": reading})
    for quacks in itertools.product(range(-2, 5), repeat=3):
        world = world_with(quacks)
        for amount in range(max(0, total(world, "ana")) + 1):
            parts = payment(world, law, "ana", amount)
            assert sum(parts.values()) == (amount if total(world, "ana") >= amount else 0)
            assert all(0 < part <= world.ducks[number].quacks for number, part in parts.items())
            assert {world.ducks[number].owner for number in parts} <= {"ana"}


def test_richer_ducks_pay_first_and_of_equal_ones_the_older() -> None:
    law = Law(EPOCH, {})
    assert list(payment(world_with((3, 5, 5, 4)), law, "ana", 15).items()) == [(2, 5), (3, 5), (4, 4), (1, 1)]
    assert payment(world_with((3, 5, 5, 4)), law, "ana", 6) == {2: 5, 3: 1}
    assert not payment(world_with((3, 5)), law, "ana", 0)
