"""A gamestate as people state it, when the tracker starts in the middle of a round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.instants import EPOCH, parse_instant
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag
from tracker.mechanics.judges import Ruling
from tracker.mechanics.stated import TO_FILL_IN, StatedReader

from . import judges, periods, ponds
from .general import lose
from .law import Law
from .reading import item_names
from .state import DUCK_GOD, EGG, Auction, Bid, Disciple, Duck, Mission, Player, State, World
from .tables import QUACKS

_CLAUSE = "DUCK-050"
_NOT_UNDERSTOOD = "OPENING_NOT_UNDERSTOOD"
_OF_ROUND = (
    *("players", "non_players", "ducks", "ponds", "duck_god", "old_one", "disciple", "disciple_names_used", "auctions"),
    *("judge", "rulings", "status", "cause"),
)
_OF_PLAYERS = (
    *("id", "display", "player", "items", "eggs", "bot", "fed_others_this_period", "disciple_quacktion_this_period"),
)
_OF_DUCKS = (
    *("id", "name", "named_at", "owner", "quacks", "colour", "pond", "parent", "items", "eggs", "mission"),
    *("attempted_in", "watermelons_this_period", "iced_until", "loot_due", "pond_roll_due"),
)
_OF_MISSIONS = ("sent_at", "potential", "adjustments")
_OF_AUCTIONS = ("duck", "temporary_name", "first_valid_at", "ends_at", "bids")
_OF_BIDS = ("player", "amount", "at", "valid")
_OF_DISCIPLES = ("name", "quacks", "damaged_by", "items", "eggs")
_OF_OLD_ONES = ("god_eggs", "acted_week")
_OF_RULINGS = ("id", "by", "made_at", "text")
_BAGS = ("items", "duck_god", "disciple_names_used")
_LISTS: Mapping[str, Collection[str]] = {
    "players": ("id", "items"),
    "non_players": ("id", "items"),
    "ducks": ("id", "name", "owner", "quacks", "colour", "pond", "items", "mission", "parent"),
    "auctions": ("duck", "temporary_name", "first_valid_at", "bids"),
    "rulings": _OF_RULINGS,
}


def _blank(name: str) -> Any:
    """What stands for a field that a person has to fill in."""
    inner: Mapping[str, Collection[str]] = {
        "mission": _OF_MISSIONS[:2], "disciple": _OF_DISCIPLES[:3], "old_one": _OF_OLD_ONES,
    }  # fmt: skip
    if name in _BAGS:
        return {TO_FILL_IN: TO_FILL_IN}
    if name == "bids":
        return [dict.fromkeys(_OF_BIDS[:3], TO_FILL_IN)]
    return dict.fromkeys(inner[name], TO_FILL_IN) if name in inner else TO_FILL_IN


EXAMPLE: Mapping[str, Any] = {
    name: [{field: _blank(field) for field in _LISTS[name]}] if name in _LISTS else _blank(name)
    for name in _OF_ROUND
    if name not in ("status", "cause")
}
"""What can be stated: nothing of it is taken for real until people have filled it in."""
FILLED_IN = (
    '{"id": "123456789012345678", "items": {"Seeds": 12, "Egg": 1}}, {"id": 1, "name": "Puddle", "owner": "123456789012345678",'
    ' "quacks": 9, "colour": "Red", "pond": 1, "mission": {"sent_at": "2021-03-10T12:00:00Z", "potential": 7}}'
)
"""A player and a duck as they are written."""


def take(moment: Moment[World], stated: Mapping[str, Any]) -> None:
    """Let the gamestate be as stated; what it leaves out is at its default.

    Whoever is among ``players`` plays; ``non_players`` hold things and play no more.
    """
    world, form = moment.world, _Form(moment)
    form.only("the gamestate", stated, _OF_ROUND)
    world.players = {player.id: player for player in _players(form, stated)}
    world.ducks = {duck.number: duck for duck in sorted(_ducks(form, stated), key=lambda duck: duck.number)}
    world.register_anew()
    world.gone, world.pond_rolls = {}, [number for number in form.pond_rolls if number in world.ducks]
    world.highest_duck = max(world.ducks, default=0)
    world.ponds = form.count(stated, "ponds", "the round") if "ponds" in stated else _ponds(moment)
    world.duck_god = form.goods(stated.get("duck_god"), DUCK_GOD)
    _take_divine(form, stated)
    world.auctions = {auction.duck: auction for auction in _auctions(form, stated)}
    judge = form.reader.text("judge", stated.get("judge"))
    judges.opened(moment, form.person(judge) if judge else "", list(_rulings(form, stated)))
    world.lost = None
    if stated.get("status") == "lost":
        lose(moment, str(stated.get("cause") or "people said so"), "DUCK-145")


def problems(stated: Mapping[str, Any], beside: Mapping[str, Sequence[Any]]) -> list[str]:
    """What is amiss in a stated gamestate, a sentence each; items may stand in tables that settings give beside the game's own."""
    state = State()
    moment = Moment(state.worlds[0], state, Law(EPOCH, {name: _joined(name, beside[name]) for name in beside}, {}), {})
    take(moment, stated)
    return [note.text for note in moment.world.notes if note.code == _NOT_UNDERSTOOD]


