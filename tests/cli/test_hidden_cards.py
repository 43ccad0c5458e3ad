"""Nothing that anybody is shown holds a hidden card, a nonce, the secret text or what was written privately, unless secrets are asked for."""

import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.app.chat_tracker import ChatTracker
from tests.app.coup_table import GAME, SECRET, coup_table, enter, hands, rows, start, told
from tests.app.wiring import Record
from tests.cli.commands import Runner, write_records
from tests.contracts.chat_world import GUILD
from tests.sources.chat.fake_discord import TOKEN
from tracker.app.asking.inquiry import asked_of, gamestate_at, status
from tracker.app.asking.player_trail import explain_player
from tracker.app.asking.replay import printed
from tracker.app.keeping.interchange import exported
from tracker.app.publish.pages import desired
from tracker.core.observation import OPERATOR

CARDS = ("Quillon", "Wyvern", "Xebecs", "Yataghan", "Zarzuela")
"""Characters that nothing else is called."""
WHISPER = "sotto-voce-7731"
CHARACTERS = "[switches]\ncharacters =" + "".join(f"\n {card}" for card in CARDS) + "\n"
OTHER_SECRET = "another secret text, as long as the first"
NOON = "2021-08-01T00:20:00Z"


def play(table: ChatTracker) -> None:
    """Some of everything that is hidden: deals, an Exchange, private messages that are understood or not, somebody without them."""
    table.more = CHARACTERS
    enter(table)
    table.discord.closed.add(table.discord.chat.person("cy").id)
    start(table)
    table.say(4, "ana", "I take Income.")
    table.say(4.1, "ben", "I Exchange.")
    table.say(4.2, "cy", "I take Income.")
    table.tick(6)
    table.whisper(7, "ben", "hand")
    table.whisper(7.1, "ben", f"return {WHISPER}")
    table.whisper(7.2, "ana", f"{WHISPER} is what I hold, discard {CARDS[0]}")
    table.say(7.3, "ana", "I forfeit.")
    table.tick(9)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ChatTracker]:
    """A game in which all that happened."""
    with coup_table(tmp_path / "one") as made:
        play(made)
        yield made


def secrets_of(table: ChatTracker) -> list[str]:
    """Every text that nobody may be shown."""
    nonces = [row.text("nonce") for row in rows(table, "shuffle")]
    assert len(nonces) == 2
    return [SECRET, *nonces, WHISPER, *CARDS]


def without_settings(text: str) -> str:
    """An export without the rows that say what characters there are."""
    return "\n".join(line for line in text.splitlines() if '"kind":"setting"' not in line)


def shown(table: ChatTracker) -> dict[str, str]:
    """Everything that is shown without secrets, by what shows it."""
    tracker = table.tracker
    found = gamestate_at(tracker)
    report = table.tick(10)
    # A page lets long words be broken, hashes among them.
    pages = {f"page {each.title}": str(each).replace("<wbr>", "") for each in desired(tracker, found).pages}
    hidden = tracker.game.hidden
    texts: dict[str, Any] = {
        "record": found.record(),
        "replay": printed(tracker.game, [found]),
        "status": status(tracker, OPERATOR),
        "questions": asked_of(tracker, None, OPERATOR),
        "explain": explain_player(tracker, "ben", None, OPERATOR).record(),
        "tick": report.record(),
        "words": report.words,
        "gamestate": repr(report.gamestate),
        "export": without_settings("\n".join(exported(table.archive, OPERATOR, hidden))),
        "public export": without_settings("\n".join(exported(table.archive, "public", hidden))),
        "chat": [each.text for name in ("general", "propositions", "status") for each in said(table, name)],
        **pages,
    }
    return {name: value if isinstance(value, str) else json.dumps(value, default=str) for name, value in texts.items()}


def said(table: ChatTracker, channel: str) -> list[Any]:
    written = table.discord.chat.channel(channel).messages.values()
    return [each for each in written if each.author is table.discord.me]


def test_no_secret_is_shown(table: ChatTracker) -> None:
    secrets = secrets_of(table)
    for name, text in shown(table).items():
        assert [secret for secret in secrets if secret in text] == [], name


def test_whoever_asks_for_secrets_is_shown_them(table: ChatTracker) -> None:
    everything = "\n".join(exported(table.archive, OPERATOR, None))
    assert [secret for secret in secrets_of(table) if secret not in everything] == [SECRET]
    told_hands = {
        id: each["hand"]
        for id, each in gamestate_at(table.tracker).record(secrets=True)["gamestate"]["players"].items()
    }
    assert {table.discord.chat.people[name].id: cards for name, cards in hands(table).items()} == told_hands
    assert all(len(cards) in (2, 4) for cards in told_hands.values())


