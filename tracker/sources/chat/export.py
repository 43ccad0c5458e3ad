"""Exported chats as a source: the JSON files that DiscordChatExporter writes, read anew where they changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatch
from glob import glob
from itertools import islice
from pathlib import Path
from typing import Any

from tracker.core.instants import TICKLE, iso, parse_instant
from tracker.core.nesting import read_json
from tracker.core.observation import Observation, ObservationBatch, ReadingWarning
from tracker.core.ports import Known, Progress
from tracker.core.snowflakes import FIRST_MILLISECOND, place_of, snowflake_instant
from tracker.sources.chat.config import CONTENT_OFF, IN_FILES, Code, warning
from tracker.sources.chat.cursor import ExportCursor, FileMark
from tracker.sources.chat.discord_json import NOBODY, emoji_of
from tracker.sources.chat.memory import ChatMemory
from tracker.sources.chat.rows import (
    EXPORTED,
    Person,
    SeenMessage,
    SeenReaction,
    Span,
    emoji_key,
    is_snowflake,
    message_rows,
    named_row,
    reaction_row,
    unnamed_row,
    whole_row,
    without_own_words,
)

BATCH = 500
"""How many messages are compared with the archive at a time."""
LONGEST_FILE = 1_000_000_000
PEOPLES_TYPES = frozenset({"Default", "Reply", "20", "23", "ChatInputCommand", "ContextMenuCommand"})
_QUARTER = timedelta(minutes=15)
_CONTENTS = ("content", "attachments", "embeds", "stickers", "components", "forwardedMessage")


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a file tells all of: a channel by its id (see ``ExportCursor``) and name, after one instant and by another (UTC)."""

    id: str
    channel: str
    after: datetime
    by: datetime


@dataclass(frozen=True, slots=True)
class Export:
    """A file that was read: when its messages were seen at the earliest and by when, and what was wrong with some of it.

    ``whole`` is None where it cannot be told what the file tells all of.
    """

    messages: tuple[SeenMessage, ...]
    seen_from: datetime
    seen_by: datetime
    problems: tuple[ReadingWarning, ...] = ()
    whole: Stretch | None = None


class BrokenExportError(ValueError):
    """A file that is no export, or not a whole one."""


class ChatExportSource:
    """Files of exported channels (the ``Source`` port), beside a live reading or instead of one.

    What is not in a file is not said to be deleted: an export may have been filtered, and does not say so. Reactions are dated
    between the message and the export, unless the operator says otherwise; an edit has its own instant. What was said after the
    export nobody knows: each look that brings newer files tells up to when all was read.
    """

    name = EXPORTED

    def __init__(
        self,
        folder: Path,
        patterns: Sequence[str],
        *,
        are_reactions_in_time: bool = False,
        channels: Sequence[str] = (),
        known: Callable[[], Collection[str]] = frozenset,
    ) -> None:
        """``patterns`` name files, counted from ``folder``; nothing is read yet.

        ``are_reactions_in_time``: the operator says that reactions count as set with the message itself. ``channels`` are those
        that must be read for everything to be: without any, all of which there are files. ``known`` gives the accounts whose names
        are told where they are mentioned, although they may never have written.
        """
        self.folder, self.patterns, self.channels = folder, tuple(patterns), frozenset(channels)
        self.are_reactions_in_time, self.known = are_reactions_in_time, known

    def observe(self, known: Known, now: datetime, progress: Progress) -> Iterator[ObservationBatch]:
        """Read the files that changed since the cursor; one that cannot be read does not stop the others."""
        return _Look(self, known, now, progress).batches()

    def is_mended(self, cursor: str | None, warning: ReadingWarning) -> bool:
        """Whether a warning that some look told was gone when the last one looked."""
        files = ExportCursor.parse(cursor).files
        if warning.code == Code.NO_EXPORT:
            return any(fnmatch(name, warning.place) for name in files)
        is_of_file = warning.code in IN_FILES and Path(warning.place).is_absolute()
        return is_of_file and [warning.code, warning.text] not in files.get(warning.place, FileMark()).problems

    def told_up_to(self, cursor: str | None) -> Mapping[str, datetime | None]:
        """Up to when the newest file of each channel tells, by the channel's name; None where no file tells of one that must be read."""
        read = ExportCursor.parse(cursor)
        return {**dict.fromkeys(read.untold(self.channels)), **read.newest(self.channels)}

    def resync_cursor(self, known: Known, since: datetime | None = None) -> str:
        """The cursor from which every file is read anew."""
        return ExportCursor().text()


