"""The check-up: is the config sound, do blog and wiki answer, may we write, do the pages have their markers; what to mend, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tracker.app.asking.inquiry import gamestate_at
from tracker.app.dice.dice_days import unknown_operator
from tracker.app.people.accounts import plain, same_person
from tracker.app.people.by_hand import plan_creation_now
from tracker.app.people.identities import NAME as IDENTITIES
from tracker.app.people.identities import described
from tracker.app.publish.pages import titles
from tracker.app.publish.pictures import shown
from tracker.app.tick.setting_log import check_use, last_said, wishes
from tracker.app.wired import Wired
from tracker.core.gamestate import Dealing
from tracker.core.instants import EPOCH, iso
from tracker.core.manners import allows_bot, switched_off
from tracker.core.region import find_regions
from tracker.errors import (
    BlockedError,
    ConfigError,
    LoginError,
    PageProtectedError,
    RegionError,
    TrackerError,
    WikiError,
)

NEEDED_RIGHTS = ("edit", "createpage")
PICTURE_RIGHTS = ("upload",)
GENTLE_RIGHTS = ("bot",)
ADMINS = "admins"
"""The setting that names who may decide and ask for things, of a game whose roster does not."""
OPENING_HOURS = "deck_opening_hours"
"""The setting that says how long after a win cards stay secret, of a game that deals any."""
ROSTER_KINDS = frozenset({"opening", "roster", "roster_change"})
_MAKE_PAGES = "tracker pages --create"
_FIRST_TICK = "tracker tick"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: what was found, and where something is wrong the error with its remedy.

    ``next_step`` is what comes next in setting the tracker up, where that is all that is missing.
    """

    name: str
    found: str
    error: TrackerError | None = None
    next_step: str = ""

    @property
    def is_ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.error is None

    def record(self) -> dict[str, object]:
        """As ``tracker check --json`` prints it."""
        remedy = self.error.remedy if self.error else ""
        return {
            "name": self.name,
            "ok": self.is_ok,
            "found": self.found,
            "remedy": remedy,
            **({"next": self.next_step} if self.next_step else {}),
        }


class _NotYetError(Exception):
    """That nothing is wrong with a new tracker but what the next step brings."""

    def __init__(self, found: str, step: str) -> None:
        super().__init__(found)
        self.step = step


def check_up(
    wired: Wired, ask_blog: Callable[[], str], chats: Mapping[str, Callable[[], str]] | None = None
) -> Iterator[Check]:
    """Look at one thing after another; nothing is written.

    ``ask_blog`` reads the blog once and says what was found, ``chats`` do so of each chat; where there is a chat there need
    be no blog.
    """
    asked = {} if chats and not wired.settings.blog.url else {"blog": ask_blog}
    looks: tuple[tuple[str, Callable[[], str]], ...] = (
        ("config", lambda: _config(wired)),
        ("archive", lambda: _archive(wired)),
        *asked.items(),
        *(chats or {}).items(),
        ("roster", lambda: _roster(wired)),
        ("reading", lambda: _reading(wired)),
        *((("identities", lambda: described(wired)),) if _has_identities(wired) else ()),
        *((("requests", lambda: _requests(wired)),) if _has_admins(wired) else ()),
        ("wiki", lambda: _wiki(wired)),
        *((("pictures", lambda: _pictures(wired)),) if wired.game.picture_pages else ()),
        ("account", lambda: _account(wired)),
        ("switch-off page", lambda: _switch(wired)),
        ("dice", lambda: _dice(wired)),
        *((("deck", lambda: _deck(wired)),) if wired.dealer is not None else ()),
        ("pages", lambda: _pages(wired)),
        *((("first tick", _first_tick),) if _is_new(wired) else ()),
    )
    for name, look in looks:
        yield _looked(name, look)


def exit_code(checks: list[Check]) -> int:
    """0, or that of the first error."""
    return next((check.error.exit_code for check in checks if check.error), 0)


def next_step(checks: list[Check]) -> str:
    """What comes next in setting the tracker up, where nothing is to be mended; empty where it ticks already."""
    return "" if exit_code(checks) else next((check.next_step for check in checks if check.next_step), "")


def _looked(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, look())
    except _NotYetError as missing:
        return Check(name, str(missing), next_step=missing.step)
    except TrackerError as error:
        return Check(name, str(error), error)


def _config(wired: Wired) -> str:
    settings = wired.settings
    wanted = wishes(settings, wired.game)
    check_use(wanted, settings, wired.game)
    titles(wired)
    settings.require_contact()
    return f"{settings.file}: {wired.game.title}, {len(wanted)} settings, permission {settings.publish.permission}"


