"""Corrections that people give: the record put right by a row of its own, dated, signed and with a reason, and taken back by another."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from tracker.app.asking.folding import fold_supposing, gamestate_of
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.deck.deck import SOURCE as DECK
from tracker.app.dice.dice import SOURCE as DICE
from tracker.app.people.accounts import APPROVER, check_person
from tracker.app.people.void_lines import corrections, void_rows
from tracker.app.tick.looking import lock
from tracker.app.wired import Wired
from tracker.core.corrections import CORRECTION, SOURCE, WITHOUT_EFFECT, is_about
from tracker.core.gamestate import Gamestate
from tracker.core.instants import instant_of_play, iso
from tracker.core.observation import (
    FILE,
    OPERATOR,
    PUBLIC,
    ArchivedObservation,
    Observation,
    ObservationBatch,
)
from tracker.core.secrecy import is_private
from tracker.errors import UsageError

_OF_DECK = frozenset({"shuffle", "dealt", "commitment", "reveal", "ending", "letter", "look", "roll_lost"})
"""The kinds of rows that no person saw otherwise: all that was dealt hangs on them, or they tell of the tracker alone."""


def correct(wired: Wired, said: Mapping[str, Any], *, by: str, why: str) -> Observation:
    """Archive a correction: ``said`` holds ``of`` and one of ``reads``, ``happened``, ``void`` and ``set``, as a record does.

    Raises UsageError, with nothing archived, where there is no such row or value, it is of no effect, the person may not, or a
    name or reason is missing.
    """
    with lock(wired):
        return correct_locked(wired, said, by=by, why=why)


def correct_locked(wired: Wired, said: Mapping[str, Any], *, by: str, why: str) -> Observation:
    """As ``correct``, where the lock is held."""
    if not (by.strip() and why.strip()):
        raise UsageError("a correction needs a name and a reason", remedy="give --by NAME and --why TEXT")
    gamestate, now = gamestate_at(wired), wired.clock.now()
    check_person(wired, gamestate, APPROVER, by, "correct the record")
    of = str(said.get("of") or "")
    rows = _rows_named(wired, of) if of else []
    _check_rows(of, rows)
    happened = [_instant(str(said["happened"]))] if said.get("happened") else []
    if said.get("set"):
        said = {**said, "set": wired.game.value_with_people(said["set"], partial(_person_called, gamestate))}
    told = {**said, **({"of": _id_of(of, rows)} if of else {}), **({"happened": iso(happened[0])} if happened else {})}
    payload = {**told, "by": by, "why": why}
    number = max((int(each.id.rpartition(":")[2]) for each in corrections(wired) if _is_ours(each.id)), default=0) + 1
    audience = PUBLIC if all(_is_public(row.observation) for row in rows) else OPERATOR
    made = Observation(
        CORRECTION, f"{CORRECTION}:{number}", payload, at=now, seen_at=now, audience=audience, source=SOURCE
    )
    named = [row for row in rows if is_about(made, row)]
    if of:
        since = min([now, *happened, *(row.observation.changes_from for row in named)])
        made = replace(made, payload={**payload, "since": iso(since)})
    _check_effect(wired, made)
    wired.archive.append(ObservationBatch(SOURCE, (made,), iso(now), now), wired.game.read)
    return made


def standing(wired: Wired) -> Sequence[Mapping[str, Any]]:
    """What people have put right, as plain JSON values: each correction, and by which other it was taken back (``taken_back_by``)."""
    told = corrections(wired)
    taken_back = void_rows(told)
    return [
        {
            "id": each.id,
            "at": iso(each.happened_at),
            **{name: value for name, value in each.payload.items() if name != "since"},
            **({"taken_back_by": taken_back[each.id].id} if each.id in taken_back else {}),
        }
        for each in told
    ]


def value_meant(text: str) -> Any:
    """A value that somebody wrote: as JSON, or the text itself where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


_SET = re.compile(
    r"set\s+(?P<pointer>/.+?)\s+(?:to\s+(?P<said>.+)|(?P<value>[\"“].*[\"”]|\S+))", re.DOTALL | re.IGNORECASE
)


