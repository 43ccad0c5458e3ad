"""6 Actions: how many action points a player has at each phase's start, by the qualities of the medallion fish that they hold."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tracker.core.rule import rule
from tracker.mechanics.chat_play import Moment

from .law import of_aeternus
from .state import Player, World

_MEDALLION = re.compile(r"(?P<type>.+) \(quality (?P<quality>[0-9]+)\)")


def medallion(type: str, quality: int) -> str:
    """The item that a medallion fish is."""
    return f"{type} (quality {quality})"


def as_medallion(item: str) -> tuple[str, int] | None:
    """The type and quality of a medallion fish; None for any other item."""
    found = _MEDALLION.fullmatch(item)
    return (found["type"], int(found["quality"])) if found else None


@rule("AET-179")
def quality_score(goods: Mapping[str, int]) -> int:
    """The sum of the qualities of the different medallion fish among goods: equal ones count once."""
    return sum(fish[1] for item, count in goods.items() if count and (fish := as_medallion(item)))


@rule("AET-126", "AET-127")
def full(moment: Moment[World], player: Player) -> int:
    """The action points that a player would have if a phase began now."""
    return of_aeternus(moment.law).action_points(quality_score(player.goods))


@rule("AET-127")
def on_joining(moment: Moment[World], player: Player) -> None:
    """A new player has theirs at once, unless it is ruled that they come with the next phase."""
    player.ap = full(moment, player) if moment.law.chooses("new_player_has_action_points", "at once") else 0


@rule("AET-127")
def replenish(moment: Moment[World], player: Player) -> None:
    """At a phase's start points are set anew: nothing carries over."""
    player.ap = full(moment, player)
    text = f"{player.id} has {player.ap} action points"
    moment.tell("ap_replenished", "AET-127", text, player=player.id, ap=player.ap)


@rule("AET-121", "AET-127")
def phase_begins(moment: Moment[World]) -> None:
    """Every player's points are set anew, and whoever had travelled may act again."""
    for player in moment.world.players.values():
        if player.is_playing:
            player.barred = False
            replenish(moment, player)


@rule("AET-121", "AET-126", "AET-128")
def lacks(moment: Moment[World], user: str, cost: int, clause: str, n: int) -> bool:
    """Whether somebody may not act any more in this phase, or has too few points: then that is refused, and costs nothing.

    What was paid for before the gamestate was stated goes on: neither was so when it was announced.
    """
    player = moment.world.players[user]
    if f"{moment.row}:{n}" in moment.world.paid:
        return False
    if player.barred:
        text = f"{user} has travelled the stagways: no more actions before the next phase"
        moment.refuse("NO_MORE_ACTIONS", "AET-121", text, n)
        return True
    if player.ap < cost:
        text = f"this costs {cost} action points, and {user} has {player.ap} left"
        moment.refuse("NOT_ENOUGH_AP", clause, text, n)
    return player.ap < cost


@rule("AET-121")
def is_idle(moment: Moment[World], user: str, n: int) -> bool:
    """Whether a journey bars somebody even from what is no action of rule 6, where that is ruled: then that is refused."""
    bars_all = moment.law.chooses("stagway_bars", "everything")
    return bars_all and moment.world.players[user].barred and lacks(moment, user, 0, "AET-121", n)
