"""What people may send: nothing of it raises, gives anybody what the rules do not give, or gets out of its place on a page."""

import json
import time
from typing import Any

import pytest

from tests.games import chat_stories
from tracker.app.asking.replay import gamestate_at, replay_records, rows_of
from tracker.core.instants import parse_instant
from tracker.games.ducks import GAME
from tracker.render.pages import render_regions

END = "2021-03-09T12:00:00Z"
HUGE = "9" * 400
ITEMS = {"Grapes": 3, "Seeds": 40, "Mango Slice": 2, "Blood Orange": 1, "Grapes-Seeds Smoothie": 2, "God Egg": 1}
STATE: dict[str, Any] = {
    "players": [{"id": "ana", "items": ITEMS, "display": "Ana Bell"}, {"id": "ben", "items": ITEMS}],
    "ducks": [
        {"id": 1, "name": "Puddle", "owner": "ana", "quacks": 30, "pond": 1},
        {"id": 2, "name": "Moss", "owner": "ana", "quacks": 5, "pond": 1},
        {"id": 3, "name": "Bob", "owner": "ben", "quacks": 12, "pond": 1},
        {"id": 4, "owner": "ana", "pond": 1},
        {"id": 5, "name": "Lost", "quacks": 2, "pond": 1},
    ],
    "ponds": 2,
    "disciple": {"name": "Disciple Waddles", "quacks": 20},
    "old_one": {"acted_week": "2021-03-07"},
}


def told(text: str, state: dict[str, Any] = STATE, **more: Any) -> list[dict[str, Any]]:
    """The opening, and one message of ana's."""
    opening = chat_stories.told(f"2021-03-07 00:00:00 opening {json.dumps(state)}", "ducks")
    head = {"kind": "message", "id": "m1", "at": "2021-03-08T10:00:00Z", "channel": "game-actions", "author": "ana"}
    return [*opening, {**head, "text": text, **more}]


def printed(records: list[dict[str, Any]]) -> dict[str, Any]:
    """What replay prints; and every page of it can be rendered."""
    gamestate = gamestate_at(GAME, rows_of(GAME, records), parse_instant(END))
    render_regions(GAME.pages(gamestate, GAME.catalogue()))
    return replay_records("ducks", records, [END])


def values(record: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = record["instants"][END]["gamestate"]
    return found


def held(record: dict[str, Any]) -> list[Any]:
    """What everybody holds, and every duck is."""
    found = values(record)
    return [found["players"], found["ducks"], found["ponds"], found["duck_god"], found["disciple"], found["auctions"]]


def refused(record: dict[str, Any]) -> list[str]:
    return [each["code"] for each in record["refused"]]


BEFORE = held(printed(told("good morning")))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x" * 4000,
        'I feed "' * 500,
        "`" * 4000,
        "||" * 2000,
        '> I rename "Puddle" to "Fern"\n' * 100,
        '```\nI rename "Puddle" to "Fern"\n```',
        '||I rename "Puddle" to "Fern"||',
        '~~I rename "Puddle" to "Fern"~~',
        "\u202eemag eht evael I",
        "\ud800 I leave",
        "@everyone <@&1> <#2> {{nobots}} [[Category:X]] --> |} ~~~~",
        "#REDIRECT [[Main Page]]",
        'If I rename "Puddle" to "Fern", will ben laugh?',
        '"Puddle" performs ' * 200,
        "I pay my bid with " + "3 from Puddle, " * 200,
    ],
)
def test_what_is_no_action_changes_nothing(text: str) -> None:
    assert held(printed(told(text))) == BEFORE


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "x" * 140,
        "🦆",
        "👩‍👩‍👧‍👦 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        "null",
        "O'Quack",
        "Ende -->",
        "{{Template}} [[Category:Ducks]]",
        "<script>alert(1)</script>",
        "|} | - ! '''bold''' == head ==",
        "~ ~",
        "__TOC__ {{{1}}} &lt; %s {0} $1",
        "#12",
        "duck 3",
        "Duck God",
        "the Disciple",
        "1",
        "Bob, then I leave the game; Bob",
        "I leave the game.",
        "a\u0301\u0327\u0328",
        "\u05d0\u05d1\u05d2",
        "Benjamin",
        "Jeffery II",
    ],
)
def test_any_name_is_borne_and_the_duck_goes_by_it(name: str) -> None:
    record = printed(told(f'I name #4 "{name}"\n"{name}" performs Adopt on "{name}"'))
    duck = values(record)["ducks"]["4"]
    assert (duck["name"], duck["parent"], refused(record)) == (name, 4, [])
    assert values(record)["players"]["ana"]["player"] is True


