"""The fold of Aeternus in one world: what a row brings about, and what belongs to an instant, in which order."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from types import ModuleType
from typing import Any

from tracker.core.rule import RuleBook, rule
from tracker.games import chat_strands
from tracker.games.chat_worlds import ComeAbout, Due
from tracker.games.chat_justice import first_of
from tracker.games.chat_strands import Said
from tracker.games.chat_unseen_words import UnseenWords
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_dice import Awaited
from tracker.mechanics.chat_log import ChatMessage, Heard
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.shown_dice import asks_for_dice, shows_dice

from . import (
    action_points,
    actions,
    chances,
    channels,
    construction,
    crafting,
    dice_terms,
    effects,
    enclosing,
    factions,
    fishing,
    foraging,
    general,
    generation,
    hexes,
    holdings,
    judges,
    law,
    medallions,
    naming,
    opening,
    phases,
    places,
    players,
    proposals,
    randomness,
    reading,
    scouting,
    spoken,
    stagways,
    tools,
    trade,
    traversing,
    victory,
    world,
)
from .actions import Act, Chapters, Do
from .state import World

CHAPTERS: Sequence[ModuleType] = (
    general,
    phases,
    players,
    factions,
    proposals,
    judges,
    randomness,
    chances,
    dice_terms,
    effects,
    hexes,
    world,
    generation,
    action_points,
    actions,
    channels,
    reading,
    spoken,
    holdings,
    trade,
    places,
    scouting,
    traversing,
    stagways,
    fishing,
    medallions,
    naming,
    foraging,
    crafting,
    construction,
    tools,
    enclosing,
    opening,
    victory,
)
"""The chapters of the rules; each may have ACTIONS, TASKS and DOUBTS by kind, ``next_instants``, ``after_change``,
``consequence`` and ``phase_begins``."""


def _gathered(name: str) -> dict[str, Any]:
    return {kind: each for chapter in CHAPTERS for kind, each in getattr(chapter, name, {}).items()}


def _all_of(name: str) -> list[Callable[..., Any]]:
    return [found for chapter in CHAPTERS if (found := getattr(chapter, name, None)) is not None]


@rule("AET-195")
def _unless_over(do: Do) -> Do:
    """What is still to be done does not happen once the cycle is won."""
    return lambda moment, task: bool(moment.world.winner) or do(moment, task)


ACTIONS: Mapping[str, Act] = _gathered("ACTIONS")
TASKS: Mapping[str, Do] = {kind: _unless_over(do) for kind, do in _gathered("TASKS").items()}
DOUBTS: Mapping[str, Callable[[Moment[World], Announced], Due[World] | None]] = _gathered("DOUBTS")
AFTER_CHANGE: Sequence[Callable[[Moment[World]], None]] = _all_of("after_change")
NEXT_INSTANTS: Sequence[Callable[[Moment[World]], Iterable[datetime]]] = _all_of("next_instants")
CONSEQUENCES: Sequence[Callable[[Moment[World]], Due[World] | None]] = _all_of("consequence")
PHASE_BEGINS: Sequence[Callable[[Moment[World]], None]] = _all_of("phase_begins")
ANSWERING = frozenset({"consent", "ruling", "confidence"})
"""The announcements that may answer whatever was announced in the message that they reply to."""
_UNSEEN: UnseenWords[World] = UnseenWords(law.POSTED_CLAUSE, reading.said_in, ANSWERING)
ALL: Chapters = chat_strands.Chapters(ACTIONS, TASKS, AFTER_CHANGE, (), actions.announce, "NO_ROLL", dated_back=False)


def rules() -> RuleBook:
    """The rules of all chapters."""
    return RuleBook.of_modules(law.CLAUSES, (*CHAPTERS, sys.modules[__name__]))


# --- what belongs to an instant ---------------------------------------------------------------------------------------


def next_due(moment: Moment[World]) -> Due[World] | None:
    """The first thing that is due and has not happened, in the order of CV2; after the cycle's end nothing is."""
    if moment.world.winner:
        return None
    return next((_followed(due) for stage in _stages(moment) if (due := stage(moment)) is not None), None)


