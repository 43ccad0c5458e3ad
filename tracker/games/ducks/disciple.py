"""Duck Disciple: how it comes, what Quacktions against it bring about, its Ritual Quack Attack, and what its end is worth."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.games.chat_strands import Task, then
from tracker.mechanics.chat_play import Moment

from .actions import author
from .flock import complete, quack, shown
from .holdings import change
from .law import of_ducks
from .periods import once, start
from .random_choice import pick, roll
from .state import Disciple, Duck, Player, World

ARRIVAL, NAMING = "disciple", "disciple_name"
RITUAL, PERISHING, REWARD, LOOT, SEEDS = (
    "ritual",
    "disciple_end",
    "disciple_reward",
    "disciple_loot",
    "disciple_loot_dice",
)
QUACK_ATTACK = "Quack Attack"
CREATED = "DUCK-153"
"""The clause by which a Disciple has its first Quacks: earlier changes are another Disciple's."""


# --- how it comes -----------------------------------------------------------------------------------------------------


def due(moment: Moment[World]) -> Due[World] | None:
    """A new Disciple where there is none, once as each voting period begins."""
    return once(moment, ARRIVAL, _comes)


def _comes(moment: Moment[World]) -> None:
    if moment.world.disciple is None or must_wait(moment):
        then(moment, Task(ARRIVAL))


@rule("DUCK-153")
def arrive(moment: Moment[World], task: Task) -> bool:
    """Create a Disciple with the Quacks that its dice show; it is named next. None comes where one lives."""
    world, law = moment.world, moment.law
    if _is_awaited(world, RITUAL, PERISHING):
        return False
    if world.disciple is not None:
        return True
    faces = roll(
        moment,
        ARRIVAL,
        task.n,
        of_ducks(law).dice("disciple_dice").each,
        "the Quacks of a new Duck Disciple",
        "DUCK-153",
    )
    if faces is None:
        return False
    world.disciple = Disciple(law.word("disciple_title"), 0)
    quack(moment, world.disciple, sum(faces), CREATED, "a new Duck Disciple")
    text = f"a Duck Disciple is created with {sum(faces)} Quacks"
    moment.tell("disciple_created", "DUCK-153", text, quacks=sum(faces))
    then(moment, Task(NAMING, task.n, {"names": list(law.words("disciple_names"))}))
    return True


@rule("DUCK-154")
def name(moment: Moment[World], task: Task) -> bool:
    """Give the new Disciple a random name of the source, with a number where others bore it."""
    world, names = moment.world, task.data["names"]
    if world.disciple is None or not names:
        return True
    drawn = moment.name_drawn(f"{NAMING}:{iso(moment.when)}")
    if drawn is None:
        faces = roll(moment, NAMING, task.n, [len(names)], "the name of the new Duck Disciple", "DUCK-154")
        if faces is None:
            return False
        drawn = names[faces[0] - 1]
    world.disciple.name = _title(moment, drawn)
    world.disciple_names[drawn] = world.disciple_names.get(drawn, 0) + 1
    moment.tell(
        "disciple_named", "DUCK-154", f"the Duck Disciple is {world.disciple.name}", disciple=world.disciple.name
    )
    return True


def _title(moment: Moment[World], drawn: str) -> str:
    """The whole name: the title, the name, and from the second of one name on a number."""
    before = moment.world.disciple_names.get(drawn, 0)
    title = f"{moment.law.word('disciple_title')} {drawn}"
    if not before:
        return title
    number = before + 1 if moment.law.chooses("disciple_numbers_start_at", "2") else before
    return f"{title} {number}"


@rule("DUCK-154")
def count_as_borne(moment: Moment[World], title: str) -> None:
    """Count the whole name of a Disciple that there is among the names borne: its number tells how many bore it."""
    law, borne = moment.law, moment.world.disciple_names
    drawn = title.removeprefix(f"{law.word('disciple_title')} ")
    name, _, number = drawn.rpartition(" ")
    is_numbered = bool(name) and number.isdecimal()
    first = 1 if law.chooses("disciple_numbers_start_at", "1") else 0
    name, times = (name, int(number) + first) if is_numbered else (drawn, 1)
    borne[name] = max(times, borne.get(name, 0))


