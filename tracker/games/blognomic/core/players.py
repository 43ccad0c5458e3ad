"""Core Rules, Castaways: joining, leaving, names and admins, read from the roster and from what people post."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.gamestate import Question
from tracker.core.instants import EPOCH
from tracker.core.leaning import remembered
from tracker.core.manners import PAUSE_QUESTION
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import any_word_of, has_any_word, has_word
from tracker.games.blognomic.law import Law
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case.special_case import downtime_of, is_downtime
from tracker.games.blognomic.state import ENACTED, Ask, Kind, Person, Post, Shown, State, Status, cell_key, folded
from tracker.mechanics.differences import shortened

from . import idle
from .dynasties import mark_emperors, unmark_emperor
from .roster import Change, acts_as_admin

# --- the roster as a whole -------------------------------------------------------------------------------------------


@rule("BN-011", "BN-015")
def take_roster(moment: Moment, row: str, players: Sequence[Mapping[str, Any]]) -> None:
    """Take a whole roster in: the first is the baseline, of a later one only what differs from the last one shown is news."""
    state, is_first = moment.state, not moment.state.has_roster
    before = dict(state.shown)
    state.shown = {}
    for entry in players:
        key = _known_as(moment, entry, row, is_first)
        shown = Shown(
            Status(entry["status"]), bool(entry["admin"]), _is_marked(entry, before.get(key)), str(entry["name"])
        )
        state.shown[key] = shown
        if not is_first:
            _take_differences(moment, key, before.get(key), shown, row, str(entry["name"]))
    for key in before.keys() - state.shown.keys():
        take_change(moment, Change(key, state.name_of(key), "leave", moment.when, row))
    state.has_roster = True
    mark_emperors(moment, {key for key, shown in before.items() if shown.emperor}, row, is_first=is_first)


def _is_marked(entry: Mapping[str, Any], before: Shown | None) -> bool:
    """Whether the roster marks somebody as emperor; one that marks nobody at all leaves the mark where it was."""
    marked = entry.get("emperor")
    return (before is not None and before.emperor) if marked is None else bool(marked)


def _known_as(moment: Moment, entry: Mapping[str, Any], row: str, is_first: bool) -> str:
    """The key of a roster entry; a known member under a new name changes name, an unknown one of a first roster is taken in."""
    state, name, member = moment.state, str(entry["name"]), str(entry.get("member_id") or "")
    found = state.find(name, member)
    if len(found) > 1:
        state.note(
            "AMBIGUOUS_NAME", "BN-010", f"the roster's {name} may be {_names(state, found)}", row, at=moment.when
        )
    if found and found[0] in state.shown and state.name_of(found[0]) != name:
        text = f"the roster lists both {state.name_of(found[0])} and {name}; they are taken for two people"
        state.note("AMBIGUOUS_NAME", "BN-010", text, row, at=moment.when)
        found = []
    if found:
        if folded(state.name_of(found[0])) != folded(name) and member in state.members:
            take_change(
                moment, Change(found[0], state.name_of(found[0]), "rename", moment.when, row, to=name, is_listed=True)
            )
        if member:
            state.members.setdefault(member, found[0])
        return found[0]
    if is_first:
        return admit(
            state, name, Status(entry["status"]), moment.when, row, admin=bool(entry["admin"]), member_id=member
        ).key
    key = folded(name)
    while key in state.shown:
        key += "'"
    return key


def _names(state: State, keys: list[str]) -> str:
    return " or ".join(state.name_of(key) for key in keys)


def _take_differences(moment: Moment, key: str, old: Shown | None, new: Shown, row: str, name: str) -> None:
    """What a later roster tells by differing from the one before."""
    if old is None:
        take_change(moment, Change(key, name, "join", moment.when, row))
        if new.admin:
            take_change(moment, Change(key, name, "admin", moment.when, row))
        old = Shown(Status.PLAYER, new.admin, False)
    if old.status is not new.status:
        take_change(moment, Change(key, name, "idle" if new.status is Status.IDLE else "unidle", moment.when, row))
    if old.admin != new.admin:
        take_change(moment, Change(key, name, "admin" if new.admin else "deadmin", moment.when, row))


def admit(
    state: State, name: str, status: Status, when: datetime, row: str, *, admin: bool = False, member_id: str = ""
) -> Person:
    """Put somebody on the books under a key that nobody else has."""
    key = folded(name)
    while key in state.people:
        key += "'"
    is_bot = folded(name) == folded(str(state.settings.get("bot_account", "")))
    person = Person(
        key, name, Status.LEFT if is_bot else status, when, admin and not is_bot, member_id, row, idle_before=None
    )
    state.people[key] = person
    state.names.setdefault(folded(name), []).append(key)
    if member_id:
        state.members[member_id] = key
    return person


WAITING = frozenset({"join", "idle", "unidle"})
"""Changes that the downtime bars (BN-177): "Castaways" is not among the rules it leaves open."""

# --- single changes --------------------------------------------------------------------------------------------------


def take_change(moment: Moment, change: Change) -> None:
    """Take one change of the roster in, checked against the rule that allows it."""
    takers = {
        "join": _join, "leave": _leave, "idle": idle.take_idling, "unidle": idle.take_unidling,
        "admin": _become_admin, "deadmin": _lose_admin, "rename": _rename,
    }  # fmt: skip
    if change.change in ("emperor", "unemperor"):
        _take_mark(moment, change)
    elif change.change in WAITING and is_downtime(moment.state, moment.law):
        text = f"{change.name}: to {change.change} is not allowed in the downtime, so it is not applied"
        moment.state.note("DOWNTIME", "BN-177", text, change.row, at=change.when)
        moment.state.marks_wait_until = downtime_of(moment.law)[1]
    elif change.change == "join" or change.key in moment.state.people:
        takers[change.change](moment, change)
    else:
        moment.state.note("UNKNOWN_NAME", "BN-011", f"{change.name} is not on the roster", change.row, at=change.when)


@rule("BN-011", "BN-200")
def check_decider(moment: Moment, by: str, question: str, row: str) -> None:
    """Report a decision by somebody who is no admin when making it; it counts, since the log says that it was made."""
    person = moment.state.person(moment.state.key_of(by))
    is_of_the_game = moment.state.has_roster and question != PAUSE_QUESTION
    if is_of_the_game and not (person and person.admin and person.is_on_roster):
        text = f"{question} was decided by {by}, who is no admin of the roster"
        moment.state.note("NOT_AN_ADMIN", "BN-011", text, row, at=moment.when, is_note=True)


@rule("BN-015", "BN-177")
def take_waiting_marks(moment: Moment) -> None:
    """The downtime is over: what the roster still shows otherwise than we have it is taken now."""
    moment.state.marks_wait_until = None
    for key, shown in list(moment.state.shown.items()):
        person = moment.state.person(key)
        now = person.status if person is not None and person.is_on_roster else None
        if now is not shown.status:
            verb = "join" if now is None else "idle" if shown.status is Status.IDLE else "unidle"
            name = person.name if person is not None else shown.name
            take_change(moment, Change(key, name, verb, moment.when, moment.state.shown_emperor))


def _take_mark(moment: Moment, change: Change) -> None:
    before = {key for key, shown in moment.state.shown.items() if shown.emperor}
    for key, shown in moment.state.shown.items():
        if key == change.key:
            shown.emperor = change.change == "emperor"
        elif change.change == "emperor":
            shown.emperor = False
    if change.change == "unemperor":
        unmark_emperor(moment, change.key)
    mark_emperors(moment, before, change.row)


@rule("BN-006", "BN-007", "BN-009")
def _join(moment: Moment, change: Change) -> None:
    """An applicant becomes a player when an admin has added them to the roster (and the table of values, where one is kept)."""
    state, person = moment.state, moment.state.person(change.key)
    if person is not None and person.is_on_roster:
        return
    if not acts_as_admin(moment, change, "BN-007"):
        return
    if person is not None and _is_barred(moment, person, change):
        return
    if person is None:
        person = admit(state, change.name, Status.PLAYER, change.when, change.row, member_id=change.member_id)
        if person.status is Status.LEFT:
            return
    _note_name(moment, person, change.row)
    person.status = Status.AWAITED if _lacks_row(moment, person) else Status.PLAYER
    person.since = person.joined_at = change.when
    person.because = change.row
    state.shown.setdefault(person.key, Shown(Status.PLAYER, person.admin, False))
    close_asks(state, person.key, "join", change.when)


def _is_barred(moment: Moment, person: Person, change: Change) -> bool:
    if person.left_at is None or not person.left_by or change.when - person.left_at > moment.law.span("rejoin_hours"):
        return False
    text = f"{person.name} left at {person.left_at:%Y-%m-%d %H:%M:%S} and was added within {moment.law.number('rejoin_hours')} hours"
    moment.state.note("TWO_WEEKS_BAR", "BN-009", text, person.left_by, change.row, at=change.when)
    return True


def _lacks_row(moment: Moment, person: Person) -> bool:
    rows = moment.state.settings.get("rows")
    return rows is not None and folded(person.name) not in rows


@rule("BN-007")
def take_cell(moment: Moment, name: str, variable: str, value: str) -> None:
    """A cell of the table of values; with the roster a player's row makes the applicant a player, the later of the two counting."""
    state = moment.state
    if variable:
        state.cells[cell_key(name, variable)] = value
    if folded(name) in state.settings.get("rows", ()):
        return
    state.settings["rows"] = [*state.settings.get("rows", []), folded(name)]
    person = state.person(state.key_of(name))
    if person is not None and person.status is Status.AWAITED:
        person.status, person.since, person.joined_at = Status.PLAYER, moment.when, moment.when


