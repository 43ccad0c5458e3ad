"""Folding over an archive: which checkpoint is gone on from, what is kept, what is settled, and how dice are drawn."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.dice_keys import known_dice
from tests.games.toy import GAME
from tests.games.toy.game import Toy
from tests.games.toy.playing import archived, from_the_start, post
from tests.games.toy.state import State
from tests.observing import at, batch, comment, decision, edited
from tracker.app.asking import folding
from tracker.app.asking.folding import fold_archive, fold_supposing, gamestate_of, settle_rolls
from tracker.app.dice.dice import SOURCE, KeyedDice
from tracker.archive.memory import MemoryArchive
from tracker.core.fold import Folded
from tracker.core.gamestate import Gamestate, RollRequest
from tracker.core.instants import TICKLE, iso
from tracker.core.observation import ArchivedObservation, Observation
from tracker.core.ports import Checkpoint
from tracker.errors import RuleError

VOTES = (comment("c1", 1, post="a"), comment("c2", 1, post="a", author="Bo"))


class WatchedArchive(MemoryArchive):
    """Remembers the instant after which a fold asked for rows (None: before the first), and how many there were."""

    def __init__(self) -> None:
        super().__init__()
        self.folds: list[tuple[datetime | None, int]] = []

    def rows(self, **conditions: Any) -> Iterator[ArchivedObservation]:
        found = list(super().rows(**conditions))
        if "changing" in conditions:
            after = conditions["happened_after"]
            self.folds.append((None if after < at(0) else after, len(found)))
        return iter(found)

    def kept(self) -> list[Checkpoint]:
        """Every checkpoint, whatever its digest, newest first."""
        own = [checkpoint for checkpoints in self._checkpoints.values() for checkpoint in checkpoints.values()]
        return sorted(own, key=lambda checkpoint: checkpoint.as_of, reverse=True)


@pytest.fixture
def archive() -> WatchedArchive:
    made = WatchedArchive()
    archived(made, [post("a", 0), *VOTES])
    return made


def folded(archive: MemoryArchive, hours: float, **options: Any) -> Folded[State]:
    return fold_archive(GAME, archive, at(hours), **options)


def view(archive: MemoryArchive, hours: float, **options: Any) -> Gamestate:
    """What holds at an hour, checked against a fold from the start."""
    found = gamestate_of(GAME, folded(archive, hours, **options))
    assert found == from_the_start(MemoryArchive.rows(archive), hours, options.get("up_to_seq"))
    return found


# --- which checkpoint


def test_fold_goes_on_from_the_newest_checkpoint(archive: WatchedArchive) -> None:
    view(archive, 2)
    view(archive, 10)
    archived(archive, [comment("c3", 20, post="a", author="Cy")])
    view(archive, 30)
    assert archive.folds == [(None, 3), (at(2), 0), (at(10), 1)]


def test_row_at_the_very_instant_of_the_checkpoint_drops_it(archive: WatchedArchive) -> None:
    view(archive, 2)
    view(archive, 10)
    archived(archive, [comment("c3", 10, post="a", author="Cy")])
    view(archive, 30)
    assert archive.folds[-1] == (at(2), 1)


def test_row_that_may_have_happened_just_after_the_checkpoint_keeps_it(archive: WatchedArchive) -> None:
    view(archive, 10)
    archived(archive, [edited("c1", (10, 20), post="a")])
    assert view(archive, 15).values["matters"]["a"]["perhaps"] == ["c1"]
    assert archive.folds[-1] == (at(10), 1)


def test_row_that_may_have_happened_before_the_checkpoint_drops_it(archive: WatchedArchive) -> None:
    view(archive, 10)
    look = replace(edited("c1", (9, 20), post="a"), not_before=at(10) - TICKLE)
    archived(archive, [look])
    view(archive, 15)
    assert archive.folds[-1] == (None, 4)


def test_checkpoint_saved_beside_a_row_it_did_not_know_is_passed_over(archive: WatchedArchive) -> None:
    view(archive, 10)
    (stale,) = archive.kept()
    archived(archive, [comment("c3", 5, post="a", author="Cy")])
    archive.save_checkpoint(stale)
    assert view(archive, 30).values["matters"]["a"]["votes"]["Cy"] == "for"


@pytest.mark.parametrize(
    "supposed",
    [
        [comment("c3", 5, post="a", author="Cy")],
        [comment("c3", 0, post="a", author="Cy"), comment("c4", 30, post="a", author="Di")],
        [comment("c0", -24 * 400, post="a")],
        [],
    ],
)
def test_what_is_supposed_gives_what_it_gives_once_archived_and_leaves_nothing_behind(
    archive: WatchedArchive, supposed: list[Observation]
) -> None:
    view(archive, 2)
    view(archive, 10)
    rows, kept = list(MemoryArchive.rows(archive)), archive.kept()
    found = gamestate_of(GAME, fold_supposing(GAME, archive, at(20), supposed))
    assert (list(MemoryArchive.rows(archive)), archive.kept()) == (rows, kept)
    if supposed:
        archived(archive, supposed)
    assert replace(found, seq=0) == replace(view(archive, 20), seq=0)


def test_what_was_known_earlier_is_not_folded_from_a_later_checkpoint(archive: WatchedArchive) -> None:
    seq = archive.last_seq()
    archived(archive, [comment("c3", 5, post="a", author="Cy")])
    view(archive, 10)
    assert "Cy" not in view(archive, 12, up_to_seq=seq).values["matters"]["a"]["votes"]
    assert [checkpoint.as_of for checkpoint in archive.kept()] == [at(10)]


def test_other_code_folds_from_the_start(archive: WatchedArchive, monkeypatch: pytest.MonkeyPatch) -> None:
    folded(archive, 2)
    folded(archive, 3)
    monkeypatch.setitem(GAME.__dict__, "code_digest", "changed")
    folded(archive, 5)
    assert [after for after, _ in archive.folds] == [None, at(2), None]


def test_fold_to_an_earlier_instant_uses_an_earlier_checkpoint(archive: WatchedArchive) -> None:
    for hours in (2, 10):
        view(archive, hours)
    view(archive, 5)
    assert archive.folds[-1][0] == at(2)


# --- year by year

NEW_YEAR = 24 * 92
YEAR_END = at(NEW_YEAR) - TICKLE


def test_fold_over_years_stops_at_each_years_end(archive: WatchedArchive) -> None:
    leap_year = 366 * 24
    archived(
        archive, [post("b", NEW_YEAR - 24), comment("c3", NEW_YEAR - 1, post="b"), comment("c4", NEW_YEAR, post="b")]
    )
    archived(archive, [post("c?", NEW_YEAR + leap_year), edited("c4", (NEW_YEAR - 2, NEW_YEAR + 3), post="b")])
    view(archive, NEW_YEAR + leap_year + 10)
    ends = [None, YEAR_END, YEAR_END + timedelta(hours=leap_year)]
    assert [after for after, _ in archive.folds] == ends
    assert [rows for _, rows in archive.folds] == [6, 2, 1]
    assert [checkpoint.as_of for checkpoint in archive.kept()][1:] == ends[:0:-1]
    view(archive, NEW_YEAR + 10)
    assert archive.folds[-1][0] == YEAR_END


def test_decision_that_reaches_back_over_a_years_end_is_waited_for(archive: WatchedArchive) -> None:
    archived(archive, [post("b", NEW_YEAR - 72), comment("c3", NEW_YEAR - 50, post="b")])
    archived(archive, [decision("d1", NEW_YEAR + 24, "void:b", "yes", since=iso(at(NEW_YEAR - 72)))])
    hours = NEW_YEAR + 48
    assert view(archive, hours).values["matters"]["b"]["outcome"] == "void"
    assert [checkpoint.as_of for checkpoint in archive.kept()] == [at(hours)]
    assert view(archive, NEW_YEAR + 1).values["matters"]["b"]["outcome"] is False


def test_years_of_what_was_known_earlier_are_kept_nowhere(archive: WatchedArchive) -> None:
    archived(archive, [post("b", NEW_YEAR - 300), comment("c3", NEW_YEAR + 10, post="b")])
    seq = archive.last_seq()
    archived(archive, [comment("c4", NEW_YEAR + 20, post="b")])
    assert view(archive, NEW_YEAR + 15, up_to_seq=seq).values["matters"]["b"]["remarks"] == ["c3"]
    assert archive.kept() == []


# --- decisions


@pytest.mark.parametrize("since", [None, iso(at(0)), iso(at(48))])
def test_decision_that_reaches_back_before_the_checkpoint_drops_it(archive: WatchedArchive, since: str | None) -> None:
    view(archive, 49)
    archived(archive, [decision("d1", 50, "void:a", "yes", since=since)])
    assert view(archive, 51).values["matters"]["a"]["counted"] == {}
    assert archive.folds[-1][0] is None


def test_decision_about_what_comes_after_the_checkpoint_keeps_it(archive: WatchedArchive) -> None:
    view(archive, 47)
    archived(archive, [decision("d1", 50, "void:a", "yes", since=iso(at(48)))])
    assert view(archive, 51).values["matters"]["a"]["counted"] == {}
    assert archive.folds[-1] == (at(47), 1)


def test_no_checkpoint_before_a_decision_that_will_reach_back(archive: WatchedArchive) -> None:
    archived(archive, [decision("d1", 50, "void:a", "yes", since=iso(at(0)))])
    assert view(archive, 49).values["matters"]["a"]["counted"] == {"Ada": "for", "Bo": "for"}
    assert archive.kept() == []
    assert view(archive, 51).values["matters"]["a"]["counted"] == {}


def test_decisions_outlive_the_checkpoint_until_they_are_revoked(archive: WatchedArchive) -> None:
    archived(archive, [decision("d1", 5, "void:a", "yes", since=iso(at(0)))])
    view(archive, 10)
    assert view(archive, 11).values["matters"]["a"]["outcome"] == "void"
    archived(archive, [decision("d2", 12, "void:a", "yes", since=iso(at(12)), revoked=True)])
    assert view(archive, 13).values["matters"]["a"]["outcome"] == "undetermined"
    assert archive.folds[-1] == (at(11), 1)


# --- settled matters


def test_settled_matter_leaves_the_state_and_is_still_shown(archive: WatchedArchive) -> None:
    shown = view(archive, 60).values["matters"]
    assert "a" in folded(archive, 60).state.matters
    assert "a" not in folded(archive, 90).state.matters
    assert view(archive, 90).values["matters"] == shown


def test_settled_matter_is_read_singly_from_a_later_fold(archive: WatchedArchive) -> None:
    view(archive, 90)
    later = folded(archive, 95)
    assert later.state.matters == {}
    record = later.context.settled.settled("a")
    assert record is not None
    assert record["slug"] == "a"
    assert list(later.context.settled.settled_in("2019-10")) == ["a"]
    assert later.context.settled.settled("b") is None


def test_remark_reopens_a_settled_matter_and_it_is_settled_anew(archive: WatchedArchive) -> None:
    view(archive, 90)
    archived(archive, [comment("c9", 100, "well done", post="a")])
    assert "a" in folded(archive, 101).state.matters
    assert view(archive, 101).values["matters"]["a"]["remarks"] == ["c9"]
    assert archive.folds[-2][0] == at(90)
    assert "a" not in folded(archive, 130).state.matters
    assert view(archive, 130).values["matters"]["a"]["remarks"] == ["c9"]
    assert view(archive, 95).values["matters"]["a"]["remarks"] == []


def test_late_vote_changes_a_settled_matter(archive: WatchedArchive) -> None:
    assert view(archive, 90).values["matters"]["a"]["outcome"] is True
    told = [comment(f"c{who}", 40, "against", post="a", author=who) for who in ("Cy", "Di", "Eve")]
    archived(archive, told)
    assert view(archive, 95).values["matters"]["a"]["outcome"] is False


def test_matter_settled_in_another_month_moves_there(archive: WatchedArchive) -> None:
    archived(archive, [post("b", 29 * 24)])
    hours = 32 * 24
    view(archive, hours)
    settled = folded(archive, hours).context.settled
    assert [list(settled.settled_in(month)) for month in ("2019-10", "2019-11")] == [["a", "b"], []]


# --- dice


def roller(archive: MemoryArchive) -> KeyedDice:
    return known_dice(archive)


def test_rolls_are_archived_as_of_when_they_were_asked_for(archive: WatchedArchive) -> None:
    archived(archive, [comment("c3", 5, "for roll", post="a", author="Cy")])
    state, gamestate, *_ = settle_rolls(GAME, archive, roller(archive), at(30))
    first = archive.newest(SOURCE, ["c3:0"])["c3:0"]
    assert (first.observation.at, first.observation.seen_at) == (at(5), at(30))
    assert first.observation.payload["for"] == "c3:0"
    assert gamestate.requests == ()
    assert gamestate.values["scores"] == {"Cy": sum(sum(throw.faces or ()) for throw in state.state.throws.values())}
    assert view(archive, 30) == gamestate


def test_rolls_are_read_by_the_game_when_they_are_archived(
    archive: WatchedArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    archived(archive, [comment("c3", 5, "for roll", post="a", author="Cy")])
    monkeypatch.setattr(Toy, "read", lambda self, observation: f"read {observation.id}")
    settle_rolls(GAME, archive, roller(archive), at(30))
    assert archive.versions("c3:0")[0].readings == "read c3:0"


def test_checkpoint_is_kept_only_after_the_last_roll(archive: WatchedArchive) -> None:
    archived(archive, [comment("c3", 5, "for roll", post="a", author="Cy")])
    settle_rolls(GAME, archive, roller(archive), at(30))
    (only,) = archive.kept()
    assert only.seq == archive.last_seq()


class SixesOnly:
    """A die that always asks for another."""

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        return (6,)


def test_asking_that_does_not_end_is_an_error_naming_the_keys(
    archive: WatchedArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "ROUNDS", 10)
    archived(archive, [comment("c3", 5, "roll", post="a", author="Cy")])
    with pytest.raises(RuleError, match=r"toy: after 10 rounds .*: c3:9$"):
        settle_rolls(GAME, archive, SixesOnly(), at(30))


def test_die_asked_for_although_it_is_archived_is_told_and_stops_no_other(archive: WatchedArchive) -> None:
    archived(archive, [comment("c3", 5, "roll", post="a", author="Cy")])
    wrong = replace(comment("c3:0", 5), kind="roll", payload={"for": "c3:0", "sides": 20, "faces": [3]}, source=SOURCE)
    archive.append(batch(wrong))
    archived(archive, [comment("c4", 6, "roll", post="a", author="Di")])
    settled = settle_rolls(GAME, archive, roller(archive), at(30))
    (alarm,) = settled.alarms
    assert "c3:0 are asked for although they are archived" in str(alarm)
    assert [request.key for request in settled.gamestate.requests] == ["c3:0"]
    assert len(archive.newest(SOURCE, ["c4:0"])) == len(archive.versions("c3:0")) == 1


# --- states as bytes


def test_any_text_and_instant_of_a_state_survives_the_checkpoint(archive: WatchedArchive) -> None:
    hostile = "\0 \\ \ud83d é \u202e"
    archived(archive, [comment("c3", 5.123456, "for roll", post="a", author=hostile)])
    before = folded(archive, 6).state
    assert before.voters == {"Ada", "Bo", hostile}
    assert before.throws["c3:0"].asked_at == at(5.123456)
    again = folded(archive, 7).state
    assert archive.folds[-1] == (at(6), 0)
    assert again == before
