"""The secret text of a deck: in a file for the tracker's account alone or out of the environment, made once, never shown, never guessable."""

import os
import stat
from pathlib import Path

import pytest

from tracker.app.deck.deck_secret import SecretPlace
from tracker.config.secret import Secret
from tracker.errors import DeckError, TrackerError

TEXT = "a secret text of forty characters or so!"


def place(folder: Path, text: str = "", given: str = "") -> SecretPlace:
    path = folder / "deck.secret"
    if text:
        path.touch(mode=0o600)
        path.write_text(text)
    return SecretPlace(path, Secret(given))


def test_a_new_text_is_long_and_for_this_account_alone(tmp_path: Path) -> None:
    mask = os.umask(0)
    try:
        place(tmp_path).make()
    finally:
        os.umask(mask)
    made = place(tmp_path)
    assert made.exists()
    assert len(made.read().reveal()) == 64
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["deck.secret"]


def test_new_texts_are_never_the_same(tmp_path: Path) -> None:
    made = [SecretPlace(tmp_path / str(number), Secret("")) for number in range(10)]
    for each in made:
        each.make()
    assert len({each.read().reveal() for each in made}) == 10


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    kept = place(tmp_path, TEXT)
    with pytest.raises(DeckError, match="is there already"):
        kept.make()
    assert kept.read().reveal() == TEXT


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    given = place(tmp_path, TEXT, given=TEXT[::-1])
    assert given.exists()
    assert given.read().reveal() == TEXT[::-1]
    with pytest.raises(DeckError, match="comes out of the environment"):
        given.make()


@pytest.mark.parametrize("text", [TEXT, f"{TEXT}\n", f"{TEXT}\r\n"])
def test_a_line_end_is_no_part_of_it(tmp_path: Path, text: str) -> None:
    assert place(tmp_path, text).read().reveal() == TEXT


@pytest.mark.parametrize("text", ["guess", " " * 31, f"{TEXT}\n{TEXT}", f"{TEXT}\0"])
def test_what_could_be_guessed_or_cannot_be_seen_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(DeckError, match="is no secret text") as caught:
        place(tmp_path, text).read()
    assert text not in str(caught.value)


def test_a_file_that_is_missing_open_to_others_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="is missing"):
        place(tmp_path).read()
    kept = place(tmp_path, TEXT)
    kept.path.chmod(0o640)
    with pytest.raises(DeckError, match=r"is open to others \(mode 640\): whoever read it knows every card"):
        kept.read()
    kept.path.chmod(0o600)
    kept.path.write_bytes(b"\xff" * 40)
    with pytest.raises(DeckError, match="is not UTF-8"):
        kept.read()
    kept.path.rename(tmp_path / "other")
    kept.path.symlink_to(tmp_path / "other")
    with pytest.raises(DeckError, match="is a symbolic link"):
        kept.read()


def test_no_error_holds_the_text_while_it_is_in_use(tmp_path: Path) -> None:
    secret = place(tmp_path, TEXT).read()
    assert TEXT not in str(TrackerError(f"something about {secret.reveal()}", place=TEXT, remedy=TEXT))
    assert TEXT not in repr(secret)
