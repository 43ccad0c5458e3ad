"""What a message announces: its lines read by the game's grammar, with people under their own ids, and ducks as they are called then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_people import NamesById, names_by_id
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable, examples_among, is_nothing, one_action, reading_of
from tracker.mechanics.law import Law as AnyLaw
from tracker.mechanics.redacted_texts import kept_answer, kept_of

from . import announced
from .spoken import DuckNames, DuckSaid, EntitySaid, ItemNames, numbers_of
from .state import Duck, World

Said: TypeAlias = Announced | NotUnderstood
_PEOPLE = ("to", "of")
"""The fields that hold a person."""
EXAMPLES: Mapping[str, str] = {
    "feed": 'I feed "DUCK" with 10 Seeds.',
    "quack_attack": '"DUCK" performs Quack Attack on "DUCK" with 4 Quacks.',
    "trade_offer": "I trade 5 Seeds to @bob for 1 Egg.",
    "consent": "I accept trade 84711.",
    "join": "I join the game.",
    "leave": "I leave the game.",
    "name": 'I name my duck "NAME".',
    "report_name": 'I report "DUCK"\'s name.',
    "assign": 'I assign "DUCK" to pond 1.',
    "move": 'I move "DUCK" to pond 2.',
    "pond_roll": "I roll for a new pond.",
    "send": 'I send "DUCK" on a scouting mission.',
    "adjust": 'I add 1 to "DUCK"\'s potential.',
    "retrieve": 'I attempt to retrieve "DUCK".',
    "cut_losses": 'I cut my losses on "DUCK".',
    "loot": 'I roll for loot for "DUCK".',
    "lay_egg": '"DUCK" performs Lay Egg with 5 Quacks.',
    "hatch_egg": '"DUCK" performs Hatch Egg.',
    "divine_scrambler": '"DUCK" performs Divine Scrambler with 20 Quacks.',
    "steal_duck": '"DUCK" performs Steal Duck on "DUCK".',
    "cannibalism": '"DUCK" performs Cannibalism on "DUCK".',
    "adopt": '"DUCK" performs Adopt on "DUCK".',
    "make_smoothie": '"DUCK" performs Make Smoothie with Grapes and Mango Slice.',
    "divine_cocktail": '"DUCK" performs Divine Cocktail.',
    "to_duck": 'I give 2 Grapes to "DUCK".',
    "from_duck": 'I take 2 Grapes from "DUCK".',
    "withdraw": "I cancel trade 84711.",
    "bid": 'I bid 7 Quacks on "DUCK".',
    "bid_payment": 'I pay 4 Quacks from "DUCK" for "DUCK".',
    "appoint": "I appoint myself Judge.",
    "assent": "I assent to @bob becoming Judge.",
    "assent_removal": "I assent to removing the Judge.",
    "resign": "I resign as Judge.",
    "request": "I request justice: QUESTION",
    "ruling": "Response to request 84711: TRUE",
    "confidence": "I initiate a vote of confidence on ruling 84711.",
    "confidence_vote": "I vote to overturn ruling 84711.",
    "self_overturn": "I overturn my ruling 84711.",
}
"""How an action of each kind is announced, as the checklist writes it."""
_OF_ANY_LINE = ("feed", "trade_offer", "name", "join")
"""The kinds of which an example helps with any line: those that name no other message."""


def examples_of(kind: str) -> list[str]:
    """How people may say what a line is: first as an action of the kind as which it begins."""
    return examples_among(EXAMPLES, kind, _OF_ANY_LINE)


@rule("DUCK-014")
def said_in(moment: Moment[World], text: str) -> tuple[Said, ...]:
    """The actions that a text announces, in order; people may be named by their accounts."""
    return _by_persons(moment, read_in(moment, text))


def said_by(moment: Moment[World], message: ChatMessage, text: str | None = None) -> tuple[Said, ...]:
    """The actions of a text of a message (None: of what it said first), also where its words are redacted by now."""
    text = message.text if text is None else text
    kept = kept_of(message, text)
    if kept is None:
        return said_in(moment, text)
    from .redacting import said_then

    return _by_persons(moment, said_then(kept))


def read_in(moment: Moment[World], text: str) -> tuple[Said, ...]:
    """The actions that a text announces, with people under the accounts that it mentions."""
    people = names_by_id(moment.state.log, moment.state.identities, moment.world.players)
    return _read(text, people, _duck_names(moment.world), item_names(moment.law), frozenset(moment.world.worded))


def _by_persons(moment: Moment[World], read: tuple[Said, ...]) -> tuple[Said, ...]:
    identities = moment.state.identities
    return tuple(_with_persons(each, identities) for each in read) if identities else read


@lru_cache(maxsize=512)
def _read(text: str, people: NamesById, ducks: DuckNames, items: ItemNames, worded: frozenset[str]) -> tuple[Said, ...]:
    return tuple(announced.read(text, dict(people), ducks, items, worded))


def _duck_names(world: World) -> DuckNames:
    """The names of ducks, and those that ducks bear only while they are auctioned."""
    lots = (auction.temporary_name for auction in world.auctions.values())
    return world.register.names(tuple(filter(None, lots)))


def item_names(law: AnyLaw) -> ItemNames:
    """The names by which items are read."""
    fruits = law.value("fruits")
    items = law.words("items")
    return _items(items, tuple(item for item in items if item in fruits), tuple(law.value("styles")))


@lru_cache(maxsize=8)
def _items(items: tuple[str, ...], fruits: tuple[str, ...], styles: tuple[str, ...]) -> ItemNames:
    return ItemNames(items, fruits, styles)


# --- an action of a message, again ------------------------------------------------------------------------------------


def said_again(moment: Moment[World], n: int) -> Said | None:
    """The action of that number in its message, with ducks as they are called now; None where there is no such action."""
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


def _with_persons(said: Said, identities: Mapping[str, str]) -> Said:
    """The same with accounts that are mentioned as the persons whose they are."""
    if isinstance(said, NotUnderstood):
        return said
    fields: dict[str, Any] = dict(said.fields)
    for name in _PEOPLE:
        if isinstance(fields.get(name), str):
            fields[name] = _person(fields[name], identities)
    target = fields.get("target")
    if isinstance(target, EntitySaid) and target.kind == "player":
        fields["target"] = replace(target, id=_person(target.id, identities))
    return replace(said, fields=fields)


def _person(account: str, identities: Mapping[str, str]) -> str:
    return identities.get(account.casefold(), account)


# --- the duck that is meant -------------------------------------------------------------------------------------------


@rule("DUCK-016")
def find_duck(
    moment: Moment[World], said: DuckSaid | None, n: int, clause: str, own: list[Duck] | None = None
) -> Duck | None:
    """The duck that words mean, or None once it was refused: none was named, there is none of that name, or there are several.

    ``own`` are those of whom ``my duck`` may be said: all of the author's, unless the rule gives others.
    """
    if said is None:
        moment.refuse("missing_parameter", clause, "it does not say which duck", n)
        return None
    world = moment.world
    found = _meant(moment, said, own)
    if len(found) == 1:
        return world.ducks[found[0]]
    called = f"“{said.name}”" if said.name else f"#{said.number}" if said.number is not None else "my duck"
    if found:
        several = ", ".join(f"#{number}" for number in found[:10])
        moment.refuse("ambiguous_duck", clause, f"{called} may be any of {several}: give its number", n)
    else:
        moment.refuse("unknown_duck", clause, f"there is no duck {called}", n)
    return None


def _meant(moment: Moment[World], said: DuckSaid, own: list[Duck] | None) -> Sequence[int]:
    """The numbers of the ducks that words may mean."""
    register, user = moment.world.register, moment.state.log.messages[moment.row].author
    candidates = register.owned.get(user, []) if own is None else [duck.number for duck in own]
    return numbers_of(said, register.called, candidates)


def own_duck(
    moment: Moment[World], said: DuckSaid | None, n: int, clause: str, *, complete: bool = True
) -> Duck | None:
    """Likewise a duck of the author's own, with all essential attributes unless ``complete`` is False."""
    duck = find_duck(moment, said, n, clause)
    user = moment.state.log.messages[moment.row].author
    if duck is None:
        return None
    if duck.owner != user:
        moment.refuse("not_owner", clause, f"{duck.name or f'duck #{duck.number}'} is not {user}'s duck", n)
        return None
    if complete and not duck.is_complete:
        text = f"duck #{duck.number} lacks a name or a pond: nothing can be done with it but to give it what it lacks"
        moment.refuse("duck_incomplete", "DUCK-126", text, n)
        return None
    return duck
