"""The table of all sections and options: what parsing, the example file, the documentation and the errors are made of."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from tracker.config.option import option
from tracker.config.secret import Secret
from tracker.core.manners import TASKS
from tracker.errors import ConfigError


@dataclass(frozen=True, slots=True)
class GameSettings:
    """Which nomic is played, and what its ruleset calls people at present."""

    slug: str = option("text", "the game's short name", "blognomic")
    player_word: str = option("text", "what the ruleset calls a player; empty: what its page says", "")
    emperor_word: str = option("text", "what the ruleset calls the head of the dynasty; empty: what its page says", "")


@dataclass(frozen=True, slots=True)
class BlogSettings:
    """The blog that is read."""

    engine: str = option(
        "text", "the software behind the blog", "expressionengine", choices=("expressionengine", "wordpress")
    )
    url: str = option("url", "the blog's front page", "", example="https://blognomic.com")
    contact: str = option("text", "the earlier place of [http] contact; it still counts where that is empty", "")
    full_reading_minutes: int = option(
        "integer", "how often every pending matter is read in full, whatever the feed says", "30",
        minimum=1, maximum=10080,
    )  # fmt: skip
    quiet_reading_hours: int = option(
        "integer", "how often every other recent post is read in full", "12", minimum=1, maximum=8760
    )
    watch_days: int = option(
        "integer", "how long after it was posted or resolved a post is recent", "14", minimum=1, maximum=3650
    )
    first_month: str = option(
        "month", "month from which the first run and a resync read; empty: last month", "", example="2019-10"
    )
    open_statuses: tuple[str, ...] = option("lines", "the statuses of matters that are open to votes", "open")
    longest_text: int = option(
        "integer",
        "the longest post or comment that is read, in thousands of characters of HTML, so that none costs more than two seconds; of"
        " a longer one is told that it cannot be read, and its matter's votes are undetermined",
        "200", minimum=10, maximum=1000,
    )  # fmt: skip
    most_tags: int = option(
        "integer",
        "how many tags of one page are read, in thousands: behind them it counts as broken off, as each costs time",
        "100", minimum=10, maximum=1000,
    )  # fmt: skip
    deepest: int = option(
        "integer",
        "how deep a page's elements may nest: what lies deeper is not read, and the page counts as broken off, as what stands"
        " in what is asked of each",
        "250", minimum=50, maximum=1000,
    )  # fmt: skip
    bot_account: str = option("text", "the tracker's own account on the blog, which is no player; empty: none", "")
    vote_icon_bases: tuple[str, ...] = option(
        "urls", "where the voting icons lie; empty: the game's own default", "",
        example="https://example.org/icons/",
    )  # fmt: skip
    vote_icons: Mapping[str, str] = option(
        "pairs", "image file = vote; empty: the game's own default", "",
        choices=("FOR", "AGAINST", "DEFERENTIAL", "VETO"),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ExpressionEngineSettings:
    """How an ExpressionEngine blog is laid out; what is empty is as on BlogNomic."""

    archive_path: str = option("text", "the path under which posts stand", "archive")
    feed_urls: tuple[str, ...] = option("urls", "feeds that tell cheaply of news; without any the front page does", "")
    statuses: Mapping[str, str] = option("pairs", "word in the class of a post's heading = status", "")
    class_categories: Mapping[str, str] = option("pairs", "word in the class of a post's heading = category", "")
    prefix_categories: Mapping[str, str] = option("pairs", "word before the colon of a title = category", "")
    idle_list_id: str = option("text", "id of the list of idle players; empty: who is off the list is idle", "")
    emperor_xpath: str = option("text", "XPath to what names the emperor; empty: nobody is marked", "")


@dataclass(frozen=True, slots=True)
class WordPressSettings:
    """How a WordPress blog is laid out; what is empty is as the tracker expects it of a nomic's blog."""

    rest: str = option(
        "text", "auto: read through the REST interface where it is open; never: only pages", "auto",
        choices=("auto", "never"),
    )  # fmt: skip
    feed_paths: tuple[str, ...] = option(
        "lines", "paths of the feeds that tell cheaply of news; empty: /feed/ and /comments/feed/", ""
    )
    categories: Mapping[str, str] = option("pairs", "slug of a category or tag = category of posts", "")
    statuses: Mapping[str, str] = option("pairs", "slug of a category or tag = status", "")
    note_class: str = option("text", "class of the element within a post in which admins write", "admin-note")
    flavour_class: str = option("text", "class of the element within a post that is flavour", "flavour")
    roster_url: str = option(
        "url", "the page that shows the list of players", "", example="https://example.org/players/"
    )
    roster_id: str = option("text", "id or class of the list on that page", "players")
    idle_roster_id: str = option(
        "text", "id or class of its list of idle players; empty: who is off the list is idle", ""
    )


