"""Settings become dated observations: from the beginning at first, from now on when they change, their default when taken out."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import START
from tracker.app.asking.replay import gamestate_at
from tracker.app.tick.setting_log import SOURCE, setting_batch, wishes
from tracker.archive.memory import MemoryArchive
from tracker.config import parse_settings
from tracker.core.fold import in_order
from tracker.core.instants import EPOCH
from tracker.core.observation import ObservationBatch, canonical_json
from tracker.errors import ConfigError
from tracker.games.registry import game

GAME = game("blognomic")
LATER = START + timedelta(days=3)


def told(archive: MemoryArchive, config: str, now: Any = START) -> list[tuple[str, Any, Any]]:
    """What a config adds to an archive: name, value, instant; that no table of values is kept is left out."""
    batch = setting_batch(parse_settings(config, Path("/t.ini"), {}), GAME, archive, now)
    if batch is None:
        return []
    archive.append(batch)
    found = [(row.payload["name"], row.payload["value"], row.at) for row in batch.observations]
    return [setting for setting in found if setting != ("dynasty", "", EPOCH)]


def refused(config: str) -> str:
    with pytest.raises(ConfigError) as caught:
        wishes(parse_settings(config, Path("/t.ini"), {}), GAME)
    return str(caught.value)


def test_the_first_config_holds_from_the_beginning() -> None:
    assert told(MemoryArchive(), "[switches]\ntags_compare = exactly\n") == [("tags_compare", "exactly", EPOCH)]


def test_an_empty_config_says_that_no_table_of_values_is_kept() -> None:
    archive = MemoryArchive()
    assert told(archive, "") == []
    assert [(row.observation.payload["name"], row.observation.payload["value"]) for row in archive.rows()] == [
        ("dynasty", "")
    ]
    assert archive.cursor(SOURCE)


def test_a_dynasty_holds_from_its_date_and_none_before_it() -> None:
    config = "[dynasty]\nfile = island\nsince = 2019-09-01T00:00:00Z\n"
    assert told(MemoryArchive(), config)[-1] == ("dynasty", "island", datetime(2019, 9, 1, tzinfo=UTC))


def archive_before_dynasties() -> MemoryArchive:
    """An archive whose config was read by a tracker that knew no dynasty files."""
    archive = MemoryArchive()
    cursor = canonical_json([{"player_word": "Sailor"}, []])
    archive.append(ObservationBatch(SOURCE, (), cursor, START, complete=True))
    return archive


@pytest.mark.parametrize(
    ("config", "dynasty"),
    [
        ("", []),
        ("[dynasty]\nfile = island\n", [("dynasty", "island", LATER)]),
        (
            "[dynasty]\nfile = island\nsince = 2019-09-01T00:00:00Z\n",
            [("dynasty", "island", datetime(2019, 9, 1, tzinfo=UTC))],
        ),
    ],
    ids=["no file", "a file", "a file with a date"],
)
def test_an_archive_from_before_dynasties_kept_no_table_until_then(config: str, dynasty: list[Any]) -> None:
    archive = archive_before_dynasties()
    settings = f"[game]\nplayer_word = Sailor\n{config}"
    assert [setting for setting in told(archive, settings, LATER) if setting[0] == "dynasty"] == dynasty
    rows = [row.observation for row in archive.rows()]
    assert next((row.payload["value"], row.at) for row in rows if row.payload["name"] == "dynasty") == ("", EPOCH)
    assert told(archive, settings, LATER + timedelta(days=1)) == []


def test_before_its_dynasty_such_an_archive_shows_no_values() -> None:
    archive = archive_before_dynasties()
    told(archive, "[game]\nplayer_word = Sailor\n[dynasty]\nfile = island\n", LATER)
    rows = list(archive.rows())
    shown = ["values" in gamestate_at(GAME, rows, when).values for when in (LATER - timedelta(days=1), LATER)]
    assert shown == [False, True]


def test_a_dynasty_file_that_cannot_be_read_names_file_line_and_remedy(tmp_path: Path) -> None:
    (tmp_path / "dynasty.toml").write_text('name = "Cellar"\n\n[[variable]]\nname = "Coal"\ntype = "intger"\n')
    settings = parse_settings("[dynasty]\nfile = dynasty.toml\n", tmp_path / "t.ini", {})
    with pytest.raises(ConfigError) as caught:
        setting_batch(settings, GAME, MemoryArchive(), START)
    assert "[dynasty] file" in str(caught.value)
    assert "line 5" in str(caught.value)


def test_an_unchanged_config_adds_nothing() -> None:
    archive, config = MemoryArchive(), "[game]\nplayer_word = Pilot\n[aliases]\nDK = DonkeyKong\n"
    assert len(told(archive, config)) == 2
    assert told(archive, config, LATER) == []


def test_a_changed_setting_holds_from_now_on() -> None:
    archive = MemoryArchive()
    told(archive, "[switches]\ntimeout_hours = 48\npending_limit = 2\n")
    assert told(archive, "[switches]\ntimeout_hours = 24\npending_limit = 2\n", LATER) == [("timeout_hours", 24, LATER)]
    assert told(archive, "[switches]\ntimeout_hours = 48\npending_limit = 2\n", LATER + timedelta(days=1)) == [
        ("timeout_hours", 48, LATER + timedelta(days=1))
    ]


def test_what_was_taken_out_falls_back_to_the_games_own_value() -> None:
    archive = MemoryArchive()
    told(archive, "[switches]\ntimeout_hours = 24\nspecial_case.Tags = inactive\n[aliases]\nDK = DonkeyKong\n")
    assert told(archive, "", LATER) == [
        ("aliases", {}, LATER),
        ("special_case.Tags", "active", LATER),
        ("timeout_hours", None, LATER),
    ]


def test_who_is_who_always_was_so() -> None:
    archive, ada = MemoryArchive(), {"Ada": {"wiki": ["Ada"]}}
    told(archive, "")
    assert told(archive, "[identities]\nAda = wiki:Ada\n", LATER) == [("identities", ada, EPOCH)]
    assert told(archive, "", LATER + timedelta(days=1)) == [("identities", {}, EPOCH)]
    assert told(archive, "[identities]\nAda = wiki:Ada\n", LATER + timedelta(days=2)) == [("identities", ada, EPOCH)]
    rows = [row for row in archive.rows() if row.observation.subject == "identities"]
    assert [step.observation.payload["value"] for step in in_order(rows, GAME.order)] == [ada, {}, ada]


def test_a_dated_switch_holds_from_its_date() -> None:
    archive = MemoryArchive()
    config = "[switches]\ntimeout_hours from 2019-09-01T00:00:00Z = 24\n"
    since = told(archive, config)[0][2]
    assert since.isoformat() == "2019-09-01T00:00:00+00:00"
    assert told(archive, config, LATER) == []


def test_a_dated_switch_that_is_taken_out_is_as_if_it_had_never_been_to_come() -> None:
    archive, line = MemoryArchive(), "timeout_hours from 2019-{}T00:00:00Z = {}\n"
    past, coming, last = line.format("09-01", 24), line.format("12-01", 72), line.format("12-09", 96)
    told(archive, f"[switches]\n{past}{coming}{last}")
    december, ninth = datetime(2019, 12, 1, tzinfo=UTC), datetime(2019, 12, 9, tzinfo=UTC)
    assert ("timeout_hours", 24, december) in told(archive, f"[switches]\n{past}{last}")
    assert set(told(archive, "", LATER)) == {("timeout_hours", None, LATER), ("timeout_hours", None, ninth)}
    assert told(archive, "", LATER) == []


@pytest.mark.parametrize(
    ("config", "name", "value"),
    [
        ("[switches]\nquorum_addend = 2", "quorum_addend", 2),
        ("[switches]\nleave_words =\n  quit\n  remove me", "leave_words", ["quit", "remove me"]),
        ("[switches]\nvote_alt_texts =\n  for = FOR", "vote_alt_texts", {"for": "FOR"}),
        ("[switches]\nrule_bullets =\n  Workdays = 5", "rule_bullets", {"Workdays": 5}),
        ("[switches]\ndowntime_from = 12-23", "downtime_from", "12-23"),
        ("[blog]\nvote_icon_bases = https://example.org/i/", "vote_icon_bases", ["https://example.org/i/"]),
        ("[blog]\nvote_icons = up.png = FOR", "vote_icons", {"up.png": "FOR"}),
        ("[blog]\nbot_account = Tracker", "bot_account", "Tracker"),
        (
            "[identities]\nKevan = wiki:Kevan, blog:Kev, blog:K",
            "identities",
            {"Kevan": {"wiki": ["Kevan"], "blog": ["Kev", "K"]}},
        ),
        ("[game]\nemperor_word = Weatherman", "emperor_word", "Weatherman"),
    ],
)
def test_a_value_has_the_shape_of_its_parameter(config: str, name: str, value: Any) -> None:
    assert told(MemoryArchive(), config) == [(name, value, EPOCH)]


@pytest.mark.parametrize(
    ("config", "error"),
    [
        (
            "[switches]\ntimeout_hour = 1",
            "/t.ini [switches] timeout_hour: unknown switch (did you mean timeout_hours?)",
        ),
        ("[switches]\nxyzzy = 1", "unknown switch (tracker schema parameters lists them)"),
        ("[switches]\ntimeout_hours = two", "'two' is no value of it (write it like 48)"),
        ("[switches]\ntags_compare = last", "'last' is not allowed (allowed: loosely, exactly)"),
        ("[switches]\nspecial_case.Tags = off", "'off' is not allowed (allowed: active, inactive)"),
        ("[switches]\nvote_icons = a = FOR", "is no switch (write it in its own section)"),
        ("[switches]\nvote_alt_texts = for", "'for' is no value of it"),
        ("[switches]\nrule_bullets = Workdays = five", "'Workdays = five' is no value of it"),
        ("[switches]\nvote_alt_texts = for = YES", '[switches] vote_alt_texts: {"for":"YES"} is not allowed'),
        ("[switches]\nquorum_divisor = 0", "0 is not allowed (allowed: a whole number from 1 to 1000000)"),
        ("[switches]\ndowntime_from = 24 December", "(allowed: a month and a day, such as 12-24)"),
    ],
)
def test_a_wrong_switch_is_told(config: str, error: str) -> None:
    assert error in refused(config)


# --- tables that may come to hold other rows


def table_told(text: str) -> Any:
    """What Round 10 is told by a switch of its traditions."""
    settings = parse_settings(f"[switches]\ntraditions = {text}", Path("/t.ini"), {})
    (wish,) = [wish for wish in wishes(settings, game("round10")) if wish.name == "traditions"]
    return wish.value


def test_an_open_table_is_written_as_json() -> None:
    assert table_told('{"French": ["Hearts", "Cups"],\n  "Italian": ["Swords"]}') == {
        "French": ["Hearts", "Cups"],
        "Italian": ["Swords"],
    }


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("French = Hearts", 'is not allowed (allowed: what is shaped like {"French": ["Hearts"'),
        ('{"French": "Hearts"}', '{"French":"Hearts"} is not allowed'),
        ('{"French": [', "is no value of it (write it like {"),
        ("Hearts", "'Hearts' is no value of it"),
    ],
)
def test_an_open_table_of_another_shape_is_told(text: str, error: str) -> None:
    with pytest.raises(ConfigError) as caught:
        table_told(text)
    assert error in str(caught.value)
