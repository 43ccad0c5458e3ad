"""2 Players: who becomes a player, who stops being one, and who is reputable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

from tracker.core.instants import TICKLE, iso
from tracker.core.rule import rule
from tracker.games.chat_departures import Departures
from tracker.games.chat_worlds import Due
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import Heard
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law
from tracker.mechanics.reaction_votes import Tally
from tracker.mechanics.voting_periods import doubts_in_words
from tracker.mechanics.weekly_calendar import WEEK

from . import action_points, factions, holdings, phases
from .general import author
from .hexes import ORIGIN
from .state import Player, World


def is_playing(world: World, user: str) -> bool:
    """Whether somebody is a player now."""
    player = world.players.get(user)
    return player is not None and player.is_playing


def playing(world: World) -> list[Player]:
    """The players, in the order in which they first joined."""
    return [player for player in world.players.values() if player.is_playing]


# --- joining and leaving ----------------------------------------------------------------------------------------------


@rule("AET-008", "AET-009")
def join(moment: Moment[World], said: Announced) -> bool:
    """Whoever announces it becomes a player, unless they have been one within the last days."""
    world, user = moment.world, author(moment)
    if is_playing(world, user):
        moment.refuse("ALREADY_PLAYER", "AET-008", f"{user} is a player already", said.n)
        return False
    player = world.players.get(user)
    earliest = may_join_from(moment.law, player) if player else None
    if earliest is not None and moment.when < earliest:
        text = f"{user} was a player within the last {_days(moment.law, 'rejoin_after_hours')}: the earliest time is {iso(earliest)}"
        moment.refuse("TOO_SOON", "AET-009", text, said.n)
        return False
    begin(moment, player or Player(user))
    return True


def _days(law: Law, name: str) -> str:
    span = law.span(name)
    return (
        f"{span // timedelta(days=1)} days" if not span % timedelta(days=1) else f"{span // timedelta(hours=1)} hours"
    )


@rule("AET-009")
def may_join_from(law: Law, player: Player) -> datetime | None:
    """When somebody who stopped being a player may become one again: exactly so long after, for the end is no moment as a player."""
    end = player.spans[-1][1] if player.spans else None
    if end is None:
        return None
    return end + law.span("rejoin_after_hours") + _slack(law)


def _slack(law: Law) -> timedelta:
    """What must pass besides a span for it to have been: nothing, unless the end of a span is ruled to lie within it (CV3)."""
    return timedelta() if law.chooses("within_includes_its_end", "yes") else TICKLE


@rule("AET-008", "AET-015", "AET-016", "AET-074")
def begin(moment: Moment[World], player: Player) -> None:
    """A player begins at the origin, with nothing, in a faction of their own; the first one's joining begins the cycle."""
    world = moment.world
    if world.cycle_started is None:
        world.cycle_started = moment.when
    world.players[player.id] = player
    player.spans.append((moment.when, None))
    player.at, player.goods, player.barred = ORIGIN, {}, False
    player.is_declared, player.declarers = False, {}
    player.faction = factions.free_own_name(moment, player.id)
    action_points.on_joining(moment, player)
    moment.tell("player_joined", "AET-008", f"{player.id} becomes a player", player=player.id)
    tell_if_reputable(moment, player)


@rule("AET-010")
def leave(moment: Moment[World], said: Announced) -> bool:
    """A player stops being one by announcing it."""
    user = author(moment)
    stop_playing(moment, user, f"{user} stops being a player")
    return True


@rule("AET-010", "AET-014")
def stop_playing(moment: Moment[World], user: str, text: str) -> None:
    """End somebody's being a player: their items are destroyed, their faction may cease, and with it goes their reputation."""
    from . import judges, randomness

    player = moment.world.players[user]
    player.spans[-1] = (player.spans[-1][0], moment.when)
    moment.tell("player_left", "AET-010", text, player=user)
    holdings.destroy_all(moment, user, text)
    faction, player.faction = player.faction, ""
    player.ap, player.barred, player.is_declared, player.declarers = 0, False, False, {}
    factions.cease_if_empty(moment, faction)
    randomness.drop_of(moment, user)
    judges.left(moment, user)


# --- reputation -------------------------------------------------------------------------------------------------------


@rule("AET-011", "AET-012", "AET-013", "AET-014")
def is_reputable(moment: Moment[World], user: str) -> bool:
    """Whether somebody is a reputable player at this instant."""
    player = moment.world.players.get(user)
    return player is not None and is_reputable_player(moment, player)


def is_reputable_player(moment: Moment[World], player: Player) -> bool:
    """Likewise of a player's record."""
    if not player.is_playing:
        return False
    return player.is_declared or _is_early(moment, player) or reputable_from(moment.law, player) <= moment.when


