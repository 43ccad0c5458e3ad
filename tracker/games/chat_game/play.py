"""One step of the rules: carried out as a whole or not at all, and told with what it leaned on and all that it changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tracker.core.gamestate import RollRequest
from tracker.core.leaning import collecting
from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.mechanics.chat.carrying import Happening, Needed, Outcome, Refused, carrying_out
from tracker.mechanics.chat.dice import Dice, Table
from tracker.mechanics.chat.notes import Note
from tracker.mechanics.chat.rows import Act, Open
from tracker.mechanics.dice import dice_log
from tracker.mechanics.state.keeping import Change, journalled

from .nomic import ChatNomic
from .state import ChatState, Event, Refusal, ValueChange, Waiting


@dataclass(frozen=True, slots=True)
class Cause:
    """What makes a step: the row ("" for what happens by itself), the number of what it announces, and when (UTC)."""

    row: str
    part: int | None
    at: datetime


FOLLOW = "follow"
"""The act that does nothing itself, so that only what follows from the gamestate comes about."""
BEFORE = "what its message announces before"
"""What an action waits for that stands behind one that lacks dice."""


class Play:
    """A game's rules at work on its gamestate."""

    def __init__(self, game: ChatNomic[Any], state: ChatState[Any]) -> None:
        self._game, self._state = game, state

    def carry_out(self, act: Act, cause: Cause) -> bool:
        """Do what is asked for, or tell why it has no effect, or let it wait for the dice that it lacks; whether it does not wait."""
        state = self._state
        if act.message and any(each.row == cause.row and not each.is_open for each in state.waiting):
            self._wait(act, cause, Needed({}, BEFORE))
            return False
        table = Table(state.dice, cause.row, cause.part or 0)
        state.world.look(state.names, self._game.law_at(state, cause.at), table)
        asked_for, is_done = set[str](), True
        with journalled() as journal, collecting() as leaning, carrying_out() as outcome:
            try:
                self._game.carry_out(state.world, act)
                asked_for = _entities(journal.changes()) if state.in_doubt.doubted else set()
                self._game.follow(state.world)
            except Refused as why:
                journal.undo()
                outcome.happened.clear()
                outcome.refused.append(why)
            except Needed as missing:
                journal.undo()
                is_done = False
                self._wait(act, cause, missing)
            changes = journal.changes()
        for name in table.instead:
            state.requests.pop(name, None)
        if not is_done:
            return False
        for name, purpose in table.done().items():
            dice_log.tell(state.dice_log, name, _said_by(act)[0], purpose, cause.row)
        self._tell(act, cause, outcome, changes)
        if state.in_doubt.doubted:
            self._mark(act, leaning.clauses, asked_for, _entities(changes))
        state.is_stale = state.is_stale or bool(journal.kept)
        return True

    def _mark(self, act: Act, clauses: Collection[str], asked_for: set[str], written: set[str]) -> None:
        """Mark what was written in doubt (law 7), and where nothing was, since it was refused, whoever asked for it.

        What somebody does leans on the things that they name, themselves among them; what happens by itself is decided over the whole
        gamestate, and leans on all that was written in doubt before.
        """
        in_doubt = self._state.in_doubt
        everything = in_doubt.of(in_doubt.clauses)
        if act.message is None:
            in_doubt.mark(written, everything.union(clauses))
            return
        doer, said = {f"players/{act.message.author}"}, f"{act.message.author} {act.fields}"
        in_doubt.mark(doer, clauses)
        touched = asked_for or doer
        in_doubt.mark(touched, in_doubt.of([each for each in in_doubt.clauses if _is_named(each, said)]).union(clauses))
        in_doubt.mark(written - touched, everything.union(clauses))

    def follow(self, cause: Cause) -> None:
        """Let come about what follows from a gamestate, or from rules, that people stated."""
        self.carry_out(Act(FOLLOW), cause)
        self.resume(cause.at)

    def go_on(self, when: datetime) -> None:
        """Carry out what waited for dice that have fallen since, in the order in which it was asked for."""
        waiting = [each for each in self._state.waiting if not each.is_open]
        self._state.waiting = [each for each in self._state.waiting if each.is_open]
        for each in waiting:
            self.carry_out(each.act, Cause(each.row, each.part, when))
        self.resume(when)

    def resume(self, when: datetime) -> None:
        """Go on with what stands open in the gamestate, as far as its dice have fallen."""
        self._state.world.look(self._state.names, self._game.law_at(self._state, when))
        while self._go_on_with_each(when):
            pass

    def _go_on_with_each(self, when: datetime) -> bool:
        """Go on with each matter until it waits; whether anything was done, by which others may not have to wait any more."""
        state, is_done, stuck = self._state, False, set[str]()
        state.waiting = [each for each in state.waiting if not each.is_open]
        while matter := self._next_open(stuck):
            if self.carry_out(matter.act, Cause(matter.row, matter.part, when)):
                is_done = True
            else:
                stuck.add(matter.row)
                state.waiting[-1].is_open = True
        return is_done and bool(stuck)

    def _next_open(self, stuck: Container[str]) -> Open | None:
        world = self._state.world
        matters = () if self._game.is_over(world) else self._game.open_matters(world)
        return next((each for each in matters if each.row not in stuck), None)

    def _wait(self, act: Act, cause: Cause, missing: Needed) -> None:
        """Let a step wait; each of its dice is asked for as of when it first was, also where the step goes on without it."""
        state, clause = self._state, missing.clause or self._game.first_clause
        for name, sides in missing.dice.items():
            state.requests.setdefault(name, RollRequest(name, sides, 1, missing.purpose, clause, cause.at))
        at = next((state.requests[name].asked_at for name in missing.dice), cause.at)
        state.waiting.append(
            Waiting(act, cause.row, cause.part, at, missing.dice, missing.purpose, clause, is_told=missing.is_told)
        )

    # --- telling ------------------------------------------------------------------------------------------------------

    def _tell(self, act: Act, cause: Cause, outcome: Outcome, changes: Sequence[Change]) -> None:
        told, (by, channel) = self._state.told, _said_by(act)
        for each in outcome.happened:
            told.events.append(
                Event(each.name, cause.at, each.clause, cause.row, each.fields, each.text, by, channel, each.below)
            )
        for why in outcome.refused:
            self.refuse(act, cause, why)
        for noted in outcome.noted:
            self._state.notes.append(Note(noted.code, noted.clause, noted.text, cause.at, cause.row, noted.is_mild))
        who = "" if channel == PRIVATE_CHANNEL else by
        for change in changes:
            if change.place.partition("/")[0] in self._game.told_places:
                clause, text = _why(_of(change, outcome.happened), outcome.clause or self._game.first_clause)
                told.changes.append(ValueChange(*change, cause.at, clause, text, cause.row, who))

    def refuse(self, act: Act, cause: Cause, why: Refused) -> None:
        """Tell that something has no effect, and why."""
        code, (by, channel) = self._game.own_codes.get(why.code, why.code), _said_by(act)
        text, part = why.text or self._game.codes[code][1], cause.part if why.n is None else why.n
        told = Refusal(
            code, cause.at, why.clause, cause.row, {}, text, by, channel, n=part, suggestions=list(why.suggestions)
        )
        self._state.told.refused.append(told)


