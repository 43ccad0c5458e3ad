"""The pages: from a game's drafts to what should stand on the wiki, and to the layouts by which pages are first made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from tracker.app.enacting.enactment_book import region_drafts
from tracker.app.people.requests import REQUESTS, why_not
from tracker.app.people.void_lines import void_answers
from tracker.app.publish.page_marks import LEFT, marks_left, unmarked
from tracker.app.publish.pictures import shown
from tracker.app.tick.setting_log import DYNASTY
from tracker.app.wired import Wired
from tracker.config import Settings
from tracker.core.draft import RegionDraft, RenderedRegion
from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso
from tracker.core.manners import BOARD, ENACTING, PICTURES, TABLE
from tracker.core.observation import Observation
from tracker.core.planning import Desired, DesiredPage, DesiredRegion, PageLayout
from tracker.errors import ConfigError
from tracker.games.base import Game

OPENING = (
    "This page is kept by the tracker. What stands between its markers is written anew at each change;"
    " everything else on the page is yours."
)
SWITCH_OPENING = "on"
REQUESTS_OPENING = (
    "Admins ask the tracker for things here, a line each; it answers below the line, once: {forms}. An ANSWER that itself holds"
    " quotation marks stands in such marks as a whole. Who asks is told by the page's history."
)
REQUEST_FORMS = (
    "enact MATTER",
    "recount MATTER",
    "decide QUESTION ANSWER",
    "confirm CLAUSE",
    "correct ROW void: REASON",
    'correct ROW reads "TEXT": REASON',
    "correct ROW happened INSTANT: REASON",
    "set /POINTER VALUE: REASON",
    "approve CHECKSUM",
    "resync",
    "pause",
    "resume",
)
"""How the lines read that are offered on the page of requests, where the game has a use for their word."""
AUTHORITY_OPENING = (
    "An admin who wants the tracker to enact by itself what is lawful and wholly mechanical writes a line here:"
    " <code>&#42; I, NAME, authorise the tracker to enact.</code> To revoke it, remove the line."
)
_IMPOSSIBLE = frozenset("#<>[]{}|")
INPUT = "input "
"""How the keys of the pages begin on which players act by writing."""
FILE = "File:"
"""How the titles of pictures' pages begin."""
LINK_TARGETS = frozenset({"ruleset"})
"""Keys of pages that are only linked to, never written."""


def titles(wired: Wired) -> dict[str, str]:
    """The title of each page by its key: the config's, or else the game's own; those on which players act besides."""
    inputs = wired.game.input_pages(DYNASTY, wired.settings.dynasty_source)
    return {**chosen_titles(wired.game, wired.settings), **{f"{INPUT}{n}": title for n, title in enumerate(inputs, 1)}}


def chosen_titles(played: Game[Any], settings: Settings) -> dict[str, str]:
    """The same from a game and a config; raises ConfigError for an unknown key or an impossible title.

    Of a picture whose title the config leaves empty there is none.
    """
    catalogue, given = played.catalogue(), settings.pages
    known = {*catalogue, *LINK_TARGETS}
    for section, keys in (("pages", given), ("headings", settings.headings)):
        for key in keys:
            if key not in known:
                near = get_close_matches(key, known, n=1)
                hint = f"did you mean {near[0]}? " if near else ""
                remedy = f"{hint}known: {', '.join(sorted(known))}"
                raise ConfigError("unknown page", place=settings.place(section, key), remedy=remedy)
    unshown = {key for key in played.picture_pages if not given.get(key, key).strip()}
    for key, title in given.items():
        if key in unshown:
            continue
        if not title.strip():
            remedy = f"write {key} = NAME, or leave the line out"
            raise ConfigError("is empty", place=settings.place("pages", key), remedy=remedy)
        if _IMPOSSIBLE & set(title.replace("{month}", "")):
            remedy = f"leave out {' '.join(sorted(_IMPOSSIBLE))}"
            raise ConfigError("no page can have this title", place=settings.place("pages", key), remedy=remedy)
        if key in played.picture_pages:
            _check_picture(title, played.picture_pages[key], settings.place("pages", key))
    followed = {"ruleset": settings.wiki.ruleset} if settings.wiki.ruleset else {}
    return {key: title for key, title in {**catalogue, **followed, **given}.items() if key not in unshown}


