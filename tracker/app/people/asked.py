"""What admins ask for by a line on the wiki, beside enacting: each word carried out, with the words of its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.app.asking.inquiry import gamestate_at, matter_called
from tracker.app.asking.verdicts import verdict, votes
from tracker.app.enacting.enact import find_among
from tracker.app.people import by_hand, deciding
from tracker.app.people.accounts import APPROVER, who_may
from tracker.app.people.correcting import correct_locked, put_right_meant
from tracker.app.people.reading_anew import last_of, look_anew
from tracker.app.people.requests import REQUESTS, Request, why_not
from tracker.app.people.void_lines import corrections
from tracker.app.tick import pause as pausing
from tracker.app.tick.looking import Silence
from tracker.core.clause import CONFIRM_CLAUSE
from tracker.core.corrections import in_words
from tracker.core.gamestate import UNDETERMINED, Fact, Gamestate, Question
from tracker.core.instants import iso
from tracker.errors import UsageError
from tracker.mechanics.chat_people import readable

if TYPE_CHECKING:
    from tracker.app.wired import Wired

_WORDS_OF_RESYNC = 440
"""Characters in which an answer tells what was found: it has to stand in one line of a page."""
FORMS: Mapping[str, str] = {
    "enact": "“enact”, a matter's slug or its title in quotation marks",
    "undo": "“enact”, a matter's slug or its title in quotation marks",
    "recount": "“recount”, a matter's slug or its title in quotation marks",
    "decide": "“decide”, the question's id as the pages show it, the answer (in quotation marks where it itself holds such)",
    "correct": '“correct”, the id of a row (or a matter\'s slug), then “void”, “reads "TEXT"”, “happened 2019-10-03T10:00Z” or'
    " “set /POINTER VALUE”, a colon and the reason",
    "set": "“set”, a pointer such as /roster/NAME/status, the value (in quotation marks where it holds blanks), a colon and the reason",
    "confirm": "“confirm”, a clause's id, where you like the mark of the wording",
    "approve": "“approve”, the checksum of what is held, or its first twelve digits",
    "resync": "“resync”",
    "pause": "“pause”",
    "resume": "“resume”",
}
"""How a line of each word reads."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request of an admin that is to be carried out, at a gamestate."""

    wired: Wired
    gamestate: Gamestate
    request: Request
    person: str

    @property
    def why(self) -> str:
        """The reason that is archived with what it decides: the line, by its page and revision."""
        line = self.request.line
        return f"line on {self.wired.settings.requests.page}, revision {line.revision} ({self.request.id})"

    @property
    def shown_at(self) -> datetime:
        """The last instant that the pages can have shown when the line was written."""
        id = f"revision:{self.wired.settings.requests.page}:{self.request.line.revision}"
        row, beat = self.wired.archive.newest(REQUESTS, [id]).get(id), self.wired.archive.last_beat()
        known = [row.observation.happened_at] if row else []
        return min([*known, *([beat.at] if beat else [])], default=self.gamestate.as_of)


def is_for_admins(wired: Wired, gamestate: Gamestate, person: str) -> bool:
    """Whether somebody is an admin by the roster; nobody is where it names none."""
    return person in who_may(gamestate, APPROVER)


def not_understood(wired: Wired, request: Request) -> str:
    """The answer to a line that says less or more than its form."""
    undoing = "" if why_not(wired, "enact") else "tracker enact SLUG --undo, or "
    return (
        f"Not done: not understood. A line begins with a bullet and reads {FORMS[request.word]}, and a signature."
        f" A correction is taken back by another; nothing else is by a line: that is {undoing}tracker decide QUESTION --revoke."
    )


def carry_out(asked: Asked) -> str:
    """Do what a line asks for that is no enacting, and answer; the lock is held.

    Raises UsageError where it cannot be done, and whatever fails for a while only.
    """
    words: Mapping[str, Callable[[Asked], str]] = {
        "decide": _decide,
        "correct": _correct,
        "set": _correct,
        "confirm": _confirm,
        "recount": _recount,
        "approve": _approve,
        "resync": _resync,
        "pause": _pause,
        "resume": _resume,
    }
    return words[asked.request.word](asked)


# --- decisions --------------------------------------------------------------------------------------------------------


def _decide(asked: Asked) -> str:
    question, answer = _question_and_answer(asked)
    if not _is_done(asked, question, answer):
        _check_reading(asked, question, f"decide {question} {answer}")
        deciding.decide_locked(asked.wired, question, answer, by=asked.person, why=asked.why)
    return f"Decided for {asked.person}: {question} is {answer}."


