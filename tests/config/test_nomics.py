"""Several nomics in one config file: each gets its own settings or its own error, and a single one is as it always was."""

import re
import tomllib
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from tracker.config import load_settings, parse_nomics, read_nomics
from tracker.config.settings import Settings
from tracker.errors import ConfigError

FILE = Path("/etc/many.ini")
CASES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "nomics.toml").read_text(encoding="utf-8"))["case"]


def of(*, refused: bool) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in CASES if ("refused" in case) is refused]


@pytest.mark.parametrize("case", of(refused=False))
def test_each_nomic_gets_its_settings_or_its_error(case: dict[str, Any]) -> None:
    found = parse_nomics(case["config"], FILE, {})
    gets, errors = case.get("gets", {}), case.get("errors", {})
    assert set(found) == {*gets, *errors}
    for name, values in gets.items():
        settings = found[name]
        assert isinstance(settings, Settings), settings
        assert settings.nomic == name
        assert {option: str(attrgetter(option)(settings)) for option in values} == values
    for name, told in errors.items():
        assert isinstance(found[name], ConfigError)
        assert told in str(found[name])


@pytest.mark.parametrize("case", of(refused=True))
def test_what_all_share_refuses_the_whole_file(case: dict[str, Any]) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_nomics(case["config"], FILE, {})
    assert case["refused"] in str(caught.value)


def test_a_file_without_such_a_section_is_one_nomic_as_ever(tmp_path: Path) -> None:
    path = tmp_path / "tracker.ini"
    path.write_text("[blog]\nwatch_days = 3\n")
    (only,) = read_nomics(path, {})
    assert only == load_settings(path, {})
    assert only.nomic == ""
    assert only.archive.url == "tracker.db"


def test_reading_all_names_the_first_that_cannot_be_used(tmp_path: Path) -> None:
    path = tmp_path / "tracker.ini"
    path.write_text("[nomic:ducks]\n[nomic:geese]\nblog.watch_days = 0\n")
    with pytest.raises(ConfigError, match=r"\[nomic:geese\] blog\.watch_days"):
        read_nomics(path, {})
    path.write_text("[nomic:ducks]\n[nomic:geese]\n")
    assert [settings.nomic for settings in read_nomics(path, {})] == ["ducks", "geese"]


def test_a_single_nomic_is_not_read_out_of_several(tmp_path: Path) -> None:
    path = tmp_path / "tracker.ini"
    path.write_text("[nomic:ducks]\n[nomic:geese]\n")
    with pytest.raises(ConfigError, match="ducks, geese"):
        load_settings(path, {})


def test_a_line_that_is_broken_is_told_by_its_number_in_the_file() -> None:
    error = parse_nomics("[nomic:ducks]\n[nomic:geese]\n\nblog.url = a\nblog.url = b\n", FILE, {})["geese"]
    assert isinstance(error, ConfigError)
    assert "5" in str(error)


def test_places_of_one_nomic_name_its_section() -> None:
    ducks = parse_nomics("[nomic:ducks]\n", FILE, {})["ducks"]
    single = parse_nomics("", FILE, {})[""]
    assert isinstance(ducks, Settings)
    assert isinstance(single, Settings)
    assert ducks.place("blog", "url") == "/etc/many.ini [nomic:ducks] blog.url"
    assert single.place("blog", "url") == "/etc/many.ini [blog] url"


def test_secrets_are_each_ones_own() -> None:
    text = "[nomic:ducks]\nwiki.password_env = DUCKS\n[nomic:geese]\nwiki.password_env = GEESE\n"
    found = parse_nomics(text, FILE, {"DUCKS": "sesame", "GEESE": "honk"})
    revealed = {name: each.password.reveal() for name, each in found.items() if isinstance(each, Settings)}
    assert revealed == {"ducks": "sesame", "geese": "honk"}
    assert not [each for each in parse_nomics(text, FILE, None).values() if isinstance(each, ConfigError)]


def test_what_the_documentation_shows_can_be_used() -> None:
    text = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text(encoding="utf-8")
    (shown,) = [block for block in re.findall(r"```ini\n(.*?)```", text, re.DOTALL) if "[nomic:" in block]
    found = parse_nomics(shown, FILE, None)
    assert set(found) == {"ducks", "geese"}
    assert [one for one in found.values() if isinstance(one, ConfigError)] == []
