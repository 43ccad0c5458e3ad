"""Notices: what is news among what stands, put into few messages, each sent once, and a digest a day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from tracker.app.tick.standing import Kept, Standing, keep, line, may_tell, read_kept
from tracker.app.wired import Wired
from tracker.config.settings import NoticeSettings
from tracker.core.gamestate import Message
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import OPERATOR, PUBLIC, canonical_json
from tracker.core.plan import digest_of
from tracker.core.ports import Intent
from tracker.errors import MessageLostError, MessageRefusedError, OutboxError

LENGTH = 1500
"""How long a message's text is at most, so that it fits with whatever its form adds."""
WAITING_AT_MOST = 100
"""How many lines of news are kept while they cannot be sent; of more only the number is told."""
HOUR = timedelta(hours=1)
AGAIN = timedelta(hours=6)
"""How long a fault that comes back is not told again."""
LONGEST_SHUT = timedelta(hours=6)
"""How long a way out that asks to be left alone is left alone at most."""

BEGUN: Mapping[str, str] = {
    "matters": "{}",
    "idling": "{}",
    "hiatus": "begun: {}",
    "drift": "a rule is in doubt: {}",
    "questions": "a question: {}",
    "faults": "fault: {}",
    "pages": "waits for a person: {}",
    "undone": "undone by a person, and left so: {}",
    "without": "done without: {}",
}
"""What is told of each group's things when they begin."""
ENDED: Mapping[str, str] = {
    "hiatus": "over: {}",
    "drift": "no longer in doubt: {}",
    "faults": "mended: {}",
    "pages": "no longer waiting: {}",
}
"""What is told when they end; the other groups' end is no news."""
ALWAYS_TOLD = frozenset({"faults", "pages"})
"""The groups of the tracker's own trouble, which has no secrets of players in it."""
PERHAPS, NOT_TAKEN, SHUT = "perhaps not sent: ", "not taken: ", "notices could not be sent since "
"""What the digest says of messages whose fate is not sure, that nobody takes, and of a way out that was shut."""
_TROUBLE = (
    *(pattern.format("") for told in (BEGUN, ENDED) for group, pattern in told.items() if group in ALWAYS_TOLD),
    *(PERHAPS, NOT_TAKEN, SHUT),
)
"""How lines begin that tell of the tracker's own trouble: where there is no room for all, they are kept."""
_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ ")


