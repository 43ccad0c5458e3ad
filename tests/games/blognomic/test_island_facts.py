"""The island's facts beside values: each with its clause and the rows it rests on (law 9)."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.games.blognomic.island_rulings import opening
from tests.games.blognomic.stories import gamestate

CASES = tomllib.loads((Path(__file__).parent / "island_facts.toml").read_text(encoding="utf-8"))["case"]
FIELDS = {"name", "opening", "settings", "lines", "fact", "value", "clause", "because", "not_because", "said"}
NOON = "2019-09-20 12:00:00"


def story(case: dict[str, Any]) -> str:
    told = [opening(*case.get("opening", ()))]
    told += [
        f"2019-09-20 00:00:01 setting {name} {json.dumps(value)}" for name, value in case.get("settings", {}).items()
    ]
    return "\n".join([*told, *(f"2019-09-20 10:00:00 {line}" for line in case.get("lines", ()))])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_each_fact_has_clause_rows_and_reasons(case: dict[str, Any]) -> None:
    assert set(case) <= FIELDS
    state = gamestate(story(case), NOON)
    (fact,) = [each for each in state.facts if each.name == case["fact"]]
    assert (fact.value, fact.clause) == (case.get("value"), case["clause"])
    assert set(case.get("because", ())) <= set(fact.because)
    assert not set(case.get("not_because", ())) & set(fact.because)
    reasons = " | ".join(reason.text for reason in fact.reasons)
    assert all(words in reasons for words in case.get("said", ())), reasons
    assert reasons


def test_what_is_a_fact_is_what_is_printed() -> None:
    state = gamestate(story({"opening": ["Ada SP 6, Date 3", "rescued"]}), NOON)
    told = {fact.name: fact.value for fact in state.facts}
    for name in ("today", "plants", "conditions", "rescued", "victory", "exhausted", "found_mac"):
        assert told[name] == state.values[name], name
    assert {name: told[f"totals.{name}"] for name in ("message", "bonfire")} == state.values["totals"]


def test_facts_of_values_name_their_own_clauses() -> None:
    state = gamestate(story({}), NOON)
    own = {fact.name.rpartition(".")[2]: fact.clause for fact in state.facts if fact.name.startswith("values.Ada.")}
    assert own == {
        "HSR": "BN-109", "Date": "BN-133", "Wood": "BN-144", "SP": "BN-150", "Motivation": "BN-156", "Location": "BN-113",
    }  # fmt: skip
