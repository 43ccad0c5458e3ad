"""Wires settings to adapters, games and use cases; the only importer of adapters by name, and of each only when needed."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker import __version__
from tracker.app.pages import chosen_titles
from tracker.app.restored import note_restored
from tracker.app.setting_log import DYNASTY, wishes
from tracker.app.shared_look import SharedLook
from tracker.app.wired import Rendered, Wired, none_counted
from tracker.config import Settings
from tracker.core.draft import RegionDraft
from tracker.core.observation import Observation
from tracker.core.ports import Clock, Outbox, Source, WikiBackend
from tracker.errors import ArchiveError, ConfigError, SourceUnreadableError, UsageError
from tracker.games.base import Game
from tracker.games.registry import game

if TYPE_CHECKING:
    from tracker.archive.sql import SqlArchive
    from tracker.sources.blog.reading import BlogEngine
    from tracker.sources.blog.source import BlogSource
    from tracker.sources.http import Fetcher
    from tracker.wiki.mediawiki_settings import MediaWikiSettings
    from tracker.wiki.pywikibot_home import PywikibotHome

_SQLITE = "sqlite:///"
_PACKAGE = Path(__file__).parent
_TEMPLATE_FOLDERS = (_PACKAGE / "templates", _PACKAGE.parent / "templates")


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present instant, aware, UTC."""
        return datetime.now(UTC)


def wire(settings: Settings, clock: Clock | None = None, sleep: Callable[[float], None] = time.sleep) -> Wired:
    """Everything that commands work with, as a config wants it; nothing outside but the archive is opened.

    Raises ConfigError and ArchiveError.
    """
    from tracker.app.dice import KeyedDice
    from tracker.app.dice_key import KeyFile
    from tracker.archive.holder import this_process

    now = clock or SystemClock()
    played = _game(settings)
    chosen_titles(played, settings)
    wishes(settings, played)
    written = wiki(settings, now)
    look = SharedLook(written)
    fetching = fetcher(settings, now, sleep) if settings.blog.url else None
    watched = sources(settings, look, now, sleep, fetching)
    archive = open_archive(settings)
    return Wired(
        settings=settings,
        game=played,
        sources=watched,
        archive=archive,
        ledger=archive.ledger(),
        wiki=written,
        clock=now,
        dice=KeyedDice(KeyFile(settings.folder / settings.dice.key_file), archive, now),
        render=render,
        owner=this_process(),
        code=code_digest(played),
        look=look,
        outbox=outbox(settings),
        requests=none_counted if fetching is None else lambda: fetching.request_count,
        meter=_meter(settings),
    )


def _game(settings: Settings) -> Game[Any]:
    try:
        return game(settings.game.slug)
    except UsageError as error:
        raise ConfigError(error.message, place=settings.place("game", "slug"), remedy=error.remedy) from error


def open_archive(settings: Settings) -> SqlArchive:
    """The archive that a config names, made or brought up to date where needed; raises ArchiveError."""
    from tracker.archive.sql import open_archive as opened

    return opened(settings.archive_place, schema=settings.archive_schema)


def archive_faults(settings: Settings) -> tuple[str, list[str]]:
    """Which archive a config names, and what is wrong with it, a sentence each; raises ArchiveError where it cannot be read."""
    from tracker.archive.checking import faults

    with closing(open_archive(settings)) as archive:
        return archive.database.place, list(faults(archive.database))


def back_up_archive(settings: Settings, now: datetime, keep: int, to: Path | None) -> Path:
    """Copy the archive that a config names while others use it; where the copy is. Raises ArchiveError and UsageError."""
    from tracker.archive.copies import back_up

    _require_file(settings, "pg_dump copies a PostgreSQL")
    with closing(open_archive(settings)) as archive:
        return back_up(archive.database, now, keep, to)


def restore_archive(settings: Settings, now: datetime, copy: Path | None) -> tuple[Path, Path]:
    """Put a copy in the archive's place: the copy, and where the old one is now. Raises LockedError, ArchiveError, UsageError."""
    from tracker.archive.copies import restore
    from tracker.archive.holder import this_process

    _require_file(settings, "pg_restore restores a PostgreSQL")
    with suppress(ArchiveError), closing(open_archive(settings)) as archive:
        archive.acquire(this_process(), now, now + timedelta(minutes=1))
        archive.release(this_process())
    done = restore(settings.archive_place.removeprefix(_SQLITE), copy)
    with closing(open_archive(settings)) as archive:
        note_restored(archive, now)
    return done


