"""The fold of Ducks in one world: what a row brings about, and what belongs to an instant, in which order."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from types import ModuleType
from typing import Any

from tracker.core.rule import RuleBook, rule
from tracker.core.snowflakes import told_by_id
from tracker.games import chat_strands
from tracker.games.chat_worlds import ComeAbout, Due
from tracker.games.chat_justice import first_of
from tracker.games.chat_strands import Said
from tracker.games.chat_unseen_words import UnseenWords
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_dice import Awaited
from tracker.mechanics.chat_log import ChatMessage, Heard
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.redacted_texts import kept_of
from tracker.mechanics.shown_dice import asks_for_dice, shows_dice

from . import (
    actions,
    auctions,
    colour,
    disciple,
    duck_god,
    ducks,
    effects,
    essential,
    feeding,
    flock,
    fruit,
    general,
    holdings,
    judges,
    law,
    naming,
    old_one,
    periods,
    players,
    ponds,
    proposals,
    quacktions,
    random_choice,
    reading,
    scouting,
    titles,
    trade,
)
from .actions import Act, Chapters, Do
from .state import World

CHAPTERS: Sequence[ModuleType] = (
    general,
    periods,
    players,
    actions,
    reading,
    holdings,
    trade,
    random_choice,
    proposals,
    effects,
    flock,
    ducks,
    naming,
    feeding,
    quacktions,
    colour,
    scouting,
    titles,
    fruit,
    essential,
    auctions,
    duck_god,
    disciple,
    old_one,
    ponds,
    judges,
)
ANYWHERE = frozenset({"resign"})
"""The announcements that are good in every channel (DUCK-173)."""
_BOTS_MAY = frozenset({"join"})
"""What is heard of a bot that never became a player."""
ANSWERING = frozenset({"consent", "ruling", "confidence", "confidence_vote"})
"""The announcements that may answer whatever was announced in the message that they reply to."""
_HINTS = frozenset({"join"})
"""The announcements of which it is said where they belong."""
_UNSEEN: UnseenWords[World] = UnseenWords(law.POSTED_CLAUSE, reading.said_in, ANSWERING)
_OUTSIDE = re.compile(r"judge|step|resign|join|player", re.IGNORECASE)
"""What is in every text in another channel that may matter."""


def _gathered(name: str) -> dict[str, Any]:
    return {kind: each for chapter in CHAPTERS for kind, each in getattr(chapter, name, {}).items()}


def _all_of(name: str) -> list[Callable[..., Any]]:
    return [found for chapter in CHAPTERS if (found := getattr(chapter, name, None)) is not None]


ACTIONS: Mapping[str, Act] = _gathered("ACTIONS")
TASKS: Mapping[str, Do] = _gathered("TASKS")
DOUBTS: Mapping[str, Callable[[Moment[World], Announced], Due[World] | None]] = _gathered("DOUBTS")
AFTER_CHANGE: Sequence[Callable[[Moment[World]], None]] = _all_of("after_change")
NEXT_INSTANTS: Sequence[Callable[[Moment[World]], Iterable[datetime]]] = _all_of("next_instants")
ALL = Chapters(ACTIONS, TASKS, AFTER_CHANGE, _all_of("tasks"), actions.announce, "no_roll")


def rules() -> RuleBook:
    """The rules of all chapters."""
    return RuleBook.of_modules(law.CLAUSES, (*CHAPTERS, sys.modules[__name__]))


# --- what belongs to an instant ---------------------------------------------------------------------------------------


def next_due(moment: Moment[World]) -> Due[World] | None:
    """The first thing that is due and has not happened, in the order of the rules; once the round is lost nothing is."""
    if general.is_over(moment):
        return None
    return next((_followed(due) for stage in _stages(moment) if (due := stage(moment)) is not None), None)


@rule("DUCK-037", "DUCK-039")
def _stages(moment: Moment[World]) -> Iterator[Callable[[Moment[World]], Due[World] | None]]:
    """What ends comes before what begins; proposals of all classes and votes of confidence end in the order of their making."""
    named = {"proposals": _ending, "reset": periods.reset_due}
    for step in moment.law.word("boundary_order").split(", "):
        chapter = _BY_STEP.get(step)
        stage = named.get(step) or getattr(chapter, "due", None)
        if stage is not None:
            yield stage
    yield trade.due
    yield proposals.due


_BY_STEP: Mapping[str, ModuleType] = {
    step: chapter
    for step, name in (("Duck God", "duck_god"), ("auctions", "auctions"), ("ponds", "ponds"), ("Disciple", "disciple"))
    for chapter in CHAPTERS
    if chapter.__name__.endswith(f".{name}")
}


def _ending(moment: Moment[World]) -> Due[World] | None:
    ends = [*proposals.ending(moment), *judges.ending(moment)]
    return first_of(ends)


def _followed(due: Due[World]) -> Due[World]:
    """The same, with all that follows from it at once."""

    def happen(moment: Moment[World], answer: str) -> None:
        due.happen(moment, answer)
        chat_strands.follow(moment, ALL)

    return Due(happen, due.choice)


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """The instants later than this one at which something may happen by itself."""
    if general.is_over(moment):
        return
    for instants in NEXT_INSTANTS:
        yield from instants(moment)


def dice_fell(moment: Moment[World]) -> None:
    """Go on with what waited for dice."""
    chat_strands.go_on(moment, ALL)


def dice_called(moment: Moment[World], keys: Collection[str]) -> None:
    """Look again at what waits for dice since people decided."""
    actions.look_again(moment, ALL, keys)


def dice_void(moment: Moment[World], key: str, asked: Awaited) -> None:
    """Let what waited for dice come to nothing: they can never be drawn, and people decided so."""
    actions.give_up(moment, ALL, asked)


def opened(moment: Moment[World], stated: Mapping[str, Any]) -> None:
    """Let the gamestate be as people stated it, and follow what follows from it."""
    from . import opening

    opening.take(moment, old_one.without_old_one(moment, stated))
    chat_strands.follow(moment, ALL)


# --- rows -------------------------------------------------------------------------------------------------------------


def heard(moment: Moment[World], heard: Heard) -> Iterable[ComeAbout[World]]:
    """What a chat row brings about."""
    if heard.kind == "left":
        return map(_with_consequences, players.left(heard))
    message = moment.state.log.messages[heard.message]
    if heard.kind == "posted":
        return _posted(moment, message)
    if heard.kind in ("edited", "deleted"):
        return _changed(moment, message, heard)
    return ()


def _with_consequences(come_about: ComeAbout[World]) -> ComeAbout[World]:
    def followed(moment: Moment[World]) -> Due[World] | None:
        due = come_about(moment)
        return None if due is None else _followed(due)

    return followed


@rule("DUCK-004", "DUCK-013", "DUCK-173")
def _posted(moment: Moment[World], message: ChatMessage) -> Iterator[ComeAbout[World]]:
    """Everything is announced in the channel for actions, but for proposals, and that the Judge ceases."""
    channel, words = message.channel, moment.law
    is_playing = players.is_playing(moment.world, message.author)
    if shows_dice(message) and not is_playing:
        yield lambda at: Due(lambda then, _: _dice_of_a_bot(then, message))
        return
    if channel == words.word("proposals_channel"):
        yield lambda at: Due(lambda then, _: _proposed(then, message))
    is_here = channel == words.word("actions_channel")
    if not is_here and not _OUTSIDE.search(message.text) and kept_of(message) is None:
        return
    if is_here and asks_for_dice(message):
        yield lambda at: None
    is_action = message.seen_edited and _is_action(moment, message, is_here=is_here)
    acts = _acts(moment, message, is_here=is_here)
    yield from _UNSEEN.as_posted(
        moment, message, acts, lambda: _said(moment, message) if is_here else (), is_action=is_action
    )


def _is_action(moment: Moment[World], message: ChatMessage, *, is_here: bool) -> bool:
    """Whether a message announces anything that is understood, in a round that is not over."""
    understood = (said for said in _said(moment, message) if isinstance(said, Announced))
    return not general.is_over(moment) and any(is_here or said.kind in ANYWHERE for said in understood)


def _said(moment: Moment[World], message: ChatMessage) -> Iterator[Said]:
    """What a message announces; of a bot that never became a player only that it joins."""
    for said in reading.said_by(moment, message):
        is_mere_bot = message.is_bot and message.author not in moment.world.players
        if not is_mere_bot or said.kind in _BOTS_MAY:
            yield said


def _acts(moment: Moment[World], message: ChatMessage, *, is_here: bool) -> Iterator[ComeAbout[World]]:
    channel = message.channel
    for said in _said(moment, message):
        if is_here or said.kind in ANYWHERE:
            yield _announced(said, message)
        elif said.kind in _HINTS and isinstance(said, Announced) and channel != moment.law.word("proposals_channel"):
            yield _elsewhere(said)


def _announced(said: Said, message: ChatMessage) -> ComeAbout[World]:
    def come_about(moment: Moment[World]) -> Due[World] | None:
        read = reading.as_decided(moment, said)
        doubt = DOUBTS.get(read.kind) if isinstance(read, Announced) else None
        unsure = doubt(moment, read) if doubt and isinstance(read, Announced) else None
        return unsure or Due(lambda then, _: _act(then, said, message))

    return come_about


def _act(moment: Moment[World], said: Said, message: ChatMessage) -> None:
    moment.world.acted[message.id] = moment.when
    moment.world.let_cite(message.id)
    actions.carry_out(moment, ALL, said)


def _elsewhere(said: Announced) -> ComeAbout[World]:
    """Say of an announcement in another channel where it belongs; it does nothing (DUCK-005)."""

    def hint(moment: Moment[World], _: str) -> None:
        channel = moment.law.word("actions_channel")
        moment.note(
            "WRONG_CHANNEL", "DUCK-005", f"“{said.line}” belongs in #{channel}; here it does nothing", is_mild=True
        )

    return lambda moment: Due(hint)


@rule("DUCK-012")
def _proposed(moment: Moment[World], message: ChatMessage) -> None:
    """Make a proposal, which is no game action before it is adopted, unless that is ruled."""
    is_action = proposals.posted(moment, message) and moment.law.chooses("proposing_is_a_game_action", "yes")
    chat_strands.follow(moment, ALL, ALL.after(moment, 1) if is_action else ())


def _dice_of_a_bot(moment: Moment[World], message: ChatMessage) -> None:
    random_choice.take_dice_of_a_bot(moment, message)
    chat_strands.go_on(moment, ALL)


# --- edits and deletions ----------------------------------------------------------------------------------------------


def _changed(moment: Moment[World], message: ChatMessage, heard: Heard) -> Iterator[ComeAbout[World]]:
    """What an edit or deletion brings about: an announced action stays what it was."""
    if message.channel == moment.law.word("proposals_channel"):
        yield from proposals.changed(moment, heard)
    elif message.channel != moment.law.word("actions_channel") or not heard.is_certain:
        return
    elif heard.kind == "edited":
        yield lambda at: Due(lambda then, _: _note_edit(then, message, heard.text))
    elif message.id in moment.world.acted:
        yield lambda at: Due(lambda then, _: _note_deletion(then, message))


def chatter_edited(moment: Moment[World], message: ChatMessage, text: str) -> None:
    """Likewise of talk that is not remembered, unless it is so old that an action in it would not be remembered either."""
    posted = told_by_id(message.id)
    limit = moment.when - moment.law.span("settle_after_hours")
    if message.channel == moment.law.word("actions_channel") and (posted is None or posted >= limit):
        _note_edit(moment, message, text)


@rule("DUCK-019")
def _note_edit(moment: Moment[World], message: ChatMessage, text: str) -> None:
    """An edit announces nothing: what it would announce besides the first text is noted."""
    first = {_sense(each) for each in reading.said_by(moment, message)}
    added = [each for each in reading.said_by(moment, message, text) if _sense(each) not in first]
    if added:
        lines = "; ".join(each.line for each in added)
        note = f"{message.author} edited message {message.id}: “{lines}” was not said when it was posted and counts for nothing"
        moment.note("edited_ignored", "DUCK-019", note, is_mild=True)


def _sense(said: Said) -> tuple[str, str]:
    """What an action says, whatever its place in the message."""
    return said.kind, repr(said.fields) if isinstance(said, Announced) else said.line


@rule("DUCK-020")
def _note_deletion(moment: Moment[World], message: ChatMessage) -> None:
    """Deleting an announcement undoes nothing, unless it is ruled that what is still open is withdrawn by it."""
    text = f"{message.author} deleted the message of an action; it stands"
    moment.note("ANNOUNCEMENT_DELETED", "DUCK-020", text, is_mild=True)
    if moment.law.chooses("announcement_deleted", "withdraws what is open"):
        for deleted in _all_of("announcement_deleted"):
            deleted(moment, message.id)
        chat_strands.follow(moment, ALL)
