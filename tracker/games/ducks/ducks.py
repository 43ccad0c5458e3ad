"""Ducks: a new one with all at its default, its name as the owner gives it, and its collapse by an Abundant Nothing."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.rule import rule
from tracker.games.chat_strands import Task
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Ask, Moment

from . import naming
from .essential import to_be_set
from .flock import create, quack, remove, shown
from .holdings import change, goods_of, lay, transfer
from .law import of_ducks
from .random_choice import roll
from .reading import find_duck
from .state import DUCK_GOD, EGG, NOTHING, Duck, World

FIRST_QUACKS = "first_quacks"
FINE, BREAKS_RULES, IMPERSONATES = "fine", "breaks the rules", "impersonates a player"
"""What people may say of a duck's name (DUCK-056, DUCK-057)."""


# --- new ducks --------------------------------------------------------------------------------------------------------


@rule("DUCK-050")
def new_duck(moment: Moment[World], owner: str, clause: str, text: str, n: int = 0, parent: int = 0) -> Duck:
    """A new duck in somebody's possession, with everything unset; it has no Quacks, unless it is ruled that dice tell how many."""
    duck = create(moment, owner, clause, text, parent)
    if moment.law.chooses("quacks_of_a_new_duck", "1d6"):
        moment.world.following.append(Task(FIRST_QUACKS, n, {"duck": duck.number}))
    return duck


def _first_quacks(moment: Moment[World], task: Task) -> bool:
    """Give a new duck the Quacks that dice show, where it is so ruled."""
    duck = moment.world.ducks.get(task.data["duck"])
    if duck is None:
        return True
    dice = of_ducks(moment.law).dice("feeding_dice")
    faces = roll(
        moment, f"{FIRST_QUACKS}:{duck.number}", task.n, dice.each, f"the Quacks of #{duck.number}", "DUCK-050"
    )
    if faces is None:
        return False
    quack(moment, duck, sum(faces), "DUCK-050", f"duck #{duck.number} begins with {sum(faces)} Quacks")
    return True


# --- names ------------------------------------------------------------------------------------------------------------


@rule("DUCK-051", "DUCK-052", "DUCK-128")
def name(moment: Moment[World], said: Announced) -> bool:
    """Give a duck of one's own a name in place of the one it has, or of none; at any time, on a mission too."""
    new = said.fields["name"]
    if new is None or said.fields["duck"] is None:
        what = "which duck" if new is not None else "the new name"
        moment.refuse("missing_parameter", "DUCK-051", f"it does not say {what}", said.n)
        return False
    duck = to_be_set(moment, said.fields["duck"], said.n, "DUCK-051", lambda each: not each.name)
    return duck is not None and _named(moment, duck, new, said.n)


@rule("DUCK-055", "DUCK-056")
def _named(moment: Moment[World], duck: Duck, new: str, n: int) -> bool:
    """Let it be called so, unless the criteria bar the name, or people to whom it was shown as a near copy of a player's."""
    judged = moment.answer(f"name:{moment.row}:{n}")
    if judged == IMPERSONATES and moment.law.chooses("forbidden_name", "is refused"):
        moment.refuse("bad_name", "DUCK-056", f"people found that the name {judged}", n)
        return False
    is_changed = naming.give_name(moment, duck, new, n)
    if is_changed and duck.name and judged == IMPERSONATES:
        naming.lose(moment, duck, "DUCK-056", f"people found that it {judged}")
    elif is_changed and duck.name and judged is None:
        _ask_of_near_copies(moment, duck, n)
    return is_changed


def _ask_of_near_copies(moment: Moment[World], duck: Duck, n: int) -> None:
    like = naming.near_copies(duck.name, naming.names_of_players(moment))
    if like:
        text = f"duck #{duck.number} is called “{duck.name}”, almost like {', '.join(like)}. Is that fine?"
        question = f"name:{moment.row}:{n}"
        moment.ask(Ask(question, text, "DUCK-056", [FINE, IMPERSONATES], moment.when, [moment.row]))


@rule("DUCK-057")
def report_name(moment: Moment[World], said: Announced) -> bool:
    """Ask people whether a name breaks the server's rules, as a player says; the duck loses it if they find so."""
    duck = find_duck(moment, said.fields["duck"], said.n, "DUCK-057")
    if duck is None:
        return False
    if not duck.name:
        moment.refuse("bad_target", "DUCK-057", f"{shown(duck)} has no name", said.n)
        return False
    text = f"Does the name “{duck.name}” of duck #{duck.number} violate Discord's terms or the server's rules?"
    question = f"name-report:{moment.row}:{said.n}"
    answer = moment.ask(Ask(question, text, "DUCK-057", [FINE, BREAKS_RULES], moment.when, [moment.row]))
    user = moment.state.log.messages[moment.row].author
    text = f"{user} reports the name of {shown(duck)}, duck #{duck.number}: people say whether it breaks the rules"
    moment.tell("name_reported", "DUCK-057", text, player=user, duck=duck.number)
    if answer is None:
        moment.note("NAME_REPORTED", "DUCK-057", f"the name of {shown(duck)}, duck #{duck.number}, is reported")
    elif answer == BREAKS_RULES:
        naming.lose(moment, duck, "DUCK-057", f"people found that it {answer}")
    return False


# --- collapse ---------------------------------------------------------------------------------------------------------


@rule("DUCK-053", "DUCK-127")
def after_change(moment: Moment[World]) -> None:
    """Let ducks collapse that possess an Abundant Nothing; one that lacks an essential attribute does once it is complete."""
    found = [duck for duck in moment.world.ducks.values() if duck.goods.get(NOTHING) and duck.is_complete]
    for duck in found:
        collapse(moment, duck)


@rule("DUCK-053")
def collapse(moment: Moment[World], duck: Duck) -> None:
    """Remove a duck that possesses an Abundant Nothing, with all it holds; its owner gains an Egg without a parent."""
    law, owner = moment.law, duck.owner
    how = f"{shown(duck)} collapses by an Abundant Nothing"
    if owner and law.chooses("collapsing_ducks_holding", "passes to its owner"):
        kept = {item: count for item, count in goods_of(moment.world, duck.holder).items() if item != NOTHING}
        transfer(moment, duck.holder, owner, kept, "DUCK-053", how)
    remove(moment, duck, "DUCK-053", how)
    for _ in range(law.number("eggs_of_a_collapse")):
        if owner:
            lay(moment, owner, 0, "DUCK-053", how)
        elif law.chooses("egg_of_an_ownerless_collapse", "goes to the Duck God"):
            change(moment, DUCK_GOD, EGG, 1, "DUCK-053", how)


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"name": name, "report_name": report_name}
TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {FIRST_QUACKS: _first_quacks}
