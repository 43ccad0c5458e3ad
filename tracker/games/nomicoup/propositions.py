"""Propositions: made by messages, changed while nobody has voted, voted on by reactions until a majority or the limit, and applied."""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import TICKLE, iso
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.chat_log import Between, ChatMessage
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.forked_worlds import Choice
from tracker.mechanics.propositions import is_proposition
from tracker.mechanics.redacted_texts import words_of

from . import adopting, ballots, new_orders
from .adopting import Warned
from .ballots import Poll, VotesShown
from .general import end_of
from .law import of_nomicoup
from .proposition_reading import Reading, form_of, read, said_by
from .rule_changes import MISCELLANEOUS, Change
from .spelling import difference, may_be_spelling, words_in
from .state import Proposition, PropositionStatus, World
from .vote_orders import Found
from .votes import (
    ADOPTED,
    Counts,
    Outcome,
    decided_at_limit,
    decided_at_once,
    is_late,
    newest,
)

SPELLING, MORE = "spelling and grammar", "more than that"
"""What people may say of an edit after a vote (COUP-100)."""
AS_READ, ANOTHER_TEXT = "as read", "another text"
"""What people may say that was voted on, where a message was edited before it was first read."""
_NUMBERED = re.compile(r"proposition\s+([0-9]{1,9})(?:\s*[:–—“\"(-].*)?", re.IGNORECASE)
"""How a message begins that names a proposition by its number."""


# --- making a proposition ---------------------------------------------------------------------------------------------


@rule("COUP-075", "COUP-076")
def posted(moment: Moment[World], message: ChatMessage) -> bool:
    """Make a player's message in the propositions' channel a proposition; False for talk, or where nobody who plays wrote it."""
    return message.id not in moment.world.proposed_in and _propose(moment, message, words_of(message))


def _propose(moment: Moment[World], message: ChatMessage, text: str) -> bool:
    found, proponent = read_now(moment, text), moment.world.player_of(message.author)
    if found is None or found.number in moment.world.propositions:
        return False
    if not proponent:
        if not message.is_bot:
            moment.refuse("not_player", "COUP-075", f"{message.author} is no player: this is no proposition")
        return False
    world = moment.world
    world.newest_proposition += 1
    ends_at = end_of(moment, message.at, moment.law.span("proposition_hours"))
    proposition = Proposition(world.newest_proposition, message.id, proponent, message.at, moment.when, ends_at)
    proposition.playing = world.playing
    world.propositions[proposition.number] = proposition
    ballots.let_vote(_poll(moment, proposition), message.at)
    world.proposed_in[message.id] = proposition.number
    _take(moment, proposition, text, found)
    return True


def read_now(moment: Moment[World], text: str) -> Reading | None:
    """What a text proposes, by the rules and the turn order as they stand; None for talk."""
    if not is_proposition(text):
        return None
    found = read(text, moment.world.rules, new_orders.contents(moment))
    return None if found is None else new_orders.understood(moment, found)


@rule("COUP-075", "COUP-099")
def _take(moment: Moment[World], proposition: Proposition, text: str, found: Reading) -> None:
    """Let a proposition be what a text says; each change that lacks something is refused, and without any it is illegal."""
    proposition.text, proposition.title = text, found.title
    proposition.changes, proposition.code = list(found.changes), found.code
    proposition.active_since = moment.when if proposition.status == "illegal" else proposition.active_since
    proposition.status = "illegal" if found.code else "active"
    _keep_open(moment.world, proposition)
    for n, change in enumerate(found.changes, start=1):
        if not change.is_complete:
            moment.refuse(change.code, _clause_of(change), change.why, n)
    if found.code and not found.changes:
        moment.refuse(found.code, "COUP-076", found.why)
    warnings = adopting.warnings(moment, proposition)
    became = f"is illegal: {found.why}" if found.code else _voted_on(moment, proposition, warnings)
    told = {"proposition": proposition.number, "player": proposition.proponent, "message": proposition.message}
    name = "proposition_illegal" if found.code else "proposition_made"
    remarks = f"; read as remarks that change nothing: “{' / '.join(found.remarks)[:200]}”" if found.remarks else ""
    text = f"{proposition.proponent}'s proposition {_called(proposition)} {became}{remarks}"
    moment.tell(name, "COUP-075", text, **told)
    _warn(moment, proposition, warnings)


