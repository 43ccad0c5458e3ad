"""What a game played in chat channels keeps and does while it folds: who said what, what holds, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Generic, TypeAlias, TypeVar

from tracker.core.fold import Decision
from tracker.core.instants import iso
from tracker.mechanics.chat.notes import Note
from tracker.mechanics.chat_dice import DRAW, Awaited, LooseRoll, LostDice, dice_names, dice_question
from tracker.mechanics.chat_log import ChatLog
from tracker.mechanics.chat_readings import Unusable, posted_question
from tracker.mechanics.dice_log import DiceLog, tell
from tracker.mechanics.gutted_page import Gutted
from tracker.mechanics.law import Law
from tracker.mechanics.ruleset_passages import RulesetShown
from tracker.mechanics.written_in_doubt import WrittenInDoubt

World = TypeVar("World", bound="ChatWorld")
Meaning = TypeVar("Meaning")
Held: TypeAlias = Mapping[str, Mapping[str, int]]
"""What each holder holds: item -> how many."""


@dataclass(slots=True)
class Event:
    """One thing that came about: its name and fields as the game's checklist has them, its clause and the row that caused it.

    ``by`` and ``channel`` are those of the message that caused it, which may leave the log before this does. ``below`` is another message
    (in the channel ``below_in``) below which the chat is told of it, where what caused it was said privately.
    """

    name: str
    at: datetime
    clause: str
    row: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    text: str = ""
    by: str = ""
    channel: str = ""
    below: str = ""
    below_in: str = ""

    def record(self) -> dict[str, Any]:
        """As ``tracker replay`` prints it."""
        return {"event": self.name, "at": iso(self.at), "clause": self.clause, **self.fields}


@dataclass(slots=True)
class Refused:
    """An announced action that the rules refused; ``n`` is its number within its message (None: the message as a whole).

    ``by`` and ``channel`` are those of the message. A hint says where something belongs that was no action where it stands: it is told
    like a refusal, and is none.
    """

    row: str
    code: str
    clause: str
    text: str
    at: datetime
    n: int | None = None
    by: str = ""
    channel: str = ""
    is_hint: bool = False


@dataclass(slots=True)
class Ask:
    """A question that people must answer; it holds from ``about`` on.

    ``is_free`` allows any text besides ``answers`` that says something certain, as the ``examples`` do; ``fault`` is why the answer
    that was given does not.
    """

    id: str
    text: str
    clause: str
    answers: list[str]
    about: datetime
    rows: list[str] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)
    may_answer: str = "admin"
    is_free: bool = False
    examples: list[str] = field(default_factory=list)
    fault: str = ""


@dataclass(slots=True)
class GoodsChange:
    """How many of one thing a holder had before and after something happened, with why."""

    holder: str
    item: str
    old: int
    new: int
    at: datetime
    clause: str
    text: str
    row: str = ""


@dataclass(slots=True)
class ChatWorld:
    """What holds, if things were as ``assumed`` (question -> answer); a game's own world adds its players and goods to it.

    ``overflowed`` are the questions of which not every answer is followed (``mechanics.forked_worlds``).
    """

    assumed: dict[str, str] = field(default_factory=dict)
    overflowed: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    asks: dict[str, Ask] = field(default_factory=dict)
    changes: list[GoodsChange] = field(default_factory=list)
    requests: dict[str, Awaited] = field(default_factory=dict)
    """Dice that are asked for and have not fallen: key -> what they are for."""
    acted: dict[str, datetime] = field(default_factory=dict)
    """The messages that held actions, and when."""
    worded: list[str] = field(default_factory=list)
    """The ids, in small letters, of those messages that have no digit: in words like any other they are ids where one of them is meant."""
    meant: dict[str, dict[str, dict[str, list[str]]]] = field(default_factory=dict)
    """Of answers that were carried out, whom their words meant then (question -> words -> kind -> these, as nobody can mistake them).

    Each is looked at once more as of the instant of the answer, and stays only where words mean somebody else by then."""
    awaited_values: dict[str, list[tuple[str, dict[str, Any]]]] = field(default_factory=dict)
    """Proposal -> the values that people set as its effect, each with its correction's row, until it is decided."""
    told_to: datetime | None = None
    """Up to when what was told is stored by day and has left the live state."""

    def let_cite(self, id: str) -> None:
        """Let people name a message by its id, also where that is a word."""
        if not any(map(str.isdigit, id)) and id.lower() not in self.worded:
            self.worded.append(id.lower())


