"""Strands: what messages announce is carried out in order, with all that follows from it, also where it waits for dice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, TypeAlias, TypeVar

from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_dice import Awaited
from tracker.mechanics.chat_play import ChatWorld, Moment
from tracker.mechanics.unseen_words import read_by

Said: TypeAlias = Announced | NotUnderstood
ANNOUNCED = "announced"
"""The kind of the task that carries an announced action out."""


@dataclass(slots=True)
class Task:
    """One thing that is still to be done, by its ``kind``; ``data`` is what it needs, of values that JSON can hold.

    ``n`` is the number of the action in its message that brought it about (0: none did). ``question`` is the newest of what people
    had to decide for it to be done ("": nothing): its dice are called for no earlier.
    """

    kind: str
    n: int = 0
    data: dict[str, Any] = field(default_factory=dict)
    question: str = ""


@dataclass(slots=True)
class Strand:
    """Tasks that are done one after another: what a message still has to bring about, or what belongs to an instant.

    Where the first task waits for dice the others wait with it; other strands do not. ``awaits`` are the keys of these dice.
    """

    row: str
    at: datetime
    tasks: list[Task] = field(default_factory=list)
    awaits: list[str] = field(default_factory=list)


@dataclass(slots=True)
class StrandedWorld(ChatWorld):
    """A world in which things wait for dice: a game's own world adds what holds."""

    strands: list[Strand] = field(default_factory=list)
    """What waits for dice."""
    following: list[Task] = field(default_factory=list)
    """What the action or task that is being carried out brings about next; empty between them."""


World = TypeVar("World", bound=StrandedWorld)


@dataclass(slots=True)
class Chapters(Generic[World]):
    """What the chapters of a game's rules do: actions and tasks by kind, and what follows after every change.

    An action gives True where it altered the gamestate, False where not; None where it waits for dice, and a task False. Whatever
    waits may have changed nothing: it is carried out from its start when the dice have fallen. ``announce`` carries out the action
    of that number in the message of the moment (None: it is still to be read). ``after_action`` give what a player's action brings
    about by being one, given its number. ``no_roll`` is the code of what comes to nothing for want of dice. Where things are
    ``dated_back`` they happen as of the announcement, else as of the dice.
    """

    actions: Mapping[str, Callable[[Moment[World], Announced], bool | None]]
    tasks: Mapping[str, Callable[[Moment[World], Task], bool]]
    after_change: Sequence[Callable[[Moment[World]], None]]
    after_action: Sequence[Callable[[Moment[World], int], Sequence[Task]]]
    announce: Callable[[Moment[World], Chapters[World], int, Said | None], bool | None]
    no_roll: str
    dated_back: bool = True

    def after(self, moment: Moment[World], n: int) -> list[Task]:
        """What an action brings about by being one."""
        return [task for brings in self.after_action for task in brings(moment, n)]


def then(moment: Moment[World], *tasks: Task) -> None:
    """Let tasks be done next: right after what is being carried out, before anything else of its message.

    What people had to decide for the one goes with the other.
    """
    question = moment.read_by.question if moment.read_by else ""
    moment.world.following += [replace(task, question=question) for task in tasks]


def carry_out(moment: Moment[World], chapters: Chapters[World], said: Said) -> None:
    """Carry an announced action out on the state that all before it left; it waits where its message waits for dice."""
    task = Task(ANNOUNCED, said.n)
    waiting = next((each for each in moment.world.strands if each.row == moment.row), None)
    if waiting is None:
        _run(moment, chapters, Strand(moment.row, moment.when, [task]), said)
    else:
        waiting.tasks.append(task)


def follow(moment: Moment[World], chapters: Chapters[World], tasks: Sequence[Task] = ()) -> None:
    """Do what follows by itself from what just happened, and these tasks."""
    strand = Strand(moment.row, moment.when, [*moment.world.following, *tasks])
    moment.world.following = []
    settle_changes(moment, chapters)
    _run(moment, chapters, strand)


