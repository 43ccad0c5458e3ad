"""Secret Information: hashes posted, texts revealed, and the ways in which secret actions fail."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.action_ids import key_of
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import ChatMessage, Heard, edited_within, within
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.forked_worlds import Choice
from tracker.mechanics.law import Law
from tracker.mechanics.redacted_texts import revealed_in, words_of
from tracker.mechanics.secret_actions import (
    Match,
    SecretAction,
    hash_fault,
    hashes_in,
    nearest,
)

from . import bidding, hands
from .holdings import cards_of, goods_of, unmark
from .phases import calendar, phase_at
from .state import World

BID, HAND = "bid", "hand"
DEFAULT = "default"
SUPERSEDED, NOT_REVEALED, EDITED = "superseded", "not_revealed", "edited_before_maturation"
YES, NO = "yes", "no"
_POSTING = {BID: "R10-016", HAND: "R10-040"}
_ITS_DATES = {BID: "R10-017", HAND: "R10-040"}
_SPAN = re.compile(r"([1-9]\d{0,3}) (minute|hour|day|week)s?")
_QUOTED = re.compile(r"^\s*>.*$", re.MULTILINE)


# --- kinds, channels and dates ----------------------------------------------------------------------------------------


@rule("R10-137", "R10-140")
def channel_of(law: Law, kind: str) -> str:
    """The channel in which secret actions of a kind are posted."""
    channel = law.value("secret_kinds")[kind]["channel"]
    return law.word("secret_channel") if channel == DEFAULT else str(channel)


@rule("R10-017", "R10-138", "R10-139", "R10-140")
def dates(law: Law, kind: str, posted_at: datetime) -> tuple[datetime, datetime]:
    """The maturation and the revelation date of an action of a kind that was posted at an instant."""
    row = law.value("secret_kinds")[kind]
    if row["maturation"] == DEFAULT:
        maturation = posted_at
        for _ in range(law.number("secret_maturation_phases")):
            maturation = calendar(law).next_phase_start(maturation)
    else:
        maturation = posted_at + _span(row["maturation"])
    default = law.span("secret_revelation_hours")
    return maturation, maturation + (default if row["revelation"] == DEFAULT else _span(row["revelation"]))


def _span(words: str) -> timedelta:
    found = _SPAN.fullmatch(words)
    if found is None:
        raise ValueError(f"{words!r} is no span such as 2 days")
    return timedelta(**{f"{found[2]}s": int(found[1])})


def problem(name: str, value: Any) -> str:
    """Why a setting of the kinds of secret actions cannot be used; "" where it can, and for any other setting."""
    if name != "secret_kinds" or not isinstance(value, Mapping):
        return ""
    if missing := [kind for kind in (BID, HAND) if kind not in value]:
        return f"{missing[0]} is missing"
    return next((fault for kind, row in value.items() if (fault := _fault_of_kind(kind, row))), "")


def _fault_of_kind(kind: str, row: Any) -> str:
    if not re.fullmatch(r"[^\W_]+", kind):
        return f"{kind!r} is no single word, by which people announce the action"
    if not isinstance(row, Mapping) or row.keys() != {"phase", "channel", "maturation", "revelation"}:
        return f"{kind} needs a phase, a channel, a maturation and a revelation, and nothing else"
    if re.search(r"[\s#]", row["channel"]):
        return f"the channel of {kind} is written without # and blanks"
    wrong = [date for date in ("maturation", "revelation") if row[date] != DEFAULT and not _SPAN.fullmatch(row[date])]
    return f"the {wrong[0]} of {kind} must be default or a span such as 2 days" if wrong else ""


def kind_named(law: Law, words: str) -> str:
    """The kind of secret action, of those that a proposal may have added, with which words begin; "" for none."""
    begin = re.match(r"\W*(?:i\s+(?:hereby\s+)?)?(?:secret\s+action\W*)?([^\W_]+)", words, re.IGNORECASE)
    kinds = {kind.casefold(): kind for kind in law.value("secret_kinds")}
    return kinds.get(begin[1].casefold(), "") if begin else ""


# --- posting ----------------------------------------------------------------------------------------------------------


@rule("R10-016", "R10-040", "R10-134")
def post(moment: Moment[World], announced: Announced) -> None:
    """Take a secret action: its kind and exactly one hash, in its channel and phase; anything else is no attempt."""
    kind, text = announced.kind, str(announced.fields["text"])
    clause, phase = _POSTING.get(kind, "R10-140"), str(moment.law.value("secret_kinds")[kind]["phase"])
    if phase not in (phase_at(moment).name, "any"):
        _refuse(moment, kind, "WRONG_PHASE", clause, f"a {kind} is posted in the {phase} Phase only", announced.n)
        return
    if fault := hash_fault(text):
        _refuse(moment, kind, "BAD_HASH", "R10-134", f"no {kind}: {fault}", announced.n)
        return
    _supersede(moment, kind, moment.state.log.messages[moment.row].author)
    _take(moment, kind, hashes_in(text)[0], announced.n)


def _take(moment: Moment[World], kind: str, hash: str, n: int) -> None:
    world, message = moment.world, moment.state.log.messages[moment.row]
    maturation, revelation = dates(moment.law, kind, moment.when)
    key = key_of(message.id, n)
    world.secrets[key] = SecretAction(
        kind, message.author, message.id, message.channel, moment.when, hash, maturation, revelation
    )
    if kind == HAND:
        world.cards_when_posted[key] = cards_of(goods_of(world, message.author))
    text = f"{message.author} posts a {kind}: it matures at {iso(maturation)} and must be revealed before {iso(revelation)}"
    told: dict[str, Any] = {"message": message.id, "player": message.author, "action": kind}
    dated = {"maturation": iso(maturation), "revelation": iso(revelation)}
    moment.tell("secret_posted", _ITS_DATES.get(kind, "R10-140"), text, **told, **dated)


def _refuse(moment: Moment[World], kind: str, code: str, clause: str, text: str, n: int) -> None:
    moment.refuse(code, clause, text, n)
    refused(moment, kind)


def refused(moment: Moment[World], kind: str) -> None:
    """A post that is refused is no attempt, unless it is ruled that it makes earlier ones fail all the same (R10-145)."""
    is_secret = kind in moment.law.value("secret_kinds")
    if is_secret and moment.law.chooses("invalid_attempt_fails_earlier_ones", "yes"):
        _supersede(moment, kind, moment.state.log.messages[moment.row].author)


def unquoted(text: str) -> str:
    """A text without its quoted lines."""
    return _QUOTED.sub("", text)


@rule("R10-134")
def bare_hash(moment: Moment[World], message: ChatMessage) -> bool:
    """Refuse a message with a hash that names no kind of action; whether it was one. Quoted lines say nothing."""
    if not hashes_in(unquoted(words_of(message))):
        return False
    moment.refuse("TYPE_MISSING", "R10-134", "a hash without the kind of action: begin with “Bid:” or “Hand:”")
    return True


@rule("R10-044", "R10-145")
def _supersede(moment: Moment[World], kind: str, actor: str) -> None:
    """A new attempt makes its actor's earlier unfailed ones fail: those of its kind and of the same phase."""
    for key, action in list(moment.world.secrets.items()):
        if action.actor == actor and action.status == "live" and _is_voided(moment, action, kind):
            fail(moment, key, SUPERSEDED, "R10-145", f"{actor} made a new attempt")


