"""The tracker wired together: the ports' implementations that the use cases are given, and what the config says of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeAlias

from tracker.app.deck.deck import Dealer
from tracker.app.dice.dice import KeyedDice
from tracker.app.tick.shared_look import SharedLook
from tracker.app.tick.stopping import go_on
from tracker.config import Settings
from tracker.core.draft import RegionDraft, RenderedRegion
from tracker.core.manners import Manners
from tracker.core.planning import Limits
from tracker.core.ports import (
    Archive,
    ChatOutbox,
    Clock,
    Ledger,
    Outbox,
    PrivateOutbox,
    Source,
    UnreadPart,
    WikiBackend,
)
from tracker.games.base import Game

Renderer: TypeAlias = Callable[[Iterable[RegionDraft]], Sequence[RenderedRegion]]


def none_counted() -> int:
    """The number of requests where nobody counts them."""
    return 0


@dataclass(frozen=True, slots=True)
class Wired:
    """Everything that a command works with.

    ``owner`` names this process as the holder of the lock; ``code`` stands for the code, parameters and templates that
    pages depend on: where it changes, the next tick only plans. ``look`` is the wiki as sources read it. ``step`` is called
    between the steps of a tick with the name of the one just done; what it raises ends the tick there. ``outbox`` is the
    way of notices, ``answers`` that of answers in the game's chat, ``private`` that of private messages, ``dealer`` who deals the
    game's secret cards, ``requests`` how often the blog was asked so far, and ``meter`` takes each tick's ``Figures``.
    """

    settings: Settings
    game: Game[Any]
    sources: tuple[Source, ...]
    archive: Archive
    ledger: Ledger
    wiki: WikiBackend
    clock: Clock
    dice: KeyedDice
    render: Renderer
    owner: str
    code: str
    look: SharedLook
    step: Callable[[str], None] = go_on
    outbox: Outbox | None = None
    requests: Callable[[], int] = none_counted
    meter: Callable[[Any], None] | None = None
    answers: ChatOutbox | None = None
    private: PrivateOutbox | None = None
    dealer: Dealer | None = None

    @property
    def source_names(self) -> tuple[str, ...]:
        """The names under which things seen are archived: each source's, and that of imported files."""
        return (*(source.name for source in self.sources), "file")

    @property
    def unread_parts(self) -> dict[str, tuple[UnreadPart, ...]]:
        """By source, the parts that cannot be read wholly at present; sources without parts tell of none."""
        asked = ((source.name, getattr(source, "unread_parts", None)) for source in self.sources)
        told = {name: parts(self.archive.cursor(name)) for name, parts in asked if parts}
        return {name: parts for name, parts in told.items() if parts}

    @property
    def limits(self) -> Limits:
        """From where on a person must approve."""
        publish = self.settings.publish
        return Limits(max_pages=publish.max_pages, max_shrink=publish.max_shrink_percent / 100)

    @property
    def manners(self) -> Manners:
        """Who we are on the wiki, and by which pages we are stopped."""
        wiki = self.settings.wiki
        return Manners(wiki.account.partition("@")[0], wiki.switch_off_page, wiki.task_switches)

    @property
    def lock_span(self) -> timedelta:
        """After how long the lock of a tick that died falls."""
        return timedelta(minutes=self.settings.publish.lock_minutes)

    def close(self) -> None:
        """Let go of files and connections."""
        self.archive.close()