def go_on(moment: Moment[World], chapters: Chapters[World]) -> None:
    """Go on with everything that waited for dice, as far as they have fallen; what one brings about may let another go on."""
    while any(_again(moment, chapters, strand) for strand in list(moment.world.strands)):
        pass


def _again(moment: Moment[World], chapters: Chapters[World], strand: Strand) -> bool:
    """Go on with a strand that waited; whether anything came of it."""
    return _run(_resumed(moment, chapters, strand), chapters, strand)


def _resumed(moment: Moment[World], chapters: Chapters[World], strand: Strand) -> Moment[World]:
    """The moment in which a strand goes on: judged as of whenever it may be, what it brings about comes about now."""
    law = moment.law.at(strand.at) if chapters.dated_back else moment.law
    return replace(moment, law=law, row=strand.row, resumed_at=moment.now)


def look_again(moment: Moment[World], chapters: Chapters[World], keys: Collection[str]) -> None:
    """Let what waits for dice that were called for so late that they decide nothing any more come to nothing: they need not fall."""
    world = moment.world
    for strand in [each for each in world.strands if set(each.awaits) & set(keys)]:
        n, asked, refused = strand.tasks[0].n, world.requests[strand.awaits[0]], len(world.refused)
        resumed = _resumed(moment, chapters, strand)
        _run(resumed, chapters, strand)
        if not set(keys) & world.requests.keys() and len(world.refused) == refused:
            text = f"{asked.purpose} comes to nothing: what it was about was gone when people said what the line means"
            resumed.refuse(chapters.no_roll, asked.clause, text, n or None)


def give_up(moment: Moment[World], chapters: Chapters[World], asked: Awaited) -> None:
    """Let what waits for dice, of a message or (without one) of an instant, come to nothing; what comes after it goes on."""
    strands = (each for each in moment.world.strands if each.row == asked.row)
    strand = next((each for each in strands if asked.row or each.at == asked.said_at), None)
    if strand is not None:
        task = strand.tasks.pop(0)
        text = f"no dice could be drawn for {asked.purpose}: it comes to nothing"
        moment.refuse(chapters.no_roll, asked.clause, text, task.n or None)
    go_on(moment, chapters)


def settle_changes(moment: Moment[World], chapters: Chapters[World]) -> None:
    """Let follow what the rules say of every change, at once."""
    for trigger in chapters.after_change:
        trigger(moment)


def _run(moment: Moment[World], chapters: Chapters[World], strand: Strand, said: Said | None = None) -> bool:
    """Do the tasks of a strand as far as their dice have fallen; one that still waits keeps its place. Whether any was done."""
    is_any = False
    while strand.tasks and _step(moment, chapters, strand, said):
        is_any = True
    strands = moment.world.strands
    if not strand.tasks:
        moment.world.strands = [each for each in strands if each is not strand]
    elif not any(each is strand for each in strands):
        strands.append(strand)
    return is_any


def _step(moment: Moment[World], chapters: Chapters[World], strand: Strand, said: Said | None) -> bool:
    """Do the first task of a strand; False where it waits for dice."""
    task, world = strand.tasks[0], moment.world
    is_action = task.kind == ANNOUNCED
    moment.read_by, moment.said_at = read_by(moment, task.n, task.question), strand.at
    moment.asked.clear()
    came = chapters.announce(moment, chapters, task.n, said) if is_action else chapters.tasks[task.kind](moment, task)
    _ask_no_more(moment, strand)
    if came is None or (not came and not is_action):
        world.following = []
        return False
    after = chapters.after(moment, task.n) if is_action and came else ()
    strand.tasks[:1] = [*world.following, *after]
    world.following = []
    settle_changes(moment, chapters)
    return True


def _ask_no_more(moment: Moment[World], strand: Strand) -> None:
    """Let go of dice that a strand waited for and needs no more, since what holds changed meanwhile."""
    requests = moment.world.requests
    for key in strand.awaits:
        if key not in moment.asked:
            requests.pop(key, None)
    strand.awaits = sorted(key for key in moment.asked if key in requests)