def _is_voided(moment: Moment[World], action: SecretAction, kind: str) -> bool:
    if moment.law.chooses("new_attempt_fails_earlier_ones_of", "any kind"):
        return True
    is_any_phase = moment.law.chooses("new_attempt_fails_earlier_ones_of", "its kind")
    return action.kind == kind and (is_any_phase or action.posted_at >= phase_at(moment).start)


# --- failing ----------------------------------------------------------------------------------------------------------


def fail(moment: Moment[World], key: str, reason: str, clause: str, text: str) -> None:
    """Let a secret action fail, at once and for good."""
    action = moment.world.secrets[key]
    action.status, action.reason = "failed", reason
    moment.world.hands.pop(key, None)
    unmark(moment.world, key)
    told = {"message": action.message, "player": action.actor, "action": action.kind, "reason": reason}
    moment.tell("secret_failed", clause, f"the {action.kind} of {action.actor} fails: {text}", **told)
    if reason != SUPERSEDED and moment.when < action.revelation:
        _revive(moment, key, action)


@rule("R10-145")
def _revive(moment: Moment[World], key: str, failed: SecretAction) -> None:
    """A failed attempt never revives, unless it is ruled that it does when the one that superseded it fails."""
    if moment.law.chooses("attempt_revives", "never"):
        return
    keys = list(moment.world.secrets)
    for earlier in reversed(keys[: keys.index(key)]):
        action = moment.world.secrets[earlier]
        if (action.actor, action.kind, action.reason) == (failed.actor, failed.kind, SUPERSEDED):
            action.status, action.reason = "live", ""
            return


