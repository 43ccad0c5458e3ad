"""Publishing: read the pages in one batch, plan, and carry the plan out with an intent before each act and a receipt after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tracker.core.gamestate import Message
from tracker.core.manners import NO_MANNERS, Manners
from tracker.core.plan import Agreement, PageChange, Plan, digest_of
from tracker.core.planning import DEFAULT_LIMITS, Desired, Limits, PageLayout, plan, plan_creation
from tracker.core.ports import ActKind, Clock, Intent, Ledger, Outbox, Receipt, Upload, WikiBackend, WikiPage
from tracker.core.region import find_regions, page_text, region_text
from tracker.errors import (
    BlockedError,
    EditConflictError,
    LoginError,
    LostAnswerError,
    PageExistsError,
    PageProtectedError,
    PageVanishedError,
    PlanHeldError,
    PlanStaleError,
    RegionError,
    TrackerError,
    WikiBusyError,
    WikiError,
)

Status = Literal[
    "done", "same", "merged", "conflict", "vanished", "exists", "protected", "blocked", "busy", "login", "lost",
    "refused", "stale", "not tried",
]  # fmt: skip
"""What became of one act; ``done``, ``same`` and ``merged`` are successes."""

_STATUS_OF: Mapping[type[WikiError], Status] = {
    EditConflictError: "conflict",
    PageVanishedError: "vanished",
    PageExistsError: "exists",
    PageProtectedError: "protected",
    BlockedError: "blocked",
    WikiBusyError: "busy",
    LoginError: "login",
}
_ENDS_ALL = frozenset({"busy", "login"})


@dataclass(frozen=True, slots=True)
class ActOutcome:
    """What became of one act on one target: the revision it left, and a note or error for people."""

    kind: ActKind
    target: str
    status: Status
    revision: int | None = None
    note: str = ""
    error: TrackerError | None = None

    @property
    def succeeded(self) -> bool:
        """Whether the target now is as the plan wanted it."""
        return self.status in {"done", "same", "merged"}


# --- planning -------------------------------------------------------------------------------------------------------------


def plan_pages(
    desired: Desired, wiki: WikiBackend, ledger: Ledger, limits: Limits = DEFAULT_LIMITS, manners: Manners = NO_MANNERS
) -> Plan:
    """Read every page concerned and the switch-off page in one batch, and plan; nothing is written.

    Raises WikiError where the pages cannot be read.
    """
    return plan(desired, _read(desired.titles, wiki, manners), ledger, limits, manners)


def plan_new_pages(layouts: Sequence[PageLayout], wiki: WikiBackend, manners: Manners = NO_MANNERS) -> Plan:
    """The plan that makes missing pages and markers; ``apply_plan`` carries it out, after a person has seen it."""
    return plan_creation(layouts, _read([layout.title for layout in layouts], wiki, manners), manners)


def _read(titles: Sequence[str], wiki: WikiBackend, manners: Manners) -> Mapping[str, WikiPage]:
    switch = [manners.switch_page] if manners.switch_page else []
    wanted = [*titles, *switch] if titles else []
    return wiki.fetch(wanted) if wanted else {}


# --- carrying out ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Publisher:
    """Carries plans out; every act is noted in the ledger before and after."""

    wiki: WikiBackend
    ledger: Ledger
    clock: Clock
    outbox: Outbox | None = None

    def apply_plan(self, plan: Plan, checksum: str) -> list[ActOutcome]:
        """Carry out exactly the plan of that checksum; one act that fails does not keep the others back.

        A page that moved on since it was planned is not edited (law 12). Raises PlanStaleError where the checksum is
        another or the switch-off page was edited since, PlanHeldError where the plan waits for an admin.
        """
        self._refuse(plan, checksum)
        for agreement in plan.agreements:
            self._note_agreement(agreement, plan)
        if plan.is_empty:
            return []
        moved = self._moved(plan)
        return list(self._outcomes(plan, moved))

    def _refuse(self, plan: Plan, checksum: str) -> None:
        if plan.checksum != checksum:
            fault = f"the checksum {checksum[:12]} is not that of the plan, {plan.checksum[:12]}"
            raise PlanStaleError(fault, remedy="look at the new plan")
        if plan.switched_off:
            raise PlanHeldError(plan.switched_off, remedy="empty that page to let the tracker go on")
        if plan.too_large and not self.ledger.approved(plan.checksum):
            raise PlanHeldError(plan.too_large, remedy=f"approve {plan.checksum} if it is right")

    def _moved(self, plan: Plan) -> frozenset[str]:
        """The titles whose newest revision is not the one planned on; asked in one request, without logging in."""
        base = {change.title: change.base_revision for change in plan.pages}
        seen = base | ({plan.switch_page: plan.switch_revision} if plan.switch_page else {})
        now = self.wiki.revision_ids(list(seen))
        if plan.switch_page and now[plan.switch_page] != plan.switch_revision:
            raise PlanStaleError("the switch-off page was edited", place=plan.switch_page, remedy="plan again")
        return frozenset(title for title in base if now[title] != base[title])

    def _outcomes(self, plan: Plan, moved: frozenset[str]) -> Iterator[ActOutcome]:
        ended = ""
        acts = [self._edit_act(change, plan, moved) for change in plan.pages]
        acts += [self._upload_act(upload, plan) for upload in plan.uploads]
        for act in acts:
            outcome = ActOutcome(act.kind, act.target, "not tried", note=ended) if ended else act()
            if outcome.status in _ENDS_ALL:
                ended = str(outcome.error)
            yield outcome
        for message in plan.messages:
            yield self._send(message, plan)
