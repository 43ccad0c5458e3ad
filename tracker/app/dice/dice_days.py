"""The days of the dice in a tick: dice drawn where they may be, seeds committed to ahead, and shown when a day is over for good."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from tracker.app.asking.folding import Dealt, Settled, settle_rolls
from tracker.app.deck.dealing import deal
from tracker.app.dice.dice import SOURCE, day_of
from tracker.app.people.accounts import plain, same_person
from tracker.app.publish.wiki_clock import time_of_wiki
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import iso
from tracker.errors import DiceError

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.config import Settings


_AT_PLAY = (
    ("player", "is a player", ""),
    (UNDETERMINED, "is perhaps a player", "answer what waits for people (tracker questions), "),
)
"""The statuses of whoever may not draw dice: how each is told, and what is to be done of it first."""
_LOST_LINE = "dice-line:"
"""How questions begin whether dice that are lost are to be drawn after all: the seed of their day is not shown before that."""


@dataclass(slots=True)
class DaysKept:
    """Whether rows were archived, and what could not be done."""

    changed: bool = False
    errors: list[DiceError] = field(default_factory=list)


def settle(wired: Wired, as_of: datetime, read_since: datetime | None = None) -> Settled[Any]:
    """Fold and draw the dice that are asked for, unless an operator plays who may not, or cannot be known to play or not.

    Hidden cards are dealt likewise, as far as all is read up to ``read_since`` (None: none are).
    """

    def barred(gamestate: Gamestate) -> DiceError | None:
        return unknown_operator(wired.settings, gamestate) or operator_at_play(wired.settings, gamestate)

    def dealt(gamestate: Gamestate) -> Dealt:
        return deal(wired, gamestate, read_since)

    def settled_now() -> Settled[Any]:
        return settle_rolls(wired.game, wired.archive, wired.dice, as_of, barred=barred, deal=dealt)

    settled = settled_now()
    # A line that no longer waits for another may ask for dice of that day itself.
    while settled.alarms and not barred(settled.gamestate) and _give_up(wired, settled.gamestate):
        settled = settled_now()
    # Whom nobody can know is told before anybody asks for dice, too.
    unknown = unknown_operator(wired.settings, settled.gamestate)
    return settled if unknown is None or settled.alarms else settled._replace(alarms=(unknown,))


def _give_up(wired: Wired, gamestate: Gamestate) -> bool:
    """Archive which of the dice asked for can never be drawn, so that only their own lines wait; whether any is new."""
    last = wired.archive.last_seq()
    wired.dice.give_up({request: why for request in gamestate.requests if (why := wired.dice.loss(request))})
    return wired.archive.last_seq() > last


def commit_days(wired: Wired) -> DaysKept:
    """Commit to the seeds of today and the coming days where dice are in use: before the fold, which takes that in.

    They are where the game rolls or the tracker keeps a table of values, and from the first roll on.
    """
    kept = DaysKept()
    if _are_in_use(wired):
        try:
            kept.changed = wired.dice.commit(_coming(wired))
        except DiceError as error:
            kept.errors.append(error)
            kept.changed = True
    return kept


def _are_in_use(wired: Wired) -> bool:
    return bool(wired.game.rolls_dice or wired.settings.dynasty.file or wired.dice.is_in_use)


def _coming(wired: Wired) -> list[date]:
    """Today and the days ahead that are committed to."""
    today = day_of(wired.clock.now())
    return [today + timedelta(days=number) for number in range(wired.settings.dice.days_ahead + 1)]


def keep_days(wired: Wired, gamestate: Gamestate, read_since: datetime | None) -> DaysKept:
    """Commit to the seeds of today and the coming days, and show those of days that are over.

    ``read_since`` is when this tick began to read every source, and read them all; None where one could not be read. A day is
    over when that was past its midnight and the time for clocks that differ, and no roll asked for on it is open. Raises
    WikiError where days are over and the wiki cannot be asked for its own time.
    """
    kept = commit_days(wired)
    if not _are_in_use(wired):
        return kept
    kept.errors += _shown_early(wired, _coming(wired))
    for day in _over_for_the_wiki(wired, list(_days_over(wired, gamestate, read_since)), read_since, kept.errors):
        try:
            wired.dice.reveal(day)
            kept.changed = True
        except DiceError as error:
            kept.errors.append(error)
    return kept


def _days_over(wired: Wired, gamestate: Gamestate, read_since: datetime | None) -> Iterator[date]:
    if read_since is None:
        return
    asked_on = {day_of(request.asked_at) for request in gamestate.requests}
    asked_on |= {day_of(each.about) for each in gamestate.questions if each.id.startswith(_LOST_LINE)}
    for day in wired.dice.open_days():
        if read_since >= _over_at(day, wired.settings) and day not in asked_on and _can_be_shown(wired, day):
            yield day


def _shown_early(wired: Wired, days: Sequence[date]) -> Iterator[DiceError]:
    """An alarm for each day that is not over and whose seed is shown: whoever asks now could know the faces, so none are drawn."""
    for day in sorted(wired.dice.shown(days)):
        problem = "its seed was shown before the day was over: the clock of this machine was ahead"
        remedy = (
            "keep the clock right (NTP); what is asked for on that day is lost, and may be asked anew when it is over"
        )
        yield DiceError(problem, place=f"dice of {day}", remedy=remedy)


def _over_for_the_wiki(
    wired: Wired, days: Sequence[date], read_since: datetime | None, errors: list[DiceError]
) -> list[date]:
    """Those of some days that were over by the wiki's own clock when the reading began: ours may be ahead. One request a day.

    Raises WikiError where the wiki cannot be asked.
    """
    told = time_of_wiki(wired) if days else None
    if told is None or read_since is None:
        return list(days)
    began = told - (wired.clock.now() - read_since)
    early = [day for day in days if began < _end_of(day)]
    if early:
        problem = f"the wiki's clock says {iso(told)}, that of this machine {iso(wired.clock.now())}: no seed is shown"
        errors.append(DiceError(problem, place=f"dice of {early[0]}", remedy="set the clock of this machine (NTP)"))
    return [day for day in days if day not in early]


def _can_be_shown(wired: Wired, day: date) -> bool:
    """Whether a day that is over has its seed still; a key that cannot be used is told where the seed is to be shown."""
    try:
        return wired.dice.fits(day)
    except DiceError:
        return True


def _over_at(day: date, settings: Settings) -> datetime:
    """From when on a day's seed may be shown."""
    return _end_of(day) + timedelta(minutes=settings.dice.reveal_minutes)