def test_letters_hold_the_cards_of_their_reader_alone(table: ChatTracker) -> None:
    deck = rows(table, "shuffle")[0].payload["deck"]
    # Two cards each at the start, and two more by ben's Exchange.
    dealt = {"ana": deck[:2], "ben": [*deck[2:4], *deck[6:8]]}
    for name, cards in dealt.items():
        # An example of what may be written is the same for everybody.
        texts = [re.sub("“[^”]*”", "", text) for text in told(table, name)]
        assert {card for text in texts for card in CARDS if card in text} == set(cards)


# --- two games that differ in hidden cards alone ----------------------------------------------------------------------

HASH = re.compile(r"\b[0-9a-f]{64}\b|[0-9a-f]{32,}")


def test_two_games_that_differ_in_hidden_cards_show_the_same_but_for_commitments(
    table: ChatTracker, tmp_path: Path
) -> None:
    with coup_table(tmp_path / "other", OTHER_SECRET) as other:
        play(other)
        assert hands(other) != hands(table)
        one, two = shown(table), shown(other)
    assert one.keys() == two.keys()
    for name, text in one.items():
        assert HASH.sub("HASH", text) == HASH.sub("HASH", two[name]), name


# --- the commands -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Folder:
    """The folder of a tracker whose game was played, with a config for the commands."""

    path: Path
    secrets: list[str]
    table: ChatTracker


@pytest.fixture
def played(table: ChatTracker, monkeypatch: pytest.MonkeyPatch) -> Folder:
    path = table.folder
    channels = "".join(f"\n {name}" for name in table.channels)
    (path / "tracker.ini").write_text(
        f"[game]\nslug = nomicoup\n[http]\ncontact = a@b.c\n[publish]\npermission = plan\n[wiki]\nswitch_off_page = Off\n"
        f"[discord]\nguild = {GUILD}\ntoken_env = TOKEN\napi = {table.discord.url}/api/v10\nchannels ={channels}\n"
        f"private_messages = yes\n[log]\nformat = json\nfile = log.jsonl\nlevel = debug\n[metrics]\nfile = m.prom\n{CHARACTERS}"
    )
    monkeypatch.chdir(path)
    monkeypatch.setenv("TOKEN", TOKEN)
    monkeypatch.delenv("TRACKER_CONFIG", raising=False)
    return Folder(path, secrets_of(table), table)


COMMANDS: Mapping[str, tuple[str, ...]] = {
    "status": ("status",),
    "status as JSON": ("status", "--json"),
    "check": ("check", "--json"),
    "questions": ("questions", "--json"),
    "explain a player": ("explain", "ben", "--json"),
    "explain": ("explain", "ben"),
    "export": ("archive", "export"),
    "public export": ("archive", "export", "--audience", "public"),
    "verify": ("archive", "verify", "--json"),
    "dice verify": ("dice", "verify", "--json"),
    "plan": ("plan", "--json"),
    "tick": ("tick", "--json"),
    "tick in words": ("tick",),
    "record": ("nomicoup", "record"),
    "parameters": ("schema", "codes"),
}


def test_no_command_shows_a_secret_nor_writes_one_down(run: Runner, played: Folder) -> None:
    for name, arguments in COMMANDS.items():
        done = run(*arguments)
        text = without_settings(done.out) + done.err
        assert "fault of the tracker" not in text, (name, text)
        assert [secret for secret in played.secrets if secret in text] == [], name
    for file in ("log.jsonl", "m.prom"):
        text = (played.path / file).read_text()
        assert text
        assert [secret for secret in played.secrets if secret in text] == [], file


