"""discord.py's HTTP client, kept to one site and to answers of bounded length; imported only where Discord is read."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from discord.http import HTTPClient, Route

# What it logs of its own we tell ourselves.
logging.getLogger("discord").addHandler(logging.NullHandler())

Origin = tuple[str, str, int]
"""Scheme, host and port."""
_SAME = {"ws": "http", "wss": "https"}


def origin_of(address: str) -> Origin:
    """The site of an address; a socket belongs to that of the pages beside it."""
    parts = urlsplit(address)
    scheme = _SAME.get(parts.scheme, parts.scheme)
    return scheme, parts.hostname or "", parts.port or (443 if scheme == "https" else 80)


class StrangeSiteError(ValueError):
    """A site that the config does not name: nothing was asked of it."""


class LongAnswerError(ValueError):
    """An answer that, unpacked, is longer than is read."""


class KeptConnector(aiohttp.TCPConnector):
    """Connects to what is allowed alone, wherever a redirect or an answer may point."""

    def __init__(self, is_allowed: Callable[[Origin], bool]) -> None:
        super().__init__(limit=0)
        self._is_allowed = is_allowed

    async def connect(self, req: Any, traces: Any, timeout: Any) -> Any:
        """A connection; raises StrangeSiteError where none may be made."""
        origin = origin_of(str(req.url))
        if not self._is_allowed(origin):
            raise StrangeSiteError(f"{origin[0]}://{origin[1]} is no site of the config")
        return await super().connect(req, traces, timeout)


class _BoundedContent:
    """The body of an answer, read up to a bound."""

    def __init__(self, content: Any, max_bytes: int) -> None:
        self._content, self._max_bytes = content, max_bytes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._content, name)

    async def read(self, _: int = -1) -> bytes:
        """The whole body, unpacked; raises LongAnswerError."""
        parts, length = [], 0
        while part := await self._content.readany():
            length += len(part)
            if length > self._max_bytes:
                raise LongAnswerError(f"the answer is longer than {self._max_bytes:,} bytes")
            parts.append(part)
        return b"".join(parts)


def _bounding(max_bytes: int) -> aiohttp.TraceConfig:
    async def bound(_: aiohttp.ClientSession, __: SimpleNamespace, ended: aiohttp.TraceRequestEndParams) -> None:
        ended.response.content = _BoundedContent(ended.response.content, max_bytes)  # type: ignore[assignment]

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(bound)
    return trace


class Http(HTTPClient):
    """The client with its session open and no request made yet: what a look asks shows well enough whether the token holds.

    To be made where its loop runs. ``count`` is how many requests were asked for.
    """

    def __init__(self, api: str, is_allowed: Callable[[Origin], bool], max_bytes: int) -> None:
        trace, connector = _bounding(max_bytes), KeptConnector(is_allowed)
        super().__init__(asyncio.get_running_loop(), connector, http_trace=trace, max_ratelimit_timeout=60.0)
        self._api = api.rstrip("/")
        self._is_opening = False
        self.count = 0

    async def open(self, token: str) -> None:
        """Open the session and take the token; nothing is asked."""
        self._is_opening = True
        try:
            await self.static_login(token)
        finally:
            self._is_opening = False

    async def request(self, route: Route, **more: Any) -> Any:
        """Ask under the address of the config, as politely as discord.py does."""
        if self._is_opening:
            return {}
        self.count += 1
        route.url = self._api + route.url.removeprefix(Route.BASE)
        return await super().request(route, **more)
