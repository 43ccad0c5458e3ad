"""The log of a chat: every message with its edits, its deletion and its reactions, and who left, each dated as closely as it was seen."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any, Literal

from tracker.core.fold import Step
from tracker.core.instants import FAR_FUTURE
from tracker.core.observation import Observation

Happening = Literal["posted", "edited", "deleted", "reacted", "unreacted", "left"]


_REACTIONS = ":reactions:"
"""What stands in the name of a part of a source between the source and a message with its emoji."""


@dataclass(frozen=True, slots=True)
class Between:
    """An instant known only to lie after ``after`` and at or before ``by`` (UTC); where both are the same it is exact."""

    after: datetime
    by: datetime

    @classmethod
    def exactly(cls, when: datetime) -> Between:
        """The very instant."""
        return cls(when, when)

    @classmethod
    def of(cls, seen: Observation) -> Between:
        """When what was seen happened: its instant, or between the two looks."""
        return cls(seen.possible_from, seen.happened_at)

    @property
    def is_exact(self) -> bool:
        """Whether the very instant is known."""
        return self.after == self.by

    def before(self, when: datetime) -> bool | None:
        """Whether it lies strictly before an instant; None where nobody can tell."""
        if self.by < when:
            return True
        return False if self.is_exact or self.after >= when else None

    def common(self, other: Between) -> Between | None:
        """What both allow; None where they cannot be one instant."""
        after, by = max(self.after, other.after), min(self.by, other.by)
        if self.is_exact or other.is_exact:
            exact, wide = (self, other) if self.is_exact else (other, self)
            fits = exact == wide or (not wide.is_exact and wide.after < exact.by <= wide.by)
            return exact if fits else None
        return Between(after, by) if after < by else None

    def since(self, when: datetime) -> Between:
        """The same instant, now known to be later than ``when``."""
        return Between(when, self.by) if self.after < when < self.by else self


@dataclass(slots=True)
class Version:
    """A text that an edit brought, and when it did."""

    text: str
    at: Between


@dataclass(slots=True)
class Presence:
    """A reaction that stood: when it was set and, where it was taken back, when.

    Of one kind somebody may set several, in different skin tones and from several accounts of theirs: each stands by itself.
    ``tone`` tells them apart, the tone with the account where that is not the person's own id.
    """

    set: Between
    removed: Between | None = None
    tone: str = ""


@dataclass(slots=True)
class ChatMessage:
    """One message: who said what where, and what became of it.

    ``text`` is what it said when it was posted, ``edits`` what it said afterwards, in order. ``reactions`` bear canonical
    emoji, then people. ``seen`` is the look that first saw ``text``, where one is known. A message that was ``seen_edited`` had been
    edited before anybody saw it: its first text is unknown, and ``text`` is that of the first look, or where it ``is_told`` what
    people say that it said first. ``thread`` is the title of the thread of the channel that it stands in, "" for the channel itself.
    ``counted`` says of canonical emoji how many set them, where it is not told of all of them who. ``place`` are the ids of where it
    stands (``core.snowflakes``), where they are told.
    """

    id: str
    channel: str
    author: str
    at: datetime
    text: str
    reply_to: str = ""
    is_bot: bool = False
    name: str = ""
    thread: str = ""
    place: str = ""
    edits: list[Version] = field(default_factory=list)
    deleted: Between | None = None
    reactions: dict[str, dict[str, list[Presence]]] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)
    seen: datetime | None = None
    seen_edited: bool = False
    is_told: bool = False
    kept: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What stays of texts of it that were redacted, by what stands in their place (see ``redacted_texts``)."""
    unplaced: dict[str, list[Between]] = field(default_factory=dict)
    """When reactions may have been taken back of which it is not told yet that they were set, by emoji, person and tone."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What one row told: what happened to which message or person; ``is_certain`` says whether it surely had by then.

    ``emoji`` is canonical; ``text`` is that of a post or an edit; ``row`` is the observation's id.
    """

    kind: Happening
    message: str
    user: str
    at: Between
    row: str
    is_certain: bool
    emoji: str = ""
    text: str = ""