@pytest.mark.parametrize(
    "name", ["x" * 141, "🦆" * 141, "   ", "Jeffery", "ben", "BEN", " ana ", "ana bell", "Ana Bell"]
)
def test_names_that_are_barred_are_not_taken(name: str) -> None:
    record = printed(told(f'I name #4 "{name}"'))
    assert refused(record) in (["bad_name"], ["missing_parameter"])
    assert held(record) == BEFORE


@pytest.mark.parametrize("name", ["||secret||", "~~~~", "`code`"])
def test_names_that_are_hidden_are_asked_about(name: str) -> None:
    record = printed(told(f'I name #4 "{name}"'))
    assert refused(record) == ["unclear"]
    assert held(record) == BEFORE


def test_many_names_in_one_message_leave_the_last_one() -> None:
    lines = [f'I rename #1 to "Name {number}"' for number in range(60)]
    assert values(printed(told("\n".join(lines))))["ducks"]["1"]["name"] == "Name 59"


def test_ducks_that_are_called_like_words_of_announcements_are_named_in_quotes() -> None:
    names = ["pond", "with", "Grapes", "Seeds", "scouting", "performs", "7", "and", "me"]
    more = [{"id": 10 + n, "name": name, "owner": "ana", "pond": 1} for n, name in enumerate(names)]
    state = {**STATE, "ducks": [*STATE["ducks"], *more]}
    text = 'I move "Moss" to pond 2\n"pond" performs Cannibalism on "Grapes"\nI feed "Bob" with Grapes'
    record = printed(told(text, state))
    assert refused(record) == []
    assert values(record)["ducks"]["2"]["pond"] == 2
    assert "12" not in values(record)["ducks"]


# --- numbers ----------------------------------------------------------------------------------------------------------

AMOUNTS = ["-2", "0", "2.5", "0.0", "1/2", "1e3", HUGE, "-" + HUGE, "٤", "½", "1,5", "two", "4 4", "+-4", "∞"]
FORMS = [
    '"Puddle" performs Quack Attack on "Bob" with {} Quacks',
    '"Puddle" performs Quack Attack on Duck Disciple with {} Quacks',
    '"Puddle" performs Lay Egg with {} Quacks',
    '"Puddle" performs Divine Scrambler on @ben with {} Quacks',
    'I give {} Seeds to my duck "Puddle"',
    'I take {} Eggs from my duck "Puddle"',
    'I feed "Bob" with {} Seeds',
    'I move "Puddle" to pond {}',
    'I send "Puddle" scouting with {}',
    'I add {} to "Puddle"\'s potential',
    "I trade {} Seeds to @ben for 1 Grapes",
    'I pay my bid on "Lost" with {} from "Puddle"',
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("amount", AMOUNTS)
def test_strange_amounts_move_nothing(form: str, amount: str) -> None:
    record = printed(told(form.format(amount)))
    if amount == "0" and "Seeds to my duck" in form:
        assert refused(record) == []
    assert held(record) == BEFORE


@pytest.mark.parametrize(
    ("amount", "code"), [("-1", "bad_amount"), ("2.5", "bad_amount"), (HUGE, "bad_amount"), ("36", "unaffordable")]
)
def test_strange_bids_are_no_bids(amount: str, code: str) -> None:
    record = printed(told(f'I bid {amount} Quacks on "Lost"'))
    assert refused(record) in ([code], ["unaffordable"])
    assert held(record) == BEFORE


def test_numbers_of_ducks_that_there_are_not() -> None:
    text = f"I feed #0; I feed #99; I feed #{HUGE}; I feed #-1; I roll for a new pond for duck #7"
    record = printed(told(text))
    assert set(refused(record)) <= {"unknown_duck", "unclear"}
    assert len(record["refused"]) == 5
    assert held(record) == BEFORE


# --- ducks that are gone ----------------------------------------------------------------------------------------------


def test_nothing_is_done_with_a_duck_that_died_earlier_in_the_message() -> None:
    text = """"Puddle" performs Cannibalism on "Moss"
I feed "Moss" with Grapes
I send "Moss" scouting
"Moss" performs Quack Attack on "Bob" with 2 Quacks
"Puddle" performs Quack Attack on "Moss" with 2 Quacks
I rename "Moss" to "Ghost"
I give 1 Egg to my duck "Moss"
I trade "Moss" to @ben for nothing
I move "Moss" to pond 2
"Puddle" performs Cannibalism on "Puddle"
"Puddle" performs Lay Egg with 10 Quacks"""
    record = printed(told(text))
    assert refused(record) == ["unknown_duck"] * 8 + ["unknown_duck"]
    assert values(record)["ducks"].keys() == {"3", "4", "5"}


def test_a_duck_that_collapses_takes_part_in_nothing_more() -> None:
    state = {**STATE, "players": [{"id": "ana", "items": {"Abundant Nothing": 2}}, {"id": "ben"}]}
    text = 'I give 1 Abundant Nothing to my duck "Moss"; I take 1 Egg from my duck "Moss"; I feed "Moss"'
    record = printed(told(text, state))
    assert refused(record) == ["unknown_duck", "unknown_duck"]
    assert values(record)["players"]["ana"]["items"]["Egg"] == 1
    assert values(record)["players"]["ana"]["items"]["Abundant Nothing"] == 1


def test_an_offer_of_a_duck_that_died_moves_nothing() -> None:
    records = told('I trade "Moss" to @ben for 1 Grapes')
    head = {"kind": "message", "channel": "game-actions"}
    eaten = {**head, "id": "m2", "at": "2021-03-08T11:00:00Z", "author": "ana", "text": "Puddle eats Moss"}
    accepted = {**head, "id": "m3", "at": "2021-03-08T12:00:00Z", "author": "ben", "text": "I accept @ana's trade"}
    record = printed([*records, eaten, accepted])
    assert refused(record) == ["lacks_items"]
    assert values(record)["players"]["ben"]["items"]["Grapes"] == 3


# --- Smoothies --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('"Puddle" performs Make Smoothie with Grapes-Seeds Smoothie and Mango Slice', "bad_fruit"),
        ('"Puddle" performs Make Smoothie with Grapes-Seeds Smoothie and Grapes-Seeds Smoothie', "bad_fruit"),
        ('"Puddle" performs Make Smoothie with Grapes and Grapes', "bad_fruit"),
        ('"Puddle" performs Make Smoothie with Grapes, Mango Slice and Blood Orange', "bad_fruit"),
        ('"Puddle" performs Make Smoothie with Grapes and Egg', "bad_fruit"),
        ('"Puddle" performs Make Smoothie with Grapes', "missing_parameter"),
        ('"Puddle" performs Make Smoothie with Grapes and Mango Slice, style Hot', "bad_style"),
        ('"Puddle" performs Make Smoothie with Grapes and Ambrosia', "lacks_items"),
        ('I feed "Bob" with Grapes-Seeds Smoothie and Mango Slice', "bad_fruit"),
        ('I feed "Bob" with 2 Grapes-Seeds Smoothies', "bad_fruit"),
        ('I feed "Bob" with Icy Light Grapes-Seeds Smoothie', "bad_fruit"),
    ],
)
def test_smoothies_of_smoothies_and_other_mixtures_are_none(text: str, code: str) -> None:
    record = printed(told(text))
    assert refused(record) == [code]
    assert held(record) == BEFORE


