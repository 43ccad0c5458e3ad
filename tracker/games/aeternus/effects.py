"""What people enter as the effects of a proposal that took effect: changes of players, of hexes and of the cycle, in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from tracker.core.rule import rule
from tracker.games import chat_effects
from tracker.games.chat_effects import (
    NONE,
    PERSON,
    PLAY,
    Effects,
    Whose,
    flag,
    people_called,
    person_meant,
    person_said,
    unclear,
    unquoted,
    yes_or_no,
)
from tracker.games.chat_strands import Task, then
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable
from tracker.mechanics.judges import appoint, vacate

from . import action_points, factions, naming, players
from .enclosing import FILL
from .general import told
from .hexes import Hex, key, read_triple, shown
from .holdings import change, goods_of
from .reading import item_names
from .spoken import item_called
from .state import Player, Won, World
from .world import BARREN, BOARDWALK, CORRUPTED, FLAG, PYLON, STATION, Cell

CLAUSE = "AET-032"
EXAMPLE = "ana: Wood -3; ana: at (0,1,0); (0,1,0): biome Forest; (0,1,0): flag ana; judge bob"
"""How people may say what a proposal changes."""
_QUALITY = re.compile(r"(?P<number>[1-9][0-9]{0,8}) +(?P<name>.+)")
Change: TypeAlias = chat_effects.Change[World]
Read: TypeAlias = chat_effects.Read[World]
Kind: TypeAlias = chat_effects.Kind[World]
Number: TypeAlias = chat_effects.Number[World]


@rule("AET-032")
def effects_meant(moment: Moment[World], question: str, answer: str) -> list[str] | Unusable:
    """What people say that a text changes, change by change."""
    return _EFFECTS.meant(moment, question, answer)


@rule("AET-032")
def look_at_names(moment: Moment[World], question: str) -> None:
    """Let an answer be uncertain whose words mean others as people give it than when the proposal took effect."""
    _EFFECTS.look_at_names(moment, question)


@rule("AET-032")
def apply_effects(moment: Moment[World], changes: Sequence[str], text: str) -> None:
    """Carry out what people entered, as ``effects_meant`` gives it."""
    _EFFECTS.apply(moment, changes, text)


def _whose(moment: Moment[World], called: str) -> Whose | Unusable | None:
    """What words mean in front of a change: a hex by its coordinates, a player, or else a person; None for nothing."""
    at = read_triple(called)
    if at is not None:
        return Whose("hex", key(at), shown(at))
    people = people_called(moment, moment.world.players, called)
    found = [person for person in people if person in moment.world.players] or people
    if len(found) > 1:
        return unclear(called, list(map(person_said, found)), "player")
    return Whose("player", found[0], unquoted(called)) if found else None


def _people_said(moment: Moment[World], called: str) -> list[str]:
    return list(map(person_said, people_called(moment, moment.world.players, called)))


# --- players ----------------------------------------------------------------------------------------------------------


def _of_a_player(set_to: Callable[[Moment[World], Player, bool], None]) -> Read:
    """Reads yes or no of somebody who plays."""

    def read(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
        said = yes_or_no(value)
        if not players.is_playing(moment.world, whose.id):
            return _no_player(whose)
        if said is None:
            return Unusable(f"“{value}” is neither yes nor no")
        return lambda then, _: set_to(then, then.world.players[whose.id], said)

    return read


def _no_player(whose: Whose) -> Unusable:
    return Unusable(f"“{whose.called}” is no player: write {whose.called}: player yes before it")


def _set_playing(moment: Moment[World], whose: Whose, said: bool) -> None:
    is_playing = players.is_playing(moment.world, whose.id)
    if said and not is_playing:
        players.begin(moment, moment.world.players.get(whose.id) or Player(whose.id))
    elif is_playing and not said:
        players.stop_playing(moment, whose.id, f"{whose.id} is no player any more by a proposal")


def _set_barred(moment: Moment[World], player: Player, said: bool) -> None:
    player.barred = said


def _set_reputable(moment: Moment[World], player: Player, said: bool) -> None:
    player.is_declared = said
    players.tell_if_reputable(moment, player)


def _place(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    at = read_triple(value)
    if not players.is_playing(moment.world, whose.id):
        return _no_player(whose)
    if at is None or at not in moment.world.map:
        return Unusable(f"“{value}” is no generated hex")

    def move(then: Moment[World], _: str) -> None:
        then.world.players[whose.id].at = at

    return move


def _faction(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    name = unquoted(value)
    if not players.is_playing(moment.world, whose.id):
        return _no_player(whose)
    if not name:
        return Unusable("a faction's name is missing")

    def enter(then: Moment[World], _: str) -> None:
        player = then.world.players[whose.id]
        old, player.faction = player.faction, factions.called(then, name) or name
        factions.cease_if_empty(then, old)

    return enter


def _number_of_player(moment: Moment[World], whose: Whose, what: str) -> Number | Unusable | None:
    """How many action points or items a player has."""
    if not players.is_playing(moment.world, whose.id):
        return _no_player(whose)
    if what.casefold() in ("ap", "action points", "action point"):

        def points(then: Moment[World], new: Fraction, _: str) -> None:
            then.world.players[whose.id].ap = int(new)

        return Number(moment.world.players[whose.id].ap, points)
    item = item_called(what, item_names(moment))
    old = goods_of(moment.world, whose.id).get(item, 0)

    def hold(then: Moment[World], new: Fraction, text: str) -> None:
        change(then, whose.id, item, int(new) - old, CLAUSE, text)
        if new and (fish := action_points.as_medallion(item)):
            naming.there_is(then.world, fish[1])

    return Number(old, hold) if item else None


# --- hexes ------------------------------------------------------------------------------------------------------------


def _hex(whose: Whose) -> Hex:
    x, y, z = map(int, whose.id.split(","))
    return x, y, z


def _put(moment: Moment[World], at: Hex, cell: Cell) -> None:
    """Let a hex be so; what follows by itself are hexes that a pylon purifies and Lakes where something is enclosed."""
    moment.world.map.put(at, cell)
    told(moment, moment.world.map.purify_around_pylons())
    then(moment, Task(FILL))


def _changed(moment: Moment[World], whose: Whose, alter: Callable[[Cell], Cell], brings: str = "") -> Change | Unusable:
    """A change of a generated hex; ``brings`` is the landmark or feature that it has then, which no corrupted one can have."""
    at = _hex(whose)
    if at not in moment.world.map:
        return _indeterminate(whose)
    if brings and moment.world.map.is_corrupt(at):
        return Unusable(
            f"{whose.called} is corrupted, and corruption leaves no {brings} (AET-109): write {whose.called}: {CORRUPTED} no before it"
        )
    return lambda then, _: _put(then, at, alter(then.world.map.cell(at) or Cell()))


def _indeterminate(whose: Whose) -> Unusable:
    return Unusable(f"{whose.called} is indeterminate: say its biome before anything else of it")


def _word(known: Sequence[str], value: str) -> str:
    said = unquoted(value).casefold()
    return next((each for each in known if each.casefold() == said), "")


def _biome(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    biome = _word(moment.law.words("biomes"), value)
    if not biome:
        return Unusable(f"“{value}” is none of the biomes {', '.join(moment.law.words('biomes'))}")
    return lambda then, _: _put(then, _hex(whose), replace(then.world.map.cell(_hex(whose)) or Cell(), biome=biome))


def _landmark(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    landmark = _word(moment.law.words("landmarks"), value)
    if not landmark:
        return Unusable(f"“{value}” is none of the landmarks {', '.join(moment.law.words('landmarks'))}")
    brings = "" if landmark == BARREN else landmark
    return _changed(moment, whose, lambda cell: replace(cell, landmark=landmark), brings)


def _flag_on(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    """A flag of a faction, or none."""
    if value.casefold() in NONE:
        return _changed(moment, whose, lambda cell: cell.without([FLAG]))
    owner = factions.called(moment, unquoted(value))
    if owner is None:
        return Unusable(f"there is no faction “{value}”")
    return _changed(moment, whose, lambda cell: replace(cell, features=cell.features | {FLAG}, flag_owner=owner), FLAG)


def _feature(name: str) -> Read:
    """Reads whether a feature stands on a hex."""

    def read(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
        said = yes_or_no(value)
        if said is None:
            return Unusable(f"“{value}” is neither yes nor no")
        if not said:
            return _changed(moment, whose, lambda cell: cell.without([name]))
        return _changed(moment, whose, lambda cell: replace(cell, features=cell.features | {name}), name)

    return read


@rule("AET-109", "AET-116")
def _corrupted(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    """Reads whether a hex is corrupted: what becomes so loses all else, as it does in play."""
    said, at = yes_or_no(value), _hex(whose)
    if not said:
        return _feature(CORRUPTED)(moment, whose, value)
    if at not in moment.world.map:
        return _indeterminate(whose)
    if moment.world.map.is_protected(at):
        return Unusable(f"{whose.called} cannot be corrupted: a {PYLON} stands there or beside it (AET-116)")
    return lambda then, _: told(then, then.world.map.corrupt(at))


# --- the cycle --------------------------------------------------------------------------------------------------------


def _judge(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    judge = person_meant(moment, moment.world.players, value)
    if isinstance(judge, Unusable):
        return judge

    def sit(then: Moment[World], _: str) -> None:
        if judge:
            appoint(then.world.bench, judge, then.when, None)
        elif then.world.bench.judge:
            vacate(then.world.bench)

    return sit


def _winner(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    winner = None if value.casefold() in NONE else factions.called(moment, unquoted(value))
    if winner is None and value.casefold() not in NONE:
        return Unusable(f"there is no faction “{value}”")

    def win(then: Moment[World], _: str) -> None:
        then.world.won = Won(winner, then.when, then.row) if winner else None

    return win


def _quality(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    """The name of a quality beyond those of the rules: the next one, or another name for one that has one."""
    found, own = _QUALITY.fullmatch(value), len(moment.law.words("quality_names"))
    number = int(found["number"]) if found else 0
    if found is None or not own < number <= own + len(moment.world.quality_names) + 1:
        last = own + len(moment.world.quality_names) + 1
        return Unusable(f"“quality {value}” is no quality from {own + 1} to {last} with its name")

    def name(then: Moment[World], _: str) -> None:
        then.world.quality_names[number - own - 1 : number - own] = [unquoted(found["name"])]
        then.world.naming_due.pop(number, None)

    return name


def _number_of_cycle(moment: Moment[World], whose: Whose, what: str) -> Number | None:
    def number(then: Moment[World], new: Fraction, _: str) -> None:
        then.world.phase_number = int(new)

    return Number(moment.world.phase_number, number) if what.casefold() == "phase number" else None


_EFFECTS: Effects[World] = Effects(
    kinds={
        "player": Kind(
            {
                "player": flag(_set_playing),
                "at": _place,
                "faction": _faction,
                "barred": _of_a_player(_set_barred),
                "reputable": _of_a_player(_set_reputable),
            },
            _number_of_player,
        ),
        "hex": Kind(
            {
                "biome": _biome,
                "landmark": _landmark,
                "flag(?: of)?": _flag_on,
                CORRUPTED: _corrupted,
                **{each: _feature(each) for each in (BOARDWALK, PYLON, STATION)},
            }
        ),
        PLAY: Kind({"judge": _judge, "winner": _winner, "quality": _quality}, _number_of_cycle),
    },
    whose_is=_whose,
    example=EXAMPLE,
    known="no player and no hex",
    clause=CLAUSE,
    said_now={PERSON: _people_said},
)
