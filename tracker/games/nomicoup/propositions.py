"""Propositions: made by messages, changed while nobody has voted, voted on by reactions until a majority or the limit, and applied."""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Iterable, Sequence
from datetime import datetime
from difflib import SequenceMatcher

from tracker.core.instants import TICKLE, iso
from tracker.core.rule import rule
from tracker.games.chat_game import Due
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.forked_worlds import Choice
from tracker.mechanics.redacted_texts import words_of

from . import turn_order_rule as order_rule
from .law import of_nomicoup
from .proposition_reading import Reading, read, rule_named
from .rule_changes import (
    DELETION,
    MISCELLANEOUS,
    By,
    Change,
    Made,
    NotMade,
    Readings,
    bind_references,
    make,
    title_later,
    would_go,
    would_replace,
)
from .rule_paths import Rule, delete, label, shown_path
from .state import Proposition, PropositionStatus, World
from .votes import (
    ADOPTED,
    Counts,
    Outcome,
    Standing,
    decided_at_limit,
    decided_at_once,
    is_late,
    newest,
    standing,
    ways,
)

SPELLING, MORE = "spelling and grammar", "more than that"
"""What people may say of an edit after a vote (COUP-100)."""
MADE, FOR_PEOPLE = "made", "for people"
"""What may come of a change, besides a code."""
_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
_SMALL_WORDS = frozenset({"a", "an", "the"})
"""Words that grammar may want or not want."""


# --- making a proposition ---------------------------------------------------------------------------------------------


@rule("COUP-075", "COUP-076")
def posted(moment: Moment[World], message: ChatMessage) -> bool:
    """Make a player's message in the propositions' channel a proposition; False for talk, or where nobody who plays wrote it."""
    return message.id not in moment.world.proposed_in and _propose(moment, message, words_of(message))


def _propose(moment: Moment[World], message: ChatMessage, text: str) -> bool:
    found, proponent = _read(moment, text), moment.world.player_of(message.author)
    if found is None:
        return False
    if not proponent:
        if not message.is_bot:
            moment.refuse("not_player", "COUP-075", f"{message.author} is no player: this is no proposition")
        return False
    world = moment.world
    world.newest_proposition += 1
    proposition = Proposition(world.newest_proposition, message.id, proponent, message.at, moment.when)
    proposition.playing = world.playing
    world.propositions[proposition.number] = proposition
    world.proposed_in[message.id] = proposition.number
    _take(moment, proposition, text, found)
    return True


def _read(moment: Moment[World], text: str) -> Reading | None:
    tree, world = moment.world.rules, moment.world
    at = order_rule.rule_at(tree, moment.law.word("order_rule"))
    return read(text, tree, {at.key: order_rule.content_now(at, world.order)} if at else {})


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
    became = f"is illegal: {found.why}" if found.code else f"is voted on until {iso(_end(moment, proposition))}"
    told = {"proposition": proposition.number, "player": proposition.proponent, "message": proposition.message}
    name = "proposition_illegal" if found.code else "proposition_made"
    text = f"{proposition.proponent}'s proposition {_called(proposition)} {became}"
    moment.tell(name, "COUP-075", text, **told)
    _warn(moment, proposition)


def _clause_of(change: Change) -> str:
    return {"no_type": "COUP-087", "bad_type": "COUP-087", "no_content": "COUP-088"}.get(change.code, "COUP-094")


def _called(proposition: Proposition) -> str:
    return f"{proposition.number} “{proposition.title}”" if proposition.title else str(proposition.number)


def _keep_open(world: World, proposition: Proposition) -> None:
    """Note whether a proposition is among those that are voted on."""
    is_open = proposition.status == "active" and not proposition.is_closed
    if is_open and proposition.number not in world.open_propositions:
        insort(world.open_propositions, proposition.number, key=lambda number: world.propositions[number].made_at)
    elif not is_open and proposition.number in world.open_propositions:
        world.open_propositions.remove(proposition.number)


@rule("COUP-028", "COUP-082", "COUP-085")
def _warn(moment: Moment[World], proposition: Proposition) -> None:
    """Say before the vote which rules would be replaced or go, and whom a new turn order leaves out."""
    _forget_warnings(moment.world, proposition)
    for code, clause, text in warnings(moment, proposition):
        moment.note(code, clause, text, is_mild=True)
        moment.world.notes[-1].row = proposition.message