class _Look:
    """One look at the files."""

    def __init__(self, source: ChatExportSource, known: Known, now: datetime, progress: Progress) -> None:
        self._source, self._now, self._progress = source, now, progress
        self._cursor = ExportCursor.parse(known.cursor(source.name))
        self._memory = ChatMemory(known)
        self._me, self._known = self._memory.own_account(), frozenset(source.known())
        self._named: set[str] = set()

    def batches(self) -> Iterator[ObservationBatch]:
        """Everything that this look brings."""
        files, missing = export_files(self._source.folder, self._source.patterns)
        text = "no file is called so; check chat_export.files and the folder it counts from"
        warnings = [warning(Code.NO_EXPORT, str(self._source.folder / pattern), text) for pattern in missing]
        for done, file in enumerate(files):
            self._progress.step(f"reading {file.name}", done, len(files))
            yield from self._read(file)
        for name in self._cursor.files.keys() - {str(file) for file in files}:
            del self._cursor.files[name]
        problems = [
            warning(Code(code), name, text) for name, mark in self._cursor.files.items() for code, text in mark.problems
        ]
        told = (*warnings, *problems)
        rows = tuple(self._looked())
        yield ObservationBatch(EXPORTED, rows, self._cursor.text(), self._now, not told, told)

    def _looked(self) -> Iterator[Observation]:
        """The row that says up to which instant the exported files tell everything, or that they tell nothing wholly yet."""
        whole_at = self._cursor.whole_up_to(self._source.channels)
        before = parse_instant(self._cursor.whole_at) if self._cursor.whole_at else None
        if whole_at is not None and (before is None or whole_at > before):
            self._cursor.whole_at = iso(whole_at)
            row = whole_row(Span(before or whole_at - TICKLE, whole_at), self._now, EXPORTED)
        elif whole_at is None and before is None and self._cursor.files:
            never = Span(FIRST_MILLISECOND, FIRST_MILLISECOND + TICKLE)
            row = whole_row(never, self._now, EXPORTED, is_whole=False)
        else:
            return
        if not self._memory.looks([row.id]):
            yield row

    def _read(self, file: Path) -> Iterator[ObservationBatch]:
        """The news of one file, batch by batch; the cursor moves on once all of it is told."""
        mark = self._cursor.files.get(str(file), FileMark())
        try:
            stat = file.stat()
            fresh = FileMark(stat.st_mtime_ns, stat.st_size)
            if (mark.written, mark.length) == (fresh.written, fresh.length):
                return
            if stat.st_size > LONGEST_FILE:
                raise BrokenExportError(f"is longer than {LONGEST_FILE:,} bytes: export a shorter time")
            content = file.read_bytes()
            fresh.digest = hashlib.sha256(content).hexdigest()
            if fresh.digest == mark.digest:
                fresh.problems = mark.problems
            else:
                export = read_export(content, str(file), self._written_by(stat.st_mtime))
                fresh.problems = [[problem.code, problem.text] for problem in export.problems]
                yield from self._news(export)
                self._note(export.whole)
        except OSError as error:
            fresh = FileMark(problems=[[Code.EXPORT_BROKEN.value, error.strerror or str(error)]])
        except BrokenExportError as error:
            fresh.problems = [[Code.EXPORT_BROKEN.value, str(error)]]
        self._cursor.files[str(file)] = fresh

    def _note(self, whole: Stretch | None) -> None:
        """Note what a file tells all of; no file tells of what is yet to come."""
        if whole is None or (by := min(whole.by, self._now)) < whole.after:
            return
        self._cursor.note(whole.id, whole.channel, whole.after, by)

    def _written_by(self, seconds: float) -> datetime:
        """By when a file had been written, as far as its time can be trusted."""
        try:
            return min(datetime.fromtimestamp(seconds, UTC), self._now)
        except (ValueError, OverflowError, OSError):
            return self._now

    def _news(self, export: Export) -> Iterator[ObservationBatch]:
        left = iter(export.messages)
        # In one file everybody goes by the same names.
        self._named = set()
        while chunk := list(islice(left, BATCH)):
            rows = tuple(without_own_words(self._rows(chunk, export), self._me))
            if rows:
                looked_at = max(self._now, export.seen_by)
                yield ObservationBatch(EXPORTED, rows, self._cursor.text(), looked_at)

    def _rows(self, messages: Sequence[SeenMessage], export: Export) -> Iterator[Observation]:
        archived = self._memory.messages(seen.id for seen in messages)
        for seen in messages:
            before = archived.get(seen.id)
            if before is None:
                yield from self._mentioned(seen)
            yield from message_rows(seen, before, export.seen_by, EXPORTED)
            if seen.reactions or before is not None:
                yield from self._reactions(seen, export, is_known=before is not None)

    def _mentioned(self, seen: SeenMessage) -> Iterator[Observation]:
        """The names by which a message mentions people whom the game knows, where the archive has other names for them."""
        before = Span.exactly(seen.at - TICKLE)
        for person in seen.mentioned:
            if person.id in self._known and person.id not in self._named:
                self._named.add(person.id)
                if self._memory.names(person.id, EXPORTED, before.by) != person.called:
                    yield named_row(person, before, EXPORTED)

    def _reactions(self, seen: SeenMessage, export: Export, *, is_known: bool) -> Iterator[Observation]:
        stood = self._memory.reactions(seen.id) if is_known else {}
        told = {emoji_key(one.emoji): one for one in seen.reactions}
        span = Span(seen.at, export.seen_by)
        first = Span.exactly(seen.at) if self._source.are_reactions_in_time else span
        for key, reaction in told.items():
            for person in reaction.users or ():
                known = stood.get(key, {}).get(person.id)
                if known is None:
                    yield reaction_row(seen.id, reaction.emoji, person, first, EXPORTED)
                elif known.kind == "reaction_removed" and known.happened_at < export.seen_from:
                    yield reaction_row(seen.id, known.text("emoji"), person, span.since(known.happened_at), EXPORTED)
        yield from self._unnamed(seen, span)
        for key, by in stood.items():
            there = {person.id for person in told[key].users or ()} if key in told else set()
            if key in told and told[key].users is None:
                continue
            gone = [row for user, row in by.items() if row.kind == "reaction" and user not in there]
            yield from (_removed(row, span) for row in gone if row.happened_at < export.seen_from)

    def _unnamed(self, seen: SeenMessage, span: Span) -> Iterator[Observation]:
        """The rows that say of which reactions a file only gives the number, or gives the people where an earlier file did not."""
        rows = [
            unnamed_row(seen.id, one.emoji, one.count, span, EXPORTED, is_named=one.is_named) for one in seen.reactions
        ]
        told = self._memory.looks(row.id for row in rows)
        for row in rows:
            before = told.get(row.id)
            if row.payload["complete"] if before is None else before.payload == row.payload:
                continue
            yield row


