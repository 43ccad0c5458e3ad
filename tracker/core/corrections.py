"""Corrections: rows by which people put other rows right. They turn rows into rows before anything is folded, in every game."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from tracker.core.instants import iso, parse_instant
from tracker.core.observation import READ, ArchivedObservation, Observation, is_redacted

CORRECTION = "correction"
SOURCE = "corrections"
"""The source under which those are archived that were given by a command or a line on the wiki."""
WITHOUT_EFFECT = "CORRECTION_WITHOUT_EFFECT"
"""The code of the finding that a correction puts nothing right, which every game has."""
WORDS: Mapping[str, str] = {
    "message": "text",
    "comment": "body",
    "post": "body",
    "log_line": "text",
    "post_status": "note",
}
"""The kinds of rows that say something in words of which people may say how they read, and where the words stand."""
_LATER_SIGHTS = frozenset(
    {"message_edited", "message_deleted", "comment_edited", "comment_gone", "post_edited", "post_gone"}
)
"""What became of something later under its id: it is void with it, and is otherwise named by its instant alone."""
_SEEN_EDITED = "seen_edited"
CORRECTED = "corrected"
"""The field of a row, as it is folded, whose words are those that people say it has."""
ABOUT = "about"
"""The field of a correction, as it is folded, that holds the first row that it names, as that was seen."""
FAULT = "fault"
"""The field of a correction, as it is folded, that says why it puts nothing right."""


_IN_CHAT = re.compile(r"\s*correct(?:\s+\S+?)?\s*:\s*(?:void|reads|happened|set|remove)\b", re.IGNORECASE)


def is_given_in(text: str) -> bool:
    """Whether a message of a chat reads as a correction does, whoever wrote it: it is nothing that the game's rules hear."""
    return _IN_CHAT.match(text) is not None


def places(pointer: str) -> list[str]:
    """The names that lead to a value, one after another, as a JSON Pointer has them."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def in_words(told: Mapping[str, Any]) -> str:
    """What a correction says, in a few words."""
    of = told.get("of", "")
    if told.get("void"):
        return f"{of} counts for nothing"
    if told.get("reads") is not None:
        return f"{of} reads “{told['reads']}”"
    if told.get("happened"):
        return f"{of} happened at {told['happened']}"
    value = told["set"]
    after = f" once {of} was decided" if of else ""
    if value.get("remove"):
        return f"{value['pointer']} is removed{after}"
    return f"{value['pointer']} is {json.dumps(value['value'], ensure_ascii=False)}{after}"


class PutRight(NamedTuple):
    """Rows as they stand once put right, and the ids of all that is void, for what is heard of it later."""

    rows: list[ArchivedObservation]
    void: frozenset[str]


def name_of(row: ArchivedObservation) -> str:
    """What names this row alone, where several things happened under its id: the id and the instant."""
    return f"{row.id}@{iso(row.observation.happened_at)}"


def is_about(correction: Observation, row: ArchivedObservation) -> bool:
    """Whether a correction names something that had happened by then: by its id and instant, or by its id alone.

    By the id alone later sights of it are only meant where it is void.
    """
    seen, of = row.observation, correction.text("of")
    if seen.happened_at > correction.happened_at:
        return False
    is_first = seen.kind not in _LATER_SIGHTS or _thing(row) != row.id
    return (of == row.id and (is_first or bool(correction.payload.get("void")))) or of == name_of(row)


def _thing(row: ArchivedObservation) -> str:
    """The id of the message, comment or post that a row tells of; a row of an edit may have an id of its own."""
    return row.observation.text("message") or row.id


def put_right(rows: Iterable[ArchivedObservation], as_of: datetime, void: frozenset[str] = frozenset()) -> PutRight:
    """Rows as people have put them right by an instant; a later correction has the last word, also about an earlier one.

    ``void`` are the ids of what was void before any of the rows. Corrections stay among the rows, each with its ``fault`` where it
    puts nothing right; those that were taken back do not.
    """
    known = list(rows)
    made = [row for row in known if row.observation.kind == CORRECTION]
    if not (made or void):
        return PutRight(known, void)
    standing = _standing(row for row in made if row.observation.happened_at <= as_of)
    about = _rows_named(standing, known)
    void |= {each.observation.text("of") for each in standing if each.observation.payload.get("void")}
    taken_out = {row.seq for each in standing if each.observation.payload.get("void") for row in about[each.seq]}
    taken_out |= {row.seq for row in known if row.observation.kind in _LATER_SIGHTS and _thing(row) in void}
    mended = {row.seq: row for row in known if row.observation.kind != CORRECTION and row.seq not in taken_out}
    told = []
    for each in standing:
        meant = _meant(each.observation, [mended[row.seq] for row in about[each.seq] if row.seq in mended])
        mended |= {row.seq: _mended(row, each.observation) for row in meant}
        told.append(_told(each, about[each.seq], is_of_use=bool(meant)))
    return PutRight([*mended.values(), *told], void)


def _standing(corrections: Iterable[ArchivedObservation]) -> list[ArchivedObservation]:
    """The corrections that no later one takes back, the oldest first."""
    in_order = sorted(corrections, key=lambda row: (row.observation.happened_at, row.seq))
    taken_back, standing = set[str](), list[ArchivedObservation]()
    for row in reversed(in_order):
        if row.id in taken_back:
            continue
        if row.observation.payload.get("void"):
            taken_back.add(row.observation.text("of"))
        standing.append(row)
    return standing[::-1]


def _rows_named(
    corrections: Iterable[ArchivedObservation], known: Iterable[ArchivedObservation]
) -> Mapping[int, list[ArchivedObservation]]:
    """By the number of each correction the rows that it names, in the order in which they happened."""
    wanted = defaultdict[str, list[ArchivedObservation]](list)
    for each in corrections:
        wanted[each.observation.text("of").partition("@")[0]].append(each)
    found = defaultdict[int, list[ArchivedObservation]](list)
    for row in sorted(known, key=lambda row: (row.observation.happened_at, row.seq)):
        for each in wanted.get(row.id.partition("@")[0], ()):
            if row.seq != each.seq and is_about(each.observation, row):
                found[each.seq].append(row)
    return found


def _meant(correction: Observation, named: list[ArchivedObservation]) -> list[ArchivedObservation]:
    """The rows that a correction changes among those it names: every one with words (``reads``), or the last one (``happened``)."""
    if correction.payload.get("reads") is not None:
        return [row for row in named if _words_of(row.observation)]
    return named[-1:] if correction.payload.get("happened") else []


def _words_of(seen: Observation) -> str:
    """The field in which a row's words stand; "" where it has none."""
    return WORDS.get(seen.kind.removesuffix("_edited"), "")


