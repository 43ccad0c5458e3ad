"""Core Rules, Idle Castaways: who may be idled or unidled when, by whom, and how it must be told."""

from __future__ import annotations

from datetime import datetime

from tracker.core.gamestate import Finding, Question
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import has_word
from tracker.games.blognomic.law import SECOND
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import Ask, Kind, Person, Post, Status
from tracker.mechanics.differences import shortened

from .roster import Change, acts_as_admin

REQUESTS = {"idle-request": "idle_words", "unidle-request": "unidle_words"}
ANNOUNCING = ("idling", "idle", "idled")
"""The words of an admin who tells that they idled themself."""
RETURNING = ("unidle", "unidled", "unidling", "idle", "back", "quorum")
"""The words of an admin who tells that they are back."""


# --- requests --------------------------------------------------------------------------------------------------------


@rule("BN-020", "BN-024")
def hear(moment: Moment, key: str, subject: str, text: str, row: str) -> None:
    """A post or comment that may ask for idling (of a player) or unidling (of an idle one)."""
    person = moment.state.person(key)
    if person is None or not person.is_on_roster:
        return
    topic = "idle-request" if person.counts else "unidle-request"
    if not has_word(text, moment.law.words(REQUESTS[topic])):
        return
    if person.admin and _names_another(moment, key, text):
        return  # an admin who writes of somebody's idling announces it
    ask = Ask(topic, subject, key, moment.when, row, shortened(text))
    moment.state.asks[ask.question] = ask
    (person.asked_idle if person.counts else person.asked_unidle).append((moment.when, ask.question))


def is_answer(moment: Moment, post: Post, key: str) -> bool:
    """Whether a comment is an admin's on another's request: its words tell what was done and ask for nothing."""
    person = moment.state.person(key)
    if person is None or not person.admin or post.author == key:
        return False
    return any(f"{topic}:{post.slug}" in moment.state.asks for topic in REQUESTS)


def _names_another(moment: Moment, key: str, text: str) -> bool:
    others = (person.name for person in moment.state.people.values() if person.key != key and person.is_on_roster)
    return has_word(text, tuple(others))


def valid_requests(moment: Moment, asked: list[tuple[datetime, str]], span: str) -> list[tuple[datetime, str]]:
    """The requests no older than the span that no person has said are none."""
    oldest = moment.when - moment.law.span(span)
    return [(at, question) for at, question in asked if at >= oldest and moment.answer(question) != "no"]


# --- idling ----------------------------------------------------------------------------------------------------------


@rule("BN-015", "BN-016", "BN-020", "BN-021", "BN-023")
def take_idling(moment: Moment, change: Change) -> None:
    """Somebody is marked idle: from now on they are no player; whether an admin had a ground for it is checked."""
    person = moment.state.people[change.key]
    if person.status is Status.IDLE:
        return
    is_own = bool(change.by) and moment.state.key_of(change.by) == person.key
    if acts_as_admin(moment, change, "BN-011") and not (is_own and person.admin):
        _check_ground(moment, person, change)
    if is_own and person.admin:
        person.idled_self_at = change.when
        _remember_unannounced(moment, person, change, "own-idling")
    for ask in moment.state.asks.values():
        if ask.topic == "idle-request" and ask.who == person.key and ask.closed_at is None:
            ask.closed_at = change.when
    person.status, person.since, person.because = Status.IDLE, change.when, change.row
    _mark_shown(moment, person)


def _mark_shown(moment: Moment, person: Person) -> None:
    shown = moment.state.shown.get(person.key)
    if shown is not None:
        shown.status = person.status


