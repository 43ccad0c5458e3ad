"""Ponds: how many there are, who lives where, moving, rolls for new ones, and the upkeep as each voting period begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.games.chat_strands import Task, then
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law

from .actions import author
from .essential import target, to_be_set
from .flock import complete, quack, shown
from .periods import once
from .random_choice import roll
from .reading import find_duck, own_duck
from .scouting import is_paused
from .spoken import Amount, DuckSaid
from .state import Duck, World

UPKEEP, POND_ROLL = "pond upkeep", "pond_roll"
_SHOWN = 20
"""So many characters of what was said for a number are quoted."""


@rule("DUCK-162")
def initial(moment: Moment[World]) -> int:
    """How many ponds there are as the round begins: one for so many ducks, rounded down; complete or not, unless ruled otherwise."""
    ducks = moment.world.ducks.values()
    is_counted = moment.law.chooses("initial_ponds_count", "all ducks")
    return sum(is_counted or duck.is_complete for duck in ducks) // moment.law.number("initial_ponds_divisor")


# --- new ponds --------------------------------------------------------------------------------------------------------


@rule("DUCK-163")
def roll_for_pond(moment: Moment[World], said: Announced) -> bool:
    """Use the roll that a duck's creation gives: of the duck that is named, else the oldest that is left."""
    user, world = author(moment), moment.world
    left = rolls_left(moment, user)
    wanted = said.fields.get("duck")
    numbers = left if wanted is None else _created(moment, wanted, said.n, left)
    if numbers is None:
        return False
    if not numbers:
        moment.refuse("no_roll_due", "DUCK-163", "every creation of a duck was rolled for already", said.n)
        return False
    number = numbers[0]
    if moment.law.chooses("pond_rolls_of_a_creation", "one in all"):
        world.pond_rolls.remove(number)
    else:
        world.pond_rolled.setdefault(number, []).append(user)
    then(moment, Task(POND_ROLL, said.n, {"duck": number, "player": user}))
    return True


def rolls_left(moment: Moment[World], user: str) -> list[int]:
    """The ducks for whose creation somebody may roll, in order."""
    rolled = moment.world.pond_rolled
    return [number for number in moment.world.pond_rolls if user not in rolled.get(number, ())]


def _created(moment: Moment[World], wanted: DuckSaid, n: int, left: list[int]) -> list[int] | None:
    """The duck that is meant, where its creation can be rolled for; a number may be that of one that is gone. None: refused."""
    if wanted.number in left:
        return [wanted.number]
    own = [duck for number in left if (duck := moment.world.ducks.get(number)) is not None]
    duck = find_duck(moment, wanted, n, "DUCK-163", [duck for duck in own if duck.owner == author(moment)])
    return None if duck is None else [duck.number] if duck.number in left else []


@rule("DUCK-163")
def rolled_for_pond(moment: Moment[World], task: Task) -> bool:
    """Let one more pond be there where the die shows the number for it."""
    player, number, law = task.data["player"], task.data["duck"], moment.law
    purpose = f"a new pond, for the creation of duck #{number}"
    faces = roll(moment, POND_ROLL, task.n, [law.number("pond_die")], purpose, "DUCK-163")
    if faces is None:
        return False
    text = f"{player} rolls {faces[0]} for a new pond"
    moment.tell("pond_rolled", "DUCK-163", text, player=player, duck=number, roll=faces[0])
    if faces[0] == law.number("new_pond_roll"):
        moment.world.ponds += 1
        moment.tell("pond_created", "DUCK-163", f"pond {moment.world.ponds} is created", ponds=moment.world.ponds)
    return True


# --- living in a pond -------------------------------------------------------------------------------------------------


@rule("DUCK-128", "DUCK-164")
def assign(moment: Moment[World], said: Announced) -> bool:
    """Let a pondless duck of one's own live in a pond at once, for nothing; one that has a pond is moved."""
    if _is_unsaid(moment, said, "DUCK-164"):
        return False
    duck = to_be_set(moment, said.fields["duck"], said.n, "DUCK-164", _is_pondless)
    if duck is None:
        return False
    if duck.pond:
        return move(moment, said)
    pond = _pond(moment, said, "DUCK-164")
    if not pond:
        return False
    duck.pond = pond
    moment.world.register_anew()
    moment.tell("pond_assigned", "DUCK-164", f"{shown(duck)} lives in pond {pond}", duck=duck.number, pond=pond)
    return True


def _is_pondless(duck: Duck) -> bool:
    return not duck.pond


@rule("DUCK-165", "DUCK-168")
def move(moment: Moment[World], said: Announced) -> bool:
    """Let a duck live in another pond from now on, which costs it Quacks that it has; not while it is on a mission."""
    if _is_unsaid(moment, said, "DUCK-165"):
        return False
    duck = _movable(moment, said)
    if duck is None or _is_away(moment, duck, said.n):
        return False
    pond = _pond(moment, said, "DUCK-165")
    if not pond or not _may_go(moment, said, duck, pond):
        return False
    cost, old = moment.law.number("pond_move_quacks"), duck.pond
    quack(moment, duck, -cost, "DUCK-165", f"{shown(duck)} moves to pond {pond}")
    duck.pond = pond
    text = f"{shown(duck)} moves from pond {old} to pond {pond}"
    moment.tell("pond_moved", "DUCK-165", text, duck=duck.number, from_pond=old, pond=pond)
    return True


