"""Which of two conflicting rules is shown to prevail: what they say themselves, and then which was edited later."""

import pytest

from tests.games.nomicoup.lively import AT_LAST, NOMICOUP, gamestate
from tracker.errors import UsageError


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
