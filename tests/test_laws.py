"""The laws of the fold, over random logs of a toy game: order, late news, checkpoints, dice and crashes change nothing."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.dice_keys import known_dice
from tests.games.toy import GAME
from tests.games.toy.playing import archived, from_the_start, logs, moments, post, regardless_of_seq
from tests.observing import at, batch, comment, correction, decision, edited, gone
from tests.tries import tries
from tracker.app.asking import folding
from tracker.app.asking.folding import fold_archive, gamestate_of, settle_rolls
from tracker.app.dice.dice import KeyedDice
from tracker.archive.memory import MemoryArchive
from tracker.archive.sql import SqlArchive, open_archive
from tracker.core.clause import Clause, ClauseIndex, Dated, Parameter
from tracker.core.gamestate import Gamestate, RollRequest
from tracker.core.instants import TICKLE, iso
from tracker.core.observation import Observation
from tracker.core.ports import Archive
from tracker.core.rule import Rule, RuleBook, rule
from tracker.errors import NotInForceError, RuleError

LATEST = 400

lawful = settings(deadline=None, max_examples=tries(80, long=200), suppress_health_check=[HealthCheck.too_slow])

ticks = st.lists(st.tuples(st.integers(1, 8), moments), max_size=8)
"""How many observations each look brings, and the hour to which is folded after it."""


CHANCY_KEY = b"key 0 for tests"
"""A key of which sixes fall, which ask for another die."""


def dice(archive: Archive) -> KeyedDice:
    return known_dice(archive, CHANCY_KEY)


def tick(archive: Archive, hours: float = LATEST) -> Gamestate:
    """Fold to an hour, drawing the dice that are asked for."""
    return settle_rolls(GAME, archive, dice(archive), at(hours))[1]


def played(archive: Archive, log: Sequence[Observation], looks: Sequence[tuple[int, float]]) -> Iterator[float]:
    """Append a log look by look; give the hour of each, and at last one after everything."""
    rest = list(log)
    for number, hours in looks:
        archived(archive, rest[:number])
        del rest[:number]
        yield hours
    archived(archive, rest)
    yield LATEST


@pytest.fixture(scope="module")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive that nothing was appended to, to be copied."""
    path = tmp_path_factory.mktemp("archive") / "empty.db"
    open_archive(path).close()
    return path


@contextmanager
def copy_of(empty_file: Path) -> Iterator[SqlArchive]:
    with TemporaryDirectory() as folder:
        archive = open_archive(copy(empty_file, folder))
        yield archive
        archive.close()


def outcome(archive: Archive, slug: str, hours: float = LATEST) -> Any:
    return tick(archive, hours).values["matters"][slug]["outcome"]


@pytest.fixture
def archive() -> MemoryArchive:
    return MemoryArchive()


# --- laws 1 to 3: what the archive takes in


@given(logs(), ticks)
@lawful
def test_the_same_look_twice_changes_nothing(log: list[Observation], looks: list[tuple[int, float]]) -> None:
    archive = MemoryArchive()
    archived(archive, log)
    before = tick(archive)
    rows = archive.last_seq()
    for hours in played(archive, log, looks):
        fold_archive(GAME, archive, at(hours))
    assert archive.last_seq() == rows
    assert tick(archive) == before


def test_edited_comment_moves_the_vote_and_the_old_row_can_be_shown(archive: MemoryArchive) -> None:
    archived(archive, [post("a", 0), comment("c1", 1, post="a"), comment("c2", 1, post="a", author="Bo")])
    assert outcome(archive, "a", 60) is True
    archived(archive, [edited("c1", 2, post="a")])
    assert outcome(archive, "a", 60) is False
    assert [row.observation.payload["body"] for row in archive.versions("c1")] == ["for", "against"]


def test_silence_takes_no_vote_away_but_a_tombstone_does(archive: MemoryArchive) -> None:
    told = [post("a", 0), comment("c1", 1, post="a"), comment("c2", 1, post="a", author="Bo")]
    archived(archive, told)
    archive.append(batch(*told[:2], complete=True))
    assert outcome(archive, "a", 60) is True
    archive.append(batch(replace(gone("c2", 3), payload={"post": "a", "author": "Bo"}), complete=True))
    assert outcome(archive, "a", 60) is False


# --- law 4: earlier points, and checkpoints


@given(logs(), ticks)
@lawful
def test_fold_from_a_checkpoint_is_the_fold_from_the_start(
    log: list[Observation], looks: list[tuple[int, float]]
) -> None:
    archive = MemoryArchive()
    for hours in played(archive, log, looks):
        assert tick(archive, hours) == from_the_start(archive.rows(), hours)


