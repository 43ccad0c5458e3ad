"""Discord's REST interface on loopback: pages, limits rates, takes messages, fails, forbids and hides as it is told."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.contracts.chat_world import GUILD, ME, PRIVATE, START, Account, Channel, Chat, Written

TOKEN = "MTIzNDU2.fake-token.of-the-bot"
CONTENT, MEMBERS = 1 << 19, 1 << 15
FORUM = 15
VIEW, SEND, HISTORY, IN_THREADS = 1 << 10, 1 << 11, 1 << 16, 1 << 38
EVERYTHING = VIEW | SEND | HISTORY | IN_THREADS
ADMINISTRATOR = 1 << 3
ROLE = "702"
"""The role of its own account, which has ``permissions`` of its own beside what everybody may."""


@dataclass
class Answer:
    """What is answered: a status, a value as JSON (or bytes as they are), and headers."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class FakeDiscord:
    """The server side: what was asked, and what is done to answers before they go out.

    Private messages stand in channels named ``@NAME``, which only requests by id find.

    ``spoiled`` are (part of the path, what is done to its answer), each used once; ``refused`` the same of what is written, which is
    not done then. ``bodies`` are the messages that were sent to it, by its own account ``me`` at ``now``; in the channels in ``mute``
    it may not write.
    """

    chat: Chat
    requests: list[str] = field(default_factory=list)
    spoiled: list[tuple[str, Callable[[Answer], Answer]]] = field(default_factory=list)
    refused: list[tuple[str, Answer]] = field(default_factory=list)
    forbidden: set[str] = field(default_factory=set)
    without_history: set[str] = field(default_factory=set)
    flags: int = CONTENT | MEMBERS
    remaining: dict[str, int] = field(default_factory=dict)
    url: str = ""
    page: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    now: Callable[[], datetime] = lambda: START
    bodies: list[dict[str, Any]] = field(default_factory=list)
    mute: set[str] = field(default_factory=set)
    nonces: dict[str, str] = field(default_factory=dict)
    permissions: int = 0
    closed: set[str] = field(default_factory=set)
    """The accounts that take no private messages of the bot."""
    me: Account = field(default_factory=lambda: Account(ME, "tracker", is_bot=True))

    def spoil(self, path: str, status: int, body: Any = None, times: int = 1, **headers: str) -> None:
        """Answer so many requests whose path holds that in another way."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        told = {"message": "spoilt", "code": 0} if body is None else body
        self.spoiled += [(path, lambda _: Answer(status, told, sent))] * times

    def change(self, path: str, change: Callable[[Any], Any]) -> None:
        """Change what the next answer to such a request holds."""
        self.spoiled.append((path, lambda answer: Answer(answer.status, change(answer.body), answer.headers)))

    def taken(self) -> list[str]:
        """What was asked since the last time."""
        asked, self.requests = self.requests, []
        return asked

    def refuse(self, path: str, status: int, body: Any = None, **headers: str) -> None:
        """Do nothing at the next writing whose path holds that, and answer so."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        self.refused.append((path, Answer(status, {"message": "refused", "code": 0} if body is None else body, sent)))

    def write(self, method: str, path: str, token: str, body: dict[str, Any]) -> Answer:
        """The answer to a POST or PATCH."""
        with self.lock:
            self.requests.append(f"{method} {path}")
            for number, (part, answer) in enumerate(self.refused):
                if part in path:
                    del self.refused[number]
                    return answer
            steps = [unquote(step) for step in path.removeprefix("/api/v10/").split("/")]
            made = Answer(401, {"message": "401: Unauthorized", "code": 0})
            if token == f"Bot {TOKEN}":
                made = self._written(method, steps, body)
            return self._spoilt(path, made)

    def _written(self, method: str, steps: list[str], body: dict[str, Any]) -> Answer:
        match [method, *steps]:
            case ["POST", "users", "@me", "channels"]:
                return self._opened(str(body["recipient_id"]))
            case ["POST", "channels", id, "messages"]:
                return self._posted(id, body)
            case ["PATCH", "channels", id, "messages", message]:
                return self._patched(id, message, body)
        return Answer(404, {"message": "404: Not Found", "code": 0})

    def _opened(self, account: str) -> Answer:
        known = next((one for one in self.chat.people.values() if one.id == account), None)
        if known is None or known.is_bot:
            return Answer(400, {"message": "Cannot send messages to this user", "code": 50007})
        return Answer(200, {"id": self.chat.private(known.name).id, "type": PRIVATE})

    def told_privately(self, name: str) -> list[str]:
        """What its own account wrote privately to somebody, oldest first."""
        return self.said(f"@{name}")

    def _writable(self, id: str, body: dict[str, Any]) -> Channel | Answer:
        found = next((one for one in self.chat.channels.values() if one.id == id), None)
        if found is None:
            return Answer(404, {"message": "Unknown Channel", "code": 10003})
        if id in self.forbidden:
            return Answer(403, {"message": "Missing Access", "code": 50001})
        if id in self.mute:
            return Answer(403, {"message": "Missing Permissions", "code": 50013})
        if found.type == PRIVATE and self.chat.people[found.name.removeprefix("@")].id in self.closed:
            return Answer(403, {"message": "Cannot send messages to this user", "code": 50007})
        length = len(body["content"].encode("utf-16-le")) // 2
        if not body["content"].strip() or length > 2000 or found.type == FORUM:
            return Answer(400, {"message": "Invalid Form Body", "code": 50035})
        return found

    def _posted(self, id: str, body: dict[str, Any]) -> Answer:
        found = self._writable(id, body)
        if isinstance(found, Answer):
            return found
        answered = (body.get("message_reference") or {}).get("message_id", "")
        if answered and answered not in found.messages:
            return Answer(400, {"message": "Invalid Form Body", "code": 50035})
        if answered and id in self.without_history:
            return Answer(403, {"message": "Cannot reply without permission", "code": 160002})
        known = found.messages.get(self.nonces.get(body["nonce"], ""))
        if known is not None:
            return Answer(200, self.message(known, found))
        made = self.chat.snowflake(self.now())
        self.nonces[body["nonce"]] = made
        self.bodies.append(body)
        found.messages[made] = Written(
            made, found.name, self.me, body["content"], self.now(), reply_to=answered, type=19 if answered else 0
        )
        return Answer(200, self.message(found.messages[made], found))

    def _patched(self, id: str, message: str, body: dict[str, Any]) -> Answer:
        known = any(one.id == id and message in one.messages for one in self.chat.channels.values())
        found = self._writable(id, body) if known else Answer(404, {"message": "Unknown Message", "code": 10008})
        if isinstance(found, Answer):
            return found
        self.bodies.append(body)
        found.messages[message].text, found.messages[message].edited_at = body["content"], self.now()
        return Answer(200, self.message(found.messages[message], found))

    def said(self, channel: str) -> list[str]:
        """What its own account says in a channel, oldest first."""
        found = sorted(self.chat.channel(channel).messages.values(), key=lambda each: int(each.id))
        return [each.text for each in found if each.author is self.me]

    def answer(self, path: str, token: str) -> Answer:
        """The answer to a GET."""
        with self.lock:
            self.requests.append(path)
            parts = urlsplit(path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            steps = [unquote(step) for step in parts.path.removeprefix("/api/v10/").split("/")]
            made = Answer(401, {"message": "401: Unauthorized", "code": 0})
            if token == f"Bot {TOKEN}":
                made = self._routed(steps, query)
            return self._spoilt(path, made)

    def _spoilt(self, path: str, made: Answer) -> Answer:
        for number, (part, change) in enumerate(self.spoiled):
            if part in unquote(path):
                del self.spoiled[number]
                return change(made)
        return made

    def _routed(self, steps: list[str], query: dict[str, str]) -> Answer:
        match steps:
            case ["users", "@me"]:
                return Answer(200, _user(self.me))
            case ["applications", "@me"]:
                return Answer(
                    200, {"id": ME, "flags": self.flags if self.chat.is_content_shown else self.flags & ~CONTENT}
                )
            case ["guilds", guild, *_] if guild != GUILD:
                return Answer(404, {"message": "Unknown Guild", "code": 10004})
            case ["guilds", _]:
                return Answer(200, {"id": GUILD, "name": "Infinite Nomic"})
            case ["guilds", _, "channels"]:
                return Answer(200, self._listed())
            case ["guilds", _, "threads", "active"]:
                active = [one for one in self.chat.channels.values() if one.parent and not one.archived_at]
                return Answer(200, {"threads": [self._channel(one) for one in active], "members": []})
            case ["guilds", _, "members"]:
                return self._members(query)
            case ["guilds", _, "members", user]:
                return Answer(200, {"user": _user(self.me), "roles": [ROLE]} if user == self.me.id else None)
            case ["guilds", _, "roles"]:
                everybody = {"id": GUILD, "name": "@everyone", "permissions": str(EVERYTHING)}
                return Answer(200, [everybody, {"id": ROLE, "name": "bots", "permissions": str(self.permissions)}])
            case ["channels", id, *more]:
                return self._in_channel(id, more, query)
        return Answer(404, {"message": "404: Not Found", "code": 0})

    def _listed(self) -> list[dict[str, Any]]:
        """The channels of the server: no private ones."""
        own = (one for one in self.chat.channels.values() if not one.parent and one.type != PRIVATE)
        return [self._channel(one) for one in own]

    def _members(self, query: dict[str, str]) -> Answer:
        if not self.flags & MEMBERS:
            return Answer(403, {"message": "Missing Access", "code": 50001})
        after, limit = int(query.get("after", 0)), int(query["limit"])
        ids = sorted((id for id in self.chat.members if int(id) > after), key=int)[:limit]
        told = [(self.chat.members[id], self.chat.members[id].nick or None) for id in ids]
        return Answer(200, [{"user": _user(account), "nick": nick} for account, nick in told])

    def _in_channel(self, id: str, more: list[str], query: dict[str, str]) -> Answer:
        found = next((one for one in self.chat.channels.values() if one.id == id), None)
        if found is None:
            return Answer(404, {"message": "Unknown Channel", "code": 10003})
        if id in self.forbidden or found.parent in self.forbidden:
            return Answer(403, {"message": "Missing Access", "code": 50001})
        match more:
            case ["messages"]:
                if found.type == FORUM:
                    return Answer(400, {"message": "Cannot execute action on this channel type", "code": 50024})
                return Answer(200, [] if id in self.without_history else self._messages(found, query))
            case ["messages", message] if id in self.without_history:
                return Answer(403, {"message": "Missing Access", "code": 50001})
            case ["messages", message] if message not in found.messages:
                return Answer(404, {"message": "Unknown Message", "code": 10008})
            case ["messages", message]:
                return Answer(200, self.message(found.messages[message], found))
            case ["messages", message, "reactions", emoji]:
                return self._reacted(found, message, emoji, query)
            case ["threads", "archived", "public"]:
                archived = [one for one in self.chat.channels.values() if one.parent == id and one.archived_at]
                archived.sort(key=lambda one: one.archived_at or START, reverse=True)
                before = query.get("before")
                left = [one for one in archived if not before or one.archived_at < datetime.fromisoformat(before)]  # type: ignore[operator]
                limit = int(query["limit"])
                return Answer(
                    200, {"threads": [self._channel(one) for one in left[:limit]], "has_more": len(left) > limit}
                )
        return Answer(404, {"message": "404: Not Found", "code": 0})

    def _messages(self, channel: Channel, query: dict[str, str]) -> list[dict[str, Any]]:
        ids = sorted(map(int, channel.messages))
        limit = int(query["limit"])
        if "after" in query:
            chosen = [id for id in ids if id > int(query["after"])][:limit]
        else:
            chosen = [id for id in ids if id < int(query.get("before", 1 << 63))][-limit:]
        return [self.message(channel.messages[str(id)], channel) for id in reversed(chosen)]

    def message(self, written: Written, channel: Channel) -> dict[str, Any]:
        """A message as Discord tells it."""
        author, edited = written.author, written.edited_at
        is_shown = self.chat.is_content_shown or author.is_bot
        told: dict[str, Any] = {
            "id": written.id,
            "channel_id": channel.id,
            "type": written.type,
            "content": written.text if is_shown else "",
            "author": _user(author),
            "timestamp": written.at.isoformat(),
            "edited_timestamp": edited.isoformat() if edited else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "flags": 0,
            "reactions": [_reaction(*one) for one in written.reactions.items()],
        }
        if author.webhook:
            told["webhook_id"] = author.webhook
        if written.reply_to:
            told["message_reference"] = {"message_id": written.reply_to, "channel_id": channel.id}
        return told

    def _reacted(self, channel: Channel, message: str, emoji: str, query: dict[str, str]) -> Answer:
        if message not in channel.messages:
            return Answer(404, {"message": "Unknown Message", "code": 10008})
        name, _, id = emoji.rpartition(":") if ":" in emoji else (emoji, "", "")
        found = channel.messages[message].reactions
        who = next((by for (known, number), by in found.items() if (number == id if id else known == name)), {})
        is_super, after = query.get("type") == "1", int(query.get("after", 0))
        ids = sorted((one for one, kind in who.items() if kind == is_super and int(one) > after), key=int)
        by_id = {account.id: account for account in self.chat.people.values()}
        return Answer(200, [_user(by_id[one]) for one in ids[: int(query["limit"])]])

    def _channel(self, channel: Channel) -> dict[str, Any]:
        told = {"id": channel.id, "name": channel.name, "type": channel.type, "parent_id": channel.parent or None}
        told["last_message_id"] = max(channel.messages, key=int, default=None)
        told["permission_overwrites"] = [
            {"id": GUILD, "type": 0, "deny": str(SEND | IN_THREADS), "allow": "0"},
            {"id": ROLE, "type": 0, "deny": "0", "allow": "0" if channel.id in self.mute else str(SEND | IN_THREADS)},
        ]
        if channel.parent:
            archived = channel.archived_at
            told["thread_metadata"] = {
                "archived": archived is not None,
                "archive_timestamp": archived.isoformat() if archived else None,
            }
        return told


def _user(account: Account) -> dict[str, Any]:
    told = {
        "id": account.id,
        "username": account.name,
        "global_name": account.shown or None,
        "discriminator": "0",
        "avatar": None,
    }
    return told | ({"bot": True} if account.is_bot else {})


def _reaction(emoji: tuple[str, str], who: dict[str, bool]) -> dict[str, Any]:
    burst = sum(who.values())
    return {
        "emoji": {"id": emoji[1] or None, "name": emoji[0]},
        "count": len(who),
        "count_details": {"burst": burst, "normal": len(who) - burst},
        "me": False,
    }


@contextmanager
def serving(discord: FakeDiscord) -> Iterator[FakeDiscord]:
    """Serve it on a free port of loopback, in a thread of its own."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # One write for the whole answer: two would wait for each other.
        wbufsize = -1

        def do_GET(self) -> None:
            self.tell(discord.answer(self.path, self.headers.get("Authorization", "")))

        def do_POST(self) -> None:
            sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.tell(discord.write(self.command, self.path, self.headers.get("Authorization", ""), sent))

        def do_PATCH(self) -> None:
            self.do_POST()

        def tell(self, answer: Answer) -> None:
            body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
            self.send_response(answer.status)
            sent = {"Content-Type": "application/json", "Content-Length": str(len(body)), "Via": "1.1 fake"}
            for name, value in (sent | answer.headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            return

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            return

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    discord.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield discord
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
