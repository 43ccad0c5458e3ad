"""A tick commits to the seeds of the coming days, draws what may be drawn, and shows a seed once nothing will follow from it any more."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import APPLY, SetClock, ToldSource, wired
from tests.games.toy import GAME
from tracker.app.asking.checkup import check_up
from tracker.app.dice.dice import SOURCE
from tracker.app.dice.dice_days import next_instant, operator_at_play
from tracker.app.tick.setting_log import wishes
from tracker.app.tick.tick import tick
from tracker.app.tick.tick_report import TickReport
from tracker.app.wired import Wired
from tracker.config import parse_settings
from tracker.core.gamestate import Gamestate
from tracker.errors import ArchiveError, DiceError, WikiBusyError, WikiError
from tracker.games.registry import game
from tracker.wiki.directory import DirectoryWiki

NOON = datetime(2019, 10, 1, 12, tzinfo=UTC)
MIDNIGHT = datetime(2019, 10, 2, tzinfo=UTC)
DAY = date(2019, 10, 1)
KEY = "17" * 32
"""A key of which no six falls here: that would ask for another die."""


class Table:
    """The toy game in a tracker: people ask for dice by the word ``roll``."""

    def __init__(self, folder: Path, config: str = APPLY, *, has_key: bool = True) -> None:
        self.folder = folder
        if has_key and not (folder / "dice.key").exists():
            (folder / "dice.key").write_text(KEY)
            (folder / "dice.key").chmod(0o600)
        self.clock = SetClock(NOON)
        self.source = ToldSource()
        self.tracker: Wired = replace(wired(folder, config, clock=self.clock, sources=[self.source]), game=GAME)
        self.source.unseen = [{"kind": "post", "id": "p", "at": _text(NOON), "slug": "a", "title": "A", **_POST}]

    def ask(self, id: str, at: datetime) -> None:
        asked = {"post": "a", "author": "Ada", "body": "roll"}
        self.source.unseen.append({"kind": "comment", "id": id, "at": _text(at), **asked})

    def tick(self, at: datetime) -> TickReport:
        self.clock.instant = at
        return tick(self.tracker)

    def restarted(self, config: str = APPLY) -> "Table":
        """The same tracker in a new process."""
        made = Table(self.folder, config, has_key=False)
        made.source.unseen = []
        made.clock.instant = self.clock.instant
        fresh = wired(self.folder, config, clock=made.clock, sources=[made.source], archive=self.tracker.archive)  # type: ignore[arg-type]
        made.tracker = replace(fresh, game=GAME)
        return made

    def rows(self, kind: str) -> dict[str, Any]:
        rows = [row.observation for row in self.tracker.archive.rows()]
        return {row.payload["for"]: row for row in rows if row.kind == kind}


_POST = {"category": "Proposal", "author": "Bo", "body": ""}


def _text(at: datetime) -> str:
    return at.isoformat()


def days(*numbers: int) -> list[str]:
    return [f"dice:{DAY + timedelta(days=number)}" for number in numbers]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_first_tick_folds_its_log_only_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []
    take = type(GAME).step

    def step(game: Any, state: Any, step: Any, context: Any) -> None:
        taken.append(step.observation.id)
        take(game, state, step, context)

    monkeypatch.setattr(type(GAME), "step", step)
    monkeypatch.setattr(type(GAME), "rolls_dice", True)
    table.tick(NOON)
    assert table.tracker.dice.open_days()
    assert taken.count("p") == 1


def in_use(table: Table) -> Table:
    """A first die has fallen, so that seeds are committed to ahead."""
    table.ask("c1", NOON)
    report = table.tick(NOON + timedelta(minutes=5))
    assert report.errors == ()
    return table


def test_without_dice_nothing_is_made_and_nothing_is_due(tmp_path: Path) -> None:
    table = Table(tmp_path, has_key=False)
    report = table.tick(NOON)
    assert (table.rows("commitment"), report.next_instant) == ({}, NOON + timedelta(days=2))
    assert not (table.folder / "dice.key").exists()
    assert next_instant(table.tracker, NOON) is None


def test_a_game_that_keeps_a_table_commits_before_anybody_rolls(tmp_path: Path) -> None:
    table = Table(tmp_path, f"{APPLY}[dynasty]\nfile = island\n[dice]\ndays_ahead = 2\n", has_key=False)
    report = table.tick(NOON)
    assert list(table.rows("commitment")) == days(0, 1, 2)
    assert report.next_instant == MIDNIGHT + timedelta(minutes=15)
    assert (tmp_path / "dice.key").exists()


def test_first_roll_brings_the_commitments_of_the_coming_days(table: Table) -> None:
    in_use(table)
    assert list(table.rows("commitment")) == days(*range(8))
    assert list(table.rows("roll")) == ["c1:0"]
    assert table.rows("reveal") == {}


def test_tick_with_dice_in_use_is_idle_until_the_seed_is_due(table: Table) -> None:
    in_use(table)
    seen = table.tracker.archive.last_seq()
    assert table.tick(NOON + timedelta(minutes=15)).outcome == "idle"
    assert table.tick(MIDNIGHT + timedelta(minutes=14)).outcome == "idle"
    assert table.tracker.archive.last_seq() == seen
    assert table.tick(MIDNIGHT + timedelta(minutes=15)).outcome != "idle"
    assert list(table.rows("reveal")) == days(0)
    assert list(table.rows("commitment")) == days(*range(9))
    assert table.tick(MIDNIGHT + timedelta(minutes=25)).outcome == "idle"


def test_seed_stays_secret_while_a_source_cannot_be_read(table: Table) -> None:
    in_use(table)
    table.source.fail()
    table.tick(MIDNIGHT + timedelta(hours=1))
    assert table.rows("reveal") == {}
    assert list(table.rows("commitment")) == days(*range(9))
    table.source.error = None
    table.tick(MIDNIGHT + timedelta(hours=2))
    assert list(table.rows("reveal")) == days(0)


def test_reading_must_have_begun_after_midnight(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    in_use(table)
    look = table.source.observe

    def slow(*given: Any) -> Any:
        yield from look(*given)
        table.clock.instant = MIDNIGHT + timedelta(hours=1)

    monkeypatch.setattr(table.source, "observe", slow)
    table.ask("c2", NOON + timedelta(hours=11))
    table.tick(MIDNIGHT + timedelta(minutes=14))
    assert table.rows("reveal") == {}


def test_line_of_the_last_second_is_rolled_before_the_seed_is_shown(table: Table) -> None:
    in_use(table)
    table.ask("c2", MIDNIGHT - timedelta(seconds=1))
    table.ask("c3", MIDNIGHT)
    table.tick(MIDNIGHT + timedelta(hours=1))
    shown = table.rows("reveal")
    assert list(shown) == days(0)
    seqs = {row.id: row.seq for row in table.tracker.archive.rows()}
    assert seqs["c2:0"] < seqs["reveal:dice:2019-10-01"]
    assert {"c2:0", "c3:0"} <= set(table.rows("roll"))
    assert table.tracker.dice.open_days()[0] == date(2019, 10, 2)


def test_late_line_gets_no_roll_ever_and_is_an_alarm(table: Table) -> None:
    in_use(table)
    table.tick(MIDNIGHT + timedelta(hours=1))
    table.ask("late", MIDNIGHT - timedelta(seconds=1))
    table.ask("sound", MIDNIGHT + timedelta(hours=1))
    for hours in (2, 3):
        report = table.tick(MIDNIGHT + timedelta(hours=hours))
        (error,) = report.errors
        assert isinstance(error, DiceError)
        assert "dice of 2019-10-01: its seed is shown already" in str(error)
        assert (report.exit_code, report.outcome) == (11, "failed")
    assert set(table.rows("roll")) == {"c1:0", "sound:0"}


class TimedWiki(DirectoryWiki):
    """A wiki that tells its own time."""

    lag = timedelta()
    failure: WikiError | None = None

    def time(self) -> datetime | None:
        if self.failure:
            raise self.failure
        return self._clock.now() - self.lag


def timed(table: Table) -> TimedWiki:
    wiki = TimedWiki(table.folder / "wiki", table.clock)
    table.tracker = replace(table.tracker, wiki=wiki)
    return wiki


def test_seed_stays_secret_while_the_wiki_says_that_its_day_is_not_over(table: Table) -> None:
    in_use(table)
    wiki = timed(table)
    wiki.lag = timedelta(hours=2)
    for hours in (1, 1.5):
        report = table.tick(MIDNIGHT + timedelta(hours=hours))
        (error,) = report.errors
        assert "the wiki's clock says 2019-10-01" in str(error)
        assert (report.exit_code, report.outcome, bool(report.plan)) == (11, "failed", True)
        assert table.rows("reveal") == {}
    wiki.lag = timedelta(minutes=14)
    assert table.tick(MIDNIGHT + timedelta(hours=2)).errors == ()
    assert list(table.rows("reveal")) == days(0)


def test_seed_stays_secret_while_the_wiki_does_not_tell_the_time(table: Table) -> None:
    in_use(table)
    wiki = timed(table)
    wiki.failure = WikiBusyError("too busy")
    report = table.tick(MIDNIGHT + timedelta(hours=1))
    assert [str(error) for error in report.errors] == ["too busy"]
    assert (report.exit_code, report.outcome) == (WikiError.exit_code, "failed")
    assert table.rows("reveal") == {}
    wiki.failure = None
    assert table.tick(MIDNIGHT + timedelta(hours=2)).errors == ()
    assert list(table.rows("reveal")) == days(0)


def test_day_is_over_for_the_wiki_when_the_reading_began(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    in_use(table)
    wiki, look = timed(table), table.source.observe
    wiki.lag = timedelta(hours=1)

    def slow(*given: Any) -> Any:
        yield from look(*given)
        table.clock.pass_minutes(20)

    monkeypatch.setattr(table.source, "observe", slow)
    assert table.tick(MIDNIGHT + timedelta(minutes=50)).exit_code == 11
    assert table.rows("reveal") == {}


def test_seed_that_a_clock_ahead_showed_is_an_alarm_until_its_day_is_over(table: Table) -> None:
    in_use(table)
    table.tick(NOON + timedelta(days=2))
    assert list(table.rows("reveal")) == days(0, 1)
    report = table.tick(NOON + timedelta(hours=1))
    assert [str(error).partition(" (keep")[0] for error in report.errors] == [
        f"dice of {day}: its seed was shown before the day was over: the clock of this machine was ahead"
        for day in ("2019-10-01", "2019-10-02")
    ]
    assert (report.exit_code, report.outcome) == (11, "failed")
    assert len(table.tick(NOON + timedelta(days=1)).errors) == 1
    assert table.tick(NOON + timedelta(days=2, hours=1)).errors == ()


def test_crash_between_drawing_and_archiving_changes_no_face(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = table.tracker.archive
    append = archive.append

    def full(batch: Any, *given: Any) -> Any:
        if any(row.kind == "roll" for row in batch.observations):
            drawn.append([row.payload for row in batch.observations])
            raise ArchiveError("the disk is full")
        return append(batch, *given)

    drawn: list[Any] = []
    monkeypatch.setattr(archive, "append", full)
    table.ask("c1", NOON)
    assert table.tick(NOON + timedelta(minutes=5)).exit_code == ArchiveError.exit_code
    monkeypatch.setattr(archive, "append", append)
    again = table.restarted()
    assert again.tick(MIDNIGHT + timedelta(hours=1)).errors == ()
    assert dict(next(iter(again.rows("roll").values())).payload) == drawn[0][0]


def test_crash_after_the_seed_is_shown_shows_it_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    in_use(table)
    monkeypatch.setattr("tracker.app.tick.passing.desired", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        table.tick(MIDNIGHT + timedelta(hours=1))
    monkeypatch.undo()
    rows = table.tracker.archive.last_seq()
    again = table.restarted()
    assert again.tick(MIDNIGHT + timedelta(hours=2)).errors == ()
    assert again.tracker.archive.last_seq() == rows


@pytest.mark.parametrize("how", ["lost", "changed", "open"])
def test_key_that_cannot_be_used_is_an_alarm_and_the_other_pages_go_on(table: Table, how: str) -> None:
    in_use(table)
    key = table.folder / "dice.key"
    if how == "lost":
        key.unlink()
    elif how == "changed":
        key.write_text("ab" * 32)
    else:
        key.chmod(0o644)
    again = table.restarted()
    again.ask("c2", NOON + timedelta(hours=1))
    report = again.tick(NOON + timedelta(hours=2))
    assert (report.exit_code, report.outcome, bool(report.plan)) == (11, "failed", True)
    assert list(again.rows("roll")) == ["c1:0"]
    assert again.rows("reveal") == {}
    assert [str(error) for error in report.errors] == list(dict.fromkeys(str(error) for error in report.errors))
    assert again.tick(NOON + timedelta(hours=3)).exit_code == 11


def test_key_that_comes_back_draws_what_waited(table: Table) -> None:
    in_use(table)
    key = table.folder / "dice.key"
    kept = key.read_text()
    key.unlink()
    lost = table.restarted()
    lost.ask("c2", NOON + timedelta(hours=1))
    assert lost.tick(NOON + timedelta(hours=2)).exit_code == 11
    assert lost.tick(MIDNIGHT + timedelta(hours=1)).exit_code == 11
    key.write_text(kept)
    key.chmod(0o600)
    found = lost.restarted()
    assert found.tick(MIDNIGHT + timedelta(hours=2)).errors == ()
    assert "c2:0" in found.rows("roll")
    assert list(found.rows("reveal")) == days(0)


def test_500_lines_are_rolled_in_one_tick(table: Table) -> None:
    for number in range(500):
        table.ask(f"c{number}", NOON + timedelta(seconds=number))
    assert table.tick(NOON + timedelta(hours=1)).errors == ()
    rolls = table.rows("roll")
    assert sum(key.endswith(":0") for key in rolls) == 500
    assert {int(row.payload["faces"][0]) for row in rolls.values()} == {1, 2, 3, 4, 5, 6}


def test_check_up_tells_how_the_dice_fare(table: Table) -> None:
    assert dice_checked(table) == (0, "not in use")
    in_use(table)
    assert dice_checked(table) == (0, "committed to up to 2019-10-08; the key file fits")
    (table.folder / "dice.key").chmod(0o640)
    code, found = dice_checked(table.restarted())
    assert (code, "is open to others (mode 640)" in found) == (11, True)


def dice_checked(table: Table) -> tuple[int, str]:
    (check,) = [check for check in check_up(table.tracker, lambda: "") if check.name == "dice"]
    return (check.error.exit_code if check.error else 0, check.found)


# --- operators ----------------------------------------------------------------------------------------------------------


def gamestate(**roster: str) -> Gamestate:
    people = {name: {"status": status} for name, status in roster.items()}
    return Gamestate("toy", NOON, 1, {"roster": people})


@pytest.mark.parametrize(
    ("config", "found"),
    [
        ("[dice]\noperators = Ada\n", "Ada"),
        ("[dice]\noperators =\n  Zoe\n  ada\n", "Ada"),
        ("[dice]\noperators = Root\n[identities]\nAda = wiki:Root, blog:Ada B\n", "Ada"),
        ("[dice]\noperators = Ada of old\n[aliases]\nAda of old = Ada\n", "Ada"),
        ("[dice]\noperators = Bo\n", ""),
        ("[dice]\noperators = Hal\n", ""),
        ("[dice]\noperators = Ada\noperator_may_play = yes\n", ""),
        ("", ""),
    ],
)
def test_operator_who_plays_is_found_by_every_name(config: str, found: str) -> None:
    settings = parse_settings(config, Path("tracker.ini"), {})
    error = operator_at_play(settings, gamestate(Ada="player", Bo="idle"))
    assert (str(error).partition(" runs this tracker")[0].rpartition(" ")[2] if error else "") == found


def test_no_dice_are_drawn_while_an_operator_plays(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    view = type(GAME).view
    roster = {"Ada": {"status": "player"}}

    def with_roster(*given: Any) -> Gamestate:
        shown = view(*given)
        return replace(shown, values={**shown.values, "roster": roster})

    monkeypatch.setattr(type(GAME), "view", with_roster)
    barred = table.restarted(f"{APPLY}[dice]\noperators = Ada\n")
    barred.source.unseen = table.source.unseen
    barred.ask("c1", NOON)
    report = barred.tick(NOON + timedelta(minutes=5))
    assert (report.exit_code, barred.rows("roll")) == (11, {})
    assert "Ada runs this tracker and is a player" in str(report.errors[0])
    roster["Ada"]["status"] = "idle"
    assert barred.tick(NOON + timedelta(minutes=15)).errors == ()
    assert "c1:0" in barred.rows("roll")


@pytest.mark.parametrize(
    ("config", "told"),
    [
        (
            "[dice]\noperators =\n  Zoe\n  Kim\noperator_may_play = yes\n",
            {"dice_operators": ["Zoe", "Kim"], "operator_may_play": "yes"},
        ),
        ("[dice]\noperators = Zoe\n", {"dice_operators": ["Zoe"]}),
        ("", {}),
    ],
)
def test_who_runs_the_tracker_is_archived_for_the_page(config: str, told: dict[str, Any]) -> None:
    settings = parse_settings(config, Path("tracker.ini"), {})
    found = {wish.name: wish.value for wish in wishes(settings, game("blognomic"))}
    assert {name: value for name, value in found.items() if "operator" in name} == told


def test_rows_of_dice_have_their_own_source(table: Table) -> None:
    in_use(table)
    assert {row.source for kind in ("roll", "commitment") for row in table.rows(kind).values()} == {SOURCE}
