"""The examples of how an answer may read are such answers."""

import pytest
from tracker.games.round10.reading import EXAMPLES, examples_of
from tracker.games.round10.reducing import ACTIONS

from tracker.core.instants import EPOCH
from tracker.games.round10 import GAME, announced
from tracker.games.round10.hands import card_names
from tracker.mechanics.announcements import Announced


@pytest.mark.parametrize("kind", EXAMPLES)
def test_each_example_reads_as_one_action_of_its_kind(kind: str) -> None:
    state = GAME.start()
    cards = card_names(GAME.moment(state, state.worlds[0], EPOCH, {}))
    (read,) = announced.read(EXAMPLES[kind], {"1": ("bob",)}, cards, frozenset())
    assert isinstance(read, Announced)
    assert read.kind == kind
    assert examples_of(kind)[0] == EXAMPLES[kind]


def test_every_action_has_an_example() -> None:
    assert ACTIONS.keys() <= EXAMPLES.keys()


def test_what_is_offered_for_any_line_names_nothing_that_must_be_there() -> None:
    assert examples_of("") == [
        "I generate 2 lots",
        "I give 5 chips to @bob",
        "I trade 5 chips to @bob for 1 Trung",
        "I join the game",
    ]
