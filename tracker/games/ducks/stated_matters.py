"""What people state of offers, proposals, auctions and the Judge when the tracker starts in the middle of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeVar, cast, get_args

from tracker.core.snowflakes import told_by_id
from tracker.mechanics.action_ids import key_of, parts_of
from tracker.mechanics.chat_log import Between, ChatMessage, Presence, canonical_emoji
from tracker.mechanics.chat_play import Moment, Note
from tracker.mechanics.goods import Bag
from tracker.mechanics.judges import Bench, ConfidenceVote, Request, Ruling, Word, appoint, vacate
from tracker.mechanics.redacted_texts import words_of
from tracker.mechanics.trades import Offer
from tracker.mechanics.trades import Status as OfferStatus
from tracker.mechanics.voting_periods import Proposal
from tracker.mechanics.voting_periods import Status as ProposalStatus

from . import proposals
from .auctions import NO_DUCK
from .board_votes import STATUS
from .flock import is_ownerless
from .judges import REQUEST_OPEN, waits_for_the_judge
from .periods import after, next_period_end
from .proposal_class import NORMAL, URGENT, read_proposal
from .state import DUCK, Auction, Bid, SelfAppointment, World
from .stated_form import Form

MATTERS = (
    "offers",
    "proposals",
    "auctions",
    "judge",
    "candidates",
    "removal_assents",
    "requests",
    "rulings",
    "confidence",
)
"""What goes on as it is where a stated gamestate does not name it; with it the ``confidence_votes``."""
OF_OFFERS = ("id", "from", "to", "gives", "gets", "at", "status")
OF_PROPOSALS = (
    "id",
    "by",
    "at",
    "class",
    "status",
    "text",
    "starts",
    "ends",
    "voters_for",
    "voters_against",
    "closed_at",
)
OF_AUCTIONS = ("duck", "temporary_name", "first_valid_at", "ends_at", "bids", "payments")
OF_BIDS = ("player", "amount", "at", "valid")
OF_REQUESTS = ("id", "by", "at", "text", "status")
OF_RULINGS = ("id", "by", "made_at", "text", "request", "truth", "status", "overturned_at", "switch")
OF_VOTES = ("id", "ruling", "by", "starts", "ends", "status", "words", "affirm", "overturn")
_COUNTED = ("for", "against", "reason")
"""What is printed of a proposal and worked out anew."""
_OF_JUSTICE = "DUCK-176"
Choice = TypeVar("Choice", bound=str)


def take(form: Form, stated: Mapping[str, Any]) -> None:
    """Let what is still open be as stated; what is not named goes on as it is."""
    world = form.moment.world
    if "offers" in stated:
        world.offers = {key_of(each.message, each.n): each for each in _offers(form, stated["offers"])}
    if "proposals" in stated:
        world.proposals = {each.message: each for each in _proposals(form, stated["proposals"])}
    if "auctions" in stated:
        world.auctions = {each.duck: each for each in _auctions(form, stated["auctions"])}
    _take_bench(form, stated)
    for made in (world.offers, world.bench.requests, world.bench.rulings):
        for key in made:
            world.let_cite(parts_of(key)[0])


def _numbered(ids: Iterable[Any]) -> Iterator[tuple[str, int, int]]:
    """Of each key of what an action made: its message, its number there, and how many actions that message surely holds."""
    found = [parts_of(str(id)) for id in ids]
    most = Counter[str]()
    for message, n in found:
        most[message] = max(most[message], n)
    return ((message, n, most[message]) for message, n in found)


# --- trades -----------------------------------------------------------------------------------------------------------


def _offers(form: Form, stated: Any) -> Iterator[Offer]:
    entries = list(form.entries("offers", stated, OF_OFFERS))
    for entry, (message, n, of) in zip(entries, _numbered(entry["id"] for entry in entries), strict=True):
        who, parties = f"offer {entry['id']}", [form.person(form.text(entry.get(name))) for name in ("from", "to")]
        if not all(parties):
            form.amiss(f"{who} needs from whom and to whom it is (from, to)", "DUCK-022")
            continue
        give, get = (_side(form, entry.get(name), who) for name in ("gives", "gets"))
        offer = Offer(parties[0], parties[1], give, get, form.at(entry, "at", who), message, n, of)
        status = form.one_of(entry, "status", who, get_args(OfferStatus), "open")
        strangers = [party for party in parties if not _may_act(form, party, is_open=status == "open")]
        if strangers:
            form.amiss(f"{who} cannot be {status}: {strangers[0]} is no player", "DUCK-022")
            continue
        if status != "open":
            offer.close(cast(OfferStatus, status), form.moment.when)
        yield offer


def _may_act(form: Form, person: str, *, is_open: bool) -> bool:
    """Whether something stated can be of a person: who plays or, where it is over, ever played."""
    player = form.moment.world.players.get(person)
    return player is not None and (player.is_playing or not is_open)


def _side(form: Form, stated: Any, who: str) -> Bag:
    """Items of one side of an offer, ducks as ``duck:12``."""
    table = form.table(stated, f"what {who} moves")
    items = form.goods({name: count for name, count in table.items() if not str(name).startswith(DUCK)}, who)
    for name in table:
        number = form.number(name) if str(name).startswith(DUCK) else 0
        if number in form.moment.world.ducks:
            items[f"{DUCK}{number}"] = 1
        elif str(name).startswith(DUCK):
            form.amiss(f"{who}: there is no {name}", "DUCK-022")
    return items


# --- proposals --------------------------------------------------------------------------------------------------------

_KEPT: Mapping[str, ProposalStatus] = {shown: cast(ProposalStatus, kept) for kept, shown in STATUS.items()} | {
    "failed": "failed", "retracted": "retracted",
}  # fmt: skip
"""A proposal's status as it is printed -> as it is kept."""


