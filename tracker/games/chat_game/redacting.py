"""What stays of a message when its words are redacted: the canonical lines that they were read as, and nothing of anybody's own words.

Names that people gave to things of the game are no such words: others write them, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from datetime import datetime
from typing import Any

from tracker.core.observation import Observation
from tracker.mechanics.chat.bare_words import masked
from tracker.mechanics.chat.rows import OVERHEARD, Act, Asked, Message

from .hearing import SAME, doer_of
from .nomic import ChatNomic
from .state import ChatState

_TAKEN_WHOLE = ("propose", "stand")
"""The kinds of acts that a message is as a whole, whatever its lines say."""
_DICE = re.compile(r"roll(s|ed|ing)?|\d*d\d+|\d+", re.IGNORECASE)


def kept_of(game: ChatNomic[Any], state: ChatState[Any], as_of: datetime, seen: Observation) -> Mapping[str, Any]:
    """The canonical lines that a message or an edit was read as; nothing where it was talk.

    Of what was unclear it is the list of lines that were suggested.
    """
    id = seen.text("message") or seen.id
    said, text = state.said.get(id), seen.text("text")
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
    lines = [line for asked in game.heard(apart.world, message) for line in [bare(game, asked, message)]]
    is_same = said is not None and said.text == message.text
    return ({"said": lines} if lines else {}) | ({SAME: True} if is_same else {})


def bare(game: ChatNomic[Any], asked: Act | Asked, message: Message) -> str | list[str]:
    """What something was read as, where free text keeps only words that the rules heed; of what is unclear each suggestion."""
    if isinstance(asked, Asked):
        return [game.bare_line(line) for line in asked.suggestions]
    is_whole = asked.kind in _TAKEN_WHOLE or not asked.said
    text = asked.message.text if asked.message else message.text
    return game.without_words(text) if is_whole else game.bare_line(asked.said)
