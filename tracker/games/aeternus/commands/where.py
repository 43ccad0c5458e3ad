"""One hex explained: what it is and how it came to be so, or how likely it is to become what, and who is there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tracker.core.instants import iso
from tracker.errors import UsageError
from tracker.games.chat_game.state import Event
from tracker.mechanics.chat.people import playing

from ..actions import why_not_forage
from ..features import is_protected
from ..generation import biome_odds, pool
from ..hexes import MOST, ORIGIN, Hex, distance, key, neighbours, reduced, shown
from ..pages import in_words, odds_in_words
from ..state import Aeternus, Cell

_TRIPLE = re.compile(r"[(\[]?\s*" + r"(?:\s*[,;]\s*|\s+)".join(3 * [r"(-?[0-9]{1,10})"]) + r"\s*[)\]]?")


def hex_meant(text: str) -> Hex:
    """The hex that coordinates mean, in any form that names it; raises UsageError for anything else."""
    found = _TRIPLE.fullmatch(text.strip().replace("\N{MINUS SIGN}", "-"))
    ordinates = [int(each) for each in found.groups()] if found else []
    if not ordinates or max(map(abs, ordinates)) > MOST:
        remedy = f'write them as "(3,0,-2)", steps along Mouth, Ashe and North, none beyond {MOST:,}'
        raise UsageError(f"{text!r} are no coordinates", remedy=remedy)
    x, y, z = ordinates
    return reduced(x, y, z)


def values_of(world: Aeternus, events: Iterable[Event], at: Hex) -> dict[str, Any]:
    """All that is known of a hex, as plain JSON values."""
    cell = world.cell(at)
    around = zip(world.law.words("directions"), neighbours(at), strict=True)
    return {
        "at": list(at),
        "steps": distance(at, ORIGIN),
        "generated": cell is not None,
        "neighbours": [
            {"direction": direction, "at": list(each), "is": in_words(world.cell(each))} for direction, each in around
        ],
        "protected": is_protected(world, at),
        "players": [id for id in playing(world) if world.players[id].at == at],
        **(_generated(world, at, cell) if cell else _indeterminate(world, at)),
        "events": [_event(each) for each in events if each.fields.get("hex") == list(at)],
    }


def _generated(world: Aeternus, at: Hex, cell: Cell) -> dict[str, Any]:
    return {
        "biome": cell.biome,
        "mass": world.terrain.mass_size(at),
        "landmark": cell.landmark,
        "features": sorted(cell.features),
        "flag_owner": cell.flag_owner or None,
        "foraging": "possible" if cell.is_plain else why_not_forage(cell),
    }


def _indeterminate(world: Aeternus, at: Hex) -> dict[str, Any]:
    """The pool of its biome, and how likely each biome is."""
    sources = [list(each) for each in neighbours(at) if key(each) in world.world]
    odds = biome_odds(world, at)
    return {
        "pool": [
            {"name": name, "weight": str(weight), "for": source}
            for (name, weight), source in zip(pool(world, at), [*sources, None], strict=True)
        ],
        "odds": {biome: str(chance) for biome, chance in odds.items()},
        "odds_in_words": odds_in_words(odds),
    }


def _event(told: Event) -> dict[str, Any]:
    return {"at": iso(told.at), "event": told.name, "text": told.text, "clause": told.clause, "message": told.row}


# --- in lines ---------------------------------------------------------------------------------------------------------


def lines_of(values: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    """The same in lines for people."""
    steps = values["steps"]
    yield f"{_place(values['at'])}, {steps} step{'' if steps == 1 else 's'} from the origin"
    yield from _what_it_is(values, names) if values["generated"] else _what_it_may_be(values)
    if values["protected"]:
        yield "protected from corruption by a Pylon of Purity (AET-116)"
    if values["players"]:
        yield f"here: {', '.join(names.get(each, each) for each in values['players'])}"
    yield "around it (AET-082):"
    for each in values["neighbours"]:
        yield f"  {each['direction']}: {_place(each['at'])} {each['is']}"
    if values["events"]:
        yield "how it came to be so:"
    for each in values["events"]:
        by = f", message {each['message']}" if each["message"] else ""
        yield f"  {each['at']}: {each['text']} ({each['clause']}{by})"


def _place(at: Sequence[int]) -> str:
    x, y, z = at
    return shown((x, y, z))


def _what_it_is(values: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    yield f"{values['biome']}, in a mass of {values['mass']} (AET-086); {values['landmark']}"
    yield f"features: {', '.join(values['features']) or 'none'}"
    if owner := values["flag_owner"]:
        yield f"occupied by the faction {names.get(owner, owner)} (AET-114)"
    yield f"foraging: {values['foraging']} (AET-135)"


def _what_it_may_be(values: Mapping[str, Any]) -> Iterator[str]:
    yield "indeterminate (AET-080)"
    for entry in values["pool"]:
        of = f" for {_place(entry['for'])}" if entry["for"] else ""
        yield f"  pool: {entry['name']} {entry['weight']}{of} (AET-084)"
    yield f"odds: {values['odds_in_words']}"
