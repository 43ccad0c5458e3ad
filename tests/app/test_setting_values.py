"""Values of settings: everything that a game itself uses passes, and whatever could not be read is refused by name."""

from typing import Any

import pytest

from tracker.app.keeping.setting_values import MOST, check_value, example_of
from tracker.games.registry import game

PARAMETERS = game("blognomic").parameters


@pytest.mark.parametrize("name", list(PARAMETERS))
def test_a_parameters_setting_can_be_taken_back(name: str) -> None:
    check_value(name, None, PARAMETERS)


@pytest.mark.parametrize("name", list(PARAMETERS))
def test_every_parameters_own_values_pass(name: str) -> None:
    for dated in PARAMETERS[name].values:
        check_value(name, dated.value, PARAMETERS)
    check_value(name, example_of(PARAMETERS[name]), PARAMETERS)


@pytest.mark.parametrize("name", list(PARAMETERS))
@pytest.mark.parametrize("value", [True, -1, 1.5, MOST + 1, "", [5], {"a": -5}, {"": "FOR"}, {"a": "YES"}])
def test_what_no_parameter_can_hold_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match="is not allowed; allowed: "):
        check_value(name, value, PARAMETERS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("quorum_divisor", 0),
        ("downtime_from", "02-29"),
        ("downtime_from", "13-01"),
        ("downtime_until", "Boxing Day"),
        ("aliases", {"Kev": ""}),
        ("identities", {"Kevan": {"blog": "Kev"}}),
        ("bot_account", 7),
        ("vote_icons", {"a": 5}),
        ("rule_bullets", {"Workdays": MOST + 1}),
        ("rule_bullets", {"Workdays": True}),
        ("special_case.Tags", False),
    ],
)
def test_what_this_setting_cannot_hold_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match="is not allowed; allowed: "):
        check_value(name, value, PARAMETERS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("aliases", {"Kev": "Kevan"}),
        ("aliases", {}),
        ("identities", {"Kevan": {"blog": ["Kev"]}}),
        ("bot_account", ""),
        ("special_case.Tags", "inactive"),
        ("no such setting", {"any": 1}),
        ("timeout_hours", 0),
        ("rule_bullets", {"Workdays": 5, "A New Rule": 0}),
    ],
)
def test_what_a_setting_can_hold_passes(name: str, value: Any) -> None:
    check_value(name, value, PARAMETERS)
