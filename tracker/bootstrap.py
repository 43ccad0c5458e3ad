"""Wires settings to adapters, games and use cases; the only importer of adapters by name, and of each only when needed."""

from __future__ import annotations

import hashlib
import json
import logging
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tracker import __version__
from tracker.app.publish.pages import chosen_titles
from tracker.app.publish.restored import note_restored
from tracker.app.tick.known_people import known_accounts
from tracker.app.tick.setting_log import DYNASTY, wishes
from tracker.app.tick.shared_look import SharedLook
from tracker.app.wired import Wired, none_counted
from tracker.config import Settings
from tracker.core.draft import RegionDraft, RenderedRegion
from tracker.core.observation import Observation
from tracker.core.ports import Archive, ChatOutbox, Clock, Outbox, PrivateOutbox, Source, WikiBackend, WikiReader
from tracker.errors import ArchiveError, ConfigError, SourceUnreadableError, TrackerError, UsageError
from tracker.games.base import Game
from tracker.games.registry import game

if TYPE_CHECKING:
    from tracker.app.deck.deck import Dealer
    from tracker.app.deck.deck_secret import SecretPlace
    from tracker.archive.copies import Restored
    from tracker.archive.sql import SqlArchive
    from tracker.outbox.discord import DiscordOutbox
    from tracker.sources.blog.reading import BlogEngine
    from tracker.sources.blog.source import BlogSource
    from tracker.sources.chat.config import DiscordConfig
    from tracker.sources.chat.gateway import GatewayListener
    from tracker.sources.chat.rest import RestConfig
    from tracker.sources.http import Fetcher
    from tracker.wiki.mediawiki_settings import MediaWikiSettings
    from tracker.wiki.pywikibot_home import PywikibotHome

_log = logging.getLogger(__name__)
_SQLITE = "sqlite:///"
_GATEWAY = "tracker.sources.chat.gateway"
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
    from tracker.app.dice.dice import KeyedDice
    from tracker.app.dice.dice_key import KeyFile
    from tracker.archive.holder import this_process

    now = clock or SystemClock()
    played = _game(settings)
    chosen_titles(played, settings)
    wishes(settings, played)
    written = wiki(settings, now)
    look = SharedLook(written)
    fetching = fetcher(settings, now, sleep) if settings.blog.url else None
    # Opened last, as it stays open: the lambdas ask it during a tick alone.
    named, known = (lambda: _named_instant(archive)), (lambda: known_accounts(settings, archive))
    asked = (lambda: _private_channels(archive)), (lambda: _awaited_answers(archive))
    watched = sources(settings, look, now, sleep, fetching, named, known, *asked)
    archive: SqlArchive = open_archive(settings)
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
        answers=answers(settings, played),
        private=private(settings, played),
        dealer=dealer(settings, played, archive, now),
        requests=_counted(one for one in (fetching, *watched) if one is not None),
        meter=_meter(settings),
    )


def _private_channels(archive: SqlArchive) -> Mapping[str, str]:
    """The channels in which people write privately, each with the account of whom it is with."""
    from tracker.app.people.letters import private_channels

    return private_channels(archive)


def _awaited_answers(archive: SqlArchive) -> Collection[str]:
    """The bot's own messages on which reactions are awaited."""
    from tracker.app.people.answering import awaited_answers

    return awaited_answers(archive)


def dealer(settings: Settings, played: Game[Any], archive: Archive, clock: Clock) -> Dealer | None:
    """Who deals the cards of a game that has hidden ones; the secret text is read when any are dealt."""
    if not played.deals_cards:
        return None
    from tracker.app.deck.deck import Dealer

    return Dealer(deck_secret(settings), archive, clock)


def deck_secret(settings: Settings) -> SecretPlace:
    """Where a config says that the secret text of a deck is kept."""
    from tracker.app.deck.deck_secret import SecretPlace

    return SecretPlace(settings.deck_secret_place, settings.deck_secret)


def _counted(askers: Iterable[object]) -> Callable[[], int]:
    """How often anything was asked by those that count it."""
    counting: list[Any] = [asker for asker in askers if hasattr(asker, "request_count")]
    return (lambda: sum(asker.request_count for asker in counting)) if counting else none_counted


