"""discord.py's client, connected to listen: what it receives goes to a spool as it came; imported only where that is wanted."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

import discord

from tracker.core.nesting import read_json
from tracker.sources.chat.config import CONTENT_OFF, MEMBERS_OFF
from tracker.sources.chat.discord_http import Http, Origin, origin_of
from tracker.sources.chat.spool import GatewayConfig, Spool

GATEWAY_DOMAIN = ".discord.gg"
LONGEST_ANSWER = 25_000_000
HANG_UP_SECONDS = 4.0
"""How long a connection that is not wanted any more may take until it is made, and then until it is closed."""
_LOST = "the connection to Discord's gateway is lost: what happens meanwhile is dated by two looks"
_TOKEN_REFUSED = 4004


@dataclass(frozen=True, slots=True)
class Ended:
    """Why a connection ended, in a sentence with what to mend."""

    problem: str


class _Client(discord.Client):
    """Hands every payload on before discord.py makes anything of it; nothing is kept of messages or members."""

    def __init__(self, config: GatewayConfig, spool: Spool) -> None:
        intents = discord.Intents(
            guilds=True, guild_messages=True, guild_reactions=True, message_content=True, members=True
        )
        super().__init__(
            intents=intents,
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            enable_debug_events=True,
        )
        own = origin_of(config.api)

        def is_allowed(origin: Origin) -> bool:
            return origin == own or (origin[0] == "https" and origin[1].endswith(GATEWAY_DOMAIN))

        self.http = Http(config.api, is_allowed, LONGEST_ANSWER)
        self._spool = spool

    def dispatch(self, event: str, /, *args: Any, **more: Any) -> None:
        """Hear what comes in the order in which it comes."""
        if event == "socket_raw_receive":
            self._spool.hear(_payload(args[0]))
        elif event == "disconnect":
            self._spool.broke(_LOST)
        super().dispatch(event, *args, **more)


def _payload(text: Any) -> dict[str, Any]:
    try:
        told = read_json(text)
    except (ValueError, TypeError):
        return {}
    return told if isinstance(told, dict) else {}


async def listened(config: GatewayConfig, spool: Spool, unwanted: asyncio.Event) -> Ended:
    """Stay connected until that is not possible or ``unwanted`` any more, and say why."""
    async with _Client(config, spool) as client:
        await client.http.open(config.token)  # type: ignore[attr-defined]
        connection, end = asyncio.ensure_future(client.connect()), asyncio.ensure_future(unwanted.wait())
        await asyncio.wait({connection, end}, return_when=asyncio.FIRST_COMPLETED)
        if not end.cancel():
            await _hung_up(client, connection)
        return _why(connection)


async def _hung_up(client: discord.Client, connection: asyncio.Future[None]) -> None:
    """End a connection, once it is made: to cancel it while it is being made may be passed over, and leaves it open."""
    deadline = time.monotonic() + HANG_UP_SECONDS
    while not (client.ws or connection.done()) and time.monotonic() < deadline:
        await asyncio.sleep(0.02)
    await client.close()
    await asyncio.wait({connection}, timeout=HANG_UP_SECONDS)
    connection.cancel()


def _why(connection: asyncio.Future[None]) -> Ended:
    """Why a connection is no more."""
    error = None if connection.cancelled() or not connection.done() else connection.exception()
    if error is None:
        return Ended(_LOST)
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return Ended(f"Discord's gateway refuses what it is asked for: {CONTENT_OFF}; {MEMBERS_OFF}")
    if isinstance(error, discord.ConnectionClosed):
        return Ended(_closed(error.code))
    if isinstance(error, (discord.DiscordException, OSError, ValueError, KeyError, TypeError, AttributeError)):
        return Ended(f"{_LOST} ({type(error).__name__})")
    raise error


def _closed(code: int) -> str:
    if code == _TOKEN_REFUSED:
        return "Discord's gateway does not accept the token: make a new one"
    return f"{_LOST} (code {code})"
