"""The gamestate as people state it: the cycle's start, players with all that they have, generated hexes, the Judge and rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from textwrap import shorten
from typing import Any

from tracker.core.instants import EPOCH, parse_instant
from tracker.core.rule import rule
from tracker.games.chat_strands import Task, then
from tracker.mechanics.action_ids import parts_of
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag
from tracker.mechanics.judges import Ruling
from tracker.mechanics.stated import TO_FILL_IN, StatedReader

from . import action_points, general, generation, judges, phases, players, randomness
from .hexes import ORIGIN, Hex, read_triple, reduced
from .law import Law, of_aeternus
from .reading import item_names
from .spoken import item_called
from .state import Player, State, Won, World
from .world import BARREN, FEATURES, FLAG, MEADOW, Cell, WorldMap

_CLAUSE, _NOT_UNDERSTOOD, _NOTED = "AET-074", "OPENING_NOT_UNDERSTOOD", "OPENING_NOTED"
_LONGEST = 120
FILL = "fill"
"""The task that lets what a stated map encloses become Lakes (AET-101)."""
_OF_PLAYERS = (
    *("id", "at", "ap", "inventory", "faction", "joined", "left", "declared"),
    *("player", "barred", "declarers", "display"),
)
_OF_HEXES = ("at", "biome", "landmark", "features", "flag_owner")
_OF_RULINGS = ("id", "by", "made_at", "text")
_OF_CYCLES = (
    *("cycle_started", "players", "world", "judge", "rulings"),
    *("quality_names", "highest_quality", "naming_due", "winner"),
)
_WORKED_OUT = ("factions", "influence", "phase", "phase_number", "week", "roster")
"""What is printed of a gamestate and follows from the rest of it: stated, it is compared and never taken."""
_WORKED_OUT_OF_PLAYERS = ("quality_score", "reputable")
_NEVER_TAKEN = ("proposals", "merges", "offers")
"""What is printed of a gamestate beside what can be stated of it: it may stand there too, and a note says what holds."""
_BLANKS: Mapping[str, Any] = {
    "players": [{name: {TO_FILL_IN: TO_FILL_IN} if name == "inventory" else TO_FILL_IN for name in _OF_PLAYERS[:8]}],
    "world": [dict.fromkeys(_OF_HEXES, TO_FILL_IN)],
    "rulings": [dict.fromkeys(_OF_RULINGS, TO_FILL_IN)],
    "quality_names": [TO_FILL_IN],
}
EXAMPLE: Mapping[str, Any] = {name: _BLANKS.get(name, TO_FILL_IN) for name in _OF_CYCLES[:6]}
"""What can be stated: nothing of it is taken for real until people have filled it in."""
FILLED_IN = (
    '{"id": "123456789012345678", "at": [0, 1, 0], "ap": 2, "inventory": {"Wood": 3, "Goldfish (quality 2)": 1}, "joined":'
    ' "2025-02-05T15:00:00Z"}, {"at": [0, 1, 0], "biome": "Forest", "landmark": "Barren", "features": ["Flag"], "flag_owner": "Duo"}'
)
"""A player and a hex as they are written."""


@rule("AET-074")
def take(moment: Moment[World], stated: Mapping[str, Any]) -> None:
    """Let the gamestate be as stated; what it leaves out is at its default, and what cannot be stated goes on as it is."""
    world, form = moment.world, _Form(moment)
    form.reader.only("the gamestate", stated, (*_OF_CYCLES, *_WORKED_OUT, *_NEVER_TAKEN))
    world.cycle_started = form.instant(stated, "cycle_started", "the cycle") or moment.when
    world.phase_number = phases.number_between(moment.law, world.cycle_started, moment.when)
    world.quality_names = form.quality_names(stated)
    world.map = _map(form, stated)
    world.players = {player.id: player for player in _players(form, stated)}
    world.highest_quality = form.count(stated, "highest_quality", "the cycle") or _highest(world)
    world.naming_due = dict(_naming_due(form, stated))
    judge = form.reader.text("judge", stated.get("judge"))
    judges.opened(moment, moment.state.person(judge) if judge else "", list(_rulings(form, stated)))
    winner = form.reader.text("winner", stated.get("winner"))
    world.won = Won(winner, moment.when) if winner else None
    general.told(moment, world.map.purify_around_pylons())
    _compare(form, stated)
    then(moment, Task(FILL))


def _compare(form: _Form, stated: Mapping[str, Any]) -> None:
    """Note what is stated otherwise than it follows from the rest, which holds, and what cannot be stated."""
    from .view import values_at  # late: the view needs the pages' modules

    if passed_over := [name for name in _NEVER_TAKEN if stated.get(name)]:
        form.noted(f"{', '.join(passed_over)} cannot be stated: what there is goes on")
    people = stated.get("players")
    entries = people if isinstance(people, Mapping) else {}
    named = [(name, stated[name]) for name in _WORKED_OUT if name in stated]
    if not named and not entries:
        return
    values = values_at(form.moment)
    pairs = [(name, value, values[name]) for name, value in named]
    for id, entry in entries.items():
        now = values["players"].get(form.moment.state.person(str(id)), {})
        fields = [field for field in _WORKED_OUT_OF_PLAYERS if isinstance(entry, Mapping) and field in entry]
        pairs += [(f"players.{id}.{field}", entry[field], now[field]) for field in fields if field in now]
    for name, value, now in pairs:
        if value != now:
            form.noted(f"{name} is worked out and not stated: it is {_brief(now)}, not {_brief(value)}")


def _brief(value: Any) -> str:
    return shorten(repr(value), _LONGEST, placeholder=" …")


def problems(stated: Mapping[str, Any], beside: Mapping[str, Sequence[Any]]) -> list[str]:
    """What is amiss in a stated gamestate, a sentence each; ``beside`` are the values of settings given along with it."""
    state = State()
    moment = Moment(state.worlds[0], state, Law(EPOCH, {name: values[-1] for name, values in beside.items()}, {}), {})
    take(moment, stated)
    return [note.text for note in moment.world.notes if note.code == _NOT_UNDERSTOOD]


@rule("AET-101")
def _fill(moment: Moment[World], task: Task) -> bool:
    """Let what the stated map encloses become Lakes at once."""
    law = of_aeternus(moment.law)
    lakes = generation.fill_enclosed(moment.world.map, law, randomness.roller(moment, task.n))
    if lakes is None:
        return False
    general.told(moment, lakes)
    return True


# --- people by their ids ----------------------------------------------------------------------------------------------


def with_people(stated: Mapping[str, Any], id_of: Callable[[str], str]) -> dict[str, Any]:
    """The same with each person by the id that ``id_of`` has for whatever they were called; so is a faction that bears their name."""
    renamed, called = dict(stated), _called(stated.get("players"))

    def faction(name: Any) -> Any:
        return id_of(name) if name in called else name

    def player(entry: Any) -> Any:
        if not isinstance(entry, Mapping):
            return entry
        found = {**_renamed(entry, "id", id_of)}
        if isinstance(declarers := entry.get("declarers"), list):
            found["declarers"] = [id_of(str(each)) for each in declarers]
        return _renamed(found, "faction", faction)

    changes: Mapping[str, Callable[[Any], Any]] = {
        "players": player,
        "rulings": lambda entry: _renamed(entry, "by", id_of),
        "world": lambda entry: _renamed(entry, "flag_owner", faction),
        "naming_due": lambda user: id_of(user) if isinstance(user, str) and user else user,
    }
    for name, change in changes.items():
        if name in stated:
            renamed[name] = _each(stated[name], change)
    if isinstance(renamed.get("players"), Mapping):
        renamed["players"] = {id_of(str(id)): entry for id, entry in renamed["players"].items()}
    if isinstance(stated.get("judge"), str) and stated["judge"]:
        renamed["judge"] = id_of(stated["judge"])
    return renamed


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


def _renamed(entry: Any, field: str, name_of: Callable[[str], Any]) -> Any:
    if not isinstance(entry, Mapping) or not entry.get(field):
        return entry
    return {**entry, field: name_of(str(entry[field]))}


# --- players ----------------------------------------------------------------------------------------------------------


def _players(form: _Form, stated: Mapping[str, Any]) -> Iterator[Player]:
    known = (*_OF_PLAYERS, *_WORKED_OUT_OF_PLAYERS)
    for entry in form.reader.entries("players", stated.get("players"), known):
        player = _player(form, form.moment.state.person(entry["id"]), entry)
        if entry.get("display"):
            form.moment.state.log.names.setdefault(player.id, str(entry["display"]))
        yield player


def _player(form: _Form, id: str, entry: Mapping[str, Any]) -> Player:
    moment = form.moment
    joined = form.instant(entry, "joined", id) or moment.when
    left = form.instant(entry, "left", id)
    is_playing = left is None and form.flag(entry, "player", id, default=True)
    goods = form.goods(entry.get("inventory"), id) if is_playing else {}
    player = Player(id, [(joined, None if is_playing else left or moment.when)], goods=goods)
    player.at = form.place(entry, "at", id) or ORIGIN
    if not is_playing:
        return player
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


def _highest(world: World) -> int:
    """The highest quality of a medallion fish that anybody holds."""
    fish = (action_points.as_medallion(item) for player in world.players.values() for item in player.goods)
    return max((each[1] for each in fish if each), default=0)


def _naming_due(form: _Form, stated: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    due = stated.get("naming_due")
    if due is not None and not isinstance(due, Mapping):
        form.amiss(f"naming_due maps qualities to players, and is not {due!r}")
        return
    for quality, user in (due or {}).items():
        if str(quality).isdecimal() and str(quality).isascii() and isinstance(user, str):
            yield int(quality), form.moment.state.person(user)
        else:
            form.amiss(f"naming_due maps a quality to a player, not {quality!r} to {user!r}")


# --- the map ----------------------------------------------------------------------------------------------------------


@rule("AET-077", "AET-078", "AET-079")
def _map(form: _Form, stated: Mapping[str, Any]) -> WorldMap:
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


def _cell(form: _Form, entry: Mapping[str, Any], law: Law, at: Hex) -> Cell:
    biome = form.among(entry, "biome", law.words("biomes"), at) or MEADOW
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
    return replace(Cell(biome, landmark, features), flag_owner=owner)


def _rulings(form: _Form, stated: Mapping[str, Any]) -> Iterator[Ruling]:
    reader = StatedReader(lambda text: form.amiss(text, "AET-048"))
    for entry in reader.entries("rulings", stated.get("rulings"), _OF_RULINGS):
        made_at, by = form.instant(entry, "made_at", f"ruling {entry['id']}"), entry.get("by")
        if made_at is None or not by:
            reader.amiss(f"a ruling needs an id, by whom and when it was made (made_at): {dict(entry)!r}")
        else:
            (message, n), person = parts_of(entry["id"]), form.moment.state.person(str(by))
            yield Ruling("", person, made_at, message, n, n, str(entry.get("text") or ""))


# --- what is stated, checked ------------------------------------------------------------------------------------------


class _Form:
    """Reads parts of what is stated; what cannot be is noted with its place, and left at its default."""

    def __init__(self, moment: Moment[World]) -> None:
        self.moment = moment
        self.reader = StatedReader(self.amiss)

    def amiss(self, text: str, clause: str = _CLAUSE) -> None:
        """Note what cannot be read."""
        self.moment.note(_NOT_UNDERSTOOD, clause, text)

    def noted(self, text: str) -> None:
        """Note what is passed over or worked out, so that something else holds than people may think."""
        self.moment.note(_NOTED, _CLAUSE, text, is_mild=True)

    def instant(self, entry: Mapping[str, Any], name: str, who: str) -> datetime | None:
        """An instant; a mere date is its first."""
        value = entry.get(name)
        if value is None:
            return None
        words = str(value)
        try:
            return parse_instant(words if "T" in words or " " in words else f"{words}T00:00:00Z")
        except ValueError:
            self.amiss(f"{who}: {name} must be an instant such as 2025-02-05T15:00:00Z, not {value!r}")
            return None

    def flag(self, entry: Mapping[str, Any], name: str, who: str, *, default: bool) -> bool:
        """True or false."""
        return self.reader.flag(who, name, entry[name]) if entry.get(name) is not None else default

    def count(self, entry: Mapping[str, Any], name: str, who: str) -> int:
        """A whole number from 0 on."""
        return self.reader.count(who, name, entry[name]) if entry.get(name) is not None else 0

    def place(self, entry: Mapping[str, Any], name: str, who: str) -> Hex | None:
        """A hex by any triple of its coordinates, as a list or in words; None where there is none."""
        value = entry.get(name)
        if value is None:
            return None
        is_triple = isinstance(value, list) and len(value) == 3 and all(type(each) is int for each in value)
        found = reduced(*value) if is_triple else read_triple(str(value)) if isinstance(value, str) else None
        if found is None:
            self.amiss(f"{who}: {name} must be three whole numbers such as [0, 1, 0], not {value!r}")
        return found

    def among(self, entry: Mapping[str, Any], name: str, known: Sequence[str], at: Hex) -> str:
        """One of the known words, whatever the case of its letters; "" where none is given."""
        value = entry.get(name)
        if value is None:
            return ""
        found = next((word for word in known if word.casefold() == str(value).casefold()), "")
        if not found:
            self.amiss(f"the hex {list(at)} has no {name} {value!r}; there are {', '.join(known)}")
        return found

    def is_feature(self, name: str, at: Hex) -> bool:
        """Whether there is such a feature."""
        if name not in FEATURES:
            self.amiss(f"the hex {list(at)} has no feature {name!r}; there are {', '.join(FEATURES)}")
        return name in FEATURES

    def goods(self, stated: Any, who: str) -> Bag:
        """Items by their names, whatever the case of the letters."""
        names, found = item_names(self.moment), dict[str, int]()
        if stated is not None and not isinstance(stated, Mapping):
            self.amiss(f"{who}: an inventory is written as items with numbers, not {stated!r}")
            return found
        for name, count in (stated or {}).items():
            item = item_called(str(name), names)
            if not item:
                self.amiss(f"{who}: there is no item {name!r}")
            elif number := self.reader.count(who, item, count):
                found[item] = found.get(item, 0) + number
        return found

    def quality_names(self, stated: Mapping[str, Any]) -> list[str]:
        """The names of qualities beyond those of the rules: a list of all of them begins with the rules' own."""
        said = self.reader.texts("quality_names", stated.get("quality_names"))
        own = list(self.moment.law.words("quality_names"))
        return said[len(own) :] if said[: len(own)] == own else said


TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {FILL: _fill}
