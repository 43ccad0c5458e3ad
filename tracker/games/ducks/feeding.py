"""Feeding Ducks: who may feed which duck with what, and what the duck has of it."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.rule import rule
from tracker.games.chat_strands import Task, then
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from .actions import author
from .colour import follow_feeding
from .essential import is_inert
from .flock import quack, shown
from .fruit import GRAPES, ICY, LIGHT, NONE_ADDED, WATERMELON_SLICE, Added, added
from .holdings import change, held
from .law import of_ducks
from .periods import period, start, week_at
from .players import is_playing
from .random_choice import roll
from .reading import find_duck
from .spoken import DuckSaid, entity_called, numbers_of
from .state import SEEDS, Duck, Player, World

FEEDING = "feeding"


@rule("DUCK-062", "DUCK-063", "DUCK-064", "DUCK-065")
def feed(moment: Moment[World], said: Announced) -> bool:
    """Feed a duck, with one Fruit at most, which is used up; the dice are rolled next."""
    fed = _fed_with(moment, said)
    duck = _fed_duck(moment, said, fed)
    if duck is None or not _may_feed(moment, said, duck, fed):
        return False
    player = moment.world.players[author(moment)]
    _use_feeding(moment, player, duck, fed)
    if fed.item:
        change(moment, player.id, fed.item, -fed.count, "DUCK-065", f"{player.id} feeds {shown(duck)} with it")
    _follow_fruit(moment, duck, fed)
    told = {"fruits": [*fed.fruits], "style": fed.style, "item": fed.item}
    data = {"duck": duck.number, "player": player.id, "was_coloured": bool(duck.colour), **told}
    then(moment, Task(FEEDING, said.n, data))
    return True


@rule("DUCK-065")
def _fed_with(moment: Moment[World], said: Announced) -> Added:
    """What is added; nothing in place of what cannot be, where that is ruled."""
    fed = added(moment, said.fields["fruit"])
    is_usable = not fed.fault and _holds(moment, fed)
    return fed if is_usable or moment.law.chooses("feeding_with_a_wrong_fruit", "is refused") else NONE_ADDED


def _holds(moment: Moment[World], fed: Added) -> bool:
    return not fed.item or held(moment.world, author(moment), fed.item) >= fed.count


# --- which duck -------------------------------------------------------------------------------------------------------


@rule("DUCK-064", "DUCK-110")
def _fed_duck(moment: Moment[World], said: Announced, fed: Added) -> Duck | None:
    """The duck that is fed: a complete one of another player's, or with Grapes of the feeder's own."""
    wanted = said.fields["duck"]
    if wanted is not None and _is_entity(moment, wanted):
        moment.refuse("not_players_duck", "DUCK-064", f"{wanted.name} is no player's duck", said.n)
        return None
    duck = find_duck(moment, wanted, said.n, "DUCK-062")
    if duck is None:
        return None
    if not is_playing(moment.world, duck.owner):
        moment.refuse("not_players_duck", "DUCK-064", f"no player owns {shown(duck)}", said.n)
    elif duck.owner == author(moment) and GRAPES not in fed.fruits:
        moment.refuse("own_duck", "DUCK-064", f"{shown(duck)} is {duck.owner}'s own: that takes Grapes", said.n)
    elif not is_inert(moment, duck, said.n):
        return duck
    return None


def _is_entity(moment: Moment[World], wanted: DuckSaid) -> bool:
    """Whether words mean an entity, and no duck bears them as its name."""
    world = moment.world
    disciple = world.disciple.name if world.disciple else ""
    is_named = bool(wanted.name) and entity_called(wanted.name, disciple) is not None
    return is_named and not numbers_of(wanted, world.register.called, ())


# --- whether it may be ------------------------------------------------------------------------------------------------


def _may_feed(moment: Moment[World], said: Announced, duck: Duck, fed: Added) -> bool:
    """Refuse a feeding beyond those of the period, or with what is no valid Fruit, cannot be used on the duck, or is not held."""
    n, user = said.n, author(moment)
    if _needs_feeding(moment, duck, fed) and not feedings_left(moment, user):
        moment.refuse("already_fed", "DUCK-062", f"{user} has fed another player's duck in this voting period", n)
    elif fed.fault:
        moment.refuse("bad_fruit", "DUCK-109", fed.fault, n)
    elif _is_too_cold(moment, duck, fed, n):
        return False
    elif not _holds(moment, fed):
        moment.refuse("lacks_items", "DUCK-065", f"{user} does not hold {fed.count} {fed.item}", n)
    else:
        return True
    return False


@rule("DUCK-121")
def _is_too_cold(moment: Moment[World], duck: Duck, fed: Added, n: int) -> bool:
    if fed.style != ICY or duck.mission is None:
        return False
    moment.refuse("on_mission", "DUCK-121", f"{shown(duck)} is on a scouting mission: nothing Icy is used on it", n)
    return True


@rule("DUCK-110", "DUCK-123")
def _needs_feeding(moment: Moment[World], duck: Duck, fed: Added) -> bool:
    """Whether one of the period's feedings must be left for this: not for one's own duck by Grapes, and not with a Light Smoothie."""
    if fed.style == LIGHT or duck.owner == author(moment):
        return False
    return GRAPES not in fed.fruits or moment.law.chooses("grapes_on_others_ducks", "need a feeding")


@rule("DUCK-062", "DUCK-063")
def feedings_left(moment: Moment[World], user: str) -> int:
    """How often somebody may still feed other players' ducks in this voting period."""
    player = moment.world.players[user]
    used = player.feedings if player.fed_in == start(moment) else 0
    return max(0, moment.law.number("feedings_per_period") - used)


