"""What people do by hand: plan and apply, approve, make pages, decide, import, redact; each under the lock where it writes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from itertools import chain
from typing import Any

from tracker.app.asking.folding import fold_supposing, fold_watched, gamestate_of
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.deck.deck import SOURCE as DECK
from tracker.app.people.identities import same_person
from tracker.app.publish.pages import desired, layouts
from tracker.app.publish.publish import ActOutcome
from tracker.app.tick.looking import lock, publisher, wake
from tracker.app.tick.pause import DECISIONS, refuse_if_paused
from tracker.app.tick.setting_log import setting_batch
from tracker.app.tick.tick_report import WAITING
from tracker.app.wired import Wired
from tracker.core.clause import CONFIRM_CLAUSE, CONFIRM_RULE
from tracker.core.corrections import CORRECTION
from tracker.core.corrections import SOURCE as CORRECTIONS
from tracker.core.fold import Context, Step
from tracker.core.gamestate import Gamestate, Question
from tracker.core.instants import TICKLE, iso
from tracker.core.observation import FILE, ArchivedObservation, Observation, ObservationBatch, fragment_id
from tracker.core.plan import Plan
from tracker.core.ports import IN_CHAT_STATUS
from tracker.core.snowflakes import account_of
from tracker.errors import PlanStaleError, UsageError

APPROVER = "admin"
"""The role of those who may approve what is held."""
SHOWN = 12
"""How many clauses a remedy names."""
SHORTEST_CHECKSUM = 12
"""How many characters of a checksum must at least be given."""


# --- pages ------------------------------------------------------------------------------------------------------------


def plan_now(wired: Wired) -> Plan:
    """What would be done now from what is archived and the config says; nothing is observed and nothing written."""
    return publisher(wired).plan_pages(desired(wired, _gamestate_of_config(wired)))


def plan_creation_now(wired: Wired) -> Plan:
    """What would make the pages and markers that are missing; nothing is written."""
    return publisher(wired).plan_new_pages(layouts(wired, _gamestate_of_config(wired)))


def _gamestate_of_config(wired: Wired) -> Gamestate:
    """What holds now, with what the config says that the next tick will archive; raises ConfigError."""
    now = wired.clock.now()
    batch = setting_batch(wired.settings, wired.game, wired.archive, now)
    if batch is None:
        return gamestate_at(wired)
    return gamestate_of(wired.game, fold_supposing(wired.game, wired.archive, now, batch.observations))


def apply_now(wired: Wired, plan: Plan, checksum: str) -> list[ActOutcome]:
    """Carry out a plan that was just made, if it is the one of that checksum (law 12).

    Raises PlanStaleError where it is another, PlanHeldError where it waits for an admin or the tracker is paused, LockedError.
    """
    if len(checksum) < SHORTEST_CHECKSUM or not plan.checksum.startswith(checksum):
        fault = f"the plan is now {plan.checksum[:SHORTEST_CHECKSUM]}, not {checksum[:SHORTEST_CHECKSUM]}"
        raise PlanStaleError(fault, remedy="look at it with tracker plan, then apply that checksum")
    refuse_if_paused(wired)
    with lock(wired):
        publishing = publisher(wired)
        settled = publishing.settle_open_intents()
        return [*settled, *publishing.apply_plan(plan, plan.checksum)]


def waits(plan: Plan) -> bool:
    """Whether something of a plan is only done once a person did something: approved, made a page, mended markers."""
    is_stopped = bool(plan.held or plan.too_large or plan.switched_off)
    return is_stopped or any(finding.code in WAITING for finding in plan.findings)


def approve(wired: Wired, checksums: Sequence[str], by: str) -> None:
    """Note that an admin approved exactly these held changes or plans.

    Raises UsageError for what is no checksum, and for somebody who is no admin.
    """
    _check_person(wired, gamestate_at(wired), APPROVER, by, "approve")
    for checksum in checksums:
        if len(checksum) != len(_SAMPLE) or set(checksum) - set(_SAMPLE):
            raise UsageError(f"{checksum!r} is no checksum", remedy="copy the 64 characters that tracker plan shows")
    with lock(wired):
        for checksum in checksums:
            wired.ledger.approve(checksum, by, wired.clock.now())


def held_checksum(wired: Wired, begins: str) -> str:
    """The checksum beginning so under which something is held at present; raises UsageError where nothing is, or several things are."""
    told = " ".join(finding.text for finding in plan_now(wired).findings)
    found: set[str] = {each for each in _CHECKSUM.findall(told) if each.startswith(begins)}
    if len(found) != 1:
        remedy = "copy the checksum that the tick or tracker plan shows for it"
        raise UsageError(f"{len(found) or 'no'} changes are held under {begins!r}", remedy=remedy)
    (checksum,) = found
    return checksum


_CHECKSUM = re.compile(r"\b[0-9a-f]{64}\b")
_SAMPLE = "0123456789abcdef" * 4


# --- questions --------------------------------------------------------------------------------------------------------


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
        _check_person(wired, gamestate, asked.may_answer, by, f"answer {asked.id}")
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
        _check_person(wired, gamestate, question.may_answer, by, f"answer {id}")
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
    if found := [each for each in asked.answers if each.casefold() in meant]:
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


def _check_person(wired: Wired, gamestate: Gamestate, role: str, by: str, what: str) -> None:
    allowed = who_may(gamestate, role)
    if allowed and not same_person(wired.settings, by) & {name.casefold() for name in allowed}:
        raise UsageError(f"{by} may not {what}", remedy=f"who may: {', '.join(sorted(allowed))}")


def who_may(gamestate: Gamestate, role: str) -> frozenset[str]:
    """The names of those who have a role; empty where anybody may, or where the roster names nobody of that role."""
    roster = gamestate.values.get("roster", {})
    return frozenset(name for name, person in roster.items() if person.get(role))


# --- the archive ------------------------------------------------------------------------------------------------------


def import_records(wired: Wired, records: Sequence[Mapping[str, Any]]) -> int:
    """Append checked records in one transaction; how many were new."""
    from tracker.app.keeping.interchange import batch_of

    with lock(wired):
        return wired.archive.append(batch_of(records, wired.clock.now()), wired.game.read).added


def redact(wired: Wired, observation_id: str, *, by: str, why: str) -> int:
    """Empty the content of an observation, all its versions, and of what bots replied to it and people answered on its words; how many rows.

    Raises UsageError where there is none, or it is of the deck: what cards follow from holds no words of anybody.
    """
    with lock(wired):
        now = wired.clock.now()
        _check_redactable(wired, observation_id)
        told = [*_quoting(wired, observation_id), *_answers_on(wired, observation_id)]
        ids = [observation_id, *_fragments_of(wired, observation_id), *told, *_said_to_read(wired, observation_id)]
        read = _read_in(wired, ids)
        rows = sum(wired.archive.redact(id, by=by, why=why, at=now, read=read) for id in ids)
        if not rows and not wired.archive.versions(observation_id):
            raise UsageError(f"there is no observation {observation_id!r}", remedy="tracker explain shows the ids")
        wake(wired)
    return rows


def _check_redactable(wired: Wired, observation_id: str) -> None:
    """Raise UsageError for a row of the deck, and for a correction: its words stand for those of the row that it puts right."""
    rows = wired.archive.versions(observation_id)
    if any(map(_is_of_deck, rows)):
        problem = f"{observation_id} is a row of the deck, which is not redacted: all that was dealt hangs on it"
        raise UsageError(problem, remedy="redact the messages that somebody wrote; tracker explain shows their ids")
    corrected = [row.observation.text("of") for row in rows if row.observation.payload.get("reads") is not None]
    if corrected:
        problem = f"{observation_id} says how {corrected[0]} reads, and goes with it"
        raise UsageError(problem, remedy=f"tracker archive redact {corrected[0]}")


def _fragments_of(wired: Wired, observation_id: str) -> list[str]:
    """The ids of what pages showed, out of which an observation was read."""
    seen = (row.observation for row in wired.archive.versions(observation_id))
    return sorted({fragment_id(each.subject) for each in seen if each.kind in ("post", "post_edited", "post_status")})


def _is_of_deck(row: ArchivedObservation) -> bool:
    """Whether a row, perhaps imported, tells of a secret deck, and of no die."""
    return row.observation.source == DECK or row.observation.kind in ("shuffle", "dealt")


def _read_in(wired: Wired, ids: Iterable[str]) -> dict[int, Mapping[str, Any]]:
    """What the game reads in the rows of some ids that are not redacted yet, by their numbers, where it would be lost with the words.

    Each is read in the gamestate of its instant, by what people have decided until now; one fold passes all of them.
    """
    game, kept = wired.game, dict[int, Mapping[str, Any]]()
    told = chain.from_iterable(map(wired.archive.versions, ids))
    rows = {row.seq: row.observation for row in told if not row.redacted and row.observation.kind in game.keeps}

    def watch(state: Any, step: Step, context: Context) -> None:
        if step.is_certain and step.row.seq in rows:
            kept[step.row.seq] = game.kept(state, step.when, context, step.observation)

    if not rows:
        return {}
    instants = [seen.happened_at for seen in rows.values()]
    until = max(wired.clock.now(), *instants)
    folded = fold_watched(game, wired.archive, until, min(instants), watch)
    return {
        seq: {
            **kept.get(seq, {}),
            **game.kept_since(folded.state, until, folded.context, seen),
        }
        for seq, seen in rows.items()
    }


def _answers_on(wired: Wired, observation_id: str) -> list[str]:
    """What people decided, and what the tracker answered, on a message: it may hold its words."""
    if not wired.game.channels:
        return []
    told = (row.observation for row in wired.archive.rows() if row.observation.kind in ("decision", "answer"))
    return list(
        dict.fromkeys(
            each.id for each in told if observation_id in (*each.text("question").split(":"), each.text("of"))
        )
    )


def _said_to_read(wired: Wired, observation_id: str) -> list[str]:
    """The corrections that say how it reads: their words go with its own."""
    told = (each for source in (CORRECTIONS, FILE) for each in wired.archive.told_by(source, [CORRECTION]))
    reading = (each for each in told if each.payload.get("reads") is not None)
    return [each.id for each in reading if str(each.payload["of"]).partition("@")[0] == observation_id]


def _quoting(wired: Wired, observation_id: str) -> list[str]:
    """The messages that may hold a message's words, and announce nothing: in which bots replied to it, and that say how things stand.

    Of what the tracker's own bot says no words are kept any more; an earlier version kept them.
    """
    if not wired.game.channels:
        return []
    payloads = ((row.id, row.observation.payload) for row in wired.archive.rows())
    replies = [id for id, each in payloads if each.get("bot") and each.get("reply_to") == observation_id]
    told = (
        wired.ledger.last_act("message", f"{IN_CHAT_STATUS}{name}") for name in wired.settings.discord.told_channels
    )
    return list(dict.fromkeys([*replies, *(str(act.revision) for act in told if act is not None and act.revision)]))
