"""One request to MediaWiki's API through pywikibot: its throttle and requests, without its retries, prompts and files."""

from __future__ import annotations

import hashlib
from typing import Any

from tracker.wiki.failures import WRITES, Failures, NoAnswerError, RefusedError, answer_of, beginning
from tracker.wiki.mediawiki_settings import MediaWikiSettings
from tracker.wiki.politeness import patiently
from tracker.wiki.pywikibot_home import Pywikibot, PywikibotHome, pywikibot_in

Json = dict[str, Any]


class PywikibotApi:
    """The API of one wiki; nothing is asked of it, and pywikibot not imported, before the first request."""

    def __init__(self, settings: MediaWikiSettings, home: PywikibotHome) -> None:
        """Take the settings and pywikibot's directory; ConfigErrors of either come at the first request."""
        self._settings = settings
        self._home = home
        self._opened_line: _Line | None = None

    def ask(self, action: str, method: str, chosen: Json, place: str = "", files: Json | None = None) -> Json:
        """Ask the API, and again as patience allows; writes only where the wiki said that it did nothing.

        ``place`` names what it is about in errors. Raises WikiErrors by the API's codes, WikiBusyError when patience
        ends, and LostAnswerError where a write was sent and no answer of the API came.
        """
        line = self._line()
        wanted = {**chosen, "action": action, "formatversion": 2, "maxlag": self._settings.maxlag}
        failures = Failures(action in WRITES, place or self._settings.api_url)
        patience = line.pywikibot.patience(self._settings.patience)
        return patiently(lambda: _guarded(line, method, wanted, files, failures), patience)

    def forget_login(self) -> None:
        """Be nobody again; asks nothing of the wiki."""
        self._line().session.cookies.clear()

    def _line(self) -> _Line:
        """The way to the wiki, opened at first use without asking the wiki anything."""
        if self._opened_line is None:
            self._opened_line = _Line(self._settings, pywikibot_in(self._home))
        return self._opened_line


def _guarded(line: _Line, method: str, wanted: Json, files: Json | None, failures: Failures) -> Json:
    """The answer, or our own error for whatever went wrong."""
    import requests.exceptions

    try:
        return line.send(method, wanted, files)
    except RefusedError as error:
        raise failures.refused(error.code, error.info, line.headers) from error
    except NoAnswerError as error:
        raise failures.no_answer(f"the answer is not the API's: {error}") from None
    except requests.exceptions.HTTPError as error:
        raise failures.status(error.response.status_code, line.headers) from error
    except requests.exceptions.RequestException as error:
        raise failures.broken(error) from error
    except line.pywikibot.library.exceptions.Error as error:
        raise failures.no_answer(f"pywikibot gave up: {beginning(str(error))}") from error


class _Line:
    """The way to one wiki: pywikibot's site with its throttle, and cookies that are nobody else's in this process."""

    def __init__(self, settings: MediaWikiSettings, pywikibot: Pywikibot) -> None:
        """Make the site and the session; raises ConfigError where the address is none of an API."""
        import requests

        from tracker.transport import Bounds, guard

        self.settings = settings
        self.pywikibot = pywikibot
        self.session = requests.Session()
        guard(self.session, [settings.api_url], Bounds(settings.max_bytes, settings.deadline))
        self.site = _site(settings, pywikibot)
        self.headers: Any = {}
        self._request_kind = _request_kind(pywikibot.library, self)

    def send(self, method: str, wanted: Json, files: Json | None) -> Json:
        """Send one request, after the throttle's wait; raises what went wrong as it came."""
        self.headers = {}
        mime = {name: _part(*file) for name, file in (files or {}).items()} or None
        request = self._request_kind(site=self.site, parameters=wanted, use_get=method == "GET", mime=mime)
        if "assert" in wanted:
            request["assert"] = wanted["assert"]
        return dict(request.submit())

    def exchange(self, method: str, uri: str, data: Any, headers: dict[str, str]) -> Any:
        """One answer over HTTP, wherever it comes from; redirects are not followed.

        Raises the errors of requests, HTTPError for a status of 400 and more among them.
        """
        http, config = self.pywikibot.library.comms.http, self.pywikibot.library.config
        address = self.site.base_url(uri)
        answer = self.session.request(
            method,
            address,
            data=data,
            headers={**headers, "User-Agent": self._user_agent(), **config.extra_headers},
            auth=http.get_authentication(address),
            timeout=self.pywikibot.timeout(self.settings.timeout),
            allow_redirects=False,
        )
        # The throttle is not told how long the wiki wants us to wait: it would obey without end.
        self.headers = answer.headers
        answer.raise_for_status()
        return answer

    def _user_agent(self) -> str:
        return f"{self.settings.user_agent} Pywikibot/{self.pywikibot.library.__version__}"


