"""Discord as a source: the channels, threads and forum posts of a server, read over REST, and who reacted and who left."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Protocol

from tracker.core.instants import TICKLE, iso, parse_instant
from tracker.core.observation import DELETED_ACCOUNT, OPERATOR, Observation, ObservationBatch, ReadingWarning
from tracker.core.ports import Clock, Known, Progress, UnreadPart
from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.core.snowflakes import FIRST_MILLISECOND, place_of, snowflake_instant
from tracker.errors import SourceError, SourceUnreachableError, SourceUnreadableError
from tracker.sources.chat.config import (
    CONTENT_OFF,
    CONTENT_REMEDY,
    HISTORY_OFF,
    IN_PLACES,
    MEMBERS_OFF,
    NO_CONTENT,
    Code,
    DiscordConfig,
    warning,
)
from tracker.sources.chat.cursor import NOT_READ, DiscordCursor, Place
from tracker.sources.chat.discord_json import THREAD_MADE, is_peoples, message_of, person_of
from tracker.sources.chat.hearing import heard_rows
from tracker.sources.chat.memory import ChatMemory
from tracker.sources.chat.page import Page, Reader
from tracker.sources.chat.places import Directory
from tracker.sources.chat.rest import (
    MEMBERS,
    PAGE,
    DiscordRest,
    NotAllowedError,
    NotThereError,
    OutOfTimeError,
    RestConfig,
    TokenRefusedError,
    Told,
)
from tracker.sources.chat.rows import (
    LIVE,
    Person,
    SeenMessage,
    Span,
    is_snowflake,
    left_row,
    named_row,
    names_told,
    snowflake_before,
    whole_row,
    without_own_words,
)

FAILURES_BEFORE_GIVING_UP = 2
LONG_PAUSE = timedelta(hours=1)
"""After so long between two looks something may have begun and been due in between, unknown to the game that names what is due."""
MOST_MEMBERS = 50_000
PRIVATE_REMEDY = "do they still share the server with the bot? While they play, nothing is dealt that may hang on what they write privately"
_PRIVATE = re.compile(rf"#{PRIVATE_CHANNEL} of .*\(([0-9]+)\)", re.DOTALL)
_PLACES = frozenset({"channels", "threads", "members"})
"""What is read of a server besides its channels, as warnings name it."""
CONTENT_SHOWN = (1 << 18) | (1 << 19)
"""The flags of an application that may read what messages hold: granted, and granted to a small bot."""


class Listener(Protocol):
    """What hears of things as they happen (``tracker.sources.chat.gateway``)."""

    def drain(self) -> Sequence[Any]:
        """What was heard since the last time, oldest first."""
        ...

    @property
    def problem(self) -> str:
        """Why nothing is heard at present; empty where all is well."""
        ...


class DiscordSource:
    """Some channels of a server (the ``Source`` port), asked over REST; where it is ``heard`` too, with exact instants.

    Where nothing is new and nothing is open, a look costs one request a channel. A last batch always says whether everything
    was read wholly; one that holds tombstones comes of a page that was.
    """

    name = LIVE

    def __init__(self, config: DiscordConfig, rest: RestConfig, clock: Clock, heard: Listener | None = None) -> None:
        """Nothing is asked yet."""
        self.config, self.rest, self.clock, self.heard = config, rest, clock, heard
        self.request_count = 0

    def observe(self, known: Known, now: datetime, progress: Progress) -> Iterator[ObservationBatch]:
        """Read what is new since the cursor; raises SourceError where nothing could be read."""
        with DiscordRest(self.rest, self.clock) as rest:
            try:
                yield from _Look(self, rest, known, now, progress).batches()
            finally:
                self.request_count += rest.count

    def unread_parts(self, cursor: str | None) -> tuple[UnreadPart, ...]:
        """The channels and threads that the last look could not read wholly, by a cursor."""
        known = DiscordCursor.parse(cursor, self.config.guild)
        return tuple(
            UnreadPart(place, since, known.whole_at, why, _account_in(place))
            for place, (since, why) in known.unread.items()
        )

    def is_mended(self, cursor: str | None, warning: ReadingWarning) -> bool:
        """Whether a warning that some look told was gone when the last one looked."""
        known = DiscordCursor.parse(cursor, self.config.guild)
        if warning.code == Code.MEMBERS_OFF:
            return not (known.has_no_members and self.config.members_minutes)
        if warning.code == Code.NOT_LISTENING:
            return not known.is_deaf
        is_of_place = warning.place.startswith("#") or warning.place in _PLACES
        return warning.code in IN_PLACES and is_of_place and warning.place not in known.unread

    def resync_cursor(self, known: Known, since: datetime | None = None) -> str:
        """The cursor from which every message since an instant is read anew, and what is archived compared with it."""
        cursor = DiscordCursor.parse(known.cursor(self.name), self.config.guild)
        for place in cursor.places.values():
            place.last, place.is_begun = max(place.first, snowflake_before(since)), False
        cursor.listed_at = ""
        return cursor.text()


class _Look:
    """One look at a server."""

    def __init__(
        self, source: DiscordSource, rest: DiscordRest, known: Known, now: datetime, progress: Progress
    ) -> None:
        self._source, self._rest, self._now, self._progress = source, rest, now, progress
        self._config = source.config
        self._cursor = DiscordCursor.parse(known.cursor(source.name), source.config.guild)
        self._directory = Directory(self._config, self._cursor, rest, now)
        self._memory = ChatMemory(known)
        named = self._config.named()
        awaited = frozenset(self._config.answers())
        self._reader = Reader(self._config, rest, self._memory, now, self._cursor.nicks, named, self._fail, awaited)
        self._is_complete, self._failures = True, 0
        self._shows_contents: bool | None = None
        self._warnings: list[ReadingWarning] = []
        self._told: set[ReadingWarning] = set()
        self._failed: dict[str, str] = {}
        self._has_news = False
        self._known = frozenset(self._config.known())

    def batches(self) -> Iterator[ObservationBatch]:
        """Everything that this look brings; raises SourceError where nothing could be read."""
        try:
            yield from self._read()
        except SourceError:
            yield self._batch(self._missed())
            raise
        if self._shows_contents is False:
            raise SourceUnreadableError(NO_CONTENT, place=f"server {self._config.guild}", remedy=CONTENT_REMEDY)

    def _read(self) -> Iterator[ObservationBatch]:
        self._directory.heed_config()
        self._know_itself()
        yield from self._hear()
        if self._directory.is_due:
            self._list()
        for name, problem in self._cursor.problems.items():
            self._fail(Code.NO_CHANNEL, _shown(name), problem)
        yield from self._members()
        yield from self._places()
        yield from self._hear()
        if self._is_whole:
            yield from self._left_before()
        since = {place: begun for place, (begun, _) in self._cursor.unread.items()}
        self._cursor.unread = {place: [since.get(place, iso(self._now)), why] for place, why in self._failed.items()}
        yield self._batch(self._looked(), is_complete=self._is_whole)

    @property
    def _is_whole(self) -> bool:
        return self._is_complete and not self._reader.pending

    def _know_itself(self) -> None:
        """Learn once which account is the bot's own."""
        if not self._cursor.me:
            self._cursor.me = str(self._rest.own_account().named("the bot").get("id") or "")

    # --- places -------------------------------------------------------------------------------------------------------

    def _list(self) -> None:
        """List the channels anew; where that fails, those that are known go on."""
        try:
            self._directory.list_channels()
        except TokenRefusedError:
            raise
        except SourceError as error:
            if not self._cursor.places:
                raise
            self._fail(Code.UNREACHABLE, "channels", str(error))

    def _places(self) -> Iterator[ObservationBatch]:
        """Read every place that is to be read now, and the threads that turn up on the way."""
        yield from self._attempted("threads", self._follow_threads())
        opened = [id for id, place in self._cursor.places.items() if place.parent and self._awaited(place)]
        waiting = deque(id for id, _ in self._directory.to_read(is_open=opened))
        seen = set(waiting)
        while waiting:
            id = waiting.popleft()
            place = self._cursor.places[id]
            where = self._where(id, place) + (f" › {place.thread}" if place.thread else "")
            self._progress.step(f"reading {where}", len(seen) - len(waiting), len(seen))
            yield from self._attempted(where, self._news(id, place))
            turned_up = [id for id, _ in self._directory.to_read(is_open=()) if id not in seen]
            waiting.extend(turned_up)
            seen.update(turned_up)

    def _where(self, id: str, place: Place) -> str:
        """A place as warnings name it: a channel by its name, private messages by whose they are."""
        account = self._config.private().get(id, "") if place.is_private else ""
        told = self._cursor.named.get(account)
        name = told[0] if told else self._cursor.nicks.get(account, "somebody")
        return _shown(place.channel) + (f" of {name} ({account})" if account else "")

    def _follow_threads(self) -> Iterator[ObservationBatch]:
        self._directory.follow_threads()
        yield from ()

    def _attempted(self, where: str, reading: Iterator[ObservationBatch]) -> Iterator[ObservationBatch]:
        """A reading whose failure does not stop the others; after a few in a row Discord is taken to be down."""
        try:
            yield from reading
            self._failures = 0
        except TokenRefusedError:
            raise
        except OutOfTimeError as error:
            self._fail(Code.OUT_OF_TIME, where, str(error))
        except NotAllowedError as error:
            remedy = PRIVATE_REMEDY if _account_in(where) else error.remedy
            self._fail(Code.NO_PERMISSION, where, f"{error.message}; {remedy}")
        except NotThereError as error:
            # Deleted, or taken out of the bot's sight: the next look lists the channels anew.
            self._cursor.listed_at = ""
            self._fail(Code.NO_CHANNEL, where, f"{error.message}; {error.remedy}")
        except SourceUnreadableError as error:
            self._fail(Code.UNREADABLE_ANSWER, where, str(error))
        except SourceUnreachableError as error:
            self._fail(Code.UNREACHABLE, where, str(error))
            self._failures += 1
            if self._failures >= FAILURES_BEFORE_GIVING_UP:
                raise
        if self._warnings:
            yield self._batch(())

    def _news(self, id: str, place: Place) -> Iterator[ObservationBatch]:
        """What is new in a place: its newest page, what lies between that and the last look, and pages with open messages."""
        if not place.is_begun:
            yield from self._forward(id, place, place.last)
            return
        page = self._page(self._rest.messages(id), id, place)
        if page.is_full and page.low > place.last:
            yield from self._forward(id, place, _window(place))
        else:
            yield from self._take(id, place, page)
        yield from self._older(id, place, page)
        self._forget(place, page.low)

    def _forward(self, id: str, place: Place, after: int) -> Iterator[ObservationBatch]:
        """Read from an id on up to the newest message, page by page, each with the cursor that goes on from there."""
        while True:
            page = self._page(self._rest.messages(id, after=after), id, place, low=after)
            pending = self._reader.pending
            yield from self._take(id, place, page)
            if self._reader.pending > pending or not page.is_taken:
                return
            if not page.is_full:
                break
            after = page.newest
        is_first, place.is_begun = not place.is_begun, True
        if is_first:
            self._forget(place, _window(place))

    def _older(self, id: str, place: Place, newest: Page) -> Iterator[ObservationBatch]:
        """Read the pages before the newest one on which open messages stand."""
        left = sorted(
            int(known) for known in place.entries if not newest.covers(known) and self._is_awaited(place, known)
        )
        while left:
            page = self._page(self._rest.messages(id, before=left[-1] + 1), id, place, high=left[-1])
            yield from self._take(id, place, page)
            left = [known for known in left if known <= page.low] if page.is_taken else []

    def _take(self, id: str, place: Place, page: Page) -> Iterator[ObservationBatch]:
        """The batch of one page; none where it cannot be trusted."""
        yield from self._hear()
        if not self._is_trusted(id, place, page):
            return
        page.is_taken = True
        pending = self._reader.pending
        rows = list(self._reader.rows(id, place, page, self._expected(place)))
        if place.is_private:
            rows = [replace(row, audience=OPERATOR) for row in rows]
        if place.is_begun or self._reader.pending == pending:
            place.last = max(place.last, page.newest)
        if rows or self._warnings or page.is_full:
            yield self._batch(rows, is_complete=page.is_whole and self._reader.pending == pending)

    def _is_trusted(self, id: str, place: Place, page: Page) -> bool:
        where = self._where(id, place)
        if any(seen.is_blank for seen in page.messages) and not self._may_read_contents():
            self._fail(Code.CONTENT_OFF, where, CONTENT_OFF)
            return False
        missing = [] if page.count else [known for known in place.entries if page.covers(known)]
        if missing and not self._is_gone(id, max(missing, key=int)):
            self._fail(Code.NOTHING_CAME, where, f"no messages came, though there were some: {HISTORY_OFF}")
            return False
        return True

    def _is_gone(self, channel: str, message: str) -> bool:
        """Whether a message is deleted, rather than not shown: who may not read what was written gets an empty page."""
        try:
            self._rest.message(channel, message)
        except NotThereError:
            return True
        except NotAllowedError:
            return False
        return False

    def _may_read_contents(self) -> bool:
        """Whether Discord shows the bot what messages hold; asked once a look, and only where one came empty."""
        if self._shows_contents is None:
            self._shows_contents = may_read_contents(self._rest.application())
        return self._shows_contents

    def _expected(self, place: Place) -> Mapping[str, Observation]:
        """The archived messages that a reading from the beginning has to find again; those of threads and private ones are not told apart."""
        if place.is_begun or place.parent or place.is_private:
            return {}
        rows = self._memory.messages_in(place.channel)
        return {id: row for id, row in rows.items() if row.source == LIVE and not row.payload.get("thread")}

    def _page(self, told: Told, id: str, place: Place, *, low: int | None = None, high: int | None = None) -> Page:
        """A page of messages as it came; what is older than the reading begins is left out."""
        raws = told.listed(self._where(id, place))
        found: list[SeenMessage] = []
        ids: list[int] = []
        is_whole, where = True, "" if place.is_private else place_of(self._config.guild, id)
        for raw in raws:
            try:
                seen = message_of(raw, place.channel, place.thread, self._cursor.nicks, where)
            except ValueError as error:
                is_whole = False
                self._fail(Code.UNREADABLE_MESSAGE, self._where(id, place), f"{error}; it is left out")
                continue
            ids.append(int(seen.id))
            self._note_thread(raw, id)
            is_own = place.is_private and seen.author.id == self._cursor.me
            if is_peoples(raw) and int(seen.id) > place.first and not is_own:
                found.append(seen)
        is_full = len(raws) >= PAGE
        start = low if low is not None else max(min(ids, default=0) - 1 if is_full else 0, place.first)
        newest = max(ids, default=start)
        end = high if high is not None else newest if low is not None and is_full else None
        ordered = tuple(sorted({seen.id: seen for seen in found}.values(), key=lambda seen: int(seen.id)))
        return Page(ordered, told.asked_at, told.answered_at, start, end, newest, len(raws), is_full, is_whole)

    def _note_thread(self, raw: Mapping[str, Any], channel: str) -> None:
        """A thread hangs on a message, or is told of by one."""
        thread, reference = raw.get("thread"), raw.get("message_reference")
        if isinstance(thread, Mapping):
            self._directory.take_thread({"parent_id": channel, **thread})
        elif raw.get("type") == THREAD_MADE and isinstance(reference, Mapping):
            made = {"id": reference.get("channel_id"), "parent_id": channel, "name": raw.get("content")}
            self._directory.take_thread(made)

    # --- what is looked at again --------------------------------------------------------------------------------------

    def _is_awaited(self, place: Place, id: str) -> bool:
        """Whether a message is open, or something of it is still to be read."""
        unread = any(count.number == NOT_READ for count in place.entries[id].reactions.values())
        return unread or self._reader.is_open(place, id, snowflake_instant(id))

    def _awaited(self, place: Place) -> bool:
        return any(self._is_awaited(place, id) for id in place.entries)

    def _forget(self, place: Place, low: int) -> None:
        """Forget the messages before the newest page that are not looked at again."""
        for id in [id for id in place.entries if int(id) <= low and not self._is_awaited(place, id)]:
            del place.entries[id]

    # --- members ------------------------------------------------------------------------------------------------------

    def _members(self) -> Iterator[ObservationBatch]:
        """Who left since the list of members was read last, where it is time to read it."""
        if not self._config.members_minutes:
            return
        if self._is_members_due():
            yield from self._attempted("members", self._read_members())
        elif self._cursor.has_no_members:
            self._tell_no_members()

    def _tell_no_members(self) -> None:
        """Note that Discord no longer shows the members, so that nobody knows who left since the last list."""
        tell = self._fail if self._cursor.members_at else self._warn
        tell(Code.MEMBERS_OFF, "members", MEMBERS_OFF)

    def _is_members_due(self) -> bool:
        cursor = self._cursor
        asked_at = cursor.members_refused_at or cursor.members_at
        has_untold = not self._known.intersection(cursor.members) <= cursor.named.keys()
        if not asked_at or (has_untold and not cursor.has_no_members):
            return True
        last, named = parse_instant(asked_at), self._reader.named
        is_named = named is not None and last < named <= self._now
        return is_named or self._now - last >= timedelta(minutes=self._config.members_minutes)

    def _read_members(self) -> Iterator[ObservationBatch]:
        cursor = self._cursor
        try:
            found, nicks, asked_at, answered_at = self._listed_members()
        except NotAllowedError:
            cursor.has_no_members, cursor.members_refused_at = True, iso(self._now)
            self._tell_no_members()
            return
        cursor.has_no_members, cursor.members_refused_at = False, ""
        now = Span.exactly(answered_at)
        span = Span(parse_instant(cursor.members_at), answered_at) if cursor.members_at else now
        gone = [Person(id, cursor.nicks.get(id, "")) for id in cursor.members if id not in found] if found else []
        rows = [*(left_row(each, span, LIVE) for each in gone), *self._renamed(found, span, now)]
        if found:
            cursor.named = {id: names for id, names in cursor.named.items() if id in found}
        cursor.members, cursor.members_at = sorted(found or cursor.members, key=int), iso(asked_at)
        cursor.nicks.clear()
        cursor.nicks.update(nicks)
        if rows:
            yield self._batch(rows, is_complete=True)

    def _renamed(self, found: Mapping[str, Person], span: Span, now: Span) -> Iterator[Observation]:
        """The people known to the game whose names differ from those that the archive has, as they are now."""
        named = self._cursor.named
        for id in sorted({*named, *self._known} & found.keys(), key=int):
            if named.get(id) != found[id].called:
                yield named_row(found[id], span if id in named else now, LIVE)

    def _listed_members(self) -> tuple[dict[str, Person], dict[str, str], datetime, datetime]:
        """Every member by id, the names that some have here, and when that was asked for and known."""
        found: dict[str, Person] = {}
        nicks: dict[str, str] = {}
        asked_at: datetime | None = None
        while True:
            after = max(found, key=int, default="")
            told = self._rest.members(self._config.guild, after)
            asked_at = asked_at or told.asked_at
            raws = [raw for raw in told.listed("members") if isinstance(raw, Mapping)]
            own = {user.id: raw.get("nick") for raw in raws if (user := person_of(raw.get("user")))}
            nicks |= {id: nick for id, nick in own.items() if isinstance(nick, str) and nick}
            page = {user.id: user for raw in raws if (user := person_of(raw.get("user"), nicks))}
            is_last = len(raws) < MEMBERS or not page.keys() - found.keys()
            found |= page
            if is_last or len(found) > MOST_MEMBERS:
                return found, nicks, asked_at, told.answered_at

    def _left_before(self) -> Iterator[ObservationBatch]:
        """Who wrote and had left before the list of members was first read."""
        cursor = self._cursor
        if cursor.are_authors_checked or not cursor.members:
            return
        cursor.are_authors_checked = True
        seen_at = parse_instant(cursor.members_at)
        there = {*cursor.members, DELETED_ACCOUNT}
        words = {id: row for id, row in self._memory.last_words().items() if is_snowflake(id) and id not in there}
        rows = [
            left_row(Person(id, row.text("name")), Span(row.happened_at, seen_at), LIVE)
            for id, row in words.items()
            if row.happened_at < seen_at
        ]
        if rows:
            yield self._batch(rows, is_complete=True)

    # --- what is heard ------------------------------------------------------------------------------------------------

    def _hear(self) -> Iterator[ObservationBatch]:
        """The events that the gateway heard since the last look, each as a batch of its own, since later ones may build on it."""
        heard = self._source.heard
        self._cursor.is_deaf = bool(heard and heard.problem)
        if heard is None:
            return
        for event in heard.drain():
            rows = heard_rows(event, self._cursor, self._memory, self._known)
            if rows:
                yield self._batch(rows, is_complete=True)
        if heard.problem:
            self._warn(Code.NOT_LISTENING, "gateway", heard.problem)

    def _looked(self) -> list[Observation]:
        """That everything up to now was read.

        It is told at the first look, after each instant at which something was due, and with news after a long pause. Between two
        such rows nothing hangs on it, so a quiet look brings no row.
        """
        if not self._is_whole:
            return self._missed()
        cursor = self._cursor
        before = parse_instant(cursor.whole_at) if cursor.whole_at else self._now - TICKLE
        due = parse_instant(cursor.awaits) if cursor.awaits else self._newly_due()
        is_told = cursor.whole_at and due is None and not (self._has_news and self._now - before > LONG_PAUSE)
        if due is not None:
            before = min(before, due - TICKLE)
        cursor.whole_at, cursor.awaits = iso(self._now), ""
        return [] if is_told else [self._look_row(before, is_whole=True)]

    def _missed(self) -> list[Observation]:
        """The row that says that not everything was read, where something was due since the last whole look or there never was one."""
        cursor, due = self._cursor, self._newly_due()
        if cursor.awaits or (cursor.whole_at and due is None):
            return []
        start = self._config.since or FIRST_MILLISECOND
        cursor.awaits = iso(due if cursor.whole_at and due else start)
        return [self._look_row(parse_instant(cursor.whole_at) if cursor.whole_at else start - TICKLE, is_whole=False)]

    def _newly_due(self) -> datetime | None:
        """The instant that the game named, where it is past and nobody has read everything since."""
        whole_at, named = self._cursor.whole_at, self._reader.named
        is_read = named is not None and whole_at and parse_instant(whole_at) >= named
        return named if named is not None and named <= self._now and not is_read else None

    def _look_row(self, after: datetime, *, is_whole: bool) -> Observation:
        """The row that says whether everything was read between the last whole look and this one."""
        return whole_row(Span(after, self._now), self._now, LIVE, is_whole=is_whole)

    # --- batches ------------------------------------------------------------------------------------------------------

    def _fail(self, code: Code, place: str, text: str) -> None:
        """Something could not be read."""
        self._is_complete = False
        if code is not Code.OUT_OF_TIME:
            self._failed.setdefault(place, text)
        self._warn(code, place, text)

    def _warn(self, code: Code, place: str, text: str) -> None:
        self._warnings.append(warning(code, place, text))

    def _batch(self, rows: Iterable[Observation], *, is_complete: bool = False) -> ObservationBatch:
        """A batch with the cursor as it stands; each warning is given once a look."""
        fresh = [one for one in dict.fromkeys(self._warnings) if one not in self._told]
        self._told.update(fresh)
        self._warnings = []
        told = tuple(without_own_words(rows, self._cursor.me))
        self._cursor.named |= names_told(told)
        self._has_news = self._has_news or bool(told)
        looked_at = max([self._now, *(row.seen_at for row in told if row.seen_at is not None)])
        return ObservationBatch(LIVE, told, self._cursor.text(), looked_at, is_complete, tuple(fresh))


def may_read_contents(told: Told) -> bool:
    """Whether an application's flags let it read what messages hold."""
    flags = told.named("the bot").get("flags")
    return isinstance(flags, int) and bool(flags & CONTENT_SHOWN)


def _shown(channel: str) -> str:
    return f"#{channel.removeprefix('#')}"


def _account_in(where: str) -> str:
    """The account whose private messages a place holds, as warnings name it; "" of any other."""
    found = _PRIVATE.fullmatch(where)
    return found[1] if found else ""


def _window(place: Place) -> int:
    """The id before the messages that stood on the newest page at the last look, or all that there are."""
    newest = sorted(map(int, place.entries))[-PAGE:]
    return min([*(id - 1 for id in newest), place.last])