def warnings(moment: Moment[World], proposition: Proposition) -> list[tuple[str, str, str]]:
    """What a vote for a proposition would bring about besides what it says: code, clause and a sentence."""
    tree, found = moment.world.rules, list[tuple[str, str, str]]()
    where = f"proposition {proposition.number}"
    for change in proposition.changes if proposition.status == "active" else ():
        for each in would_replace(tree, change):
            found.append(("WOULD_BE_REPLACED", "COUP-082", f"{where} would replace {label(tree, each)}"))
        if gone := [label(tree, each) for each in would_go(tree, change)]:
            found.append(
                ("WOULD_GO", "COUP-085", f"with its rule {change.path} {where} would delete {', '.join(gone)}")
            )
        if left_out := _left_out(moment, change):
            text = f"the turn order of {where} leaves out {', '.join(left_out)}"
            found.append(("LEFT_OUT_OF_ORDER", "COUP-028", text))
    return found


def _left_out(moment: Moment[World], change: Change) -> list[str]:
    world = moment.world
    if not change.is_complete or not order_rule.changes_order(world.rules, change, moment.law.word("order_rule")):
        return []
    named = order_rule.order_in(_order_content(moment, change), lambda name: player_named(moment, name))
    return [player for player in world.order if player not in named]


def _order_content(moment: Moment[World], change: Change) -> str:
    try:
        return order_rule.new_order_content(moment.world.rules, change, moment.world.order)
    except NotMade:
        return ""


def _forget_warnings(world: World, proposition: Proposition) -> None:
    warned = ("WOULD_BE_REPLACED", "WOULD_GO", "LEFT_OUT_OF_ORDER", "EDIT_TO_CONFIRM")
    world.notes = [note for note in world.notes if note.row != proposition.message or note.code not in warned]


def player_named(moment: Moment[World], name: str) -> str:
    """The player of a name, of one of its members, or of an account; "" for nobody who plays."""
    person = moment.state.person(name)
    found = moment.world.player_of(person)
    same = (id for id in moment.world.playing if id.casefold() == name.casefold())
    return found or next(same, "")


# --- what happens to the message --------------------------------------------------------------------------------------


def meant(world: World, message: str) -> Proposition | None:
    """The proposition that a message posted."""
    return world.propositions.get(world.proposed_in.get(message, 0))


@rule("COUP-099", "COUP-110")
def edited(moment: Moment[World], message: ChatMessage, text: str) -> None:
    """An edit by the proponent replaces a proposition that nobody has voted on; after a vote only its spelling may change."""
    proposition = meant(moment.world, message.id)
    if proposition is None or proposition.message != message.id:
        if proposition is None:
            _edited_talk(moment, message, text)
        return
    if proposition.is_closed:
        text = f"proposition {proposition.number} is {proposition.status} since {iso(proposition.closed_at or moment.when)}"
        moment.refuse("inactive", "COUP-110", text)
    elif is_locked(moment, proposition):
        _edited_after_votes(moment, proposition, text)
    else:
        _replaced(moment, proposition, text)


def _edited_talk(moment: Moment[World], message: ChatMessage, text: str) -> None:
    """Talk that an edit makes a proposition is one from then on, its time running from the first posting."""
    if _read(moment, text) is not None and moment.when < message.at + moment.law.span("proposition_hours"):
        _propose(moment, message, text)


def _replaced(moment: Moment[World], proposition: Proposition, text: str) -> None:
    found = _read(moment, text) or Reading("", (), "no_type", "no line says the type of a change")
    _take(moment, proposition, text, found)


@rule("COUP-100")
def is_locked(moment: Moment[World], proposition: Proposition) -> bool:
    """Whether only spelling and grammar may change: once a vote was cast, even if it was taken back."""
    if moment.law.chooses("votes_lock", "while one stands"):
        return bool(votes_at(moment, proposition))
    return proposition.is_locked


