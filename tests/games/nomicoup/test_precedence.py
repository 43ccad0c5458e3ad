"""Which of two conflicting rules is shown to prevail: what they say themselves, and then which was edited later."""

from datetime import UTC, datetime

import pytest

from tests.games.nomicoup.lively import AT_LAST, NOMICOUP, gamestate
from tracker.errors import UsageError
from tracker.games.nomicoup.rule_tree.precedence import precedence
from tracker.games.nomicoup.state import Rule


def order(first: str, second: str) -> tuple[str, str]:
    found = NOMICOUP.precedence(gamestate(AT_LAST), first, second, "", "")
    assert found["to_decide"]
    return found["prevails"], found["steps"][0]["text"]


def test_the_rule_that_was_edited_later_prevails() -> None:
    assert order("4.4.2", "7 ") == ("second", "it was edited later, at 2021-05-06 17:00:00 UTC")
    assert order("Manners", "Coup / Actions / Coup")[0] == "first"
    assert order("2.1", "2.2") == ("", "neither was edited later, and neither says so")


def test_what_a_rule_says_itself_goes_first() -> None:
    prevails, why = order("4.4.2", "Winning / End of Viable Play")
    assert prevails == "second"
    assert "takes precedence" in why


@pytest.mark.parametrize("name", ["99", "4.4.0", "٣", "Nothing", "Conflicts", ""])
def test_a_rule_that_is_none_or_several_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="rule"):
        order(name, "1")


def _rule(key: int, content: str, edited: int | None = None) -> Rule:
    return Rule(content=content, key=key, edited_at=None if edited is None else datetime(2021, 5, edited, tzinfo=UTC))


@pytest.mark.parametrize(
    ("one", "other", "prevails"),
    [
        (_rule(1, "a", 5), _rule(2, "b", 3), 1),
        (_rule(1, "a"), _rule(2, "b", 3), 2),
        (_rule(1, "a"), _rule(2, "b"), 0),
        (_rule(1, "This rule takes precedence over every other rule."), _rule(2, "b", 3), 1),
        (_rule(1, "It defers to rule 2.", 5), _rule(2, "b", 3), 2),
        (_rule(1, "It defers to rule 2.", 5), _rule(2, "It defers to rule 1.", 3), 1),
    ],
)
def test_what_rules_say_goes_before_when_they_were_edited(one: Rule, other: Rule, prevails: int) -> None:
    assert precedence(one, other).prevails == precedence(other, one).prevails == prevails
