"""What follows from a description that marks people: names become ids, tables show names, and openings are drafted."""

from typing import Annotated, Any

import pytest
from pydantic import Field

from tracker.mechanics.state.described import Count, Names, Part, Person, Root
from tracker.mechanics.state.drafting import drafted
from tracker.mechanics.state.people import value_with_people, with_people
from tracker.mechanics.state.table import Table, table_of

IDS = {"Ana": "1", "Ben": "2"}


class Hero(Part):
    coins: Annotated[Count, Field(title="Gold coins")] = 0
    friend: Person | None = None
    bag: dict[str, Count] = Field(default={})
    awake: bool = True
    house: str = Field(default="", alias="class")


class World(Root):
    heroes: dict[Person, Hero] = Field(default={})
    order: list[Person] = Field(default=[])
    present: Names = Field(default=set())
    judge: Person | None = None
    debts: dict[Person, dict[Person, int]] = Field(default={})


def id_of(name: str) -> str:
    return IDS.get(name, name)


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ({"heroes": {"Ana": {"friend": "Ben", "coins": 2}}}, {"heroes": {"1": {"friend": "2", "coins": 2}}}),
        ({"heroes": [{"id": "Ana", "class": "Ana"}]}, {"heroes": {"1": {"class": "Ana"}}}),
        ({"order": ["Ben", "Ana"], "present": ["Ana"]}, {"order": ["2", "1"], "present": ["1"]}),
        ({"judge": None, "debts": {"Ana": {"Ben": 3}}}, {"judge": None, "debts": {"1": {"2": 3}}}),
        ({"judge": "", "unknown": "Ana", "heroes": 5}, {"judge": "", "unknown": "Ana", "heroes": 5}),
    ],
)
def test_names_become_ids_wherever_people_stand(stated: dict[str, Any], found: dict[str, Any]) -> None:
    assert with_people(World, stated, id_of) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"pointer": "/heroes/Ana/friend", "value": "Ben"}, {"pointer": "/heroes/1/friend", "value": "2"}),
        ({"pointer": "/heroes/Ana/bag/Ana", "value": 1}, {"pointer": "/heroes/1/bag/Ana", "value": 1}),
        ({"pointer": "/order/0", "value": "Ben"}, {"pointer": "/order/0", "value": "2"}),
        ({"pointer": "/debts/Ana/Ben", "remove": True}, {"pointer": "/debts/1/2", "remove": True}),
        ({"pointer": "/nothing/Ana", "value": "Ben"}, {"pointer": "/nothing/Ana", "value": "Ben"}),
        ({"pointer": "/heroes/a~1b", "value": {}}, {"pointer": "/heroes/a~1b", "value": {}}),
    ],
)
def test_so_do_those_in_a_value_that_is_set(said: dict[str, Any], found: dict[str, Any]) -> None:
    assert value_with_people(World, said, id_of) == found


def test_a_tables_columns_name_fields_and_show_people_by_name() -> None:
    heroes = {
        "1": Hero.model_validate({"coins": 3, "friend": "2", "bag": {"pie": 2}, "class": "Elm"}),
        "2": Hero(awake=False),
    }
    names = {"1": "Ana", "2": "Ben"}
    columns = ("coins", "friend", "bag", "awake", "class")
    assert table_of("Hero", Hero, heroes, columns, name=names.__getitem__, titled=names.__getitem__) == Table(
        (("Hero", ""), ("Gold coins", "number"), ("Friend", ""), ("Bag", ""), ("Awake", ""), ("Class", "")),
        (("1", ("Ana", 3, "Ben", "2× pie", "yes", "Elm")), ("2", ("Ben", 0, None, None, "no", None))),
    )


def test_an_opening_is_drafted_from_the_description() -> None:
    hero = {"id": "?", "coins": "?", "friend": "?", "bag": {"?": "?"}, "awake": "?", "class": "?"}
    assert drafted(World, ("heroes", "order", "judge")) == {"heroes": [hero], "order": ["?"], "judge": "?"}
    assert list(drafted(World)) == ["heroes", "order", "present", "judge", "debts"]
