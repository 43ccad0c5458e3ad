"""Answers on Discord as a way of messages: replies and messages of the bot, which it finds again and edits."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import tracker
from tracker.core.gamestate import Message
from tracker.core.snowflakes import first_id
from tracker.errors import MessageGoneError, MessageLostError, MessageRefusedError, OutboxError, UndeliverableError
from tracker.outbox.harmless import DISCORD_LENGTH, NO_EMBEDS, disarmed, fitting, unmarked

if TYPE_CHECKING:
    import requests

API = "https://discord.com/api/v10"
NOTHING = "(nothing to say)"
"""What stands for an empty text, which Discord does not take."""
CATEGORY = 4
"""The type of what only groups channels."""
NONCE_LENGTH = 25
PAGE = 100
"""How many messages come at a time."""
MOST_PAGES = 20
"""How many pages are searched for a message of ours at most."""
MOST_CALLED = 20
"""How many accounts one message calls at most."""
MOST_THREADS = 5
"""In how many threads a message is looked for at most."""
CLOCKS_DIFFER = timedelta(minutes=10)
"""By how much this machine's clock and Discord's may differ."""
SHORT_WAIT = 5.0
"""For so long (seconds) the next request of a route is waited for; a longer wait ends the sending."""
_TOKEN_REFUSED, _FORBIDDEN, _NOT_THERE, _TOO_MANY = 401, 403, 404, 429
_REFUSING = frozenset({400, 413, 422})
_NOT_TAKEN = frozenset({501, 503})
"""The statuses of failures after which surely nothing was done; after others of the server's nobody knows."""
_UNKNOWN_MESSAGE = 10008
_TAKES_NONE = frozenset({10013, 50007, 50033, 50278})
"""Discord's codes for an account that there is not, or that does not take private messages of the bot."""
PRIVATE = "@"
"""With what a place begins that is no channel of the server but one of private messages, by its id."""
_PERMISSIONS: Mapping[int, str] = {
    50001: "View Channel and Read Message History",
    50013: "Send Messages, and Send Messages in Threads",
    160002: "Read Message History, without which it cannot reply",
}
"""What the bot lacks, by Discord's code."""
_ALL_PERMISSIONS = "View Channel, Send Messages and Read Message History"


@dataclass(frozen=True, slots=True)
class DiscordOutboxConfig:
    """Which server, and how: ``token`` is a secret that no error shows.

    ``links`` are addresses of ours that stand below what is no reply, as they are.
    """

    token: str = field(repr=False)
    guild: str
    api: str = API
    contact: str = ""
    links: tuple[str, ...] = ()
    timeout_seconds: float = 15.0
    max_bytes: int = 25_000_000


@dataclass(frozen=True, slots=True)
class _Answer:
    """What Discord said: a status, and a value out of JSON."""

    status: int
    value: Any
    wait: float = 0.0

    @property
    def code(self) -> int:
        """Discord's own code of an error; 0 where it gives none."""
        code = self.value.get("code") if isinstance(self.value, dict) else 0
        return code if isinstance(code, int) else 0


