"""From rows of the archive to what rules take: whose account wrote, which words count, and from which instant on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from tracker.core.corrections import CORRECTED
from tracker.core.fold import Step
from tracker.core.observation import READ, UNKNOWN_AUTHORS, Observation, is_redacted
from tracker.mechanics.chat.names import Names
from tracker.mechanics.chat.rows import Act, Asked, Deleted, Edited, Left, Message, Reacted, Row

from .state import ChatState

_DOERS = ("author", "user")
_OF_REACTIONS = ":reactions:"
SAME = "same"
"""Of a redacted edit: that it changed no word."""


def heard(step: Step, names: Names) -> Row | None:
    """What a row of a chat tells, with people by their own ids in the game; None where it tells nothing to the rules.

    A reaction seen only between two looks counts from the first of them, everything else from the second (docs/chat.md).
    """
    seen = step.observation
    if step.is_certain == (_is_reaction(seen) and seen.is_interval):
        return None
    who = names.person(doer_of(seen))
    if step.is_certain or _is_reaction(seen):
        names.note(seen, who)
        if not _is_departure(seen):
            names.was_here(doer_of(seen))
    read = _READERS.get(seen.kind)
    return read(step, who, names) if read else None


def note_look(state: ChatState[Any], step: Step) -> None:
    """Note up to when the whole chat is read, or that it is not since the look before; rows about reactions alone tell nothing of that."""
    seen = step.observation
    source, is_whole = seen.text("source"), bool(seen.payload.get("complete"))
    if not step.is_certain and _OF_REACTIONS not in source:
        told = seen.happened_at if is_whole else seen.possible_from
        state.read_up_to[source] = max(told, state.read_up_to.get(source, told))
        state.is_stale = True


def doer_of(seen: Observation) -> str:
    """The account that a row tells of."""
    return next((seen.text(name) for name in _DOERS if seen.text(name)), "")


def is_of_nobody(message: Message) -> bool:
    """Whether nobody knows who wrote a message, as its account was deleted."""
    return message.author in UNKNOWN_AUTHORS


def _is_reaction(seen: Observation) -> bool:
    return seen.kind in ("reaction", "reaction_removed")


def _is_departure(seen: Observation) -> bool:
    return seen.kind == "member_left"


def _message(step: Step, who: str, names: Names) -> Row:
    seen = step.observation
    kept = {name: seen.payload[name] for name in (CORRECTED,) if name in seen.payload} | (seen.payload.get(READ) or {})
    if is_redacted(seen.text("text")):
        kept.setdefault("said", [])
    return Message(
        seen.id,
        seen.text("channel"),
        who,
        step.when,
        words_of(seen),
        seen.text("reply_to"),
        is_edited=bool(seen.payload.get("seen_edited") or seen.payload.get("edited_at"))
        and not seen.payload.get(CORRECTED),
        is_bot=bool(seen.payload.get("bot")),
        thread=seen.text("thread"),
        place=seen.text("place"),
        kept=kept,
    )


def words_of(seen: Observation) -> str:
    """What a message says; where its words were redacted, the canonical lines that they were read as, and of an edit that it is another."""
    text, kept = seen.text("text"), seen.payload.get(READ) or {}
    if not is_redacted(text):
        return text
    lines = [line for line in kept.get("said", ()) if isinstance(line, str)]
    return "\n".join(lines if seen.kind == "message" or kept.get(SAME) else [*lines, text])


def asked_for(heard: Callable[[Row], Iterable[Act | Asked]], row: Row) -> Iterator[Act | Asked]:
    """What a row asks for, as a game hears it; of redacted words each of their lines by itself, and what was unclear stays so.

    Redacted talk asks for nothing.
    """
    if not (isinstance(row, Message) and "said" in row.kept):
        yield from heard(row)
        return
    for line in row.kept["said"]:
        yield from heard(replace(row, text=line)) if isinstance(line, str) else (Asked(row, tuple(line)),)


def _edited(step: Step, who: str, names: Names) -> Row:
    seen = step.observation
    return Edited(seen.text("message") or seen.id, words_of(seen), seen.text("channel"), who)


def _deleted(step: Step, who: str, names: Names) -> Row:
    seen = step.observation
    return Deleted(seen.text("message") or seen.id, seen.text("channel"))


def _reacted(step: Step, who: str, names: Names) -> Row:
    seen = step.observation
    late = seen.happened_at if seen.is_interval else None
    return Reacted(seen.text("message"), seen.text("emoji"), who, seen.kind == "reaction", late)


def _left(step: Step, who: str, names: Names) -> Row | None:
    return None if names.left(doer_of(step.observation)) else Left(who)


_READERS: dict[str, Callable[[Step, str, Names], Row | None]] = {
    "message": _message,
    "message_edited": _edited,
    "message_deleted": _deleted,
    "reaction": _reacted,
    "reaction_removed": _reacted,
    "member_left": _left,
}
