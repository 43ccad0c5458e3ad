"""The gamestate as people state it: the cycle's start, players with all that they have, generated hexes, and what is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from tracker.core.instants import EPOCH
from tracker.core.rule import rule
from tracker.games.chat_stated import NOT_UNDERSTOOD
from tracker.games.chat_stated_matters import OF_OFFERS, OF_REQUESTS, OF_RULINGS, OF_VOTES, may_act
from tracker.games.chat_strands import Task, then
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.stated import TO_FILL_IN

from . import action_points, general, naming, phases, players, stated_matters
from .enclosing import FILL
from .hexes import ORIGIN, Hex, shown
from .law import Law, of_aeternus
from .spoken import sense_of
from .state import Player, State, Won, World
from .stated_form import Form
from .stated_matters import MATTERS, OF_CANDIDACIES, OF_MERGES, OF_RANDOM
from .world import BARREN, BOARDWALK, CORRUPTED, FLAG, LAKE, PYLON, Cell, WorldMap

_OF_PLAYERS = (
    *("id", "at", "ap", "inventory", "faction", "joined", "left", "declared"),
    *("player", "barred", "declarers", "display"),
)
_OF_HEXES = ("at", "biome", "landmark", "features", "flag_owner")
_OF_CYCLES = (
    *("cycle_started", "players", "world", *MATTERS),
    *("quality_names", "highest_quality", "naming_due", "winner", "phase_number"),
)
_WORKED_OUT = ("factions", "influence", "phase", "week", "roster")
"""What is printed of a gamestate and follows from the rest of it: stated, it is compared and never taken."""
_WORKED_OUT_OF: Mapping[str, Sequence[str]] = {
    "players": ("quality_score", "reputable"),
    "proposals": ("for", "against", "touched"),
}
_LISTS: Mapping[str, Sequence[str]] = {
    "players": _OF_PLAYERS[:8],
    "world": _OF_HEXES,
    "offers": OF_OFFERS[:-1],
    "merges": (*OF_MERGES[:5], *OF_MERGES[7:]),
    "proposals": ("id", "by", "at", "class", "voters_for", "voters_against"),
    "candidacies": OF_CANDIDACIES,
    "requests": OF_REQUESTS,
    "rulings": OF_RULINGS[:5],
    "confidence_votes": (*OF_VOTES[:4], "affirming", "overturning"),
    "random_matters": OF_RANDOM,
}
_BAGS = ("inventory", "gives", "gets")
_MANY = (
    "features",
    "factions",
    "voters_for",
    "voters_against",
    "affirming",
    "overturning",
    "removal_assents",
    "quality_names",
)


def _blank(name: str) -> Any:
    """What stands for a field that a person has to fill in."""
    return {TO_FILL_IN: TO_FILL_IN} if name in _BAGS else [TO_FILL_IN] if name in _MANY else TO_FILL_IN


EXAMPLE: Mapping[str, Any] = {
    name: [{field: _blank(field) for field in _LISTS[name]}] if name in _LISTS else _blank(name)
    for name in _OF_CYCLES
    if name not in ("highest_quality", "naming_due", "winner", "phase_number")
}
"""What can be stated: nothing of it is taken for real until people have filled it in."""
FILLED_IN = (
    '{"id": "123456789012345678", "at": [0, 1, 0], "ap": 2, "inventory": {"Wood": 3, "Goldfish (quality 2)": 1}, "joined":'
    ' "2025-02-05T15:00:00Z"}, {"at": [0, 1, 0], "biome": "Forest", "landmark": "Barren", "features": ["Flag"], "flag_owner": "Duo"}'
)
"""A player and a hex as they are written."""
_MOST = 10**9
"""No number that is stated is greater."""


@rule("AET-074")
def take(moment: Moment[World], stated: Mapping[str, Any]) -> None:
    """Let the gamestate be as stated; what it leaves out is at its default, and ``MATTERS`` go on as they are.

    What is printed and follows from the rest may stand there too.
    """
    world, form = moment.world, Form(moment)
    form.only("the gamestate", stated, (*_OF_CYCLES, *_WORKED_OUT))
    world.cycle_started = form.past(stated, "cycle_started", "the cycle") or moment.when
    world.phase_number = _phase_number(form, stated, world.cycle_started)
    world.done[phases.PHASE] = moment.when
    world.quality_names = form.quality_names(stated)
    world.map = _map(form, stated)
    world.players = {player.id: player for player in _players(form, stated)}
    _check_factions(form)
    _check_flags(form)
    world.highest_quality = _highest(form, stated)
    world.naming_due = dict(_naming_due(form, stated))
    stated_matters.take(form, stated)
    winner = form.reader.text("winner", stated.get("winner"))
    faction = form.faction(winner, "winner", "AET-194") if winner else ""
    world.won = Won(faction, moment.when) if faction else None
    general.told(moment, world.map.purify_around_pylons())
    _compare(form, stated)
    then(moment, Task(FILL))


@rule("AET-007")
def _phase_number(form: Form, stated: Mapping[str, Any], start: datetime) -> int:
    """The Phase Number: as stated, since a proposal may have set it, else as it follows from the cycle's start.

    Once the cycle was won it stands still, and may be any lower one.
    """
    said, found = stated.get("phase_number"), phases.number_between(form.moment.law, start, form.moment.when)
    if said is None:
        return found
    if type(said) is not int or not 0 <= said <= _MOST:
        form.amiss(f"phase_number is a whole number from 0 to {_MOST}, not {said!r}; it is {found}", "AET-007")
        return found
    stood_still = bool(stated.get("winner")) and said < found
    if said != found and not stood_still:
        form.noted(
            f"phase_number is {said} as stated; by the cycle's start it would be {found}: leave it out where no proposal set it"
        )
    return said


def _compare(form: Form, stated: Mapping[str, Any]) -> None:
    """Note what is stated otherwise than it follows from the rest, which holds."""
    from .view import values_at  # late: the view needs the pages' modules

    tables = {name: stated[name] for name in _WORKED_OUT_OF if isinstance(stated.get(name), Mapping)}
    named = [name for name in _WORKED_OUT if name in stated]
    if not named and not tables:
        return
    values = values_at(form.moment)
    for name in named:
        form.compare(name, stated[name], values[name])
    for table, entries in tables.items():
        for id, entry in entries.items():
            now = values[table].get(form.person(str(id)), {})
            for field in _WORKED_OUT_OF[table]:
                if isinstance(entry, Mapping) and field in entry and field in now:
                    form.compare(f"{table}.{id}.{field}", entry[field], now[field])


def problems(stated: Mapping[str, Any], beside: Mapping[str, Sequence[Any]], when: datetime = EPOCH) -> list[str]:
    """What is amiss in a gamestate stated for an instant (``EPOCH``: not known), a sentence each.

    ``beside`` are the values of settings given along with it.
    """
    state = State()
    moment = Moment(state.worlds[0], state, Law(when, {name: values[-1] for name, values in beside.items()}, {}), {})
    take(moment, stated)
    return [note.text for note in moment.world.notes if note.code == NOT_UNDERSTOOD]


# --- people by their ids ----------------------------------------------------------------------------------------------


def with_people(stated: Mapping[str, Any], id_of: Callable[[str], str]) -> dict[str, Any]:
    """The same with each person by the id that ``id_of`` has for whatever they were called; so is a faction that bears their name."""
    called = _called(stated.get("players"))

    def faction(name: Any) -> Any:
        return id_of(name) if isinstance(name, str) and name in called else name

    def person(name: Any) -> Any:
        return id_of(str(name)) if name else name

    def changed(entry: Any) -> Any:
        if not isinstance(entry, Mapping):
            return entry
        return {field: _field_named(field, value, person, faction) for field, value in entry.items()}

    renamed = {name: _each(value, changed) if name in _OF_PEOPLE else value for name, value in stated.items()}
    if isinstance(table := renamed.get("players"), Mapping):
        renamed["players"] = {id_of(str(id)): entry for id, entry in table.items()}
    elif isinstance(table, list):
        renamed["players"] = [
            {**each, "id": person(each.get("id"))} if isinstance(each, Mapping) else each for each in table
        ]
    for name, change in (("naming_due", person), ("removal_assents", person)):
        if name in stated:
            renamed[name] = _each(stated[name], change)
    for name, change in (("judge", person), ("winner", faction)):
        if isinstance(stated.get(name), str):
            renamed[name] = change(stated[name])
    return renamed


_OF_PEOPLE = ("players", "world", *(name for name in MATTERS if name not in ("judge", "removal_assents")))
"""Lists whose entries name people or factions in their fields."""
_ONE, _SEVERAL = ("by", "from", "to"), ("declarers", "voters_for", "voters_against", "affirming", "overturning")
_FACTIONS = ("faction", "flag_owner", "factions")
Renames = Callable[[Any], Any]


def _field_named(field: str, value: Any, person: Renames, faction: Renames) -> Any:
    """What a field of an entry says, with people by their ids."""
    if field in _FACTIONS:
        return _each(value, faction) if isinstance(value, list) else faction(value)
    if field in _ONE:
        return person(value)
    if field in _SEVERAL:
        return _each(value, person)
    if field == "tasks":
        return _each(value, lambda task: _task_named(task, person))
    return (
        {person(user): word for user, word in value.items()}
        if field == "words" and isinstance(value, Mapping)
        else value
    )


def _task_named(task: Any, person: Renames) -> Any:
    data = task.get("data") if isinstance(task, Mapping) else None
    if not isinstance(data, Mapping) or "player" not in data:
        return task
    return {**task, "data": {**data, "player": person(data["player"])}}


def _called(players: Any) -> set[str]:
    """What the players are called."""
    if isinstance(players, Mapping):
        return set(map(str, players))
    entries = players if isinstance(players, list) else []
    return {str(each["id"]) for each in entries if isinstance(each, Mapping) and each.get("id")}


def _each(entries: Any, change: Callable[[Any], Any]) -> Any:
    """Every entry of a list, or of a map, changed."""
    if isinstance(entries, Mapping):
        return {key: change(entry) for key, entry in entries.items()}
    return [change(entry) for entry in entries] if isinstance(entries, list) else entries


# --- players ----------------------------------------------------------------------------------------------------------


def _players(form: Form, stated: Mapping[str, Any]) -> Iterator[Player]:
    known = (*_OF_PLAYERS, *_WORKED_OUT_OF["players"])
    for entry in form.reader.entries("players", stated.get("players"), known):
        player = _player(form, form.moment.state.person(entry["id"]), entry)
        if entry.get("display"):
            form.moment.state.log.names.setdefault(player.id, str(entry["display"]))
        yield player


def _player(form: Form, id: str, entry: Mapping[str, Any]) -> Player:
    moment = form.moment
    joined = form.past(entry, "joined", id) or moment.when
    left = form.past(entry, "left", id)
    is_playing = left is None and form.flag(entry, "player", id, default=True)
    goods = form.goods(entry.get("inventory"), id) if is_playing else {}
    player = Player(id, [(joined, None if is_playing else left or moment.when)], goods=goods)
    if not is_playing:
        player.at = form.place(entry, "at", id) or ORIGIN
        return player
    player.at = _standing(form, entry, id)
    player.faction = form.reader.text("faction", entry.get("faction")) or id
    player.barred = form.flag(entry, "barred", id, default=False)
    player.is_declared = form.flag(entry, "declared", id, default=False)
    declarers = form.reader.texts("declarers", entry.get("declarers"))
    player.declarers = {moment.state.person(each): moment.when for each in declarers}
    has_points = entry.get("ap") is not None
    player.ap = form.count(entry, "ap", id) if has_points else action_points.full(moment, player)
    if players.is_reputable_player(moment, player):
        player.told_reputable = joined
    return player


@rule("AET-015")
def _check_factions(form: Form) -> None:
    """No two factions are called alike: whoever is stated to be in the one is in the other."""
    known = dict[str, str]()
    for player in form.moment.world.players.values():
        name = known.setdefault(sense_of(player.faction), player.faction) if player.is_playing else player.faction
        if name != player.faction:
            form.amiss(
                f"{player.id} is in the faction {player.faction!r}, and there is {name!r}: two cannot be called alike; they are in"
                f" {name!r}",
                "AET-015",
            )
            player.faction = name


def _standing(form: Form, entry: Mapping[str, Any], id: str) -> Hex:
    """Where a player stands: on a generated hex."""
    at = form.place(entry, "at", id) or ORIGIN
    if at in form.moment.world.map:
        return at
    form.amiss(
        f"{id} stands on {shown(at)}, which is not generated: state that hex in world; they stand on {shown(ORIGIN)}",
        "AET-077",
    )
    return ORIGIN


def _highest(form: Form, stated: Mapping[str, Any]) -> int:
    """The highest quality of a medallion fish that was caught: as stated, and no lower than that of one that somebody holds."""
    fish = (action_points.as_medallion(item) for player in form.moment.world.players.values() for item in player.goods)
    held = max((each[1] for each in fish if each), default=0)
    if stated.get("highest_quality") is None:
        return held
    highest = form.count(stated, "highest_quality", "the cycle")
    if highest < held:
        form.amiss(
            f"highest_quality is {highest}, and somebody holds a fish of quality {held}: it is {held}", "AET-178"
        )
    return max(highest, held)


def _naming_due(form: Form, stated: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    due = stated.get("naming_due")
    if due is not None and not isinstance(due, Mapping):
        form.amiss(f"naming_due maps qualities to players, and is not {due!r}")
        return
    for quality, user in (due or {}).items():
        words = str(quality)
        if not (words.isdecimal() and words.isascii() and len(words) < len(str(_MOST)) and isinstance(user, str)):
            form.amiss(f"naming_due maps a quality to a player, not {quality!r} to {user!r}")
        elif name := naming.name_of(form.moment, int(words)):
            form.amiss(f"naming_due: quality {words} is named {name}, so nobody has to name it", "AET-178")
        elif not may_act(form, person := form.person(user), is_open=False):
            form.amiss(f"naming_due: quality {words} must be named by a player, and {user} is none", "AET-178")
        else:
            yield int(words), person


# --- the map ----------------------------------------------------------------------------------------------------------


@rule("AET-077", "AET-078", "AET-079")
def _map(form: Form, stated: Mapping[str, Any]) -> WorldMap:
    """The map with the stated hexes besides the origin; what is not said of one is as the rules have it."""
    found, law = WorldMap.plain(), of_aeternus(form.moment.law)
    listed = stated.get("world")
    if isinstance(listed, Mapping):
        # As it is printed: by the hexes' names.
        listed = [{"at": at, **entry} if isinstance(entry, Mapping) else entry for at, entry in listed.items()]
    if listed is not None and not isinstance(listed, list):
        form.amiss(f"world is no list of hexes: {listed!r}")
        return found
    seen = set[Hex]()
    for entry in listed or ():
        if not isinstance(entry, Mapping):
            form.amiss(f"a hex is a map with at, biome, landmark and features, not {entry!r}")
            continue
        form.reader.only("a hex", entry, _OF_HEXES)
        at = form.place(entry, "at", "a hex")
        if at is None:
            if entry.get("at") is None:
                form.amiss(f"a hex needs its place (at), three whole numbers: {dict(entry)!r}")
            continue
        if at in seen:
            form.amiss(f"the hex {list(at)} is stated twice; the later entry counts")
        seen.add(at)
        found.put(at, _cell(form, entry, law, at))
    return found


def _cell(form: Form, entry: Mapping[str, Any], law: Law, at: Hex) -> Cell:
    biome = form.among(entry, "biome", law.words("biomes"), at) or law.word("usual_biome")
    landmark = form.among(entry, "landmark", law.words("landmarks"), at) or BARREN
    said = form.reader.texts(f"features of {list(at)}", entry.get("features"))
    features = frozenset(each for each in said if form.is_feature(each, at))
    owner = str(entry.get("flag_owner") or "")
    if owner and FLAG not in features:
        form.amiss(f"the hex {list(at)} has an owner of a flag, and no {FLAG}")
        owner = ""
    if FLAG in features and not owner:
        form.amiss(f"the hex {list(at)} has a {FLAG} and no flag_owner: the flag is left out")
        features -= {FLAG}
    return _possible(form, replace(Cell(biome, landmark, features), flag_owner=owner), at)


@rule("AET-109", "AET-116", "AET-125")
def _possible(form: Form, cell: Cell, at: Hex) -> Cell:
    """A hex with what cannot be of it told; what only a proposal can have put there is noted."""
    bears = [name for name in (cell.landmark, *sorted(cell.features)) if name not in (BARREN, CORRUPTED)]
    if CORRUPTED in cell.features and bears:
        return _uncorrupted(
            form, cell, bears, f"the hex {list(at)} cannot be {CORRUPTED} with a {' and a '.join(bears)}"
        )
    strange = [name for name in bears if name != BOARDWALK]
    if cell.biome == LAKE and strange:
        form.noted(
            f"the hex {list(at)} is a {LAKE} with a {' and a '.join(strange)}, as only a proposal can have brought about"
        )
    return cell


def _uncorrupted(form: Form, cell: Cell, bears: Sequence[str], text: str) -> Cell:
    """A hex that is stated as corrupted and bears something all the same.

    What figures hang on is left out; on the rest none do, and it stands as stated.
    """
    if PYLON in bears:
        form.amiss(f"{text}, which keeps it clean; it is not {CORRUPTED}", "AET-116")
        return cell.without([CORRUPTED])
    is_counted = FLAG in bears or cell.landmark != BARREN
    holds = "the landmark and the flag are left out" if is_counted else "it stands as stated"
    form.amiss(f"{text}, for corruption leaves none; {holds}", "AET-109")
    return replace(cell.without([FLAG]), landmark=BARREN)


def _check_flags(form: Form) -> None:
    """Flags are of factions that there are; a flag of none is left out."""
    world = form.moment.world
    for at, cell in world.map.cells.items():
        if cell.flag_owner:
            owner = form.faction(cell.flag_owner, f"the flag at {shown(at)} is left out", "AET-023")
            world.map.put(at, replace(cell, flag_owner=owner) if owner else cell.without([FLAG]))
