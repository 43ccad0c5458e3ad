"""Info: who plays, from when until when; weeks and the two phases of a week; and the chips that an Auction Phase begins with."""

from datetime import datetime
from functools import lru_cache

from tracker.mechanics.chat import calendar, people
from tracker.mechanics.chat.calendar import Phases, Rhythm
from tracker.mechanics.chat.carrying import happens, note, require, rule
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.law import Law

from .bidding import withdraw_bids
from .state import CHIPS, Player, Round10

AUCTION = "Auction"
"""The phase in which bids and hands are posted, by its name in the parameters."""


@rule("R10-012", "R10-013", "R10-001", "R10-002")
def phases(law: Law) -> Phases:
    """The phases that follow each other at an instant."""
    return _phases(tuple((name, tuple(days)) for name, days in law.value("phases").items()))


@lru_cache(maxsize=8)
def _phases(days: tuple[tuple[str, tuple[str, ...]], ...]) -> Phases:
    return Phases.of_weekdays(dict(days))


@rule("R10-003")
def weeks(law: Law) -> Rhythm:
    """When weeks begin."""
    return Rhythm.weekly(law.word("week_start"))


@rule("R10-003")
def week_end(world: Round10) -> datetime:
    """When the week is over; one that had begun before the calendar changed keeps its end."""
    return calendar.ends(world.week_ends, weeks(world.law), world.now)


def phase(world: Round10) -> str:
    """The phase of this instant."""
    return phases(world.law).phase(world.now)


@rule("R10-014")
def next_phase(law: Law, at: datetime) -> datetime:
    """When the first phase begins that starts strictly later."""
    return phases(law).next_start(at)


def must_be(world: Round10, wanted: str, what: str) -> None:
    """Refuses what is done in another phase, under the rule that asks for this one."""
    require(wanted in (phase(world), "any"), "WRONG_PHASE", f"{what} in the {wanted} Phase only")


# --- chips ------------------------------------------------------------------------------------------------------------


@rule("R10-015")
def grant_chips(world: Round10) -> None:
    """Everyone who is a player as an Auction Phase begins gains chips."""
    for who, player in playing(world).items():
        _grant(world, who, player)


@rule("R10-015")
def grant_late(world: Round10, who: str, player: Player) -> None:
    """By the other reading who joins within an Auction Phase is given its chips, once."""
    is_open = world.law.chooses("chips_of_late_joiners", "as all others") and phase(world) == AUCTION
    if is_open and player.granted != phases(world.law).began(world.now):
        _grant(world, who, player)


def _grant(world: Round10, who: str, player: Player) -> None:
    amount = world.law.number("chips_per_auction_phase")
    player.granted = phases(world.law).began(world.now)
    player.gain({CHIPS: amount})
    happens("chips_granted", f"{who} gains {amount} chips", player=who, amount=amount)


# --- players ----------------------------------------------------------------------------------------------------------


must_play = rule("R10-004")(people.must_play)


@rule("R10-005")
def voters(world: Round10) -> set[str]:
    """Those whose votes count now."""
    return set(people.playing(world))


@rule("R10-007", "R10-011")
def join(world: Round10, message: Message) -> None:
    """Anyone becomes a player by announcing it, with nothing or with what they left."""
    player = people.join(world, message.author, newcomer=Player)
    grant_late(world, message.author, player)


@rule("R10-008")
def leave(world: Round10, message: Message) -> None:
    """A player stops being one by announcing it."""
    _stop(world, message.author)


@rule("R10-009")
def left_server(world: Round10, who: str) -> None:
    """Who leaves the server, or is removed from it, stops being a player."""
    if who in people.playing(world):
        _stop(world, who)


def _stop(world: Round10, who: str) -> None:
    people.leave(world, who)
    withdraw_bids(world, who)
    _freeze(world, who)
    if who == world.judge:
        _still_judge(who)


@rule("R10-006")
def _freeze(world: Round10, who: str) -> None:
    """What somebody holds stays as it is until they come back, unless it is ruled that it is destroyed."""
    if world.law.chooses("former_players_holding", "destroyed"):
        player = world.players[who]
        player.lose({item: player.amount(item) for item in (*player.counted, *player.cards)})
        world.presented = [each for each in world.presented if each.holder != who]


@rule("R10-119")
def _still_judge(who: str) -> None:
    note("JUDGE_IS_NO_PLAYER", f"{who} is no player any more, and Judge still")
