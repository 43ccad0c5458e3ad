"""Dice are checked from an archive or from saved pages, and what was changed there is found."""

from datetime import date
from pathlib import Path

import pytest

from tests.dice_keys import KEY, known_dice
from tests.observing import at, seen
from tracker.app.dice.dice import SOURCE
from tracker.app.dice.dice_verify import verify_archive, verify_pages
from tracker.archive.memory import MemoryArchive
from tracker.core.gamestate import RollRequest
from tracker.core.observation import Observation, ObservationBatch
from tracker.errors import InputError
from tracker.mechanics.dice.seeds import day_seed, faces

DAY = date(2019, 10, 1)


def fallen(archive: MemoryArchive, key: str, hours: float, mix: str = "", *, off_by: int = 0) -> None:
    """Draw and archive three dice, perhaps not as they fell."""
    asked = RollRequest(key, 20, 3, "", "", at(hours), mix)
    thrown = [face + off_by for face in known_dice(archive).roll(asked)]
    words = {"words": mix.split("\n")} if mix else {}
    append(archive, seen("roll", key, hours, source=SOURCE, **{"for": key, "sides": 20, "faces": thrown, **words}))


def append(archive: MemoryArchive, row: Observation) -> None:
    archive.append(ObservationBatch(SOURCE, (row,), archive.cursor(SOURCE) or "", at(50)))


@pytest.fixture
def archive() -> MemoryArchive:
    made = MemoryArchive()
    known_dice(made, hours=-24).commit([DAY, date(2019, 10, 2), date(2019, 10, 3)])
    return made


def test_archive_is_checked_as_far_as_seeds_are_shown(archive: MemoryArchive) -> None:
    fallen(archive, "a", 1)
    fallen(archive, "b", 25, "Ada:apple\nBo:pear")
    fallen(archive, "c", 49)
    for day in (DAY, date(2019, 10, 2)):
        known_dice(archive, hours=49).reveal(day)
    found = verify_archive(archive)
    assert (found.difference, found.late) == ("", [])
    assert (found.days, found.days_open, found.rolls, found.rolls_open) == (2, 1, 2, 1)


def test_roll_that_does_not_follow_is_found(archive: MemoryArchive) -> None:
    fallen(archive, "a", 1)
    fallen(archive, "b", 2, off_by=1)
    known_dice(archive).reveal(DAY)
    assert verify_archive(archive).difference.startswith("roll b: 3d20 is shown as")


def test_dice_of_others_are_left_out(archive: MemoryArchive) -> None:
    append(archive, seen("roll", "given", 1, source="file", **{"for": "x", "sides": 6, "face": 3}))
    found = verify_archive(archive)
    assert (found.rolls, found.rolls_open, found.difference) == (0, 0, "")


def test_day_that_was_committed_to_late_is_named() -> None:
    archive = MemoryArchive()
    known_dice(archive, hours=2).commit([DAY])
    fallen(archive, "a", 1)
    known_dice(archive).reveal(DAY)
    assert verify_archive(archive).late == ["2019-10-01"]


def test_empty_archive_holds() -> None:
    assert verify_archive(MemoryArchive()).record() == {
        **{"days": 0, "days_open": 0, "rolls": 0, "rolls_open": 0, "late": [], "difference": ""}
    }


# --- pages --------------------------------------------------------------------------------------------------------------


def page(folder: Path, name: str, *, face: int | None = None, rest: str = "") -> Path:
    """A saved page with one day and one roll."""
    from tracker.mechanics.dice.seeds import commitment_of

    seed = day_seed(KEY, DAY)
    shown = faces(seed, "a", 20, 1)[0] if face is None else face
    text = (
        f'|- id="dice-day-x"\n| <code>{DAY}</code>\n| <code>2019-09-24 00:00:00</code>\n| <code>{commitment_of(seed)}</code>\n'
        f"| <code>{seed.hex()}</code>\n| none\n"
        f'|- id="roll-x"\n| <code>{DAY} 12:00:00</code>\n| <code>a</code>\n| Ada\n| <code>1d20</code>\n| <code>{shown}</code>\n| –\n'
    )
    path = folder / name
    path.write_text(text + rest, encoding="utf-8")
    return path


def test_pages_are_checked_together_and_a_roll_that_two_show_counts_once(tmp_path: Path) -> None:
    found = verify_pages([page(tmp_path, "main"), page(tmp_path, "month")])
    assert (found.days, found.rolls, found.difference) == (1, 1, "")
    assert verify_pages([page(tmp_path, "main"), page(tmp_path, "month", face=21)]).difference.startswith("roll a:")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"nothing", "page: shows no day of the dice"),
        (b"\xff\xfe", "codec can't decode"),
        (b'|- id="roll-x"\nx', "page: a row of a roll cannot be read"),
    ],
)
def test_file_that_is_no_dice_page(tmp_path: Path, text: bytes, said: str) -> None:
    (tmp_path / "page").write_bytes(text)
    with pytest.raises(InputError, match=said):
        verify_pages([tmp_path / "page"])
    with pytest.raises(InputError, match="No such file"):
        verify_pages([tmp_path / "none"])