def _correct(asked: Asked) -> str:
    why = f"{asked.request.why} ({asked.why})"
    done = next((each for each in corrections(asked.wired) if each.payload["why"] == why), None)
    id, payload = (done.id, done.payload) if done else ("", {})
    if done is None:
        made = correct_locked(asked.wired, _put_right(asked.request), by=asked.person, why=why)
        id, payload = made.id, made.payload
    return f"Put right for {asked.person}: {in_words(payload)} ({id}; correct {id} void: REASON takes it back)."


def _put_right(request: Request) -> dict[str, Any]:
    """What a line puts right, as a correction holds it."""
    if request.word == "set":
        return put_right_meant("", f"set {request.what} {request.answer}")
    return put_right_meant(request.what, request.answer)


def _question_and_answer(asked: Asked) -> tuple[str, str]:
    """What a line decides and how: words behind the id of a question are of its answer, also where no quotation marks say so.

    Raises UsageError where only some of them stand in such marks.
    """
    request = asked.request
    words = request.what.split(" ")
    ids = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    id = next((id for id in ids if deciding.question_of(asked.wired, asked.gamestate, id)), request.what)
    before = request.what[len(id) :].strip()
    if before and request.is_quoted:
        problem = f"an answer to {id} that holds quotation marks stands in such marks as a whole"
        raise UsageError(problem, remedy=f'write: decide {id} "{before} "{request.answer}""')
    return id, f"{before} {request.answer}".strip()


def _confirm(asked: Asked) -> str:
    clause = asked.request.what.upper()
    question = f"{CONFIRM_CLAUSE}:{clause}"
    if not _is_done(asked, question, "yes"):
        _check_reading(asked, question, f"confirm {clause}")
        deciding.confirm_locked(asked.wired, [clause], [], by=asked.person, why=asked.why)
    return f"Confirmed for {asked.person}: {clause} is carried out as it reads now."


def _is_done(asked: Asked, question: str, answer: str) -> bool:
    """Whether this very line was carried out before, and only its answer did not come to stand below it.

    It counts as done whatever people decided since.
    """
    told = (row.observation.payload for row in asked.wired.archive.versions(f"decision:{question}"))
    return any((item.get("answer"), item.get("why")) == (answer, asked.why) for item in told)


def _check_reading(asked: Asked, question: str, form: str) -> None:
    """Refuse an answer about a text that reads otherwise by now than the person read it: by their mark, or by what was shown."""
    now = _question(asked.gamestate, question)
    if now is None or not now.mark:
        return
    read = asked.request.mark
    if not read:
        shown = _question(gamestate_at(asked.wired, asked.shown_at), question)
        read = shown.mark if shown else ""
    if read != now.mark:
        problem = f"what {question} is about does not read as it did when you wrote this"
        raise UsageError(problem, remedy=f"read it anew; if it is right write: {form} {now.mark}")


def _question(gamestate: Gamestate, id: str) -> Question | None:
    return next((asked for asked in gamestate.questions if id in (asked.id, *asked.also)), None)


def _approve(asked: Asked) -> str:
    """Let go what is held under a checksum, as it would be held now: the tick that answers then writes it."""
    checksum = by_hand.held_checksum(asked.wired, asked.request.what)
    asked.wired.ledger.approve(checksum, asked.person, asked.wired.clock.now())
    return f"Approved for {asked.person}: what was held under {checksum[: by_hand.SHORTEST_CHECKSUM]} is let go."


# --- recounting -------------------------------------------------------------------------------------------------------


def _recount(asked: Asked) -> str:
    """Tally, quorum, verdict and clause of a matter, everything just read again, and what the last pages said otherwise."""
    gamestate = asked.gamestate
    slug = _slug(asked)
    matter = _matters(asked, gamestate)[slug]
    told = f"{slug}, as of {iso(gamestate.as_of)}: {_counted(asked, matter, gamestate)}{_clause(asked, slug, matter)}."
    names = gamestate.names or {}
    return readable(f"{told} {_compared(asked, slug, matter)}", lambda id: names.get(id, id))


def _slug(asked: Asked) -> str:
    """The slug of the matter of the live state that is meant; raises UsageError naming the nearest, or all that may be meant."""
    enacting, known = asked.wired.game.enacting, _matters(asked, asked.gamestate)
    if enacting is None:
        return matter_called(asked.wired, asked.gamestate, asked.request.what)
    cases = {case.slug: case for case in enacting.cases(asked.gamestate)}
    wanted = asked.request.what.casefold().replace(" ", "_")
    slug = next((slug for slug in known if slug.casefold() == wanted), "") or find_among(cases, asked.request.what).slug
    if slug not in known:
        raise UsageError(f"{slug} is settled: nothing of it is counted any more", remedy=f"tracker explain {slug}")
    return slug