@pytest.mark.parametrize(
    "said",
    [
        {"of": "c1", "void": True},
        {"of": "c1", "reads": "against"},
        {"of": "c1", "happened": iso(at(70))},
        {"of": "post a 0", "happened": iso(at(30))},
    ],
)
def test_correction_reopens_what_was_settled_and_is_taken_back(empty_file: Path, said: dict[str, Any]) -> None:
    with copy_of(empty_file) as archive:
        told = [post("a", 0), comment("c1", 1, post="a"), comment("c2", 2, post="a", author="Bo")]
        archived(archive, [*told, comment("c3", 30, "hello", post="a")])
        settled = [tick(archive, hours).facts[0].value for hours in (60, 100, 200)]
        assert settled == [True, True, True]
        archived(archive, [correction("k1", 210, **said, since=iso(at(0)))])
        archived(archive, [correction("k2", 230, "k1", void=True, since=iso(at(0)))])
        seen = [tick(archive, hours) for hours in (205, 220, 240)]
        assert [found.facts[0].value for found in seen] == [True, False, True]
        assert seen == [from_the_start(archive.rows(), hours) for hours in (205, 220, 240)]


def end_of_day(when: datetime) -> datetime:
    return when.replace(hour=23, minute=59, second=59, microsecond=999999)


@given(logs(), ticks)
@lawful
def test_fold_that_stops_often_is_the_fold_that_never_stops(
    log: list[Observation], looks: list[tuple[int, float]]
) -> None:
    archive = MemoryArchive()
    with patch.object(folding, "_end_of_year", end_of_day):
        for hours in played(archive, log, looks):
            assert tick(archive, hours) == from_the_start(archive.rows(), hours)
        for hours in range(0, LATEST, 50):
            seq = archive.last_seq() * hours // LATEST
            stopped = fold_archive(GAME, archive, at(hours), up_to_seq=seq)
            assert gamestate_of(GAME, stopped) == from_the_start(archive.rows(), hours, seq)


@given(logs(), ticks)
@settings(lawful, max_examples=25)
def test_fold_from_a_checkpoint_in_sqlite_is_the_fold_from_the_start(
    empty_file: Path, log: list[Observation], looks: list[tuple[int, float]]
) -> None:
    with copy_of(empty_file) as archive:
        for hours in played(archive, log, looks):
            assert tick(archive, hours) == from_the_start(archive.rows(), hours)


@given(logs(), ticks, st.lists(st.tuples(moments, st.floats(0, 1)), min_size=1, max_size=5))
@lawful
def test_fold_to_an_earlier_point_says_what_was_said_then(
    log: list[Observation], looks: list[tuple[int, float]], points: list[tuple[float, float]]
) -> None:
    archive = MemoryArchive()
    said: list[tuple[float, int, Gamestate]] = []
    for hours in played(archive, log, looks):
        gamestate = tick(archive, hours)
        said.append((hours, archive.last_seq(), gamestate))
    for hours, seq, gamestate in said:
        assert gamestate_of(GAME, fold_archive(GAME, archive, at(hours), up_to_seq=seq)) == gamestate
    for hours, share in points:
        seq = round(share * archive.last_seq())
        again = gamestate_of(GAME, fold_archive(GAME, archive, at(hours), up_to_seq=seq))
        assert again == from_the_start(archive.rows(), hours, seq)


# --- law 5: the order of looking


def polled(log: Sequence[Observation], order: Sequence[Observation]) -> list[Observation]:
    """The log as another polling order brings it: a source still shows what became of one thing in its own order."""
    sights: dict[str, Iterator[Observation]] = {}
    for seen in log:
        sights.setdefault(seen.id, iter([other for other in log if other.id == seen.id]))
    return [next(sights[seen.id]) for seen in order]


@given(st.data())
@lawful
def test_order_of_looking_does_not_change_the_gamestate(data: st.DataObject) -> None:
    log = data.draw(logs())
    views = []
    for _ in range(2):
        archive = MemoryArchive()
        for hours in played(archive, polled(log, data.draw(st.permutations(log))), data.draw(ticks)):
            gamestate = tick(archive, hours)
        views.append(regardless_of_seq(gamestate))
    assert views[0] == views[1]


# --- law 6: dates and clauses


def test_parameter_outside_its_dates_raises() -> None:
    hours = GAME.parameters["open_hours"]
    start = datetime.fromisoformat("2019-10-01T00:00:00Z")
    assert (hours.at(start), hours.at(start.replace(day=8) - TICKLE), hours.at(start.replace(day=8))) == (48, 48, 24)
    with pytest.raises(NotInForceError, match=r"open_hours \(T-3\)"):
        hours.at(start - TICKLE)
    repealed = Parameter("p", "T-3", "", (Dated(start, 1), Dated(start.replace(day=2), None)))
    with pytest.raises(NotInForceError):
        repealed.at(start.replace(day=2))