@rule("COUP-100")
def _edited_after_votes(moment: Moment[World], proposition: Proposition, text: str) -> None:
    """Refuse an edit of more than spelling and grammar; let people say of any other whether it is no more than that."""
    if _WORD.findall(text) == _WORD.findall(proposition.text):
        return
    closeness = moment.law.number("spelling_closeness") / 100
    where = f"proposition {proposition.number}"
    found = _read(moment, text)
    if found is None or found.code or not may_be_spelling(proposition.text, text, closeness):
        moment.refuse("edit_after_votes", "COUP-100", f"votes were cast on {where}: more than its spelling was edited")
        return
    shown = _difference(proposition.text, text)
    question = f"Votes were cast on {where}, and it was edited: {shown}. Is that only spelling and grammar?"
    id = f"edit:{proposition.message}:{iso(moment.when)}"
    answer = moment.ask(Ask(id, question, "COUP-100", [SPELLING, MORE], moment.when, [proposition.message]))
    if answer == SPELLING:
        _respell(proposition, text, found)
        moment.tell("proposition_respelled", "COUP-100", f"{where}: {shown}", proposition=proposition.number)
    elif answer == MORE:
        moment.refuse("edit_after_votes", "COUP-100", f"votes were cast on {where}: people say that {shown} is more")
    else:
        moment.note("EDIT_TO_CONFIRM", "COUP-100", f"{where} was edited after a vote: {shown}; people say if it may be")
        moment.world.notes[-1].row = proposition.message


def _respell(proposition: Proposition, text: str, found: Reading) -> None:
    """Take corrected words over; every change keeps the rule that it was bound to."""
    proposition.text, proposition.title = text, found.title
    for change, corrected in zip(proposition.changes, found.changes, strict=False):
        change.words, change.title, change.text = corrected.words, corrected.title, corrected.text


def may_be_spelling(before: str, after: str, closeness: float) -> bool:
    """Whether a text differs from another in spelling and grammar at most: words much like those before, and no number.

    ``closeness`` is how alike, from 0 to 1, words in each other's place must be.
    """
    old, new = _WORD.findall(before), _WORD.findall(after)
    for kind, start, end, from_, to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if not _is_respelled(old[start:end], new[from_:to], closeness):
            return False
    return True


def _is_respelled(before: Sequence[str], after: Sequence[str], closeness: float) -> bool:
    was, now = (
        " ".join(word.casefold() for word in words if word.casefold() not in _SMALL_WORDS) for words in (before, after)
    )
    if re.search(r"\d", was + now):
        return False
    has_letters = re.search(r"\w", was + now) is not None
    return not has_letters or SequenceMatcher(None, was, now, autojunk=False).ratio() >= closeness


def _difference(before: str, after: str) -> str:
    old, new = _WORD.findall(before), _WORD.findall(after)
    parts = [
        f"“{' '.join(old[start:end])}” to “{' '.join(new[from_:to])}”"
        for kind, start, end, from_, to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if kind != "equal"
    ]
    return "; ".join(parts)[:300] or "the layout"


@rule("COUP-101")
def deleted(moment: Moment[World], message: ChatMessage) -> None:
    """Deleting the message withdraws a proposition before any vote; after one it stays, with the recorded text."""
    proposition = meant(moment.world, message.id)
    if proposition is None or proposition.message != message.id or proposition.is_closed:
        return
    if is_locked(moment, proposition) and moment.law.chooses("deletion_after_votes", "changes nothing"):
        return
    _close(moment, proposition, "withdrawn")
    text = f"{proposition.proponent} withdraws proposition {_called(proposition)}"
    moment.tell("proposition_withdrawn", "COUP-101", text, proposition=proposition.number)


def reposted(moment: Moment[World], message: ChatMessage) -> bool:
    """Take reactions on the newest message by which a bot posts a proposition anew for votes; whether it is such (COUP-103)."""
    proposition = meant(moment.world, message.reply_to) if message.is_bot and message.reply_to else None
    if proposition is None or proposition.is_closed:
        return False
    proposition.reposts = [*proposition.reposts, message.id]
    moment.world.proposed_in[message.id] = proposition.number
    return True


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


@rule("COUP-103", "COUP-111")
def votes_at(moment: Moment[World], proposition: Proposition) -> dict[str, str]:
    """Voter -> the vote that counts just now, everything of this instant that was heard before included."""
    proposition.votes = _standing(moment, proposition, moment.when + TICKLE)
    return newest(proposition.votes)


def _standing(
    moment: Moment[World], proposition: Proposition, when: datetime, doubtful: bool | None = None
) -> dict[str, list[Standing]]:
    messages = (moment.state.log.messages.get(id) for id in (proposition.message, *proposition.reposts[-1:]))
    voters = eligible(moment, proposition)
    found = standing(
        [message for message in messages if message is not None],
        of_nomicoup(moment.law).votes,
        when,
        lambda user: _voter(moment, proposition, user, voters),
        doubtful,
    )
    since = proposition.active_since
    return {voter: [vote for vote in votes if vote.at >= since] for voter, votes in found.items()}