def test_an_error_shows_no_secret(run: Runner, played: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKER_DEBUG", "1")

    def fail(*_: object) -> None:
        raise RuntimeError(repr(gamestate_at(played.table.tracker)))

    monkeypatch.setattr("tracker.app.asking.inquiry.status", fail)
    done = run("status")
    assert done.code == 1
    assert [secret for secret in played.secrets if secret in done.err + done.out] == []


def test_a_file_that_tells_everything_shows_secrets_only_where_they_are_asked_for(run: Runner, played: Folder) -> None:
    file = played.path / "all.jsonl"
    assert run("archive", "export", "--secrets", "--output", file).code == 0
    assert [secret for secret in played.secrets if secret not in file.read_text()] == [SECRET]
    arguments = ("replay", file, "--game", "nomicoup", "--as-of", NOON, "--pages")
    for more in ((), ("--json",)):
        done = run(*arguments, *more)
        assert done.code == 0
        # Who plays what is public: the names of the characters stand in what may be done, but in no hand.
        assert [secret for secret in played.secrets if secret in done.out] == []
    told_all = run(*arguments, "--json", "--secrets").json["instants"][NOON]["gamestate"]
    assert told_all["players"]["101"]["hand"] == hands(played.table)["ben"]
    assert len(told_all["deck"]) == told_all["deck_count"]
    assert len(told_all["nonces"]) == 2


def test_a_public_export_can_be_read_again_and_tells_the_commitments(run: Runner, played: Folder) -> None:
    file = played.path / "public.jsonl"
    assert run("archive", "export", "--output", file).code == 0
    kinds = [json.loads(line)["kind"] for line in file.read_text().splitlines()]
    assert "shuffle" not in kinds
    found = [json.loads(line) for line in file.read_text().splitlines() if f'"for":"{GAME}|' in line]
    hashes = [each["hash"] for each in found if each["kind"] == "commitment"]
    assert hashes == gamestate_at(played.table.tracker).values["commitments"]
    drawn = [each for each in found if each["kind"] == "dealt"]
    assert [each["player"] for each in drawn] == ["100", "101", "102", "101"]
    assert not any("cards" in each for each in drawn)
    assert len(found) == len(hashes) + len(drawn)
    replayed = run("replay", file, "--game", "nomicoup", "--as-of", NOON, "--json")
    assert (replayed.code, "incomplete" in replayed.json) == (11, True)


def test_what_holds_secrets_can_be_read_by_its_owner_alone(run: Runner, played: Folder) -> None:
    before = os.umask(0)
    try:
        file = played.path / "all.jsonl"
        assert run("archive", "export", "--secrets", "--output", file).code == 0
        copy = Path(run("archive", "backup", "--json").json["file"])
    finally:
        os.umask(before)
    holding = [file, copy, played.path / "tracker.db", played.path / "deck.secret"]
    assert {str(each): stat.S_IMODE(each.stat().st_mode) for each in holding} == dict.fromkeys(map(str, holding), 0o600)
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700


def test_explain_tells_private_messages_to_whoever_asks_for_secrets(run: Runner, folder: Path) -> None:
    opening: Record = {
        "status": "running",
        "players": [{"id": "ana", "credits": 7, "hand": ["Duke"]}, {"id": "ben", "hand": ["Contessa", "Duke"]}],
        "order": ["ana", "ben"],
        "turn": {"player": "ana", "started_at": "2021-08-01T00:00:00Z"},
    }
    (folder / "tracker.ini").write_text("[game]\nslug = nomicoup\n")
    secret = {
        "kind": "message",
        "id": "870000000000000011",
        "channel": "dm",
        "author": "ben",
        "text": "discard Contessa",
    }
    records: list[Record] = [
        {"kind": "opening", "id": "o", "at": "2021-08-01T00:00:00Z", "game": "nomicoup", "state": opening},
        {**secret, "at": "2021-08-01T01:00:00Z"},
    ]
    assert run("archive", "import", write_records(folder / "game.jsonl", records)).code == 0
    file = write_records(folder / "again.jsonl", records)
    arguments = ("replay", file, "--game", "nomicoup", "--as-of", "2021-08-01T02:00:00Z")
    assert "discard Contessa" not in run(*arguments).out
    assert "discard Contessa" in run(*arguments, "--secrets").out
    assert run("explain", "ben", "--secrets", "--json").code == 0


def test_nothing_is_shown_in_the_hours_in_which_a_win_can_be_taken_back(table: ChatTracker) -> None:
    table.more += "\ndeck_opening_hours = 24\n"
    table.tick(9.05)
    table.say(9.1, "cy", "Win: @ben (so it is)")
    table.tick(9.5)
    secrets = secrets_of(table)
    for name, text in shown(table).items():
        assert [secret for secret in secrets if secret in text] == [], name
    assert gamestate_at(table.tracker).values["status"] == "over"


def test_at_the_end_all_is_shown(table: ChatTracker) -> None:
    table.say(10, "cy", "Win: @ben (so it is)")
    table.tick(12)
    found = gamestate_at(table.tracker)
    assert found.values["players"]["101"]["hand"] == hands(table)["ben"]
    public = "\n".join(exported(table.archive, "public", table.tracker.game.hidden))
    assert [secret for secret in secrets_of(table) if secret not in public] == [WHISPER]
    assert rows(table, "reveal")[0].payload["secret"] == SECRET