def _voted_on(moment: Moment[World], proposition: Proposition, warnings: Iterable[Warned]) -> str:
    """Until when it is voted on, what turn order it brings as that is understood, and whose reactions came too early to be votes."""
    until = f"is voted on until {iso(proposition.ends_at)}"
    orders = [each for each in proposition.changes if each.is_complete and new_orders.changes_order(moment, each)]
    order = f"; {new_orders.told(moment, proposition, orders[-1])}" if orders else ""
    early = too_early(moment, proposition)
    anew = f"; to vote must react anew, as it was not complete before: {', '.join(early)}" if early else ""
    return f"{until}{order}{_besides(warnings)}{anew}"


@rule("COUP-082", "COUP-085")
def _besides(warnings: Iterable[Warned]) -> str:
    """Which rules a proposition would replace or delete besides what it says, as a sentence's end."""
    return "".join(f"; {text}" for code, _, text in warnings if code in ("WOULD_BE_REPLACED", "WOULD_GO"))


_CLAUSES = {
    "no_type": "COUP-087",
    "bad_type": "COUP-087",
    "no_content": "COUP-088",
    "parent_missing": "COUP-089",
    "unknown_rule": "COUP-092",
    "paths_disagree": "COUP-092",
}
"""Why a change lacks something, with the clause that wants it; any other reason is of its type's syntax."""


def _clause_of(change: Change) -> str:
    return _CLAUSES.get(change.code, "COUP-094")


def _called(proposition: Proposition) -> str:
    return f"{proposition.number} “{proposition.title}”" if proposition.title else str(proposition.number)


def _place(world: World, number: int) -> tuple[datetime, datetime]:
    """Where an open proposition stands among others: the one whose voting ends first is first."""
    each = world.propositions[number]
    return each.ends_at, each.made_at


def _keep_open(world: World, proposition: Proposition) -> None:
    """Note whether a proposition is among those that are voted on."""
    is_open = proposition.status == "active" and not proposition.is_closed
    if is_open and proposition.number not in world.open_propositions:
        insort(world.open_propositions, proposition.number, key=lambda number: _place(world, number))
    elif not is_open and proposition.number in world.open_propositions:
        world.open_propositions.remove(proposition.number)


@rule("COUP-028", "COUP-082", "COUP-085")
def _warn(moment: Moment[World], proposition: Proposition, warnings: Iterable[Warned] = ()) -> None:
    """Say before the vote which rules would be replaced or go, and whom a new turn order leaves out."""
    _forget_warnings(moment.world, proposition)
    for code, clause, text in warnings:
        moment.note(code, clause, text, is_mild=True, row=proposition.message)


def _forget_warnings(world: World, proposition: Proposition) -> None:
    warned = ("WOULD_BE_REPLACED", "WOULD_GO", "LEFT_OUT_OF_ORDER", "EDIT_TO_CONFIRM")
    world.notes = [note for note in world.notes if note.row != proposition.message or note.code not in warned]


# --- what happens to the message --------------------------------------------------------------------------------------


def meant(world: World, message: str) -> Proposition | None:
    """The proposition that a message posted."""
    return world.propositions.get(world.proposed_in.get(message, 0))


@rule("COUP-099", "COUP-110")
def edited(moment: Moment[World], message: ChatMessage, text: str, at: Between) -> None:
    """An edit by the proponent replaces a proposition that nobody has voted on; after a vote only its spelling may change."""
    proposition = meant(moment.world, message.id)
    if proposition is None or proposition.message != message.id:
        if proposition is None:
            _edited_talk(moment, message, text)
        return
    if proposition.is_closed:
        text = f"proposition {proposition.number} is {proposition.status} since {iso(proposition.closed_at or moment.when)}"
        moment.refuse("inactive", "COUP-110", text)
    elif is_locked(moment, proposition, at):
        _edited_after_votes(moment, proposition, text)
    else:
        _replaced(moment, proposition, text)


