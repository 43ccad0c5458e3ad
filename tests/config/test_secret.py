"""Secrets: hidden wherever they are printed, and only taken from where nobody else can read them."""

import os
from pathlib import Path

import pytest

from tracker.config.secret import Secret, read_secret
from tracker.errors import ConfigError


def file_of_mode(folder: Path, mode: int, content: bytes = b"sesame\n") -> Path:
    path = folder / "password"
    path.write_bytes(content)
    path.chmod(mode)
    return path


def test_a_secret_shows_stars() -> None:
    assert repr(Secret("sesame")) == str(Secret("sesame")) == "Secret(***)"
    assert repr(Secret("")) == "Secret()"


def test_secrets_are_equal_where_their_texts_are() -> None:
    assert Secret("a") == Secret("a") != Secret("b")
    assert len({Secret("a"), Secret("a")}) == 1
    assert Secret("a") != "a"


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_a_file_of_its_owner_alone_is_read(tmp_path: Path, mode: int) -> None:
    assert read_secret("", file_of_mode(tmp_path, mode), {}, "place").reveal() == "sesame"


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620, 0o666])
def test_a_file_that_others_can_reach_is_refused_with_a_remedy(tmp_path: Path, mode: int) -> None:
    path = file_of_mode(tmp_path, mode)
    with pytest.raises(ConfigError, match=rf"mode {mode:03o}\).*chmod 600 {path}"):
        read_secret("", path, {}, "place")


@pytest.mark.parametrize("owner", ["ours", "root's", "another's"])
def test_a_file_of_another_account_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: str) -> None:
    path, ours = file_of_mode(tmp_path, 0o600), os.geteuid()
    uid = {"ours": ours, "root's": 0, "another's": ours + 4711}[owner]
    fstat = os.fstat
    monkeypatch.setattr(
        "tracker.config.secret.os.fstat", lambda file: os.stat_result((*fstat(file)[:4], uid, *fstat(file)[5:]))
    )
    if owner != "another's":
        assert read_secret("", path, {}, "place").reveal() == "sesame"
        return
    with pytest.raises(ConfigError, match=rf"{path} belongs to another account.*chown") as refused:
        read_secret("", path, {}, "place")
    assert "sesame" not in str(refused.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        read_secret("", tmp_path / "none", {}, "place")


def test_a_file_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not UTF-8"):
        read_secret("", file_of_mode(tmp_path, 0o600, b"\xff\n"), {}, "place")


def test_nothing_named_is_no_secret() -> None:
    assert not read_secret("", None, {}, "place")


@pytest.mark.parametrize("environment", [{}, {"PASSWORD": ""}])
def test_an_empty_variable_is_refused(environment: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="the environment variable PASSWORD is not set"):
        read_secret("PASSWORD", None, environment, "place")