@dataclass(slots=True)
class ChatLog:
    """What was said, as far as it was seen.

    ``names`` are people's newest display names, ``known_as`` those and all by which their ``accounts`` go besides (person -> account
    -> names), ``left`` when people left the server (as ``told_left`` has it row by row, told twice or not), ``looks`` the newest
    complete look of each source, ``gone`` the
    deletions of messages that nobody saw. ``read_up_to`` is, of each source whose looks follow on one another, the instant up to
    which it is wholly read. ``places`` are those of messages that have left the log and are cited still.
    """

    messages: dict[str, ChatMessage] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    left: dict[str, list[Between]] = field(default_factory=dict)
    told_left: dict[str, list[Between]] = field(default_factory=dict)
    looks: dict[str, datetime] = field(default_factory=dict)
    gone: dict[str, Between] = field(default_factory=dict)
    read_up_to: dict[str, datetime] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    accounts: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    known_as: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def take(self, step: Step) -> Heard | None:
        """Take a chat row in, as a possibility or for certain; None where it tells nothing new.

        A row seen only between two looks comes twice; the log knows of it, with both looks, from the first time on. What other
        rows told of the same thing narrows its instant.
        """
        seen = step.observation
        if seen.kind == "look":
            self._look(step)
            return None
        if step.is_certain and seen.text("name"):
            self._named(seen)
        if seen.kind in _SHOW_PRESENCE and step.is_certain and not seen.is_interval:
            self._was_there(doer_of(seen), step.when)
        if seen.kind == "message":
            heard = self._posted(step) if step.is_certain else None
            self._keep(seen)
            return heard
        if seen.kind == "member_left":
            return self._left(step)
        if seen.kind == "member_named":
            return None
        message = self.messages.get(_about(seen))
        if message is None:
            self._of_nobody(step)
            return None
        self._keep(seen)
        return _CHANGES[seen.kind](message, step) if seen.kind in _CHANGES else None

    def _named(self, seen: Observation) -> None:
        """Note by which names an account goes: the one that it shows, and its others where these are told.

        Of somebody with several accounts the name of that one is shown which did something last.
        """
        who, name, also = doer_of(seen), seen.text("name"), seen.payload.get("also")
        accounts, account = self.accounts.setdefault(who, {}), seen.text("account") or who
        before, is_listed = accounts.get(account, ()), seen.kind == "member_named"
        others = map(str, also or ()) if is_listed or also is not None else before[1:]
        known = tuple(dict.fromkeys((name, *others)))
        is_shown = not is_listed or accounts.keys() <= {account} or self.names.get(who) in before[:1]
        if known == before and (not is_shown or self.names.get(who) == name):
            return
        accounts[account] = known
        if is_shown:
            self.names[who] = name
        self.known_as[who] = tuple(dict.fromkeys((self.names[who], *chain.from_iterable(accounts.values()))))

    def introduce(self, who: str, name: str) -> None:
        """Let somebody of whom no name was told yet go by one."""
        if who not in self.names:
            self.names[who], self.known_as[who] = name, (name,)

    def called(self, words: str) -> tuple[str, ...]:
        """The people who go by a name, whatever its letter case."""
        wanted = words.casefold()
        return tuple(who for who, names in self.known_as.items() if any(name.casefold() == wanted for name in names))

    def place_of(self, message: str) -> str:
        """Where a message stands, by ids; "" where that is not told, or nothing cites it any more."""
        known = self.messages.get(message)
        return known.place if known is not None else self.places.get(message, "")

    def _keep(self, seen: Observation) -> None:
        """Note what stays of a text that was redacted."""
        message = self.messages.get(_about(seen))
        if message is not None and (kept := seen.payload.get("read")) is not None:
            message.kept.setdefault(seen.text("text"), dict(kept))

    def _look(self, step: Step) -> None:
        source = step.observation.text("source")
        if _REACTIONS in source:
            self._reactions_of_nobody(step, *source.partition(_REACTIONS)[2].split(":", 1))
        elif step.observation.payload.get("complete"):
            self.looks[source] = max(step.when, self.looks.get(source, step.when))
            if step.observation.is_interval:
                read = step.observation.happened_at
                self.read_up_to[source] = max(read, self.read_up_to.get(source, read))
        elif step.observation.is_interval:
            read = step.observation.possible_from
            self.read_up_to[source] = max(read, self.read_up_to.get(source, read))

    def _reactions_of_nobody(self, step: Step, id: str, emoji: str) -> None:
        """Note how many reacted of whom it is not told who, from the first instant on at which they may have."""
        message = self.messages.get(id)
        if message is None or (step.is_certain and step.observation.is_interval):
            return
        if step.observation.payload.get("complete"):
            message.counted.pop(canonical_emoji(emoji), None)
        else:
            message.counted[canonical_emoji(emoji)] = int(step.observation.payload.get("reactions") or 1)

    def is_read(self, when: datetime) -> bool:
        """Whether all that was said and done before an instant is here, as far as its sources tell.

        A look that follows on an earlier one (an interval) tells from that one on up to when its source is read; one that was
        not complete, that it is read up to where it begins and not since. Rows without such looks, as those that people wrote down in
        a file, are taken to be whole; exported files have them, as they are whole only up to their export.
        """
        return not self.read_up_to or max(self.read_up_to.values()) >= when

    def _posted(self, step: Step) -> Heard | None:
        seen = step.observation
        known = self.messages.get(seen.id)
        if known is not None:
            return _seen_again(known, step)
        told = (seen.text("channel"), seen.text("author"), step.when, seen.text("text"), seen.text("reply_to"))
        message = ChatMessage(
            seen.id, *told, is_bot=bool(seen.payload.get("bot")), name=seen.text("name"), thread=seen.text("thread")
        )
        message.seen, message.seen_edited = seen.seen_at, bool(seen.payload.get("seen_edited"))
        # One text for all messages of a channel.
        message.place = sys.intern(seen.text("place"))
        message.deleted = self.gone.pop(seen.id, None)
        self.messages[seen.id] = message
        return Heard(
            "posted", seen.id, message.author, Between.exactly(step.when), seen.id, is_certain=True, text=message.text
        )

    def _left(self, step: Step) -> Heard | None:
        user, seen = step.observation.text("user"), Between.of(step.observation)
        told, before = self.told_left.setdefault(user, []), self.left.get(user, [])
        at = next((each for each in told if each.by == seen.by and each.after >= seen.after), seen)
        if at not in told:
            told.append(at)
        self.left[user] = _departures(told)
        now = next(each for each in self.left[user] if each.common(at) is not None)
        known = next((each for each in before if each.common(at) is not None), None)
        return _heard("left", "", user, step, now) if _tells(step, known, now) else None

    def _was_there(self, user: str, when: datetime) -> None:
        """Somebody wrote or reacted: who was found to be gone by a later look has left since."""
        told = self.told_left.get(user, [])
        if any(each.after < when < each.by for each in told):
            self.told_left[user] = [each.since(when) for each in told]
            self.left[user] = _departures(self.told_left[user])

    def _of_nobody(self, step: Step) -> None:
        if step.observation.kind == "message_deleted":
            self.gone.setdefault(_about(step.observation), Between.of(step.observation))


