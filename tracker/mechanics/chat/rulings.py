"""Requests for justice, the judge's rulings, and votes of confidence on these.

Its numbers are parameters of the game: ``confidence_start_hours``, ``confidence_voting_hours`` and ``self_overturn_hours``. "Within"
a span includes its last instant; a vote is over at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal, TypeVar

from pydantic import Field

from tracker.core.instants import iso
from tracker.mechanics.state.described import Count as HowMany
from tracker.mechanics.state.described import Instant, Names, Part, Person

from . import votes
from .carrying import happens, note, refuse, require
from .judges import Office, must_be_judge
from .meant import named
from .rows import Boundary, Message
from .votes import DOWN, UP, Voting


class Request(Part):
    """A request for justice; one that does not oblige needs no answer."""

    by: Person
    at: Instant
    text: str = ""
    number: HowMany = 0
    message: str = ""
    obliges: bool = True
    status: Literal["open", "answered", "lapsed"] = "open"

    @property
    def is_question(self) -> bool:
        """Whether an answer is wanted; elsewhere it is a statement, which is true or false."""
        return self.text.rstrip(" *_`\"'”").endswith("?")


class Ruling(Part):
    """What a judge ruled; an overturned ruling has no bearing."""

    by: Person
    made_at: Instant
    request: str | None = None
    text: str = ""
    truth: bool | None = None
    number: HowMany = 0
    message: str = ""
    status: Literal["standing", "overturned"] = "standing"


class Confidence(Part):
    """A vote of confidence on a ruling: by reactions on its poll (for it: affirm), and in words.

    ``is_reversed``: reactions for the poll overturn.
    """

    ruling: str
    by: Person = ""
    message: str
    poll: str
    started: Instant
    ends: Instant
    is_reversed: bool = False
    words: dict[Person, str] = Field(default={})
    status: Literal["open", "stands", "overturned", "lapsed"] = "open"
    affirming: Names = Field(default=set())
    overturning: Names = Field(default=set())


class Court(Office):
    """What a gamestate has whose judge rules."""

    requests: dict[str, Request] = Field(default={})
    rulings: dict[str, Ruling] = Field(default={})
    confidence_votes: dict[str, Confidence] = Field(default={})


Thing = TypeVar("Thing", Request, Ruling)
WORDS = {"affirm": UP, "overturn": DOWN}


# --- requests and rulings ---------------------------------------------------------------------------------------------


def ask(court: Court, message: Message, text: str, *, judge_may: bool = True) -> str:
    """Let somebody ask for justice, and tell its name; a request of the judge obliges nobody, or is refused."""
    obliges = message.author != court.judge
    require(obliges or judge_may, "OWN_REQUEST", f"{message.author} is the Judge and cannot request justice")
    name, number = _new(court.requests, message)
    asked = Request(by=message.author, at=court.now, text=text, number=number, message=message.id, obliges=obliges)
    court.requests[name] = asked
    kind = "question" if asked.is_question else "statement"
    happens(
        "justice_requested",
        f"{asked.by} requests justice: request {number}, a {kind}{'' if obliges else ', which obliges nobody'}",
        request=name,
        player=asked.by,
        obliges=obliges,
        kind=kind,
    )
    if not obliges:
        note("REQUEST_NOT_OBLIGING", f"the request {name} is by the Judge and obliges nobody")
    return name


def answer(
    court: Court, message: Message, request: str, text: str, truth: bool | None = None, *, must_say: bool = False
) -> str:
    """Let the judge rule on a request, and tell the ruling's name. ``must_say``: a statement is answered with true or false only."""
    must_be_judge(court, message)
    asked = the_request(court, message, request)
    statement = court.requests[asked]
    require(statement.status == "open", "ANSWERED_ALREADY", f"the request {asked} is answered already")
    lacks = truth is None and not statement.is_question
    require(not (lacks and must_say), "NO_TRUTH_VALUE", f"the request {asked} is a statement: say true or false")
    statement.status = "answered"
    name, number = _new(court.rulings, message)
    court.rulings[name] = Ruling(
        by=message.author, made_at=court.now, request=asked, text=text, truth=truth, number=number, message=message.id
    )
    happens(
        "ruling_made",
        f"{message.author} rules on the request {asked}: it is ruling {number}",
        ruling=name,
        request=asked,
        player=message.author,
        truth=truth,
    )
    if lacks:
        note("NO_TRUTH_VALUE", f"the ruling {name} on a statement says neither true nor false")
    return name


