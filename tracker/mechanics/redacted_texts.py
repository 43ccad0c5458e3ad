"""What stays of a chat message whose words were redacted: the actions that it announced, without anybody's own words.

It was worked out as the words were taken away, and stands beside the mark that they left. Whatever else reads the message looks there.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, replace
from typing import Any, TypeAlias

from tracker.core.fold import Decision

from .announcements import Announced, Fields, NotUnderstood, Read
from .chat_log import ChatMessage
from .secret_actions import Match, every_revealed, first_revealed

REDACTED = "[redacted]"
"""What stands for words of which nothing stays."""
_WHY = "its words are redacted"
_MARK = re.compile(r"\[redacted [0-9a-f]{64}\]")
_NAME = re.compile(r"\[redacted [0-9a-f]{12}\]")
_END = re.compile(r"\W*$")

Kept: TypeAlias = Mapping[str, Any]
"""What stays of a text, plain JSON values: ``said`` its actions, ``shows`` the hashes that it reveals, ``words`` what stands for it."""


# --- making it --------------------------------------------------------------------------------------------------------


def kept_actions(
    read: Collection[Read], bare: Callable[[str, Fields], Fields], line: Callable[[str], str]
) -> list[Any]:
    """What stays of the actions of a text; ``bare`` takes the free words out of the fields of a kind of action, ``line`` out of lines."""
    return [_kept(each, bare, line) for each in read]


def _kept(read: Read, bare: Callable[[str, Fields], Fields], line: Callable[[str], str]) -> dict[str, Any]:
    if isinstance(read, NotUnderstood):
        return asdict(replace(read, line=line(read.line), why=_WHY))
    notes = (_WHY,) * len(read.notes)
    return asdict(replace(read, line=line(read.line), fields=dict(bare(read.kind, read.fields)), notes=notes))


def kept_reveals(text: str, hashes: Collection[str], bare: Callable[[str, str], str]) -> list[Any]:
    """Which of some hashes a text reveals; ``bare`` says what stays of the words that have a hash."""
    return [asdict(replace(match, text=bare(match.hash, match.text))) for match in every_revealed(text, hashes)]


def bare_text(text: str) -> str:
    """What stands for free words: nothing of them but the marks at their end, which tell a question from a statement."""
    end = _END.search(text)
    return REDACTED + "".join(each for each in (end[0] if end else "") if each in "?!.")


def hidden_name(name: str) -> str:
    """What stands for a name: by it the same name is known again elsewhere, whatever its letter case and white space."""
    plain = " ".join(name.split())
    return (
        plain if _NAME.fullmatch(plain) else f"[redacted {hashlib.sha256(plain.casefold().encode()).hexdigest()[:12]}]"
    )


def is_same_name(one: str, other: str) -> bool:
    """Whether two names are one, where either or both may be hidden."""
    return hidden_name(one) == hidden_name(other)


# --- looking there ----------------------------------------------------------------------------------------------------


def kept_of(message: ChatMessage, text: str | None = None) -> Kept | None:
    """What stays of a text of a message (None: of what it said first); None where nothing of it was redacted.

    Of words that were redacted without a reading nothing stays.
    """
    text = message.text if text is None else text
    found = message.kept.get(text)
    return {} if found is None and _MARK.fullmatch(text) else found


def kept_answer(decisions: Mapping[str, Decision], answer: str) -> Kept | None:
    """What stays of an answer in somebody's own words; None where nothing of it was redacted."""
    if not _MARK.fullmatch(answer):
        return None
    return next((each.read for each in decisions.values() if each.answer == answer and each.read is not None), {})


def words_answered(decisions: Mapping[str, Decision], answer: str) -> str:
    """An answer in somebody's own words, or what stands for it."""
    kept = kept_answer(decisions, answer)
    return answer if kept is None else str(kept.get("words", ""))


def words_of(message: ChatMessage, text: str | None = None) -> str:
    """A text of a message, or what stands for it."""
    kept = kept_of(message, text)
    return str(kept.get("words", "")) if kept is not None else message.text if text is None else text


def said_before(kept: Kept) -> tuple[Read, ...]:
    """The actions that a redacted text announced."""
    return tuple(_read(each) for each in kept.get("said", ()))


def _read(record: Mapping[str, Any]) -> Read:
    if "fields" not in record:
        return NotUnderstood(**record)
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in record["fields"].items()}
    return Announced(**{**record, "fields": fields, "notes": tuple(record["notes"])})


def revealed_in(message: ChatMessage, hashes: Collection[str]) -> Match | None:
    """The first reading of a message that has one of some hashes, also where its words are redacted; None where none has."""
    kept = kept_of(message)
    if kept is None:
        return first_revealed(message.text, hashes)
    return next((Match(**each) for each in kept.get("shows", ()) if each["hash"] in hashes), None)