@dataclass(slots=True)
class ChatState:
    """What is kept whatever world is the true one: what was said, dated settings, and dice that fell.

    ``clock`` is the instant up to which everything that happens by itself has happened; None before the first row. ``upcoming``
    is the next such instant, as long as ``is_stale`` does not say that something changed since it was looked for.
    """

    log: ChatLog = field(default_factory=ChatLog)
    settings: dict[str, Any] = field(default_factory=dict)
    strange: dict[str, tuple[Any, str]] = field(default_factory=dict)
    """Settings that name what there is not (a suit, an item), each with its value and row: they hold as soon as there is."""
    page_values: dict[str, Any] = field(default_factory=dict)
    rolls: dict[str, int] = field(default_factory=dict)
    loose: list[LooseRoll] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """Names that a file draws and nothing has used, in its order."""
    named: dict[str, str] = field(default_factory=dict)
    """The names that were used, by what they are for."""
    dice: DiceLog = field(default_factory=DiceLog)
    """The tracker's own dice, with what they can be checked by."""
    lost: dict[str, LostDice] = field(default_factory=dict)
    """Keys of dice that cannot be drawn."""
    sealed: dict[str, datetime] = field(default_factory=dict)
    """Questions on whose answers dice fell, and when: whoever changes one since knows the dice."""
    clock: datetime | None = None
    upcoming: datetime | None = None
    is_stale: bool = True
    is_opened: bool = False
    notes: list[Note] = field(default_factory=list)
    told_marks: dict[str, str] = field(default_factory=dict)
    """Month -> what stands for all that was told on those of its days that have left the live state, of months with any event on them."""
    told_months: list[str] = field(default_factory=list)
    """Every month of which anything that was told has left the live state, oldest first."""
    ways: int = 1
    """How many worlds there are, counted while they are forked."""
    doubts: dict[str, Ask] = field(default_factory=dict)
    """What could not be told and nobody had decided when it mattered: worlds may differ in it."""
    chatter: list[str] = field(default_factory=list)
    """Messages of the newest instant of which nothing came in any world: they leave the log with it."""
    identities: dict[str, str] = field(default_factory=dict)
    """Account or other name, case-folded -> the person's own id in the game; so is that itself."""
    present: dict[str, list[str]] = field(default_factory=dict)
    """Person -> their accounts that were heard of and have not left the server, of people whose accounts are mapped."""
    ruleset: RulesetShown | None = None
    """The ruleset page as its newest sound revision shows it; None before the first."""
    gutted: Gutted | None = None
    in_doubt: WrittenInDoubt = field(default_factory=WrittenInDoubt)
    """What was written by rules in doubt: by row, and what happened by itself."""
    """The newest revision, where it is no ruleset."""

    def person(self, name: str) -> str:
        """Somebody's own id in the game, by that, by an account or by another name of theirs; an unknown one is itself."""
        return self.identities.get(name.casefold(), name)

    def decided(
        self, decisions: Mapping[str, Decision], question: str, answers: Collection[str] = ()
    ) -> Decision | None:
        """What people decided on a question, by whichever names of a person it and its answer go; None where nothing.

        Of an answer that is none of ``answers``, the person is meant whose name it is.
        """
        found = next((decisions[each] for each in self._ways_to_ask(question) if each in decisions), None)
        if found is None or found.answer in answers:
            return found
        person = self.person(found.answer)
        return replace(found, answer=person) if person in answers else found

    def _ways_to_ask(self, question: str) -> Iterator[str]:
        """A question's id, and that with each other name of a person who is named in it."""
        yield question
        parts = question.split(":") if self.identities else []
        for place, part in enumerate(parts):
            if place and self.identities.get(part.casefold()) == part:
                others = (name for name, person in self.identities.items() if person == part)
                yield from (":".join([*parts[:place], other, *parts[place + 1 :]]) for other in others)


