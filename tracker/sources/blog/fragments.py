"""What pages showed, kept raw: what settings make of it is made anew where they change, with the times of the looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from tracker.core.changes import EDITED, same_content
from tracker.core.instants import iso
from tracker.core.observation import ArchivedObservation, Observation, fragment_id
from tracker.core.ports import Known

FRAGMENT = "fragment"
ROSTER_OF = "/roster"
"""What the fragments of the list of players are of; no post is called so."""
MARK = "mark"
"""The field that alone tells whether a fragment is another, where the rest of it changes from page to page."""
_ABOUT_THE_LOOK = frozenset({"of", "since"})


class Look(NamedTuple):
    """One look at a subject: the fragment that it brought, and the rows that were made of it, by id."""

    fragment: ArchivedObservation | None
    rows: Mapping[str, ArchivedObservation]


class Mended(NamedTuple):
    """What today's settings make of archived fragments: rows in the place of others, by number, and rows that there were none of."""

    replaced: dict[int, Observation]
    added: list[Observation]


def fragment(
    of: str, raw: Mapping[str, Any], known: Observation | None, since: datetime | None, seen_at: datetime, source: str
) -> list[Observation]:
    """The row of what a page showed of a subject at a look, ``since`` the last complete one; none where it is as archived.

    What was redacted of it once is not kept again, in whatever form the page shows it.
    """
    gone = {} if known is None else {name: mark for name, mark in known.payload.items() if _is_redacted(mark)}
    raw = {name: gone.get(name, value) for name, value in raw.items()}
    if not raw or (known is not None and _is_same(raw, known.payload)):
        return []
    payload = {"of": of, **({"since": iso(since)} if since else {}), **raw}
    return [Observation(FRAGMENT, fragment_id(of), payload, at=seen_at, seen_at=seen_at, source=source)]


def _is_redacted(value: Any) -> bool:
    return isinstance(value, str) and value.startswith("[redacted ")


def _is_same(raw: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
    names = {MARK} if MARK in raw else {*raw, *known} - _ABOUT_THE_LOOK
    return all(same_content(known.get(name), raw.get(name)) for name in names)


def looks(known: Known, source: str, of: str, ids: Iterable[str]) -> Iterator[tuple[datetime | None, Look]]:
    """Every look at a subject that brought rows of these ids or a fragment, oldest first."""
    versions = (row for id in (*ids, fragment_id(of)) for row in known.versions(id))
    told = sorted((row for row in versions if row.observation.source == source), key=lambda row: row.seq)
    for seen_at, rows in groupby(told, key=lambda row: row.observation.seen_at):
        group = list(rows)
        shown = next((row for row in group if row.observation.kind == FRAGMENT), None)
        if shown is not None and any(map(_is_redacted, shown.observation.payload.values())):
            shown = None
        yield seen_at, Look(shown, {row.id: row for row in group if row.observation.kind != FRAGMENT})


def mend(of: str, look: Look, expected: Mapping[str, Observation], mended: Mended) -> list[ArchivedObservation]:
    """Note which rows of a look today's settings read otherwise; returns the rows as they are read now.

    A row that there should not be says nothing any more.
    """
    rows = []
    for id, row in look.rows.items():
        new = expected.get(id)
        if row.redacted or (new is not None and _as_seen(new, row.observation).digest == row.observation.digest):
            rows.append(row)
        elif new is None:
            seen = row.observation
            void = Observation(FRAGMENT, f"{fragment_id(of)}/{row.seq}", {"of": of}, at=seen.happened_at)
            mended.replaced[row.seq] = replace(void, seen_at=seen.seen_at, source=seen.source)
        else:
            mended.replaced[row.seq] = replace(_as_seen(new, row.observation), seen_at=row.observation.seen_at)
            rows.append(row._replace(observation=mended.replaced[row.seq]))
    added = [row for id, row in expected.items() if id not in look.rows]
    mended.added.extend(added)
    return [*rows, *(ArchivedObservation(0, row) for row in added)]


def _as_seen(new: Observation, seen: Observation) -> Observation:
    """A row with the times of the one in whose place it comes, where those are the looks' own."""
    is_edit = new.kind in EDITED.values()
    return replace(new, at=seen.at, not_before=seen.not_before, not_after=seen.not_after) if is_edit else new
