"""What stays of a message when its words are redacted: the canonical lines that they were read as, and nothing of anybody's own words.

Names that people gave to things of the game are no such words: others write them, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.core.observation import Observation
from tracker.mechanics.chat.rows import Act, Asked, Message

from .hearing import SAME, doer_of
from .state import ChatState

if TYPE_CHECKING:
    from .nomic import ChatNomic

STANDS_FOR = "redacted"
_WORD = re.compile(r"[\w'\N{RIGHT SINGLE QUOTATION MARK}-]+")
_MANY = re.compile(rf"{STANDS_FOR}(?:[^\w?:\[\]\n]+{STANDS_FOR})+")
_DICE = re.compile(r"roll(s|ed|ing)?|\d*d\d+|\d+", re.IGNORECASE)
_TEXT = re.compile(r'((?:"[^"]*"|[^":])*:)(.*)', re.DOTALL)
"""A canonical line that ends in free text."""


def kept_of(game: ChatNomic[Any], state: ChatState[Any], as_of: datetime, seen: Observation) -> Mapping[str, Any]:
    """The canonical lines that a message or an edit was read as; nothing where it was talk.

    Of what was unclear it is the list of lines that were suggested.
    """
    id = seen.text("message") or seen.id
    said = state.said.get(id)
    if seen.kind == "message" and (said or seen.payload.get("bot")):
        # A bot shows dice, and what asks it for some is remembered, too.
        return {"said": said.read if said and said.read else [masked(_DICE, seen.text("text"))]}
    if seen.kind == "message":
        return {}
    apart = deepcopy(state)
    apart.world.look(state.names, game.law_at(apart, as_of))
    author = state.names.person(doer_of(seen))
    message = Message(id, seen.text("channel"), author, as_of, seen.text("text"), seen.text("reply_to"))
    lines = [line for asked in game.heard(apart.world, message) for line in [bare(game, asked, message)]]
    is_same = said is not None and said.text == message.text
    return ({"said": lines} if lines else {}) | ({SAME: True} if is_same else {})


def bare(game: ChatNomic[Any], asked: Act | Asked, message: Message) -> str | list[str]:
    """What something was read as, where free text keeps only words that the rules heed; of what is unclear each suggestion."""
    if isinstance(asked, Asked):
        return [game.bare_line(line) for line in asked.suggestions]
    is_whole = asked.kind in game.taken_whole or not asked.said
    text = asked.message.text if asked.message else message.text
    return game.without_words(text) if is_whole else game.bare_line(asked.said)


def bare_line(line: str, without_words: Callable[[str], str]) -> str:
    """A canonical line with what stays of the free text behind its colon."""
    found = _TEXT.fullmatch(line)
    return f"{found[1]}{without_words(found[2])}" if found else line


def masked(heeded: re.Pattern[str], text: str) -> str:
    """A text that has one mark in place of all words in a row that are not heeded."""
    said = _WORD.sub(lambda word: word[0] if heeded.fullmatch(word[0]) else STANDS_FOR, text)
    return _MANY.sub(STANDS_FOR, said)
