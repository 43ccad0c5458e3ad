"""What all games played in chat channels have in common: how rows become what was said, and doubts become worlds."""

from __future__ import annotations

import copy
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from tracker.core.fold import CHAT_KINDS, Context, Decision, Step
from tracker.core.gamestate import Fact, Finding, Question, Refusal
from tracker.core.instants import TICKLE
from tracker.core.observation import Observation
from tracker.mechanics.chat_log import Heard
from tracker.mechanics.chat_play import Ask, ChatState, ChatWorld, LooseRoll, Moment, Note, dice_names, roll_requests
from tracker.mechanics.dice import faces_of
from tracker.mechanics.forked_worlds import MOST_WORLDS, Choice, forked, merged, undecided
from tracker.mechanics.law import Law

from .base import Game

if TYPE_CHECKING:
    from tracker.mechanics.chat_ruleset import ChatRuleset

World = TypeVar("World", bound=ChatWorld)
State = TypeVar("State", bound="PlayState[Any]")
_CLASSES: Mapping[str, int] = {
    "setting": 0,
    "opening": 1,
    "page_revision": 2,
    "decision": 3,
    "roll": 4,
    "name_drawn": 4,
}
_LATER = 5


@dataclass(slots=True)
class PlayState(ChatState, Generic[World]):
    """A game's own state: that of the chat, and its worlds."""

    worlds: list[World] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Due(Generic[World]):
    """One thing that happens now: ``happen`` carries it out, given the answer to ``choice`` ("" where nothing is in doubt)."""

    happen: Callable[[Moment[World], str], None]
    choice: Choice | None = None


ComeAbout = Callable[[Moment[World]], Due[World] | None]
"""Looks at a world and says what a row brings about there, or a doubt that must be settled before it is asked again."""


