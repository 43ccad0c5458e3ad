"""What an adopted proposal may change of a duck, as people enter it."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tracker.games.chat_effects import NONE, Whose, each_of, flag, instant, none_meant, unclear, unquoted
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable

from . import naming, periods
from .effects_forms import (
    CLAUSE,
    Change,
    Kind,
    Number,
    ducks_called,
    item_number,
    number_of_duck,
    owners_said,
    person_meant,
)
from .flock import give_to, quack, remove, shown
from .holdings import eggs_of
from .state import DUCK, EGG, Duck, Mission, World


def _duck(moment: Moment[World], whose: Whose) -> Duck:
    return moment.world.ducks[int(whose.id)]


# --- words ------------------------------------------------------------------------------------------------------------


def _colour(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    value = unquoted(value)
    known = {str(each).casefold(): str(each) for each in moment.law.value("colours")}
    if value.casefold() not in known.keys() | NONE:
        return Unusable(f"“{value}” is no colour: there are {', '.join(known.values())}, and none")
    colour = known.get(value.casefold(), "")

    def change(then: Moment[World], text: str) -> None:
        duck = _duck(then, whose)
        duck.colour, duck.was_coloured = colour, duck.was_coloured or bool(colour)
        name, what = ("duck_coloured", f"is {colour}") if colour else ("duck_uncoloured", "is uncoloured")
        told = {"colour": colour} if colour else {}
        then.tell(name, CLAUSE, f"{text}: {shown(duck)} {what}", duck=duck.number, **told)

    return change


def _pond(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    value = unquoted(value)
    number = value.removeprefix("#")
    is_pond = number.isascii() and number.isdecimal() and len(number) < 10 and 1 <= int(number) <= moment.world.ponds
    if not is_pond and value.casefold() not in NONE:
        return Unusable(f"“{value}” is no pond: there are {moment.world.ponds}")
    pond = int(number) if is_pond else 0

    def change(then: Moment[World], text: str) -> None:
        duck = _duck(then, whose)
        duck.pond = pond
        then.tell(
            "pond_assigned",
            CLAUSE,
            f"{text}: {shown(duck)} lives in pond {pond or 'none'}",
            duck=duck.number,
            pond=pond or None,
        )

    return change


def _owner(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    if value.casefold() in NONE:
        return none_meant(value, partial(owners_said, moment)) or _given(whose, "")
    ways = owners_said(moment, value)
    if len(ways) > 1:
        return unclear(value, ways, "owner")
    if not ducks_called(moment, value):
        owner = person_meant(moment, value)
        return owner if isinstance(owner, Unusable) else _given(whose, owner)
    duck = number_of_duck(moment, value)
    if isinstance(duck, Unusable):
        return duck
    if int(whose.id) in _owners(moment.world, duck):
        return Unusable(f"“{value}” is itself, or owned by it")
    return _given(whose, f"{DUCK}{duck}")


def _given(whose: Whose, owner: str) -> Change:
    def change(then: Moment[World], text: str) -> None:
        duck = _duck(then, whose)
        by_duck = then.world.ducks.get(int(owner.removeprefix(DUCK))) if owner.startswith(DUCK) else None
        said = shown(by_duck) if by_duck else owner or "nobody"
        give_to(then, duck, owner, CLAUSE, f"{text}: {shown(duck)} belongs to {said}")

    return change


def _owners(world: World, duck: int) -> list[int]:
    """A duck, the duck that owns it, the one that owns that, and so on."""
    found = list[int]()
    while duck in world.ducks and duck not in found:
        found.append(duck)
        owner = world.ducks[duck].owner
        duck = int(owner.removeprefix(DUCK)) if owner.startswith(DUCK) else 0
    return found


def _parent(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    parent = number_of_duck(moment, value)
    if isinstance(parent, Unusable):
        return parent
    if parent == int(whose.id):
        return Unusable(f"“{value}” is the duck itself")

    def change(then: Moment[World], text: str) -> None:
        _duck(then, whose).parent = parent

    return change


def _name(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    name = "" if value.casefold() in NONE else unquoted(value)
    fault = naming.name_fault(moment, name) or naming.shared_fault(moment, name, int(whose.id)) if name else None
    if fault is not None:
        return Unusable(fault.text)

    def change(then: Moment[World], text: str) -> None:
        duck = _duck(then, whose)
        before, duck.name, duck.named_at = duck.name, name, then.when if name else None
        event, told = (
            ("duck_named", {"called": name, "before": before or None})
            if name
            else ("duck_name_lost", {"called": before})
        )
        then.tell(event, CLAUSE, f"{text}: duck #{duck.number} is called {name or 'nothing'}", duck=duck.number, **told)

    return change


def _mission(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    """``none``, or the potential with which it is on a mission, ``7``, since now or ``7 since INSTANT``."""
    value = unquoted(value)
    potential, _, since = value.partition(" since ")
    sent_at = instant(since.strip()) if since else None
    if isinstance(sent_at, Unusable):
        return sent_at
    is_none = value.casefold() in NONE
    if not is_none and not (potential.isascii() and potential.isdecimal() and len(potential) < 10):
        return Unusable(f"“{value}” is no mission: write its potential, such as 7, or none")

    def change(then: Moment[World], text: str) -> None:
        _duck(then, whose).mission = None if is_none else Mission(sent_at or then.when, int(potential))

    return change


def _iced(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    until = instant(value)
    if isinstance(until, Unusable):
        return until

    def change(then: Moment[World], text: str) -> None:
        _duck(then, whose).iced_until = until

    return change


def _set_attempted(moment: Moment[World], whose: Whose, said: bool) -> None:
    duck = _duck(moment, whose)
    duck.attempted_in, duck.attempts = (periods.start(moment), max(1, duck.attempts)) if said else (None, 0)


def _set_pond_roll(moment: Moment[World], whose: Whose, said: bool) -> None:
    rolls, number = moment.world.pond_rolls, int(whose.id)
    moment.world.pond_rolls = sorted({*rolls, number}) if said else [each for each in rolls if each != number]


def _loot(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    """Who may roll for loot, once for each time that they are named."""
    people = each_of(moment, value, person_meant)
    if isinstance(people, Unusable):
        return people

    def change(then: Moment[World], text: str) -> None:
        _duck(then, whose).loot = [str(each) for each in people if each]

    return change


def _removed(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    if value:
        return Unusable(f"“removed {value}” says more than that a duck is out of the game")

    def change(then: Moment[World], text: str) -> None:
        duck = _duck(then, whose)
        remove(then, duck, CLAUSE, text)
        then.world.pond_rolls = [each for each in then.world.pond_rolls if each != duck.number]

    return change


def egg_parents(holder: Whose) -> str:
    """Whose Eggs they are: of a duck or a player."""
    return f"{DUCK}{holder.id}" if holder.kind == "duck" else holder.id


def eggs(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    """The parents of somebody's Eggs, those held longest first, one for each."""
    held, parents = eggs_of(moment.world, egg_parents(whose)), each_of(moment, value, number_of_duck)
    if parents == []:
        parents = [0] * len(held)
    if isinstance(parents, Unusable):
        return parents
    if len(parents) != len(held):
        return Unusable(f"{whose.called} has {len(held)} {EGG}s: name the parent of each, or none for it")

    def change(then: Moment[World], text: str) -> None:
        eggs_of(then.world, egg_parents(whose))[:] = [int(each) for each in parents]

    return change


