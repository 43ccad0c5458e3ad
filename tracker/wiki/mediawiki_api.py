"""One request to MediaWiki's API through mwclient: who asks, how patiently, and what each failure is to us."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tracker.wiki.failures import WRITES, Failures, NoAnswerError, RefusedError, answer_of
from tracker.wiki.mediawiki_settings import MediaWikiSettings
from tracker.wiki.politeness import patiently

if TYPE_CHECKING:
    import requests

Json = dict[str, Any]


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
        data = {"action": action, "format": "json", "formatversion": 2, "maxlag": self._settings.maxlag, **chosen}
        failures = Failures(action in WRITES, where)
        return patiently(lambda: self._guarded(method, data, files, failures), self._settings.patience)

    def forget_login(self) -> None:
        """Be nobody again; asks nothing of the wiki."""
        self._opened().connection.cookies.clear()

    def _guarded(self, method: str, data: Json, files: Json | None, failures: Failures) -> Json:
        """The answer, or our own error for whatever went wrong."""
        import requests.exceptions

        self._headers = {}
        try:
            return answer_of(self._opened().raw_call("api", data, files, retry_on_error=False, http_method=method))
        except RefusedError as error:
            raise failures.refused(error.code, error.info, self._headers) from error
        except NoAnswerError as error:
            raise failures.no_answer(f"the answer is not the API's: {error}") from None
        except requests.exceptions.HTTPError as error:
            raise failures.status(error.response.status_code, self._headers) from error
        except requests.exceptions.RequestException as error:
            raise failures.broken(error) from error
        except _mwclient().errors.MwClientError:
            # Its text holds all that was sent, passwords too: it must not be shown.
            raise failures.no_answer("the wiki sent us elsewhere") from None

    def _opened(self) -> Any:
        """The site, made at first use and without asking the wiki anything."""
        if self._site is None:
            from tracker.transport import Bounds, guard

            address = self._settings.address
            self._site = _mwclient().Site(
                address.netloc,
                path=address.path.removesuffix("api.php"),
                scheme=address.scheme,
                clients_useragent=self._settings.user_agent,
                do_init=False,
                max_retries=0,
                connection_options={"timeout": self._settings.timeout},
            )
            bounds = Bounds(self._settings.max_bytes, self._settings.deadline)
            guard(self._site.connection, [self._settings.api_url], bounds)
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
