"""What the failure of one request to MediaWiki's API is to us: try again, give up, or read back what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tracker.core.nesting import read_json
from tracker.errors import LostAnswerError, WikiBusyError, WikiError
from tracker.wiki.api_errors import REPEATABLE, wiki_error
from tracker.wiki.politeness import TryLaterError, retry_after

WRITES = frozenset({"edit", "upload"})
"""The actions of the API that change something: never sent again where nobody knows what became of them."""
_FAILED_INSIDE = "internal_api_error"
"""How the codes of errors begin in the midst of which the wiki broke off: nobody knows what it did before."""
_LATER = "the next tick tries again"


class RefusedError(Exception):
    """The API's own error, by its code and words."""

    def __init__(self, code: str, info: str) -> None:
        """Keep both."""
        super().__init__(code)
        self.code, self.info = code, info


class NoAnswerError(ValueError):
    """What came is no answer of the API; the text is what is shown of it."""


def answer_of(text: str) -> dict[str, Any]:
    """The API's answer as it came over the wire; raises its RefusedError, and NoAnswerError where it is no answer at all."""
    try:
        answer = read_json(text)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise NoAnswerError(beginning(text))
    if "error" not in answer:
        return answer
    error = answer["error"]
    if not isinstance(error, dict) or str(error.get("code", "")).startswith(_FAILED_INSIDE):
        raise NoAnswerError(beginning(text))
    raise RefusedError(str(error.get("code", "Unknown")), str(error.get("info", "")))


@dataclass(frozen=True, slots=True)
class Failures:
    """The errors that the failures of one request become; ``place`` names what it is about."""

    is_write: bool
    place: str

    def refused(self, code: str, info: str, headers: Mapping[str, str]) -> Exception:
        """The error for an API error code."""
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

        from tracker.transport import BOUNDED

        if isinstance(error, requests.exceptions.SSLError):
            remedy = "check the address and the certificate"
            return WikiError(f"no secure connection: {error}", code="ssl", place=self.place, remedy=remedy)
        if isinstance(error, BOUNDED):
            return self.no_answer(f"the answer was not taken: {error}")
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


def beginning(text: str) -> str:
    """The beginning of what came instead of the API's answer, on one line."""
    return " ".join(text.split())[:200]