def _edited_talk(moment: Moment[World], message: ChatMessage, text: str) -> None:
    """Talk that an edit makes a proposition is one from then on, its time running from the first posting."""
    ends_at = end_of(moment, message.at, moment.law.span("proposition_hours"))
    if read_now(moment, text) is not None and moment.when < ends_at:
        _propose(moment, message, text)


def _replaced(moment: Moment[World], proposition: Proposition, text: str) -> None:
    found = read_now(moment, text) or Reading("", (), "no_type", "no line says the type of a change")
    _take(moment, proposition, text, found)


@rule("COUP-100")
def is_locked(moment: Moment[World], proposition: Proposition, at: Between) -> bool:
    """Whether only spelling and grammar may change at some time: once a vote was cast, even if it was taken back."""
    return True in _had_voted(moment, proposition, at)


def _had_voted(moment: Moment[World], proposition: Proposition, at: Between, *, is_deletion: bool = False) -> set[bool]:
    """Whether a vote had been cast by some time: both where nobody can tell."""
    if proposition.status == "illegal":
        return {False}
    if proposition.is_locked and not moment.law.chooses("votes_lock", "while one stands"):
        return {True}
    return ballots.had_voted(moment, _poll(moment, proposition), at, is_deletion=is_deletion)


@rule("COUP-099", "COUP-100")
def doubt_at_edit(moment: Moment[World], message: ChatMessage, at: Between) -> Due[World] | None:
    """The doubt whether anybody had voted on a proposition before it was edited; None where that is certain."""
    return _doubt(moment, message, at, is_deletion=False)


@rule("COUP-101")
def doubt_at_deletion(moment: Moment[World], message: ChatMessage, at: Between) -> Due[World] | None:
    """The doubt whether anybody had voted on a proposition before its message was deleted; None where that is certain."""
    if not moment.law.chooses("deletion_after_votes", "changes nothing"):
        return None
    return _doubt(moment, message, at, is_deletion=True)


def _doubt(moment: Moment[World], message: ChatMessage, at: Between, *, is_deletion: bool) -> Due[World] | None:
    proposition = meant(moment.world, message.id)
    if proposition is None or proposition.message != message.id or proposition.is_closed:
        return None
    if len(_had_voted(moment, proposition, at, is_deletion=is_deletion)) < 2:
        return None
    number = proposition.number

    def happen(then: Moment[World], answer: str) -> None:
        settled = then.world.propositions[number]
        ballots.note_voted(_poll(then, settled), at, answer, is_deletion=is_deletion)
        count(then, settled)

    return Due(happen, ballots.doubt_of_votes(moment, _poll(moment, proposition), at, is_deletion=is_deletion))


@rule("COUP-100")
def _edited_after_votes(moment: Moment[World], proposition: Proposition, text: str) -> None:
    """Refuse an edit of more than spelling and grammar; let people say of any other whether it is no more than that."""
    has_same_form = form_of(text) == form_of(proposition.text)
    if has_same_form and words_in(text) == words_in(proposition.text) and said_by(text) == said_by(proposition.text):
        return
    closeness = moment.law.number("spelling_closeness") / 100
    where = f"proposition {proposition.number}"
    found = read_now(moment, text)
    is_more = not has_same_form or not may_be_spelling(proposition.text, text, closeness)
    if found is None or found.code or is_more:
        moment.refuse("edit_after_votes", "COUP-100", f"votes were cast on {where}: more than its spelling was edited")
        return
    shown = difference(proposition.text, text)
    question = f"Votes were cast on {where}, and it was edited: {shown}. Is that only spelling and grammar?"
    id = f"edit:{proposition.message}:{iso(moment.when)}"
    answer = moment.ask(Ask(id, question, "COUP-100", [SPELLING, MORE], moment.when, [proposition.message]))
    if answer == SPELLING:
        _respell(proposition, text, found)
        moment.tell("proposition_respelled", "COUP-100", f"{where}: {shown}", proposition=proposition.number)
    elif answer == MORE:
        moment.refuse("edit_after_votes", "COUP-100", f"votes were cast on {where}: people say that {shown} is more")
    else:
        text = f"{where} was edited after a vote: {shown}; people say if it may be"
        moment.note("EDIT_TO_CONFIRM", "COUP-100", text, row=proposition.message)