def _named_instant(archive: SqlArchive) -> datetime | None:
    """The next instant at which, by the last tick, something happens by itself."""
    beat = archive.last_beat()
    return beat.next_instant if beat else None


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
    from tracker.archive.copies import lost_since_copied, refuse_nothing

    file = _archive_file(settings)
    if file:
        refuse_nothing(file)
    with closing(open_archive(settings)) as archive:
        lost = lost_since_copied(archive.database, file) if file else ()
        return archive.database.place, [*faults(archive.database), *lost]


def back_up_archive(settings: Settings, now: datetime, keep: int, to: Path | None) -> Path:
    """Copy the archive that a config names while others use it; where the copy is. Raises ArchiveError and UsageError."""
    from tracker.archive.copies import back_up, refuse_nothing

    refuse_nothing(_require_file(settings, "pg_dump copies a PostgreSQL"))
    with closing(open_archive(settings)) as archive:
        return back_up(archive.database, now, keep, to)


def restore_archive(settings: Settings, now: datetime, copy: Path | None) -> Restored:
    """Put a copy in the archive's place; raises LockedError, ArchiveError, UsageError."""
    from tracker.archive.copies import restore
    from tracker.archive.holder import this_process

    file = _require_file(settings, "pg_restore restores a PostgreSQL")
    with suppress(ArchiveError), closing(open_archive(settings)) as archive:
        archive.acquire(this_process(), now, now + timedelta(minutes=settings.publish.lock_minutes))
        archive.release(this_process())
    done = restore(file, copy)
    with closing(open_archive(settings)) as archive:
        note_restored(archive, now, _newest_revisions(settings, archive))
    return done


def _newest_revisions(settings: Settings, archive: SqlArchive) -> Mapping[str, int | None]:
    """The newest revision id of each page of ours, None where there is none; nothing at all where the wiki does not tell."""
    from tracker.app.tick.looking import PAGES

    left = json.loads(archive.cursor(PAGES) or "{}").get("revisions", ())
    try:
        # A title with a placeholder is none that a page can have.
        titles = [title for title in chosen_titles(_game(settings), settings).values() if "{" not in title]
        ruleset = [settings.wiki.ruleset] if settings.wiki.ruleset else []
        return wiki(settings, SystemClock()).revision_ids(list(dict.fromkeys([*left, *titles, *ruleset])))
    except TrackerError as error:
        _log.warning("the wiki does not tell what its pages were at: %s", error)
        return {}


def _require_file(settings: Settings, remedy: str) -> str:
    file = _archive_file(settings)
    if not file:
        raise UsageError("this archive is no file", remedy=remedy)
    return file


def _archive_file(settings: Settings) -> str:
    """The file that the archive is; empty where it is none."""
    place = settings.archive_place.removeprefix(_SQLITE)
    return "" if "://" in place else place


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


def render(drafts: Iterable[RegionDraft]) -> Sequence[RenderedRegion]:
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
        contact=settings.contact,
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
        contact=settings.contact,
    )
    return Webhook(config)


def answers(settings: Settings, played: Game[Any]) -> ChatOutbox | None:
    """The way of answers in the game's chat; None where the config wants none."""
    discord = settings.discord
    is_wanted = discord.replies or discord.told_channels or discord.calls_people
    return _discord_outbox(settings, played) if is_wanted else None


def private(settings: Settings, played: Game[Any]) -> PrivateOutbox | None:
    """The way of private messages; None where the config wants none, or the game has none."""
    discord = settings.discord
    is_wanted = discord.is_on and discord.private_messages and played.deals_cards
    return _discord_outbox(settings, played) if is_wanted else None


def _discord_outbox(settings: Settings, played: Game[Any]) -> DiscordOutbox:
    from tracker.outbox.discord import DiscordOutbox, DiscordOutboxConfig

    discord = settings.discord
    config = DiscordOutboxConfig(
        token=settings.token.reveal(),
        guild=discord.guild,
        api=discord.api,
        contact=settings.contact,
        links=_status_links(settings, played),
        max_bytes=settings.http.max_megabytes * 1_000_000,
    )
    return DiscordOutbox(config)


def _status_links(settings: Settings, played: Game[Any]) -> tuple[str, ...]:
    """The addresses of the pages that say more than a message in a chat can; none of a wiki without an address."""
    api, titles = settings.wiki.url, chosen_titles(played, settings)
    if settings.wiki.backend == "directory" or not api.endswith("api.php"):
        return ()
    pages = (quote(titles[key].replace(" ", "_"), safe="/:") for key in played.status_pages if key in titles)
    return tuple(f"{api.removesuffix('api.php')}index.php?title={page}" for page in pages)