# --- Quacktions against it --------------------------------------------------------------------------------------------


def must_wait(moment: Moment[World]) -> bool:
    """Whether dice that tell if the Disciple lives have not fallen: then what is aimed at it waits for them."""
    return _is_awaited(moment.world, ARRIVAL, RITUAL, PERISHING)


def _is_awaited(world: World, *kinds: str) -> bool:
    return any(task.kind in kinds for strand in world.strands for task in strand.tasks)


@rule("DUCK-146", "DUCK-147")
def may_be_target(moment: Moment[World], n: int, quacktion: str) -> bool:
    """Whether the author may aim a Quacktion at the Disciple; refuses where there is none, or they have done so in this period."""
    user = author(moment)
    is_barred = quacktion == QUACK_ATTACK and moment.law.chooses("quack_attack_on_the_disciple", "is refused")
    player = moment.world.players[user]
    if _acts(moment, player) >= moment.law.number("disciple_quacktions_per_period"):
        text = f"{user} has performed a Quacktion against the Duck Disciple in this voting period"
        moment.refuse("disciple_used", "DUCK-147", text, n)
    elif moment.world.disciple is None:
        moment.refuse("bad_target", "DUCK-147", "there is no Duck Disciple now", n)
    elif is_barred:
        moment.refuse("bad_target", "DUCK-146", "the Duck Disciple is no duck", n)
    else:
        return True
    return False


def _acts(moment: Moment[World], player: Player) -> int:
    return player.disciple_acts if player.disciple_in == start(moment) else 0


@rule("DUCK-147", "DUCK-148", "DUCK-149", "DUCK-155")
def acted_against(moment: Moment[World], n: int, by: Duck, damage: int = 0) -> None:
    """A Quacktion against the Disciple resolves: it takes the damage, the player has used the period's, and the Ritual follows."""
    world = moment.world
    disciple, player = world.disciple, world.players[author(moment)]
    if disciple is None:
        raise ValueError("there is no Duck Disciple")
    player.disciple_acts = _acts(moment, player) + 1
    player.disciple_in = start(moment)
    before = disciple.quacks
    if damage:
        text = f"{shown(by)} hits {disciple.name} for {damage} Quacks"
        quack(moment, disciple, -damage, "DUCK-148", text)
        moment.tell("disciple_hit", "DUCK-148", text, duck=by.number, player=player.id, quacks=damage)
        if by.number not in disciple.damaged_by:
            disciple.damaged_by.append(by.number)
    killer = by.number if disciple.quacks <= 0 < before else 0
    among = [duck.number for duck in complete(world)]
    then(moment, Task(RITUAL, n, {"among": among}), Task(PERISHING, n, {"killer": killer}))


# --- the ritual -------------------------------------------------------------------------------------------------------


@rule("DUCK-127", "DUCK-149")
def ritual(moment: Moment[World], task: Task) -> bool:
    """Let a random complete duck, owned or not, lose Quacks; also where the Disciple has none left."""
    law = moment.law
    if not task.data["among"]:
        return True
    purpose = "the Ritual Quack Attack"
    number = pick(moment, "ritual_pick", task.n, task.data["among"], f"{purpose}: which duck", "DUCK-149")
    faces = (
        roll(moment, RITUAL, task.n, of_ducks(law).dice("ritual_dice").each, purpose, "DUCK-149") if number else None
    )
    if number is None or faces is None:
        return False
    if (duck := moment.world.ducks.get(number)) is not None:
        text = f"the Ritual Quack Attack hits {shown(duck)} for {sum(faces)} Quacks"
        quack(moment, duck, -sum(faces), "DUCK-149", text)
        moment.tell("ritual_attack", "DUCK-149", text, duck=number, quacks=sum(faces))
    return True


