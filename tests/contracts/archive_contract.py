"""What every archive does (port ``Archive``): a store's own test inherits this and says how to make one."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

import pytest

from tests.observing import at, batch, comment, decision, edited, gone, seen, warning
from tracker.archive.upcast import Upcast
from tracker.core.instants import EPOCH, TICKLE, iso
from tracker.core.observation import Observation, ObservationBatch
from tracker.core.ports import Archive, Checkpoint, Heartbeat, SettledRecord
from tracker.errors import ArchiveError, ArchiveTooNewError, LockedError

HOSTILE = (
    "nul \0 inside",
    "half a pair \ud83d",
    "back\\slash \\u0000 and 'quote' \"",
    "-->{{[[Category:x]]<nowiki>",
    "\u202eright to left",
    "x" * 10_000,
    "é" * 5_000,
    "",
)


class MakeArchive(Protocol):
    """Makes a new, empty archive."""

    def __call__(self, upcasts: Mapping[int, Upcast] = ...) -> Archive: ...


def checkpoint(hours: float, seq: int = 0, state: bytes = b"{}", digest: str = "d") -> Checkpoint:
    return Checkpoint(seq, at(hours), digest, state, b"[1]")


def settled(key: str, group: str = "2019-10", **record: Any) -> SettledRecord:
    return SettledRecord(key, group, at(1), json.dumps(record))


def kept(archive: Archive, digest: str) -> list[Checkpoint]:
    return list(archive.checkpoints(digest, at(100_000)))


def payloads(archive: Archive, name: str) -> list[dict[str, Any]]:
    return [dict(row.observation.payload) for row in archive.versions(name)]


class ArchiveContract:
    """Inherit, and give a fixture ``make_archive``."""

    @pytest.fixture
    def archive(self, make_archive: MakeArchive) -> Archive:
        return make_archive()

    # --- laws 1 to 3

    def test_appending_the_same_batch_twice_adds_nothing(self, archive: Archive) -> None:
        first = archive.append(batch(comment("c1", 1), comment("c2", 2)))
        again = archive.append(batch(comment("c1", 1), comment("c2", 2), cursor="2"))
        assert (first.added, again.added, again.last_seq) == (2, 0, first.last_seq)
        assert [row.id for row in archive.rows()] == ["c1", "c2"]
        assert archive.cursor("blog") == "2"

    def test_one_thing_twice_in_a_batch_is_one_row(self, archive: Archive) -> None:
        assert archive.append(batch(comment("c1", 1), comment("c1", 1))).added == 1

    def test_when_we_looked_makes_no_new_row(self, archive: Archive) -> None:
        archive.append(batch(replace(comment("c1", 1), seen_at=at(2))))
        assert archive.append(batch(replace(comment("c1", 1), seen_at=at(3)))).added == 0

    def test_edited_comment_is_a_new_row_of_the_same_id(self, archive: Archive) -> None:
        archive.append(batch(comment("c1", 1)))
        archive.append(batch(edited("c1", (2, 3))))
        assert [row.observation for row in archive.versions("c1")] == [comment("c1", 1), edited("c1", (2, 3))]
        assert archive.newest("blog", ["c1"])["c1"].observation == edited("c1", (2, 3))

    def test_silence_is_no_tombstone(self, archive: Archive) -> None:
        archive.append(batch(comment("c1", 1), comment("c2", 1)))
        archive.append(batch(comment("c1", 1), complete=True))
        assert archive.newest("blog", ["c2"])["c2"].observation.kind == "comment"

    def test_tombstone_keeps_the_old_row(self, archive: Archive) -> None:
        archive.append(batch(comment("c1", 1)))
        archive.append(batch(gone("c1", (2, 3)), complete=True))
        assert [row.observation.kind for row in archive.versions("c1")] == ["comment", "comment_gone"]

    # --- what comes back

    def test_rows_come_back_as_they_were_seen(self, archive: Archive) -> None:
        observations = (
            replace(comment("c1", 1.123456789), seen_at=at(2), audience="operator"),
            comment("c2", (1, 2), body={"list": [1, 2.5, None, True, "é"]}),
            replace(comment("c3", 3), at=None, not_after=at(3) + TICKLE),
            seen("setting", "s1", 4, source="file", name="switch", value=10**20),
        )
        archive.append(batch(*observations), readings=lambda observation: {"read": observation.id})
        rows = list(archive.rows())
        assert [row.observation for row in rows] == list(observations)
        assert [row.readings for row in rows] == [{"read": f"{name}"} for name in ("c1", "c2", "c3", "s1")]
        assert [row.digest for row in rows] == [observation.digest for observation in observations]
        assert [row.redacted for row in rows] == [""] * 4

    def test_rows_are_numbered_as_we_learned_them(self, archive: Archive) -> None:
        archive.append(batch(comment("late", 9)))
        archive.append(batch(comment("early", 1)))
        assert [(row.seq, row.id) for row in archive.rows()] == [(1, "late"), (2, "early")]
        assert archive.last_seq() == 2

    def test_rows_after_a_number_up_to_a_number_and_after_an_instant(self, archive: Archive) -> None:
        archive.append(batch(*(comment(f"c{hour}", hour) for hour in (5, 1, 4, 2))))
        assert [row.id for row in archive.rows(after_seq=1, up_to=3)] == ["c1", "c4"]
        assert [row.id for row in archive.rows(happened_after=at(2))] == ["c5", "c4"]
        assert [row.id for row in archive.rows(happened_after=at(4) - TICKLE, up_to=2)] == ["c5"]

    def test_rows_that_can_change_a_fold_to_an_instant(self, archive: Archive) -> None:
        archive.append(batch(comment("c3", 3), comment("c1", 1), comment("between", (1, 9)), comment("later", (2, 9))))
        archive.append(batch(decision("d1", 9, "leave:p1", "yes", since=iso(at(0)))))
        assert [row.id for row in archive.rows(changing=at(2))] == ["c1", "between", "d1"]
        assert [row.id for row in archive.rows(changing=at(3), happened_after=at(1))] == [
            "c3",
            "between",
            "later",
            "d1",
        ]
        assert [row.id for row in archive.rows(changing=at(0) - TICKLE)] == []

    def test_what_the_rows_of_one_source_say(self, archive: Archive) -> None:
        archive.append(batch(comment("c2", (1, 2)), comment("c1", 1, body="a \\ and \0")))
        archive.append(ObservationBatch("file", (seen("setting", "s1", 4, source="file", name="switch"),), "", at(4)))
        source = comment("c1", 1).source
        assert [tuple(told) for told in archive.told_by(source, ["comment"])] == [
            (row.observation.kind, row.id, row.observation.happened_at, row.observation.payload)
            for row in archive.rows()
            if row.observation.source == source
        ]
        assert [told.id for told in archive.told_by("file", ["setting", "comment"])] == ["s1"]
        assert list(archive.told_by("file", ["comment"])) == []

    def test_what_the_rows_of_one_source_say_of_some_time(self, archive: Archive) -> None:
        archive.append(batch(*(comment(f"c{hour}", hour) for hour in (1, 2, 3))))
        source = comment("c1", 1).source
        for since, before, told in ((1, 3, ["c1", "c2"]), (2, None, ["c2", "c3"]), (None, 2, ["c1"]), (4, None, [])):
            first, last = (None if hour is None else at(hour) for hour in (since, before))
            assert [row.id for row in archive.told_by(source, ["comment"], first, last)] == told

    def test_an_empty_archive_answers(self, archive: Archive) -> None:
        assert list(archive.rows()) == []
        assert archive.last_seq() == 0
        assert archive.cursor("blog") is None
        assert archive.newest("blog", ["c1"]) == {}
        assert archive.newest_about("blog", "dry_socks") == []
        assert archive.earliest_since(0) is None
        assert archive.last_beat() is None
        assert kept(archive, "d") == []
        assert archive.settled_matters("d", at(0)).settled("a") is None

    def test_things_of_two_sources_are_two_things(self, archive: Archive) -> None:
        archive.append(batch(comment("c1", 1), seen("comment", "c1", 1, source="chat", post="p", author="Bo", body="")))
        assert archive.newest("blog", ["c1"])["c1"].observation.source == "blog"
        assert archive.newest("chat", ["c1", "c2"])["c1"].observation.payload["author"] == "Bo"

    def test_newest_about_a_subject_in_order_of_happening(self, archive: Archive) -> None:
        archive.append(batch(comment("c2", 3), comment("c1", 1), comment("other", 2, post="wet_socks")))
        archive.append(batch(edited("c1", (4, 5))))
        assert [row.id for row in archive.newest_about("blog", "dry_socks")] == ["c2", "c1"]
        assert archive.newest_about("blog", "dry_socks")[1].observation.kind == "comment_edited"

    def test_many_things_at_once(self, archive: Archive) -> None:
        archive.append(batch(*(comment(f"c{number}", number) for number in range(1_200))))
        assert archive.append(batch(*(comment(f"c{number}", number) for number in range(1_201)))).added == 1
        assert len(archive.newest("blog", [f"c{number}" for number in range(2_000)])) == 1_201

    def test_older_shapes_are_lifted_one_version_at_a_time(self, make_archive: MakeArchive) -> None:
        def from_minus_one(kind: str, payload: Mapping[str, Any]) -> Mapping[str, Any]:
            return {**payload, "author": payload["who"]}

        def from_zero(kind: str, payload: Mapping[str, Any]) -> Mapping[str, Any]:
            return {"post": "dry_socks", "author": payload["author"].title(), "body": f"{kind}: {payload['said']}"}

        archive = make_archive({-1: from_minus_one, 0: from_zero})
        archive.append(
            batch(
                replace(seen("comment", "c1", 1, who="ada", said="for"), version=-1),
                replace(seen("comment", "c2", 1, author="bo", said="against"), version=0),
                comment("c3", 1),
            )
        )
        assert [row.observation.payload["author"] for row in archive.rows()] == ["Ada", "Bo", "Ada"]
        assert payloads(archive, "c1") == [{"post": "dry_socks", "author": "Ada", "body": "comment: for"}]
        assert {row.observation.version for row in archive.rows()} == {1}

    def test_shapes_that_nothing_lifts_are_errors(self, make_archive: MakeArchive) -> None:
        archive = make_archive()
        archive.append(batch(replace(comment("c1", 1), version=0)))
        with pytest.raises(ArchiveError, match="shape 0"):
            list(archive.rows())
        archive = make_archive()
        archive.append(batch(replace(comment("c1", 1), version=2)))
        with pytest.raises(ArchiveTooNewError, match="shape 2"):
            list(archive.rows())

    # --- all or nothing

    @pytest.mark.parametrize(
        "bad",
        [
            replace(comment("bad", 1), payload={"post": "p", "author": "Ada", "body": object()}),
            replace(comment("bad", 1), at=None),
            replace(comment("bad", 1), at=at(1).replace(tzinfo=None)),
        ],
        ids=["not JSON", "no instant", "no zone"],
    )
    def test_a_bad_second_row_leaves_nothing_of_the_first(self, archive: Archive, bad: Observation) -> None:
        archive.append(batch(comment("c0", 1), cursor="old"))
        with pytest.raises((TypeError, ValueError)):
            archive.append(batch(comment("c1", 1), bad, cursor="new", warnings=(warning(),)))
        assert [row.id for row in archive.rows()] == ["c0"]
        assert archive.cursor("blog") == "old"
        assert archive.warnings(EPOCH) == []
        assert archive.append(batch(comment("c1", 1))).added == 1

    def test_readings_that_fail_leave_nothing(self, archive: Archive) -> None:
        def fail(observation: Observation) -> object:
            raise ArithmeticError(observation.id)

        with pytest.raises(ArithmeticError):
            archive.append(batch(comment("c1", 1)), readings=fail)
        assert (archive.last_seq(), archive.cursor("blog")) == (0, None)

    def test_warnings_are_kept_once_with_their_last_look(self, archive: Archive) -> None:
        archive.append(batch(warnings=(warning("a"), warning("b")), looked_at=at(1)))
        archive.append(batch(warnings=(warning("a"),), looked_at=at(2)))
        assert archive.warnings(EPOCH) == [warning("a"), warning("b")]
        assert archive.warnings(at(2)) == [warning("a")]

    # --- hostile contents

    @pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
    def test_any_text_is_stored_and_found_again(self, archive: Archive, text: str) -> None:
        observation = seen("comment", text, 1, source=text, post=text, author=text, body=text, **{text: text})
        observation = replace(observation, audience=text)
        archive.append(replace(batch(observation, cursor=text, warnings=(warning(text),)), source=text))
        assert [row.observation for row in archive.rows()] == [observation]
        assert archive.newest(text, [text])[text].observation == observation
        assert [row.id for row in archive.newest_about(text, text)] == [text]
        assert (archive.cursor(text), archive.warnings(EPOCH)) == (text, [warning(text)])
        assert archive.append(batch(observation)).added == 0
        assert archive.redact(text, by=text, why=text, at=at(2)) == 1

    @pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
    def test_any_text_names_a_settled_matter(self, archive: Archive, text: str) -> None:
        archive.save_checkpoint(checkpoint(1), [settled(text, text, title=text)])
        matters = archive.settled_matters("d", at(1))
        assert matters.settled(text) == {"title": text}
        assert matters.settled_in(text) == {text: {"title": text}}

    def test_a_comment_of_five_megabytes(self, archive: Archive) -> None:
        huge = comment("c1", 1, body="<p>é</p>" * 700_000)
        archive.append(batch(huge))
        assert next(iter(archive.rows())).observation == huge

    def test_texts_that_look_escaped_are_not_confused(self, archive: Archive) -> None:
        archive.append(batch(comment("a\0", 1), comment("a\\u0000", 1), comment("a\\\\u0000", 1)))
        assert [row.id for row in archive.rows()] == ["a\0", "a\\u0000", "a\\\\u0000"]
        assert [row.id for row in archive.versions("a\\u0000")] == ["a\\u0000"]

    # --- redaction

    def test_redacted_content_is_gone_and_the_gap_is_named(self, archive: Archive) -> None:
        archive.append(batch(comment("c1", 1, body="his address"), comment("c2", 1)), readings=lambda _: "for")
        archive.append(batch(edited("c1", (2, 3), body="her address")))
        assert archive.redact("c1", by="Bo", why="a private address", at=at(9)) == 2
        rows = archive.versions("c1")
        assert all(row.observation.payload["body"].startswith("[redacted ") for row in rows)
        assert [row.observation.payload["author"] for row in rows] == ["Ada", "Ada"]
        assert {row.redacted for row in rows} == {f"redacted by Bo at {iso(at(9))}: a private address"}
        assert rows[0].readings == "for"
        assert payloads(archive, "c2")[0]["body"] == "for"
        assert [row.redacted != "" for row in archive.rows()] == [True, False, True]

    def test_what_a_game_had_read_stays_where_it_is_given(self, archive: Archive) -> None:
        archive.append(
            batch(comment("c1", 1, body="secret"), comment("c2", 1)), readings=lambda seen: seen.text("body")
        )
        archive.redact("c1", by="Bo", why="private", at=at(9), read={1: {"words": ["for"]}})
        assert payloads(archive, "c1")[0]["read"] == {"words": ["for"]}
        assert archive.versions("c1")[0].readings is None, "it stands in their place"
        assert "read" not in payloads(archive, "c2")[0]
        assert archive.append(batch(edited("c1", (9, 10), body="secret"))).added == 0

    def test_redacting_again_or_nothing_changes_nothing(self, archive: Archive) -> None:
        archive.append(batch(comment("c1", 1)))
        archive.redact("c1", by="Bo", why="first", at=at(9))
        before = archive.versions("c1")
        assert archive.redact("c1", by="Cy", why="second", at=at(10)) == 0
        assert archive.redact("c9", by="Cy", why="unknown", at=at(10)) == 0
        assert archive.versions("c1") == before

    def test_reading_redacted_content_again_does_not_bring_it_back(self, archive: Archive) -> None:
        archive.append(batch(comment("c1", 1, body="secret")))
        archive.redact("c1", by="Bo", why="private", at=at(9))
        assert archive.append(batch(comment("c1", 1, body="secret"))).added == 0
        # A source that compares contents takes it for an edit.
        assert archive.append(batch(edited("c1", (9, 10), body="secret"))).added == 0
        assert archive.append(batch(edited("c1", (10, 11), body="other"))).added == 1
        again = batch(edited("c1", (11, 12), body="secret"))
        assert archive.append(again, readings=lambda seen: seen.text("body")).added == 1
        assert "secret" not in str(list(archive.rows()))
        assert [row.redacted != "" for row in archive.rows()] == [True, False, True]
        assert payloads(archive, "c1")[0] == payloads(archive, "c1")[2]

    def test_redacted_comment_may_still_be_edited_and_go(self, archive: Archive) -> None:
        archive.append(batch(comment("c1", 1, body="secret")))
        archive.redact("c1", by="Bo", why="private", at=at(9))
        archive.append(batch(edited("c1", (9, 10), body="harmless"), gone("c1", (10, 11))))
        assert [row.observation.kind for row in archive.versions("c1")] == ["comment", "comment_edited", "comment_gone"]
        assert payloads(archive, "c1")[1]["body"] == "harmless"

    def test_redaction_drops_what_may_hold_the_content(self, archive: Archive) -> None:
        archive.append(batch(comment("c1", 1)))
        archive.save_checkpoint(checkpoint(2, state=b"secret"), [settled("a")])
        archive.redact("c1", by="Bo", why="private", at=at(9))
        assert kept(archive, "d") == []
        assert archive.settled_matters("d", at(9)).settled("a") is None

    def test_what_a_reader_makes_now_comes_in_the_place_of_what_it_made_before(self, archive: Archive) -> None:
        archive.append(batch(comment("c1", 5), comment("c2", 3)), readings=lambda seen: seen.text("body"))
        archive.save_checkpoint(checkpoint(6), [settled("a")])
        archive.reread({1: comment("c1", 2, body="against"), 2: comment("c9", 4)}, lambda seen: seen.text("body"))
        assert [(row.seq, row.id, row.readings) for row in archive.rows()] == [(1, "c1", "against"), (2, "c9", "for")]
        assert archive.versions("c1")[0].observation.at == at(2)
        assert not archive.versions("c2")
        assert archive.earliest_since(0) == at(2)
        assert kept(archive, "d") == []
        assert archive.append(batch(comment("c1", 2, body="against"))).added == 0
        assert archive.append(batch(comment("c1", 5), comment("c2", 3))).added == 2

    # --- what a row can change

    def test_earliest_instant_that_later_rows_can_change(self, archive: Archive) -> None:
        archive.append(batch(comment("c1", 5), comment("c2", 3), comment("c3", (1, 4)), comment("c4", 7)))
        assert archive.earliest_since(0) == at(1) + TICKLE
        assert archive.earliest_since(0, up_to=2) == at(3)
        assert archive.earliest_since(0, after=at(1) + TICKLE) == at(3)
        assert archive.earliest_since(3) == at(7)
        assert archive.earliest_since(4) is None

    def test_decision_changes_from_what_it_is_about(self, archive: Archive) -> None:
        archive.append(batch(decision("d1", 9, "leave:p1", "yes", since=iso(at(2)))))
        archive.append(batch(decision("d2", 9, "leave:p2", "yes", since=iso(at(12)))))
        archive.append(batch(decision("d3", 9, "leave:p3", "yes")))
        archive.append(batch(decision("d4", 9, "leave:p4", "yes", since="one of these days")))
        assert [archive.earliest_since(seq) for seq in range(4)] == [EPOCH, EPOCH, EPOCH, EPOCH]
        assert archive.earliest_since(0, up_to=1) == at(2)
        assert archive.earliest_since(1, up_to=2) == at(9)

    # --- checkpoints and settled matters

    def test_checkpoints_come_back_newest_first(self, archive: Archive) -> None:
        for saved in (checkpoint(1, 1), checkpoint(3, 3), checkpoint(2, 2), checkpoint(9, digest="other")):
            archive.save_checkpoint(saved)
        assert kept(archive, "d") == [checkpoint(3, 3), checkpoint(2, 2), checkpoint(1, 1)]
        assert list(archive.checkpoints("d", at(2))) == [checkpoint(2, 2), checkpoint(1, 1)]

    def test_checkpoint_of_the_same_instant_is_replaced(self, archive: Archive) -> None:
        archive.save_checkpoint(checkpoint(1, 1, b"old"), [settled("a", n=1), settled("b", n=1)])
        archive.save_checkpoint(checkpoint(1, 2, b"new"), [settled("a", n=2)])
        assert kept(archive, "d") == [checkpoint(1, 2, b"new")]
        assert archive.settled_matters("d", at(1)).settled_in("2019-10") == {"a": {"n": 2}, "b": {"n": 1}}

    def test_row_that_happened_earlier_drops_later_checkpoints(self, archive: Archive) -> None:
        for hours in (1, 2, 3):
            archive.save_checkpoint(checkpoint(hours), [settled(f"m{hours}")])
        archive.append(batch(comment("c1", 2)))
        assert kept(archive, "d") == [checkpoint(1)]
        assert set(archive.settled_matters("d", at(9)).settled_in("2019-10")) == {"m1"}

    def test_row_not_seen_at_the_checkpoint_keeps_it(self, archive: Archive) -> None:
        archive.save_checkpoint(checkpoint(2))
        archive.append(batch(comment("c1", (2, 4)), comment("c2", 3)))
        assert kept(archive, "d") == [checkpoint(2)]
        archive.append(batch(comment("c3", (1.9, 4))))
        assert kept(archive, "d") == []

    def test_checkpoints_are_thinned_out_to_a_ladder(self, archive: Archive) -> None:
        for day in range(100):
            for hour in (1, 13):
                archive.save_checkpoint(checkpoint(day * 24 + hour))
        stay = [checkpoint.as_of for checkpoint in kept(archive, "d")]
        assert stay[:4] == [at(99 * 24 + 13), at(99 * 24 + 1), at(98 * 24 + 13), at(98 * 24 + 1)]
        assert 10 < len(stay) < 45
        assert stay[-1] < at(31 * 24)

    def test_only_the_digests_used_last_are_kept(self, archive: Archive) -> None:
        for digest in ("one", "two", "one", "three"):
            archive.save_checkpoint(checkpoint(1, digest=digest), [settled("a")])
        assert [bool(kept(archive, digest)) for digest in ("one", "two", "three")] == [True, False, True]
        assert archive.settled_matters("two", at(1)).settled("a") is None
        assert archive.settled_matters("three", at(1)).settled("a") == {}

    def test_settled_matters_are_those_of_their_checkpoint(self, archive: Archive) -> None:
        archive.save_checkpoint(checkpoint(1), [settled("b", n=1), settled("a", n=1)])
        archive.save_checkpoint(checkpoint(2), [settled("a", "2019-11", n=2)])
        early, late = archive.settled_matters("d", at(1.5)), archive.settled_matters("d", at(2))
        assert (early.settled("a"), late.settled("a"), late.settled("b")) == ({"n": 1}, {"n": 2}, {"n": 1})
        assert early.settled_in("2019-10") == {"a": {"n": 1}, "b": {"n": 1}}
        assert list(early.settled_in("2019-10")) == ["a", "b"]
        assert late.settled_in("2019-10") == {"b": {"n": 1}}
        assert late.settled_in("2019-11") == {"a": {"n": 2}}
        assert archive.settled_matters("other", at(2)).settled("a") is None

    def test_settled_matters_are_found_however_often_one_asks(self, archive: Archive) -> None:
        archive.save_checkpoint(checkpoint(1), [settled(f"a{number}\0", n=number) for number in range(150)])
        archive.save_checkpoint(checkpoint(2), [settled("later")])
        matters = archive.settled_matters("d", at(1))
        for number in range(150):
            assert matters.settled(f"a{number}\0") == {"n": number}
            assert matters.settled(f"b{number}") is None
        assert matters.settled("later") is None

    # --- lock, seeds, heartbeats

    def test_lock_is_held_until_it_is_given_back(self, archive: Archive) -> None:
        archive.acquire("cron\0", at(1), at(2))
        with pytest.raises(LockedError, match=f"holds the lock since {iso(at(1))}, until {iso(at(2))}") as locked:
            archive.acquire("hand", at(1.5), at(3))
        assert "cron\0" in locked.value.message
        archive.release("hand")
        with pytest.raises(LockedError):
            archive.acquire("hand", at(1.5), at(3))
        archive.release("cron\0")
        archive.acquire("hand", at(1.5), at(3))

    def test_lock_falls_when_it_expires(self, archive: Archive) -> None:
        archive.acquire("cron", at(1), at(2))
        with pytest.raises(LockedError):
            archive.acquire("hand", at(2) - TICKLE, at(3))
        archive.acquire("hand", at(2), at(3))
        with pytest.raises(LockedError, match="hand"):
            archive.acquire("cron", at(2.5), at(3))

    def test_lock_may_be_prolonged_by_its_owner(self, archive: Archive) -> None:
        archive.acquire("cron", at(1), at(2))
        archive.acquire("cron", at(1.5), at(4))
        with pytest.raises(LockedError, match=f"since {iso(at(1))}, until {iso(at(4))}"):
            archive.acquire("hand", at(3), at(5))

    def test_lock_from_a_clock_that_was_ahead_falls_by_the_clock_of_who_wants_it(self, archive: Archive) -> None:
        archive.acquire("ahead", at(100), at(101))
        for now in (at(1), at(1.5)):
            with pytest.raises(LockedError, match=f"until {iso(at(2))}"):
                archive.acquire("hand", now, now + (at(2) - at(1)))
        # Its holder goes on by its wrong clock, and then ends.
        archive.acquire("ahead", at(100.5), at(101.5))
        with pytest.raises(LockedError, match=f"until {iso(at(2.5))}"):
            archive.acquire("hand", at(1.5), at(2.5))
        archive.acquire("hand", at(2.5), at(3.5))
        with pytest.raises(LockedError, match="hand"):
            archive.acquire("cron", at(3), at(4))

    def test_lock_from_a_clock_that_is_right_is_not_shortened(self, archive: Archive) -> None:
        archive.acquire("cron", at(1), at(5))
        for now in (at(1), at(4)):
            with pytest.raises(LockedError, match=f"until {iso(at(5))}"):
                archive.acquire("hand", now, now + TICKLE)

    def test_newest_heartbeat(self, archive: Archive) -> None:
        first = Heartbeat(at(1), "done", 3, at(5), "d", "a \0 note")
        archive.beat(first)
        assert archive.last_beat() == first
        archive.beat(Heartbeat(at(2), "idle", 3, None, "d"))
        assert archive.last_beat() == Heartbeat(at(2), "idle", 3, None, "d")
