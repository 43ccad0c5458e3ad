"""The dice page: what every seed is committed to, the dice that fell, the seeds of days that are over; older days by month.

From its wikitext alone anyone can compute every roll anew (``tracker.mechanics.dice.dice_check``, docs/proofs.md): what that reads stands
in ``code`` elements, a row a day and a row a roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.core.fold import SettledMatters
from tracker.mechanics.dice.dice_log import DiceDay, DiceLog, days_of, month_of

DAYS_SHOWN = 3
"""How many days whose seed was shown stay on the page with their rolls; those before are on the pages of their months."""


@dataclass(frozen=True, slots=True)
class DiceTerms:
    """On which terms a game rolls: the clauses, who could know the seeds, whether they may play, and whether players mix in words.

    ``unknown`` are those of the operators of whom nobody can tell whether they play.
    """

    clauses: tuple[str, ...]
    operators: tuple[str, ...] = ()
    operator_may_play: bool = False
    takes_words: bool = False
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RollView:
    """Dice that fell: the instant to the second (UTC), the die as ``2d6``, faces, who asked what for, and what came of it.

    ``message`` is that of a chat by which they were asked for, "" for none.
    """

    id: str
    asked: str
    key: str
    who: str
    die: str
    faces: tuple[int, ...]
    result: str
    purpose: str
    message: str = ""


@dataclass(frozen=True, slots=True)
class DayView:
    """One day: commitment and seed as hexadecimal texts ("" where there is none), ``is_late`` where dice were asked for before."""

    day: str
    committed: str
    hash: str
    secret: str
    words: tuple[str, ...]
    is_late: bool
    rolls: tuple[RollView, ...]


@dataclass(frozen=True, slots=True)
class DiceView:
    """What the pages show: the newest days, whole months that may have changed, all months that have a page, and who runs it.

    ``settled`` is the newest month none of whose days can change: a page that was written long ago may still show some.
    """

    days: tuple[DayView, ...]
    by_month: tuple[tuple[str, tuple[DayView, ...]], ...]
    months: tuple[str, ...]
    terms: DiceTerms = field(default_factory=lambda: DiceTerms(()))
    settled: tuple[tuple[str, tuple[DayView, ...]], ...] = ()


def view_of(
    log: DiceLog,
    terms: DiceTerms,
    settled: SettledMatters,
    *,
    in_use: bool = False,
    named: Callable[[str], str] = str,
    readable: Callable[[str], str] = str,
) -> DiceView | None:
    """The dice as they stand; None where the tracker neither committed to a seed nor drew a die, nor is about to.

    ``named`` gives the name by which somebody is shown, ``readable`` a text with such names in place of ids.
    """
    days = {day: shown for day, shown in days_of(log).items() if _is_ours(shown)}
    if not days and not log.months and not in_use:
        return None
    over = [day for day, shown in days.items() if _is_over(shown)]
    here = [day for day in days if day not in over] + over[-DAYS_SHOWN:]
    fresh = sorted({days[day].month for day in over})
    old = [month for month in log.months if month not in fresh]

    def whole(months: Iterable[str]) -> tuple[tuple[str, tuple[DayView, ...]], ...]:
        return tuple(
            (month, tuple(_day(day, named, readable) for day in month_of(log, month, settled) if _is_ours(day)))
            for month in months
        )

    return DiceView(
        days=tuple(_day(days[day], named, readable) for day in sorted(here)),
        by_month=whole(fresh),
        months=tuple(sorted({*fresh, *old})),
        terms=terms,
        settled=whole(old[-1:]),
    )


def _is_ours(day: DiceDay) -> bool:
    return bool(day.commitment or day.reveal or any(roll.is_own for roll in day.rolls))


def _is_over(day: DiceDay) -> bool:
    """Whether nothing of it will change any more: its seed was shown, or there is none."""
    return bool(day.reveal or not day.commitment)


def _day(day: DiceDay, named: Callable[[str], str], readable: Callable[[str], str]) -> DayView:
    commitment, reveal = day.commitment, day.reveal
    own = [roll for roll in day.rolls if roll.is_own]
    return DayView(
        day=day.day,
        committed=_instant(commitment.at) if commitment else "",
        hash=commitment.hash if commitment else "",
        secret=reveal.secret if reveal else "",
        words=reveal.words if reveal else (),
        is_late=commitment is not None and any(roll.asked_at < commitment.at for roll in own),
        rolls=tuple(
            RollView(
                f"{day.day}-{number}",
                _instant(roll.asked_at),
                roll.key,
                named(roll.who),
                f"{len(roll.faces)}d{roll.sides}",
                tuple(face for face in roll.faces if isinstance(face, int)),
                readable(roll.shown),
                readable(roll.purpose),
                roll.message,
            )
            for number, roll in enumerate(own, start=1)
        ),
    )


def _instant(when: datetime) -> str:
    """An instant to the second, as the check of a page reads it."""
    return f"{when.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


# --- regions ----------------------------------------------------------------------------------------------------------


def drafts(view: DiceView | None, pages: Mapping[str, str], shared: Mapping[str, Any]) -> list[RegionDraft]:
    """The page of the newest days, and that of each month that may have changed; none where no dice are in use."""
    if view is None:
        return []
    months = {month: pages["dice_month"].replace("{month}", month) for month in view.months}
    common = {**shared, "dice": view, "months": tuple(reversed(months.items()))}
    newest = tuple(reversed(view.days))
    moved = _moved(newest, (*view.settled, *view.by_month), months)
    found = [_draft(pages["dice"], "dice", {**common, "days": newest}, moved)]
    for month, days in view.by_month:
        values = {**common, "days": tuple(reversed(days)), "month": month}
        found.append(_draft(months[month], "dice_month", values, region=f"dice-{month}"))
    return found


def _moved(
    newest: Iterable[DayView], by_month: Iterable[tuple[str, Iterable[DayView]]], titles: Mapping[str, str]
) -> tuple[str, ...]:
    """The rows of days, and of their rolls, that are only on the pages of their months now: why the page may shrink (law 13)."""
    here = {day.day for day in newest}
    return tuple(
        f"{row}: moved to {titles[month]}"
        for month, days in by_month
        for day in days
        if day.day not in here
        for row in (f"dice-day-{day.day}", f"dice-{day.day}", *(f"roll-{roll.id}" for roll in day.rolls))
    )


def _draft(
    page: str, key: str, values: Mapping[str, Any], may_shrink_for: tuple[str, ...] = (), region: str = ""
) -> RegionDraft:
    return RegionDraft(page, region or key, f"{key}.wikitext.j2", values, may_shrink_for=may_shrink_for)