def _meter(settings: Settings) -> Callable[[Any], None] | None:
    """What takes the figures of a tick; None where nobody wants them."""
    if not (settings.metrics.file or settings.metrics.port):
        return None
    from tracker.metrics import meter

    return meter(settings.metrics_place, is_shown=bool(settings.metrics.port))


# --- the blog ---------------------------------------------------------------------------------------------------------


def sources(
    settings: Settings,
    wiki: WikiReader,
    clock: Clock,
    sleep: Callable[[float], None] = time.sleep,
    fetching: Fetcher | None = None,
    named: Callable[[], datetime | None] = lambda: None,
    known: Callable[[], Collection[str]] = frozenset,
    private: Callable[[], Mapping[str, str]] = dict,
    answers: Callable[[], Collection[str]] = frozenset,
) -> tuple[Source, ...]:
    """Every source that a config names, blog and chat first, read by what fetches; nothing is asked of them yet.

    ``named`` gives the next instant at which something is due by itself, ``known`` the accounts of a chat that the game knows,
    ``private`` the channels of private messages, ``answers`` the bot's own messages on which reactions are awaited.
    """
    tables = _game(settings).input_pages(DYNASTY, settings.dynasty_source)
    found: list[Source] = [blog(settings, clock, sleep, fetching, named)] if settings.blog.url else []
    found += chats(settings, clock, named, known, private, answers)
    asked = settings.heard_pages
    if settings.wiki.ruleset or asked or tables:
        from tracker.sources.wiki_pages import WikiPagesSource
    if asked:
        from tracker.app.people.requests import REQUESTS

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
    named: Callable[[], datetime | None] = lambda: None,
) -> BlogSource:
    """The blog that a config names, read by what fetches; raises ConfigError where it names none.

    ``named`` gives the next instant at which something is due by itself.
    """
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
        longest_text=chosen.longest_text * 1_000,
        named=named,
    )
    return BlogSource("blog", config, _engine(settings, fetching or fetcher(settings, clock, sleep)))


def live_roster(settings: Settings, clock: Clock) -> Observation:
    """The list of players as the blog shows it now; raises SourceError where it cannot be read."""
    from tracker.sources.blog.roster import roster_observation

    source = blog(settings, clock)
    if settings.blog.engine == "wordpress" and not settings.wordpress.roster_url:
        place, remedy = (
            settings.place("wordpress", "roster_url"),
            "write the address of the page that lists the players",
        )
        raise ConfigError("is missing: who plays is read from no other place", place=place, remedy=remedy)
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
        contact=settings.contact,
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
    from tracker.sources.blog.markup import Bounds

    chosen, url = settings.blog, settings.blog.url
    bounds = Bounds(chosen.most_tags * 1_000, chosen.deepest, chosen.longest_text * 1_000)
    if chosen.engine == "wordpress":
        from tracker.sources.blog.wordpress import WordPress
        from tracker.sources.blog.wordpress_pages import WordPressConfig

        return WordPress(WordPressConfig(base_url=url, bounds=bounds, **_given(settings.wordpress)), fetching)
    from tracker.sources.blog.expressionengine import ExpressionEngine
    from tracker.sources.blog.expressionengine_pages import ExpressionEngineConfig

    try:
        laid_out = ExpressionEngineConfig(base_url=url, bounds=bounds, **_given(settings.expressionengine))
        return ExpressionEngine(laid_out, fetching)
    except ConfigError as error:
        place = settings.place("expressionengine", "emperor_xpath")
        raise ConfigError(error.message, place=place, remedy=error.remedy) from error


def _given(section: Any) -> Mapping[str, Any]:
    """A section's options that are not empty, by name: what is empty is left to the adapter's own default."""
    named = {name: getattr(section, name) for name in section.__dataclass_fields__}
    return {name: value for name, value in named.items() if value}


# --- the chat ---------------------------------------------------------------------------------------------------------


def chats(
    settings: Settings,
    clock: Clock,
    named: Callable[[], datetime | None] = lambda: None,
    known: Callable[[], Collection[str]] = frozenset,
    private: Callable[[], Mapping[str, str]] = dict,
    answers: Callable[[], Collection[str]] = frozenset,
) -> Iterator[Source]:
    """What a config names of a chat: Discord, exported files, both or none."""
    if settings.discord.is_on:
        from tracker.sources.chat.discord import DiscordSource

        read = private if settings.discord.private_messages else dict
        config = _discord(settings, named, known, read, answers)
        yield DiscordSource(config, _discord_rest(settings), clock, _listener(settings))
    if settings.chat_export.files:
        from tracker.sources.chat.export import ChatExportSource

        exported = settings.chat_export
        yield ChatExportSource(
            settings.folder,
            exported.files,
            are_reactions_in_time=exported.reactions == "in time",
            channels=_exported_channels(settings),
            known=known,
        )


