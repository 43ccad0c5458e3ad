"""What a message announces: its lines read by the game's grammar, with people under their own ids, as people decided where they did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from tracker.core.rule import rule
from tracker.games.chat_strands import Said
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_people import NamesById, names_by_id
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable, examples_among, is_nothing, one_action, reading_of
from tracker.mechanics.redacted_texts import kept_answer, kept_of

from . import announced
from .law import of_aeternus
from .spoken import ItemNames
from .state import World

_PEOPLE = ("to", "of", "by")
"""The fields that hold a person."""
EXAMPLES: Mapping[str, str] = {
    "scout": "Scout North and Ashe",
    "traverse": "Traverse North",
    "fish": "Fish in North with Advanced Rod",
    "forage": "Forage",
    "craft": "Craft 2 Torch",
    "build": "Construct Flag here",
    "stagway": "Travel the stagways to (3,0,-2)",
    "burn": "Burn Flag North",
    "use": "Use explosives",
    "name_quality": 'I name quality 8 "NAME"',
    "trade_offer": "I trade 4 Wood to @bob for 1 Hide",
    "consent": "I accept 84711",
    "withdraw": "I withdraw 84711",
    "join": "I join the game",
    "leave": "I leave the game",
    "declare": "I declare @bob reputable",
    "merge": 'Merge request: ana + bob as "NAME"',
    "leave_faction": "I leave my faction",
    "request": "I request justice: QUESTION",
    "ruling": "Ruling on 84711: TRUE",
    "confidence": "Vote of confidence on ruling 84711",
    "self_overturn": "I overturn my ruling 84711",
    "resign": "I resign as Judge",
    "remove_judge": "I assent to the removal of the Judge",
}
"""How an action of each kind is announced (section 6)."""
_OF_ANY_LINE = ("forage", "traverse", "trade_offer", "join")
"""The kinds of which an example helps with any line: those that name no other message."""


def examples_of(kind: str) -> list[str]:
    """How people may say what a line is: first as an action of the kind as which it begins."""
    return examples_among(EXAMPLES, kind, _OF_ANY_LINE)


@rule("AET-152")
def said_in(moment: Moment[World], text: str) -> tuple[Said, ...]:
    """The actions that a text announces, in order."""
    return _by_persons(moment, read_in(moment, text))


def said_by(moment: Moment[World], message: ChatMessage) -> tuple[Said, ...]:
    """The actions that a message announced as it was posted, in order, also where its words are redacted by now."""
    kept = kept_of(message)
    if kept is None:
        return said_in(moment, message.text)
    from .redacting import said_then

    return _by_persons(moment, said_then(kept))


def read_in(moment: Moment[World], text: str) -> tuple[Said, ...]:
    """The actions that a text announces, with people under the accounts that it mentions."""
    directions = of_aeternus(moment.law).directions
    world = moment.world
    names = names_by_id(moment.state.log, moment.state.identities, world.players)
    return _read(text, names, item_names(moment), _factions(world), directions, frozenset(world.worded))


def said_again(moment: Moment[World], n: int) -> Said | None:
    """The action of that number in the message of the moment; None where there is no such action."""
    message = moment.state.log.messages[moment.row]
    return next((each for each in said_by(moment, message) if each.n == n), None)


def as_decided(moment: Moment[World], said: Said | None) -> Said | None:
    """An action as people read it, where they were asked how it is to be read; else as it was read here."""
    answer = moment.answer(reading_of(moment.row, said.n)) if said is not None else None
    if said is None or answer is None:
        return said
    if is_nothing(answer):
        return NotUnderstood(said.n, said.line, "people found no action in it", said.kind, said.of)
    meant = action_in(moment, answer)
    return said if isinstance(meant, Unusable) else replace(meant, n=said.n, of=said.of)


def action_in(moment: Moment[World], answer: str) -> Announced | Unusable:
    """The one action that people say a line is."""
    kept = kept_answer(moment.decisions, answer)
    if kept is None:
        return one_action(said_in(moment, answer))
    from .redacting import said_then

    return one_action(_by_persons(moment, said_then(kept)))


def item_names(moment: Moment[World]) -> ItemNames:
    """The names by which items are read at this instant."""
    law = of_aeternus(moment.law)
    qualities = (*law.words("quality_names"), *moment.world.quality_names)
    return _items(law.items, law.words("medallion_fish"), qualities)


@lru_cache(maxsize=16)
def _items(items: tuple[str, ...], medallions: tuple[str, ...], qualities: tuple[str, ...]) -> ItemNames:
    return ItemNames(items, medallions, qualities)


def _factions(world: World) -> frozenset[str]:
    return frozenset(player.faction for player in world.players.values() if player.is_playing)


@lru_cache(maxsize=512)
def _read(
    text: str,
    names: NamesById,
    items: ItemNames,
    factions: frozenset[str],
    directions: tuple[str, ...],
    worded: frozenset[str],
) -> tuple[Said, ...]:
    return tuple(announced.read(text, dict(names), items, factions, directions, worded))


def _by_persons(moment: Moment[World], read: tuple[Said, ...]) -> tuple[Said, ...]:
    identities = moment.state.identities
    return tuple(_with_persons(each, identities) for each in read) if identities else read


def _with_persons(said: Said, identities: Mapping[str, str]) -> Said:
    """The same with accounts that are mentioned as the persons whose they are."""
    if isinstance(said, NotUnderstood):
        return said
    fields: dict[str, Any] = dict(said.fields)
    for name in _PEOPLE:
        if fields.get(name):
            fields[name] = _person(str(fields[name]), identities)
    if "factions" in fields:
        fields["factions"] = tuple(_person(each, identities) for each in fields["factions"])
    return replace(said, fields=fields)


def _person(account: str, identities: Mapping[str, str]) -> str:
    return identities.get(account.casefold(), account)