def _joined(name: str, values: Sequence[Any]) -> Any:
    """All that a table holds by the game itself or by any of some settings; of what is no table the newest setting."""
    own = Law.book.parameters[name].values[-1].value if name in Law.book.parameters else None
    if all(isinstance(each, Mapping) for each in (own, *values)):
        return {key: entry for each in (own, *values) for key, entry in each.items()}
    if all(isinstance(each, list) for each in (own, *values)):
        return list(dict.fromkeys(entry for each in (own, *values) for entry in each))
    return values[-1]


# --- people by their ids ----------------------------------------------------------------------------------------------


def with_people(stated: Mapping[str, Any], id_of: Callable[[str], str]) -> dict[str, Any]:
    """The same with each person by the id that ``id_of`` has for whatever they were called."""
    renamed = dict(stated)
    for name, field in (("players", "id"), ("non_players", "id"), ("ducks", "owner"), ("rulings", "by")):
        if name in renamed:
            renamed[name] = _renamed(renamed[name], field, id_of)
    if isinstance(auctions := stated.get("auctions"), list):
        renamed["auctions"] = [_with_bidders(each, id_of) for each in auctions]
    if isinstance(judge := stated.get("judge"), str) and judge:
        renamed["judge"] = id_of(judge)
    return renamed


def _renamed(entries: Any, field: str, id_of: Callable[[str], str]) -> Any:
    if isinstance(entries, Mapping) and field == "id":
        return {id_of(str(id)): entry for id, entry in entries.items()}
    if isinstance(entries, Mapping):
        return {id: _with_person(entry, field, id_of) for id, entry in entries.items()}
    return [_with_person(each, field, id_of) for each in entries] if isinstance(entries, list) else entries


def _with_person(entry: Any, field: str, id_of: Callable[[str], str]) -> Any:
    if isinstance(entry, str) and field == "id":
        return id_of(entry)
    if not isinstance(entry, Mapping) or not entry.get(field):
        return entry
    named = {**entry, field: id_of(str(entry[field]))}
    if isinstance(due := entry.get("loot_due"), list):
        named["loot_due"] = [id_of(str(each)) for each in due]
    return named


def _with_bidders(entry: Any, id_of: Callable[[str], str]) -> Any:
    if not isinstance(entry, Mapping) or not isinstance(bids := entry.get("bids"), list):
        return entry
    return {**entry, "bids": [_with_person(each, "player", id_of) for each in bids]}


# --- the round --------------------------------------------------------------------------------------------------------


def _ponds(moment: Moment[World]) -> int:
    """The initial number of ponds, and no fewer than ducks live in."""
    return max([ponds.initial(moment), *(duck.pond for duck in moment.world.ducks.values())])


def _take_divine(form: _Form, stated: Mapping[str, Any]) -> None:
    world = form.moment.world
    old_one = form.table(stated.get("old_one"), "old_one", _OF_OLD_ONES)
    world.old_one_eggs = form.count(old_one, "god_eggs", "old_one")
    acted = form.instant(old_one, "acted_week", "old_one")
    world.old_one_week = periods.week_at(form.moment, acted)[0] if acted else None
    disciple = form.table(stated.get("disciple"), "disciple", _OF_DISCIPLES)
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
        for entry in form.entries(kind, stated.get(kind), _OF_PLAYERS):
            goods = form.goods(entry.get("items"), str(entry["id"]))
            id, eggs = form.person(str(entry["id"])), _eggs(goods, entry)
            player = Player(id, goods=goods, eggs=eggs, is_bot=form.flag(entry, "bot", id, default=False))
            if kind == "players" and form.flag(entry, "player", id, default=True):
                player.spans = [(form.moment.when, None)]
            if form.flag(entry, "fed_others_this_period", id, default=False):
                player.fed_in, player.feedings = start, 1
            if form.flag(entry, "disciple_quacktion_this_period", id, default=False):
                player.disciple_in, player.disciple_acts = start, 1
            if entry.get("display"):
                form.moment.state.log.names.setdefault(player.id, str(entry["display"]))
            yield player


