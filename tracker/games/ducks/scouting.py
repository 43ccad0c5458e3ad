"""Scouting: missions, Watermelon Slices' adjustments of their potential, retrieval, cutting losses, and loot."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.rule import rule
from tracker.games.chat_strands import Task, then
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law

from .actions import author
from .ducks import new_duck
from .essential import actor, found_actor, is_anothers, is_inert
from .flock import quack, shown
from .holdings import change
from .law import of_ducks
from .periods import start
from .random_choice import roll
from .reading import find_duck
from .spoken import Amount, DuckSaid, numbers_of
from .state import Duck, GoneDuck, Mission, World

POTENTIAL, RETRIEVAL, LOOT, LOOT_COUNT = "potential", "retrieval", "loot", "loot_count"
Bar = tuple[str, str, str]
"""Why something cannot be done now: the code, the clause, and a sentence's part."""


# --- sending ----------------------------------------------------------------------------------------------------------


@rule("DUCK-090")
def send(moment: Moment[World], said: Announced) -> bool | None:
    """Send a duck on a mission: its potential Quacks are rolled for, and adjusted at once where that is announced."""
    duck, adjust = _sent_duck(moment, said), said.fields["adjust"]
    if duck is None or _is_barred(moment, sending_bar(moment, duck), said.n):
        return False
    if adjust is not None and is_anothers(moment, duck, said.n, "DUCK-091"):
        return False
    steps = 0 if adjust is None else _steps(moment, duck, None, adjust, said.n)
    if steps is None:
        return False
    sides, purpose = [moment.law.number("scouting_die")], f"the scouting mission of #{duck.number}"
    faces = roll(moment, POTENTIAL, said.n, sides, purpose, "DUCK-090")
    if faces is None:
        return None
    duck.mission = Mission(moment.when, faces[0])
    player, text = author(moment), f"{shown(duck)} goes on a scouting mission for {faces[0]} Quacks"
    moment.tell("mission_started", "DUCK-090", text, player=player, duck=duck.number, potential=faces[0])
    _adjusted(moment, duck, steps)
    return True


@rule("DUCK-090")
def _sent_duck(moment: Moment[World], said: Announced) -> Duck | None:
    """A complete duck of the author's own; anybody's where it is ruled that any player may send it."""
    wanted = said.fields["duck"]
    if moment.law.chooses("who_sends_a_duck", "its owner"):
        return actor(moment, wanted, said.n, "DUCK-090")
    duck = found_actor(moment, wanted, said.n, "DUCK-090")
    return None if duck is None or is_inert(moment, duck, said.n) else duck


@rule("DUCK-090", "DUCK-121")
def sending_bar(moment: Moment[World], duck: Duck) -> Bar | None:
    """Why a complete duck cannot be sent now; None where it can."""
    if duck.mission is not None:
        return "on_mission", "DUCK-090", f"{shown(duck)} is on a scouting mission"
    return _cold(moment, duck)


@rule("DUCK-121")
def _cold(moment: Moment[World], duck: Duck) -> Bar | None:
    if duck.iced_until is None or moment.when >= duck.iced_until:
        return None
    text = f"{shown(duck)} was fed with an Icy Smoothie: it neither scouts nor is retrieved before {duck.iced_until:%Y-%m-%d %H:%M}"
    return "iced", "DUCK-121", text


def _is_barred(moment: Moment[World], bar: Bar | None, n: int) -> bool:
    if bar is not None:
        moment.refuse(*bar, n)
    return bar is not None


# --- Watermelon Slices ------------------------------------------------------------------------------------------------


@rule("DUCK-091")
def adjust(moment: Moment[World], said: Announced) -> bool:
    """Add to the potential of a mission that began in this period, or subtract from it, once for each slice of this period."""
    by: Amount = said.fields["by"]
    if by is None:
        moment.refuse("missing_parameter", "DUCK-091", "it does not say by how much", said.n)
        return False
    duck = actor(moment, said.fields["duck"], said.n, "DUCK-091")
    if duck is None or _is_barred(moment, adjusting_bar(moment, duck), said.n):
        return False
    steps = _steps(moment, duck, duck.mission, by, said.n)
    if steps is None:
        return False
    _adjusted(moment, duck, steps)
    return True


