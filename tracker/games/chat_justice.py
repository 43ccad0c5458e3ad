"""What a Judge's office and rulings bring about in every chat game: elections, votes of confidence that end, overturned rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias, TypeVar

from tracker.core.clause import ClauseIndex, Parameters
from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import iso
from tracker.games.chat_worlds import Due
from tracker.mechanics.action_ids import named, parts_of
from tracker.mechanics.chat_play import ChatWorld, Moment, Note
from tracker.mechanics.elections import Candidacy, Stand
from tracker.mechanics.forked_worlds import Choice
from tracker.mechanics.judged_readings import decided_by, let_rest
from tracker.mechanics.judges import (
    OVERTURNED,
    ConfidenceVote,
    Request,
    Ruling,
    close_vote,
    confidence_answers,
    overturn,
)
from tracker.mechanics.reaction_votes import Tally

Ending: TypeAlias = tuple[datetime, str, Due[Any]]
"""A vote that ends now: when what it is on was created, the message of that, and its end."""
Named = TypeVar("Named", Request, Ruling)


# --- votes that end ---------------------------------------------------------------------------------------------------


def first_of(ends: Sequence[Ending]) -> Due[Any] | None:
    """Of the votes that end now the one on what was created first; of one instant by the message (``by_number``)."""
    return min(ends, key=lambda each: (each[0], by_number(each[1])))[2] if ends else None


def by_number(message: str) -> tuple[bool, int, str]:
    """Discord's ids are numbers, and the lower one is the earlier."""
    return (False, int(message), "") if message.isdecimal() else (True, 0, message)


@dataclass(frozen=True, slots=True)
class Justice:
    """How votes of confidence end in a game, by its clauses, and what becomes of rulings by that.

    ``votes`` are who affirms and who overturns, ``doubts`` why that is not certain, in the words in which people are asked.
    ``by_vote`` is the clause by which a vote decides, ``without_bearing`` that of what an overturned ruling decided, ``by_judge`` that
    by which a Judge overturns, and ``owed`` that of the ruling due since. ``advice`` is added to what is told of an overturned one.
    """

    votes: Callable[[Moment[Any], ConfidenceVote], Tally]
    doubts: Callable[[Moment[Any], Tally], Sequence[str]]
    by_vote: str
    without_bearing: str
    by_judge: str
    owed: str
    parameters: Parameters
    clauses: ClauseIndex
    advice: str = ""

    def ending(self, moment: Moment[Any]) -> list[Ending]:
        """The votes of confidence that end now."""
        votes: Iterable[ConfidenceVote] = moment.world.bench.votes.values()
        over = [vote for vote in votes if vote.status == "open" and vote.end <= moment.when]
        return [(vote.start, parts_of(vote.id)[0], self._end(moment, vote)) for vote in over]

    def _end(self, moment: Moment[Any], vote: ConfidenceVote) -> Due[Any]:
        votes = self.votes(moment, vote)
        answers = confidence_answers(votes)

        def happen(then: Moment[Any], answer: str) -> None:
            self._decide(then, vote.id, answer or answers[0], votes)

        if len(answers) == 1:
            return Due(happen)
        why, ruling = "; ".join(self.doubts(moment, votes)), moment.world.bench.rulings[vote.ruling]
        text = f"How did the vote of confidence on ruling {ruling.short} end at {iso(vote.end)}? {why}."
        return Due(happen, Choice(f"confidence:{vote.id}", text, self.by_vote, moment.when, answers, (vote.message,)))

    def _decide(self, moment: Moment[Any], id: str, decided: str, votes: Tally) -> None:
        vote: ConfidenceVote = moment.world.bench.votes[id]
        ruling: Ruling = moment.world.bench.rulings[vote.ruling]
        close_vote(vote, decided, votes)
        affirm, against = (UNDETERMINED if each is None else each for each in (vote.affirm, vote.overturn))
        told = {"ruling": ruling.id, "affirm": affirm, "overturn": against}
        text = f"ruling {ruling.short}: {against} to overturn it, {affirm} to affirm it"
        if decided == OVERTURNED:
            self._overturned(moment, ruling)
        moment.tell("ruling_overturned" if decided == OVERTURNED else "ruling_stands", self.by_vote, text, **told)

    def _overturned(self, moment: Moment[Any], ruling: Ruling) -> None:
        """A ruling has no bearing any more: list what was decided by it, for people to redo."""
        if ruling.stands:
            overturn(moment.world.bench, ruling, moment.when)
        let_rest(moment.world, ruling)
        ruling.decided = decided_by(moment.world, ruling, self.parameters, self.clauses)
        listed = "; ".join(ruling.decided) or "nothing that the tracker knows of"
        text = f"ruling {ruling.short} is overturned; decided by it since {iso(ruling.at)}: {listed}{self.advice}"
        moment.note("RULING_WITHOUT_BEARING", self.without_bearing, text)

    def overturned_by_judge(self, moment: Moment[Any], ruling: Ruling, judge: str) -> None:
        """Tell that a Judge overturned a ruling alone, who owes a new one on the same request."""
        self._overturned(moment, ruling)
        text = f"{judge} overturns ruling {ruling.short}"
        moment.tell("ruling_overturned", self.by_judge, text, ruling=ruling.id, player=judge)
        text = f"{judge} owes a new ruling in place of ruling {ruling.short}"
        moment.world.notes.append(Note("NEW_RULING_DUE", self.owed, text, moment.when, ruling.message))


