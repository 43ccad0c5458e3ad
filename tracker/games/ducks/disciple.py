"""Duck Disciple: how it comes, what it suffers, how it strikes back, and what its end is worth."""

from __future__ import annotations

from tracker.mechanics.chat import dice
from tracker.mechanics.chat.carrying import happens, rule

from .essential import called
from .random_choice import loot, pick, roll
from .state import DISCIPLE, Disciple, Ducks


@rule("DUCK-153", "DUCK-037")
def be_due(world: Ducks, phase: str = "") -> None:
    """When a voting period begins and there is no Disciple, one comes."""
    if world.disciple is None:
        world.disciple_due = True


@rule("DUCK-153")
def come(world: Ducks) -> None:
    """A new Disciple has the Quacks that its dice show; then it is named."""
    quacks = sum(roll(world, "disciple", world.law.dice("disciple_dice"), f"the Quacks of a new {DISCIPLE}"))
    world.disciple_due = False
    world.disciple = Disciple(name=world.law.word("disciple_title"), quacks=quacks)
    happens("disciple_created", f"a {DISCIPLE} comes with {quacks} Quacks", quacks=quacks)


@rule("DUCK-154")
def be_named(world: Ducks) -> None:
    """A drawn name behind the title, with a number where there was one of that name before."""
    drawn = dice.name_of(world, "disciple_name", world.law.words("disciple_names"), f"the name of the {DISCIPLE}")
    times = world.disciple_names_used.get(drawn, 0) + 1
    world.disciple_names_used[drawn] = times
    if world.disciple:
        title = f"{world.law.word('disciple_title')} {drawn}"
        world.disciple.name = f"{title} {times}" if times > 1 else title
        happens("disciple_named", f"the {DISCIPLE} is {world.disciple.name}", disciple=world.disciple.name)


# --- what Quacktions against it bring about ---------------------------------------------------------------------------


@rule("DUCK-148", "DUCK-146")
def remember(world: Ducks, number: int, who: str, lost: int) -> None:
    """The Disciple remembers which ducks made it lose Quacks, in the order of their first hits."""
    if world.disciple and lost:
        if number not in world.disciple.damaged_by:
            world.disciple.damaged_by.append(number)
        text = f"{called(world, number)} hits {world.disciple.name} for {lost} Quacks"
        happens("disciple_hit", text, duck=number, player=who, quacks=lost)


@rule("DUCK-155", "DUCK-147")
def answer(world: Ducks, who: str, number: int) -> None:
    """What follows a Quacktion against the Disciple: it strikes back, and perishes if it has no Quacks left."""
    world.players[who].disciple_quacktion_this_period += 1
    strike_back(world, who)
    if world.disciple and world.disciple.quacks <= 0:
        perish(world, who, number)


@rule("DUCK-149")
def strike_back(world: Ducks, who: str) -> None:
    """The Ritual Quack Attack hits a random duck, even where the Disciple has no Quacks any more."""
    number = pick(world, "ritual_pick", world.complete(), "the target of the Ritual Quack Attack", who)
    if number is not None:
        lost = sum(roll(world, "ritual", world.law.dice("ritual_dice"), "the Ritual Quack Attack", who))
        world.ducks[number].quacks -= lost
        text = f"the Ritual Quack Attack hits {called(world, number)}, which loses {lost} Quacks"
        happens("ritual_attack", text, duck=number, quacks=lost)


@rule("DUCK-150")
def perish(world: Ducks, who: str, number: int) -> None:
    """The Disciple is gone, and who hurt it is rewarded."""
    disciple, world.disciple = world.disciple, None
    if disciple:
        text = f"{disciple.name} perishes by {called(world, number)}"
        happens("disciple_perished", text, disciple=disciple.name, duck=number, player=who)
        reward_ducks(world, disciple, who)
        reward_killer(world, who)


@rule("DUCK-151")
def reward_ducks(world: Ducks, disciple: Disciple, who: str) -> None:
    """Each complete duck that hurt it gains Quacks, in the order of the first hits."""
    for number in dict.fromkeys(disciple.damaged_by):
        if number in world.complete():
            purpose, sides = f"the reward of {called(world, number)}", world.law.dice("disciple_reward_dice")
            gained = sum(roll(world, "disciple_reward", sides, purpose, who))
            world.ducks[number].quacks += gained
            text = f"{called(world, number)} gains {gained} Quacks for hurting {disciple.name}"
            happens("disciple_reward", text, duck=number, quacks=gained)


@rule("DUCK-152")
def reward_killer(world: Ducks, killer: str) -> None:
    """Whose duck had the last hit gains loot."""
    face, item, count = loot(world, "disciple_loot", killer, "the last hit")
    text = f"{killer} rolls {face} for the last hit: {count} {item}"
    happens("disciple_loot", text, player=killer, roll=face, item=item, count=count)
