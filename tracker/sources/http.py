"""Polite fetching over HTTP: one throttle, conditional requests, limits of size and time, bounded retries."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http.cookiejar import DefaultCookiePolicy
from urllib.parse import urlsplit

import requests
import stamina

import tracker
from tracker.core.instants import iso
from tracker.core.ports import Clock
from tracker.errors import SourceUnreachableError, SourceUnreadableError
from tracker.transport import AnswerTooLongError, AnswerTooSlowError, Bounds, SiteRefusedError, guard

OK = 200
NOT_MODIFIED = 304
TOO_MANY_REQUESTS = 429
PASSING_STATUSES = frozenset({TOO_MANY_REQUESTS, 500, 502, 503, 504})
"""Statuses after which the same request may succeed in a while."""
CHUNK = 65_536
LONGEST_WISH = timedelta(hours=6)
"""How long a site is left alone at most because it asked for that: a slip of its configuration must not close it for years."""

REMEDIES: Mapping[type[Exception], str] = {
    SiteRefusedError: "it is not read; where it is meant, write it into the config",
    AnswerTooSlowError: "try later",
    requests.exceptions.SSLError: "check the address and the machine's certificates",
    requests.exceptions.ProxyError: "check the proxy settings of the environment",
    requests.Timeout: "try later, or raise timeout_seconds",
    requests.TooManyRedirects: "write the final address into the config",
    requests.exceptions.ContentDecodingError: "try later; the site's compression is broken",
    requests.exceptions.InvalidSchema: "only http and https can be read",
    requests.exceptions.InvalidURL: "correct the address in the config",
    requests.ConnectionError: "check the address and the network, or try later",
}
"""What a user can do about each way in which fetching fails; the first that fits counts."""


class AskedToWaitError(SourceUnreachableError):
    """The site asked us to stay away until an instant that is too far off to wait for."""

    def __init__(self, url: str, until: datetime, *, is_cut: bool = False) -> None:
        """``until`` is the first instant at which the site may be asked again; ``is_cut``: it asked for more than is heeded."""
        longest = LONGEST_WISH // timedelta(hours=1)
        cut = f"the site asks not to be read for longer than {longest} h; it is asked again at"
        text = cut if is_cut else "the site asks not to be read before"
        super().__init__(f"{text} {iso(until)}", place=url, remedy="wait, or poll it less often")
        self.until = until


class _PassingError(SourceUnreachableError):
    """A failure after which the same request may succeed in a while."""


@dataclass(frozen=True, slots=True)
class HttpConfig:
    """How to fetch.

    ``contact``: a mail address or URL for the User-Agent, so that the site's owner can reach the operator.
    ``delay_seconds``: the least pause between the end of one request and the start of the next.
    ``timeout_seconds``: how long to wait for a connection, and for each part of an answer.
    ``deadline_seconds``: how long one whole answer may take.
    ``max_bytes``: the longest answer that is read, unpacked.
    ``attempts``: how often a request is made at most; the pause doubles from ``backoff_seconds`` each time.
    ``longest_wait_seconds``: the longest Retry-After that is waited for; a longer one ends the tick.
    ``max_redirects``: how many redirects are followed.
    ``addresses``: of which sites anything may be asked; a redirect to another one is an error.
    """

    contact: str = ""
    delay_seconds: float = 1.0
    timeout_seconds: float = 20.0
    deadline_seconds: float = 120.0
    max_bytes: int = 25_000_000
    attempts: int = 3
    backoff_seconds: float = 2.0
    longest_wait_seconds: float = 60.0
    max_redirects: int = 5
    addresses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Validators:
    """What a server gave to ask later whether a page has changed; either may be empty."""

    etag: str = ""
    last_modified: str = ""

    @property
    def headers(self) -> dict[str, str]:
        """The headers of a conditional request."""
        sent = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in sent.items() if value}


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer: header names are in lower case; ``asked_at`` and ``answered_at`` frame the instant it speaks of."""

    url: str
    final_url: str
    status: int
    content: bytes
    headers: Mapping[str, str]
    asked_at: datetime
    answered_at: datetime

    @property
    def is_not_modified(self) -> bool:
        """Whether the server says that nothing changed since the validators were given (a hint, never proof)."""
        return self.status == NOT_MODIFIED

    @property
    def content_type(self) -> str:
        """The Content-Type header, or nothing."""
        return self.headers.get("content-type", "")

    @property
    def validators(self) -> Validators:
        """What to send along next time."""
        return Validators(self.headers.get("etag", ""), self.headers.get("last-modified", ""))


