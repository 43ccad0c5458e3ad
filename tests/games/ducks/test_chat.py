"""What is said in the chat of Ducks: canonical lines, what people may write, and the state stated again."""

import re
from collections import Counter
from datetime import timedelta

import pytest

from tests.games import chat_corpus
from tests.games.ducks.still_waters import story
from tracker.app.asking.replay import replay_records
from tracker.core.instants import iso, parse_instant
from tracker.games.ducks.announcements import FORMS, READER

SAID = {
    **{"duck": '"Moss"', "target": '"Bob"', "layer": '"Fern"', "new": '"Reed"', "person": "@ben", "offer": "m1"},
    **{"give": "3 Seeds", "take": "1 Grapes", "items": "10 Seeds", "fruits": "Grapes and Seeds", "style": "Icy"},
    **{"amount": "4", "change": "+1", "to_pond": "2", "from_pond": "1", "parts": '2 from "Moss"', "topic": "scouting"},
    **{"request": "m2", "ruling": "m3", "text": "May a duck eat itself?"},
}
"""Something for each slot of a canonical line."""


@pytest.mark.parametrize("kind", FORMS)
def test_a_canonical_line_is_read_as_itself(kind: str) -> None:
    form = FORMS[kind].replace(" [{person}'s trade]", "").replace(" [my trade with {person}]", "")
    read = READER.canonical(re.sub(r"[\[\]]", "", form).format_map(SAID).replace(" ,", ","))
    assert read is not None
    assert read.kind == kind
    again = READER.canonical(read.suggestions[0])
    assert again is not None
    assert (again.kind, again.fields) == (kind, read.fields)


def test_what_people_write_is_done_or_asked_about_and_talk_is_left_alone() -> None:
    found = chat_corpus.figures("ducks")
    actions, talk = found["action"], found["talk"]
    right = actions["done"] + actions["suggested right"] + actions["left alone"]
    assert right >= 0.85 * actions.total()
    assert not any("misread" in counts for counts in found.values())
    assert talk["talk answered"] <= 0.02 * talk.total()


# --- the state stated again -------------------------------------------------------------------------------------------

ROWS = story()
END = "2021-04-04T12:00:00Z"


def when(row: dict[str, str]) -> str:
    return str(row.get("at") or row["not_after"])


CORRECTED = ("2021-03-09T10:00:00Z", "2021-03-14T09:00:00Z")
"""From a proposal to what people set as its effect: between them no state tells the end."""


def instants() -> list[str]:
    """Fifty instants of the round, each right after something was told, none between dice and what they are for."""
    told_at = sorted({when(row) for row in ROWS if row["kind"] != "roll"})[3:]
    known = [at for at in told_at if not CORRECTED[0] <= at < CORRECTED[1]]
    return [iso(parse_instant(at) + timedelta(seconds=1)) for at in known[:: len(known) // 50]][:50]


def test_a_state_that_is_printed_and_stated_again_goes_on_to_the_same_end() -> None:
    printed = replay_records("ducks", ROWS, [*instants(), END])["instants"]
    assert len(instants()) == 50
    differing = Counter[str]()
    for at in instants():
        opening = {"kind": "opening", "id": "again", "at": at, "game": "ducks", "state": printed[at]["gamestate"]}
        settings = [row for row in ROWS if row["kind"] == "setting" and when(row) < at]
        again = replay_records("ducks", [*settings, opening, *(row for row in ROWS if when(row) > at)], [END])
        end, wanted = again["instants"][END]["gamestate"], printed[END]["gamestate"]
        differing.update(f"{at} {name}" for name in wanted if end[name] != wanted[name])
    assert not differing