@rule("DUCK-091")
def adjusting_bar(moment: Moment[World], duck: Duck) -> Bar | None:
    """Why the potential of a duck's mission cannot be adjusted any more, slices apart; None where it can."""
    if duck.mission is None:
        return "not_on_mission", "DUCK-091", f"{shown(duck)} is on no scouting mission"
    if moment.law.chooses("adjustments_last", "with the sending only"):
        return "too_late", "DUCK-091", "a potential is adjusted as the duck is sent, not afterwards"
    if duck.mission.sent_at < start(moment):
        return "too_late", "DUCK-091", f"the voting period is over in which {shown(duck)} was sent"
    return None


@rule("DUCK-091", "DUCK-112")
def adjustments_left(moment: Moment[World], duck: Duck, mission: Mission | None) -> int:
    """How often the potential of a mission that begins (None), or began, in this voting period may still be adjusted."""
    slices = duck.slices if duck.sliced_in == start(moment) else 0
    return slices - (mission.adjustments if mission else 0)


@rule("DUCK-091", "DUCK-112")
def _steps(moment: Moment[World], duck: Duck, mission: Mission | None, by: Amount, n: int) -> int | None:
    """How many adjustments a number is, less than 0 to subtract; None once it was refused."""
    each, left = moment.law.number("watermelon_adjustment"), adjustments_left(moment, duck, mission)
    if not isinstance(by, int) or by == 0 or not each or by % each:
        moment.refuse("bad_amount", "DUCK-091", f"a potential is adjusted by {each}, not by {by}", n)
        return None
    if abs(by) // each > left:
        text = (
            f"{shown(duck)} may be adjusted {left} times more in this voting period, once for each Watermelon Slice fed"
        )
        moment.refuse("no_adjustment", "DUCK-091", text, n)
        return None
    return by // each


@rule("DUCK-091")
def _adjusted(moment: Moment[World], duck: Duck, steps: int) -> None:
    """Adjust a mission's potential; it does not go below 0."""
    if duck.mission is None or not steps:
        return
    by = steps * moment.law.number("watermelon_adjustment")
    duck.mission.potential = max(0, duck.mission.potential + by)
    duck.mission.adjustments += abs(steps)
    text = f"the potential of {shown(duck)} is adjusted by {by:+d} to {duck.mission.potential}"
    told = {"player": author(moment), "duck": duck.number, "by": by, "potential": duck.mission.potential}
    moment.tell("potential_adjusted", "DUCK-091", text, **told)


# --- retrieval --------------------------------------------------------------------------------------------------------


@rule("DUCK-092", "DUCK-095")
def retrieve(moment: Moment[World], said: Announced) -> bool:
    """Attempt to retrieve a duck of one's own; the die is rolled next."""
    duck = actor(moment, said.fields["duck"], said.n, "DUCK-092")
    if duck is None or _is_barred(moment, retrieval_bar(moment, duck), said.n):
        return False
    _use_attempt(moment, duck)
    then(moment, Task(RETRIEVAL, said.n, {"duck": duck.number, "player": author(moment)}))
    return True


@rule("DUCK-092", "DUCK-095", "DUCK-121")
def retrieval_bar(moment: Moment[World], duck: Duck) -> Bar | None:
    """Why no retrieval of a complete duck can be attempted now; None where one can."""
    return _waiting_bar(moment, duck) or _attempts_bar(moment, duck)


@rule("DUCK-092", "DUCK-121")
def _waiting_bar(moment: Moment[World], duck: Duck) -> Bar | None:
    if duck.mission is None:
        return "not_on_mission", "DUCK-092", f"{shown(duck)} is on no scouting mission"
    if duck.mission.sent_at >= start(moment):
        return "too_early", "DUCK-092", f"the voting period goes on in which {shown(duck)} was sent"
    return _cold(moment, duck)


@rule("DUCK-095")
def _attempts_bar(moment: Moment[World], duck: Duck) -> Bar | None:
    used = duck.attempts if duck.attempted_in == start(moment) else 0
    if used < moment.law.number("retrievals_per_period"):
        return None
    return "already_attempted", "DUCK-095", f"{shown(duck)}'s retrieval was attempted in this voting period"


@rule("DUCK-095")
def _use_attempt(moment: Moment[World], duck: Duck) -> None:
    begun = start(moment)
    duck.attempts = duck.attempts + 1 if duck.attempted_in == begun else 1
    duck.attempted_in = begun


