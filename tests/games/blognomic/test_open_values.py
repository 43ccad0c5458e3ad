"""While dice are awaited, lines that hang on them wait: whatever they show, every value that is told meanwhile holds."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.blognomic.stories import looked_at
from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import parse_instant
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.gndt import gndt
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import State
from tracker.mechanics.dice.seeds import faces

MILL = """
name = "The Mill"
page = "Mill"
day_zero = 2019-09-30

[[variable]]
name = "Wood"
type = "integer"
minimum = 0
maximum = 9
default = 4

[[variable]]
name = "Corn"
type = "integer"
minimum = 0
default = 3

[[variable]]
name = "Mood"
type = "enumeration"
choices = ["Awake", "Tired"]
default = "Awake"

[[variable]]
name = "Sacks"
type = "integer"
of = "game"
default = 1

[[action]]
name = "chop"
steps = ["roll Luck = DICE6", "gain Luck Wood"]

[[action]]
name = "nap"
limit = "daily"
steps = ["roll Luck = DICE4", "if Luck < 3: set Mood to 'Tired'", "if Luck = 4: gain 1 game.Sacks"]

[[action]]
name = "wake"
limit = "daily communal"
needs = ["Mood = 'Tired'"]
steps = ["set Mood to 'Awake'"]

[[action]]
name = "raffle"
limit = "weekly communal"
steps = ["roll Luck = DICE6", "if Luck > 3: gain 1 game.Sacks", "if Luck > 8: gain 1 Corn"]

[[action]]
name = "risk"
limit = "daily communal"
steps = ["roll Luck = DICE6", "set Wood to Wood + 3 - Luck * 2"]

[[action]]
name = "grind"
needs = ["Corn > 0", "Mood = 'Awake'"]
steps = ["spend 1 Corn", "gain 1 game.Sacks"]

[[action]]
name = "give"
lines = ["give {amount} corn to {whom}"]
steps = ["transfer amount Corn to whom"]
[action.parameters]
amount = "integer 1..3"
whom = "player"

[[action]]
name = "sow"
needs = ["game.Sacks > 1"]
steps = ["gain 1 Corn"]

