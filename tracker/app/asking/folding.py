"""Folding over an archive: from the newest checkpoint that still holds, settling what is over, and drawing the dice asked for."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Generic, NamedTuple, TypeVar

from tracker.app.dice.dice import SOURCE
from tracker.core.fold import Context, Decision, Folded, NothingSettled, Reducer, SettledMatters, Step, fold
from tracker.core.gamestate import Gamestate, RollRequest
from tracker.core.instants import EPOCH, TICKLE
from tracker.core.observation import ArchivedObservation, Observation, ObservationBatch, canonical_json
from tracker.core.ports import Archive, Checkpoint, DiceRoller, Readings, SettledRecord
from tracker.errors import DeckError, DiceError, RuleError
from tracker.games.base import Game
from tracker.mechanics.freezing import frozen, thawed

State = TypeVar("State")
Watch = Callable[[State, Step, Context], None]
"""Is shown the state after each row, with what may be consulted beside it."""

ROUNDS = 1_000
"""After how many rounds of drawing we say that it does not end: each line of a player may hang on the dice of the one before."""


def fold_archive(
    game: Game[State],
    archive: Archive,
    as_of: datetime,
    up_to_seq: int | None = None,
) -> Folded[State]:
    """Fold the rows known up to ``up_to_seq`` (None: all) that had happened by ``as_of``, and keep a checkpoint of it.

    The fold goes on from the newest checkpoint that no row can change any more, and gives what folding from the start gives
    (law 4). It stops and settles at each year's end, so that it never holds more than a year. Matters that are over by then
    are no longer in the state but in ``context.settled``. A fold of what was known earlier keeps no checkpoint.
    """
    folding = _Folding(game, archive, up_to_seq)
    progress = folding.fold(as_of)
    folding.keep(progress)
    return progress.folded


def gamestate_of(game: Reducer[State], folded: Folded[State]) -> Gamestate:
    """What holds at the fold's instant."""
    return game.view(folded.state, folded.as_of, folded.seq, folded.context)


def fold_watched(
    game: Game[State], archive: Archive, as_of: datetime, since: datetime | None, watch: Watch[State]
) -> Folded[State]:
    """Fold once more what is archived, show the state after each row, and keep nothing.

    It begins with the newest checkpoint before ``since`` (None: from the start).
    """
    return _WatchedFolding(_WatchedGame(game, watch), archive, since).fold(as_of).folded


def fold_supposing(
    game: Game[State], archive: Archive, as_of: datetime, supposed: Sequence[Observation]
) -> Folded[State]:
    """Fold what is archived as if these observations were archived next, and keep nothing."""
    return _SupposingFolding(game, archive, supposed).fold(as_of).folded


@dataclass(slots=True)
class Dealt:
    """What came of dealing cards: whether rows were archived, what could not be done, and when to go on (None: nothing waits)."""

    changed: bool = False
    errors: list[DeckError] = field(default_factory=list)
    again: datetime | None = None


class Settled(NamedTuple, Generic[State]):
    """What holds once dice fell and cards were dealt that could be, and why others could not, each reason once.

    ``again`` is when more cards may be dealt.
    """

    folded: Folded[State]
    gamestate: Gamestate
    alarms: tuple[DiceError, ...] = ()
    again: datetime | None = None