def live(world: World, kind: str = "") -> Iterator[tuple[str, SecretAction]]:
    """The secret actions, of one kind or of all, that neither failed nor were withdrawn nor are over."""
    return (
        (key, action) for key, action in world.secrets.items() if action.status == "live" and kind in ("", action.kind)
    )


# --- edits and deletions of the message -------------------------------------------------------------------------------


def changed(moment: Moment[World], heard: Heard) -> Iterable[Callable[[Moment[World]], Due[World] | None]]:
    """What the edit or deletion of a message with a hash brings about."""
    if not heard.is_certain:
        return
    oldest = moment.when - moment.law.span("settle_after_hours")
    for key, action in moment.world.secrets.items():
        if action.message == heard.message and action.revelation >= oldest:
            yield _edited(key, heard) if heard.kind == "edited" else _deleted(key, heard)


@rule("R10-144")
def _edited(key: str, heard: Heard) -> Callable[[Moment[World]], Due[World] | None]:
    """An edit that was surely before the maturation date fails the action, whatever it changed."""

    def come_about(moment: Moment[World]) -> Due[World] | None:
        action = moment.world.secrets[key]
        if action.status != "live" or not heard.at.before(action.maturation):
            return None
        return Due(lambda at, _: _fail_by_edit(at, key))

    return come_about


def _fail_by_edit(moment: Moment[World], key: str) -> None:
    fail(moment, key, EDITED, "R10-144", "its message was edited before the maturation date")


@rule("R10-144")
def _deleted(key: str, heard: Heard) -> Callable[[Moment[World]], Due[World] | None]:
    """Deleting the message is no failure, as the log has the hash; people are told."""

    def happen(moment: Moment[World], _: str) -> None:
        action = moment.world.secrets[key]
        if not _fails_by_deletion(moment):
            text = f"{action.actor} deleted the message with the hash of a {action.kind}; the action stands"
            moment.note("HASH_MESSAGE_DELETED", "R10-144", text)
        elif action.status == "live" and heard.at.before(action.maturation):
            fail(moment, key, EDITED, "R10-144", "its message was deleted before the maturation date")

    return lambda moment: Due(happen)


def _fails_by_deletion(moment: Moment[World]) -> bool:
    return moment.law.chooses("hash_message_deleted", "fails the action")


def maturing(moment: Moment[World]) -> Due[World] | None:
    """What is found at the maturation date of an edit that nobody saw happen: it may have been before or after."""
    messages = moment.state.log.messages
    found = (
        _unseen_change(moment, key, action, messages[action.message])
        for key, action in live(moment.world)
        if action.maturation == moment.when and action.message in messages
    )
    return next((due for due in found if due is not None), None)


