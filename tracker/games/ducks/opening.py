"""A gamestate as people state it, when the tracker starts in the middle of a round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.instants import EPOCH
from tracker.games.chat_stated import NOT_UNDERSTOOD
from tracker.games.chat_stated_matters import OF_OFFERS, OF_REQUESTS, OF_RULINGS, OF_VOTES
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag
from tracker.mechanics.stated import TO_FILL_IN

from . import duck_god, old_one, periods, ponds, stated_matters
from .disciple import count_as_borne
from .general import lose
from .law import Law
from .state import DUCK, DUCK_GOD, EGG, Disciple, Duck, GoneDuck, Mission, Player, State, Status, World
from .stated_form import Form
from .stated_matters import MATTERS, OF_BIDS

_OF_ROUND = (
    *("players", "non_players", "ducks", "ponds", "duck_god", "old_one", "disciple", "disciple_names_used", *MATTERS),
    *("confidence_votes", "status", "cause", "lost_at", "next_duck", "loot_of_gone"),
)
_WORKED_OUT = ("period", "week", "titles", "god_eggs_to_losing", "roster")
"""What is printed of a gamestate and follows from the rest of it: stated, it is compared and never taken."""
_OF_PLAYERS = (
    *(
        "id",
        "display",
        "player",
        "since",
        "items",
        "eggs",
        "bot",
        "fed_others_this_period",
        "disciple_quacktion_this_period",
    ),
)
_OF_DUCKS = (
    *("id", "name", "named_at", "owner", "quacks", "colour", "pond", "parent", "items", "eggs", "mission"),
    *("attempted_in", "watermelons_this_period", "iced_until", "loot_due", "loot_due_to", "pond_roll_due"),
)
_OF_MISSIONS = ("sent_at", "potential", "adjustments")
_OF_DISCIPLES = ("name", "quacks", "damaged_by", "items", "eggs")
_OF_OLD_ONES = ("god_eggs", "acted_week")
_BAGS = ("items", "duck_god", "disciple_names_used", "gives", "gets")
_MANY = ("voters_for", "voters_against")
_LISTS: Mapping[str, Collection[str]] = {
    "players": ("id", "items"),
    "non_players": ("id", "items"),
    "ducks": ("id", "name", "owner", "quacks", "colour", "pond", "items", "mission", "parent"),
    "auctions": ("duck", "temporary_name", "first_valid_at", "bids"),
    "offers": OF_OFFERS[:-1],
    "proposals": ("id", "by", "at", "class", *_MANY),
    "requests": OF_REQUESTS,
    "rulings": OF_RULINGS[:5],
    "confidence_votes": OF_VOTES[:4],
}


def _blank(name: str) -> Any:
    """What stands for a field that a person has to fill in."""
    inner: Mapping[str, Collection[str]] = {
        "mission": _OF_MISSIONS[:2], "disciple": _OF_DISCIPLES[:3], "old_one": _OF_OLD_ONES,
    }  # fmt: skip
    if name in _BAGS:
        return {TO_FILL_IN: TO_FILL_IN}
    if name == "bids":
        return [dict.fromkeys(OF_BIDS[:3], TO_FILL_IN)]
    if name in ("candidates", "removal_assents", *_MANY):
        return {TO_FILL_IN: [TO_FILL_IN]} if name == "candidates" else [TO_FILL_IN]
    return dict.fromkeys(inner[name], TO_FILL_IN) if name in inner else TO_FILL_IN


EXAMPLE: Mapping[str, Any] = {
    name: [{field: _blank(field) for field in _LISTS[name]}] if name in _LISTS else _blank(name)
    for name in _OF_ROUND
    if name not in ("status", "cause", "lost_at", "next_duck", "loot_of_gone", "confidence")
}
"""What can be stated: nothing of it is taken for real until people have filled it in."""
FILLED_IN = (
    '{"id": "123456789012345678", "items": {"Seeds": 12, "Egg": 1}}, {"id": 1, "name": "Puddle", "owner": "123456789012345678",'
    ' "quacks": 9, "colour": "Red", "pond": 1, "mission": {"sent_at": "2021-03-10T12:00:00Z", "potential": 7}}'
)
"""A player and a duck as they are written."""


def take(moment: Moment[World], stated: Mapping[str, Any]) -> None:
    """Let the gamestate be as stated; what it leaves out is at its default, and ``MATTERS`` go on as they are.

    Whoever is among ``players`` plays; ``non_players`` hold things and play no more. What is printed and follows from the rest
    may stand there too.
    """
    world, form = moment.world, Form(moment)
    form.only("the gamestate", stated, (*_OF_ROUND, *_WORKED_OUT))
    world.players = {player.id: player for player in _players(form, stated)}
    world.ducks = {duck.number: duck for duck in sorted(_ducks(form, stated), key=lambda duck: duck.number)}
    world.pond_rolls = [number for number in form.pond_rolls if number in world.ducks]
    _take_gone(form, stated)
    world.ponds = form.count(stated, "ponds", "the round") if "ponds" in stated else _ponds(moment)
    _check_ducks(form)
    world.register_anew()
    world.duck_god = form.goods(stated.get("duck_god"), DUCK_GOD)
    _take_divine(form, stated)
    stated_matters.take(form, stated)
    _take_end(form, stated)
    _compare(form, stated)


def problems(stated: Mapping[str, Any], beside: Mapping[str, Sequence[Any]], when: datetime = EPOCH) -> list[str]:
    """What is amiss in a gamestate stated for an instant (``EPOCH``: not known), a sentence each.

    Items may stand in tables that settings give beside the game's own.
    """
    state = State()
    moment = Moment(state.worlds[0], state, Law(when, {name: _joined(name, beside[name]) for name in beside}, {}), {})
    take(moment, stated)
    return [note.text for note in moment.world.notes if note.code == NOT_UNDERSTOOD]


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
    for name, field in _PEOPLE:
        if name in renamed:
            renamed[name] = _renamed(renamed[name], field, id_of)
    for name in ("candidates", "loot_of_gone"):
        if isinstance(table := stated.get(name), Mapping):
            by_person = {id_of(str(key)) if name == "candidates" else key: table[key] for key in table}
            renamed[name] = {key: _all_named(people, id_of) for key, people in by_person.items()}
    if isinstance(auctions := stated.get("auctions"), Mapping | list):
        renamed["auctions"] = _each(auctions, lambda entry: _with_bidders(entry, id_of))
    if "removal_assents" in stated:
        renamed["removal_assents"] = _all_named(stated["removal_assents"], id_of)
    if isinstance(judge := stated.get("judge"), str) and judge:
        renamed["judge"] = id_of(judge)
    return renamed


_PEOPLE = (
    *(("players", "id"), ("non_players", "id"), ("ducks", "owner"), ("offers", "from"), ("offers", "to")),
    *(("proposals", "by"), ("requests", "by"), ("rulings", "by"), ("confidence_votes", "by")),
)
"""Lists whose entries name a person in a field."""
_SEVERAL = ("loot_due", "loot_due_to", "voters_for", "voters_against")
"""The fields that name several."""


def _each(entries: Any, change: Callable[[Any], Any]) -> Any:
    """A list of entries, or a map of them by their ids, with each changed."""
    if isinstance(entries, Mapping):
        return {id: change(entry) for id, entry in entries.items()}
    return [change(each) for each in entries] if isinstance(entries, list) else entries


def _renamed(entries: Any, field: str, id_of: Callable[[str], str]) -> Any:
    if isinstance(entries, Mapping) and field == "id":
        return {id_of(str(id)): entry for id, entry in entries.items()}
    return _each(entries, lambda entry: _with_person(entry, field, id_of))


def _with_person(entry: Any, field: str, id_of: Callable[[str], str]) -> Any:
    if isinstance(entry, str) and field == "id":
        return id_of(entry)
    if not isinstance(entry, Mapping):
        return entry
    named = {**entry, **{name: _all_named(entry[name], id_of) for name in _SEVERAL if name in entry}}
    if isinstance(words := entry.get("words"), Mapping):
        named["words"] = {id_of(str(user)): word for user, word in words.items()}
    if entry.get(field) and not str(entry[field]).startswith(DUCK):
        named[field] = id_of(str(entry[field]))
    return named


def _all_named(people: Any, id_of: Callable[[str], str]) -> Any:
    return [id_of(str(each)) for each in people] if isinstance(people, list) else people


def _with_bidders(entry: Any, id_of: Callable[[str], str]) -> Any:
    if not isinstance(entry, Mapping):
        return entry
    named = (
        {**entry, "bids": _each(entry["bids"], lambda bid: _with_person(bid, "player", id_of))}
        if "bids" in entry
        else {**entry}
    )
    if isinstance(payments := entry.get("payments"), Mapping):
        named["payments"] = {id_of(str(player)): parts for player, parts in payments.items()}
    return named


# --- the round --------------------------------------------------------------------------------------------------------


def _ponds(moment: Moment[World]) -> int:
    """The initial number of ponds, and no fewer than ducks live in."""
    return max([ponds.initial(moment), *(duck.pond for duck in moment.world.ducks.values())])


def _take_gone(form: Form, stated: Mapping[str, Any]) -> None:
    """Ducks that are no more, as far as they are remembered or rolls for their loot are due; no number is given anew."""
    world, when = form.moment.world, form.moment.when
    world.gone = {number: gone for number, gone in world.gone.items() if number not in world.ducks}
    table = form.table(stated.get("loot_of_gone"), "loot_of_gone")
    for duck in table:
        number, players = form.number(duck), list(map(form.person, form.texts(table, duck, "loot_of_gone")))
        if not number or number in world.ducks:
            form.amiss(f"loot_of_gone: {duck!r} is no duck that is gone", "DUCK-100")
            continue
        gone = world.gone.setdefault(number, GoneDuck(number, "", 0, "", when, "people stated it"))
        gone.loot, gone.attempted_in = players, periods.start(form.moment)
    least = max([0, *world.ducks, *world.gone])
    following = form.count(stated, "next_duck", "the round") if stated.get("next_duck") is not None else 1
    if stated.get("next_duck") is not None and following <= least:
        form.amiss(f"next_duck is {following}, and there is or was a duck {least}: no number is given twice")
    world.highest_duck = max(world.highest_duck if world.gone else 0, least, following - 1)


def _check_ducks(form: Form) -> None:
    """Ducks live in ponds that there are, and belong to nobody, to a player or to a duck that there is."""
    world = form.moment.world
    for number, duck in world.ducks.items():
        if duck.pond > world.ponds:
            text = f"duck {number} cannot live in pond {duck.pond}: ponds is {world.ponds}; it lives in none"
            form.amiss(text, "DUCK-162")
            duck.pond = 0
        is_ducks = duck.owner.startswith(DUCK) and form.number(duck.owner) in world.ducks
        if duck.owner and duck.owner not in world.players and not is_ducks:
            form.amiss(f"duck {number} belongs to {duck.owner}, who is not among the players: it is ownerless")
            duck.owner = ""


def _compare(form: Form, stated: Mapping[str, Any]) -> None:
    """Note what is stated otherwise than it follows from the rest, which holds."""
    from .view import values_at  # late: the view needs the pages' modules

    lists = {"ducks": ("next_upkeep",), "auctions": ("leading",), "proposals": ("for", "against")}
    of_entries = {name: stated[name] for name in lists if isinstance(stated.get(name), Mapping)}
    named = {name: stated[name] for name in _WORKED_OUT if name in stated}
    if not named and not of_entries:
        return
    values = values_at(form.moment)
    pairs = [(name, value, values[name]) for name, value in named.items()]
    for name, entries in of_entries.items():
        for id, entry in entries.items():
            now = values[name].get(str(id), {})
            fields = (field for field in lists[name] if isinstance(entry, Mapping) and field in entry and field in now)
            pairs += [(f"{name}.{id}.{field}", entry[field], now[field]) for field in fields]
    for name, value, now in pairs:
        form.compare(name, value, now)


def _take_divine(form: Form, stated: Mapping[str, Any]) -> None:
    world = form.moment.world
    old_one = form.table(stated.get("old_one"), "old_one", _OF_OLD_ONES)
    world.old_one_eggs = form.count(old_one, "god_eggs", "old_one")
    acted = form.instant(old_one, "acted_week", "old_one")
    world.old_one_week = periods.week_at(form.moment, acted)[0] if acted else None
    disciple = form.table(stated.get("disciple"), "disciple", _OF_DISCIPLES)
    world.disciple = None
    if disciple.get("name"):
        hurt_by = [number for number in map(form.number, form.list(disciple.get("damaged_by"))) if number]
        quacks = form.count(disciple, "quacks", "the Disciple", least=None)
        goods = form.goods(disciple.get("items"), "the Disciple")
        world.disciple = Disciple(str(disciple["name"]), quacks, hurt_by, goods, _eggs(goods, disciple))
    used = form.table(stated.get("disciple_names_used"), "disciple_names_used")
    world.disciple_names = {str(name): form.count(used, name, "disciple_names_used") for name in used}
    if world.disciple is not None:
        count_as_borne(form.moment, world.disciple.name)


def _take_end(form: Form, stated: Mapping[str, Any]) -> None:
    """Let the round be lost or not, as people say; a loss that is stated no more and that no God Eggs bear out is taken back."""
    moment, world = form.moment, form.moment.world
    status, cause, before = stated.get("status"), str(stated.get("cause") or ""), world.lost
    by_eggs = {clause for clause, has_won in _LOSING.items() if has_won(moment)}
    if status not in (None, *_STATUSES):
        form.amiss(f"the status is {' or '.join(_STATUSES)}, not {status!r}")
    elif status == "running" and by_eggs:
        form.amiss(
            "the status cannot be running with so many God Eggs: all players lose the round by them", min(by_eggs)
        )
    if before is not None and (cause in ("", before.cause) if status == "lost" else before.clause in by_eggs):
        return
    world.lost = None
    if status == "lost":
        lose(moment, cause or "people said so", "DUCK-145")
        _date_loss(world, form.instant(stated, "lost_at", "the round"))
    elif before is not None and not by_eggs:
        text = f"the round was lost ({before.cause}), and is not by the gamestate that people stated: it goes on"
        moment.note("LOSS_TAKEN_BACK", before.clause, text)


def _date_loss(world: World, lost_at: datetime | None) -> None:
    if world.lost is not None and lost_at is not None:
        world.lost.at = lost_at


_STATUSES: Sequence[Status] = ("running", "lost")
_LOSING: Mapping[str, Callable[[Moment[World]], bool]] = {"DUCK-145": duck_god.has_won, "DUCK-161": old_one.has_won}
"""By which clauses God Eggs lose the round, and whether there are so many."""


# --- players and ducks ------------------------------------------------------------------------------------------------


def _players(form: Form, stated: Mapping[str, Any]) -> Iterator[Player]:
    start = periods.start(form.moment)
    for kind in ("players", "non_players"):
        for entry in form.entries(kind, stated.get(kind), _OF_PLAYERS):
            goods = form.goods(entry.get("items"), str(entry["id"]))
            id, eggs = form.person(str(entry["id"])), _eggs(goods, entry)
            player = Player(id, goods=goods, eggs=eggs, is_bot=form.flag(entry, "bot", id, default=False))
            if kind == "players" and form.flag(entry, "player", id, default=True):
                player.spans = [(form.instant(entry, "since", id) or form.moment.when, None)]
            if form.flag(entry, "fed_others_this_period", id, default=False):
                player.fed_in, player.feedings = start, 1
            if form.flag(entry, "disciple_quacktion_this_period", id, default=False):
                player.disciple_in, player.disciple_acts = start, 1
            if entry.get("display"):
                form.moment.state.log.introduce(player.id, str(entry["display"]))
            yield player


def _ducks(form: Form, stated: Mapping[str, Any]) -> Iterator[Duck]:
    for entry in form.entries("ducks", stated.get("ducks"), (*_OF_DUCKS, "next_upkeep")):
        number = form.number(entry["id"])
        if not number:
            form.amiss(f"a duck's id is its number, not {entry['id']!r}")
            continue
        yield _duck(form, number, entry)


def _duck(form: Form, number: int, entry: Mapping[str, Any]) -> Duck:
    who, when, start = f"duck {number}", form.moment.when, periods.start(form.moment)
    goods = form.goods(entry.get("items"), who)
    owner = form.person(form.text(entry.get("owner")))
    duck = Duck(number, owner, when, form.text(entry.get("name")), goods=goods, eggs=_eggs(goods, entry))
    duck.named_at = form.instant(entry, "named_at", who) or (when if duck.name else None)
    duck.quacks = form.count(entry, "quacks", who, least=None)
    duck.colour, duck.pond = form.text(entry.get("colour")), form.count(entry, "pond", who)
    duck.parent = form.number(entry.get("parent")) or 0
    if duck.colour and duck.colour not in form.moment.law.value("colours"):
        form.amiss(f"{who} cannot be {duck.colour}: it is uncoloured")
        duck.colour = ""
    _take_doings(form, duck, entry, start)
    return duck


def _take_doings(form: Form, duck: Duck, entry: Mapping[str, Any], start: datetime) -> None:
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
    duck.loot = _loot(form, duck, entry, who)
    if entry.get("pond_roll_due"):
        form.pond_rolls.append(duck.number)


def _loot(form: Form, duck: Duck, entry: Mapping[str, Any], who: str) -> list[str]:
    """Who may roll for loot of a duck's returns: people, or how often its owner may."""
    due = entry.get("loot_due_to", entry.get("loot_due")) or 0
    if isinstance(due, list):
        return [form.person(str(each)) for each in due]
    return [duck.owner] * form.count(entry, "loot_due", who)


def _eggs(goods: Bag, entry: Mapping[str, Any]) -> list[int]:
    """The parents of Eggs, where they are stated as ``eggs``."""
    eggs = entry.get("eggs")
    stated = [parent if isinstance(parent, int) else 0 for parent in (eggs if isinstance(eggs, list) else ())]
    if stated:
        goods[EGG] = max(len(stated), goods.get(EGG, 0))
    return [*stated, *[0] * (goods.get(EGG, 0) - len(stated))]
