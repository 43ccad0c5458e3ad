"""The fixtures of tests about a tracker of a chat: one that has ticked once, and one of a round that somebody plays."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker, first_tracker


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tracker that ticked once, at minute 0, of which others begin as copies."""
    return first_tracker(tmp_path_factory.mktemp("base"))


@pytest.fixture
def chat(tmp_path: Path, base: Path) -> Iterator[ChatTracker]:
    """A tracker of a round that ana plays."""
    with chat_tracker(tmp_path, base) as made:
        made.say(2, "ana", "I join the game")
        made.tick(5)
        yield made
