"""A webhook as a way of messages: one POST each to a secret address, in the form that Discord takes or as plain JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import requests

import tracker
from tracker.core.gamestate import Message
from tracker.errors import MessageLostError, MessageRefusedError, OutboxError
from tracker.outbox.exchange import beginning, is_unopened, object_in, wait_in
from tracker.outbox.harmless import DISCORD_LENGTH, NO_EMBEDS, disarmed, fitting, unmarked
from tracker.transport import Bounds, guard

JSON_LENGTH = 4000
"""How many characters of text are sent as plain JSON."""
TOO_MANY_REQUESTS = 429
REFUSING = frozenset({400, 413, 422})
"""Statuses that say something about this very message, not about the way."""
GATEWAY_TIMEOUT = 504
LONGEST_ANSWER = 65_536

Body = Callable[[Message], dict[str, Any]]


def discord_body(message: Message) -> dict[str, Any]:
    """What Discord takes: the text disarmed, nobody to be called, no previews."""
    text = fitting(unmarked(disarmed(message.text)), DISCORD_LENGTH)
    return {"content": text, "allowed_mentions": {"parse": []}, "flags": NO_EMBEDS}


def json_body(message: Message) -> dict[str, Any]:
    """Plain JSON: the key by which a message is told once, of which nomic it is, and the text, disarmed."""
    return {"key": message.key, "nomic": message.to, "text": fitting(disarmed(message.text), JSON_LENGTH)}


@dataclass(frozen=True, slots=True)
class WebhookConfig:
    """Where to, how, and how long at most: ``url`` is a secret that no error shows."""

    url: str = field(repr=False)
    form: str = "discord"
    timeout_seconds: float = 10.0
    contact: str = ""


class Webhook:
    """Sends messages to one address, and to no other wherever it may point (port ``Outbox``)."""

    def __init__(self, config: WebhookConfig, steady: Callable[[], float] = time.monotonic) -> None:
        """Nothing is asked of the address yet; ``steady`` is a clock in seconds."""
        self._config = config
        self._steady = steady
        self._is_discord = config.form == "discord"
        self._body: Body = discord_body if self._is_discord else json_body

    def send(self, message: Message) -> str:
        """Send a message; the receipt is the id that the other end gives it, or the status of its answer.

        Raises MessageRefusedError where it will never be taken, MessageLostError where nobody knows whether it was, and
        OutboxError where it was not and may be tried again.
        """
        try:
            with requests.Session() as session, self._posted(session, message) as answer:
                return self._receipt(answer, self._content(answer))
        except requests.RequestException as error:
            # Its text holds the address, so neither it nor what it came from is shown.
            failure = self._failure(error)
        raise failure

    def _posted(self, session: requests.Session, message: Message) -> requests.Response:
        contact = f" (+{self._config.contact})" if self._config.contact else ""
        session.headers["User-Agent"] = f"nomic-tracker/{tracker.__version__}{contact}"
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        guard(session, [self._config.url], Bounds(LONGEST_ANSWER, self._config.timeout_seconds))
        return session.post(
            self._address(),
            data=json.dumps(self._body(message)).encode("ascii"),
            headers={"Content-Type": "application/json"},
            timeout=self._config.timeout_seconds,
            allow_redirects=False,
            stream=True,
        )

    def _address(self) -> str:
        """The address; Discord's tells what it made of a message only where that is asked for."""
        if not self._is_discord:
            return self._config.url
        parts = urlsplit(self._config.url)
        query = {**dict(parse_qsl(parts.query)), "wait": "true"}
        return urlunsplit(parts._replace(query=urlencode(query)))

    def _content(self, answer: requests.Response) -> bytes:
        """The answer's beginning: a long one, or one that never ends, tells nothing more."""
        return beginning(answer, LONGEST_ANSWER, self._steady() + self._config.timeout_seconds, self._steady)

    def _receipt(self, answer: requests.Response, content: bytes) -> str:
        status, told = answer.status_code, object_in(content)
        if answer.ok and not answer.is_redirect and status < 300:
            return str(told.get("id") or status)[:100]
        if status == TOO_MANY_REQUESTS:
            raise OutboxError(
                "the webhook takes no more messages for a while", wait_seconds=wait_in(answer, told), remedy="wait"
            )
        if status in REFUSING:
            raise MessageRefusedError(f"the webhook does not take this message (status {status})")
        if status == GATEWAY_TIMEOUT:
            raise MessageLostError(f"the webhook's answer got lost (status {status})")
        if 300 <= status < 400:
            problem = f"the webhook points to another address (status {status}), which is not followed"
            raise OutboxError(problem, remedy="name the final address")
        remedy = "try later" if status >= 500 else "make the webhook anew, and name its address"
        raise OutboxError(f"the webhook answered with status {status}", remedy=remedy)

    def _failure(self, error: requests.RequestException) -> OutboxError:
        if isinstance(error, requests.exceptions.SSLError):
            return OutboxError("the webhook's certificate is not trusted", remedy="check the machine's certificates")
        if isinstance(error, requests.exceptions.ConnectTimeout | requests.exceptions.ProxyError):
            return OutboxError("the webhook cannot be reached", remedy="check the network, or try later")
        if isinstance(error, requests.exceptions.ConnectionError) and is_unopened(error):
            return OutboxError(
                "the webhook cannot be reached", remedy="check its address and the network, or try later"
            )
        if isinstance(error, requests.exceptions.ConnectionError | requests.exceptions.Timeout):
            return MessageLostError("no answer came from the webhook")
        return OutboxError("the webhook's address cannot be used", remedy="name the whole address")
