"""Pages, wishes and the clock, as the tests of planning and publishing need them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.observing import START
from tracker.core.gamestate import Message
from tracker.core.planning import Desired, DesiredPage, DesiredRegion
from tracker.core.ports import WikiPage
from tracker.core.region import new_page

BOARD = "Votable matters"


def page_text(**regions: str) -> str:
    """A page with an opening, these regions and an ending."""
    return new_page("Intro", regions) + "\n\nOutro"


def wiki_page(title: str = BOARD, revision: int | None = 7, text: str | None = None, **regions: str) -> WikiPage:
    """A page as read; without a text it has the regions given."""
    return WikiPage(title, page_text(**regions) if text is None else text, revision, "Ada", START)


def wish(title: str = BOARD, /, **regions: str) -> Desired:
    """That these regions stand on a page."""
    return Desired((DesiredPage(title, tuple(DesiredRegion(name, text) for name, text in regions.items())),))


def pages(*found: WikiPage) -> Mapping[str, WikiPage]:
    """Pages by title."""
    return {page.title: page for page in found}


@dataclass
class StepClock:
    """A clock that goes on by a minute each time it is asked."""

    at: datetime = START
    step: timedelta = timedelta(minutes=1)

    def now(self) -> datetime:
        self.at += self.step
        return self.at


@dataclass
class ListOutbox:
    """Keeps what it is asked to send, and fails once with each error given."""

    sent: list[Message] = field(default_factory=list)
    errors: list[Exception] = field(default_factory=list)

    def send(self, message: Message) -> str:
        if self.errors:
            raise self.errors.pop(0)
        self.sent.append(message)
        return f"receipt of {message.key}"
