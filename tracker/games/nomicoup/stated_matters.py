"""What people state of propositions and of clarifications when the tracker starts in the middle of a game, as far as it can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias, get_args

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import iso
from tracker.core.snowflakes import told_by_id
from tracker.mechanics.chat_log import Between, ChatMessage, Presence, canonical_emoji

from .law import of_nomicoup
from .propositions import read_now
from .rule_changes import ID_EDIT, KINDS, Change
from .rule_paths import TOP, Rule, at_path, id_path_of
from .state import Clarification, Proposition, PropositionStatus, Suggestion, SuggestionStatus
from .stated_form import Form
from .votes import Counts, Standing, newest

Votes: TypeAlias = Mapping[str, list[Standing]]
"""Voter -> their reactions that stand."""
_OF_PROPOSITIONS = (
    *("number", "message", "proponent", "title", "made_at", "status", "changes", "results", "votes", "up", "right"),
    *("down", "possible", "majority", "locked", "ends_at", "closed_at", "text", "playing"),
    "active_since",
)
_OF_CHANGES = ("type", "rule", "new_id", "title", "under", "replace", "text", "code")
_OF_CLARIFICATIONS = (
    *("number", "raiser", "text", "judge", "chosen_at", "suggestion_due", "suggestions", "resolved_at", "at"),
    *("message", "judge_before"),
)
_OF_SUGGESTIONS = (
    *("by", "text", "at", "status", "ends_at", "votes", "up", "right", "down", "possible", "majority", "message"),
)


# --- propositions -----------------------------------------------------------------------------------------------------


def propositions(form: Form, stated: Any) -> None:
    """Let the propositions be as stated; those that are active can be voted on by reactions on their messages."""
    world = form.moment.world
    world.propositions, world.proposed_in, world.open_propositions = {}, {}, []
    for number, entry in form.numbered("propositions", stated, _OF_PROPOSITIONS):
        who = f"proposition {number}"
        made = _proposition(form, number, entry, who)
        if not made.proponent:
            if not entry.get("proponent"):
                form.amiss(f"{who}: it is not stated whose it is (proponent)", "COUP-075")
            continue
        world.propositions[number] = made
        world.newest_proposition = max(number, world.newest_proposition)
        posted = _posted(form, made.message, made.proponent, made.made_at, made.text)
        if form.is_new_message(made.message, who, "COUP-103"):
            world.proposed_in[made.message] = number
            _let_be_voted_on(form, form.moment.state.log.messages.setdefault(posted.id, posted), made.votes)
        elif made.closed_at is None:
            made.ballot.stated = _unposted(form, posted, made.votes, who)
        if made.status == "active":
            world.open_propositions.append(number)
    world.open_propositions.sort(key=lambda number: (world.propositions[number].ends_at, number))


def _proposition(form: Form, number: int, entry: Mapping[str, Any], who: str) -> Proposition:
    made_at, text = form.at(entry, "made_at", who), form.written(entry, "text", who)
    proponent = form.known(f"the proponent of {who}", entry.get("proponent"), "COUP-075")
    ends_at = made_at + form.moment.law.span("proposition_hours")
    made = Proposition(number, form.written(entry, "message", who), proponent, made_at, made_at, ends_at, text)
    made.ends_at = form.instant(entry, "ends_at", who) or ends_at
    made.active_since = form.past(entry, "active_since", who) or made_at
    found = read_now(form.moment, text) if text else None
    made.title = form.written(entry, "title", who) or (found.title if found else "")
    made.changes = _changes(form, entry, list(found.changes) if found else [], who)
    made.playing = [
        each
        for each in form.people(f"{who}: playing", entry.get("playing"))
        if form.known(f"who played when {who} was made", each, "COUP-102")
    ] or form.moment.world.playing
    made.votes = dict(_votes(form, entry.get("votes"), who, made.active_since))
    made.is_locked = form.flag(entry, "locked", who, default=bool(made.votes))
    made.results = form.reader.texts(f"{who}: results", entry.get("results"))
    _take_status(form, made, entry, who)
    voters = [each for each in made.playing if each != made.proponent]
    tally = _tally(form, entry, made.votes, len(voters), who)
    if made.status in ("adopted", "rejected"):
        made.tally = tally
    return made


def _take_status(form: Form, made: Proposition, entry: Mapping[str, Any], who: str) -> None:
    """What became of a proposition: one that is active says something that can be made, and its vote is not over."""
    made.status = form.one_of(entry, "status", who, get_args(PropositionStatus), "active")
    closed_at = form.past(entry, "closed_at", who)
    is_open = made.status in ("active", "illegal")
    if is_open and closed_at is not None:
        form.amiss(f"{who} is {made.status}, and cannot have been closed (closed_at)", "COUP-110")
    made.closed_at = None if is_open else closed_at or form.moment.when
    if made.status != "active":
        return
    if why := _why_illegal(made):
        form.amiss(f"{who} cannot be active: {why}", "COUP-076")
        made.status = "illegal"
    elif form.is_over(made.ends_at):
        text = f"{who} cannot be active: its vote was over at {iso(made.ends_at)}; its status says what became of it"
        form.amiss(text, "COUP-109")
        made.ends_at = form.moment.when


def _why_illegal(made: Proposition) -> str:
    """Why nothing of a proposition can be made; "" where something can."""
    if any(change.is_complete for change in made.changes):
        return ""
    if not made.changes:
        return "it has no change (changes), and its text, if any, says none"
    return made.changes[0].why or f"its change lacks something ({made.changes[0].code})"


def _changes(form: Form, entry: Mapping[str, Any], written: list[Change], who: str) -> list[Change]:
    """The changes as they are stated, bound to the rules as they stand now; where they are not, as the text says them."""
    if entry.get("changes") is None:
        return written
    tables = [
        form.table(each, f"a change of {who}", _OF_CHANGES) for each in form.listed(f"{who}: changes", entry["changes"])
    ]
    stated = [_change(form, each, who) for each in tables]
    for change, said in zip(stated, written, strict=False):
        change.words, change.is_order = said.words, said.is_order
    return stated


def _change(form: Form, stated: Mapping[str, Any], who: str) -> Change:
    told = {name: form.written(stated, name, f"a change of {who}") for name in _OF_CHANGES}
    made = Change(told["type"], path=told["rule"], under_path=told["under"], place=told["new_id"], title=told["title"])
    made.text, made.code = told["text"], told["code"]
    made.old = told["replace"] or None
    made.rule, made.under = (_rule_key(form, told[name]) for name in ("rule", "under"))
    if not made.code and (why := _fault(made)):
        form.amiss(f"a change of {who}: {why}", "COUP-094")
        made.code, made.why = "missing_parameter", why
    return made


def _fault(change: Change) -> str:
    """Why a change of that kind cannot be one that can be made; "" where it can."""
    if change.kind not in KINDS:
        return f"there is no type {change.kind!r}; there are {', '.join(KINDS)}"
    if change.kind == ID_EDIT and not change.place:
        return "it is not stated where to the rule is moved (new_id)"
    if change.path and change.rule == TOP:
        return f"there is no rule {change.path!r}"
    if change.place and id_path_of(change.place) is None:
        return f"new_id is an ID path such as 4.6.3, not {change.place!r}"
    return ""


def _rule_key(form: Form, path: str) -> int:
    found: Rule | None = at_path(form.moment.world.rules, id_path_of(path) or ()) if path else None
    return found.key if found else TOP


def _votes(form: Form, stated: Any, who: str, since: datetime) -> Iterator[tuple[str, list[Standing]]]:
    """Voter -> their reactions that stand, as they are printed, or the mere vote; one from before it could be voted on is told to be none."""
    known = set(of_nomicoup(form.moment.law).votes.values())
    for voter, told in form.table(stated, f"the votes of {who}").items():
        found = list[Standing]()
        for each in told if isinstance(told, list) else [told]:
            fields = each if isinstance(each, Mapping) else {"vote": each}
            if (vote := form.text(fields.get("vote"))) in known:
                found.append(Standing(vote, form.at(fields, "at", who)))
                if found[-1].at < since:
                    form.amiss(f"{who}: {voter} cannot have voted before {iso(since)}: that is no vote", "COUP-103")
            else:
                form.amiss(f"{who}: a vote is {', '.join(sorted(known))}, not {fields.get('vote')!r}", "COUP-103")
        if person := form.known(f"a voter of {who}", voter, "COUP-102"):
            yield person, found


def _tally(form: Form, entry: Mapping[str, Any], votes: Votes, possible: int, who: str) -> list[int | None]:
    """The counts of a vote that is over, as they are stated; what is not is counted of the votes that are, what is undetermined is None.

    What a majority needs follows from them.
    """
    cast = Counts.of(newest(votes).values(), possible)
    counted = {"up": cast.up, "right": cast.right, "down": cast.down, "possible": possible}
    certain = {name: value for name, value in entry.items() if value != UNDETERMINED}
    form.count(certain, "majority", who)
    return [
        None if entry.get(name) == UNDETERMINED else form.count(certain, name, who, count)
        for name, count in counted.items()
    ]


def _posted(form: Form, message: str, author: str, at: datetime, text: str) -> ChatMessage:
    """The message in which something stands that is voted on, as far as it is stated."""
    return ChatMessage(message, form.moment.law.word("propositions_channel"), author, told_by_id(message) or at, text)


def _let_be_voted_on(form: Form, message: ChatMessage, votes: Votes) -> None:
    """Let the stated reactions stand on a message, but for those that are known."""
    emoji = {vote: canonical_emoji(each) for each, vote in reversed(form.moment.law.value("vote_emoji").items())}
    for voter, standing in votes.items():
        user = (form.moment.world.players[voter].members or [voter])[0]
        for each in (each for each in standing if each.vote in emoji):
            presences = message.reactions.setdefault(emoji[each.vote], {}).setdefault(user, [])
            if not presences:
                presences.append(Presence(Between.exactly(each.at)))


def _unposted(form: Form, posted: ChatMessage, votes: Votes, who: str) -> ChatMessage:
    """What stands for a message that is not stated, with the stated reactions on it: nobody can add to them."""
    form.noted(
        f"{who}: its message is not stated: only the votes that are stated count, and no reaction to come", "COUP-103"
    )
    found = replace(posted, id="", text="", reactions={})
    _let_be_voted_on(form, found, votes)
    return found


# --- clarifications ---------------------------------------------------------------------------------------------------


def clarifications(form: Form, stated: Any) -> None:
    """Let the clarifications be as stated; one without a Judge waits for one, and no die that fell for it falls anew."""
    world = form.moment.world
    before = world.clarifications
    world.clarifications, world.suggested_in, world.choosing = {}, {}, []
    for number, entry in form.numbered("clarifications", stated, _OF_CLARIFICATIONS):
        made = _clarification(form, number, entry)
        world.clarifications[number] = made
        made.choosings = before[number].choosings if number in before else 0
        world.newest_clarification = max(number, world.newest_clarification)
        if made.chosen_at is None and made.resolved_at is None:
            made.drawn_at = form.moment.when
            world.choosing.append(number)


def _clarification(form: Form, number: int, entry: Mapping[str, Any]) -> Clarification:
    who = f"clarification {number}"
    people = {
        name: form.known(f"the {name} of {who}", entry.get(name), "COUP-112")
        for name in ("raiser", "judge", "judge_before")
    }
    if not entry.get("raiser"):
        form.amiss(f"{who}: it is not stated whose it is (raiser)", "COUP-112")
    at = form.at(entry, "at", who)
    text, message = (form.written(entry, name, who) for name in ("text", "message"))
    made = Clarification(number, people["raiser"], text, at, message)
    made.judge, made.resolved_at = people["judge"] or people["judge_before"], form.past(entry, "resolved_at", who)
    for stated in form.listed(f"{who}: suggestions", entry.get("suggestions")):
        fields = form.table(stated, f"a suggestion of {who}", _OF_SUGGESTIONS)
        made.suggestions += [each for each in [_suggestion(form, number, made.judge, fields)] if each]
    if people["judge"]:
        _take_judge(form, made, entry, who)
    elif entry.get("chosen_at") is not None and not entry.get("judge"):
        form.amiss(f"{who}: somebody was chosen, and it is not stated who (judge)", "COUP-114")
    _check_outcome(form, made, who)
    return made


def _take_judge(form: Form, made: Clarification, entry: Mapping[str, Any], who: str) -> None:
    """Since when the Judge is chosen, and until when they may suggest something: not over by now where they did not."""
    made.chosen_at = form.at(entry, "chosen_at", who)
    due_at = made.chosen_at + form.moment.law.span("suggestion_due_hours")
    made.due_at = form.instant(entry, "suggestion_due", who) or due_at
    if made.suggestion is None and made.resolved_at is None and form.is_over(made.due_at):
        text = f"{who}: the time of {made.judge} was over at {iso(made.due_at)}, before the gamestate is stated for"
        form.amiss(f"{text}: they cannot be its Judge still", "COUP-121")
        made.due_at = form.moment.when


def _check_outcome(form: Form, made: Clarification, who: str) -> None:
    """One suggestion at most is voted on, the last one, and that of a Judge; what resolves it is that one was adopted."""
    adopted = [each for each in made.suggestions if each.status == "adopted"]
    is_judged = made.chosen_at is not None
    for each in made.suggestions:
        if each.status == "open" and (each is not made.suggestion or made.resolved_at or not is_judged):
            why = "nobody is its Judge" if not is_judged else "it is resolved" if made.resolved_at else "a later one is"
            form.amiss(f"{who}: the suggestion of {each.by} cannot be open, as {why}", "COUP-120")
            each.status, each.closed_at = "rejected", form.moment.when
    if adopted and made.resolved_at is None:
        form.amiss(
            f"{who}: a suggestion was adopted, and it is not stated when that resolved it (resolved_at)", "COUP-122"
        )
        made.resolved_at = form.moment.when
    elif made.resolved_at is not None and not adopted:
        form.amiss(f"{who} is resolved, and none of its suggestions was adopted", "COUP-122")


def _suggestion(form: Form, number: int, judge: str, entry: Mapping[str, Any]) -> Suggestion | None:
    who = f"a suggestion for clarification {number}"
    by = form.known(f"who made {who}", entry.get("by"), "COUP-116") or judge
    at, message = form.at(entry, "at", who), form.written(entry, "message", who)
    if not by:
        form.amiss(f"{who}: it is not stated by whom it is (by)", "COUP-116")
        return None
    ends_at = form.instant(entry, "ends_at", who) or at + form.moment.law.span("suggestion_vote_hours")
    made = Suggestion(by, form.written(entry, "text", who), at, message, ends_at)
    made.status = form.one_of(entry, "status", who, get_args(SuggestionStatus), "open")
    made.votes = dict(_votes(form, entry.get("votes"), who, at))
    posted = _posted(form, message, by, at, made.text)
    if form.is_new_message(message, who, "COUP-117"):
        form.moment.world.suggested_in[message] = number
        _let_be_voted_on(form, form.moment.state.log.messages.setdefault(message, posted), made.votes)
    elif made.status == "open":
        made.ballot.stated = _unposted(form, posted, made.votes, who)
    tally = _tally(form, entry, made.votes, len(form.moment.world.playing), who)
    if made.status != "open":
        made.closed_at, made.tally = form.moment.when, tally
    elif form.is_over(ends_at):
        text = f"{who} cannot be open: its vote was over at {iso(ends_at)}; its status says what became of it"
        form.amiss(text, "COUP-120")
        made.ends_at = form.moment.when
    return made