@rule("R10-144")
def _unseen_change(moment: Moment[World], key: str, action: SecretAction, message: ChatMessage) -> Due[World] | None:
    """Whether a message was changed before the maturation date hangs on looks that lie around it: people decide."""
    was_changed = edited_within(message, action.posted_at, action.maturation)
    if not was_changed and message.deleted is not None and _fails_by_deletion(moment):
        was_deleted = within(message.deleted, action.posted_at, action.maturation)
        was_changed = was_changed if was_deleted is False else was_deleted
    if was_changed:
        return Due(lambda at, _: _fail_by_edit(at, key))
    question = f"changed:{key}"
    if was_changed is False or question in moment.world.assumed:
        return None
    text = (
        f"The message of {action.actor} with the hash of a {action.kind} was changed between two looks, one before "
        f"{iso(action.maturation)} and one at or after it. Was it before?"
    )
    choice = Choice(question, text, "R10-144", moment.when, (YES, NO), (action.message,))
    return Due(lambda at, answer: _fail_by_edit(at, key) if answer == YES else None, choice)


# --- revealing --------------------------------------------------------------------------------------------------------


def revealed_by(moment: Moment[World], message: ChatMessage, *, says_so: bool) -> tuple[str, Match] | None:
    """The secret action whose text a message shows, and which reading of it has the hash; None where it shows none.

    Tried are the author's own open actions and the one replied to; of a message that says that it reveals (``says_so``) all.
    """
    secrets, oldest = moment.world.secrets, moment.when - moment.law.span("settle_after_hours")
    tried = {
        key: action
        for key, action in secrets.items()
        if (says_so and action.revelation >= oldest)
        or (action.actor == message.author and action.revealed_at is None and moment.when < action.revelation)
        or (message.reply_to and action.message == message.reply_to and action.revelation >= oldest)
    }
    if not tried or (match := revealed_in(message, {action.hash for action in tried.values()})) is None:
        return None
    same = [key for key, action in tried.items() if action.hash == match.hash]
    return max(same, key=lambda key: _fits(secrets[key], message)), match


def _fits(action: SecretAction, message: ChatMessage) -> tuple[bool, bool, datetime]:
    """Of several actions with one hash: the author's own, then one that is live, then the newest."""
    return action.actor == message.author, action.status == "live", action.posted_at


@rule("R10-022", "R10-042", "R10-141", "R10-142")
def reveal(moment: Moment[World], key: str, match: Match, n: int | None) -> None:
    """Take the text of a secret action, posted by its actor from the maturation date on and before the revelation date.

    A second posting of it changes nothing.
    """
    action, message = moment.world.secrets[key], moment.state.log.messages[moment.row]
    if refusal := _reveal_problem(moment, action, message):
        moment.refuse(refusal[0], refusal[1], refusal[2], n)
        if refusal[0] == "ACTION_ALREADY_FAILED" and action.kind == BID and not action.text:
            bidding.shown_too_late(action, match.text)
        return
    if action.revealed_at is not None:
        return
    action.revealed_at, action.text, action.how = moment.when, match.text, match.how
    text = f"{action.actor} reveals a {action.kind}; the hash is that of {match.how}"
    told = {"message": message.id, "action_message": action.message, "player": action.actor}
    moment.tell("reveal_accepted", "R10-142", text, **told)
    if action.kind == BID:
        bidding.revealed(moment, key)
    elif action.kind == HAND:
        hands.revealed(moment, key)


def _reveal_problem(moment: Moment[World], action: SecretAction, message: ChatMessage) -> tuple[str, str, str] | None:
    """Why a text that has the hash is not taken: code, clause and a sentence; None where it is, or was before."""
    if moment.law.chooses("reveal_channel", "the action's own") and message.channel != action.channel:
        return "WRONG_CHANNEL", "R10-141", f"the text belongs in #{action.channel}"
    if message.author != action.actor and moment.law.chooses("reveal_by_somebody_else", "is refused"):
        return "NOT_YOUR_ACTION", "R10-141", f"only {action.actor} can reveal this {action.kind}"
    if action.revealed_at is not None and action.status in ("live", "concluded"):
        return None
    if action.status in ("failed", "withdrawn") and action.reason != NOT_REVEALED:
        return "ACTION_ALREADY_FAILED", "R10-145", f"this {action.kind} is over: {action.reason or action.status}"
    if moment.when >= action.revelation:
        return "TOO_LATE", "R10-141", f"this {action.kind} had to be revealed before {iso(action.revelation)}"
    if _is_early(moment, action):
        text = f"this {action.kind} may be revealed from {iso(action.maturation)} on: post its text again then"
        return "TOO_EARLY", "R10-141", text
    return None