def reputable_from(law: Law, player: Player) -> datetime:
    """When a player has been one for long enough to be reputable."""
    return player.spans[-1][0] + law.span("reputable_after_hours") + _slack(law)


@rule("AET-012")
def _is_early(moment: Moment[World], player: Player) -> bool:
    """Whether somebody has been a player since a time near the start of the cycle, or by another reading of their phase."""
    since = player.spans[-1][0]
    start = moment.world.cycle_started
    if moment.law.chooses("round_is", "the phase"):
        start = phases.calendar(moment.law).phase_at(since).start
    return start is not None and since + _slack(moment.law) <= start + moment.law.span("reputable_from_start_hours")


def tell_if_reputable(moment: Moment[World], player: Player) -> None:
    """Tell once of each time of being a player that it has made somebody reputable."""
    since = player.spans[-1][0]
    if player.told_reputable != since and is_reputable(moment, player.id):
        player.told_reputable = since
        clause = "AET-013" if player.is_declared else "AET-012" if _is_early(moment, player) else "AET-011"
        moment.tell("became_reputable", clause, f"{player.id} is reputable", player=player.id)


@rule("AET-013")
def declare(moment: Moment[World], said: Announced) -> bool:
    """Reputable players declare somebody reputable; with the last one that is needed it takes effect at once."""
    user, whom = author(moment), str(said.fields["of"])
    player = moment.world.players.get(whom)
    if player is None or not player.is_playing:
        moment.refuse("NOT_A_PLAYER", "AET-013", f"{whom} is no player and cannot be reputable", said.n)
        return False
    if not is_reputable(moment, user):
        moment.refuse("NOT_REPUTABLE", "AET-013", f"{user} is not reputable and cannot declare anybody so", said.n)
        return False
    if user == whom or is_reputable(moment, whom):
        return False
    player.declarers[user] = moment.when
    if len(_valid_declarers(moment, player)) >= moment.law.number("reputation_declarers"):
        player.is_declared = True
        tell_if_reputable(moment, player)
    return True


@rule("AET-013")
def _valid_declarers(moment: Moment[World], player: Player) -> list[str]:
    """Those whose declaration counts now."""
    law = moment.law
    since = moment.when - WEEK if law.chooses("declarations_count", "for a week") else None
    must_be = law.chooses("declarers_are_reputable", "at the last declaration")
    return [
        user
        for user, at in player.declarers.items()
        if (since is None or at >= since) and (not must_be or is_reputable(moment, user))
    ]


def due(moment: Moment[World]) -> Due[World] | None:
    """A player who has been one for long enough by now."""
    for player in playing(moment.world):
        if player.told_reputable != player.spans[-1][0] and is_reputable(moment, player.id):
            return Due(_reputable(player.id))
    return None


def _reputable(user: str) -> Callable[[Moment[World], str], None]:
    return lambda moment, _: tell_if_reputable(moment, moment.world.players[user])


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """When players become reputable by their time."""
    for player in playing(moment.world):
        if player.told_reputable != player.spans[-1][0]:
            yield reputable_from(moment.law, player)


# --- leaving the server -----------------------------------------------------------------------------------------------


@rule("AET-010")
def left(heard: Heard) -> Iterable[Callable[[Moment[World]], Due[World] | None]]:
    """Leaving the server is not leaving the game, unless that is ruled."""
    return [lambda moment: _departed(moment, heard)] if heard.is_certain else []


def _departed(moment: Moment[World], heard: Heard) -> Due[World] | None:
    user = heard.user
    if not _leaves_with_the_server(moment) or not DEPARTURES.is_news(moment, heard):
        return None
    return Due(lambda at, _: _leaves(at, user))


def _leaves_with_the_server(moment: Moment[World]) -> bool:
    return moment.law.chooses("leaving_the_server", "leaves the game")


def _leaves(moment: Moment[World], user: str) -> None:
    stop_playing(moment, user, f"{user} left the server and is no player any more")


DEPARTURES: Departures[World] = Departures("AET-010", is_playing, _leaves)
"""Departures as the other reading has them."""


def may_be_playing(moment: Moment[World], user: str) -> bool | None:
    """Whether somebody is a player at this very instant; None where nobody can tell."""
    return (
        DEPARTURES.may_be_playing(moment, user) if _leaves_with_the_server(moment) else is_playing(moment.world, user)
    )


def doubts(moment: Moment[World], votes: Tally) -> list[str]:
    """Why votes are not certain, in the words in which people are asked."""
    return DEPARTURES.doubts(moment, votes) if _leaves_with_the_server(moment) else doubts_in_words(votes)


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"join": join, "leave": leave, "declare": declare}
