"""What could not be read: its author is asked with numbered lines, and confirms one by a reaction on the tracker's answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tracker.core.observation import Observation, is_redacted
from tracker.mechanics.chat.notes import Note
from tracker.mechanics.chat.rows import Act, Asked, Message, Reacted

from .play import Cause
from .state import BotAnswer, ChatState, Refusal

NUMBERS = tuple(f"{number}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}" for number in range(1, 10))
"""The emoji by which an answer numbers the lines that it suggests; by a reaction with one of them that line is confirmed."""
_YES = ("👍", "✅")
"""The emoji that confirm the first of the lines."""
_NO_MATTER = str.maketrans("", "", "\N{VARIATION SELECTOR-16}")
_PLACES = {emoji.translate(_NO_MATTER): place for place, emoji in enumerate(NUMBERS)} | dict.fromkeys(_YES, 0)
UNCLEAR = "UNCLEAR"
EDITED_UNREAD = "EDITED_UNREAD"


def ask(
    state: ChatState[Any], asked: Act | Asked, message: Message, cause: Cause, clause: str, code: str = UNCLEAR
) -> None:
    """Give what could not be read, or was changed before it was read, no effect until its author confirms it."""
    suggestions = asked.suggestions if isinstance(asked, Asked) else (asked.said,)
    text = "it is not clear what this announces"
    if isinstance(asked, Act):
        text = "this message was changed before it was first read, so nobody knows what it said first"
        if all((note.row, note.code) != (message.id, EDITED_UNREAD) for note in state.notes):
            state.notes.append(Note(EDITED_UNREAD, clause, f"{text}: {message.id}", cause.at, message.id))
    refusal = Refusal(
        cause.row, code, clause, text, cause.at, cause.part, message.author, message.channel, list(suggestions)
    )
    state.told.refused.append(refusal)


def numbered(refused: Sequence[Refusal]) -> Iterator[tuple[Refusal, Sequence[tuple[str, str]]]]:
    """Of one message each refusal with suggestions, and these with the emoji that stand for them: all of a message are counted on."""
    free = iter(NUMBERS)
    for each in refused:
        if each.suggestions:
            yield each, tuple(zip(each.suggestions, free, strict=False))


def take_answer(state: ChatState[Any], seen: Observation) -> None:
    """Note what the tracker answered to a message; where that was redacted with it, what is still suggested."""
    of, lines = seen.text("of"), seen.payload["suggestions"]
    if is_redacted(lines):
        lines = [line for each in state.told.refused if each.row == of for line in each.suggestions]
    state.answers[seen.text("message")] = BotAnswer(of, list(lines))


def confirm(state: ChatState[Any], reacted: Reacted) -> tuple[Refusal, str] | None:
    """Note what the author of a message confirms by a reaction on the answer to it, and the line; None where nothing is confirmed by it."""
    answer, chosen = state.answers[reacted.message], _PLACES.get(reacted.emoji.translate(_NO_MATTER))
    if not reacted.is_set or chosen is None or chosen >= len(answer.suggestions):
        return None
    line = answer.suggestions[chosen]
    open_ones = (each for each in state.told.refused if each.row == answer.of and not each.is_confirmed)
    refusal = next((each for each in open_ones if line in each.suggestions), None)
    if refusal is None or refusal.by != reacted.user:
        return None
    refusal.is_confirmed = True
    state.notes = [note for note in state.notes if (note.row, note.code) != (answer.of, EDITED_UNREAD)]
    return refusal, line