@rule("AET-001", "AET-033")
def _stages(moment: Moment[World]) -> Iterator[Callable[[Moment[World]], Due[World] | None]]:
    """What lapses and what ends comes before what begins, in the order of the law (CV2)."""
    for step in moment.law.word("boundary_order").split(", "):
        yield _STEPS[step]
    yield players.due
    yield proposals.due
    yield trade.due


def _ending(moment: Moment[World]) -> Due[World] | None:
    """Of the votes that end now the one on what was created first."""
    ends = [*proposals.ending(moment), *factions.ending(moment), *judges.ending(moment)]
    return first_of(ends)


@rule("AET-127")
def _phase(moment: Moment[World]) -> Due[World] | None:
    def begin(then: Moment[World]) -> None:
        for begins in PHASE_BEGINS:
            begins(then)

    return phases.due(moment, begin)


_STEPS: Mapping[str, Callable[[Moment[World]], Due[World] | None]] = {
    "random matters": randomness.due,
    "votes": _ending,
    "week": judges.election_due,
    "phase": _phase,
}


def _followed(due: Due[World]) -> Due[World]:
    """The same, with all that follows from it at once."""

    def happen(moment: Moment[World], answer: str) -> None:
        due.happen(moment, answer)
        chat_strands.follow(moment, ALL)

    return Due(happen, due.choice)


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """The instants later than this one at which something may happen by itself."""
    if moment.world.winner:
        return
    for instants in NEXT_INSTANTS:
        yield from instants(moment)


def law_changed(before: Moment[World], after: Moment[World]) -> None:
    """What has begun keeps its end where the calendar changes; offers lapse by the law since."""
    phases.law_changed(before, after)
    trade.look_for_lapse(after)


def consequence(moment: Moment[World]) -> Due[World] | None:
    """What follows at once on whatever happened, a victory (AET-194)."""
    return next((due for follows in CONSEQUENCES if (due := follows(moment)) is not None), None)


def dice_fell(moment: Moment[World]) -> None:
    """Go on with what waited for dice."""
    chat_strands.go_on(moment, ALL)


@rule("AET-062")
def dice_called(moment: Moment[World], keys: Collection[str]) -> None:
    """Look again at what waits for dice since people decided."""
    chat_strands.look_again(moment, ALL, keys)


def dice_void(moment: Moment[World], asked: Awaited) -> None:
    """Let what waited for dice come to nothing: they can never be drawn, and people decided so."""
    chat_strands.give_up(moment, ALL, asked)


def opened(moment: Moment[World], stated: Mapping[str, Any]) -> None:
    """Let the gamestate be as people stated it, follow what follows from it, and ask for the dice that it waits for."""
    opening.take(moment, stated)
    chat_strands.follow(moment, ALL)
    chat_strands.go_on(moment, ALL)


# --- rows -------------------------------------------------------------------------------------------------------------


def heard(moment: Moment[World], heard: Heard) -> Iterable[ComeAbout[World]]:
    """What a chat row brings about; bots are never players and announce nothing but the dice that they roll."""
    if heard.kind == "left":
        return map(_with_consequences, players.left(heard))
    message = moment.state.log.messages[heard.message]
    if heard.kind == "posted":
        return _of_a_bot(message) if message.is_bot else _posted(moment, message)
    if heard.kind in ("edited", "deleted"):
        return _changed(moment, message, heard)
    return ()


def _with_consequences(come_about: ComeAbout[World]) -> ComeAbout[World]:
    def followed(moment: Moment[World]) -> Due[World] | None:
        due = come_about(moment)
        return None if due is None else _followed(due)

    return followed


def _of_a_bot(message: ChatMessage) -> Iterator[ComeAbout[World]]:
    if shows_dice(message):
        yield lambda at: Due(lambda then, _: _take_dice(then, message))


