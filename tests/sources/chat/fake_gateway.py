"""Discord's gateway on loopback: greets, takes who identifies or resumes, tells what it is told to tell, and breaks off."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiohttp import WSCloseCode, web

from tests.contracts.chat_world import GUILD, ME

IDENTIFY, HEARTBEAT, RESUME = 2, 1, 6
SESSION = "the-session"


class FakeGateway:
    """The server side; its methods may be called from the test's thread."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.refusal = 0
        self.missed: list[tuple[str, dict[str, Any]]] = []
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._socket: web.WebSocketResponse | None = None
        self._number = 0

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"ws://127.0.0.1:{self.port}/"

    def tell(self, name: str, **told: Any) -> None:
        """Tell whoever is connected that something happened."""
        self._run(self._tell(name, {"guild_id": GUILD, **told}))

    def drop(self) -> None:
        """Break the connection off, so that it can be resumed."""
        socket = self._socket
        assert socket is not None
        self._socket = None
        self._run(socket.close(code=4000, message=b"unknown error"))

    def _run(self, what: Any) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(10)

    async def _tell(self, name: str, told: Any) -> None:
        self._number += 1
        assert self._socket is not None
        await self._socket.send_json({"op": 0, "t": name, "s": self._number, "d": told})

    async def _serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}, "s": None, "t": None})
        async for message in socket:
            payload = message.json()
            self.heard.append(payload)
            if payload["op"] == HEARTBEAT:
                await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
            elif self.refusal:
                await socket.close(code=self.refusal)
            elif payload["op"] == IDENTIFY:
                self._socket = socket
                await self._tell("READY", self._ready())
            elif payload["op"] == RESUME:
                self._socket = socket
                for name, told in self.missed:
                    await self._tell(name, {"guild_id": GUILD, **told})
                await self._tell("RESUMED", {})
        return socket

    def _ready(self) -> dict[str, Any]:
        user = {"id": ME, "username": "tracker", "discriminator": "0", "avatar": None, "bot": True}
        return {
            "v": 10,
            "user": user,
            "guilds": [],
            "session_id": SESSION,
            "resume_gateway_url": self.url,
            "application": {"id": ME, "flags": 0},
        }

    async def _started(self) -> web.AppRunner:
        app = web.Application()
        app.router.add_get("/", self._serve)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.port = runner.addresses[0][1]
        return runner

    async def _ended(self, runner: web.AppRunner) -> None:
        if self._socket is not None:
            await self._socket.close(code=WSCloseCode.GOING_AWAY)
        await runner.cleanup()


@contextmanager
def gateway() -> Iterator[FakeGateway]:
    """Serve it on a free port of loopback, in a thread of its own."""
    made = FakeGateway()
    thread = threading.Thread(target=made._loop.run_forever, daemon=True)
    thread.start()
    runner = asyncio.run_coroutine_threadsafe(made._started(), made._loop).result(10)
    try:
        yield made
    finally:
        asyncio.run_coroutine_threadsafe(made._ended(runner), made._loop).result(10)
        made._loop.call_soon_threadsafe(made._loop.stop)
        thread.join(10)
        made._loop.close()