def _part(filename: str, content: bytes) -> tuple[bytes, tuple[str, str], dict[str, str]]:
    """A file as pywikibot takes it into a form."""
    return content, ("application", "octet-stream"), {"filename": filename}


def _request_kind(library: Any, line: _Line) -> Any:
    """The class of our requests: each is sent once, and whatever is no answer of the API is raised as it came.

    pywikibot's own would send an edit again whose answer was lost, log in by itself, and show passwords in its log.
    """

    class OneRequest(library.data.api.Request):  # type: ignore[misc]
        """A request that is sent once."""

        def _http_request(self, use_get: bool, uri: str, data: Any, headers: dict[str, str], _: str) -> Any:
            return line.exchange("GET" if use_get else "POST", uri, data, headers), use_get

        def _json_loads(self, response: Any) -> Json:
            # Of the wiki's warnings pywikibot would make sentences, and stumble over what is none.
            return {name: told for name, told in answer_of(response.text).items() if name != "warnings"}

        def _userinfo_query(self, result: Any) -> bool:
            return False

    return OneRequest


def _site(settings: MediaWikiSettings, pywikibot: Pywikibot) -> Any:
    """Pywikibot's site of our wiki and account, with its throttle set; asks the wiki nothing."""
    library, address = pywikibot.library, settings.address
    # The name is only pywikibot's own: its throttle counts by it which processes edit this wiki.
    name = "wiki" + hashlib.sha256(settings.api_url.encode()).hexdigest()[:12]
    account = settings.username.partition("@")[0] or "Nobody"
    site = library.Site(name, _family(library, name, address), account, interface=_site_kind(library))
    pywikibot.throttle(site.throttle, settings.edit_pause)
    return site


def _family(library: Any, name: str, address: Any) -> Any:
    """The family that knows our wiki alone."""

    class OneWiki(library.family.SingleSiteFamily):  # type: ignore[misc]
        """One wiki, known by the address of its API."""

        def protocol(self, code: str) -> str:
            return str(address.scheme)

        def scriptpath(self, code: str) -> str:
            return str(address.path.removesuffix("/api.php"))

        def verify_SSL_certificate(self, code: str) -> bool:  # noqa: N802 - the library's name
            return True

    OneWiki.name, OneWiki.domain = name, address.netloc
    return OneWiki()


def _site_kind(library: Any) -> Any:
    """The class of our site: logging in is our own doing, and what it would ask the wiki besides is not needed."""

    class OneSite(library.site.APISite):  # type: ignore[misc]
        """A site that asks nothing by itself."""

        def login(self, *_: object, **__: object) -> None:
            """Nothing: the backend logs in by a request of its own."""

        def logged_in(self) -> bool:
            """Whether we are who we are: the wiki is asked by the assertion in each edit."""
            return True

        @property
        def userinfo(self) -> Json:
            """Our account's name."""
            return {"name": self.username(), "id": 1}

        def has_extension(self, name: str) -> bool:
            """Whether an extension is there: nothing of any is asked for."""
            return False

    return OneSite
