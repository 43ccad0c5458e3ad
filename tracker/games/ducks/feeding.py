"""Feeding Ducks, and Duck Colour."""

from __future__ import annotations

from tracker.mechanics.chat.carrying import happens, require, rule
from tracker.mechanics.chat.rows import Message

from . import fruit as fruits
from .essential import called, entity_of, must_be_complete, the_duck
from .fruit import GRAPES, ICY, LIGHT, MANGO, WATERMELON, Amounts, Fruit
from .general import period_ends
from .random_choice import roll
from .state import DISCIPLE, Ducks, Player


@rule("DUCK-062", on_mission="DUCK-121")
def feed(world: Ducks, message: Message, target: str | None = None, items: Amounts | None = None) -> None:
    """Feed a duck, with one Fruit at most: it gains what the dice show, and what the Fruit does."""
    number = the_fed(world, message.author, target)
    used = fruits.meant_by(world, items or {})
    item = next(iter(used), "")
    fruit, fed, feeder = fruits.as_fruit(world, item), world.ducks[number], world.players[message.author]
    is_own = fed.owner == message.author
    must_be_feedable(world, number, is_own, fruit)
    must_have_a_feeding(world, feeder, is_own, fruit)
    require(not fed.mission or fruit.style != ICY, "on_mission", f"{called(world, number)} is on a mission")
    must_be_one_fruit(world, used)
    use_up(feeder, used)
    feeder.fed_others_this_period += not is_own
    nourish(world, message, number, item)


@rule("DUCK-064", "DUCK-146")
def the_fed(world: Ducks, who: str, target: str | None) -> int:
    """The duck that is to be fed, which the Disciple is not."""
    require(target, "missing_parameter", "it does not say which duck")
    require(entity_of(world, str(target)) != DISCIPLE, "not_players_duck", f"the {DISCIPLE} is no player’s duck")
    return the_duck(world, who, target)


@rule("DUCK-064", "DUCK-110")
def must_be_feedable(world: Ducks, number: int, is_own: bool, fruit: Fruit) -> None:
    """Refuses ownerless ducks, incomplete ones, and own ones without Grapes."""
    is_players = world.ducks[number].owner in world.players
    require(is_players, "not_players_duck", f"no player owns {called(world, number)}")
    require(not is_own or GRAPES in fruit.parts, "own_duck", "one’s own duck is only fed with Grapes")
    must_be_complete(world, number)


@rule("DUCK-062", "DUCK-063", "DUCK-110", "DUCK-123")
def must_have_a_feeding(world: Ducks, feeder: Player, is_own: bool, fruit: Fruit) -> None:
    """Another's duck is fed so often in a voting period, and with something Light again."""
    is_left = feeder.fed_others_this_period < world.law.number("feedings_per_period")
    is_free = is_own or fruit.style == LIGHT
    require(is_left or is_free, "already_fed", "they have fed another player’s duck in this voting period")


@rule("DUCK-109", "DUCK-065", "DUCK-120")
def must_be_one_fruit(world: Ducks, used: dict[str, float]) -> None:
    """Refuses more than one Fruit, another number of it than a feeding takes, and what is no Fruit."""
    for item, n in used.items():
        wanted = fruits.fed_at_once(world, item)
        is_one = len(used) == 1 and n == wanted and bool(fruits.as_fruit(world, item).parts)
        require(is_one, "bad_fruit", f"{n:g} {item}: a feeding takes one Fruit, {wanted} of it")


@rule("DUCK-065")
def use_up(feeder: Player, used: dict[str, float]) -> None:
    """The Fruit is the feeder's own, and is used up."""
    feeder.lose({item: int(n) for item, n in used.items()})


@rule("DUCK-062", "DUCK-089", "DUCK-112", "DUCK-121")
def nourish(world: Ducks, message: Message, number: int, item: str) -> None:
    """What a feeding does to the duck, now and for this voting period."""
    duck, fruit, sides = world.ducks[number], fruits.as_fruit(world, item), world.law.dice("feeding_dice")
    shown = sum(roll(world, "feeding", sides, f"feeding {called(world, number)}", message.author))
    gained = (shown if gives_dice(world, fruit) else 0) + fruits.quacks_added(world, fruit)
    duck.quacks += gained
    duck.watermelons_this_period += WATERMELON in fruit.parts
    if fruit.style == ICY:
        duck.iced_until = period_ends(world)
    used = f" with {item}" if item else ""
    text = f"{message.author} feeds {called(world, number)}{used}: it gains {gained} Quacks"
    told = {"player": message.author, "duck": number, "fruit": item or None}
    happens("duck_fed", text, **told, roll=shown, quacks=gained)
    colour(world, number, shown, fruit)


@rule("DUCK-122")
def gives_dice(world: Ducks, fruit: Fruit) -> bool:
    """Nothing comes of the dice but the colour where the duck is fed something Light, unless it is ruled otherwise."""
    return fruit.style != LIGHT or world.law.chooses("light_smoothie_gives", "no Quacks of its own")


# --- Duck Colour ------------------------------------------------------------------------------------------------------


@rule("DUCK-087")
def colour(world: Ducks, number: int, shown: int, fruit: Fruit) -> None:
    """An uncoloured duck gets a colour from the dice and the Fruit; a coloured one keeps it, unless it ate a Mango Slice."""
    if world.ducks[number].colour is None:
        give_colour(world, number, shown + fruits.number_added(world, fruit))
    elif MANGO in fruit.parts:
        take_colour(world, number)


@rule("DUCK-088")
def give_colour(world: Ducks, number: int, result: int) -> None:
    """The table of colours."""
    world.ducks[number].colour = found = world.law.colour(result)
    if found:
        text = f"{called(world, number)} becomes {found} by a {result}"
        happens("duck_coloured", text, duck=number, colour=found, number=result)


@rule("DUCK-114")
def take_colour(world: Ducks, number: int) -> None:
    """A Mango Slice makes a coloured duck uncoloured; the next feeding colours it."""
    world.ducks[number].colour = None
    happens("duck_uncoloured", f"{called(world, number)} has no colour any more", duck=number)
