"""Commands about files and shapes: replay, archive, schema."""

import json
import stat
from pathlib import Path

import pytest

from tests.app.wiring import small_game
from tests.cli.commands import Runner, write_records
from tracker.app.keeping.interchange import read_file
from tracker.app.keeping.record_shapes import schema
from tracker.games.registry import game

NOON, LATER = "2019-10-01T12:00:00Z", "2019-10-03T10:00:00Z"


@pytest.fixture
def records(folder: Path) -> Path:
    return write_records(folder / "game.jsonl", small_game())


# --- replay -----------------------------------------------------------------------------------------------------------


def test_replay_prints_json_of_each_instant(run: Runner, records: Path) -> None:
    done = run("replay", records, "--as-of", NOON, "--as-of", LATER, "--json")
    assert done.code == 0
    assert list(done.json["instants"]) == [NOON, LATER]
    popular = [found["gamestate"]["matters"]["dry_socks"]["popular"] for found in done.json["instants"].values()]
    assert popular == [False, True]


def test_replay_prints_the_board_for_people(run: Runner, records: Path) -> None:
    out = run("replay", records, "--as-of", LATER).out
    assert f"{LATER}: 5 players, quorum 3" in out
    assert "dry_socks  2 FOR 1 AGAINST  popular  enact" in out


VALUES = [
    {
        "kind": "log_line",
        "id": "l1",
        "at": "2019-10-01T11:00:00Z",
        "page": "GNDT",
        "editor": "Ada",
        "text": "motivation Paranoia",
    },
    {
        "kind": "log_line",
        "id": "l2",
        "at": "2019-10-01T11:01:00Z",
        "page": "GNDT",
        "editor": "Ada",
        "text": "bonfire 5; sing\x1b[31m",
    },
]


def test_replay_prints_values_and_refused_actions_for_people(run: Runner, folder: Path) -> None:
    path = write_records(folder / "values.jsonl", [*small_game(), *VALUES])
    lines = run("replay", path, "--as-of", NOON).out.splitlines()
    head = next(line for line in lines if line.startswith("player"))
    assert head.split() == ["player", "HSR", "Date", "Wood", "SP", "Motivation", "Location"]
    assert next(line for line in lines if line.startswith("Ada")).split()[5] == "Paranoia"
    assert "today: 31" in lines
    assert any(line.startswith("totals: message: ") for line in lines)
    assert not any(line.startswith("found mac") for line in lines)
    refused = [line.split(maxsplit=4) for line in lines if line.startswith("l2 (")]
    assert [line[:4] for line in refused] == [
        ["l2", "(1)", "WOOD_TOO_LOW", "BN-147"],
        ["l2", "(2)", "UNCLEAR", "BN-225"],
    ]
    assert all(line[4] for line in refused)
    assert not any("\x1b" in line for line in lines)


def test_replay_of_what_refused_nothing_says_nothing_of_it(run: Runner, records: Path) -> None:
    assert "refused" not in run("replay", records, "--as-of", NOON).out


def test_replay_gives_the_pages_too(run: Runner, records: Path) -> None:
    pages = run("replay", records, "--as-of", NOON, "--pages", "--json").json["pages"]
    assert "Dry Socks" in pages["Tracker/Votable matters"]
    assert "--- Tracker/Roster ---" in run("replay", records, "--as-of", NOON, "--pages").out


def test_replay_of_a_faulty_file_names_the_line(run: Runner, records: Path) -> None:
    with records.open("a") as file:
        file.write('{"kind":"comment"}\n')
    done = run("replay", records, "--as-of", NOON)
    assert done.code == 9
    assert done.err.startswith(f"error: {records}:6: comment: field ")


def test_replay_wants_an_instant(run: Runner, records: Path) -> None:
    assert "Missing option '--as-of'" in run("replay", records).err


# --- archive ----------------------------------------------------------------------------------------------------------


def test_what_is_imported_is_exported_the_same(run: Runner, archived: Path) -> None:
    done = run("archive", "export")
    assert [json.loads(line) for line in done.out.splitlines()] == small_game()
    assert run("archive", "import", archived / "game.jsonl", "--json").json == {"read": 5, "added": 0}


def test_an_export_to_a_file_is_whole_and_private(run: Runner, archived: Path) -> None:
    path = archived / "all.jsonl"
    assert run("archive", "export", "--output", path, "--json").json == {"file": str(path), "observations": 5}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_file(path) == small_game()
    assert run("replay", path, "--as-of", NOON).code == 0


def test_an_export_that_cannot_be_written_leaves_nothing(run: Runner, archived: Path) -> None:
    done = run("archive", "export", "--output", archived / "none" / "all.jsonl")
    assert done.code == 9
    assert "No such file or directory" in done.err


def test_a_faulty_file_is_not_imported_at_all(run: Runner, folder: Path) -> None:
    (folder / "tracker.ini").touch()
    path = write_records(folder / "game.jsonl", [*small_game(), {"kind": "xyzzy"}])
    assert run("archive", "import", path).code == 9
    assert run("status", "--json").json["rows"] == 0


def test_redaction_empties_a_content_for_good(run: Runner, archived: Path) -> None:
    done = run("archive", "redact", "Cy-dry_socks", "--by", "Wes", "--why", "asked for", "--json")
    assert done.json == {"id": "Cy-dry_socks", "rows": 1}
    exported = map(json.loads, run("archive", "export").out.splitlines())
    row = next(record for record in exported if record["id"] == "Cy-dry_socks")
    assert row["body"].startswith("[redacted ")
    assert row["read"] == {"body": '…<img src="/images/vote/against.gif" alt="against">'}, "the vote stays"


