"""What holds in any play: people do what they can do, and what they cannot, with dice that fall as they are asked for."""

from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from tests.games.situations import Record
from tests.tries import tries
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.fold import fold
from tracker.core.instants import iso, parse_instant
from tracker.games.aeternus import GAME
from tracker.games.aeternus.abilities import lines
from tracker.games.aeternus.announcements import FORMS, READER
from tracker.games.aeternus.factions import members
from tracker.games.aeternus.game import ACTS
from tracker.games.aeternus.hexes import distance, key
from tracker.games.aeternus.state import BARREN, CORRUPTED, FLAG

START = parse_instant("2025-02-02T12:00:00Z")
GOODS = {
    "Wood": 45,
    "Thread": 14,
    "Steel": 6,
    "Stone": 9,
    "Hide": 3,
    "Gold": 3,
    "Explosives": 1,
    "Midas' Rod": 1,
    "Binoculars": 1,
}
WORLD = [
    {"at": [0, 0, 1], "biome": "Deceased Dunes"},
    {"at": [0, 1, 0], "biome": "Lake", "features": ["Boardwalk"]},
    {"at": [1, 0, 0], "biome": "Perilous Pass"},
    {"at": [0, 0, -1], "biome": "Swamp", "features": ["Stag Station"]},
    {"at": [0, -1, 0], "features": ["Corrupted"]},
]
STATE = {"players": [{"id": who, "ap": 9, "inventory": GOODS} for who in ("ana", "bob", "cy")], "world": WORLD}
MADE = {"AET-135", "AET-136", "AET-159", "AET-175", "AET-180"}
"""The clauses by which items come into being."""


def played(number: int, steps: int = 30) -> list[Record]:
    """A random play."""
    random, now = Random(number), START
    rows: list[Record] = [{"kind": "opening", "id": "o", "game": "aeternus", "state": STATE, "at": iso(START)}]
    for step in range(steps):
        now += timedelta(hours=random.choice((0.1, 1, 3, 12)))
        state = fold(GAME, rows_of(GAME, rows), now).state
        state.world.look(state.names, GAME.law_at(state, now))
        user = random.choice(("ana", "bob", "cy", "dee"))
        said = random.choice([each for each in lines(state.world, user) if "leave the game" not in each] or ["Forage"])
        channel = "trades" if "trade" in said or "accept" in said else "game-actions"
        text = said.replace("ITEMS", "2 Wood", 1).replace("ITEMS", "1 Steel").replace("NAME", f"Name {step}")
        rows.append(
            {"kind": "message", "id": f"m{step}", "channel": channel, "author": user, "text": text, "at": iso(now)}
        )
        while asked := gamestate_at(GAME, rows_of(GAME, rows), now).requests:
            for each in asked:
                face = random.randint(1, each.sides)
                rows.append(
                    {"kind": "roll", "id": each.key, "for": each.key, "sides": each.sides, "face": face, "at": iso(now)}
                )
    return rows


@pytest.fixture(scope="module", params=range(tries(4, long=40)))
def end(request: pytest.FixtureRequest) -> Any:
    rows = played(request.param)
    return fold(GAME, rows_of(GAME, rows), parse_instant(rows[-1]["at"])).state


def test_items_are_made_by_few_clauses_and_nothing_is_owed(end: Any) -> None:
    sums = Counter[tuple[str, str, str]]()
    for change in end.told.changes:
        place = change.place.split("/")
        if place[0] == "players" and place[2:3] == ["inventory"] and len(place) == 4:
            assert (change.new or 0) >= 0
            if change.clause not in MADE:
                sums[change.row, change.clause, place[3]] += (change.new or 0) - (change.old or 0)
    assert sums
    assert max(sums.values()) <= 0


def test_people_stand_on_the_map_and_move_step_by_step(end: Any) -> None:
    assert not end.world.random_matters
    assert all(key(player.at) in end.world.world and player.ap >= 0 for player in end.world.players.values())
    moves = [each.fields for each in end.told.events if each.name == "moved"]
    assert all(distance(tuple(each["from"]), tuple(each["to"])) == 1 for each in moves)


def test_the_map_and_what_is_remembered_of_it_agree(end: Any) -> None:
    names, world = members(end.world), end.world
    for cell in world.world.values():
        assert (FLAG in cell.features) == (cell.flag_owner in names)
        assert cell.landmark == BARREN or CORRUPTED not in cell.features
    for owner in names:
        held = {name for name, cell in world.world.items() if cell.flag_owner == owner}
        assert {key(at) for at in world.sites.where(FLAG, owner)} == held
    assert not world.terrain.enclosed()


SAID: dict[str, dict[str, Any]] = {
    "declare": {"person": "bob"},
    "merge": {"factions": ["ana", "bob"], "name": "Big Fish"},
    "leave_faction": {"faction": "Big Fish"},
    "trade": {"person": "bob", "give": {"Wood": 2}, "get": {"Goldfish (quality 9)": 1}},
    "gift": {"person": "bob", "give": {"Wood": 2, "Steel": 1}},
    "accept": {"offer": "m1"},
    "withdraw": {"offer": "m1"},
    "scout": {"hexes": [0, [4, 0, -1]]},
    **{each: {"hex": [4, 0, -1]} for each in ("traverse", "stagway")},
    "fish": {"hex": 3, "rod": "Midas' Rod"},
    "craft": {"items": {"Explosives": 2, "Foraging Pouch": 1}},
    **{each: {"feature": "Stag Station", "hex": "here"} for each in ("build", "burn")},
    "use": {"items": {"Explosives": 1}},
    "name_quality": {"quality": 8, "name": "Über gold"},
    "request": {"text": "is it so?"},
    "ruling": {"request": "m2", "text": "TRUE"},
    **{each: {"ruling": "m3"} for each in ("confidence", "self_overturn")},
}
"""What each action may be about."""


@pytest.mark.parametrize("kind", FORMS)
def test_every_canonical_form_is_read_as_what_it_says(kind: str) -> None:
    fields = SAID.get(kind, {})
    line = READER.line(kind, fields)
    read = READER.canonical(line)
    assert read is not None
    assert (read.kind, read.fields, read.suggestions) == (kind, fields, (line,))
    assert kind in ACTS


def test_an_offer_is_accepted_by_whose_it_is() -> None:
    read = READER.canonical("I accept @bob's offer")
    assert read is not None
    assert read.fields == {"person": "bob"}