@dataclass(frozen=True, slots=True)
class DiscordSettings:
    """The channels of a Discord server that are read, by a bot that its owners invited."""

    guild: str = option("text", "the server's id; empty: no Discord is read", "", example="123456789012345678")
    token_env: str = option("text", "the environment variable that holds the bot's token", "")
    token_file: str = option("text", "a file of mode 600 that holds the bot's token, from this file's place", "")
    channels: tuple[str, ...] = option(
        "lines", "the channels and forums that are read, by name or id; their threads and posts too", "",
        example="game-actions",
    )  # fmt: skip
    voting_channels: tuple[str, ...] = option(
        "lines", "those of them whose messages are voted on by reactions", "", example="proposals"
    )
    since: datetime | None = option(
        "instant", "messages from then on are read; empty: all", "", example="2021-08-01T00:00:00Z"
    )
    reaction_minutes: int = option(
        "integer", "how often it is read who reacted to a recent message of a voting channel, though their number is the same",
        "30", minimum=1, maximum=10080,
    )  # fmt: skip
    watch_days: int = option(
        "integer", "how long a message of a voting channel is recent", "14", minimum=1, maximum=3650
    )
    look_before_seconds: int = option(
        "integer",
        "how long before an instant at which a vote ends tracker run looks once more, so that hardly a reaction is in doubt; 0: not",
        "5", minimum=0, maximum=300,
    )  # fmt: skip
    members_minutes: int = option(
        "integer",
        "how often it is looked who left the server and by which names people go; 0: never",
        "60",
        minimum=0,
        maximum=10080,
    )
    gateway: bool = option(
        "flag", "whether tracker run also listens as things happen, so that reactions and deletions have exact instants",
        "no",
    )  # fmt: skip
    answers: str = option(
        "text",
        "what the bot says there, where permission = apply: replies to announcements, a message in some channels that says how things"
        " stand, both, or nothing",
        "no", choices=("no", "replies", "status", "both"),
    )  # fmt: skip
    status_channels: tuple[str, ...] = option(
        "lines", "the channels, by name or id, in each of which it keeps one message that says how things stand", "",
        example="status",
    )  # fmt: skip
    replies_per_hour: int = option(
        "integer", "how many replies an hour are written or edited at most; what is more waits", "60",
        minimum=1, maximum=1000,
    )  # fmt: skip
    reply_hours: int = option("integer", "messages older than that get no reply any more", "24", minimum=1, maximum=336)
    calls: bool = option(
        "flag",
        "whether the bot also calls people in the game's channel, where permission = apply, as whoever's turn begins (Nomicoup)",
        "no",
    )  # fmt: skip
    private_messages: bool = option(
        "flag",
        "whether the bot writes privately to players and reads what they write to it, as a game with hidden cards needs; it writes"
        " only where permission = apply",
        "no",
    )  # fmt: skip
    api: str = option("url", "the address of Discord's REST interface", "https://discord.com/api/v10")

    @property
    def is_on(self) -> bool:
        """Whether a server is named."""
        return bool(self.guild)

    @property
    def replies(self) -> bool:
        """Whether announcements are answered."""
        return self.is_on and self.answers in ("replies", "both")

    @property
    def calls_people(self) -> bool:
        """Whether people are called."""
        return self.is_on and self.calls

    @property
    def told_channels(self) -> tuple[str, ...]:
        """The channels in which a message says how things stand."""
        return self.status_channels if self.is_on and self.answers in ("status", "both") else ()


