"""The key file is for the tracker's account alone, is made whole or not at all, and is never made anew over another."""

import os
import re
import stat
from pathlib import Path

import pytest

from tracker.app.dice.dice_key import KeyFile
from tracker.errors import DiceError


def key_file(folder: Path, text: str = "ab" * 32, mode: int = 0o600) -> KeyFile:
    path = folder / "dice.key"
    path.write_text(text)
    path.chmod(mode)
    return KeyFile(path)


def test_key_is_made_for_this_account_alone_and_read_back(tmp_path: Path) -> None:
    mask = os.umask(0)
    try:
        made = KeyFile(tmp_path / "dice.key").make()
    finally:
        os.umask(mask)
    file = KeyFile(tmp_path / "dice.key")
    assert file.read() == made
    assert len(made) == 32
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert re.fullmatch("[0-9a-f]{64}\n", file.path.read_text())
    assert [path.name for path in tmp_path.iterdir()] == ["dice.key"]


def test_new_keys_are_never_the_same(tmp_path: Path) -> None:
    assert len({KeyFile(tmp_path / str(number)).make() for number in range(20)}) == 20


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    file = key_file(tmp_path)
    with pytest.raises(DiceError, match="cannot be made"):
        file.make()
    assert file.read() == bytes.fromhex("ab" * 32)
    assert [path.name for path in tmp_path.iterdir()] == ["dice.key"]


def test_key_is_on_the_disk_before_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settled: list[int] = []
    settle = os.fsync

    def watched(descriptor: int) -> None:
        settled.append(stat.S_IFMT(os.fstat(descriptor).st_mode))
        settle(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    KeyFile(tmp_path / "dice.key").make()
    assert settled == [stat.S_IFREG, stat.S_IFDIR]


def test_crash_while_the_key_is_made_leaves_no_half_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    file = KeyFile(tmp_path / "dice.key")
    with pytest.raises(DiceError, match="No space left on device"):
        file.make()
    assert not file.exists()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o620, 0o602, 0o601, 0o644, 0o777])
def test_key_that_others_can_touch_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(DiceError, match=f"dice.key: the key file is open to others .mode {mode:o}.") as told:
        key_file(tmp_path, mode=mode).read()
    assert "chmod 600" in told.value.remedy
    assert told.value.exit_code == 11


def test_key_of_another_account_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = KeyFile(tmp_path / "dice.key")
    file.make()
    monkeypatch.setattr("tracker.app.keeping.private_file.os.geteuid", lambda: 4711)
    told = os.stat_result((0o100600, 1, 1, 1, 4712, 1, 65, 0, 0, 0))
    monkeypatch.setattr("tracker.app.keeping.private_file.os.fstat", lambda _: told)
    with pytest.raises(DiceError, match="belongs to another account"):
        file.read()


def test_missing_key_is_told(tmp_path: Path) -> None:
    file = KeyFile(tmp_path / "dice.key")
    assert not file.exists()
    with pytest.raises(DiceError, match="is missing"):
        file.read()


def test_link_is_refused_even_to_a_good_key(tmp_path: Path) -> None:
    key_file(tmp_path)
    for name, aim in (("link", "dice.key"), ("dangling", "nowhere")):
        (tmp_path / name).symlink_to(tmp_path / aim)
        assert KeyFile(tmp_path / name).exists()
        with pytest.raises(DiceError, match="symbolic link"):
            KeyFile(tmp_path / name).read()
        with pytest.raises(DiceError, match="cannot be made"):
            KeyFile(tmp_path / name).make()


def test_folder_or_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    (tmp_path / "folder").mkdir(mode=0o700)
    for name in ("pipe", "folder"):
        with pytest.raises(DiceError, match="is no regular file"):
            KeyFile(tmp_path / name).read()


@pytest.mark.parametrize("text", ["", "ab" * 31, "ab" * 33, "AB" * 32, "xy" * 32, "ab" * 32 + "\n\n", "ab" * 5000])
def test_file_that_holds_no_key_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(DiceError, match="holds no key") as told:
        key_file(tmp_path, text).read()
    assert "ab" not in str(told.value).replace(str(tmp_path), "")


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DiceError, match="cannot be made"):
        KeyFile(tmp_path / "nowhere" / "dice.key").make()
