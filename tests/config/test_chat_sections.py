"""What a config says of Discord and of exported chats: taken where it fits together, else told with place and remedy."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tracker.config import load_settings, parse_settings
from tracker.config.settings import Settings
from tracker.errors import ConfigError

FILE = Path("/etc/tracker.ini")
WHOLE = """
[discord]
guild = 123456789012345678
token_env = DISCORD_TOKEN
channels =
    game-actions
    proposals
voting_channels = proposals
since = 2021-08-01T00:00:00Z
reaction_minutes = 5
gateway = yes
[chat_export]
files =
    exports/*.json
    old/**/*.json
"""
TOKEN = "MTIzNDU2.abc.def"


def settings(text: str) -> Settings:
    return parse_settings(text, FILE, {"DISCORD_TOKEN": TOKEN, "SHORT": "abc"})


def test_both_sections_are_taken() -> None:
    found = settings(WHOLE)
    assert found.discord.is_on
    assert found.discord.channels == ("game-actions", "proposals")
    assert found.discord.voting_channels == ("proposals",)
    assert found.discord.since == datetime(2021, 8, 1, tzinfo=UTC)
    assert (found.discord.reaction_minutes, found.discord.watch_days, found.discord.gateway) == (5, 14, True)
    assert found.discord.api == "https://discord.com/api/v10"
    assert found.chat_export.files == ("exports/*.json", "old/**/*.json")
    assert found.token.reveal() == TOKEN


def test_the_token_is_never_shown_and_no_part_of_the_digest() -> None:
    found, other = settings(WHOLE), parse_settings(WHOLE, FILE, {"DISCORD_TOKEN": "another.token"})
    assert TOKEN not in repr(found)
    assert found.digest == other.digest
    assert TOKEN not in str(ConfigError(f"says {TOKEN}"))


def test_the_token_may_stand_in_a_file_that_nobody_else_can_read(tmp_path: Path) -> None:
    config, token = tmp_path / "tracker.ini", tmp_path / "token"
    config.write_text(WHOLE.replace("token_env = DISCORD_TOKEN", "token_file = token"), encoding="utf-8")
    token.write_text(f"{TOKEN}\n", encoding="utf-8")
    token.chmod(0o644)
    with pytest.raises(ConfigError, match=r"\[discord\] token_file: .* can be read by others"):
        load_settings(config, {})
    token.chmod(0o600)
    assert load_settings(config, {}).token.reveal() == TOKEN


def test_without_a_server_nothing_of_it_is_needed() -> None:
    found = parse_settings("[discord]\nchannels = x\n", FILE, {})
    assert not found.discord.is_on
    assert not found.token


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "guild = 123456789012345678",
            "guild = Infinite Nomic",
            "[discord] guild: 'Infinite Nomic' is no id (copy the id",
        ),
        ("guild = 123456789012345678", f"guild = {'9' * 30}", "is no id"),
        ("token_env = DISCORD_TOKEN", "", "[discord] token_env: is missing"),
        ("token_env = DISCORD_TOKEN", "token_env = A\ntoken_file = b", "both given"),
        ("token_env = DISCORD_TOKEN", "token_env = MISSING", "MISSING is not set"),
        ("token_env = DISCORD_TOKEN", "token_env = SHORT", "at least 4 characters"),
        ("channels =\n    game-actions\n    proposals\nvoting", "channels =\nvoting", "[discord] channels: is empty"),
        ("voting_channels = proposals", "voting_channels = propsals", "did you mean proposals?"),
        ("gateway = yes", "api = http://example.org/api", "[discord] api: this address is not safe"),
        ("gateway = yes", "gateway = perhaps", "neither yes nor no"),
        ("reaction_minutes = 5", "reaction_minutes = 0", "less than 1"),
        ("since = 2021-08-01T00:00:00Z", "since = yesterday", "[discord] since"),
        ("gateway = yes", "answers = perhaps", "[discord] answers: 'perhaps' is none of no, replies, status, both"),
        ("gateway = yes", "answers = status", "[discord] status_channels: is empty"),
        ("gateway = yes", "answers = both\nstatus_channels = a/b", "a channel's name has no /"),
        (
            "channels =\n    game-actions",
            "channels =\n    DM\n    game-actions",
            "DM is what private messages are called",
        ),
        ("gateway = yes", "reply_hours = 400", "more than 336"),
    ],
)
def test_what_does_not_fit_is_told(old: str, new: str, told: str) -> None:
    assert old in WHOLE
    with pytest.raises(ConfigError) as caught:
        settings(WHOLE.replace(old, new))
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("answers", "replies", "told"),
    [("no", False, ()), ("replies", True, ()), ("status", False, ("talk",)), ("both", True, ("talk",))],
)
def test_what_the_bot_may_say_is_chosen(answers: str, replies: bool, told: tuple[str, ...]) -> None:
    text = WHOLE.replace("gateway = yes", f"answers = {answers}\nstatus_channels = talk")
    assert (settings(text).discord.replies, settings(text).discord.told_channels) == (replies, told)


def test_by_default_the_bot_says_nothing() -> None:
    assert not settings(WHOLE).discord.replies
    assert settings(WHOLE).discord.told_channels == ()


def test_an_address_on_this_machine_may_be_plain() -> None:
    assert settings(WHOLE.replace("gateway = yes", "api = http://127.0.0.1:8080/api")).discord.api.startswith("http:")
