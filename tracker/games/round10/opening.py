"""The gamestate as people state it: who plays and holds what, the lots, the Judge, rulings and the previous bidders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag

from . import judges
from .cards import deck_of
from .state import CHIPS, GOLD_STARS, MAKERS, TRUNGS, Lot, Player, World

_CLAUSE = "R10-006"
EXAMPLE: Mapping[str, Any] = {
    "players": [
        {
            "id": "ana",
            "player": True,
            CHIPS: 100,
            TRUNGS: 0,
            GOLD_STARS: 0,
            MAKERS: 1,
            "cards": {"King of Hearts": 1},
        }
    ],
    "lots": [{"id": 1, "cards": ["Ace of Leaves", "7 of Bells", "Knight of Acorns"]}],
    "judge": None,
    "rulings": [],
    "bidders_previous_auction": [],
}
"""What can be stated, with somebody made up."""


def take(moment: Moment[World], stated: Mapping[str, Any]) -> None:
    """Let the gamestate be as stated; what an opening cannot state (secret actions, offers, proposals) goes on as it is.

    Whoever is listed is a player unless it says otherwise: ``"player": false`` is somebody who is none, with a holding.
    """
    world = moment.world
    world.players = {player.id: player for player in _players(moment, stated.get("players"))}
    world.lots = {lot.id: lot for lot in _lots(moment, stated.get("lots"))}
    world.highest_lot = max(world.lots, default=0)
    world.presented = []
    bidders = stated.get("bidders_previous_auction")
    world.bidders_previous_auction = [str(each) for each in bidders] if isinstance(bidders, list) else []
    world.players_at_conclusion = sum(player.is_playing for player in world.players.values())
    judge, rulings = stated.get("judge"), stated.get("rulings")
    judges.opened(moment, str(judge) if judge else None, rulings if isinstance(rulings, list) else [])


def _players(moment: Moment[World], entries: Any) -> Iterator[Player]:
    for entry in _entries(moment, "players", entries):
        goods = {item: _count(moment, entry, item) for item in (CHIPS, TRUNGS, GOLD_STARS, MAKERS)}
        goods |= _cards(moment, entry)
        is_playing = entry.get("player", True) is not False
        held = {item: count for item, count in goods.items() if count}
        yield Player(str(entry["id"]), [(moment.when, None)] if is_playing else [], held, moment.when)


def _entries(moment: Moment[World], name: str, entries: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(entries, Mapping):
        entries = [{"id": id, **entry} for id, entry in entries.items() if isinstance(entry, Mapping)]
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, Mapping) and entry.get("id") not in (None, ""):
            yield entry
        else:
            _amiss(moment, f"an entry of {name} has no id: {entry!r}")


def _count(moment: Moment[World], entry: Mapping[str, Any], item: str) -> int:
    value = entry.get(item, 0)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    _amiss(moment, f"{entry['id']} cannot have {value!r} {item}; it counts as 0")
    return 0


def _cards(moment: Moment[World], entry: Mapping[str, Any]) -> Bag:
    stated = entry.get("cards") or {}
    named: Bag = {}
    for name in stated if isinstance(stated, Mapping) else ():
        card = deck_of(moment.law).card(str(name))
        if card is None:
            _amiss(moment, f"{entry['id']}: there is no card {name!r}")
        else:
            named[card.name] = named.get(card.name, 0) + _count(moment, {**entry, name: stated[name]}, name)
    return named


def _lots(moment: Moment[World], entries: Any) -> Iterator[Lot]:
    for entry in _entries(moment, "lots", entries):
        cards = [deck_of(moment.law).card(str(name)) for name in entry.get("cards") or ()]
        number = str(entry["id"])
        if not number.isdecimal() or not cards or None in cards:
            _amiss(moment, f"lot {number} needs a number and cards of the tables")
        else:
            yield Lot(int(number), [card.name for card in cards if card is not None], moment.when)


def _amiss(moment: Moment[World], text: str) -> None:
    moment.note("OPENING_NOT_UNDERSTOOD", _CLAUSE, text)
