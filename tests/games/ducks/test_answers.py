"""Free answers are taken only where they say something certain, and the examples of how they may read are such answers."""

import json
from typing import Any

import pytest
from tracker.games.ducks.reading import EXAMPLES, examples_of, item_names
from tracker.games.ducks.reducing import ACTIONS
from tracker.games.ducks.spoken import DuckNames

from tests.games.ducks.lively import gamestate
from tracker.core.instants import EPOCH
from tracker.games.ducks import GAME, announced
from tracker.mechanics.announcements import Announced


@pytest.mark.parametrize("kind", EXAMPLES)
def test_each_example_reads_as_one_action_of_its_kind(kind: str) -> None:
    state = GAME.start()
    items = item_names(GAME.moment(state, state.worlds[0], EPOCH, {}).law)
    (read,) = announced.read(EXAMPLES[kind], {"1": ("bob",)}, DuckNames(["DUCK"]), items)
    assert isinstance(read, Announced)
    assert read.kind == kind
    assert examples_of(kind)[0] == EXAMPLES[kind]


def test_every_action_has_an_example() -> None:
    assert ACTIONS.keys() == EXAMPLES.keys()


def test_what_is_offered_for_any_line_names_no_other_message() -> None:
    assert examples_of("") == [EXAMPLES[kind] for kind in ("feed", "trade_offer", "name", "join")]
    assert examples_of("consent")[0] == "I accept trade 84711."


OPENING = {
    "players": [{"id": "ana", "items": {"Seeds": 4}}, {"id": "ben"}],
    "ducks": [{"id": 1, "name": "Puddle", "owner": "ana", "quacks": 9, "pond": 1}, {"id": 2, "owner": "ben"}],
    "ponds": 1,
    "old_one": {"acted_week": "2021-03-07"},
    "disciple": {"name": "Disciple Waddles", "quacks": 20},
    "judge": "ana",
}
STORY = f"""
2021-03-08 00:00:00 opening {json.dumps(OPENING)}
2021-03-08 09:00:00 ana in proposals m1: Urgent Proposal: less
2021-03-08 09:30:00 ana in game-actions m2: I give some Seeds to @ben
2021-03-08 09:31:00 ben in game-actions m3: Request for justice: May ducks fly?
2021-03-08 09:32:00 ana in game-actions m4: Response to request m3: They may.
"""
END = "2021-03-11T12:00:00Z"


def decided(question: str, answer: str) -> Any:
    line = f'2021-03-11 11:00:00 decide {question} {json.dumps(answer)} by ana because "so"\n'
    return gamestate(STORY + line, END)


@pytest.mark.parametrize(
    ("question", "answer", "why"),
    [
        ("effects:m1", "less of everything", "is no change"),
        ("effects:m1", "zed: Seeds -3", "is no player and no duck"),
        ("effects:m1", "ana: Crowns +1", "is nothing that ana holds"),
        ("effects:m1", "Puddle: Quacks +0.5", "would make it"),
        ("effects:m1", "Puddle: Seeds -1", "would make it -1"),
        ("effects:m1", "ponds +1; Puddle: Seeds +1; Puddle: Seeds -2", "would make it -1"),
        ("effects:m1", ";", "it holds no change"),
        ("effects:m1", "Seeds -3", "stands without whose it is"),
        ("reading:m2:1", "five seeds", "does not begin like any action"),
        ("reading:m2:1", "I give 1 Seeds to @ben. I give 2 Seeds to @ben", "reads as 2 actions"),
        ("ruling-switch:m4", "yes", "neither no nor NAME=READING"),
        ("ruling-switch:m4", "bot=join", "there is no switch bot"),
        ("ruling-switch:m4", "bots=fly", "bots has the readings"),
    ],
)
def test_an_answer_that_says_nothing_certain_leaves_the_question_open_with_why(
    question: str, answer: str, why: str
) -> None:
    before, after = gamestate(STORY, END), decided(question, answer)
    (asked,) = [each for each in after.questions if each.id == question]
    assert why in asked.fault
    assert asked.examples
    assert {name: after.values[name] for name in ("players", "ducks", "ponds", "offers")} == {
        name: before.values[name] for name in ("players", "ducks", "ponds", "offers")
    }