def test_rule_without_a_clause_or_of_an_unknown_one_does_not_load() -> None:
    with pytest.raises(RuleError, match="names no clause"):
        rule()(lambda: None)
    with pytest.raises(RuleError, match="no clause T-99"):
        RuleBook(GAME.clauses, [Rule(_mark("T-99"), lambda: None)])


def _mark(clause: str, since: str = "", until: str = "") -> Any:
    def carried_out() -> None: ...

    marked: Any = rule(clause, name="quorum", since=since, until=until)(carried_out)
    return marked.__rule__


def test_two_versions_of_a_rule_never_overlap() -> None:
    clauses = ClauseIndex([Clause("T-1", "Posts", ("Posts",), "AUTO")])
    early, late = _mark("T-1", until="2019-10-08T00:00:00Z"), _mark("T-1", since="2019-10-08T00:00:00Z")
    book = RuleBook(clauses, [Rule(early, min), Rule(late, max)])
    change = datetime.fromisoformat("2019-10-08T00:00:00Z")
    assert [book.at("quorum", when).function for when in (change - TICKLE, change)] == [min, max]
    with pytest.raises(RuleError, match="overlap"):
        RuleBook(clauses, [Rule(early, min), Rule(_mark("T-1", since="2019-10-07T23:59:59Z"), max)])


def test_version_in_force_when_it_happened_decides(archive: MemoryArchive) -> None:
    for slug, opened in (("a", 0), ("b", 100)):
        names = [("c1", "Ada"), ("c2", "Bo"), ("c3", "Cy"), ("c4", "Di")]
        votes = ["for", "for", "hello", "against"]
        told = [
            comment(f"{slug}{name}", opened + 1, vote, post=slug, author=who)
            for (name, who), vote in zip(names, votes, strict=True)
        ]
        archived(archive, [post(slug, opened), *told])
    # Until 6 October two FOR were enough; since then it takes more than half of the three who ever voted: two. With Eve, four: three.
    archived(archive, [comment("e", 101, "against", post="c?", author="Eve"), post("c?", 100)])
    assert (outcome(archive, "a"), outcome(archive, "b")) == (True, False)


# --- law 8: what is open stays open


def test_edit_between_two_looks_around_the_closing_is_undetermined(archive: MemoryArchive) -> None:
    archived(archive, [post("a", 0), comment("c1", 1, post="a"), comment("c2", 1, post="a", author="Bo")])
    assert outcome(archive, "a", 60) is True
    archived(archive, [edited("c1", (47, 49), post="a")])
    assert outcome(archive, "a", 60) == "undetermined"


@pytest.mark.parametrize(
    ("look", "verdict"), [((40, 47), False), ((40, 48), "undetermined"), ((47, 50), "undetermined"), ((48, 50), True)]
)
def test_edit_surely_before_or_after_the_closing_is_determined(
    archive: MemoryArchive, look: tuple[float, float], verdict: object
) -> None:
    told = [post("a", 0), comment("c1", 1, post="a"), comment("c2", 1, post="a", author="Bo")]
    archived(archive, [*told, edited("c1", look, post="a")])
    assert outcome(archive, "a", 60) == verdict


def test_edit_that_changes_nothing_leaves_the_outcome_determined(archive: MemoryArchive) -> None:
    told = [comment(f"c{who}", 1, post="a", author=who) for who in ("Ada", "Bo", "Cy")]
    archived(archive, [post("a", 0), *told, edited("cAda", (47, 49), post="a")])
    assert outcome(archive, "a", 60) is True


def test_what_may_have_happened_is_no_news_at_the_look_that_did_not_see_it(archive: MemoryArchive) -> None:
    archived(archive, [post("a", 0), comment("c1", 1, post="a"), edited("c1", (10, 20), post="a")])
    views = [
        fold_archive(GAME, archive, when).state.matters["a"].possible for when in (at(10), at(10) + TICKLE, at(20))
    ]
    assert [sorted(possible) for possible in views] == [[], ["c1"], []]


# --- law 9: reasons


@given(logs(), ticks)
@lawful
def test_every_fact_names_its_clause_and_its_observations(
    log: list[Observation], looks: list[tuple[int, float]]
) -> None:
    archive = MemoryArchive()
    for hours in played(archive, log, looks):
        known = {row.id for row in archive.rows()}
        for fact in tick(archive, hours).facts:
            assert fact.clauses <= set(GAME.clauses)
            assert fact.because
            assert set(fact.because) <= known