def _removed(row: Observation, span: Span) -> Observation:
    person = Person(row.text("user"), row.text("name"), is_bot=bool(row.payload.get("bot")))
    since = span.since(row.possible_from)
    return reaction_row(row.text("message"), row.text("emoji"), person, since, EXPORTED, is_set=False)


# --- files ------------------------------------------------------------------------------------------------------------


def export_files(folder: Path, patterns: Iterable[str]) -> tuple[list[Path], list[str]]:
    """The files that patterns name, counted from a folder, and the patterns that name none."""
    found: dict[Path, None] = {}
    missing = []
    for pattern in patterns:
        # A Path takes no absolute pattern.
        names = sorted(glob(pattern, root_dir=folder, recursive=True))  # noqa: PTH207
        paths = [path for name in names if (path := folder / name).is_file()]
        found.update(dict.fromkeys(paths))
        if not paths:
            missing.append(pattern)
    return list(found), missing


def looked_over(file: Path) -> tuple[list[str], Stretch | None]:
    """What is wrong with an exported file, a sentence each, and what it tells all of."""
    try:
        export = read_export(file.read_bytes(), str(file), datetime.fromtimestamp(file.stat().st_mtime, UTC))
    except OSError as error:
        return [error.strerror or str(error)], None
    except BrokenExportError as error:
        return [str(error)], None
    return [problem.text for problem in export.problems], export.whole


