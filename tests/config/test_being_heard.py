"""The address of notices: a secret, read as passwords are, and only where it may be used safely."""

from pathlib import Path

import pytest

from tracker.config import Settings, parse_settings
from tracker.errors import ConfigError


def read(folder: Path, options: str, environment: dict[str, str] | None) -> Settings:
    return parse_settings(f"[notices]\n{options}", folder / "tracker.ini", environment)


def test_the_address_comes_from_the_environment_or_a_file(tmp_path: Path) -> None:
    url = "https://example.org/hook"
    assert read(tmp_path, "webhook_env = HOOK\n", {"HOOK": url}).webhook.reveal() == url
    (tmp_path / "hook").write_text(f"{url}\n")
    (tmp_path / "hook").chmod(0o600)
    assert read(tmp_path, "webhook_file = hook\n", {}).webhook.reveal() == url


def test_without_secrets_none_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, "webhook_env = HOOK\n", None)
    assert not found.webhook
    assert found.notices.is_on
    assert not read(tmp_path, "", {}).notices.is_on


def test_neither_print_nor_digest_tells_of_it(tmp_path: Path) -> None:
    one = read(tmp_path, "webhook_env = HOOK\n", {"HOOK": "https://example.org/s3cr3t"})
    other = read(tmp_path, "webhook_env = HOOK\n", {"HOOK": "https://example.org/other"})
    assert "s3cr3t" not in repr(one)
    assert one.digest == other.digest


@pytest.mark.parametrize(
    "url", ["http://localhost:8080/x", "http://127.0.0.1/x", "http://[::1]/x", "https://a.example/x"]
)
def test_encrypted_or_on_this_machine(tmp_path: Path, url: str) -> None:
    assert read(tmp_path, "webhook_env = HOOK\n", {"HOOK": url}).webhook.reveal() == url


@pytest.mark.parametrize(
    "url", ["http://example.org/x", "ftp://example.org/x", "example.org/x", "https://?x", "https://[::1/x", "file:///x"]
)
def test_anything_else_is_refused_and_not_quoted(tmp_path: Path, url: str) -> None:
    with pytest.raises(ConfigError, match=r"\[notices\] webhook_env: what it names holds no address") as told:
        read(tmp_path, "webhook_env = HOOK\n", {"HOOK": url})
    assert url not in str(told.value)


def test_two_places_for_one_address_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="both given"):
        read(tmp_path, "webhook_env = HOOK\nwebhook_file = hook\n", {"HOOK": "https://example.org/x"})
