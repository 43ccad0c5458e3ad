"""The command that checks dice: what it says, and how it ends."""

from datetime import date
from pathlib import Path

import pytest

from tests.app.test_dice_verify import page
from tests.cli.commands import Runner


def test_pages_that_hold(run: Runner, folder: Path) -> None:
    done = run("dice", "verify", page(folder, "dice.wikitext"))
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == ["1 days with their seed, 1 rolls: computed anew", "nothing differs"]


def test_first_roll_that_differs_is_named_and_the_exit_code_says_so(run: Runner, folder: Path) -> None:
    changed = page(folder, "dice.wikitext", face=21)
    done = run("dice", "verify", changed)
    assert done.code == 11
    assert "differs: roll a: 1d20 is shown as 21, but the seed of 2019-10-01 gives" in done.out
    told = run("dice", "verify", "--json", changed)
    assert (told.code, told.json["difference"][:6]) == (11, "roll a")


def test_file_that_cannot_be_read(run: Runner, folder: Path) -> None:
    done = run("dice", "verify", folder / "none")
    assert done.code == 9
    assert "No such file" in done.err


def test_archive_without_dice_holds(run: Runner, archived: Path) -> None:
    assert run("dice", "verify").code == 0
    assert run("dice", "verify", "--json").json["rolls"] == 0


def test_archive_is_checked(run: Runner, archived: Path) -> None:
    from tracker.app.dice.dice import SOURCE, KeyedDice
    from tracker.app.dice.dice_key import KeyFile
    from tracker.archive.sql import open_archive
    from tracker.bootstrap import SystemClock
    from tracker.core.observation import Observation, ObservationBatch

    archive = open_archive(str(archived / "tracker.db"))
    clock = SystemClock()
    dice = KeyedDice(KeyFile(archived / "dice.key"), archive, clock)
    dice.commit([date(2019, 10, 1)])
    dice.reveal(date(2019, 10, 1))
    payload = {"for": "forged", "sides": 10**9, "faces": [1]}
    forged = Observation("roll", "forged", payload, at=clock.now().replace(2019, 10, 1), source=SOURCE)
    archive.append(ObservationBatch(SOURCE, (forged,), archive.cursor(SOURCE) or "", clock.now()))
    archive.close()
    done = run("dice", "verify")
    assert done.code == 11
    assert "differs: roll forged: 1d1000000000 is shown as 1" in done.out
    assert "nothing is proven: 2019-10-01" in done.out


@pytest.mark.parametrize("words", [("dice",), ("dice", "verify", "-h")])
def test_help(run: Runner, folder: Path, words: tuple[str, ...]) -> None:
    done = run(*words)
    assert "verify" in done.out + done.err
