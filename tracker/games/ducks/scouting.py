"""Scouting: missions, how ducks come back, and what they bring."""

from __future__ import annotations

from tracker.mechanics.chat.carrying import happens, refuse, require, rule
from tracker.mechanics.chat.rows import Message

from . import essential
from .essential import called, found, named, own_duck
from .general import period_began, period_ends
from .random_choice import loot, roll
from .state import Duck, Ducks, Gone, Mission


@rule("DUCK-090", iced="DUCK-121")
def send(world: Ducks, message: Message, duck: str | None = None, change: int | None = None) -> None:
    """Send a duck on a mission; a die tells how many Quacks it may bring."""
    number = own_duck(world, message.author, duck)
    sent = world.ducks[number]
    require(not sent.mission, "on_mission", f"{called(world, number)} is on a mission already")
    must_not_be_iced(world, sent)
    by = slices_for(world, sent, change) if change is not None else 0
    purpose = f"the potential of {called(world, number)}"
    (face,) = roll(world, "potential", [world.law.number("scouting_die")], purpose, message.author)
    sent.mission = Mission(sent_at=message.at, potential=max(0, face + (change or 0)), adjustments=by)
    text = f"{message.author} sends {called(world, number)} scouting for {sent.mission.potential} Quacks"
    happens("mission_started", text, player=message.author, duck=number, potential=sent.mission.potential)


@rule("DUCK-121")
def must_not_be_iced(world: Ducks, duck: Duck) -> None:
    """Who was fed something Icy neither scouts nor is retrieved in that voting period."""
    is_iced = duck.iced_until is not None and world.now < duck.iced_until
    require(not is_iced, "iced", "it was fed with an Icy Smoothie in this voting period")


@rule("DUCK-091", "DUCK-112")
def slices_for(world: Ducks, duck: Duck, change: int) -> int:
    """How many Watermelon Slices of this period a change takes: each is good for one step."""
    step, used = world.law.number("watermelon_adjustment"), duck.mission.adjustments if duck.mission else 0
    wanted, rest = divmod(abs(change), step)
    require(change and not rest, "bad_amount", f"each Watermelon Slice adds or subtracts {step}")
    left = duck.watermelons_this_period - used
    require(wanted <= left, "no_adjustment", f"{left} Watermelon Slices of this voting period are left")
    return wanted


@rule("DUCK-091")
def adjust(world: Ducks, message: Message, change: int, duck: str | None = None) -> None:
    """Change the potential in the voting period in which the duck was sent."""
    number = own_duck(world, message.author, duck)
    mission = world.ducks[number].mission or refuse("not_on_mission", f"{called(world, number)} is on no mission")
    require(mission.sent_at >= period_began(world), "too_late", "the voting period of its sending is over")
    mission.adjustments += slices_for(world, world.ducks[number], change)
    mission.potential = max(0, mission.potential + change)
    text = f"{message.author} makes the potential of {called(world, number)} {mission.potential}"
    told = {"player": message.author, "duck": number, "by": change}
    happens("potential_adjusted", text, **told, potential=mission.potential)


# --- coming back ------------------------------------------------------------------------------------------------------


@rule("DUCK-092", already_attempted="DUCK-095")
def attempt(world: Ducks, who: str, said: str | None) -> tuple[int, Mission]:
    """Try to get a duck back: so often in each voting period, and not in that in which it was sent."""
    number = own_duck(world, who, said)
    duck = world.ducks[number]
    mission = duck.mission or refuse("not_on_mission", f"{called(world, number)} is on no mission")
    require(world.now >= period_ends(world, mission.sent_at), "too_early", "the period of its sending is not over")
    must_not_be_iced(world, duck)
    count_attempt(world, duck)
    return number, mission


@rule("DUCK-095", "DUCK-096")
def count_attempt(world: Ducks, duck: Duck) -> None:
    """So many attempts are made for a duck in a voting period, whoever owns it."""
    began = period_began(world)
    made = duck.attempts if duck.attempted_in is not None and duck.attempted_in >= began else 0
    most = world.law.number("retrievals_per_period")
    require(made < most, "already_attempted", "it was attempted in this voting period")
    duck.attempted_in, duck.attempts = began, made + 1