def _respell(proposition: Proposition, text: str, found: Reading) -> None:
    """Take corrected words over; every change keeps the rule that it was bound to."""
    proposition.text, proposition.title = text, found.title
    for change, corrected in zip(proposition.changes, found.changes, strict=False):
        change.words, change.title, change.text = corrected.words, corrected.title, corrected.text


@rule("COUP-101")
def deleted(moment: Moment[World], message: ChatMessage, at: Between) -> None:
    """Deleting the message withdraws a proposition before any vote; after one it stays, with the recorded text."""
    proposition = meant(moment.world, message.id)
    if proposition is None or proposition.message != message.id or proposition.is_closed:
        return
    is_voted = True in _had_voted(moment, proposition, at, is_deletion=True)
    if is_voted and moment.law.chooses("deletion_after_votes", "changes nothing"):
        return
    _close(moment, proposition, "withdrawn")
    text = f"{proposition.proponent} withdraws proposition {_called(proposition)}"
    moment.tell("proposition_withdrawn", "COUP-101", text, proposition=proposition.number)


def reposted(moment: Moment[World], message: ChatMessage) -> bool:
    """Take reactions on the newest message by which a bot posts a proposition anew for votes; whether it is such (COUP-103).

    It says what the proposition says, or names it in its first line by number or title: any other reply of a bot is talk.
    """
    proposition = meant(moment.world, message.reply_to) if message.is_bot and message.reply_to else None
    if proposition is None or proposition.is_closed or not _posts_anew(message.text, proposition):
        return False
    proposition.reposts = [*proposition.reposts, message.id]
    moment.world.proposed_in[message.id] = proposition.number
    return True


def _posts_anew(text: str, proposition: Proposition) -> bool:
    words, first = words_in(text), next((line for line in text.splitlines() if line.strip()), "")
    if " ".join(words_in(proposition.text)) in " ".join(words):
        return True
    numbered = _NUMBERED.fullmatch(first.strip(" *_#>`"))
    title, named = words_in(proposition.title), words_in(first.strip(" *_#>`"))
    return int(numbered[1]) == proposition.number if numbered else bool(title) and named[-len(title) :] == title


# --- votes ------------------------------------------------------------------------------------------------------------


@rule("COUP-102")
def eligible(moment: Moment[World], proposition: Proposition) -> list[str]:
    """Who may vote: all players but the proponent, at this instant."""
    at_making = moment.law.chooses("eligible_voters", "are those at its making")
    voters = proposition.playing if at_making else moment.world.playing
    return [player for player in voters if player != proposition.proponent]


def _voter(moment: Moment[World], proposition: Proposition, user: str, voters: Sequence[str]) -> str:
    player = moment.world.player_of(user)
    if not player and moment.law.chooses("eligible_voters", "are those at its making"):
        player = user
    return player if player in voters else ""


def _users(moment: Moment[World], proposition: Proposition) -> dict[str, str]:
    """User -> the eligible voter whose vote theirs is."""
    players, found = moment.world.players, dict[str, str]()
    for voter in eligible(moment, proposition):
        known = players.get(voter)
        members = known.members if known and known.is_playing else ()
        found.update(dict.fromkeys(members or (voter,), voter))
    return found


def messages_of(moment: Moment[World], proposition: Proposition) -> list[ChatMessage]:
    """What a proposition is voted on by reactions on: its message, and the newest by which a bot posts it anew."""
    return ballots.voted_on(moment, proposition.ballot, (proposition.message, *proposition.reposts[-1:]))


