"""Days of dice for tests: committed to, rolled on and shown as a tick does it, by a key that is known."""

from datetime import UTC, date, datetime, timedelta

from tracker.core.fold import NothingSettled, SettledMatters
from tracker.mechanics.dice.dice_log import OWN_SOURCE, DiceLog, take_commitment, take_reveal, take_roll
from tracker.mechanics.dice.seeds import commitment_of, day_seed, faces, mixed

KEY = bytes(range(32))
FIRST = date(2019, 9, 28)
NOBODY = NothingSettled()


def instant(day: date, hours: float = 0) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(hours=hours)


def commit(log: DiceLog, day: date, ahead: float = 7, settled: SettledMatters = NOBODY) -> None:
    payload = {"for": f"dice:{day}", "hash": commitment_of(day_seed(KEY, day))}
    take_commitment(log, payload, instant(day, -24 * ahead), f"commitment:dice:{day}", settled)


def reveal(
    log: DiceLog,
    day: date,
    words: tuple[str, ...] = (),
    settled: SettledMatters = NOBODY,
    *,
    at: datetime | None = None,
) -> None:
    payload = {"for": f"dice:{day}", "secret": day_seed(KEY, day).hex(), "words": list(words)}
    take_reveal(log, payload, at or instant(day, 24.25), f"reveal:dice:{day}", settled)


def roll(
    log: DiceLog,
    day: date,
    key: str,
    die: tuple[int, int] = (1, 20),
    *,
    hours: float = 12,
    words: tuple[str, ...] = (),
    who: str = "Ada",
    purpose: str = "search",
    shown: str = "",
    source: str = OWN_SOURCE,
    settled: SettledMatters = NOBODY,
) -> None:
    count, sides = die
    thrown = faces(mixed(day_seed(KEY, day), "\n".join(words)), key, sides, count)
    payload = {"for": key, "sides": sides, "faces": list(thrown), "words": list(words)}
    take_roll(log, payload, instant(day, hours), settled, source=source, who=who, purpose=purpose, shown=shown)


def sample_log() -> DiceLog:
    """Six days from the 28th of September on: four are over, one with words, one without a roll; two are open."""
    log = DiceLog()
    days = [FIRST + timedelta(days=number) for number in range(6)]
    words = ("Ada:apple|pear", "B%20o:{{plum}}")
    for number, day in enumerate(days):
        commit(log, day)
        if number != 2:
            roll(log, day, f"revision:The Cafe:{number}#0:0:0:1d20", words=words if number == 1 else ())
            roll(log, day, f"r{number}#1", (3, 6), hours=13, words=words if number == 1 else (), who="", purpose="")
        if number < 4:
            reveal(log, day, words if number == 1 else ())
    roll(log, days[3], "fruit", (1, 6), purpose="lunch", shown="Kiwi")
    roll(log, days[4], "huge", (2, 10**21 - 1), purpose="the <code>hoard</code> | {{loot}}\n|-\n| [[Trap]]")
    return log
