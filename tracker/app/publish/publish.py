"""Publishing: read the pages in one batch, plan, and carry a plan out, with intents before acts and receipts after."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from tracker.app.tick.stopping import go_on
from tracker.core.change import AnswerLine, RegionReplace
from tracker.core.manners import NO_MANNERS, Manners
from tracker.core.plan import ANSWER, BEFORE, NOTE, Agreement, PageChange, Plan, digest_of, mark_of
from tracker.core.planning import DEFAULT_LIMITS, Desired, Limits, PageLayout, plan, plan_creation
from tracker.core.ports import (
    EDITS,
    IN_CHAT,
    ActKind,
    Clock,
    Intent,
    Ledger,
    OpenIntent,
    Receipt,
    WikiBackend,
    WikiPage,
    WikiRevision,
)
from tracker.core.region import Region, find_regions, region_text
from tracker.errors import (
    BlockedError,
    EditConflictError,
    LockedError,
    LoginError,
    LostAnswerError,
    PageExistsError,
    PageProtectedError,
    PageVanishedError,
    PlanHeldError,
    PlanStaleError,
    ReceiptGivenError,
    RegionError,
    TrackerError,
    WikiBusyError,
)

Ending = Literal["done", "same", "merged", "failed", "not done"]
Status = Literal[
    "done", "same", "merged", "conflict", "vanished", "exists", "protected", "blocked", "busy", "login", "failed",
    "not done", "lost", "stale", "not tried",
]  # fmt: skip
"""What became of an act. ``stale``: the page had moved on, nothing was sent; ``not done``: no answer came, and reading
back shows that nothing happened; ``lost``: reading back failed too, the intent stays open for the next start."""

_STATUS_OF: Mapping[type[TrackerError], Status] = {
    EditConflictError: "conflict",
    PageVanishedError: "vanished",
    PageExistsError: "exists",
    PageProtectedError: "protected",
    BlockedError: "blocked",
    WikiBusyError: "busy",
    LoginError: "login",
}
_UNDOS_KNOWN = 50
"""So many of our last edits of a region may be undone at once and are still known as undone."""
_ENDS_ALL = frozenset({"busy", "login", "not tried"})


@dataclass(frozen=True, slots=True)
class ActOutcome:
    """What became of one act on one target: the revision it left, and a note for people."""

    kind: ActKind
    target: str
    status: Status
    revision: int | None = None
    note: str = ""

    @property
    def succeeded(self) -> bool:
        """Whether the target now is as the plan wanted it."""
        return self.status in {"done", "same", "merged"}

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        names = ("kind", "target", "status", "revision", "note")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, slots=True)
class Publisher:
    """Plans what the wiki should say and carries plans out, noting every act in the ledger before and after."""

    wiki: WikiBackend
    ledger: Ledger
    clock: Clock
    limits: Limits = DEFAULT_LIMITS
    manners: Manners = NO_MANNERS
    step: Callable[[str], None] = go_on

    # --- planning ---------------------------------------------------------------------------------------------------

    def read_pages(self, desired: Desired) -> Mapping[str, WikiPage]:
        """Every page concerned and the switch-off pages, read in one batch; raises WikiError where they cannot be."""
        return self.read(desired.titles)

    def plan_pages(self, desired: Desired, pages: Mapping[str, WikiPage] | None = None) -> Plan:
        """Plan what must be done, on pages that were just read or that are read now; nothing is written.

        Raises WikiError where the pages cannot be read.
        """
        read = self.read_pages(desired) if pages is None else pages
        return plan(desired, read, self.ledger, self.limits, self.manners)

    def plan_new_pages(self, layouts: Sequence[PageLayout]) -> Plan:
        """The plan that makes missing pages and markers; ``apply_plan`` carries it out once a person has seen it."""
        return plan_creation(layouts, self.read([layout.title for layout in layouts]), self.manners)

    def read(self, titles: Sequence[str]) -> Mapping[str, WikiPage]:
        """Pages and the switch-off pages, in one batch; raises WikiError."""
        return self.wiki.fetch(list(dict.fromkeys([*titles, *self.manners.switch_pages])))

    # --- carrying out -----------------------------------------------------------------------------------------------

    def apply_plan(self, plan: Plan, checksum: str) -> list[ActOutcome]:
        """Carry out exactly the plan of that checksum; an act that fails does not keep the others back.

        A page that moved on since it was planned is not edited (law 12). Where the wiki is busy or knows us no more,
        the rest is not tried. Raises PlanStaleError where the checksum is another or the switch-off page was edited
        since, PlanHeldError where the plan waits for an admin.
        """
        self._refuse(plan, checksum)
        for agreement in plan.agreements:
            self._note_agreement(agreement, plan)
        if plan.is_empty:
            return []
        moved = self._moved(plan)
        outcomes: list[ActOutcome] = []
        for intent, act in self._acts(plan):
            outcomes.append(self._outcome(intent, act, moved, outcomes[-1:]))
        return outcomes

    def _refuse(self, plan: Plan, checksum: str) -> None:
        if plan.checksum != checksum:
            fault = f"the checksum {checksum[:12]} is not that of the plan, {plan.checksum[:12]}"
            raise PlanStaleError(fault, remedy="look at the plan as it is now")
        if plan.switched_off:
            raise PlanHeldError(plan.switched_off, remedy="empty that page to let the tracker go on")
        if plan.too_large and not self.ledger.approved(plan.checksum):
            raise PlanHeldError(plan.too_large, remedy=f"approve {plan.checksum} if it is right")

    def _moved(self, plan: Plan) -> frozenset[str]:
        """The titles whose newest revision is not the one planned on; asked in one request, without logging in."""
        base = {change.title: change.base_revision for change in plan.pages}
        now = self.wiki.revision_ids([*base, *plan.switches])
        for title, revision in plan.switches.items():
            if now[title] != revision:
                raise PlanStaleError("the switch-off page was edited", place=title, remedy="plan again")
        return frozenset(title for title in base if now[title] != base[title])

    def _acts(self, plan: Plan) -> Iterator[tuple[Intent, Callable[[], Receipt]]]:
        """Everything to be done, each with the intent that is noted before; pictures come before the pages with them."""
        for upload in plan.uploads:
            digest = digest_of(upload.content)
            yield self._intent("upload", upload.title, digest, upload.comment, plan), partial(self.wiki.upload, upload)
        for change in plan.pages:
            yield self._page_intent(change, plan), partial(self.wiki.save, change.edit)

    def _page_intent(self, change: PageChange, plan: Plan) -> Intent:
        intent = self._intent("edit", change.title, digest_of(change.after), change.summary, plan)
        kind: ActKind = "create" if change.is_creation else "edit"
        written = {**change.written, **self._before(change)}
        return replace(intent, kind=kind, base_revision=change.base_revision, regions=written)

    def _before(self, change: PageChange) -> dict[str, str]:
        """What the ledger shall remember of the texts that stand in the regions now, to know an undo by them."""
        known = self.ledger.texts(change.title, BEFORE)
        replaced = [each for each in change.changes if isinstance(each, RegionReplace)]
        marks = {each.region: [*known.get(BEFORE + each.region, "").split(), mark_of(each.before)] for each in replaced}
        return {f"{BEFORE}{name}": " ".join(dict.fromkeys(found[-_UNDOS_KNOWN:])) for name, found in marks.items()}

    def _intent(self, kind: ActKind, target: str, digest: str, summary: str, plan: Plan) -> Intent:
        return Intent(kind, target, None, digest, summary, plan.checksum, self.clock.now(), {})

    def _outcome(
        self, intent: Intent, act: Callable[[], Receipt], moved: frozenset[str], last: Sequence[ActOutcome]
    ) -> ActOutcome:
        if last and last[0].status in _ENDS_ALL:
            return ActOutcome(intent.kind, intent.target, "not tried", note=last[0].note)
        if intent.kind in EDITS and intent.target in moved:
            note = f"the page moved on from revision {intent.base_revision}; the next tick plans again"
            return ActOutcome(intent.kind, intent.target, "stale", note=note)
        return self._perform(intent, act)

    def _perform(self, intent: Intent, act: Callable[[], Receipt]) -> ActOutcome:
        """Intent, act, receipt, each a step of the tick."""
        opened = OpenIntent(self.ledger.intend(intent), intent)
        self.step(f"intent:{intent.target}")
        outcome = self._ended(opened, act)
        self.step(f"receipt:{intent.target}")
        return outcome

    def _ended(self, opened: OpenIntent, act: Callable[[], Receipt]) -> ActOutcome:
        """Act, and note how it ended; a lost answer is settled by reading back."""
        try:
            receipt = act()
        except LostAnswerError:
            return self._settle(opened)
        except TrackerError as error:
            return self._close(opened, "failed", status=_status(error), note=str(error))
        self.step(f"saved:{opened.intent.target}")
        if receipt.merged:
            return self._close(opened, "merged", receipt.revision, note=self._merge_note(opened.intent))
        return self._close(opened, "done" if receipt.changed else "same", receipt.revision or None)

    def _merge_note(self, intent: Intent) -> str:
        """What to say of an edit that the wiki mixed with another one: the page is read and checked again."""
        page = self.wiki.fetch([intent.target])[intent.target]
        if _is_noted(intent):
            return f"another edit was mixed in: look at revision {page.revision}"
        if holds(page.text, intent.regions):
            return f"another edit was mixed in; the regions are as planned in revision {page.revision}"
        return f"another edit was mixed in and a region is not as planned: look at revision {page.revision}"

    def _close(
        self,
        opened: OpenIntent,
        receipt: Ending,
        revision: int | None = None,
        *,
        status: Status | None = None,
        note: str = "",
    ) -> ActOutcome:
        try:
            self.ledger.receive(opened.id, receipt, revision, self.clock.now(), note)
        except ReceiptGivenError as error:
            remedy = "nothing is lost: the next tick goes on from what the other one left"
            raise LockedError(f"the lock was taken over meanwhile: {error.message}", remedy=remedy) from error
        return ActOutcome(opened.intent.kind, opened.intent.target, status or receipt, revision, note)

    def _note_agreement(self, agreement: Agreement, plan: Plan) -> None:
        """Note that a page says already what we want, so that a later change of ours is not taken for a conflict."""
        self.remember(agreement.title, agreement.revision, agreement.written, "found as wanted", plan)

    def remember(self, title: str, revision: int, texts: Mapping[str, str], why: str, plan: Plan | None = None) -> None:
        """Write texts down in the ledger that belong to a page as it stands; the wiki is not asked."""
        intent = self._intent("edit", title, "", "as it is", plan or Plan())
        number = self.ledger.intend(replace(intent, base_revision=revision, regions=texts))
        self.ledger.receive(number, "same", revision, self.clock.now(), why)

    # --- settling ---------------------------------------------------------------------------------------------------

    def settle_open_intents(self) -> list[ActOutcome]:
        """Close every intent without a receipt by reading back, never by acting again; to be called at every start.

        Where reading back fails too the intent stays open and its outcome is ``lost``. Messages in a chat are read back by
        whoever answers there.
        """
        found = self.ledger.open_intents()
        return [self._settle(opened) for opened in found if not opened.intent.target.startswith(IN_CHAT)]

    def _settle(self, opened: OpenIntent) -> ActOutcome:
        intent = opened.intent
        if intent.kind == "message":
            return self._close(opened, "done", note="nobody knows whether it arrived; it is not sent again")
        if intent.kind == "upload":
            return self._close(opened, "not done", note="the next upload compares the bytes")
        try:
            outcome, revision = self._read_back(intent)
        except TrackerError as error:
            return ActOutcome(intent.kind, intent.target, "lost", note=str(error))
        note = "no answer came; read back" if revision else "no answer came; reading back shows that nothing happened"
        return self._close(opened, outcome, revision, note=note)

    def is_ours(self, revision: WikiRevision | WikiPage) -> bool:
        """Whether our account made a revision, or a page's newest one; another tracker may bear the same name."""
        names = (name.replace("_", " ").casefold() for name in (revision.editor, self.manners.account))
        return len(set(names)) == 1

    def _read_back(self, intent: Intent) -> tuple[Ending, int | None]:
        """What became of an edit whose answer nobody has: our text among the later revisions, or mixed into the page."""
        for revision in self.wiki.revisions(intent.target, after=intent.base_revision or 0):
            if digest_of(revision.text) == intent.text_hash:
                return "done", revision.revision
            if _is_noted(intent) and revision.summary == intent.summary and self.is_ours(revision):
                return "merged", revision.revision
        page = self.wiki.fetch([intent.target])[intent.target]
        if page.revision not in {None, intent.base_revision} and intent.regions and holds(page.text, intent.regions):
            return "merged", page.revision
        return "not done", None


def _is_noted(intent: Intent) -> bool:
    """Whether it is an edit of people's text, which only its summary tells from others once the wiki has mixed it in."""
    return any(name.startswith(NOTE) for name in intent.regions)


def _status(error: TrackerError) -> Status:
    for kind, status in _STATUS_OF.items():
        if isinstance(error, kind):
            return status
    return "failed"


def holds(text: str, written: Mapping[str, str]) -> bool:
    """Whether a page holds regions and answers as they were written."""
    try:
        regions = find_regions(text)
    except RegionError:
        return False
    return all(_holds_one(text, regions, name, wanted) for name, wanted in written.items())


def _holds_one(text: str, regions: Mapping[str, Region], name: str, wanted: str) -> bool:
    if name.startswith(NOTE):
        return False
    if name.startswith(BEFORE):
        return True
    if name.startswith(ANSWER):
        return AnswerLine(name.removeprefix(ANSWER), "", wanted).is_given(text)
    return name in regions and regions[name].text == region_text(wanted)
