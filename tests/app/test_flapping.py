"""Faults that come and go: told at first, then as one that keeps failing, and again when nothing changes any more."""

from datetime import UTC, datetime, timedelta

from tracker.app.tick.flapping import MOST_BEGUN, MOST_OF_SOURCE, SPAN, Flapping

START = datetime(2026, 3, 2, tzinfo=UTC)
STEP = timedelta(minutes=10)


def unread(entry: str, at: datetime, source: str = "blog") -> tuple[str, str]:
    """Key and words of an entry that cannot be read since an instant."""
    return f"unread:{source}:{at.isoformat()}", f"{source}: {entry} cannot be read wholly"


class Ticks:
    """Ticks of which each keeps what was known for the next."""

    def __init__(self) -> None:
        self.now = START
        self.kept = Flapping(START).stored()
        self.told: list[str] = []

    def tick(self, begins: list[tuple[str, str]], ends: list[tuple[str, str]], after: timedelta = STEP) -> None:
        self.now += after
        flapping = Flapping.of(self.kept, self.now)
        self.told += [f"mended: {text}" for key, text in ends if flapping.ends(key)]
        self.told += [f"{'mended' if rest.is_over else 'fault'}: {rest.text}" for rest in flapping.rested()]
        self.told += [f"fault: {words}" for key, text in begins if (words := flapping.begins(key, text))]
        self.kept = flapping.stored()

    def take_turns(self, entries: list[str], source: str = "blog") -> None:
        before: list[tuple[str, str]] = []
        for entry in entries:
            begun = [unread(entry, self.now, source)]
            self.tick(begun, before)
            before = begun
        self.tick([], before)


def test_one_entry_that_comes_and_goes_keeps_failing() -> None:
    ticks = Ticks()
    ticks.take_turns(["oars"] * 9)
    assert len(ticks.told) == 2 * MOST_BEGUN + 1
    assert "keeps failing, 3 times since" in ticks.told[-1]
    ticks.tick([unread("socks", ticks.now)], [])
    assert ticks.told[-1] == "fault: blog: socks cannot be read wholly"


def test_entries_that_take_turns_are_one_fault_of_their_source() -> None:
    ticks = Ticks()
    ticks.take_turns([f"entry {number}" for number in range(30)])
    assert len(ticks.told) == 2 * MOST_OF_SOURCE + 1
    assert "keeps failing" in ticks.told[-1]
    ticks.tick([unread("index", ticks.now, "other")], [])
    assert ticks.told[-1] == "fault: other: index cannot be read wholly"


def test_when_all_have_rested_it_is_over_and_the_next_is_told_again() -> None:
    ticks = Ticks()
    ticks.take_turns([f"entry {number}" for number in range(12)])
    ticks.tick([], [], SPAN)
    assert ticks.told[-1].startswith("mended: ")
    ticks.tick([unread("oars", ticks.now)], [])
    assert ticks.told[-1] == "fault: blog: oars cannot be read wholly"


def test_what_stands_when_the_coming_and_going_ends_is_told() -> None:
    ticks = Ticks()
    ticks.take_turns([f"entry {number}" for number in range(12)])
    count = len(ticks.told)
    last = unread("oars", ticks.now)
    ticks.tick([last], [])
    assert len(ticks.told) == count
    ticks.tick([], [], SPAN)
    assert ticks.told[-1] == "fault: blog: oars cannot be read wholly"
    ticks.tick([], [last])
    assert ticks.told[-1] == "mended: blog: oars cannot be read wholly"


def test_what_an_earlier_version_kept_in_another_form_is_left_out() -> None:
    assert Flapping.of({"unread:blog": {"key": "k", "text": "t", "begun": [], "ended": ""}}, START).known == {}
