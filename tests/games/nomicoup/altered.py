"""Printed gamestates of Nomicoup with one part taken out or made another: what people may state by a slip."""

import copy
import json
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any, TypeAlias

from tests.games.nomicoup.lively import AT_LAST, CHAIN, MUST_COUP, VOTED, gamestate
from tracker.app.asking.replay import gamestates
from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso, parse_instant
from tracker.games.nomicoup import GAME

Place: TypeAlias = tuple[str | int, ...]
"""Where a part stands: the names and numbers of the fields that lead to it."""
OTHERS: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 7, 99, 10**9, 10**30, 1.5, "", "x", "zoe", "ana", "ben", "Duke", "King", "Coup", "Steal", "open"),
    *("stood", "fallen", "over", "waiting", "active", "adopted", "9.9.9", "1", "٣", "up", [], {}, [None], [[]], {"": None}, {"ana": 1}),
    *("0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2021-04-01T00:00:00Z", "2031-01-01T00:00:00Z", "2199-12-31T23:59:59Z"),
    *("9999-12-31T23:59:59Z", "soon", "Type: Deletion\nRule: 4.4.1", "Type: Nonsense"),
)  # fmt: skip
"""What may stand where something else should."""
DAYS = 30


@cache
def printed() -> tuple[tuple[str, dict[str, Any]], ...]:
    """Gamestates of a played game, each with its instant, as they can be stated."""
    return tuple((at, gamestate(at).values_for(secrets=True)) for at in (CHAIN, VOTED, MUST_COUP, AT_LAST))


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Every place in a value but the whole."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield (*place, name)
        yield from places(part, (*place, name))


@cache
def telling_places(n: int) -> tuple[Place, ...]:
    """The places in a printed gamestate, of the many rules only some."""
    return tuple(
        place for place in places(printed()[n][1]) if place[0] != "rules" or place[1:2] in ((), ("3.1",), ("4.4",))
    )


def altered(n: int, place: Place, *other: Any) -> dict[str, Any]:
    """A printed gamestate with something other at a place, or (nothing given) without it."""
    state = copy.deepcopy(printed()[n][1])
    within = state
    for name in place[:-1]:
        within = within[name]  # type: ignore[index]
    if other:
        within[place[-1]] = copy.deepcopy(other[0])  # type: ignore[index]
    else:
        del within[place[-1]]  # type: ignore[arg-type]
    return state


def problems(n: int, state: dict[str, Any]) -> list[str]:
    """Why a gamestate is not imported; nothing where it is."""
    return list(GAME.opening_problems(json.loads(json.dumps(state)), {}, parse_instant(printed()[n][0])))


def after_a_month(n: int, state: dict[str, Any]) -> list[Gamestate]:
    """The gamestates right after it was stated, once much was said, and when a month has passed."""
    start = parse_instant(printed()[n][0])
    rows: list[dict[str, Any]] = [{"kind": "opening", "id": "o", "at": iso(start), "game": "nomicoup", "state": state}]
    said = (
        "I challenge @ana.",
        "I challenge @ben.",
        "I show Duke.",
        "discard Duke",
        "I take Income.",
        "I pass.",
        "I forfeit.",
    )
    people = ("ana", "ben", "cy", "dee", "eli")
    for k, (text, who) in enumerate((text, who) for text in said for who in people if who != "eli" or text != said[-1]):
        at = iso(start + timedelta(minutes=k + 1))
        rows.append({"kind": "message", "id": f"new{k}", "at": at, "channel": "general", "author": who, "text": text})
    messages = [f"p{k}" for k in range(1, 11)] + ["s1", "s2"]
    for k, (message, who) in enumerate((message, who) for message in messages for who in people[:3]):
        at = iso(start + timedelta(hours=2, minutes=k))
        rows.append({"kind": "reaction", "id": f"r{k}", "at": at, "message": message, "user": who, "emoji": "⬆️"})
    instants = [start, start + timedelta(hours=8), start + timedelta(days=DAYS)]
    return gamestates(GAME, json.loads(json.dumps(rows)), instants)
