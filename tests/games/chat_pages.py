"""What the tests of all chat games' pages do: read pages as words, let them stand still, and put hostile words everywhere."""

import html
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from tests.games.chat_stories import ChatCase, records
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.draft import RegionDraft
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import TICKLE, parse_instant
from tracker.core.observation import ArchivedObservation
from tracker.games.base import Game
from tracker.render.pages import render_regions

LINK = re.compile(r"\[\[[^|\]]*\|(.*?)\]\]")
LONG = timedelta(days=20)
"""So long nothing is too old for a page."""
OWN_WORDS = frozenset(
    {
        "clause",
        "reason_clause",
        "prize_clause",
        "state",
        "status",
        "verdict",
        "klass",
        "code",
        "audience",
        "may_answer",
        "id",
    }
)
"""Fields that hold words of our own; all other texts of a board may come from outside."""
MARKUP = re.compile(r"\{\||\|\}|'''|<<|<%|\[\[|__\w+__")


# --- pages as words ---------------------------------------------------------------------------------------------------


def plain(wikitext: str) -> str:
    """The words of a wikitext, one line a line."""
    labels = LINK.sub(r"\1", wikitext).replace("<br>", " ").replace("'''", "")
    lines = (" ".join(html.unescape(line).split()) for line in re.sub(r"<[^>]*>", "", labels).splitlines())
    return "\n".join(line for line in lines if line)


def row(text: str, first: str) -> str:
    """The row of a table, or the section, that holds these words, up to the next row."""
    return next(piece for piece in re.split(r"^\|[-}].*$", text, flags=re.MULTILINE) if first in piece)


def section(text: str, heading: str) -> str:
    """From the line that is a heading on to the next blank frame: all that follows it."""
    return text.partition(f"\n{heading}\n")[2]


# --- pages stand still ------------------------------------------------------------------------------------------------


def drafted(
    played: Game[Any], rows: Sequence[ArchivedObservation], instant: datetime
) -> tuple[Sequence[RegionDraft], datetime | None]:
    """The drafts of the pages at an instant, and the next instant at which the game or the pages say that something changes."""
    gamestate = gamestate_at(played, rows, instant)
    drafts = played.pages(gamestate, played.catalogue())
    told = (can.until for draft in drafts for cans in draft.values.get("by_person", {}).values() for can in cans)
    named = [each for each in (gamestate.next_instant, *told) if each and each >= instant]
    return drafts, min(named, default=None)


def texts(drafts: Sequence[RegionDraft]) -> dict[str, str]:
    return {region.region: region.text for region in render_regions(drafts)}


def last_still_instant(rows: Sequence[ArchivedObservation], instant: datetime, named: datetime | None) -> datetime:
    """The last instant before the next named one or the next row, or before a row may have happened.

    Where messages go first, what is due at an instant is named for right after it, and shown to whoever looks at the very instant.
    """
    seen = [row.observation for row in rows]
    coming = [row.happened_at for row in seen if row.happened_at > instant]
    possible = [row.possible_from for row in seen if row.is_interval and row.possible_from >= instant]
    return min([*coming, *possible, *([named] if named else []), instant + LONG]) - 2 * TICKLE


def check_pages_of(played: Game[Any], case: ChatCase) -> None:
    """Every page of a situation can be shown, and says the same until the next named instant."""
    rows = rows_of(played, records(case))
    for instant in map(parse_instant, case.instants):
        drafts, named = drafted(played, rows, instant)
        pages = texts(drafts)
        assert all(pages.values())
        later = last_still_instant(rows, instant, named)
        if later > instant:
            # Equal drafts give equal bytes, which another test holds true: only drafts that differ are rendered.
            still = drafted(played, rows, later)[0]
            assert still == drafts or texts(still) == pages


# --- hostile words in every field of the board ------------------------------------------------------------------------


def with_texts(value: Any, change: Callable[[str], str]) -> Any:
    """The same value with every text from outside changed; what is undetermined stays so."""
    if isinstance(value, str):
        return change(value) if value and value != UNDETERMINED else value
    if isinstance(value, Mapping):
        return {with_texts(key, change): with_texts(item, change) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **_others_words({each.name: getattr(value, each.name) for each in fields(value)}, change))
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return type(value)(**_others_words(value._asdict(), change))
    return tuple(with_texts(item, change) for item in value) if isinstance(value, tuple) else value


def _others_words(named: Mapping[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    return {name: old if name in OWN_WORDS else with_texts(old, change) for name, old in named.items()}


def renamed(told: Gamestate, hostile: list[str]) -> Gamestate:
    """The gamestate with every text of its board replaced; equal texts stay equal, different ones different."""
    given_names: dict[str, str] = {}

    def change(text: str) -> str:
        number = len(given_names)
        piece = hostile[number % len(hostile)]
        return given_names.setdefault(text, f"{number}{piece}" if number % 2 else f"{piece}{number}")

    return replace(told, detail=with_texts(told.detail, change))
