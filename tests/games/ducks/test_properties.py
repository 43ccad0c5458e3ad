"""What must hold in every round: trades make and lose nothing, and all that is held is sound."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.chat_cases import cases_of
from tests.games.chat_stories import ChatCase, records, told
from tests.tries import tries
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.instants import parse_instant
from tracker.games.ducks import GAME

PLAYERS, ITEMS = ("ana", "ben", "cy"), ("Seeds", "Grapes", "Egg", "God Egg")
OPENING = {
    "players": [{"id": who, "items": {"Seeds": 9, "Grapes": 2, "Egg": 2, "God Egg": 1}} for who in PLAYERS],
    "ducks": [{"id": n, "name": f"D{n}", "owner": PLAYERS[n % 3], "pond": 1, "items": {"Egg": 1}} for n in range(1, 6)],
    "ponds": 1,
}
END = "2021-03-08T23:00:00Z"
goods = st.builds("{} {}".format, st.integers(0, 4), st.sampled_from(ITEMS))
duck = st.builds("#{}".format, st.integers(1, 5))
other = st.sampled_from(PLAYERS)
line = st.one_of(
    st.builds("I trade {} to @{} for {}".format, goods, other, goods),
    st.builds("I give {} to @{}".format, st.one_of(goods, duck), other),
    st.builds("I give {} to my duck {}".format, goods, duck),
    st.builds("I take {} from my duck {}".format, goods, duck),
    st.builds("I accept trade m{}".format, st.integers(0, 20)),
    st.builds("I cancel trade m{}".format, st.integers(0, 20)),
)


def held(gamestate: dict[str, Any]) -> Counter[str]:
    """How many of each item all hold together."""
    holders = [*gamestate["players"].values(), *gamestate["ducks"].values()]
    return sum((Counter(each["items"]) for each in holders), Counter())


@settings(max_examples=tries(20, long=150), deadline=None)
@given(st.lists(st.tuples(other, line), min_size=5, max_size=20))
def test_trades_make_and_lose_nothing(said: list[tuple[str, str]]) -> None:
    lines = [f"2021-03-08 10:{n:02}:00 {who} in game-actions m{n}: {text}" for n, (who, text) in enumerate(said)]
    rows = rows_of(GAME, told(f"2021-03-08 09:00:00 opening {json.dumps(OPENING)}\n" + "\n".join(lines), "ducks"))
    before, after = (gamestate_at(GAME, rows, parse_instant(at)).values for at in ("2021-03-08T09:00:00Z", END))
    assert held(dict(after)) == held(dict(before))
    assert {duck["owner"] for duck in after["ducks"].values()} <= set(PLAYERS)


@pytest.mark.parametrize("case", cases_of(__file__, "ducks"), ids=lambda case: f"{case.chapter}: {case.name}")
def test_what_is_held_is_sound(case: ChatCase) -> None:
    last = max(str(record.get("at") or record["not_after"]) for record in records(case))
    world = gamestate_at(GAME, rows_of(GAME, records(case)), parse_instant(last)).detail.world
    for holder in (*world.players.values(), *world.ducks.values()):
        assert all(count >= 0 for count in holder.items.values())
        assert len(holder.eggs) <= holder.amount("Egg")
    names = [duck.name for duck in world.ducks.values() if duck.name]
    assert len(names) == len(set(names))
    assert all(not duck.amount("Abundant Nothing") for duck in world.complete().values())
    assert all(duck.pond in range(1, world.ponds + 1) for duck in world.complete().values())
    assert not world.ducks.keys() & world.gone.keys()
