"""What people state of offers, votes and the Judge in any chat game when the tracker starts in the middle of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast, get_args

from tracker.core.instants import TICKLE
from tracker.core.snowflakes import told_by_id
from tracker.mechanics.action_ids import parts_of
from tracker.mechanics.chat_log import Between, ChatMessage, Presence, Version, canonical_emoji
from tracker.mechanics.chat_play import Note
from tracker.mechanics.chat_readings import Unusable
from tracker.mechanics.goods import Bag
from tracker.mechanics.judged_readings import turned_reading
from tracker.mechanics.judges import Bench, ConfidenceVote, Request, Ruling, Word
from tracker.mechanics.redacted_texts import words_of
from tracker.mechanics.trades import Offer
from tracker.mechanics.trades import Status as OfferStatus
from tracker.mechanics.voting_periods import Proposal
from tracker.mechanics.voting_periods import Status as ProposalStatus

from .chat_stated import StatedForm

OF_OFFERS = ("id", "from", "to", "gives", "gets", "at", "status")
OF_PROPOSALS = (
    *("id", "by", "at", "class", "status", "text", "starts", "ends"),
    *("voters_for", "voters_against", "closed_at"),
)
OF_REQUESTS = ("id", "by", "at", "text", "status")
OF_RULINGS = ("id", "by", "made_at", "text", "request", "truth", "status", "overturned_at", "switch")
OF_VOTES = ("id", "ruling", "by", "starts", "ends", "status", "words", "affirm", "overturn")
_COUNTED = ("for", "against", "reason", "touched")
"""What is printed of a proposal besides."""
REQUEST_OPEN = "REQUEST_OPEN"
Form = StatedForm[Any]


def numbered(ids: Iterable[Any]) -> Iterator[tuple[str, int, int]]:
    """Of each key of what an action made: its message, its number there, and how many actions that message surely holds."""
    found = [parts_of(str(id)) for id in ids]
    most = Counter[str]()
    for message, n in found:
        most[message] = max(most[message], n)
    return ((message, n, most[message]) for message, n in found)


def may_act(form: Form, person: str, *, is_open: bool) -> bool:
    """Whether something stated can be of a person: who plays or, where it is over, ever played."""
    player = form.moment.world.players.get(person)
    return player is not None and (player.is_playing or not is_open)


def stand_in(form: Form, message: ChatMessage, votes: Mapping[str, Iterable[str]]) -> None:
    """Let a message that was not read be in the log with reactions (emoji -> people): what is told of it later counts."""
    if message.id in form.moment.state.log.messages:
        return
    cast_at = Between.exactly(message.at)
    for emoji, people in votes.items():
        message.reactions[canonical_emoji(emoji)] = {voter: [Presence(cast_at)] for voter in map(form.person, people)}
    form.moment.state.log.messages[message.id] = message


# --- trades and proposals ---------------------------------------------------------------------------------------------


def offers(form: Form, stated: Any, side: Callable[[Any, str], Bag], clause: str) -> Iterator[Offer]:
    """Offers between people of whom something can be stated; ``side`` reads what one side gives."""
    entries = list(form.entries("offers", stated, OF_OFFERS))
    for entry, (message, n, of) in zip(entries, numbered(entry["id"] for entry in entries), strict=True):
        who, parties = f"offer {entry['id']}", [form.person(form.text(entry.get(name))) for name in ("from", "to")]
        if not all(parties):
            form.amiss(f"{who} needs from whom and to whom it is (from, to)", clause)
            continue
        give, get = (side(entry.get(name), who) for name in ("gives", "gets"))
        offer = Offer(parties[0], parties[1], give, get, form.at(entry, "at", who), message, n, of)
        status = form.one_of(entry, "status", who, get_args(OfferStatus), "open")
        strangers = [party for party in parties if not may_act(form, party, is_open=status == "open")]
        if strangers:
            form.amiss(f"{who} cannot be {status}: {strangers[0]} is no player", clause)
            continue
        if status != "open":
            offer.close(cast(OfferStatus, status), form.moment.when)
        yield offer


@dataclass(frozen=True, slots=True)
class Terms:
    """How a game's proposals are stated.

    ``class_of`` gives the class that words name, or the default, ``period`` the start and end of the vote on a proposal of a class made
    at an instant. ``kept`` are the statuses by the names under which they are printed, ``emojis`` the reactions with the fields that
    name who set them, ``clause`` is that of the end of a vote. ``is_over``: the game is won, and no vote on what is open ends any more.
    """

    classes: Sequence[str]
    class_of: Callable[[str], str]
    period: Callable[[str, datetime], tuple[datetime, datetime]]
    kept: Mapping[str, ProposalStatus]
    emojis: Mapping[str, str]
    clause: str
    is_over: bool = False


def proposals(form: Form, stated: Any, terms: Terms) -> Iterator[Proposal]:
    """The stated proposals; one of which too little is known is passed over."""
    for entry in form.entries("proposals", stated, (*OF_PROPOSALS, *_COUNTED)):
        found = _proposal(form, str(entry["id"]), entry, terms)
        if found is not None:
            yield found


def _proposal(form: Form, id: str, entry: Mapping[str, Any], terms: Terms) -> Proposal | None:
    """A proposal; what is not stated of it is as its message says, where that was read."""
    who, moment = f"proposal {id}", form.moment
    known = moment.state.log.messages.get(id)
    author = form.person(form.text(entry.get("by"))) or (known.author if known else "")
    created = form.told_past(entry, "at", who) or (known.at if known else told_by_id(id))
    if not author or created is None:
        form.noted(f"{who} is passed over: it was not read, and it is not stated by whom and when it was made (by, at)")
        return None
    words = words_of(known) if known else ""
    klass = form.one_of(entry, "class", who, terms.classes, terms.class_of(words))
    start, end = terms.period(klass, created)
    start, end = form.instant(entry, "starts", who) or start, form.instant(entry, "ends", who) or end
    proposal = Proposal(id, author, klass, created, start, end, form.text(entry.get("text")) or words)
    running: ProposalStatus = "open" if start <= moment.when else "waiting"
    by_status = {kept: shown for shown, kept in terms.kept.items()}
    shown = form.one_of(entry, "status", who, tuple(terms.kept), by_status[running])
    proposal.status = running
    _stand_in_for(form, proposal, entry, terms)
    if terms.kept[shown] in ("open", "waiting"):
        _take_open(form, proposal, terms)
    else:
        _close(form, proposal, terms.kept[shown], entry)
    return proposal


def _stand_in_for(form: Form, proposal: Proposal, entry: Mapping[str, Any], terms: Terms) -> None:
    """Let what stands for a proposal's message that was not read be in the log, with the votes and the edit that are stated."""
    who, channel = f"proposal {proposal.message}", form.moment.law.word("proposals_channel")
    message = ChatMessage(proposal.message, channel, proposal.author, proposal.created, proposal.text)
    if entry.get("touched") is True:
        message.edits = [Version(proposal.text, Between.exactly(proposal.created + TICKLE))]
    stand_in(form, message, {emoji: form.texts(entry, name, who) for emoji, name in terms.emojis.items()})