def settle_rolls(
    game: Game[State],
    archive: Archive,
    roller: DiceRoller,
    as_of: datetime,
    *,
    barred: Callable[[Gamestate], DiceError | None] = lambda _: None,
    deal: Callable[[Gamestate], Dealt] = lambda _: Dealt(),
) -> Settled[State]:
    """Fold, draw the dice that are asked for, archive them, and fold again until none is asked for that can be drawn.

    ``deal`` likewise draws and archives the shuffles of hidden cards that are asked for.

    A roll is committed before anything shows it; run again after a crash, the same faces come and nothing is added twice.
    What the roller refuses, what is archived already, or everything where ``barred`` says why, stays asked for and is an alarm.
    Raises RuleError with the keys where the asking does not end.
    """
    refused: dict[str, DiceError] = {}
    for _ in range(ROUNDS):
        folding = _Folding(game, archive)
        progress = folding.fold(as_of)
        gamestate = gamestate_of(game, progress.folded)
        wanted = _unarchived(archive, game.slug, gamestate.requests, refused)
        why_not = barred(gamestate) if wanted or _are_cards_wanted(gamestate) else None
        groups = _by_instant(wanted) if game.rolls_in_order else [wanted]
        drawn = [] if why_not else next(filter(None, (_draw(roller, each, refused) for each in groups)), [])
        dealt = Dealt() if why_not else deal(gamestate)
        if not (drawn or dealt.changed):
            folding.keep(progress)
            faults = (*([why_not] if why_not else ()), *refused.values(), *dealt.errors)
            alarms = {str(error): error for error in faults}
            return Settled(progress.folded, gamestate, tuple(alarms.values()), dealt.again)
        if drawn:
            _archive_rolls(archive, drawn, as_of, game.read)
    keys = ", ".join(request.key for request in gamestate.requests)
    raise RuleError(f"{game.slug}: after {ROUNDS} rounds of drawing, dice are asked for still: {keys}")


def _are_cards_wanted(gamestate: Gamestate) -> bool:
    return gamestate.dealing is not None and bool(gamestate.dealing.requests or gamestate.dealing.draws)


def _unarchived(
    archive: Archive, game: str, requests: Iterable[RollRequest], refused: dict[str, DiceError]
) -> list[RollRequest]:
    """The dice that may be drawn; those that fell before and are asked for still, a fault of the game, go into ``refused``."""
    wanted = [request for request in requests if request.key not in refused]
    fallen = archive.newest(SOURCE, [request.key for request in wanted]) if wanted else {}
    for key in fallen:
        refused[key] = DiceError(
            f"{game}: the dice {key} are asked for although they are archived; they are never drawn again. This is a fault of"
            " the tracker: please report it"
        )
    return [request for request in wanted if request.key not in fallen]


def _by_instant(requests: Iterable[RollRequest]) -> list[list[RollRequest]]:
    """The dice that were called for at each instant, the earliest first."""
    found: dict[datetime, list[RollRequest]] = {}
    for request in requests:
        found.setdefault(request.asked_at, []).append(request)
    return [found[instant] for instant in sorted(found)]


def _draw(
    roller: DiceRoller, requests: Iterable[RollRequest], refused: dict[str, DiceError]
) -> list[tuple[RollRequest, tuple[int, ...]]]:
    """The dice that could be drawn; the others go into ``refused``."""
    drawn = []
    for request in requests:
        try:
            drawn.append((request, roller.roll(request)))
        except DiceError as error:
            refused[request.key] = error
    return drawn


def _archive_rolls(
    archive: Archive, drawn: Sequence[tuple[RollRequest, tuple[int, ...]]], as_of: datetime, readings: Readings
) -> None:
    """Append one ``roll`` for each request, as of the instant it was asked for."""
    rolls = tuple(_roll(request, faces, as_of) for request, faces in drawn)
    archive.append(ObservationBatch(SOURCE, rolls, archive.cursor(SOURCE) or "", as_of), readings)


def _roll(request: RollRequest, faces: tuple[int, ...], as_of: datetime) -> Observation:
    payload = {"for": request.key, "sides": request.sides, "faces": list(faces)}
    words = {"words": request.mix.split("\n")} if request.mix else {}
    return Observation("roll", request.key, payload | words, at=request.asked_at, seen_at=as_of, source=SOURCE)


@dataclass(slots=True)
class _Told:
    """What people had said by a checkpoint: their decisions, and the ids of what they took out."""

    decisions: dict[str, Decision]
    void: list[str]


