"""What people enter as the effects of an adopted proposal can set whatever a stated gamestate can, and nothing that cannot be."""

import json
from typing import Any

import pytest
from tracker.games.ducks.chat_words import answers
from tracker.games.ducks.opening import EXAMPLE

from tests.games.ducks.lively import gamestate

OPENING = {
    "players": [{"id": "ana", "items": {"Seeds": 4, "Egg": 2}}, {"id": "ben"}, {"id": "cy"}],
    "ducks": [
        {"id": 1, "name": "Puddle", "owner": "ana", "quacks": 9, "pond": 1, "colour": "Red"},
        {"id": 2, "owner": "ben", "pond": 2},
        {"id": 3, "name": "Bob", "owner": "ben", "quacks": 3, "pond": 1, "mission": {"sent_at": "2021-03-08T00:00:00Z", "potential": 7}},
        {"id": 4, "name": "Lost", "pond": 1},
    ],
    "ponds": 3,
    "duck_god": {"God Egg": 3},
    "old_one": {"acted_week": "2021-03-07", "god_eggs": 5},
    "disciple": {"name": "Disciple Waddles", "quacks": 20},
    "judge": "ana",
    "offers": {"700": {"from": "ana", "to": "ben", "gives": {"Seeds": 1}, "gets": {}, "at": "2021-03-07T00:00:00Z"}},
    "auctions": {"4": {"bids": [{"player": "ana", "amount": 1, "at": "2021-03-07T00:00:00Z"}], "ends_at": "2021-03-18T00:00:00Z"}},
    "requests": {"800": {"by": "ben", "text": "Is it?", "at": "2021-03-07T00:00:00Z"}},
    "rulings": {"801": {"by": "ana", "text": "It is.", "made_at": "2021-03-07T00:00:00Z"}},
    "proposals": {"900": {"by": "ben", "at": "2021-03-08T12:00:00Z"}},
}  # fmt: skip
STORY = f"""
2021-03-08 00:00:00 opening {json.dumps(OPENING)}
2021-03-08 09:00:00 json {{"kind": "message", "id": "m0", "channel": "general", "author": "dee", "name": "Dee", "text": "hello"}}
2021-03-08 09:00:00 ana in proposals m1: Urgent Proposal: so
"""
AT = "2021-03-10T09:00:00Z"
SETS: list[tuple[str, str, Any]] = [
    ("Bob: colour Green", "ducks.3.colour", "Green"),
    ("Puddle: colour none", "ducks.1.colour", None),
    ("Bob: colour = violet", "ducks.3.colour", "Violet"),
    ("Puddle: pond 3", "ducks.1.pond", 3),
    ("Puddle: pond none", "ducks.1.pond", None),
    ("ponds +1; Puddle: pond 4", "ducks.1.pond", 4),
    ("Bob: owner ana", "ducks.3.owner", "ana"),
    ("#2: owner nobody", "ducks.2.owner", None),
    ("#2: owner Puddle", "ducks.2.owner", "duck:1"),
    ("Bob: parent Puddle", "ducks.3.parent", 1),
    ("Bob: parent Puddle; Bob: parent none", "ducks.3.parent", None),
    ('#2: name "Fern: the first"', "ducks.2.name", "Fern: the first"),
    ('#2: name "Fern: the first"; Fern: the first: Quacks +2', "ducks.2.quacks", 2),
    ("Puddle: name none", "ducks.1.name", None),
    ("Puddle: Quacks = -4", "ducks.1.quacks", -4),
    ("Puddle: Grapes +2", "ducks.1.items.Grapes", 2),
    ("Puddle: mission 5", "ducks.1.mission", {"sent_at": "2021-03-10T09:00:00Z", "potential": 5, "adjustments": 0}),
    ("Puddle: mission 5 since 2021-03-09T01:00:00Z", "ducks.1.mission.sent_at", "2021-03-09T01:00:00Z"),
    ("Bob: mission none", "ducks.3.mission", None),
    ("Bob: potential +2", "ducks.3.mission.potential", 9),
    ("Bob: adjustments = 1", "ducks.3.mission.adjustments", 1),
    ("Bob: attempted yes", "ducks.3.attempted_in", "2021-03-07T00:00:00Z"),
    ("Bob: watermelons +1", "ducks.3.watermelons_this_period", 1),
    ("Bob: iced until 2021-03-11T00:00:00Z", "ducks.3.iced_until", "2021-03-11T00:00:00Z"),
    ("Bob: loot due +2", "ducks.3.loot_due", 2),
    ("Bob: loot due ana, ben", "ducks.3.loot_due_to", ["ana", "ben"]),
    ("Bob: pond roll due yes", "ducks.3.pond_roll_due", True),
    ("Puddle: Egg +1; Puddle: egg parents Bob", "ducks.1.eggs", [3]),
    ("Bob: removed", "ducks.3", None),
    ("ana: Seeds -0.5", "players.ana.items.Seeds", 0),
    ("ana: Icy Grapes-Seeds Smoothie +1", "players.ana.items.Icy Grapes-Seeds Smoothie", 1),
    ("ana: egg parents Bob, none", "players.ana.eggs", [3, None]),
    ("ana: ducks +1", "ducks.5.owner", "ana"),
    ("ana: duck +1; #5: name Fern; #5: pond 1", "ducks.5.name", "Fern"),
    ("cy: player no", "players.cy.player", False),
    ("dee: player yes", "players.dee.player", True),
    ("cy: bot yes", "players.cy.bot", True),
    ("cy: fed yes", "players.cy.fed_others_this_period", True),
    ("cy: fed yes; cy: fed no", "players.cy.fed_others_this_period", False),
    ("cy: disciple quacktion yes", "players.cy.disciple_quacktion_this_period", True),
    ("ponds = 7", "ponds", 7),
    ("next duck = 20", "next_duck", 20),
    ("Duck God: God Egg +1", "duck_god.God Egg", 4),
    ("Duck Old One: God Egg -3", "old_one.god_eggs", 2),
    ("Duck Old One: acted no", "old_one.acted_week", None),
    ("Duck Disciple: Quacks -5", "disciple.quacks", 15),
    ("Duck Disciple: name Disciple Bob", "disciple.name", "Disciple Bob"),
    ("Disciple Waddles: damaged by Bob, Puddle", "disciple.damaged_by", [3, 1]),
    ('#2: name "Bob, Puddle"; Disciple: damaged by "Bob, Puddle"', "disciple.damaged_by", [2]),
    ('#2: name "Bob, Puddle"; ana: egg parents “Bob, Puddle”, Bob', "players.ana.eggs", [2, 3]),
    ("Duck Disciple: Seeds +1", "disciple.items.Seeds", 1),
    ("Duck Disciple: removed", "disciple", None),
    ("Duck Disciple: removed; Duck Disciple: name Disciple Bob; Duck Disciple: Quacks +9", "disciple.quacks", 9),
    ("Disciple names: Bob +2", "disciple_names_used.Bob", 2),
    ("judge ben", "judge", "ben"),
    ("judge nobody", "judge", None),
    ("judge nobody; candidates ben, cy", "candidates", {"ben": [], "cy": []}),
    ("removal assents ben", "removal_assents", ["ben"]),
    ("round lost by the rain", "cause", "the rain"),
    ("round lost; round running", "status", "running"),
    ("offer 700: withdrawn", "offers.700.status", "withdrawn"),
    ("auction Lost: cancelled", "auctions", {}),
    ("auction of #4: ends 2021-03-12T00:00:00Z", "auctions.4.ends_at", "2021-03-12T00:00:00Z"),
    ("request 800: answered", "requests.800.status", "answered"),
    ("ruling 801: overturned", "rulings.801.status", "overturned"),
    ("proposal 900: retracted", "proposals.900.status", "retracted"),
]
NOT_SET = {
    "id",
    "display",
    "non_players",
    "named_at",
    "duck",
    "from",
    "to",
    "gives",
    "gets",
    "at",
    "by",
    "class",
    "text",
    "player",
    "since",
}
"""What of a stated gamestate no proposal changes: ids, what was said, and when something was."""


