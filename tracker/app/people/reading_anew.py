"""Every source read anew, and what that shows to differ from the archive and from our pages."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.app.publish.drifted import Drift, Drifted, drifted
from tracker.app.publish.page_marks import forget_marks
from tracker.app.publish.pages import titles
from tracker.app.tick.looking import left_behind, observe, read_again
from tracker.app.tick.tick_report import Observed
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import Observation, ObservationBatch, canonical_json
from tracker.core.ports import Known, Progress, Source

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.core.gamestate import Gamestate

SOURCE = "resync"
"""The source under which the archive keeps, as a cursor, how far a reading anew is."""
SORTS: Mapping[str, str] = {
    "post": "post unseen",
    "post_edited": "post edited",
    "post_gone": "post gone",
    "post_status": "status changed",
    "comment": "comment unseen",
    "comment_edited": "comment edited",
    "comment_gone": "comment gone",
    "roster": "roster differs",
    "roster_change": "roster differs",
    "page_revision": "revision unseen",
}
"""What a row of each kind means that only a reading anew brought; rows of other kinds are no difference."""
VANISHED = "revision vanished"
_TOLD: Mapping[str, tuple[str, ...]] = {
    "post_edited": ("title", "body", "category"),
    "post_status": ("status", "note"),
    "comment_edited": ("body",),
    "comment_gone": ("body",),
}
"""The fields of a row of each kind that are shown as they were and as they are."""
_LONGEST_TEXT = 200
"""Characters of such a field that are shown."""
LINES_KEPT = 200
"""So many lines of what the last reading anew found are kept."""
_TITLE = "title"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the archive did not have so: its sort (``SORTS``), what it is about, its id and author, when, and what.

    ``since`` is the last instant at which it was surely otherwise, ``at`` the first at which it was surely so.
    """

    sort: str
    subject: str
    id: str
    author: str
    since: datetime | None
    at: datetime | None
    text: str = ""

    @property
    def line(self) -> str:
        """In a few words: what, of which matter or page, by whom."""
        return f"{self.sort}: {self.subject or self.id}{f' ({self.author})' if self.author else ''}"

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {
            **asdict(self),
            "since": iso(self.since) if self.since else None,
            "at": iso(self.at) if self.at else None,
        }


@dataclass(frozen=True, slots=True)
class Figure:
    """A value of the gamestate, by its path, before and after what was read anew was taken in."""

    name: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class State:
    """How far the last reading anew is: when it began (UTC), from when on it reads, and the archive's last row before it.

    ``asked_by`` is the request that asked for it (empty: a command), ``reset`` names the sources that have begun anew,
    ``done`` those that are read, ``vanished`` the ids of revisions that the wiki has no more. ``summary`` says what it
    came to, once it is over, and ``found`` what it found, a line each. ``seen`` are the revisions at which our pages were looked
    at for drift by the last one that came to its end.
    """

    began: datetime
    seq: int
    since: datetime | None = None
    asked_by: str = ""
    reset: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    vanished: tuple[str, ...] = ()
    is_open: bool = True
    summary: str = ""
    found: tuple[str, ...] = ()
    seen: Mapping[str, int] = field(default_factory=dict)

    def text(self) -> str:
        """As the archive keeps it."""
        return canonical_json(
            {**asdict(self), "began": iso(self.began), "since": iso(self.since) if self.since else None}
        )

    def record(self) -> dict[str, Any]:
        """As ``tracker resync --last --json`` prints it."""
        since = iso(self.since) if self.since else None
        told = {"began": iso(self.began), "since": since, "is_complete": not self.is_open}
        return {**told, "summary": self.summary, "found": list(self.found)}