def _take_open(form: Form, proposal: Proposal, terms: Terms) -> None:
    """Let a proposal be open that may have been refused when nobody was known to play."""
    world = form.moment.world
    if proposal.end <= form.moment.when and not terms.is_over:
        who = f"proposal {proposal.message}"
        text = f"{who} cannot be open: its voting period is over by then; its status says what became of it"
        form.amiss(text, terms.clause)
    codes = ("not_player", "NOT_A_PLAYER")
    world.refused = [
        each for each in world.refused if not (each.row == proposal.message and each.code in codes and each.n is None)
    ]


def _close(form: Form, proposal: Proposal, status: ProposalStatus, entry: Mapping[str, Any]) -> None:
    """Let a proposal be over as stated, with its votes."""
    who = f"proposal {proposal.message}"
    at = form.instant(entry, "closed_at", who) or min(proposal.end, form.moment.when)
    proposal.close(status, at, form.text(entry.get("reason")))
    sides = [tuple(map(form.person, form.texts(entry, f"voters_{side}", who))) for side in ("for", "against")]
    proposal.voters_for, proposal.voters_against = sides
    proposal.for_, proposal.against = (
        form.count(entry, name, who) if isinstance(entry.get(name), int) else len(side)
        for name, side in zip(("for", "against"), sides, strict=True)
    )


# --- the Judge --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bar:
    """By which clauses a game has requests and votes of confidence, how it reminds of a request, and how long such a vote lasts.

    ``poll_votes`` are the emoji of a poll by which people affirm and overturn, with the fields in which they are stated.
    """

    clause: str
    vote_clause: str
    reminder: Callable[[Request], str]
    vote_end: Callable[[datetime], datetime]
    poll_votes: Mapping[str, str]


def take_requests(form: Form, stated: Any, bar: Bar) -> None:
    """Let there be the stated requests, and a reminder of each that waits for the Judge."""
    world = form.moment.world
    world.bench.requests = {each.id: each for each in _requests(form, stated, bar)}
    world.notes = [note for note in world.notes if note.code != REQUEST_OPEN]
    for asked in world.bench.requests.values():
        if asked.status == "open" and asked.obliges:
            text, when = bar.reminder(asked), form.moment.when
            world.notes.append(Note(REQUEST_OPEN, bar.clause, text, when, asked.message, is_mild=True))