@rule("COUP-102", "COUP-103", "COUP-110")
def reacted(moment: Moment[World], message: ChatMessage, user: str, emoji: str, *, is_set: bool) -> None:
    """A reaction was set or taken back: count again; one that is no vote is shown as such."""
    proposition = meant(moment.world, message.id)
    if proposition is None or emoji not in of_nomicoup(moment.law).votes or proposition.status == "illegal":
        return
    if proposition.closed_at is not None:
        if is_set and is_late(message, emoji, user, proposition.closed_at):
            text = f"voting on proposition {proposition.number} is over since {iso(proposition.closed_at)}"
            moment.refuse("inactive", "COUP-110", text)
        return
    if not _voter(moment, proposition, user, eligible(moment, proposition)):
        if is_set:
            who = "its proponent" if moment.world.player_of(user) else "no player"
            text = f"{user} is {who}: no vote on proposition {proposition.number}"
            moment.refuse("not_eligible", "COUP-102", text)
        return
    count(moment, proposition)


@rule("COUP-104", "COUP-111")
def count(moment: Moment[World], proposition: Proposition) -> None:
    """Count the votes; a majority of the possible ones ends the vote at this instant."""
    votes = votes_at(moment, proposition)
    proposition.is_locked = proposition.is_locked or bool(votes)
    counts = Counts.of(votes.values(), len(eligible(moment, proposition)))
    outcome = decided_at_once(counts, right_leaves_it_open=_right_leaves_it_open(moment))
    if outcome is not None:
        _decide(moment, proposition, outcome, counts)


def _right_leaves_it_open(moment: Moment[World]) -> bool:
    return moment.law.chooses("rightvote_majority", "leaves it to the greater of up and down")


@rule("COUP-102")
def players_changed(moment: Moment[World]) -> None:
    """Count every open vote again when somebody entered or left: that may complete a majority."""
    for number in list(moment.world.open_propositions):
        proposition = moment.world.propositions[number]
        if not proposition.is_closed:
            count(moment, proposition)


# --- the limit --------------------------------------------------------------------------------------------------------


def _end(moment: Moment[World], proposition: Proposition) -> datetime:
    return proposition.made_at + moment.law.span("proposition_hours")


def next_instants(moment: Moment[World]) -> Iterable[datetime]:
    """When the oldest open vote reaches its limit; all last equally long."""
    for number in moment.world.open_propositions[:1]:
        yield _end(moment, moment.world.propositions[number])


@rule("COUP-109")
def due(moment: Moment[World]) -> Due[World] | None:
    """The first proposition whose voting has lasted as long as it may."""
    for number in moment.world.open_propositions[:1]:
        proposition = moment.world.propositions[number]
        if _end(moment, proposition) <= moment.when:
            return _ended(moment, proposition)
    return None


def _ended(moment: Moment[World], proposition: Proposition) -> Due[World]:
    end, possible = _end(moment, proposition), len(eligible(moment, proposition))
    surely = _standing(moment, proposition, end)
    others = [newest(_standing(moment, proposition, end, doubtful=doubt)) for doubt in (True, False)]
    rights_count = moment.law.chooses("rightvotes_at_the_limit", "count")
    leaves_it_open = _right_leaves_it_open(moment)
    found: dict[Outcome, Counts] = {}
    for counts, _ in ways(newest(surely), others, possible):
        outcome = decided_at_limit(counts, rights_count=rights_count, right_leaves_it_open=leaves_it_open)
        found.setdefault(outcome, counts)
    number = proposition.number

    def happen(then: Moment[World], answer: str) -> None:
        outcome = next((each for each in found if each == answer), next(iter(found)))
        ended = then.world.propositions[number]
        ended.votes = surely
        _decide(then, ended, outcome, found[outcome])

    if len(found) == 1:
        return Due(happen)
    text = f"What became of proposition {number} at {iso(end)}? Some votes were only seen between two looks."
    return Due(happen, Choice(f"proposition:{number}", text, "COUP-109", moment.when, tuple(found)))


# --- what a vote decides ----------------------------------------------------------------------------------------------


def _close(moment: Moment[World], proposition: Proposition, status: PropositionStatus) -> None:
    proposition.status, proposition.closed_at = status, moment.when
    _keep_open(moment.world, proposition)
    _forget_warnings(moment.world, proposition)


