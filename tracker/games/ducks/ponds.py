"""Ponds: how many there are, who lives where, and what that does."""

from __future__ import annotations

from tracker.mechanics.chat.carrying import happens, refuse, require, rule
from tracker.mechanics.chat.rows import Message

from .essential import called, found, must_be_complete, must_own, named, the_duck
from .random_choice import roll
from .state import Duck, Ducks, Gone


@rule("DUCK-163")
def roll_for_pond(world: Ducks, message: Message, duck: str | None = None) -> None:
    """Once for each duck that was created, any player rolls; a certain roll makes a new pond."""
    created: dict[int, Duck | Gone] = {**world.gone, **world.ducks}
    due = [number for number in sorted(created) if created[number].pond_roll_due]
    meant = found(named(world, duck), duck) if duck else next(iter(due), 0)
    require(meant in due, "no_roll_due", "no creation of a duck is left to roll for")
    created[meant].pond_roll_due = False
    sides, purpose = [world.law.number("pond_die")], f"a new pond for duck #{meant}"
    (face,) = roll(world, "pond_roll", sides, purpose, message.author)
    happens(
        "pond_rolled",
        f"{message.author} rolls {face} for a new pond",
        player=message.author,
        duck=meant,
        roll=face,
    )
    if face == world.law.number("new_pond_roll"):
        world.ponds += 1
        happens("pond_created", f"pond {world.ponds} is created", ponds=world.ponds)


@rule("DUCK-164")
def resident(world: Ducks, who: str, duck: str | None, to_pond: float | None) -> tuple[int, float]:
    """The duck and the pond that are meant; the pond must be said."""
    where = to_pond if to_pond is not None else refuse("missing_parameter", "it does not say which pond")
    return the_duck(world, who, duck), where


def settle(world: Ducks, message: Message, duck: str | None = None, to_pond: float | None = None) -> None:
    """Let a duck live in a pond for the first time; one that has a pond moves."""
    number, where = resident(world, message.author, duck, to_pond)
    if world.ducks[number].pond is None:
        assign(world, message.author, number, where)
    else:
        move(world, message.author, number, where)


def relocate(
    world: Ducks,
    message: Message,
    duck: str | None = None,
    to_pond: float | None = None,
    from_pond: float | None = None,
) -> None:
    """Let a duck move to another pond."""
    number, where = resident(world, message.author, duck, to_pond)
    move(world, message.author, number, where, from_pond)


@rule("DUCK-164", "DUCK-128")
def assign(world: Ducks, who: str, number: int, pond: float) -> None:
    """Its owner assigns a pondless duck to a pond, for free."""
    must_own(world, who, number)
    must_be_pond(world, pond)
    world.ducks[number].pond = int(pond)
    happens("pond_assigned", f"{called(world, number)} lives in pond {pond}", duck=number, pond=int(pond))


def must_be_pond(world: Ducks, pond: float) -> None:
    """Refuses a pond that there is not."""
    require(pond in range(1, world.ponds + 1), "no_such_pond", f"there is no pond {pond}, only {world.ponds}")


@rule("DUCK-165")
def move(world: Ducks, who: str, number: int, pond: float, from_pond: float | None = None) -> None:
    """A duck moves to another pond for some of its Quacks; its owner moves it, unless it is ruled otherwise."""
    if world.law.chooses("who_moves_a_duck", "its owner"):
        must_own(world, who, number)
    must_be_complete(world, number)
    duck, cost = world.ducks[number], world.law.number("pond_move_quacks")
    require(not duck.mission, "on_mission", f"{called(world, number)} is on a mission")
    must_be_pond(world, pond)
    is_there = duck.pond == pond or from_pond not in (None, duck.pond)
    require(not is_there, "bad_target", f"{called(world, number)} lives in pond {duck.pond}")
    require(duck.quacks >= cost, "not_enough_quacks", f"{called(world, number)} has {duck.quacks} Quacks")
    old, duck.pond = duck.pond, int(pond)
    duck.quacks -= cost
    text = f"{called(world, number)} moves from pond {old} to pond {duck.pond}"
    happens("pond_moved", text, duck=number, from_pond=old, pond=duck.pond)


# --- upkeep -----------------------------------------------------------------------------------------------------------


@rule("DUCK-166", "DUCK-168", "DUCK-037")
def upkeep(world: Ducks, phase: str = "") -> None:
    """When a voting period begins, ducks gain and lose by those they live with, all at once."""
    changes = {number: sum(upkeep_of(world, number)) for number in world.complete()}
    changed = {number: change for number, change in changes.items() if change}
    for number, change in changed.items():
        world.ducks[number].quacks += change
    if changed:
        told = ", ".join(f"{called(world, number)} {change:+d}" for number, change in changed.items())
        happens("pond_upkeep", f"upkeep of the ponds: {told}", quacks={str(n): each for n, each in changed.items()})


@rule("DUCK-098")
def upkeep_of(world: Ducks, number: int) -> tuple[int, int]:
    """What a duck loses and gains by its company; nothing while it is on a mission."""
    duck = world.ducks[number]
    if duck.mission or not duck.is_complete:
        return 0, 0
    others = [each for other, each in world.complete().items() if other != number and each.pond == duck.pond]
    return change_by(world, duck, others)


@rule("DUCK-167")
def change_by(world: Ducks, duck: Duck, others: list[Duck]) -> tuple[int, int]:
    """So many Quacks less for each of the same colour, more for each of another; without a colour neither."""
    colours = [each.colour for each in others if each.colour]
    same = colours.count(duck.colour) if duck.colour else 0
    other = len(colours) - same if duck.colour else 0
    loss, gain = world.law.number("pond_loss_per_same_colour"), world.law.number("pond_gain_per_other_colour")
    return -loss * same, gain * other
