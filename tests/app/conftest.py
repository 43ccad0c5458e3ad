"""What the tests of the use cases share: a clock, a blog, a tracker whose pages are made, and one that may enact."""

from pathlib import Path

import pytest

from tests.app.enacting import NOON_NEXT_DAY, World, socks
from tests.app.wiring import SetClock, ToldSource, create_pages, small_game, wired
from tracker.app.wired import Wired


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def source() -> ToldSource:
    return ToldSource(unseen=small_game())


@pytest.fixture
def tracker(tmp_path: Path, clock: SetClock, source: ToldSource) -> Wired:
    """A tracker whose pages are made."""
    made = wired(tmp_path, clock=clock, sources=[source])
    create_pages(made)
    return made


@pytest.fixture(scope="session")
def first_world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The world of which every test gets a copy."""
    made = World(tmp_path_factory.mktemp("world"))
    made.tell(*socks())
    made.tick()
    made.make_pages()
    made.tick(NOON_NEXT_DAY)
    return made


@pytest.fixture
def world(tmp_path: Path, first_world: World) -> World:
    """The day after the proposal was made: it is popular, and the oldest."""
    return first_world.copied(tmp_path)
