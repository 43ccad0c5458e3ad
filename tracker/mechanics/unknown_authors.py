"""Messages of which nobody knows who wrote them: a chat gives all accounts that were deleted as one, so none of it is that one's doing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from tracker.core.fold import Decision, Step
from tracker.core.observation import UNKNOWN_AUTHORS
from tracker.mechanics.chat_play import Ask

NOBODY = "nobody"
"""People's answer that a message is no player's, or that nobody knows whose it is."""


def by_known_author(step: Step, decisions: Mapping[str, Decision]) -> Step:
    """A message as that of whoever people say wrote it, or of nobody (an empty id) while they have not; all other rows as they are."""
    seen = step.observation
    if seen.kind != "message" or seen.text("author") not in UNKNOWN_AUTHORS:
        return step
    said = decisions.get(_question(seen.id))
    author = said.answer if said is not None and said.answer != NOBODY else ""
    payload = {name: value for name, value in seen.payload.items() if name != "name"} | {"author": author}
    return step._replace(row=step.row._replace(observation=replace(seen, payload=payload)))


def who_wrote(message: str, channel: str, when: datetime, clause: str) -> Ask:
    """What people are asked of a message that would do something if it were known whose it is."""
    text = (
        f"Who wrote message {message} in #{channel}? It was first read after its author's account was deleted, and the chat gives all"
        f" deleted accounts as one. Until it is known nothing comes of it. Answer with the id of the account, or {NOBODY}."
    )
    return Ask(_question(message), text, clause, [NOBODY], when, [message], is_free=True)


def _question(message: str) -> str:
    return f"author:{message}"
