"""A tick struck at each of its steps (killed, out of disk, shut out of its archive): the next one makes all right, as if nothing had been."""

import json
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.blog_world import ScriptedSite, at
from tests.faults.interrupted import SENT, WARM_UP, Ended, Ticker
from tests.test_bad_input import World
from tracker.app.tick.stopping import UNBROKEN

NOTICES = {("notices", "webhook_env"): "TRACKER_WEBHOOK", ("wiki", "ruleset"): "Ruleset"}


@dataclass(frozen=True)
class Left:
    """What a tick left behind: pages, how often each was saved, what is archived, notices, and acts without an end."""

    pages: dict[str, str]
    revisions: dict[str, list[str]]
    rows: list[tuple[Any, ...]]
    sent: list[str]
    open_acts: int
    faults: list[str]


def left(folder: Path) -> Left:
    wiki = folder / "wiki"
    pages = {file.name: file.read_text() for file in sorted((wiki / "pages").iterdir())}
    revisions = {
        each.name: sorted(file.name for file in each.iterdir()) for each in sorted((wiki / "history").iterdir())
    }
    sent = folder / SENT
    messages = [json.loads(line)[0] for line in sent.read_text().splitlines()] if sent.exists() else []
    with closing(sqlite3.connect(folder / "tracker.db")) as archive:
        rows = archive.execute("SELECT seq, source, id, digest FROM observations ORDER BY seq").fetchall()
        acts = archive.execute("SELECT count(*) FROM intents WHERE number NOT IN (SELECT intent FROM receipts)")
        found = [text for (text,) in archive.execute("PRAGMA integrity_check") if text != "ok"]
        return Left(pages, revisions, rows, messages, acts.fetchone()[0], found)


class Morning:
    """A nomic whose blog has news, before the tick that takes them in."""

    def __init__(self, site: ScriptedSite, folder: Path) -> None:
        self.folder = folder
        (folder / "before").mkdir()
        world = World(site, folder / "before")
        world.begin(NOTICES)
        self._play(world)
        with Ticker() as ticker:
            assert ticker.tick(folder / "before", at(5)).code == 0
        world.site.tell("comment", 5.2, post="oars", author="Fern", body="<p>{AGAINST}</p>", id="3")
        world.site.tell("comment_edited", 5.3, post="dry-socks", id="1", body="<p>{AGAINST} after all</p>")
        world.propose(5.5, "tar", "Tar", "Fern")
        site.now = at(6)

    def _play(self, world: World) -> None:
        world.site.now = world.tracker.now = at(5)
        world.tracker.environment = {"TRACKER_WEBHOOK": "http://127.0.0.1:9/unused"}
        world.propose(2, "dry-socks", "Dry Socks", "Quill")
        world.site.tell("comment", 3, post="dry-socks", author="Pim", body="<p>{FOR} so there</p>", id="1")
        world.propose(4.5, "oars", "Oars", "Pim")

    def again(self) -> Path:
        """The folder as it was before the tick."""
        folder = self.folder / "now"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder / "before", folder)
        return folder


@pytest.fixture(scope="module")
def site() -> Iterator[ScriptedSite]:
    with ScriptedSite() as served:
        yield served


@pytest.fixture(scope="module")
def morning(site: ScriptedSite, tmp_path_factory: pytest.TempPathFactory) -> Morning:
    made = pytest.MonkeyPatch()
    made.setenv("TRACKER_WEBHOOK", "http://127.0.0.1:9/unused")
    try:
        return Morning(site, tmp_path_factory.mktemp("morning"))
    finally:
        made.undo()


@pytest.fixture(scope="module")
def ticker() -> Iterator[Ticker]:
    with Ticker() as running:
        yield running


@pytest.fixture(scope="module")
def clean(morning: Morning, ticker: Ticker) -> tuple[Ended, Left]:
    """The same tick with nothing in its way."""
    ticker.tick(morning.again(), at(6), WARM_UP)
    folder = morning.again()
    ended = ticker.tick(folder, at(6))
    assert ended.code == 0, ended
    return ended, left(folder)


def struck(morning: Morning, ticker: Ticker, fault: str, step: int) -> tuple[Ended, Path]:
    folder = morning.again()
    return ticker.tick(folder, at(6), fault, step), folder


def check_mended(ticker: Ticker, folder: Path, clean: Left, name: str) -> None:
    """The next tick makes all as the undisturbed one left it."""
    again = ticker.tick(folder, at(6))
    assert again.code == 0, (name, again)
    found = left(folder)
    assert found.pages == clean.pages, name
    assert found.revisions == clean.revisions, name
    assert found.rows == clean.rows, name
    assert (found.open_acts, found.faults) == (0, []), name
    # A notice may be lost between its intent and its sending, and is never sent twice.
    assert len(found.sent) == len(set(found.sent)), name
    assert set(found.sent) <= set(clean.sent), name
    assert len(clean.sent) - len(found.sent) <= name.startswith("intent:notice"), name
    assert not list(folder.glob("**/*.part")), name


def test_the_tick_has_the_steps_that_the_others_are_struck_at(clean: tuple[Ended, Left]) -> None:
    steps, after = clean[0].steps, clean[1]
    for name in ("locked", "appended:blog", "observed:blog", "folded", "planned", "beaten", "noted"):
        assert name in steps
    assert len([name for name in steps if name.startswith("saved:")]) >= 5
    assert any(name.startswith("intent:notice") for name in steps)
    assert len(after.sent) >= 2


@pytest.mark.parametrize("part", range(4))
def test_killed_at_any_step(morning: Morning, ticker: Ticker, clean: tuple[Ended, Left], part: int) -> None:
    steps = clean[0].steps
    for step in range(1 + part, len(steps) + 1, 4):
        ended, folder = struck(morning, ticker, "kill", step)
        assert (ended.code, ended.steps) == (-signal.SIGKILL, steps[:step])
        check_mended(ticker, folder, clean[1], steps[step - 1])


@pytest.mark.parametrize("fault", ["disk full", "archive busy"])
def test_out_of_disk_or_shut_out_at_any_step(
    morning: Morning, ticker: Ticker, clean: tuple[Ended, Left], fault: str
) -> None:
    steps = clean[0].steps
    for step in [1, 2, *range(3, len(steps), 4), len(steps)]:
        ended, folder = struck(morning, ticker, fault, step)
        name = f"{steps[step - 1]} ({step})"
        if step < len(steps) - 1:
            assert ended.code == 6, (name, ended)
            assert str(folder / "tracker.db") in ended.said
        check_mended(ticker, folder, clean[1], steps[step - 1])


def test_no_step_that_a_signal_may_end_leaves_anything_half_done(clean: tuple[Ended, Left]) -> None:
    steps = clean[0].steps
    for before, after in pairwise(steps):
        if before.startswith("intent:"):
            assert before.startswith(UNBROKEN)
            assert after.partition(":")[0] in {"saved", "receipt"}