def _check_picture(title: str, endings: Sequence[str], place: str) -> None:
    """Refuse what is no title of a file in one of a picture's forms."""
    stem, _, ending = title.removeprefix(FILE).rpartition(".")
    if not title.startswith(FILE) or ending.lower() not in endings or not stem:
        remedy = f"name it {FILE}{stem or ending}.{endings[0]}, or write nothing after the = to go without the picture"
        raise ConfigError("this is no title of the picture's file", place=place, remedy=remedy)


def drafts(wired: Wired, gamestate: Gamestate, names: Mapping[str, str] | None = None) -> Sequence[RegionDraft]:
    """The regions that should stand on the wiki, not yet rendered; ``names`` go before the titles of the config.

    Beside the pages that it writes a game is told the page of requests (``requests``), where there is one.
    """
    asked_on = {REQUESTS: wired.settings.requests.page} if wired.settings.requests.page else {}
    names = {**(titles(wired) if names is None else names), **asked_on}
    return [*wired.game.pages(gamestate, names), *region_drafts(wired, gamestate, names)]


def desired(wired: Wired, gamestate: Gamestate) -> Desired:
    """What should stand on the wiki; a page of a series (``{month}``) may be made by a tick, the others only by hand.

    Pages of what is over that are known to stand there as they should are left out. Raises WikiError where there are pictures
    and the wiki does not say what it has of them.
    """
    pictured = shown(wired, titles(wired))
    names = pictured.titles
    changing = unmarked(marks_left(wired), drafts(wired, gamestate, names))
    marks = {(draft.page, draft.region): draft.mark for draft in changing}
    standing, tables = set(names.values()), {title for key, title in names.items() if _is_input(key)}
    by_page: dict[str, list[DesiredRegion]] = {}
    news = _rows_since_judged(wired)
    settled = settled_by(wired, news)
    for region in wired.render(changing):
        by_page.setdefault(region.page, []).append(_region(region, marks[region.page, region.region], settled))
    pages = (
        DesiredPage(
            title,
            tuple(regions),
            create_with=None if title in standing else OPENING,
            task=TABLE if title in tables else BOARD,
        )
        for title, regions in by_page.items()
    )
    said = wired.game.answers(gamestate)
    heard = (
        DesiredPage(
            title, answers=(*each.answers, *void_answers(wired, title)), heard_revision=each.heard_revision, task=TABLE
        )
        for title, each in said.items()
    )
    amended = wired.game.amendments(gamestate) if wired.settings.dynasty.amend_rules else {}
    ruled = (DesiredPage(title, amendments=tuple(spans), task=TABLE) for title, spans in amended.items())
    return Desired(
        (*pages, *heard, *ruled),
        uploads=tuple(wired.game.pictures(gamestate, names)),
        pictures=pictured.there,
        findings=pictured.findings,
        said=sum(row.kind in (_SAID | _SETTLING if wired.game.channels else _SETTLING) for row in news),
    )


_SAID = frozenset({"message", "message_edited", "reaction", "reaction_removed"})
"""What people say and do in a chat; that something is gone or somebody left explains no loss on our pages."""
_SETTLING = frozenset({"decision", "correction"})
"""What people decide and put right: it explains the lines of what it is about, be they gone or shorter now."""
JUDGED = "judged"
"""The key, in what a tick leaves behind, of the row up to which its pages were judged."""


def _rows_since_judged(wired: Wired) -> list[Observation]:
    """What was archived since the pages were last judged; nothing where nobody knows."""
    left = json.loads(wired.archive.cursor(LEFT) or "{}")
    return [row.observation for row in wired.archive.rows(after_seq=left[JUDGED])] if JUDGED in left else []


