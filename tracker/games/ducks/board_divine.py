"""What the pages show of titles, God Eggs and the Duck Disciple in one world."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment

from . import periods
from .board_ducks import called, items_shown, owner_shown
from .state import DEITY, DUCK, DUCK_GOD, DUKE, GOD_EGG, KING, LORD, World
from .titles import OLD_ONE, standings, titles
from .views import DiscipleView, LosingView, StandingView, TitleView

_CLAUSES = {DEITY: "DUCK-102", KING: "DUCK-103", LORD: "DUCK-104", DUKE: "DUCK-106"}
_GO_BY = {
    DEITY: "God Eggs",
    KING: "complete ducks",
    LORD: "Quacks on complete ducks",
    DUKE: f"being Duck {KING} and Duck {LORD}",
}
_SHOWN = 20
"""So many in the race for a title are shown."""


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the names of the board's fields."""
    world = moment.world
    held = titles(world, moment.law)
    return {
        "titles": {title: _title(moment, title, holder, people) for title, holder in held.items()},
        "losing": {each.called: each for each in (_duck_god(moment), _old_one(moment))},
        "disciple": _disciple(moment, people),
        "disciple_names": ", ".join(f"{name} ({count})" for name, count in world.disciple_names.items()),
    }


# --- titles -----------------------------------------------------------------------------------------------------------


def _title(moment: Moment[World], title: str, holder: str, people: People) -> TitleView:
    counts = {} if title == DUKE else standings(moment.world, moment.law, title)
    shown_name = title if title == DUKE else f"Duck {title}"
    name = f"DUCK {title}" if title == DUKE else shown_name
    bearer = _entity(moment.world, holder, people)
    return TitleView(name, _CLAUSES[title], _GO_BY[title], bearer, _standings(moment.world, counts, people))


def _standings(world: World, counts: Mapping[str, int], people: People) -> dict[str, StandingView]:
    """The race: who is how far behind the first, and what would make each the only first."""
    best = max(counts.values(), default=0)
    found = dict[str, StandingView]()
    for holder, count in list(counts.items())[:_SHOWN]:
        others = max((each for who, each in counts.items() if who != holder), default=0)
        wanting = max(0, max(others, 0) + 1 - count)
        found[holder] = StandingView(_entity(world, holder, people), count, best - count, wanting)
    return found


def _entity(world: World, holder: str, people: People) -> str:
    if holder.startswith(DUCK):
        return called(world, int(holder.removeprefix(DUCK)))
    return owner_shown(holder, world, people)


# --- God Eggs ---------------------------------------------------------------------------------------------------------


def _duck_god(moment: Moment[World]) -> LosingView:
    count, limit = moment.world.duck_god.get(GOD_EGG, 0), moment.law.number("duck_god_losing_god_eggs")
    weekly, day = moment.law.number("duck_god_weekly_god_eggs"), moment.law.word("duck_god_weekday")
    return LosingView(DUCK_GOD, "DUCK-145", count, limit, max(0, limit - count), f"gains {weekly} each {day}")


def _old_one(moment: Moment[World]) -> LosingView:
    world, law = moment.world, moment.law
    count, limit = world.old_one_eggs, law.number("old_one_losing_god_eggs")
    has_acted = world.old_one_week == periods.week(moment)
    gains = f"gains {law.word('old_one_dice')} with the first game action of each week"
    note = f"{gains}, and {'has' if has_acted else 'has not'} acted in this week"
    return LosingView(OLD_ONE, "DUCK-161", count, limit, max(0, limit - count), note)


# --- the Disciple -----------------------------------------------------------------------------------------------------


def _disciple(moment: Moment[World], people: People) -> DiscipleView | None:
    world, disciple, start = moment.world, moment.world.disciple, periods.start(moment)
    if disciple is None:
        return None
    acted = (each.id for each in world.players.values() if each.disciple_in == start and each.disciple_acts)
    return DiscipleView(
        disciple.name,
        disciple.quacks,
        items_shown(world, moment.law.words("items"), disciple.goods, disciple.eggs),
        tuple(called(world, number) for number in disciple.damaged_by),
        people.names(acted),
    )