def _proposals(form: Form, stated: Any) -> Iterator[Proposal]:
    for entry in form.entries("proposals", stated, (*OF_PROPOSALS, *_COUNTED)):
        found = _proposal(form, str(entry["id"]), entry)
        if found is not None:
            yield found


def _proposal(form: Form, id: str, entry: Mapping[str, Any]) -> Proposal | None:
    """A proposal; what is not stated of it is as its message says, where that was read."""
    who, moment = f"proposal {id}", form.moment
    known = moment.state.log.messages.get(id)
    author = form.person(form.text(entry.get("by"))) or (known.author if known else "")
    created = form.instant(entry, "at", who) or (known.at if known else told_by_id(id))
    if not author or created is None:
        form.noted(f"{who} is passed over: it was not read, and it is not stated by whom and when it was made (by, at)")
        return None
    words = words_of(known) if known else ""
    klass = form.one_of(
        entry, "class", who, (NORMAL, URGENT), read_proposal(words, moment.law.word("default_proposal_class")).klass
    )
    start, end = proposals.period_of(moment.law, klass, created)
    start, end = form.instant(entry, "starts", who) or start, form.instant(entry, "ends", who) or end
    proposal = Proposal(id, author, klass, created, start, end, form.text(entry.get("text")) or words)
    shown = form.one_of(entry, "status", who, tuple(_KEPT), "voting" if start <= moment.when else "voting-pending")
    proposal.status = "open" if start <= moment.when else "waiting"
    if known is None:
        moment.state.log.messages[id] = _stand_in(form, proposal, entry)
    if _KEPT[shown] in ("open", "waiting"):
        _go_on(form, proposal, who)
    else:
        _close(form, proposal, _KEPT[shown], entry)
    return proposal


def _go_on(form: Form, proposal: Proposal, who: str) -> None:
    """Let a proposal be open that may have been refused when nobody was known to play."""
    world = form.moment.world
    if proposal.end <= form.moment.when:
        form.amiss(
            f"{who} cannot be open: its voting period is over by then; its status says what became of it", "DUCK-038"
        )
    world.refused = [
        each
        for each in world.refused
        if not (each.row == proposal.message and each.code == "not_player" and each.n is None)
    ]


def _close(form: Form, proposal: Proposal, status: ProposalStatus, entry: Mapping[str, Any]) -> None:
    who = f"proposal {proposal.message}"
    at = form.instant(entry, "closed_at", who) or min(proposal.end, form.moment.when)
    proposal.close(status, at, form.text(entry.get("reason")))
    sides = [tuple(map(form.person, form.texts(entry, f"voters_{side}", who))) for side in ("for", "against")]
    proposal.voters_for, proposal.voters_against = sides
    proposal.for_, proposal.against = (
        form.count(entry, name, who) if isinstance(entry.get(name), int) else len(side)
        for name, side in zip(("for", "against"), sides, strict=True)
    )


