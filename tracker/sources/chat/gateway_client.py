"""discord.py's client, connected to listen: what it receives goes to a spool as it came; imported only where that is wanted."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import discord

from tracker.sources.chat.config import CONTENT_OFF, MEMBERS_OFF
from tracker.sources.chat.discord_http import Http, Origin, origin_of
from tracker.sources.chat.spool import GatewayConfig, Spool

GATEWAY_DOMAIN = ".discord.gg"
LONGEST_ANSWER = 25_000_000
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
        told = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


async def listened(config: GatewayConfig, spool: Spool) -> Ended:
    """Stay connected until that is not possible any more, and say why."""
    async with _Client(config, spool) as client:
        await client.http.open(config.token)  # type: ignore[attr-defined]
        try:
            await client.connect()
        except discord.PrivilegedIntentsRequired:
            return Ended(f"Discord's gateway refuses what it is asked for: {CONTENT_OFF}; {MEMBERS_OFF}")
        except discord.ConnectionClosed as error:
            return Ended(_closed(error.code))
        except (discord.DiscordException, OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            return Ended(f"{_LOST} ({type(error).__name__})")
    return Ended(_LOST)


def _closed(code: int) -> str:
    if code == _TOKEN_REFUSED:
        return "Discord's gateway does not accept the token: make a new one"
    return f"{_LOST} (code {code})"