@dataclass(slots=True)
class Moment(Generic[World]):
    """Everything that a rule may look at and write to at one instant: nothing else decides.

    ``row`` is the observation that causes what happens, empty where something happens by itself; ``read_by`` is the decision
    without which nobody would know that it is an action, and ``said_at`` when that was announced, where it may be earlier than the
    instant by which it is judged. ``resumed_at`` is when the dice fell that what is judged had waited for since; ``asked`` are the
    keys of dice that were asked for so far.
    """

    world: World
    state: ChatState
    law: Law
    decisions: Mapping[str, Decision]
    row: str = ""
    read_by: Decision | None = None
    said_at: datetime | None = None
    resumed_at: datetime | None = None
    asked: set[str] = field(default_factory=set)

    @property
    def when(self) -> datetime:
        """The instant judged (UTC)."""
        return self.law.when

    @property
    def now(self) -> datetime:
        """When what happens comes about (UTC): what waited for dice does so after the instant by which it is judged."""
        return self.when if self.resumed_at is None else max(self.when, self.resumed_at)

    def tell(self, name: str, clause: str, text: str = "", /, **fields: Any) -> None:
        """Note that something came about."""
        self.world.events.append(Event(name, self.now, clause, self.row, fields, text, *self._cited()))

    def tell_of_goods(self, was: Held, holds: Held, clause: str, text: str) -> None:
        """Note all that differs between what holders held before and hold now."""
        for holder in dict.fromkeys([*was, *holds]):
            old, new = was.get(holder, {}), holds.get(holder, {})
            for item in dict.fromkeys([*old, *new]):
                counts = old.get(item, 0), new.get(item, 0)
                if counts[0] != counts[1]:
                    self.world.changes.append(GoodsChange(holder, item, *counts, self.now, clause, text, self.row))

    def refuse(self, code: str, clause: str, text: str, n: int | None = None, *, by: str = "") -> None:
        """Note that an action of the message, or what somebody (``by``) did to it, was refused: nothing changes."""
        author, channel = self._cited()
        self.world.refused.append(Refused(self.row, code, clause, text, self.now, n, by or author, channel))

    def hint(self, code: str, clause: str, text: str, n: int | None = None) -> None:
        """Tell whoever said something where it would be an action."""
        author, channel = self._cited()
        self.world.refused.append(Refused(self.row, code, clause, text, self.now, n, author, channel, is_hint=True))

    def _cited(self) -> tuple[str, str]:
        """Who wrote the message that causes what happens, and in which channel."""
        message = self.state.log.messages.get(self.row)
        return (message.author, message.channel) if message else ("", "")

    def note(self, code: str, clause: str, text: str, *, is_mild: bool = False, row: str | None = None) -> None:
        """Note something that people should look at, of the row that causes what happens unless it is of another."""
        self.world.notes.append(Note(code, clause, text, self.now, self.row if row is None else row, is_mild))

    def ask(self, ask: Ask) -> str | None:
        """Ask people, unless they answered already: their answer, or None."""
        self.world.asks.setdefault(ask.id, ask)
        return self.answer(ask.id)

    def ask_in_words(self, ask: Ask, read: Callable[[str], Meaning | Unusable]) -> Meaning | None:
        """Ask people in their own words: what their answer means, or None while there is none that settles the question."""
        answer, kept = self.ask(ask), self.world.asks[ask.id]
        meant = Unusable("") if answer is None else read(answer)
        kept.fault = meant.why if isinstance(meant, Unusable) else ""
        return None if isinstance(meant, Unusable) else meant

    def answer(self, question: str) -> str | None:
        """What a person decided, or None."""
        decision = self.state.decided(self.decisions, question)
        return None if decision is None else decision.answer

    def dice(self, key: str, sides: list[int], purpose: str, clause: str) -> list[int] | None:
        """The faces that fell for a key, one for each of the sides, or None while they have not fallen: then they are asked for.

        Dice that a file gives without a key, or for this row, key or purpose, are used in the file's order; they are this key's
        from then on.
        """
        self.asked.add(key)
        names = dice_names(key, len(sides))
        asked = self.world.requests.get(key) or self._asked_for(key, sides, purpose, clause)
        self._use_named(names, sides)
        if any(name not in self.state.rolls for name in names) and not self._use_loose(key, names, sides, purpose):
            self.world.requests[key] = asked
            return None
        self.world.requests.pop(key, None)
        self._note_fallen(names, asked)
        return [self.state.rolls[name] for name in names]

    def name_drawn(self, key: str) -> str | None:
        """The name that a file draws for a key, the next one that it has: then no dice are asked for it. None where there is none."""
        state = self.state
        if key not in state.named and not state.names:
            return None
        if key not in state.named:
            state.named[key] = state.names.pop(0)
        self.world.requests.pop(key, None)
        return state.named[key]

    def _asked_for(self, key: str, sides: list[int], purpose: str, clause: str) -> Awaited:
        """Dice that are called for now or, where people decided that they are, since the newest of these decisions."""
        again = self.state.decided(self.decisions, dice_question(key))
        made = [each for each in (self.read_by, again if again and again.answer == DRAW else None) if each]
        at = max([self.now, *(each.at for each in made)])
        decided = {each.question: each.at for each in made}
        said_at = self.said_at or self.when
        return Awaited(sides, purpose, clause, at, self.row, said_at, decided, self._unsaid())

    def _unsaid(self) -> str:
        """The question what the message said when it was posted, where people are asked that and have not told; "" otherwise."""
        question = posted_question(self.row)
        ask = self.world.asks.get(question)
        return question if ask is not None and (ask.fault or self.answer(question) is None) else ""

    def _note_fallen(self, names: list[str], asked: Awaited) -> None:
        """Put down what dice were for, and on which decisions they fell; one that is newer than the dice is told."""
        state, message = self.state, self.state.log.messages.get(asked.row)
        for name in names:
            tell(state.dice, name, message.author if message else "", asked.reason, asked.row)
        is_own = any(name in state.dice.rolls for name in names)
        for question in asked.decided:
            state.sealed.setdefault(question, self.now)
            decision = state.decided(self.decisions, question)
            if decision is not None and decision.at > self.now and is_own:
                text = f"{question} was decided by {decision.by} at {iso(decision.at)}, when its dice were known since {iso(self.now)}"
                self.note("DECIDED_AFTER_DICE", asked.clause, text)

    def _use_named(self, names: list[str], sides: list[int]) -> None:
        """Let dice that a file gave by the very name of a die, before it was asked for, be that one."""
        wanted = dict(zip(names, sides, strict=True))
        named = [each for each in self.state.loose if wanted.get(each.label) == each.sides]
        for each in named:
            self.state.rolls.setdefault(each.label, each.face)
        self._drop(named)

    def _use_loose(self, key: str, names: list[str], sides: list[int], purpose: str) -> bool:
        """Let the next loose dice of those sides be these, where there are enough; whether there were.

        Dice that are for anything are for what was asked for first.
        """
        asked = self.world.requests.get(key)
        names_it = {asked.row if asked else self.row, key, purpose} - {""}
        if not self._are_anothers(key, asked.turn if asked else self.when):
            names_it.add("")
        words = _words(purpose)
        meant = [
            each for each in self.state.loose if each.label in names_it or (each.label and _words(each.label) <= words)
        ]
        chosen = meant[: len(sides)]
        if [each.sides for each in chosen] != sides:
            return False
        for name, each in zip(names, chosen, strict=True):
            self.state.rolls[name] = each.face
        self._drop(chosen)
        return True

    def _are_anothers(self, key: str, turn: datetime) -> bool:
        """Whether the loose dice that are for anything are the first ones, or all, of what was asked for before this key."""
        sides = [each.sides for each in self.state.loose if not each.label]
        if not sides:
            return False
        earlier = (
            each for other, each in self.world.requests.items() if each.turn < turn and other != key and each.sides
        )
        return any(all(map(int.__eq__, each.sides, sides)) for each in earlier)

    def _drop(self, used: list[LooseRoll]) -> None:
        gone = {id(each) for each in used}
        self.state.loose = [each for each in self.state.loose if id(each) not in gone]


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """The words of a purpose, or of a label that may say some of them: ``new lot`` for ``the cards of a new lot``."""
    return frozenset(text.casefold().split())
