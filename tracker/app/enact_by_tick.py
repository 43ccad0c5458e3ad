"""What a tick enacts: what admins ask for on the wiki, and what one of them authorised it to do by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from tracker.app.enacted import Authority, Done, Enacted
from tracker.app.enactment_book import Book, book_of
from tracker.app.requests import Request, lines_of, open_requests, person_of
from tracker.app.wired import Wired
from tracker.core.change import AnswerLine
from tracker.core.draft import RegionDraft
from tracker.core.gamestate import Finding, Gamestate
from tracker.errors import PlanError, TrackerError, UsageError
from tracker.mechanics.authored_lines import SIGNATURE
from tracker.mechanics.enactment import Case

if TYPE_CHECKING:
    from tracker.app.publish import ActOutcome

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
    book = None if wired.settings.enact.mode == "off" else book_of(wired, gamestate)
    if book is None:
        return Enacted(gamestate)
    work = _Work(wired, book)
    if may_write:
        work.run()
    return Enacted(
        work.book.gamestate,
        tuple(work.acts),
        tuple(work.answers),
        (*work.book.findings, *work.findings),
        tuple(work.errors),
    )


@dataclass(slots=True)
class _Work:
    """One tick's enacting."""

    wired: Wired
    book: Book
    acts: list[ActOutcome] = field(default_factory=list)
    answers: list[AnswerLine] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    errors: list[TrackerError] = field(default_factory=list)
    is_fresh: bool = False

    def run(self) -> None:
        """Requests first, then what may be done unasked; an error of the wiki or of a source ends it until the next tick."""
        try:
            self._complete()
            for request in open_requests(self.wired):
                self._take(request)
            self._act_unasked()
        except TrackerError as error:
            self.errors.append(error)

    def _complete(self) -> None:
        """Bring to its end what an earlier process began and did not end."""
        if self.book.unfinished:
            from tracker.app.enact import complete_all

            self.acts += complete_all(self.wired, self.book)
            self._renew(self.book.gamestate)

    def _renew(self, gamestate: Gamestate) -> None:
        self.book = Book(self.wired, self.book.enacting, gamestate)

    def _look_again(self) -> None:
        """Read everything that decides anew, once a tick."""
        if not self.is_fresh:
            from tracker.app.enact import look_again

            self.book, self.is_fresh = look_again(self.wired), True

    # --- requests ---

    def _take(self, request: Request) -> None:
        """Carry a request out and answer it; what fails for a while only is left for the next tick."""
        person = person_of(self.wired, request.account)
        self.answers.append(request.answered(self._safe(self._refused(request, person) or self._done(request, person))))

    def _safe(self, text: str) -> str:
        """Words as they may stand on a page."""
        return self.wired.render([RegionDraft("", "answer", ANSWER_TEMPLATE, {"text": text})])[0].text

    def _refused(self, request: Request, person: str) -> str:
        """Why a request is not even looked into."""
        if not request.what:
            return (
                "Not done: not understood. A line begins with a bullet and reads “enact”, a matter's slug or its title in "
                "quotation marks, and a signature. Nothing is taken back by a line: that is tracker enact SLUG --undo."
            )
        if not request.account:
            return "Not done: who wrote this line cannot be told. Whoever wants it writes it anew."
        if not person:
            self._note(
                "ACCOUNT_NOT_MAPPED", f"the wiki account {request.account!r} asks for {request.id} and is nobody's"
            )
            return "Not done: nobody is known to own the account that wrote this; the operator maps it in [identities]."
        if person not in self.book.enacting.admins(self.book.gamestate):
            return "Not done: only an admin may ask for this."
        return ""

    def _done(self, request: Request, person: str) -> str:
        from tracker.app.enact import find_case

        try:
            self._look_again()
            case = find_case(self.book, request.what)
            done = self._write(case, Authority(person, f"request {request.id}"))
        except (UsageError, PlanError) as error:
            return f"Not done: {error.message}"
        note = f" Note for the blog: {done.note}" if done.note else ""
        if done.enactment is None:
            return f"Nothing to write for {case.slug}.{note}"
        return f"Written in revision {done.enactment.revision}.{note}"

    def _write(self, case: Case, authority: Authority) -> Done:
        from tracker.app.enact import write

        done = write(self.wired, self.book, case, authority, only_whole=authority.is_automatic)
        self.acts += done.acts
        self._renew(self.book.gamestate)
        return done

    # --- unasked ---

    def _act_unasked(self) -> None:
        """Write the first matter that is lawful, quiet and wholly mechanical, if an admin authorised it."""
        if self.wired.settings.enact.mode != "auto" or not self._candidates():
            return
        if not self._authority():
            return
        self._look_again()
        authority = self._authority()
        for case in self._candidates() if authority else ():
            try:
                done = self._write(case, Authority(authority, "a standing authority", is_automatic=True))
            except PlanError:
                continue
            if done.enactment is not None:
                return

    def _candidates(self) -> list[Case]:
        """The matters that may be written unasked now, in their lawful order."""
        book, now = self.book, self.wired.clock.now()
        enact = self.wired.settings.enact
        if book.awaited or written_unasked(book, now) >= enact.per_day:
            return []
        quiet = timedelta(minutes=enact.quiet_minutes)
        # What an admin took back is written again only when somebody asks for it.
        new = (case for case in _lawful(book) if case.slug not in book.enactments)
        return [case for case in new if case.is_quiet(now, quiet) and self._is_whole(case)]

    def _is_whole(self, case: Case) -> bool:
        """Whether each sentence of it is carried out: what was taken for mere talk is for a person to read."""
        if self.book.archived_page is None:
            return False
        shown = self.book.shown(case, self.book.archived_page)
        return shown.outcome == "whole" and not shown.commentary

    def _authority(self) -> str:
        """The admin on whose authority a tick may enact; empty where there is none."""
        admins = self.book.enacting.admins(self.book.gamestate)
        found = list(self._authorities(admins))
        return found[0] if found else ""

    def _authorities(self, admins: frozenset[str]) -> Iterator[str]:
        for line in lines_of(self.wired, self.wired.settings.enact.authority_page):
            match = _AUTHORITY.fullmatch(line.text)
            if not match:
                self._note_if_like(line.text)
                continue
            person = person_of(self.wired, line.editor)
            named = " ".join(match["name"].split()).casefold()
            if person in admins and named in {person.casefold(), line.editor.casefold()}:
                yield person
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