class Fetcher:
    """Fetches pages, one at a time and never faster than agreed.

    ``sleep`` waits that many seconds; ``steady`` counts seconds, whatever somebody does to the system's clock. They and the
    clock are arguments so that tests need not wait.
    """

    def __init__(
        self,
        config: HttpConfig,
        clock: Clock,
        sleep: Callable[[float], None],
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._config = config
        self._clock = clock
        self._sleep = sleep
        self._session = _session(config)
        self._steady = steady
        self._next_turn = steady()
        self._asked = self._next_turn
        self._failures = 0
        self.request_count = 0

    def get(self, url: str, validators: Validators | None = None, accept: Collection[int] = frozenset({OK})) -> Fetched:
        """Fetch a page; 304 is answered only where validators were given.

        Raises SourceUnreachableError where no answer came, or a status that is not in ``accept``; SourceUnreadableError
        where the answer is too long.
        """
        _check_scheme(url)
        policy = stamina.RetryingCaller(
            attempts=self._config.attempts, timeout=None, wait_initial=0, wait_max=0, wait_jitter=0
        )
        sent = validators.headers if validators else {}
        accepted = frozenset(accept) | ({NOT_MODIFIED} if sent else frozenset())
        return policy(_PassingError, self._get_once, url, sent, accepted)

    def close(self) -> None:
        """Let go of the connections."""
        self._session.close()

    def _get_once(self, url: str, headers: Mapping[str, str], accepted: Collection[int]) -> Fetched:
        self._wait_for_turn()
        self.request_count += 1
        asked_at, self._asked = self._clock.now(), self._steady()
        try:
            fetched = self._exchange(url, headers, asked_at)
        except AnswerTooLongError as error:
            raise self._too_long(url) from error
        except requests.RequestException as error:
            raise self._failed(url, error) from error
        self._set_next_turn(self._config.delay_seconds)
        self._check_status(fetched, accepted)
        self._failures = 0
        return fetched

    def _exchange(self, url: str, headers: Mapping[str, str], asked_at: datetime) -> Fetched:
        timeout = self._config.timeout_seconds
        with self._session.get(url, headers=dict(headers), timeout=timeout, stream=True) as answer:
            content = self._content(answer)
            received = {name.lower(): value for name, value in answer.headers.items()}
            return Fetched(url, answer.url, answer.status_code, content, received, asked_at, self._clock.now())

    def _content(self, answer: requests.Response) -> bytes:
        limit, deadline = self._config.max_bytes, self._asked + self._config.deadline_seconds
        content = bytearray()
        for chunk in answer.iter_content(CHUNK):
            content += chunk
            if len(content) > limit:
                raise self._too_long(answer.url)
            if self._steady() > deadline:
                raise SourceUnreachableError(
                    f"the answer took longer than {self._config.deadline_seconds:g} s",
                    place=answer.url,
                    remedy="try later",
                )
        return bytes(content)

    def _too_long(self, url: str) -> SourceUnreadableError:
        self._set_next_turn(self._config.delay_seconds)
        problem = f"the page is longer than {self._config.max_bytes:,} bytes"
        return SourceUnreadableError(problem, place=url, remedy="raise max_megabytes if it is meant")

    def _check_status(self, fetched: Fetched, accepted: Collection[int]) -> None:
        if fetched.status in accepted:
            return
        problem = f"the site answered with status {fetched.status}"
        if fetched.status not in PASSING_STATUSES:
            raise SourceUnreachableError(problem, place=fetched.url, remedy="check the address in a browser")
        self._back_off(fetched)
        raise _PassingError(problem, place=fetched.url, remedy="try later")

    def _back_off(self, fetched: Fetched) -> None:
        wanted = _retry_after(fetched)
        if wanted is not None and wanted > self._config.longest_wait_seconds:
            heeded = min(wanted, LONGEST_WISH.total_seconds())
            until = fetched.answered_at + timedelta(seconds=heeded)
            raise AskedToWaitError(fetched.url, until, is_cut=wanted > heeded)
        self._failures += 1
        self._set_next_turn(max(self._config.delay_seconds, self._pause() if wanted is None else wanted))

    def _failed(self, url: str, error: requests.RequestException) -> SourceUnreachableError:
        remedy = next((text for kind, text in REMEDIES.items() if isinstance(error, kind)), "try later")
        is_passing = isinstance(
            error, requests.ConnectionError | requests.Timeout | requests.exceptions.ChunkedEncodingError
        ) and not isinstance(error, AnswerTooSlowError)
        self._failures += 1
        self._set_next_turn(max(self._config.delay_seconds, self._pause()))
        kind = _PassingError if is_passing else SourceUnreachableError
        return kind(f"no answer: {error}", place=url, remedy=remedy)

    def _pause(self) -> float:
        doubled: float = self._config.backoff_seconds * 2 ** (self._failures - 1)
        return min(doubled, self._config.longest_wait_seconds)

    def _set_next_turn(self, seconds: float) -> None:
        self._next_turn = self._steady() + seconds

    def _wait_for_turn(self) -> None:
        """Wait until the pause after the last request is over: the only place that waits."""
        seconds = self._next_turn - self._steady()
        if seconds > 0:
            self._sleep(seconds)


def _session(config: HttpConfig) -> requests.Session:
    session = requests.Session()
    contact = f" (+{config.contact})" if config.contact else ""
    session.headers["User-Agent"] = f"nomic-tracker/{tracker.__version__}{contact}"
    session.max_redirects = config.max_redirects
    guard(session, config.addresses, Bounds(config.max_bytes, config.deadline_seconds))
    # Blog engines hand out tracking cookies on every answer; a follower has no use for them.
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return session


def _check_scheme(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise SourceUnreachableError("not an http or https address", place=url, remedy="correct it in the config")


def _retry_after(fetched: Fetched) -> float | None:
    """The seconds that a Retry-After header asks for, in either of its two forms (RFC 9110, 10.2.3)."""
    text = fetched.headers.get("retry-after", "").strip()
    if text.isdecimal():
        return float(text)
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return None
    aware = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (aware - fetched.answered_at).total_seconds())