def _mended(row: ArchivedObservation, correction: Observation) -> ArchivedObservation:
    """A row that happened, or reads, as people say; how it reads is to be read anew, unless that was redacted."""
    seen, payload = row.observation, correction.payload
    if happened := payload.get("happened"):
        instant = parse_instant(str(happened))
        if instant > correction.happened_at:
            return row
        return row._replace(observation=replace(seen, at=instant, not_before=None, not_after=None))
    if is_redacted(payload["reads"]):
        return row
    kept = {name: value for name, value in seen.payload.items() if name not in (READ, _SEEN_EDITED)}
    return row._replace(
        observation=replace(seen, payload={**kept, _words_of(seen): payload["reads"], CORRECTED: True}), readings=None
    )


def _told(row: ArchivedObservation, named: list[ArchivedObservation], *, is_of_use: bool) -> ArchivedObservation:
    """A correction as it is handed to the game: dated like the row whose effect it is, with the reason where it changes nothing."""
    correction = row.observation
    fault = _fault(correction, named, is_of_use=is_of_use)
    if named and correction.payload.get("set") is not None:
        correction = replace(correction, at=named[-1].observation.happened_at)
    more = {**({FAULT: fault} if fault else {}), **({ABOUT: named[0].observation} if named else {})}
    return row._replace(observation=replace(correction, payload={**correction.payload, **more}))


def _fault(correction: Observation, named: list[ArchivedObservation], *, is_of_use: bool) -> str:
    payload, of = correction.payload, correction.text("of")
    if payload.get("set") is not None and not of:
        return ""
    if not named:
        return f"nothing of the id {of!r} had been seen by then"
    happened = payload.get("happened")
    if happened and parse_instant(str(happened)) > correction.happened_at:
        return f"{of} cannot have happened later than it was put right"
    if not (is_of_use or payload.get("void") or payload.get("set") is not None):
        return f"{of} has no words" if payload.get("reads") is not None else f"{of} counts for nothing"
    return ""
