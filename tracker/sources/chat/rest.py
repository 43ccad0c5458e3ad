"""Discord's REST interface, asked through discord.py's HTTP client without a connection to its gateway."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any

from tracker.core.ports import Clock
from tracker.errors import SourceError, SourceUnreachableError, SourceUnreadableError

if TYPE_CHECKING:
    from tracker.sources.chat.discord_http import Http

API = "https://discord.com/api/v10"
PAGE = 100
"""How many messages, or people who reacted, come at a time."""
MEMBERS = 1000
"""How many members of a server come at a time."""
ARCHIVED = 50
_TOKEN_REFUSED, _FORBIDDEN, _NOT_THERE, _TOO_MANY = 401, 403, 404, 429
_PORTAL = "https://discord.com/developers/applications"

Call = Callable[["Http"], Awaitable[Any]]


class TokenRefusedError(SourceUnreadableError):
    """Discord does not know the token."""


class NotAllowedError(SourceUnreadableError):
    """The bot may not see that."""


class NotThereError(SourceUnreadableError):
    """Discord knows no such message, channel or member, or hides it from the bot."""


class OutOfTimeError(SourceUnreachableError):
    """The time of this look is over; the next one goes on."""


@dataclass(frozen=True, slots=True)
class RestConfig:
    """How Discord is asked: ``seconds`` is how long one look may take altogether, ``request_seconds`` one request with its waits."""

    token: str = field(repr=False)
    api: str = API
    seconds: float = 300.0
    request_seconds: float = 90.0
    max_bytes: int = 25_000_000


@dataclass(frozen=True, slots=True)
class Told:
    """An answer, and when it was asked for and had come (UTC)."""

    answer: Any
    asked_at: datetime
    answered_at: datetime

    def listed(self, place: str) -> list[Any]:
        """The answer where it is a list; raises SourceUnreadableError."""
        if not isinstance(self.answer, list):
            raise _unreadable(place)
        return self.answer

    def named(self, place: str) -> dict[str, Any]:
        """The answer where it is an object; raises SourceUnreadableError."""
        if not isinstance(self.answer, dict):
            raise _unreadable(place)
        return self.answer


class DiscordRest:
    """What may be asked of Discord, one request each; to be used as a context.

    Every method raises NotAllowedError, NotThereError, OutOfTimeError, SourceUnreachableError or SourceUnreadableError.
    """

    def __init__(self, config: RestConfig, clock: Clock, steady: Callable[[], float] = time.monotonic) -> None:
        """Nothing is asked yet; ``steady`` is a clock in seconds."""
        self._config, self._clock, self._steady = config, clock, steady
        self._until = 0.0

    def __enter__(self) -> DiscordRest:
        from tracker.sources.chat.discord_http import Http, origin_of

        self._until = self._steady() + self._config.seconds
        self._runner = asyncio.Runner()
        own = origin_of(self._config.api)

        async def opened() -> Http:
            http = Http(self._config.api, own.__eq__, self._config.max_bytes)
            await http.open(self._config.token)
            return http

        try:
            self._http = self._runner.run(opened())
        except BaseException:
            self._runner.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._runner.run(self._http.close())
        self._runner.close()

    @property
    def count(self) -> int:
        """How many requests were made."""
        return self._http.count

    # --- what may be asked --------------------------------------------------------------------------------------------

    def messages(self, channel: str, *, before: int | None = None, after: int | None = None) -> Told:
        """A page of messages: the newest, those just before an id, or those just after one."""
        return self._ask(lambda http: http.logs_from(channel, PAGE, before=before, after=after), f"channel {channel}")

    def message(self, channel: str, message: str) -> Told:
        """One message, which may be read only where those before may be."""
        return self._ask(lambda http: http.get_message(int(channel), int(message)), f"message {message}")

    def reacted(self, channel: str, message: str, emoji: str, after: str, *, is_super: bool) -> Told:
        """A page of the people who set an emoji (``name:id``, or the character), those after an id."""
        last, sort = int(after) if after else None, 1 if is_super else 0
        place = f"reactions to {message}"
        return self._ask(
            lambda http: http.get_reaction_users(int(channel), int(message), emoji, PAGE, last, sort),  # type: ignore[arg-type]
            place,
        )

    def channels(self, guild: str) -> Told:
        """Every channel of a server."""
        return self._ask(lambda http: http.get_all_guild_channels(int(guild)), f"server {guild}")

    def active_threads(self, guild: str) -> Told:
        """Every thread of a server that is not archived."""
        return self._ask(lambda http: http.get_active_threads(int(guild)), f"threads of server {guild}")

    def archived_threads(self, channel: str, before: str) -> Told:
        """The threads of a channel that were archived last before an instant (ISO; empty: now)."""
        # What discord.py calls a snowflake is an instant here.
        when: Any = before or None
        return self._ask(
            lambda http: http.get_public_archived_threads(int(channel), when, ARCHIVED), f"channel {channel}"
        )

    def members(self, guild: str, after: str) -> Told:
        """A page of the members of a server, those after an id."""
        last = int(after) if after else None
        return self._ask(lambda http: http.get_members(int(guild), MEMBERS, last), f"members of server {guild}")

    def application(self) -> Told:
        """What Discord knows of the bot's own application."""
        from discord.http import Route

        return self._ask(lambda http: http.request(Route("GET", "/applications/@me")), "the bot")

    def own_account(self) -> Told:
        """The bot's own account."""
        from discord.http import Route

        return self._ask(lambda http: http.request(Route("GET", "/users/@me")), "the bot")

    def member(self, guild: str, user: str) -> Told:
        """One member of a server, with the ids of their roles."""
        return self._ask(lambda http: http.get_member(int(guild), int(user)), f"member {user} of server {guild}")

    def roles(self, guild: str) -> Told:
        """Every role of a server."""
        return self._ask(lambda http: http.get_roles(int(guild)), f"roles of server {guild}")

    def guild(self, guild: str) -> Told:
        """A server."""
        return self._ask(lambda http: http.get_guild(int(guild), with_counts=False), f"server {guild}")

    # --- asking -------------------------------------------------------------------------------------------------------

    def _ask(self, call: Call, place: str) -> Told:
        left = self._until - self._steady()
        if left <= 0:
            raise OutOfTimeError("this look has taken long enough", place=place, remedy="the next one goes on")
        asked_at = self._clock.now()
        try:
            answer = self._answered(call, place, min(left, self._config.request_seconds))
        except SourceUnreachableError as error:
            if self._until - self._steady() > 0:
                raise
            raise OutOfTimeError(error.message, place=place, remedy="the next look goes on") from None
        return Told(answer, asked_at, max(asked_at, self._clock.now()))

    def _answered(self, call: Call, place: str, seconds: float) -> Any:
        import aiohttp
        import discord

        from tracker.sources.chat.discord_http import LongAnswerError, StrangeSiteError

        try:
            return self._runner.run(_within(call, self._http, seconds))
        except discord.RateLimited as error:
            raise _asked_to_wait(place, error.retry_after) from error
        except discord.HTTPException as error:
            failure = _failure(error.status, place)
        except TimeoutError:
            failure = SourceUnreachableError("no answer in time", place=place, remedy="try later")
        except StrangeSiteError as error:
            failure = SourceUnreadableError(str(error), place=place, remedy="name Discord's own address")
        except (OSError, aiohttp.ClientError) as error:
            problem = "cannot be reached: " + type(error).__name__
            failure = SourceUnreachableError(problem, place=place, remedy="check the network, or try later")
        except LongAnswerError as error:
            failure = SourceUnreadableError(str(error), place=place, remedy="raise max_megabytes, or try later")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            failure = _unreadable(place)
        # What it came from may hold what was sent.
        raise failure


