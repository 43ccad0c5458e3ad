"""What all games played in chat channels have in common: how rows become what was said, and doubts become worlds."""

from __future__ import annotations

import copy
from abc import abstractmethod
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from contextvars import Context as NoContext
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from tracker.core.corrections import CORRECTION, FAULT, WITHOUT_EFFECT
from tracker.core.fold import CHAT_KINDS, Context, Decision, Step
from tracker.core.gamestate import Fact, Finding, Gamestate, Question, Refusal
from tracker.core.instants import TICKLE, iso
from tracker.core.observation import TIMELESS, Observation
from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.core.trail import Trail
from tracker.mechanics import dice_log
from tracker.mechanics.chat_dice import (
    DICE_LINE,
    DRAW,
    VOID,
    Awaited,
    LooseRoll,
    LostDice,
    dice_names,
    dice_question,
    faces_meant,
    roll_requests,
)
from tracker.mechanics.chat_log import Between, ChatMessage, Heard, doer_of
from tracker.mechanics.chat_play import Ask, ChatState, ChatWorld, Moment, Note, Refused
from tracker.mechanics.chat_readings import CLOSED, Unusable, message_asked, posted_question
from tracker.mechanics.dice import faces_of
from tracker.mechanics.forked_worlds import Choice, forked, limited, merged, undecided
from tracker.mechanics.law import Law
from tracker.mechanics.rule_doubts import marked
from tracker.mechanics.unknown_authors import author_meant, by_known_author, who_wrote
from tracker.mechanics.unread_chats import caught_up, doubt_of_silence, parted, waits

from .base import Game
from .chat_unfollowed import findings as unfollowed
from .chat_unfollowed import unfollowed_since

if TYPE_CHECKING:
    from tracker.mechanics.announcements import Read
    from tracker.mechanics.chat_ruleset import ChatRuleset