def overturn_own(
    court: Court, message: Message, ruling: str = "", *, whose: Literal["own", "any", "ruled"] = "own"
) -> None:
    """Let a ruling be overturned without a vote, in time; a new one on its request is due.

    ``whose``: the judge may overturn rulings of their "own", or "any"; or whoever "ruled" may, judge or not.
    """
    name = the_ruling(court, message, ruling)
    made, author = court.rulings[name], message.author
    is_entitled = (whose == "ruled" or author == court.judge) and (whose == "any" or author == made.by)
    require(is_entitled, "NOT_THE_JUDGE_WHO_RULED", "only the Judge who made a ruling may overturn it so")
    require(made.status == "standing", "OVERTURNED_ALREADY", f"the ruling {name} is overturned already")
    _in_time(court, made, "self_overturn_hours", "to overturn it so")
    _overturn(court, name)
    if made.request in court.requests:
        court.requests[made.request].status = "open"
    happens("ruling_overturned", f"{author} overturns the ruling {name}", ruling=name, player=author)
    note("NEW_RULING_DUE", f"the ruling {name} is overturned by the Judge, who owes a new one", is_mild=False)


def _overturn(court: Court, name: str) -> None:
    """Take a ruling's bearing away; no vote on it goes on."""
    court.rulings[name].status = "overturned"
    for vote in court.confidence_votes.values():
        if vote.ruling == name and vote.status == "open":
            _close(court, vote, "lapsed")
    note(
        "RULING_WITHOUT_BEARING",
        f"the ruling {name} has no bearing any more: what was decided by it is to be done again",
        is_mild=False,
    )


def _in_time(court: Court, made: Ruling, span: str, what: str) -> None:
    require(
        court.now <= made.made_at + court.law.span(span),
        "TOO_LATE",
        f"the ruling was made at {iso(made.made_at)}: it is too late {what}",
    )


# --- votes of confidence ----------------------------------------------------------------------------------------------


def call_vote(court: Court, message: Message, ruling: str = "", *, poll: str = "", is_reversed: bool = False) -> None:
    """Start a vote of confidence on a ruling, in time; its poll is the message that starts it, or another."""
    name = the_ruling(court, message, ruling)
    made = court.rulings[name]
    require(made.status == "standing", "OVERTURNED_ALREADY", f"the ruling {name} is overturned already")
    _in_time(court, made, "confidence_start_hours", "for a vote of confidence")
    ends = court.now + court.law.span("confidence_voting_hours")
    court.confidence_votes[_free(court.confidence_votes, message)] = Confidence(
        ruling=name,
        by=message.author,
        message=message.id,
        poll=poll or message.id,
        started=court.now,
        ends=ends,
        is_reversed=is_reversed,
    )
    happens(
        "confidence_opened",
        f"{message.author} starts a vote of confidence on the ruling {name}, until {iso(ends)}",
        ruling=name,
        ends=iso(ends),
        message=poll or message.id,
    )


def open_votes(court: Court, ruling: str = "") -> list[str]:
    """The votes of confidence that are open, on a ruling or on any."""
    return [
        name for name, each in court.confidence_votes.items() if each.status == "open" and ruling in ("", each.ruling)
    ]


def is_poll(court: Court, message: str) -> bool:
    """Whether an open vote of confidence is held by reactions on a message."""
    return any(each.poll == message and each.status == "open" for each in court.confidence_votes.values())


def say(court: Court, message: Message, ruling: str, word: str) -> None:
    """Let somebody vote in words, "affirm" or "overturn"; their last word counts, and goes before reactions."""
    vote = court.confidence_votes[_vote_meant(court, message, ruling)]
    vote.words[message.author] = WORDS[word]
    happens(
        "confidence_voted",
        f"{message.author} votes to {word} the ruling {vote.ruling}",
        ruling=vote.ruling,
        player=message.author,
        vote=word,
    )


def _vote_meant(court: Court, message: Message, ruling: str) -> str:
    """The vote that is named by its ruling or its message, replied to, or the only one open."""
    all_votes, called = court.confidence_votes, ruling or message.reply_to
    on = find(court.rulings, called) if called else None
    meant = [
        name for name, each in all_votes.items() if called in (each.message, each.poll) or (on and on == each.ruling)
    ]
    if not ruling and not meant:
        meant = open_votes(court)
    going = [name for name in meant if all_votes[name].status == "open"]
    if len(going) == 1:
        return going[0]
    require(not meant or going, "TOO_LATE", "the vote of confidence is over")
    return refuse("NO_SUCH_VOTE", "it does not say in which vote of confidence: name the ruling, or reply to the vote")


