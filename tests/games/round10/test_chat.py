"""What is said in Round 10's chat: canonical lines, the corpora of what people may write, the state stated again, and replies."""

import tomllib
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.games import chat_corpus
from tests.games.chat_stories import told
from tests.games.round10.ten_stars import story
from tracker.app.asking.replay import gamestate_at, replay_records, rows_of
from tracker.core.chat_answers import ChatAnswers
from tracker.core.instants import iso, parse_instant
from tracker.games.round10 import GAME
from tracker.games.round10.announcements import FORMS, READER

LINES = tomllib.loads((Path(__file__).parent / "chat" / "lines.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", FORMS)
def test_a_canonical_line_is_read_as_itself(kind: str) -> None:
    read = READER.canonical(LINES[kind])
    assert read is not None
    assert read.kind == kind
    assert READER.canonical(read.suggestions[0]) == read


def test_what_people_write_is_done_or_asked_about_and_talk_is_left_alone() -> None:
    found = chat_corpus.figures("round10")
    actions, talk = found["action"], found["talk"]
    assert found["unclear"].total() == found["unclear"]["left alone"] + found["unclear"]["asked"]
    assert not any("misread" in counts for counts in found.values())
    right = actions["done"] + actions["suggested right"] + actions["left alone"]
    assert right >= 0.85 * actions.total()
    assert talk.total() - talk["left alone"] <= 0.02 * talk.total()


# --- the state stated again (one world, printed as it is stated) ------------------------------------------------------


ROWS = story()
END = "2021-08-31T12:00:00Z"


def when(row: dict[str, Any]) -> str:
    return str(row.get("at") or row["not_after"])


def spans() -> list[tuple[str, str]]:
    """From what was corrected to its correction: between them no state tells the end, nor while dice roll."""
    made = {row["id"]: row for row in ROWS}
    return [(made[row["of"]].get("not_before", when(made[row["of"]])), when(row)) for row in ROWS if row.get("of")]


def instants() -> list[str]:
    """Fifty instants of the round, each right after something was told."""
    told_at = sorted({when(row) for row in ROWS})
    rolled = [parse_instant(when(row)) for row in ROWS if row["kind"] == "roll"]
    waits = [(iso(at - timedelta(seconds=20)), iso(at)) for at in rolled]
    known = [at for at in told_at if not any(start <= at < end for start, end in [*spans(), *waits])]
    return [iso(parse_instant(at) + timedelta(seconds=1)) for at in known[5 :: len(known) // 50]][:50]


def test_a_state_that_is_printed_and_stated_again_goes_on_to_the_same_end() -> None:
    printed = replay_records("round10", ROWS, [*instants(), END])["instants"]
    assert len(instants()) == 50
    differing = Counter[str]()
    for at in instants():
        opening = {"kind": "opening", "id": "again", "at": at, "game": "round10", "state": printed[at]["gamestate"]}
        settings = [row for row in ROWS if row["kind"] == "setting" and when(row) < at]
        again = replay_records("round10", [*settings, opening, *(row for row in ROWS if when(row) > at)], [END])
        end, wanted = again["instants"][END]["gamestate"], printed[END]["gamestate"]
        differing.update(f"{at} {name}" for name in wanted if end[name] != wanted[name])
    assert not differing


# --- replies ----------------------------------------------------------------------------------------------------------

OPENING = '2021-08-05 00:00:00 opening {players = [{id = "ana", player = true, chips = 50}, {id = "bob", player = true}], judge = "bob"}'


def said(lines: str, until: str) -> ChatAnswers:
    rows = rows_of(GAME, told(f"{OPENING}\n{lines}", "round10"))
    answers = GAME.said_in_chat(gamestate_at(GAME, rows, parse_instant(until)))
    assert answers is not None
    return answers


def test_the_status_names_phase_lots_proposals_and_the_judge() -> None:
    lines = """
    2021-08-05 10:00:00 rolls d12,d20,d12,d20,d12,d20: 1 1 10 20 5 16
    2021-08-05 10:00:00 ana in game-actions m1: I generate a lot
    2021-08-05 11:00:00 bob in proposals m2: [Urgent] Lots have four cards.
    2021-08-05 11:10:00 ana +1 m2
    """
    status = said(lines, "2021-08-05T13:00:00Z").status
    assert "Bartering Phase until 2021-08-09 00:00 UTC" in status
    assert "• 1: Ace of Leaves, King of Hearts, Knight of Acorns" in status
    assert "Urgent by bob, open, until 2021-08-07 11:00 UTC" in status
    assert "bob" in status.partition("Judge")[2]


def test_a_won_round_says_who_won() -> None:
    lines = '2021-08-05 10:00:00 opening {players = [{id = "ana", player = true, gold_stars = 12}]}'
    assert "Won by ana" in said(lines, "2021-08-05T11:00:00Z").status


def test_what_became_of_a_proposal_is_told_below_it() -> None:
    lines = "2021-08-05 11:00:00 bob in proposals m2: [Urgent] Lots have four cards."
    (before,), (after,) = (said(lines, f"2021-08-07T{at}:00Z").replies for at in ("10:59", "11:00"))
    assert after.text.startswith(f"{before.text}\nDone: the proposal m2 of bob took effect 0-0")