World = TypeVar("World", bound=ChatWorld)
State = TypeVar("State", bound="PlayState[Any]")
_CLASSES: Mapping[str, int] = {"setting": 0, "opening": 1, "page_revision": 2, "decision": 3}
_CLASSES_OF_DICE: Mapping[str, int] = dict.fromkeys(("roll", "roll_lost", "commitment", "reveal", "name_drawn"), 4)
_CLASSES_OF_DECKS: Mapping[str, int] = dict.fromkeys(("shuffle", "dealt", "ending", "letter"), 4)
_LATER = 5
_AT_LAST = 6
_BOUNDARIES = {**_CLASSES, **_CLASSES_OF_DICE, **_CLASSES_OF_DECKS, CORRECTION: _AT_LAST}
_CHANGE_DOUBTS = frozenset({"page_revision", "decision", "setting"})
"""The kinds of rows after which other clauses may be in doubt."""
_ADOPTED = frozenset({"took effect", "adopted"})
"""The statuses of proposals that are carried out."""
_BY_ITSELF = "by itself"
"""The subject of what happens at an instant without a row."""


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
    finds_settings: ClassVar[bool] = True
    keeps: ClassVar[frozenset[str]] = frozenset({"message", "message_edited", "decision"})
    posted_clause: ClassVar[str]
    """The clause by which an announcement is what its message said when it was posted."""
    whole_channels: ClassVar[Sequence[str]] = ("proposals_channel",)
    """The parameters that name the channels in which a message as a whole, and not each of its actions, does something."""
    frames: ClassVar[Sequence[str]] = ()
    """The texts of rules on the ruleset page that only hold others together: no clause stands in them, and they are not new."""

    @property
    def config_examples(self) -> Mapping[str, Sequence[str]]:
        """Its own channels, people, pages and parameters."""
        from .chat_game.config import examples  # late: only a new config asks

        return examples(self)

    @property
    def config_unused(self) -> frozenset[str]:
        """Those of blogs, and of what is edited on a page."""
        from .chat_game.config import NO_USE  # late: only a new config asks

        return NO_USE

    worked_out: ClassVar[Sequence[str]] = ()
    """What is printed at the top and follows from the rest, where an opening that states both must have them agree."""

    # --- what the game itself gives -----------------------------------------------------------------------------------

    @abstractmethod
    def opened(self, moment: Moment[World], opening: Mapping[str, Any]) -> None:
        """Let the gamestate be as people stated it."""

    @abstractmethod
    def held(self, world: World) -> Mapping[str, Mapping[str, int]]:
        """What each holder in a world holds, of which there are changes."""

    @abstractmethod
    def verdict(self, world: World, message: str) -> str | None:
        """What became of the proposal of a message, "" while it is open; None where it is none."""

    @abstractmethod
    def heard(self, moment: Moment[World], heard: Heard, readings: Any) -> Iterable[ComeAbout[World]]:
        """What a chat row brings about in a world, in order: each is looked at when the ones before have happened.

        ``readings`` is what ``read`` made of the row, None where it was not read.
        """

    @abstractmethod
    def actions_in(self, moment: Moment[World], text: str) -> Sequence[Read]:
        """The actions that a text announces, in order, also lines that begin like one and are none."""

    @abstractmethod
    def kept_of(self, state: State, moment: Moment[World], message: ChatMessage, text: str) -> Mapping[str, Any]:
        """What stays of a text of a message when its words are redacted, as plain JSON values (``mechanics.redacted_texts``).

        The game goes on from it as if it read the text: every action, with no more of anybody's own words than that takes.
        """

    def kept_of_answer(
        self, state: State, moment: Moment[World], message: ChatMessage, question: str, answer: str
    ) -> Mapping[str, Any]:
        """Likewise of what people answered, in their own words, on what a message announces or reveals."""
        return self.kept_of(state, moment, message, answer)

    @abstractmethod
    def next_due(self, moment: Moment[World]) -> Due[World] | None:
        """The first thing that is due at this instant and has not happened in this world; None where all have."""

    @abstractmethod
    def next_instant(self, moment: Moment[World]) -> datetime | None:
        """The first instant strictly after this one at which something of this world happens by itself."""

    def law_changed(self, before: Moment[World], after: Moment[World]) -> None:
        """Let what has begun keep what it was to be by the law before, such as its end, where a setting or revision changed that."""

    @abstractmethod
    def unknown(self, moment: Moment[World], since: datetime) -> World:
        """A world in which everything is otherwise that may have changed since an instant: what it shares with others is certain.

        It is only shown. What the moment's world holds is not changed.
        """

    def consequence(self, moment: Moment[World]) -> Due[World] | None:
        """What follows at once, whatever just happened, such as a victory; None where nothing does."""
        return None

    def is_refuted(self, world: World, user: str, was: Sequence[Between], now: Sequence[Between]) -> bool:
        """Whether a world assumes what cannot be now that somebody's departures are known to have been ``now``, not as they ``were``."""
        from .chat_departures import is_refuted  # late: few rounds see anybody leave

        return is_refuted(world, user, was, now)

    def chatter_edited(self, moment: Moment[World], message: ChatMessage, text: str) -> None:
        """A message of which nothing had come, and whose first text is forgotten, was edited so: nothing comes of that."""

    def people(self, world: World) -> Collection[str]:
        """The ids of all who have a place in a world, though nothing of theirs may have been read."""
        return ()

    def dice_fell(self, moment: Moment[World]) -> None:
        """Carry out what waited for dice that have fallen now."""

    def dice_called(self, moment: Moment[World], keys: Collection[str]) -> None:
        """Ask for dice, that are called for from now on as people decided so, no more where nothing can come of them by now."""

    def answered(self, moment: Moment[World], question: str) -> None:
        """Look at what people answered, as of the instant at which they did, on a question that a world asks: it may be uncertain."""

    def dice_void(self, moment: Moment[World], key: str, asked: Awaited) -> None:
        """Let what waited for dice come to nothing: they can never be drawn, and people decided so."""

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

        return ChatRuleset(self.clauses, self.law.book, self.setting_problem, self.frames)

    def read(self, observation: Observation) -> Any:
        """The passages of a revision of the ruleset page; a game that reads more asks this first."""
        return self.ruleset.read(observation.payload) if observation.kind == "page_revision" else None

    def clauses_in_doubt(self, state: State, decisions: Mapping[str, Decision]) -> Mapping[str, datetime]:
        """Clause -> since when its rule reads otherwise than the code carries it out: facts that lean on it are unverified (law 7)."""
        return self.ruleset.doubts(state, decisions).clauses() if state.ruleset else {}

    def marked(self, state: State, decisions: Mapping[str, Decision], facts: Iterable[Fact]) -> tuple[Fact, ...]:
        """The facts, those unverified that lean on a clause in doubt, also through rows that were taken in by one."""
        by_itself, by_row = state.in_doubt.clauses.get(_BY_ITSELF, ()), state.in_doubt.clauses
        written = (
            replace(fact, leaned_on=fact.leaned_on.union(by_itself, *(by_row.get(row, ()) for row in fact.because)))
            for fact in facts
        )
        return tuple(marked(self.clauses_in_doubt(state, decisions), written))

    # --- the fold -----------------------------------------------------------------------------------------------------

    def order(self, observation: Observation) -> tuple[Any, ...]:
        """At one instant: settings, openings, the ruleset, decisions, dice, what was said, in the order of delivery, and corrections.

        What has no date of its own is in the order in which it was learnt.
        """
        if observation.kind == "setting" and observation.seen_at and observation.text("name") in TIMELESS:
            return (_CLASSES["setting"], observation.seen_at)
        return (_BOUNDARIES.get(observation.kind, _LATER),)

    def step(self, state: State, step: Step, context: Context) -> None:
        """Take one row in; what is written by rules in doubt is marked."""
        with state.in_doubt.writing(step.row.id):
            self._take(state, step, context)
        if step.observation.kind in _CHANGE_DOUBTS:
            state.in_doubt.remember(self.clauses_in_doubt(state, context.decisions))

    def _take(self, state: State, step: Step, context: Context) -> None:
        kind, observation = step.observation.kind, step.observation
        if state.clock is None and kind not in ("setting", "look"):
            # Settings and looks may hold from the beginning of time: until the first other row nothing happens by itself.
            is_before_boundary = kind in CHAT_KINDS and self._waits_for_messages(state, step.when)
            state.clock = step.when - TICKLE if is_before_boundary else step.when
        if kind in CHAT_KINDS:
            known = by_known_author(step, state, context.decisions, partial(self._people, state))
            own = _by_person(state, known) if state.identities else known
            if own is not None:
                self._hear(state, own, context)
        elif kind == "look":
            self._look(state, step)
        elif not step.is_certain:
            return
        elif kind == "opening":
            self._open(state, step, context)
        elif kind == "setting":
            name, value = observation.text("name"), observation.payload.get("value")
            self._with_law_changed(state, step, context, lambda: self._set(state, step, name, value))
            self._changed(state, step.when, context, step.row.id)
        elif kind == "decision":
            self._take_answer_about_dice(state, step, context)
            self._look_at_called_dice(state, step, context)
            self._look_at_answer(state, step, context)
        elif kind in _CLASSES_OF_DICE:
            self._take_dice(state, step, context)
        elif kind == CORRECTION:
            self._take_correction(state, step, context)
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
        with state.in_doubt.writing(_BY_ITSELF):
            worlds = [
                after for world in state.worlds for after in self._after_all_due(state, world, happens_at, context)
            ]
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
        open_worlds, done = self._as_far_as_read(state, world, when, context), list[World]()
        while open_worlds:
            each = open_worlds.pop(0)
            due = None if waits(each) else self.next_due(self.moment(state, each, when, context.decisions))
            if due is None:
                done.append(each)
            else:
                open_worlds = self._after(state, each, due, when, context) + open_worlds
        return done

    def _as_far_as_read(self, state: State, world: World, when: datetime, context: Context) -> list[World]:
        """The world; where something is due that the chat is not wholly read up to, beside one in which that waits."""
        doubt = doubt_of_silence(state.log, context.decisions, when, self.first_clause)
        if doubt is None or waits(world) or self.next_due(self.moment(state, world, when, context.decisions)) is None:
            return [world]
        state.doubts.setdefault(doubt.question, _asked(doubt))
        return parted(world, doubt)

    def _after(
        self, state: State, world: World, due: Due[World], when: datetime, context: Context, row: str = ""
    ) -> list[World]:
        """The worlds there are once something happened: as many as it may have gone ways that nobody decided between."""
        state.is_stale = True
        after = list[World]()
        for each in self._ways(state, world, due, when, context, row):
            after += self._followed(state, each, when, context, row)
        return after

    def _followed(self, state: State, world: World, when: datetime, context: Context, row: str) -> list[World]:
        """The worlds there are once all has followed from what happened in one."""
        if world.awaited_values:
            world = self._with_effects(state, world, when, context)
        follows = self.consequence(self.moment(state, world, when, context.decisions, row))
        return [world] if follows is None else self._after(state, world, follows, when, context, row)

    def _ways(
        self, state: State, world: World, due: Due[World], when: datetime, context: Context, row: str
    ) -> list[World]:
        def apply(chosen: World, answer: str) -> None:
            moment = self.moment(state, chosen, when, context.decisions, row)
            self._with_readings_turned(state, moment, lambda: due.happen(moment, answer))

        if due.choice is None:
            apply(world, "")
            return [world]
        question, choice = due.choice.question, due.choice
        state.doubts.setdefault(question, _asked(choice))
        decision = state.decided(context.decisions, question, choice.answers)
        if decision is None or decision.answer not in choice.answers:
            choice = limited(world, choice, state.ways)
        after = forked([world], choice, decision.answer if decision else None, apply)
        state.ways += len(after) - 1
        for each in after:
            # Answers that make no difference leave one world that assumes none of them: it must not be asked again.
            each.assumed.setdefault(question, choice.answers[0])
        return after

    def _changed(self, state: State, when: datetime, context: Context, row: str) -> None:
        """Let follow what follows at once where a row changed the law or the gamestate itself."""
        state.is_stale = True
        worlds = [after for world in state.worlds for after in self._followed(state, world, when, context, row)]
        state.worlds = merged(worlds)
        state.ways = len(state.worlds)

    def moment(
        self, state: State, world: World, when: datetime, decisions: Mapping[str, Any], row: str = ""
    ) -> Moment[World]:
        """What rules look at in one world at an instant."""
        law = self.law(when, self.settings_of(state, world), state.page_values)
        return Moment(world, state, law, decisions, row)

    # --- redaction --------------------------------------------------------------------------------------------------------

    def kept(self, state: State, as_of: datetime, context: Context, observation: Observation) -> Mapping[str, Any]:
        """What a message or an edit of it did, read in the gamestate of its instant: nothing where it has left the live state.

        Likewise of what people answered on it in their own words.
        """
        if observation.kind == "decision":
            return self._kept_of_answer(state, as_of, context, observation)
        message = state.log.messages.get(observation.text("message") or observation.id)
        if message is None and observation.kind == "message_edited":
            message = _edited_chatter(observation)
        if message is None:
            return {}
        moment = self.moment(state, state.worlds[0], as_of, context.decisions, message.id)
        return self.kept_of(state, moment, message, observation.text("text"))

    def _kept_of_answer(
        self, state: State, as_of: datetime, context: Context, observation: Observation
    ) -> Mapping[str, Any]:
        question, answer = observation.text("question"), str(observation.payload["answer"])
        message = state.log.messages.get(message_asked(question))
        if message is None or " ".join(answer.split()).casefold() in CLOSED:
            return {}
        moment = self.moment(state, state.worlds[0], as_of, context.decisions, message.id)
        return self.kept_of_answer(state, moment, message, question, answer) or {"said": []}

    def untold(self, state: State, as_of: datetime, context: Context, observation: Observation) -> Question | None:
        """What a message said when it was posted, where it was edited unread: nobody is asked where it announces nothing any more."""
        from tracker.mechanics.unseen_words import untold  # late: few messages are edited so soon

        law = self.law(as_of, self.settings_of(state, state.worlds[0]), state.page_values)
        if observation.text("channel") in map(law.word, self.whole_channels):
            return None
        ask = untold(observation, state.person(observation.text("author")), self.posted_clause)
        return None if ask is None else _question(ask)

    # --- rows ---------------------------------------------------------------------------------------------------------

    def _look(self, state: State, step: Step) -> None:
        """Note a look; once all is read, what waited for that has happened as far as it was said."""
        state.log.take(step)
        if any(waits(world) for world in state.worlds) and state.log.is_read(step.when):
            state.worlds, state.is_stale = caught_up(state.worlds), True
            state.ways = len(state.worlds)

    def _hear(self, state: State, step: Step, context: Context) -> None:
        _forget_chatter(state, step.when)
        user = doer_of(step.observation)
        was = list(state.log.left.get(user, ()))
        heard = state.log.take(step)
        if was and (now := state.log.left[user]) != was:
            # Where a person decided otherwise every world rests on it, and they go on.
            state.worlds = [each for each in state.worlds if not self.is_refuted(each, user, was, now)] or state.worlds
        if heard is None:
            self._hear_of_chatter(state, step, context)
            return
        if heard.kind == "posted" and state.log.messages[heard.message].seen_edited:
            heard = self._with_told_words(state, heard, step, context)
        if heard.kind == "posted" and not heard.user:
            self._ask_who_wrote(state, heard, step, context)
            return
        worlds, something = list[World](), False
        for world in state.worlds:
            came = self._after_hearing(state, world, heard, step, context)
            something = something or came is not None
            worlds += [world] if came is None else came
        if something:
            state.worlds = merged(worlds)
            state.ways = len(state.worlds)
        elif heard.kind == "posted" and not state.log.messages[heard.message].seen_edited:
            state.chatter.append(heard.message)

    def _with_told_words(self, state: State, heard: Heard, step: Step, context: Context) -> Heard:
        """A message that was edited before it was first read, with the words that people say it had, where they do."""
        from tracker.mechanics.unseen_words import with_told_words  # late: few messages are edited so soon

        moment = self.moment(state, state.worlds[0], step.when, context.decisions, heard.message)
        return with_told_words(state.log, heard, context.decisions, partial(self.actions_in, moment))

    def _hear_of_chatter(self, state: State, step: Step, context: Context) -> None:
        """Tell every world of an edit of a message that is not remembered, as nothing had come of it."""
        seen = step.observation
        message = _edited_chatter(seen)
        if seen.kind == "message_edited" and step.is_certain and message.id not in state.log.messages:
            for world in state.worlds:
                moment = self.moment(state, world, step.when, context.decisions, message.id)
                self.chatter_edited(moment, message, seen.text("text"))

    def _people(self, state: State) -> frozenset[str]:
        return frozenset(person for world in state.worlds for person in self.people(world))

    def _ask_who_wrote(self, state: State, heard: Heard, step: Step, context: Context) -> None:
        """Ask of a message of nobody known that would do something who wrote it: until people say, nothing comes of it."""
        moments = [self.moment(state, world, step.when, context.decisions, heard.message) for world in state.worlds]
        if any(True for moment in moments for _ in self.heard(moment, heard, step.row.readings)):
            channel = state.log.messages[heard.message].channel
            for moment in moments:
                asked = who_wrote(heard.message, channel, step.when, self.first_clause)
                moment.ask_in_words(asked, partial(author_meant, state, partial(self._people, state)))
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
        if self.due_at(state) is None:
            # While a play is over its time stands still: what would have come about since does not, once it is stated to go on.
            state.clock, state.is_stale = step.when, True
        stated = payload.get("state") or {}
        for world in state.worlds:
            moment = self.moment(state, world, step.when, context.decisions, step.row.id)
            self._with_readings_turned(state, moment, partial(self.opened, moment, stated))
        self._changed(state, step.when, context, step.row.id)

    def _set(self, state: State, step: Step, name: str, value: Any) -> None:
        """Take a setting in from now on; one that is unknown or cannot be read is reported and changes nothing."""
        if name == "identities" and _maps_accounts(value):
            self._identify(state, step, _names_of(value))
        elif value is None and name in self.parameters:
            state.strange.pop(name, None)
            state.settings = {known: kept for known, kept in state.settings.items() if known != name}
        elif name in OTHER_SETTINGS:
            return
        elif problem := self._problem(state, name, value):
            text = f"the setting {name} cannot be {value!r}: {problem}"
            state.notes.append(Note(UNKNOWN_SETTING, self.first_clause, text, step.when, step.row.id))
            if not self._problem(None, name, value):
                state.strange[name] = value, step.row.id
        else:
            state.strange.pop(name, None)
            state.settings = {**state.settings, name: value}
            self._take_strange(state)

    def _take_strange(self, state: State) -> None:
        """Let settings hold that named what there was not, where there is by now."""
        for name, (value, row) in list(state.strange.items()):
            if not self._problem(state, name, value):
                del state.strange[name]
                state.settings = {**state.settings, name: value}
                state.notes = [each for each in state.notes if (each.code, each.row) != (UNKNOWN_SETTING, row)]

    # --- corrections --------------------------------------------------------------------------------------------------

    def _take_correction(self, state: State, step: Step, context: Context) -> None:
        """Let a value hold that people set, now or once the proposal is decided whose effect it is; what cannot be is told."""
        said, row = step.observation, step.row.id
        fault, value, of = said.text(FAULT), said.payload.get("set"), said.text("of")
        if fault:
            state.notes.append(_puts_nothing_right(row, fault, self.first_clause, step.when))
        elif value is not None:
            told = {**value, "by": said.text("by")}
            if any(self.verdict(world, of) is not None for world in state.worlds):
                for world in state.worlds:
                    world.awaited_values.setdefault(of, []).append((row, told))
            else:
                state.worlds = [self._with_value(state, each, step.when, context, row, told) for each in state.worlds]
            self._changed(state, step.when, context, row)

    def _with_effects(self, state: State, world: World, when: datetime, context: Context) -> World:
        """The world in which the values hold that people said are effects of proposals that are decided."""
        decided = {of: verdict for of in world.awaited_values if (verdict := self.verdict(world, of))}
        for of, verdict in decided.items():
            for row, value in world.awaited_values.pop(of):
                if verdict in _ADOPTED:
                    world = self._with_value(state, world, when, context, row, value)
                else:
                    fault = f"{of} did not take effect"
                    world.notes.append(_puts_nothing_right(row, fault, self.first_clause, when))
        return world

    def _with_value(
        self, state: State, world: World, when: datetime, context: Context, row: str, value: Mapping[str, Any]
    ) -> World:
        """The world in which a value holds; where it cannot, the same with a note of why. No rule is asked: people say so."""
        from .chat_corrections import Setter  # late: few ticks see any

        def opened(stated: Mapping[str, Any]) -> World:
            twin = replace(copy.deepcopy(world), notes=[], events=[])
            apart = copy.deepcopy(replace(state, worlds=[]))
            self.opened(self.moment(apart, twin, when, context.decisions, row), copy.deepcopy(stated))
            return twin

        def printed(each: World) -> Gamestate:
            alone = replace(state, worlds=[replace(each, overflowed=[])], upcoming=None, is_stale=False)
            return self.view(alone, when, 0, context)

        found = NoContext().run(Setter(printed, opened, self.worked_out).carried_out, world, value)
        if isinstance(found, Unusable):
            world.notes.append(_puts_nothing_right(row, found.why, self.first_clause, when))
            return world
        moment, text = self.moment(state, found, when, context.decisions, row), f"set by {value['by']}"
        moment.tell("value_set", self.first_clause, text, pointer=value["pointer"])
        moment.tell_of_goods(self.held(world), self.held(found), self.first_clause, text)
        return found

    def _identify(self, state: State, step: Step, names: dict[str, str]) -> None:
        """Let people be who they are said to be; whoever is said to be somebody else than before is told."""
        when = step.observation.seen_at or step.when
        for name, before in state.identities.items():
            now = names.get(name)
            if now != before and name != before.casefold():
                was = f"{name} was said to be "
                text = f"{was}{before}, and is {now or 'a person by itself'} now: all that it ever did counts so"
                state.notes = [each for each in state.notes if not _is_said(each, "IDENTITY_CHANGED", was)]
                state.notes.append(
                    Note("IDENTITY_CHANGED", self.codes["IDENTITY_CHANGED"][0], text, when, step.row.id, is_mild=True)
                )
        state.identities = names

    def _take_revision(self, state: State, step: Step, context: Context) -> None:
        law, payload = self.law(step.when, state.settings, state.page_values), step.observation.payload
        taken = list[bool]()

        def take() -> None:
            taken.append(self.ruleset.take(state, law, context.decisions, step.row.id, payload, step.row.readings))
            self._take_strange(state)

        self._with_law_changed(state, step, context, take)
        if any(taken):
            self._changed(state, step.when, context, step.row.id)

    def _with_law_changed(self, state: State, step: Step, context: Context, change: Callable[[], None]) -> None:
        """Change the law; once the game goes on, every world is told of the law before and after."""
        before = [self.moment(state, each, step.when, context.decisions, step.row.id) for each in state.worlds]
        change()
        if state.clock is None:
            return
        for moment in before:
            self._tell_law_changed(state, moment)

    def _with_readings_turned(self, state: State, moment: Moment[World], happen: Callable[[], None]) -> None:
        """Let something happen in a world; where it turns a reading over, as a ruling does, the law changes as by a setting."""
        held = self.settings_of(state, moment.world)
        happen()
        holding = self.settings_of(state, moment.world)
        if holding is not held and holding != held:
            self._tell_law_changed(state, moment)

    def _tell_law_changed(self, state: State, before: Moment[World]) -> None:
        # By the law since now nothing happens before now.
        state.clock = max(state.clock or before.when, before.when - TICKLE)
        self.law_changed(before, self.moment(state, before.world, before.when, before.decisions, before.row))

    def _problem(self, state: State | None, name: str, value: Any) -> str:
        """Why a setting cannot have a value; the names in it are looked up in the tables that hold in a state, where one is given."""
        if name not in self.parameters:
            return "it does not map people to their accounts" if name == "identities" else "there is no such setting"
        if self.parameters[name].bounds(value) and not self.law.book.fits(name, value):
            return "it is not of the right sort"
        held = None if state is None else {**state.page_values, **state.settings}
        beside = None if held is None else {each: (table,) for each, table in held.items()}
        return self.parameters[name].out_of_bounds(value) or self.setting_problem(name, value, beside)

    # --- dice ---------------------------------------------------------------------------------------------------------

    def _take_dice(self, state: State, step: Step, context: Context) -> None:
        """Take in dice that fell or can never be drawn, names that a file draws, and what the tracker's own can be checked by."""
        kind, payload = step.observation.kind, step.observation.payload
        if kind == "roll_lost":
            state.lost[str(payload["for"]).rpartition(":")[0]] = LostDice(str(payload["why"]), step.when)
        elif kind == "roll":
            if step.observation.source == dice_log.OWN_SOURCE:
                dice_log.take_roll(state.dice, payload, step.when, context.settled, source=dice_log.OWN_SOURCE)
            self._take_roll(state, step, context)
        elif kind == "name_drawn":
            state.names.append(str(payload.get("name") or ""))
            self._go_on(state, step, context)
        else:
            take = dice_log.take_commitment if kind == "commitment" else dice_log.take_reveal
            take(state.dice, payload, step.when, step.row.id, context.settled)

    def _take_roll(self, state: State, step: Step, context: Context) -> None:
        payload, row = step.observation.payload, step.row.id
        label, faces = str(payload.get("for") or ""), faces_of(payload)
        waiting = ((key, each) for world in state.worlds for key, each in world.requests.items())
        awaited = {name for key, each in waiting for name in dice_names(key, len(each.sides))}
        if len(faces) == 1 and label in awaited:
            state.rolls.setdefault(label, faces[0])
        else:
            is_own = step.observation.source == dice_log.OWN_SOURCE
            state.loose += [LooseRoll(int(payload["sides"]), face, row, label, is_own, step.when) for face in faces]
        self._go_on(state, step, context)

    def _go_on(self, state: State, step: Step, context: Context) -> None:
        """Carry out what waited for what has just come, in every world."""
        waiting = [world for world in state.worlds if world.requests]
        for world in waiting:
            self.dice_fell(self.moment(state, world, step.when, context.decisions, step.row.id))
        if waiting:
            self._changed(state, step.when, context, step.row.id)

    def _take_answer_about_dice(self, state: State, step: Step, context: Context) -> None:
        """Carry out what people decided, now and for good, on dice that can never be drawn: faces by hand, or that there are none."""
        question = step.observation.text("question")
        decision = state.decided(context.decisions, question) if question.startswith(DICE_LINE) else None
        if decision is None or decision.at != step.when:
            return
        key = question.removeprefix(DICE_LINE)
        for world in state.worlds:
            asked = world.requests.get(key)
            if asked is not None and _is_lost(state, key, asked):
                self._settle_dice(
                    self.moment(state, world, step.when, context.decisions, asked.row), key, asked, decision
                )
        self._changed(state, step.when, context, step.row.id)

    def _look_at_called_dice(self, state: State, step: Step, context: Context) -> None:
        """Let no dice fall on a decision that came too late for anything to come of them."""
        question, has_called = step.observation.text("question"), False
        for world in state.worlds:
            keys = [key for key, each in world.requests.items() if each.at == step.when and question in each.decided]
            if keys:
                has_called = True
                self.dice_called(self.moment(state, world, step.when, context.decisions, step.row.id), keys)
        if has_called:
            self._changed(state, step.when, context, step.row.id)

    def _look_at_answer(self, state: State, step: Step, context: Context) -> None:
        question = step.observation.text("question")
        decision = state.decided(context.decisions, question)
        if decision is None or decision.at != step.when:
            return
        for world in state.worlds:
            if question in world.asks:
                self.answered(self.moment(state, world, step.when, context.decisions, step.row.id), question)

    def _settle_dice(self, moment: Moment[World], key: str, asked: Awaited, decision: Decision) -> None:
        faces = faces_meant(decision.answer, asked.sides)
        if decision.answer == VOID:
            del moment.world.requests[key]
            self.dice_void(moment, key, asked)
        elif isinstance(faces, list):
            moment.state.rolls.update(zip(dice_names(key, len(faces)), faces, strict=True))
            text = f"the dice for {asked.purpose} were given by {decision.by}: {decision.answer} ({decision.why})"
            moment.note("DICE_BY_HAND", asked.clause, text, is_mild=True)
            self.dice_fell(moment)

    def _lost_dice(self, state: State) -> dict[str, Awaited]:
        """What waits for dice that can never be drawn, in any world."""
        return self._waiting(state, are_lost=True)

    def _waiting(self, state: State, *, are_lost: bool) -> dict[str, Awaited]:
        waiting = {key: each for world in state.worlds for key, each in world.requests.items()}
        return {key: each for key, each in waiting.items() if _is_lost(state, key, each) == are_lost}

    def sealed(self, state: State) -> Mapping[str, str]:
        """Questions whose answers cannot be changed any more, each with why: the dice that fell on them are known."""
        return {id: f"dice fell on that answer at {iso(at)}, and are known since" for id, at in state.sealed.items()}

    def trail(self, state: State, as_of: datetime, context: Context, name: str) -> Trail | None:
        """How what somebody holds came about, in whichever world."""
        from .chat_trail import holder_named, trail_of  # late: only who asks for it

        holder = holder_named(name, self.trail_names(state, as_of, context), state)
        worlds = self.shown(state)
        goods = [self.held(world).get(holder, {}) for world in worlds]
        return trail_of(worlds, state, context.settled, holder, goods, as_of) if holder else None

    def trail_names(self, state: State, as_of: datetime, context: Context) -> Sequence[str]:
        """All who hold anything, or did."""
        return list(dict.fromkeys(holder for world in state.worlds for holder in self.held(world)))

    # --- what every chat game shows -----------------------------------------------------------------------------------

    def shown(self, state: State) -> list[World]:
        """All worlds and, where there are ways that none follows, one more of which nothing is known since."""
        since = unfollowed_since(state, state.worlds)
        if since is None:
            return state.worlds
        return [*state.worlds, self.unknown(self.moment(state, state.worlds[0], state.clock or since, {}), since)]

    @property
    def first_clause(self) -> str:
        """The clause that stands for the ruleset as a whole."""
        return next(iter(self.clauses))

    def findings(self, state: State, decisions: Mapping[str, Decision] | None = None) -> tuple[Finding, ...]:
        """The notes of the chat and those of all worlds alike, each once, and what is amiss on the ruleset page after the decisions."""
        notes = [*state.notes, *_in_all([world.notes for world in state.worlds], repr)]
        made = (Finding(n.code, n.clause, n.text, (n.row,) if n.row else (), n.at, n.is_mild) for n in notes)
        on_dice = [
            *self._findings_on_lost_dice(state),
            *self._findings_on_awaited_dice(state),
            *_findings_on_unused_dice(state, self.first_clause),
        ]
        others = [*on_dice, *unfollowed(state, state.worlds), *self._findings_on_ruleset(state, decisions or {})]
        return tuple(dict.fromkeys([*made, *others]))

    def _findings_on_lost_dice(self, state: State) -> Iterator[Finding]:
        for key, each in self._lost_dice(state).items():
            lost = state.lost[key]
            text = f"no dice can be drawn for {each.purpose}: {lost.why}; people decide what becomes of it"
            yield Finding("DICE_LOST", each.clause, text, (each.row,), lost.at)

    def _findings_on_awaited_dice(self, state: State) -> Iterator[Finding]:
        """What waits for dice that nobody drew, as in a file that lacks them: a tick draws them before it tells anything."""
        for key, each in self._waiting(state, are_lost=False).items():
            if each.waits_for:
                continue
            names = dice_names(key, len(each.sides))
            dice = ", ".join(f"d{sides} for {name}" for name, sides in zip(names, each.sides, strict=True))
            text = f"no dice fell for {each.purpose}, and what hangs on them waits: {dice}"
            yield Finding("DICE_AWAITED", each.clause, text, (each.row,) if each.row else (), each.at, is_note=True)

    def _findings_on_ruleset(self, state: State, decisions: Mapping[str, Decision]) -> list[Finding]:
        if state.ruleset is None and state.gutted is None:
            return []
        return self.ruleset.findings(state, decisions, self.rules.carried_out())

    def questions(
        self, state: State, decisions: Mapping[str, Decision], facts: Sequence[Fact] = ()
    ) -> tuple[Question, ...]:
        """What people are asked in any world and have not decided, the doubts in which worlds differ, and rules in doubt.

        How the words of a message are meant is asked once people have told what it said when it was posted, where that is
        asked, too. ``facts`` are those that may lean on a rule in doubt, for people to see.
        """
        doubts = {id: state.doubts[id] for id in undecided(state.worlds) if id in state.doubts}
        on_words = {id: ask for world in state.worlds for id, ask in world.asks.items()}
        open_ones = {
            id: _question(ask)
            for id, ask in {**doubts, **on_words}.items()
            if not _is_answered(ask, state.decided(decisions, id, ask.answers))
        }
        lost = [_question(_ask_about_dice(state, key, each, decisions)) for key, each in self._lost_dice(state).items()]
        first = (each for id, each in open_ones.items() if id not in on_words or not _is_early(each, open_ones))
        return (*first, *lost, *self._questions_on_ruleset(state, decisions, facts))

    def _questions_on_ruleset(
        self, state: State, decisions: Mapping[str, Decision], facts: Sequence[Fact]
    ) -> list[Question]:
        if state.ruleset is None and state.gutted is None:
            return []
        return self.ruleset.questions(state, decisions, self.rules.carried_out(), facts)

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        """What was refused in all worlds alike, each once, in the order of happening."""
        found = _in_all([sorted(world.refused, key=lambda each: each.at) for world in self.shown(state)], repr)
        return tuple(dict.fromkeys(_told_refusal(each) for each in found if not each.is_hint))

    def events(self, state: State) -> tuple[Mapping[str, Any], ...]:
        """What came about in all worlds alike, in the order of happening."""
        return tuple(event.record() for event in _in_all([world.events for world in self.shown(state)], repr))

    def requests(self, state: State) -> tuple[Any, ...]:
        """The dice that any world waits for, as far as they may be drawn."""
        return tuple(roll_requests(self._waiting(state, are_lost=False)))