@rule("DUCK-093", "DUCK-101")
def _retrieved(moment: Moment[World], task: Task) -> bool:
    """Roll for a retrieval: the duck returns if the die shows at least its potential; a duck removed meanwhile does not."""
    duck, law = moment.world.ducks.get(task.data["duck"]), moment.law
    if duck is None or duck.mission is None:
        return True
    sides, purpose = [law.number("retrieval_die")], f"the retrieval of #{duck.number}"
    faces = roll(moment, RETRIEVAL, task.n, sides, purpose, "DUCK-093")
    if faces is None:
        return False
    rolled, potential = faces[0], duck.mission.potential
    returned = rolled >= potential
    text = f"{shown(duck)} returns" if returned else f"{shown(duck)} stays out"
    told = {"player": task.data["player"], "duck": duck.number, "roll": rolled, "potential": potential}
    moment.tell("retrieval_attempted", "DUCK-093", f"{text}: {rolled} for {potential}", **told, returned=returned)
    if returned:
        _return(moment, duck, potential, "DUCK-097")
        _earn_loot(moment, duck)
    else:
        duck.mission.potential = _lowered(law, potential)
    _bring_a_duck(moment, duck, rolled, task.n, returned=returned)
    return True


@rule("DUCK-094")
def _lowered(law: Law, potential: int) -> int:
    """The potential after a failed retrieval: lower, but not below its least."""
    return max(law.number("least_potential"), potential - law.number("failed_retrieval_loss"))


@rule("DUCK-097")
def _return(moment: Moment[World], duck: Duck, potential: int, clause: str) -> None:
    """Let a duck return with its potential Quacks."""
    duck.mission = None
    quack(moment, duck, potential, clause, f"{shown(duck)} returns from its scouting mission")


@rule("DUCK-099")
def _bring_a_duck(moment: Moment[World], duck: Duck, rolled: int, n: int, *, returned: bool) -> None:
    """A high roll brings the owner a new duck along, where the duck itself returns."""
    is_due = returned or moment.law.chooses("new_duck_comes", "with every such roll")
    if is_due and duck.owner and rolled >= moment.law.number("new_duck_least_roll"):
        new_duck(moment, duck.owner, "DUCK-099", f"{shown(duck)} brings a new duck along", n)


@rule("DUCK-096")
def cut_losses(moment: Moment[World], said: Announced) -> bool:
    """Let a duck return without a roll, for next to nothing, in place of the period's attempt: no loot and no new duck."""
    duck, law = actor(moment, said.fields["duck"], said.n, "DUCK-096"), moment.law
    if duck is None:
        return False
    is_attempt = law.chooses("cutting_losses_is", "an attempt")
    bar = retrieval_bar(moment, duck) if is_attempt else _waiting_bar(moment, duck)
    if _is_barred(moment, bar, said.n):
        return False
    if is_attempt:
        _use_attempt(moment, duck)
    gained = law.number("cut_losses_potential")
    text = f"{shown(duck)} returns as its owner cuts their losses"
    moment.tell("losses_cut", "DUCK-096", text, player=author(moment), duck=duck.number, quacks=gained)
    _return(moment, duck, gained, "DUCK-096")
    return True


@rule("DUCK-098")
def is_paused(law: Law, duck: Duck) -> bool:
    """Whether the upkeep of its pond leaves a duck alone, since it is on a mission; to its neighbours it is there all the same."""
    return duck.mission is not None and law.chooses("mission_pauses", "pond upkeep")


# --- loot -------------------------------------------------------------------------------------------------------------


@rule("DUCK-100")
def _earn_loot(moment: Moment[World], duck: Duck) -> None:
    """A return by a roll lets the duck's owner of now roll for loot once."""
    if moment.law.chooses("loot_roll_lasts", "until the period ends"):
        duck.loot.clear()
    if duck.owner:
        duck.loot.append(duck.owner)


@rule("DUCK-100")
def loot_due(moment: Moment[World], duck: Duck | GoneDuck) -> list[str]:
    """Who may roll for the loot of a duck's returns, once for each time that they are in it."""
    is_over = moment.law.chooses("loot_roll_lasts", "until the period ends") and duck.attempted_in != start(moment)
    return [] if is_over else duck.loot


