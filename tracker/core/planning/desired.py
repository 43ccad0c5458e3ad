"""What should be on the wiki, from where on a change is held, and what must be known of our own earlier acts to plan it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tracker.core.change import AnswerLine, SpanAmendment
from tracker.core.draft import HandEditPolicy
from tracker.core.gamestate import Finding
from tracker.core.manners import BOARD
from tracker.core.ports import ActKind, Upload, WikiPicture


@dataclass(frozen=True, slots=True)
class Limits:
    """From where on a change is held: pages in a plan, the share of a region that may go, and a floor under it.

    A region of fewer than ``judged_from`` characters may shrink freely; blanking one that held anything is always held. So much
    may go, too, for each thing that was said since the pages were last judged (``Desired.said``): much brings much change about.
    Answers make no page larger than ``max_page_bytes``: wikis take 2 MB or less, and then nobody would be answered.
    """

    max_pages: int = 20
    max_shrink: float = 0.5
    judged_from: int = 400
    max_page_bytes: int = 2_000_000


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class DesiredRegion:
    """What should stand in a region, what a hand edit of it is to the game, and why it may shrink.

    ``may_shrink_for`` names the events that explain a loss of text: ``matter-x: Enacted 2019-10-03T10:00:00Z`` explains
    the row or section of that id, an event without an id (a reset) all of it. ``mark`` stands for what it shows, of what is over (``RegionDraft``).
    """

    name: str
    text: str
    on_hand_edit: HandEditPolicy = "fault"
    may_shrink_for: tuple[str, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class DesiredPage:
    """What should be on one page.

    ``create_with`` is the wikitext before the regions of a page that may be made where none is (None: never made), and
    ``close_with`` that below them.
    ``copy_of`` names the page whose copy this is. ``heard_revision`` is the page's newest revision that was read as
    input. ``notes`` is what the ledger shall remember of the edit (``note:NAME`` -> text). ``task`` says which task of
    ``tracker.core.manners.TASKS`` writes it.
    """

    title: str
    regions: tuple[DesiredRegion, ...] = ()
    answers: tuple[AnswerLine, ...] = ()
    amendments: tuple[SpanAmendment, ...] = ()
    create_with: str | None = None
    close_with: str = ""
    copy_of: str = ""
    heard_revision: int | None = None
    summary: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)
    task: str = BOARD


@dataclass(frozen=True, slots=True)
class Desired:
    """Everything that should be on the wiki: pages and pictures.

    ``said`` is how many things people said and did in a chat since the pages were last judged; 0 where there is none.
    ``pictures`` says what the wiki has under the titles of the uploads' pages; of one that is not there only our own acts are
    known. ``findings`` are what was found while it was put together.
    """

    pages: tuple[DesiredPage, ...] = ()
    uploads: tuple[Upload, ...] = ()
    pictures: Mapping[str, WikiPicture] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    said: int = 0

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of all pages that must be read to plan."""
        named = [title for page in self.pages for title in (page.title, page.copy_of) if title]
        return tuple(dict.fromkeys(named))


class Knowledge(Protocol):
    """What planning must know of our own earlier acts; a ``Ledger`` is one."""

    def region_text(self, page: str, region: str) -> str | None:
        """The text that we last put there; None where we never did."""
        ...

    def texts(self, page: str, prefix: str) -> Mapping[str, str]:
        """Every such text of a page whose name begins so, by name."""
        ...

    def last_success(self, kind: ActKind, target: str) -> str | None:
        """The hash of what we last uploaded or sent there; None where we never did."""
        ...

    def approved(self, checksum: str) -> bool:
        """Whether an admin approved exactly this."""
        ...


@dataclass(frozen=True, slots=True)
class PageLayout:
    """A page as it is first made: the wikitext that opens it, its regions in order, and the wikitext that closes it.

    ``heading`` is the section of an existing page below which missing markers go; empty: they are never inserted.
    """

    title: str
    opening: str
    regions: tuple[str, ...]
    heading: str = ""
    closing: str = ""
