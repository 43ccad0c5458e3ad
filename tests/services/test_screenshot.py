"""The README's picture can be taken at any time."""

from pathlib import Path

from tests.services.screenshot import HEIGHT, WIDTH, take_picture


def test_picture_of_the_board_is_taken_and_small_enough_to_keep(tmp_path: Path) -> None:
    path = tmp_path / "docs" / "board.png"
    take_picture(path)
    picture = path.read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (WIDTH, HEIGHT)
    assert 50_000 < len(picture) < 300_000
