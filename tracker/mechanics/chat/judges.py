"""The judge: how one comes into the office and out of it, by election, by appointment with assents, by removal.

Its numbers are parameters of the game: ``removal_assents``, and where judges appoint themselves ``appointment_assents``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import timedelta

from pydantic import Field

from tracker.mechanics.state.described import Instant, Names, Part, Person

from . import votes
from .carrying import happens, refuse, require
from .rows import Boundary, Message
from .votes import Count, Polls, Voting


class Candidacy(Part):
    """Somebody stands for judge, by a message that is voted on."""

    author: Person
    at: Instant


class Office(Polls):
    """What a gamestate with a judge has."""

    judge: Person | None = None
    term_end: Instant | None = None
    removal_assents: Names = Field(default=set())


class Elections(Office):
    """What a gamestate has whose judges are elected by reactions: the candidacies by their messages."""

    candidacies: dict[str, Candidacy] = Field(default={})


class Appointments(Office):
    """What a gamestate has whose judges appoint themselves: who would be it, and who has assented."""

    candidates: dict[Person, Names] = Field(default={})


# --- the office -------------------------------------------------------------------------------------------------------


def seat(court: Office, who: str | None, term: timedelta | None = None) -> None:
    """Let somebody be judge from now on, or nobody: a term begins, or the office is vacant."""
    court.judge = who
    court.term_end = court.now + term if who and term else None
    court.removal_assents.clear()


def assent_to_removal(court: Office, message: Message, counting: Collection[str]) -> None:
    """Let one more want the judge removed; enough of those whose assents still count remove in one term."""
    judge, author = court.judge, message.author
    if judge is None:
        refuse("NO_JUDGE", "there is no Judge who could be removed")
    if author in court.removal_assents:
        return
    court.removal_assents.add(author)
    happens("removal_assented", f"{author} assents to removing {judge} as Judge", player=judge, by=author)
    if sum(each in counting for each in court.removal_assents) >= court.law.number("removal_assents"):
        seat(court, None)
        happens("judge_removed", f"{judge} is removed as Judge; {author} assented last", player=judge)


def resign(court: Office, message: Message) -> None:
    """Let the judge stop being it."""
    must_be_judge(court, message)
    seat(court, None)
    happens("judge_resigned", f"{message.author} is Judge no more", player=message.author)


def end_term(court: Office) -> None:
    """Let the office be vacant where the term of the judge is over."""
    former = court.judge
    if former is not None and (court.term_end is None or court.term_end <= court.now):
        seat(court, None)
        happens(
            "judge_vacant",
            f"the term of {former} is over and nobody stood for the next: there is no Judge",
            player=former,
        )


def term_ends(court: Office, rank: int, kind: str) -> Iterator[Boundary]:
    """When the term of the judge is over (``end_term``): after the election of that instant."""
    if court.term_end is not None:
        yield Boundary(court.term_end, (rank,), kind)


def must_be_judge(court: Office, message: Message) -> None:
    """Go on only where the judge speaks."""
    require(message.author == court.judge, "NOT_THE_JUDGE", f"{message.author} is not the Judge")


# --- elections --------------------------------------------------------------------------------------------------------


def stand(court: Elections, message: Message, *, needs_text: bool = True) -> None:
    """Make a message the candidacy of its author."""
    require(message.text.strip() or not needs_text, "NO_TEXT", "a message without text is no candidacy")
    court.candidacies[message.id] = Candidacy(author=message.author, at=court.now)


def withdraw(court: Elections, matter: str) -> None:
    """Let a message that was deleted be no candidacy."""
    court.candidacies.pop(matter, None)
    votes.forget(court, matter)


def elect(
    court: Elections,
    voters: Collection[str],
    candidates: Collection[str],
    voting: Voting,
    *,
    term: timedelta | None = None,
    popular_only: bool = False,
    incumbent_stays: bool = False,
) -> None:
    """Let the author of the candidacy with most votes in favour be judge, the earliest of equals.

    ``popular_only``: of those with more votes in favour than against. Without one the judge stays, or the term ends.
    """

    def counts(surely: bool) -> dict[str, Count]:
        standing = {name: each for name, each in court.candidacies.items() if each.author in candidates}
        return {name: votes.counted(court, name, voting, voters, surely=surely) for name in standing}

    def winner(surely: bool) -> str | None:
        running = {name: each.up for name, each in counts(surely).items() if not popular_only or each.up > each.down}
        return max(running, key=lambda name: (running[name], -court.candidacies[name].at.timestamp()), default=None)

    found = votes.result(winner, "the election of the Judge")
    count = counts(False)[found].up if found else 0
    authors = {name: each.author for name, each in court.candidacies.items()}
    for matter in authors:
        withdraw(court, matter)
    if found:
        seat(court, authors[found], term)
        happens(
            "judge_elected",
            f"{court.judge} is elected Judge with {count} in favour",
            player=court.judge,
            message=found,
            votes=count,
        )
    elif not incumbent_stays:
        end_term(court)
    elif court.judge:
        happens("judge_retained", f"nobody is elected: {court.judge} stays Judge", player=court.judge)


# --- appointments -----------------------------------------------------------------------------------------------------


def appoint(court: Appointments, message: Message) -> None:
    """Let somebody stand for judge while there is none, and wait for the assents of others."""
    author = message.author
    require(court.judge is None, "JUDGE_EXISTS", f"{court.judge} is the Judge")
    require(author not in court.candidates, "CANDIDATE_ALREADY", f"{author} is a candidate already")
    court.candidates[author] = set()
    happens("judge_candidate", f"{author} stands for Judge and needs the assent of others", player=author)


def assent(court: Appointments, message: Message, person: str, counting: Collection[str]) -> None:
    """Let one more assent to a candidate; the first whom enough others want is judge, and all other candidacies lapse."""
    author = message.author
    require(person in court.candidates, "NO_SUCH_CANDIDATE", f"{person} is no candidate for Judge")
    if author == person or author in court.candidates[person]:
        return
    court.candidates[person].add(author)
    happens("judge_assented", f"{author} assents to {person}", player=person, by=author)
    if sum(each in counting for each in court.candidates[person]) >= court.law.number("appointment_assents"):
        court.candidates.clear()
        seat(court, person)
        happens("judge_appointed", f"{person} is Judge; {author} assented last", player=person)