def entered(answer: str, opening: Any = None) -> Any:
    return gamestate(story(answer, opening), AT)


def story(answer: str, opening: Any = None) -> str:
    decision = {"kind": "decision", "question": "effects:m1", "answer": answer, "by": "ana", "why": "so"}
    told = STORY.replace(json.dumps(OPENING), json.dumps(opening or OPENING))
    return f"{told}{AT[:10]} 08:00:00 json {json.dumps(decision)}\n"


def value_at(values: Any, path: str) -> Any:
    for name in path.split("."):
        values = values.get(name) if isinstance(values, dict) else values
    return values


@pytest.mark.parametrize(("answer", "path", "value"), SETS)
def test_an_effect_is_carried_out(answer: str, path: str, value: Any) -> None:
    after = entered(answer)
    assert [each.fault for each in after.questions if each.id == "effects:m1"] == []
    assert value_at(after.values, path) == value


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("Bob: colour Pink", "is no colour"),
        ("Bob: pond 9", "is no pond: there are 3"),
        ("Bob: owner zed", "is no player"),
        ("Bob: owner Bob", "is itself"),
        ("Bob: parent zed", "is no duck"),
        ("#2: name Bob", "is called Bob already"),
        ("#2: name Jeffery", "may be called Jeffery"),
        ("Bob: mission soon", "is no mission"),
        ("Bob: mission 7 since soon", "is no instant"),
        ("Puddle: potential +1", "is on no mission"),
        ("Bob: potential -9", "would make it -2"),
        ("Bob: attempted perhaps", "is neither yes nor no"),
        ("Bob: iced until soon", "is no instant"),
        ("Bob: loot due zed", "is no player"),
        ("Bob: removed twice", "says more"),
        ("Bob: removed; Bob: Quacks +1", "is no player and no duck"),
        ("Bob: Red", "is no change"),
        ("ana: egg parents Bob", "name the parent of each"),
        ("ana: ducks -1", "would make it 0"),
        ("dee: Seeds +1", "is nothing that dee holds"),
        ("Duck God: Quacks +1", "is nothing that Duck God holds"),
        ("Duck Old One: Seeds +1", "is nothing that Duck Old One holds"),
        ("Duck Disciple: removed; Duck Disciple: Quacks +1", "there is no Duck Disciple"),
        ("Duck Disciple: Quacks -30", "would make it -10: none is left without Quacks"),
        ("Bob: parent Bob", "is the duck itself"),
        ("#2: owner Puddle; Puddle: owner #2", "is itself, or owned by it"),
        ("ponds = 1", "would make it 1"),
        ("next duck = 2", "would make it 2"),
        ("judge zed", "is no player"),
        ("offer 701: withdrawn", "is no player and no duck"),
        ("offer 700: withdrawn; offer 700: withdrawn", "cannot become that"),
        ("auction Lost: ends 2021-03-01T00:00:00Z", "at a later instant"),
        ("ruling 801: overturned +1", "cannot become that"),
    ],
)
def test_an_effect_that_cannot_be_is_told_and_nothing_of_the_answer_is_carried_out(answer: str, why: str) -> None:
    after = entered(f"ana: Seeds -1; {answer}")
    (asked,) = [each for each in after.questions if each.id == "effects:m1"]
    assert why in asked.fault
    assert value_at(after.values, "players.ana.items.Seeds") == 4