# --- numbers ----------------------------------------------------------------------------------------------------------


def _number(moment: Moment[World], whose: Whose, what: str) -> Number | Unusable | None:
    duck, words = _duck(moment, whose), what.casefold().rstrip("s")
    if words == "quack":
        return Number(duck.quacks, lambda then, new, text: _set_quacks(then, whose, new, text), None)
    if words in ("potential", "adjustment"):
        if duck.mission is None:
            return Unusable(f"{whose.called} is on no mission")
        old = duck.mission.potential if words == "potential" else duck.mission.adjustments
        return Number(old, lambda then, new, _: _set_mission(then, whose, words, int(new)))
    if words in ("watermelon", "watermelons this period"):
        old = duck.slices if duck.sliced_in == periods.start(moment) else 0
        return Number(old, lambda then, new, _: _set_slices(then, whose, int(new)))
    if words == "loot due":
        return Number(duck.loot.count(duck.owner), lambda then, new, _: _set_loot(then, whose, int(new)))
    return item_number(moment, duck.holder, what)


def _set_quacks(moment: Moment[World], whose: Whose, new: Fraction, text: str) -> None:
    duck = _duck(moment, whose)
    quack(moment, duck, int(new) - duck.quacks, CLAUSE, text)


def _set_mission(moment: Moment[World], whose: Whose, what: str, new: int) -> None:
    mission = _duck(moment, whose).mission
    if mission is not None and what == "potential":
        mission.potential = new
    elif mission is not None:
        mission.adjustments = new


def _set_slices(moment: Moment[World], whose: Whose, new: int) -> None:
    duck = _duck(moment, whose)
    duck.slices, duck.sliced_in = new, periods.start(moment) if new else None


def _set_loot(moment: Moment[World], whose: Whose, new: int) -> None:
    duck = _duck(moment, whose)
    duck.loot = [each for each in duck.loot if each != duck.owner] + [duck.owner] * new


KIND = Kind(
    {
        "colou?r": _colour,
        "pond roll(?: due)?": flag(_set_pond_roll),
        "pond": _pond,
        "owner": _owner,
        "parent": _parent,
        "name": _name,
        "mission": _mission,
        "iced until": _iced,
        "attempted(?: in this period)?": flag(_set_attempted),
        r"loot due(?! *[=+\-−])": _loot,
        "egg parents": eggs,
        "removed": _removed,
    },
    _number,
)
"""What can be said of a duck."""
