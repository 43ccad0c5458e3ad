"""What rows of the chat ask for: propositions, suggestions and announcements, each in its channel; and private messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tracker.games.chat_game.play import why_refused
from tracker.mechanics.chat.grammar import Read
from tracker.mechanics.chat.listening import spoken
from tracker.mechanics.chat.rows import Act, Asked, Deleted, Edited, Message, Reacted, Row

from . import announcements
from .announcements import ACTIONS, is_private
from .playing import turns
from .proposing import clarifications, propositions
from .state import Coup

_CLARIFICATION = re.compile(r"\s*(?:I raise a )?clarification\s*:\s*(?P<text>.*)", re.IGNORECASE | re.DOTALL)
_SUGGESTION = re.compile(
    r"\s*(?:my\s+)?suggestion(?:\s+(?:for\s+)?(?:clarification\s+)?#?\s*(?P<number>\d+))?\s*(?::|\s[-–—]\s)\s*(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
_NEARLY = re.compile(r"\s*clarification(?:\s+#?\d+\s*:|\s+[-–—]\s)\s*(?P<text>.+)", re.IGNORECASE | re.DOTALL)
"""What may be meant as a clarification."""
_OF_TURN = re.compile(rf"\bI (?:take )?(?:{'|'.join(ACTIONS.values())})\b")
"""How the canonical line of an action begins."""
PRIVATE = frozenset({"show", "decline", "lose", "give_back", "hand", "pledge"})
"""What may be said privately to the bot."""


def heard(world: Coup, row: Row) -> Iterator[Act | Asked]:
    """What a row asks for, in order."""
    if isinstance(row, Message):
        yield from _said(world, row)
    elif isinstance(row, Reacted):
        yield from _reacted(world, row)
    elif isinstance(row, Edited):
        if propositions.in_message(world, row.id):
            yield Act("edited", {"of": row.id, "text": row.text})
    elif isinstance(row, Deleted):
        if propositions.in_message(world, row.id):
            yield Act("deleted", {"of": row.id})
    else:
        yield Act("left_server", {"who": row.user})


def _reacted(world: Coup, row: Reacted) -> Iterator[Act]:
    number = world.posts.get(row.message, "")
    suggestion = "" if number else clarifications.suggested_in(world, row.message)
    if number or suggestion:
        message = world.propositions[number].message if number else row.message
        told = {"number": number or suggestion, "reacted": replace(row, message=message)}
        yield Act("vote" if number else "vote_on_suggestion", told)


def _said(world: Coup, message: Message) -> Iterator[Act | Asked]:
    """What a message announces: it may be one proposition, suggestion or clarification as a whole, else its lines are read."""
    whole = _as_whole(world, message)
    nearly = _NEARLY.fullmatch(message.text)
    if whole is not None:
        whole.message = message
        yield whole
    elif nearly and message.channel == world.law.word("general_channel"):
        yield Asked(message, (f"Clarification: {nearly['text'].strip()}",))
    elif is_private(message):
        found = [each for each in _in_lines(world, message) if isinstance(each, Act) and each.kind in PRIVATE]
        yield from found or [Act("not_understood", {}, message)]
    elif message.channel == world.law.word("general_channel"):
        yield from _in_lines(world, message)
    elif message.channel == world.law.word("propositions_channel"):
        yield from _among_propositions(world, message)
    else:
        leaving = (each for each in _in_lines(world, message) if isinstance(each, Act))
        yield from (each for each in leaving if each.kind in ("forfeit", "leave_group"))


def _among_propositions(world: Coup, message: Message) -> Iterator[Act | Asked]:
    """What is no proposition among these: somebody leaves, a Judge nearly suggests something, or what belongs elsewhere."""
    for each in _in_lines(world, message):
        if isinstance(each, Asked):
            is_judges = clarifications.judged_by(world, message.author) and each.suggestions[0].startswith("Suggestion")
            yield from [each] if is_judges else []
        elif each.kind in ("forfeit", "leave_group", "defer"):
            yield each
        elif not message.reply_to:
            yield Act("elsewhere", {"said": each.said}, message)


def _as_whole(world: Coup, message: Message) -> Act | None:
    text = message.text
    in_propositions = message.channel == world.law.word("propositions_channel")
    suggestion, clarification = _SUGGESTION.fullmatch(text), _CLARIFICATION.fullmatch(text)
    if in_propositions and not suggestion and not message.reply_to and propositions.is_one(world, text):
        return Act("propose", {}, said="")
    if suggestion and in_propositions:
        number = {"number": int(suggestion["number"])} if suggestion["number"] else {}
        line = announcements.reader(world).line("suggest", {**number, "text": suggestion["text"].strip()})
        return Act("suggest", {"text": suggestion["text"].strip(), **number}, said=line)
    if (
        suggestion
        and message.channel == world.law.word("general_channel")
        and clarifications.judged_by(world, message.author)
    ):
        return Act("elsewhere", {"said": text.strip()})
    if clarification and message.channel == world.law.word("general_channel"):
        return Act(
            "clarify", {"text": clarification["text"].strip()}, said=f"Clarification: {clarification['text'].strip()}"
        )
    return None


def _names_a_group(world: Coup, line: str, name: str | None) -> bool:
    """Whether whoever confirms something means a group: in quotation marks, or by the name of one that waits for members."""
    waiting = {group.casefold() for group in world.entering}
    return '"' in line or (bool(waiting) if name is None else name.casefold() in waiting)


def _in_lines(world: Coup, message: Message) -> Iterator[Act | Asked]:
    """What the lines of a message announce, each read in the situation that those before left."""
    reader = announcements.reader(world)
    for line in spoken(message.text).splitlines():
        for found in reader.heard(line, lambda: announcements.situation(world, message)):
            if isinstance(found, Read):
                if found.kind == "confirm" and not _names_a_group(world, line, found.fields.get("name")):
                    continue
                fields = dict(found.fields)
                if found.kind in ACTIONS:
                    yield Act("act", {**fields, "action": ACTIONS[found.kind]}, message, found.suggestions[0])
                else:
                    yield Act(found.kind, fields, message, found.suggestions[0])
            elif lines := [each for each in found.suggestions[:3] if _may_be_done(world, message, each)]:
                yield Asked(message, tuple(lines))


def _may_be_done(world: Coup, message: Message, line: str) -> bool:
    """Whether a suggestion is no action of a turn that somebody else has: talk about a game of Coup is full of their names."""
    is_of_turn = _OF_TURN.search(line) is not None
    return not is_of_turn or why_refused(world, turns.pass_turn, message=message) is None
