"""A nomic played in chat channels: rows of the archive become steps of its rules, in order, and what came of them is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from tracker.core.chat_answers import Call, ChatAnswers
from tracker.core.corrections import CORRECTION, FAULT, is_given_in
from tracker.core.fold import CHAT_KINDS, Context, Decision, Step
from tracker.core.gamestate import Fact, Finding, Gamestate, Question
from tracker.core.instants import EPOCH, TICKLE
from tracker.core.observation import TIMELESS, Observation
from tracker.core.ports import SettledRecord
from tracker.core.trail import Trail
from tracker.mechanics.chat.notes import Note
from tracker.mechanics.chat.rows import Act, Asked, Boundary, Deleted, Edited, Message, Reacted, Row
from tracker.mechanics.chat.world import World

from . import dice, hearing, putting_right, redacting, settings, settling, standing, unclear
from . import trail as trails
from .nomic import ChatNomic
from .play import Cause, Play
from .state import ChatState, Said

if TYPE_CHECKING:
    from tracker.mechanics.ruleset.known_rules import KnownRules
    from tracker.mechanics.ruleset.ruleset_passages import RulesetShown

W = TypeVar("W", bound=World)
_CLASSES: Mapping[str, int] = {"setting": 0, "opening": 1, "page_revision": 2, "decision": 3}
_LATER, _AT_LAST = 5, 6
_BOUNDARY_CLASSES = {
    **_CLASSES,
    **dict.fromkeys((*dice.KINDS, "shuffle", "dealt", "ending", "letter", "answer"), 4),
    CORRECTION: _AT_LAST,
}
_CHANGE_DOUBTS = frozenset({"page_revision", "decision", "setting"})
"""The kinds of rows after which other clauses may be in doubt."""
ANNOUNCEMENT_CHANGED = "ANNOUNCEMENT_CHANGED"


class ChatGame(ChatNomic[W]):
    """A nomic played in chat: how it folds what was seen, and tells what came of it."""

    # --- the fold -----------------------------------------------------------------------------------------------------

    def start(self) -> ChatState[W]:
        """A game that nobody has joined."""
        return self.state_type(self.world())

    def order(self, observation: Observation) -> tuple[Any, ...]:
        """At one instant: settings, openings, the ruleset, decisions, dice, what was said, and corrections."""
        if observation.kind == "setting" and observation.seen_at and observation.text("name") in TIMELESS:
            return (_CLASSES["setting"], observation.seen_at)
        return (_BOUNDARY_CLASSES.get(observation.kind, _LATER),)

    def step(self, state: ChatState[W], step: Step, context: Context) -> None:
        """Take one row in."""
        kind = step.observation.kind
        if kind in CHAT_KINDS:
            self._hear(state, step)
        elif kind == "look":
            hearing.note_look(state, step)
        elif step.is_certain:
            self._take(state, step, context)
        if kind in _CHANGE_DOUBTS:
            state.in_doubt.remember(self.clauses_in_doubt(state, context.decisions))
        if state.clock is None and kind not in ("setting", "look"):
            # Settings may hold from the beginning of time: until the first other row nothing happens by itself.
            state.clock = step.when
        elif state.clock is not None and state.is_read_to(step.when):
            state.clock = max(state.clock, step.when - TICKLE)

    def _take(self, state: ChatState[W], step: Step, context: Context) -> None:
        kind = step.observation.kind
        if kind == "opening":
            self._open(state, step)
        elif kind == "setting":
            settings.take(self, state, step)
            self.restated(state, step.when)
        elif kind == "page_revision":
            settings.take_revision(self, state, step, context)
        elif kind in dice.KINDS or kind == "decision":
            if dice.take(self, state, step, context):
                Play(self, state).go_on(step.when)
            elif kind == "decision":
                self._decide(state, step, context)
        elif kind == "answer":
            unclear.take_answer(state, step.observation)
        elif kind == CORRECTION:
            self._put_right(state, step)

    def _decide(self, state: ChatState[W], step: Step, context: Context) -> None:
        """Do what follows from a judgement that the rules leave to people."""
        question = step.observation.text("question")
        decision = context.decisions.get(question)
        if decision is not None and decision.at == step.when:
            state.world.look(state.names, self.law_at(state, step.when))
            if act := self.decided(state.world, question, decision.answer):
                self._carry_out(state, act, Cause(step.row.id, None, step.when))

    def due_at(self, state: ChatState[W]) -> datetime | None:
        """The next instant at which something happens by itself, unless the chat is not wholly read up to then: silence decides nothing."""
        upcoming = self.next_instant(state)
        return upcoming if upcoming and state.is_read_to(upcoming) else None

    def next_instant(self, state: ChatState[W]) -> datetime | None:
        """The next instant at which something is due."""
        clock = state.clock
        if clock is None:
            return None
        if state.is_stale:
            state.world.look(state.names, self.law_at(state, clock))
            coming = () if self.is_over(state.world) else self.boundaries(state.world)
            state.upcoming = min((each.at for each in coming if each.at > clock), default=None)
            state.is_stale = False
        return state.upcoming

    def fire(self, state: ChatState[W], when: datetime, context: Context) -> None:
        """Let happen what is due at an instant: all of it is gathered before the first of it is done."""
        Play(self, state).resume(when)
        state.world.look(state.names, self.law_at(state, state.clock or when))
        due = sorted((each for each in self.boundaries(state.world) if each.at == when), key=lambda each: each.order)
        for each in due:
            if not self.is_over(state.world):
                self._carry_out(state, Act(each.kind, dict(each.fields)), Cause(_row_of(each), None, when))
        state.clock, state.is_stale = when, True

    # --- what was said ------------------------------------------------------------------------------------------------

    def _hear(self, state: ChatState[W], step: Step) -> None:
        row = hearing.heard(step, state.names)
        if isinstance(row, Message) and row.is_bot:
            self.shown_by_bot(state, row)
        if row is None or (isinstance(row, Message) and not self._is_new(state, row)):
            return
        if isinstance(row, Message) and is_given_in(row.text):
            return
        if isinstance(row, Reacted) and row.message in state.answers:
            self._confirm(state, row, step.when)
            return
        if isinstance(row, Edited | Deleted) and row.id in state.said:
            row = replace(row, before=state.said[row.id].text)
        if isinstance(row, Message):
            state.world.look(state.names, self.law_at(state, step.when))
            self.overheard(state, row)
        self._listen(state, row, Cause(step.row.id, None, step.when))
        if isinstance(row, Edited | Deleted) and row.id in state.said and row.id not in self.followed(state.world):
            self._note_change(state, row, step)

    def _note_change(self, state: ChatState[W], row: Edited | Deleted, step: Step) -> None:
        """Tell that the message of an action was changed after the action was done: that stands as it was posted."""
        if ANNOUNCEMENT_CHANGED in self.codes:
            clause, why = self.codes[ANNOUNCEMENT_CHANGED]
            state.notes.append(Note(ANNOUNCEMENT_CHANGED, clause, why, step.when, row.id, is_mild=True))

    def _is_new(self, state: ChatState[W], message: Message) -> bool:
        """Whether a message is told for the first time, by somebody who can play."""
        state.newest = {id: at for id, at in state.newest.items() if at == message.at}
        is_known = message.id in state.newest or message.id in state.said
        state.newest[message.id] = message.at
        return not (is_known or message.is_bot or hearing.is_of_nobody(message))

    def _listen(self, state: ChatState[W], row: Row, cause: Cause) -> None:
        """Do what a row asks for, one after another; whoever could not be understood is asked."""
        world = state.world
        code = self.own_codes.get(unclear.UNCLEAR, unclear.UNCLEAR)
        world.look(state.names, self.law_at(state, cause.at))
        for part, asked in enumerate(hearing.asked_for(partial(self.heard, world), row), cause.part or 1):
            numbered = replace(cause, part=part if isinstance(row, Message) else None)
            if isinstance(asked, Act) and asked.message is not None:
                asked.message = replace(asked.message, part=part)
            if isinstance(row, Message):
                self.remember(state, row)
                state.said[row.id].read.append(redacting.bare(self, asked, row))
                if isinstance(asked, Asked) or row.is_edited:
                    unclear.ask(state, asked, row, numbered, self.clause_of_asked(asked), code)
            if isinstance(asked, Act) and not (isinstance(row, Message) and row.is_edited):
                self._carry_out(state, asked, numbered)
            if state.world is not world:
                world = state.world
            world.look(state.names, self.law_at(state, cause.at))

    def remember(self, state: ChatState[W], message: Message) -> None:
        """Keep who said what, since something hangs on it."""
        said = Said(message.author, message.channel, message.at, message.text, message.place, message.reply_to)
        state.said.setdefault(message.id, said)

    def _confirm(self, state: ChatState[W], reacted: Reacted, when: datetime) -> None:
        """Let a line count from now on that the author of an unclear message confirms."""
        if (found := unclear.confirm(state, reacted)) is None:
            return
        refusal, line = found
        if (said := state.said.get(refusal.row)) is not None:
            message = Message(refusal.row, said.channel, said.author, when, line, said.reply_to, place=said.place)
            self._listen(state, message, Cause(refusal.row, refusal.n, when))

    def _carry_out(self, state: ChatState[W], act: Act, cause: Cause) -> None:
        """Do one thing, and let hold what people said is its effect."""
        Play(self, state).carry_out(act, cause)
        if state.effects:
            putting_right.let_effects_hold(self, state, cause.at)
        Play(self, state).resume(cause.at)

    def restated(self, state: ChatState[W], when: datetime) -> None:
        """Let follow what follows from an opening, or from a setting."""
        if state.clock is not None or state.is_opened:
            self._carry_out(state, Act(putting_right.FOLLOW), Cause("", None, when))

    # --- what people state --------------------------------------------------------------------------------------------

    def _open(self, state: ChatState[W], step: Step) -> None:
        payload = step.observation.payload
        if payload.get("game") != self.slug:
            text = f"an opening of the game {payload.get('game')!r} is of no use to {self.slug}"
            state.notes.append(Note("OTHER_GAME", self.first_clause, text, step.when, step.row.id, is_mild=False))
            return
        found = putting_right.opened(self, state, payload.get("state") or {}, step.when)
        if isinstance(found, list):
            state.notes += [
                Note("NOT_UNDERSTOOD", self.first_clause, each, step.when, step.row.id, is_mild=False) for each in found
            ]
            return
        state.is_opened, state.clock, state.is_stale = True, step.when, True
        state.world = found
        self.restated(state, step.when)

    def opening_problems(
        self, stated: Mapping[str, Any], beside: Mapping[str, Sequence[Any]], when: datetime = EPOCH
    ) -> Sequence[str]:
        """What is amiss in a gamestate that people state, a sentence each."""
        found = putting_right.opened(self, self.start(), stated, when)
        return found if isinstance(found, list) else ()

    def _put_right(self, state: ChatState[W], step: Step) -> None:
        """Let a value hold that people set, now or once the proposal is decided whose effect it is; what cannot be is told."""
        said, row = step.observation, step.row.id
        fault = said.text(FAULT)
        if fault:
            self.note_fault(state, row, fault, step.when)
        elif said.payload.get("set") is not None:
            putting_right.set_value(self, state, row, said, step.when)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def view(self, state: ChatState[W], as_of: datetime, seq: int, context: Context) -> Gamestate:
        """What holds at an instant."""
        return standing.view_at(self, state, as_of, seq, context)

    def findings(self, state: ChatState[W], decisions: Mapping[str, Decision]) -> tuple[Finding, ...]:
        """What people should look at, each thing once."""
        notes = (Finding(n.code, n.clause, n.text, (n.row,) if n.row else (), n.at, n.is_mild) for n in state.notes)
        others = [*dice.findings(self, state), *settings.findings(self, state, decisions)]
        return tuple(dict.fromkeys([*notes, *others]))

    def questions(
        self, state: ChatState[W], decisions: Mapping[str, Decision], facts: Sequence[Fact]
    ) -> tuple[Question, ...]:
        """What people are asked: what becomes of lost dice, and whether reworded rules are carried out as they read."""
        return (*dice.questions(self, state, decisions), *settings.questions(self, state, decisions, facts))

    def ruleset_read(self, state: ChatState[W]) -> tuple[KnownRules, RulesetShown | None]:
        """What the code knows of the ruleset page, and how that reads now."""
        return self.ruleset.known, state.ruleset

    def trail(self, state: ChatState[W], as_of: datetime, context: Context, name: str) -> Trail | None:
        """How what somebody has came about."""
        return trails.trail_of(self, state, context.settled, name, as_of)

    def trail_names(self, state: ChatState[W], as_of: datetime, context: Context) -> Sequence[str]:
        """All of whose values there is a trail."""
        return list(self.people(state.world))

    def settle(self, state: ChatState[W], as_of: datetime) -> list[SettledRecord]:
        """Take out of the live state what is over for good."""
        return settling.settle(self, state, as_of)

    def kept(
        self, state: ChatState[W], as_of: datetime, context: Context, observation: Observation
    ) -> Mapping[str, Any]:
        """What stays of a message when its words are redacted: the canonical lines that they were read as."""
        return redacting.kept_of(self, state, as_of, observation)

    # --- in the chat --------------------------------------------------------------------------------------------------

    def said_in_chat(self, gamestate: Gamestate) -> ChatAnswers:
        """How things stand, what became of announcements, and what could be meant by them."""
        from .replies import replies  # late: most commands answer nothing

        shown: standing.Shown = gamestate.detail
        lines = list(self.status(shown))
        status = "\n".join([f"{self.title}: how it stands", *lines]) if lines else ""
        return ChatAnswers(status, replies(shown), standing.told_since(shown.world), tuple(self.calls(shown)))

    def status(self, shown: standing.Shown) -> Iterable[str]:
        """How things stand, line by line; nothing is said where there is none. Of the instant itself nothing is told."""
        return ()

    def calls(self, shown: standing.Shown) -> Iterable[Call]:
        """What people are called for."""
        return ()

    def matters_told(self, shown: standing.Shown) -> Iterable[str]:
        """The open proposals, the judge, and what people are asked, as most games tell how things stand."""
        from .replies import listed, questions_listed, when_told

        world, name = shown.world, shown.people.name
        going = [each for each in world.proposals.values() if not each.verdict]
        told = [f"{each.by_class} by {name(each.author)}, {each.status}, until {when_told(each.end)}" for each in going]
        yield from listed("Proposals", told)
        yield f"Judge: {name(world.judge) if world.judge else 'nobody'}"
        yield from questions_listed(shown)


def _row_of(boundary: Boundary) -> str:
    """What stands for something that happens by itself in the names of its dice."""
    return f"{boundary.kind}@{boundary.at:%Y%m%dT%H%M%S}"