# --- requests and rulings ---------------------------------------------------------------------------------------------


def meant(among: Mapping[str, Named], replied: Iterable[Named], name: str | None) -> Named | None:
    """The request or ruling that is named, else that of those replied to, if there is just one that is still open."""
    found = list(replied if name is None else named(among.values(), name))
    live = [each for each in found if each.status in ("open", "standing")] or found
    return live[0] if len(live) == 1 else None


def let_nobody_wait(world: ChatWorld, rulings: Iterable[Ruling], asked: Request) -> None:
    """Let nobody be reminded any more of a request that is answered, nor of a new ruling that was due on it."""
    overturned = {each.message for each in rulings if each.request == asked.id}
    reminders = {("REQUEST_OPEN", asked.message), *(("NEW_RULING_DUE", message) for message in overturned)}
    world.notes = [note for note in world.notes if (note.code, note.row) not in reminders]


def in_time(
    rulings: Iterable[Ruling], limit: Callable[[Ruling], timedelta], when: datetime
) -> list[tuple[Ruling, datetime]]:
    """The rulings that stand and of which so long has not passed, each with the instant at which it has."""
    over = ((each, each.at + limit(each)) for each in rulings if each.stands)
    return [(ruling, last) for ruling, last in over if last > when]


# --- elections --------------------------------------------------------------------------------------------------------


def election(
    moment: Moment[Any],
    stands: Sequence[Stand],
    winners: Iterable[Candidacy | None],
    elect: Callable[[Moment[Any], Stand | None], None],
    doubts: Callable[[Moment[Any], Tally], Sequence[str]],
    *,
    nobody: str,
    clause: str,
) -> Due[Any]:
    """Let one of those be elected who may have won (None: nobody, who is called so); where it is in doubt, people say who."""
    by_answer: dict[str, Stand | None] = {}
    for winner in winners:
        stand = next((each for each in stands if winner is each.candidacy), None)
        by_answer.setdefault(winner.author if winner else nobody, stand)

    def happen(then: Moment[Any], answer: str) -> None:
        elect(then, by_answer[answer or next(iter(by_answer))])

    if len(by_answer) == 1:
        return Due(happen)
    unsure = [doubt for stand in stands for doubt in doubts(moment, stand.votes)]
    unsure += [
        f"message {each.candidacy.message} may not be a candidacy any more" for each in stands if each.is_valid is None
    ]
    text = f"Who was elected Judge at {iso(moment.when)}? {'; '.join(dict.fromkeys(unsure))}."
    id, rows = f"elected:{moment.when.date().isoformat()}", tuple(stand.candidacy.message for stand in stands)
    return Due(happen, Choice(id, text, clause, moment.when, tuple(by_answer), rows))