def _puts_nothing_right(row: str, fault: str, clause: str, when: datetime) -> Note:
    return Note(WITHOUT_EFFECT, clause, f"{row} puts nothing right: {fault}", when, row)


def _told_refusal(each: Refused) -> Refusal:
    is_private = each.channel == PRIVATE_CHANNEL
    return Refusal(each.row, each.code, each.clause, each.text, each.n, is_private)


def _is_lost(state: ChatState, key: str, asked: Awaited) -> bool:
    """Whether dice that are waited for can never be drawn as they were asked for last."""
    lost = state.lost.get(key)
    return lost is not None and lost.at == asked.at


def _ask_about_dice(state: ChatState, key: str, asked: Awaited, decisions: Mapping[str, Decision]) -> Ask:
    lost, decision = state.lost[key], state.decided(decisions, dice_question(key))
    needs = [
        f"{DRAW}: they fall by the seed of the day (UTC) on which that is decided, which nobody knows by then",
        f"{VOID}: the action comes to nothing",
        f"or the faces of {', '.join(f'd{sides}' for sides in asked.sides)}, in this order, rolled by hand before witnesses",
    ]
    text = f"What becomes of {asked.purpose}, for which the tracker can draw no dice ({lost.why})?"
    id, example = dice_question(key), " ".join(map(str, asked.sides))
    made = Ask(id, text, asked.clause, [DRAW, VOID], lost.at, [asked.row], needs, is_free=True, examples=[example])
    meant = faces_meant(decision.answer, asked.sides) if decision is not None else None
    made.fault = meant.why if isinstance(meant, Unusable) else ""
    return made