# --- a file -----------------------------------------------------------------------------------------------------------


def read_export(content: bytes, name: str, written_by: datetime) -> Export:
    """What an exported file tells; ``written_by`` is when it was surely written. Raises BrokenExportError."""
    told = _document(content)
    (channel, thread), place = _channel(told.get("channel")), _place(told)
    seen_from = _instant(told.get("exportedAt"), timedelta()) or written_by
    found: dict[str, SeenMessage] = {}
    problems: list[ReadingWarning] = []
    for number, raw in enumerate(told["messages"], start=1):
        try:
            seen = _message(raw, channel, thread, place)
        except ValueError as error:
            text = f"message {number}: {error}; it is left out"
            problems += [] if problems else [warning(Code.UNREADABLE_MESSAGE, name, text)]
            continue
        if seen is not None:
            found[seen.id] = _newer(found.get(seen.id), seen)
    messages = tuple(sorted(found.values(), key=lambda seen: (seen.at, seen.id)))
    if (
        messages
        and all(seen.is_blank for seen in messages if not seen.author.is_bot)
        and any(seen.is_blank for seen in messages)
    ):
        text = f"{CONTENT_OFF}, then export anew"
        return Export((), seen_from, written_by, (warning(Code.EXPORT_EMPTY, name, text),))
    unnamed = [seen.id for seen in messages if not all(reaction.is_named for reaction in seen.reactions)]
    if unnamed:
        text = (
            f"does not say who reacted to {len(unnamed)} messages, the first of them {unnamed[0]}, so that votes there are unknown: "
            "export anew, as JSON, with a DiscordChatExporter newer than July 2023, which writes the users of each reaction"
        )
        problems.append(warning(Code.EXPORT_WITHOUT_USERS, name, text))
    return Export(messages, seen_from, max(seen_from, written_by), tuple(problems), _whole(told, messages))