SWAPPED = """2021-03-10 09:30:00 ana in game-actions m7: I rename "Puddle" to "Fern".
2021-03-10 09:31:00 ben in game-actions m8: I rename "Bob" to "Puddle".
2021-03-10 09:40:00 json {"kind": "member_named", "id": "n1", "user": "ben", "name": "Sam", "channel": ""}
2021-03-10 09:41:00 json {"kind": "member_named", "id": "n2", "user": "ana", "name": "Kim", "channel": ""}
"""


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("Puddle: Quacks +1", "“Puddle” meant #1 when the proposal took effect, and means #3 by the time of the answer: write #1 or #3"),
        ("Lost: owner Sam", "“Sam” meant <@ana> when the proposal took effect, and means <@ben> by the time of the answer"),
        ("Lost: parent Puddle", "write #1 or #3"),
        ("ana: Egg +1; ana: egg parents Puddle, none, none", "write #1 or #3"),
    ],
)  # fmt: skip
def test_an_answer_whose_names_mean_others_by_then_is_uncertain_with_both(answer: str, why: str) -> None:
    (asked,) = [each for each in answered_later(answer).questions if each.id == "effects:m1"]
    assert why in asked.fault


@pytest.mark.parametrize(
    "answer",
    [
        "#1: Quacks +1",
        "Lost: Quacks +1; Lost: owner <@ana>",
        'Bob: name "Moe"; Moe: Quacks +1',
        "Lost: owner cy; cy: Seeds +1",
        "Fern: Quacks +1",
    ],
)
def test_an_answer_whose_names_mean_the_same_or_nobody_by_then_settles_it(answer: str) -> None:
    after = answered_later(answer)
    faults = [each.fault for each in after.questions if each.id == "effects:m1"]
    assert faults == (["“Fern” is no player and no duck"] if answer.startswith("Fern") else [])