def chat_checks(settings: Settings, clock: Clock) -> Mapping[str, Callable[[], str]]:
    """What ``tracker check`` looks at of a chat, by name; each raises SourceError or ConfigError where something is to be mended."""
    looks: dict[str, Callable[[], str]] = {}
    if settings.discord.is_on:
        looks["discord"] = lambda: _ask_discord(settings, clock)
    if settings.chat_export.files:
        looks["chat export"] = lambda: _ask_exports(settings, clock)
    return looks


def _ask_discord(settings: Settings, clock: Clock) -> str:
    from tracker.sources.chat.check import checked

    discord = settings.discord
    answered = discord.channels if discord.replies or discord.calls_people else ()
    asked = (_discord(settings), _discord_rest(settings), clock, settings.place("discord"))
    return checked(*asked, answered, discord.told_channels)


def _ask_exports(settings: Settings, clock: Clock) -> str:
    """How many files there are and how old the newest of each channel is; old ones are no error, as nothing may be due.

    Raises ConfigError for what cannot be read and, where nothing but files is read, for channels that none tells of.
    """
    from tracker.app.keeping.exports import EXPORT_IT_TOO, told_ages, unexported
    from tracker.sources.chat.check import checked_exports

    needed, place = _exported_channels(settings), settings.place("chat_export", "files")
    found, told = checked_exports(settings.folder, settings.chat_export.files, place)
    if (missing := told.untold(needed)) and not settings.discord.is_on:
        raise ConfigError(f"{found}; {unexported(missing)}", place=place, remedy=EXPORT_IT_TOO)
    return "; ".join([found, *told_ages(settings, told.newest(needed), clock.now())])


def _exported_channels(settings: Settings) -> tuple[str, ...]:
    """The channels of which files must tell before anything follows from silence."""
    chosen = tuple(name.removeprefix("#") for name in settings.chat_export.channels)
    return chosen or tuple(_game(settings).acting_channels)


def listen(nomics: Iterable[Settings], as_before: Iterable[str] = ()) -> None:
    """Keep a connection to Discord's gateway for each nomic whose config wants one, and for no other; none: end them all.

    Those of the nomics named ``as_before`` stay as they are.
    """
    wanted = {one.nomic: one for one in nomics if one.discord.is_on and one.discord.gateway}
    if not wanted and _GATEWAY not in sys.modules:
        return
    from tracker.sources.chat.gateway import GATEWAYS
    from tracker.sources.chat.spool import GatewayConfig

    configs = {
        name: GatewayConfig(one.token.reveal(), one.discord.guild, one.discord.api) for name, one in wanted.items()
    }
    GATEWAYS.keep(configs, SystemClock(), as_before)


def _listener(settings: Settings) -> GatewayListener | None:
    """What listens for a nomic in this process; None where nothing does, as in a tick by hand."""
    if not settings.discord.gateway or _GATEWAY not in sys.modules:
        return None
    from tracker.sources.chat.gateway import GATEWAYS

    return GATEWAYS.of(settings.nomic)


def _discord(
    settings: Settings,
    named: Callable[[], datetime | None] = lambda: None,
    known: Callable[[], Collection[str]] = frozenset,
    private: Callable[[], Mapping[str, str]] = dict,
    answers: Callable[[], Collection[str]] = frozenset,
) -> DiscordConfig:
    from tracker.sources.chat.config import DiscordConfig

    chosen = settings.discord
    return DiscordConfig(
        guild=chosen.guild,
        channels=chosen.channels,
        voting_channels=frozenset(chosen.voting_channels),
        since=chosen.since,
        reaction_minutes=chosen.reaction_minutes,
        members_minutes=chosen.members_minutes,
        watch_days=chosen.watch_days,
        named=named,
        look_before_seconds=chosen.look_before_seconds,
        known=known,
        private=private,
        answers=answers,
    )


def _discord_rest(settings: Settings) -> RestConfig:
    from tracker.sources.chat.rest import RestConfig

    return RestConfig(settings.token.reveal(), settings.discord.api, max_bytes=settings.http.max_megabytes * 1_000_000)
