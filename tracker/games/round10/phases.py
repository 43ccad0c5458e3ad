"""Info › Phases: the week's two phases, and the chips that each player gains as an Auction Phase begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from itertools import pairwise

from tracker.core.instants import TICKLE
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law
from tracker.mechanics.weekly_calendar import WEEKDAYS, Phase, WeeklyCalendar, phase_under, week_under

from . import players
from .holdings import change
from .state import CHIPS, Auction, Kept, Player, World

AUCTION = "Auction"
"""The phase in which bids and hands are posted, by its name in the parameters."""
_GRANT = "chips of the Auction Phase"


@rule("R10-003", "R10-012", "R10-013", "R10-014")
def calendar(law: Law) -> WeeklyCalendar:
    """The weeks and phases of an instant: phases start with the first instant of their first weekday, and nowhere else."""
    phases = tuple((name, tuple(days)) for name, days in law.value("phases").items())
    return _calendar(law.word("week_start"), phases, law.chooses("bartering_phase_over_week_start", "a new phase"))


@lru_cache(maxsize=16)
def _calendar(
    week_start: str, phases: tuple[tuple[str, tuple[str, ...]], ...], splits_at_week_start: bool
) -> WeeklyCalendar:
    """The calendar of these phases; by one reading the week's start begins the phase anew that it lies in."""
    first_day = WEEKDAYS.index(week_start)
    starts = [(name, WEEKDAYS.index(days[0]), 0) for name, days in phases]
    if splits_at_week_start:
        starts += [(name, first_day, 0) for name, days in phases if week_start in days[1:]]
    return WeeklyCalendar(first_day, tuple(starts))


def problem(name: str, value: object) -> str:
    """Why a setting of the week's start or of the phases makes no calendar; "" where it does, and for any other setting."""
    if name == "week_start":
        return "" if value in WEEKDAYS else f"{value!r} is no weekday"
    if name != "phases" or not isinstance(value, Mapping):
        return ""
    if AUCTION not in value:
        return f"there is no phase {AUCTION}"
    days = [day for days in value.values() for day in days]
    strange = [day for day in days if day not in WEEKDAYS]
    if strange:
        return f"{strange[0]!r} is no weekday"
    missing = [day for day in WEEKDAYS if days.count(day) != 1]
    if missing:
        return f"each weekday must stand in it once: {missing[0]} stands in it {days.count(missing[0])} times"
    parted = [name for name, days in value.items() if not days or not _follow(days)]
    return f"the days of {parted[0]} must follow one another, the first first" if parted else ""


def _follow(days: Sequence[str]) -> bool:
    return all((WEEKDAYS.index(day) + 1) % len(WEEKDAYS) == WEEKDAYS.index(after) for day, after in pairwise(days))


def phase_at(moment: Moment[World]) -> Phase:
    """The phase of this instant."""
    return phase_under(calendar(moment.law), moment.when, moment.world.kept)


def week_at(moment: Moment[World], when: datetime | None = None) -> tuple[datetime, datetime]:
    """The first instants of the week of an instant (this one) and of the next."""
    return week_under(calendar(moment.law), when or moment.when, moment.world.kept)


def law_changed(before: Moment[World], auctions: list[Auction]) -> None:
    """Note what had begun by this instant under the law before; ``auctions`` are those of them."""
    earlier = replace(before, law=before.law.at(before.when - TICKLE))
    phase = phase_at(earlier)
    before.world.kept = Kept(before.when, (phase.name, phase.start), week_at(earlier), auctions)


def is_auction(moment: Moment[World]) -> bool:
    """Whether this is an Auction Phase."""
    return phase_at(moment).name == AUCTION


def auction_phase_before(law: Law, when: datetime) -> Phase:
    """The newest Auction Phase that began before an instant or with it."""
    weeks = calendar(law)
    phase = weeks.phase_at(when)
    while phase.name != AUCTION:
        phase = weeks.phase_at(phase.start - TICKLE)
    return phase


# --- chips ------------------------------------------------------------------------------------------------------------


def due(moment: Moment[World]) -> Due[World] | None:
    """The chips that an Auction Phase begins with."""
    phase = calendar(moment.law).phase_at(moment.when)
    if phase.start != moment.when or phase.name != AUCTION or moment.world.done.get(_GRANT) == moment.when:
        return None
    everybody = [player.id for player in players.playing(moment.world)]
    doubt = players.departure_due(moment, everybody, "whether chips were gained")
    return doubt or Due(_grant)


@rule("R10-015")
def _grant(moment: Moment[World], _: str) -> None:
    """Everybody who is a player as an Auction Phase begins gains chips; who joins later waits for the next."""
    moment.world.done[_GRANT] = moment.when
    for player in players.playing(moment.world):
        grant(moment, player)


def grant(moment: Moment[World], player: Player) -> None:
    """Give a player the chips of the running Auction Phase."""
    amount = moment.law.number("chips_per_auction_phase")
    player.granted = phase_at(moment).start
    change(moment, player.id, CHIPS, amount, "R10-015", "the Auction Phase began")
    moment.tell("chips_granted", "R10-015", f"{player.id} gains {amount} chips", player=player.id, amount=amount)


@rule("R10-015")
def grant_late(moment: Moment[World], player: Player) -> None:
    """By the other reading who joins within an Auction Phase is given its chips, once."""
    phase = phase_at(moment)
    is_open = moment.law.chooses("chips_of_late_joiners", "as all others") and phase.name == AUCTION
    if is_open and player.granted != phase.start:
        grant(moment, player)


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """When the next phase and the next week begin."""
    yield calendar(moment.law).next_phase_start(moment.when)
    yield week_at(moment)[1]
