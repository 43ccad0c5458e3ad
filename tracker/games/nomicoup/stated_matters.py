"""What people state of what is pending, of propositions and of clarifications when the tracker starts in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, get_args

from tracker.core.snowflakes import told_by_id
from tracker.mechanics.chat_log import Between, ChatMessage, Presence, canonical_emoji

from .law import of_nomicoup
from .proposition_reading import read
from .rule_changes import Change
from .rule_paths import TOP, Rule, at_path, id_path_of
from .state import (
    Claim,
    ClaimStatus,
    Clarification,
    Counteraction,
    Pending,
    Proposition,
    PropositionStatus,
    Suggestion,
    SuggestionStatus,
)
from .stated_form import Form
from .votes import Standing

_OF_CLAIMS = ("player", "character", "status", "challenger", "at", "message")
_OF_PENDING = (
    *("actor", "kind", "target", "amount", "announced_at", "cost_paid", "claim", "counteractions", "message"),
    *("stopped", "done", "moved"),
)
_OF_COUNTERACTIONS = ("player", "kind", "at", "claim", "message")
_OF_PROPOSITIONS = (
    *("number", "message", "proponent", "title", "made_at", "status", "changes", "results", "votes", "up", "right"),
    *("down", "possible", "majority", "locked", "ends_at", "closed_at", "text", "playing"),
)
_OF_CHANGES = ("type", "rule", "new_id", "title", "under", "replace", "text", "code")
_OF_CLARIFICATIONS = (
    *("number", "raiser", "text", "judge", "chosen_at", "suggestion_due", "suggestions", "resolved_at", "at"),
    *("message",),
)
_OF_SUGGESTIONS = (
    *("by", "text", "at", "status", "ends_at", "votes", "up", "right", "down", "possible", "majority", "message"),
)


# --- what is pending --------------------------------------------------------------------------------------------------


def pending(form: Form, stated: Any) -> Pending | None:
    """The action whose window is open, as it is stated; None where none is."""
    entry = form.table(stated, "pending", _OF_PENDING)
    actor, kind = form.person(form.text(entry.get("actor"))), form.text(entry.get("kind"))
    if not entry:
        return None
    if actor not in form.moment.world.players or kind not in form.moment.law.value("actions"):
        form.amiss("pending needs a player as its actor, and as its kind an action that there is", "COUP-042")
        return None
    at, message = form.at(entry, "announced_at", "pending"), form.text(entry.get("message"))
    target = form.person(form.text(entry.get("target")))
    made = Pending(actor, kind, at, message, target, cost_paid=form.count(entry, "cost_paid", "pending"))
    made.amount = form.count(entry, "amount", "pending", _amount(form, kind))
    own = form.moment.law.value("actions")[kind]["claim"]
    if own != "none":
        made.claim = _claim(form, entry.get("claim"), actor, own, at, message)
    made.counteractions = list(_counteractions(form, entry.get("counteractions"), at))
    made.is_stopped, made.is_done = form.flag(entry, "stopped", "pending"), form.flag(entry, "done", "pending")
    made.moved = form.count(entry, "moved", "pending")
    return made


def _amount(form: Form, kind: str) -> int:
    from .characters import amount_of

    return amount_of(form.moment, kind)


def _claim(form: Form, stated: Any, player: str, character: str, at: datetime, message: str) -> Claim:
    entry = form.table(stated, "a claim", _OF_CLAIMS)
    made = Claim(player, form.text(entry.get("character")) or character, at, message)
    status = next((each for each in get_args(ClaimStatus) if each == entry.get("status", "unchallenged")), None)
    if status is None:
        form.amiss(f"the status of a claim is {', '.join(get_args(ClaimStatus))}, not {entry['status']!r}", "COUP-062")
    made.status = status or "unchallenged"
    made.challenger = form.person(form.text(entry.get("challenger")))
    made.challenged_at = form.moment.when if made.challenger else None
    return made


def _counteractions(form: Form, stated: Any, at: datetime) -> Iterator[Counteraction]:
    table = form.moment.law.value("counteractions")
    for entry in stated if isinstance(stated, list) else ():
        fields = form.table(entry, "a counteraction", _OF_COUNTERACTIONS)
        player, kind = form.person(form.text(fields.get("player"))), form.text(fields.get("kind"))
        if player not in form.moment.world.players or kind not in table:
            form.amiss("a counteraction needs a player, and a kind that there is", "COUP-050")
            continue
        when, message = form.instant(fields, "at", "a counteraction") or at, form.text(fields.get("message"))
        claim = _claim(form, fields.get("claim"), player, table[kind]["claim"], when, message)
        yield Counteraction(player, kind, claim, when, message)


# --- propositions -----------------------------------------------------------------------------------------------------


def propositions(form: Form, stated: Any) -> None:
    """Let the propositions be as stated; those that are active can be voted on by reactions on their messages."""
    world = form.moment.world
    world.propositions, world.proposed_in, world.open_propositions = {}, {}, []
    for number, entry in form.numbered("propositions", stated, _OF_PROPOSITIONS):
        made = _proposition(form, number, entry)
        world.propositions[number] = made
        world.newest_proposition = max(number, world.newest_proposition)
        if made.message:
            world.proposed_in[made.message] = number
            _let_be_voted_on(form, made.message, made.proponent, made.made_at, made.text, entry.get("votes"))
        if made.status == "active":
            world.open_propositions.append(number)
    world.open_propositions.sort(key=lambda number: (world.propositions[number].made_at, number))


def _proposition(form: Form, number: int, entry: Mapping[str, Any]) -> Proposition:
    world, who = form.moment.world, f"proposition {number}"
    made_at, text = form.at(entry, "made_at", who), form.text(entry.get("text"))
    made = Proposition(
        number, form.text(entry.get("message")), form.person(form.text(entry.get("proponent"))), made_at, made_at
    )
    found = read(text, world.rules, {}) if text else None
    made.text, made.title = text, form.text(entry.get("title")) or (found.title if found else "")
    made.changes = _changes(form, entry, list(found.changes) if found else [], who)
    status = next((each for each in get_args(PropositionStatus) if each == entry.get("status", "active")), None)
    if status is None:
        form.amiss(
            f"{who}: its status is {', '.join(get_args(PropositionStatus))}, not {entry['status']!r}", "COUP-110"
        )
    made.status = status or "active"
    made.closed_at = form.instant(entry, "closed_at", who) or (
        None if made.status in ("active", "illegal") else form.moment.when
    )
    made.playing = form.people(f"{who}: playing", entry.get("playing")) or world.playing
    made.votes = dict(_votes(form, entry.get("votes"), who))
    made.is_locked = form.flag(entry, "locked", who, default=bool(made.votes))
    made.results = form.reader.texts(f"{who}: results", entry.get("results"))
    if made.closed_at is not None and made.status in ("adopted", "rejected"):
        made.tally = [form.count(entry, name, who) for name in ("up", "right", "down", "possible")]
    return made


def _changes(form: Form, entry: Mapping[str, Any], written: list[Change], who: str) -> list[Change]:
    """The changes as they are stated, bound to the rules as they stand now; where they are not, as the text says them."""
    if not isinstance(entry.get("changes"), list):
        return written
    stated = [_change(form, each, who) for each in entry["changes"] if isinstance(each, Mapping)]
    for change, said in zip(stated, written, strict=False):
        change.words, change.is_order = said.words, said.is_order
    return stated


def _change(form: Form, stated: Mapping[str, Any], who: str) -> Change:
    form.only(f"a change of {who}", stated, _OF_CHANGES)
    told = {name: form.text(stated.get(name)) for name in _OF_CHANGES}
    made = Change(told["type"], path=told["rule"], under_path=told["under"], place=told["new_id"], title=told["title"])
    made.text, made.code = told["text"], told["code"]
    made.old = told["replace"] or None
    made.rule, made.under = (_rule_key(form, told[name]) for name in ("rule", "under"))
    return made


def _rule_key(form: Form, path: str) -> int:
    found: Rule | None = at_path(form.moment.world.rules, id_path_of(path) or ()) if path else None
    return found.key if found else TOP


def _votes(form: Form, stated: Any, who: str) -> Iterator[tuple[str, list[Standing]]]:
    """Voter -> their reactions that stand, as they are printed, or the mere vote."""
    known = set(of_nomicoup(form.moment.law).votes.values())
    for voter, told in form.table(stated, f"the votes of {who}").items():
        found = list[Standing]()
        for each in told if isinstance(told, list) else [told]:
            fields = each if isinstance(each, Mapping) else {"vote": each}
            if fields.get("vote") in known:
                found.append(Standing(str(fields["vote"]), form.at(fields, "at", who)))
            else:
                form.amiss(f"{who}: a vote is {', '.join(sorted(known))}, not {fields.get('vote')!r}", "COUP-103")
        yield form.person(str(voter)), found


def _let_be_voted_on(form: Form, message: str, author: str, at: datetime, text: str, votes: Any) -> None:
    """Let the message be known, with the reactions that stand on it."""
    log, law = form.moment.state.log, form.moment.law
    if message not in log.messages:
        posted = told_by_id(message) or at
        log.messages[message] = ChatMessage(message, law.word("propositions_channel"), author, posted, text)
    emoji = {vote: canonical_emoji(each) for each, vote in reversed(law.value("vote_emoji").items())}
    for voter, standing in _votes(form, votes, f"message {message}"):
        for each in standing:
            presences = log.messages[message].reactions.setdefault(emoji[each.vote], {}).setdefault(voter, [])
            if not presences:
                presences.append(Presence(Between.exactly(each.at)))


# --- clarifications ---------------------------------------------------------------------------------------------------


def clarifications(form: Form, stated: Any) -> None:
    """Let the clarifications be as stated; one without a Judge waits for one."""
    world = form.moment.world
    world.clarifications, world.suggested_in, world.choosing = {}, {}, []
    for number, entry in form.numbered("clarifications", stated, _OF_CLARIFICATIONS):
        made = _clarification(form, number, entry)
        world.clarifications[number] = made
        world.newest_clarification = max(number, world.newest_clarification)
        if made.chosen_at is None and made.resolved_at is None:
            made.drawn_at = form.moment.when
            world.choosing.append(number)


def _clarification(form: Form, number: int, entry: Mapping[str, Any]) -> Clarification:
    who = f"clarification {number}"
    raiser, judge = (form.person(form.text(entry.get(name))) for name in ("raiser", "judge"))
    made = Clarification(
        number, raiser, form.text(entry.get("text")), form.at(entry, "at", who), form.text(entry.get("message"))
    )
    made.judge, made.resolved_at = judge, form.instant(entry, "resolved_at", who)
    made.chosen_at = form.at(entry, "chosen_at", who) if judge else None
    for stated in entry.get("suggestions") or ():
        fields = form.table(stated, f"a suggestion of {who}", _OF_SUGGESTIONS)
        made.suggestions.append(_suggestion(form, number, judge, fields))
    return made


def _suggestion(form: Form, number: int, judge: str, entry: Mapping[str, Any]) -> Suggestion:
    who = f"a suggestion for clarification {number}"
    by, at, message = (
        form.person(form.text(entry.get("by"))) or judge,
        form.at(entry, "at", who),
        form.text(entry.get("message")),
    )
    made = Suggestion(by, form.text(entry.get("text")), at, message)
    status = next((each for each in get_args(SuggestionStatus) if each == entry.get("status", "open")), None)
    if status is None:
        form.amiss(f"{who}: its status is {', '.join(get_args(SuggestionStatus))}, not {entry['status']!r}", "COUP-120")
    made.status = status or "open"
    made.votes = dict(_votes(form, entry.get("votes"), who))
    if message:
        form.moment.world.suggested_in[message] = number
        _let_be_voted_on(form, message, by, at, made.text, entry.get("votes"))
    if made.status != "open":
        made.closed_at = form.moment.when
        made.tally = [form.count(entry, name, who) for name in ("up", "right", "down", "possible")]
    return made