@dataclass(frozen=True, slots=True)
class _Progress(Generic[State]):
    """A fold with what was settled on the way, and whether later folds may go on from it."""

    folded: Folded[State]
    settled: Sequence[SettledRecord]
    is_lasting: bool


class _Folding(Generic[State]):
    """One game over what an archive holds now, or held when ``up_to_seq`` was its newest row."""

    def __init__(self, game: Game[State], archive: Archive, up_to_seq: int | None = None) -> None:
        self._game = game
        self._archive = archive
        self._digest = _digest(game)
        last_seq = archive.last_seq()
        self._up_to = last_seq if up_to_seq is None else min(up_to_seq, last_seq)
        self._is_whole = self._up_to == last_seq

    def fold(self, as_of: datetime) -> _Progress[State]:
        """Fold from the newest checkpoint that holds, year by year; the last year's end is not kept yet."""
        with no_search_for_cycles():
            return self._fold(as_of)

    def _fold(self, as_of: datetime) -> _Progress[State]:
        start = self._start(as_of)
        loaded_to = start.as_of if start else self._before_everything()
        rows: dict[int, ArchivedObservation] = {}
        for until in self._year_ends(loaded_to, as_of):
            rows |= self._rows(loaded_to, until)
            loaded_to = until
            if rows and _is_lasting(rows.values(), until):
                start = self.keep(self._advance(start, rows.values(), until))
                rows = {}
        rows |= self._rows(loaded_to, as_of)
        return self._advance(start, rows.values(), as_of)

    def _year_ends(self, after: datetime, before: datetime) -> Iterator[datetime]:
        """The last instant of each year (UTC) that ends between two instants and in which anything happened."""
        while (first := self._archive.earliest_since(0, self._up_to, after)) is not None:
            after = _end_of_year(first)
            if after >= before:
                return
            yield after

    def keep(self, progress: _Progress[State]) -> Folded[State]:
        """Save a checkpoint, unless what is archived already will change it or goes beyond it; give the fold to go on from."""
        folded = progress.folded
        if not (self._is_whole and progress.is_lasting):
            return folded
        state = frozen(self._game.state_type, folded.state)
        told = frozen(_Told, _Told(dict(folded.context.decisions), sorted(folded.context.void)))
        checkpoint = Checkpoint(folded.seq, folded.as_of, self._digest, state, told)
        self._archive.save_checkpoint(checkpoint, progress.settled)
        settled = self._archive.settled_matters(self._digest, folded.as_of)
        return replace(folded, context=replace(folded.context, settled=settled))

    def _advance(
        self, start: Folded[State] | None, rows: Iterable[ArchivedObservation], as_of: datetime
    ) -> _Progress[State]:
        known = list(rows)
        earlier = start.context.settled if start else NothingSettled()
        folded = fold(self._game, known, as_of, start=start, settled=earlier)
        settled = self._game.settle(folded.state, as_of)
        context = replace(folded.context, settled=_SettledSince(earlier, settled))
        return _Progress(replace(folded, seq=self._up_to, context=context), settled, _is_lasting(known, as_of))

    def _rows(self, after: datetime, until: datetime) -> dict[int, ArchivedObservation]:
        """The rows that a fold from one instant to another takes in, by number."""
        found = self._archive.rows(up_to=self._up_to, happened_after=after, changing=until)
        return {row.seq: row for row in found}

    def _before_everything(self) -> datetime:
        return (self._archive.earliest_since(0, self._up_to) or EPOCH) - TICKLE

    def _start(self, as_of: datetime) -> Folded[State] | None:
        for checkpoint in self._archive.checkpoints(self._digest, as_of):
            if checkpoint.seq <= self._up_to and self._holds(checkpoint):
                return self._resumed(checkpoint)
        return None

    def _holds(self, checkpoint: Checkpoint) -> bool:
        """Whether no row learned since can change a fold to the checkpoint's instant."""
        earliest = self._archive.earliest_since(checkpoint.seq, self._up_to)
        return earliest is None or earliest > checkpoint.as_of

    def _resumed(self, checkpoint: Checkpoint) -> Folded[State]:
        state: State = thawed(self._game.state_type, checkpoint.state)
        told = thawed(_Told, checkpoint.decisions)
        settled = self._archive.settled_matters(self._digest, checkpoint.as_of)
        context = Context(told.decisions, settled, frozenset(told.void))
        return Folded(state, checkpoint.as_of, checkpoint.seq, context)