@dataclass(frozen=True, slots=True)
class News:
    """One line of news, and the key by which it is told once."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Queue:
    """What is to be sent, and what was.

    ``news`` wait for a message; ``outgoing`` are messages, told by the same keys until each is done; ``sent`` are the instants of the
    last hour's; ``day`` is what the next digest tells; ``unkept`` counts news that were too many. ``failing_since`` and ``error`` say
    what is wrong with the way out, and ``not_before`` when it may be tried again. ``told`` says when
    each fault was told last, by its name.
    """

    news: tuple[News, ...] = ()
    outgoing: tuple[News, ...] = ()
    sent: tuple[str, ...] = ()
    day: tuple[str, ...] = ()
    unkept: int = 0
    digest_on: str = ""
    failing_since: str = ""
    error: str = ""
    not_before: str = ""
    told: Mapping[str, str] = field(default_factory=dict)

    def with_day(self, text: str) -> Queue:
        """With one more line in the digest."""
        return replace(self, day=(*self.day, text)[-WAITING_AT_MOST:])

    def without(self, letter: News) -> Queue:
        """Without a message that is done with."""
        return replace(self, outgoing=tuple(other for other in self.outgoing if other.key != letter.key))


def queue_of(kept: Kept) -> Queue | None:
    """What is to be sent as it was kept; None where nothing was ever told."""
    if kept.queue is None:
        return None
    told: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in kept.queue.items()
        if name in Queue.__dataclass_fields__
    }
    for name in ("news", "outgoing"):
        told[name] = tuple(News(**item) for item in told[name])
    return Queue(**told)


def note(wired: Wired, before: Kept, after: Kept) -> None:
    """Keep what stands after a tick, with what is news of it and the digest where it is due; ``send`` sends them.

    ``before`` is what was kept last. As news are kept before anything is sent, a process that is killed loses none and sends none
    twice.
    """
    now, settings = wired.clock.now(), wired.settings.notices
    noted, queue = _taken_in(settings, before, _begun_by(after, now), queue_of(before), now)
    queue = _with_digest(settings, noted, queue, now)
    keep(wired.archive, before, _stored(noted, _with_messages(settings, queue, now)), now)


def send(wired: Wired) -> None:
    """Send what is noted, in order, until something keeps the way out shut, which is noted in turn; no failure is raised."""
    kept = read_kept(wired.archive)
    queue = queue_of(kept)
    if queue is not None and queue.outgoing:
        _Sending(wired, kept, queue).run()


def _stored(kept: Kept, queue: Queue) -> Kept:
    # As JSON gives it back: what is equal must compare so.
    told = asdict(queue)
    return replace(
        kept, queue={name: list(value) if isinstance(value, tuple) else value for name, value in told.items()}
    )


# --- what is news -----------------------------------------------------------------------------------------------------


def _taken_in(
    settings: NoticeSettings, before: Kept, after: Kept, queue: Queue | None, now: datetime
) -> tuple[Kept, Queue]:
    """What stands, marked as told, and the queue with the news of it."""
    known = {name: at for name, at in (queue.told if queue else {}).items() if now - AGAIN < parse_instant(at) <= now}
    begun = dict(_begun(settings, after, known, now))
    groups = {
        group: {key: replace(thing, is_told=thing.is_told or (group, key) in begun) for key, thing in things.items()}
        for group, things in after.groups.items()
    }
    news = [*begun.values(), *_ended(settings, before, after)]
    known |= {_name(after.of(group)[key]): iso(now) for group, key in begun if group == "faults"}
    if queue is None:
        first = News(f"first@{iso(now)}", _first_words([item.text for item in news]))
        fresh = Queue(news=(first,), digest_on=_digest_day(settings, now), told=known)
        return replace(after, groups=groups), fresh
    lines = tuple(f"{iso(now)[:16]}Z {item.text}" for item in news)
    kept = [*queue.news, *news]
    spare = max(0, len(kept) - WAITING_AT_MOST)
    day = (*queue.day, *lines)[-WAITING_AT_MOST:]
    queue = replace(queue, news=tuple(kept[spare:]), unkept=queue.unkept + spare, day=day, told=known)
    return replace(after, groups=groups), queue


def _begun_by(kept: Kept, now: datetime) -> Kept:
    """What stands; what is said to begin later than now, as a clock that ran ahead left it, begins now."""
    groups = {
        group: {key: _dated(thing, now) for key, thing in things.items()} for group, things in kept.groups.items()
    }
    return replace(kept, groups=groups)


def _dated(thing: Standing, now: datetime) -> Standing:
    return replace(thing, since=iso(now)) if parse_instant(thing.since) > now else thing


def _begun(
    settings: NoticeSettings, kept: Kept, known: Mapping[str, str], now: datetime
) -> Iterator[tuple[tuple[str, str], News]]:
    """What began and was not told yet, by group and key; a fault once it lasted long enough, one that comes back (``known``) later."""
    lasting = timedelta(minutes=settings.fault_minutes)
    for group, pattern in BEGUN.items():
        for key, thing in _visible(settings, kept, group):
            is_ripe = group != "faults" or (parse_instant(thing.since) + lasting <= now and _name(thing) not in known)
            if is_ripe and not thing.is_told:
                yield (group, key), News(f"{group}:{key}@{thing.since}", pattern.format(thing.text))


def _name(fault: Standing) -> str:
    """What a fault is called each time that it begins: its words without what is told in brackets, such as instants."""
    return fault.text.partition(" (")[0]


def _ended(settings: NoticeSettings, before: Kept, after: Kept) -> Iterator[News]:
    """What was told and is over."""
    for group, pattern in ENDED.items():
        for key, thing in _visible(settings, before, group):
            if thing.is_told and key not in after.of(group):
                yield News(f"{group}:{key}@{thing.since}:ended", pattern.format(thing.text))


def _visible(settings: NoticeSettings, kept: Kept, group: str) -> list[tuple[str, Standing]]:
    viewer = OPERATOR if group in ALWAYS_TOLD else settings.audience or PUBLIC
    return may_tell(kept.of(group).items(), viewer)


def _first_words(lines: Sequence[str]) -> str:
    head = "The tracker tells its news here from now on."
    return _joined(head, lines) if lines else f"{head} Nothing waits."


# --- messages ---------------------------------------------------------------------------------------------------------


def _with_messages(settings: NoticeSettings, queue: Queue, now: datetime) -> Queue:
    """The news put into as many messages as may be sent this hour: one each, or the last of them for all the rest."""
    # What is dated later was sent while the clock ran ahead.
    sent = tuple(at for at in queue.sent if now - HOUR < parse_instant(at) <= now)
    queue = replace(queue, sent=sent)
    waiting = [letter for letter in queue.outgoing if not letter.key.startswith("digest:")]
    room = settings.per_hour - len(sent) - len(waiting)
    if room <= 0 or not (queue.news or queue.unkept):
        return queue
    is_full = len(queue.news) > room or queue.unkept > 0
    single, rest = (queue.news[: room - 1], queue.news[room - 1 :]) if is_full else (queue.news, ())
    made = [*single, *([_join(rest, queue.unkept)] if rest or queue.unkept else [])]
    return replace(queue, news=(), unkept=0, outgoing=(*queue.outgoing, *made))


def _join(rest: Sequence[News], unkept: int) -> News:
    """One message for many news, named after all of them."""
    name = digest_of(canonical_json([item.key for item in rest]))[:16]
    return News(f"joined:{name}", _joined("", [item.text for item in rest], unkept))


def _joined(head: str, lines: Sequence[str], more: int = 0, length: int = LENGTH) -> str:
    """Lines below each other as far as there is room, and how many are left out."""
    fitting = _fitting(lines, length - len(head) - 60)
    more += len(lines) - len(fitting)
    told = [*([head] if head else []), *(f"• {text}" for text in fitting)]
    return "\n".join([*told, *([f"and {more} more (tracker status shows all)"] if more else [])])


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    """Those lines for which there is room, in their order: what tells of trouble goes first, then the newest."""
    chosen = []
    for number in sorted(range(len(lines)), key=lambda each: (not _is_trouble(lines[each]), -each)):
        room -= len(lines[number]) + 3
        if room < 0:
            break
        chosen.append(number)
    return [lines[number] for number in sorted(chosen)]


def _is_trouble(text: str) -> bool:
    return _STAMP.sub("", text, count=1).startswith(_TROUBLE)


# --- the digest -------------------------------------------------------------------------------------------------------


def _digest_day(settings: NoticeSettings, now: datetime) -> str:
    """The day whose digest is due by now: today's from the hour on, else yesterday's."""
    return (now - timedelta(hours=settings.digest_hour)).date().isoformat()


def _with_digest(settings: NoticeSettings, kept: Kept, queue: Queue, now: datetime) -> Queue:
    """The queue with the day's digest where it is due and tells anything, before all else."""
    day = _digest_day(settings, now)
    if queue.digest_on > now.date().isoformat():
        # A clock that ran ahead sent it: what there was until then is told.
        return replace(queue, digest_on=day)
    if day <= queue.digest_on or settings.digest == "never":
        return queue
    done = replace(queue, digest_on=day, day=())
    if settings.digest == "news" and not queue.day:
        return done
    letter = News(f"digest:{day}@{iso(now)}", _digest(settings, kept, queue, day))
    return replace(done, outgoing=(letter, *queue.outgoing))