def _findings_on_unused_dice(state: ChatState, clause: str) -> Iterator[Finding]:
    for each in state.loose:
        if each.is_own:
            text = f"dice fell ({each.face} of {each.sides}) that nothing asks for any more: what asked for them was changed since"
            yield Finding("ROLL_UNUSED", clause, text, (each.row,), each.at)


UNKNOWN_SETTING = "UNKNOWN_SETTING"
OTHER_SETTINGS: Sequence[str] = ("bot_account", "wiki_account", "aliases", "dynasty")
"""Settings that the tracker logs of every nomic, and that chat games have no use for."""


def _asked(choice: Choice) -> Ask:
    return Ask(
        choice.question, choice.text, choice.clause, list(choice.answers), choice.about, list(choice.observations)
    )


def _is_answered(ask: Ask, decision: Decision | None) -> bool:
    return decision is not None and ((ask.is_free and not ask.fault) or decision.answer in ask.answers)


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
        examples=tuple(ask.examples),
        fault=ask.fault,
    )


def _is_early(question: Question, asked: Container[str]) -> bool:
    """Whether a question is about the words of a message of which it is asked, too, what it said when it was posted."""
    if question.id == posted_question(message_asked(question.id)):
        return False
    return any(posted_question(message) in asked for message in question.observations[:1])