def _check_ground(moment: Moment, person: Person, change: Change) -> None:
    if valid_requests(moment, person.asked_idle, "request_hours"):
        return
    if person.last_activity is None or change.when - person.last_activity > moment.law.span("inactivity_hours"):
        if change.by and not (
            person.last_activity is None and change.when - person.since <= moment.law.span("inactivity_hours")
        ):
            _remember_unannounced(moment, person, change, "idling")
        return
    heard = f"{person.last_activity:%Y-%m-%d %H:%M:%S}"
    text = f"{person.name} was idled without a request of the past {_hours(moment, 'request_hours')}, last heard at {heard}"
    moment.state.note("NO_IDLE_REASON", "BN-020", text, change.row, person.last_activity_id, at=change.when)


def _hours(moment: Moment, name: str) -> str:
    return f"{moment.law.number(name)} hours"


@rule("BN-021")
def may_be_idled_from(moment: Moment, person: Person) -> datetime | None:
    """The first instant at which an admin may idle them for inactivity; None for who does not count or was never heard."""
    if not person.counts:
        return None
    heard = person.last_activity or person.since
    return heard + moment.law.span("inactivity_hours") + SECOND


# --- announcements ---------------------------------------------------------------------------------------------------


def _remember_unannounced(moment: Moment, person: Person, change: Change, topic: str) -> None:
    """Keep an idling until a post announces it (or, for an admin's own, a post or comment)."""
    actor = moment.state.key_of(change.by)
    ask = Ask(topic, f"{person.key}@{change.when.isoformat()}", actor, change.when, change.row, person.key)
    posts = [
        post
        for post in moment.state.posts.values()
        if post.author == actor and ask.at - post.posted_at <= moment.law.span("request_hours")
    ]
    if any(_announces(moment, ask, f"{post.title}\n{post.body}") for post in posts):
        return
    if topic == "own-idling" and valid_requests(moment, person.asked_idle, "request_hours"):
        return
    moment.state.asks[ask.question] = ask
    moment.state.unannounced.append(ask.question)


def _announces(moment: Moment, ask: Ask, text: str) -> bool:
    if ask.topic == "own-idling":
        return has_word(text, ANNOUNCING)
    return has_word(text, (moment.state.name_of(ask.text),))


@rule("BN-022", "BN-023")
def hear_announcement(moment: Moment, key: str, text: str, *, is_post: bool) -> None:
    """A text by an admin may announce idlings that were made without a word so far; for silence it must be a post."""
    state = moment.state
    for ask in [state.asks[question] for question in state.unannounced]:
        fits = ask.topic == "own-idling" or is_post
        if fits and ask.who == key and _announces(moment, ask, text):
            ask.closed_at = moment.when
            state.unannounced.remove(ask.question)


@rule("BN-022", "BN-023")
def findings(moment: Moment) -> list[Finding]:
    """Idlings that nothing announces (for inactivity a report, of an admin's own a note), and idle players named."""
    found = []
    for ask in [moment.state.asks[question] for question in moment.state.unannounced]:
        is_own = ask.topic == "own-idling"
        clause = "BN-023" if is_own else "BN-022"
        text = f"{moment.state.name_of(ask.who)} idled {'themself' if is_own else moment.state.name_of(ask.text)} and no post says so"
        found.append(Finding("IDLING_NOT_ANNOUNCED", clause, text, (ask.observation,), ask.at, is_own))
    return found + _targets(moment)


# --- unidling --------------------------------------------------------------------------------------------------------


@rule("BN-024", "BN-025", "BN-026")
def take_unidling(moment: Moment, change: Change) -> None:
    """Somebody is unmarked: a player again, unless nobody asked for it or they asked to be idle less than four days ago."""
    person = moment.state.people[change.key]
    if person.status is not Status.IDLE:
        return
    shown = moment.state.shown.get(person.key)
    if shown is not None:
        shown.status = Status.PLAYER
    if not _may_be_unidled(moment, person, change):
        return
    person.idle_before, person.unidled_at = person.since, change.when
    person.status, person.since, person.because = Status.PLAYER, change.when, change.row
    for ask in moment.state.asks.values():
        if ask.topic == "unidle-request" and ask.who == person.key:
            ask.closed_at = change.when
    if change.by and moment.state.key_of(change.by) == person.key:
        ask = Ask("return", person.key, person.key, change.when, change.row)
        moment.state.asks[ask.question] = ask