[[action]]
name = "bet"
lines = ["bet with {whom}"]
needs = ["whom != me"]
steps = ["roll Luck = 2DICE2", "if Luck > whom.Corn: gain 2 Wood", "if Luck = 2: set whom.Mood to 'Tired'"]
[action.parameters]
whom = "player"
"""
ACTIONS = (
    "chop", "DICE6 chop", "nap", "wake", "raffle", "risk", "DICE6 risk", "grind", "give 2 corn to Bo", "give 1 corn to Ada",
    "sow", "bet with Bo", "bet with Ada", "chop; grind", "nap; chop; sow", "DICE6 luck",
)  # fmt: skip
PLAYERS = [
    {"name": name, "status": "player", "admin": True, "emperor": False} for name in ("Ada", "Bo", "Cy", "Di", "Ed")
]
START = "2019-10-02T00:00:00Z"
END = parse_instant("2019-10-02T12:00:00Z")
Lines = list[tuple[str, str]]
Drawn = dict[str, tuple[str, int, tuple[int, ...]]]


def told(lines: Lines, drawn: Drawn, file: str) -> list[dict[str, Any]]:
    """The rows of some lines, a minute apart, and of the dice that fell for them."""
    rows: list[dict[str, Any]] = [
        {"kind": "setting", "id": "file", "at": START, "name": "dynasty", "value": file},
        {"kind": "roster", "id": "roster", "at": START, "players": PLAYERS},
    ]
    for nth, (who, text) in enumerate(lines):
        at = f"2019-10-02T10:{nth // 2:02}:00Z"
        rows.append({"kind": "log_line", "id": f"l{nth:02}", "at": at, "page": "Mill", "editor": who, "text": text})
    for key, (at, sides, shown) in drawn.items():
        rows.append({"kind": "roll", "id": key, "at": at, "sides": sides, "faces": list(shown), "for": key})
    return rows


def after(lines: Lines, withheld: str, shown: Mapping[str, int], file: str, *, is_late: bool = False) -> Folded[State]:
    """The fold once all dice fell but those of one line, whose faces are others where that is given, and may come late."""
    drawn: Drawn = {}
    while True:
        done = fold(GAME, rows_of(GAME, told(lines, drawn, file)), END)
        wanted = [each for each in looked_at(done).requests if shown or not each.key.startswith(f"{withheld}:")]
        if not wanted:
            return done
        for each in wanted:
            at = each.asked_at.strftime("%Y-%m-%dT%H:%M:%SZ")
            fell = faces(b"seed", each.key, each.sides, each.count)
            if each.key.startswith(f"{withheld}:"):
                fell = tuple(1 + (face + shown["face"]) % each.sides for face in fell)
                at = "2019-10-02T11:00:00Z" if is_late else at
            assert each.key not in drawn
            drawn[each.key] = (at, each.sides, fell)


def table_of(done: Folded[State]) -> Table:
    table = gndt.table_of(Moment.at(done.state, END, {}))
    assert table is not None
    return table


def settled(done: Folded[State]) -> dict[tuple[str, str], object]:
    """Every value that hangs on no dice."""
    held = table_of(done).holdings
    return {
        (holder, name): value
        for holder, values in held.values.items()
        if held.is_known(holder)
        for name, value in values.items()
    }


who = st.sampled_from(["Ada", "Bo"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(who, st.sampled_from(ACTIONS)), min_size=2, max_size=7), st.data())
def test_what_is_not_marked_is_so_whatever_the_dice_show(lines: Lines, data: st.DataObject) -> None:
    withheld = f"l{data.draw(st.integers(0, len(lines) - 1)):02}"
    known = settled(after(lines, withheld, {}, MILL))
    for face in range(6):
        table = table_of(after(lines, withheld, {"face": face}, MILL))
        assert known == {cell: table.holdings.values[cell[0]].get(cell[1]) for cell in known}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(who, st.sampled_from(ACTIONS)), min_size=2, max_size=7), st.data())
def test_dice_that_fall_late_give_what_they_would_have_given_at_once(lines: Lines, data: st.DataObject) -> None:
    withheld = f"l{data.draw(st.integers(0, len(lines) - 1)):02}"
    at_once = table_of(after(lines, withheld, {"face": 0}, MILL))
    late = table_of(after(lines, withheld, {"face": 0}, MILL, is_late=True))
    assert late.holdings.values == at_once.holdings.values
    answers = [{line.id: line.answer for line in each.gndt.lines.values()} for each in (at_once, late)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("lines", "open_holders"),
    [
        ([("Ada", "chop"), ("Bo", "give 2 corn to Cy")], ["", "ada"]),
        # What hangs on open values is open as well.
        ([("Ada", "nap"), ("Bo", "sow")], ["", "ada", "bo"]),
        ([("Ada", "bet with Bo")], ["", "ada", "bo"]),
        # Somebody else's use of an action may be what bars it.
        ([("Ada", "risk"), ("Bo", "risk")], ["", "ada", "bo"]),
        ([("Ada", "DICE6 luck"), ("Ada", "grind")], []),
        ([("Ada", "chop"), ("Ada", "DICE6 luck"), ("Bo", "chop")], ["", "ada"]),
    ],
    ids=lambda value: str(value)[:60] if isinstance(value, list) else "",
)  # fmt: skip
def test_open_are_the_values_of_who_waits_of_whom_they_name_and_of_the_game(
    lines: Lines, open_holders: list[str]
) -> None:
    assert table_of(after(lines, "l00", {}, MILL)).holdings.open_holders == open_holders


def test_all_dice_of_many_lines_are_asked_for_at_once() -> None:
    lines = [("Ada", "DICE4 DICE8")] * 9 + [("Bo", "chop")] * 2 + [("Cy", "chop")]
    done = fold(GAME, rows_of(GAME, told(lines, {}, MILL)), END)
    assert [each.sides for each in looked_at(done).requests] == [4, 8] * 9 + [6, 6, 6]


def test_an_outcome_of_a_list_is_answered_by_its_word() -> None:
    lunch = (
        MILL
        + """
[[action]]
name = "lunch"
steps = ["roll Fruit = FRUIT", "if Fruit = 'Orange': gain 2 Corn"]
"""
    )
    drawn: Drawn = {"l00:1:0:1d6": ("2019-10-02T10:00:00Z", 6, (2,))}
    done = fold(GAME, rows_of(GAME, told([("Ada", "lunch")], drawn, lunch)), END)
    assert done.state.gndt.lines["l00"].answer == "FRUIT: Orange. Corn 3 → 5."
