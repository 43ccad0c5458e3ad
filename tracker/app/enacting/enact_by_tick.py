"""What a tick enacts: what admins ask for on the wiki, and what one of them authorised it to do by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from tracker.app.dice.dice_days import settle
from tracker.app.enacting.enact import find_case, write
from tracker.app.enacting.enacted import STANDING, Authority, Done, Enacted
from tracker.app.enacting.enactment_book import Book, book_of
from tracker.app.enacting.enactments_found import untold_enactments
from tracker.app.people.asked import Asked, carry_out, is_for_admins, not_understood
from tracker.app.people.requests import (
    LINES_OF_AN_EDIT,
    Request,
    decided_answers,
    keep_answer,
    lines_of,
    open_requests,
    person_of,
    text_of,
    why_not,
)
from tracker.app.publish.wiki_clock import refuse_if_ahead
from tracker.app.tick.pause import paused, refuse_if_paused
from tracker.app.wired import Wired
from tracker.core.change import AnswerLine
from tracker.core.draft import RegionDraft
from tracker.core.gamestate import Finding, Gamestate
from tracker.core.manners import ENACTING, switched_off
from tracker.errors import ClockAheadError, PlanError, TrackerError, UsageError
from tracker.mechanics.enacting.enacted_text import is_redirect
from tracker.mechanics.enacting.enactment import Case
from tracker.mechanics.table.authored_lines import SIGNATURE

if TYPE_CHECKING:
    from tracker.app.publish.publish import ActOutcome

_LONGEST_ANSWER = 480
"""Characters of an answer that are shown."""
ANSWER_TEMPLATE = "_answer.wikitext.j2"
"""The template by which the words of an answer are made harmless."""
_AUTHORITY = re.compile(
    r"\*+\s*I,\s*(?P<name>[^,]+),\s*authori[sz]e the (?:tracker|bot) to enact"
    rf"(?: what is lawful(?: and wholly mechanical)?)?\.?{SIGNATURE}\s*",
    re.IGNORECASE,
)
"""The one sentence that authorises: anything said otherwise may mean less, or the contrary."""
_LIKE_AUTHORITY = re.compile(r"\W*I,\s*(?P<name>[^,]+),\s*authori[sz]e", re.IGNORECASE)


def enact_in_tick(wired: Wired, gamestate: Gamestate, *, may_write: bool) -> Enacted:
    """Carry out what is asked for and authorised on the wiki, and say what a person should look at.

    Where nothing may be written only the findings are worked out. The lock is held.
    """
    work = _Work(wired, gamestate, None if wired.settings.enact.mode == "off" else book_of(wired, gamestate))
    if may_write:
        work.run()
    resting = work.resting()
    findings = (*(work.book.findings if work.book else ()), *work.findings, *resting, *_moved(wired))
    return Enacted(work.gamestate, tuple(work.acts), tuple(work.answers), findings, tuple(work.errors))


def _moved(wired: Wired) -> Iterator[Finding]:
    """The pages on which nobody is heard any more, as what stands there sends readers elsewhere."""
    for title in wired.settings.heard_pages:
        text = text_of(wired, title)
        if is_redirect(text):
            told = f"{title!r} is a redirect now ({text.strip()[:200]}): nobody is heard there; name the new page in the config"
            yield Finding("PAGE_MOVED", "", told, subject=title)


@dataclass(slots=True)
class _Work:
    """One tick's answering and enacting; ``book`` is None where nothing can be enacted."""

    wired: Wired
    gamestate: Gamestate
    book: Book | None
    acts: list[ActOutcome] = field(default_factory=list)
    answers: list[AnswerLine] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    errors: list[TrackerError] = field(default_factory=list)
    is_fresh: bool = False

    def run(self) -> None:
        """Requests first, then what may be done unasked; an error of the wiki or of a source ends it until the next tick."""
        try:
            if self.book and not paused(self.wired):
                self._complete(self.book)
            self._answer(open_requests(self.wired))
            if self.book and not paused(self.wired):
                self._act_unasked(self.book)
        except TrackerError as error:
            self.errors.append(error)

    def _complete(self, book: Book) -> None:
        """Bring to its end what an earlier process began and did not end."""
        if book.unfinished:
            from tracker.app.enacting.enact import complete_all

            self.acts += complete_all(self.wired, book)
            self._renew(book.gamestate)

    def _renew(self, gamestate: Gamestate) -> None:
        self.gamestate = gamestate
        self.book = Book(self.wired, self.book.enacting, gamestate) if self.book else None

    def _look_again(self) -> None:
        """Read everything that decides anew, once a tick."""
        if not self.is_fresh:
            from tracker.app.enacting.enact import read_again

            self._renew(read_again(self.wired))
            self.is_fresh = True

    # --- requests ---

    def _answer(self, requests: Sequence[Request]) -> None:
        """Carry requests out and answer them; nothing of it where somebody switched the answers off."""
        if requests and not self._is_silenced():
            decided = decided_answers(self.wired)
            for request in requests:
                self._take(request, decided.get(request.id, ""))

    def _is_silenced(self) -> bool:
        """Whether answers are switched off on the wiki, which is told: what may not be answered is not carried out."""
        manners = self.wired.manners
        titles = [title for title in (manners.switch_page, manners.task_pages.get(ENACTING, "")) if title]
        pages = self.wired.wiki.fetch(titles) if titles else {}
        reasons = {title: switched_off(pages[title]) for title in titles}
        self.findings += [Finding("SWITCHED_OFF", "", why, subject=title) for title, why in reasons.items() if why]
        return any(reasons.values())

    def _take(self, request: Request, decided: str) -> None:
        """Carry a request out, unless that is ``decided``, and answer it; what fails for a while only waits for the next tick."""
        person = person_of(self.wired, request.account)
        refused = self._refused(request, person)
        try:
            said = decided or (refused or self._done(request, person))[:_LONGEST_ANSWER]
        except ClockAheadError as error:
            self.errors.append(error)
            return
        if not decided:
            keep_answer(self.wired, request, said)
        rest = (
            f" No more lines of this edit are looked at: of one edit {LINES_OF_AN_EDIT} are." if request.is_last else ""
        )
        self.answers.append(request.answered(self._safe(f"{said}{rest}")))

    def _safe(self, text: str) -> str:
        """Words as they may stand on a page."""
        return self.wired.render([RegionDraft("", "answer", ANSWER_TEMPLATE, {"text": text})])[0].text

    def _refused(self, request: Request, person: str) -> str:
        """Why a request is not even looked into."""
        if useless := why_not(self.wired, request.word):
            return f"Not done: {useless}."
        if not request.is_understood:
            return not_understood(self.wired, request)
        if not request.account:
            return (
                "Not done: who wrote this line cannot be told, as it was put back, or is older than what was read."
                " Whoever wants it takes line and answer away, and writes it anew."
            )
        if not person:
            self._note(
                "ACCOUNT_NOT_MAPPED", f"the wiki account {request.account!r} asks for {request.id} and is nobody's"
            )
            return "Not done: nobody is known to own the account that wrote this; the operator maps it in [identities]."
        if not is_for_admins(self.wired, self.gamestate, person):
            return "Not done: only an admin may ask for this."
        return ""

    def _done(self, request: Request, person: str) -> str:
        """What came of a request that is somebody's to make; raises ClockAheadError, as it waits for the right time."""
        try:
            return self._enact(request, person) if request.word == "enact" else self._carry_out(request, person)
        except ClockAheadError:
            raise
        except (UsageError, PlanError) as error:
            remedy = f" ({error.remedy})" if error.remedy else ""
            return f"Not done: {error.message}{remedy}"

    def _carry_out(self, request: Request, person: str) -> str:
        """Carry out what changes no page of the ruleset, and take in what it archived."""
        if request.word == "recount":
            self._look_again()
        before = self.wired.archive.last_seq()
        answer = carry_out(Asked(self.wired, self.gamestate, request, person))
        if self.wired.archive.last_seq() != before:
            self._renew(settle(self.wired, self.wired.clock.now()).gamestate)
        return answer

    def _enact(self, request: Request, person: str) -> str:

        refuse_if_paused(self.wired)
        self._look_again()
        if self.book is None:
            raise UsageError("nothing can be enacted here")
        case = find_case(self.book, request.what)
        done = self._write(self.book, case, Authority(person, f"request {request.id}", read=request.mark))
        note = f" Note for the blog: {done.note}" if done.note else ""
        if done.enactment is None:
            return f"Nothing to write for {case.slug}.{note}"
        return f"Written in revision {done.enactment.revision}.{note}"

    def _write(self, book: Book, case: Case, authority: Authority) -> Done:

        done = write(self.wired, book, case, authority, only_whole=authority.is_automatic)
        self.acts += done.acts
        self._renew(book.gamestate)
        return done

    # --- unasked ---

    def resting(self) -> list[Finding]:
        """That nothing is written unasked, as it cannot be told what was: until an admin authorises it anew."""
        untold, enact = untold_enactments(self.wired.archive), self.wired.settings.enact
        if not untold.revisions or self.book is None or enact.mode != "auto" or self._authority():
            return []
        text = (
            f"the archive was put back from a copy, and it cannot be told for which matter our account wrote {untold}:"
            f" nothing is written unasked until an admin looks and signs the line on {enact.authority_page!r} anew (--~~~~)"
        )
        return [Finding("ENACTMENT_UNTOLD", "", text, subject=self.book.ruleset)]

    def _act_unasked(self, book: Book) -> None:
        """Write the first matter that is lawful, quiet and wholly mechanical, if an admin authorised it."""
        if self.wired.settings.enact.mode != "auto" or not self._candidates(book):
            return
        if not self._authority():
            return
        refuse_if_ahead(self.wired, self.gamestate.as_of)
        self._look_again()
        book, authority = self.book or book, self._authority()
        for case in self._candidates(book) if authority else ():
            try:
                done = self._write(book, case, Authority(authority, STANDING, is_automatic=True))
            except PlanError:
                continue
            if done.enactment is not None:
                return

    def _candidates(self, book: Book) -> list[Case]:
        """The matters that may be written unasked now, in their lawful order."""
        now, enact = self.wired.clock.now(), self.wired.settings.enact
        if book.awaited or written_unasked(book, now) >= enact.per_day:
            return []
        quiet = timedelta(minutes=enact.quiet_minutes)
        # What an admin took back is written again only when somebody asks for it.
        new = (case for case in _lawful(book) if case.slug not in book.enactments)
        return [case for case in new if case.is_quiet(now, quiet) and _is_whole(book, case)]

    def _authority(self) -> str:
        """The admin on whose authority a tick may enact; empty where there is none."""
        return next(iter(list(self._authorities())), "")

    def _authorities(self) -> Iterator[str]:
        since = untold_enactments(self.wired.archive).authority
        for line in lines_of(self.wired, self.wired.settings.enact.authority_page):
            match = _AUTHORITY.fullmatch(line.text)
            if not match:
                self._note_if_like(line.text)
                continue
            person = person_of(self.wired, line.editor)
            named = " ".join(match["name"].split()).casefold()
            if is_for_admins(self.wired, self.gamestate, person) and named in {
                person.casefold(),
                line.editor.casefold(),
            }:
                yield from [person] if line.revision > since else []
            else:
                text = f"the line of {match['name']!r} was written by {line.editor or 'nobody known'!r}; it authorises nothing"
                self._note("AUTHORITY_INVALID", text)

    def _note_if_like(self, line: str) -> None:
        """Say of a line that means to authorise, and does so in other words, how it must read."""
        like = _LIKE_AUTHORITY.match(line)
        if like:
            form = f"* I, {like['name']}, authorise the tracker to enact."
            self._note("AUTHORITY_INVALID", f"{line!r} authorises nothing; a line must read {form!r}")

    def _note(self, code: str, text: str) -> None:
        finding = Finding(code, "", text, subject=self.wired.settings.enact.authority_page)
        if finding not in self.findings:
            self.findings.append(finding)


