"""2 Players: who joins and leaves, and who is reputable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from tracker.core.instants import iso
from tracker.mechanics.chat import people
from tracker.mechanics.chat.carrying import happens, note, require, rule
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Boundary, Message

from .factions import cease_if_empty, free_own_name
from .features import purify_around
from .generation import look_for_pockets
from .hexes import ORIGIN, key, reduced
from .phases import number_since
from .state import PYLON, Aeternus, Player, full_points

must_play = rule("AET-008")(people.must_play)


@rule("AET-008", "AET-016", "AET-074", TOO_SOON="AET-009", became_reputable="AET-012")
def join(world: Aeternus, message: Message) -> None:
    """Whoever says so becomes a player, at the origin and in a faction of their own, unless they were one lately."""
    user = message.author
    player = people.join(world, user, Player, world.law.span("rejoin_after_hours"))
    if world.cycle_started is None:
        world.cycle_started = world.now
    player.at, player.faction = ORIGIN, ""
    player.faction = free_own_name(world, user)
    player.ap = first_points(world, player)
    if is_from_start(world, user):
        _become_reputable(world, user, "joined near the cycle's start")


@rule("AET-127")
def first_points(world: Aeternus, player: Player) -> int:
    """A new player has points at once, unless it is ruled that they come with the next phase."""
    at_once = world.law.chooses("new_player_has_action_points", "at once")
    return full_points(world, player) if at_once else 0


@rule("AET-010", "AET-014", JUDGE_IS_NO_PLAYER="AET-042")
def leave(world: Aeternus, message: Message) -> None:
    """A player stops being one by saying so; leaving the server is not leaving the game.

    It ends reputation, also a declared one; no rule ends the office of a Judge.
    """
    user = message.author
    player = people.leave(world, user)
    _lose_all(player)
    player.reputable = player.declared = False
    player.declarers.clear()
    faction, player.faction, player.barred = player.faction, "", False
    cease_if_empty(world, faction)
    if world.judge == user:
        note("JUDGE_IS_NO_PLAYER", f"{user} is no player any more, and Judge still")


@rule("AET-144")
def _lose_all(player: Player) -> None:
    """Items that would belong to a non-player are destroyed."""
    for item in list(player.inventory):
        player.put(item, 0)


# --- reputation -------------------------------------------------------------------------------------------------------


@rule("AET-011")
def has_played_long(world: Aeternus, user: str) -> bool:
    """Whether somebody has been a player for the previous seven days without a break."""
    return people.has_played_for(world, user, world.law.span("reputable_after_hours"))


@rule("AET-012")
def is_from_start(world: Aeternus, user: str) -> bool:
    """Whether somebody has been a player since within three days of the cycle's start, or longer."""
    start = world.cycle_started
    return start is not None and people.was_there_by(world, user, start + world.law.span("reputable_from_start_hours"))


@rule("AET-011")
def have_played_long(world: Aeternus, player: str) -> None:
    """Seven days as a player make reputable."""
    if player in playing(world) and has_played_long(world, player):
        _become_reputable(world, player, "has been a player for seven days")


@rule("AET-013", "AET-148")
def declare(world: Aeternus, message: Message, person: str) -> None:
    """A player is reputable once enough reputable players have publicly declared it, who must be so still."""
    require(world.players[message.author].reputable, "NOT_REPUTABLE", f"{message.author} is not reputable")
    player = people.must_play(world, person)
    player.declarers.add(message.author)
    counting = [who for who in player.declarers if who in playing(world) and world.players[who].reputable]
    if len(counting) >= world.law.number("reputation_declarers") and not player.reputable:
        player.declared = True
        _become_reputable(world, person, f"was declared so by {' and '.join(sorted(counting))}")


def _become_reputable(world: Aeternus, user: str, why: str) -> None:
    if not world.players[user].reputable:
        world.players[user].reputable = True
        happens("became_reputable", f"{user} is reputable: {user} {why}", player=user)


def reputable_from(world: Aeternus, user: str) -> str:
    """When somebody is reputable who has not been a player for long enough yet, in words."""
    joined = world.players[user].joined
    return iso(joined + world.law.span("reputable_after_hours")) if joined else "now"


def reputations(world: Aeternus, order: int) -> Iterator[Boundary]:
    """When players have been such for long enough."""
    span = world.law.span("reputable_after_hours")
    coming = people.so_long(world, span, (order,), "reputation")
    return (each for each in coming if not world.players[each.fields["player"]].reputable)


# --- what people state ------------------------------------------------------------------------------------------------


@rule("AET-074")
def described(stated: Mapping[str, Any]) -> dict[str, Any]:
    """An opening as the gamestate is described: hexes also as a list, and those where players stand are always there."""
    found = dict(stated)
    if isinstance(stated.get("world"), list):
        found["world"] = {
            _name_of(each): {name: each[name] for name in each if name != "at"} for each in stated["world"]
        }
    if isinstance(found.get("world"), dict):
        found["world"] = {**{each: {} for each in (key(ORIGIN), *_trodden(stated))}, **found["world"]}
    if isinstance(due := found.pop("names_due", None), list):
        found["naming_due"] = {quality: each["player"] for each in due for quality in each["qualities"]}
    return found


def _trodden(stated: Mapping[str, Any]) -> list[str]:
    """The hexes where players are stated to be, as far as that can be read."""
    players = stated.get("players")
    cells = players.values() if isinstance(players, Mapping) else players if isinstance(players, list) else ()
    return [_name_of(each) for each in cells if isinstance(each, Mapping) and _is_triple(each.get("at"))]


def _name_of(cell: Any) -> str:
    at = cell.get("at") if isinstance(cell, dict) else None
    if not _is_triple(at):
        raise ValueError(f"world: {cell!r} says in `at` no hex such as [0, 1, 0]")
    return key(reduced(*at))


def _is_triple(at: Any) -> TypeGuard[Sequence[int]]:
    return isinstance(at, list | tuple) and len(at) == 3 and all(isinstance(each, int) for each in at)


def settle(world: Aeternus) -> None:
    """Let be as it follows what people left out of a stated gamestate, or what they stated of a map brings about."""
    _complete_all(world)
    for pylon in world.sites.where(PYLON):
        purify_around(world, pylon)
    look_for_pockets(world)


@rule("AET-007", "AET-074", "AET-126")
def _complete_all(world: Aeternus) -> None:
    """Let what people left out of a stated gamestate be as it follows from the rest."""
    if world.cycle_started is None and world.players:
        world.cycle_started = world.now
    if world.cycle_started is None:
        return
    if "phase_number" not in world.model_fields_set:
        world.phase_number = number_since(world, world.cycle_started)
    for id, player in world.players.items():
        if player.player:
            _complete(world, id, player)


def _complete(world: Aeternus, id: str, player: Player) -> None:
    if not player.faction:
        player.faction = free_own_name(world, id)
    if "ap" not in player.model_fields_set:
        player.ap = full_points(world, player)
    if "reputable" not in player.model_fields_set:
        player.reputable = player.declared or has_played_long(world, id) or is_from_start(world, id)
