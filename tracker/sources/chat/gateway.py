"""Discord's gateway as a second ear: a connection in a thread of its own, which keeps what it hears until a look takes it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from tracker.core.ports import Clock
from tracker.sources.chat.hearing import Event
from tracker.sources.chat.spool import GatewayConfig, Spool

TRY_AGAIN_SECONDS = 300.0
STOP_SECONDS = 10.0


class GatewayListener:
    """A connection that is kept up in a thread of its own (``tracker.sources.chat.discord.Listener``)."""

    def __init__(self, config: GatewayConfig, clock: Clock, *, try_again: float = TRY_AGAIN_SECONDS) -> None:
        """Nothing is connected before ``start``; after an error that ends it, it is tried again every ``try_again`` seconds."""
        self.config = config
        self._spool = Spool(config.guild, clock)
        self._try_again = try_again
        self._thread = threading.Thread(target=self._run, name="discord gateway", daemon=True)
        self._began = threading.Event()
        self._end: Callable[[], object] = lambda: None

    @property
    def problem(self) -> str:
        """Why nothing is heard at present; empty where all is well."""
        return self._spool.problem

    def drain(self) -> Sequence[Event]:
        """What was heard since the last time, oldest first."""
        return self._spool.drain()

    def start(self) -> None:
        """Connect, and stay so."""
        self._thread.start()
        self._began.wait()

    def stop(self) -> None:
        """Close the connection and end the thread."""
        self._end()
        self._thread.join(STOP_SECONDS)

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            runner.run(self._listen())

    async def _listen(self) -> None:
        unwanted = asyncio.Event()
        self._end = partial(asyncio.get_running_loop().call_soon_threadsafe, unwanted.set)
        self._began.set()
        # Late, and here: it takes a while, and nobody waits for it.
        from tracker.sources.chat.gateway_client import listened

        while not unwanted.is_set():
            ended = await listened(self.config, self._spool, unwanted)
            self._spool.broke(ended.problem)
            with suppress(TimeoutError):
                await asyncio.wait_for(unwanted.wait(), self._try_again)


class Gateways:
    """The connections of this process, by whose they are."""

    def __init__(self) -> None:
        self._kept: dict[str, GatewayListener] = {}

    def keep(self, wanted: Mapping[str, GatewayConfig], clock: Clock, as_before: Iterable[str] = ()) -> None:
        """Let exactly these connections and those named ``as_before`` be open: end the others, begin those that are new or changed."""
        stays = {*as_before}
        changed = [name for name, kept in self._kept.items() if name not in stays and wanted.get(name) != kept.config]
        for name in changed:
            self._kept.pop(name).stop()
        for name in wanted.keys() - self._kept.keys():
            self._kept[name] = GatewayListener(wanted[name], clock)
            self._kept[name].start()

    def of(self, name: str) -> GatewayListener | None:
        """The connection to Discord's gateway of the nomic of that name; None where it has none."""
        return self._kept.get(name)


GATEWAYS = Gateways()
"""The connections that ``tracker run`` keeps between ticks."""
