"""What stays of a message when its words are redacted: the canonical lines that they were read as, and nothing of anybody's own words."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.core.observation import Observation
from tracker.mechanics.chat.rows import Act, Edited, Message

from .hearing import doer_of
from .state import ChatState

if TYPE_CHECKING:
    from .nomic import ChatNomic


def kept_of(game: ChatNomic[Any], state: ChatState[Any], as_of: datetime, seen: Observation) -> Mapping[str, Any]:
    """The canonical lines of a message or an edit, read in a copy of the gamestate of its instant; nothing where it was talk.

    Of what was unclear it is the list of lines that were suggested.
    """
    id, text = seen.text("message") or seen.id, seen.text("text")
    apart = deepcopy(state)
    apart.world.look(state.names, game.law_at(apart, as_of))
    message = Message(id, seen.text("channel"), state.names.person(doer_of(seen)), as_of, text, seen.text("reply_to"))
    edited = Edited(id, text, message.channel, message.author)
    asked = game.heard(apart.world, message if seen.kind == "message" else edited)
    said = [each.said if isinstance(each, Act) else list(each.suggestions) for each in asked]
    lines = [line for line in said if line]
    return {"said": lines} if lines else {}
