"""Whom an answer means, where people say who wrote a message of an account that was deleted."""

import pytest

from tracker.mechanics.chat_play import ChatState
from tracker.mechanics.chat_readings import Unusable
from tracker.mechanics.unknown_authors import author_meant

BOB = "518374982374982370"


@pytest.mark.parametrize("answer", [BOB, f"<@{BOB}>", f"{BOB} (Bob)", f"Bob ({BOB})", f" @Bob ({BOB}) ", "Bob", "@bob"])
def test_somebody_is_meant_by_id_by_name_and_by_both_as_they_are_shown(answer: str) -> None:
    state = ChatState()
    state.log.introduce(BOB, "Bob")
    assert author_meant(state, tuple, answer) == BOB


@pytest.mark.parametrize("answer", ["Bob (nobody)", "Bob (518374982374982371)", "518374982374982371 (Bob)"])
def test_by_another_id_nobody_is_meant(answer: str) -> None:
    state = ChatState()
    state.log.introduce(BOB, "Bob")
    assert isinstance(author_meant(state, tuple, answer), Unusable)
