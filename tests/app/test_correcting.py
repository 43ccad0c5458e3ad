"""Corrections by hand: one row each, refused where it would change nothing, and the record as if it had always been so."""

from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import SetClock, ToldSource, small_game, vote, wired
from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.app.asking.inquiry import explain, gamestate_at
from tracker.app.asking.replay import replay_records
from tracker.app.keeping.interchange import exported, read_lines
from tracker.app.people import by_hand, correcting, redacting
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.core.corrections import WITHOUT_EFFECT, in_words
from tracker.core.instants import iso
from tracker.errors import UsageError

BY_ADA = {"by": "Ada", "why": "so it was"}


class RunningClock(SetClock):
    """A clock that moves on at each reading."""

    def now(self) -> Any:
        self.pass_minutes(0.001)
        return super().now()


@pytest.fixture
def tracker(tmp_path: Path) -> Wired:
    made = wired(tmp_path, "", sources=[ToldSource(unseen=small_game())], clock=RunningClock())
    tick(made)
    return made


def matter(tracker: Wired) -> Any:
    return gamestate_at(tracker).values["matters"]["dry_socks"]


def test_a_vote_is_void_reads_otherwise_and_is_taken_back(tracker: Wired) -> None:
    before = matter(tracker)
    made = correcting.correct(tracker, {"of": "Cy-dry_socks", "void": True}, **BY_ADA)
    assert (made.id, matter(tracker)["against"], matter(tracker)["for"]) == ("correction:1", 0, 2)
    correcting.correct(tracker, {"of": "Ada-dry_socks", "reads": "AGAINST"}, **BY_ADA)
    assert matter(tracker)["votes"]["Ada"] == "AGAINST"
    for number in (1, 2):
        correcting.correct(tracker, {"of": f"correction:{number}", "void": True}, **BY_ADA)
    assert matter(tracker) == before
    assert [each.get("taken_back_by") for each in correcting.standing(tracker)] == [
        "correction:3",
        "correction:4",
        None,
        None,
    ]
    assert [in_words(each) for each in correcting.standing(tracker)][:2] == [
        "Cy-dry_socks counts for nothing",
        "Ada-dry_socks reads “AGAINST”",
    ]


def test_what_is_corrected_is_folded_anew_from_where_it_stands(tracker: Wired) -> None:
    now = tracker.clock.now()
    correcting.correct(tracker, {"of": "Cy-dry_socks", "happened": "2019-10-01T09:00:00Z"}, **BY_ADA)
    resumed = gamestate_at(tracker).record()
    rows = read_lines([line.encode() for line in exported(tracker.archive, "operator")], "all")
    as_of = iso(tracker.clock.now())
    assert replay_records("blognomic", rows, [as_of])["instants"][as_of]["gamestate"] == resumed["gamestate"]
    assert (
        gamestate_of(tracker.game, fold_archive(tracker.game, tracker.archive, now)).values["matters"]["dry_socks"][
            "against"
        ]
        == 1
    )


def test_the_next_tick_takes_a_correction_in_although_nothing_else_is_new(tracker: Wired) -> None:
    correcting.correct(tracker, {"of": "Cy-dry_socks", "void": True}, **BY_ADA)
    assert tick(tracker).outcome != "idle"


@pytest.mark.parametrize(
    ("said", "by", "fault"),
    [
        ({"of": "nothing", "void": True}, "Ada", "there is no observation 'nothing'"),
        ({"of": "Cy-dry_socks", "void": True}, "Cy", "Cy may not correct"),
        ({"of": "Cy-dry_socks", "void": True}, " ", "needs a name"),
        ({"of": "roster-2019-10-01T00:00:00Z", "reads": "x"}, "Ada", "has no words"),
        ({"of": "Cy-dry_socks", "happened": "2030-01-01T00:00:00Z"}, "Ada", "later than it was put right"),
        ({"set": {"pointer": "/quorum", "value": 2}}, "Ada", "/roster/NAME/status"),
        ({"set": {"pointer": "/roster/Cy/status", "value": "tired"}}, "Ada", "a status is player or idle"),
        ({"of": "dry_socks", "set": {"pointer": "/nothing", "remove": True}}, "Ada", None),
    ],
)
def test_what_puts_nothing_right_is_refused(tracker: Wired, said: dict[str, Any], by: str, fault: str | None) -> None:
    rows = tracker.archive.last_seq()
    if fault is None:
        correcting.correct(tracker, said, by=by, why="so it was")
        return
    with pytest.raises(UsageError, match=fault):
        correcting.correct(tracker, said, by=by, why="so it was")
    assert tracker.archive.last_seq() == rows


