"""One request to MediaWiki's API through mwclient: who asks, how patiently, and what each failure is to us."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from tracker import __version__
from tracker.errors import ConfigError, LostAnswerError, WikiBusyError, WikiError
from tracker.wiki.api_errors import REPEATABLE, wiki_error
from tracker.wiki.politeness import DEFAULT_PATIENCE, Patience, TryLaterError, patiently, retry_after

if TYPE_CHECKING:
    import requests

Json = dict[str, Any]

_WRITES = frozenset({"edit", "upload"})
_LATER = "the next tick tries again"


@dataclass(frozen=True, slots=True)
class MediaWikiSettings:
    """Where the wiki is, who we are there, and how gently we ask.

    ``username`` is that of a bot password (``Account@name``); ``contact`` a mail address or page for the User-Agent;
    ``assertion`` what every edit asserts about us; ``maxlag``, ``edit_pause`` and ``timeout`` are in seconds.
    """

    api_url: str
    username: str = ""
    password: str = field(default="", repr=False)
    contact: str = ""
    assertion: Literal["bot", "user"] = "bot"
    maxlag: int = 5
    edit_pause: float = 5.0
    timeout: float = 30.0
    patience: Patience = DEFAULT_PATIENCE

    @property
    def user_agent(self) -> str:
        """Who is asking, with a contact, as the wiki's people want to know."""
        return f"nomic-tracker/{__version__} ({self.contact or 'no contact given'})"


class MediaWikiApi:
    """The API of one wiki; nothing is asked of it before the first request."""

    def __init__(self, settings: MediaWikiSettings) -> None:
        """Take the settings; raises ConfigError at the first request where the address cannot be one of an API."""
        self._settings = settings
        self._site: Any = None
        self._headers: Mapping[str, str] = {}

    def ask(self, action: str, method: str, chosen: Json, place: str = "", files: Json | None = None) -> Json:
        """Ask the API, and again as patience allows; writes only where the wiki said that it did nothing.

        ``place`` names what it is about in errors. Raises WikiErrors by the API's codes, WikiBusyError when patience
        ends, and LostAnswerError where a write was sent and no answer of the API came.
        """
        where = place or self._settings.api_url
        send = self._sender(action, method, {**chosen, "formatversion": 2, "maxlag": self._settings.maxlag}, files)
        return patiently(lambda: self._guarded(send, _Failures(action in _WRITES, where)), self._settings.patience)

    def forget_login(self) -> None:
        """Be nobody again; asks nothing of the wiki."""
        self._opened().connection.cookies.clear()

    def _sender(self, action: str, method: str, chosen: Json, files: Json | None) -> Callable[[], Json]:
        def by_api() -> Json:
            return dict(self._opened().api(action, method, retry_on_error=False, **chosen))

        def with_files() -> Json:
            site = self._opened()
            data = {**chosen, "action": action, "format": "json"}
            answer = json.loads(site.raw_call("api", data, files=files, retry_on_error=False))
            site.handle_api_result(answer)
            return dict(answer)

        return with_files if files else by_api

    def _guarded(self, send: Callable[[], Json], failures: _Failures) -> Json:
        """The answer, or our own error for whatever went wrong."""
        import requests.exceptions

        errors = _mwclient().errors
        self._headers = {}
        try:
            return send()
        except errors.APIError as error:
            raise failures.refused(str(error.code), str(error.info), self._headers) from error
        except requests.exceptions.HTTPError as error:
            raise failures.status(error.response.status_code, self._headers) from error
        except requests.exceptions.RequestException as error:
            raise failures.broken(error) from error
        except errors.MaximumRetriesExceeded:
            # Its text holds all that was sent, passwords too: it must not be shown.
            raise failures.no_answer("the wiki's database failed, or it sent us elsewhere") from None
        except (errors.MwClientError, ValueError) as error:
            raise failures.no_answer(f"the answer is not the API's: {_beginning(error)}") from error

    def _opened(self) -> Any:
        """The site, made at first use and without asking the wiki anything."""
        if self._site is None:
            address = urlsplit(self._settings.api_url)
            if address.scheme not in {"http", "https"} or not address.path.endswith("/api.php"):
                fault, remedy = "this is no address of a wiki's API", "give it as https://wiki.example.org/w/api.php"
                raise ConfigError(fault, place=self._settings.api_url, remedy=remedy)
            self._site = _mwclient().Site(
                address.netloc,
                path=address.path.removesuffix("api.php"),
                scheme=address.scheme,
                clients_useragent=self._settings.user_agent,
                do_init=False,
                max_retries=0,
                connection_options={"timeout": self._settings.timeout},
            )
            self._site.connection.hooks["response"].append(self._note_headers)
        return self._site

    def _note_headers(self, response: requests.Response, *_: object, **__: object) -> None:
        """Keep the headers for Retry-After; mwclient would sleep by itself, and stumble, over a lag header."""
        self._headers = response.headers.copy()
        response.headers.pop("X-Database-Lag", None)


def _mwclient() -> ModuleType:
    """The library, imported late; its import would switch on every DeprecationWarning of the process."""
    with warnings.catch_warnings():
        import mwclient
    return mwclient  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class _Failures:
    """The errors that the failures of one request become."""

    is_write: bool
    place: str

    def refused(self, code: str, info: str, headers: Mapping[str, str]) -> Exception:
        error = wiki_error(code, info, self.place)
        return TryLaterError(error, retry_after(headers)) if code in REPEATABLE else error

    def status(self, status: int, headers: Mapping[str, str]) -> Exception:
        """The error for an HTTP status; only what asks us to come again surely did nothing."""
        wait, text = retry_after(headers), f"the wiki answers {status}"
        if status == 429 or (status == 503 and wait is not None) or (status >= 500 and not self.is_write):
            return TryLaterError(self._busy(text, str(status)), wait)
        if status >= 500:
            return self.no_answer(text)
        remedy = "check the address, and whether the wiki wants a contact in the User-Agent"
        return WikiError(text, code=str(status), place=self.place, remedy=remedy)

    def broken(self, error: Exception) -> Exception:
        """The error for a connection that failed."""
        import requests.exceptions

        if isinstance(error, requests.exceptions.SSLError):
            remedy = "check the address and the certificate"
            return WikiError(f"no secure connection: {error}", code="ssl", place=self.place, remedy=remedy)
        if _was_not_sent(error):
            return TryLaterError(self._busy("the wiki cannot be reached", "unreachable"))
        text = f"the connection broke: {type(error).__name__}"
        return self.no_answer(text) if self.is_write else TryLaterError(self._busy(text, "broken"))

    def no_answer(self, text: str) -> WikiError:
        """The error for an answer that tells nothing: after a write nobody knows what happened."""
        if self.is_write:
            return LostAnswerError(text, code="lost", place=self.place, remedy="the page is read back")
        return WikiError(text, code="noapi", place=self.place, remedy="look at the wiki's address in a browser")

    def _busy(self, text: str, code: str) -> WikiBusyError:
        return WikiBusyError(text, code=code, place=self.place, remedy=_LATER)


def _was_not_sent(error: Exception) -> bool:
    """Whether the connection failed before the request left us."""
    import requests.exceptions
    import urllib3.exceptions

    if isinstance(error, requests.exceptions.ConnectTimeout):
        return True
    reason = getattr(error.args[0], "reason", None) if error.args else None
    return isinstance(reason, urllib3.exceptions.NewConnectionError)


def _beginning(error: Exception) -> str:
    """The beginning of what came instead of the API's answer, on one line."""
    return " ".join((getattr(error, "response_text", None) or str(error)).split())[:200]