def _leave(moment: Moment, change: Change) -> None:
    """The roster no longer shows somebody; who asked to leave in a post has left already (BN-008)."""
    person = moment.state.people[change.key]
    moment.state.shown.pop(change.key, None)
    asked = [ask for ask in moment.state.asks.values() if ask.topic == "leave" and _is_open_by(moment, ask, person)]
    close_asks(moment.state, person.key, "leave", change.when)
    if person.status is Status.LEFT:
        return
    depart(moment, person, change.row, asked=False)
    if not asked:
        text = f"{person.name} is gone from the roster without a leaving post"
        moment.state.note("LEFT_WITHOUT_POST", "BN-008", text, change.row, at=change.when, is_note=True)
    for ask in asked:
        person.left_at, person.left_by = ask.at, ask.observation


def _is_open_by(moment: Moment, ask: Ask, person: Person) -> bool:
    return ask.who == person.key and ask.closed_at is None and moment.answer(ask.question) != "no"


@rule("BN-008", "BN-039")
def depart(moment: Moment, person: Person, row: str, *, asked: bool) -> None:
    """Somebody ceases to be a player at this moment; an emperor who leaves leaves a dynasty without a head."""
    person.status, person.since, person.because = Status.LEFT, moment.when, row
    if asked:
        person.left_at, person.left_by = moment.when, row
    if moment.state.emperor == person.key:
        moment.state.emperor, moment.state.emperor_since = "", moment.when


