"""What people enter as the effects of an adopted proposal: changes of whatever a game says can change, in plain words."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

from tracker.core.gamestate import Finding
from tracker.core.instants import iso, parse_instant
from tracker.mechanics.chat_play import ChatWorld, Moment
from tracker.mechanics.chat_readings import Unusable

World = TypeVar("World", bound=ChatWorld)
NO_EFFECTS = "none"
_QUESTION = "effects:"
"""What the id of a question what a proposal changes begins with."""
_NOTHING = frozenset({NO_EFFECTS, "nothing", "no effect", "no effects"})
NONE = frozenset({"none", "nobody", "nothing", "no", "unset", "uncoloured", "uncolored"})
"""The words that take something away."""
_NOBODY = ("none", "nobody", "nothing", "unset")
"""Those of them that may be written where somebody is called by another."""
_ONE_OF_LIST = re.compile(r'(?:"[^"]*"|“[^”]*”|[^,])+')
QUOTES = '"“”'
PLAY = "play"
"""The kind of what is of nobody and nothing, but of the play as a whole."""
_MENTION = re.compile(r"<@!?(?P<account>[^<>@ ]+)>")
_CHANGE = re.compile(r"(?P<what>[^=+\-−0-9].*?) *(?P<how>=|\+|-|−) *(?P<count>[+\-−]? *[0-9]{1,12}(?:\.[0-9]{1,6})?)")


@dataclass(frozen=True, slots=True)
class Whose:
    """What changes something: its ``kind``, its ``id`` in the gamestate, and as people ``called`` it."""

    kind: str
    id: str
    called: str = ""


@dataclass(frozen=True)
class Number(Generic[World]):
    """A number that can be changed: what it is, how it is set (with why), its ``least`` (None: none); ``is_any``: any number at all.

    ``remedy`` tells, behind a number that cannot be, what to write instead.
    """

    old: Fraction | int
    set: Callable[[Moment[World], Fraction, str], None]
    least: int | None = 0
    is_any: bool = False
    remedy: str = ""


@dataclass(slots=True)
class Trial(Moment[World]):
    """A moment in which changes are only tried; it notes whom their words may mean: words -> kind -> these, as said."""

    meant: dict[str, dict[str, list[str]]] = field(default_factory=dict)


def note_meant(moment: Moment[Any], called: str, kind: str, found: Iterable[str]) -> None:
    """Note, where changes are only tried, whom words may mean, as nobody can mistake them; ``kind`` is the one of what reads them."""
    if isinstance(moment, Trial):
        noted = moment.meant.setdefault(called, {}).setdefault(kind, [])
        noted.extend(each for each in found if each not in noted)


def effects_question(proposal: str) -> str:
    """The question what a proposal changes, by its message."""
    return f"{_QUESTION}{proposal}"


def effects_asked(moment: Moment[Any]) -> list[str]:
    """The questions what adopted proposals change that nobody has answered for certain, in the order of adoption."""
    asked = (ask for id, ask in moment.world.asks.items() if id.startswith(_QUESTION))
    return [ask.id for ask in asked if ask.fault or moment.answer(ask.id) is None]


def effects_untold(
    moments: Sequence[Moment[Any]], clause: str, hanging: Callable[[datetime], str], followed: str = ""
) -> Iterator[Finding]:
    """That what is shown stands without the effects of proposals of which nobody has told them, in any world.

    ``hanging`` says what hangs on figures that may be otherwise since an instant, ``followed`` what is followed both ways.
    """
    asked = {
        id: moment.world.asks[id] for moment in moments for id in effects_asked(moment) if id not in moment.world.meant
    }
    if not asked:
        return
    rows = tuple(dict.fromkeys(row for ask in asked.values() for row in ask.rows))
    since = min(ask.about for ask in asked.values())
    text = (
        f"until people answer {', '.join(asked)}, all that is shown stands without what these proposals change: figures and what hangs"
        f" on them ({hanging(since)}) may be otherwise since {iso(since)}{followed}"
    )
    yield Finding("EFFECTS_UNTOLD", clause, text, rows, since)


Change: TypeAlias = Callable[[Moment[World], str], None]
"""Carries one change out, given the text of why."""
Read: TypeAlias = Callable[[Moment[World], Whose, str], Change[World] | Unusable]
"""Reads the value behind the words of a change."""


@dataclass(frozen=True)
class Kind(Generic[World]):
    """What of one kind of thing can change: patterns of ``words`` with what reads the value behind them, and its numbers by name."""

    words: Mapping[str, Read[World]] = field(default_factory=dict)
    number: Callable[[Moment[World], Whose, str], Number[World] | Unusable | None] = lambda moment, whose, what: None


@dataclass(frozen=True, slots=True)
class Effects(Generic[World]):
    """What can change in a game, by the ``kinds`` of what it is of, and how people may say it.

    ``whose_is`` is what words in front of a colon mean, why they are unclear, or None; ``known`` says what there is that they
    may mean. ``after`` is done after every change, ``at_last`` after all. What no event of its own tells is told by the
    ``clause``. ``said_now`` gives, by the kind under which it was noted, whom words may mean. ``fault`` is what is amiss in a
    world that changes would leave, given the one before.
    """

    kinds: Mapping[str, Kind[World]]
    whose_is: Callable[[Moment[World], str], Whose | Unusable | None]
    example: str
    known: str
    clause: str
    said_now: Mapping[str, Callable[[Moment[World], str], Iterable[str]]]
    after: Callable[[World], None] = lambda world: None
    at_last: Callable[[Moment[World]], None] = lambda moment: None
    fault: Callable[[World, World], Unusable | None] = lambda before, after: None

    def meant(self, moment: Moment[World], question: str, answer: str) -> list[str] | Unusable:
        """What people say that a text changes, such as ``ana: Seeds -3; ponds +1``, change by change.

        All of it must be certain: each change is tried, after those before it, on a copy of what holds. Whom its words mean is
        noted for when it is known what they mean as people say them (``look_at_names``).
        """
        if answer.strip().rstrip(".!").strip().casefold() in _NOTHING:
            return []
        trial = Trial(copy.deepcopy(moment.world), moment.state, moment.law, moment.decisions, moment.row)
        parts = [part for each in re.split(r"[;\n]", answer) if (part := each.strip())]
        for part in parts:
            change = self._change(trial, part)
            if isinstance(change, Unusable):
                return change
            change(trial, "")
            self.after(trial.world)
        if not parts:
            return Unusable(f"it holds no change: write {self.example}, or {NO_EFFECTS}")
        if (fault := self.fault(moment.world, trial.world)) is not None:
            return fault
        moment.world.meant[question] = trial.meant
        return parts

    def look_at_names(self, moment: Moment[World], question: str) -> None:
        """Let an answer be uncertain, as of the instant at which people gave it, whose words mean others by then than at the adoption."""
        for called, meant in moment.world.meant.get(question, {}).items():
            then = [each for found in meant.values() for each in found]
            now = [each for kind in meant for each in self.said_now[kind](moment, called)]
            if then and set(now) - set(then):
                was, ways = " and ".join(then), " or ".join(dict.fromkeys([*then, *now]))
                moment.world.asks[question].fault = (
                    f"“{called}” meant {was} when the proposal took effect, and means {' and '.join(now)} by the time of the answer:"
                    f" write {ways}"
                )
                return
        moment.world.meant.pop(question, None)

    def apply(self, moment: Moment[World], changes: Sequence[str], text: str) -> None:
        """Carry out what people entered, as ``meant`` gives it; what no event of its own tells is told as it was entered."""
        for part in changes:
            change = self._change(moment, part)
            if not isinstance(change, Unusable):
                told = len(moment.world.events)
                change(moment, text)
                self.after(moment.world)
                if len(moment.world.events) == told:
                    moment.tell("effect_applied", self.clause, f"{text}: {part}", change=part)
        # At once, so that it is told of the proposal and not of the instant.
        self.at_last(moment)

    def _change(self, moment: Moment[World], part: str) -> Change[World] | Unusable:
        """What a part of an answer changes, or why that cannot be told or cannot be."""
        splits = _splits(part)
        found = ((holder, words) for called, words in splits if (holder := self.whose_is(moment, called)) is not None)
        whose, words = next(found, (None, part))
        if isinstance(whose, Unusable):
            return whose
        if whose is None:
            called, colon, words = part.rpartition(":")
            if colon:
                return Unusable(f"“{called.strip()}” is {self.known}")
            whose = Whose(PLAY, "")
        kind = self.kinds[whose.kind]
        for what, read in kind.words.items():
            said = re.fullmatch(rf"(?:{what})(?: *= *| +|$)(?P<value>.*)", words, re.IGNORECASE)
            if said is not None:
                return read(moment, whose, said["value"].strip())
        return self._number(moment, kind, whose, words, part)

    def _number(
        self, moment: Moment[World], kind: Kind[World], whose: Whose, words: str, part: str
    ) -> Change[World] | Unusable:
        """A change of how many of something there are: by so many, or to so many."""
        found = _CHANGE.fullmatch(words)
        if found is None:
            return Unusable(f"“{part}” is no change: write {self.example}")
        what = found["what"].strip()
        target = kind.number(moment, whose, what)
        if target is None:
            stands = "stands without whose it is" if whose.kind == PLAY else f"is nothing that {whose.called} holds"
            return Unusable(f"“{what}” {stands}")
        if isinstance(target, Unusable):
            return target
        count = Fraction(found["count"].replace("−", "-").replace(" ", ""))
        new = count if found["how"] == "=" else target.old - count if found["how"] in ("-", "−") else target.old + count
        is_possible = target.is_any or (new.denominator == 1 and (target.least is None or new >= target.least))
        if not is_possible:
            return Unusable(f"“{part}” would make it {new}{target.remedy}")
        return lambda then, text: target.set(then, new, text)


def _splits(part: str) -> Iterator[tuple[str, str]]:
    """Each way to part words at a colon, the last colon first: names and instants may have some."""
    at = part.rfind(":")
    while at >= 0:
        yield part[:at].strip(), part[at + 1 :].strip()
        at = part.rfind(":", 0, at)


# --- values -----------------------------------------------------------------------------------------------------------


def unquoted(value: str) -> str:
    """A value without the quotes around it."""
    return value.strip().strip(QUOTES)


def yes_or_no(value: str) -> bool | None:
    """Whether a value says yes; None where it says neither."""
    return {"yes": True, "true": True, "": True, "no": False, "false": False}.get(unquoted(value).casefold())


def flag(set_to: Callable[[Moment[World], Whose, bool], None]) -> Read[World]:
    """Reads yes or no."""

    def read(moment: Moment[World], whose: Whose, value: str) -> Change[World] | Unusable:
        said = yes_or_no(value)
        if said is None:
            return Unusable(f"“{value}” is neither yes nor no")
        return lambda then, _: set_to(then, whose, said)

    return read


def each_of(
    moment: Moment[World], value: str, read: Callable[[Moment[World], str], int | str | Unusable]
) -> list[int | str] | Unusable:
    """What the words of a list mean, one by one; an empty list for none."""
    found = list[int | str]()
    for word in _ONE_OF_LIST.findall(value) or [value]:
        meant = read(moment, word.strip())
        if isinstance(meant, Unusable):
            return meant
        found.append(meant)
    return [] if value.casefold() in NONE else found


def instant(value: str) -> datetime | Unusable | None:
    """The instant (UTC) that a value is; None for none."""
    if value.casefold() in NONE:
        return None
    value = unquoted(value)
    try:
        return parse_instant(value if "T" in value or " " in value else f"{value}T00:00:00Z")
    except ValueError:
        return Unusable(f"“{value}” is no instant such as 2021-03-11T00:00:00Z")


# --- people -----------------------------------------------------------------------------------------------------------


PERSON = "person"
"""The kind under which it is noted which people words mean."""


def person_meant(moment: Moment[Any], players: Collection[str], value: str) -> str | Unusable:
    """The one of some people who ever played that a value means; "" for nobody."""
    found = [person for person in people_called(moment, players, value) if person in players]
    if value.casefold() in NONE:
        return none_meant(value, lambda word: _said_of(moment, players, word)) or ""
    return found[0] if len(found) == 1 else unclear(value, list(map(person_said, found)), "player")


def _said_of(moment: Moment[Any], players: Collection[str], called: str) -> list[str]:
    return [person_said(person) for person in people_called(moment, players, called) if person in players]


def none_meant(value: str, called: Callable[[str], list[str]]) -> Unusable | None:
    """Why a word that takes something away is unclear: somebody is called so; ``called`` tells who is by a word. None: it is clear."""
    ways = called(value)
    free = [word for word in _NOBODY if not called(word)][:1]
    return unclear(value, [*ways, *free], "") if ways else None


def people_called(moment: Moment[Any], players: Collection[str], called: str) -> list[str]:
    """The people whom words may mean: in ``<@…>`` by an account, else by that or by any name of theirs."""
    mention = _MENTION.fullmatch(called.strip())
    words = mention["account"] if mention else unquoted(called).removeprefix("@").strip()
    state = moment.state
    person = state.person(words)
    is_known = person != words or person in players or person in state.log.names
    by_name = () if mention else state.log.called(words)
    people = list(dict.fromkeys([*([person] if is_known else ()), *map(state.person, by_name)]))
    note_meant(moment, called, PERSON, map(person_said, people))
    return people


def person_said(person: str) -> str:
    """A person as nobody can mistake them."""
    return f"<@{person}>"


def unclear(called: str, ways: Sequence[str], kind: str) -> Unusable:
    """Why words are of no use that mean no one thing of a kind; ``ways`` are how to say each that they may mean for sure."""
    if not ways:
        return Unusable(f"“{called}” is no {kind}")
    return Unusable(f"“{called}” may mean several: write {' or '.join(ways)}")