def _ducks(form: _Form, stated: Mapping[str, Any]) -> Iterator[Duck]:
    for entry in form.entries("ducks", stated.get("ducks"), _OF_DUCKS):
        number = form.number(entry["id"])
        if not number:
            form.amiss(f"a duck's id is its number, not {entry['id']!r}")
            continue
        yield _duck(form, number, entry)


def _duck(form: _Form, number: int, entry: Mapping[str, Any]) -> Duck:
    who, when, start = f"duck {number}", form.moment.when, periods.start(form.moment)
    goods = form.goods(entry.get("items"), who)
    owner = form.person(_text(entry.get("owner")))
    duck = Duck(number, owner, when, _text(entry.get("name")), goods=goods, eggs=_eggs(goods, entry))
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
    mission = form.table(entry.get("mission"), f"the mission of {who}", _OF_MISSIONS)
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
        [form.person(str(each)) for each in due]
        if isinstance(due, list)
        else [duck.owner] * form.count(entry, "loot_due", who)
    )
    if entry.get("pond_roll_due"):
        form.pond_rolls.append(duck.number)


def _auctions(form: _Form, stated: Mapping[str, Any]) -> Iterator[Auction]:
    for entry in form.entries("auctions", stated.get("auctions"), _OF_AUCTIONS, id="duck"):
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
    form.only(f"a bid in {who}", bid, _OF_BIDS)
    at, player = form.instant(bid, "at", who) or form.moment.when, form.person(_text(bid.get("player")))
    return Bid(player, form.count(bid, "amount", who), at, "", form.flag(bid, "valid", who, default=True))


def _rulings(form: _Form, stated: Mapping[str, Any]) -> Iterator[Ruling]:
    for entry in form.entries("rulings", stated.get("rulings"), _OF_RULINGS):
        made_at, by = form.instant(entry, "made_at", f"ruling {entry['id']}"), _text(entry.get("by"))
        if made_at is None or not by:
            form.amiss(f"a ruling needs an id, by whom and when it was made (made_at): {dict(entry)!r}", "DUCK-176")
        else:
            yield Ruling("", form.person(by), made_at, str(entry["id"]), text=_text(entry.get("text")))


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
        self.reader = StatedReader(self.amiss)
        self.only = self.reader.only
        self.person = moment.state.person
        self.pond_rolls: list[int] = []

    def entries(self, name: str, stated: Any, known: Collection[str], id: str = "id") -> Iterator[Mapping[str, Any]]:
        """The entries of a list, or of a map by id, no two of one id; one that is but an id has nothing else."""
        if isinstance(stated, Mapping):
            stated = [{id: key, **entry} if isinstance(entry, Mapping) else {id: None} for key, entry in stated.items()]
        if stated is not None and not isinstance(stated, list):
            self.amiss(f"{name} is no list: {stated!r}")
        seen = set[str]()
        for given in _list(stated):
            entry = {id: given} if isinstance(given, str | int) and not isinstance(given, bool) else given
            if not isinstance(entry, Mapping) or entry.get(id) in (None, "", TO_FILL_IN):
                self.amiss(f"an entry of {name} has no {id}: {given!r}")
                continue
            if (called := str(entry[id])) in seen:
                self.amiss(f"{name}: {called} is stated twice; the later entry counts")
            seen.add(called)
            self.only(f"{name}: {called}", entry, known)
            yield entry

    def table(self, value: Any, name: str, known: Collection[str] = ()) -> Mapping[str, Any]:
        """A map, with some fields only where these are given; an empty one where there is none."""
        if value is not None and not isinstance(value, Mapping):
            self.amiss(f"{name} must be a map, not {value!r}")
        if isinstance(value, Mapping) and known:
            self.only(name, value, known)
        return value if isinstance(value, Mapping) else {}

    def flag(self, entry: Mapping[str, Any], name: str, who: str, *, default: bool) -> bool:
        """True or false."""
        return self.reader.flag(who, name, entry[name]) if entry.get(name) is not None else default

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

    def amiss(self, text: str, clause: str = _CLAUSE) -> None:
        """Note what cannot be read."""
        self.moment.note(_NOT_UNDERSTOOD, clause, text)