Told = TypeVar("Told")


def _in_all(lists: Sequence[Sequence[Told]], key: Callable[[Told], Hashable]) -> list[Told]:
    """What the first list holds and every other has an equal of, in its order."""
    first, *others = lists
    elsewhere = [set(map(key, other)) for other in others if other != first]
    return [each for each in first if all(key(each) in other for other in elsewhere)] if elsewhere else list(first)


def _by_person(state: ChatState, step: Step) -> Step | None:
    """The same row with people under their own ids, where they were seen under an account's.

    None where an account left the server and another of the same person's is still there: the person is.
    """
    seen = step.observation
    own = {
        field: person
        for field in ("author", "user")
        if (person := state.person(seen.text(field))) not in ("", seen.text(field))
    }
    if not own:
        return step
    account, person = next((seen.text(field), person) for field, person in own.items())
    if _is_there_still(state, step, account, person):
        return None
    payload = {**seen.payload, **own, "account": account}
    return step._replace(row=step.row._replace(observation=replace(seen, payload=payload)))


def _is_there_still(state: ChatState, step: Step, account: str, person: str) -> bool:
    """Note that one account of somebody was heard of, or left: whether another of theirs is there all the same."""
    others = [each for each in state.present.get(person, ()) if each != account]
    has_left = step.observation.kind == "member_left"
    if step.is_certain:
        state.present[person] = others if has_left else sorted([*others, account])
    return has_left and bool(others)