def _matters(asked: Asked, gamestate: Gamestate) -> Mapping[str, Any]:
    found: Mapping[str, Any] = gamestate.values.get(asked.wired.game.matters, {})
    return found


def _counted(asked: Asked, matter: Any, gamestate: Gamestate) -> str:
    if counted := asked.wired.game.counted:
        shown = matter if isinstance(matter, Mapping) else dict.fromkeys(counted, UNDETERMINED)
        return ", ".join(f"{name} {shown[name]}" for name in counted)
    return f"{votes(matter)}, quorum {gamestate.values.get('quorum')}, {verdict(matter)}"


def _clause(asked: Asked, slug: str, matter: Any) -> str:
    """The clause by which the verdict is what it is, with why."""
    game = asked.wired.game
    name = "unpopular" if isinstance(matter, Mapping) and matter.get("unpopular") is True else "popular"
    telling = ("status",) if game.counted else (name, "allowed")
    facts = (_fact(asked.gamestate, f"{game.matters}.{slug}.{which}") for which in telling)
    fact = next((found for found in facts if found), None)
    if fact is None:
        return ""
    reasons = "; ".join(reason.text for reason in fact.reasons)
    return f" ({fact.clause}{f': {reasons}' if reasons else ''})"


def _fact(gamestate: Gamestate, name: str) -> Fact | None:
    return next((fact for fact in gamestate.facts if fact.name == name), None)


def _compared(asked: Asked, slug: str, matter: Any) -> str:
    beat = asked.wired.archive.last_beat()
    if beat is None:
        return "No pages were made yet."
    folded = fold_archive(asked.wired.game, asked.wired.archive, beat.at, up_to_seq=beat.seq)
    before = gamestate_of(asked.wired.game, folded)
    old = _matters(asked, before).get(slug)
    if old is None:
        return f"The pages of {iso(beat.at)} did not have it."
    then, now = _counted(asked, old, before), _counted(asked, matter, asked.gamestate)
    if then == now and _votes(old) == _votes(matter):
        return f"The pages of {iso(beat.at)} say the same."
    return f"The pages of {iso(beat.at)} say {then}{_voters(old, matter)}."


def _votes(matter: Any) -> Mapping[str, Any]:
    """Who voted what on a matter, where that is printed and certain."""
    found = matter.get("votes") if isinstance(matter, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _voters(old: Any, new: Any) -> str:
    """Whose vote counts otherwise than on the pages."""
    before, after = _votes(old), _votes(new)
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return f"; since then changed: {', '.join(names)}" if names else ""


# --- resync -----------------------------------------------------------------------------------------------------------


def _resync(asked: Asked) -> str:

    limits, now = asked.wired.settings.requests, asked.wired.clock.now()
    last = last_of(asked.wired)
    if last and last.began > now and not last.is_open:
        # A clock that ran ahead bars nobody until its date.
        last = None
    if last and last.asked_by == asked.request.id and not last.is_open:
        return f"Read anew: {last.summary}."
    free = last.began + timedelta(minutes=limits.resync_minutes) if last else now
    if last and last.asked_by != asked.request.id and free > now:
        raise UsageError(
            f"everything was last read anew at {iso(last.began)}",
            remedy=f"it may be asked for again from {iso(free)} on",
        )
    since = now - timedelta(days=limits.resync_days)
    found = look_anew(asked.wired, Silence(), since=since, asked_by=asked.request.id)
    if found.observed.errors:
        raise found.observed.errors[0]
    return f"Read anew: {found.in_words(_WORDS_OF_RESYNC)}."


# --- pausing ----------------------------------------------------------------------------------------------------------


def _pause(asked: Asked) -> str:
    if not pausing.was_answered_by(asked.wired, "on", asked.why):
        pausing.pause(asked.wired, by=asked.person, why=asked.why)
    return f"Paused for {asked.person}: nothing but answers is written until an admin writes “resume”."


def _resume(asked: Asked) -> str:
    if pausing.was_answered_by(asked.wired, "off", asked.why):
        return f"Resumed for {asked.person}."
    before = pausing.resume(asked.wired, by=asked.person, why=asked.why)
    return f"Resumed for {asked.person}; it was paused by {before.by} since {iso(before.since)}."
