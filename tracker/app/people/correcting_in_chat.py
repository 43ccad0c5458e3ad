"""Corrections that the game's admins give in its chat, a message each: carried out once, with what is answered below it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from tracker.app.people.accounts import APPROVER, plain, same_person, who_may
from tracker.app.people.correcting import correct_locked, put_right_meant
from tracker.app.people.void_lines import corrections
from tracker.app.wired import Wired
from tracker.core.chat_answers import Reply
from tracker.core.corrections import in_words, is_given_in
from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import Observation, ObservationBatch, canonical_json
from tracker.core.ports import Archive
from tracker.core.secrecy import is_private
from tracker.errors import UsageError
from tracker.mechanics.chat_people import readable

CORRECTING = "corrections in chat"
"""The source under which the archive keeps, as a cursor, up to which row messages were looked at, and what is answered to them."""
ANSWERED = timedelta(days=14)
"""For how long an answer stands to be given."""
_FORM = re.compile(
    r"\s*correct(?:\s+(?P<of>\S+?))?\s*:\s*"
    r"(?P<said>void|reads\s+[\"“].+[\"”]|happened\s+\S+?|(?:set|remove)\s+/.+?)\s*,?\s+because:?\s+(?P<why>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_LINK = re.compile(r"<?https?://\S+/(?P<message>[0-9]+)>?")
FORMS = (
    'correct MESSAGE: void, because REASON / reads "TEXT", because REASON / happened 2021-08-01T12:00Z, because REASON;'
    " correct: set /POINTER to VALUE, because REASON. MESSAGE is its link or id, or the message that you reply to"
)
"""How a correction reads in a chat."""


def correct_by_chat(wired: Wired, gamestate: Gamestate) -> bool:
    """Carry out the corrections in messages that were not looked at yet; whether there was any. The lock is held.

    What was said before any message was looked at corrects nothing.
    """
    kept, last = _kept(wired.archive), wired.archive.last_seq()
    rows = wired.archive.rows(after_seq=kept["seq"]) if kept else ()
    news = [row.observation for row in rows if _may_correct(row.observation)]
    answered = {reply.message for reply in answers_to_corrections(wired.archive)}
    replies = [_answered(wired, gamestate, seen) for seen in news if seen.id not in answered]
    if not kept or last > kept["seq"]:
        limit = wired.clock.now() - ANSWERED
        old = [each for each in kept.get("replies", ()) if parse_instant(each["at"]) >= limit]
        told = {"seq": last, "replies": [*old, *map(_record, replies)]}
        wired.archive.append(ObservationBatch(CORRECTING, (), canonical_json(told), wired.clock.now()))
    return bool(replies)


def answers_to_corrections(archive: Archive) -> Sequence[Reply]:
    """What is said below the messages that gave corrections, or tried to."""
    kept: Iterable[dict[str, str]] = _kept(archive).get("replies", ())
    return [Reply(each["message"], each["channel"], parse_instant(each["at"]), each["text"]) for each in kept]


def _kept(archive: Archive) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(archive.cursor(CORRECTING) or "{}")
    return kept


def _record(reply: Reply) -> dict[str, str]:
    return {"message": reply.message, "channel": reply.channel, "at": iso(reply.at), "text": reply.text}


def _may_correct(seen: Observation) -> bool:
    is_said = seen.kind == "message" and not (seen.payload.get("bot") or is_private(seen))
    return is_said and is_given_in(seen.text("text"))


def _answered(wired: Wired, gamestate: Gamestate, seen: Observation) -> Reply:
    names = gamestate.names or {}
    text = readable(_carried_out(wired, gamestate, seen), lambda id: names.get(id, id))
    return Reply(seen.id, seen.text("channel").removeprefix("#"), seen.happened_at, text)


def _carried_out(wired: Wired, gamestate: Gamestate, seen: Observation) -> str:
    """What came of a message that reads as a correction."""
    allowed = {plain(name): name for name in who_may(gamestate, APPROVER)}
    person = next((allowed[name] for name in same_person(wired.settings, seen.text("author")) if name in allowed), "")
    if not person:
        admins = ", ".join(sorted((gamestate.names or {}).get(name, name) for name in allowed.values())) or "nobody"
        return f"Refused: only the game's admins put the record right: {admins}"
    found = _FORM.fullmatch(seen.text("text").strip())
    if found is None:
        return f"Not done: not understood. A correction reads: {FORMS}."
    done = next((each for each in corrections(wired) if each.payload.get("message") == seen.id), None)
    id, payload = (done.id, done.payload) if done else ("", {})
    if done is None:
        try:
            made = correct_locked(wired, _meant(found, seen), by=person, why=" ".join(found["why"].split()))
        except UsageError as error:
            return f"Not done: {error.message}. {error.remedy}".rstrip(". ") + "."
        id, payload = made.id, made.payload
    # The words themselves are not repeated: they may be redacted later.
    told = {**payload, "reads": "…"} if "reads" in payload else payload
    return f"Put right for {person}: {in_words(told)} (“correct {id}: void, because …” takes it back)"


def _meant(found: re.Match[str], seen: Observation) -> dict[str, Any]:
    """What a message puts right, as a correction holds it; without a name the message that it replies to is meant."""
    of, said = found["of"] or "", found["said"]
    if link := _LINK.fullmatch(of):
        of = link["message"]
    is_value = said.lower().startswith(("set", "remove"))
    return {**put_right_meant(of or ("" if is_value else seen.text("reply_to")), said), "message": seen.id}
