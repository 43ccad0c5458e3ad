"""The tracker's dice follow from the committed seed of the day on which they were asked for, and from no other."""

import hashlib
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from tests.dice_keys import KEY, KnownKey, StandingClock, known_dice
from tests.observing import at, seen
from tracker.app.dice.dice import SOURCE, KeyedDice
from tracker.archive.memory import MemoryArchive
from tracker.core.gamestate import RollRequest
from tracker.core.observation import ObservationBatch
from tracker.errors import DiceError
from tracker.mechanics.dice.seeds import day_seed, faces, mixed

FIRST, SECOND = date(2019, 10, 1), date(2019, 10, 2)
OTHER_KEY = bytes(32)


def request(hours: float = 1, key: str = "c17:1", mix: str = "") -> RollRequest:
    return RollRequest(key, 20, 3, "search", "BN-116", at(hours), mix)


def fell(archive: MemoryArchive, asked: RollRequest, thrown: tuple[int, ...]) -> None:
    """Archive a roll as a tick does."""
    words = {"words": asked.mix.split("\n")} if asked.mix else {}
    roll = seen("roll", asked.key, 1, source=SOURCE, **{"for": asked.key, "sides": 20, "faces": list(thrown), **words})
    archive.append(ObservationBatch(SOURCE, (roll,), archive.cursor(SOURCE) or "", at(1)))


@pytest.fixture
def archive() -> MemoryArchive:
    return MemoryArchive()


def kinds(archive: MemoryArchive) -> list[str]:
    return [row.id for row in archive.rows()]


def test_faces_follow_from_the_days_seed(archive: MemoryArchive) -> None:
    dice = known_dice(archive)
    assert dice.roll(request()) == faces(day_seed(KEY, FIRST), "c17:1", 20, 3)
    assert dice.roll(request(hours=25)) == faces(day_seed(KEY, SECOND), "c17:1", 20, 3)


def test_seed_of_one_day_says_nothing_of_another() -> None:
    seeds = [day_seed(KEY, FIRST + timedelta(days=number)) for number in range(1000)]
    assert len(set(seeds)) == 1000
    assert {len(seed) for seed in seeds} == {32}


def test_another_process_draws_the_same(archive: MemoryArchive) -> None:
    assert known_dice(archive).roll(request()) == known_dice(archive).roll(request())


def test_day_is_that_of_the_request_in_utc(archive: MemoryArchive) -> None:
    dice = known_dice(archive)
    before = datetime(2019, 10, 1, 23, 59, 59, 999_999, tzinfo=UTC)
    elsewhere = before.astimezone(timezone(timedelta(hours=9)))
    assert elsewhere.day == 2
    rolls = [dice.roll(RollRequest("k", 6, 4, "", "", asked_at)) for asked_at in (before, elsewhere)]
    assert rolls == [faces(day_seed(KEY, FIRST), "k", 6, 4)] * 2
    midnight = RollRequest("k", 6, 4, "", "", datetime(2019, 10, 2, tzinfo=UTC))
    assert dice.roll(midnight) == faces(day_seed(KEY, SECOND), "k", 6, 4)


def test_seed_is_committed_to_before_the_first_die_falls(archive: MemoryArchive) -> None:
    known_dice(archive, hours=1.5).roll(request())
    (row,) = archive.rows()
    assert (row.id, row.observation.at, row.observation.source) == ("commitment:dice:2019-10-01", at(1.5), SOURCE)
    hash = hashlib.sha256(day_seed(KEY, FIRST)).hexdigest()
    assert row.observation.payload == {"for": "dice:2019-10-01", "hash": hash}


def test_commitments_are_made_once(archive: MemoryArchive) -> None:
    assert known_dice(archive).commit([FIRST, SECOND])
    assert not known_dice(archive, hours=5).commit([FIRST, SECOND])
    assert kinds(archive) == ["commitment:dice:2019-10-01", "commitment:dice:2019-10-02"]
    assert known_dice(archive).open_days() == [FIRST, SECOND]


def test_seed_is_shown_once_and_nothing_is_drawn_from_it_afterwards(archive: MemoryArchive) -> None:
    dice = known_dice(archive, hours=25)
    dice.commit([FIRST, SECOND])
    dice.roll(request())
    for _ in range(2):
        dice.reveal(FIRST)
    row = archive.newest(SOURCE, ["reveal:dice:2019-10-01"])["reveal:dice:2019-10-01"]
    assert row.observation.payload == {"for": "dice:2019-10-01", "secret": day_seed(KEY, FIRST).hex()}
    assert dice.open_days() == [SECOND]
    for dice_of_whomever in (dice, known_dice(archive)):
        with pytest.raises(DiceError, match="2019-10-01: its seed is shown already"):
            dice_of_whomever.roll(request(key="late"))
        assert dice_of_whomever.roll(request(hours=25))
    assert len(kinds(archive)) == 3


