"""Where more is undecided than can be followed nothing that may have changed since is told as sure, in no value and on no page."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any

import pytest
from tracker.mechanics.agreed_views import IS_CERTAIN

from tests.games.chat_stories import told
from tests.games.nomicoup.lively import NOMICOUP, OPENED, wikitexts
from tests.games.playthroughs import playthroughs_of
from tests.games.test_unfollowed import edited_unread
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.app.keeping.interchange import read_file
from tracker.core.fold import fold
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import parse_instant
from tracker.mechanics import forked_worlds

(TWO_EXILES,) = playthroughs_of("nomicoup")
SETTINGS = frozenset(
    {
        "credits_total",
        "general_channel",
        "propositions_channel",
        "vote_signs",
        "game",
        "secret_key",
        "secret_hash",
        "secret_at",
        "are_pledged",
        "kinds_key",
        "kinds",
        "unreached",
    }
)
"""What settings and the tracker's own secret tell."""
NONE_KNOWN = frozenset({"upcoming", "unplaced", "awaited", "used"})
"""What there may be all the same where none is shown."""


def overflowed(instant: str) -> Gamestate:
    rows = rows_of(NOMICOUP, read_file(TWO_EXILES.log, NOMICOUP.parameters))
    done = fold(NOMICOUP, rows, parse_instant(instant))
    for world in done.state.worlds:
        world.overflowed = ["anything"]
    return NOMICOUP.view(done.state, done.as_of, 1, done.context)


def status_of(state: Gamestate) -> str:
    answers = NOMICOUP.said_in_chat(state)
    assert answers is not None
    return answers.status


