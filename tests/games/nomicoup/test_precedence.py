"""Which of two conflicting rules is shown to prevail: what they say themselves, and then which was edited later."""

from typing import Any

import pytest

from tests.games.nomicoup.lively import AT_LAST, NOMICOUP, gamestate
from tracker.errors import UsageError
from tracker.games.nomicoup.rule_tree.precedence import precedence


def order(first: str, second: str) -> tuple[str, str]:
    found = NOMICOUP.precedence(gamestate(AT_LAST), first, second, "", "")
    assert found["to_decide"]
    return found["prevails"], found["steps"][0]["text"]


def test_rules_are_named_by_any_path_a_title_or_a_clause() -> None:
    assert order("4.4.2", "7 ") == ("second", "it was edited later, at 2021-05-06 17:00:00 UTC")
    assert order("Manners", "Coup / Actions / Coup")[0] == "first"
    assert order("coup-007", "2.2") == ("", "neither was edited later, and neither says so")
    prevails, why = order("4.4.2", "Winning / End of Viable Play")
    assert prevails == "second"
    assert "takes precedence" in why


@pytest.mark.parametrize("name", ["99", "٣", "Conflicts", ""])
def test_a_rule_that_is_none_or_several_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="rule"):
        order(name, "1")


def _rule(content: str, edited: int | None = None) -> dict[str, Any]:
    return {"content": content, "edited_at": f"2021-05-{edited:02}T00:00:00Z" if edited else None}


@pytest.mark.parametrize(
    ("one", "other", "prevails"),
    [
        (_rule("a", 5), _rule("b", 3), "first"),
        (_rule("a"), _rule("b", 3), "second"),
        (_rule("a"), _rule("b"), ""),
        (_rule("This rule takes precedence over every other rule."), _rule("b", 3), "first"),
        (_rule("It defers to rule 2.", 5), _rule("b", 3), "second"),
        (_rule("It defers to rule 2.", 5), _rule("It defers to rule 1.", 3), "first"),
    ],
)
def test_what_rules_say_goes_before_when_they_were_edited(
    one: dict[str, Any], other: dict[str, Any], prevails: str
) -> None:
    turned = {"first": "second", "second": "first", "": ""}
    assert precedence(one, other)[0] == prevails == turned[precedence(other, one)[0]]