def _digest(settings: NoticeSettings, kept: Kept, queue: Queue, day: str) -> str:
    """The digest's text: what stands now, and what was told since the last one."""
    standing = [BEGUN[group].format(thing.text) for group in BEGUN for thing in _by_age(settings, kept, group)]
    half = LENGTH // 2
    now = _joined("What stands:", standing, length=half) if standing else "Nothing waits for anybody."
    since = _joined("What happened:", queue.day, length=half) if queue.day else "Nothing happened."
    return f"Digest of {day}\n{now}\n{since}"


def _by_age(settings: NoticeSettings, kept: Kept, group: str) -> list[Standing]:
    return sorted((thing for _, thing in _visible(settings, kept, group)), key=lambda thing: parse_instant(thing.since))


# --- sending ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Sending:
    """The sending of one tick's messages: an intent before each, a receipt after, and what is left kept at once."""

    wired: Wired
    kept: Kept
    queue: Queue

    def run(self) -> None:
        """Send what is outgoing, in order, until something keeps the way out shut."""
        if self.wired.outbox is None or self._is_shut():
            return
        for letter in self.queue.outgoing:
            is_open = self._send(letter)
            self._keep()
            if not is_open:
                return
            self.wired.step(f"receipt:{_target(letter)}")

    def _is_shut(self) -> bool:
        """Whether the way out asked to be left alone until later; a time too far off is that of a clock that ran ahead."""
        until, now = self.queue.not_before, self.wired.clock.now()
        return bool(until) and now < parse_instant(until) <= now + LONGEST_SHUT

    def _keep(self) -> None:
        before, self.kept = self.kept, _stored(self.kept, self.queue)
        keep(self.wired.archive, before, self.kept, self.wired.clock.now())

    def _send(self, letter: News) -> bool:
        """Send one message unless the ledger knows it; whether another may be tried."""
        ledger, target = self.wired.ledger, _target(letter)
        if ledger.last_success("message", target) is not None:
            # An earlier tick began it and was cut short: it may have arrived.
            self._done(letter, PERHAPS)
            return True
        now = self.wired.clock.now()
        number = ledger.intend(Intent("message", target, None, digest_of(letter.text), "notice", "", now, {}))
        self.wired.step(f"intent:{target}")
        try:
            note, outcome, told = self._sent(letter), "done", ""
            self.wired.step(f"saved:{target}")
        except MessageLostError as error:
            note, outcome, told = str(error), "done", PERHAPS
        except MessageRefusedError as error:
            note, outcome, told = str(error), "failed", NOT_TAKEN
        except OutboxError as error:
            ledger.receive(number, "failed", None, self.wired.clock.now(), str(error))
            self._shut(error)
            return False
        ledger.receive(number, outcome, None, self.wired.clock.now(), note)
        self._done(letter, told)
        return True

    def _sent(self, letter: News) -> str:
        if self.wired.outbox is None:
            raise OutboxError("no way to send messages is configured")
        name = self.wired.settings.nomic
        text = f"{name}: {letter.text}" if name else letter.text
        return self.wired.outbox.send(Message(letter.key, name, text, "", self.wired.settings.notices.audience))

    def _done(self, letter: News, told: str) -> None:
        """Strike a message from the list; ``told`` is what the digest says of one whose fate is not sure."""
        now, queue = iso(self.wired.clock.now()), self.queue.without(letter)
        if told:
            queue = queue.with_day(f"{now[:16]}Z {told}{line(letter.text)}")
        if queue.failing_since:
            queue = queue.with_day(f"{now[:16]}Z {SHUT}{queue.failing_since}; they are again")
        is_counted = not letter.key.startswith("digest:")
        sent = (*queue.sent, now) if is_counted else queue.sent
        self.queue = replace(queue, sent=sent, failing_since="", error="", not_before="")

    def _shut(self, error: OutboxError) -> None:
        """Note that the way out is shut, since when, and until when at least."""
        now = self.wired.clock.now()
        wait = timedelta(seconds=min(error.wait_seconds, LONGEST_SHUT.total_seconds()))
        until = iso(now + wait) if wait else ""
        since = self.queue.failing_since or iso(now)
        self.queue = replace(self.queue, failing_since=since, error=str(error), not_before=until)


def _target(letter: News) -> str:
    """What the ledger calls a message."""
    return f"notice:{letter.key}"


# --- for status -------------------------------------------------------------------------------------------------------


def unsent(archive_kept: Kept) -> dict[str, Any]:
    """What keeps notices from being sent, since when, and how many wait; empty where nothing does."""
    queue = queue_of(archive_kept)
    if queue is None or not queue.failing_since:
        return {}
    waiting = len(queue.news) + len(queue.outgoing) + queue.unkept
    return {"since": queue.failing_since, "error": queue.error, "waiting": waiting}