def _said_by(act: Act) -> tuple[str, str]:
    """Who announced an act in which channel; nobody what happens by itself."""
    return (act.message.author, act.message.channel) if act.message else ("", "")


def _of(change: Change, happened: Sequence[Happening]) -> Sequence[Happening]:
    """What came about with the one whose value changed; all that did, where nothing is told of them."""
    whose = entity(change.place).partition("/")[2]
    return [each for each in happened if whose in each.fields.values()] or happened


def _why(happened: Sequence[Happening], otherwise: str) -> tuple[str, str]:
    """The clause and the sentence that stand for a step: of what came about first, but for the dice of it."""
    told = [each for each in happened if each.name != "rolled"] or happened
    first = next((each for each in told if each.text), told[0] if told else None)
    return (first.clause, first.text or first.name.replace("_", " ")) if first else (otherwise, "")


def _is_named(thing: str, said: str) -> bool:
    """Whether a thing is named in what an act says."""
    name = thing.partition("/")[2]
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said) is not None


def _entities(changes: Iterable[Change]) -> set[str]:
    return {entity(change.place) for change in changes}


def entity(place: str) -> str:
    """The thing of the gamestate in which a place lies: a player, a proposal, the judge."""
    return "/".join(place.split("/")[:2])


def why_refused(world: Any, act: Callable[..., None], **fields: Any) -> Refused | None:
    """Why the rules would refuse an act now; None where they would not, also where it needs dice that have not fallen."""
    law, names = world.law, world.called
    world.look(names, law, Table(Dice(), "", 0))
    with journalled() as journal, collecting(), carrying_out():
        try:
            act(world, **fields)
        except (Refused, Needed) as why:
            return why if isinstance(why, Refused) else None
        finally:
            journal.undo()
            world.look(names, law)
    return None