def test_dice_that_follow_from_a_seed_stay_as_they_fell(tracker: Wired) -> None:
    fell = {
        "kind": "roll",
        "id": "1",
        "at": "2019-10-01T11:00:00Z",
        "source": "dice",
        "for": "1",
        "sides": 6,
        "face": 2,
    }
    by_hand.import_records(tracker, [fell])
    with pytest.raises(UsageError, match="never falls anew"):
        correcting.correct(tracker, {"of": "1", "void": True}, **BY_ADA)


def test_a_value_is_set_from_now_on_and_the_effect_of_a_proposal_once_it_is_enacted(tracker: Wired) -> None:
    correcting.correct(tracker, {"set": {"pointer": "/roster/Di/status", "value": "idle"}}, **BY_ADA)
    assert gamestate_at(tracker).values["players"] == 4
    made = correcting.correct(
        tracker, {"of": "dry_socks", "set": {"pointer": "/roster/Cy/admin", "value": True}}, **BY_ADA
    )
    assert made.payload["of"] == "post:dry_socks"
    assert gamestate_at(tracker).values["roster"]["Cy"]["admin"] is False
    correcting.correct(tracker, {"set": {"pointer": "/matters/dry_socks/state", "value": "Enacted"}}, **BY_ADA)
    assert gamestate_at(tracker).values["roster"]["Cy"]["admin"] is True
    assert all(found.code != WITHOUT_EFFECT for found in gamestate_at(tracker).findings)


def test_redacting_a_row_takes_the_words_with_it_that_it_was_said_to_read(tracker: Wired) -> None:
    correcting.correct(tracker, {"of": "Ada-dry_socks", "reads": "AGAINST"}, **BY_ADA)
    counted = matter(tracker)
    with pytest.raises(UsageError, match="goes with it"):
        redacting.redact(tracker, "correction:1", by="Ada", why="private")
    assert redacting.redact(tracker, "Ada-dry_socks", by="Ada", why="private") == 2
    assert matter(tracker) == counted
    assert all("AGAINST" not in line for line in exported(tracker.archive, "operator"))


def test_a_row_goes_by_the_address_that_the_pages_link_to(tracker: Wired) -> None:
    address = "https://blog.example/archive/dry_socks#4711"
    by_hand.import_records(tracker, [{**vote("against", "Di", "dry_socks", "2019-10-01T11:40:00Z"), "url": address}])
    assert matter(tracker)["against"] == 2
    made = correcting.correct(tracker, {"of": address, "void": True}, **BY_ADA)
    assert (made.payload["of"], matter(tracker)["against"]) == ("Di-dry_socks", 1)


def test_one_of_several_things_under_one_id_goes_by_its_instant(tracker: Wired) -> None:
    edited = {**vote("for", "Cy", "dry_socks", "2019-10-01T11:05:00Z"), "kind": "comment_edited"}
    by_hand.import_records(tracker, [{**edited, "source": "blog"}])
    later = {"of": "Cy-dry_socks@2019-10-01T11:05:00Z", "void": True}
    assert len(explain(tracker, "dry_socks", None, "operator").findings) == 1
    correcting.correct(tracker, later, **BY_ADA)
    (note,) = explain(tracker, "dry_socks", None, "operator").findings
    assert note["code"] == "PUT_RIGHT"