@rule("COUP-102", "COUP-103", "COUP-111")
def _poll(moment: Moment[World], proposition: Proposition) -> Poll:
    """The vote on a proposition, on its message and on the newest by which a bot posts it anew."""
    voters, leaves_it_open = _users(moment, proposition), _right_leaves_it_open(moment)
    return Poll(
        proposition.ballot,
        f"proposition {proposition.number}",
        "COUP-109",
        messages_of(moment, proposition),
        of_nomicoup(moment.law).votes,
        voters,
        len(eligible(moment, proposition)),
        proposition.made_at,
        proposition.active_since,
        lambda counts: decided_at_once(counts, right_leaves_it_open=leaves_it_open),
        proposition.votes,
        moment.law.chooses("votes_lock", "while one stands"),
        early_count=moment.law.chooses("reactions_before_entering", "are votes from then on"),
    )


@rule("COUP-075", "COUP-099")
def too_early(moment: Moment[World], proposition: Proposition) -> list[str]:
    """The eligible voters whose reactions were all set before the proposition was complete: they are no votes, as it said something else."""
    if proposition.active_since == proposition.made_at:
        return []
    poll = _poll(moment, proposition)
    return [voter for voter in _without_vote(moment, proposition) if not ballots.reacted_before(poll, voter)]


@rule("COUP-102")
def set_before_entering(moment: Moment[World], proposition: Proposition) -> list[str]:
    """The eligible voters whose reactions are no votes, as they did not play when these were set, or left since."""
    early = too_early(moment, proposition)
    return [voter for voter in _without_vote(moment, proposition) if voter not in early]


def _without_vote(moment: Moment[World], proposition: Proposition) -> list[str]:
    """The eligible voters who reacted and surely have no vote."""
    shown = votes_shown(moment, proposition)
    return ballots.without_vote(_poll(moment, proposition), moment.when + TICKLE, shown)


@rule("COUP-075", "COUP-102", "COUP-103", "COUP-110")
def reacted(moment: Moment[World], message: ChatMessage, user: str, emoji: str, *, is_set: bool) -> None:
    """A reaction was set or taken back: count again; one that is no vote is shown as such."""
    proposition = meant(moment.world, message.id)
    if proposition is None or emoji not in of_nomicoup(moment.law).votes:
        return
    if proposition.closed_at is not None:
        if is_set and is_late(message, emoji, user, proposition.closed_at):
            text = f"voting on proposition {proposition.number} is over since {iso(proposition.closed_at)}"
            moment.refuse("inactive", "COUP-110", text, by=user)
        return
    if not _voter(moment, proposition, user, eligible(moment, proposition)):
        if is_set:
            text = f"{user} is {_not_eligible(moment, proposition, user)}: no vote on proposition {proposition.number}"
            moment.refuse("not_eligible", "COUP-102", text, by=user)
    elif proposition.status != "illegal":
        count(moment, proposition)
    elif is_set:
        text = f"proposition {proposition.number} is not complete, so this is no vote: set it anew once it is"
        moment.refuse("inactive", "COUP-075", text, by=user)


def _not_eligible(moment: Moment[World], proposition: Proposition, user: str) -> str:
    """What somebody is who has no vote on a proposition."""
    player = moment.world.player_of(user)
    if player == proposition.proponent:
        return "its proponent" if player == user else f"a part of {player}, its proponent"
    return "a player only since it was made" if player else "no player"


@rule("COUP-104", "COUP-111")
def count(moment: Moment[World], proposition: Proposition) -> None:
    """Let the votes be counted as soon as what happens now has: who may vote, votes from now on (``consequence``)."""
    world = moment.world
    ballots.let_vote(_poll(moment, proposition), moment.when)
    if proposition.number not in world.to_count:
        world.to_count = [*world.to_count, proposition.number]


@rule("COUP-104", "COUP-111")
def consequence(moment: Moment[World]) -> Due[World] | None:
    """The next count of votes; a majority of the possible ones ends a vote at this instant."""
    if not moment.world.to_count:
        return None
    number = moment.world.to_count[0]
    proposition = moment.world.propositions.get(number)
    if proposition is None or proposition.is_closed or proposition.status == "illegal":
        return Due(lambda then, _: _count_no_more(then, number))
    return _first_text(moment, proposition) or _counted(moment, proposition)


