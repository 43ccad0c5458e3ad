"""Actions: what a message announces is carried out in order, with all that follows from it, also where it waits for dice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_dice import Awaited
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.unseen_words import read_by

from .codes import CODES
from .general import is_over, unclear
from .players import is_playing
from .random_choice import is_void
from .reading import as_decided, said_again
from .state import Strand, Task, World

Act: TypeAlias = Callable[[Moment[World], Announced], bool | None]
"""Carries an announced action out: True where it altered the gamestate, False where not, None where it waits for dice.

Where it waits nothing may have changed: it is carried out from its start when the dice have fallen.
"""
Do: TypeAlias = Callable[[Moment[World], Task], bool]
"""Does a task; False where it waits for dice: then nothing may have changed."""
Said: TypeAlias = Announced | NotUnderstood

ANYBODY = frozenset({"join", "request", "resign"})
"""The announcements that need not come from a player: their own rules say from whom (DUCK-004)."""
_ANNOUNCED = "announced"


@dataclass(frozen=True, slots=True)
class Chapters:
    """What the rules' chapters do: actions and tasks by kind, and what follows after every change.

    ``after_action`` give what a player's game action brings about by being one (DUCK-158), given its number in the message.
    """

    actions: Mapping[str, Act]
    tasks: Mapping[str, Do]
    after_change: Sequence[Callable[[Moment[World]], None]]
    after_action: Sequence[Callable[[Moment[World], int], Sequence[Task]]]

    def after(self, moment: Moment[World], n: int) -> list[Task]:
        """What a game action brings about by being one."""
        return [task for brings in self.after_action for task in brings(moment, n)]


def author(moment: Moment[World]) -> str:
    """Who wrote the message that is being carried out."""
    return moment.state.log.messages[moment.row].author


def then(moment: Moment[World], *tasks: Task) -> None:
    """Let tasks be done next: right after what is being carried out, before anything else of its message."""
    moment.world.following += tasks


# --- carrying out -----------------------------------------------------------------------------------------------------


@rule("DUCK-015", "DUCK-017", "DUCK-018")
def carry_out(moment: Moment[World], chapters: Chapters, said: Said) -> None:
    """Carry an announced action out on the state that all before it left; it waits where its message waits for dice."""
    task = Task(_ANNOUNCED, said.n)
    waiting = next((each for each in moment.world.strands if each.row == moment.row), None)
    if waiting is None:
        _run(moment, chapters, Strand(moment.row, moment.when, [task]), said)
    else:
        waiting.tasks.append(task)


def follow(moment: Moment[World], chapters: Chapters, tasks: Sequence[Task] = ()) -> None:
    """Do what follows by itself from what just happened, and these tasks."""
    strand = Strand(moment.row, moment.when, [*moment.world.following, *tasks])
    moment.world.following = []
    settle_changes(moment, chapters)
    _run(moment, chapters, strand)


def go_on(moment: Moment[World], chapters: Chapters) -> None:
    """Go on with everything that waited for dice, as far as they have fallen: judged as of when it was announced, it comes about now."""
    for strand in list(moment.world.strands):
        _run(replace(moment, law=moment.law.at(strand.at), row=strand.row, resumed_at=moment.now), chapters, strand)


@rule("DUCK-028")
def look_again(moment: Moment[World], chapters: Chapters, keys: Collection[str]) -> None:
    """Let what waits for dice that were called for so late that they decide nothing any more come to nothing: they need not fall."""
    world = moment.world
    for strand in [each for each in world.strands if set(each.awaits) & set(keys)]:
        n, asked, refused = strand.tasks[0].n, world.requests[strand.awaits[0]], len(world.refused)
        resumed = replace(moment, law=moment.law.at(strand.at), row=strand.row, resumed_at=moment.now)
        _run(resumed, chapters, strand)
        if not set(keys) & world.requests.keys() and len(world.refused) == refused:
            text = f"{asked.purpose} comes to nothing: what it was about was gone when people said what the line means"
            resumed.refuse("no_roll", asked.clause, text, n or None)


@rule("DUCK-028")
def give_up(moment: Moment[World], chapters: Chapters, asked: Awaited) -> None:
    """Let what waits for dice, of a message or (without one) of an instant, come to nothing; what comes after it goes on."""
    strands = (each for each in moment.world.strands if each.row == asked.row)
    strand = next((each for each in strands if asked.row or each.at == asked.said_at), None)
    if strand is not None:
        task = strand.tasks.pop(0)
        text = f"no dice could be drawn for {asked.purpose}: it comes to nothing"
        moment.refuse("no_roll", asked.clause, text, task.n or None)
    go_on(moment, chapters)


def settle_changes(moment: Moment[World], chapters: Chapters) -> None:
    """Let follow what the rules say of every change, at once."""
    for trigger in chapters.after_change:
        trigger(moment)


def _run(moment: Moment[World], chapters: Chapters, strand: Strand, said: Said | None = None) -> None:
    """Do the tasks of a strand as far as their dice have fallen; one that still waits keeps its place among the others."""
    while strand.tasks and _step(moment, chapters, strand, said):
        pass
    strands = moment.world.strands
    if not strand.tasks:
        moment.world.strands = [each for each in strands if each is not strand]
    elif not any(each is strand for each in strands):
        strands.append(strand)


def _step(moment: Moment[World], chapters: Chapters, strand: Strand, said: Said | None) -> bool:
    """Do the first task of a strand; False where it waits for dice."""
    task, world = strand.tasks[0], moment.world
    is_action = task.kind == _ANNOUNCED
    moment.asked.clear()
    came = _announced(moment, chapters, task.n, said) if is_action else chapters.tasks[task.kind](moment, task)
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
    """Let go of dice that a strand waited for and needs no more, since what holds changed meanwhile: a duck is gone, say."""
    requests = moment.world.requests
    for key in strand.awaits:
        if key not in moment.asked:
            requests.pop(key, None)
    strand.awaits = sorted(key for key in moment.asked if key in requests)


def _announced(moment: Moment[World], chapters: Chapters, n: int, said: Said | None) -> bool | None:
    moment.read_by = read_by(moment, n)
    read = as_decided(moment, said_again(moment, n) if said is None else said)
    if read is None or is_void(moment, n) or _is_barred(moment, read):
        return False
    if isinstance(read, NotUnderstood):
        unclear(moment, read, "DUCK-014", read.why)
        return False
    return chapters.actions[read.kind](moment, read)


@rule("DUCK-004", "DUCK-018")
def _is_barred(moment: Moment[World], said: Said) -> bool:
    """Refuse what comes after the round's end or from somebody who is no player, and pass over what a refused action stops."""
    world, user = moment.world, author(moment)
    refused = world.refused[-1] if world.refused else None
    if refused is not None and refused.row == moment.row and moment.law.chooses("refused_action", "stops its message"):
        return True
    if is_over(moment):
        cause = world.lost.cause if world.lost else ""
        moment.refuse(
            "round_over", CODES["round_over"][0], f"the round is lost ({cause}): nothing is done any more", said.n
        )
        return True
    if said.kind not in ANYBODY and not is_playing(world, user):
        moment.refuse("not_player", "DUCK-004", f"{user} is no player: say “I join the game” first", said.n)
        return True
    return False