def _stand_in(form: Form, proposal: Proposal, entry: Mapping[str, Any]) -> ChatMessage:
    """What stands for a proposal's message that was not read, with the votes that are stated: what is told of it later counts."""
    law, who = form.moment.law, f"proposal {proposal.message}"
    channel = law.word("proposals_channel")
    message = ChatMessage(proposal.message, channel, proposal.author, proposal.created, proposal.text)
    for name, side in (("vote_for", "voters_for"), ("vote_against", "voters_against")):
        emoji, cast_at = canonical_emoji(f":{law.word(name).strip(':')}:"), Between.exactly(proposal.created)
        voters = map(form.person, form.texts(entry, side, who))
        message.reactions[emoji] = {voter: [Presence(cast_at)] for voter in voters}
    return message


# --- auctions ---------------------------------------------------------------------------------------------------------


def _auctions(form: Form, stated: Any) -> Iterator[Auction]:
    world = form.moment.world
    for entry in form.entries("auctions", stated, (*OF_AUCTIONS, "leading"), id="duck"):
        number = form.number(entry["duck"])
        who = f"the auction of duck {number}"
        bids = list(_bids(form, entry, who))
        first = form.instant(entry, "first_valid_at", who) or min((bid.at for bid in bids), default=form.moment.when)
        ends = form.instant(entry, "ends_at", who) or next_period_end(form.moment.law, first)
        is_there = number in world.ducks or (number == NO_DUCK and str(entry["duck"]) == "0" and world.disciple)
        if number in world.ducks and not is_ownerless(world.ducks[number]):
            owner = world.ducks[number].owner
            form.amiss(f"{who} cannot be: it belongs to {owner}, and only ownerless ducks are auctioned", "DUCK-131")
        elif is_there:
            yield Auction(
                number, first, ends, form.text(entry.get("temporary_name")), bids, _payments(form, entry, who)
            )
        else:
            form.amiss(f"there is no duck {entry['duck']!r} to be auctioned")


def _bids(form: Form, entry: Mapping[str, Any], who: str) -> Iterator[Bid]:
    for stated in form.list(entry.get("bids")):
        if isinstance(stated, Mapping):
            bid = _bid(form, stated, who)
            if _may_act(form, bid.player, is_open=False):
                yield bid
            else:
                form.amiss(f"a bid in {who} is left out: {bid.player or 'nobody'} is no player", "DUCK-131")


def _bid(form: Form, bid: Mapping[str, Any], who: str) -> Bid:
    form.only(f"a bid in {who}", bid, OF_BIDS)
    player = form.person(form.text(bid.get("player")))
    valid = form.flag(bid, "valid", who, default=True)
    return Bid(player, form.count(bid, "amount", who), form.at(bid, "at", who), "", valid)


def _payments(form: Form, entry: Mapping[str, Any], who: str) -> dict[str, dict[int, int]]:
    stated = form.table(entry.get("payments"), f"the payments in {who}")
    found = dict[str, dict[int, int]]()
    for player in stated:
        parts = form.table(stated[player], f"the payment of {player} in {who}")
        found[form.person(str(player))] = {form.number(duck): form.count(parts, duck, who) for duck in parts}
    return found


# --- the Judge --------------------------------------------------------------------------------------------------------


def _take_bench(form: Form, stated: Mapping[str, Any]) -> None:
    world, when = form.moment.world, form.moment.when
    bench = world.bench
    if "judge" in stated:
        _take_judge(form, form.person(form.reader.text("judge", stated["judge"])))
    if "candidates" in stated:
        world.appointments = {each.player: each for each in _candidates(form, stated["candidates"])}
    if "removal_assents" in stated:
        who = "the assents to the Judge's removal"
        bench.assents = {form.person(each): when for each in form.texts(stated, "removal_assents", who)}
    if "requests" in stated:
        bench.requests = {each.id: each for each in _requests(form, stated["requests"])}
        _remind(form.moment)
    if "rulings" in stated:
        bench.rulings = {each.id: each for each in _rulings(form, stated["rulings"])}
        bench.votes = {id: vote for id, vote in bench.votes.items() if vote.ruling in bench.rulings}
    if "confidence_votes" in stated or "confidence" in stated:
        bench.votes = {each.id: each for each in _votes(form, bench, stated)}


def _take_judge(form: Form, judge: str) -> None:
    """Let somebody be the Judge, or nobody; one who was it goes on."""
    world = form.moment.world
    if judge and not _may_act(form, judge, is_open=True):
        form.amiss(f"{judge} cannot be the Judge, and nobody is: {judge} is no player", _OF_JUSTICE)
        judge = ""
    if judge != world.bench.judge:
        vacate(world.bench)
    if judge and not world.bench.judge:
        appoint(world.bench, judge, form.moment.when, None)
        world.appointments = {}