@rule("BN-010")
def _rename(moment: Moment, change: Change) -> None:
    """A new name needs an enacted proposal that names both; votes and posts follow the person in any case."""
    state, person = moment.state, moment.state.people[change.key]
    if not change.is_listed and any(other.name == change.to and other.is_on_roster for other in state.people.values()):
        text = f"{person.name} cannot become {change.to}: somebody on the roster is called that"
        state.note("AMBIGUOUS_NAME", "BN-010", text, change.row, at=change.when)
        return
    if not _is_granted(moment, (Kind.PROPOSAL,), person.name, change.to):
        text = f"{person.name} became {change.to} without an enacted proposal that approves it"
        state.note("NAME_CHANGE_WITHOUT_PROPOSAL", "BN-010", text, change.row, at=change.when)
    state.names.setdefault(folded(change.to), []).append(person.key)
    person.name = change.to
    _note_name(moment, person, change.row)


_PLAIN_NAME = re.compile(r"[A-Za-z0-9_\-.']{,30}")


@rule("BN26-052")
def _note_name(moment: Moment, person: Person, row: str) -> None:
    """Report a name that is too short or long, or has letters that none may have."""
    shortest = moment.law.number("name_shortest")
    is_plain = len(person.name) >= shortest and bool(_PLAIN_NAME.fullmatch(person.name))
    if shortest and not is_plain:
        text = f"{person.name} is no name of {shortest} to 30 letters, digits, and _ - . '"
        moment.state.note("NAME_NOT_ALLOWED", "BN26-052", text, row, at=moment.when)


