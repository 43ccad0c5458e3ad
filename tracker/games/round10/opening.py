"""The gamestate as people state it: who plays and holds what, the lots, the Judge, rulings and the previous bidders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tracker.core.instants import instant_of_play
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag
from tracker.mechanics.judges import Ruling
from tracker.mechanics.stated import TO_FILL_IN, StatedReader

from . import judges, victory
from .cards import Deck, deck_beside, deck_of
from .holdings import goods_of
from .state import CHIPS, GOLD_STARS, MAKERS, TRUNGS, Lot, Player, World

_ITEMS = (CHIPS, TRUNGS, GOLD_STARS, MAKERS)
_OF_PLAYERS, _OF_LOTS, _OF_RULINGS = ("id", "player", *_ITEMS, "cards"), ("id", "cards"), ("id", "by", "made_at")
_NEVER_TAKEN = ("lots_required", "phase", "week", "roster", "winner", "offers", "proposals", "contracts")
"""What is printed of a gamestate beside what can be stated of it: it may stand there too, and a note says what holds."""
EXAMPLE: Mapping[str, Any] = {
    "players": [{name: {TO_FILL_IN: TO_FILL_IN} if name == "cards" else TO_FILL_IN for name in _OF_PLAYERS}],
    "lots": [{"id": TO_FILL_IN, "cards": [TO_FILL_IN]}],
    "judge": TO_FILL_IN,
    "rulings": [dict.fromkeys(_OF_RULINGS, TO_FILL_IN)],
    "bidders_previous_auction": [TO_FILL_IN],
}
"""What can be stated: nothing of it is taken for real until people have filled it in."""
FILLED_IN = (
    '{"id": "123456789012345678", "player": true, "chips": 100, "trungs": 0, "gold_stars": 0, "standard_proposal_makers": 1,'
    ' "cards": {"King of Hearts": 1}}, {"id": 1, "cards": ["Ace of Leaves", "7 of Bells", "Knight of Acorns"]}'
)
"""A player and a lot as they are written."""


@dataclass(frozen=True)
class Stated:
    """A gamestate as it was read: holders with whether they play, lots, and people by the ids that they have in the game."""

    players: Mapping[str, tuple[bool, Bag]]
    lots: Mapping[int, list[str]]
    judge: str
    rulings: Sequence[Ruling]
    bidders: Sequence[str]


def take(moment: Moment[World], stated: Mapping[str, Any]) -> None:
    """Let the gamestate be as stated; what an opening cannot state (secret actions, offers, proposals) goes on as it is.

    Whoever is listed is a player unless it says otherwise: ``"player": false`` is somebody who is none, with a holding.
    """
    world, when = moment.world, moment.when

    def amiss(clause: str, text: str) -> None:
        moment.note("OPENING_NOT_UNDERSTOOD", clause, text)

    found = _read(stated, deck_of(moment.law), moment.state.person, amiss)
    if passed_over := [name for name in _NEVER_TAKEN if stated.get(name)]:
        text = f"{', '.join(passed_over)} cannot be stated: what there is goes on, or follows from the rest"
        moment.note("OPENING_NOTED", "R10-006", text, is_mild=True)
    known = {id: player.spans for id, player in world.players.items() if player.is_playing}
    world.players = {
        id: Player(id, known.get(id, [(when, None)]) if playing else [], goods, when)
        for id, (playing, goods) in found.players.items()
    }
    world.lots = {id: Lot(id, cards, when) for id, cards in found.lots.items()}
    world.highest_lot = max(world.lots, default=0)
    world.presented = [
        replace(each, count=left)
        for each in world.presented
        if (left := min(each.count, goods_of(world, each.holder).get(each.card, 0)))
    ]
    world.bidders_previous_auction = list(found.bidders)
    world.players_at_conclusion = sum(player.is_playing for player in world.players.values())
    judges.opened(moment, found.judge, found.rulings)
    victory.stated(moment)


def problems(stated: Mapping[str, Any], beside: Mapping[str, Sequence[Any]]) -> list[str]:
    """What is amiss in a stated gamestate, a sentence each; cards may stand in tables that settings give beside the game's own."""
    found: list[str] = []
    _read(stated, deck_beside(beside), str, lambda _, text: found.append(text))
    return found