@rule("COUP-105", "COUP-106", "COUP-110")
def _decide(moment: Moment[World], proposition: Proposition, outcome: Outcome, counts: Counts) -> None:
    """End a vote with its tally, and apply what was adopted at this instant."""
    proposition.tally = [counts.up, counts.right, counts.down, counts.possible]
    _close(moment, proposition, outcome)
    voters = ", ".join(f"{voter} {vote}" for voter, vote in sorted(newest(proposition.votes).items())) or "nobody"
    shown = f"up {counts.up}, right {counts.right}, down {counts.down} of {counts.possible} ({voters})"
    clause = "COUP-105" if outcome == ADOPTED else "COUP-106"
    told = {"proposition": proposition.number, "up": counts.up, "right": counts.right, "down": counts.down}
    text = f"proposition {_called(proposition)} is {outcome}: {shown}"
    moment.tell(f"proposition_{outcome}", clause, text, **told, possible=counts.possible)
    if outcome == ADOPTED:
        apply(moment, proposition)


def readings(moment: Moment[World]) -> Readings:
    """The switches in force on how changes are made."""
    law = moment.law
    return Readings(
        keep_subrules=law.chooses("subrules_of_replaced_rule", "stay"),
        title_replaces=law.chooses("rule_with_the_same_title_path", "is replaced"),
        lift_subrules=law.chooses("subrules_of_deleted_rule", "move up"),
        gaps=law.chooses("free_id_beyond_the_next", "is taken as it is"),
        moved_place_closes=law.chooses("place_of_moved_rule", "closes up"),
    )


@rule("COUP-096", "COUP-097")
def apply(moment: Moment[World], proposition: Proposition) -> None:
    """Make the changes in the order written, from now on; those that cannot be made are told, the others are made."""
    by = By(proposition.number, proposition.proponent, moment.when)
    if moment.law.chooses("changes_are_bound_to", "the path"):
        _bind_anew(moment, proposition)
    made = [_make(moment, proposition, change, by) for change in proposition.changes]
    proposition.results = [_result(change, each) for change, each in zip(proposition.changes, made, strict=True)]
    bind_references(moment.world.rules, made)
    for n, (change, each) in enumerate(zip(proposition.changes, made, strict=True), start=1):
        _tell_made(moment, proposition, n, change, each)
    if MADE in proposition.results:
        moment.world.notes = [note for note in moment.world.notes if note.code != "BEHAVIOUR_UNCHANGED"]
        text = f"rules changed, last by proposition {proposition.number}: the tracker does what it did until people switch it"
        moment.note("BEHAVIOUR_UNCHANGED", "COUP-004", text, is_mild=True)


@rule("COUP-093")
def _bind_anew(moment: Moment[World], proposition: Proposition) -> None:
    """Where it is ruled that changes go by paths: let each mean the rule that its path names now."""
    for change in proposition.changes:
        if change.rule and change.is_complete:
            found = rule_named(moment.world.rules, change.path)
            change.rule = 0 if isinstance(found, str) else found.key


@rule("COUP-025")
def _make(moment: Moment[World], proposition: Proposition, change: Change, by: By) -> Made:
    """Make a change; one of the turn order waits as a rule of its own until the round ends."""
    law, tree = moment.law, moment.world.rules
    if change.is_complete and order_rule.changes_order(tree, change, law.word("order_rule")):
        on_changing = order_rule.rule_at(tree, law.word("changing_order_rule"))
        if law.chooses("upcoming_order_hangs", "below the turn order") or on_changing is None:
            below = order_rule.rule_at(tree, law.word("order_rule"))
        else:
            below = on_changing
        if below is not None:
            return _hang(moment, proposition, change, by, below.key)
    return make(tree, change, by, readings(moment))


def _hang(moment: Moment[World], proposition: Proposition, change: Change, by: By, below: int) -> Made:
    law, tree = moment.law, moment.world.rules
    try:
        content = order_rule.new_order_content(tree, change, moment.world.order)
    except NotMade as reason:
        return Made(code=reason.code, why=reason.why)
    if not content.strip():
        return Made(code="no_content", why="the new turn order names nobody")
    text = f"{law.word('upcoming_preface')}\n{content}"
    hung = order_rule.hang_upcoming(tree, tree.rules[below], law.word("upcoming_title"), text, by.number, by.when)
    moment.world.upcoming_proposition = proposition.number
    return Made(hung)


def _result(change: Change, made: Made) -> str:
    if made.code:
        return made.code
    return FOR_PEOPLE if change.kind == MISCELLANEOUS and made.rule is None else MADE


