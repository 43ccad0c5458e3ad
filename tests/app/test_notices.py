"""Notices: what is news is told once, whatever fails or is killed in between; the rest waits for the digest."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.app.wiring import (
    APPLY,
    BOARD,
    MORE_LATER,
    SetClock,
    ToldSource,
    create_pages,
    edit_by_hand,
    page,
    post,
    small_game,
    vote,
    wired,
)
from tests.contracts.outbox_contract import MemoryOutbox
from tests.tries import tries
from tracker.app.tick.notices import (
    LENGTH,
    WAITING_AT_MOST,
    News,
    Queue,
    _digest,
    _joined,
    _visible,
    _with_messages,
    send,
)
from tracker.app.tick.standing import Kept, Standing, read_kept
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.errors import MessageLostError, OutboxError

HOOK = {"HOOK": "https://example.org/sesame4711"}
ENACTABLE = datetime(2019, 10, 3, 10, 5, tzinfo=UTC)
"""The proposal of the small game is 48 hours old, with two votes for it against one."""


def config(**options: str) -> str:
    lines = "".join(f"{name} = {value}\n" for name, value in {"webhook_env": "HOOK", **options}.items())
    return f"[wiki]\nruleset =\n[notices]\n{lines}{APPLY}"


@dataclass
class Heard:
    """A tracker with a webhook, and what arrived there."""

    folder: Path
    options: dict[str, str] = field(default_factory=dict)
    clock: SetClock = field(default_factory=SetClock)
    source: ToldSource = field(default_factory=lambda: ToldSource(unseen=small_game()))
    outbox: MemoryOutbox = field(default_factory=MemoryOutbox)
    tracker: Wired = field(init=False)

    def __post_init__(self) -> None:
        made = wired(self.folder, config(**self.options), clock=self.clock, sources=[self.source], environment=HOOK)
        self.tracker = replace(made, outbox=self.outbox)

    def tick(self, at: datetime | None = None, *, minutes: float = 0) -> list[str]:
        """What arrived in a tick."""
        self.clock.instant = at or self.clock.instant
        self.clock.pass_minutes(minutes)
        before = len(self.outbox.texts)
        tick(self.tracker)
        return self.outbox.texts[before:]

    def restarted(self, **options: str) -> None:
        """As another process with other options on the same archive."""
        made = wired(self.folder, config(**options), clock=self.clock, sources=[self.source], environment=HOOK)
        archive, ledger = self.tracker.archive, self.tracker.ledger
        self.tracker = replace(made, archive=archive, ledger=ledger, outbox=self.outbox)


@pytest.fixture
def heard(tmp_path: Path) -> Heard:
    made = Heard(tmp_path, {"digest": "never", "per_hour": "100"})
    made.tick()
    return made


def only(texts: list[str], word: str) -> list[str]:
    return [text for text in texts if word in text]


def test_the_first_message_says_what_stands_already(tmp_path: Path) -> None:
    (first,) = Heard(tmp_path).tick()
    assert first.startswith("The tracker tells its news here from now on.\n• waits for a person: there is no page")


def test_an_edit_of_ours_that_a_person_undid_is_told_once(heard: Heard) -> None:
    create_pages(heard.tracker)
    heard.tick(minutes=1)
    before = page(heard.tracker).text
    heard.source.unseen = [MORE_LATER]
    heard.tick(minutes=1)
    edit_by_hand(heard.tracker, page(heard.tracker).text, before)
    (told,) = only(heard.tick(minutes=1), "undone by a person")
    assert BOARD in told
    heard.source.unseen = [vote("for", "Bo", "other", "2019-10-01T11:50:00Z")]
    assert only(heard.tick(minutes=1), "undone") == []


def test_a_matter_that_becomes_enactable_is_told_once(heard: Heard) -> None:
    heard.source.unseen = [vote("for", "Di", "dry_socks", "2019-10-01T12:30:00Z")]
    assert heard.tick(ENACTABLE) == ["Proposal dry_socks may be enacted (3 for, 1 against)"]
    assert heard.tick(minutes=10) == []
    heard.source.unseen = [vote("for", "Wes", "dry_socks", "2019-10-03T10:10:00Z")]
    assert heard.tick(minutes=10) == [], "one vote more is no news"


def test_a_matter_that_becomes_failable_is_told(heard: Heard) -> None:
    against = [vote("against", name, "dry_socks", "2019-10-01T12:30:00Z") for name in ("Wes", "Di")]
    heard.source.unseen = against
    assert only(heard.tick(ENACTABLE), "may be failed") == ["Proposal dry_socks may be failed (2 for, 3 against)"]


def test_who_may_be_idled_is_told_when_it_comes_to_that(heard: Heard) -> None:
    heard.source.unseen = [{**vote("for", "Ada", "dry_socks", "2019-10-07T12:00:00Z"), "id": "later"}]
    told = only(heard.tick(datetime(2019, 10, 8, 0, 5, tzinfo=UTC)), "may be idled")
    assert told == [f"{name} may be idled since 2019-10-08T00:00:01Z" for name in ("Wes", "Di")]
    assert only(heard.tick(minutes=60), "may be idled") == []


def test_hiatus_is_told_when_it_begins_and_when_it_ends(heard: Heard) -> None:
    declaration = post("my_victory", "Bo", "2019-10-01T12:20:00Z", category="Declaration of Victory")
    heard.source.unseen = [declaration]
    (begun,) = only(heard.tick(minutes=30), "hiatus")
    assert begun.startswith("begun: the game is in hiatus: ")
    against = [vote("against", name, "my_victory", "2019-10-01T12:40:00Z") for name in ("Ada", "Cy", "Di", "Wes")]
    status = {"kind": "post_status", "id": "s", "slug": "my_victory", "status": "Failed", "by": "Ada"}
    heard.source.unseen = [*against, {**status, "at": "2019-10-02T13:00:00Z", "note": "Failed 1-4. Ada"}]
    (over,) = only(heard.tick(datetime(2019, 10, 2, 13, 30, tzinfo=UTC)), "hiatus")
    assert over.startswith("over: the game is in hiatus: ")


def test_a_fault_is_told_when_it_begins_and_when_it_is_mended(heard: Heard) -> None:
    heard.source.fail()
    assert heard.tick(minutes=10) == ["fault: blog cannot be read: blog: no answer (try later)"]
    assert heard.tick(minutes=10) == []
    heard.source.error = None
    assert heard.tick(minutes=10) == ["mended: blog cannot be read: blog: no answer (try later)"]


def test_a_fault_that_comes_and_goes_is_told_again_only_when_it_stands_for_long(heard: Heard) -> None:
    told: list[str] = []
    for _ in range(15):
        heard.source.fail()
        told += heard.tick(minutes=10)
        heard.source.error = None
        told += heard.tick(minutes=10)
    assert [text.partition(":")[0] for text in told] == ["fault", "mended"]
    heard.source.fail()
    assert heard.tick(minutes=10) == []
    assert heard.tick(minutes=60) == ["fault: blog cannot be read: blog: no answer (try later)"]
    heard.source.error = None
    assert heard.tick(minutes=10) == ["mended: blog cannot be read: blog: no answer (try later)"]


def test_a_fault_that_comes_back_after_long_is_told_each_time(heard: Heard) -> None:
    for _ in range(4):
        heard.source.fail()
        assert len(heard.tick(minutes=10)) == 1
        heard.source.error = None
        assert len(heard.tick(minutes=10)) == 1
        assert heard.tick(minutes=400) == []


def test_a_fault_that_was_told_while_the_clock_was_ahead_is_told_again_when_it_is_right(heard: Heard) -> None:
    right = heard.clock.instant
    heard.clock.pass_minutes(60 * 24 * 30)
    heard.source.fail()
    assert len(only(heard.tick(minutes=10), "fault: blog cannot be read")) == 1
    heard.source.error = None
    heard.tick(minutes=10)
    heard.tick(right)
    heard.source.fail()
    assert len(only(heard.tick(minutes=10), "fault: blog cannot be read")) == 1


def test_a_short_fault_may_be_kept_quiet(heard: Heard) -> None:
    heard.restarted(digest="never", fault_minutes="30")
    heard.tick()
    heard.source.fail()
    assert heard.tick(minutes=10) == []
    heard.source.error = None
    assert heard.tick(minutes=10) == []
    heard.source.fail()
    assert heard.tick(minutes=10) == []
    assert len(heard.tick(minutes=30)) == 1


def test_a_question_is_told_with_the_way_to_answer(heard: Heard) -> None:
    edited = {**vote("against", "Ada", "dry_socks", "2019-10-01T12:00:00Z"), "kind": "comment_edited"}
    heard.source.unseen = [
        {**edited, "at": None, "not_before": "2019-10-01T11:00:00Z", "not_after": "2019-10-01T11:30:00Z"}
    ]
    (told,) = only(heard.tick(minutes=10), "a question")
    assert told.endswith("(tracker decide comment-edit:Ada-dry_socks)")


def test_what_is_not_for_the_readers_is_not_told(tmp_path: Path) -> None:
    at = "2019-10-01T12:00:00Z"
    things = {name: Standing("a secret", at, name) for name in ("public", "operator", "Ada")}
    kept = Kept({"questions": things, "faults": things})
    for audience, seen in (("public", {"public"}), ("Ada", {"public", "Ada"}), ("operator", set(things))):
        told = Heard(tmp_path, {"audience": audience}).tracker.settings.notices
        assert {key for key, _ in _visible(told, kept, "questions")} == seen
        assert {key for key, _ in _visible(told, kept, "faults")} == set(things), "our own trouble is for whoever reads"


# --- what is in the way -----------------------------------------------------------------------------------------------


def test_a_failing_webhook_fails_no_tick_and_is_tried_again(heard: Heard) -> None:
    heard.source.fail()
    heard.outbox.be_down()
    heard.clock.pass_minutes(10)
    report = tick(heard.tracker)
    assert [type(error).__name__ for error in report.errors] == ["SourceUnreachableError"], "the blog's own"
    assert heard.tick(minutes=10) == ["fault: blog cannot be read: blog: no answer (try later)"]
    assert heard.tracker.ledger.open_intents() == []


def test_a_busy_webhook_is_left_alone_as_long_as_it_asks(heard: Heard) -> None:
    heard.outbox.be_busy(900)
    heard.source.fail()
    for _ in range(2):
        assert heard.tick(minutes=10) == []
    assert heard.outbox.failures == []
    assert len(heard.tick(minutes=10)) == 1


def test_a_refused_message_makes_way_for_the_next(heard: Heard) -> None:
    heard.outbox.refuse()
    heard.source.fail()
    assert heard.tick(minutes=10) == []
    heard.source.error = None
    assert len(heard.tick(minutes=10)) == 1
    assert any("not taken: fault: blog" in line for line in day_of(heard))


def test_a_lost_answer_is_not_sent_again_and_told_in_the_digest(heard: Heard) -> None:
    heard.outbox.lose_answer()
    heard.source.fail()
    assert heard.tick(minutes=10) == []
    assert heard.tick(minutes=10) == []
    assert any("perhaps not sent: fault: blog" in line for line in day_of(heard))


def day_of(heard: Heard) -> list[str]:
    queue = read_kept(heard.tracker.archive).queue
    assert queue is not None
    return list(queue["day"])


class KilledError(BaseException):
    """What a killed process leaves: nothing after it is done."""


def kill_at(name: str) -> Callable[[str], None]:
    def step(done: str) -> None:
        if done.startswith(name):
            raise KilledError(done)

    return step


@pytest.mark.parametrize(
    ("step", "arrived", "unsure"),
    [
        ("folded", True, False),
        ("beaten", True, False),
        ("intent:notice:", False, True),
        ("saved:notice:", True, True),
        ("receipt:notice:", True, False),
    ],
)
def test_a_killed_tick_loses_no_news_and_sends_none_twice(heard: Heard, step: str, arrived: bool, unsure: bool) -> None:
    heard.source.unseen = [vote("for", "Di", "dry_socks", "2019-10-01T12:30:00Z")]
    heard.clock.instant = ENACTABLE
    with pytest.raises(KilledError):
        tick(replace(heard.tracker, step=kill_at(step)))
    for _ in range(3):
        heard.tick(minutes=10)
    assert len(only(heard.outbox.texts, "may be enacted")) == int(arrived)
    assert any("perhaps not sent: Proposal dry_socks" in line for line in day_of(heard)) is unsure


def test_a_tick_that_breaks_off_is_told(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("tracker.app.tick.tick._rest", lambda *_: 1 / 0)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                tick(heard.tracker)
    assert heard.tick(minutes=10) == [
        "fault: a tick was broken off: a fault of the tracker itself: ZeroDivisionError",
        "mended: a tick was broken off: a fault of the tracker itself: ZeroDivisionError",
    ]


# --- how much ---------------------------------------------------------------------------------------------------------


def test_more_news_than_an_hour_takes_are_joined(heard: Heard) -> None:
    heard.restarted(digest="never", per_hour="2")
    heard.source.unseen = [vote("for", "Di", "dry_socks", "2019-10-01T12:30:00Z")]
    heard.source.fail()
    fault = "fault: blog cannot be read: blog: no answer (try later)"
    assert heard.tick(ENACTABLE) == ["Proposal dry_socks may be enacted (3 for, 1 against)", fault]
    heard.source.error = None
    heard.source.unseen = [post("my_victory", "Bo", "2019-10-03T10:06:00Z", category="Declaration of Victory")]
    assert heard.tick(minutes=10) == [], "the hour takes no more"
    heard.source.fail()
    heard.clock.pass_minutes(371)
    first, joined = heard.tick()
    assert first.startswith("begun: the game is in hiatus")
    assert joined == f"• mended: {fault[7:]}\n• {fault}"
    assert heard.tick(minutes=10) == []


def test_a_joined_message_fits_and_counts_what_it_leaves_out() -> None:
    text = _joined("", [f"line {number} {'x' * 200}" for number in range(50)])
    told = text.count("•")
    assert len(text) <= LENGTH
    assert text.endswith(f"and {50 - told} more (tracker status shows all)")
    assert _joined("", ["a", "b"]) == "• a\n• b"


def test_news_that_cannot_be_sent_do_not_pile_up(heard: Heard) -> None:

    queue = Queue(news=tuple(News(f"k{number}", f"text {number}") for number in range(WAITING_AT_MOST)), unkept=7)
    limits = replace(heard.tracker.settings.notices, per_hour=2)
    made = _with_messages(limits, queue, ENACTABLE)
    assert [letter.key for letter in made.outgoing] == ["k0", made.outgoing[1].key]
    assert "more (tracker status shows all)" in made.outgoing[1].text
    assert int(made.outgoing[1].text.rsplit("and ", 1)[1].split()[0]) == 99 + 7 - made.outgoing[1].text.count("•")
    again = _with_messages(limits, replace(made, news=queue.news), ENACTABLE)
    assert again.outgoing == made.outgoing, "no more messages than may be sent"


def test_the_digest_comes_once_a_day_at_its_hour(tmp_path: Path) -> None:
    heard = Heard(tmp_path, {"digest_hour": "7"})
    heard.tick()
    heard.source.fail()
    heard.tick(minutes=10)
    heard.source.error = None
    assert only(heard.tick(datetime(2019, 10, 2, 6, 55, tzinfo=UTC)), "Digest") == []
    (digest,) = only(heard.tick(datetime(2019, 10, 2, 7, 0, tzinfo=UTC)), "Digest")
    assert digest.startswith("Digest of 2019-10-02\nWhat stands:\n• waits for a person: there is no page")
    assert "2019-10-01T12:10Z fault: blog cannot be read" in digest
    assert len(digest) <= LENGTH + 100
    assert only(heard.tick(minutes=10), "Digest") == []
    assert only(heard.tick(minutes=24 * 60), "Digest") == [], "a day without news needs none"
    heard.restarted(digest="always", digest_hour="7")
    assert len(only(heard.tick(minutes=24 * 60), "Digest of 2019-10-04")) == 1


def test_missed_digests_are_not_made_up_for(tmp_path: Path) -> None:
    heard = Heard(tmp_path, {"digest": "always"})
    heard.tick()
    assert len(only(heard.tick(datetime(2019, 10, 6, 12, tzinfo=UTC)), "Digest")) == 1


# --- a clock that ran ahead -------------------------------------------------------------------------------------------


AHEAD = ENACTABLE.replace(month=12)


@pytest.mark.parametrize("per_hour", [1, 4])
def test_news_are_told_again_as_soon_as_a_clock_that_ran_ahead_is_right(tmp_path: Path, per_hour: int) -> None:
    heard = Heard(tmp_path, {"digest": "never", "per_hour": str(per_hour)})
    heard.tick()
    right = heard.clock.instant
    assert heard.tick(AHEAD) != [], "who may be idled by then"
    heard.source.fail()
    told = [*heard.tick(right), *heard.tick(minutes=10)]
    assert len(only(told, "fault: blog cannot be read")) == 1


def test_a_fault_that_begins_while_the_clock_is_ahead_is_told_when_it_lasts(tmp_path: Path) -> None:
    heard = Heard(tmp_path, {"digest": "never", "per_hour": "100", "fault_minutes": "30"})
    heard.tick()
    right = heard.clock.instant
    heard.source.fail()
    assert only(heard.tick(AHEAD), "fault") == []
    assert only(heard.tick(right), "fault") == []
    assert len(only(heard.tick(minutes=31), "fault: blog cannot be read")) == 1


def test_a_busy_webhook_is_not_left_alone_until_a_date_that_a_wrong_clock_named(heard: Heard) -> None:
    right = heard.clock.instant
    heard.outbox.be_busy(900)
    assert heard.tick(AHEAD) == []
    assert heard.tick(right) != []


def test_digests_come_day_by_day_after_a_clock_that_ran_ahead(tmp_path: Path) -> None:
    heard = Heard(tmp_path, {"digest": "always", "digest_hour": "7", "per_hour": "100"})
    heard.tick()
    right = heard.clock.instant
    assert len(only(heard.tick(AHEAD), "Digest of 2019-12-03")) == 1
    assert only(heard.tick(right), "Digest") == [], "this day's was sent already"
    for day in ("2019-10-02", "2019-10-03"):
        assert len(only(heard.tick(minutes=24 * 60), f"Digest of {day}")) == 1
    # When the date that the wrong clock showed comes, its digest does too.
    assert len(only(heard.tick(AHEAD + timedelta(minutes=5)), "Digest of 2019-12-03")) == 1
    assert not any("perhaps not sent" in text for text in heard.outbox.texts)


def test_the_digest_keeps_what_went_wrong_and_what_is_newest(heard: Heard) -> None:
    at = "2019-10-01T12:00:00Z"
    matters = {
        str(number): Standing(f"Proposal {number} may be enacted, and its name is long", at) for number in range(40)
    }
    faults = {"source:blog": Standing("blog cannot be read", at)}
    pages = {"all": Standing("a page is missing", at)}
    lines = [f"2019-10-01T12:{number:02d}Z Proposal {number} may be enacted (3 for, 1 against)" for number in range(50)]
    unsure = "2019-10-01T11:00Z perhaps not sent: fault: wiki"
    newest = "2019-10-03T13:00Z fault: blog cannot be read"
    kept = Kept({"matters": matters, "faults": faults, "pages": pages})
    digest = _digest(heard.tracker.settings.notices, kept, Queue(day=(unsure, *lines, newest)), "2019-10-04")
    stands, happened = digest.split("What happened:")
    for text in (stands, happened):
        assert "more (tracker status shows all)" in text
    assert "• fault: blog cannot be read" in stands
    assert "• waits for a person: a page is missing" in stands
    told = [text[2:] for text in happened.split("\n") if text.startswith("•")]
    assert told == [unsure, *lines[-(len(told) - 2) :], newest], "in the order in which they happened"
    assert len(told) > 5
    assert len(digest) <= LENGTH + 100


def test_what_is_left_out_of_a_joined_message_is_not_the_trouble() -> None:
    text = _joined("", ["fault: the first", *(f"line {number} {'x' * 200}" for number in range(50)), "the last"])
    assert text.startswith("• fault: the first\n")
    assert "• the last\n" in text
    assert len(text) <= LENGTH


def test_a_nomic_among_several_is_named(tmp_path: Path) -> None:
    heard = Heard(tmp_path)
    named = replace(heard.tracker.settings, nomic="swans")
    heard.tracker = replace(heard.tracker, settings=named)
    assert heard.tick()[0].startswith("swans: The tracker tells")


def test_notices_switched_off_cost_nothing_and_keep_what_stands(tmp_path: Path) -> None:
    source = ToldSource(unseen=small_game())
    made = wired(tmp_path, APPLY, sources=[source])
    tick(made)
    kept = read_kept(made.archive)
    assert kept.queue is None
    assert kept.of("pages")
    send(made)
    assert made.ledger.open_intents() == []


@hypothesis_settings(
    max_examples=tries(8, long=100),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.sampled_from(["ok", "down", "busy", "lost", "fault", "mend", "kill"]), min_size=3, max_size=14))
def test_nothing_arrives_twice_whatever_fails(tmp_path_factory: pytest.TempPathFactory, course: list[str]) -> None:
    heard = Heard(tmp_path_factory.mktemp("heard"), {"digest": "never", "per_hour": "1000"})
    heard.tick()
    for what in course:
        apply_to(heard, what)
    heard.outbox.failures.clear()
    heard.source.error = None
    heard.tick(minutes=600)
    assert len(set(heard.outbox.keys)) == len(heard.outbox.keys)
    queue = read_kept(heard.tracker.archive).queue
    assert queue is not None
    assert queue["outgoing"] == [] == queue["news"]
    assert heard.tracker.ledger.open_intents() == []


def apply_to(heard: Heard, what: str) -> None:
    failures: dict[str, OutboxError] = {
        "down": OutboxError("down"),
        "busy": OutboxError("busy", wait_seconds=900),
        "lost": MessageLostError("lost"),
    }
    if what in failures:
        heard.outbox.failures.append(failures[what])
    if what == "fault":
        heard.source.fail()
    if what == "mend":
        heard.source.error = None
    if what == "kill":
        heard.clock.pass_minutes(10)
        try:
            tick(replace(heard.tracker, step=kill_at("intent:notice:")))
        except KilledError:
            return
    heard.tick(minutes=10)


def test_an_outbox_that_is_not_there_leaves_news_waiting(tmp_path: Path) -> None:
    heard = Heard(tmp_path)
    heard.tracker = replace(heard.tracker, outbox=None)
    assert heard.tick() == []
    heard.tracker = replace(heard.tracker, outbox=heard.outbox)
    assert len(heard.tick(minutes=10)) == 1
