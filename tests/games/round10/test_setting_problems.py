"""Values of Round 10's parameters that are of no use: each is refused with what is wrong, in the fold, a config and a file."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.chat_stories import told
from tracker.app.asking.replay import gamestate_at, replay_records, rows_of
from tracker.app.keeping.setting_values import check_value
from tracker.app.tick.setting_log import check_use, wishes
from tracker.config import load_settings
from tracker.core.fold import fold
from tracker.core.instants import parse_instant
from tracker.errors import ConfigError
from tracker.games.registry import game
from tracker.games.round10.law import PARAMETERS
from tracker.games.round10.setting_problems import problem

ROUND10 = game("round10")
WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
KINDS: dict[str, dict[str, str]] = PARAMETERS["secret_kinds"].values[0].value or {}
BID = KINDS["bid"]

OF_NO_USE = [
    ("prizes", {"1": {"kings": 5}, "7+": {"chips": 1}}),
    ("prizes", {"1": {"chip": 5}}),
    ("prizes", {"1": {"presented_cards": "kept"}}),
    ("prizes", {"first": {"chips": 5}}),
    ("prizes", {"0": {"chips": 5}}),
    ("exchange", {"gold_stars": 10}),
    ("exchange", {"trung": 1}),
    ("multipliers", {"Flush": 4}),
    ("multipliers", {"Paired": 4}),
    ("untradable_items", ["gold_star"]),
    ("untradable_items", ["chips", "chips"]),
    ("senatorial_ranks", []),
    ("senatorial_ranks", ["King", "King"]),
    ("traditions", {"French": ["Hearts", "Hearts"]}),
    ("colours", {"Red": ["Hearts"], "Pink": ["Hearts"]}),
    ("ranks", {"1": "Ace", "1-2": "Two"}),
    ("phases", {"Auction": ["Monday"], "Bartering": ["Tuesday"]}),
    ("phases", {"Auction": ["Monday", "Monday"], "Bartering": list(WEEK[1:])}),
    ("phases", {"Auction": ["Monday", "Wednesday"], "Bartering": ["Tuesday", *WEEK[3:]]}),
    ("phases", {"Bartering": list(WEEK)}),
    ("phases", {"Auction": list(WEEK), "Bartering": []}),
    ("week_start", "Moonday"),
    ("default_proposal_class", "Urgnt"),
    ("proposals_channel", "#proposals"),
    ("secret_channel", "game actions"),
    ("secret_kinds", {"bid": BID}),
    ("secret_kinds", {**KINDS, "bid": {**BID, "maturation": "0 days"}}),
    ("secret_kinds", {**KINDS, "bid": {**BID, "price": "5"}}),
    ("secret_kinds", {**KINDS, "bank job": BID}),
    ("secret_kinds", {**KINDS, "bid": {**BID, "channel": "#auctions"}}),
]
TOO_SMALL_OR_LARGE = [
    *(("cards_per_lot", 0), ("players_per_group", 0), ("standard_share_divisor", 0), ("gold_stars_to_win", 0)),
    *(("suit_die", 0), ("term_hours", 0), ("secret_maturation_phases", 0), ("exchange", {"gold_star": 0})),
    *(
        ("gutted_percent", 101),
        ("chips_per_auction_phase", -5),
        ("lots_minimum", 10**400),
        ("prizes", {"1": {"chips": -1}}),
    ),
]
STRANGE_NAMES = [
    ("senatorial_ranks", ["Knigt"]),
    ("traditions", {"Italian": ["Swords", "Batons"]}),
    ("colours", {"Red": ["Harts"]}),
]


def findings(name: str, value: Any) -> list[str]:
    story = f"2021-08-01 12:00:00 opening {{}}\n2021-08-02 10:00:00 set {name} = {json.dumps(value)}"
    printed = replay_records("round10", told(story, "round10"), ["2021-08-03T00:00:00Z"])
    return [each["text"] for each in printed["instants"]["2021-08-03T00:00:00Z"]["findings"]]


def checked(folder: Path, *lines: str) -> None:
    """Check a config with these lines among its switches."""
    file = folder / "tracker.ini"
    file.write_text("\n".join(["[game]", "slug = round10", "[switches]", *lines]) + "\n")
    settings = load_settings(file, {})
    check_use(wishes(settings, ROUND10), settings, ROUND10)


@pytest.mark.parametrize(("name", "value"), [*OF_NO_USE, *STRANGE_NAMES])
def test_a_value_of_no_use_is_told_and_changes_nothing(name: str, value: Any) -> None:
    (finding,) = findings(name, value)
    assert finding.startswith(f"the setting {name} cannot be ")


@pytest.mark.parametrize(("name", "value"), TOO_SMALL_OR_LARGE)
def test_a_number_out_of_its_bounds_is_told_and_refused_by_name(name: str, value: Any) -> None:
    assert len(findings(name, value)) == 1
    with pytest.raises(ValueError, match="allowed: "):
        check_value(name, value, PARAMETERS)


@pytest.mark.parametrize(("name", "value"), [*OF_NO_USE, *STRANGE_NAMES])
def test_a_config_with_it_is_refused_where_it_stands(tmp_path: Path, name: str, value: Any) -> None:
    text = json.dumps(value) if isinstance(value, dict | list) else str(value)
    with pytest.raises(ConfigError) as caught:
        checked(tmp_path, f"{name} from 2021-09-01T00:00:00Z = {text}")
    assert f"[switches] {name}" in (caught.value.place or "")
    assert caught.value.remedy


@pytest.mark.parametrize("name", list(PARAMETERS))
def test_the_games_own_values_are_of_use(name: str) -> None:
    assert problem(name, PARAMETERS[name].values[-1].value, {}) == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("prizes", {"1": {"chips": 5, "gold_stars": 1}, "3+": {"trungs": 1, "presented_cards": "returned"}}),
        (
            "phases",
            {"Bartering": ["Saturday", "Sunday", "Monday"], "Auction": ["Tuesday", "Wednesday", "Thursday", "Friday"]},
        ),
        ("phases", {"Auction": list(WEEK[:2]), "Rest": ["Wednesday"], "Bartering": list(WEEK[3:])}),
        ("exchange", {"gold_star": 12, "chip": 1}),
        ("multipliers", {"Flushed": 0}),
        ("untradable_items", []),
    ],
)
def test_what_a_proposal_may_make_of_a_table_is_taken(name: str, value: Any) -> None:
    assert problem(name, value, {}) == ""
    assert findings(name, value) == []


def test_names_may_stand_in_a_table_that_the_config_gives_along(tmp_path: Path) -> None:
    ranks = json.dumps({"1": "Ace", "2": "Fool"})
    lines = ['senatorial_ranks = ["Fool"]', f"ranks from 2021-09-01T00:00:00Z = {ranks}"]
    checked(tmp_path, *lines)
    with pytest.raises(ConfigError, match="there is no Fool"):
        checked(tmp_path, lines[0])


def test_a_name_that_a_later_table_brings_is_told_until_then() -> None:
    """At one instant settings may stand in any order: names are looked up in all of them."""
    story = """
    2021-08-02 09:00:00 set traditions = {"Minor": ["Wands", "Coins"]}
    2021-08-02 10:00:00 set colours = {"Grey": ["Wands"]}
    2021-08-02 10:00:00 set suits = {"1": "Wands", "2": "Coins"}
    """
    rows = rows_of(ROUND10, told(story, "round10"))
    before, after = (gamestate_at(ROUND10, rows, parse_instant(f"2021-08-02T{at}:00Z")) for at in ("09:30", "11:00"))
    (finding,) = before.findings
    assert (finding.code, finding.observations) == ("UNKNOWN_SETTING", (rows[0].observation.id,))
    assert "there is no Wands" in finding.text
    assert after.findings == ()
    held = fold(ROUND10, rows, parse_instant("2021-08-02T11:00:00Z")).state.settings
    assert held["traditions"] == {"Minor": ["Wands", "Coins"]}
    assert held["colours"] == {"Grey": ["Wands"]}
