"""The page "What can I do now": of each player the Date Actions left, what they may do, and what bars the rest until when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.core.rule import rule
from tracker.games.blognomic.dynasties import abilities
from tracker.games.blognomic.dynasties.dynasty_records import Ability, Why
from tracker.games.blognomic.dynasties.limits import Limit
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.gndt import gndt
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case.atomic import Progress, progress_of

LIMITS_IN_WORDS: Mapping[Limit, str] = {
    Limit.NONE: "",
    Limit.DATE: "Date Action",
    Limit.DAILY: "once a day",
    Limit.DAILY_COMMUNAL: "once a day among all",
    Limit.WEEKLY: "once a week",
    Limit.WEEKLY_COMMUNAL: "once a week among all",
}


@dataclass(frozen=True, slots=True)
class DateView:
    """Somebody's Date: how many Date Actions it leaves today, and when (UTC) they become Exhausted if they take none."""

    name: str
    value: int
    today: int
    left: int
    clause: str
    is_exhausted: bool
    exhausted_from: datetime | None
    exhausted_clause: str


@dataclass(frozen=True, slots=True)
class BackView:
    """A limited action that was used: why it may not be taken, and the first instant (UTC) at which that is over."""

    action: str
    until: datetime
    clause: str
    text: str


@dataclass(frozen=True, slots=True)
class LinesView:
    """Lines of which the same comes: what the writer is free to choose, what comes for certain, and what dice decide."""

    lines: tuple[str, ...]
    needs: str
    effect: str
    chances: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenView:
    """An action that may be taken now, with its lines."""

    action: str
    limit: str
    lines: tuple[LinesView, ...]


@dataclass(frozen=True, slots=True)
class AheadView:
    """Lines that are barred, and what comes then: from when they may be taken, or what bars them still."""

    lines: tuple[str, ...]
    since: datetime | None
    still: Why | None


@dataclass(frozen=True, slots=True)
class BarredView:
    """What bars lines now, and the lines by what comes then."""

    why: Why
    ahead: tuple[AheadView, ...]

    @property
    def is_alike(self) -> bool:
        """Whether the same comes for all of them then."""
        return len(self.ahead) == 1


@dataclass(frozen=True, slots=True)
class HolderView:
    """One player, or the head of the dynasty; ``awaited`` are the lines that wait for dice."""

    name: str
    is_head: bool
    date: DateView | None
    back: tuple[BackView, ...]
    open: tuple[OpenView, ...]
    barred: tuple[BarredView, ...]
    awaited: tuple[str, ...]
    atomic: tuple[Progress, ...] = ()
    """The Atomic Actions that they have begun and not completed."""


@dataclass(frozen=True, slots=True)
class AbilitiesView:
    """The page: the day, the table's page, why its newest revision counts for nothing (if so), and everybody."""

    today: int
    has_days: bool
    player_word: str
    emperor_word: str
    page: str
    held: str
    holders: tuple[HolderView, ...]


def view_of(moment: Moment) -> AbilitiesView | None:
    """What the page shows at a moment; None where the dynasty keeps no values."""
    table = gndt.table_of(moment)
    if table is None:
        return None
    name_of = moment.state.name_of
    keys = sorted(abilities.holders_of(table), key=lambda key: name_of(key).casefold())
    return AbilitiesView(
        table.today,
        table.dynasty.day_zero is not None,
        table.dynasty.player,
        table.dynasty.emperor,
        table.dynasty.page,
        table.gndt.held,
        tuple(_holder(table, key) for key in keys),
    )


def _holder(table: Table, key: str) -> HolderView:
    found = abilities.abilities_of(table, key)
    back = abilities.limit_ends(table, key)
    return HolderView(
        table.moment.state.name_of(key),
        key == table.moment.state.emperor,
        _date(table, key),
        tuple(BackView(action, bar.until, bar.clause, bar.text) for action, bar in back.items()),
        tuple(_open(found)),
        tuple(_barred(found)),
        tuple(each.line for each in found if each.is_awaited),
        tuple(progress_of(table.gndt, key)),
    )


@rule("BN-134", "BN-141")
def _date(table: Table, key: str) -> DateView | None:
    """How many Date Actions are left to somebody; None where the dynasty has none, and where dice are awaited."""
    dates, today = abilities.date_rule(table), table.today
    value = table.holdings.values.get(key, {}).get(dates.variable) if dates else None
    if dates is None or not isinstance(value, int) or not table.holdings.is_known(key):
        return None
    lag = dates.exhausted_after
    is_exhausted = lag is not None and today - value > lag
    becomes = None if lag is None or is_exhausted else abilities.start_of(table, value + lag + 1)
    left = 0 if is_exhausted else max(today - value, 0)
    return DateView(
        dates.variable, value, today, left, dates.clause, is_exhausted, becomes, dates.exhausted_clause or dates.clause
    )


def _open(found: Iterable[Ability]) -> list[OpenView]:
    lines: dict[str, list[Ability]] = {}
    for each in found:
        if each.is_open:
            lines.setdefault(each.action, []).append(each)
    return [OpenView(action, LIMITS_IN_WORDS[each[0].limit], tuple(_alike(each))) for action, each in lines.items()]


def _alike(found: Sequence[Ability]) -> Iterator[LinesView]:
    """Lines of one action, those together of which the same comes."""
    groups: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for each in found:
        groups.setdefault((each.needs, each.effect, each.chances), []).append(each.line)
    return (LinesView(tuple(lines), *known) for known, lines in groups.items())


def _barred(found: Sequence[Ability]) -> list[BarredView]:
    """What is barred, by what bars it; an action of which every line is goes by its name."""
    groups: dict[Why, dict[tuple[datetime | None, Why | None], list[Ability]]] = {}
    for each in found:
        if each.why is not None:
            groups.setdefault(each.why, {}).setdefault((each.since, each.still), []).append(each)
    return [
        BarredView(why, tuple(AheadView(_lines(lines, found), *then) for then, lines in ahead.items()))
        for why, ahead in groups.items()
    ]


def _lines(lines: Sequence[Ability], found: Sequence[Ability]) -> tuple[str, ...]:
    whole = {each.action for each in lines} - {each.action for each in found if each not in lines}
    return tuple(dict.fromkeys(each.action if each.action in whole else each.line for each in lines))


# --- the region -------------------------------------------------------------------------------------------------------


def drafts(view: AbilitiesView | None, pages: Mapping[str, str], shared: Mapping[str, Any]) -> list[RegionDraft]:
    """The page's region; none where the dynasty keeps no values. It follows from the log and the day alone: any loss is explained."""
    if view is None:
        return []
    why = ("what players may do follows from the day and from what they did",)
    values = {**shared, "abilities": view}
    return [RegionDraft(pages["abilities"], "abilities", "blognomic/abilities.wikitext.j2", values, may_shrink_for=why)]