def answered_later(answer: str) -> Any:
    """The round in which names went to others after the proposal took effect, and before it is told what it changes."""
    shown = (
        '2021-03-08 09:00:00 json {"kind": "member_named", "id": "n0", "user": "ana", "name": "Sam", "channel": ""}\n'
    )
    decision = {"kind": "decision", "question": "effects:m1", "answer": answer, "by": "ana", "why": "so"}
    return gamestate(
        f"{STORY}{shown}{SWAPPED}2021-03-10 10:00:00 json {json.dumps(decision)}\n", "2021-03-10T10:00:00Z"
    )


@pytest.mark.parametrize("answer", ["none", "None.", "nothing", "No effects", "no effect!"])
def test_it_is_said_in_several_ways_that_nothing_changes(answer: str) -> None:
    after = entered(answer)
    assert "effects:m1" not in [each.id for each in after.questions]
    assert value_at(after.values, "players.ana.items.Seeds") == 4


@pytest.mark.parametrize(
    "part",
    [
        *("Puddle: Quacks +10", "ana: Seeds +3", "Puddle: mission 7", "ponds +1", "Disciple: name Disciple Bob"),
        *(
            "Disciple: Quacks -3",
            "next duck = 12",
            "Puddle: iced until 2021-03-15",
            "cy: fed yes",
            "Bob: adjustments = 1",
        ),
    ],
)
def test_each_change_that_no_event_of_its_own_tells_is_told_as_it_was_entered_and_answered(part: str) -> None:
    after = entered(part)
    (event,) = [each for each in after.events if each["event"] == "effect_applied"]
    assert event == {"event": "effect_applied", "at": AT, "clause": "DUCK-045", "change": part}
    (reply,) = [each.text for each in answers(after, "Tracker").replies if each.message == "m1"]
    assert f"the proposal m1: {part}" in reply.replace("\\", "")


def test_what_an_event_of_its_own_tells_is_told_once() -> None:
    assert [each["event"] for each in entered("Bob: colour Green").events][-2:] == ["proposal_adopted", "duck_coloured"]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("Bob: owner cy", "the proposal m1: Bob belongs to cy"),
        ("#2: owner Puddle", "the proposal m1: duck #2 belongs to Puddle"),
        ("Puddle: owner none", "the proposal m1: Puddle belongs to nobody"),
        ("Bob: Abundant Nothing +1", "Bob is out of the game: Bob collapses by an Abundant Nothing"),
    ],
)
def test_the_reply_tells_what_became_of_a_duck(answer: str, told: str) -> None:
    (reply,) = [each.text for each in answers(entered(answer), "Tracker").replies if each.message == "m1"]
    assert told in reply.replace("\\", "")


def test_no_disciple_comes_without_quacks() -> None:
    after = entered("Disciple: removed; Disciple: name Disciple Bob")
    (asked,) = [each for each in after.questions if each.id == "effects:m1"]
    assert "would have 0 Quacks" in asked.fault


# --- names that may mean several ---------------------------------------------------------------------------------------