# --- what happens to a message ---------------------------------------------------------------------------------------


def _seen_again(message: ChatMessage, step: Step) -> Heard | None:
    """A message told again: another text means an edit that nobody saw happen, between the two looks where they are known."""
    seen = step.observation
    message.place = message.place or sys.intern(seen.text("place"))
    text, looked, known = seen.text("text"), seen.seen_at, message.seen
    was_edited = bool(seen.payload.get("seen_edited"))
    if message.seen_edited and not was_edited:
        message.text, message.seen_edited = text, False
        return None
    if text == message.text:
        return None
    if not was_edited and known is not None and looked is not None and looked < known:
        text, message.text = message.text, text
        message.seen, looked, known = looked, known, looked
    after = max(known or message.at, message.at)
    at = Between(after, looked if looked is not None and looked > after else FAR_FUTURE)
    added = _placed(message.edits, Version(text, at), _first(message))
    if added is None:
        return None
    return Heard("edited", message.id, message.author, added.at, seen.id, is_certain=False, text=text)


def _first(message: ChatMessage) -> str | None:
    return None if message.seen_edited else message.text


def _edited(message: ChatMessage, step: Step) -> Heard | None:
    seen = step.observation
    version = Version(seen.text("text"), Between.of(seen))
    told = _placed(message.edits, version, _first(message))
    if told is None or not _tells(step, told.before, told.at):
        return None
    return _heard("edited", message.id, message.author, step, told.at, text=version.text)


def _deleted(message: ChatMessage, step: Step) -> Heard | None:
    at = Between.of(step.observation)
    known = message.deleted
    message.deleted = at if known is None else known.common(at) or min(known, at, key=_order)
    if not _tells(step, known, message.deleted):
        return None
    return _heard("deleted", message.id, step.observation.text("author") or message.author, step, message.deleted)


def _reacted(message: ChatMessage, step: Step) -> Heard | None:
    return _reaction(message, step, is_set=True)


