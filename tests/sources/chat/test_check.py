"""The check-up of a chat, and how a config becomes its readers: through ``tracker check`` and the wiring of a tick."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.chain import Tracker
from tests.contracts.chat_world import GUILD, at
from tests.sources.chat.exporter import write
from tests.sources.chat.fake_discord import ADMINISTRATOR, MEMBERS, TOKEN
from tests.sources.chat.fake_gateway import gateway
from tests.sources.chat.rest_world import RestWorld, rest_world
from tests.sources.chat.test_gateway import until
from tracker.bootstrap import SystemClock, chat_checks, chats, listen
from tracker.config import parse_settings
from tracker.config.settings import Settings
from tracker.errors import ConfigError, SourceError
from tracker.sources.chat.discord import DiscordSource
from tracker.sources.chat.export import ChatExportSource


@pytest.fixture
def world() -> Iterator[RestWorld]:
    with rest_world() as made:
        yield made


def text(world: RestWorld, more: str = "") -> str:
    channels = "channels =\n    game-actions\n    proposals\n"
    return f"[discord]\nguild = {GUILD}\ntoken_env = BOT\napi = {world.discord.url}/api/v10\n{channels}{more}"


def settings(world: RestWorld, folder: Path, more: str = "", token: str = TOKEN) -> Settings:
    return parse_settings(text(world, more), folder / "tracker.ini", {"BOT": token})


def checked(made: Settings) -> str:
    return chat_checks(made, SystemClock())["discord"]()


def test_a_sound_bot_has_nothing_to_mend(world: RestWorld, tmp_path: Path) -> None:
    assert checked(settings(world, tmp_path)) == "Infinite Nomic answers; 2 channels are read"


def test_all_that_is_to_be_mended_is_told_at_once(world: RestWorld, tmp_path: Path) -> None:
    world.post(1, "ana", "hello")
    world.chat.is_content_shown = False
    world.discord.flags &= ~MEMBERS
    world.discord.without_history.add(world.id("game-actions"))
    world.discord.forbidden.add(world.id("proposals"))
    with pytest.raises(ConfigError) as caught:
        checked(settings(world, tmp_path, "    propsals\n"))
    for told in (
        "MESSAGE CONTENT INTENT",
        "SERVER MEMBERS INTENT",
        "#propsals: the server has no such channel that the bot may see; did you mean proposals?",
        "#game-actions: no messages are shown: give the bot's role Read Message History",
        "#proposals: the bot may not read that: give the bot's role View Channel",
        "[discord]",
    ):
        assert told in str(caught.value)


def test_the_members_switch_is_not_needed_where_nobody_asks(world: RestWorld, tmp_path: Path) -> None:
    world.discord.flags &= ~MEMBERS
    assert "2 channels" in checked(settings(world, tmp_path, "members_minutes = 0\n"))


@pytest.mark.parametrize(("token", "told"), [("another.token", "does not accept the token"), (TOKEN, "invite the bot")])
def test_a_wrong_token_or_server_is_told(world: RestWorld, tmp_path: Path, token: str, told: str) -> None:
    made = parse_settings(
        text(world).replace(GUILD, "701" if token == TOKEN else GUILD), tmp_path / "tracker.ini", {"BOT": token}
    )
    with pytest.raises(SourceError, match=told) as caught:
        checked(made)
    assert token not in str(caught.value)


ANSWERS = "answers = both\nstatus_channels = status\n"


def test_a_bot_that_may_answer_has_nothing_to_mend(world: RestWorld, tmp_path: Path) -> None:
    world.chat.channel("status")
    assert (
        checked(settings(world, tmp_path, ANSWERS))
        == "Infinite Nomic answers; 2 channels are read, 3 may be written in"
    )
    assert all(not asked.startswith(("POST", "PATCH")) for asked in world.discord.taken())


def test_where_the_bot_shall_answer_and_may_not_write_is_told(world: RestWorld, tmp_path: Path) -> None:
    world.chat.channel("status")
    world.discord.mute |= {world.id("status"), world.id("proposals")}
    with pytest.raises(ConfigError) as caught:
        checked(settings(world, tmp_path, ANSWERS))
    told = str(caught.value)
    assert (
        "#proposals: the bot shall write there and may not: give its role Send Messages, Send Messages in Threads"
        in told
    )
    assert "#status: the bot shall write there and may not: give its role Send Messages;" in told.replace(" (", "; (")
    assert "#game-actions" not in told
    assert checked(settings(world, tmp_path)) == "Infinite Nomic answers; 2 channels are read"
    world.discord.permissions = ADMINISTRATOR
    assert "3 may be written in" in checked(settings(world, tmp_path, ANSWERS))


def test_a_channel_to_tell_in_that_is_not_there_is_told(world: RestWorld, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="#status: no channel of the server is called so"):
        checked(settings(world, tmp_path, ANSWERS))


def test_exported_files_are_looked_at_too(world: RestWorld, tmp_path: Path) -> None:
    made = parse_settings("[chat_export]\nfiles =\n  *.json\n  missing/*\n", tmp_path / "tracker.ini", {})
    look = chat_checks(made, SystemClock())["chat export"]
    write(world.chat, tmp_path, at(5))
    (tmp_path / "half.json").write_text('{"messages": [', encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        look()
    assert "no file is called missing/*" in str(caught.value)
    assert "half.json: line 1, column" in str(caught.value)
    (tmp_path / "half.json").unlink()
    (tmp_path / "missing").mkdir()
    (tmp_path / "missing" / "a.json").write_bytes(next(tmp_path.glob("*.json")).read_bytes())
    assert look().startswith(
        "3 exported files can be read; #game-actions: the newest export tells up to 2021-08-01T00:05:00Z ("
    )


def test_the_command_tells_of_discord_instead_of_a_blog(
    world: RestWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOT", TOKEN)
    tracker = Tracker(tmp_path, at(5))
    tracker.config.write_text(text(world), encoding="utf-8")
    told = {check["name"]: check for check in json.loads(tracker.run("check", "--json").out)}
    assert told["discord"]["found"] == "Infinite Nomic answers; 2 channels are read"
    assert "blog" not in told
    world.discord.flags = 0
    world.chat.is_content_shown = False
    told = {check["name"]: check for check in json.loads(tracker.run("check", "--json").out)}
    assert "MESSAGE CONTENT INTENT" in told["discord"]["found"]


# --- wiring -----------------------------------------------------------------------------------------------------------


def test_a_config_names_its_readers(world: RestWorld, tmp_path: Path) -> None:
    more = "voting_channels = proposals\nreaction_minutes = 7\nmembers_minutes = 9\nwatch_days = 3\n[chat_export]\nfiles = a.json\n"
    made = settings(world, tmp_path, more)
    live, exported = chats(made, SystemClock(), lambda: at(3))
    assert isinstance(live, DiscordSource)
    assert isinstance(exported, ChatExportSource)
    assert (live.name, exported.name, exported.folder) == ("discord", "chat_export", tmp_path)
    assert live.config.voting_channels == {"proposals"}
    assert (live.config.reaction_minutes, live.config.members_minutes, live.config.watch_days) == (7, 9, 3)
    assert live.config.named() == at(3)
    assert live.heard is None
    assert list(chats(parse_settings("", tmp_path / "tracker.ini", {}), SystemClock())) == []


def test_a_nomic_that_wants_it_is_listened_to(
    world: RestWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with gateway() as fake:
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(fake.url))
        made = parse_settings(
            text(world, "gateway = yes\n").replace(world.discord.url, fake.url.replace("ws:", "http:").rstrip("/")),
            tmp_path / "tracker.ini",
            {"BOT": TOKEN},
        )
        listen([made])
        (live,) = chats(made, SystemClock())
        assert isinstance(live, DiscordSource)
        heard = live.heard
        assert heard is not None
        until(lambda: not heard.problem)
        listen([made])
        assert next(iter(chats(made, SystemClock()))).heard is heard  # type: ignore[attr-defined]
        listen(())
        assert next(iter(chats(made, SystemClock()))).heard is None  # type: ignore[attr-defined]


def test_nothing_of_discord_is_loaded_before_it_is_asked() -> None:
    modules = "tracker.bootstrap, tracker.sources.chat.check, tracker.sources.chat.gateway, tracker.sources.chat.export"
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, {modules}; print({{'discord', 'aiohttp'}} & {{*sys.modules}})"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "set()"


def test_the_address_of_one_nomic_is_not_that_of_all(world: RestWorld) -> None:
    world.look(1)
    assert Route.BASE == "https://discord.com/api/v10"