def settled_by(wired: Wired, rows: Iterable[Observation]) -> tuple[str, ...]:
    """The rows and sections of pages that decisions and corrections among these rows are about, each with why it may go."""
    found: dict[str, str] = {}
    for row in rows:
        if row.kind in _SETTLING:
            found |= dict.fromkeys(_about(wired, row), f"{row.kind} of {iso(row.happened_at)}")
    return tuple(f"{kind}-{name}: {why}" for name, why in found.items() for kind in _PLACES)


_PLACES = ("matter", "resolution", "player")
"""How the ids of rows and sections begin that show what a decision or correction may be about."""


def _about(wired: Wired, row: Observation) -> set[str]:
    """What a decision or correction names, and the matters and people that this belongs to."""
    named = {value.partition(":")[2] or value for value in row.payload.values() if isinstance(value, str)}
    named |= {value for value in row.payload.values() if isinstance(value, str)}
    subjects = {seen.observation.subject for name in named for seen in wired.archive.versions(name)}
    return {name.casefold() for name in (*named, *subjects) if name}


def _region(region: RenderedRegion, mark: str, settled: tuple[str, ...]) -> DesiredRegion:
    events = (*region.may_shrink_for, *settled)
    return DesiredRegion(region.region, region.text, region.on_hand_edit, events, mark=mark)


def page_texts(wired: Wired, gamestate: Gamestate) -> dict[str, str]:
    """The text of every page by title, its regions in order, as ``replay --pages`` prints them."""
    return joined(wired.render(drafts(wired, gamestate)))


def joined(regions: Iterable[RenderedRegion]) -> dict[str, str]:
    """Regions put together by page."""
    texts: dict[str, list[str]] = {}
    for region in regions:
        texts.setdefault(region.page, []).append(region.text)
    return {title: "\n\n".join(parts) for title, parts in texts.items()}


def layouts(wired: Wired, gamestate: Gamestate) -> list[PageLayout]:
    """How each page is first made: the standing pages with their regions, and the switch-off pages."""
    names = titles(wired)
    keys = {title: key for key, title in names.items()}
    regions: dict[str, list[str]] = {}
    for draft in drafts(wired, gamestate):
        if draft.page in keys:
            regions.setdefault(draft.page, []).append(draft.region)
    headings, closing = wired.settings.headings, wired.game.input_area
    found = [
        PageLayout(
            title, OPENING, tuple(held), headings.get(keys[title], ""), closing if _is_input(keys[title]) else ""
        )
        for title, held in regions.items()
    ]
    enact = wired.settings.enact
    plain = dict.fromkeys(_switches(wired), SWITCH_OPENING)
    plain |= {wired.settings.requests.page: _requests_opening(wired), enact.authority_page: AUTHORITY_OPENING}
    return [*found, *(PageLayout(title, opening, ()) for title, opening in plain.items() if title)]


def _requests_opening(wired: Wired) -> str:
    offered = (form for form in REQUEST_FORMS if not why_not(wired, form.partition(" ")[0]))
    return REQUESTS_OPENING.format(forms=", ".join(f"<code>&#42; {form}</code>" for form in offered))


def _switches(wired: Wired) -> list[str]:
    """The switch-off pages of what is done here: that of everything, and that of each task."""
    unused = set() if wired.game.picture_pages.keys() & titles(wired).keys() else {PICTURES}
    unused |= {TABLE} if not any(map(_is_input, titles(wired))) else set()
    unused |= {ENACTING} if wired.settings.enact.mode == "off" else set()
    tasks = wired.settings.wiki.task_switches
    return [wired.settings.wiki.switch_off_page, *(tasks[task] for task in tasks if task not in unused)]


def _is_input(key: str) -> bool:
    return key.startswith(INPUT)