@rule("DUCK-150", "DUCK-155")
def perish(moment: Moment[World], task: Task) -> bool:
    """Remove the Disciple where it has no Quacks left after the Ritual, and let the rewards follow, the last hit's after all others."""
    world = moment.world
    disciple, killer = world.disciple, world.ducks.get(task.data["killer"])
    if disciple is None or disciple.quacks > 0:
        return True
    world.disciple = None
    owner = killer.owner if killer else ""
    text = f"{disciple.name} perishes"
    moment.tell(
        "disciple_perished",
        "DUCK-150",
        text,
        disciple=disciple.name,
        duck=task.data["killer"] or None,
        player=owner or None,
    )
    hurt_by = (world.ducks.get(number) for number in dict.fromkeys(disciple.damaged_by))
    rewarded = [duck.number for duck in hurt_by if duck is not None and duck.is_complete]
    then(moment, *(Task(REWARD, task.n, {"duck": number}) for number in rewarded))
    if owner:
        then(moment, Task(LOOT, task.n, {"player": owner}))
    return True


# --- rewards ----------------------------------------------------------------------------------------------------------


@rule("DUCK-127", "DUCK-151")
def reward(moment: Moment[World], task: Task) -> bool:
    """Let a duck that dealt damage gain Quacks by dice of its own, whoever owns it now."""
    law, number = moment.law, task.data["duck"]
    duck = moment.world.ducks.get(number)
    if duck is None:
        return True
    purpose = f"the reward of {shown(duck)} for the Duck Disciple's end"
    faces = roll(
        moment, f"{REWARD}-{number}", task.n, of_ducks(law).dice("disciple_reward_dice").each, purpose, "DUCK-151"
    )
    if faces is None:
        return False
    text = f"{shown(duck)} gains {sum(faces)} Quacks for having hurt the Duck Disciple"
    quack(moment, duck, sum(faces), "DUCK-151", text)
    moment.tell("disciple_reward", "DUCK-151", text, duck=number, quacks=sum(faces))
    return True


@rule("DUCK-152")
def loot(moment: Moment[World], task: Task) -> bool:
    """Roll for what the owner of the duck that hit last receives."""
    law, player = moment.law, task.data["player"]
    sides = [law.number("disciple_loot_die")]
    faces = roll(moment, LOOT, task.n, sides, f"{player}'s loot of the Duck Disciple", "DUCK-152")
    if faces is None:
        return False
    row = of_ducks(law).looted(LOOT, faces[0])
    if row is None:
        moment.tell(
            "disciple_loot", "DUCK-152", f"{player} rolls {faces[0]} and gets nothing", player=player, roll=faces[0]
        )
        return True
    data = {"player": player, "roll": faces[0], "item": row.item}
    if row.dice:
        then(moment, Task(SEEDS, task.n, {**data, "sides": row.dice.each}))
    else:
        _receive(moment, data, row.count)
    return True


@rule("DUCK-152")
def count_loot(moment: Moment[World], task: Task) -> bool:
    """Roll for how many of an item it is."""
    purpose = f"how many {task.data['item']} {task.data['player']} gets"
    faces = roll(moment, SEEDS, task.n, task.data["sides"], purpose, "DUCK-152")
    if faces is None:
        return False
    _receive(moment, task.data, sum(faces))
    return True


def _receive(moment: Moment[World], data: dict[str, object], count: int) -> None:
    player, item = str(data["player"]), str(data["item"])
    text = f"{player} gets {count} {item} for the last hit on the Duck Disciple, by a roll of {data['roll']}"
    change(moment, player, item, count, "DUCK-152", text)
    moment.tell("disciple_loot", "DUCK-152", text, player=player, roll=data["roll"], item=item, count=count)


TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {
    ARRIVAL: arrive,
    NAMING: name,
    RITUAL: ritual,
    PERISHING: perish,
    REWARD: reward,
    LOOT: loot,
    SEEDS: count_loot,
}