def _end_of(day: date) -> datetime:
    """The midnight (UTC) with which a day is over."""
    return datetime.combine(day, time(), UTC) + timedelta(days=1)


def next_instant(wired: Wired, as_of: datetime) -> datetime | None:
    """When the next seed may be shown and the next one is committed to; None while no dice are in use."""
    if not wired.archive.cursor(SOURCE):
        return None
    yesterday = day_of(as_of) - timedelta(days=1)
    ends = (_over_at(yesterday + timedelta(days=number), wired.settings) for number in range(3))
    return min(end for end in ends if end > as_of)


# --- operators --------------------------------------------------------------------------------------------------------


def operator_at_play(settings: Settings, gamestate: Gamestate) -> DiceError | None:
    """Why no dice are drawn: somebody who can read the key plays, or perhaps does, and the config does not allow that; else None."""
    if settings.dice.operator_may_play:
        return None
    roster: Mapping[str, Mapping[str, Any]] = gamestate.values.get("roster") or {}
    for status, plays, first in _AT_PLAY:
        players = _with_members([id for id, person in roster.items() if person.get("status") == status], gamestate)
        for operator in settings.dice.operators:
            found = _player_of(operator, players, gamestate.names or {}, settings)
            if found is not None:
                problem = (
                    f"{found} runs this tracker and {plays}, who could know the faces beforehand: no dice are drawn"
                )
                remedy = f"{first}let another person run it, or say operator_may_play = yes, which the dice page shows"
                return DiceError(problem, place=settings.place("dice", "operators"), remedy=remedy)
    return None


def _with_members(players: Sequence[str], gamestate: Gamestate) -> list[str]:
    """Some players, and whoever is part of a group that is one of them: each member sees what the group has."""
    told = gamestate.values.get("players")
    known = ((told.get(player) if isinstance(told, Mapping) else None) for player in players)
    members = (member for each in known if isinstance(each, Mapping) for member in each.get("members") or ())
    return list(dict.fromkeys([*players, *map(str, members)]))


def _player_of(operator: str, players: Sequence[str], names: Mapping[str, str], settings: Settings) -> str | None:
    """The player whom an operator is, as people are shown; by a name that anybody may take only where no account is known."""
    own, known = same_person(settings, operator), {player: same_person(settings, player) for player in players}
    is_account = any(name.isdecimal() for name in own) or any(own & theirs for theirs in known.values())
    for player, theirs in known.items():
        shown = names.get(player, player).removesuffix(f" ({player})")
        if own & theirs or (not is_account and plain(shown) in own):
            return shown
    return None


def unknown_operator(settings: Settings, gamestate: Gamestate) -> DiceError | None:
    """Why no dice are drawn in a chat's game: an operator is written so that nobody could find them among the players.

    That is neither as the id of an account nor by a name that is known; None where every operator can be known.
    """
    if gamestate.names is None or settings.dice.operator_may_play:
        return None
    known = {plain(name) for pair in gamestate.names.items() for name in pair}
    known |= {plain(person) for person, places in settings.identities.items() if places.get("discord")}
    unknown = [
        operator
        for operator in settings.dice.operators
        if not any(name.isdecimal() or name in known for name in same_person(settings, operator))
    ]
    if not unknown:
        return None
    problem = f"nobody is known as {', '.join(unknown)}, so nobody can tell whether they play: no dice are drawn"
    remedy = "name the id of their account, or map the name to it under [identities]; of several operators each stands on its own line"
    return DiceError(problem, place=settings.place("dice", "operators"), remedy=remedy)