def with_people(stated: Mapping[str, Any], id_of: Callable[[str], str]) -> dict[str, Any]:
    """The same with each person by the id that ``id_of`` has for whatever they were called."""
    renamed = dict(stated)
    if isinstance(players := stated.get("players"), Mapping):
        renamed["players"] = {id_of(str(id)): entry for id, entry in players.items()}
    for name, field in (("players", "id"), ("rulings", "by")):
        entries = renamed.get(name)
        if isinstance(entries, list):
            renamed[name] = [_renamed(entry, field, id_of) for entry in entries]
    if stated.get("judge"):
        renamed["judge"] = id_of(str(stated["judge"]))
    if isinstance(bidders := stated.get("bidders_previous_auction"), list):
        renamed["bidders_previous_auction"] = [id_of(str(each)) for each in bidders]
    return renamed


def _renamed(entry: Any, field: str, id_of: Callable[[str], str]) -> Any:
    return {**entry, field: id_of(str(entry[field]))} if isinstance(entry, Mapping) and entry.get(field) else entry


# --- reading ----------------------------------------------------------------------------------------------------------


def _read(
    stated: Mapping[str, Any], deck: Deck, person: Callable[[str], str], amiss: Callable[[str, str], None]
) -> Stated:
    """Read all of it; ``amiss`` is told the clause and a sentence for each part that cannot be, the rest holds."""
    reader = StatedReader(lambda text: amiss("R10-006", text))
    of_rulings = StatedReader(lambda text: amiss("R10-121", text))
    reader.only("the gamestate", {name: stated[name] for name in stated if name not in _NEVER_TAKEN}, tuple(EXAMPLE))
    return Stated(
        {person(id): held for id, held in _players(reader, stated.get("players"), deck)},
        dict(_lots(reader, stated.get("lots"), deck)),
        person(reader.text("judge", stated.get("judge"))),
        [Ruling("", person(by), at, id) for id, by, at in _rulings(of_rulings, stated.get("rulings"))],
        [person(each) for each in reader.texts("bidders_previous_auction", stated.get("bidders_previous_auction"))],
    )


def _players(reader: StatedReader, stated: Any, deck: Deck) -> Iterator[tuple[str, tuple[bool, Bag]]]:
    for entry in reader.entries("players", stated, _OF_PLAYERS):
        id = entry["id"]
        goods = {item: reader.count(id, item, entry.get(item, 0)) for item in _ITEMS}
        goods |= _cards(reader, id, entry.get("cards"), deck)
        yield id, (reader.flag(id, "player", entry.get("player", True)), {item: n for item, n in goods.items() if n})


def _cards(reader: StatedReader, id: str, stated: Any, deck: Deck) -> Bag:
    named: Bag = {}
    if stated is not None and not isinstance(stated, Mapping):
        reader.amiss(f"{id}: cards are written as names with numbers, not {stated!r}")
        return named
    for name, count in (stated or {}).items():
        card = deck.card(str(name))
        if card is None:
            reader.amiss(f"{id}: there is no card {name!r}")
        else:
            named[card.name] = named.get(card.name, 0) + reader.count(id, name, count)
    return named


def _lots(reader: StatedReader, stated: Any, deck: Deck) -> Iterator[tuple[int, list[str]]]:
    """Lots by their numbers; as they are printed they are but lists of cards."""
    if isinstance(stated, Mapping):
        stated = {id: {"cards": entry} if isinstance(entry, list) else entry for id, entry in stated.items()}
    for entry in reader.entries("lots", stated, _OF_LOTS):
        number, names = entry["id"], entry.get("cards")
        cards = [deck.card(str(name)) for name in names] if isinstance(names, list) else []
        held = [card.name for card in cards if card is not None]
        if number.isdecimal() and number.isascii() and int(number) and held and len(held) == len(cards):
            yield int(number), held
        else:
            reader.amiss(f"lot {number} needs a number and cards of the tables, not {names!r}")


def _rulings(reader: StatedReader, stated: Any) -> Iterator[tuple[str, str, datetime]]:
    for entry in reader.entries("rulings", stated, _OF_RULINGS):
        try:
            yield entry["id"], str(entry["by"]), instant_of_play(str(entry["made_at"]))
        except (KeyError, ValueError):
            reader.amiss(f"a ruling needs an id, by whom and when it was made (made_at): {dict(entry)!r}")
