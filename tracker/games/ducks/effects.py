"""What people enter as the effects of an adopted proposal: changes of whatever a gamestate can state, in plain words."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from tracker.core.rule import rule
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable

from . import effects_of_ducks, effects_of_entities, effects_of_matters, effects_of_players
from .effects_forms import Change, Kind, Whose
from .spoken import DuckSaid, numbers_of
from .state import DISCIPLE, DUCK_GOD, World
from .titles import OLD_ONE

NO_EFFECTS = "none"
EXAMPLE = "ana: Seeds -3; Puddle: Quacks +10; Puddle: colour Red; ponds +1"
"""How people may say what an adopted text changes."""
_CHANGE = re.compile(r"(?P<what>[^=+\-−0-9].*?) *(?P<how>=|\+|-|−) *(?P<count>[+\-−]? *[0-9]{1,12}(?:\.[0-9]{1,6})?)")
_ROUND = Whose("round", "")
_KINDS: dict[str, Kind] = {
    "player": effects_of_players.PLAYER,
    "person": effects_of_players.PERSON,
    "duck": effects_of_ducks.KIND,
    "disciple": effects_of_entities.THE_DISCIPLE,
    "duck_god": effects_of_entities.THE_DUCK_GOD,
    "old_one": effects_of_entities.THE_OLD_ONE,
    "names": effects_of_entities.NAMES,
    "round": effects_of_entities.ROUND,
    **effects_of_matters.KINDS,
}
"""What can be said to change, by what it is of."""


@rule("DUCK-045")
def effects_meant(moment: Moment[World], answer: str) -> list[str] | Unusable:
    """What people say that a text changes, ``ana: Seeds -3; Puddle: colour Red; ponds +1``, change by change.

    All of it must be certain: each change is tried, after those before it, on a copy of what holds.
    """
    if answer.strip().casefold() == NO_EFFECTS:
        return []
    trial = replace(moment, world=copy.deepcopy(moment.world))
    parts = [part for each in re.split(r"[;\n]", answer) if (part := each.strip())]
    for part in parts:
        change = _change(trial, part)
        if isinstance(change, Unusable):
            return change
        change(trial, "")
        trial.world.register_anew()
    return parts or Unusable(f"it holds no change: write {EXAMPLE}, or {NO_EFFECTS}")


@rule("DUCK-045")
def apply_effects(moment: Moment[World], changes: Sequence[str], text: str) -> None:
    """Carry out what people entered, as ``effects_meant`` gives it."""
    for part in changes:
        change = _change(moment, part)
        if not isinstance(change, Unusable):
            change(moment, text)
            moment.world.register_anew()


def _change(moment: Moment[World], part: str) -> Change | Unusable:
    """What a part of an answer changes, or why that cannot be told or cannot be."""
    whose, words = next(
        ((holder, words) for called, words in _splits(part) if (holder := whose_is(moment, called)) is not None),
        (None, part),
    )
    if whose is None:
        called, colon, words = part.rpartition(":")
        if colon:
            return Unusable(f"“{called.strip()}” is no player and no duck")
        whose = _ROUND
    kind = _KINDS[whose.kind]
    for what, read in kind.words.items():
        found = re.fullmatch(rf"(?:{what})(?: *= *| +|$)(?P<value>.*)", words, re.IGNORECASE)
        if found is not None:
            return read(moment, whose, found["value"].strip().strip('"“”'))
    return _number(moment, kind, whose, words, part)


def _number(moment: Moment[World], kind: Kind, whose: Whose, words: str, part: str) -> Change | Unusable:
    """A change of how many of something there are: by so many, or to so many."""
    found = _CHANGE.fullmatch(words)
    if found is None:
        return Unusable(f"“{part}” is no change: write {EXAMPLE}")
    target = kind.number(moment, whose, found["what"].strip())
    if target is None:
        what = found["what"].strip()
        if whose.kind == "round":
            return Unusable(f"“{what}” stands without whose it is")
        return Unusable(f"“{what}” is nothing that {whose.called} holds")
    if isinstance(target, Unusable):
        return target
    count = Fraction(found["count"].replace("−", "-").replace(" ", ""))
    old = target.old
    new = count if found["how"] == "=" else old - count if found["how"] in ("-", "−") else old + count
    is_possible = target.is_any or (new.denominator == 1 and (target.least is None or new >= target.least))
    return (
        (lambda then, text: target.set(then, new, text)) if is_possible else Unusable(f"“{part}” would make it {new}")
    )


def _splits(part: str) -> Iterator[tuple[str, str]]:
    """Each way to part words at a colon, the last colon first: names and instants may have some."""
    at = part.rfind(":")
    while at >= 0:
        yield part[:at].strip(), part[at + 1 :].strip()
        at = part.rfind(":", 0, at)


def whose_is(moment: Moment[World], called: str) -> Whose | None:
    """What words mean in front of a change: a player, a duck, an entity, something open, or else a person, in this order."""
    world, words = moment.world, called.removeprefix("@").strip('"“”')
    by_name = {name.casefold(): id for id, name in moment.state.log.names.items()}
    person = moment.state.person(words)
    player = person if person in world.players else by_name.get(words.casefold(), "")
    if player in world.players:
        return Whose("player", player, words)
    if (number := _duck(world, words)) is not None:
        return Whose("duck", str(number), words)
    folded = words.casefold().removeprefix("the ")
    if folded in ("duck disciple", "disciple") or (world.disciple is not None and words == world.disciple.name):
        return Whose("disciple", DISCIPLE, words)
    entities = {DUCK_GOD.casefold(): "duck_god", OLD_ONE.casefold(): "old_one", "disciple names": "names"}
    if folded in entities:
        return Whose(entities[folded], "", words)
    known = player or (person if person != words or person in moment.state.log.names else "")
    return effects_of_matters.matter(moment, words) or (Whose("person", known, words) if known else None)


def _duck(world: World, words: str) -> int | None:
    number = words.casefold().removeprefix("duck").strip().removeprefix("#")
    if number.isascii() and number.isdecimal() and int(number) in world.ducks:
        return int(number)
    same = numbers_of(DuckSaid(words), world.register.called, ())
    return same[0] if len(same) == 1 else None