@rule("DUCK-063", "DUCK-110", "DUCK-123")
def _use_feeding(moment: Moment[World], player: Player, duck: Duck, fed: Added) -> None:
    """Use one of the period's feedings, where one is left: each of another player's duck is one of them."""
    is_own = duck.owner == player.id and moment.law.chooses("feedings_counted", "of other players' ducks")
    is_spared = fed.style == LIGHT and moment.law.chooses("light_smoothie_before_feeding", "leaves the feeding")
    if is_own or is_spared or not feedings_left(moment, player.id):
        return
    begun = start(moment)
    player.feedings = player.feedings + 1 if player.fed_in == begun else 1
    player.fed_in = begun


# --- what the duck has of it ------------------------------------------------------------------------------------------


@rule("DUCK-112", "DUCK-121")
def _follow_fruit(moment: Moment[World], duck: Duck, fed: Added) -> None:
    """Mark the duck by what no die decides: Watermelon Slices of this period, and how long it is too cold to scout."""
    if WATERMELON_SLICE in fed.fruits:
        begun = start(moment)
        duck.slices = duck.slices + 1 if duck.sliced_in == begun else 1
        duck.sliced_in = begun
    if fed.style == ICY:
        is_period = moment.law.chooses("this_turn_is", "the voting period")
        duck.iced_until = period(moment).end if is_period else week_at(moment)[1]


@rule("DUCK-062", "DUCK-089")
def _fed(moment: Moment[World], task: Task) -> bool:
    """Roll for a duck that was fed: it gains Quacks and, where it is uncoloured, a colour."""
    duck, told = moment.world.ducks.get(task.data["duck"]), task.data
    if duck is None:
        return True
    dice = of_ducks(moment.law).dice("feeding_dice")
    faces = roll(moment, FEEDING, task.n, dice.each, f"the feeding of #{duck.number}", "DUCK-062")
    if faces is None:
        return False
    rolled = sum(faces)
    gained = _gain(moment, rolled, told["fruits"], told["style"])
    text = f"{told['player']} feeds {shown(duck)}" + (f" with {told['item']}" if told["item"] else "")
    quack(moment, duck, gained, "DUCK-062", text)
    shown_as = {"player": told["player"], "duck": duck.number, "fruit": told["item"] or None}
    moment.tell("duck_fed", "DUCK-062", f"{text}: it gains {gained} Quacks", **shown_as, roll=rolled, quacks=gained)
    follow_feeding(moment, duck, rolled, told["fruits"], was_coloured=told["was_coloured"])
    return True


@rule("DUCK-113", "DUCK-121", "DUCK-122")
def _gain(moment: Moment[World], rolled: int, fruits: list[str], style: str) -> int:
    """The Quacks of a feeding: what the dice show, and those of its Fruit; none with a Light Smoothie."""
    law = moment.law
    of_seeds = law.number("seeds_quacks") if SEEDS in fruits else 0
    if style == LIGHT:
        return 0 if law.chooses("light_smoothie_gives", "no Quacks at all") else rolled
    return rolled + of_seeds + (law.number("icy_quacks") if style == ICY else 0)


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"feed": feed}
TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {FEEDING: _fed}
