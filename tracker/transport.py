"""What every HTTP session of ours goes through: configured sites only, and bounds on the size and time of each answer."""

from __future__ import annotations

import io
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPResponse
from typing import Any
from urllib.parse import urlsplit

import requests
import urllib3
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection

_PORTS = {"http": 80, "https": 443}


class SiteRefusedError(requests.exceptions.InvalidURL):
    """An address that no part of the config names: nothing was asked of it."""


class AnswerTooLongError(requests.RequestException):
    """An answer that, unpacked, is longer than is read."""


class AnswerTooSlowError(requests.ReadTimeout):
    """An answer that trickles in for longer than is waited."""


BOUNDED = (SiteRefusedError, AnswerTooLongError, AnswerTooSlowError)
"""The errors by which an exchange is given up here."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one answer may take: ``max_bytes`` of it unpacked, and ``seconds`` from the request's end to the answer's.

    ``steady`` is a clock in seconds.
    """

    max_bytes: int
    seconds: float
    steady: Callable[[], float] = time.monotonic


Site = tuple[str, str, int]
"""Scheme, host without ``www.``, port."""


def guard(session: requests.Session, addresses: Iterable[str], bounds: Bounds) -> None:
    """Let a session reach the sites of these addresses and no other, wherever it is sent, and bound what they answer.

    A site is a host, with or without ``www.``, under one port; where its address begins with http:// it is also reached
    by https://, never the other way round. No password is looked for in ~/.netrc.
    """
    adapter = _GuardedAdapter(frozenset(site for address in addresses for site in _sites(address)), bounds)
    for prefix in list(session.adapters):
        session.mount(prefix, adapter)
    if session.auth is None:
        session.auth = _as_it_is


def _as_it_is(request: requests.PreparedRequest) -> requests.PreparedRequest:
    # Where no way of authentication is given, requests takes the passwords of ~/.netrc.
    return request


def _sites(address: str) -> Iterator[Site]:
    site = _site(address)
    if site is None:
        return
    yield site
    if site[0] == "http":
        yield "https", site[1], _PORTS["https"] if site[2] == _PORTS["http"] else site[2]


def _site(address: str) -> Site | None:
    """The site of an address; None where it is none."""
    try:
        parts = urlsplit(address)
        host, port = (parts.hostname or "").rstrip("."), parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    return (parts.scheme, host.removeprefix("www."), port) if host and parts.scheme in _PORTS else None


class _GuardedAdapter(HTTPAdapter):
    """Connects to known sites only; each answer ends with an error where it passes a bound."""

    def __init__(self, sites: frozenset[Site], bounds: Bounds) -> None:
        self._known_sites = sites
        self._bounds = bounds
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        """Make the pools, whose connections keep time."""
        super().init_poolmanager(*args, **kwargs)
        self._keep_time(self.poolmanager)

    def proxy_manager_for(self, *args: Any, **kwargs: Any) -> Any:
        """The pools of a proxy, whose connections keep time too."""
        manager = super().proxy_manager_for(*args, **kwargs)
        self._keep_time(manager)
        return manager

    def _keep_time(self, manager: Any) -> None:
        manager.pool_classes_by_scheme = _timed_pools(self._bounds)

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        """Send a request to a known site; raises SiteRefusedError and AnswerTooSlowError."""
        if _site(request.url or "") not in self._known_sites:
            raise SiteRefusedError(f"{_shown(request.url)} is no site of the config", request=request)
        with _slowness_told(self._bounds):
            answer = super().send(request, *args, **kwargs)
        answer.raw = _BoundedBody(answer.raw, self._bounds)
        return answer


def _shown(url: str | None) -> str:
    """Scheme and host of an address: what follows may be secret."""
    parts = urlsplit(url or "")
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


@contextmanager
def _slowness_told(bounds: Bounds) -> Iterator[None]:
    try:
        yield
    except (requests.RequestException, urllib3.exceptions.HTTPError) as error:
        if not any(isinstance(cause, _TimeOverError) for cause in _causes(error)):
            raise
        raise AnswerTooSlowError(f"the answer took longer than {bounds.seconds:g} s") from error


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


class _BoundedBody:
    """The body of an answer as requests reads it, of which no more than the bounds allow comes out."""

    def __init__(self, raw: Any, bounds: Bounds) -> None:
        self._raw, self._bounds = raw, bounds
        self._count = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._raw, name)

    def stream(self, amt: int, decode_content: bool | None = None) -> Iterator[bytes]:
        """The unpacked body, part by part; raises AnswerTooLongError and AnswerTooSlowError."""
        with _slowness_told(self._bounds):
            for part in self._raw.stream(amt, decode_content=decode_content):
                self._count += len(part)
                if self._count > self._bounds.max_bytes:
                    self._raw.close()
                    raise AnswerTooLongError(f"the answer is longer than {self._bounds.max_bytes:,} bytes")
                yield part

    def read(self, *_: object, **__: object) -> bytes:
        """Nothing: what requests would read to the end of an answer that it throws away is left."""
        return b""


# --- connections that keep time ---------------------------------------------------------------------------------------


class _TimeOverError(TimeoutError):
    """An answer's time is over."""


class _TimedReader(io.RawIOBase):
    """What comes from a socket, until the answer's time is over: a timeout of the socket bounds each part alone."""

    def __init__(self, raw: io.RawIOBase, bounds: Bounds) -> None:
        self._raw, self._bounds = raw, bounds
        self._until = bounds.steady() + bounds.seconds

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def readinto(self, buffer: Any) -> int | None:
        """Read what has come; raises _TimeOverError once the time is over."""
        if self._bounds.steady() > self._until:
            raise _TimeOverError("the answer takes too long")
        return self._raw.readinto(buffer)

    def close(self) -> None:
        """Let go of the socket."""
        self._raw.close()
        super().close()


def _timed_pools(bounds: Bounds) -> dict[str, type[Any]]:
    """The classes of pools whose answers are read in bounded time, by scheme."""

    class TimedResponse(HTTPResponse):
        """An answer that is read in bounded time."""

        def __init__(self, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
            super().__init__(sock, *args, **kwargs)
            self.fp = io.BufferedReader(_TimedReader(self.fp.detach(), bounds))

    class Plain(HTTPConnection):
        """A connection by http."""

        response_class = TimedResponse

    class Secure(HTTPSConnection):
        """A connection by https."""

        response_class = TimedResponse

    class PlainPool(urllib3.HTTPConnectionPool):
        """Connections by http."""

        ConnectionCls = Plain

    class SecurePool(urllib3.HTTPSConnectionPool):
        """Connections by https."""

        ConnectionCls = Secure

    return {"http": PlainPool, "https": SecurePool}