def _is_whole(book: Book, case: Case) -> bool:
    """Whether each sentence of it is carried out: what is no order is for a person to read."""
    if book.archived_page is None:
        return False
    shown = book.shown(case, book.archived_page)
    return shown.outcome == "whole" and not shown.unread


def _lawful(book: Book) -> Iterable[Case]:
    return (
        case
        for case in book.cases.values()
        if case.state == "pending"
        and case.may_enact
        and not case.doubts
        and case.has_instructions
        and not case.is_reset
    )


def written_unasked(book: Book, now: datetime) -> int:
    """How many matters a tick wrote by itself on a day (UTC), those taken back too."""
    today = now.astimezone(UTC).date()
    automatic = (item for item in book.enactments.values() if item.is_automatic)
    return sum(item.at.astimezone(UTC).date() == today for item in automatic)


def next_instant(wired: Wired, gamestate: Gamestate) -> datetime | None:
    """The next instant at which a tick has something to do for whoever enacts although nobody acts."""
    book = None if wired.settings.enact.mode == "off" else book_of(wired, gamestate)
    if book is None:
        return None
    found = [book.next_instant] if book.next_instant else []
    if wired.settings.enact.mode == "auto" and not book.awaited:
        quiet = timedelta(minutes=wired.settings.enact.quiet_minutes)
        found += [case.restless_at + quiet for case in _lawful(book)]
        found += [_tomorrow(gamestate.as_of)] if list(_lawful(book)) else []
    return min((when for when in found if when > gamestate.as_of), default=None)


def _tomorrow(now: datetime) -> datetime:
    """The beginning of the next day (UTC), when as many may be written again."""
    return datetime.combine(now.astimezone(UTC).date() + timedelta(days=1), time(), UTC)