def _is_early(moment: Moment[World], action: SecretAction) -> bool:
    if moment.law.chooses("reveal_before_the_maturation_date", "counts"):
        return False
    is_at_it = moment.when == action.maturation and moment.law.chooses("reveal_at_the_maturation_date", "is too early")
    return moment.when < action.maturation or is_at_it


@rule("R10-142")
def mismatch(moment: Moment[World], message: ChatMessage, n: int | None) -> None:
    """Refuse a text that has no hash of anybody's; the nearest reading is told, so that it can be posted right.

    Of an action that is long over only that is known.
    """
    if (over := _long_over(moment, message)) is not None:
        moment.refuse("TOO_LATE", "R10-141", f"this had to be revealed before {iso(over)}", n)
        return
    meant = _meant(moment, message)
    near = nearest(message.text, meant.hash) if meant else "there is no secret action of yours to reveal"
    moment.refuse("HASH_MISMATCH", "R10-142", f"no reading of this has the hash; {near}", n)


def _long_over(moment: Moment[World], message: ChatMessage) -> datetime | None:
    """The revelation date, long past, of the secret action whose text a message shows; None where it shows none such."""
    oldest = moment.when - moment.law.span("settle_after_hours")
    dates = {hash: date for date, hashes in moment.world.hashes_over.items() for hash in hashes}
    dates |= {each.hash: each.revelation for each in moment.world.secrets.values() if is_over(each, oldest)}
    match = revealed_in(message, dates) if dates else None
    return dates[match.hash] if match else None


def is_over(action: SecretAction, limit: datetime) -> bool:
    """Whether nothing can come of an action any more, and its revelation date was before an instant."""
    return action.status != "live" and action.revelation < limit


def _meant(moment: Moment[World], message: ChatMessage) -> SecretAction | None:
    oldest = moment.when - moment.law.span("settle_after_hours")
    actions = [action for action in moment.world.secrets.values() if action.revelation >= oldest]
    replied = [action for action in actions if action.message == message.reply_to]
    own = [action for action in actions if action.actor == message.author and action.revealed_at is None]
    awaited = [action for action in own if action.status == "live"]
    return next((some[-1] for some in (replied, awaited, own) if some), None)


def answers_own_hash(moment: Moment[World], message: ChatMessage) -> bool:
    """Whether a message is a reply to a hash message of its author's that waits for its text now."""
    return bool(message.reply_to) and any(
        action.message == message.reply_to
        and action.actor == message.author
        and action.revealed_at is None
        and action.maturation <= moment.when < action.revelation
        for _, action in live(moment.world)
    )


# --- the revelation date ----------------------------------------------------------------------------------------------


def unrevealed(moment: Moment[World]) -> Due[World] | None:
    """The actions whose text was not posted by now."""
    if any(action.revelation <= moment.when and action.revealed_at is None for _, action in live(moment.world)):
        return Due(_fail_unrevealed)
    return None


@rule("R10-143")
def _fail_unrevealed(moment: Moment[World], _: str) -> None:
    """At the revelation date what was not revealed fails."""
    for key, action in list(live(moment.world)):
        if action.revelation <= moment.when and action.revealed_at is None:
            fail(moment, key, NOT_REVEALED, "R10-143", "its text was not posted by the revelation date")


def others_over(moment: Moment[World]) -> Due[World] | None:
    """Actions of kinds that nothing but their text comes of are over at their revelation dates."""
    kinds = {action.kind for _, action in live(moment.world) if action.revelation <= moment.when} - {BID, HAND}
    return Due(lambda at, _: _conclude(at, kinds)) if kinds else None


def _conclude(moment: Moment[World], kinds: set[str]) -> None:
    for _, action in live(moment.world):
        if action.kind in kinds and action.revelation <= moment.when:
            action.status = "concluded"


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """The dates of the live actions."""
    for _, action in live(moment.world):
        yield from (date for date in (action.maturation, action.revelation) if date > moment.when)


ACTIONS = {BID: post, HAND: post}
