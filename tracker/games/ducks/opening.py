"""A gamestate as people state it, when the tracker starts in the middle of a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from tracker.core.instants import parse_instant
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag

from . import judges, periods, ponds
from .general import lose
from .reading import item_names
from .state import DUCK_GOD, EGG, Auction, Bid, Disciple, Duck, Mission, Player, World
from .tables import QUACKS

_CLAUSE = "DUCK-050"
EXAMPLE: Mapping[str, Any] = {
    "players": [{"id": "ana", "items": {"Seeds": 12, "Egg": 1}}],
    "non_players": [],
    "ducks": [
        {
            "id": 1,
            "name": "Puddle",
            "owner": "ana",
            "quacks": 9,
            "colour": "Red",
            "pond": 1,
            "items": {},
            "mission": {"sent_at": "2021-03-10T12:00:00Z", "potential": 7},
            "parent": None,
        }
    ],
    "ponds": 1,
    "duck_god": {"God Egg": 3},
    "old_one": {"god_eggs": 0, "acted_week": None},
    "disciple": {"name": "Disciple Waddles", "quacks": 20, "damaged_by": []},
    "disciple_names_used": {"Waddles": 1},
    "judge": None,
    "rulings": [],
}
"""What can be stated, with somebody made up."""


def take(moment: Moment[World], stated: Mapping[str, Any]) -> None:
    """Let the gamestate be as stated; what it leaves out is at its default.

    Whoever is among ``players`` plays; ``non_players`` hold things and play no more.
    """
    world, form = moment.world, _Form(moment)
    world.players = {player.id: player for player in _players(form, stated)}
    world.ducks = {duck.number: duck for duck in sorted(_ducks(form, stated), key=lambda duck: duck.number)}
    world.register_anew()
    world.gone, world.pond_rolls = {}, [number for number in form.pond_rolls if number in world.ducks]
    world.highest_duck = max(world.ducks, default=0)
    world.ponds = form.count(stated, "ponds", "the round") if "ponds" in stated else _ponds(moment)
    world.duck_god = form.goods(stated.get("duck_god"), DUCK_GOD)
    _take_divine(form, stated)
    world.auctions = {auction.duck: auction for auction in _auctions(form, stated)}
    judge, rulings = stated.get("judge"), stated.get("rulings")
    judges.opened(moment, str(judge) if judge else None, rulings if isinstance(rulings, list) else [])
    world.lost = None
    if stated.get("status") == "lost":
        lose(moment, str(stated.get("cause") or "people said so"), "DUCK-145")


def _ponds(moment: Moment[World]) -> int:
    """The initial number of ponds, and no fewer than ducks live in."""
    return max([ponds.initial(moment), *(duck.pond for duck in moment.world.ducks.values())])


def _take_divine(form: _Form, stated: Mapping[str, Any]) -> None:
    world = form.moment.world
    old_one = form.table(stated.get("old_one"), "old_one")
    world.old_one_eggs = form.count(old_one, "god_eggs", "old_one")
    acted = form.instant(old_one, "acted_week", "old_one")
    world.old_one_week = periods.calendar(form.moment.law).week_of(acted) if acted else None
    disciple = form.table(stated.get("disciple"), "disciple")
    world.disciple = None
    if disciple.get("name"):
        hurt_by = [number for number in map(form.number, _list(disciple.get("damaged_by"))) if number]
        quacks = form.count(disciple, "quacks", "the Disciple", least=None)
        goods = form.goods(disciple.get("items"), "the Disciple")
        world.disciple = Disciple(str(disciple["name"]), quacks, hurt_by, goods, _eggs(goods, disciple))
    used = form.table(stated.get("disciple_names_used"), "disciple_names_used")
    world.disciple_names = {str(name): form.count(used, name, "disciple_names_used") for name in used}


# --- players and ducks ------------------------------------------------------------------------------------------------


def _players(form: _Form, stated: Mapping[str, Any]) -> Iterator[Player]:
    start = periods.start(form.moment)
    for kind in ("players", "non_players"):
        for entry in form.entries(kind, stated.get(kind)):
            goods = form.goods(entry.get("items"), str(entry["id"]))
            player = Player(str(entry["id"]), goods=goods, eggs=_eggs(goods, entry), is_bot=bool(entry.get("bot")))
            if kind == "players" and entry.get("player", True) is not False:
                player.spans = [(form.moment.when, None)]
            if entry.get("fed_others_this_period"):
                player.fed_in, player.feedings = start, 1
            if entry.get("disciple_quacktion_this_period"):
                player.disciple_in, player.disciple_acts = start, 1
            if entry.get("display"):
                form.moment.state.log.names.setdefault(player.id, str(entry["display"]))
            yield player


def _ducks(form: _Form, stated: Mapping[str, Any]) -> Iterator[Duck]:
    for entry in form.entries("ducks", stated.get("ducks")):
        number = form.number(entry["id"])
        if not number:
            form.amiss(f"a duck's id is its number, not {entry['id']!r}")
            continue
        yield _duck(form, number, entry)


def _duck(form: _Form, number: int, entry: Mapping[str, Any]) -> Duck:
    who, when, start = f"duck {number}", form.moment.when, periods.start(form.moment)
    goods = form.goods(entry.get("items"), who)
    duck = Duck(
        number, _text(entry.get("owner")), when, _text(entry.get("name")), goods=goods, eggs=_eggs(goods, entry)
    )
    duck.named_at = form.instant(entry, "named_at", who) or (when if duck.name else None)
    duck.quacks = form.count(entry, "quacks", who, least=None)
    duck.colour, duck.pond = _text(entry.get("colour")), form.count(entry, "pond", who)
    duck.parent = form.number(entry.get("parent")) or 0
    if duck.owner and duck.owner not in form.moment.world.players:
        form.amiss(f"{who} belongs to {duck.owner}, who is not among the players: it is ownerless")
        duck.owner = ""
    if duck.colour and duck.colour not in form.moment.law.value("colours"):
        form.amiss(f"{who} cannot be {duck.colour}: it is uncoloured")
        duck.colour = ""
    _take_doings(form, duck, entry, start)
    return duck


def _take_doings(form: _Form, duck: Duck, entry: Mapping[str, Any], start: datetime) -> None:
    """What a duck is on, what was done with it in this period, and what may still be rolled for it."""
    who = f"duck {duck.number}"
    mission = form.table(entry.get("mission"), f"the mission of {who}")
    if mission:
        sent_at = form.instant(mission, "sent_at", who) or form.moment.when
        duck.mission = Mission(sent_at, form.count(mission, "potential", who), form.count(mission, "adjustments", who))
    if entry.get("attempted_in"):
        attempted_at = form.instant(entry, "attempted_in", who)
        duck.attempted_in = start if attempted_at and attempted_at >= start else attempted_at
        duck.attempts = 1
    duck.slices = form.count(entry, "watermelons_this_period", who)
    duck.sliced_in = start if duck.slices else None
    duck.iced_until = form.instant(entry, "iced_until", who)
    due = entry.get("loot_due") or 0
    duck.loot = (
        [str(each) for each in due] if isinstance(due, list) else [duck.owner] * form.count(entry, "loot_due", who)
    )
    if entry.get("pond_roll_due"):
        form.pond_rolls.append(duck.number)


def _auctions(form: _Form, stated: Mapping[str, Any]) -> Iterator[Auction]:
    for entry in form.entries("auctions", stated.get("auctions"), id="duck"):
        number = form.number(entry["duck"])
        who = f"the auction of duck {number}"
        bids = [_bid(form, bid, who) for bid in _list(entry.get("bids")) if isinstance(bid, Mapping)]
        first = form.instant(entry, "first_valid_at", who) or min((bid.at for bid in bids), default=form.moment.when)
        ends = form.instant(entry, "ends_at", who) or periods.next_period_end(form.moment.law, first)
        if number in form.moment.world.ducks:
            yield Auction(number, first, ends, _text(entry.get("temporary_name")), bids)
        else:
            form.amiss(f"there is no duck {entry['duck']!r} to be auctioned")


def _bid(form: _Form, bid: Mapping[str, Any], who: str) -> Bid:
    at = form.instant(bid, "at", who) or form.moment.when
    return Bid(str(bid.get("player")), form.count(bid, "amount", who), at, "", bid.get("valid", True) is not False)


def _eggs(goods: Bag, entry: Mapping[str, Any]) -> list[int]:
    """The parents of Eggs, where they are stated as ``eggs``."""
    stated = [parent if isinstance(parent, int) else 0 for parent in _list(entry.get("eggs"))]
    if stated:
        goods[EGG] = max(len(stated), goods.get(EGG, 0))
    return [*stated, *[0] * (goods.get(EGG, 0) - len(stated))]


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


# --- what is stated, checked ------------------------------------------------------------------------------------------


class _Form:
    """Reads parts of what is stated; what cannot be is noted with its place, and left at its default."""

    def __init__(self, moment: Moment[World]) -> None:
        self.moment = moment
        self.pond_rolls: list[int] = []

    def entries(self, name: str, entries: Any, id: str = "id") -> Iterator[Mapping[str, Any]]:
        """The entries of a list, or of a map by id; one that is but an id has nothing else."""
        if isinstance(entries, Mapping):
            entries = [{id: key, **entry} for key, entry in entries.items() if isinstance(entry, Mapping)]
        for entry in _list(entries):
            if isinstance(entry, str | int) and not isinstance(entry, bool):
                yield {id: entry}
            elif isinstance(entry, Mapping) and entry.get(id) not in (None, ""):
                yield entry
            else:
                self.amiss(f"an entry of {name} has no {id}: {entry!r}")

    def table(self, value: Any, name: str) -> Mapping[str, Any]:
        """A map; an empty one where there is none."""
        if value is not None and not isinstance(value, Mapping):
            self.amiss(f"{name} must be a map, not {value!r}")
        return value if isinstance(value, Mapping) else {}

    def count(self, entry: Mapping[str, Any], name: str, who: str, *, least: int | None = 0) -> int:
        """A whole number of at least ``least`` (None: any)."""
        value = entry.get(name)
        if value is None:
            return 0
        if isinstance(value, int) and not isinstance(value, bool) and (least is None or value >= least):
            return value
        self.amiss(f"{who} cannot have {value!r} as {name}; it counts as 0")
        return 0

    def number(self, value: Any) -> int:
        """The number of a duck; 0 for none."""
        words = str(value).removeprefix("duck:").removeprefix("#")
        return int(words) if words.isascii() and words.isdecimal() and len(words) < 10 else 0

    def instant(self, entry: Mapping[str, Any], name: str, who: str) -> datetime | None:
        """An instant; a mere date is its first."""
        value = entry.get(name)
        if value is None:
            return None
        words = str(value)
        try:
            return parse_instant(words if "T" in words or " " in words else f"{words}T00:00:00Z")
        except ValueError:
            self.amiss(f"{who}: {name} must be an instant such as 2021-03-10T12:00:00Z, not {value!r}")
            return None

    def goods(self, stated: Any, who: str) -> Bag:
        """Items by their names, Smoothies by theirs, whatever the case of the letters."""
        names = item_names(self.moment.law)
        items = self.table(stated, f"the items of {who}")
        found: Bag = {}
        for name in items:
            item = names.item(str(name).lower())
            if item in ("", QUACKS):
                self.amiss(f"{who}: there is no item {name!r}")
            elif count := self.count(items, name, who):
                found[item] = found.get(item, 0) + count
        return found

    def amiss(self, text: str) -> None:
        """Note what cannot be read."""
        self.moment.note("OPENING_NOT_UNDERSTOOD", _CLAUSE, text)