def _take_dice(moment: Moment[World], message: ChatMessage) -> None:
    randomness.take_dice_of_a_roller(moment, message)
    chat_strands.go_on(moment, ALL)


def _posted(moment: Moment[World], message: ChatMessage) -> Iterator[ComeAbout[World]]:
    words = moment.law
    is_proposal = message.channel == words.word("proposals_channel")
    takes_all = is_proposal or message.channel == words.word("elections_channel")
    if takes_all and message.thread and words.chooses("threads_where_every_message_counts", "are talk"):
        return
    if takes_all:
        take = proposals.posted if is_proposal else judges.posted
        yield lambda at: Due(lambda then, _: take(then, message))
    elif asks_for_dice(message) or message.channel == words.word("justice_channel"):
        # A roller answers the one, and a vote of confidence may point to the other as its poll: they stay in the log.
        yield lambda at: None
    said = [each for each in reading.said_by(moment, message) if not takes_all or each.kind in channels.ANYWHERE]
    said = [each for each in said if not _is_talk(moment, each, message)]
    is_action = message.seen_edited and not moment.world.winner and any(isinstance(each, Announced) for each in said)
    acts = (_announced(each, message) for each in said)
    yield from _UNSEEN.as_posted(moment, message, acts, lambda: said, is_action=is_action)


def _is_talk(moment: Moment[World], said: Said, message: ChatMessage) -> bool:
    """Whether a line outside its channel is no action: it cannot be read as one, or is a word that names and answers nothing."""
    if isinstance(said, NotUnderstood):
        return bool(said.kind) and channels.channel_of(moment.law, said.kind) not in ("", message.channel)
    names_something = any(said.fields.get(name) for name in ("offer", "by"))
    return channels.is_mere_talk(moment, said.kind, names_something, message)


def _announced(said: Said, message: ChatMessage) -> ComeAbout[World]:
    def come_about(moment: Moment[World]) -> Due[World] | None:
        read = reading.as_decided(moment, said)
        doubt = DOUBTS.get(read.kind) if isinstance(read, Announced) else None
        unsure = doubt(moment, read) if doubt and isinstance(read, Announced) else None
        return unsure or Due(lambda then, _: _act(then, said, message))

    return come_about


@rule("AET-152")
def _act(moment: Moment[World], said: Said, message: ChatMessage) -> None:
    """An action is what the message said when it was posted (CV6); what it changes may let something go on that waited."""
    moment.world.acted[message.id] = moment.when
    moment.world.let_cite(message.id)
    chat_strands.carry_out(moment, ALL, said)
    chat_strands.go_on(moment, ALL)


# --- edits and deletions ----------------------------------------------------------------------------------------------


def _changed(moment: Moment[World], message: ChatMessage, heard: Heard) -> Iterator[ComeAbout[World]]:
    """What an edit or deletion brings about: an announced action stays what it was; a proposal's end looks at its message."""
    if message.channel != moment.law.word("proposals_channel") and heard.is_certain and _was_action(moment, message.id):
        yield lambda at: Due(lambda then, _: _note_change(then, message, heard))


def _was_action(moment: Moment[World], message: str) -> bool:
    """Whether a message held an action not long ago, or one of which an offer is open."""
    acted = moment.world.acted.get(message)
    is_recent = acted is not None and acted >= moment.when - moment.law.span("settle_after_hours")
    return is_recent or any(each.message == message and each.is_open for each in moment.world.offers.values())


@rule("AET-152")
def _note_change(moment: Moment[World], message: ChatMessage, heard: Heard) -> None:
    ends = factions.ends_of(moment.world, message.id) if heard.kind == "deleted" else ""
    what = f"a request to merge: it comes to nothing at its end, {ends}" if ends else "an action"
    rest = "any other action of it" if ends else "the action"
    text = f"{message.author} {heard.kind} the message of {what}; {rest} is what the message said when it was posted"
    moment.note("ANNOUNCEMENT_CHANGED", "AET-152", text, is_mild=True)
    trade.announcement_changed(moment, message.id)