def _requests(form: Form, stated: Any, bar: Bar) -> Iterator[Request]:
    entries = list(form.entries("requests", stated, (*OF_REQUESTS, "obliges")))
    for entry, (message, n, of) in zip(entries, numbered(entry["id"] for entry in entries), strict=True):
        who, by = f"request {entry['id']}", form.person(form.text(entry.get("by")))
        if not by:
            form.amiss(f"{who} needs by whom it is (by)", bar.clause)
            continue
        status: Literal["open", "answered"] = form.one_of(entry, "status", who, ("open", "answered"), "open")
        at, obliges = form.at(entry, "at", who), form.flag(entry, "obliges", who, default=True)
        yield Request(by, form.text(entry.get("text")), at, message, n, of, obliges, status)


def take_rulings(form: Form, stated: Any, bar: Bar) -> None:
    """Let there be the stated rulings, and only the votes of confidence on one of them."""
    bench = form.moment.world.bench
    bench.rulings = {each.id: each for each in _rulings(form, stated, bar)}
    bench.votes = {id: vote for id, vote in bench.votes.items() if vote.ruling in bench.rulings}


def _rulings(form: Form, stated: Any, bar: Bar) -> Iterator[Ruling]:
    entries = list(form.entries("rulings", stated, OF_RULINGS))
    for entry, (message, n, of) in zip(entries, numbered(entry["id"] for entry in entries), strict=True):
        who, by = f"ruling {entry['id']}", form.person(form.text(entry.get("by")))
        if not by:
            form.amiss(f"a ruling needs an id and by whom it was made (by): {dict(entry)!r}", bar.clause)
            continue
        made = Ruling(form.text(entry.get("request")), by, form.at(entry, "made_at", who), message, n, of)
        made.text = form.text(entry.get("text"))
        made.truth = entry["truth"] if isinstance(entry.get("truth"), bool) else None
        made.status = form.one_of(entry, "status", who, ("standing", "overturned"), "standing")
        made.overturned_at = form.instant(entry, "overturned_at", who)
        made.switch = _switch(form, entry, who)
        yield made


def _switch(form: Form, entry: Mapping[str, Any], who: str) -> tuple[str, str] | None:
    """The switch that a ruling turned over, with its reading, as people may answer it of a ruling that is read."""
    stated = form.text(entry.get("switch"))
    turned = turned_reading(stated, form.moment.law.book.parameters) if stated else ("", "")
    if isinstance(turned, Unusable):
        form.amiss(f"{who}: switch cannot be {stated!r}: {turned.why}; what it turned over is left out")
        return None
    return turned if turned[0] else None


def votes(form: Form, bench: Bench, stated: Mapping[str, Any], bar: Bar) -> Iterator[ConfidenceVote]:
    """The votes of confidence; one of which only the ruling is stated begins now."""
    told = dict[str, str]()
    fields = (*OF_VOTES, "poll", *bar.poll_votes.values())
    for entry in form.entries("confidence_votes", stated.get("confidence_votes"), fields):
        vote = _vote(form, bench, entry, bar)
        if vote is not None:
            told[vote.ruling] = vote.status
            yield vote
    table = form.table(stated.get("confidence"), "confidence")
    for ruling in (ruling for ruling in table if told.get(str(ruling)) != table[ruling]):
        text = f"the vote of confidence on ruling {ruling} ({table[ruling]}) is passed over: confidence_votes says what is known of it"
        form.noted(text)


def _vote(form: Form, bench: Bench, entry: Mapping[str, Any], bar: Bar) -> ConfidenceVote | None:
    id, law = str(entry["id"]), form.moment.law
    who, ruling = f"vote of confidence {id}", form.text(entry.get("ruling"))
    by = form.person(form.text(entry.get("by")))
    if ruling not in bench.rulings or not by:
        form.amiss(f"{who} needs on which of the rulings and by whom it is (ruling, by)", bar.vote_clause)
        return None
    starts = form.at(entry, "starts", who)
    ends = form.instant(entry, "ends", who) or bar.vote_end(starts)
    poll = form.text(entry.get("poll")) or parts_of(id)[0]
    vote = ConfidenceVote(id, poll, ruling, by, starts, ends)
    vote.status = form.one_of(entry, "status", who, ("open", "stands", "overturned", "void"), "open")
    words = form.table(entry.get("words"), f"the words in {who}")
    said: tuple[Word, ...] = ("affirm", "overturn")
    vote.words = {form.person(str(user)): form.one_of(words, user, who, said, "affirm") for user in words}
    if vote.status != "open":
        vote.affirm, vote.overturn = (form.count(entry, name, who) for name in ("affirm", "overturn"))
    reactions = {emoji: form.texts(entry, name, who) for emoji, name in bar.poll_votes.items()}
    stand_in(form, ChatMessage(vote.message, law.word("actions_channel"), by, starts, ""), reactions)
    return vote
