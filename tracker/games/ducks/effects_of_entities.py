"""What an adopted proposal may change of the Disciple, the Duck God, the Duck Old One and the round, as people enter it."""

from __future__ import annotations

from fractions import Fraction

from tracker.games.chat_effects import NONE, Whose, each_of, flag, unquoted
from tracker.mechanics.chat_play import GoodsChange, Moment
from tracker.mechanics.chat_readings import Unusable
from tracker.mechanics.judges import appoint, vacate

from . import periods
from .disciple import count_as_borne
from .effects_forms import CLAUSE, Change, Kind, Number, Read, item_number, number_of_duck, person_meant
from .flock import quack
from .general import lose
from .state import DISCIPLE, DUCK_GOD, GOD_EGG, Disciple, SelfAppointment, World
from .titles import OLD_ONE

# --- the Disciple -----------------------------------------------------------------------------------------------------


def _disciple_name(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    """Its name; where there is no Disciple one comes, which is to be given Quacks."""
    value = unquoted(value)
    if not value or value.casefold() in NONE:
        return Unusable(f"the {DISCIPLE} has a name, such as Disciple Bob")

    def change(then: Moment[World], text: str) -> None:
        if then.world.disciple is None:
            then.world.disciple = Disciple(value, 0)
        then.world.disciple.name = value
        count_as_borne(then, value)

    return change


def disciple_fault(before: World, after: World) -> Unusable | None:
    """Why changes cannot be that bring a Disciple without Quacks; one that a Ritual left so may stay until its end."""
    disciple, former = after.disciple, before.disciple
    if disciple is None or disciple.quacks > 0 or (former is not None and former.quacks == disciple.quacks):
        return None
    return Unusable(
        f"{disciple.name} would have {disciple.quacks} Quacks: say how many it has ({DISCIPLE}: Quacks = …)"
    )


def _damaged_by(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    ducks = each_of(moment, value, number_of_duck)
    if isinstance(ducks, Unusable) or moment.world.disciple is None:
        return ducks if isinstance(ducks, Unusable) else _there_is_none()

    def change(then: Moment[World], text: str) -> None:
        if then.world.disciple is not None:
            then.world.disciple.damaged_by = [int(each) for each in ducks]

    return change


def _disciple_removed(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    if moment.world.disciple is None:
        return _there_is_none()

    def change(then: Moment[World], text: str) -> None:
        then.world.disciple = None

    return change


def _there_is_none() -> Unusable:
    return Unusable(f"there is no {DISCIPLE}: {DISCIPLE}: name Disciple Bob brings one")


def _disciple_number(moment: Moment[World], whose: Whose, what: str) -> Number | Unusable | None:
    disciple = moment.world.disciple
    if disciple is None:
        return _there_is_none()
    if what.casefold().rstrip("s") == "quack":
        remedy = (
            f": none is left without Quacks but until the end of a Ritual; write {DISCIPLE}: removed where it is to go"
        )
        return Number(disciple.quacks, _set_disciple_quacks, 1, remedy=remedy)
    return item_number(moment, DISCIPLE, what)


def _set_disciple_quacks(moment: Moment[World], new: Fraction, text: str) -> None:
    disciple = moment.world.disciple
    if disciple is not None:
        quack(moment, disciple, int(new) - disciple.quacks, CLAUSE, text)


def _borne(moment: Moment[World], whose: Whose, what: str) -> Number:
    def change(then: Moment[World], new: Fraction, text: str) -> None:
        names = {**then.world.disciple_names, what: int(new)}
        then.world.disciple_names = {name: count for name, count in names.items() if count}

    return Number(moment.world.disciple_names.get(what, 0), change)


# --- Duck God and the Old One -----------------------------------------------------------------------------------------


def _of_the_old_one(moment: Moment[World], whose: Whose, what: str) -> Number | None:
    if what.casefold().rstrip("s") != GOD_EGG.casefold():
        return None

    def change(then: Moment[World], new: Fraction, text: str) -> None:
        world, old = then.world, then.world.old_one_eggs
        world.old_one_eggs = int(new)
        world.changes.append(GoodsChange(OLD_ONE, GOD_EGG, old, int(new), then.when, CLAUSE, text, then.row))

    return Number(moment.world.old_one_eggs, change)


def _set_acted(moment: Moment[World], whose: Whose, said: bool) -> None:
    moment.world.old_one_week = periods.week(moment) if said else None


# --- the round --------------------------------------------------------------------------------------------------------


def _of_the_round(moment: Moment[World], whose: Whose, what: str) -> Number | None:
    words = what.casefold()
    if words == "ponds":
        return Number(
            moment.world.ponds, lambda then, new, _: _set_ponds(then, int(new)), least=_ponds_lived_in(moment.world)
        )
    if words == "next duck":
        following = moment.world.highest_duck + 1
        return Number(
            following, lambda then, new, _: setattr(then.world, "highest_duck", int(new) - 1), least=following
        )
    return None


def _ponds_lived_in(world: World) -> int:
    return max([0, *(duck.pond for duck in world.ducks.values())])


def _set_ponds(moment: Moment[World], new: int) -> None:
    moment.world.ponds = new


def _judge(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    judge = person_meant(moment, value)
    if isinstance(judge, Unusable):
        return judge

    def change(then: Moment[World], text: str) -> None:
        former = vacate(then.world.bench)
        if judge:
            then.world.appointments = {}
            appoint(then.world.bench, judge, then.when, None)
            then.tell("judge_appointed", CLAUSE, f"{judge} is Judge by {text}", player=judge)
        elif former:
            then.tell("judge_removed", CLAUSE, f"{former} is Judge no more by {text}", player=former)

    return change


def _people(set_to: str) -> Read:
    """Who stands for Judge, or who has assented to the removal."""

    def read(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
        people = each_of(moment, value, person_meant)
        if isinstance(people, Unusable):
            return people

        def change(then: Moment[World], text: str) -> None:
            world, named = then.world, [str(each) for each in people if each]
            if set_to == "candidates":
                kept = world.appointments
                world.appointments = {each: kept.get(each) or SelfAppointment(each, then.when, "") for each in named}
            else:
                world.bench.assents = {each: world.bench.assents.get(each, then.when) for each in named}

        return change

    return read


def _lost(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    return lambda then, text: lose(then, unquoted(value) or text, CLAUSE)


def _running(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    def change(then: Moment[World], text: str) -> None:
        then.world.lost = None

    return change


THE_DISCIPLE = Kind({"name": _disciple_name, "damaged by": _damaged_by, "removed": _disciple_removed}, _disciple_number)
"""What can be said of the Disciple."""
THE_DUCK_GOD = Kind(number=lambda moment, whose, what: item_number(moment, DUCK_GOD, what))
"""What can be said of the Duck God."""
THE_OLD_ONE = Kind({"acted(?: this week)?": flag(_set_acted)}, _of_the_old_one)
"""What can be said of the Duck Old One."""
NAMES = Kind(number=_borne)
"""What can be said of the names that Disciples bore: how many bore each."""
ROUND = Kind(
    {
        "judge": _judge,
        "candidates": _people("candidates"),
        "removal assents": _people("assents"),
        "(?:the )?round (?:is )?lost(?: by| because)?": _lost,
        "(?:the )?round (?:is )?running": _running,
    },
    _of_the_round,
)
"""What can be said of the round as a whole, and stands without whose it is."""
