"""What the pages of every chat game show beside what holds: what came about, what was refused, and what people must look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from tracker.core.fold import NothingSettled, SettledMatters
from tracker.core.gamestate import Finding, Question
from tracker.core.instants import EPOCH, start_of_day
from tracker.core.observation import PUBLIC
from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.games.chat_answers import dice_by_message, seeds_by_message
from tracker.games.chat_earlier import Earlier
from tracker.mechanics import chat_record
from tracker.mechanics.chat_log import ChatLog
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import ChatState, ChatWorld
from tracker.mechanics.chat_record import Told
from tracker.mechanics.dice_page import DiceView

Play = TypeVar("Play")


def _nothing_earlier() -> Earlier:
    return Earlier({}, NothingSettled(), People(ChatLog(), {}))


@dataclass(frozen=True, slots=True)
class Board(Generic[Play]):
    """Everything that the pages show at one instant, and nothing of the instant itself; ``play`` is what holds, the game's own.

    ``doubtful`` are those of the findings that not every world has. ``is_watched``: whether the chat is read by looks, so that
    between two of them something may have gone unseen.
    """

    play: Play
    events: tuple[Told, ...]
    refusals: tuple[Told, ...]
    findings: tuple[Finding, ...]
    doubtful: tuple[Finding, ...]
    questions: tuple[Question, ...]
    awaited: tuple[str, ...]
    is_watched: bool
    next_instant: datetime | None
    in_doubt: Mapping[str, datetime] = field(default_factory=dict)
    """Clause -> since when its rule reads otherwise than the code carries it out."""
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The faces that fell for a message's actions."""
    seeds: Mapping[str, str] = field(default_factory=dict)
    """By which seed they fell, and what it was committed to by, for a message."""
    dice_page: DiceView | None = None
    places: Mapping[str, str] = field(default_factory=dict)
    """Where messages stand on Discord, by their ids (``core.snowflakes.message_url``), of those that are cited as far as it is told."""
    told_since: datetime = EPOCH
    """From when on all that came about or was refused is among ``events`` and ``refusals``; what was before may not be."""
    earlier: Earlier = field(default_factory=_nothing_earlier, compare=False, repr=False)
    """What came about before, by months."""


def board_with(
    play: Play,
    state: ChatState,
    worlds: Sequence[ChatWorld],
    people: People,
    findings: Sequence[Finding],
    questions: Sequence[Question],
    limit: datetime,
    settled: SettledMatters,
    **more: Any,
) -> Board[Play]:
    """The board of the worlds; what is older than ``limit`` may be ``settled``, ``more`` are fields of the board."""
    public = [each for each in findings if each.audience == PUBLIC]
    return Board(
        play=play,
        events=chat_record.events(worlds, people),
        refusals=chat_record.refusals(worlds, people, state.log),
        findings=tuple(_finding(each, people) for each in public),
        doubtful=tuple(_finding(each, people) for each in _doubtful(public, worlds)),
        questions=tuple(_question(each, people) for each in questions if each.audience == PUBLIC),
        awaited=tuple(
            dict.fromkeys(
                people.readable(each.purpose)
                for world in worlds
                for each in world.requests.values()
                if not each.waits_for
            )
        ),
        is_watched=bool(state.log.read_up_to),
        dice=dice_by_message(state.rolls),
        seeds=seeds_by_message(state.dice),
        places=_places(state.log),
        told_since=start_of_day(limit) + timedelta(days=1),
        earlier=Earlier(state.told_marks, settled, people),
        **more,
    )


def _places(log: ChatLog) -> dict[str, str]:
    """Where messages stand that all can read."""
    known = ((id, each.place) for id, each in log.messages.items() if each.place and each.channel != PRIVATE_CHANNEL)
    return {**log.places, **dict(known)}


def _doubtful(findings: Sequence[Finding], worlds: Sequence[ChatWorld]) -> list[Finding]:
    """The findings of some worlds only: those of the chat itself are of none, and certain."""
    if len(worlds) == 1:
        return []
    noted = [{(note.code, note.text, note.at) for note in world.notes} for world in worlds]
    somewhere, everywhere = set.union(*noted), set.intersection(*noted)
    return [each for each in findings if (each.code, each.text, each.at) in somewhere - everywhere]


def _finding(finding: Finding, people: People) -> Finding:
    return replace(finding, text=people.readable(finding.text))


def _question(question: Question, people: People) -> Question:
    """A question with names in it, also for answers that are somebody's ids: people answer by name.

    An id stays where its name is another answer, and stands with that among what it takes to answer.
    """
    names = [people.name(answer) for answer in question.answers]
    folded = Counter(each.casefold() for each in {*names, *question.answers})
    shown = [
        name if folded[name.casefold()] == 1 and names.count(name) == 1 else answer
        for name, answer in zip(names, question.answers, strict=True)
    ]
    who = (f"{answer} is {name}" for answer, name in zip(shown, names, strict=True) if name != answer)
    needs = (*map(people.readable, question.needs), *who)
    text, fault = people.readable(question.text), people.readable(question.fault)
    return replace(question, text=text, needs=needs, fault=fault, answers=tuple(shown))
