"""What a proposal of Ducks changes is refused where its words mean others by now than when it was adopted."""

import json
from pathlib import Path

import pytest

from tests.app.test_redacted_ducks import tracker_of
from tests.games.chat_stories import told
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people import by_hand
from tracker.errors import UsageError

OPENING = {
    "players": [{"id": "ana"}],
    "ponds": 1,
    "ducks": [
        {"id": 1, "name": "Puddle", "owner": "ana", "quacks": 9, "pond": 1},
        {"id": 2, "name": "Moss", "owner": "ana", "pond": 1},
    ],
    "old_one": {"acted_week": "2021-03-07"},
}
STORY = f"""2021-03-08 00:00:00 opening {json.dumps(OPENING)}
2021-03-08 10:00:00 ana in proposals p1: Urgent Proposal: Puddle gets 10 Quacks
2021-03-10 10:30:00 ana in game-actions m1: I rename Puddle to "Fern"; I rename Moss to "Puddle"
"""
SAID = {"by": "Ada", "why": "as it says"}


def test_a_name_that_went_to_another_since_the_adoption_is_refused_with_both_until_it_is_said_for_sure(
    tmp_path: Path,
) -> None:
    made = tracker_of(told(STORY, "ducks"), tmp_path, "2021-03-11T12:00:00Z")
    with pytest.raises(
        UsageError, match=r"“Puddle” meant #1 when .* and means #2 by the time of the answer: write #1 or #2"
    ):
        by_hand.decide(made, "effects:p1", "Puddle: Quacks +10", **SAID)
    assert gamestate_at(made).values["ducks"]["1"]["quacks"] == 9
    by_hand.decide(made, "effects:p1", "#1: Quacks +10", **SAID)
    after = gamestate_at(made)
    assert (after.values["ducks"]["1"]["quacks"], after.values["ducks"]["2"]["quacks"]) == (19, 0)
    assert [each.id for each in after.questions] == []