@dataclass(frozen=True, slots=True)
class ChatExportSettings:
    """Files that DiscordChatExporter wrote, beside Discord or instead of it."""

    files: tuple[str, ...] = option(
        "lines", "its JSON files, from this file's place; * stands for any characters, ** for any folders", "",
        example="exports/*.json",
    )  # fmt: skip
    channels: tuple[str, ...] = option(
        "lines", "the channels without whose files nothing follows from silence; empty: those that the game's rules name", "",
    )  # fmt: skip
    reactions: str = option(
        "text",
        "a file does not say when somebody reacted: between, that it was between the message and the export, so that votes which"
        " ended meanwhile are for people to decide; in time, that all of them count as set at once",
        "between", choices=("between", "in time"),
    )  # fmt: skip
    stale_hours: int = option(
        "integer",
        "check and status warn where nothing but files is read and the newest of a channel is so old; status ends with exit code 13"
        " where something due waits for newer ones by then; 0: never",
        "26", minimum=0, maximum=8760,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """How politely sites are asked: the blog, and whom all of them can reach."""

    contact: str = option(
        "text", "mail address or page of whoever runs the tracker, told to the blog, the wiki and the chat", "",
        example="you@example.org",
    )  # fmt: skip
    delay_seconds: float = option("number", "least pause between two requests", "1", minimum=0, maximum=3600)
    timeout_seconds: float = option("number", "how long to wait for a part of an answer", "20", minimum=1, maximum=600)
    max_megabytes: int = option(
        "integer", "the longest answer that is read: memory holds it whole", "25", minimum=1, maximum=1000
    )
    attempts: int = option("integer", "how often a request is made at most", "3", minimum=1, maximum=10)


@dataclass(frozen=True, slots=True)
class WikiSettings:
    """The wiki that is written."""

    backend: str = option(
        "text", "a folder of pages on this machine, or a MediaWiki by the library named", "directory",
        choices=("directory", "mwclient", "pywikibot"),
    )  # fmt: skip
    path: str = option("text", "the folder (backend directory), from this file's place", "wiki")
    url: str = option(
        "url", "the address of api.php (backends mwclient and pywikibot)", "", example="https://example.org/w/api.php"
    )
    pywikibot_dir: str = option(
        "text",
        "the directory that holds your own user-config.py, from this file's place; empty: a private one beside the archive",
        "", example="pywikibot",
    )  # fmt: skip
    account: str = option(
        "text", "the bot's account, as USER@BOTPASSWORD where it logs in by a bot password", "Tracker"
    )
    password_env: str = option("text", "the environment variable that holds the password", "")
    password_file: str = option("text", "a file of mode 600 that holds the password, from this file's place", "")
    maxlag_seconds: int = option("integer", "edits wait while the wiki lags more than this", "5", minimum=1, maximum=60)
    pause_seconds: float = option("number", "pause between two edits", "5", minimum=0, maximum=600)
    assert_as: str = option(
        "text",
        "what each edit asserts: bot, that we are logged in with the bot flag; user, that we are logged in (without the flag)",
        "bot", choices=("bot", "user"),
    )  # fmt: skip
    ruleset: str = option("text", "the page that holds the ruleset; empty: it is not read", "Ruleset")
    ruleset_history: str = option(
        "text",
        "newest: its revisions from the newest one on; all: from the very first, read once, fifty at a time (a thousand"
        " revisions of 110 kB fill about 150 MB of the archive)",
        "newest", choices=("newest", "all"),
    )  # fmt: skip
    switch_off_page: str = option(
        "text", "anybody stops the tracker by writing anything but `on` there; empty: no such page", "Tracker/Switch"
    )
    switch_off_pages: str = option(
        "text", "the same for the pages that show the game alone; empty: below switch_off_page, /Pages", ""
    )
    switch_off_table: str = option(
        "text",
        "the same for players' values and the answers to their lines alone; empty: below switch_off_page, /Table",
        "",
    )
    switch_off_enacting: str = option(
        "text",
        "the same for the ruleset page and the answers to requests alone; empty: below switch_off_page, /Enacting",
        "",
    )
    switch_off_pictures: str = option(
        "text", "the same for pictures alone; empty: below switch_off_page, /Pictures", ""
    )

    @property
    def task_switches(self) -> Mapping[str, str]:
        """The switch-off page of each of our tasks, by task; without those that have none."""
        below = {task: f"{self.switch_off_page}/{task.capitalize()}" if self.switch_off_page else "" for task in TASKS}
        titles = {task: getattr(self, f"switch_off_{task}") or below[task] for task in TASKS}
        return {task: title for task, title in titles.items() if title}


@dataclass(frozen=True, slots=True)
class ArchiveSettings:
    """The append-only store of everything seen."""

    url: str = option(
        "text", "a file (SQLite), from this file's place, or postgresql://USER@HOST/DATABASE", "tracker.db"
    )
    schema: str = option(
        "text",
        "the schema of PostgreSQL in which the tables stand; empty: the connection's own, and of one among several nomics the"
        " schema of the nomic's name",
        "",
    )


@dataclass(frozen=True, slots=True)
class PublishSettings:
    """What a tick may do by itself, and from where on a person must approve."""

    permission: str = option(
        "text", "plan: a tick only shows what it would do; apply: it edits", "plan", choices=("plan", "apply")
    )
    max_pages: int = option(
        "integer", "a plan that touches more pages waits for a person", "20", minimum=1, maximum=1000
    )
    max_shrink_percent: int = option(
        "integer", "a region that loses more than this share waits for a person", "50", minimum=0, maximum=100
    )
    stop_after_failures: int = option(
        "integer", "after so many ticks in a row in which writing failed it pauses by itself, until a person resumes it", "5",
        minimum=1, maximum=1000,
    )  # fmt: skip
    lock_minutes: int = option(
        "integer", "after this long a tick that died no longer keeps others out", "30", minimum=1, maximum=1440
    )


@dataclass(frozen=True, slots=True)
class EnactSettings:
    """What the tracker does for whoever enacts matters: the change of the ruleset page, never the blog's status."""

    mode: str = option(
        "text",
        "off: nothing; draft: the diff and the note stand on a page, for an admin to take; auto: a tick also writes what is"
        " lawful and wholly mechanical, on the authority of an admin",
        "draft", choices=("off", "draft", "auto"),
    )  # fmt: skip
    per_day: int = option(
        "integer", "how many matters a day (UTC) a tick writes by itself", "3", minimum=0, maximum=100
    )
    quiet_minutes: int = option(
        "integer", "a tick writes by itself only when no vote came for so long", "15", minimum=0, maximum=10080
    )
    await_minutes: int = option(
        "integer", "how long the blog's status is awaited before an undo is offered", "180", minimum=1, maximum=10080
    )
    authority_page: str = option(
        "text", "the page on which admins authorise ticks to enact, a line each; empty: none", "",
        example="Tracker/Authority",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RequestSettings:
    """What admins may ask of the tracker on the wiki."""

    page: str = option(
        "text", "the page on which admins ask for things, a line each; empty: none", "", example="Tracker/Requests"
    )
    resync_minutes: int = option(
        "integer", "at most one line within so long has everything read anew", "60", minimum=1, maximum=10080
    )
    resync_days: int = option(
        "integer", "how far back such a line has the sources read anew", "60", minimum=1, maximum=36500
    )


@dataclass(frozen=True, slots=True)
class ScheduleSettings:
    """How often `tracker run` ticks; it also ticks at every instant at which something happens by itself."""

    minutes: int = option("integer", "a tick every so often", "10", minimum=1, maximum=1440)
    workers: int = option(
        "integer", "how many nomics of one file are ticked at a time; counts from the start of tracker run on", "4",
        minimum=1, maximum=64,
    )  # fmt: skip
    misfire_seconds: int = option(
        "integer", "a tick that begins later than this after its time is told of as missed, and made up for at once", "300",
        minimum=1, maximum=86400,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class DynastySettings:
    """The dynasty whose values the tracker keeps on the wiki (how hand edits are taken is the switch ``hand_edits``)."""

    file: str = option(
        "text",
        "the dynasty file, relative to this one, or the name of a dynasty that the tracker brings along (island); empty: no"
        " table of values is kept",
        "", example="dynasty.toml",
    )  # fmt: skip
    since: datetime | None = option(
        "instant", "from when the dynasty's values are kept; empty: from the first thing seen", "",
        example="2019-09-01T00:00:00Z",
    )  # fmt: skip
    amend_rules: bool = option(
        "flag",
        "whether a tick writes values that stand in the text of rules (lists of names, totals) into the ruleset page, by those"
        " rules' own authority",
        "no",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class DiceSettings:
    """The dice, which anyone can check once a day is over."""

    key_file: str = option(
        "text", "a file of mode 600 from which every day's seed follows, from this file's place; made at the first use",
        "dice.key",
    )  # fmt: skip
    days_ahead: int = option(
        "integer", "for how many days ahead the hashes of the seeds are shown", "7", minimum=1, maximum=366
    )
    reveal_minutes: int = option(
        "integer", "how long after midnight (UTC) the seed of the day before is shown at the earliest, as clocks differ",
        "15", minimum=0, maximum=1440,
    )  # fmt: skip
    operators: tuple[str, ...] = option(
        "lines",
        "whoever can read the key file, by the name on the roster where they have one; in a chat by the id of their account, or by a"
        " name that identities map to it",
        "",
    )
    operator_may_play: bool = option(
        "flag", "whether dice are drawn while one of them is a player, who could know the faces; the dice page says so",
        "no",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class DeckSettings:
    """The secret deck of a game with hidden cards, which anyone can check once the game is over."""

    secret_file: str = option(
        "text",
        "a file of mode 600 that holds the secret text from which all orders follow, from this file's place; made by tracker nomicoup"
        " secret new",
        "deck.secret",
    )  # fmt: skip
    secret_env: str = option("text", "the environment variable that holds that text instead; empty: the file does", "")


@dataclass(frozen=True, slots=True)
class NoticeSettings:
    """What is told to people as it happens, by a webhook whose address is a secret."""

    webhook_env: str = option("text", "the environment variable that holds the webhook's address; empty: none", "")
    webhook_file: str = option(
        "text", "a file of mode 600 that holds the webhook's address, from this file's place", ""
    )
    form: str = option(
        "text", "how a message is written: as Discord takes it, or as plain JSON (key, nomic, text)", "discord",
        choices=("discord", "json"),
    )  # fmt: skip
    audience: str = option(
        "text", "who reads there: public, operator, or a player's name; what is not for them is left out", "public"
    )
    per_hour: int = option(
        "integer", "how many messages an hour at most; what is more is joined (the digest is counted apart)", "10",
        minimum=1, maximum=1000,
    )  # fmt: skip
    fault_minutes: int = option("integer", "a fault is told once it lasted so long", "0", minimum=0, maximum=1440)
    digest: str = option(
        "text", "the daily digest: always, only where there is news, or never", "news",
        choices=("always", "news", "never"),
    )  # fmt: skip
    digest_hour: int = option("integer", "the hour (UTC) from which the digest is sent", "7", minimum=0, maximum=23)
    timeout_seconds: float = option("number", "how long to wait for the webhook", "10", minimum=1, maximum=60)

    @property
    def is_on(self) -> bool:
        """Whether a webhook is named."""
        return bool(self.webhook_env or self.webhook_file)


@dataclass(frozen=True, slots=True)
class LogSettings:
    """The journal of ticks, a line for each event, for whoever reads logs by machine."""

    format: str = option(
        "text", "text or JSON; auto: text where a file is named, else no journal", "auto",
        choices=("auto", "text", "json"),
    )  # fmt: skip
    file: str = option("text", "the file, from this file's place; empty: the error stream", "")
    level: str = option("text", "the least that is written", "info", choices=("debug", "info", "warning", "error"))

    @property
    def is_on(self) -> bool:
        """Whether a journal is kept."""
        return bool(self.file) or self.format != "auto"


@dataclass(frozen=True, slots=True)
class MetricsSettings:
    """Figures for Prometheus, and from when on a monitor is alarmed."""

    file: str = option(
        "text",
        "a file ending in .prom for node_exporter's textfile collector, written after each tick; among several nomics each"
        " has its own, NAME before the ending; empty: none",
        "", example="/var/lib/prometheus/node-exporter/tracker.prom",
    )  # fmt: skip
    port: int = option(
        "integer", "the port on which tracker run answers Prometheus; 0: none; counts from its start on", "0",
        minimum=0, maximum=65535,
    )  # fmt: skip
    address: str = option("text", "the address of that port", "127.0.0.1")
    stale_minutes: int = option(
        "integer", "tracker status ends with exit code 13 once the last look is older", "60", minimum=1, maximum=525600
    )


@dataclass(frozen=True, slots=True)
class Switch:
    """One line of [switches]: a parameter's value as text, and the instant from which it holds (None: see the docs)."""

    name: str
    text: str
    since: datetime | None = None


FREE_SECTIONS: Mapping[str, str] = {
    "pages": "key = title: the titles of the pages that the tracker writes (tracker pages shows the keys)",
    "headings": "key = heading: the section of an existing page under which tracker pages --create puts markers",
    "aliases": "name as written = name on the roster",
    "switches": "parameter of the game [from INSTANT] = value; tracker schema parameters lists them",
    "identities": "person = blog:NAME, wiki:ACCOUNT, discord:ACCOUNT: who is the same person where, and always was",
}
"""Sections whose options are names of the operator's own, with what their lines mean."""

PLACES = ("blog", "wiki", "discord")
"""Where a person may have accounts."""


NOMIC = "nomic:"
"""With what the names of those sections begin that hold one nomic among several."""
_UNTOLD = frozenset({"file", "nomic", "password", "webhook", "token", "deck_secret"})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a config file says of one nomic.

    ``password`` is the wiki account's, ``webhook`` the address of notices, ``token`` that of the bot on Discord, ``deck_secret`` the text
    that orders of a deck follow from, where it comes out of the environment.
    ``nomic`` is its name among several of one file; empty where the file holds no other.
    """

    file: Path
    nomic: str = ""
    game: GameSettings = field(default_factory=GameSettings)
    blog: BlogSettings = field(default_factory=BlogSettings)
    expressionengine: ExpressionEngineSettings = field(default_factory=ExpressionEngineSettings)
    wordpress: WordPressSettings = field(default_factory=WordPressSettings)
    discord: DiscordSettings = field(default_factory=DiscordSettings)
    chat_export: ChatExportSettings = field(default_factory=ChatExportSettings)
    http: HttpSettings = field(default_factory=HttpSettings)
    wiki: WikiSettings = field(default_factory=WikiSettings)
    archive: ArchiveSettings = field(default_factory=ArchiveSettings)
    publish: PublishSettings = field(default_factory=PublishSettings)
    enact: EnactSettings = field(default_factory=EnactSettings)
    requests: RequestSettings = field(default_factory=RequestSettings)
    schedule: ScheduleSettings = field(default_factory=ScheduleSettings)
    dynasty: DynastySettings = field(default_factory=DynastySettings)
    dice: DiceSettings = field(default_factory=DiceSettings)
    deck: DeckSettings = field(default_factory=DeckSettings)
    notices: NoticeSettings = field(default_factory=NoticeSettings)
    log: LogSettings = field(default_factory=LogSettings)
    metrics: MetricsSettings = field(default_factory=MetricsSettings)
    pages: Mapping[str, str] = field(default_factory=dict)
    headings: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    switches: tuple[Switch, ...] = ()
    identities: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    password: Secret = field(default_factory=lambda: Secret(""))
    webhook: Secret = field(default_factory=lambda: Secret(""))
    token: Secret = field(default_factory=lambda: Secret(""))
    deck_secret: Secret = field(default_factory=lambda: Secret(""))

    @property
    def digest(self) -> str:
        """SHA-256 of all that is set, secrets left out: where it changes, a tick does not rest."""
        told = {item.name: getattr(self, item.name) for item in fields(self) if item.name not in _UNTOLD}
        return hashlib.sha256(repr(sorted(told.items())).encode()).hexdigest()

    @property
    def heard_pages(self) -> tuple[str, ...]:
        """The titles of the pages on which people ask for something or authorise it."""
        return tuple(title for title in (self.requests.page, self.enact.authority_page) if title)

    @property
    def folder(self) -> Path:
        """The folder from which relative paths are counted."""
        return self.file.parent

    @property
    def dynasty_source(self) -> str:
        """The dynasty file's text, or the name of a dynasty that the tracker brings along; raises ConfigError.

        Empty where no table of values is kept.
        """
        name = self.dynasty.file
        if not name.endswith(".toml"):
            return name
        try:
            return (self.folder / name).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            problem = getattr(error, "strerror", None) or str(error)
            remedy = "make one with: tracker dynasty new NAME"
            raise ConfigError(problem, place=self.place("dynasty", "file"), remedy=remedy) from error

    def place(self, section: str, option: str = "") -> str:
        """Where an option is written, or should be: for errors."""
        if self.nomic:
            return f"{self.file} [{NOMIC}{self.nomic}] {section}{'.' if option else ''}{option}"
        return f"{self.file} [{section}] {option}".rstrip()

    @property
    def contact(self) -> str:
        """Whom the owners of the sites that are asked can reach; empty where nobody is named."""
        return self.http.contact or self.blog.contact

    def require_contact(self) -> None:
        """Raise ConfigError where nobody is named whom the owners of the sites that are asked can reach."""
        if not self.contact:
            remedy = "write a mail address, so that site owners can reach you"
            raise ConfigError("is missing", place=self.place("http", "contact"), remedy=remedy)

    @property
    def archive_place(self) -> str:
        """The archive's address, or the path of its file."""
        return self.archive.url if "://" in self.archive.url else str(self.folder / self.archive.url)

    @property
    def log_place(self) -> Path | None:
        """The journal's file; None where it is the error stream."""
        return self.folder / self.log.file if self.log.file else None

    @property
    def deck_secret_place(self) -> Path:
        """The file of the secret text of a deck."""
        return self.folder / self.deck.secret_file

    @property
    def metrics_place(self) -> Path | None:
        """This nomic's own file of figures; None where none is written."""
        if not self.metrics.file:
            return None
        named = self.folder / self.metrics.file
        return named.with_name(f"{named.stem}-{self.nomic}{named.suffix}") if self.nomic else named

    @property
    def archive_schema(self) -> str:
        """The schema of PostgreSQL in which the archive's tables stand; empty: the connection's own, or no PostgreSQL."""
        return (self.archive.schema or self.nomic) if self.archive.url.startswith("postgres") else ""


SECTIONS: Mapping[str, type[Any]] = {
    "game": GameSettings,
    "blog": BlogSettings,
    "expressionengine": ExpressionEngineSettings,
    "wordpress": WordPressSettings,
    "discord": DiscordSettings,
    "chat_export": ChatExportSettings,
    "http": HttpSettings,
    "wiki": WikiSettings,
    "archive": ArchiveSettings,
    "publish": PublishSettings,
    "enact": EnactSettings,
    "requests": RequestSettings,
    "schedule": ScheduleSettings,
    "dynasty": DynastySettings,
    "dice": DiceSettings,
    "deck": DeckSettings,
    "notices": NoticeSettings,
    "log": LogSettings,
    "metrics": MetricsSettings,
}
"""Sections with fixed options, by name."""


def is_known_section(name: str) -> bool:
    """Whether a config may have such a section."""
    return name in SECTIONS or name in FREE_SECTIONS


SECTION_NAMES = tuple(item.name for item in fields(Settings) if is_known_section(item.name))
"""Every section, in the order of the example file."""