def _is_granted(moment: Moment, kinds: tuple[Kind, ...], *words: str) -> bool:
    """Whether a matter of these kinds names all the words and was enacted not too long ago.

    What may be settled already is too old, so that folding from a checkpoint says the same (law 4).
    """
    oldest = moment.when - moment.law.span("settle_after_hours")
    enacted = (
        post
        for post in moment.state.posts.values()
        if post.state == ENACTED and post.kind in kinds and post.resolution is not None and post.resolution.at >= oldest
    )
    return any(all(has_word(_whole_text(post), (word,)) for word in words) for post in enacted)


def _whole_text(post: Post) -> str:
    return f"{post.title}\n{post.body}"


_GRANTING = (Kind.PROPOSAL, Kind.CALL)


@rule("BN-012", "BN-014")
def _become_admin(moment: Moment, change: Change) -> None:
    """An admin mark needs an enacted matter that grants it; the new admin is to be given the configuration password."""
    state, person = moment.state, moment.state.people[change.key]
    if not _is_granted(moment, _GRANTING, person.name, "admin"):
        text = f"no enacted matter makes {person.name} an admin"
        state.note("ADMIN_WITHOUT_GROUND", "BN-012", text, change.row, at=change.when)
    person.admin = True
    _show(state, person, change)
    ask = Ask("password-handover", person.name, person.key, change.when, change.row)
    state.asks[ask.question] = ask


@rule("BN-013")
def _lose_admin(moment: Moment, change: Change) -> None:
    """An admin mark goes by a matter or by the admin's own resignation."""
    state, person = moment.state, moment.state.people[change.key]
    resigned = any(ask.topic == "resign-admin" and ask.who == person.key for ask in state.asks.values())
    granted = _is_granted(moment, _GRANTING, person.name, "admin")
    if person.admin and not granted and not resigned:
        text = f"no enacted matter and no resignation takes {person.name}'s admin mark away"
        state.note("ADMIN_LOST_WITHOUT_GROUND", "BN-013", text, change.row, at=change.when)
    person.admin = False
    _show(state, person, change)


def _show(state: State, person: Person, change: Change) -> None:
    shown = state.shown.get(person.key)
    if shown is not None:
        shown.admin = change.change == "admin"


# --- what posts and comments may ask for -----------------------------------------------------------------------------


def close_asks(state: State, key: str, topic: str, when: datetime) -> None:
    """Somebody's requests of one topic have been acted on."""
    for ask in state.asks.values():
        if ask.topic == topic and ask.who == key and ask.closed_at is None:
            ask.closed_at = when


