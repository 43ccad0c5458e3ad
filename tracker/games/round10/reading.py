"""What a message announces: its lines read by the game's grammar, with people under their own ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_play import Moment

from . import announced
from .general import NOTHING, reading_of
from .hands import card_names
from .spoken_items import CardNames
from .state import World


def said_in(moment: Moment[World], text: str) -> tuple[Announced | NotUnderstood, ...]:
    """The actions that a text announces, in order."""
    identities = moment.state.identities
    read = _read(text, _names(moment), card_names(moment))
    return tuple(_with_persons(each, identities) for each in read) if identities else read


def as_decided(moment: Moment[World], said: Announced | NotUnderstood) -> Announced | NotUnderstood:
    """An action as people read it, where they were asked how it is to be read; else as it was read here."""
    answer = moment.answer(reading_of(moment.row, said.n))
    if answer is None:
        return said
    read = () if answer == NOTHING else said_in(moment, answer)
    if not read:
        return NotUnderstood(said.n, said.line, "people found no action in it", said.kind)
    return replace(read[0], n=said.n)


def _names(moment: Moment[World]) -> tuple[tuple[str, str], ...]:
    """The names of people by their ids: players, and whoever has a name of their own."""
    known = moment.state.log.names
    return tuple({**{player: player for player in moment.world.players}, **known}.items())


@lru_cache(maxsize=512)
def _read(text: str, names: tuple[tuple[str, str], ...], cards: CardNames) -> tuple[Announced | NotUnderstood, ...]:
    return tuple(announced.read(text, dict(names), cards))


def _with_persons(said: Announced | NotUnderstood, identities: Mapping[str, str]) -> Announced | NotUnderstood:
    """The same with accounts that are mentioned as the persons whose they are."""
    if isinstance(said, NotUnderstood):
        return said
    fields: dict[str, Any] = dict(said.fields)
    if "to" in fields:
        fields["to"] = _person(fields["to"], identities)
    if "parties" in fields:
        fields["parties"] = tuple(_person(each, identities) for each in fields["parties"])
    return replace(said, fields=fields)


def _person(account: str, identities: Mapping[str, str]) -> str:
    return identities.get(account.casefold(), account)
