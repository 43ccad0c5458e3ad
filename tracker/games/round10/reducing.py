"""The fold of Round 10 in one world: what a row brings about, and what belongs to an instant, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime

from tracker.core.rule import RuleBook
from tracker.games.chat_worlds import ComeAbout, Due
from tracker.games.chat_justice import first_of
from tracker.games.chat_unseen_words import UnseenWords
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_log import ChatMessage, Heard
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.redacted_texts import words_of
from tracker.mechanics.secret_actions import hashes_in
from tracker.mechanics.unseen_words import read_by

from . import (
    bidding,
    cards,
    channels,
    contracts,
    general,
    hands,
    holdings,
    items,
    judges,
    lots,
    phases,
    players,
    prizes,
    proposals,
    scoring,
    secrets,
    trade,
    victory,
)
from .law import CLAUSES, POSTED_CLAUSE
from .reading import as_decided, said_by, said_in
from .state import World

CHAPTERS = (
    general,
    channels,
    players,
    phases,
    bidding,
    lots,
    hands,
    prizes,
    scoring,
    trade,
    contracts,
    proposals,
    items,
    cards,
    holdings,
    judges,
    secrets,
    victory,
)
_ACTING = (players, lots, trade, contracts, items, judges, secrets)
ACTIONS: Mapping[str, Callable[[Moment[World], Announced], None]] = {
    kind: act for chapter in _ACTING for kind, act in chapter.ACTIONS.items()
}
DOUBTS: Mapping[str, Callable[[Moment[World], Announced], Due[World] | None]] = {
    kind: doubt for chapter in _ACTING for kind, doubt in getattr(chapter, "DOUBTS", {}).items()
}
_HIDDEN = frozenset({"bid", "hand"})
Said = Announced | NotUnderstood
ANSWERING = frozenset({"consent", "contract_consent", "ruling", "confidence", "confidence_vote"})
"""The announcements that may answer whatever was announced in the message that they reply to."""
_UNSEEN: UnseenWords[World] = UnseenWords(POSTED_CLAUSE, said_in, ANSWERING)


def rules() -> RuleBook:
    """The rules of all chapters."""
    return RuleBook.of_modules(CLAUSES, CHAPTERS)


# --- what belongs to an instant ---------------------------------------------------------------------------------------


def next_due(moment: Moment[World]) -> Due[World] | None:
    """The first thing that is due and has not happened, in the order of CV2; after the round's end nothing is."""
    if moment.world.winner:
        return None
    return next((due for stage in _STAGES if (due := stage(moment)) is not None), None)


def _ending(moment: Moment[World]) -> Due[World] | None:
    """Of the votes that end now the one on what was created first."""
    ends = [*proposals.ending(moment), *judges.ending(moment)]
    return first_of(ends)


_STAGES: tuple[Callable[[Moment[World]], Due[World] | None], ...] = (
    _ending,
    judges.election_due,
    secrets.maturing,
    bidding.departures,
    secrets.unrevealed,
    prizes.due,
    bidding.due,
    secrets.others_over,
    phases.due,
    trade.due,
    proposals.due,
)


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """The instants later than this one at which something may happen by itself."""
    if moment.world.winner:
        return
    for chapter in (phases, secrets, bidding, trade, proposals, judges):
        yield from chapter.next_instants(moment)


# --- rows -------------------------------------------------------------------------------------------------------------


def heard(moment: Moment[World], heard: Heard) -> Iterable[ComeAbout[World]]:
    """What a chat row brings about; bots are never players and announce nothing (CV8)."""
    if heard.kind == "left":
        return players.left(heard)
    message = moment.state.log.messages[heard.message]
    if message.is_bot:
        return ()
    if heard.kind == "posted":
        return _posted(moment, message)
    if heard.kind in ("edited", "deleted"):
        return _changed(moment, message, heard)
    return ()


def _posted(moment: Moment[World], message: ChatMessage) -> Iterator[ComeAbout[World]]:
    law = moment.law
    said = list(said_by(moment, message))
    takes_all = message.channel in (law.word("proposals_channel"), law.word("elections_channel"))
    if takes_all and message.thread and law.chooses("threads_where_every_message_counts", "are talk"):
        return
    if message.channel == law.word("proposals_channel"):
        yield lambda at: proposals.posted(at, message)
    elif takes_all:
        yield lambda at: Due(lambda then, _: judges.posted(then, message))
    if takes_all:
        said = [each for each in said if each.kind in channels.ANYWHERE]
    acts = _acts(moment, message, said, takes_all=takes_all)
    is_action = message.seen_edited and _is_action(moment, message, said, takes_all=takes_all)
    yield from _UNSEEN.as_posted(
        moment,
        message,
        acts,
        lambda: (each for each in said if not _is_talk(moment, each, message)),
        is_action=is_action,
    )


def _is_action(moment: Moment[World], message: ChatMessage, said: list[Said], *, takes_all: bool) -> bool:
    """Whether anything is understood that a message announces or reveals, in a round that is not over."""
    if moment.world.winner:
        return False
    understood = (each for each in said if isinstance(each, Announced) and not _is_talk(moment, each, message))
    is_secret = not takes_all and any(True for _ in _hashed(moment, message))
    return is_secret or any(True for _ in understood) or _showing(moment, message, said)[0] is not None


def _acts(
    moment: Moment[World], message: ChatMessage, said: list[Said], *, takes_all: bool
) -> Iterator[ComeAbout[World]]:
    showing, said = _showing(moment, message, said)
    for each in said:
        if not _is_talk(moment, each, message):
            yield _announced(each, message)
    if showing is not None:
        yield showing
    if not takes_all and showing is None and not any(each.kind in _HIDDEN or not each.kind for each in said):
        yield from _hashed(moment, message)