def test_imported_archive_knows_its_open_days(archive: MemoryArchive) -> None:
    dice = known_dice(archive)
    dice.commit([FIRST, SECOND])
    dice.reveal(FIRST)
    copied = MemoryArchive()
    copied.append(ObservationBatch("file", tuple(row.observation for row in archive.rows()), "", at(30)))
    assert known_dice(copied).open_days() == [SECOND]
    assert not known_dice(copied).commit([FIRST, SECOND])


def test_commitments_to_other_secrets_are_no_days(archive: MemoryArchive) -> None:
    row = seen("commitment", "x", 1, source=SOURCE, **{"for": "dice:soon", "hash": "0" * 64})
    archive.append(ObservationBatch(SOURCE, (row,), "", at(1)))
    assert known_dice(archive).open_days() == []


# --- the key ------------------------------------------------------------------------------------------------------------


def test_key_is_made_at_the_first_use_and_read_once(archive: MemoryArchive) -> None:
    key = KnownKey(None)
    dice = KeyedDice(key, archive, StandingClock(at(0)))
    assert (key.made, key.reads) == (0, 0)
    dice.commit([FIRST])
    dice.roll(request())
    assert (key.made, key.reads) == (1, 0)


@pytest.mark.parametrize("cursor_is_lost", [False, True])
def test_lost_key_is_never_made_anew(archive: MemoryArchive, cursor_is_lost: bool) -> None:
    known_dice(archive).commit([FIRST])
    if cursor_is_lost:
        archive.append(ObservationBatch(SOURCE, (), "", at(0)))
    key = KnownKey(None)
    dice = KeyedDice(key, archive, StandingClock(at(1)))
    for act in (lambda: dice.roll(request()), lambda: dice.commit([SECOND]), lambda: dice.reveal(FIRST)):
        with pytest.raises(DiceError, match="missing"):
            act()
    assert (key.made, len(kinds(archive))) == (0, 1)


def test_changed_key_draws_nothing_for_days_that_were_committed_to(archive: MemoryArchive) -> None:
    known_dice(archive).commit([FIRST])
    changed = known_dice(archive, OTHER_KEY)
    for act in (lambda: changed.roll(request()), lambda: changed.reveal(FIRST), lambda: changed.commit([FIRST])):
        with pytest.raises(DiceError, match="2019-10-01: the key file is another one"):
            act()
    assert kinds(archive) == ["commitment:dice:2019-10-01"]
    with pytest.raises(DiceError, match="another one"):
        changed.commit([FIRST, SECOND])
    assert changed.roll(request(hours=25)) == faces(day_seed(OTHER_KEY, SECOND), "c17:1", 20, 3)
    assert known_dice(archive).roll(request()) == faces(day_seed(KEY, FIRST), "c17:1", 20, 3)


# --- words --------------------------------------------------------------------------------------------------------------


def test_words_are_mixed_in_and_shown_with_the_seed(archive: MemoryArchive) -> None:
    dice = known_dice(archive)
    asked = request(mix="Ada:apple\nBo:pear")
    thrown = dice.roll(asked)
    assert thrown == faces(mixed(day_seed(KEY, FIRST), "Ada:apple\nBo:pear"), "c17:1", 20, 3)
    fell(archive, asked, thrown)
    dice.reveal(FIRST)
    payload = archive.newest(SOURCE, ["reveal:dice:2019-10-01"])["reveal:dice:2019-10-01"].observation.payload
    assert payload["words"] == ["Ada:apple", "Bo:pear"]


@pytest.mark.parametrize("first", ["", "Ada:apple"])
def test_all_rolls_of_a_day_have_the_same_words(archive: MemoryArchive, first: str) -> None:
    dice = known_dice(archive)
    asked = request(mix=first)
    fell(archive, asked, dice.roll(asked))
    late = request(key="c18:1", mix="Ada:apple\nBo:pear")
    for dice_of_whomever in (dice, known_dice(archive)):
        with pytest.raises(DiceError, match="other words of players"):
            dice_of_whomever.roll(late)
    assert dice.roll(request(hours=25, key="c19:1", mix="Cy:plum"))
