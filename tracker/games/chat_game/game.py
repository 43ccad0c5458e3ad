"""A nomic played in chat channels: rows of the archive become steps of its rules, in order, and what came of them is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from tracker.core.chat_answers import Call, ChatAnswers
from tracker.core.corrections import CORRECTION, is_given_in
from tracker.core.fold import CHAT_KINDS, Context, Decision, Step
from tracker.core.gamestate import Fact, Finding, Gamestate, Question
from tracker.core.instants import EPOCH, TICKLE
from tracker.core.observation import TIMELESS, UNKNOWN_AUTHORS, Observation
from tracker.core.ports import SettledRecord
from tracker.core.trail import Trail
from tracker.mechanics.chat.notes import Note
from tracker.mechanics.chat.rows import Act, Asked, Boundary, Deleted, Edited, Message, Reacted, Row
from tracker.mechanics.chat.world import World
from tracker.mechanics.ruleset.known_rules import KnownRules
from tracker.mechanics.ruleset.ruleset_passages import RulesetShown

from . import dice, hearing, settling, standing, stating
from .nomic import ChatNomic
from .play import Cause, Play
from .state import ChatState, Said

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
        match step.observation.kind:
            case "opening":
                self._open(state, step)
            case "setting":
                stating.take_setting(self, state, step)
                self.restated(state, step.when)
            case "page_revision":
                self._follow_page(state, step, context)
            case "decision":
                self._decide(state, step, context)
            case "answer":
                hearing.take_answer(state, step.observation)
            case kind if kind in dice.KINDS:
                dice.take(self, state, step, context)
            case kind if kind == CORRECTION:
                stating.put_right(self, state, step)

    def _decide(self, state: ChatState[W], step: Step, context: Context) -> None:
        """Do what follows from a judgement that the rules leave to people."""
        question = step.observation.text("question")
        decision = context.decisions.get(question)
        if decision is None or decision.at != step.when:
            return
        state.world.look(state.names, self.law_at(state, step.when))
        if question.startswith(dice.QUESTION):
            dice.take_answer(self, state, step, decision.answer)
        elif act := self.decided(state.world, question, decision.answer):
            self._carry_out(state, act, Cause(step.row.id, None, step.when))

    def decided(self, world: W, question: str, answer: str) -> Act | None:
        """What carries out what people answered to a question of the game's own; None where it is none of these."""
        return standing.claim_judged(world, question, answer)

    def _follow_page(self, state: ChatState[W], step: Step, context: Context) -> None:
        """Follow a revision of the ruleset page, which may bring what settings name."""
        law, row, seen = self.law_at(state, step.when), step.row, step.observation
        if self.ruleset.take(state, law, context.decisions, row.id, seen.payload, row.readings):
            stating.let_settings_hold(self, state)
            state.is_stale = True

    # --- what happens by itself ---------------------------------------------------------------------------------------

    def due_at(self, state: ChatState[W]) -> datetime | None:
        """The next instant at which something happens by itself, unless the chat is not wholly read up to then: silence decides nothing."""
        upcoming = self.next_instant(state)
        return upcoming if upcoming and state.is_read_to(upcoming) else None

    def next_instant(self, state: ChatState[W]) -> datetime | None:
        """The next instant at which something is due, whether or not the chat is read up to then."""
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
        row, cause = hearing.heard(step, state.names), Cause(step.row.id, None, step.when)
        if isinstance(row, Message):
            self._hear_message(state, row, cause)
        elif isinstance(row, Reacted) and row.message in state.answers:
            self._confirm(state, row, step.when)
        elif isinstance(row, Edited | Deleted) and row.id in state.said:
            self._listen(state, replace(row, before=state.said[row.id].text), cause)
            if row.id not in self.followed(state.world):
                self._note_change(state, row, step)
        elif row is not None:
            self._listen(state, row, cause)

    def _hear_message(self, state: ChatState[W], message: Message, cause: Cause) -> None:
        """Do what a message asks for that is told for the first time, by somebody who can play."""
        state.newest = {id: at for id, at in state.newest.items() if at == message.at}
        is_known = message.id in state.newest or message.id in state.said
        state.newest[message.id] = message.at
        if message.is_bot:
            self.shown_by_bot(state, message)
        elif not (is_known or message.author in UNKNOWN_AUTHORS or is_given_in(message.text)):
            state.world.look(state.names, self.law_at(state, cause.at))
            self.overheard(state, message)
            self._listen(state, message, cause)

    def _note_change(self, state: ChatState[W], row: Edited | Deleted, step: Step) -> None:
        """Tell that the message of an action was changed after the action was done: that stands as it was posted."""
        if ANNOUNCEMENT_CHANGED in self.codes:
            clause, why = self.codes[ANNOUNCEMENT_CHANGED]
            state.notes.append(Note(ANNOUNCEMENT_CHANGED, clause, why, step.when, row.id, is_mild=True))

    def _listen(self, state: ChatState[W], row: Row, cause: Cause) -> None:
        """Do what a row asks for, one after another; whoever could not be understood is asked."""
        world = state.world
        world.look(state.names, self.law_at(state, cause.at))
        for part, asked in enumerate(hearing.asked_for(partial(self.heard, world), row), cause.part or 1):
            numbered = replace(cause, part=part if isinstance(row, Message) else None)
            if isinstance(asked, Act) and asked.message is not None:
                asked.message = replace(asked.message, part=part)
            is_unread = isinstance(row, Message) and row.is_edited
            if isinstance(row, Message):
                self.remember(state, row)
                state.said[row.id].read.append(hearing.bare(self, asked, row))
                if isinstance(asked, Asked) or is_unread:
                    code = self.own_codes.get(hearing.UNCLEAR, hearing.UNCLEAR)
                    hearing.ask(state, asked, row, numbered, self.clause_of_asked(asked), code)
            if isinstance(asked, Act) and not is_unread:
                self._carry_out(state, asked, numbered)
            world = state.world
            world.look(state.names, self.law_at(state, cause.at))

    def remember(self, state: ChatState[W], message: Message) -> None:
        """Keep who said what, since something hangs on it."""
        said = Said(message.author, message.channel, message.at, message.text, message.place, message.reply_to)
        state.said.setdefault(message.id, said)

    def _confirm(self, state: ChatState[W], reacted: Reacted, when: datetime) -> None:
        """Let a line count from now on that the author of an unclear message confirms."""
        if (found := hearing.confirm(state, reacted)) is None:
            return
        refusal, line = found
        if (said := state.said.get(refusal.row)) is not None:
            message = Message(refusal.row, said.channel, said.author, when, line, said.reply_to, place=said.place)
            self._listen(state, message, Cause(refusal.row, refusal.n, when))

    def _carry_out(self, state: ChatState[W], act: Act, cause: Cause) -> None:
        """Do one thing, and let hold what people said is its effect."""
        Play(self, state).carry_out(act, cause)
        if state.effects:
            stating.let_effects_hold(self, state, cause.at)
        Play(self, state).resume(cause.at)

    # --- what people state --------------------------------------------------------------------------------------------

    def restated(self, state: ChatState[W], when: datetime) -> None:
        """Let follow what follows from an opening, or from a setting."""
        if state.clock is not None or state.is_opened:
            Play(self, state).follow(Cause("", None, when))

    def _open(self, state: ChatState[W], step: Step) -> None:
        payload, code = step.observation.payload, "OTHER_GAME"
        found: Any = [f"an opening of the game {payload.get('game')!r} is of no use to {self.slug}"]
        if payload.get("game") == self.slug:
            code, found = "NOT_UNDERSTOOD", stating.opened(self, state, payload.get("state") or {}, step.when)
        if isinstance(found, list):
            state.notes += [Note(code, self.first_clause, each, step.when, step.row.id) for each in found]
            return
        state.world, state.is_opened, state.clock, state.is_stale = found, True, step.when, True
        self.restated(state, step.when)

    def opening_problems(
        self, stated: Mapping[str, Any], beside: Mapping[str, Sequence[Any]], when: datetime = EPOCH
    ) -> Sequence[str]:
        """What is amiss in a gamestate that people state, a sentence each."""
        found = stating.opened(self, self.start(), stated, when)
        return found if isinstance(found, list) else ()

    # --- what is shown ------------------------------------------------------------------------------------------------

    def view(self, state: ChatState[W], as_of: datetime, seq: int, context: Context) -> Gamestate:
        """What holds at an instant."""
        return standing.view_at(self, state, as_of, seq, context)

    def findings(self, state: ChatState[W], decisions: Mapping[str, Decision]) -> tuple[Finding, ...]:
        """What people should look at, each thing once."""
        notes = (Finding(n.code, n.clause, n.text, (n.row,) if n.row else (), n.at, n.is_mild) for n in state.notes)
        ruled = self.ruleset.findings(state, decisions, self.rules.carried_out()) if self._reads_page(state) else ()
        waits = (*dice.findings(self, state), *stating.setting_findings(self, state))
        return tuple(dict.fromkeys([*notes, *waits, *ruled, *standing.open_requests(self, state)]))

    def questions(
        self, state: ChatState[W], decisions: Mapping[str, Decision], facts: Sequence[Fact]
    ) -> tuple[Question, ...]:
        """What people are asked: of lost dice, whether reworded rules are carried out as they read, and what contracts allow."""
        carried_out = self.rules.carried_out()
        ruled = self.ruleset.questions(state, decisions, carried_out, facts) if self._reads_page(state) else ()
        return (*dice.questions(state), *ruled, *standing.claims(self, state))

    def _reads_page(self, state: ChatState[W]) -> bool:
        return state.ruleset is not None or state.gutted is not None

    def ruleset_read(self, state: ChatState[W]) -> tuple[KnownRules, RulesetShown | None]:
        """What the code knows of the ruleset page, and how that reads now."""
        return self.ruleset.known, state.ruleset

    def trail(self, state: ChatState[W], as_of: datetime, context: Context, name: str) -> Trail | None:
        """How what somebody has came about."""
        return standing.trail_of(self, state, context.settled, name, as_of)

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
        return hearing.kept_of(self, state, as_of, observation)

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


def _row_of(boundary: Boundary) -> str:
    """What stands for something that happens by itself in the names of its dice."""
    return f"{boundary.kind}@{boundary.at:%Y%m%dT%H%M%S}"