@rule("DUCK-093", "DUCK-094")
def retrieve(world: Ducks, message: Message, duck: str | None = None) -> None:
    """A die at least as high as the potential brings the duck back; a lower one lowers the potential."""
    number, mission = attempt(world, message.author, duck)
    (face,) = roll(
        world, "retrieval", [world.law.number("retrieval_die")], f"retrieving {called(world, number)}", message.author
    )
    potential, is_back = mission.potential, face >= mission.potential
    text = f"{message.author} rolls {face} for {potential}: {called(world, number)} {'returns' if is_back else 'stays out'}"
    told = {"player": message.author, "duck": number, "roll": face, "potential": potential}
    happens("retrieval_attempted", text, **told, returned=is_back)
    if is_back:
        come_back(world, number, potential)
        owe_loot(world, number, message.author)
    else:
        least = min(potential, world.law.number("least_potential"))
        mission.potential = max(least, potential - world.law.number("failed_retrieval_loss"))
    bring_along(world, message.author, face, is_back)


@rule("DUCK-097")
def come_back(world: Ducks, number: int, quacks: int) -> None:
    """The duck is back and gains its potential, once."""
    world.ducks[number].mission = None
    world.ducks[number].quacks += quacks


@rule("DUCK-099")
def bring_along(world: Ducks, who: str, face: int, is_back: bool) -> None:
    """The highest roll brings a new duck along with the one that returns."""
    comes = is_back or world.law.chooses("new_duck_comes", "with every such roll")
    if comes and face >= world.law.number("new_duck_least_roll"):
        essential.create(world, who, "it comes along with a retrieved one")


@rule("DUCK-096")
def cut_losses(world: Ducks, message: Message, duck: str | None = None) -> None:
    """Without a die the duck comes back, with next to nothing."""
    number, _ = attempt(world, message.author, duck)
    gained = world.law.number("cut_losses_potential")
    come_back(world, number, gained)
    text = f"{message.author} cuts the losses on {called(world, number)}: it returns with {gained}"
    happens("losses_cut", text, player=message.author, duck=number, quacks=gained)


# --- loot -------------------------------------------------------------------------------------------------------------


@rule("DUCK-100")
def owe_loot(world: Ducks, number: int, who: str) -> None:
    """Each return by a die is good for one roll on the loot table, by who owned the duck then."""
    world.ducks[number].loot_due_to.append(who)
    world.ducks[number].loot_due += 1


@rule("DUCK-100")
def roll_loot(world: Ducks, message: Message, duck: str | None = None) -> None:
    """Roll for loot of a return, any time later; the items are the player's."""
    number = loot_meant(world, message.author, duck)
    owed = world.ducks[number].loot_due_to if number in world.ducks else world.gone[number].loot_due_to
    require(message.author in owed, "no_loot_due", f"no return of duck #{number} is left to roll for")
    owed.remove(message.author)
    if number in world.ducks:
        world.ducks[number].loot_due -= 1
    face, item, count = loot(world, "loot", message.author, f"the loot of duck #{number}")
    text = f"{message.author} rolls {face} for loot: {count} {item}"
    happens("loot_rolled", text, player=message.author, duck=number, roll=face, item=item, count=count)


def loot_meant(world: Ducks, who: str, said: str | None) -> int:
    """The duck whose loot is meant: the one named, also one that is gone, or the only one that is owed some."""
    owed: dict[int, Duck | Gone] = {**world.gone, **world.ducks}
    due = [number for number, each in owed.items() if who in each.loot_due_to]
    if said is None:
        require(due, "no_loot_due", "no return is left to roll for")
        require(len(due) == 1, "missing_parameter", "it does not say for which duck")
        return due[0]
    return found([number for number in due if said in (f"#{number}", owed[number].name)] or named(world, said), said)