def _document(content: bytes) -> Mapping[str, Any]:
    try:
        told = read_json(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BrokenExportError(f"byte {error.start + 1} is not UTF-8: export it anew") from error
    except json.JSONDecodeError as error:
        problem = f"line {error.lineno}, column {error.colno}: {error.msg}"
        raise BrokenExportError(f"{problem}; it is damaged or only half written: export it anew") from error
    except ValueError as error:
        raise BrokenExportError(
            "it is nested too deeply, or holds a number that is too long: export it anew"
        ) from error
    if not isinstance(told, Mapping) or not isinstance(told.get("messages"), list):
        raise BrokenExportError("is no export of DiscordChatExporter: it holds no list of messages; export as JSON")
    return told


def _whole(told: Mapping[str, Any], messages: Sequence[SeenMessage]) -> Stretch | None:
    """What a file tells all of: up to its export or, where it does not say when that was, up to its newest message."""
    place, dates = told["channel"], told.get("dateRange")
    channel, thread = _channel(place)
    after, before = (dates.get("after"), dates.get("before")) if isinstance(dates, Mapping) else (None, None)
    since, until = (_instant(each, None) if each else None for each in (after, before))
    by = _instant(told.get("exportedAt"), None) or max((seen.at for seen in messages), default=None)
    if by is None or bool(after) != bool(since) or bool(before) != bool(until):
        return None
    id = f"{_text(place.get('categoryId')) or channel}/" if thread else _text(place.get("id")) or channel
    return Stretch(id, channel, since or FIRST_MILLISECOND, min(by, until or by))


def _channel(raw: Any) -> tuple[str, str]:
    """The channel's name, and the title where it is a thread: of that the file calls the channel it belongs to its category."""
    told = raw if isinstance(raw, Mapping) else {}
    name = _text(told.get("name")).removeprefix("#")
    parent = _text(told.get("category")).removeprefix("#")
    if not name:
        raise BrokenExportError("does not say of which channel it is: export it anew")
    return (parent, name) if "Thread" in _text(told.get("type")) and parent else (name, "")


def _place(told: Mapping[str, Any]) -> str:
    """The ids of the server and of the channel or thread; "" where the file does not tell both."""
    guild, channel = (
        each.get("id") if isinstance(each, Mapping) else None for each in map(told.get, ("guild", "channel"))
    )
    return place_of(guild, channel)


def _message(raw: Any, channel: str, thread: str, place: str) -> SeenMessage | None:
    """A message; None where the server made it. Raises ValueError where it cannot be read."""
    if not isinstance(raw, Mapping) or not _text(raw.get("id")):
        raise ValueError("has no id")
    if str(raw.get("type", "Default")) not in PEOPLES_TYPES:
        return None
    id = raw["id"]
    if is_snowflake(id):
        at = snowflake_instant(id)
    elif (told := _instant(raw.get("timestamp"), None)) is not None:
        at = told
    else:
        raise ValueError("tells no instant with its zone")
    author = _person(raw.get("author")) or NOBODY
    reference = raw.get("reference") if raw.get("type") == "Reply" else None
    return SeenMessage(
        id=id,
        at=at,
        author=author,
        text=_text(raw.get("content")),
        edited_at=_edited(raw, at),
        reply_to=_text(reference.get("messageId")) if isinstance(reference, Mapping) else "",
        channel=channel,
        thread=thread,
        place=place,
        reactions=tuple(_reactions(raw.get("reactions"))),
        mentioned=_people(raw.get("mentions")),
        is_blank=not author.is_bot and not any(raw.get(name) for name in _CONTENTS),
    )


def _edited(raw: Mapping[str, Any], at: datetime) -> datetime | None:
    """When a message was edited last; of a file whose instants name no zone, by what its own instant is off."""
    edited = _instant(raw.get("timestampEdited"), _offset(raw.get("timestamp"), at))
    return edited if edited is not None and edited > at else None


def _offset(value: Any, at: datetime) -> timedelta | None:
    """What an instant without a zone is ahead of UTC, to a quarter of an hour; None where it cannot be told."""
    shown = _instant(value, timedelta())
    return None if shown is None else round((shown - at) / _QUARTER) * _QUARTER


def _instant(value: Any, offset: timedelta | None) -> datetime | None:
    """A text of the file as an instant, shifted by the file's offset where it names no zone; None where it is no instant."""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
        if found is None:
            return None
        if found.tzinfo is not None:
            return found.astimezone(UTC)
        return None if offset is None else found.replace(tzinfo=UTC) - offset
    except (ValueError, OverflowError):
        return None


def _person(raw: Any) -> Person | None:
    if not isinstance(raw, Mapping) or not _text(raw.get("id")):
        return None
    name, own = _text(raw.get("nickname")), _text(raw.get("name"))
    also = (own,) if own and name not in ("", own) else ()
    return Person(raw["id"], name or own, is_bot=raw.get("isBot") is True, also=also)


def _people(raw: Any) -> tuple[Person, ...]:
    return tuple(person for one in raw if (person := _person(one))) if isinstance(raw, list) else ()


def _reactions(raw: Any) -> Iterator[SeenReaction]:
    for one in raw if isinstance(raw, list) else ():
        if not isinstance(one, Mapping) or not (emoji := emoji_of(one.get("emoji"))):
            continue
        users = one.get("users")
        people = _people(users) if isinstance(users, list) else None
        count = one.get("count")
        yield SeenReaction(emoji, count if isinstance(count, int) else len(people or ()), users=people)


def _newer(known: SeenMessage | None, seen: SeenMessage) -> SeenMessage:
    """Of two tellings of a message in one file the one that was edited later; the reactions of both."""
    if known is None:
        return seen
    newest = seen if (seen.edited_at or seen.at) >= (known.edited_at or known.at) else known
    return replace(newest, reactions=tuple(_joined((*known.reactions, *seen.reactions))))


def _joined(reactions: Iterable[SeenReaction]) -> Iterator[SeenReaction]:
    by_emoji: dict[str, list[SeenReaction]] = {}
    for reaction in reactions:
        by_emoji.setdefault(reaction.emoji, []).append(reaction)
    for emoji, told in by_emoji.items():
        people = {person.id: person for one in told for person in one.users or ()}
        users = None if all(one.users is None for one in told) else tuple(people.values())
        yield SeenReaction(emoji, max(one.count for one in told), users=users)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