def test_fact_rests_on_the_votes_that_were_or_may_have_been_cast(archive: MemoryArchive) -> None:
    told = [post("a", 0), comment("c1", 1, post="a"), edited("c1", (47, 49), post="a"), comment("late", 50, post="a")]
    archived(archive, told)
    (fact,) = tick(archive, 60).facts
    assert (fact.clause, fact.value, fact.because) == ("T-3", False, ("post a 0", "c1"))


def test_ruling_is_the_reason_from_when_it_was_made(archive: MemoryArchive) -> None:
    told = [post("c?", 0), comment("c1", 1, post="c?"), comment("c2", 1, post="c?", author="Bo")]
    archived(archive, [*told, decision("d1", 100, "void:c?", "yes", since=iso(at(0)))])
    before, after = tick(archive, 99), tick(archive, 100)
    assert [fact.value for fact in (*before.facts, *after.facts)] == [True, "void"]
    assert after.facts[0].because == ("d1",)
    archived(archive, [decision("d2", 110, "void:c?", "yes", since=iso(at(0)), revoked=True)])
    assert tick(archive, 120).facts == before.facts


# --- law 15: chance


class NoDice:
    """A roller that must not be asked."""

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        raise AssertionError(f"{request.key} was rolled again")


@given(logs(), ticks)
@lawful
def test_replay_never_rolls_again(log: list[Observation], looks: list[tuple[int, float]]) -> None:
    archive = MemoryArchive()
    for hours in played(archive, log, looks):
        tick(archive, hours)
    copied = MemoryArchive()
    archived(copied, [row.observation for row in archive.rows()])
    again = settle_rolls(GAME, copied, NoDice(), at(LATEST))[1]
    assert again == tick(archive)


@given(logs(), ticks)
@lawful
def test_every_roll_is_drawn_exactly_once(log: list[Observation], looks: list[tuple[int, float]]) -> None:
    archive = MemoryArchive()
    for hours in played(archive, log, looks):
        assert tick(archive, hours).requests == ()
    rolls = [row.id for row in archive.rows() if row.observation.kind == "roll"]
    assert len(rolls) == len(set(rolls))
    asked = {
        row.id
        for row in archive.rows()
        if row.observation.kind == "comment" and "roll" in row.observation.payload["body"]
    }
    assert {roll.rpartition(":")[0] for roll in rolls} <= asked


class CrashError(Exception):
    """The process ends here."""


class CrashingArchive:
    """An archive under which the process crashes at the n-th call, before or after it was carried out."""

    def __init__(self, archive: Archive, at_call: int, *, is_carried_out: bool) -> None:
        self._archive = archive
        self._calls_left = at_call
        self._is_carried_out = is_carried_out

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            self._calls_left -= 1
            if self._calls_left:
                return getattr(self._archive, name)(*arguments, **options)
            if self._is_carried_out:
                getattr(self._archive, name)(*arguments, **options)
            raise CrashError(name)

        return call


def rolled(archive: Archive) -> dict[str, Any]:
    """Each roll's faces by its key; fails where a key has two rows."""
    rolls = [row for row in archive.rows() if row.observation.kind == "roll"]
    assert len({row.id for row in rolls}) == len(rolls)
    return {row.id: row.observation.payload["faces"] for row in rolls}


CHANCY = (post("a", 0), *(comment(f"c{number}", number, "for roll", post="a") for number in range(1, 9)))


@pytest.mark.parametrize("is_carried_out", [False, True])
@pytest.mark.parametrize("is_checkpointed", [False, True])
def test_crash_at_any_step_neither_loses_nor_repeats_a_roll(is_carried_out: bool, is_checkpointed: bool) -> None:
    wanted = MemoryArchive()
    archived(wanted, CHANCY)
    view = tick(wanted)
    assert len(rolled(wanted)) > len(CHANCY) - 1, "no six asked for another die"
    crashes = 0
    while True:
        archive = MemoryArchive()
        archived(archive, CHANCY[:4])
        if is_checkpointed:
            fold_archive(GAME, archive, at(2))
        archived(archive, CHANCY)
        crashing: Any = CrashingArchive(archive, crashes + 1, is_carried_out=is_carried_out)
        try:
            settle_rolls(GAME, crashing, dice(crashing), at(LATEST))
        except CrashError:
            crashes += 1
        else:
            break
        assert tick(archive) == view
        assert rolled(archive) == rolled(wanted)
    assert crashes > 10