def _count_no_more(moment: Moment[World], number: int) -> None:
    moment.world.to_count = [each for each in moment.world.to_count if each != number]


@rule("COUP-100")
def _first_text(moment: Moment[World], proposition: Proposition) -> Due[World] | None:
    """The doubt what was voted on, where a message was edited before it was first read, and votes may be older than that."""
    message = moment.state.log.messages.get(proposition.message)
    if message is None or not message.seen_edited or message.is_told or proposition.is_read:
        return None
    poll, number, seen = _poll(moment, proposition), proposition.number, message.seen or moment.when
    if all(act.at.after >= seen or act.user not in poll.voters for act in ballots.acts(poll)):
        return None

    def happen(then: Moment[World], answer: str) -> None:
        read = then.world.propositions[number]
        read.is_read = True
        if answer == ANOTHER_TEXT:
            _take_unread(then, read)

    text = f"Proposition {number} was edited before it was first read at {iso(seen)}, perhaps after votes. Did these see its text as it was read?"
    answers = (AS_READ, ANOTHER_TEXT)
    id = f"first:{proposition.message}"
    return Due(happen, Choice(id, text, "COUP-100", moment.when, answers, (proposition.message,)))


def _take_unread(moment: Moment[World], proposition: Proposition) -> None:
    """Let a text that nobody read be voted on: what it changes is for people to carry out."""
    change = Change(MISCELLANEOUS)
    change.text = f"what message {proposition.message} said before it was edited"
    proposition.changes, proposition.text, proposition.title = [change], "", ""
    _warn(moment, proposition)


def _counted(moment: Moment[World], proposition: Proposition) -> Due[World]:
    poll, number = _poll(moment, proposition), proposition.number
    ways = ballots.look(moment, poll, moment.when)
    if unasked := ballots.unasked_newest(poll, ways, moment.when):
        return Due(lambda then, _: ballots.ask_newest(then, _poll(then, then.world.propositions[number]), unasked))
    may_be = ballots.outcomes(ways)

    def happen(then: Moment[World], answer: str) -> None:
        counted, outcome = then.world.propositions[number], ballots.chosen(may_be, answer)
        _count_no_more(then, number)
        _note_count(then, counted, ways, outcome)
        if outcome is not None:
            _decide(then, counted, outcome, ways)
        elif len(may_be) > 1:
            counted.ballot.undecided_at = then.when

    if len(may_be) == 1:
        return Due(happen)
    question = f"proposition:{number}:{iso(moment.when)}"
    return Due(happen, ballots.choice(moment, poll, question, may_be, moment.when))


def _note_count(moment: Moment[World], proposition: Proposition, ways: Found, outcome: Outcome | None) -> None:
    """Note the votes as they stand, and what is not certain of them."""
    poll = _poll(moment, proposition)
    until = moment.when + TICKLE if moment.when < proposition.ends_at else proposition.ends_at
    proposition.votes = ballots.votes(poll, until, ways, outcome)
    ballots.note(moment, poll, ways, outcome)
    proposition.is_locked = proposition.is_locked or proposition.ballot.has_voted == [True]
    ballots.forget_unanswered(moment, poll)


def _right_leaves_it_open(moment: Moment[World]) -> bool:
    return moment.law.chooses("rightvote_majority", "leaves it to the greater of up and down")


@rule("COUP-102")
def players_changed(moment: Moment[World]) -> None:
    """Count every open vote again when somebody entered or left: that may complete a majority."""
    for number in list(moment.world.open_propositions):
        proposition = moment.world.propositions[number]
        if not proposition.is_closed:
            count(moment, proposition)


def votes_shown(moment: Moment[World], proposition: Proposition) -> VotesShown:
    """How the votes on a proposition stand."""
    if proposition.tally:
        return ballots.shown_closed(proposition.ballot, proposition.votes, proposition.tally)
    return ballots.shown(moment, _poll(moment, proposition), is_over=proposition.is_closed)