def _archive(wired: Wired) -> str:
    beat = wired.archive.last_beat()
    last = f"last tick {iso(beat.at)}: {beat.outcome}" if beat else "no tick yet"
    return f"{wired.archive.last_seq()} rows, {last}"


def _is_new(wired: Wired) -> bool:
    """Whether it has never ticked."""
    return wired.archive.last_beat() is None


def _first_tick() -> str:
    raise _NotYetError("none yet", _FIRST_TICK)


def _has_identities(wired: Wired) -> bool:
    """Whether the config says that somebody is the same person somewhere, or said so before."""
    return bool(wired.settings.identities or last_said(wired.archive, IDENTITIES))


def _has_admins(wired: Wired) -> bool:
    """Whether the config, and no roster, says who may ask for things on the wiki."""
    settings = wired.settings
    return bool(settings.requests.page) and any(switch.name == ADMINS for switch in settings.switches)


def _requests(wired: Wired) -> str:
    """Whose lines can be told for theirs: whoever edits the wiki is known by their account there."""
    settings = wired.settings
    admins = [name for wish in wishes(settings, wired.game) if wish.name == ADMINS for name in wish.value]
    on_wiki = {plain(person) for person, accounts in settings.identities.items() if accounts.get("wiki")}
    known = [name for name in admins if same_person(settings, name) & on_wiki]
    unknown = ", ".join(name for name in admins if name not in known)
    page, lack = settings.requests.page, "no wiki account in [identities]"
    if not known:
        place, remedy = settings.place("switches", ADMINS), "write NAME = wiki:ACCOUNT there, and admins one a line"
        raise ConfigError(f"no admin can ask for anything on {page}: {lack}: {unknown}", place=place, remedy=remedy)
    left = f"; {lack}, so their lines are not carried out: {unknown}" if unknown else ""
    return f"{', '.join(known)} may ask on {page}{left}"


def _roster(wired: Wired) -> str:
    """Whether the archive knows the players from before the posts that it knows; in a chat they announce themselves."""
    if wired.game.channels:
        is_stated = any(row.observation.kind == "opening" for row in wired.archive.rows())
        how = "as an opening states, and" if is_stated else "to start in the middle of a round: tracker opening; else"
        return f"{how} as people announce in the chat"
    if not any(row.observation.kind in ROSTER_KINDS for row in wired.archive.rows()):
        problem, remedy = "the archive knows of no players yet", "tracker opening drafts a list of players"
        if _is_new(wired):
            raise _NotYetError(f"{problem}: {remedy}", "tracker opening; correct what it drafts and archive it")
        raise ConfigError(problem, place=wired.settings.archive.url, remedy=f"{remedy}; correct it and archive it")
    return "the players are known"


def _reading(wired: Wired) -> str:
    """Whether what was read gives no sign that a setting does not fit the blog."""
    found = [finding for finding in gamestate_at(wired).findings if finding.mend]
    if found:
        problem, remedy = (
            "; ".join(dict.fromkeys(parts)) for parts in zip(*((f.text, f.mend) for f in found), strict=True)
        )
        raise ConfigError(problem, place=str(wired.settings.file), remedy=remedy)
    return "nothing that was read hints at a setting that does not fit"


def _wiki(wired: Wired) -> str:
    known = wired.wiki.revision_ids(_titles(wired))
    there = sum(revision is not None for revision in known.values())
    return f"answers; {there} of {len(known)} pages are there"


def _titles(wired: Wired) -> list[str]:
    written = {key: title for key, title in titles(wired).items() if key in wired.game.catalogue()}
    return [title for title in written.values() if "{" not in title]


def _pictures(wired: Wired) -> str:
    """Which pictures are shown, and why the others are not; to do without one is nothing wrong."""
    found, keys = shown(wired, titles(wired)), wired.game.picture_pages.keys()
    told = [f"{title}: taken" for key, title in found.titles.items() if key in keys]
    told += [f"the pages do without {title}: {why}" for title, why in found.refusals.items()]
    refused = {key for key, title in titles(wired).items() if title in found.refusals}
    told += [f"unless the wiki is to change, write {_without(refused)} in [pages]"] if refused else []
    return "; ".join(told) or "none, as the config says"


def _without(keys: Iterable[str]) -> str:
    """How a config says that these pictures are done without."""
    return f"{', '.join(f'{key} =' for key in sorted(keys))} with nothing after the sign"


