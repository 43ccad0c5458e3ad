"""Values that people put right: what of the printed gamestate may be set, each with how it is taken over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tracker.core.corrections import ABOUT, FAULT, WITHOUT_EFFECT, in_words, places
from tracker.core.observation import PUBLIC, Observation
from tracker.core.rule import rule
from tracker.mechanics.differences import shortened
from tracker.mechanics.holdings import THE_GAME

from .appendix import statuses, tracking
from .appendix.keywords import with_icons_meant
from .core.dynasties import crown
from .core.players import admit, check_decider, depart
from .core.votes import tally_at
from .gndt import gndt
from .moment import Moment
from .redacting import spoken
from .state import ENACTED, FAILED, PENDING, PUT_RIGHT, Person, Resolution, Status

_REMOVED = object()
"""Stands for a value where there is to be none."""
Setter = Callable[[Moment, str, Sequence[str], Any], str]
"""Lets a value hold, given the row and the parts of the pointer; why it cannot be, or empty."""


@rule("BN-200")
def take_correction(moment: Moment, said: Observation) -> None:
    """Let a value hold that people set, now or once the proposal is enacted whose effect it is; what cannot be is reported."""
    fault, value = said.text(FAULT), said.payload.get("set")
    if not fault:
        check_decider(moment, said.text("by"), said.id, said.id)
    if not fault and value is not None:
        post = next((post for post in moment.state.posts.values() if post.observation == said.text("of")), None)
        if post is None:
            fault = _set(moment, said.id, value)
        else:
            moment.state.awaited_values.setdefault(post.slug, []).append((said.id, dict(value)))
    _report(moment, said.id, fault)
    if not fault:
        _tell(moment, said)


def _tell(moment: Moment, said: Observation) -> None:
    """Say what was put right where it is shown; a vote that is void stays listed with those that do not count."""
    about: Observation | None = said.payload.get(ABOUT)
    kind, slug = (about.kind, about.subject) if about else ("", "")
    if kind == said.kind or said.audience != PUBLIC:
        return
    rows = tuple(filter(None, (said.text("of").partition("@")[0], said.id)))
    shown = f"; the blog showed {about.text('status')} then" if about and kind == "post_status" else ""
    text = f"{shortened(in_words(said.payload))}{shown}: {said.text('why')} ({said.text('by')}, {said.id})"
    moment.state.note(PUT_RIGHT, "BN-200", text, *rows, at=moment.when, subject=slug, is_note=True)
    post = moment.state.posts.get(slug)
    if about and post and kind == "comment" and said.payload.get("void"):
        tracking.take_void(moment, post, with_icons_meant(spoken(about), moment.law))


@rule("BN-200")
def take_effect(moment: Moment) -> None:
    """Let the values hold that people said are effects of matters that are enacted now."""
    for slug in [slug for slug in moment.state.awaited_values if moment.state.posts[slug].state != PENDING]:
        for row, value in moment.state.awaited_values.pop(slug):
            is_enacted = moment.state.posts[slug].state == ENACTED
            _report(moment, row, _set(moment, row, value) if is_enacted else f"{slug} was not enacted")


def _report(moment: Moment, row: str, fault: str) -> None:
    if fault:
        moment.state.note(WITHOUT_EFFECT, "BN-200", f"{row} puts nothing right: {fault}", row, at=moment.when)


def _set(moment: Moment, row: str, value: Mapping[str, Any]) -> str:
    pointer, is_removed = str(value["pointer"]), bool(value.get("remove"))
    parts = places(pointer)
    for pattern, setter in SETTERS.items():
        wanted = pattern.split("/")[1:]
        if len(wanted) == len(parts) and all(w.isupper() or w == part for w, part in zip(wanted, parts, strict=True)):
            return setter(moment, row, parts, _REMOVED if is_removed else value.get("value"))
    table = gndt.table_of(moment)
    if table is not None and len(parts) == 1 and table.code is not None and parts[0] in table.code.opening:
        return _state_whole(moment, row, parts[0], value.get("value"))
    return f"there is no value {pointer} that can be set; there are {', '.join(SETTERS)}"


def _on_roster(moment: Moment, name: str) -> Person | None:
    found = [moment.state.people[key] for key in moment.state.find(name)]
    return next((person for person in found if person.is_on_roster), None)


def _set_person(moment: Moment, row: str, parts: Sequence[str], value: Any) -> str:
    """Whoever is or is not on the roster, with status and admin."""
    name, person = parts[1], _on_roster(moment, parts[1])
    if value is _REMOVED:
        if person is None:
            return f"nobody on the roster is called {name}"
        depart(moment, person, row, asked=False)
        return ""
    if not isinstance(value, dict) or value.keys() - {"status", "admin"}:
        return f"{value!r} is no entry of the roster: it has status and admin"
    if value.get("status", "player") not in _STATUSES or not isinstance(value.get("admin", False), bool):
        return f"{value!r} is no entry of the roster"
    person = person or admit(moment.state, name, Status.PLAYER, moment.when, row)
    _become(moment, person, row, Status(value.get("status", "player")))
    person.admin = value.get("admin", False)
    return ""


_STATUSES = (Status.PLAYER.value, Status.IDLE.value)


def _become(moment: Moment, person: Person, row: str, status: Status) -> None:
    if person.status is not status:
        person.status, person.since, person.because = status, moment.when, row


def _set_status(moment: Moment, row: str, parts: Sequence[str], value: Any) -> str:
    person = _on_roster(moment, parts[1])
    if person is None or value not in _STATUSES:
        return _no_person(parts[1]) if person is None else f"a status is {' or '.join(_STATUSES)}, not {_shown(value)}"
    _become(moment, person, row, Status(value))
    return ""


def _set_admin(moment: Moment, row: str, parts: Sequence[str], value: Any) -> str:
    person = _on_roster(moment, parts[1])
    if person is None or not isinstance(value, bool):
        return _no_person(parts[1]) if person is None else f"admin is true or false, not {_shown(value)}"
    person.admin = value
    return ""


def _set_emperor(moment: Moment, row: str, parts: Sequence[str], value: Any) -> str:
    if value is None or value is _REMOVED:
        crown(moment, "")
        return ""
    person = _on_roster(moment, value) if isinstance(value, str) else None
    if person is None:
        return _no_person(_shown(value))
    crown(moment, person.key)
    return ""


def _set_state(moment: Moment, row: str, parts: Sequence[str], value: Any) -> str:
    """Whether a matter is pending, enacted or failed, whatever the blog shows."""
    post = moment.state.posts.get(parts[1])
    if post is None or not (post.kind.is_votable and post.is_official):
        return f"there is no votable matter {parts[1]} any more that could be resolved"
    if value not in (PENDING, ENACTED, FAILED):
        return f"a matter is {PENDING}, {ENACTED} or {FAILED}, not {_shown(value)}"
    if value != post.state:
        tally = tally_at(moment, post)
        statuses.apply(moment, post, Resolution(value, "", moment.when, "", "", row, tally, is_grounded=True))
    return ""


def _set_value(moment: Moment, row: str, parts: Sequence[str], value: Any) -> str:
    """A player's value, or one of the game, as the dynasty declares it."""
    table = gndt.table_of(moment)
    if table is None:
        return "this dynasty keeps no values"
    person = _on_roster(moment, parts[1]) if parts[0] == "values" else None
    holder, stated = person.key if person else THE_GAME, None if value is _REMOVED else value
    if parts[0] == "values" and holder not in table.players:
        return f"{parts[1]} has no values"
    problem = gndt.put_value(table, row, holder, parts[-1], stated, "set by a correction")
    if not problem:
        gndt.happen_by_itself(table)
    return f"{parts[-1]}: {problem}" if problem else ""


def _state_whole(moment: Moment, row: str, name: str, value: Any) -> str:
    """What the dynasty's own code keeps, stated as an opening states it."""
    before = len(moment.state.findings)
    gndt.take_opening(moment, row, {name: value})
    said, moment.state.findings[before:] = moment.state.findings[before:], []
    return "; ".join(found.text for found in said)


SETTERS: Mapping[str, Setter] = {
    "/roster/NAME": _set_person,
    "/roster/NAME/status": _set_status,
    "/roster/NAME/admin": _set_admin,
    "/emperor": _set_emperor,
    "/matters/SLUG/state": _set_state,
    "/values/NAME/VARIABLE": _set_value,
    "/game/VARIABLE": _set_value,
}
"""What of the printed gamestate may be set; whatever else is printed follows from it."""


def _no_person(name: str) -> str:
    return f"nobody on the roster is called {name}"


def _shown(value: Any) -> str:
    return "removed" if value is _REMOVED else repr(value)