def _candidates(form: Form, stated: Any) -> Iterator[SelfAppointment]:
    """Who stands for Judge: a list of people, or each with who has assented."""
    table = dict.fromkeys(stated) if isinstance(stated, list) else form.table(stated, "candidates")
    for player in table:
        assents = [form.person(str(each)) for each in form.list(table[player])]
        yield SelfAppointment(form.person(str(player)), form.moment.when, "", assents)


def _requests(form: Form, stated: Any) -> Iterator[Request]:
    entries = list(form.entries("requests", stated, OF_REQUESTS))
    for entry, (message, n, of) in zip(entries, _numbered(entry["id"] for entry in entries), strict=True):
        who, by = f"request {entry['id']}", form.person(form.text(entry.get("by")))
        if not by:
            form.amiss(f"{who} needs by whom it is (by)", _OF_JUSTICE)
            continue
        status: Literal["open", "answered"] = form.one_of(entry, "status", who, ("open", "answered"), "open")
        at = form.at(entry, "at", who)
        yield Request(by, form.text(entry.get("text")), at, message, n, of, status=status)


def _remind(moment: Moment[World]) -> None:
    """Tell of the requests that wait for the Judge, and of no others."""
    world = moment.world
    world.notes = [note for note in world.notes if note.code != REQUEST_OPEN]
    for asked in world.bench.requests.values():
        if asked.status == "open":
            text = waits_for_the_judge(asked)
            world.notes.append(Note(REQUEST_OPEN, _OF_JUSTICE, text, moment.when, asked.message, is_mild=True))


def _rulings(form: Form, stated: Any) -> Iterator[Ruling]:
    entries = list(form.entries("rulings", stated, OF_RULINGS))
    for entry, (message, n, of) in zip(entries, _numbered(entry["id"] for entry in entries), strict=True):
        who, by = f"ruling {entry['id']}", form.person(form.text(entry.get("by")))
        if not by:
            form.amiss(f"a ruling needs an id and by whom it was made (by): {dict(entry)!r}", _OF_JUSTICE)
            continue
        made = Ruling(form.text(entry.get("request")), by, form.at(entry, "made_at", who), message, n, of)
        made.text = form.text(entry.get("text"))
        made.truth = entry["truth"] if isinstance(entry.get("truth"), bool) else None
        made.status = form.one_of(entry, "status", who, ("standing", "overturned"), "standing")
        made.overturned_at = form.instant(entry, "overturned_at", who)
        name, _, reading = form.text(entry.get("switch")).partition("=")
        made.switch = (name, reading) if name and reading else None
        yield made


def _votes(form: Form, bench: Bench, stated: Mapping[str, Any]) -> Iterator[ConfidenceVote]:
    """The votes of confidence; one of which only the ruling is stated begins now."""
    told = dict[str, str]()
    for entry in form.entries("confidence_votes", stated.get("confidence_votes"), OF_VOTES):
        vote = _vote(form, bench, entry)
        if vote is not None:
            told[vote.ruling] = vote.status
            yield vote
    table = form.table(stated.get("confidence"), "confidence")
    for ruling in (ruling for ruling in table if told.get(str(ruling)) != table[ruling]):
        text = f"the vote of confidence on ruling {ruling} ({table[ruling]}) is passed over: confidence_votes says what is known of it"
        form.noted(text)


def _vote(form: Form, bench: Bench, entry: Mapping[str, Any]) -> ConfidenceVote | None:
    id, law = str(entry["id"]), form.moment.law
    who, ruling, by = (
        f"vote of confidence {id}",
        form.text(entry.get("ruling")),
        form.person(form.text(entry.get("by"))),
    )
    if ruling not in bench.rulings or not by:
        form.amiss(f"{who} needs on which of the rulings and by whom it is (ruling, by)", "DUCK-178")
        return None
    starts = form.at(entry, "starts", who)
    ends = form.instant(entry, "ends", who) or after(law, starts, law.span("confidence_voting_hours"))
    vote = ConfidenceVote(id, parts_of(id)[0], ruling, by, starts, ends)
    vote.status = form.one_of(entry, "status", who, ("open", "stands", "overturned", "void"), "open")
    words = form.table(entry.get("words"), f"the words in {who}")
    said: tuple[Word, ...] = ("affirm", "overturn")
    vote.words = {form.person(str(user)): form.one_of(words, user, who, said, "affirm") for user in words}
    if vote.status != "open":
        vote.affirm, vote.overturn = (form.count(entry, name, who) for name in ("affirm", "overturn"))
    message = ChatMessage(vote.message, law.word("actions_channel"), by, starts, "")
    form.moment.state.log.messages.setdefault(vote.message, message)
    return vote