class DiscordOutbox:
    """Writes to a server's channels, and privately to accounts, as the bot whose token it has (port ``PrivateOutbox``).

    No text calls anybody: mentions are broken and forbidden besides, but those of the accounts that a message calls. Of a message that
    was sent twice within minutes, Discord makes one.
    """

    def __init__(
        self,
        config: DiscordOutboxConfig,
        steady: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Nothing is asked yet; ``steady`` is a clock in seconds."""
        self.config, self._steady, self._sleep = config, steady, sleep
        self._ids: dict[str, str] = {}
        self._free_at: dict[str, float] = {}
        self._own = ""

    # --- the port -----------------------------------------------------------------------------------------------------

    def send(self, message: Message) -> str:
        """Send a message; its id. Raises as ``Outbox``; a reply to what was deleted since is refused."""
        channel, answered = _address(message)
        body = {**self._body(message), "nonce": _nonce(message), "enforce_nonce": True}
        if answered:
            body["message_reference"] = {"message_id": answered, "fail_if_not_exists": True}
        try:
            return self._posted(self._channel(channel), channel, body)
        except MessageRefusedError:
            place = self._thread_with(channel, answered) if answered else ""
            if not place:
                raise
        return self._posted(place, channel, body)

    def edit(self, message: Message, receipt: str) -> None:
        """Let a message that was sent say something else; raises as ``ChatOutbox``."""
        channel, _ = _address(message)
        try:
            self._patched(self._channel(channel), channel, receipt, message)
        except MessageRefusedError:
            place = self._thread_with(channel, receipt)
            if not place:
                raise
            self._patched(place, channel, receipt, message)

    def find(self, message: Message, since: datetime) -> str | None:
        """The id of a message of ours as ``ChatOutbox`` has it; raises OutboxError where that cannot be told."""
        channel, answered = _address(message)
        first = max(int(answered or 0), first_id(since - CLOCKS_DIFFER))
        head = self._body(message)["content"].split("\n")[0]
        places = [self._channel(channel), *([self._thread_with(channel, answered)] if answered else [])]
        for place in filter(None, places):
            for told in self._messages_after(place, channel, first):
                if self._is_ours(told, answered, head):
                    return str(told["id"])
        return None

    def open_private(self, account: str) -> str:
        """The id of the channel of private messages with an account; nobody sees that it is opened. Raises as ``PrivateOutbox``."""
        if not _is_id(account):
            raise UndeliverableError("no account of Discord is known to be theirs", place="private messages")
        told = self._asked("POST", "users/@me/channels", "private messages", {"recipient_id": account}).value
        id = told.get("id") if isinstance(told, dict) else None
        if not _is_id(id):
            raise OutboxError("Discord's answer cannot be read", place="private messages", remedy="try later")
        return str(id)

    def written(self, to: str, since: datetime) -> Mapping[str, str]:
        """What our messages to a place say since an instant, by their first lines; raises OutboxError where that cannot be told."""
        told = self._messages_after(self._channel(to), to, first_id(since - CLOCKS_DIFFER))
        said = (str(each.get("content")) for each in told if self._is_by_us(each))
        return {text.split("\n")[0]: text for text in said}

    def as_written(self, message: Message) -> str:
        """What a message says once it is sent."""
        return str(self._body(message)["content"])

    # --- what is sent -------------------------------------------------------------------------------------------------

    def _body(self, message: Message) -> dict[str, Any]:
        links = (
            ""
            if "/" in message.to or message.to.startswith(PRIVATE) or message.calls
            else "".join(f"\n<{link}>" for link in self.config.links)
        )
        called = [account for account in message.calls if _is_id(account)][:MOST_CALLED]
        mentions = "".join(f"<@{account}> " for account in called)
        room = DISCORD_LENGTH - len(links) - len(mentions)
        text = fitting(unmarked(disarmed(message.text.replace("\0", "\ufffd"))), room)
        allowed = {"parse": [], "replied_user": False} | ({"users": called} if called else {})
        content = mentions + (text.strip() or NOTHING) + links
        return {"content": content, "allowed_mentions": allowed, "flags": NO_EMBEDS}

    def _posted(self, place: str, channel: str, body: dict[str, Any]) -> str:
        answer = self._asked("POST", f"channels/{place}/messages", _shown(channel), body)
        made = answer.value.get("id") if isinstance(answer.value, dict) else None
        if not _is_id(made):
            raise MessageLostError("Discord's answer cannot be read", place=_shown(channel), remedy="it is read back")
        return str(made)

    def _patched(self, place: str, channel: str, receipt: str, message: Message) -> None:
        self._asked("PATCH", f"channels/{place}/messages/{receipt}", _shown(channel), self._body(message))

    # --- what is read -------------------------------------------------------------------------------------------------

    def _channel(self, name: str) -> str:
        """The id of the channel of that name, or with that id; raises OutboxError."""
        if name.startswith(PRIVATE):
            return name.removeprefix(PRIVATE)
        if name not in self._ids:
            guild = self.config.guild
            listed = self._listed(f"guilds/{guild}/channels", f"server {guild}")
            wanted, written_in = (
                name.removeprefix("#").casefold(),
                [one for one in listed if one.get("type") != CATEGORY],
            )
            found = [str(one["id"]) for one in written_in if wanted in (str(one.get("name")).casefold(), one["id"])]
            if len(found) != 1:
                problem = "no channel is called so" if not found else "several channels are called so"
                raise OutboxError(problem, place=f"#{name}", remedy="name its id, and let the bot view it")
            self._ids[name] = found[0]
        return self._ids[name]

    def _thread_with(self, channel: str, message: str) -> str:
        """The thread of a channel in which a message stands; "" where none of those alive has it."""
        parent = self._channel(channel)
        told = self._asked("GET", f"guilds/{self.config.guild}/threads/active", f"threads of #{channel}").value
        threads = _objects(told.get("threads")) if isinstance(told, dict) else []
        ours = [one for one in threads if one.get("parent_id") == parent and _may_hold(one, int(message))]
        for one in sorted(ours, key=lambda each: int(each["id"]), reverse=True)[:MOST_THREADS]:
            try:
                self._asked("GET", f"channels/{one['id']}/messages/{message}", f"#{channel}")
            except MessageGoneError:
                continue
            return str(one["id"])
        return ""

    def _messages_after(self, place: str, channel: str, first: int) -> Iterator[dict[str, Any]]:
        for _ in range(MOST_PAGES):
            found = self._listed(f"channels/{place}/messages?limit={PAGE}&after={first}", _shown(channel))
            yield from found
            if len(found) < PAGE:
                return
            first = max(int(one["id"]) for one in found)
        raise OutboxError(
            "too much was said there since to look it through", place=_shown(channel), remedy="look there"
        )

    def _is_ours(self, told: Mapping[str, Any], answered: str, head: str) -> bool:
        reference = told.get("message_reference")
        if not self._is_by_us(told):
            return False
        answers = str(reference.get("message_id") or "") if isinstance(reference, dict) else ""
        return answers == answered if answered else not answers and str(told.get("content")).split("\n")[0] == head

    def _is_by_us(self, told: Mapping[str, Any]) -> bool:
        author = told.get("author")
        return isinstance(author, dict) and author.get("id") == self._own_id()

    def _own_id(self) -> str:
        if not self._own:
            told = self._asked("GET", "users/@me", "the bot").value
            self._own = str(told.get("id") or "") if isinstance(told, dict) else ""
        if not self._own:
            raise OutboxError("Discord does not say who the bot is", remedy="try later")
        return self._own

    def _listed(self, path: str, place: str) -> list[dict[str, Any]]:
        answer = self._asked("GET", path, place)
        if not isinstance(answer.value, list):
            raise OutboxError("Discord's answer cannot be read", place=place, remedy="try later")
        return _objects(answer.value)

    # --- asking -------------------------------------------------------------------------------------------------------

    def _asked(self, method: str, path: str, place: str, body: dict[str, Any] | None = None) -> _Answer:
        """An answer without an error; raises OutboxError and its kinds, Lost where something may have been done."""
        import requests  # late: most ticks have nothing to say

        from tracker.outbox.exchange import is_unopened

        route = f"{method} {path.partition('?')[0]}" if method == "GET" else f"{method} {'/'.join(path.split('/')[:3])}"
        self._wait_for(route, place)
        try:
            answer = self._exchanged(method, path, route, body)
        except requests.RequestException as error:
            # Its text may hold what was sent, so neither it nor what it came from is shown.
            failure: OutboxError = _unanswered(method, place, is_unopened(error))
        else:
            if answer.status < 300:
                return answer
            failure = _failure(method, place, answer)
        raise failure

    def _wait_for(self, route: str, place: str) -> None:
        seconds = self._free_at.get(route, 0.0) - self._steady()
        if seconds > SHORT_WAIT:
            raise OutboxError("Discord takes no more for a while", wait_seconds=seconds, place=place, remedy="wait")
        if seconds > 0:
            self._sleep(seconds)

    def _exchanged(self, method: str, path: str, route: str, body: dict[str, Any] | None) -> _Answer:
        import requests

        from tracker.outbox.exchange import object_in, value_in, wait_in
        from tracker.transport import Bounds, guard

        config = self.config
        with requests.Session() as session:
            # No proxy and no password of the environment: the token goes to Discord alone.
            session.trust_env = False
            session.headers["Authorization"] = f"Bot {config.token}"
            session.headers["User-Agent"] = f"DiscordBot ({config.contact or 'no contact'}, {tracker.__version__})"
            guard(session, [config.api], Bounds(config.max_bytes, config.timeout_seconds, self._steady))
            sent = None if body is None else json.dumps(body).encode("ascii")
            address, headers = f"{config.api.rstrip('/')}/{path}", {"Content-Type": "application/json"} if sent else {}
            with session.request(
                method, address, data=sent, headers=headers, timeout=config.timeout_seconds, allow_redirects=False
            ) as answer:
                self._heed_limit(answer, route)
                return _Answer(answer.status_code, value_in(answer.content), wait_in(answer, object_in(answer.content)))

    def _heed_limit(self, answer: requests.Response, route: str) -> None:
        """Take note of how long the route has to be left alone once its requests are used up."""
        try:
            after = float(answer.headers.get("X-RateLimit-Reset-After", "0"))
        except ValueError:
            return
        if answer.headers.get("X-RateLimit-Remaining") == "0" and 0 < after < float("inf"):
            self._free_at[route] = self._steady() + after


def _address(message: Message) -> tuple[str, str]:
    """The channel's name, and the message that is answered; "" where none is. Raises MessageRefusedError for what has no id."""
    channel, slash, answered = message.to.partition("/")
    if slash and not _is_id(answered):
        raise MessageRefusedError("what is to be answered is no message of Discord", place=f"#{channel}")
    return channel, answered


def _shown(channel: str) -> str:
    """How errors name a place."""
    return "private messages" if channel.startswith(PRIVATE) else f"#{channel}"


def _is_id(value: object) -> bool:
    return (
        isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 20 and int(value) < 1 << 63
    )


def _nonce(message: Message) -> str:
    """What stands for a message with its text: of two that bear the same, Discord makes one."""
    return hashlib.sha256(f"{message.key}\0{message.text}".encode("utf-8", "replace")).hexdigest()[:NONCE_LENGTH]


def _may_hold(thread: Mapping[str, Any], message: int) -> bool:
    """Whether a message can stand in a thread, by the instants in their ids; a post's first message has the thread's own."""
    return int(thread["id"]) <= message


def _objects(value: object) -> list[dict[str, Any]]:
    """The objects with an id in a list."""
    listed = value if isinstance(value, list) else []
    return [one for one in listed if isinstance(one, dict) and _is_id(one.get("id"))]


def _unanswered(method: str, place: str, is_unopened: bool) -> OutboxError:
    if is_unopened or method == "GET":
        return OutboxError("Discord cannot be reached", place=place, remedy="check the network, or try later")
    return MessageLostError("no answer came from Discord", place=place, remedy="it is read back")


def _failure(method: str, place: str, answer: _Answer) -> OutboxError:
    status = answer.status
    if status == _TOO_MANY:
        return OutboxError("Discord takes no more for a while", wait_seconds=answer.wait, place=place, remedy="wait")
    if status == _TOKEN_REFUSED:
        remedy = "make a new token of the bot, and put it where token_env or token_file say"
        return OutboxError("Discord does not accept the token", place=place, remedy=remedy)
    if answer.code in _TAKES_NONE and status in {400, _FORBIDDEN, _NOT_THERE}:
        return UndeliverableError("Discord does not let the bot write to them", place=place)
    if status == _FORBIDDEN:
        lacking = _PERMISSIONS.get(answer.code, _ALL_PERMISSIONS)
        return OutboxError("the bot may not do that there", place=place, remedy=f"give its role {lacking}")
    if status == _NOT_THERE and answer.code == _UNKNOWN_MESSAGE:
        return MessageGoneError("the message is not there any more", place=place, remedy="somebody deleted it")
    if status in _REFUSING:
        return MessageRefusedError(f"Discord does not take this (status {status}, code {answer.code})", place=place)
    if status >= 500 and status not in _NOT_TAKEN and method != "GET":
        return MessageLostError(f"Discord failed (status {status})", place=place, remedy="it is read back")
    remedy = "try later" if status >= 500 else "look at the server, and check [discord]"
    return OutboxError(f"Discord answered with status {status}", place=place, remedy=remedy)