class ChatGame(Game[State], Generic[State, World]):
    """A nomic played in chat channels; its own class says what rows and instants do in one world.

    Everything that happens is a ``Due``: where it is in doubt, each possible world goes on by itself until people decide.
    """

    law: ClassVar[type[Law]]

    # --- what the game itself gives -----------------------------------------------------------------------------------

    @abstractmethod
    def opened(self, moment: Moment[World], opening: Mapping[str, Any]) -> None:
        """Let the gamestate be as people stated it."""

    @abstractmethod
    def heard(self, moment: Moment[World], heard: Heard, readings: Any) -> Iterable[ComeAbout[World]]:
        """What a chat row brings about in a world, in order: each is looked at when the ones before have happened.

        ``readings`` is what ``read`` made of the row, None where it was not read.
        """

    @abstractmethod
    def next_due(self, moment: Moment[World]) -> Due[World] | None:
        """The first thing that is due at this instant and has not happened in this world; None where all have."""

    @abstractmethod
    def next_instant(self, moment: Moment[World]) -> datetime | None:
        """The first instant strictly after this one at which something of this world happens by itself."""

    def consequence(self, moment: Moment[World]) -> Due[World] | None:
        """What follows at once, whatever just happened, such as a victory; None where nothing does."""
        return None

    def dice_fell(self, moment: Moment[World]) -> None:
        """Carry out what waited for dice that have fallen now."""

    def settings_of(self, state: State, world: World) -> Mapping[str, Any]:
        """The settings that hold in a world."""
        return state.settings

    def messages_go_first(self, law: Law) -> bool:
        """Whether rows of an instant come before what happens by itself at it."""
        return False

    # --- the ruleset page ---------------------------------------------------------------------------------------------

    @cached_property
    def ruleset(self) -> ChatRuleset:
        """How the game follows its ruleset page, which the parameter ``ruleset_page`` names."""
        from tracker.mechanics.chat_ruleset import ChatRuleset  # late: most ticks see no revision

        return ChatRuleset(self.clauses, self.law.book, self.setting_problem)

    def read(self, observation: Observation) -> Any:
        """The passages of a revision of the ruleset page; a game that reads more asks this first."""
        return self.ruleset.read(observation.payload) if observation.kind == "page_revision" else None

    def clauses_in_doubt(self, state: State, decisions: Mapping[str, Decision]) -> Mapping[str, datetime]:
        """Clause -> since when its rule reads otherwise than the code carries it out: facts that lean on it are unverified (law 7)."""
        return self.ruleset.doubts(state, decisions).clauses() if state.ruleset else {}

    # --- the fold -----------------------------------------------------------------------------------------------------

    def order(self, observation: Observation) -> tuple[Any, ...]:
        """At one instant: settings, openings, the ruleset, decisions, dice, and then what was said, in the order of delivery."""
        return (_CLASSES.get(observation.kind, _LATER),)

    def step(self, state: State, step: Step, context: Context) -> None:
        """Take one row in."""
        kind, observation = step.observation.kind, step.observation
        if state.clock is None and kind != "setting":
            # Settings may hold from the beginning of time: until the first other row nothing happens by itself.
            is_before_boundary = kind in CHAT_KINDS and self._waits_for_messages(state, step.when)
            state.clock = step.when - TICKLE if is_before_boundary else step.when
        if kind in CHAT_KINDS:
            self._hear(state, _by_person(state, step) if state.identities else step, context)
        elif kind == "look":
            state.log.take(step)
        elif not step.is_certain:
            return
        elif kind == "opening":
            self._open(state, step, context)
        elif kind == "setting":
            self._set(state, step, observation.text("name"), observation.payload.get("value"))
            self._changed(state, step.when, context, step.row.id)
        elif kind == "roll":
            self._take_roll(state, step, context)
        elif kind == "name_drawn":
            state.names.append(observation.text("name"))
            self._go_on(state, step, context)
        elif kind == "page_revision":
            self._take_revision(state, step, context)

    def due_at(self, state: State) -> datetime | None:
        """The next instant at which something happens by itself in any world."""
        if state.clock is None:
            return None
        if state.is_stale:
            clock = state.clock
            found = [self.next_instant(self.moment(state, world, clock, {})) for world in state.worlds]
            state.upcoming = min((each for each in found if each is not None), default=None)
            state.is_stale = False
        if state.upcoming is None:
            return None
        return state.upcoming + TICKLE if self._waits_for_messages(state, state.upcoming) else state.upcoming

    def fire(self, state: State, when: datetime, context: Context) -> None:
        """Let happen all that is due at that instant, in every world."""
        happens_at = state.upcoming if state.upcoming is not None and not state.is_stale else when
        worlds = [after for world in state.worlds for after in self._after_all_due(state, world, happens_at, context)]
        state.worlds = merged(worlds)
        state.ways = len(state.worlds)
        state.clock, state.is_stale = happens_at, True

    def up_to(self, state: State, as_of: datetime, context: Context) -> State:
        """The state with all that is due at an instant, for whoever looks at it; the state itself is not changed."""
        if state.clock is None or self.due_at(state) != as_of + TICKLE or state.upcoming != as_of:
            return state
        ahead = copy.deepcopy(state)
        self.fire(ahead, as_of + TICKLE, context)
        return ahead

    def _waits_for_messages(self, state: State, when: datetime) -> bool:
        return self.messages_go_first(self.law(when, state.settings, state.page_values))

    def _after_all_due(self, state: State, world: World, when: datetime, context: Context) -> list[World]:
        open_worlds, done = [world], list[World]()
        while open_worlds:
            each = open_worlds.pop(0)
            due = self.next_due(self.moment(state, each, when, context.decisions))
            if due is None:
                done.append(each)
            else:
                open_worlds = self._after(state, each, due, when, context) + open_worlds
        return done

    def _after(
        self, state: State, world: World, due: Due[World], when: datetime, context: Context, row: str = ""
    ) -> list[World]:
        """The worlds there are once something happened: as many as it may have gone ways that nobody decided between."""
        state.is_stale = True
        after = list[World]()
        for each in self._ways(state, world, due, when, context, row):
            follows = self.consequence(self.moment(state, each, when, context.decisions, row))
            after += [each] if follows is None else self._after(state, each, follows, when, context, row)
        return after

    def _ways(
        self, state: State, world: World, due: Due[World], when: datetime, context: Context, row: str
    ) -> list[World]:
        def apply(chosen: World, answer: str) -> None:
            due.happen(self.moment(state, chosen, when, context.decisions, row), answer)

        if due.choice is None:
            apply(world, "")
            return [world]
        question = due.choice.question
        state.doubts.setdefault(question, _asked(due.choice))
        decision = context.decisions.get(question)
        choice = _within_limit(state, world, due.choice, decision)
        after = forked([world], choice, decision.answer if decision else None, apply)
        state.ways += len(after) - 1
        for each in after:
            # Answers that make no difference leave one world that assumes none of them: it must not be asked again.
            each.assumed.setdefault(question, due.choice.answers[0])
        return after

    def _changed(self, state: State, when: datetime, context: Context, row: str) -> None:
        """Let follow what follows at once where a row changed the law or the gamestate itself."""
        state.is_stale = True
        worlds = list[World]()
        for world in state.worlds:
            follows = self.consequence(self.moment(state, world, when, context.decisions, row))
            worlds += [world] if follows is None else self._after(state, world, follows, when, context, row)
        state.worlds = merged(worlds)

    def moment(
        self, state: State, world: World, when: datetime, decisions: Mapping[str, Any], row: str = ""
    ) -> Moment[World]:
        """What rules look at in one world at an instant."""
        law = self.law(when, self.settings_of(state, world), state.page_values)
        return Moment(world, state, law, decisions, row)

    # --- rows ---------------------------------------------------------------------------------------------------------

    def _hear(self, state: State, step: Step, context: Context) -> None:
        _forget_chatter(state, step.when)
        heard = state.log.take(step)
        if heard is None:
            return
        worlds, something = list[World](), False
        for world in state.worlds:
            came = self._after_hearing(state, world, heard, step, context)
            something = something or came is not None
            worlds += [world] if came is None else came
        if something:
            state.worlds = merged(worlds)
            state.ways = len(state.worlds)
        elif heard.kind == "posted":
            state.chatter.append(heard.message)

    def _after_hearing(
        self, state: State, world: World, heard: Heard, step: Step, context: Context
    ) -> list[World] | None:
        """The worlds that come of one in which a row is heard; None where it is nothing to the game."""
        when, worlds = step.when, [world]
        row = heard.message or heard.row
        something = False
        for come_about in self.heard(self.moment(state, world, when, context.decisions, row), heard, step.row.readings):
            something = True
            worlds = [after for each in worlds for after in self._brought(state, each, come_about, when, context, row)]
        return worlds if something else None

    def _brought(
        self, state: State, world: World, come_about: ComeAbout[World], when: datetime, context: Context, row: str
    ) -> list[World]:
        """The worlds once something came about; whatever is in doubt about it is settled before."""
        due = come_about(self.moment(state, world, when, context.decisions, row))
        if due is None:
            return [world]
        after = self._after(state, world, due, when, context, row)
        if due.choice is None:
            return after
        return [last for each in after for last in self._brought(state, each, come_about, when, context, row)]

    def _open(self, state: State, step: Step, context: Context) -> None:
        payload = step.observation.payload
        if payload.get("game") != self.slug:
            text = f"an opening of the game {payload.get('game')!r} is of no use to {self.slug}"
            state.notes.append(Note("OTHER_GAME", self.first_clause, text, step.when, step.row.id))
            return
        state.is_opened = True
        for world in state.worlds:
            self.opened(
                self.moment(state, world, step.when, context.decisions, step.row.id), payload.get("state") or {}
            )
        self._changed(state, step.when, context, step.row.id)

    def _set(self, state: State, step: Step, name: str, value: Any) -> None:
        """Take a setting in from now on; one that is unknown or cannot be read is reported and changes nothing."""
        if name == "identities" and isinstance(value, dict):
            state.identities |= _names_of(value)
        elif value is None and name in self.parameters:
            state.settings.pop(name, None)
        elif name in OTHER_SETTINGS:
            return
        elif problem := self._problem(name, value):
            text = f"the setting {name} cannot be {value!r}: {problem}"
            state.notes.append(Note("UNKNOWN_SETTING", self.first_clause, text, step.when, step.row.id))
        else:
            state.settings[name] = value

    def _take_revision(self, state: State, step: Step, context: Context) -> None:
        law, payload = self.law(step.when, state.settings, state.page_values), step.observation.payload
        if self.ruleset.take(state, law, context.decisions, step.row.id, payload, step.row.readings):
            self._changed(state, step.when, context, step.row.id)

    def _problem(self, name: str, value: Any) -> str:
        if name not in self.parameters:
            return "it does not map people to their accounts" if name == "identities" else "there is no such setting"
        return self.setting_problem(name, value) if self.law.book.fits(name, value) else "it is not of the right sort"

    def _take_roll(self, state: State, step: Step, context: Context) -> None:
        payload, row = step.observation.payload, step.row.id
        label, faces = str(payload.get("for") or ""), faces_of(payload)
        waiting = ((key, each) for world in state.worlds for key, each in world.requests.items())
        awaited = {name for key, each in waiting for name in dice_names(key, len(each.sides))}
        if len(faces) == 1 and label in awaited:
            state.rolls.setdefault(label, faces[0])
        else:
            state.loose += [LooseRoll(int(payload["sides"]), face, row, label) for face in faces]
        self._go_on(state, step, context)

    def _go_on(self, state: State, step: Step, context: Context) -> None:
        """Carry out what waited for what has just come, in every world."""
        waiting = [world for world in state.worlds if world.requests]
        for world in waiting:
            self.dice_fell(self.moment(state, world, step.when, context.decisions, step.row.id))
        if waiting:
            self._changed(state, step.when, context, step.row.id)

    # --- what every chat game shows -----------------------------------------------------------------------------------

    @property
    def first_clause(self) -> str:
        """The clause that stands for the ruleset as a whole."""
        return next(iter(self.clauses))

    def findings(self, state: State, decisions: Mapping[str, Decision] | None = None) -> tuple[Finding, ...]:
        """The notes of the chat and those of all worlds alike, each once, and what is amiss on the ruleset page after the decisions."""
        notes = [*state.notes, *_in_all([world.notes for world in state.worlds], repr)]
        made = (Finding(n.code, n.clause, n.text, (n.row,) if n.row else (), n.at, n.is_mild) for n in notes)
        return tuple(dict.fromkeys([*made, *self._findings_on_ruleset(state, decisions or {})]))

    def _findings_on_ruleset(self, state: State, decisions: Mapping[str, Decision]) -> list[Finding]:
        if state.ruleset is None and state.gutted is None:
            return []
        return self.ruleset.findings(state, decisions, self.rules.carried_out())

    def questions(
        self, state: State, decisions: Mapping[str, Decision], facts: Sequence[Fact] = ()
    ) -> tuple[Question, ...]:
        """What people are asked in any world and have not decided, the doubts in which worlds differ, and rules in doubt.

        ``facts`` are those that may lean on such a rule, for people to see.
        """
        doubts = (state.doubts[id] for id in undecided(state.worlds) if id in state.doubts)
        asked = {ask.id: ask for ask in (*doubts, *(ask for world in state.worlds for ask in world.asks.values()))}
        open_ones = [_question(ask) for ask in asked.values() if not _is_answered(ask, decisions.get(ask.id))]
        return (*open_ones, *self._questions_on_ruleset(state, decisions, facts))

    def _questions_on_ruleset(
        self, state: State, decisions: Mapping[str, Decision], facts: Sequence[Fact]
    ) -> list[Question]:
        if state.ruleset is None and state.gutted is None:
            return []
        return self.ruleset.questions(state, decisions, self.rules.carried_out(), facts)

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        """What was refused in all worlds alike, each once, in the order of happening."""
        found = _in_all([sorted(world.refused, key=lambda each: each.at) for world in state.worlds], repr)
        return tuple(dict.fromkeys(Refusal(each.row, each.code, each.clause, each.text, each.n) for each in found))

    def events(self, state: State) -> tuple[Mapping[str, Any], ...]:
        """What came about in all worlds alike, in the order of happening."""
        return tuple(event.record() for event in _in_all([world.events for world in state.worlds], repr))

    def requests(self, state: State) -> tuple[Any, ...]:
        """The dice that any world waits for."""
        awaited = {key: each for world in state.worlds for key, each in world.requests.items()}
        return tuple(roll_requests(awaited))


