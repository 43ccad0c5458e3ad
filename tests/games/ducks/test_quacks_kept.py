"""Whatever players announce of feeding, Quacktions and loot, Quacks and items come from what the rules give and from nowhere else."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.chat_stories import told
from tracker.app.asking.replay import replay_records

ITEMS = {"Grapes": 3, "Seeds": 25, "Mango Slice": 1, "Abundant Nothing": 2, "Egg": 2, "God Egg": 1}
DUCKS = (("Puddle", "ana", 30), ("Moss", "ana", 5), ("Bob", "ben", 45), ("Moe", "ben", -3))
OPENING = {
    "players": [{"id": "ana", "items": ITEMS}, {"id": "ben", "items": ITEMS}],
    "ducks": [
        {"id": id, "name": name, "owner": owner, "quacks": quacks, "pond": 1, "items": {"Egg": 1}, "loot_due": 2}
        for id, (name, owner, quacks) in enumerate(DUCKS, 1)
    ],
    "ponds": 1,
    "duck_god": {"God Egg": 3},
    "old_one": {"acted_week": "2021-03-07"},
    "disciple": {"name": "Disciple Waddles", "quacks": 20},
}
NAMES = st.sampled_from([name for name, _, _ in DUCKS])
AMOUNTS = st.sampled_from(["-2", "0", "1", "2", "4", "6", "10", "20", "40", "2.5", "9" * 30])
FRUITS = st.sampled_from(["Grapes", "10 Seeds", "Mango Slice", "Egg", "Grapes-Seeds Smoothie", "3 Seeds"])
GOODS = st.sampled_from(["1 Egg", "1 Abundant Nothing", "1 God Egg", "7 Seeds", "1 Grapes", "4 Quacks", "-1 Egg"])
TARGETS = st.sampled_from(["Duck God", "@ana", "@ben", '"Bob"', "Duck Old One"])
LINES = st.one_of(
    st.builds('I feed "{}"'.format, NAMES),
    st.builds('I feed "{}" with {}'.format, NAMES, FRUITS),
    st.builds('"{}" performs Quack Attack on "{}" with {} Quacks'.format, NAMES, NAMES, AMOUNTS),
    st.builds('"{}" performs Lay Egg with {} Quacks'.format, NAMES, AMOUNTS),
    st.builds('"{}" performs Hatch Egg'.format, NAMES),
    st.builds('"{}" performs Divine Scrambler on {} with {} Quacks'.format, NAMES, TARGETS, AMOUNTS),
    st.builds('"{}" performs Steal Duck on "{}"'.format, NAMES, NAMES),
    st.builds('"{}" performs Cannibalism on "{}"'.format, NAMES, NAMES),
    st.builds('"{}" performs Make Smoothie with Grapes and Seeds'.format, NAMES),
    st.builds('"{}" performs Divine Cocktail'.format, NAMES),
    st.builds('I give {} to my duck "{}"'.format, GOODS, NAMES),
    st.builds('I take {} from my duck "{}"'.format, GOODS, NAMES),
    st.builds('I roll loot for "{}"'.format, NAMES),
)
MESSAGES = st.lists(st.tuples(st.sampled_from(["ana", "ben"]), LINES), min_size=1, max_size=14)
DICE = [("feeding", 1, 6), ("loot", 1, 20), ("loot_count", 1, 6), ("loot_count", 2, 6)]
DICE += [("lay_egg", 1, sides) for sides in (1, 2, 4, 6, 10, 20, 40)]
"""The dice that a message may need: what for, which of several, how many sides."""
FACES = st.lists(st.integers(1, 40), min_size=7, max_size=7)


def played(messages: Iterable[tuple[str, str]], faces: list[int]) -> Mapping[str, Any]:
    """What is printed once each message, a minute after the one before, has its dice."""
    story = [f"2021-03-08 00:00:00 opening {json.dumps(OPENING)}"]
    for n, (by, text) in enumerate(messages):
        at = f"2021-03-10 10:{n:02}:00"
        story.append(f"{at} {by} in game-actions m{n}: {text}")
        for number, (what, index, sides) in enumerate(DICE):
            face = faces[(n + number) % len(faces)] % sides + 1
            story.append(f"{at} roll {sides} {face} for {what}:m{n}:1:{index}")
    return replay_records("ducks", told("\n".join(story), "ducks"), ["2021-03-08T00:00:00Z", "2021-03-10T11:00:00Z"])


def counts(gamestate: Mapping[str, Any]) -> Counter[str]:
    """How many of each item there are, and of Quacks."""
    ducks = list(gamestate["ducks"].values())
    found = Counter({"Quacks": sum(duck["quacks"] for duck in ducks)})
    for holder in (*gamestate["players"].values(), *ducks):
        found.update(holder["items"])
    found.update(gamestate["duck_god"])
    return found


def given_by_rules(events: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """What the events say came into being; Quacks that were paid and lost are taken off, and those of ducks that are gone."""
    found: Counter[str] = Counter()
    for event in events:
        kind, quacktion = event["event"], event.get("quacktion")
        if kind == "duck_fed" or quacktion == "Cannibalism":
            found["Quacks"] += event["quacks"]
        elif kind == "quacktion_performed":
            found["Quacks"] -= event.get("quacks", 0) + event.get("damage", 0)
            found["Ambrosia"] += quacktion == "Divine Cocktail"
        elif kind in ("egg_hatched", "smoothie_made"):
            found["Quacks"] -= 5
            found[event.get("smoothie", "")] += kind == "smoothie_made"
        elif kind == "loot_rolled":
            found[event["item"]] += event["count"]
        elif kind in ("egg_laid", "duck_removed"):
            found["Egg"] += 1
    return found


@given(MESSAGES, FACES)
@settings(max_examples=60, deadline=None)
def test_nothing_comes_from_nothing(messages: list[tuple[str, str]], faces: list[int]) -> None:
    printed = played(messages, faces)
    first, last = (block["gamestate"] for block in printed["instants"].values())
    before, after, came = counts(first), counts(last), given_by_rules(printed["events"])
    is_gone = any(event["event"] == "duck_removed" for event in printed["events"])
    assert is_gone or after["Quacks"] == before["Quacks"] + came["Quacks"]
    for item in {*after} - {"Quacks"}:
        assert after[item] <= before[item] + came[item]


@given(MESSAGES, FACES)
@settings(max_examples=60, deadline=None)
def test_holdings_are_sound(messages: list[tuple[str, str]], faces: list[int]) -> None:
    _, last = (block["gamestate"] for block in played(messages, faces)["instants"].values())
    for holder in (*last["players"].values(), *last["ducks"].values()):
        assert min(holder["items"].values()) >= 0
        assert len(holder["eggs"]) == holder["items"]["Egg"]
    for duck in last["ducks"].values():
        assert duck["items"]["Abundant Nothing"] == 0


def test_the_stories_do_something() -> None:
    messages = [
        ("ben", 'I feed "Puddle" with Mango Slice'),
        ("ana", '"Puddle" performs Lay Egg with 10 Quacks'),
        ("ana", '"Puddle" performs Hatch Egg'),
        ("ana", 'I roll loot for "Moss"'),
        ("ben", '"Bob" performs Divine Scrambler on Duck God with 40 Quacks'),
    ]
    told_of = {event["event"] for event in played(messages, [9] * 7)["events"]}
    assert {"duck_fed", "egg_laid", "egg_hatched", "loot_rolled", "quacktion_performed"} <= told_of