TAKEN = {
    **OPENING,
    "players": [{"id": "ana", "display": "Sam"}, {"id": "ben", "display": "sam"}, {"id": "cy", "display": "Fern"}],
    "ducks": [
        {"id": 1, "name": "Puddle", "owner": "ana", "quacks": 1, "pond": 1},
        {"id": 2, "name": "3", "owner": "ben", "quacks": 2, "pond": 2},
        {"id": 3, "name": "Duck God", "owner": "ben", "quacks": 3, "pond": 1},
        {"id": 4, "name": "Lost", "pond": 1},
        {"id": 5, "name": "proposal 900", "owner": "cy", "quacks": 5, "pond": 1},
        {"id": 6, "name": "Fern", "owner": "cy", "quacks": 6, "pond": 1},
        {"id": 7, "name": "puddle", "owner": "cy", "quacks": 7, "pond": 1},
    ],
}
AMBIGUOUS = [
    ("Sam: Seeds +3", "“Sam” may mean several: write <@ana> or <@ben>"),
    ("judge Sam", "“Sam” may mean several: write <@ana> or <@ben>"),
    ("Lost: owner sam", "<@ana> or <@ben>"),
    ("Lost: owner Fern", "<@cy> or #6"),
    ("Fern: Grapes +1", "<@cy> or #6"),
    ("3: Quacks +10", "“3” may mean several: write #2 or #3"),
    ("Lost: parent 3", "#2 or #3"),
    ("PUDDLE: Quacks +5", "#1 or #7"),
    ("Duck God: God Egg +1", "#3 or the Duck God"),
    ("proposal 900: retracted", "#5 or the proposal 900"),
]
CERTAIN: list[tuple[str, str, Any]] = [
    ("<@ana>: Seeds +3", "players.ana.items.Seeds", 3),
    ("<@!ben>: Seeds +3", "players.ben.items.Seeds", 3),
    ("@cy: Seeds +1", "players.cy.items.Seeds", 1),
    ("@Fern: Seeds +1", "players.cy.items.Seeds", 1),
    ("judge <@ben>", "judge", "ben"),
    ('"3": Quacks +10', "ducks.2.quacks", 12),
    ("#3: Quacks +10", "ducks.3.quacks", 13),
    ("duck #3: Quacks +10", "ducks.3.quacks", 13),
    ('Lost: parent "3"', "ducks.4.parent", 2),
    ("Lost: parent #3", "ducks.4.parent", 3),
    ("Lost: owner #6", "ducks.4.owner", "duck:6"),
    ("puddle: Quacks +5", "ducks.7.quacks", 12),
    ("the Duck God: God Egg +1", "duck_god.God Egg", 4),
    ("the proposal 900: retracted", "proposals.900.status", "retracted"),
]


_DUCKS: Any = OPENING["ducks"]
NOBODY = {**OPENING, "ducks": [*_DUCKS, {"id": 5, "name": "Nobody", "owner": "cy", "pond": 1}]}


@pytest.mark.parametrize(
    "answer",
    ["Bob: owner nobody", "Bob: parent NOBODY", "Disciple: damaged by nobody", "Disciple: damaged by Bob, nobody"],
)
def test_nobody_may_mean_a_duck_called_so(answer: str) -> None:
    (asked,) = [each for each in entered(answer, NOBODY).questions if each.id == "effects:m1"]
    assert "may mean several: write #5 or none" in asked.fault


@pytest.mark.parametrize(
    ("answer", "path", "value"),
    [
        ("Bob: owner none", "ducks.3.owner", None),
        ('Bob: owner "Nobody"', "ducks.3.owner", "duck:5"),
        ("Bob: parent #5", "ducks.3.parent", 5),
        ("judge nobody", "judge", None),
    ],
)
def test_who_is_meant_beside_a_duck_called_nobody(answer: str, path: str, value: Any) -> None:
    assert value_at(entered(answer, NOBODY).values, path) == value


@pytest.mark.parametrize(("answer", "why"), AMBIGUOUS)
def test_what_may_mean_several_is_refused_with_how_to_say_each(answer: str, why: str) -> None:
    (asked,) = [each for each in entered(answer, TAKEN).questions if each.id == "effects:m1"]
    assert why in asked.fault


@pytest.mark.parametrize(("answer", "path", "value"), CERTAIN)
def test_what_is_said_for_sure_is_taken_whoever_else_is_called_so(answer: str, path: str, value: Any) -> None:
    after = entered(answer, TAKEN)
    assert [each.fault for each in after.questions if each.id == "effects:m1"] == []
    assert value_at(after.values, path) == value


def test_every_variable_that_can_be_stated_can_be_set() -> None:
    def names(stated: Any) -> set[str]:
        inner = stated.values() if isinstance(stated, dict) else stated if isinstance(stated, list) else ()
        own = set(stated) if isinstance(stated, dict) else set()
        return own.union(*map(names, inner)) - {"?"}

    said = {word for answer, path, _ in SETS for word in (*path.split("."), *answer.replace(":", " ").split())}
    wanted = names(EXAMPLE) - NOT_SET
    renamed = {"temporary_name": "auctions", "first_valid_at": "auctions", "bids": "auctions", "amount": "auctions", "sent_at": "mission",
               "request": "request", "made_at": "ruling", "status": "status", "voters_for": "proposals", "voters_against": "proposals",
               "confidence_votes": "ruling", "ruling": "ruling", "starts": "ruling", "god_eggs": "god_eggs", "players": "players"}  # fmt: skip
    assert {name for name in wanted if renamed.get(name, name) not in said} == set()