def put_right_meant(of: str, words: str) -> dict[str, Any]:
    """What a person's words put right, as a correction holds it: ``void``, ``reads "TEXT"``, ``happened INSTANT``, ``set /POINTER VALUE``.

    With ``to`` before it the value may hold blanks; ``remove /POINTER`` takes one out. ``of`` is the row, or the proposal, "" for none.
    """
    told = {"of": of} if of else {}
    if found := _SET.fullmatch(words):
        text = found["said"] or found["value"]
        bare = _unquoted(text)
        return {**told, "set": {"pointer": found["pointer"], "value": bare if bare != text else value_meant(text)}}
    kind, *rest = words.split(None, 1)
    if kind.lower() == "remove" and rest:
        return {**told, "set": {"pointer": rest[0], "remove": True}}
    return {**told, kind.lower(): _unquoted(rest[0]) if rest else True}


def _unquoted(text: str) -> str:
    """A text without the quotation marks around it."""
    return text[1:-1] if len(text) > 1 and text[0] in '"“' and text[-1] in '"”' else text


def _is_ours(id: str) -> bool:
    head, _, number = id.partition(":")
    return head == CORRECTION and number.isdecimal()


def _rows_named(wired: Wired, of: str) -> Sequence[ArchivedObservation]:
    """The rows of an id, of an id with the instant of one of them, of an address, or of the post whose slug that is."""
    for id in (of, of.rpartition("@")[0], *_called(wired, of)):
        if id and (found := wired.archive.versions(id)):
            return found
    return []


def _called(wired: Wired, name: str) -> Iterable[str]:
    """The ids of what has that address, or of the post of that slug: the pages link to both."""
    for word in dict.fromkeys(filter(None, re.split(r"[/#?&=]", name))):
        for source in (*wired.source_names, FILE):
            rows = wired.archive.newest_about(source, word)
            yield from (row.id for row in rows if _bears(row.observation, name))


def _bears(seen: Observation, name: str) -> bool:
    return name == seen.text("url") or (seen.kind == "post" and name == seen.text("slug"))


def _id_of(of: str, rows: Sequence[ArchivedObservation]) -> str:
    """What names the rows in the archive: the id where a slug or an address was given."""
    return of if of.startswith(f"{rows[0].id}@") else rows[0].id


def _check_rows(of: str, rows: Sequence[ArchivedObservation]) -> None:
    if of and not rows:
        raise UsageError(f"there is no observation {of!r}", remedy="tracker explain shows the ids")
    if any(row.observation.source == DECK or row.observation.kind in _OF_DECK for row in rows):
        raise UsageError(
            f"{of} is a row of the tracker's own, on which secrets hang", remedy="correct what somebody wrote"
        )
    if any(row.observation.source == DICE for row in rows):
        raise UsageError(
            f"{of} fell by the day's seed, and never falls anew", remedy="void the line that called for it"
        )


def _is_public(seen: Observation) -> bool:
    return seen.audience == PUBLIC and not is_private(seen)


def _instant(text: str) -> datetime:
    try:
        return instant_of_play(text)
    except ValueError as error:
        raise UsageError(f"{text!r} is no instant of play: {error}", remedy="write 2019-10-01T12:00:00Z") from error


_MENTION = re.compile(r"<@!?([0-9]+)>")


def _person_called(gamestate: Gamestate, name: str) -> str:
    """The id in the game of whoever is called so, or mentioned; the name itself where nobody is, or several are."""
    names, roster = gamestate.names or {}, gamestate.values.get("roster", {})
    wanted = _MENTION.sub(r"\1", name.strip()).removeprefix("@").removeprefix("discord:").casefold()
    shown = {names.get(id, id).casefold() for id in names if id.casefold() == wanted} or {wanted}
    found = [id for id in roster if id.casefold() == wanted or names.get(id, id).casefold() in shown]
    return found[0] if len(found) == 1 else name


def _check_effect(wired: Wired, made: Observation) -> None:
    """Refuse a correction that the game could not use, as it would say itself once it is told."""
    supposed = gamestate_of(wired.game, fold_supposing(wired.game, wired.archive, wired.clock.now(), (made,)))
    for found in supposed.findings:
        if found.code == WITHOUT_EFFECT and made.id in found.observations:
            raise UsageError(found.text, remedy="tracker correct --help shows how each kind is written")