@rule("BN-006", "BN-008", "BN-013", "BN-190")
def hear_post(moment: Moment, post: Post, text: str) -> None:
    """What a plain post may ask for: to join, to leave, to lay down an admin's post (only posts on the blog count)."""
    state, law, person = moment.state, moment.law, moment.state.person(post.author)
    on_roster = person is not None and person.is_on_roster
    if _asks_to_join(moment, text):
        if on_roster:
            state.note(
                "ALREADY_A_PLAYER",
                "BN-006",
                f"{post.author_name} is on the roster already",
                post.observation,
                at=moment.when,
                subject=post.slug,
            )
        else:
            _ask(moment, "join", post, text)
    if person is None or not on_roster:
        return
    if has_word(text, law.words("leave_words")):
        _ask(moment, "leave", post, text)
        if moment.answer(f"leave:{post.slug}") == "yes":
            depart(moment, person, post.observation, asked=True)
    if person.admin and has_word(text, law.words("resign_admin_words")):
        _ask(moment, "resign-admin", post, text)
        person.admin = person.admin and moment.answer(f"resign-admin:{post.slug}") != "yes"


@rule("BN-006", "BN-255")
def _asks_to_join(moment: Moment, text: str) -> bool:
    """Whether a text may ask to join; the ruleset's own word for a player and "player" are the same."""
    return has_any_word(text, moment.law.words("join_words"), joining_words(moment.law.word("player_word")))


@remembered(maxsize=16)
def joining_words(player_word: str) -> tuple[str, ...]:
    """What people write who ask to join."""
    return tuple(f"{verb} a {term}" for term in (player_word, "player") for verb in ("become", "be"))


def may_ask(law: Law, text: str) -> bool:
    """Whether a comment has any word by which people ask to join, leave, idle or unidle; hardly one in a hundred has."""
    return _asking(law).search(text.lower()) is not None


_ASKING = frozenset({"join_words", "leave_words", *idle.REQUESTS.values()})


def _asking(law: Law) -> re.Pattern[str]:
    """Looked for in every comment: where the words are the game's own, one lookup finds the pattern."""
    player_word = law.word("player_word")
    return _usual_asking(player_word) if law.is_usual(_ASKING) else _asking_for(law, player_word)


@remembered(maxsize=16)
def _usual_asking(player_word: str) -> re.Pattern[str]:
    return _asking_for(Law(EPOCH, {}), player_word)


def _asking_for(law: Law, player_word: str) -> re.Pattern[str]:
    return any_word_of(*(law.words(name) for name in sorted(_ASKING)), joining_words(player_word))


def _ask(moment: Moment, topic: str, post: Post, text: str) -> None:
    ask = Ask(topic, post.slug, post.author, moment.when, post.observation, shortened(text), name=post.author_name)
    moment.state.asks[ask.question] = ask


@rule("BN-006", "BN-008")
def hear_comment(moment: Moment, key: str, name: str, text: str, row: str) -> None:
    """Joining and leaving need a post: a comment that seems to ask for it is reported."""
    person = moment.state.person(key)
    on_roster = person is not None and person.is_on_roster
    if not on_roster and _asks_to_join(moment, text):
        moment.state.note(
            "NEEDS_A_POST", "BN-006", f"{name} asks to join in a comment; it needs a post", row, at=moment.when
        )
    if on_roster and has_word(text, moment.law.words("leave_words")):
        moment.state.note(
            "NEEDS_A_POST", "BN-008", f"{name} seems to ask to leave in a comment; it needs a post", row, at=moment.when
        )


_QUESTIONS = {
    "join": ("BN-006", "{name} asks to join: an admin may add them to the roster"),
    "leave": ("BN-008", "Is this post {name}'s request to cease to be a player?"),
    "resign-admin": ("BN-013", "Does {name} resign as admin in this post?"),
    "password-handover": ("BN-014", "{name} became an admin: has the configuration password been handed over?"),
}


@rule("BN-006", "BN-008", "BN-013", "BN-014")
def questions(moment: Moment) -> list[Question]:
    """Open requests to join and leave, resignations, and password reminders."""
    found = []
    for ask in moment.state.asks.values():
        if ask.topic in _QUESTIONS and ask.closed_at is None and moment.answer(ask.question) is None:
            clause, text = _QUESTIONS[ask.topic]
            sentence = text.format(name=moment.state.asker(ask))
            found.append(
                Question(ask.question, sentence, clause, ("yes", "no"), ask.at, (ask.text,), (ask.observation,))
            )
    return found
