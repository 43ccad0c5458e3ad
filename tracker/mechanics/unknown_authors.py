"""Messages of which nobody knows who wrote them: a chat gives all accounts that were deleted as one, so none of it is that one's doing."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime

from tracker.core.fold import Decision, Step
from tracker.core.observation import UNKNOWN_AUTHORS
from tracker.core.snowflakes import account_of
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Ask, ChatState
from tracker.mechanics.chat_readings import Unusable

NOBODY = "nobody"
"""People's answer that a message is no player's, or that nobody knows whose it is."""
_ACCOUNT = re.compile(r"[0-9]{15,20}")
"""The id of an account of the chat, as one is written."""
_SHOWN = re.compile(r"(?P<first>[0-9]{15,20})\s*\(.*\)|.*\((?P<last>[0-9]{15,20})\)")
"""An account with its name, as people are shown: by the id it is known."""


def by_known_author(
    step: Step, state: ChatState, decisions: Mapping[str, Decision], in_game: Callable[[], Collection[str]]
) -> Step:
    """A message as that of whoever people say wrote it, or of nobody (an empty id) while they have not; all other rows as they are.

    ``in_game`` gives the people who have a place in the game, whether or not anything of theirs was read.
    """
    seen = step.observation
    if seen.kind != "message" or seen.text("author") not in UNKNOWN_AUTHORS:
        return step
    said = decisions.get(_question(seen.id))
    meant = author_meant(state, in_game, said.answer) if said is not None else ""
    author = "" if isinstance(meant, Unusable) else meant
    payload = {name: value for name, value in seen.payload.items() if name != "name"} | {"author": author}
    return step._replace(row=step.row._replace(observation=replace(seen, payload=payload)))


def who_wrote(message: str, channel: str, when: datetime, clause: str) -> Ask:
    """What people are asked of a message that would do something if it were known whose it is."""
    text = (
        f"Who wrote message {message} in #{channel}? It was first read after its author's account was deleted, and the chat gives all"
        " deleted accounts as one. Until it is known nothing comes of it. Answer with the name or the account's id of somebody who is"
        f" known by then or has an entry under [identities], or {NOBODY}."
    )
    return Ask(
        _question(message), text, clause, [NOBODY], when, [message], is_free=True, examples=["123456789012345678"]
    )


def author_meant(state: ChatState, in_game: Callable[[], Collection[str]], answer: str) -> str | Unusable:
    """Whom an answer means: a person by any name of theirs, a known account by its id or the name shown, or nobody (an empty id)."""
    shown = _SHOWN.fullmatch(answer.strip())
    account = answer if shown is None else shown["first"] or shown["last"]
    name = account_of(account.strip()).removeprefix("@")
    if name.casefold() == NOBODY:
        return ""
    if name in UNKNOWN_AUTHORS:
        return Unusable(f"{name} stands for all accounts that were deleted")
    if name.casefold() in state.identities:
        return state.person(name)
    if _is_known(state, in_game, name):
        return name
    people = People(state.log, state.identities)
    as_shown = (id for id in state.log.names if people.name(id).casefold() == name.casefold())
    called = list(dict.fromkeys((*as_shown, *state.log.called(name))))
    if len(called) > 1:
        return Unusable(f"{len(called)} people are called {name}: {', '.join(called)}")
    return called[0] if called else Unusable(_why_unknown(name))


def _is_known(state: ChatState, in_game: Callable[[], Collection[str]], id: str) -> bool:
    """Whether anything of an account was read by now, it is known to have left, or it has a place in the game."""
    log = state.log
    return (
        id in log.names or id in log.left or id in in_game() or any(id == each.author for each in log.messages.values())
    )


def _why_unknown(name: str) -> str:
    if not _ACCOUNT.fullmatch(name):
        return f"nobody was known as {name} when it was written; say the id of the account"
    return (
        f"nothing of an account {name} was known when it was written: is a digit wrong? If it is right, say under [identities]"
        f" whose it is (Ben = discord:{name}), and answer after the next tick with that name"
    )


def _question(message: str) -> str:
    return f"author:{message}"