def _may_be_unidled(moment: Moment, person: Person, change: Change) -> bool:
    is_own = bool(change.by) and moment.state.key_of(change.by) == person.key
    if not acts_as_admin(moment, change, "BN-011"):
        return False
    asked = _barring(moment, person)
    if asked is not None:
        bar = _hours(moment, "unidle_bar_hours")
        text = f"{person.name} asked for or made themself idle at {asked:%Y-%m-%d %H:%M:%S}, less than {bar} ago"
        moment.state.note("UNIDLE_BAR", "BN-026", text, change.row, at=change.when)
        return False
    if is_own or valid_requests(moment, person.asked_unidle, "request_hours") or not change.by:
        return True
    text = f"{person.name} was unidled without a request of the past {_hours(moment, 'request_hours')}"
    moment.state.note("NO_UNIDLE_REQUEST", "BN-024", text, change.row, at=change.when)
    return False


def _barring(moment: Moment, person: Person) -> datetime | None:
    """When they asked to be idle or idled themself, where that bars an unidling now."""
    asked = [at for at, _ in valid_requests(moment, person.asked_idle, "unidle_bar_hours")]
    if person.idled_self_at is not None and moment.when - person.idled_self_at <= moment.law.span("unidle_bar_hours"):
        asked.append(person.idled_self_at)
    start = moment.state.dynasty_since
    asked = [at for at in asked if start is None or at >= start]
    return max(asked, default=None)


@rule("BN-027")
def hear_vote(moment: Moment, key: str, text: str, row: str, subject: str) -> None:
    """An admin's first vote after unidling themself should say that they are back and what the quorum is."""
    ask = moment.state.asks.pop(f"return:{key}", None)
    if ask is not None and not has_word(text, RETURNING):
        sentence = f"{moment.state.name_of(key)} unidled themself, and their first vote does not say so"
        moment.state.note(
            "RETURN_NOT_MENTIONED", "BN-027", sentence, row, at=moment.when, subject=subject, is_note=True
        )


@rule("BN-020", "BN-024")
def questions(moment: Moment) -> list[Question]:
    """Texts that may be requests to be idled or unidled, while an admin may act on them."""
    found = []
    for ask in moment.state.asks.values():
        is_open = ask.topic in REQUESTS and ask.closed_at is None and moment.answer(ask.question) is None
        if is_open and moment.when - ask.at <= moment.law.span("request_hours"):
            verb, clause = ("idled", "BN-020") if ask.topic == "idle-request" else ("unidled", "BN-024")
            text = f"Does {moment.state.name_of(ask.who)} ask here to be {verb}?"
            found.append(Question(ask.question, text, clause, ("yes", "no"), ask.at, (ask.text,), (ask.observation,)))
    return found


@rule("BN-017")
def _targets(moment: Moment) -> list[Finding]:
    """Idle players whom open proposals name: unidle for that provision alone, without a vote or a place in N."""
    idle_ones = [person for person in moment.state.people.values() if person.status is Status.IDLE]
    if not idle_ones:
        return []
    found = []
    for post in moment.state.open_matters(Kind.PROPOSAL):
        text = f"{post.title}\n{post.body}"
        lowered = text.lower()
        # Twenty years leave hundreds of idle players, hardly one of whom is named: a plain search goes first.
        named = [who.name for who in idle_ones if who.name.lower() in lowered and has_word(text, (who.name,))]
        if named:
            sentence = f"{post.title} names {', '.join(named)}: idle, and unidle only for carrying out that provision"
            found.append(
                Finding("NAMES_IDLE_PLAYER", "BN-017", sentence, (post.observation,), post.opened_at, True, post.slug)
            )
    return found