def _unreacted(message: ChatMessage, step: Step) -> Heard | None:
    return _reaction(message, step, is_set=False)


def _reaction(message: ChatMessage, step: Step, is_set: bool) -> Heard | None:
    seen = step.observation
    emoji, user = canonical_emoji(seen.text("emoji")), seen.text("user")
    tone = tone_of(seen.text("emoji")) + seen.text("account")
    presences = message.reactions.get(emoji, {}).get(user, [])
    turns = _turns([each for each in presences if each.tone == tone])
    version = Version(_SET if is_set else _UNSET, Between.of(seen))
    told = _placed(turns, version, _UNSET)
    if told is None:
        if not is_set and not step.is_certain:
            message.unplaced.setdefault(f"{emoji}:{user}:{tone}", []).append(version.at)
        return None
    if is_set:
        _place_removals(message.unplaced, f"{emoji}:{user}:{tone}", turns)
    others = [each for each in presences if each.tone != tone]
    message.reactions.setdefault(emoji, {})[user] = [*others, *_presences(turns, tone)]
    if not _tells(step, told.before, told.at):
        return None
    return _heard("reacted" if is_set else "unreacted", message.id, user, step, told.at, emoji=emoji)


def _place_removals(unplaced: dict[str, list[Between]], key: str, turns: list[Version]) -> None:
    """Put removals that may have come before a setting was told where they belong now that it is."""
    if key in unplaced:
        unplaced[key] = [at for at in unplaced[key] if _placed(turns, Version(_UNSET, at), _UNSET) is None]


_CHANGES = {
    "message_edited": _edited,
    "message_deleted": _deleted,
    "reaction": _reacted,
    "reaction_removed": _unreacted,
}


_SHOW_PRESENCE = ("message", "message_edited", "reaction")
"""What only somebody can do who is on the server; the reaction of somebody else is taken back by others, too."""


def doer_of(seen: Observation) -> str:
    """Whom a chat row is about: who reacted or left, else who wrote."""
    return seen.text("user") or seen.text("author")


def _departures(told: Iterable[Between]) -> list[Between]:
    """When somebody left, in order: what may have been one departure is one, dated as all that was told of it allows."""
    found: list[Between] = []
    for at in told:
        place = next((place for place, known in enumerate(found) if known.common(at) is not None), None)
        if place is None:
            found.append(at)
        else:
            found[place] = found[place].common(at) or at
    return sorted(found, key=_order)


def is_ruled_out(was: Collection[Between], now: Collection[Between], when: datetime) -> bool:
    """Whether something that may have happened before an instant, as it ``was`` known, surely has not, as it is known ``now``."""
    may_be = any(each.before(when) is not False for each in now if each not in was)
    return any(each.before(when) is None and each not in now for each in was) and not may_be


def _about(seen: Observation) -> str:
    return seen.text("message") or seen.id


def _heard(
    kind: Happening, message: str, user: str, step: Step, at: Between, *, emoji: str = "", text: str = ""
) -> Heard:
    return Heard(kind, message, user, at, step.row.id, step.is_certain, emoji=emoji, text=text)


def _tells(step: Step, known: Between | None, now: Between) -> bool:
    """Whether a row tells something new: it is the first to, it dates it closer, or the look is past that saw it first."""
    return known != now or (step.is_certain and step.observation.is_interval and now.by == step.when)


# --- histories: what stood when --------------------------------------------------------------------------------------

_SET, _UNSET = "set", ""


@dataclass(frozen=True, slots=True)
class _Placed:
    """Where a version found its place: its instant as known before (None: not at all) and as known now."""

    before: Between | None
    at: Between


def _order(at: Between) -> tuple[datetime, datetime]:
    return (at.by, at.after)


def _placed(history: list[Version], new: Version, first: str | None) -> _Placed | None:
    """Put what stood at a look into the history of what stood; None where it stood already.

    A look tells what stood when it looked. So of two versions the one seen standing later is the later one, and came after the
    instant at which the other was seen to stand; and two sights of one text with no other between them are of one edit. What
    stood ``first`` may be unknown (None).
    """
    place = sum(_order(version.at) <= _order(new.at) for version in history)
    earlier = history[place - 1] if place else None
    later = history[place] if place < len(history) else None
    if earlier is not None and earlier.text == new.text:
        return _narrowed(earlier, earlier.at.common(new.at))
    if earlier is None and new.text == first:
        return None
    if later is not None and later.text == new.text:
        return _narrowed(later, later.at.common(new.at) or new.at)
    if earlier is not None:
        new.at = new.at.since(earlier.at.by)
    history.insert(place, new)
    if later is not None:
        later.at = later.at.since(new.at.by)
    return _Placed(None, new.at)