OTHER_SETTINGS: Sequence[str] = ("bot_account", "wiki_account", "aliases", "dynasty")
"""Settings that the tracker logs of every nomic, and that chat games have no use for."""


def _asked(choice: Choice) -> Ask:
    return Ask(
        choice.question, choice.text, choice.clause, list(choice.answers), choice.about, list(choice.observations)
    )


def _within_limit(state: ChatState, world: ChatWorld, choice: Choice, decision: Decision | None) -> Choice:
    """The choice, or only its first answer where following all of them makes too many worlds: then the world says so."""
    is_open = decision is None or decision.answer not in choice.answers
    if not is_open or state.ways + len(choice.answers) - 1 <= MOST_WORLDS:
        return choice
    world.overflowed = world.overflowed or choice.question
    return replace(choice, answers=choice.answers[:1])


def _is_answered(ask: Ask, decision: Decision | None) -> bool:
    return decision is not None and (ask.is_free or decision.answer in ask.answers)


def _question(ask: Ask) -> Question:
    return Question(
        id=ask.id,
        text=ask.text,
        clause=ask.clause,
        answers=tuple(ask.answers),
        about=ask.about,
        needs=tuple(ask.needs),
        observations=tuple(ask.rows),
        may_answer=ask.may_answer,
        is_free=ask.is_free,
    )