def _tell_made(moment: Moment[World], proposition: Proposition, n: int, change: Change, made: Made) -> None:
    where, tree = f"change {n} of proposition {proposition.number}", moment.world.rules
    told = {"proposition": proposition.number, "n": n, "type": change.kind}
    if made.code:
        text = f"{where} is not made ({made.code}): {made.why}"
        moment.tell("change_not_made", "COUP-093", text, **told, code=made.code)
        moment.note("CHANGE_NOT_MADE", "COUP-093", text)
        return
    if change.kind == MISCELLANEOUS and made.rule is None:
        moment.tell("change_for_people", "COUP-095", f"{where} is for people to carry out: {change.text}", **told)
        _ask_if_done(moment, proposition, n, change)
        return
    gone = f"; gone: {', '.join(made.gone)}" if made.gone else ""
    on = f" on {label(tree, made.rule)}" if made.rule else f" of {change.path}" if change.kind == DELETION else ""
    path = {"rule": shown_path(tree, made.rule)} if made.rule else {}
    moment.tell("change_made", "COUP-096", f"{where}: {change.kind}{on}{gone}", **told, **path, gone=made.gone)


@rule("COUP-095")
def _ask_if_done(moment: Moment[World], proposition: Proposition, n: int, change: Change) -> None:
    """Let people mark what they carried out as done."""
    text = f"Proposition {proposition.number} was adopted: {change.text[:300]} Is that carried out?"
    ask = Ask(f"done:{proposition.number}:{n}", text, "COUP-095", ["done"], moment.when, [proposition.message])
    if moment.ask(ask) is None:
        moment.note("TO_CARRY_OUT", "COUP-095", f"proposition {proposition.number}: {change.text[:300]}", is_mild=True)


# --- titling later, and the new order ---------------------------------------------------------------------------------


@rule("COUP-091")
def title(moment: Moment[World], said: Announced) -> None:
    """Any player but the proponent may title an untitled new rule (fields ``rule`` and ``title``)."""
    tree = moment.world.rules
    player = moment.world.player_of(moment.state.log.messages[moment.row].author)
    found = rule_named(tree, str(said.fields["rule"]))
    if isinstance(found, str):
        moment.refuse(found, "COUP-092", f"there is no rule “{said.fields['rule']}”", said.n)
        return
    words = str(said.fields["title"] or "").strip()
    code = title_later(tree, found, words, player, moment.when) if words else "missing_parameter"
    if code:
        moment.refuse(code, "COUP-091", f"{label(tree, found)} cannot be titled “{words}” by {player}", said.n)
        return
    text = f"{player} titles rule {label(tree, found)}"
    moment.tell("rule_titled", "COUP-091", text, rule=shown_path(tree, found), title=found.title, player=player)


@rule("COUP-026", "COUP-027", "COUP-028")
def apply_upcoming_order(moment: Moment[World]) -> bool:
    """As a round ends: let the turn order be the one that waits, and delete its rule; whether there was one."""
    world, law = moment.world, moment.law
    waiting = _upcoming(moment)
    if waiting is None:
        return False
    made = world.propositions.get(waiting.edited_by)
    named = upcoming_order(moment)
    keep_places = law.chooses("missing_from_upcoming_order", "who entered since keeps their place")
    playing_then = made.playing if made else world.order
    world.order = order_rule.order_to_be(named, world.order, playing_then, keep_places=keep_places)
    delete(world.rules, waiting)
    text = f"the upcoming order is the turn order: {', '.join(world.order)}"
    moment.tell("order_changed", "COUP-026", text, order=list(world.order), proposition=world.upcoming_proposition)
    world.upcoming_proposition = 0
    return True


def upcoming_order(moment: Moment[World]) -> list[str]:
    """The players whom the turn order names that waits for the round to end; nobody where none waits."""
    waiting = _upcoming(moment)
    content = waiting.content.removeprefix(moment.law.word("upcoming_preface")) if waiting else ""
    return order_rule.order_in(content, lambda name: player_named(moment, name))


def _upcoming(moment: Moment[World]) -> Rule | None:
    law, tree = moment.law, moment.world.rules
    for name in ("changing_order_rule", "order_rule"):
        below = order_rule.rule_at(tree, law.word(name))
        found = order_rule.upcoming(tree, below, law.word("upcoming_title")) if below else None
        if found is not None:
            return found
    return None


ACTIONS = {"title_rule": title}
