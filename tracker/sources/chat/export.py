"""Exported chats as a source: the JSON files that DiscordChatExporter writes, read anew where they changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fnmatch import fnmatch
from glob import glob
from itertools import islice
from pathlib import Path

from tracker.core.instants import TICKLE, iso, parse_instant
from tracker.core.observation import Observation, ObservationBatch, ReadingWarning
from tracker.core.ports import Known, Progress
from tracker.core.snowflakes import FIRST_MILLISECOND
from tracker.sources.chat.config import IN_FILES, Code, warning
from tracker.sources.chat.cursor import ExportCursor, FileMark
from tracker.sources.chat.export_file import BrokenExportError, Export, Stretch, read_export
from tracker.sources.chat.memory import ChatMemory
from tracker.sources.chat.rows import (
    EXPORTED,
    Person,
    SeenMessage,
    Span,
    emoji_key,
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
