"""A chat that is served by a fake Discord and read over REST, with the clock of the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from tests.contracts.chat_world import GUILD, ChatWorld
from tests.sources.chat.fake_discord import TOKEN, FakeDiscord, serving
from tracker.core.ports import Source
from tracker.sources.chat.config import DiscordConfig
from tracker.sources.chat.discord import DiscordSource, Listener
from tracker.sources.chat.rest import RestConfig


class RestWorld(ChatWorld):
    """The chat, and how it is read; ``named`` is the next instant that the game named."""

    def __init__(self, discord: FakeDiscord) -> None:
        super().__init__()
        self.discord = discord
        discord.chat = self.chat
        self.named: datetime | None = None
        self.heard: Listener | None = None
        self.config = DiscordConfig(GUILD, ("game-actions", "proposals"), frozenset({"proposals"}))
        self.rest = RestConfig(TOKEN, f"{discord.url}/api/v10", seconds=20.0)

    def set(self, **changes: Any) -> None:
        """Change what the config says of Discord."""
        self.config = replace(self.config, **changes)

    def source(self) -> Source:
        config = replace(self.config, named=lambda: self.named, known=self.known_accounts)
        return DiscordSource(config, self.rest, self.clock, self.heard)

    def asked(self) -> list[str]:
        """What was asked of Discord since the last time, without the address all requests share."""
        return [path.removeprefix("/api/v10/") for path in self.discord.taken()]

    def id(self, channel: str) -> str:
        """A channel's id."""
        return self.chat.channel(channel).id


@contextmanager
def rest_world() -> Iterator[RestWorld]:
    """A world that is served."""
    with serving(FakeDiscord(None)) as discord:  # type: ignore[arg-type]
        yield RestWorld(discord)
