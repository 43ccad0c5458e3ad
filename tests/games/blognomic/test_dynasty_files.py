"""Two small dynasties of our own invention: declared alone, without a line of Python, their actions do what they say."""

import copy
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.blognomic.stories import said
from tests.mechanics.turning import Table, dynasty_of
from tracker.games.blognomic.dynasties.limits import Limit
from tracker.mechanics.declared.file import Dynasty
from tracker.mechanics.holdings import THE_GAME, Value

FOLDER = Path(__file__).parent / "dynasties"
FILES = sorted(FOLDER.glob("*.toml"))
PLAYERS = ("Ada", "Bo", "Cy of the Hill")


def dynasty(name: str) -> Dynasty:
    return dynasty_of((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.fixture
def lighthouse() -> Table:
    return Table(dynasty("lighthouse"), PLAYERS)


@pytest.fixture
def bazaar() -> Table:
    return Table(dynasty("bazaar"), PLAYERS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_limits_of_files_are_those_of_the_rules(path: Path) -> None:
    found = dynasty(path.stem)
    assert {action.limit for action in found.actions} <= {limit.value for limit in Limit}
    assert found.actions


# --- the lighthouse: Date actions and rolls


def test_new_keepers_begin_with_their_defaults(lighthouse: Table) -> None:
    assert lighthouse.holdings.of("Ada") == {"Watch": 19, "Oil": 4, "Log Entries": 0, "Chill": 0, "Post": "Kitchen"}
    assert lighthouse.holdings.of(THE_GAME) == {"Lamp": 10, "Weather": "Calm"}


def test_a_date_action_costs_a_day_and_there_is_none_left_then(lighthouse: Table) -> None:
    assert lighthouse.says("Ada", "I walk to the Jetty.") == "Ada's Watch 19 -> 20, Ada's Post Kitchen -> Jetty"
    assert lighthouse.says("Ada", "go to Kitchen") == "NO_DATE_LEFT: Watch is 20, and today is 20"
    assert lighthouse.value("Ada", "Post") == "Jetty"


def test_who_lags_behind_is_exhausted(lighthouse: Table) -> None:
    lighthouse.holdings.of("Ada")["Watch"] = 14
    assert lighthouse.says("Ada", "go to Jetty") == "Ada's Watch 14 -> 15, Ada's Post Kitchen -> Jetty"
    lighthouse.holdings.of("Ada")["Watch"] = 13
    assert lighthouse.says("Ada", "go to Kitchen") == "EXHAUSTED: Watch is 13, more than 6 behind today, 20"


def test_a_need_that_is_not_met_is_told_in_its_own_words(lighthouse: Table) -> None:
    told = lighthouse.says("Ada", "fetch oil")
    assert told == "NEED_NOT_MET: fetch oil needs Post = 'Jetty' (Post is Kitchen)"
    lighthouse.holdings.of("Ada")["Post"] = "Lamp Room"
    told = lighthouse.says("Ada", "feed the lamp 5 cans")
    assert told == "NEED_NOT_MET: feed the lamp needs Oil >= cans (Oil is 4, cans is 5)"


def test_a_roll_is_awaited_then_used_under_the_same_key(lighthouse: Table) -> None:
    lighthouse.holdings.of("Ada")["Post"] = "Jetty"
    assert lighthouse.says("Ada", "DICE6 oil; fetch oil") == "UNCLEAR | waits for 1d6 (fetch oil: Barrels)"
    assert lighthouse.value("Ada", "Watch") == 19
    lighthouse.dice = [5]
    told = lighthouse.says("Ada", "DICE6 oil; fetch oil")
    assert told == "UNCLEAR | Ada's Watch 19 -> 20, Ada's Oil 4 -> 9, Ada's Log Entries 0 -> 1"
    assert lighthouse.asked == ["r1#0:2:0:1d6"] * 2


def test_several_dice_an_expression_for_sides_and_rounding_towards_zero(lighthouse: Table) -> None:
    lighthouse.holdings.of(THE_GAME)["Weather"] = "Storm"
    lighthouse.holdings.of("Ada")["Log Entries"] = 4
    lighthouse.dice = [1, 2, 4]
    # Gusts 3, Luck 4: 0 + (3 - 4) / 2 - 4 / 10 is -0.9, rounded towards 0
    assert lighthouse.says("Ada", "brave the storm") == "Ada's Watch 19 -> 20, game's Lamp 10 -> 7"
    assert lighthouse.asked == ["r1#0:1:0:2d4", "r1#0:1:1:1d4"]


def test_a_parameter_left_out_has_its_declared_value_and_a_condition_decides(lighthouse: Table) -> None:
    lighthouse.holdings.of("Ada")["Post"] = lighthouse.holdings.of("Bo")["Post"] = "Lamp Room"
    assert lighthouse.says("Ada", "feed lamp") == "Ada's Watch 19 -> 20, Ada's Oil 4 -> 3, game's Lamp 10 -> 13"
    told = lighthouse.says("Bo", "please feed the lamp 3 cans")
    assert told == "Bo's Watch 19 -> 20, Bo's Oil 4 -> 1, game's Lamp 13 -> 22, Bo's Log Entries 0 -> 1"


def test_an_action_with_a_later_step_that_is_illegal_is_void_with_its_date(lighthouse: Table) -> None:
    text = (FOLDER / "lighthouse.toml").read_text(encoding="utf-8")
    rash = (
        '\n[[action]]\nname = "spill"\nlimit = "date"\nsteps = ["gain 1 [Log Entries]", "spend 2 Oil", "spend 3 Oil"]\n'
    )
    table = Table(dynasty_of(text + rash), PLAYERS)
    assert table.says("Ada", "spill") == "ILLEGAL_VALUE: Oil would become -1: -1 is below 0"
    assert table.holdings.of("Ada") == lighthouse.holdings.of("Ada")


def test_a_value_at_its_bound(lighthouse: Table) -> None:
    lighthouse.holdings.of("Ada")["Chill"] = -1
    assert lighthouse.says("Ada", "make tea") == "Ada's Chill -1 -> -2"
    assert lighthouse.says("Ada", "make tea") == "NEED_NOT_MET: warm up needs Chill > -2 (Chill is -2)"


def test_the_weather_takes_its_share_of_the_lamp(lighthouse: Table) -> None:
    assert lighthouse.says("Bo", "the weather turns to storm") == "game's Weather Calm -> Storm, game's Lamp 10 -> 6"


# --- the bazaar: lists, dates, transfers


def test_new_traders_begin_with_their_defaults(bazaar: Table) -> None:
    assert bazaar.holdings.of("Bo") == {
        "Coins": 12,
        "Bag": ["Spice"],
        "Due": None,
        "Opened": "2024-01-21",
        "Motto": None,
    }
    assert bazaar.holdings.of(THE_GAME) == {"Stalls": [], "Feast": "2023-12-24", "Favour": 1}


def test_a_transfer_moves_what_one_has_to_somebody_else(bazaar: Table) -> None:
    assert (
        bazaar.says("Ada", "give 5 coins to Cy of the Hill") == "Ada's Coins 12 -> 7, Cy of the Hill's Coins 12 -> 17"
    )
    assert bazaar.says("Ada", "pay Bo 17 Coins") == "Ada's Coins 7 -> -10, Bo's Coins 12 -> 29"
    assert bazaar.says("Ada", "pay Bo 1 Coins") == "ILLEGAL_VALUE: Coins would become -11: -11 is below -10"
    assert bazaar.says("Ada", "pay Ada 1 Coins") == "NEED_NOT_MET: pay needs whom != me"
    assert bazaar.says("Ada", "pay Bo 0 Coins") == "UNCLEAR"


def test_lists_grow_and_shrink_within_their_bounds(bazaar: Table) -> None:
    assert bazaar.says("Ada", "buy Magic Beans; buy a Lamp") == (
        "Ada's Coins 12 -> 7, Ada's Bag Spice -> Spice, Magic Beans | "
        "Ada's Coins 7 -> 2, Ada's Bag Spice, Magic Beans -> Spice, Magic Beans, Lamp"
    )
    assert bazaar.says("Ada", "buy Carpet").startswith(
        "NEED_NOT_MET: buy needs size(Bag) < 3 (Bag is Spice, Magic Beans"
    )


def test_an_action_may_change_what_another_has_where_the_file_says_so(bazaar: Table) -> None:
    bazaar.holdings.of("Bo")["Bag"] = []
    assert bazaar.says("Ada", "hand the spice to Bo") == (
        "Ada's Bag Spice -> , Bo's Bag  -> Spice, Ada's Coins 12 -> 13, Bo's Due  -> 2024-01-28"
    )
    assert (
        bazaar.says("Ada", "hand spice to Bo")
        == "NEED_NOT_MET: hand over needs ware in Bag (Bag is blank, ware is Spice)"
    )


def test_dates_are_counted_compared_and_made_blank(bazaar: Table) -> None:
    assert bazaar.says("Ada", "settle my debt") == "NEED_NOT_MET: settle needs not blank(Due) (Due is blank)"
    bazaar.holdings.of("Ada")["Due"] = "2024-01-20"
    assert bazaar.says("Ada", "settle my debt").startswith("NEED_NOT_MET: settle needs today <= Due (Due is 2024-01-20")
    bazaar.holdings.of("Ada")["Due"] = "2024-01-21"
    assert bazaar.says("Ada", "settle my debt") == "Ada's Coins 12 -> 9, Ada's Due 2024-01-21 -> "


def test_a_text_is_kept_as_written(bazaar: Table) -> None:
    bazaar.holdings.of("Ada")["Opened"] = "2024-01-19"
    told = bazaar.says("Ada", "open a stall called Ada's  [[Fine]] Wares.")
    assert told == (
        "game's Stalls  -> Ada's Fine Wares, Ada's Motto  -> Ada's Fine Wares, Ada's Opened 2024-01-19 -> 2024-01-21"
    )
    bazaar.holdings.of("Bo")["Opened"] = "2024-01-01"
    assert bazaar.says("Bo", "open a stall called Rugs, Lamps").startswith(
        "ILLEGAL_VALUE: 'Rugs, Lamps' cannot be an entry"
    )
    assert bazaar.value("Bo", "Motto") is None


def test_no_value_is_changed_before_dice_have_fallen(bazaar: Table) -> None:
    assert bazaar.says("Ada", "flatter the Sultan") == "waits for 1d6 (flatter the Sultan: Charm)"
    bazaar.dice = [5]
    assert bazaar.says("Ada", "flatter the Sultan") == "game's Favour 1 -> 5, Ada's Coins 12 -> 22"


def test_a_date_beyond_every_calendar_is_refused(bazaar: Table) -> None:
    bazaar.holdings.of(THE_GAME)["Feast"] = "0001-01-01"
    assert bazaar.says("Ada", "ring the bell").startswith("NEED_NOT_MET")
    early = Table(dynasty("bazaar"), PLAYERS, at=bazaar.at.replace(year=1, month=1, day=1))
    early.holdings.of(THE_GAME)["Feast"] = "0001-01-02"
    assert early.says("Ada", "ring the bell") == "game's Feast 0001-01-02 -> 0001-01-01"


# --- no action ever leaves a value illegal or changes half


def legal_values(table: Table, data: st.DataObject) -> None:
    """Give every holder legal values of any kind."""
    for holder, values in table.holdings.values.items():
        for name in values:
            values[name] = legal_value(table, name, data)
        assert holder in (*PLAYERS, THE_GAME)


def legal_value(table: Table, name: str, data: st.DataObject) -> Value:
    variable = table.dynasty.by_name[name]
    if variable.type == "integer":
        low = -5 if variable.lowest is None else variable.lowest
        numbers = st.sampled_from(variable.allowed) if variable.allowed else st.integers(low, variable.maximum or 40)
        return data.draw(numbers)
    if variable.type == "list":
        items = st.sampled_from(variable.choices or ("x", "y"))
        return data.draw(st.lists(items, max_size=variable.maximum or 4))
    if variable.type == "date":
        blank = [None] if variable.may_be_blank else []
        return data.draw(st.sampled_from(["0001-01-01", "2024-01-21", "2024-02-29", "9999-12-31", *blank]))
    return data.draw(st.sampled_from(variable.choices or ("", "motto")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@given(data=st.data())
def test_no_action_leaves_a_value_illegal_or_changes_half(path: Path, data: st.DataObject) -> None:
    table = Table(dynasty(path.stem), PLAYERS)
    legal_values(table, data)
    action = data.draw(st.sampled_from(table.dynasty.actions))
    form = data.draw(st.sampled_from(action.forms))
    words = []
    for piece in form.pieces:
        if isinstance(piece, str):
            words.append(piece)
        elif piece.type == "integer":
            words.append(str(data.draw(st.integers(piece.minimum or 0, piece.maximum or 10**30))))
        else:
            words.append(data.draw(st.sampled_from(piece.choices or PLAYERS)))
    before = copy.deepcopy(table.holdings.values)
    table.dice = data.draw(st.lists(st.just(1), max_size=3))
    told = table.says(data.draw(st.sampled_from(PLAYERS)), " ".join(words))
    table.check_legal()
    is_taken = not told.startswith(("UNCLEAR", "NEED", "ILLEGAL", "NO_DATE", "EXHAUSTED", "waits", "nothing"))
    assert (table.holdings.values != before) == is_taken, told


# --- folded: everything but the file is the tracker's own


def record(kind: str, at: str, **fields: object) -> str:
    """An observation, as a line of a story."""
    payload = {"kind": kind, "at": f"{at.replace(' ', 'T')}Z", "id": f"{kind} {at}", **fields}
    return f"{at} json {json.dumps(payload)}"


def opened(name: str) -> list[str]:
    """A dynasty that begins with the year, with four players beside its head."""
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    begins = record("setting", "2024-01-01 00:00:00", name="dynasty", value=text)
    return [begins, "2024-01-01 00:00:01 roster Wes!* Ada* Bo Cy Di"]


def line(at: str, who: str, text: str, id: str, page: str) -> str:
    return record("log_line", at, id=id, page=page, editor=who, text=text)


def refusals(printed: Mapping[str, Any]) -> dict[str, str]:
    """Code by line."""
    ours = {"ALREADY_TODAY", "ALREADY_THIS_WEEK", "LESS_THAN_A_DAY", "NOT_A_PLAYER", "NEED_NOT_MET", "NO_DATE_LEFT"}
    return {each["observations"][0]: each["code"] for each in printed["findings"] if each["code"] in ours}


def test_a_lighthouse_kept_by_its_log_alone() -> None:
    page = "Lighthouse"
    story = "\n".join(
        [
            *opened("lighthouse"),
            line("2024-01-03 10:00:00", "Ada", "* go to Jetty; fetch oil", "r1#0", page),
            record("roll", "2024-01-03 10:01:00", **{"for": "r1#0:2:0:1d6", "sides": 6, "face": 5}),
            line("2024-01-03 11:00:00", "Bo", "I make tea.", "r2#0", page),
            line("2024-01-03 22:00:00", "Bo", "make tea", "r3#0", page),
            line("2024-01-04 21:00:01", "Bo", "weather storm", "r4#0", page),
            line("2024-01-04 21:00:02", "Wes", "the weather turns to storm", "r5#0", page),
            line("2024-01-04 21:00:03", "Cy", "for Di: go to the Lamp Room", "r6#0", page),
            '2024-01-05 09:00:00 Bo posts away none "Away" body: Please idle me.',
            "2024-01-05 10:00:00 Bo idles by Ada",
            '2024-01-20 09:00:00 Bo posts back none "Back" body: Please unidle me.',
            "2024-01-20 10:00:00 Bo unidles by Ada",
        ]
    )
    printed = said(story, "2024-01-21 12:00:00")
    values = printed["gamestate"]["values"]
    assert values["Ada"] == {"Watch": 2, "Oil": 9, "Log Entries": 1, "Chill": 0, "Post": "Jetty"}
    assert (values["Di"]["Post"], values["Cy"]["Post"]) == ("Lamp Room", "Kitchen")
    assert printed["gamestate"]["game"] == {"Lamp": 6, "Weather": "Storm"}
    assert printed["gamestate"]["today"] == 20
    assert refusals(printed) == {"r3#0": "ALREADY_TODAY", "r4#0": "NOT_A_PLAYER"}
    # BN-018: who comes back has what they had
    assert values["Bo"]["Chill"] == -1


def test_a_bazaar_kept_by_its_log_alone() -> None:
    page = "Night Bazaar"
    story = "\n".join(
        [
            *opened("bazaar"),
            line("2024-01-05 10:00:00", "Ada", "flatter the Sultan", "r1#0", page),
            record("roll", "2024-01-05 10:01:00", **{"for": "r1#0:1:0:1d6", "sides": 6, "face": 6}),
            line("2024-01-06 10:00:00", "Bo", "flatter Sultan", "r2#0", page),
            line("2024-01-08 00:00:00", "Bo", "flatter Sultan", "r3#0", page),
            record("roll", "2024-01-08 00:01:00", **{"for": "r3#0:1:0:1d6", "sides": 6, "face": 2}),
            line("2024-01-08 10:00:00", "Cy", "buy lamp; then hand the lamp to Bo; give 20 coins to Bo", "r4#0", page),
        ]
    )
    printed = said(story, "2024-01-08 12:00:00")
    values = printed["gamestate"]["values"]
    assert (values["Ada"]["Coins"], values["Bo"]["Coins"], values["Cy"]["Coins"]) == (24, 12, 8)
    assert (values["Bo"]["Bag"], values["Bo"]["Due"]) == (["Spice", "Lamp"], "2024-01-15")
    assert printed["gamestate"]["game"]["Favour"] == 2
    assert refusals(printed) == {"r2#0": "ALREADY_THIS_WEEK"}