# --- the limit --------------------------------------------------------------------------------------------------------


@rule("COUP-097", "COUP-109")
def hours_changed(moment: Moment[World]) -> None:
    """Let votes that run end by the hours that hold now, and none before now."""
    world, hours = moment.world, moment.law.span("proposition_hours")
    for number in world.open_propositions:
        each = world.propositions[number]
        each.ends_at = max(end_of(moment, each.made_at, hours), moment.when)
    world.open_propositions.sort(key=lambda number: _place(world, number))


@rule("COUP-001", "COUP-109")
def stood_still(moment: Moment[World], span: timedelta) -> None:
    """Let votes that run end so much later."""
    for number in moment.world.open_propositions:
        moment.world.propositions[number].ends_at += span


def next_instants(moment: Moment[World]) -> Iterable[datetime]:
    """When the open vote that ends first reaches its limit."""
    for number in moment.world.open_propositions[:1]:
        yield moment.world.propositions[number].ends_at


@rule("COUP-109")
def due(moment: Moment[World]) -> Due[World] | None:
    """The first proposition whose voting has lasted as long as it may."""
    for number in moment.world.open_propositions[:1]:
        proposition = moment.world.propositions[number]
        if proposition.ends_at <= moment.when:
            return _ended(moment, proposition)
    return None


def _ended(moment: Moment[World], proposition: Proposition) -> Due[World]:
    poll, number, end = _poll(moment, proposition), proposition.number, proposition.ends_at
    ways = ballots.at_limit(ballots.look(moment, poll, end, is_past=False), partial(at_limit, moment))
    may_be = ballots.outcomes(ways, is_over=True)

    def happen(then: Moment[World], answer: str) -> None:
        ended, outcome = then.world.propositions[number], ballots.chosen(may_be, answer)
        _note_count(then, ended, ways, outcome)
        if outcome is not None:
            _decide(then, ended, outcome, ways)

    if len(may_be) == 1:
        return Due(happen)
    return Due(happen, ballots.choice(moment, poll, f"proposition:{number}", may_be, end))


def at_limit(moment: Moment[World], counts: Counts) -> Outcome:
    """What counts decide at the limit by the law that holds."""
    return decided_at_limit(
        counts,
        rights_count=moment.law.chooses("rightvotes_at_the_limit", "count"),
        right_leaves_it_open=_right_leaves_it_open(moment),
    )


# --- what a vote decides ----------------------------------------------------------------------------------------------


def _close(moment: Moment[World], proposition: Proposition, status: PropositionStatus) -> None:
    proposition.status, proposition.closed_at = status, moment.when
    ballots.close(proposition.ballot)
    _keep_open(moment.world, proposition)
    _forget_warnings(moment.world, proposition)


@rule("COUP-105", "COUP-106", "COUP-110")
def _decide(moment: Moment[World], proposition: Proposition, outcome: Outcome, ways: Found) -> None:
    """End a vote with its tally, and apply what was adopted at this instant."""
    tallies = ballots.counted(ways, outcome)
    proposition.tally = ballots.agreed_tally(tallies)
    _close(moment, proposition, outcome)
    surely = {
        voter: vote for voter, vote in newest(proposition.votes).items() if voter not in proposition.ballot.may_be
    }
    voters = ", ".join(f"{voter} {vote}" for voter, vote in sorted(surely.items())) or "nobody"
    perhaps = f"; perhaps {', '.join(proposition.ballot.may_be)}" if proposition.ballot.may_be else ""
    clause = "COUP-105" if outcome == ADOPTED else "COUP-106"
    up, right, down, possible = (UNDETERMINED if each is None else each for each in proposition.tally)
    told = {"proposition": proposition.number, "up": up, "right": right, "down": down, "possible": possible}
    text = f"proposition {_called(proposition)} is {outcome}: {ballots.in_words(tallies)} ({voters}{perhaps})"
    moment.tell(f"proposition_{outcome}", clause, text, **told)
    if outcome == ADOPTED:
        adopting.apply(moment, proposition)