def _require_file(settings: Settings, remedy: str) -> None:
    if "://" in settings.archive.url.removeprefix(_SQLITE):
        raise UsageError("this archive is no file", remedy=remedy)


def keep_connections() -> AbstractContextManager[None]:
    """While it lasts, archives in one PostgreSQL that are opened one after the other share its connections."""
    from tracker.archive.shared_engines import ENGINES

    return ENGINES.kept()


def code_digest(played: Game[Any]) -> str:
    """SHA-256 of all that pages follow from beside the archive: the game's code and parameters, and the templates."""
    digest = hashlib.sha256(f"{__version__}\0{played.code_digest}".encode())
    for folder in _TEMPLATE_FOLDERS:
        for path in sorted(folder.rglob("*.j2")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def render(drafts: Iterable[RegionDraft]) -> Sequence[Rendered]:
    """The drafts of a game's regions as wikitext."""
    from tracker.render.pages import render_regions

    return render_regions(drafts)


# --- the wiki ---------------------------------------------------------------------------------------------------------


def wiki(settings: Settings, clock: Clock) -> WikiBackend:
    """The wiki that a config names; nothing is asked of it yet."""
    chosen = settings.wiki
    if chosen.backend == "directory":
        from tracker.wiki.directory import DirectoryWiki

        return DirectoryWiki(settings.folder / chosen.path, clock, chosen.account.partition("@")[0])
    if chosen.backend == "pywikibot":
        from tracker.wiki.pywikibot_backend import PywikibotWiki

        return PywikibotWiki(_mediawiki(settings), _pywikibot_home(settings))
    from tracker.wiki.mwclient_backend import MwclientWiki

    return MwclientWiki(_mediawiki(settings))


def _mediawiki(settings: Settings) -> MediaWikiSettings:
    from tracker.wiki.mediawiki_settings import MediaWikiSettings

    chosen = settings.wiki
    return MediaWikiSettings(
        api_url=chosen.url,
        username=chosen.account,
        password=settings.password.reveal(),
        contact=settings.blog.contact,
        assertion="bot" if chosen.assert_as == "bot" else "user",
        maxlag=chosen.maxlag_seconds,
        edit_pause=chosen.pause_seconds,
    )


def _pywikibot_home(settings: Settings) -> PywikibotHome:
    """The operator's directory, or else a private one beside the archive: nothing is written to the home directory."""
    from tracker.wiki.pywikibot_home import PywikibotHome

    if settings.wiki.pywikibot_dir:
        return PywikibotHome(settings.folder / settings.wiki.pywikibot_dir, is_operators=True)
    is_file = "://" not in settings.archive.url
    return PywikibotHome((Path(settings.archive_place).parent if is_file else settings.folder) / "pywikibot")


# --- being heard ------------------------------------------------------------------------------------------------------


def outbox(settings: Settings) -> Outbox | None:
    """The way of notices that a config names; None where it names none, or where no secret was read."""
    if not settings.webhook:
        return None
    from tracker.outbox.webhook import Webhook, WebhookConfig

    notices = settings.notices
    config = WebhookConfig(
        url=settings.webhook.reveal(),
        form=notices.form,
        timeout_seconds=notices.timeout_seconds,
        contact=settings.blog.contact,
    )
    return Webhook(config)


def _meter(settings: Settings) -> Callable[[Any], None] | None:
    """What takes the figures of a tick; None where nobody wants them."""
    if not (settings.metrics.file or settings.metrics.port):
        return None
    from tracker.metrics import meter

    return meter(settings.metrics_place, is_shown=bool(settings.metrics.port))


# --- the blog ---------------------------------------------------------------------------------------------------------


def sources(
    settings: Settings,
    wiki: WikiBackend,
    clock: Clock,
    sleep: Callable[[float], None] = time.sleep,
    fetching: Fetcher | None = None,
) -> tuple[Source, ...]:
    """Every source that a config names, the blog first, read by what fetches; nothing is asked of them yet."""
    tables = _game(settings).input_pages(DYNASTY, settings.dynasty_source)
    found: list[Source] = [blog(settings, clock, sleep, fetching)] if settings.blog.url else []
    asked = settings.heard_pages
    if settings.wiki.ruleset or asked or tables:
        from tracker.sources.wiki_pages import WikiPagesSource
    if asked:
        from tracker.app.requests import REQUESTS

        found.append(WikiPagesSource(REQUESTS, wiki, asked, full_history=True))
    if settings.wiki.ruleset:
        is_whole = settings.wiki.ruleset_history == "all"
        found.append(WikiPagesSource("wiki", wiki, [settings.wiki.ruleset], full_history=is_whole))
    if tables:
        found.append(WikiPagesSource(DYNASTY, wiki, tables, full_history=True))
    return tuple(found)


def blog(
    settings: Settings,
    clock: Clock,
    sleep: Callable[[float], None] = time.sleep,
    fetching: Fetcher | None = None,
) -> BlogSource:
    """The blog that a config names, read by what fetches; raises ConfigError where it names none."""
    from tracker.sources.blog.source import BlogConfig, BlogSource

    chosen = settings.blog
    if not chosen.url:
        raise ConfigError("is missing", place=settings.place("blog", "url"), remedy="write the blog's address")
    config = BlogConfig(
        full_reading_minutes=chosen.full_reading_minutes,
        quiet_reading_hours=chosen.quiet_reading_hours,
        watch_days=chosen.watch_days,
        start_month=chosen.first_month,
        open_statuses=frozenset(chosen.open_statuses),
    )
    return BlogSource("blog", config, _engine(settings, fetching or fetcher(settings, clock, sleep)))


def live_roster(settings: Settings, clock: Clock) -> Observation:
    """The list of players as the blog shows it now; raises SourceError where it cannot be read."""
    from tracker.sources.blog.roster import roster_observation

    source = blog(settings, clock)
    reading, warnings = source.engine.roster()
    if reading is None or not reading.entries:
        problem = "; ".join(warning.text for warning in warnings) or "no list of players was found"
        raise SourceUnreadableError(problem, place=settings.blog.url, remedy="look at the page in a browser")
    made = roster_observation(reading, None, None, source.name)
    if made is None:
        raise SourceUnreadableError("the list of players is empty", place=settings.blog.url)
    return made


def first_instant(settings: Settings, clock: Clock) -> datetime:
    """The beginning of the month from which a first run reads the blog."""
    month = blog(settings, clock).first_month(clock.now())
    return datetime(month.year, month.number, 1, tzinfo=UTC)


def ask_blog(settings: Settings, clock: Clock) -> str:
    """Read the list of players once, and say what was found; raises SourceError or ConfigError."""
    players = live_roster(settings, clock).payload["players"]
    return f"{settings.blog.url} answers; {len(players)} players on its list"


def fetcher(settings: Settings, clock: Clock, sleep: Callable[[float], None] = time.sleep) -> Fetcher:
    """What fetches pages, as politely as a config wants it."""
    from tracker.sources.http import Fetcher, HttpConfig

    http = settings.http
    config = HttpConfig(
        contact=settings.blog.contact,
        delay_seconds=http.delay_seconds,
        timeout_seconds=http.timeout_seconds,
        max_bytes=http.max_megabytes * 1_000_000,
        attempts=http.attempts,
        addresses=_blog_addresses(settings),
    )
    return Fetcher(config, clock, sleep)


def _blog_addresses(settings: Settings) -> tuple[str, ...]:
    """Every address at which something of the blog is read: of no other site is anything asked."""
    feeds, roster = settings.expressionengine.feed_urls, settings.wordpress.roster_url
    return tuple(address for address in (settings.blog.url, roster, *feeds) if address)


def _engine(settings: Settings, fetching: Fetcher) -> BlogEngine:
    url = settings.blog.url
    if settings.blog.engine == "wordpress":
        from tracker.sources.blog.wordpress import WordPress, WordPressConfig

        return WordPress(WordPressConfig(base_url=url, **_given(settings.wordpress)), fetching)
    from tracker.sources.blog.expressionengine import ExpressionEngine, ExpressionEngineConfig

    try:
        return ExpressionEngine(ExpressionEngineConfig(base_url=url, **_given(settings.expressionengine)), fetching)
    except ConfigError as error:
        place = settings.place("expressionengine", "emperor_xpath")
        raise ConfigError(error.message, place=place, remedy=error.remedy) from error


def _given(section: Any) -> Mapping[str, Any]:
    """A section's options that are not empty, by name: what is empty is left to the adapter's own default."""
    named = {name: getattr(section, name) for name in section.__dataclass_fields__}
    return {name: value for name, value in named.items() if value}