async def _within(call: Call, http: Http, seconds: float) -> Any:
    async with asyncio.timeout(seconds):
        return await call(http)


def _failure(status: int, place: str) -> SourceError:
    if status == _TOKEN_REFUSED:
        remedy = (
            f"make a new token of the bot ({_PORTAL}, Bot, Reset Token) and put it where token_env or token_file say"
        )
        return TokenRefusedError("Discord does not accept the token", place=place, remedy=remedy)
    if status == _FORBIDDEN:
        remedy = "give the bot's role View Channel and Read Message History"
        return NotAllowedError("the bot may not read that", place=place, remedy=remedy)
    if status == _NOT_THERE:
        remedy = "invite the bot to the server, and check guild and channels"
        return NotThereError("is not there", place=place, remedy=remedy)
    if status == _TOO_MANY:
        return SourceUnreachableError("Discord takes no more requests for a while", place=place, remedy="wait")
    if status >= 500:
        return SourceUnreachableError(f"Discord failed (status {status})", place=place, remedy="try later")
    return SourceUnreadableError(f"Discord answered with status {status}", place=place, remedy="look at the server")


def _asked_to_wait(place: str, seconds: float) -> SourceUnreachableError:
    return SourceUnreachableError(f"Discord asks to be left alone for {seconds:.0f} s", place=place, remedy="wait")


def _unreadable(place: str) -> SourceUnreadableError:
    return SourceUnreadableError("Discord's answer cannot be read", place=place, remedy="try later")
