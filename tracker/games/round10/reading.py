"""What a message announces: its lines read by the game's grammar, with people under their own ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_people import NamesById, names_by_id
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable, examples_among, is_nothing, one_action, reading_of
from tracker.mechanics.redacted_texts import kept_answer, kept_of, said_before

from . import announced
from .hands import card_names
from .spoken_items import CardNames
from .state import World

_OF_AUTHORS = frozenset({"reveal", ""})
"""The kinds of actions that nobody can say for somebody else: a text, and a hash of no known kind."""
EXAMPLES: Mapping[str, str] = {
    "generate_lots": "I generate 2 lots",
    "gift": "I give 5 chips to @bob",
    "trade_offer": "I trade 5 chips to @bob for 1 Trung",
    "consent": "I accept 84711",
    "join": "I join the game",
    "leave": "I leave the game",
    "withdraw": "I withdraw 84711",
    "exchange": "I exchange 10 Trungs for 1 Gold Star",
    "contract_offer": 'I offer @bob the contract "NAME": TERMS',
    "contract_consent": 'I consent to the contract "NAME"',
    "contract_end": 'I consent to terminate the contract "NAME"',
    "to_contract": 'I transfer 5 chips to contract "NAME"',
    "from_contract": 'By its terms, contract "NAME" gives 5 chips to @bob: "TERM"',
    "request": "I request justice: QUESTION",
    "ruling": "Ruling on 84711: TRUE",
    "confidence": "I call for a vote of confidence on ruling 84711",
    "confidence_vote": "I vote to affirm ruling 84711",
    "self_overturn": "I overturn my ruling 84711",
    "resign": "I resign as Judge",
    "remove_judge": "I assent to the removal of the Judge",
    "bid": "Bid: HASH",
    "hand": "Hand: HASH",
}
"""How an action of each kind is announced (section 6)."""
_OF_ANY_LINE = ("generate_lots", "gift", "trade_offer", "join")
"""The kinds of which an example helps with any line: those that name nothing which must be there."""


def examples_of(kind: str) -> list[str]:
    """How people may say what a line is: first as an action of the kind as which it begins."""
    return examples_among(EXAMPLES, kind, _OF_ANY_LINE)


def said_in(moment: Moment[World], text: str) -> tuple[Announced | NotUnderstood, ...]:
    """The actions that a text announces, in order."""
    return _by_persons(moment, read_in(moment, text))


def said_by(moment: Moment[World], message: ChatMessage) -> tuple[Announced | NotUnderstood, ...]:
    """The actions that a message announced as it was posted, in order, also where its words are redacted by now."""
    kept = kept_of(message)
    return said_in(moment, message.text) if kept is None else _by_persons(moment, said_before(kept))


def read_in(moment: Moment[World], text: str) -> tuple[Announced | NotUnderstood, ...]:
    """The actions that a text announces, with people under the accounts that it mentions."""
    names = names_by_id(moment.state.log, moment.state.identities, moment.world.players)
    return _read(text, names, card_names(moment), frozenset(moment.world.worded))


def _by_persons(
    moment: Moment[World], read: tuple[Announced | NotUnderstood, ...]
) -> tuple[Announced | NotUnderstood, ...]:
    identities = moment.state.identities
    return tuple(_with_persons(each, identities) for each in read) if identities else read


def as_decided(moment: Moment[World], said: Announced | NotUnderstood) -> Announced | NotUnderstood:
    """An action as people read it, where they were asked how it is to be read; else as it was read here."""
    answer = moment.answer(reading_of(moment.row, said.n))
    if answer is None:
        return said
    if is_nothing(answer):
        return NotUnderstood(said.n, said.line, "people found no action in it", said.kind, said.of)
    meant = action_in(moment, answer)
    return said if isinstance(meant, Unusable) else replace(meant, n=said.n, of=said.of)


def action_in(moment: Moment[World], answer: str) -> Announced | Unusable:
    """The one action that people say a line is; what is revealed must stand in a message of its author."""
    kept = kept_answer(moment.decisions, answer)
    meant = one_action(said_in(moment, answer) if kept is None else _by_persons(moment, said_before(kept)))
    if isinstance(meant, Announced) and meant.kind in _OF_AUTHORS:
        return Unusable("nobody can reveal anything in somebody else's stead")
    return meant


@lru_cache(maxsize=512)
def _read(
    text: str, names: NamesById, cards: CardNames, worded: frozenset[str]
) -> tuple[Announced | NotUnderstood, ...]:
    return tuple(announced.read(text, dict(names), cards, worded))


def _with_persons(said: Announced | NotUnderstood, identities: Mapping[str, str]) -> Announced | NotUnderstood:
    """The same with accounts that are mentioned as the persons whose they are."""
    if isinstance(said, NotUnderstood):
        return said
    fields: dict[str, Any] = dict(said.fields)
    for field in ("to", "by"):
        if fields.get(field):
            fields[field] = _person(fields[field], identities)
    if "parties" in fields:
        fields["parties"] = tuple(_person(each, identities) for each in fields["parties"])
    return replace(said, fields=fields)


def _person(account: str, identities: Mapping[str, str]) -> str:
    return identities.get(account.casefold(), account)
