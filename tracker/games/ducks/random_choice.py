"""Random Choice: where dice come from, what a dice bot rolled, and rolls that nobody used."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.mechanics.chat import dice
from tracker.mechanics.chat.carrying import happens, note, rule
from tracker.mechanics.chat.rows import Message

from .general import weeks
from .state import BotRoll, Ducks


def roll(
    world: Ducks, word: str, sides: list[int], purpose: str, player: str | None = None, apart: str = ""
) -> list[int]:
    """Roll some dice for something: their faces. ``apart`` names dice whose sides hang on the gamestate by these."""
    faces = dice.rolls(world, word, sides, purpose, apart)
    told = [f"d{each} = {face}" for each, face in zip(sides, faces, strict=True)]
    happens("rolled", f"{', '.join(told)} for {purpose}", player=player, dice=told, purpose=purpose)
    if player:
        look_for_discarded(world, player, sides, purpose)
    return faces


@rule("DUCK-030")
def pick(world: Ducks, word: str, among: Iterable[int], purpose: str, player: str | None = None) -> int | None:
    """Choose one of some ducks, in the order of their creation; of one alone nothing is rolled."""
    candidates = sorted(among)
    if len(candidates) < 2:
        return next(iter(candidates), None)
    (face,) = roll(world, word, [len(candidates)], purpose, player, f"-{len(candidates)}")
    return candidates[face - 1]


def loot(world: Ducks, name: str, player: str, purpose: str) -> tuple[int, str, int]:
    """Roll on a loot table, and let a player have it: the roll, the item and how many."""
    (face,) = roll(world, name, [world.law.number(f"{name}_die")], purpose, player)
    row = world.law.looted(name, face)
    if row is None:
        return face, "nothing", 0
    count = row.count or sum(roll(world, f"{name}_dice", row.dice, f"{purpose}: {row.item}", player))
    world.players[player].gain({row.item: count})
    return face, row.item, count


# --- a dice bot -------------------------------------------------------------------------------------------------------


@rule("DUCK-028")
def say_rolling(world: Ducks, message: Message, topic: str) -> None:
    """Somebody says that they roll: what a dice bot answers is theirs."""
    world.rolling[message.id] = message.author


def keep_rolls(world: Ducks, message: Message, asked: str, sides: list[int], faces: list[int]) -> None:
    """Note dice that a dice bot rolled for somebody who did not say for which action."""
    for die, face in zip(sides, faces, strict=True) if asked in world.rolling else ():
        kept = BotRoll(by=world.rolling[asked], of=asked, at=message.at, sides=die, face=face)
        world.bot_rolls[f"{message.id}#{len(world.bot_rolls)}"] = kept


@rule("DUCK-028", "DUCK-029")
def look_for_discarded(world: Ducks, player: str, sides: list[int], purpose: str) -> None:
    """Tell people of a like roll of the same player in this week that was left unused."""
    began = weeks(world).last(world.now)
    for name, each in list(world.bot_rolls.items()):
        if each.by == player and each.sides in sides and each.at >= began:
            del world.bot_rolls[name]
            note(
                "possible_reroll",
                f"{player} rolled d{each.sides} = {each.face} before (message {each.of}) and did not use it; "
                f"now there is another roll for {purpose}. Where a ruling or consensus makes the first attempt stand, "
                "correct this one (void), and set what the first one gives",
                is_mild=False,
            )  # fmt: skip
