"""From rows of the archive to what rules take, what nobody could read, and what stays of words that are redacted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import datetime
from typing import Any

from tracker.core.corrections import CORRECTED
from tracker.core.fold import Step
from tracker.core.observation import READ, Observation, is_redacted
from tracker.mechanics.chat.bare_words import masked
from tracker.mechanics.chat.names import Names
from tracker.mechanics.chat.notes import Note
from tracker.mechanics.chat.rows import OVERHEARD, Act, Asked, Deleted, Edited, Left, Message, Reacted, Row

from .nomic import ChatNomic
from .play import Cause
from .state import BotAnswer, ChatState, Refusal

_REACTIONS = ("reaction", "reaction_removed")
_OF_REACTIONS = ":reactions:"
SAME = "same"
"""Of a redacted edit: that it changed no word."""


def heard(step: Step, names: Names) -> Row | None:
    """What a row of a chat tells, with people by their own ids in the game; None where it tells nothing to the rules.

    A reaction seen only between two looks counts from the first of them, everything else from the second (docs/chat.md).
    """
    seen, account = step.observation, doer_of(step.observation)
    is_reaction, who = seen.kind in _REACTIONS, names.person(account)
    if step.is_certain == (is_reaction and seen.is_interval):
        return None
    if step.is_certain or is_reaction:
        names.note(seen, who)
        if seen.kind != "member_left":
            names.was_here(account)
    id = seen.text("message") or seen.id
    match seen.kind:
        case "message":
            return _message(step, who)
        case "message_edited":
            return Edited(id, words_of(seen), seen.text("channel"), who)
        case "message_deleted":
            return Deleted(id, seen.text("channel"))
        case "reaction" | "reaction_removed":
            late = seen.happened_at if seen.is_interval else None
            return Reacted(id, seen.text("emoji"), who, seen.kind == "reaction", late)
        case "member_left" if not names.left(account):
            return Left(who)
    return None


def _message(step: Step, who: str) -> Message:
    seen = step.observation
    kept = {name: seen.payload[name] for name in (CORRECTED,) if name in seen.payload} | (seen.payload.get(READ) or {})
    if is_redacted(seen.text("text")):
        kept.setdefault("said", [])
    is_edited = (seen.payload.get("seen_edited") or seen.payload.get("edited_at")) and CORRECTED not in kept
    return Message(
        seen.id,
        seen.text("channel"),
        who,
        step.when,
        words_of(seen),
        seen.text("reply_to"),
        is_edited=bool(is_edited),
        is_bot=bool(seen.payload.get("bot")),
        thread=seen.text("thread"),
        place=seen.text("place"),
        kept=kept,
    )


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
    return seen.text("author") or seen.text("user")


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


# --- what could not be read: its author is asked, and confirms a line by a reaction on the tracker's answer ----------------

NUMBERS = tuple(f"{number}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}" for number in range(1, 10))
"""The emoji by which an answer numbers the lines that it suggests; by a reaction with one of them that line is confirmed."""
_YES = ("👍", "✅")
"""The emoji that confirm the first of the lines."""
_NO_MATTER = str.maketrans("", "", "\N{VARIATION SELECTOR-16}")
_PLACES = {emoji.translate(_NO_MATTER): place for place, emoji in enumerate(NUMBERS)} | dict.fromkeys(_YES, 0)
UNCLEAR, EDITED_UNREAD = "UNCLEAR", "EDITED_UNREAD"


def ask(state: ChatState[Any], asked: Act | Asked, message: Message, cause: Cause, clause: str, code: str) -> None:
    """Give what could not be read, or was changed before it was read, no effect until its author confirms it."""
    suggestions = asked.suggestions if isinstance(asked, Asked) else (asked.said,)
    text = "it is not clear what this announces"
    if isinstance(asked, Act):
        text = "this message was changed before it was first read, so nobody knows what it said first"
        if all((note.row, note.code) != (message.id, EDITED_UNREAD) for note in state.notes):
            state.notes.append(Note(EDITED_UNREAD, clause, f"{text}: {message.id}", cause.at, message.id))
    told = Refusal(code, cause.at, clause, cause.row, {}, text, message.author, message.channel, n=cause.part)
    told.suggestions = list(suggestions)
    state.told.refused.append(told)


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


# --- what stays of redacted words: the canonical lines that they were read as, and nothing of anybody's own words ----------
# Names that people gave to things of the game are no such words: others write them, too.

_TAKEN_WHOLE = ("propose", "stand")
"""The kinds of acts that a message is as a whole, whatever its lines say."""
_DICE = re.compile(r"roll(s|ed|ing)?|\d*d\d+|\d+", re.IGNORECASE)


def kept_of(game: ChatNomic[Any], state: ChatState[Any], as_of: datetime, seen: Observation) -> Mapping[str, Any]:
    """The canonical lines that a message or an edit was read as; nothing where it was talk.

    Of what was unclear it is the list of lines that were suggested.
    """
    id, text = seen.text("message") or seen.id, seen.text("text")
    said = state.said.get(id)
    if seen.kind == "message":
        overheard = game.overheard_in(text)
        beside = {OVERHEARD: overheard} if overheard else {}
        # A bot shows dice, and what asks it for some is remembered, too.
        is_of_use = said or seen.payload.get("bot")
        return beside | ({"said": said.read if said and said.read else [masked(_DICE, text)]} if is_of_use else {})
    apart = deepcopy(state)
    apart.world.look(state.names, game.law_at(apart, as_of))
    author = state.names.person(doer_of(seen))
    message = Message(id, seen.text("channel"), author, as_of, text, seen.text("reply_to"))
    lines = [bare(game, asked, message) for asked in game.heard(apart.world, message)]
    is_same = said is not None and said.text == message.text
    return ({"said": lines} if lines else {}) | ({SAME: True} if is_same else {})


def bare(game: ChatNomic[Any], asked: Act | Asked, message: Message) -> str | list[str]:
    """What something was read as, where free text keeps only words that the rules heed; of what is unclear each suggestion."""
    if isinstance(asked, Asked):
        return [game.bare_line(line) for line in asked.suggestions]
    is_whole = asked.kind in _TAKEN_WHOLE or not asked.said
    text = asked.message.text if asked.message else message.text
    return game.without_words(text) if is_whole else game.bare_line(asked.said)
