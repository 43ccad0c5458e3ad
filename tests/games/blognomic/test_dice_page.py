"""The dice pages show everything that a check needs, whatever players wrote, and days move to their month's page unchanged."""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.blognomic.dice_days import FIRST, NOBODY, commit, instant, reveal, roll, sample_log
from tests.render.hostile import FRAGMENTS
from tracker.core.fold import SettledMatters
from tracker.core.ports import SettledRecord
from tracker.games.blognomic.law import Law
from tracker.games.blognomic.pages.dice_page import view_of
from tracker.games.blognomic.pages.page_titles import CATALOGUE
from tracker.mechanics import freezing
from tracker.mechanics.dice.dice_check import Checked, check, read_page
from tracker.mechanics.dice.dice_log import DiceLog, days_of, month_of, settle
from tracker.mechanics.dice.dice_page import DiceView, drafts
from tracker.render.pages import render_regions

NOW = datetime.fromisoformat("2019-10-02T12:00:00+00:00")
LAW = Law(NOW, {})


class Kept(SettledMatters):
    """Settled records, as an archive gives them back."""

    def __init__(self, records: list[SettledRecord]) -> None:
        self.records = {record.key: record for record in records}

    def settled(self, key: str) -> Mapping[str, Any] | None:
        return self.records[key].record if key in self.records else None

    def settled_in(self, group: str) -> Mapping[str, Any]:
        return {key: json.loads(record.content) for key, record in self.records.items() if record.group == group}


def view(log: DiceLog, settled: SettledMatters = NOBODY, law: Law = LAW) -> DiceView:
    shown = view_of(log, law, settled)
    assert shown is not None
    return shown


def texts(log: DiceLog, settled: SettledMatters = NOBODY, law: Law = LAW) -> dict[str, str]:
    made = drafts(view(log, settled, law), CATALOGUE, {"clauses": {}})
    return {region.page: region.text for region in render_regions(made)}


def checked(text: str) -> Checked:
    days, rolls = read_page(text)
    return check(days, rolls)


def test_page_can_be_checked_from_its_text_alone() -> None:
    pages = texts(sample_log())
    found = checked(pages["Tracker/Dice"])
    assert found.difference == ""
    assert (found.days, found.days_open, found.rolls, found.rolls_open) == (3, 2, 5, 5)
    september, october = (checked(pages[f"Tracker/Dice 2019-{month}"]) for month in ("09", "10"))
    assert (september.days, september.rolls, september.difference) == (3, 4, "")
    assert (october.days, october.rolls, october.difference) == (1, 3, "")


def test_page_shows_who_rolled_what_for_what() -> None:
    text = texts(sample_log())["Tracker/Dice"]
    row = re.search(r'\|- id="roll-2019-10-01-2".*?(?=\|-|\|\})', text, re.DOTALL)
    assert row is not None
    assert "| Ada\n| <code>1d6</code>" in row[0]
    assert "| '''Kiwi''', lunch" in row[0]
    assert text.count("secret until the day is over") == 2
    assert "2019-09-28" not in text
    assert "[[Tracker/Dice 2019-09|2019-09]]" in text


def test_newest_day_stands_first() -> None:
    text = texts(sample_log())["Tracker/Dice"]
    shown = re.findall(r'id="dice-day-([\d-]+)"', text)
    assert shown == ["2019-10-03", "2019-10-02", "2019-10-01", "2019-09-30", "2019-09-29"]


def test_days_that_moved_explain_a_shorter_page() -> None:
    main = drafts(view(sample_log()), CATALOGUE, {"clauses": {}})[0]
    rows = ("dice-day-2019-09-28", "dice-2019-09-28", "roll-2019-09-28-1", "roll-2019-09-28-2")
    assert main.may_shrink_for == tuple(f"{row}: moved to Tracker/Dice 2019-09" for row in rows)


def rows_of(text: str) -> set[str]:
    return set(re.findall(r'^(?:\|-|<h2) id="([^"]+)"', text, re.MULTILINE))


@pytest.mark.parametrize("away", [1, 3, 40, 100])
def test_every_row_that_leaves_the_page_is_explained_and_stands_on_the_page_of_its_month(away: int) -> None:
    log, days = DiceLog(), [FIRST + timedelta(days=number) for number in range(6)]
    for day in days:
        commit(log, day)
        for number in range(20):
            roll(log, day, f"{day}#{number}")
    for day in days[:3]:
        reveal(log, day)
    before = texts(log)
    back = days[-1] + timedelta(days=away)
    settled = Kept(settle(log, instant(back, -35 * 24)))
    for day in days[3:]:
        reveal(log, day, settled=settled, at=instant(back))
    later = [back + timedelta(days=number) for number in range(3)]
    for day in later:
        commit(log, day, settled=settled)
        reveal(log, day, settled=settled)
    settled = Kept([*settled.records.values(), *settle(log, instant(back, -34 * 24))])
    after = texts(log, settled)
    gone = rows_of(before["Tracker/Dice"]) - rows_of(after["Tracker/Dice"])
    explained = drafts(view(log, settled), CATALOGUE, {"clauses": {}})[0].may_shrink_for
    assert len(gone) > 120
    assert gone <= {event.partition(":")[0] for event in explained}
    kept = {row for page, text in {**before, **after}.items() if page != "Tracker/Dice" for row in rows_of(text)}
    assert gone <= kept
    assert not rows_of(after["Tracker/Dice"]) & {event.partition(":")[0] for event in explained}