def _account(wired: Wired) -> str:
    account, place = wired.wiki.account(), wired.settings.wiki.account
    if account.blocked:
        raise BlockedError(f"{account.name} is blocked: {account.blocked}", place=place, remedy="ask an admin")
    drawn = wired.game.picture_pages.keys() & shown(wired, titles(wired)).titles.keys()
    needed = (*NEEDED_RIGHTS, *(PICTURE_RIGHTS if drawn else ()))
    missing = [right for right in needed if right not in account.rights]
    if missing:
        problem, remedy = f"{account.name} has no right to {', '.join(missing)}", "grant the bot password these rights"
        if set(missing) <= {*PICTURE_RIGHTS}:
            remedy += f", or go without pictures, by [pages] {_without(drawn)}"
        raise LoginError(problem, place=place, remedy=remedy)
    if not {*GENTLE_RIGHTS} & {*account.rights, *account.groups}:
        remedy = "ask a bureaucrat for the group bot"
        raise LoginError(f"{account.name} is not flagged as a bot", place=place, remedy=remedy)
    if refused := wired.wiki.refused(_titles(wired)):
        problem = "; ".join(f"{account.name} may not write {title}: {why}" for title, why in refused.items())
        raise PageProtectedError(
            problem, place=place, remedy="ask an admin of the wiki, or choose other titles in [pages]"
        )
    return f"{account.name}, may {', '.join(needed)}, and write each of our pages"


def _switch(wired: Wired) -> str:
    titles = wired.manners.switch_pages
    if not titles:
        return "none is configured"
    for title, page in wired.wiki.fetch(titles).items():
        if reason := switched_off(page):
            raise WikiError(reason, place=title, remedy="empty that page, or write on")
    return f"{titles[0]}: on"


def _dice(wired: Wired) -> str:
    """Whether the key file fits what is committed to, and operators are people who can be known; nothing is made."""
    if unknown := unknown_operator(wired.settings, gamestate_at(wired)) if wired.settings.dice.operators else None:
        raise unknown
    days = wired.dice.open_days() if wired.dice.is_in_use else []
    if not days:
        is_soon = wired.game.rolls_dice or wired.settings.dynasty.file
        return "in use from the next tick on" if is_soon else "not in use"
    wired.dice.check(days)
    return f"committed to up to {days[-1]}; the key file fits"


def _deck(wired: Wired) -> str:
    """Whether the secret text can be used and fits what is committed to, and players can be written to; nothing is archived."""
    dealing = gamestate_at(wired).dealing
    if wired.dealer is None or dealing is None:
        return "not in use"
    if wired.private is None:
        place, remedy = wired.settings.place("discord", "private_messages"), "write private_messages = yes there"
        raise ConfigError("no player can be told their cards", place=place, remedy=remedy)
    if dealing.is_over:
        return f"{dealing.game} is over"
    wired.dealer.check(dealing.game)
    is_committed = "its hash is published" if dealing.secret_hash else "its hash is published by the next tick"
    hours = _hours_to_object(wired, dealing)
    when = f"{hours} hours after" if hours else "at once, and for good, on"
    return f"the secret text of {dealing.game} can be used; {is_committed}; every card is published {when} a win that is recorded"


def _hours_to_object(wired: Wired, dealing: Dealing) -> int:
    """What the config says by now, which the next tick takes in; else what holds."""
    now = wired.clock.now()
    given = [wish for wish in wishes(wired.settings, wired.game) if wish.name == OPENING_HOURS]
    begun = [wish for wish in given if (wish.since or now) <= now]
    newest = max(begun, key=lambda wish: wish.since or EPOCH, default=None)
    return dealing.hours_to_object if newest is None else int(newest.value)


def _pages(wired: Wired) -> str:
    pages = wired.wiki.fetch(_titles(wired))
    for title, page in pages.items():
        if page.exists and not allows_bot(page.text, wired.manners.account):
            raise WikiError("asks this bot to keep off", place=title, remedy="take its {{bots}} or {{nobots}} away")
        find_regions(page.text, title)
    missing = plan_creation_now(wired)
    if missing.pages or missing.findings:
        names = ", ".join(change.title for change in missing.pages)
        problem = f"pages or markers are missing: {names}" if names else missing.findings[0].text
        if _is_new(wired) and not missing.findings:
            raise _NotYetError(problem, _MAKE_PAGES)
        raise RegionError(problem, remedy=_MAKE_PAGES)
    return f"{len(pages)} pages with their markers"