@pytest.mark.parametrize(
    ("question", "answer", "path", "value"),
    [
        ("effects:m1", "ana: Seeds -3; ana: Seeds -1; Puddle: Quacks = 3; ponds +1", ("ponds",), 2),
        ("effects:m1", "ana: Seeds -3; ana: Seeds -1", ("players", "ana", "items", "Seeds"), 0),
        ("effects:m1", "#2: Quacks -3", ("ducks", "2", "quacks"), -3),
        ("effects:m1", "Duck Disciple: Quacks +5", ("disciple", "quacks"), 25),
        ("reading:m2:1", "I give 2 Seeds to @ben", ("offers", "m2", "gives"), {"Seeds": 2}),
    ],
)
def test_an_answer_that_is_certain_settles_it(question: str, answer: str, path: tuple[str, ...], value: Any) -> None:
    after = decided(question, answer)
    assert question not in [each.id for each in after.questions]
    found: Any = after.values
    for name in path:
        found = found[name]
    assert found == value


def test_a_question_on_words_that_nobody_saw_says_what_is_told_as_sure_until_people_answer() -> None:
    unseen = {"kind": "message", "id": "m9", "channel": "game-actions", "author": "ben", "seen_edited": True}
    talk = json.dumps({**unseen, "text": "I feed Puddle with love"})
    after = gamestate(f"{STORY}2021-03-11 10:00:00 json {talk}\n", END)
    (asked,) = [each for each in after.questions if each.id == "posted:m9"]
    assert "as if it had announced what was first read, and as if it had announced nothing" in asked.text
    assert asked.text.endswith("if it announced something else, more may change.")


DOUBTFUL = """
2021-03-07 00:00:00 opening {players = [{id = "ana"}], old_one = {acted_week = "2021-03-07"}}
2021-03-08 10:00:00 ana in proposals m1: Proposal: more
2021-03-13 23:50:00..2021-03-14 00:10:00 ana gatorTrung m1
"""
DECIDED = '2021-03-14 02:00:00 decide verdict:m1 "took effect" by ana because "we saw it"\n'


@pytest.mark.parametrize(
    ("more", "start"), [("", "If the proposal m1 is adopted"), (DECIDED, "The proposal m1 is adopted.")]
)
def test_effects_are_asked_with_the_doubt_whether_the_proposal_is_adopted(more: str, start: str) -> None:
    questions = gamestate(DOUBTFUL + more, "2021-03-14T03:00:00Z").questions
    (asked,) = [each.text for each in questions if each.id == "effects:m1"]
    assert asked.startswith(start)
    assert ("verdict:m1" in asked) == (not more)


def test_a_verdict_without_effect_names_what_to_answer_instead() -> None:
    story = f"""2021-03-07 00:00:00 opening {json.dumps(OPENING)}
2021-03-08 10:00:00 ben in proposals m1: Puddle gains 10 Quacks
2021-03-08 10:00:01 ben in proposals m2: two
2021-03-12 10:00:00 ben gatorTrung m1
2021-03-12 10:00:00 ben gatorTrung m2
2021-03-12 10:00:00 ana updownTrung m2
2021-03-15 12:00:00 decide verdict:m2 "took effect" by dee because "I counted"
2021-03-20 12:00:00 decide effects:m1 "Puddle: Quacks +10" by ana because "as it says"
"""
    (found,) = (each for each in gamestate(story, "2021-03-21T12:00:00Z").findings if each.code == "VERDICT_OVERRULED")
    assert found.text == (
        "dee said that the proposal m2 took effect (verdict:m2), and by all that is told by now it failed, which holds; where what is "
        "told of effects:m1 is wrong, answer that anew; where this is right, answer verdict:m2 with “failed”, or take that answer back"
    )