def test_a_smoothies_own_name_gets_nowhere() -> None:
    name = "Grapes and Mango Slice -->}}[[x]]<b>"
    record = printed(told(f'"Puddle" performs Make Smoothie with Grapes and Mango Slice, named "{name}"'))
    assert values(record)["players"]["ana"]["items"]["Grapes-Mango Slice Smoothie"] == 1


# --- people, bots and sizes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("author", "more"),
    [("hook", {"bot": True, "name": "A webhook"}), ("456", {"name": "Deleted User"}), ("cy", {})],
)
def test_bots_webhooks_and_strangers_do_nothing(author: str, more: dict[str, Any]) -> None:
    record = printed(told('I feed "Bob"; I bid 1 on "Lost"', author=author, **more))
    assert held(record) == BEFORE
    assert set(refused(record)) <= {"not_player"}


def test_a_message_told_twice_counts_once() -> None:
    records = told('"Puddle" performs Quack Attack on "Bob" with 2 Quacks')
    assert values(printed([*records, records[-1]]))["ducks"]["1"]["quacks"] == 28


def test_three_hundred_ducks_are_played_and_shown() -> None:
    many = [
        {"id": n, "name": f"Duck of {n}", "owner": ("ana", "ben")[n % 2], "quacks": n, "pond": 1, "colour": "Red"}
        for n in range(10, 310)
    ]
    text = "\n".join(
        f'"Duck of {n}" performs Quack Attack on "Duck of {n + 1}" with 2 Quacks' for n in range(10, 110, 2)
    )
    begun = time.process_time()
    record = printed(told(text, {**STATE, "ducks": [*STATE["ducks"], *many]}))
    assert refused(record) == []
    assert values(record)["ducks"]["109"]["quacks"] == 108
    assert values(record)["ducks"]["10"]["next_upkeep"] == "-299 +0"
    assert time.process_time() - begun < 10