@dataclass(frozen=True, slots=True)
class Reread:
    """What a reading anew showed.

    ``went_on`` says that it went on with one that was interrupted, ``is_complete`` that every source came to its end;
    ``unread`` are the things that gave no answer even so (the next tick asks again). ``observed`` is what the sources
    brought this time.
    """

    began: datetime
    since: datetime | None
    went_on: bool
    is_complete: bool
    observed: Observed
    unread: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    drifted: tuple[Drift, ...] = ()
    figures: tuple[Figure, ...] = ()

    @property
    def summary(self) -> str:
        """How many differences of each sort, in a line."""
        counts = Counter(item.sort for item in self.differences)
        parts = [f"{count} × {sort}" for sort, count in counts.items()]
        parts += [f"{len(self.drifted)} × part of a page drifted"] if self.drifted else []
        parts += [f"{len(self.figures)} × figure changed"] if self.figures else []
        parts += [f"{len(self.unread)} × could not be read"] if self.unread else []
        told = ", ".join(parts) or "nothing differs"
        return told if self.is_complete else f"{told}; not all could be read yet, the next one goes on"

    @property
    def lines(self) -> list[str]:
        """Everything that was found, a line each, what people did on our pages first."""
        told = [f"{item.line}: {item.part or 'all of it'}: {item.text}" for item in self.drifted]
        told += [f"{item.line}{f': {item.text}' if item.text else ''}" for item in self.differences]
        return told + [
            f"figure changed: {item.name}: {_cut(item.before)} → {_cut(item.after)}" for item in self.figures
        ]

    def in_words(self, room: int) -> str:
        """The summary, and in so many characters whose and where the first of it is, and where the rest is told."""
        counts = Counter([item.line for item in self.drifted] + [item.line for item in self.differences])
        lines = [f"{line} ({count} times)" if count > 1 else line for line, count in counts.items()]
        total = len(self.lines)
        for count in range(len(lines), 0, -1):
            left = total - sum(list(counts.values())[:count])
            more = f"; {left} more: tracker resync --last" if left else ""
            told = f"{self.summary}. {'; '.join(lines[:count])}{more}"
            if len(told) <= room:
                return told
        return f"{self.summary}{'; all of it: tracker resync --last' if total else ''}"

    def record(self) -> dict[str, Any]:
        """As ``tracker resync --json`` prints it."""
        return {
            "began": iso(self.began),
            "since": iso(self.since) if self.since else None,
            "went_on": self.went_on,
            "is_complete": self.is_complete,
            "added": dict(self.observed.added),
            "summary": self.summary,
            "unread": list(self.unread),
            "differences": [item.record() for item in self.differences],
            "drifted": [asdict(item) for item in self.drifted],
            "figures": [asdict(item) for item in self.figures],
        }


def last_of(wired: Wired) -> State | None:
    """How far the last reading anew is; None where there never was one."""
    stored = json.loads(wired.archive.cursor(SOURCE) or "{}")
    if not stored:
        return None
    told: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()}
    since = parse_instant(told["since"]) if told["since"] else None
    return State(**{**told, "began": parse_instant(told["began"]), "since": since})


def look_anew(wired: Wired, progress: Progress, *, since: datetime | None = None, asked_by: str = "") -> Reread:
    """Read every source anew and compare; the lock is held. Errors of sources are in what was observed."""
    forget_marks(wired)
    for source in wired.sources:
        read_again(wired, source, wired.clock.now())
    last = last_of(wired)
    went_on = last is not None and last.is_open
    state = last if last and went_on else _fresh(wired, since, last)
    state = _begun(wired, replace(state, asked_by=asked_by))
    watched = tuple(_Watched(source, source.name) for source in wired.sources)
    wired.look.begin(())
    observed = observe(replace(wired, sources=watched), progress)
    for watch in watched:
        if watch.name not in state.done and _is_read(wired, watch):
            state = replace(
                state, done=(*state.done, watch.name), vanished=(*state.vanished, *_vanished(wired, watch, state))
            )
    is_complete = {source.name for source in wired.sources} <= set(state.done)
    pages = _drifted(wired, state)
    before, after = _gamestates(wired, state)
    found = Reread(
        *(state.began, state.since, went_on, is_complete, observed, tuple(_unread(wired))),
        differences=tuple(_differences(wired, state)),
        drifted=pages.parts,
        figures=tuple(_figures(before.values, after.values)),
    )
    seen = {**state.seen, **(pages.seen or {})} if is_complete else state.seen
    told = tuple(found.lines[:LINES_KEPT])
    _keep(wired, replace(state, is_open=not is_complete, summary=found.summary, found=told, seen=seen))
    return found


def _fresh(wired: Wired, since: datetime | None, last: State | None) -> State:
    return State(wired.clock.now(), wired.archive.last_seq(), since, seen=last.seen if last else {})


def _drifted(wired: Wired, state: State) -> Drifted:

    return drifted(wired, [*left_behind(wired), *titles(wired).values(), *wired.settings.heard_pages], state.seen)


# --- reading ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Watched:
    """A source of which it is remembered which revisions it showed, and whether its look came to an end."""

    source: Source
    name: str
    revisions: set[str] = field(default_factory=set)
    has_ended: bool = False

    def observe(self, known: Known, now: datetime, progress: Progress) -> Iterator[ObservationBatch]:
        """What the source brings."""
        for batch in self.source.observe(known, now, progress):
            self.revisions.update(row.id for row in batch.observations if row.kind == "page_revision")
            yield batch
        self.has_ended = True


def _begun(wired: Wired, state: State) -> State:
    """The state with every source at its beginning that has not begun anew yet; what shows no end of its own begins again."""
    _keep(wired, state)
    for source in wired.sources:
        may_go_on = source.name in state.reset and hasattr(source, "is_resyncing")
        if source.name in state.done or may_go_on:
            continue
        anew = getattr(source, "resync_cursor", None)
        cursor = anew(wired.archive, state.since) if anew else ""
        wired.archive.append(ObservationBatch(source.name, (), cursor, wired.clock.now()))
        state = replace(state, reset=tuple(dict.fromkeys((*state.reset, source.name))))
        _keep(wired, state)
    return state


