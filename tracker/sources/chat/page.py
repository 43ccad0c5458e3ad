"""One page of messages: compared with what the last look saw and with the archive, it becomes rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tracker.core.instants import iso, parse_instant
from tracker.core.observation import Observation
from tracker.errors import SourceUnreachableError, SourceUnreadableError
from tracker.sources.chat.config import Code, DiscordConfig
from tracker.sources.chat.cursor import NOT_READ, Count, Entry, Place
from tracker.sources.chat.discord_json import person_of
from tracker.sources.chat.memory import ChatMemory, Standing
from tracker.sources.chat.rest import PAGE, DiscordRest, TokenRefusedError
from tracker.sources.chat.rows import (
    LIVE,
    Person,
    SeenMessage,
    SeenReaction,
    Span,
    deleted_row,
    emoji_key,
    message_rows,
    reaction_row,
)

MOST_PAGES = 100
"""How many pages of the people behind one emoji are read at most."""


@dataclass(slots=True)
class Page:
    """Messages that came at once: every one of a place after ``low`` and up to ``high`` (None: up to the newest).

    ``newest`` is the last id, ``count`` how many came, those of the server too; ``is_full`` says that more may follow,
    ``is_whole`` that every one of them could be read, ``is_taken`` that its rows were told.
    """

    messages: tuple[SeenMessage, ...]
    asked_at: datetime
    answered_at: datetime
    low: int
    high: int | None
    newest: int
    count: int
    is_full: bool
    is_whole: bool
    is_taken: bool = False

    def covers(self, id: str) -> bool:
        """Whether a message of that id would stand on it."""
        return self.low < int(id) and (self.high is None or int(id) <= self.high)


@dataclass(slots=True)
class Reader:
    """Turns pages into rows; ``pending`` counts what there was no time for and the next look reads.

    ``awaited`` are the bot's own messages on which reactions are awaited.
    """

    config: DiscordConfig
    rest: DiscordRest
    memory: ChatMemory
    now: datetime
    nicks: Mapping[str, str]
    named: datetime | None
    fail: Callable[[Code, str, str], None]
    awaited: Collection[str] = ()
    pending: int = field(default=0)

    def rows(self, id: str, place: Place, page: Page, expected: Mapping[str, Observation]) -> Iterator[Observation]:
        """What a page of a place tells that is new; ``expected`` are archived messages that have to stand on it too."""
        news = [seen for seen in page.messages if self._may_be_news(place.entries.get(seen.id), seen)]
        archived = self.memory.messages(seen.id for seen in news)
        if page.is_whole:
            yield from self._deleted(place, page, expected)
        for seen in page.messages:
            if seen in news:
                yield from message_rows(seen, archived.get(seen.id), page.answered_at, LIVE)
            entry = place.entries.get(seen.id)
            is_known = entry is not None or seen.id in archived
            counts: dict[str, Count] = {}
            yield from _Reactions(self, id, seen, entry, page, self.is_open(place, seen.id, seen.at)).rows(
                counts, self.memory.reactions if is_known else _none_stand
            )
            edited = "" if seen.edited_at is None else iso(seen.edited_at)
            place.entries[seen.id] = Entry(iso(page.asked_at), edited, counts)

    def is_open(self, place: Place, id: str, at: datetime) -> bool:
        """Whether a message is looked at wherever it stands."""
        return (place.is_voting or id in self.awaited) and self.now - at < self.config.watch_span

    def is_due(self, who_at: str) -> bool:
        """Whether who reacted to an open message is to be read again."""
        last = parse_instant(who_at)
        marks = () if self.named is None else (self.named - self.config.look_before, self.named)
        is_named = any(last < mark <= self.now for mark in marks)
        return is_named or self.now - last >= self.config.reaction_span

    def _may_be_news(self, entry: Entry | None, seen: SeenMessage) -> bool:
        edited = "" if seen.edited_at is None else iso(seen.edited_at)
        return entry is None or entry.edited != edited

    def _deleted(self, place: Place, page: Page, expected: Mapping[str, Observation]) -> Iterator[Observation]:
        there = {seen.id for seen in page.messages}
        missing = [id for id in place.entries if page.covers(id) and id not in there]
        more = [id for id in expected if id not in place.entries and page.covers(id) and id not in there]
        archived = {**self.memory.messages(missing), **{id: expected[id] for id in more}}
        for id, row in archived.items():
            entry = place.entries.pop(id, None)
            if row.kind != "message_deleted":
                last = parse_instant(entry.seen_at) if entry else row.seen_at or row.happened_at
                yield deleted_row(row, Span(last, page.answered_at).since(row.happened_at), LIVE)
        for id in missing:
            place.entries.pop(id, None)


def _none_stand(_: str) -> Standing:
    return {}


@dataclass(slots=True)
class _Reactions:
    """The reactions to one message at one look."""

    reader: Reader
    channel: str
    seen: SeenMessage
    entry: Entry | None
    page: Page
    is_open: bool

    def rows(self, counts: dict[str, Count], standing: Callable[[str], Standing]) -> Iterator[Observation]:
        """What changed; ``counts`` is filled with how many there are now, and as of when it is known who."""
        now = {emoji_key(reaction.emoji): reaction for reaction in self.seen.reactions}
        before = self.entry.reactions if self.entry else {}
        # Of a message that is not looked at yet the archive may know more than it shows now.
        stood = standing(self.seen.id) if self.entry is None else None
        known = [key for key, by in (stood or {}).items() if any(row.kind == "reaction" for row in by.values())]
        for key in dict.fromkeys((*before, *now, *known)):
            was, reaction = before.get(key), now.get(key)
            if was is not None and reaction is not None and not self._is_to_be_read(was, reaction):
                counts[key] = was
                continue
            stood = standing(self.seen.id) if stood is None else stood
            yield from self._changes(key, reaction, was, stood.get(key, {}), counts)

    def _is_to_be_read(self, was: Count, now: SeenReaction) -> bool:
        return was.number != now.count or (self.is_open and self.reader.is_due(was.who_at))

    def _changes(
        self,
        key: str,
        reaction: SeenReaction | None,
        was: Count | None,
        stood: Mapping[str, Observation],
        counts: dict[str, Count],
    ) -> Iterator[Observation]:
        # Where there was none at the last look, nobody had set it then.
        absent = self.entry.seen_at if self.entry else iso(self.seen.at)
        last = was.who_at if was else absent
        if reaction is None:
            yield from self._told("", {}, stood, Span(parse_instant(last), self.page.answered_at))
            return
        try:
            people, asked_at, answered_at = self._people(reaction)
        except TokenRefusedError:
            raise
        except SourceUnreachableError:
            self.reader.pending += 1
            counts[key] = Count(NOT_READ, last)
            return
        except SourceUnreadableError as error:
            # It will not be otherwise in a moment, and must not hold up the rest.
            text = f"who set {reaction.emoji} is not known: {error.message}"
            self.reader.fail(Code.UNREADABLE_ANSWER, f"message {self.seen.id}", text)
            counts[key] = Count(reaction.count, last)
            return
        yield from self._told(reaction.emoji, people, stood, Span(parse_instant(last), answered_at))
        counts[key] = Count(reaction.count, iso(asked_at))

    def _told(
        self, emoji: str, people: Mapping[str, Person], stood: Mapping[str, Observation], span: Span
    ) -> Iterator[Observation]:
        """Who set an emoji or took it back since it was last known who had."""
        for id, person in people.items():
            known = stood.get(id)
            if known is None or known.kind == "reaction_removed":
                named = known.text("emoji") if known else emoji
                earliest = span.since(self.seen.at, *([known.happened_at] if known else []))
                yield reaction_row(self.seen.id, named, person, earliest, LIVE)
        for id, known in stood.items():
            if known.kind == "reaction" and id not in people:
                gone = Person(id, known.text("name"), is_bot=bool(known.payload.get("bot")))
                since = span.since(self.seen.at, known.possible_from)
                yield reaction_row(self.seen.id, known.text("emoji"), gone, since, LIVE, is_set=False)

    def _people(self, reaction: SeenReaction) -> tuple[dict[str, Person], datetime, datetime]:
        """Everybody who set an emoji, with when that was asked for and known."""
        found: dict[str, Person] = {}
        asked_at = answered_at = None
        sorts = [is_super for is_super in (False, True) if (reaction.super_count if is_super else _plain(reaction))]
        for is_super in sorts:
            after = ""
            for _ in range(MOST_PAGES):
                told = self.reader.rest.reacted(self.channel, self.seen.id, reaction.emoji, after, is_super=is_super)
                page = [person_of(one, self.reader.nicks) for one in told.listed(f"reactions to {self.seen.id}")]
                people = {person.id: person for person in page if person is not None}
                asked_at, answered_at = asked_at or told.asked_at, told.answered_at
                if not people.keys() - found.keys():
                    break
                found |= people
                if len(page) < PAGE:
                    break
                after = max(people, key=int)
        return found, asked_at or self.page.asked_at, answered_at or self.page.answered_at


def _plain(reaction: SeenReaction) -> int:
    return max(reaction.count - reaction.super_count, 0)
