"""4 Randomness: dice and what is drawn by them, what waits for them, and what lapses."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from tracker.mechanics.chat import dice
from tracker.mechanics.chat.carrying import Refused, happens, note, pass_over, refuse, rule, tell_refused
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Act, Message, Open

from .hexes import Hex, key
from .phases import began
from .state import Aeternus, RandomMatter, Rolled, Step

CERTAIN = 100
ANNOUNCED = "announced"
"""The kind of a step that is a later announcement of its message."""
MAP = "map"
"""The matter of what people stated of the map."""
T = TypeVar("T")


# --- dice -------------------------------------------------------------------------------------------------------------


def roll(
    world: Aeternus, label: str, sides: Sequence[int], purpose: str, at: Hex | None = None, turn: int = 0
) -> list[int]:
    """The faces of dice for one thing, in order; what needs them waits until all have fallen.

    ``at`` and ``turn`` tell the dice of one label in one message from each other; those of other sides are others.
    """
    place = ".".join([*([key(at)] if at else []), *([str(turn)] if turn else [])])
    apart = f"{'@' if place else ''}{place}-{'+'.join(f'd{die}' for die in sides)}"
    faces = dice.rolls(world, label, list(sides), purpose if label in purpose else f"{label} – {purpose}", apart)
    by = world.acting.author if world.acting else None
    told = [f"d{die} = {face}" for die, face in zip(sides, faces, strict=True)]
    happens("rolled", f"{', '.join(told)} for {label}", player=by, label=label, dice=told)
    _look_for_repeated(world, label, sides)
    return faces


def chance(world: Aeternus, label: str, percent: int, purpose: str, at: Hex | None = None, turn: int = 0) -> bool:
    """Whether something with that chance happens: 1d100, at most the percentage. What is sure is not rolled for."""
    if not 0 < percent < CERTAIN:
        return percent >= CERTAIN
    return roll(world, label, [CERTAIN], purpose, at, turn)[0] <= percent


def weighted(world: Aeternus, label: str, entries: Sequence[tuple[T, Fraction]], purpose: str, at: Hex) -> T:
    """One of the entries, each as often as it weighs: one die with as many sides as all together; the only one needs no die."""
    heavy = [(entry, weight) for entry, weight in entries if weight]
    if len(heavy) == 1:
        return heavy[0][0]
    multiple = math.lcm(*(weight.denominator for _, weight in heavy))
    counts = [int(weight * multiple) for _, weight in heavy]
    face = roll(world, label, [sum(counts)], purpose, at)[0]
    drawn = next(number for number in range(len(counts)) if face <= sum(counts[: number + 1]))
    return heavy[drawn][0]


def uniform(world: Aeternus, label: str, names: Sequence[T], purpose: str, turn: int = 0) -> T:
    """One of several, each as likely, in the listed order: 1dn; the only one needs no die."""
    return names[0] if len(names) == 1 else names[roll(world, label, [len(names)], purpose, turn=turn)[0] - 1]


# --- what waits -------------------------------------------------------------------------------------------------------


def then(world: Aeternus, message: Message, kind: str, **fields: Any) -> None:
    """Let something be done next of an announced action, as a step of its own: it may wait for dice, what was done before stands."""
    steps = _matter(world, message).steps
    place = next((number for number, each in enumerate(steps) if each.n > message.part), len(steps))
    steps.insert(place, Step(kind=kind, n=message.part, fields=fields))


def wait_behind(world: Aeternus, message: Message, act: Act) -> None:
    """Let an announcement wait until the earlier ones of its message are done."""
    fields = {"kind": act.kind, "fields": act.fields}
    _matter(world, message).steps.append(Step(kind=ANNOUNCED, n=message.part, fields=fields))


def _matter(world: Aeternus, message: Message) -> RandomMatter:
    if message.id not in world.random_matters:
        world.random_matters[message.id] = RandomMatter(
            owner=message.author, channel=message.channel, at=message.at, reply_to=message.reply_to
        )
    return world.random_matters[message.id]


def open_matters(world: Aeternus) -> list[Open]:
    """What goes on as soon as its dice have fallen."""
    return [
        Open(Act("go_on", {"matter": id}, _message(id, each)), id, each.steps[0].n)
        for id, each in world.random_matters.items()
    ]


def _message(id: str, matter: RandomMatter) -> Message | None:
    if not matter.owner:
        return None
    return Message(id, matter.channel, matter.owner, matter.at, "", matter.reply_to, part=matter.steps[0].n)


Steps = Mapping[str, Callable[..., None]]


def go_on(world: Aeternus, steps: Steps, announced: Steps, matter: str, message: Message | None = None) -> None:
    """Do the next step of a matter, unless it has lapsed."""
    waiting = world.random_matters[matter]
    step = waiting.steps.pop(0)
    world.act_for(message)
    if not waiting.steps:
        del world.random_matters[matter]
    if message is None:
        steps[step.kind](world, **step.fields)
    elif _lapses(world, message):
        _let_lapse(world, message, step)
    else:
        is_later = step.kind == ANNOUNCED
        kind, fields = (step.fields["kind"], step.fields["fields"]) if is_later else (step.kind, step.fields)
        try:
            (announced if is_later else steps)[kind](world, message=message, **fields)
        except Refused as why:
            tell_refused(why)


def _lapses(world: Aeternus, message: Message) -> bool:
    """Whether the phase is over in which dice were called for, or whoever called for them is no player any more."""
    return began(world) > message.at or message.author not in playing(world)


@rule("AET-064", UNCLEAR="AET-063")
def _let_lapse(world: Aeternus, message: Message, step: Step) -> None:
    """Let the rest of an action not take place; what was done and spent of it stands."""
    if step.kind == ANNOUNCED:
        pass_over("UNCLEAR", "the dice of an action before it did not fall in its phase")
        return
    _drop(world, message)
    why = "did not fall before the phase ended" if message.author in playing(world) else "are of nobody who plays"
    note("RANDOM_MATTER_LAPSED", f"the dice for message {message.id} {why}: the rest of it does not take place")


@rule("AET-062")
def void(world: Aeternus, matter: str, message: Message) -> None:
    """Let an action whose dice will not be drawn come to nothing."""
    _drop(world, message)
    pass_over("NO_ROLL", "its dice could not be drawn, and people decided that it comes to nothing")


def _drop(world: Aeternus, message: Message) -> None:
    """Forget what was still to be done of one action."""
    matter = world.random_matters.get(message.id)
    if matter is not None:
        matter.steps = [each for each in matter.steps if each.n != message.part or each.kind == ANNOUNCED]
        if not matter.steps:
            del world.random_matters[message.id]


# --- what an open matter bars -----------------------------------------------------------------------------------------


@rule("AET-063")
def must_not_hang_on_dice(world: Aeternus, message: Message, hexes: Collection[Hex] = ()) -> None:
    """Refuse what somebody does while dice of another message are open: one of theirs, or one by which a hex comes about."""
    for id, matter in world.random_matters.items():
        made = {key(each.fields["hex"]) for each in matter.steps[:1] if each.kind == "generate"}
        if id != message.id and (matter.owner == message.author or not made.isdisjoint(map(key, hexes))):
            refuse("UNCLEAR", f"the dice of message {id} have not fallen: they come first")


# --- attempts that seem to have been repeated ------------------------------------------------------------------------------

_LONG_WORD = re.compile(r"[a-z]{4,}")


@rule("AET-066", "AET-067", "AET-068", REVERSAL="AET-068")
def _look_for_repeated(world: Aeternus, label: str, sides: Sequence[int]) -> None:
    """Show an action for which its player had rolled such dice before, in this phase: the first valid roll should stand."""
    message = world.acting
    mine = [each for each in world.unused_rolls if message and each.by == message.author and each.at >= began(world)]
    alike = [each for each in mine if _is_alike(each, label, sides)]
    if alike and message:
        first = f"{message.author} had rolled {alike[0].shown} ({alike[0].row}) before, which nothing used"
        remedy = f"void message {message.id} if the attempt is invalid, and set what the first values bring"
        note("REVERSAL", f"{first}: where these should stand, {remedy}", is_mild=False)
        world.unused_rolls = [each for each in world.unused_rolls if each not in alike]


def _is_alike(rolled: Rolled, label: str, sides: Sequence[int]) -> bool:
    """Whether a roll may have been for such dice: as many sides, and a long word in common wherever it has any."""
    words = set(_LONG_WORD.findall(rolled.purpose.casefold())) - {"roll"}
    return rolled.sides == list(sides) and (not words or bool(words & set(_LONG_WORD.findall(label))))
