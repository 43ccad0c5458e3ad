"""The webhook against a real server: forms, failures, and an address that nothing shows."""

import json
import socket
import threading
import traceback
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.contracts.outbox_contract import OutboxContract, OutboxWorld, message
from tracker.core.ports import Outbox
from tracker.errors import MessageLostError, MessageRefusedError, OutboxError
from tracker.outbox.webhook import Webhook, WebhookConfig

SECRET = "s3cr3t-token"
PATH = f"/api/webhooks/1/{SECRET}"


class HookServer(OutboxWorld):
    """A server that takes messages as Discord does."""

    def __init__(self, server: HTTPServer, form: str = "discord") -> None:
        self.server, self.form = server, form
        self.bodies: list[dict[str, Any]] = []
        self.requests: list[Request] = []
        self.answers: list[Response] = []
        server.expect_request(PATH, method="POST").respond_with_handler(self.answer)
        self.outbox: Outbox = Webhook(WebhookConfig(server.url_for(PATH), form, timeout_seconds=5, contact="a@b.c"))

    def answer(self, request: Request) -> Response:
        self.requests.append(request)
        if self.answers:
            return self.answers.pop(0)
        self.bodies.append(json.loads(request.data))
        return Response(json.dumps({"id": str(1000 + len(self.bodies))}), content_type="application/json")

    def arrived(self) -> list[str]:
        return [body["content" if self.form == "discord" else "text"] for body in self.bodies]

    def refuse(self) -> None:
        self.answers.append(Response("bad", 400))

    def be_busy(self, seconds: float) -> None:
        self.answers.append(Response(json.dumps({"retry_after": seconds, "global": False}), 429))

    def be_down(self) -> None:
        self.answers.append(Response("<html>Bad gateway</html>", 502))

    def lose_answer(self) -> None:
        self.answers.append(Response("", 504))


class TestDiscordWebhook(OutboxContract):
    @pytest.fixture
    def world(self, httpserver: HTTPServer) -> OutboxWorld:
        return HookServer(httpserver)


class TestJsonWebhook(OutboxContract):
    @pytest.fixture
    def world(self, httpserver: HTTPServer) -> OutboxWorld:
        return HookServer(httpserver, "json")


@pytest.fixture
def hook(httpserver: HTTPServer) -> HookServer:
    return HookServer(httpserver)


def test_discord_is_told_to_call_nobody_and_to_preview_nothing(hook: HookServer) -> None:
    assert hook.outbox.send(message("all is well")) == "1001"
    assert hook.bodies == [{"content": "all is well", "allowed_mentions": {"parse": []}, "flags": 4}]
    (request,) = hook.requests
    assert request.args["wait"] == "true"
    assert request.headers["User-Agent"].endswith("(+a@b.c)")
    assert request.headers["Content-Type"] == "application/json"
    assert "Authorization" not in request.headers


def test_plain_json_says_key_nomic_and_text(httpserver: HTTPServer) -> None:
    hook = HookServer(httpserver, "json")
    hook.outbox.send(message("Ada_B may be idled"))
    assert hook.bodies == [{"key": "idling:Ada", "nomic": "swans", "text": "Ada_B may be idled"}]
    assert hook.requests[0].query_string == b""


def test_a_long_text_is_cut_to_what_discord_takes(hook: HookServer) -> None:
    for text in ("x" * 5000, "_" * 5000, "🎲" * 5000):
        hook.outbox.send(message(text))
        sent = hook.arrived()[-1]
        assert 1990 <= len(sent.encode("utf-16-le")) // 2 <= 2000
        assert sent.endswith("…")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(hook: HookServer, httpserver: HTTPServer, status: int) -> None:
    hook.answers.append(Response("", status, headers={"Location": httpserver.url_for("/elsewhere")}))
    with pytest.raises(OutboxError, match="another address"):
        hook.outbox.send(message())
    assert [request.path for request, _ in httpserver.log] == [PATH]


@pytest.mark.parametrize(("status", "kind"), [(400, MessageRefusedError), (413, MessageRefusedError)])
def test_what_is_wrong_with_a_message_is_told_apart(hook: HookServer, status: int, kind: type[OutboxError]) -> None:
    hook.answers.append(Response("", status))
    with pytest.raises(kind):
        hook.outbox.send(message())


@pytest.mark.parametrize("status", [401, 403, 404, 500, 502, 503])
def test_what_is_wrong_with_the_way_is_tried_again(hook: HookServer, status: int) -> None:
    hook.answers.append(Response("", status))
    with pytest.raises(OutboxError) as told:
        hook.outbox.send(message())
    assert type(told.value) is OutboxError
    assert str(status) in str(told.value)


@pytest.mark.parametrize(
    ("body", "header", "seconds"),
    [
        ('{"retry_after": 1.5}', "60", 1.5),
        ("<html>", "60", 60.0),
        ('{"retry_after": "soon"}', "", 0.0),
        ('{"retry_after": -5}', "", 0.0),
        ("[" * 5000, "", 0.0),
        ('{"retry_after": 1e12}', "", 6 * 3600),
        ('{"retry_after": NaN}', "3", 3.0),
    ],
)
def test_a_pause_is_read_from_answer_or_header(hook: HookServer, body: str, header: str, seconds: float) -> None:
    hook.answers.append(Response(body, 429, headers={"Retry-After": header} if header else {}))
    with pytest.raises(OutboxError) as told:
        hook.outbox.send(message())
    assert told.value.wait_seconds == seconds


def test_an_endless_answer_is_not_read_to_its_end(hook: HookServer) -> None:
    def endless() -> Iterator[bytes]:
        while True:
            yield b" " * 4096

    hook.answers.append(Response(endless(), 200))
    assert hook.outbox.send(message()) == "200"


def test_a_slow_answer_is_lost_and_an_unreachable_end_is_not(httpserver: HTTPServer, unused_port: int) -> None:
    gone = threading.Event()
    httpserver.expect_request("/slow").respond_with_handler(lambda _: (gone.wait(5), Response("late"))[1])
    slow = Webhook(WebhookConfig(httpserver.url_for("/slow"), timeout_seconds=0.2))
    with pytest.raises(MessageLostError, match="no answer"):
        slow.send(message())
    gone.set()
    nowhere = Webhook(WebhookConfig(f"http://127.0.0.1:{unused_port}/hook", timeout_seconds=1))
    with pytest.raises(OutboxError, match="cannot be reached") as told:
        nowhere.send(message())
    assert type(told.value) is OutboxError


@pytest.fixture
def unused_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def test_no_error_and_no_traceback_shows_the_address(hook: HookServer, unused_port: int) -> None:
    for status in (301, 400, 404, 429, 500, 504):
        hook.answers.append(Response("", status))
        assert_hidden(hook.outbox)
    assert_hidden(Webhook(WebhookConfig(f"http://127.0.0.1:{unused_port}/{SECRET}", timeout_seconds=1)))
    assert_hidden(Webhook(WebhookConfig(f"http://[::bad/{SECRET}", form="json")))
    assert SECRET not in repr(WebhookConfig(f"https://example.org/{SECRET}"))


def assert_hidden(outbox: Outbox) -> None:
    with pytest.raises(OutboxError) as told:
        outbox.send(message())
    assert SECRET not in "".join(traceback.format_exception(told.value))