@dataclass(frozen=True, slots=True)
class _WatchedGame(Generic[State]):
    """A game as it is, of which each step is shown to somebody."""

    game: Game[State]
    watch: Watch[State]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def step(self, state: State, step: Step, context: Context) -> None:
        """Take one row in and show what it made of the state."""
        self.game.step(state, step, context)
        self.watch(state, step, context)


class _WatchedFolding(_Folding[State]):
    """A fold from before an instant that keeps no checkpoint: the others hold already."""

    def __init__(self, game: Any, archive: Archive, since: datetime | None) -> None:
        super().__init__(game, archive)
        self._since = since

    def _start(self, as_of: datetime) -> Folded[State] | None:
        return super()._start(min(as_of, self._since - TICKLE)) if self._since else None

    def keep(self, progress: _Progress[State]) -> Folded[State]:
        return progress.folded


class _SupposingFolding(_WatchedFolding[State]):
    """A fold of what is archived and of observations that are not yet, from before the first instant that they can change."""

    def __init__(self, game: Game[State], archive: Archive, supposed: Sequence[Observation]) -> None:
        super().__init__(game, archive, min((each.changes_from for each in supposed), default=None))
        self._supposed = supposed

    def _before_everything(self) -> datetime:
        earliest = super()._before_everything()
        return min(earliest, self._since - TICKLE) if self._since else earliest

    def _rows(self, after: datetime, until: datetime) -> dict[int, ArchivedObservation]:
        numbered = enumerate(self._supposed, self._up_to + 1)
        news = {
            seq: ArchivedObservation(seq, each, self._game.read(each))
            for seq, each in numbered
            if after < each.happened_at and each.changes_from <= until
        }
        return super()._rows(after, until) | news


@contextmanager
def no_search_for_cycles() -> Iterator[None]:
    """Keep Python's garbage collector still: reading rows makes millions of objects and hardly a cycle; searching costs a third."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _digest(game: Game[Any]) -> str:
    parts = [game.slug, game.code_digest]
    return hashlib.sha256(canonical_json(parts).encode()).hexdigest()


def _end_of_year(when: datetime) -> datetime:
    """The last instant of an instant's year (UTC)."""
    return datetime(when.year + 1, 1, 1, tzinfo=UTC) - TICKLE


def _is_lasting(rows: Iterable[ArchivedObservation], as_of: datetime) -> bool:
    """Whether nothing is archived that people will say after ``as_of`` and that then reaches back before it."""
    said = (row.observation for row in rows if row.observation.reaches_back)
    return not any(seen.changes_from <= as_of < seen.happened_at for seen in said)


class _SettledSince:
    """Settled matters of an earlier fold with those settled since."""

    def __init__(self, earlier: SettledMatters, since: Iterable[SettledRecord]) -> None:
        self._earlier = earlier
        self._since = {record.key: record for record in since}

    def settled(self, key: str) -> Any | None:
        """The settled record of that key, or None."""
        newer = self._since.get(key)
        return self._earlier.settled(key) if newer is None else newer.record

    def settled_in(self, group: str) -> Mapping[str, Any]:
        """All settled records of one group."""
        found = {key: record for key, record in self._earlier.settled_in(group).items() if key not in self._since}
        found.update({record.key: record.record for record in self._since.values() if record.group == group})
        return dict(sorted(found.items()))