def _forget_chatter(state: ChatState, now: datetime) -> None:
    """Let messages of which nothing came leave the log once their instant is past: until then they may be told again."""
    messages = state.log.messages
    if not state.chatter or (state.chatter[-1] in messages and messages[state.chatter[-1]].at >= now):
        return
    for id in state.chatter:
        messages.pop(id, None)
    state.chatter = []


def _edited_chatter(edit: Observation) -> ChatMessage:
    """A message of which nothing is known but an edit: its first text was talk, so it is left empty."""
    id, at = edit.text("message") or edit.id, edit.happened_at
    kept = {edit.text("text"): dict(read)} if (read := edit.payload.get("read")) is not None else {}
    return ChatMessage(id, edit.text("channel"), edit.text("author"), at, "", kept=kept)


def _is_said(note: Note, code: str, start: str) -> bool:
    """Whether a note tells of the same thing: what it says of it is over once there is news of it."""
    return note.code == code and note.text.startswith(start)


def _maps_accounts(value: Any) -> bool:
    """Whether a value maps people to the places where they have accounts, and those to lists of names."""
    places = value.values() if isinstance(value, dict) else (value,)
    return all(isinstance(each, dict) and all(isinstance(names, list) for names in each.values()) for each in places)


def _names_of(identities: Mapping[str, Any]) -> dict[str, str]:
    """Every name and account of each person, and their own, case-folded -> the person."""
    return {
        str(alias).casefold(): person
        for person, accounts in identities.items()
        for names in ((person,), *accounts.values())
        for alias in names
    }