def _movable(moment: Moment[World], said: Announced) -> Duck | None:
    """The duck that is meant, a complete one of the author's own; anybody's where it is so ruled."""
    wanted: DuckSaid | None = said.fields["duck"]
    if moment.law.chooses("who_moves_a_duck", "its owner"):
        return own_duck(moment, wanted, said.n, "DUCK-165")
    return target(moment, wanted, said.n, "DUCK-165")


def _is_away(moment: Moment[World], duck: Duck, n: int) -> bool:
    if duck.mission is None:
        return False
    moment.refuse("on_mission", "DUCK-165", f"{shown(duck)} is on a scouting mission", n)
    return True


def _may_go(moment: Moment[World], said: Announced, duck: Duck, pond: int) -> bool:
    """Refuse to move a duck to where it is, from where it is not, or without Quacks for it."""
    left = said.fields.get("from_pond")
    if pond == duck.pond:
        moment.refuse("bad_target", "DUCK-165", f"{shown(duck)} lives in pond {pond} already", said.n)
    elif left not in (None, duck.pond):
        moment.refuse("bad_target", "DUCK-165", f"{shown(duck)} lives in pond {duck.pond}", said.n)
    elif duck.quacks < max(1, moment.law.number("pond_move_quacks")):
        text = f"{shown(duck)} has {duck.quacks} Quacks, and moving costs {moment.law.number('pond_move_quacks')}"
        moment.refuse("not_enough_quacks", "DUCK-165", text, said.n)
    else:
        return True
    return False


def _is_unsaid(moment: Moment[World], said: Announced, clause: str) -> bool:
    """Refuse an announcement that does not say the duck or the pond."""
    for name in ("duck", "pond"):
        if said.fields[name] is None:
            moment.refuse("missing_parameter", clause, f"it does not say which {name}", said.n)
            return True
    return False


def _pond(moment: Moment[World], said: Announced, clause: str) -> int:
    """The pond that is named, by its number; 0 once it was refused that there is none such."""
    wanted: Amount = said.fields["pond"]
    if isinstance(wanted, int) and 1 <= wanted <= moment.world.ponds:
        return wanted
    there = f"the ponds are 1 to {moment.world.ponds}" if moment.world.ponds else "there are no ponds"
    moment.refuse("no_such_pond", clause, f"there is no pond {str(wanted)[:_SHOWN]}: {there}", said.n)
    return 0


# --- upkeep -----------------------------------------------------------------------------------------------------------


@rule("DUCK-127", "DUCK-166", "DUCK-167")
def next_upkeep(world: World, law: Law) -> dict[int, tuple[int, int]]:
    """What each duck would lose and gain if a voting period began now, both as whole numbers >= 0, by the duck's number.

    Only complete ducks count, and of them those that have a colour, unless ruled otherwise. One on a mission counts for others.
    In a world of which nothing is known it is what it can be in no other.
    """
    if world.is_unknown:
        return dict.fromkeys(world.ducks, (-1, -1))
    has_colour = law.chooses("uncoloured_ducks_in_ponds", "are left out")
    ducks = [duck for duck in complete(world) if duck.colour or not has_colour]
    by_pond = Counter(duck.pond for duck in ducks)
    by_colour = Counter((duck.pond, duck.colour) for duck in ducks)
    loss, gain = law.number("pond_loss_per_same_colour"), law.number("pond_gain_per_other_colour")
    return {
        duck.number: ((alike - 1) * loss, (by_pond[duck.pond] - alike) * gain)
        for duck in ducks
        if not is_paused(law, duck) and (alike := by_colour[duck.pond, duck.colour])
    }


def due(moment: Moment[World]) -> Due[World] | None:
    """The upkeep, once as each voting period begins."""
    return once(moment, UPKEEP, upkeep)


@rule("DUCK-166", "DUCK-168")
def upkeep(moment: Moment[World]) -> None:
    """Let every duck lose and gain by its neighbours at once, all worked out from the same instant; there is no floor."""
    changed = dict[str, int]()
    for number, (loss, gain) in next_upkeep(moment.world, moment.law).items():
        duck = moment.world.ducks[number]
        if loss != gain:
            changed[str(number)] = gain - loss
            quack(moment, duck, gain - loss, "DUCK-166", f"{shown(duck)} in pond {duck.pond}: -{loss} +{gain}")
    if changed:
        text = f"{len(changed)} ducks gain or lose Quacks by their neighbours"
        moment.tell("pond_upkeep", "DUCK-166", text, quacks=changed)


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {
    "assign": assign,
    "move": move,
    "pond_roll": roll_for_pond,
}
TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {POND_ROLL: rolled_for_pond}
