"""What the pages show of players, factions, merge requests and open random matters in one world."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.games.chat_board_votes import counts, so_far, sure, voters
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag

from . import action_points, factions, naming, phases, players, victory
from .general import status_shown
from .hexes import shown
from .randomness import open_matters
from .state import MergeRequest, Player, World
from .views import FactionView, MatterView, MergeView, PlayerView, QualityView, UnusedRollView

_HEXES_NAMED = 30
"""Of the hexes that a faction occupies so many are named."""


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the names of the board's fields."""
    world = moment.world
    unused = {f"{each.row}:{nth}": each for nth, each in enumerate(world.unused_rolls)}
    return {
        "players": {each.id: _player(moment, each, people) for each in ordered(world)},
        "factions": _factions(moment, people),
        "merges": {id: _merge(moment, each, people) for id, each in world.merges.items()},
        "matters": {each.message: each for each in _matters(moment, people)},
        "unused_rolls": {
            id: UnusedRollView(people.name(each.by), each.shown, each.at, each.row) for id, each in unused.items()
        },
        "qualities": {each.number: each for each in _qualities(moment, people)},
    }


def ordered(world: World) -> list[Player]:
    """Players first, then those who play no more, each in the order in which they first joined."""
    return sorted(world.players.values(), key=lambda player: not player.is_playing)


def faction_called(name: str, people: People) -> str:
    """How a faction is shown: one that bears a player's name by the name that the player is shown by."""
    return people.readable(people.name(name))


def items_shown(order: tuple[str, ...], goods: Bag) -> str:
    """Items in words, in the order of the rules, then medallion fish by their names."""
    names = [*(item for item in order if goods.get(item)), *sorted(item for item in goods if item not in order)]
    return ", ".join(f"{goods[item]} {item}" for item in names)


# --- players ----------------------------------------------------------------------------------------------------------


def _player(moment: Moment[World], player: Player, people: People) -> PlayerView:
    from .law import of_aeternus

    is_reputable = players.is_reputable_player(moment, player)
    waits = player.is_playing and not is_reputable
    return PlayerView(
        id=player.id,
        name=people.name(player.id),
        is_playing=player.is_playing,
        since=player.spans[-1][0 if player.is_playing else 1] if player.spans else None,
        at=player.at,
        place=shown(player.at) if player.is_playing else "",
        ap=player.ap,
        ap_next=action_points.full(moment, player) if player.is_playing else 0,
        is_barred=player.barred,
        items=items_shown(of_aeternus(moment.law).items, player.goods),
        quality_score=action_points.quality_score(player.goods),
        faction=faction_called(player.faction, people),
        is_reputable=UNDETERMINED if moment.world.is_unknown else is_reputable,
        reputable_from=players.reputable_from(moment.law, player) if waits else None,
        declared_by=people.names(player.declarers) if waits else (),
    )


def _qualities(moment: Moment[World], people: People) -> Iterator[QualityView]:
    """The qualities that have a name, and those that somebody must name."""
    for number, name in enumerate(naming.names(moment), start=1):
        yield QualityView(number, name, "")
    for number, user in sorted(moment.world.naming_due.items()):
        yield QualityView(number, "", people.name(user))


# --- factions ---------------------------------------------------------------------------------------------------------


def _factions(moment: Moment[World], people: People) -> dict[str, FactionView]:
    world, members, flags = moment.world, factions.members(moment.world), moment.world.map.flags
    found = {}
    for name, each in victory.standings(world, moment.law).items():
        occupied = flags.get(name, [])
        more = f" and {len(occupied) - _HEXES_NAMED} more" if len(occupied) > _HEXES_NAMED else ""
        found[name] = FactionView(
            id=name,
            name=faction_called(name, people),
            members=people.names(members[name]),
            hexes=each.hexes,
            where=", ".join(map(shown, occupied[:_HEXES_NAMED])) + more,
            influence=str(each.influence),
            hexes_missing=each.hexes_missing,
            rival=faction_called(each.rival, people) if each.rival else "",
            influence_missing=str(each.influence_missing),
        )
    return found


def _merge(moment: Moment[World], request: MergeRequest, people: People) -> MergeView:
    one, other = (faction_called(each, people) for each in request.factions)
    told: dict[str, Any] = {
        "id": request.id,
        "by": people.name(request.by),
        "factions": (one, other),
        "name": people.readable(request.name),
        "message": request.message,
        "start": request.start,
        "end": request.end,
        "status": status_shown(moment.world, request.status),
    }
    if request.status != "open":
        known = {"pro": request.for_, "contra": request.against}
        votes: dict[str, Any] = {side: UNDETERMINED if count is None else count for side, count in known.items()}
        return MergeView(**told, **votes, voters_for={}, voters_against={})
    tally = factions.votes_at(so_far(moment), request)
    pro, contra = (voters(side, people) for side in sure(tally))
    return MergeView(**told, **counts(tally, "pro", "contra"), voters_for=pro, voters_against=contra)


# --- random matters ---------------------------------------------------------------------------------------------------


def _matters(moment: Moment[World], people: People) -> Iterator[MatterView]:
    """What waits for dice, with the end of the phase, at which it lapses unless it waits for people first (AET-064)."""
    world, end, known = moment.world, phase_end(moment), open_matters(moment)
    for strand in world.strands:
        message = moment.state.log.messages.get(strand.row)
        waits = dict.fromkeys(each.purpose for each in world.requests.values() if each.row == strand.row)
        author = people.name(message.author) if message else ""
        yield MatterView(
            author, strand.row, tuple(map(people.readable, waits)), strand.at, end if strand in known else None
        )


def phase_end(moment: Moment[World]) -> datetime | None:
    """When the phase ends; None once the cycle was won."""
    return None if moment.world.won else phases.phase_at(moment).end
