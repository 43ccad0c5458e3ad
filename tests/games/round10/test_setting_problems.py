"""Values of Round 10's parameters that are of no use: each is refused with what is wrong, in the fold, a config and a file."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.games.chat_stories import told
from tracker.app.asking.replay import replay_records
from tracker.app.keeping.setting_values import check_value
from tracker.app.tick.setting_log import check_use, wishes
from tracker.config import load_settings
from tracker.errors import ConfigError
from tracker.games.registry import game
from tracker.games.round10.law import PARAMETERS
from tracker.games.round10.setting_problems import problem

ROUND10 = game("round10")
VALUES = {
    kind: [(name, json.loads(value)) for name, _, value in (line.partition(" = ") for line in lines)]
    for kind, lines in tomllib.loads(
        Path(__file__).with_name("setting_values.toml").read_text(encoding="utf-8")
    ).items()
}
OF_NO_USE = VALUES["of_no_use"]


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


@pytest.mark.parametrize(("name", "value"), OF_NO_USE)
def test_a_value_of_no_use_is_told_and_changes_nothing(name: str, value: Any) -> None:
    (finding,) = findings(name, value)
    assert finding.startswith(f"the setting {name} cannot be ")


@pytest.mark.parametrize(("name", "value"), VALUES["too_small_or_large"])
def test_a_number_out_of_its_bounds_is_told_and_refused_by_name(name: str, value: Any) -> None:
    assert len(findings(name, value)) == 1
    with pytest.raises(ValueError, match="allowed: "):
        check_value(name, value, PARAMETERS)


@pytest.mark.parametrize(("name", "value"), OF_NO_USE)
def test_a_config_with_it_is_refused_where_it_stands(tmp_path: Path, name: str, value: Any) -> None:
    text = json.dumps(value) if isinstance(value, dict | list) else str(value)
    with pytest.raises(ConfigError) as caught:
        checked(tmp_path, f"{name} from 2021-09-01T00:00:00Z = {text}")
    assert f"[switches] {name}" in (caught.value.place or "")
    assert caught.value.remedy


@pytest.mark.parametrize("name", list(PARAMETERS))
def test_the_games_own_values_are_of_use(name: str) -> None:
    assert problem(name, PARAMETERS[name].values[-1].value) == ""


@pytest.mark.parametrize(("name", "value"), VALUES["of_use"])
def test_what_a_proposal_may_make_of_a_table_is_taken(name: str, value: Any) -> None:
    assert problem(name, value) == ""
    assert findings(name, value) == []