def sure(view: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where a view tells anything as certain: not what is marked as doubtful, nor that there is none of something."""
    if is_dataclass(view):
        if getattr(view, IS_CERTAIN, True):
            for field in fields(view):
                yield from sure(getattr(view, field.name), (*path, field.name))
    elif isinstance(view, Mapping):
        for key, each in view.items():
            yield from sure(each, (*path, str(key)))
    elif view != UNDETERMINED and not (path[-1] in NONE_KNOWN and not view):
        yield path


@pytest.mark.parametrize("instant", TWO_EXILES.instants)
def test_no_page_tells_anything_as_sure_that_may_have_changed(instant: str) -> None:
    state = overflowed(instant)
    play = state.detail.play
    assert not play.is_certain
    told = (path for field in fields(play) for path in sure(getattr(play, field.name), (field.name,)))
    assert [path for path in told if not {*path} & SETTINGS] == [("is_certain",)]
    assert {entry["status"] for entry in state.values["roster"].values()} == {UNDETERMINED}
    assert state.dealing is not None
    assert (state.dealing.requests, state.dealing.letters, state.dealing.is_over) == ((), (), False)
    assert not state.dealing.record
    texts = wikitexts(state)
    for words in (
        "Nobody plays.",
        "Nothing is pending.",
        "It is nobody's turn.",
        "The game is over",
        "has not started",
    ):
        assert words not in texts["game"], words
    assert "undetermined" in texts["abilities"]


@pytest.mark.parametrize("instant", TWO_EXILES.instants)
def test_a_terminal_says_what_is_not_known(instant: str) -> None:
    board = NOMICOUP.board(overflowed(instant).values)
    assert board is not None
    assert board.headline.startswith("perhaps won; round undetermined, turn undetermined, treasury undetermined")
    assert "an undetermined number of players" in board.headline


# --- what was over before ---------------------------------------------------------------------------------------------

LATER = "2021-05-05T20:00:00Z"
DECIDED = """
2021-05-01 10:00:00 ana in propositions p1: Type: Addition\\nUnder: 4.4\\nContent: Take 1 credit from each player.
2021-05-01 12:00:00 ben ⬇️ p1
2021-05-01 12:00:00 cy ⬇️ p1
"""


def in_doubt(monkeypatch: pytest.MonkeyPatch, *lines: str) -> Gamestate:
    monkeypatch.setattr(forked_worlds, "MOST_WORLDS", 1)
    doubt = (
        edited_unread(1, "ana", "I take Income.").replace("2021-08-05", "2021-05-02").replace("game-actions", "general")
    )
    story = "\n".join((OPENED, DECIDED, doubt, *lines))
    return gamestate_at(NOMICOUP, rows_of(NOMICOUP, told(story, "nomicoup")), parse_instant(LATER))


def test_what_was_closed_before_the_first_doubt_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    state = in_doubt(monkeypatch)
    assert "NOT_ALL_FOLLOWED" in {each.code for each in state.findings}
    proposition = state.values["propositions"]["1"]
    assert (proposition["status"], proposition["down"], proposition["closed_at"]) == (
        "rejected",
        2,
        "2021-05-01T12:00:00Z",
    )
    assert state.detail.play.propositions[1].is_certain
    assert "proposition_rejected" in {event["event"] for event in state.events}
    assert state.values["round"] == state.values["players"]["ana"]["credits"] == UNDETERMINED


def test_who_may_have_entered_since_stays_in_the_roster(monkeypatch: pytest.MonkeyPatch) -> None:
    joining = edited_unread(2, "zoe", "I join.").replace("2021-08-05", "2021-05-02").replace("game-actions", "general")
    monkeypatch.setattr(forked_worlds, "MOST_WORLDS", 64)
    story = "\n".join((OPENED, joining))
    state = gamestate_at(NOMICOUP, rows_of(NOMICOUP, told(story, "nomicoup")), parse_instant("2021-05-02T11:00:00Z"))
    assert state.values["roster"]["zoe"] == {"status": UNDETERMINED, "admin": False}
    board = NOMICOUP.board(state.values)
    assert board is not None
    assert "at least 4 players" in board.headline
    assert "perhaps zoe" in board.headline
    assert "• perhaps zoe: " in status_of(state)


def test_whether_it_has_started_and_whether_it_is_won_may_hang_on_people(monkeypatch: pytest.MonkeyPatch) -> None:
    def status(text: str, before: str = "") -> str:
        doubt = edited_unread(1, "ana", text).replace("2021-08-05", "2021-05-02").replace("game-actions", "general")
        rows = rows_of(NOMICOUP, told(f"{before}\n{doubt}", "nomicoup"))
        state = gamestate_at(NOMICOUP, rows, parse_instant("2021-05-02T11:00:00Z"))
        board = NOMICOUP.board(state.values)
        assert board is not None
        assert wikitexts(state)["game"]
        return f"{status_of(state).splitlines()[1]} / {board.headline.partition(';')[0]}"

    entered = "2021-05-01 10:00:00 ana in general e1: I join.\n2021-05-01 10:00:00 ben in general e2: I join."
    assert status("Start the game.", entered).startswith(
        "Whether the game has started: undetermined / perhaps not started"
    )
    won = status("Win: @ben (he did)", OPENED)
    assert won == "Whether, when and by whom the game is won: undetermined / perhaps won"
    over = f"{OPENED}\n2021-05-01 10:00:00 cy in general w1: Win: @ben (he did)"
    assert status("Win: @cy (she did)", over).startswith("Won by ben, 2021-05-01 10:00 UTC / won by ben")


def test_a_record_of_the_deck_is_published_only_where_the_game_is_surely_over() -> None:
    doubt = (
        edited_unread(1, "ana", "Win: @ben (he did)")
        .replace("2021-08-05", "2021-05-02")
        .replace("game-actions", "general")
    )
    rows = rows_of(NOMICOUP, told(f"{OPENED}\n{doubt}", "nomicoup"))
    state = gamestate_at(NOMICOUP, rows, parse_instant("2021-05-02T11:00:00Z"))
    assert state.values["status"] == UNDETERMINED
    assert state.dealing is not None
    assert not state.dealing.record
    assert not state.dealing.is_over
    assert "hand" not in {*state.values["players"]["ana"]} or state.values["players"]["ana"]["hand"] == UNDETERMINED
    answered = [
        *told(f'{OPENED}\n{doubt}\n2021-05-03 10:00:00 decide posted:g1 "as seen" by cy because "so"', "nomicoup")
    ]
    after = gamestate_at(NOMICOUP, rows_of(NOMICOUP, answered), datetime.fromisoformat("2021-05-03T11:00:00+00:00"))
    assert after.dealing is not None
    assert after.dealing.record
