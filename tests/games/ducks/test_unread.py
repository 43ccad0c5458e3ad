"""What is due while nobody has read the chat waits; once it is read, it has happened as far as it was said."""

import json

import pytest

from tests.games.chat_stories import told
from tests.games.ducks.lively import DUCKS
from tracker.app.asking.replay import rows_of
from tracker.core.fold import fold
from tracker.core.instants import parse_instant

OPENING = {
    "players": [{"id": "ana"}, {"id": "ben"}],
    "ducks": [
        {"id": 1, "name": "Puddle", "owner": "ana", "quacks": 9, "pond": 1},
        {"id": 2, "name": "Bob", "owner": "ben", "quacks": 9, "pond": 1},
        {"id": 3, "name": "Lost", "pond": 1},
    ],
    "old_one": {"acted_week": "2021-03-07"},
    "disciple": {"name": "Disciple Waddles", "quacks": 20},
}
STORY = f"""
2021-03-08 00:00:00 opening {json.dumps(OPENING)}
2021-03-10 10:00:00 ana in game-actions m1: I bid 2 on "Lost".
2021-03-13 23:00:00..2021-03-13 23:58:00 look discord
"""
LATE = """
2021-03-13 23:59:00 ben in game-actions m2: I bid 3 on "Lost".
2021-03-13 23:58:00..2021-03-14 09:00:00 look discord
"""


@pytest.mark.parametrize(("late", "owner"), [(LATE, "ben"), (LATE.replace("bid 3", "sell 3"), "ana")])
def test_what_was_said_in_time_counts_whenever_it_is_read(late: str, owner: str) -> None:
    waiting = fold(DUCKS, rows_of(DUCKS, told(STORY, "ducks")), parse_instant("2021-03-14T09:00:00Z"))
    assert {world.ducks[3].owner for world in waiting.state.worlds} == {"", "ana"}
    done = fold(DUCKS, rows_of(DUCKS, told(STORY + late, "ducks")), parse_instant("2021-03-14T09:00:01Z"))
    (world,) = done.state.worlds
    assert (world.ducks[3].owner, world.duck_god) == (owner, {"God Egg": 1})