def _is_talk(moment: Moment[World], said: Said, message: ChatMessage) -> bool:
    """Whether a line outside its channel is no action: it cannot be read as one, or is a word that names and answers nothing."""
    if isinstance(said, NotUnderstood):
        return bool(said.kind) and channels.channel_of(moment.law, said.kind) not in ("", message.channel)
    names_something = any(said.fields.get(name) for name in ("offer", "by", "ruling"))
    return channels.is_mere_talk(moment, said.kind, names_something, message)


def _hashed(moment: Moment[World], message: ChatMessage) -> Iterator[ComeAbout[World]]:
    """A message with a hash and no action that is known: of a kind that a proposal added, or of none."""
    text = words_of(message)
    if not hashes_in(text):
        return
    if kind := secrets.kind_named(moment.law, text):
        yield _announced(Announced(1, text, kind, {"text": text}), message)
    elif said_by(moment, message) == ():
        yield lambda at: Due(lambda then, _: _refuse_bare_hash(then, message))


def _refuse_bare_hash(moment: Moment[World], message: ChatMessage) -> None:
    if not general.is_over(moment):
        secrets.bare_hash(moment, message)


# --- announcements ----------------------------------------------------------------------------------------------------


def _announced(said: Said, message: ChatMessage) -> ComeAbout[World]:
    def come_about(moment: Moment[World]) -> Due[World] | None:
        read = as_decided(moment, said)
        doubt = DOUBTS.get(read.kind) if isinstance(read, Announced) else None
        unsure = doubt(moment, read) if doubt and isinstance(read, Announced) else None
        return unsure or Due(lambda then, _: _act(then, read, message))

    return come_about


def _act(moment: Moment[World], said: Said, message: ChatMessage) -> None:
    moment.read_by = read_by(moment, said.n)
    moment.world.acted[message.id] = moment.when
    moment.world.let_cite(message.id)
    if channels.is_refused(moment, said.kind, said.n, message):
        secrets.refused(moment, said.kind)
    elif isinstance(said, NotUnderstood):
        general.unclear(moment, said, channels.CLAUSES.get(said.kind, "R10-135"), said.why)
    else:
        for note in said.notes:
            moment.note(
                "PASSED_OVER", channels.CLAUSES.get(said.kind, "R10-004"), f"“{said.line}”: {note}", is_mild=True
            )
        ACTIONS.get(said.kind, secrets.post)(moment, said)


# --- reveals ----------------------------------------------------------------------------------------------------------


def _showing(
    moment: Moment[World], message: ChatMessage, said: list[Said]
) -> tuple[ComeAbout[World] | None, list[Said]]:
    """What a message does that shows a secret action's text, or says so, and what else it announces."""
    head = next((each for each in said if each.kind == "reveal"), None)
    found = secrets.revealed_by(moment, message, says_so=head is not None)
    n = head.n if head else None
    if found is not None:
        key, match = found
        rest = [] if match.is_whole else [each for each in said if each.kind != "reveal" and not _is_hidden_text(each)]
        return _revealing(lambda at: secrets.reveal(at, key, match, n), message, n), rest
    if head is None and not (secrets.answers_own_hash(moment, message) and any(map(_is_hidden_text, said))):
        return None, said
    rest = [each for each in said if each.kind != "reveal" and not _is_hidden_text(each)]
    return _revealing(lambda at: secrets.mismatch(at, message, n), message, n), rest


def _is_hidden_text(said: Said) -> bool:
    """Whether a line reads as a bid or a hand, and has no hash: so it is what a hash may stand for."""
    return said.kind in _HIDDEN and not hashes_in(said.line)


def _revealing(reveal: Callable[[Moment[World]], None], message: ChatMessage, n: int | None) -> ComeAbout[World]:
    def happen(moment: Moment[World], _: str) -> None:
        moment.world.acted[message.id] = moment.when
        if not channels.is_refused(moment, "reveal", n or 1, message):
            reveal(moment)

    return lambda moment: Due(happen)


# --- edits and deletions ----------------------------------------------------------------------------------------------


def _changed(moment: Moment[World], message: ChatMessage, heard: Heard) -> Iterator[ComeAbout[World]]:
    """What an edit or deletion brings about: an announced action stays what it was, but for what the text says so of (CV6)."""
    yield from secrets.changed(moment, heard)
    if message.channel == moment.law.word("proposals_channel"):
        yield from proposals.changed(moment, heard)
    elif heard.is_certain and _was_action(moment, message.id):
        yield lambda at: Due(lambda then, _: _note_change(then, message, heard))


def _was_action(moment: Moment[World], message: str) -> bool:
    """Whether a message held an action, other than a secret one, of which an offer may be open or which was not long ago."""
    world = moment.world
    is_secret = any(action.message == message for action in world.secrets.values())
    acted = world.acted.get(message)
    is_recent = acted is not None and acted >= moment.when - moment.law.span("settle_after_hours")
    return not is_secret and (
        is_recent or any(each.message == message and each.is_open for each in world.offers.values())
    )


def _note_change(moment: Moment[World], message: ChatMessage, heard: Heard) -> None:
    text = f"{message.author} {heard.kind} the message of an action; the action is what the message said when it was posted"
    moment.note("ANNOUNCEMENT_CHANGED", "R10-071", text, is_mild=True)
    trade.announcement_changed(moment, message.id)
