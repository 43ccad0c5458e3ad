"""What people decide by hand: a question answered, an answer taken back, a clause confirmed (law 7); each under the lock."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from itertools import chain
from typing import Any

from tracker.app.asking.folding import fold_supposing, gamestate_of
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people.accounts import check_person, plain, same_person
from tracker.app.tick.looking import lock
from tracker.app.tick.pause import DECISIONS
from tracker.app.wired import Wired
from tracker.core.clause import CONFIRM_CLAUSE, CONFIRM_RULE
from tracker.core.gamestate import Gamestate, Question
from tracker.core.instants import TICKLE, iso
from tracker.core.observation import Observation, ObservationBatch
from tracker.core.snowflakes import account_of
from tracker.errors import UsageError

SHOWN = 12
"""How many clauses a remedy names."""


def decide(
    wired: Wired, question: str, answer: str | None, *, by: str, why: str, wordings: Sequence[str] = ()
) -> Observation:
    """Archive a person's answer to a question, open or answered otherwise before; None takes the last answer back.

    ``wordings`` may tell the mark of the text that the person has read; where it is another by now nothing is archived.
    Raises UsageError where there is no such question, the answer is none of those allowed or was given already, the
    person may not answer, a reason is missing, or there is nothing to take back.
    """
    with lock(wired):
        return decide_locked(wired, question, answer, by=by, why=why, wordings=wordings)


def decide_locked(
    wired: Wired, question: str, answer: str | None, *, by: str, why: str, wordings: Sequence[str] = ()
) -> Observation:
    """As ``decide``, where the lock is held."""
    if not (by.strip() and why.strip()):
        raise UsageError("a decision needs a name and a reason", remedy="give --by NAME and --why TEXT")
    gamestate, before = gamestate_at(wired), decision(wired, question)
    asked = question_of(wired, gamestate, question)
    if asked is not None:
        check_person(wired, gamestate, asked.may_answer, by, f"answer {asked.id}")
    if sealed := gamestate.sealed.get(question):
        problem = f"{question} cannot be answered otherwise any more: {sealed}"
        raise UsageError(problem, remedy="what is wrong about it is for the players to settle by their rules")
    if answer is None:
        return _revoke(wired, question, before, by, why)
    if asked is None:
        raise _no_such_question(gamestate, question)
    answer = _as_asked(wired, gamestate, asked, _unquoted(answer))
    _check_answer(gamestate, asked, answer, before)
    _check_wording(asked, wordings)
    made = _decision_of(question, _told(asked, answer, by, why), wired.clock.now())
    if asked.is_free and answer not in asked.answers:
        _check_words(wired, asked, made)
    return _archived(wired, made)


def decision(wired: Wired, question: str) -> Mapping[str, Any] | None:
    """What was decided last on a question, with ``answer``, ``by`` and ``why``; None where nothing holds."""
    found = wired.archive.newest_about(DECISIONS, question)
    told = found[-1].observation.payload if found else {"revoked": True}
    return None if told.get("revoked") else told


def _told(asked: Question, answer: str, by: str, why: str) -> dict[str, Any]:
    """What is archived of an answer: it counts for the wording that was shown, whatever was written unseen meanwhile."""
    told = {"answer": answer, "by": by, "why": why, "since": iso(asked.about)}
    return {**told, "wording": asked.wording} if asked.wording else told


def question_of(wired: Wired, gamestate: Gamestate, question: str) -> Question | None:
    """The question of that id as it is asked now, or as it was asked last before an answer to it; None where there is none."""
    answered = reversed(wired.archive.versions(f"decision:{question}"))
    before = (gamestate_at(wired, row.observation.possible_from - TICKLE) for row in answered)
    asked = (asked for found in chain([gamestate], before) for asked in found.questions)
    return next((asked for asked in asked if question in (asked.id, *asked.also)), None)


def confirm(
    wired: Wired, clauses: Sequence[str], rules: Sequence[str], *, by: str, why: str, wordings: Sequence[str] = ()
) -> tuple[list[str], list[Observation]]:
    """Archive that a person compared clauses, or whole rules, with what the code does, and found that they still agree (law 7).

    Gives the questions answered, and the decisions; ``wordings`` as in ``decide``, one for each. Rules go by title
    (``Votes``) or section and title. Raises UsageError, with nothing archived, for a clause or rule that there is not
    (naming the nearest), that reads as it is carried out, or that somebody else must confirm.
    """
    with lock(wired):
        return confirm_locked(wired, clauses, rules, by=by, why=why, wordings=wordings)


def confirm_locked(
    wired: Wired, clauses: Sequence[str], rules: Sequence[str], *, by: str, why: str, wordings: Sequence[str] = ()
) -> tuple[list[str], list[Observation]]:
    """As ``confirm``, where the lock is held."""
    if not (by.strip() and why.strip()):
        raise UsageError("a decision needs a name and a reason", remedy="give --by NAME and --why TEXT")
    if not (clauses or rules):
        raise UsageError("nothing is named", remedy="name clauses, or give --rule TITLE")
    gamestate = gamestate_at(wired)
    ids = [_clause_question(wired, gamestate, clause) for clause in clauses]
    ids += [_rule_question(wired, gamestate, title) for title in rules]
    asked = {id: _open_question(gamestate, id) for id in dict.fromkeys(ids)}
    for id, question in asked.items():
        check_person(wired, gamestate, question.may_answer, by, f"answer {id}")
        _check_wording(question, wordings)
    now = wired.clock.now()
    made = [_decision_of(id, _told(question, "yes", by, why), now) for id, question in asked.items()]
    return list(asked), [_archived(wired, each) for each in made]


def _clause_question(wired: Wired, gamestate: Gamestate, clause: str) -> str:
    id, known = clause.strip().upper(), list(wired.game.clauses)
    if id not in known:
        near = get_close_matches(id, known, n=3)
        remedy = f"did you mean {', '.join(near)}?" if near else f"they go from {known[0]} to {known[-1]}"
        raise UsageError(f"there is no clause {clause!r}", remedy=remedy)
    question = f"{CONFIRM_CLAUSE}:{id}"
    if not any(question in asked.also for asked in gamestate.questions):
        doubted = [name for asked in gamestate.questions for name in asked.also]
        open_ones = ", ".join(name.partition(":")[2] for name in doubted[:SHOWN]) or "none"
        raise UsageError(f"{id} waits for no confirmation", remedy=f"those that do: {open_ones}")
    return question


def _rule_question(wired: Wired, gamestate: Gamestate, title: str) -> str:
    head, wanted = f"{CONFIRM_RULE}:", title.strip().casefold()
    open_ones = [asked.id.removeprefix(head) for asked in gamestate.questions if asked.id.startswith(head)]
    found = [name for name in open_ones if wanted in (name.casefold(), name.casefold().partition("/")[2])]
    if len(found) == 1:
        return f"{head}{found[0]}"
    if found:
        raise UsageError(f"{len(found)} rules are called {title!r}", remedy=f"say which: {', '.join(found)}")
    titles = {clause.path[-1] for clause in wired.game.clauses.values()}
    if wanted in {name.casefold() for name in titles}:
        raise UsageError(
            f"{title} waits for no confirmation", remedy=f"those that do: {', '.join(open_ones) or 'none'}"
        )
    near = get_close_matches(title, [*open_ones, *(name.partition("/")[2] for name in open_ones), *sorted(titles)], n=3)
    remedy = f"did you mean {', '.join(near)}?" if near else f"those in doubt: {', '.join(open_ones) or 'none'}"
    raise UsageError(f"there is no rule {title!r}", remedy=remedy)


def _open_question(gamestate: Gamestate, question: str) -> Question:
    return next(asked for asked in gamestate.questions if question in (asked.id, *asked.also))


def _revoke(wired: Wired, question: str, before: Mapping[str, Any] | None, by: str, why: str) -> Observation:
    if before is None:
        raise UsageError(f"nothing was decided on {question}", remedy="tracker questions lists what is open")
    told = {"answer": before["answer"], "by": by, "why": why, "since": before.get("since"), "revoked": True}
    return _archived(wired, _decision_of(question, told, wired.clock.now()))


def _archived(wired: Wired, made: Observation) -> Observation:
    when = made.happened_at
    wired.archive.append(ObservationBatch(DECISIONS, (made,), iso(when), when), wired.game.read)
    return made


def _decision_of(question: str, told: Mapping[str, Any], now: datetime) -> Observation:
    payload = {"question": question, **{name: value for name, value in told.items() if value is not None}}
    return Observation("decision", f"decision:{question}", payload, at=now, seen_at=now, source=DECISIONS)


def _no_such_question(gamestate: Gamestate, question: str) -> UsageError:
    near = get_close_matches(question, [each.id for each in gamestate.questions], n=3)
    remedy = f"did you mean {', '.join(near)}?" if near else "tracker questions lists what is open"
    return UsageError(f"there is no question {question!r}", remedy=remedy)


def _as_asked(wired: Wired, gamestate: Gamestate, asked: Question, answer: str) -> str:
    """The answer that is meant where it names a person otherwise than the question does: by another name, an account, or as shown."""
    if answer in asked.answers:
        return answer
    name = account_of(answer.strip()).removeprefix("@")
    meant = same_person(wired.settings, name)
    if found := [each for each in asked.answers if plain(each) in meant]:
        return found[0]
    called = [each for each in asked.answers if name.casefold() in _shown_as(gamestate, each)]
    if len(called) > 1:
        raise UsageError(f"{len(called)} people are called {name}", remedy=_answers_to(gamestate, asked))
    return called[0] if called else answer


def _unquoted(answer: str) -> str:
    """An answer without the quotation marks in which it stands as a whole, as examples are shown."""
    found = re.fullmatch(r"\s*(?:“([^“”]+)”|\"([^\"]+)\"|'([^']+)'|‘([^‘’]+)’)\s*", answer, re.DOTALL)
    return answer if found is None else found[found.lastindex or 0]


def _shown_as(gamestate: Gamestate, person: str) -> set[str]:
    """How somebody is shown, with what tells them from others of that name and without; case-folded."""
    tail = f" ({person.casefold()})"
    name = (gamestate.names or {}).get(person, person).casefold().removesuffix(tail)
    return {name, f"{name}{tail}"}


def _check_answer(gamestate: Gamestate, asked: Question, answer: str, before: Mapping[str, Any] | None) -> None:
    if not asked.allows(answer):
        raise UsageError(f"{answer!r} is no answer to {asked.id}", remedy=_answers_to(gamestate, asked))
    if before is not None and before["answer"] == answer:
        problem = f"{asked.id} was decided so already, by {before['by']} ({before['why']})"
        raise UsageError(problem, remedy="give another answer, or take it back with --revoke")


def _answers_to(gamestate: Gamestate, asked: Question) -> str:
    """What may be answered, in words, people by the names under which they are shown."""
    names = gamestate.names or {}
    answers = ", ".join(names.get(each, each) for each in asked.answers)
    shown = "; ".join(f"“{example}”" for example in asked.examples)
    return f"answers: {answers}{f'; or words such as {shown}' if shown else ''}"


def _check_words(wired: Wired, asked: Question, made: Observation) -> None:
    """Refuse an answer in somebody's own words that the game, once it is told, would still ask about.

    It is told at the instant of the answer itself: a clock that was read before that would leave the answer out.
    """
    gamestate = gamestate_of(wired.game, fold_supposing(wired.game, wired.archive, made.happened_at, (made,)))
    left = next((each for each in gamestate.questions if each.id == asked.id), None)
    if left is not None:
        why, answer = f": {left.fault}" if left.fault else "", made.text("answer")
        raise UsageError(f"{answer!r} is no answer to {asked.id}{why}", remedy=_answers_to(gamestate, asked))


def _check_wording(asked: Question, wordings: Sequence[str]) -> None:
    """Refuse an answer for a text that is not the one that the person has read."""
    if wordings and asked.mark not in wordings:
        problem = f"what {asked.id} is about does not read as at {', '.join(wordings)} any more"
        remedy = f"read it anew; it is now --wording {asked.mark}" if asked.mark else "leave --wording out"
        raise UsageError(problem, remedy=remedy)