# --- schema -----------------------------------------------------------------------------------------------------------


def test_schema_is_that_of_the_format(run: Runner) -> None:
    assert run("schema").json == schema()
    assert run("schema", "--json").json == schema()


def test_codes_have_each_a_sentence(run: Runner) -> None:
    found = run("schema", "codes", "--json").json
    own = game("blognomic").codes
    assert {code: (told["clause"], told["meaning"]) for code, told in found.items() if code in own} == dict(own)
    assert all(told["meaning"] for told in found.values())
    assert "PAGE_MISSING" in found
    assert "NOT_OLDEST" in run("schema", "codes").out


def test_parameters_say_what_is_allowed(run: Runner) -> None:
    found = {row["name"]: row for row in run("schema", "parameters", "--json").json}
    assert found["tags_compare"]["allowed"] == ["loosely", "exactly"]
    assert found["timeout_hours"]["value"] == 48
    out = run("schema", "parameters").out
    assert "timeout_hours [BN-046]\n  value: 48\n  allowed: hours\n" in out
    assert "for.gif = FOR, against.gif = AGAINST" in out
    assert max(map(len, out.splitlines())) <= 100


def test_codes_and_parameters_are_those_of_the_configs_game(run: Runner, folder: Path) -> None:
    names = {slug: [*game(slug).parameters] for slug in ("blognomic", "round10", "ducks")}

    def printed(*more: str) -> list[str]:
        return [row["name"] for row in run("schema", "parameters", "--json", *more).json]

    assert printed() == names["blognomic"]
    (folder / "tracker.ini").write_text("[game]\nslug = round10\n")
    assert printed() == names["round10"]
    assert "WRONG_RATE" in run("schema", "codes", "--json").json
    assert printed("--game", "ducks") == names["ducks"]
    (folder / "tracker.ini").write_text("[nomic:a]\ngame.slug = round10\n[nomic:b]\ngame.slug = ducks\n")
    refused = run("schema", "parameters")
    assert (refused.code, "give --game NAME: round10, ducks" in refused.err) == (2, True)
    assert printed("--nomic", "b") == names["ducks"]
    assert run("schema", "codes", "--config", "other.ini").code == 3


@pytest.mark.parametrize("command", [("archive", "import"), ("replay", "--as-of", "2019-10-02T00:00:00Z")])
def test_a_setting_that_cannot_be_read_is_no_input(run: Runner, archived: Path, command: tuple[str, ...]) -> None:
    record = {"kind": "setting", "id": "s", "at": "2019-10-01T00:00:00Z", "name": "timeout_hours", "value": "x"}
    done = run(*command, write_records(archived / "setting.jsonl", [record]))
    assert done.code == 9
    assert 'setting.jsonl:1: setting: timeout_hours: "x" is not allowed' in done.err
    assert "allowed: a whole number" in done.err
    assert run("status", "--json").json["rows"] == 5


@pytest.mark.parametrize("game", ["round10", "ducks"])
def test_a_replayed_chat_that_is_not_wholly_read_says_so_once_something_is_due(
    run: Runner, folder: Path, game: str
) -> None:
    join = {"kind": "message", "id": "m1", "channel": "game-actions", "author": "ana", "text": "I join the game"}
    look = {"kind": "look", "id": "look:discord", "source": "discord", "complete": True}
    span = {"not_before": "2021-08-02T10:00:00Z", "not_after": "2021-08-02T10:30:00Z"}
    path = write_records(folder / "round.jsonl", [{**join, "at": "2021-08-02T10:00:00Z"}, {**look, **span}])
    read, unread = (
        run("replay", path, "--game", game, "--as-of", f"2021-{day}T00:00:01Z").out for day in ("08-03", "08-09")
    )
    assert "CHAT_UNREAD" not in read
    assert "the chat is not wholly read since 2021-08-02T10:30:00Z" in unread


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [
        ("round10", "players_per_group", 0),
        ("round10", "traditions", {"French": []}),
        ("round10", "lots_minimum", "many"),
        ("round10", "identities", {"Ana": {"discord": 5}}),
        ("ducks", "scouting_die", 0),
        ("ducks", "fruits", {"Pear": "Soft."}),
    ],
)
def test_a_setting_of_a_replayed_chat_that_cannot_be_is_a_finding_and_the_rest_folds(
    run: Runner, folder: Path, game: str, name: str, value: object
) -> None:
    at = "2021-08-02T10:00:00Z"
    setting = {"kind": "setting", "id": "odd-one", "at": at, "name": name, "value": value}
    join = {
        "kind": "message",
        "id": "m1",
        "at": at,
        "channel": "game-actions",
        "author": "ana",
        "text": "I join the game",
    }
    path = write_records(folder / "round.jsonl", [setting, join])
    done = run("replay", path, "--game", game, "--as-of", "2021-08-02T11:00:00Z", "--json")
    assert done.code == 0, done.err
    (instant,) = done.json["instants"].values()
    (finding,) = instant["findings"]
    assert (finding["code"], finding["observations"]) == ("UNKNOWN_SETTING", ["odd-one"])
    assert "ana" in instant["gamestate"]["players"]
    assert "odd-one" in run("replay", path, "--game", game, "--as-of", "2021-08-02T11:00:00Z").out