Told = TypeVar("Told")


def _in_all(lists: Sequence[Sequence[Told]], key: Callable[[Told], Hashable]) -> list[Told]:
    """What the first list holds and every other has an equal of, in its order."""
    first, *others = lists
    elsewhere = [set(map(key, other)) for other in others]
    return [each for each in first if all(key(each) in other for other in elsewhere)] if elsewhere else list(first)


def _by_person(state: ChatState, step: Step) -> Step:
    """The same row with people under their own ids, where they were seen under an account's."""
    seen = step.observation
    own = {
        field: person
        for field in ("author", "user")
        if (person := state.identities.get(seen.text(field).casefold())) not in (None, seen.text(field))
    }
    if not own:
        return step
    return step._replace(row=step.row._replace(observation=replace(seen, payload={**seen.payload, **own})))


def _forget_chatter(state: ChatState, now: datetime) -> None:
    """Let messages of which nothing came leave the log once their instant is past: until then they may be told again."""
    messages = state.log.messages
    if not state.chatter or (state.chatter[-1] in messages and messages[state.chatter[-1]].at >= now):
        return
    for id in state.chatter:
        messages.pop(id, None)
    state.chatter = []


def _names_of(identities: Mapping[str, Any]) -> dict[str, str]:
    """Every name and account of each person, case-folded -> the person."""
    return {
        str(alias).casefold(): person
        for person, accounts in identities.items()
        for names in (accounts if isinstance(accounts, Mapping) else {}).values()
        for alias in names
    }
