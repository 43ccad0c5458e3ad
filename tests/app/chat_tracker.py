"""A tracker of Round 10, or of another game, that reads a fake Discord and may answer there, with the pages of a folder as its wiki."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from tests.app.wiring import SetClock, create_pages, wired
from tests.contracts.chat_world import GUILD, START, Chat, Written, at
from tests.sources.chat.fake_discord import TOKEN, FakeDiscord, serving
from tracker.app.dice.dice import KeyedDice
from tracker.app.dice.dice_key import KeyFile
from tracker.app.people.answering import awaited_answers
from tracker.app.people.letters import private_channels
from tracker.app.tick.known_people import known_accounts
from tracker.app.tick.tick import tick
from tracker.app.tick.tick_report import TickReport
from tracker.app.wired import Wired
from tracker.archive.memory import MemoryArchive
from tracker.archive.sql import SqlArchive
from tracker.bootstrap import answers, dealer, open_archive, private
from tracker.games.base import Game
from tracker.games.registry import game
from tracker.sources.chat.config import DiscordConfig
from tracker.sources.chat.discord import DiscordSource
from tracker.sources.chat.rest import RestConfig
from tracker.sources.wiki_pages import WikiPagesSource


def named_instant(archive: SqlArchive | MemoryArchive) -> datetime | None:
    """The next instant at which something is due, by the last tick."""
    beat = archive.last_beat()
    return beat.next_instant if beat else None


@dataclass
class ChatTracker:
    """The tracker, made anew for each tick over one archive; minutes are counted from the first of August, a Sunday."""

    folder: Path
    discord: FakeDiscord
    options: dict[str, str] = field(default_factory=lambda: {"answers": "both", "status_channels": "status"})
    permission: str = "apply"
    clock: SetClock = field(default_factory=lambda: SetClock(START))
    step: Callable[[str], None] = lambda _: None
    tracker: Wired = field(init=False)
    code: str = "the code"
    more: str = ""
    """Other sections of the config."""
    wiki: str = ""
    """Other options of its section on the wiki."""
    base: Path | None = None
    """The folder of a tracker whose pages are made, of which this one begins as a copy."""
    slug: str = "round10"
    played: Game[Any] | None = None
    """What is played in place of the game of that slug."""
    channels: tuple[str, ...] = ("game-actions", "proposals")

    def __post_init__(self) -> None:
        self.discord.now = self.clock.now
        for name in (*self.channels, "status"):
            self.discord.chat.channel(name)
        if self.base is not None:
            shutil.copytree(self.base, self.folder, dirs_exist_ok=True)
        self.archive = open_archive(self.made(MemoryArchive()).settings)
        self.tracker = self.made(self.archive)
        if self.base is None:
            create_pages(self.tracker)

    def made(self, archive: SqlArchive | MemoryArchive) -> Wired:
        read = {"channels": "".join(f"\n {name}" for name in self.channels)}
        lines = "".join(f"{name} = {value}\n" for name, value in {**read, **self.options}.items())
        api = f"{self.discord.url}/api/v10"
        text = (
            f"[game]\nslug = {self.slug}\n[publish]\npermission = {self.permission}\n[wiki]\nswitch_off_page = Off\n"
            f"{self.wiki}[discord]\nguild = {GUILD}\ntoken_env = TOKEN\napi = {api}\n{lines}{self.more}"
        )
        made = wired(self.folder, text, clock=self.clock, environment={"TOKEN": TOKEN})
        named, known = partial(named_instant, archive), partial(known_accounts, made.settings, archive)
        letters_from = partial(private_channels, archive)
        awaited = partial(awaited_answers, archive)
        config = DiscordConfig(GUILD, self.channels, named=named, known=known, private=letters_from, answers=awaited)
        reading = DiscordSource(config, RestConfig(TOKEN, api), self.clock)
        asked = made.settings.heard_pages
        heard = [WikiPagesSource("requests", made.look, asked, full_history=True)] if asked else []
        played = self.played or game(self.slug)
        made = replace(made, game=played, sources=(reading, *heard), step=self.step)
        made = replace(made, answers=answers(made.settings, played), private=private(made.settings, played))
        made = replace(made, dealer=dealer(made.settings, played, archive, self.clock))
        dice = KeyedDice(KeyFile(self.folder / made.settings.dice.key_file), archive, self.clock)
        return replace(made, archive=archive, ledger=archive.ledger(), dice=dice, code=self.code)

    def tick(self, minutes: float | None = None) -> TickReport:
        """A tick of a new process at that minute."""
        self.clock.instant = self.clock.instant if minutes is None else at(minutes)
        self.tracker = self.made(self.archive)
        return tick(self.tracker)

    def say(self, minutes: float, author: str, text: str, channel: str = "") -> str:
        """Somebody writes, where nothing else is said into the first channel that is read; the message's id."""
        chat, channel = self.discord.chat, channel or self.channels[0]
        where, id = chat.channel(channel), chat.snowflake(at(minutes))
        where.messages[id] = Written(id, channel, chat.person(author), text, at(minutes))
        return id

    def whisper(self, minutes: float, author: str, text: str) -> str:
        """Somebody writes privately to the bot; the message's id."""
        self.discord.chat.person(author)
        return self.say(minutes, author, text, self.discord.chat.private(author).name)

    def replies(self, channel: str = "game-actions") -> dict[str, list[str]]:
        """What the bot replied, by the message that it replied to."""
        found: dict[str, list[str]] = {}
        for each in self.discord.chat.channel(channel).messages.values():
            if each.author is self.discord.me:
                found.setdefault(each.reply_to, []).append(each.text)
        return found

    def page(self, title: str) -> str:
        """The wikitext of a page."""
        return self.tracker.wiki.fetch([title])[title].text

    def status(self) -> list[str]:
        """What it says in the channel that tells how things stand."""
        return self.discord.said("status")


@contextmanager
def chat_tracker(folder: Path, base: Path | None = None, slug: str = "round10", **more: Any) -> Iterator[ChatTracker]:
    """Such a tracker, whose server runs as long; it begins as a copy of what is in the folder ``base`` where that is given."""
    with serving(FakeDiscord(Chat())) as discord:
        made = ChatTracker(folder, discord, base=base, slug=slug, **more)
        try:
            yield made
        finally:
            made.archive.close()


def first_tracker(folder: Path) -> Path:
    """The folder of a tracker whose pages are made and that ticked once, at minute 0, and never answered."""
    with chat_tracker(folder) as chat:
        chat.options = {}
        chat.tick(0)
    return folder