def _keep(wired: Wired, state: State) -> None:
    wired.archive.append(ObservationBatch(SOURCE, (), state.text(), wired.clock.now()))


def _is_read(wired: Wired, watch: _Watched) -> bool:
    is_resyncing = getattr(watch.source, "is_resyncing", None)
    goes_on = is_resyncing(wired.archive.cursor(watch.name)) if is_resyncing else False
    return watch.has_ended and not goes_on


def _unread(wired: Wired) -> Iterator[str]:
    for source in wired.sources:
        unread = getattr(source, "unread", None)
        yield from unread(wired.archive.cursor(source.name)) if unread else ()


def _vanished(wired: Wired, watch: _Watched, state: State) -> list[str]:
    """The archived revisions of a source's pages that the wiki did not show when they were read anew."""
    titles = frozenset(getattr(watch.source, "titles", ()))
    told = wired.archive.told_by(watch.name, ("page_revision",), state.since, state.began)
    archived = dict.fromkeys(row.id for row in told if row.payload["page"] in titles)
    return [id for id in archived if id not in watch.revisions]


# --- differences ------------------------------------------------------------------------------------------------------


def _differences(wired: Wired, state: State) -> Iterator[Difference]:
    names = {source.name for source in wired.sources}
    for row in wired.archive.rows(after_seq=state.seq):
        seen = row.observation
        if seen.kind in SORTS and seen.source in names and not _is_ours(wired, seen):
            earlier = [version.observation for version in wired.archive.versions(row.id) if version.seq < row.seq]
            yield _difference(seen, earlier)
    for id in state.vanished:
        seen = wired.archive.versions(id)[-1].observation
        yield Difference(VANISHED, seen.subject, id, str(seen.payload["editor"]), seen.happened_at, None)


def _is_ours(wired: Wired, seen: Observation) -> bool:
    """Whether it is an edit of our own account, which the ledger has."""
    if seen.kind != "page_revision":
        return False
    editor, account = (name.replace("_", " ").casefold() for name in (seen.text("editor"), wired.manners.account))
    return editor == account or wired.ledger.last_revision(seen.text("page")) == int(seen.payload["revision"])


def _difference(seen: Observation, earlier: Sequence[Observation]) -> Difference:
    author = next((seen.text(name) for name in ("author", "by", "editor") if seen.text(name)), "")
    text = _roster_text(seen, earlier) if seen.kind == "roster" else _text(seen, earlier)
    since = seen.possible_from if seen.is_interval else None
    return Difference(SORTS[seen.kind], seen.subject, seen.id, author, since, seen.happened_at, text)


def _text(seen: Observation, earlier: Sequence[Observation]) -> str:
    """What was archived of a thing, and how it is told now."""
    parts = []
    for name in _TOLD.get(seen.kind, (_TITLE,)):
        before = next((row.payload[name] for row in reversed(earlier) if name in row.payload), None)
        now = None if seen.kind.endswith("_gone") else seen.payload.get(name, before)
        if before != now:
            parts.append(" → ".join(_cut(value) for value in (before, now) if value is not None))
    return "; ".join(parts)


def _cut(value: Any) -> str:
    text = " ".join((value if isinstance(value, str) else canonical_json(value)).split())
    return text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 1]}…"


def _roster_text(seen: Observation, earlier: Sequence[Observation]) -> str:
    """Who is on the list, off it, or shown otherwise than before."""
    now = {player["name"]: player for player in seen.payload["players"]}
    before = {player["name"]: player for player in earlier[-1].payload["players"]} if earlier else {}
    names = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    words = {
        name: "new" if name not in before else "off the list" if name not in now else "otherwise" for name in names
    }
    return ", ".join(f"{name} {word}" for name, word in words.items())


# --- figures ----------------------------------------------------------------------------------------------------------


def _gamestates(wired: Wired, state: State) -> tuple[Gamestate, Gamestate]:
    """What held now by what was archived before, and what holds by what is archived by now."""
    as_of, game = wired.clock.now(), wired.game
    before = gamestate_of(game, fold_archive(game, wired.archive, as_of, up_to_seq=state.seq))
    return before, gamestate_of(game, fold_archive(game, wired.archive, as_of))


def _figures(before: Any, after: Any, path: tuple[str, ...] = ()) -> Iterable[Figure]:
    """The values that differ, by their paths."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in dict.fromkeys([*before, *after]):
            yield from _figures(before.get(name), after.get(name), (*path, str(name)))
    elif before != after:
        yield Figure(".".join(path), before, after)