def confidence_tally(
    court: Court, matter: str, voting: Voting, voters: Collection[str], *, surely: bool = False
) -> tuple[list[str], list[str]]:
    """Who affirms and who overturns at this instant."""
    vote = court.confidence_votes[matter]
    turned = {UP: DOWN, DOWN: UP}
    sides = {emoji: turned[side] for emoji, side in voting.sides.items()} if vote.is_reversed else voting.sides
    way = Voting(sides, voting.both)
    count = votes.counted(court, vote.poll, way, voters, words=vote.words, surely=surely)
    return count.of(UP), count.of(DOWN)


def decide_confidence(court: Court, matter: str, voting: Voting, voters: Collection[str]) -> None:
    """Decide a vote of confidence at its end: strictly more must want to overturn."""
    if matter not in open_votes(court):
        return
    vote = court.confidence_votes[matter]

    def is_overturned(surely: bool) -> bool:
        affirming, overturning = confidence_tally(court, matter, voting, voters, surely=surely)
        return len(overturning) > len(affirming)

    affirming, overturning = confidence_tally(court, matter, voting, voters)
    overturned = votes.result(is_overturned, f"the vote of confidence on the ruling {vote.ruling}")
    vote.affirming, vote.overturning = set(affirming), set(overturning)
    _close(court, vote, "overturned" if overturned else "stands")
    counts = {"ruling": vote.ruling, "affirm": len(affirming), "overturn": len(overturning)}
    end = "is overturned" if overturned else "stands"
    happens(
        "ruling_overturned" if overturned else "ruling_stands",
        f"the ruling {vote.ruling} {end}: {len(overturning)} to overturn, {len(affirming)} to affirm",
        **counts,
    )
    if overturned:
        _overturn(court, vote.ruling)


def _close(court: Court, vote: Confidence, status: Literal["stands", "overturned", "lapsed"]) -> None:
    vote.status = status
    if not is_poll(court, vote.poll):
        votes.forget(court, vote.poll)


def closings(court: Court, rank: int, kind: str) -> Iterator[Boundary]:
    """When votes of confidence end (``decide_confidence``)."""
    going = ((name, court.confidence_votes[name]) for name in open_votes(court))
    return votes.ends(((each.ends, each.started, name) for name, each in going), rank, kind)


# --- what is meant ----------------------------------------------------------------------------------------------------


def the_request(court: Court, message: Message, name: str) -> str:
    """The request that is named, replied to, or the only one open. Raises Refused."""
    found = _meant(court.requests, message, name, lambda each: each.status == "open")
    return found or refuse("NO_SUCH_REQUEST", "there is no such request: name it, or reply to it")


def the_ruling(court: Court, message: Message, name: str) -> str:
    """The ruling that is named, replied to, or the only one that stands. Raises Refused."""
    found = _meant(court.rulings, message, name, lambda each: each.status == "standing")
    return found or refuse("NO_SUCH_RULING", "there is no such ruling: name it, or reply to it")


def find(things: Mapping[str, Thing], called: str) -> str | None:
    """The one request or ruling that goes by a name: its own, its number, its message, or the last digits of that."""
    said = called.removeprefix("#").casefold()
    found = [
        name for name, each in things.items() if said in (name.casefold(), each.message.casefold(), str(each.number))
    ]
    found = found or named(things, called)
    return found[0] if len(found) == 1 else None


def _meant(things: Mapping[str, Thing], message: Message, name: str, is_open: Callable[[Thing], bool]) -> str | None:
    """What is named; else what is replied to; else the only one that is open."""
    if name:
        return name if name in things else find(things, name)
    if message.reply_to and (found := find(things, message.reply_to)):
        return found
    going = [each for each, thing in things.items() if is_open(thing)]
    return going[0] if len(going) == 1 else None


def _new(things: Mapping[str, Request] | Mapping[str, Ruling], message: Message) -> tuple[str, int]:
    """The name and the number of a new request or ruling."""
    return _free(things, message), 1 + max((each.number for each in things.values()), default=0)


def _free(things: Mapping[str, Any], message: Message) -> str:
    """What a message makes goes by its id; the second thing of a message by its number there, too."""
    return message.id if message.id not in things else f"{message.id}-{message.part}"