def _narrowed(known: Version, now: Between | None) -> _Placed | None:
    if now is None:
        return None
    before, known.at = known.at, now
    return _Placed(before, now)


def _turns(presences: list[Presence]) -> list[Version]:
    """The presences of one reaction as a history of set and unset."""
    turns: list[Version] = []
    for presence in presences:
        turns.append(Version(_SET, presence.set))
        if presence.removed is not None:
            turns.append(Version(_UNSET, presence.removed))
    return turns


def _presences(turns: list[Version], tone: str) -> list[Presence]:
    presences: list[Presence] = []
    for turn in turns:
        if turn.text == _SET:
            presences.append(Presence(turn.at, tone=tone))
        else:
            presences[-1].removed = turn.at
    return presences


# --- what stood at an instant ----------------------------------------------------------------------------------------


def text_at(message: ChatMessage, when: datetime) -> tuple[str, bool]:
    """What a message said just before an instant, and whether that is certain; where it is not, what it surely said last."""
    text, certain = message.text, not message.seen_edited
    for version in message.edits:
        happened = version.at.before(when)
        if happened:
            text, certain = version.text, True
        elif happened is None:
            certain = False
    return text, certain


def is_deleted_at(message: ChatMessage, when: datetime) -> bool | None:
    """Whether a message was deleted strictly before an instant; None where nobody can tell."""
    return False if message.deleted is None else message.deleted.before(when)


def edited_within(message: ChatMessage, start: datetime, end: datetime) -> bool | None:
    """Whether a message was edited from ``start`` on and strictly before ``end``; None where nobody can tell.

    Before the first edit that is known of a message first seen edited there may have been others.
    """
    found = {within(version.at, start, end) for version in message.edits}
    if message.seen_edited:
        newest_unseen = message.edits[0].at.by if message.edits else message.seen or FAR_FUTURE
        found.add(None if message.at < end and start < newest_unseen else False)
    return True if True in found else None if None in found else False


def within(at: Between, start: datetime, end: datetime) -> bool | None:
    """Whether an instant lies in [start, end); None where nobody can tell."""
    too_early, early_enough = at.before(start), at.before(end)
    if too_early or early_enough is False:
        return False
    return True if early_enough and too_early is False else None


# --- emoji -----------------------------------------------------------------------------------------------------------

_UP, _DOWN = ("👍", "+1", "thumbsup", "thumbs_up"), ("👎", "-1", "thumbsdown", "thumbs_down")
_THUMBS = dict.fromkeys(_UP, "+1") | dict.fromkeys(_DOWN, "-1")
_TONES = re.compile("[\U0001f3fb-\U0001f3ff\ufe0e\ufe0f]")
_SHORT = re.compile(r":([\w+-]+):(?::skin-tone-\d:)?")
_TONE = re.compile("[\U0001f3fb-\U0001f3ff]|(?<=skin-tone-)\\d|(?<=_tone)\\d")
_TONE_WORDS = re.compile(r"(?:_tone\d)+$")
_CUSTOM = re.compile(r"(?:<a?:)?(\w+):\d*>?")


def tone_of(emoji: str) -> str:
    """The skin tone that an emoji bears, ``1`` (light) to ``5``; "" for none."""
    found = _TONE.search(emoji)
    if found is None:
        return ""
    return str(ord(found[0]) - _LIGHTEST + 1) if ord(found[0]) >= _LIGHTEST else found[0]


_LIGHTEST = 0x1F3FB


def canonical_emoji(text: str) -> str:
    """The kind of reaction that an emoji is: ``+1`` and ``-1`` for thumbs in every tone and spelling, a server's own by its name.

    A server's own emoji that is named like a thumb stays another kind (its name with a colon).
    """
    plain = unicodedata.normalize("NFC", _TONES.sub("", text)).strip() or text.strip()
    if custom := _CUSTOM.fullmatch(plain):
        return f"{custom[1]}:" if custom[1].lower() in _THUMBS else custom[1]
    short = _SHORT.fullmatch(plain)
    bare = _TONE_WORDS.sub("", short[1] if short else plain)
    return _THUMBS.get(bare.lower(), bare or plain)
