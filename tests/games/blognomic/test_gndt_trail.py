"""The trail of somebody's values: every step from how they began, settled months included."""

from datetime import timedelta

from tests.games.blognomic.settled import Store, fold_with_stops
from tests.games.blognomic.table_stories import START, TablePage, with_dice
from tracker.core.fold import Context
from tracker.core.trail import Trail, TrailStep
from tracker.games.blognomic.game import GAME


def trail(page: TablePage, name: str, days: float = 0, stops: tuple[int, ...] = ()) -> Trail | None:
    when = page.when + timedelta(days=days)
    rows = with_dice(page.told, page.when)
    done, batches = fold_with_stops(rows, [START + timedelta(days=stop) for stop in stops], when)
    store = Store(*batches, GAME.settle(done.state, when))
    return GAME.trail(done.state, when, Context(done.context.decisions, store), name)


def steps(page: TablePage, name: str, variable: str, days: float = 0) -> list[TrailStep]:
    found = trail(page, name, days)
    assert found is not None
    return [step for step in found.steps if step.variable == variable]


def test_each_step_tells_who_wrote_what_with_dice_clause_and_row() -> None:
    page = TablePage()
    page.wait(10)
    page.write("Ada", 0)
    page.wait(24)
    page.write("Bo", 7)
    start, own, others = steps(page, "Ada", "Coal")
    assert (start.kind, start.text, start.old, start.new) == ("start", "default of a new player", None, 5)
    assert (own.kind, own.text, own.by, own.old, own.row) == ("action", "dig", "Ada", 5, "revision:Cellar:2#0")
    assert (others.kind, others.text, others.code) == ("action", "dig", "")
    assert (others.by, others.who, others.old) == ("Bo", "Ada", own.new)
    day, *_ = steps(page, "Ada", "Day")[1:]
    assert [(die.sides, die.faces) for die in day.dice] == [(4, (own.new - 5,))]


def test_each_value_follows_from_the_one_before() -> None:
    page = TablePage()
    for number in range(30):
        page.wait(24 * 6)
        page.write(("Ada", "Bo")[number % 2], number)
    found = trail(page, "Ada", days=100, stops=(30, 70, 71, 200))
    assert found is not None
    held = dict[str, object]()
    for step in found.steps:
        if step.variable:
            assert held.get(step.variable) == step.old
            held[step.variable] = step.new
    assert {name: value for name, value in found.values.items() if value is not None} == held


def test_a_hand_edit_is_told_with_what_explained_it() -> None:
    page = TablePage()
    page.cells["Ada", "Coal"] = "3"
    page.save("Ada")
    step = steps(page, "Ada", "Coal")[-1]
    assert (step.kind, step.text, step.by, step.new, step.row) == (
        "hand edit",
        "burn 2 coal",
        "Ada",
        3,
        "revision:Cellar:2",
    )


def test_what_was_refused_and_dice_alone_are_steps_that_change_nothing() -> None:
    page = TablePage()
    page.write("Ada", 6)
    page.write("Ada", 5)
    refused, dice = steps(page, "Ada", "")
    assert (refused.kind, refused.code, refused.note) == ("refused", "UNCLEAR", "not understood")
    assert (dice.kind, dice.dice[0].sides) == ("dice", 6)


def test_who_gave_something_away_stands_in_both_trails() -> None:
    page = TablePage()
    page.write("Ada", 4)
    assert [steps(page, name, "Coal", days=90)[-1].new for name in ("Ada", "Bo")] == [4, 6]


def test_what_nothing_tells_is_said_to_be_unseen() -> None:
    page = TablePage()
    page.write("Ada", 2)
    rows = with_dice(page.told, page.when)
    done, _ = fold_with_stops(rows, [], page.when)
    done.state.gndt.starts.clear()
    done.state.gndt.holdings.values["ada"]["Coal"] = 44
    found = GAME.trail(done.state, page.when, done.context, "Ada")
    assert found is not None
    assert [(step.kind, step.old, step.new) for step in found.steps if step.variable == "Coal"] == [
        ("action", 5, 3),
        ("start", 3, 44),
    ]


def test_the_game_has_a_trail_and_strangers_have_none() -> None:
    page = TablePage()
    assert [step.new for step in steps(page, "the game", "Heap")] == [0]
    assert trail(page, "Zed") is None
    assert trail(page, "Wes") is None


def test_an_earlier_dynasty_is_another_trail() -> None:
    page = TablePage()
    page.write("Ada", 2)
    page.wait(24)
    text = str(page.told[0].payload["value"])
    page.tell(
        "setting",
        name="dynasty",
        value=text.replace("The Cellar", "The Attic").replace("day_zero = 2019", "day_zero = 2018"),
    )
    assert [step.new for step in steps(page, "Ada", "Coal")] == [5]
