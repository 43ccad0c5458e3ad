"""What a message announces: its lines read by the game's grammar with the names that hold, people under their own ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_people import NamesById, names_by_id
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_text import plain
from tracker.mechanics.law import Law
from tracker.mechanics.redacted_texts import kept_of, said_before

from . import announced
from .announced import Words
from .state import World

Said: TypeAlias = Announced | NotUnderstood
_PEOPLE = ("target", "against", "of")
"""The fields that hold a person or a group."""


@rule("COUP-023", "COUP-041")
def said_in(moment: Moment[World], text: str) -> tuple[Said, ...]:
    """The announcements of a text, in order; people may be named by their accounts."""
    names = names_by_id(moment.state.log, moment.state.identities, moment.world.players)
    read = _read(text, names, words_of(moment.law))
    return _by_persons(moment, tuple(each for each in read if not _is_talk(moment, each)))


def _is_talk(moment: Moment[World], said: Said) -> bool:
    """Whether words confirm something without quotes that is no group which asks to enter: then they are no announcement."""
    if said.kind != "confirm" or '"' in plain(said.line):
        return False
    return isinstance(said, NotUnderstood) or str(said.fields["name"]).casefold() not in moment.world.entering


def said_by(moment: Moment[World], message: ChatMessage, text: str | None = None) -> tuple[Said, ...]:
    """The announcements of a text of a message (None: of what it said first), also where its words are redacted by now."""
    text = message.text if text is None else text
    kept = kept_of(message, text)
    return said_in(moment, text) if kept is None else _by_persons(moment, tuple(said_before(kept)))


def said_again(moment: Moment[World], n: int) -> Said | None:
    """The announcement of that number in the message that is being carried out; None where there is none any more."""
    message = moment.state.log.messages[moment.row]
    return next((each for each in said_by(moment, message) if each.n == n), None)


def words_of(law: Law) -> Words:
    """The names of characters, actions and counteractions that hold."""
    return announced.words_of_tables(law.words("characters"), law.value("actions"), law.value("counteractions"))


@lru_cache(maxsize=512)
def _read(text: str, people: NamesById, words: Words) -> tuple[Said, ...]:
    return tuple(announced.read(text, dict(people), words))


def _by_persons(moment: Moment[World], read: tuple[Said, ...]) -> tuple[Said, ...]:
    identities = moment.state.identities
    return tuple(_with_persons(each, identities) for each in read) if identities else read


def _with_persons(said: Said, identities: Mapping[str, str]) -> Said:
    """The same with accounts that are mentioned as the persons whose they are."""
    if isinstance(said, NotUnderstood):
        return said
    fields: dict[str, Any] = {
        name: identities.get(value.casefold(), value) if name in _PEOPLE and isinstance(value, str) else value
        for name, value in said.fields.items()
    }
    return replace(said, fields=fields)