def test_page_says_who_runs_the_tracker() -> None:
    words = {
        "nobody": (Law(NOW, {}), "Who runs the tracker is <b"),
        "barred": (
            Law(NOW, {"dice_operators": ["Zoe", "Kim"]}),
            "run by Zoe, Kim; no dice are drawn while one of them",
        ),
        "free": (Law(NOW, {"dice_operators": ["Zoe"], "operator_may_play": "yes"}), "operators may play"),
    }
    for law, text in words.values():
        assert text in texts(sample_log(), law=law)["Tracker/Dice"]


def test_late_commitment_is_marked() -> None:
    log = DiceLog()
    commit(log, FIRST, ahead=-0.75)
    roll(log, FIRST, "early", hours=12)
    text = texts(log)["Tracker/Dice"]
    assert "&nbsp;late&nbsp;" in text
    reveal(log, FIRST)
    assert checked(texts(log)["Tracker/Dice"]).late == [str(FIRST)]


def test_roll_without_a_commitment_is_marked_and_does_not_pass() -> None:
    log = DiceLog()
    roll(log, FIRST, "stray")
    text = texts(log)["Tracker/Dice"]
    assert "no commitment" in text
    assert checked(text).difference == f"roll stray: no commitment stands for {FIRST}"


def test_dice_that_others_drew_are_kept_and_not_shown() -> None:
    log = DiceLog()
    roll(log, FIRST, "given", source="file")
    assert list(log.rolls) == ["given"]
    assert view_of(log, LAW, NOBODY) is None
    assert drafts(None, CATALOGUE, {}) == []


def test_first_row_of_a_day_or_roll_counts() -> None:
    log = sample_log()
    before = texts(log)
    commit(log, FIRST, ahead=1)
    reveal(log, FIRST, ("Cy:changed",))
    roll(log, FIRST, "r0#1", (3, 8))
    assert texts(log) == before


def test_secrets_of_others_are_not_ours() -> None:
    from tracker.mechanics.dice.dice_log import take_commitment, take_reveal

    log = DiceLog()
    take_commitment(log, {"for": "traitor:1", "hash": "0" * 64}, NOW, "x", NOBODY)
    take_reveal(log, {"for": "dice:soon", "secret": "0" * 64}, NOW, "y", NOBODY)
    assert (log.commitments, log.reveals) == ({}, {})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<code>1d20</code>", "<code>1d21</code>"),
        ("<code>2019-10-01 12:00:00</code>", "<code>2019-09-30 12:00:00</code>"),
        ("<code>r1&#35;1</code>", "<code>r1&#35;2</code>"),
        ("apple", "appla"),
        ("<code>3d6</code>", "3d6"),
        ("<code>1d20</code>\n", "<code>1d20</code>\n| new column\n"),
    ],
)
def test_change_by_hand_is_found(old: str, new: str) -> None:
    text = texts(sample_log())["Tracker/Dice"]
    # The last one is of the oldest day, whose seed is shown; of open days nothing can be checked yet.
    place = text.rindex(old)
    try:
        found = checked(text[:place] + new + text[place + len(old) :]).difference
    except ValueError as fault:
        found = str(fault)
    assert found.startswith(("roll ", "a row of a roll"))


# --- old days -----------------------------------------------------------------------------------------------------------


def test_settled_days_stay_on_the_page_of_their_month() -> None:
    log = sample_log()
    before = texts(log)
    settled = Kept(settle(log, instant(date(2019, 9, 30), 5)))
    assert [record.key for record in settled.records.values()] == ["dice:2019-09-28", "dice:2019-09-29"]
    assert list(days_of(log)) == ["2019-09-30", "2019-10-01", "2019-10-02", "2019-10-03"]
    after = texts(log, settled)
    assert after["Tracker/Dice 2019-09"] == before["Tracker/Dice 2019-09"]
    assert "2019-09|2019-09" in after["Tracker/Dice"]
    settle(log, instant(date(2019, 10, 1)))
    assert "Tracker/Dice 2019-09" not in texts(log, settled)
    assert view(log).months == ("2019-09", "2019-10")


def test_late_row_brings_a_settled_day_back_whole() -> None:
    log = sample_log()
    settled = Kept(settle(log, instant(date(2019, 10, 2))))
    roll(log, FIRST, "late", settled=settled)
    day = days_of(log)[str(FIRST)]
    assert ({each.key for each in day.rolls}, bool(day.reveal)) == (
        {"late", "revision:The Cafe:0#0:0:0:1d20", "r0#1"},
        True,
    )
    assert len([each for each in month_of(log, "2019-09", settled) if each.day == str(FIRST)]) == 1


def test_open_days_are_not_lost_when_they_are_old() -> None:
    log = DiceLog()
    commit(log, FIRST)
    roll(log, FIRST, "never shown")
    settled = Kept(settle(log, instant(FIRST, 24 * 40)))
    assert [day.day for day in month_of(log, "2019-09", settled)] == [str(FIRST)]
    reveal(log, FIRST, settled=settled)
    assert checked(texts(log, settled)["Tracker/Dice"]).rolls == 1


def test_log_survives_a_checkpoint() -> None:
    log = sample_log()
    assert freezing.thawed(DiceLog, freezing.frozen(DiceLog, log)) == log


# --- hostile text -------------------------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=5).map(" ".join), st.text(max_size=30))
def test_no_name_or_purpose_leaves_its_cell_or_hides_a_roll(purpose: str, who: str) -> None:
    log = DiceLog()
    for number in range(3):
        day = FIRST + timedelta(days=number)
        commit(log, day)
        roll(log, day, f"r{number}", who=who, purpose=purpose, shown=who)
        reveal(log, day)
    for text in texts(log).values():
        found = checked(text)
        assert (found.days, found.rolls, found.difference) == (3, 3, "")
