"""One hex explained: what it is and how it came to be so, or how likely it is to become what, and who may be there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import iso
from tracker.errors import UsageError
from tracker.mechanics.chat_play import Event, Moment

from .board_here import cell_shown, odds_shown
from .foraging import why_not
from .generation import RANDOM, biome_odds, landmark_odds, pool
from .hexes import MOST, ORIGIN, Hex, distance, is_on_axis, neighbours, read_triple, shown
from .law import Law, of_aeternus
from .players import playing
from .state import World
from .world import Cell


def hex_meant(text: str) -> Hex:
    """The hex that coordinates in any tolerated form mean; raises UsageError for anything else."""
    at = read_triple(text)
    if at is None:
        remedy = f'write them as "(3,0,-2)", steps along Mouth, Ashe and North, none beyond {MOST:,}'
        raise UsageError(f"{text!r} are no coordinates", remedy=remedy)
    return at


def values_of(moment: Moment[World], at: Hex) -> dict[str, Any]:
    """All that one world tells of a hex, as plain JSON values."""
    law, world = of_aeternus(moment.law), moment.world
    cell = world.map.cell(at)
    return {
        "at": list(at),
        "steps": distance(at, ORIGIN),
        "on_an_axis": is_on_axis(at),
        "generated": cell is not None,
        "neighbours": [
            {"direction": direction, "at": list(each), "is": cell_shown(world.map.cell(each))}
            for direction, each in zip(law.directions, neighbours(at), strict=True)
        ],
        "protected": world.map.is_protected(at),
        "players": [each.id for each in playing(world) if each.at == at],
        **(_generated(world, at, cell) if cell else _indeterminate(world, law, at)),
        "events": [_event(each) for each in world.events if each.fields.get("at") == list(at)],
    }


def _generated(world: World, at: Hex, cell: Cell) -> dict[str, Any]:
    return {
        "biome": cell.biome,
        "mass": world.map.mass_size(at),
        "landmark": cell.landmark,
        "features": sorted(cell.features),
        "flag_owner": cell.flag_owner or None,
        "foraging": why_not(cell) or "possible",
    }


def _indeterminate(world: World, law: Law, at: Hex) -> dict[str, Any]:
    """The pool of its biome, and how likely each biome is with each landmark's chance on it."""
    odds = biome_odds(world.map, law, at)
    return {
        "enclosed": world.map.is_enclosed(at),
        "pool": [
            {"name": each.name, "weight": str(each.weight), "for": list(each.source) if each.source else None}
            for each in pool(world.map, law, at)
        ],
        "odds": {biome: str(chance) for biome, chance in odds.items()},
        "odds_in_words": odds_shown(odds),
        "landmarks": {biome: odds_shown(landmark_odds(law, biome)) for biome in odds},
    }


def _event(told: Event) -> dict[str, Any]:
    return {"at": iso(told.at), "event": told.name, "text": told.text, "clause": told.clause, "message": told.row}


# --- in lines ---------------------------------------------------------------------------------------------------------


def lines_of(values: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    """The same in lines for people."""
    return list(_lines(values, names))


def _lines(values: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    steps = values["steps"]
    yield f"{_place(values['at'])}, {steps} step{'' if steps == 1 else 's'} from the origin"
    if values["generated"] is True:
        yield from _what_it_is(values, names)
    elif values["generated"] is False:
        yield from _what_it_may_be(values)
    else:
        yield UNDETERMINED
    if values["protected"] is True:
        yield "protected from corruption by a Pylon of Purity (AET-116)"
    if isinstance(values["players"], list) and values["players"]:
        yield f"here: {', '.join(names.get(each, each) for each in values['players'])}"
    yield "around it (AET-082):"
    for each in values["neighbours"] if isinstance(values["neighbours"], list) else ():
        yield f"  {each['direction']}: {_place(each['at'])} {each['is']}"
    if isinstance(values["events"], list) and values["events"]:
        yield "how it came to be so:"
        for each in values["events"]:
            by = f", message {each['message']}" if each["message"] else ""
            yield f"  {each['at']}: {each['text']} ({each['clause']}{by})"


def _place(at: Sequence[int]) -> str:
    x, y, z = at
    return shown((x, y, z))


def _what_it_is(values: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    yield f"{values['biome']}, in a mass of {values['mass']} (AET-086); {values['landmark']}"
    features = values["features"]
    yield f"features: {features if isinstance(features, str) else ', '.join(features) or 'none'}"
    if owner := values["flag_owner"]:
        yield f"occupied by the faction {names.get(owner, owner)} (AET-114)"
    yield f"foraging: {values['foraging']} (AET-135)"


def _what_it_may_be(values: Mapping[str, Any]) -> Iterator[str]:
    if values["enclosed"] is True:
        yield "indeterminate and enclosed: it becomes a Lake (AET-101)"
        return
    yield "indeterminate (AET-080)"
    entries = values["pool"] if isinstance(values["pool"], list) else []
    for entry in entries:
        of = "" if entry["name"] == RANDOM or entry["for"] is None else f" for {_place(entry['for'])}"
        yield f"  pool: {entry['name']} {entry['weight']}{of} (AET-084)"
    yield f"odds: {values['odds_in_words']}"
