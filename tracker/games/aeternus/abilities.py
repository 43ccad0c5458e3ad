"""What each player can do here and now: the words and the channel for it, and what bars the rest until when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import TypeAlias

from tracker.games.chat_views import AbilitiesView, BarView, CanView
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag, shortage

from . import abilities_of_people, crafting, fishing, foraging, scouting, stagways, tools, traversing
from .action_points import full
from .board_players import ordered, phase_end
from .channels import channel_of
from .construction import why_not
from .hexes import Hex, neighbours, shown
from .holdings import said
from .law import BINOCULARS, EXPLOSIVES, TORCH, Law, of_aeternus, one_of
from .players import may_join_from
from .randomness import open_matters
from .reading import EXAMPLES
from .state import Player, World

Found: TypeAlias = Iterator[tuple[str, CanView | BarView]]
Chapter: TypeAlias = Callable[[Moment[World], Player, People], Found]
_DESTINATIONS_SHOWN = 30


def views(moment: Moment[World], people: People) -> dict[str, AbilitiesView]:
    """What everybody may do at a moment, by their ids; nothing at all once the cycle was won."""
    return {each.id: _abilities(moment, each, people) for each in ordered(moment.world)}


def _abilities(moment: Moment[World], player: Player, people: People) -> AbilitiesView:
    found: dict[str, CanView | BarView] = {}
    if moment.world.won is None:
        for chapter in _CHAPTERS if player.is_playing else (_joining, *_OF_ANYBODY):
            found.update(chapter(moment, player, people))
    may = {key: each for key, each in found.items() if isinstance(each, CanView)}
    barred = {key: each for key, each in found.items() if isinstance(each, BarView)}
    return AbilitiesView(player.id, people.name(player.id), player.is_playing, may, barred)


def _joining(moment: Moment[World], player: Player, people: People) -> Found:
    what, earliest = "join the game", may_join_from(moment.law, player)
    if earliest is not None and moment.when < earliest:
        yield "join", BarView(what, "AET-009", "they were a player within the last days", earliest)
    else:
        note = "at the origin, with nothing; who joins agrees to the rules (AET-027)"
        yield "join", _can(moment, "join", what, "AET-008", note=note)


def _can(
    moment: Moment[World],
    kind: str,
    what: str,
    clause: str,
    words: str = "",
    until: datetime | None = None,
    note: str = "",
) -> CanView:
    """Something that is announced as its kind is."""
    return CanView(what, clause, words or EXAMPLES[kind], channel_of(moment.law, kind), until, note)


# --- what costs action points -----------------------------------------------------------------------------------------


def _points_missing(moment: Moment[World], player: Player, cost: int) -> tuple[str, str]:
    """Why somebody cannot spend so many action points now, with the clause; "" where they can."""
    waiting = next((each for each in open_matters(moment) if _is_of(moment, each.row, player.id)), None)
    if waiting is not None:
        return "AET-063", f"their dice for message {waiting.row} have not fallen: those come first"
    if player.barred:
        return "AET-121", "they have travelled the stagways in this phase"
    if player.ap < cost:
        return "AET-128", f"it costs {cost} action points, and they have {player.ap} left"
    return "", ""


def _is_of(moment: Moment[World], row: str, user: str) -> bool:
    message = moment.state.log.messages.get(row)
    return message is not None and message.author == user


def _paid(
    moment: Moment[World], player: Player, kind: str, what: str, clause: str, cost: int, words: str = "", note: str = ""
) -> CanView | BarView:
    """An action that costs points, or why it is barred."""
    why, end = _points_missing(moment, player, cost), phase_end(moment)
    if why[1]:
        return BarView(what, why[0], why[1], end)
    left = f"{cost} of their {player.ap} action points"
    return _can(moment, kind, what, clause, words, end, f"{left}; {note}" if note else left)


def _acting(moment: Moment[World], player: Player, people: People) -> Found:
    law, world = of_aeternus(moment.law), moment.world
    reach, count = scouting.reach(law, player.goods), law.number("scouted_hexes")
    far = f"up to {reach} steps away with {BINOCULARS}" if reach > 1 else "adjacent ones"
    what, cost = f"scout {count} hexes", law.number("scout_cost")
    yield "scout", _paid(moment, player, "scout", what, "AET-129", cost, note=far)
    costs = [each.cost for each in traversing.steps(world, law, player.id)]
    ways = "what each step meets stands on the page of odds"
    yield "traverse", _paid(moment, player, "traverse", "traverse", "AET-130", min(costs), note=ways)
    yield "fish", _fishing(moment, player, law)
    hindered = foraging.why_not(world.map.cell(player.at))
    if hindered:
        yield "forage", BarView("forage", "AET-135", f"{shown(player.at)}: {hindered}")
    else:
        dice = foraging.dice_of(law, player.goods)
        note = f"{dice} {'dice' if dice > 1 else 'die'}"
        yield "forage", _paid(moment, player, "forage", "forage", "AET-135", law.number("forage_cost"), note=note)


def _fishing(moment: Moment[World], player: Player, law: Law) -> CanView | BarView:
    found = fishing.lakes(moment.world, player.id)
    if not found:
        return BarView("fish", "AET-131", "no Lake is at or beside their hex")
    rods = " or ".join(rod for rod in fishing.rods_of(law, player.goods) if rod != "none")
    words = f"Fish in {shown(found[0])}" + (" with ROD" if rods else "")
    note = f"in {', '.join(map(shown, found))}" + (f", with {rods}" if rods else "")
    return _paid(moment, player, "fish", "fish", "AET-131", law.number("fish_cost"), words, note)


# --- what costs items -------------------------------------------------------------------------------------------------


def _making(moment: Moment[World], player: Player, people: People) -> Found:
    """What can be crafted, each by itself; of the rest in one line what is lacking."""
    law = of_aeternus(moment.law)
    most = crafting.craftable(law, player.goods)
    for item, count in most.items():
        yield f"craft:{item}", _can(moment, "craft", f"craft {item}", "AET-180", f"Craft {item}", note=f"up to {count}")
    lacks = {item: crafting.missing(law, item, player.goods) for item in law.crafting if item not in most}
    if lacks:
        yield "craft", BarView("craft anything else", "AET-180", _lacking(lacks))


def _building(moment: Moment[World], player: Player, people: People) -> Found:
    """What can be built and where; of what cannot be paid for in one line what is lacking."""
    law, world = of_aeternus(moment.law), moment.world
    around, lacks = (player.at, *neighbours(player.at)), dict[str, Bag]()
    for feature, price in law.construction.items():
        if missing := shortage(player.goods, price):
            lacks[feature] = missing
            continue
        sites = [at for at in around if why_not(world, law, feature, at) is None]
        what = f"build a {feature}"
        if sites:
            words, note = f"Construct {feature} on {shown(sites[0])}", f"on {_listed(sites)}, for {said(price)}"
            yield f"build:{feature}", _can(moment, "build", what, "AET-124", words, note=note)
        else:
            why = "it may stand neither on their hex nor on one beside it"
            yield f"build:{feature}", BarView(what, "AET-125", why)
    if lacks:
        yield "build", BarView("build anything else", "AET-124", _lacking(lacks))


def _lacking(lacks: Mapping[str, Bag]) -> str:
    return f"they lack {'; '.join(f'{said(missing)} for {one_of(what)}' for what, missing in lacks.items())}"


def _listed(found: Iterable[Hex]) -> str:
    return ", ".join(map(shown, found))


def _tools(moment: Moment[World], player: Player, people: People) -> Found:
    world, law = moment.world, moment.law
    ways = stagways.destinations(world, player.id)
    if ways:
        note = f"to {_listed(ways[:_DESTINATIONS_SHOWN])}; no more actions in this phase then"
        words, end = f"Travel the stagways to {shown(ways[0])}", phase_end(moment)
        yield "stagway", _can(moment, "stagway", "travel the stagways", "AET-119", words, end, note)
    if player.goods.get(TORCH):
        found = tools.burnable(world, law, player.id)
        if found:
            note = ", ".join(f"the {feature} on {shown(at)}" for at, feature in found)
            at, feature = found[0]
            yield "burn", _can(moment, "burn", "burn", "AET-191", f"Burn {feature} {shown(at)}", note=note)
        else:
            yield "burn", BarView("burn", "AET-191", "nothing in reach burns")
    if player.goods.get(EXPLOSIVES):
        note = "everything on their hex and the six around it but the biomes"
        yield "use", _can(moment, "use", "use explosives", "AET-193", note=note)


def _ahead(moment: Moment[World], player: Player, people: People) -> Found:
    """When action points are set anew, and to how many as things stand."""
    points = full(moment, player)
    what = f"act again with {points} action points"
    yield "points", BarView(what, "AET-127", f"they have {player.ap} now, and nothing carries over", phase_end(moment))


_OF_ANYBODY: tuple[Chapter, ...] = (abilities_of_people.requesting,)
_CHAPTERS: tuple[Chapter, ...] = (
    *(_acting, _ahead, _making, _building, _tools),
    *abilities_of_people.CHAPTERS,
)
