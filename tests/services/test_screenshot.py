"""The README's pictures can be taken at any time."""

from pathlib import Path

from tests.services.screenshot import HEIGHT, TABLE_HEIGHT, WIDTH, take_picture, take_table_picture


def test_picture_of_the_board_is_taken_and_small_enough_to_keep(tmp_path: Path) -> None:
    path = tmp_path / "docs" / "board.png"
    take_picture(path)
    check(path.read_bytes(), HEIGHT)


def test_picture_of_a_table_is_taken_and_small_enough_to_keep(tmp_path: Path) -> None:
    path = tmp_path / "docs" / "table.png"
    take_table_picture(path)
    check(path.read_bytes(), TABLE_HEIGHT)


def check(picture: bytes, height: int) -> None:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (WIDTH, height)
    assert 50_000 < len(picture) < 300_000
