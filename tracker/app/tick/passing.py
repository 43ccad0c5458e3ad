"""The part of a tick that folds and writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.app.deck.dealing import keep_deck
from tracker.app.dice.dice_days import commit_days, keep_days, settle
from tracker.app.dice.dice_days import next_instant as next_of_dice
from tracker.app.enacting.enact_by_tick import enact_in_tick
from tracker.app.enacting.enact_by_tick import next_instant as next_of_enacting
from tracker.app.people.answering import answer, forget_replies
from tracker.app.people.chat_writing import AGAIN
from tracker.app.people.correcting_in_chat import correct_by_chat
from tracker.app.people.letters import is_read_for_dealing, is_read_in_public, write_letters
from tracker.app.publish.page_marks import MARKS, marks_left, marks_now
from tracker.app.publish.pages import JUDGED, desired
from tracker.app.publish.publish import ActOutcome
from tracker.app.publish.restored import see_to
from tracker.app.tick.known_people import note_known
from tracker.app.tick.looking import (
    PAGES,
    publisher,
    what_was_left,
)
from tracker.app.tick.pause import paused
from tracker.app.tick.pausing import count_failures, while_paused
from tracker.app.tick.tick_report import RESTING, WAITING, Observed, TickReport, is_wiki_unread
from tracker.app.wired import Wired
from tracker.core.observation import ObservationBatch, canonical_json
from tracker.errors import (
    DiceError,
    LockedError,
    PlanHeldError,
    StoppedError,
    TrackerError,
    WikiError,
)

if TYPE_CHECKING:
    from tracker.app.enacting.enacted import Enacted
    from tracker.core.gamestate import Gamestate
    from tracker.core.plan import Plan

_JUDGED = frozenset({"applied", "in step", "held", "upgraded"})
"""The outcomes after which what was said before explains no more change of pages: they are as they should be, or people look."""
WORD_AGAIN = timedelta(minutes=10)
"""After how long a paused tick tries again to write its word, or an answer, where the wiki refused it: seldom, as we may be blocked."""


@dataclass(slots=True)
class Pass:
    """The part of a tick that folds and writes; it collects errors rather than ending at the first."""

    wired: Wired
    observed: Observed
    settled: tuple[ActOutcome, ...]
    errors: list[TrackerError] = field(default_factory=list)
    gamestate: Gamestate | None = None
    plan: Plan | None = None
    acts: tuple[ActOutcome, ...] = ()
    enacted: Enacted | None = None
    revisions: dict[str, int | None] | None = None
    marks: dict[str, str] = field(default_factory=dict)
    """Of pages of what is over those that stand on the wiki as they should."""
    outcome: str = ""
    again: datetime | None = None
    """When to go on with what was left, whatever else happens."""

    def run(self) -> TickReport:
        """Fold, write, and say how it went; whatever fails is in the report."""
        as_of = self.wired.clock.now()
        self.errors += self.observed.errors
        outcome = "failed"
        try:
            self._commit_days()
            self.gamestate = self._fold(as_of)
            note_known(self.wired.archive, self.gamestate)
            self.wired.step("folded")
            self.gamestate = self._keep_days(self.gamestate)
            self.wired.step("days kept")
            self.gamestate = self._keep_deck(self.gamestate)
            self.gamestate = self._put_right(self.gamestate)
            self._take_over(self.gamestate)
            self.gamestate = self._enact(self.gamestate)
            self.wired.step("enacted")
            outcome = self._tell_ending(self.gamestate, self._publish(self.gamestate))
            outcome = self._write_in_chat(self.gamestate, outcome)
            if outcome in RESTING and any(isinstance(error, DiceError) for error in self.errors):
                outcome = "failed"
        except (StoppedError, LockedError):
            raise
        except TrackerError as error:
            outcome = self._ending_by(error)
        return self._report(as_of, outcome)

    def _ending_by(self, error: TrackerError) -> str:
        """Note what ended the pass, unless it is what a source was told already; the word for it."""
        if isinstance(error, WikiError) and is_wiki_unread(self.observed.errors):
            return "withheld"
        self.errors.append(error)
        return "held" if isinstance(error, PlanHeldError) else "failed"

    def _report(self, as_of: datetime, outcome: str) -> TickReport:
        found, self.outcome = self.gamestate, outcome
        return TickReport(
            at=as_of,
            outcome=outcome,
            observed=self.observed,
            errors=tuple(self.errors),
            plan=self.plan,
            acts=self.acts,
            settled=self.settled,
            questions=len(found.questions) if found else 0,
            findings=len(found.findings) if found else 0,
            next_instant=self._next_instant(found, outcome) if found else None,
            gamestate=found,
        )

    def _next_instant(self, gamestate: Gamestate, outcome: str) -> datetime | None:
        """When something is to be done although nothing new is seen."""
        ahead = min((when for when in (next_instant(self.wired, gamestate), self.again) if when), default=None)
        if outcome != "paused" or all(act.succeeded for act in self.acts):
            return ahead
        again = self.wired.clock.now() + WORD_AGAIN
        return min(ahead or again, again)

    def _fold(self, as_of: datetime) -> Gamestate:
        """What holds, with the dice drawn that may be: none while something could not be read, as words for them may be missing."""
        if self.observed.errors:
            return gamestate_of(self.wired.game, fold_archive(self.wired.game, self.wired.archive, as_of))
        settled = settle(self.wired, as_of, self._read_wholly_since)
        self._note_errors(settled.alarms)
        self._try_again(settled.again)
        return settled.gamestate

    @property
    def _read_wholly_since(self) -> datetime | None:
        """The instant up to which all was read; None where a source, or a part of one, could not be."""
        is_read = not self.observed.unread or is_read_for_dealing(self.wired.archive, self.observed.unread)
        return self.observed.read_since if is_read else None

    def _note_errors(self, errors: Sequence[TrackerError]) -> None:
        """Note errors, each once."""
        told = {str(error) for error in self.errors}
        self.errors += [error for error in errors if str(error) not in told]

    def _try_again(self, when: datetime | None) -> None:
        """Go on with what was left by then at the latest."""
        if when is not None:
            self.again = when if self.again is None else min(self.again, when)

    def _commit_days(self) -> None:
        """Commit to the dice of the coming days before the fold, so that a long log is not folded once more for that."""
        self._note_errors(commit_days(self.wired).errors)

    def _keep_days(self, gamestate: Gamestate) -> Gamestate:
        """Show the dice of past days, and commit to coming ones where the first dice only fell now; the gamestate with that."""
        kept = keep_days(self.wired, gamestate, self.observed.read_since)
        self._note_errors(kept.errors)
        return self._fold(self.wired.clock.now()) if kept.changed else gamestate

    def _keep_deck(self, gamestate: Gamestate) -> Gamestate:
        """Commit to the secret text of the game's deck, and publish it where the game is over; the gamestate with that."""
        if gamestate.dealing is None:
            return gamestate

        read_since = self.observed.read_since if is_read_in_public(self.observed.unread) else None
        kept = keep_deck(self.wired, gamestate.dealing, read_since)
        self._note_errors(kept.errors)
        self._try_again(kept.again)
        self.wired.step("deck kept")
        return self._fold(self.wired.clock.now()) if kept.changed else gamestate

    def _put_right(self, gamestate: Gamestate) -> Gamestate:
        """Carry out what admins correct in the game's chat; the gamestate with that."""
        if gamestate.names is None:
            return gamestate

        return self._fold(self.wired.clock.now()) if correct_by_chat(self.wired, gamestate) else gamestate

    def _tell_ending(self, gamestate: Gamestate, outcome: str) -> str:
        """Note that the pages tell how long a win can be taken back, where they do; the word for how the pass went."""
        if gamestate.dealing is not None and outcome in ("applied", "in step"):
            from tracker.app.deck.dealing import tell_ending

            if tell_ending(self.wired, gamestate.dealing):
                self._try_again(self.wired.clock.now())
        return outcome

    def _take_over(self, gamestate: Gamestate) -> None:
        """Know what another archive had written, or refuse, before anything is carried out: before the first edit."""
        # What could not be read may be what tells of it; until it is, nothing is written anyway.
        if not self.observed.errors:
            see_to(self.wired, publisher(self.wired), gamestate)

    def _enact(self, gamestate: Gamestate) -> Gamestate:
        """Do what is asked for and authorised on the wiki; the gamestate after it, of everything read again for it."""
        self.enacted = enact_in_tick(self.wired, gamestate, may_write=self._may_write())
        self.acts += self.enacted.acts
        self.errors += self.enacted.errors
        return self.enacted.gamestate

    def _may_write(self) -> bool:
        """Whether a tick may write at all, by the config and what it saw; each page has its own guards besides."""
        last = self.wired.archive.last_beat()
        is_upgraded = last is not None and last.digest != self.wired.code
        return self.wired.settings.publish.permission == "apply" and not (self.observed.errors or is_upgraded)

    def _publish(self, gamestate: Gamestate) -> str:
        """Plan, and apply where that may be; the word for how it ended."""
        wanted, publishing = desired(self.wired, gamestate), publisher(self.wired)
        if self.enacted:
            wanted = self.enacted.wished(wanted, self.wired.settings.requests.page)
        pause = paused(self.wired)
        if pause:
            wanted = while_paused(self.wired, pause, wanted)
        pages = publishing.read_pages(wanted)
        plan = publishing.plan_pages(wanted, pages)
        found = dict.fromkeys((*plan.findings, *(self.enacted.findings if self.enacted else ())))
        self.plan = plan = replace(plan, findings=tuple(found))
        self.wired.step("planned")
        self.revisions = {title: page.revision for title, page in pages.items()}
        judge_marks = partial(marks_now, marks_left(self.wired), wanted, pages, plan)
        self.marks = judge_marks(())
        keeping = self._why_not(plan)
        if not keeping:
            written = publishing.apply_plan(plan, plan.checksum)
            self.acts += tuple(written)
            made = {act.target: act.revision for act in written if act.status in {"done", "same"}}
            self.revisions |= made
            self.marks = judge_marks(made)
            if not pause:
                count_failures(self.wired, self.acts)
        return keeping or ("paused" if pause else self._ending(plan))

    def _write_in_chat(self, gamestate: Gamestate, outcome: str) -> str:
        """Answer in the game's chat, and write privately to players, where that may be; the word for how the pass ended."""
        wired, dealing = self.wired, gamestate.dealing if self.wired.private is not None else None
        if not wired.settings.discord.replies:
            forget_replies(wired)
        is_silent = wired.answers is None and dealing is None
        if is_silent or self.plan is None or outcome == "paused" or self.plan.switched_off:
            return outcome
        if not self._may_write():
            # After an upgrade, what is to be written is written by a later tick.
            is_permitted = wired.settings.publish.permission == "apply"
            self._try_again(wired.clock.now() + AGAIN if is_permitted else None)
            return outcome
        done = []
        if wired.answers is not None:
            done.append(answer(wired, gamestate))
            self.acts += tuple(_message(target) for target in done[0].written)
            self.plan = replace(self.plan, findings=(*self.plan.findings, *done[0].findings))
            wired.step("answered")
        if dealing is not None:
            done.append(write_letters(wired, dealing))
            if count := len(done[-1].written):
                self.acts += (_message(f"{count} private message{'s' * (count > 1)}"),)
            wired.step("written privately")
        for each in done:
            self._try_again(each.again)
            self._note_errors(each.errors)
        has_failed = any(each.errors for each in done)
        return "failed" if has_failed and outcome in RESTING else outcome

    def _why_not(self, plan: Plan) -> str:
        """Why nothing may be written now; empty where it may."""
        last = self.wired.archive.last_beat()
        if self.observed.errors:
            return "withheld"
        if plan.switched_off:
            return "held"
        if plan.is_empty:
            return ""
        if last is not None and last.digest != self.wired.code:
            return "upgraded"
        return "planned" if self.wired.settings.publish.permission == "plan" else ""

    def _ending(self, plan: Plan) -> str:
        if any(not act.succeeded for act in self.acts) or (self.enacted and self.enacted.errors):
            return "failed"
        if any(finding.code in WAITING for finding in plan.findings):
            return "held"
        return "applied" if self.acts else "in step"

    def note_revisions(self) -> None:
        """Keep which revisions this tick saw or made, if any; a merged edit keeps its old one, so that it is looked at again."""
        if self.revisions is None:
            return
        known = {"revisions": self.revisions, "settings": self.wired.settings.digest, **self._judged()}
        known |= {MARKS: self.marks} if self.marks else {}
        cursor = canonical_json(known)
        self.wired.archive.append(ObservationBatch(PAGES, (), cursor, self.wired.clock.now()))
        self.wired.step("noted")

    def _judged(self) -> dict[str, int]:
        """Up to which row the pages were judged: now, or where this tick did not come to it, as it was."""
        if self.outcome in _JUDGED or (self.plan is not None and self.plan.held):
            return {JUDGED: self.wired.archive.last_seq()}
        return {JUDGED: before} if (before := what_was_left(self.wired).get(JUDGED)) is not None else {}


def _message(target: str) -> ActOutcome:

    return ActOutcome("message", target, "done")


def next_instant(wired: Wired, gamestate: Gamestate) -> datetime | None:
    """The next instant at which something changes by itself, or at which a row that is dated later happens."""
    later = (row.observation.happened_at for row in wired.archive.rows(happened_after=gamestate.as_of))
    own = (next_of_enacting(wired, gamestate), next_of_dice(wired, gamestate.as_of))
    ahead = (*later, gamestate.next_instant, *own)
    return min((when for when in ahead if when), default=None)
