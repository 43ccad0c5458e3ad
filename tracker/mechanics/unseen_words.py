"""Messages that were edited before anybody read them: what they said when they were posted, people say; until then it is in doubt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from textwrap import shorten
from typing import Any

from tracker.core.fold import Decision
from tracker.core.observation import Observation
from tracker.mechanics.announcements import NotUnderstood, Read
from tracker.mechanics.chat_log import ChatLog, ChatMessage, Heard
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.chat_readings import AS_SEEN, CLOSED, NOTHING, Unusable, posted_question, reading_of
from tracker.mechanics.redacted_texts import kept_of

_LONGEST_QUOTE = 400


AS_READ_OR_NOTHING = (
    "Until people say, it goes on as if it had announced what was first read, and as if it had announced nothing: what differs"
    " between these is undetermined, and if it announced something else, more may change"
)
"""What holds of a message that announces anything as it was first read, as long as nobody has told its words."""
ANSWERED = "What answers it is undetermined until people say"
"""What holds of one that announces nothing, and that somebody answers by what may be a consent or the like."""
_TALK = "Until people say, it goes on as if it had announced nothing"


def words_asked(message: ChatMessage, clause: str, when: datetime, until_told: str) -> Ask:
    """What people are asked of a message that was edited before it was first read; ``until_told`` is what holds as long as nobody answers."""
    lines = [] if kept_of(message) is not None else list(filter(None, map(str.strip, message.text.splitlines())))
    seen = shorten(" / ".join(lines), _LONGEST_QUOTE, placeholder=" …")
    text = (
        f"What did message {message.id} of {message.author} say when it was posted? It was edited before it was first read."
        f" {until_told}."
    )
    needs = [
        f"as it was first read: “{seen}”" if seen else "its words are redacted",
        f"{AS_SEEN}: it announced the same when it was posted",
        f"{NOTHING}: it announced nothing then",
        "or the words as they were posted: an action is what the message said then, whatever it was edited into",
    ]
    examples = [shorten(line, _LONGEST_QUOTE, placeholder=" …") for line in lines[:1]]
    id = posted_question(message.id)
    return Ask(id, text, clause, list(CLOSED), when, [message.id], needs, is_free=True, examples=examples)


def edited_unread(message: ChatMessage) -> list[str]:
    """What people need to see beside a question on a line of a message that may have said something else when it was posted."""
    if not message.seen_edited or message.is_told:
        return []
    id = posted_question(message.id)
    return [
        f"the message was edited before it was first read; where it said something else when it was posted, answer {id}"
    ]


def untold(seen: Observation, author: str, clause: str) -> Ask | None:
    """What may be told of a message, as it was seen, although nobody asks; None where it was read before any edit, or is a bot's."""
    if seen.kind != "message" or not seen.payload.get("seen_edited") or seen.payload.get("bot"):
        return None
    text, read = seen.text("text"), seen.payload.get("read")
    kept = {} if read is None else {text: dict(read)}
    message = ChatMessage(seen.id, seen.text("channel"), author, seen.happened_at, text, kept=kept)
    return words_asked(message, clause, message.at, _TALK)


def words_meant(answer: str, said_in: Callable[[str], Sequence[Read]]) -> str | Unusable:
    """The words that people say a message said, or their closed answer; ``said_in`` gives the actions that words announce."""
    plain = " ".join(answer.split()).casefold()
    if plain in CLOSED:
        return plain
    read = said_in(answer)
    if not read:
        return Unusable(f"it does not begin like any action: where nothing was announced answer {NOTHING}")
    return next((Unusable(each.why) for each in read if isinstance(each, NotUnderstood)), answer)


def read_by(moment: Moment[Any], n: int, question: str = "") -> Decision | None:
    """The newest decision without which nobody would know that a message's action of that number is one; None where none is needed.

    Likewise of the decision on another ``question``, where there is one.
    """
    questions, message = [reading_of(moment.row, n), question], moment.state.log.messages.get(moment.row)
    if message is not None and message.seen_edited:
        questions.append(posted_question(moment.row))
    made = (moment.state.decided(moment.decisions, each) for each in questions)
    return max(filter(None, made), key=lambda each: each.at, default=None)


def with_told_words(
    log: ChatLog, heard: Heard, decisions: Mapping[str, Decision], said_in: Callable[[str], Sequence[Read]]
) -> Heard:
    """Let a message that was edited before it was first read have said what people say, where they say its words."""
    message = log.messages[heard.message]
    decision = decisions.get(posted_question(message.id))
    kept = decision.read if decision else None
    words = AS_SEEN if decision is None else decision.answer if kept else words_meant(decision.answer, said_in)
    if isinstance(words, Unusable) or words in CLOSED:
        return heard
    if kept:
        message.kept[words] = dict(kept)
    message.text, message.is_told = words, True
    return replace(heard, text=words)
