"""What somebody may do now: every line of it true when it is written, and every instant the first at which it is."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.games.blognomic.island_rulings import opening
from tests.games.blognomic.stories import folded, gamestate, instant, region
from tests.games.blognomic.table_stories import table_stories
from tests.games.blognomic.test_pages import plain
from tracker.core.fold import Folded, fold
from tracker.core.observation import ArchivedObservation
from tracker.games.blognomic.dynasties import acting
from tracker.games.blognomic.dynasties.abilities import abilities_of, holders_of
from tracker.games.blognomic.dynasties.dynasty_records import Ability
from tracker.games.blognomic.dynasties.limits import Limit
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.gndt import gndt
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.pages.abilities_page import AbilitiesView, HolderView
from tracker.games.blognomic.pages.board import Board
from tracker.games.blognomic.state import State
from tracker.mechanics.turns import RefusedError, WaitingError

DYNASTIES = Path(__file__).parent / "dynasties"
MORNING = "2019-09-20 10:00:00"
"""Today is 20."""
SECOND = timedelta(seconds=1)


def table_at(done: Folded[State]) -> Table:
    table = gndt.table_of(Moment.at(done.state, done.as_of, done.context.decisions))
    assert table is not None
    return table


def abilities(story: str, name: str = "Ada", when: str = MORNING) -> dict[str, Ability]:
    """What somebody may and may not do, by line."""
    table = table_at(folded(story, when))
    return {each.line: each for each in abilities_of(table, table.moment.state.key_of(name))}


def view(story: str, when: str = MORNING) -> AbilitiesView:
    board: Board = gamestate(story, when).detail
    found = board.abilities()
    assert found is not None
    return found


def holder(story: str, name: str = "Ada", when: str = MORNING) -> HolderView:
    return next(each for each in view(story, when).holders if each.name == name)


def page(story: str, when: str = MORNING) -> str:
    return plain(region(story, when, "abilities"))


def code(found: Ability) -> str:
    return found.why.code if found.why else ""


# --- the island -------------------------------------------------------------------------------------------------------


def test_what_is_open_tells_what_comes_of_it() -> None:
    found = abilities(opening("Ada Date 18, Wood 7", "at The Beach: Ada", "message 44"))
    assert found["gather"].is_open
    assert (found["gather"].effect, found["gather"].chances) == ("Date 18 → 19.", ("DICE4: Wood 7 → 8 to 11",))
    assert found["gather"].limit is Limit.DATE
    assert found["search"].chances == ("19 in 20: nothing more", "1 in 20: Little Mac has been found.")
    assert found["message 7"].effect == "Date 18 → 19. Wood 7 → 0. Message total 44 → 51. SP 0 → 3."
    assert found["message 7"].needs
    assert found["move to The Wreck"].effect == "Date 18 → 19. Location The Beach → The Wreck."


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("radio", ("WRONG_LOCATION", "BN-130")),
        ("move to Mac's Cave", ("NOT_FOUND_MAC", "BN-119")),
        ("forage Red Cap", ("WRONG_LOCATION", "BN-125")),
        ("shelter", ("WOOD_TOO_LOW", "BN-145")),
        ("recover", ("NOT_EXHAUSTED", "BN-142")),
        ("motivation Worship", ("WRONG_LOCATION", "BN-161")),
        ("story roll", ("NOT_RESCUED", "BN-151")),
    ],
)
def test_what_is_barred_says_why(line: str, codes: tuple[str, str]) -> None:
    found = abilities(opening("Ada Date 18", "at The Beach: Ada"))[line]
    assert found.why is not None
    assert (found.why.code, found.why.clause, bool(found.why.text)) == (*codes, True)
    assert (found.since, found.is_open) == (None, False)


def test_what_complexity_bars() -> None:
    found = abilities(opening("Ada HSR 5, Date 18", "at The Clearing: Ada"))
    assert code(found["gather"]) == "TOO_COMPLEX"
    assert found["uproot Red Cap"].is_open


def test_without_a_date_left_it_returns_at_midnight_unless_something_else_bars_it_then() -> None:
    found = abilities(opening("Ada Date 20", "at The Outpost: Ada"))
    assert (code(found["gather"]), found["gather"].since) == ("NO_DATE_LEFT", instant("2019-09-21 00:00:00"))
    assert code(found["rest"]) == "NO_DATE_LEFT"
    assert found["rest"].since is None
    assert found["rest"].still is not None
    assert found["rest"].still.code == "WRONG_LOCATION"


def test_a_date_ahead_of_today_returns_on_its_morrow() -> None:
    assert abilities(opening("Ada Date 24"))["gather"].since == instant("2019-09-25 00:00:00")


def test_the_exhausted_may_recover_and_time_alone_does_not_help() -> None:
    story = opening("Ada Date 12")
    found = abilities(story)
    assert (code(found["gather"]), found["gather"].since, found["gather"].still) == ("EXHAUSTED", None, None)
    assert found["recover"].effect == "HSR 1 → 2. Date 12 → 15."
    date = holder(story).date
    assert date is not None
    assert (date.left, date.is_exhausted, date.exhausted_from) == (0, True, None)


def test_how_many_dates_are_left_and_when_exhaustion_comes() -> None:
    date = holder(opening("Ada Date 17")).date
    assert date is not None
    assert (date.left, date.exhausted_from) == (3, instant("2019-09-23 00:00:00"))


def test_exertion_returns_after_the_hours_and_the_day() -> None:
    story = (
        opening("Ada Date 17")
        + '\n2019-09-20 20:00:00 Ada logs "exert: gather" as g1\n2019-09-20 20:00:00 roll DICE4 3 for g1'
    )
    evening, night = "2019-09-20 21:00:00", "2019-09-21 01:00:00"
    assert [abilities(story, when=when)["exert"].since for when in (evening, night)] == [
        instant("2019-09-21 06:00:00")
    ] * 2
    assert [code(abilities(story, when=when)["exert"]) for when in (evening, night)] == [
        "ALREADY_TODAY",
        "LESS_THAN_TEN_HOURS",
    ]
    assert [(each.action, each.until) for each in holder(story, when=night).back] == [
        ("exert", instant("2019-09-21 06:00:00"))
    ]
    assert gamestate(story, night).next_instant == instant("2019-09-21 06:00:00")
    assert abilities(story, when="2019-09-21 06:00:00")["exert: gather"].is_open


def test_what_bars_exertion_once_its_hours_are_over_is_told() -> None:
    story = (
        opening("Ada Date 15")
        + '\n2019-09-20 20:00:00 Ada logs "exert: gather" as g1\n2019-09-20 20:00:00 roll DICE4 3 for g1'
    )
    found = abilities(story, when="2019-09-20 21:00:00")["exert"]
    assert (code(found), found.still and found.still.code, found.since) == ("ALREADY_TODAY", "EXHAUSTED", None)


def test_exertion_is_told_of_what_may_be_done_without_it() -> None:
    found = abilities(opening("Ada Date 18, Wood 9", "at The Outpost: Ada"))
    assert found["exert: gather"].effect == "HSR 1 → 2."
    assert found["exert: gather"].needs.startswith("likewise: search, bonfire 9, outpost, move to ")
    assert code(found["exert: shelter"]) == "WOULD_REDUCE_HSR"
    assert "exert: radio" not in found


def test_dice_that_may_forbid_it_are_told() -> None:
    found = abilities(opening("Ada HSR 7, Date 18", "at The Clearing: Ada"))["forage Purple Fruit"]
    assert found.is_open
    assert "1 in 5: it may not happen, and nothing changes" in found.chances


def test_the_head_may_remove_a_condition_and_no_more() -> None:
    story = opening("Ada Date 18")
    assert list(abilities(story, "Wes")) == ["remove a condition"]
    assert [chance.split(":")[0] for chance in abilities(story, "Wes")["remove a condition"].chances] == ["1 in 2"] * 2
    done = story + '\n2019-09-20 09:00:00 Wes logs "remove a condition" as g1\n2019-09-20 09:00:00 roll DICE2 1 for g1'
    assert abilities(done, "Wes")["remove a condition"].since == instant("2019-09-23 00:00:00")


def test_a_large_die_is_only_named() -> None:
    found = abilities(opening("Ada SP 100", "rescued"))["story roll"]
    assert (found.is_open, found.chances) == (True, ("DICE100 will tell",))


def test_while_dice_are_awaited_nothing_is_said_of_it() -> None:
    story = opening("Ada Date 18") + '\n2019-09-20 09:00:00 Ada logs "gather" as g1'
    assert abilities(story)["gather"].is_awaited
    assert not abilities(story)["gather"].is_open
    assert "undetermined Dice are awaited that decide it:" in page(story)


def test_in_the_cave_increases_may_be_ignored() -> None:
    found = abilities(
        opening("Ada HSR 3, Date 18", "at Mac's Cave: Ada", "found Ada", "plants: Fern = Gain 2 SP and gain 1 HSR.")
    )
    assert found["forage Fern"].effect == "Date 18 → 19. SP 0 → 2. HSR 3 → 4."
    assert found["forage Fern, ignoring increases"].effect == "Date 18 → 19. SP 0 → 2."


def test_nothing_is_said_of_ignoring_where_there_is_nothing_to_ignore() -> None:
    found = abilities(opening("Ada Date 18", "at Mac's Cave: Ada", "found Ada", "plants: Fern = No effect."))
    assert "forage Fern" in found
    assert "forage Fern, ignoring increases" not in found


def test_plants_that_nobody_knows_are_told_together() -> None:
    found = abilities(opening("Ada Date 18", "at The Clearing: Ada", "plants: Fern = ?, Ivy = ?, Moss = No effect."))
    assert found["forage Fern"].needs == "likewise: Ivy"
    assert "forage Ivy" not in found
    assert found["forage Moss"].needs == ""


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_says_it_in_words() -> None:
    text = page(opening("Ada Date 20", "at The Beach: Ada"))
    assert "Ada\nDate 20, Today 20: 0 Date Actions left (BN-134). Exhausted from 2019-09-26 00:00 UTC on" in text
    assert "* no date left Date 20 is not below Today 20 (BN-134)\n" in text
    assert "rest, move to The Wreck" in text
    assert "; from 2019-09-21 00:00 UTC" in text
    assert "** outpost; then still wrong location that can only be done at The Outpost (BN-131)" in text


def test_lines_of_which_the_same_comes_stand_together() -> None:
    text = page(opening("Ada Date 18", "at The Clearing: Ada", "plants: Fern = No effect., Ivy = No effect."))
    assert "* uproot Fern, uproot Ivy: Date 18 → 19.\n" in text


def test_without_a_dynasty_there_is_no_page() -> None:
    story = opening() + '\n2019-09-20 01:00:00 setting dynasty ""'
    assert {"abilities", "dynasty", "gndt", "gndt_notes"}.isdisjoint(
        draft.region for draft in GAME.pages(gamestate(story, MORNING), GAME.catalogue())
    )


# --- declared dynasties -----------------------------------------------------------------------------------------------


def declared(name: str, *lines: str) -> str:
    text = (DYNASTIES / f"{name}.toml").read_text(encoding="utf-8")
    start = [
        f"2023-12-04 00:00:00 setting dynasty {json.dumps(text)}",
        "2023-12-04 00:00:00 roster Wes!* Ada* Bo Cy Di",
    ]
    return "\n".join([*start, *lines])


MONDAY = "2023-12-04 12:00:00"


def test_declared_actions_are_tried_at_typical_values() -> None:
    found = abilities(declared("bazaar"), when=MONDAY)
    assert found["buy Lamp"].effect == "Coins 12 → 7. Bag Spice → Spice, Lamp."
    assert found["pay Bo 1 Coins"].needs == "amount: a number, from 1"
    assert (code(found["settle my debt"]), found["settle my debt"].since) == ("NEED_NOT_MET", None)
    assert found["flatter Sultan"].limit is Limit.WEEKLY_COMMUNAL
    assert any("1 in 6: " in chance for chance in found["flatter Sultan"].chances)


def test_a_communal_action_that_another_took_returns_next_week() -> None:
    story = declared(
        "bazaar",
        '2023-12-04 10:00:00 Bo logs "flatter the Sultan" as g1',
        "2023-12-04 10:00:00 roll DICE6 2 for g1",
    )
    found = abilities(story, when=MONDAY)["flatter Sultan"]
    assert (code(found), found.since) == ("ALREADY_THIS_WEEK", instant("2023-12-11 00:00:00"))


def test_a_need_that_days_meet_returns_with_the_day() -> None:
    found = abilities(declared("bazaar"), when="2023-12-05 12:00:00")["open stall called words"]
    assert (code(found), found.since) == ("NEED_NOT_MET", instant("2023-12-06 00:00:00"))


def test_the_head_may_do_what_anyone_may() -> None:
    assert list(abilities(declared("bazaar"), "Wes", MONDAY)) == ["ring bell"]


# --- laws -------------------------------------------------------------------------------------------------------------


def refused_at(table: Table, who: str, line: str, at: object) -> str | None:
    """The code that refuses a line at an instant, with dice that show their lowest; None where nothing does."""
    turn = table.turn(who, at, "x", lambda key, count, sides: (1,) * count)  # type: ignore[arg-type]
    try:
        assert acting.is_performed(table, turn, line)
    except RefusedError as refused:
        return refused.code
    except WaitingError:
        return "WAITING"
    return None


lawful = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@given(table_stories())
@lawful
def test_every_instant_is_the_first_at_which_the_action_may_be_taken(rows: list[ArchivedObservation]) -> None:
    done = fold(GAME, rows, max(row.observation.happened_at for row in rows) + timedelta(hours=1))
    table = table_at(done)
    for who in holders_of(table):
        for each in abilities_of(table, who):
            if each.is_open and not each.chances:
                assert refused_at(table, who, each.line, done.as_of) is None
            if each.since is not None:
                assert each.since > done.as_of
                assert refused_at(table, who, each.line, each.since) is None
                assert refused_at(table, who, each.line, each.since - SECOND) is not None


@given(table_stories())
@lawful
def test_looking_changes_nothing_and_the_page_stands_still(rows: list[ArchivedObservation]) -> None:
    when = max(row.observation.happened_at for row in rows) + timedelta(hours=1)
    done = fold(GAME, rows, when)
    before = repr(done.state.gndt)
    first = GAME.view(done.state, when, done.seq, done.context)
    board: Board = first.detail
    shown = board.abilities()
    assert repr(done.state.gndt) == before
    assert first.next_instant is not None
    later: Board = GAME.view(done.state, first.next_instant - SECOND, done.seq, done.context).detail
    assert later.abilities() == shown
    assert later.dynasty() == board.dynasty()
