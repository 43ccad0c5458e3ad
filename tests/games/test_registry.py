"""Games are found by their slugs."""

import pytest

from tracker.errors import UsageError
from tracker.games.base import Game
from tracker.games.registry import game, known_slugs


def test_every_known_slug_is_a_game_of_that_slug() -> None:
    assert "blognomic" in known_slugs()
    for slug in known_slugs():
        assert isinstance(game(slug), Game)
        assert game(slug).slug == slug


def test_near_miss_names_the_nearest_game() -> None:
    with pytest.raises(UsageError, match="did you mean blognomic"):
        game("blognomik")


def test_unknown_game_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"known games: .*blognomic"):
        game("xyzzy")


@pytest.mark.parametrize("slug", ["base", "registry", "..", "", "__pycache__"])
def test_what_is_no_game_is_none(slug: str) -> None:
    with pytest.raises(UsageError):
        game(slug)