@rule("DUCK-100")
def with_loot_due(moment: Moment[World], user: str) -> list[Duck | GoneDuck]:
    """The ducks of whose returns somebody may roll for loot, those among them that were removed last."""
    every: tuple[Duck | GoneDuck, ...] = (*moment.world.ducks.values(), *moment.world.gone.values())
    return [each for each in every if each.loot and user in loot_due(moment, each)]


@rule("DUCK-100")
def roll_loot(moment: Moment[World], said: Announced) -> bool:
    """Use a loot roll: whoever owned the duck when it returned has it, whoever owns it now and whether it is there still."""
    user = author(moment)
    duck = _looted_duck(moment, said, with_loot_due(moment, user))
    if duck is None:
        return False
    duck.loot.remove(user)
    then(moment, Task(LOOT, said.n, {"duck": duck.number, "player": user}))
    return True


def _looted_duck(moment: Moment[World], said: Announced, due: list[Duck | GoneDuck]) -> Duck | GoneDuck | None:
    """The duck of whose loot is spoken; None once it was refused that it is not known which, or that no roll is left."""
    wanted: DuckSaid | None = said.fields["duck"]
    if wanted is None:
        return _only(moment, due, said.n)
    by_number = {each.number: each for each in due}
    found = numbers_of(wanted, {number: each.name for number, each in by_number.items()}, [*by_number])
    if len(found) == 1:
        return by_number[found[0]]
    duck = find_duck(moment, wanted, said.n, "DUCK-100")
    if duck is not None:
        text = f"{author(moment)} has no roll for loot of {shown(duck)} left"
        moment.refuse("no_loot_due", "DUCK-100", text, said.n)
    return None


def _only(moment: Moment[World], due: list[Duck | GoneDuck], n: int) -> Duck | GoneDuck | None:
    """The one duck of whose loot somebody may roll; None once it was refused that there is none, or are several."""
    if len(due) == 1:
        return due[0]
    code = "missing_parameter" if due else "no_loot_due"
    moment.refuse(code, "DUCK-100", "it does not say for which duck" if due else "no roll for loot is left", n)
    return None


@rule("DUCK-100")
def _looted(moment: Moment[World], task: Task) -> bool:
    """Roll for loot: the row of the table, and next its dice where it has some."""
    law = of_ducks(moment.law)
    faces = roll(moment, LOOT, task.n, [law.number("loot_die")], f"the loot of #{task.data['duck']}", "DUCK-100")
    if faces is None:
        return False
    row = law.looted("loot", faces[0])
    if row is None:
        return True
    found = {**task.data, "roll": faces[0], "item": row.item}
    if row.dice is None:
        _give_loot(moment, found, row.count)
    else:
        then(moment, Task(LOOT_COUNT, task.n, {**found, "dice": row.dice.each}))
    return True


def _counted(moment: Moment[World], task: Task) -> bool:
    purpose = f"how many {task.data['item']} are the loot of #{task.data['duck']}"
    faces = roll(moment, LOOT_COUNT, task.n, task.data["dice"], purpose, "DUCK-100")
    if faces is not None:
        _give_loot(moment, task.data, sum(faces))
    return faces is not None


@rule("DUCK-100")
def _give_loot(moment: Moment[World], found: dict[str, object], count: int) -> None:
    """Give the loot to the player, unless it is ruled that the duck has it, as long as it is there."""
    player, number, item = str(found["player"]), found["duck"], str(found["item"])
    duck = moment.world.ducks.get(int(str(number)))
    is_ducks = duck is not None and moment.law.chooses("loot_goes_to", "the duck")
    holder = duck.holder if duck is not None and is_ducks else player
    text = f"{player} gains {count} {item} by a roll for loot"
    change(moment, holder, item, count, "DUCK-100", text)
    told = {"player": player, "duck": number, "roll": found["roll"], "item": item}
    moment.tell("loot_rolled", "DUCK-100", text, **told, count=count)


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool | None]] = {
    "send": send,
    "adjust": adjust,
    "retrieve": retrieve,
    "cut_losses": cut_losses,
    "loot": roll_loot,
}
TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {RETRIEVAL: _retrieved, LOOT: _looted, LOOT_COUNT: _counted}
