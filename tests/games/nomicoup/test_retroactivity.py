"""Which words of a proposition may say that it holds from another time than its adoption."""

from datetime import UTC, datetime

import pytest

from tracker.games.nomicoup.retroactivity import says_from_when
from tracker.games.nomicoup.rule_changes import ADDITION, Change
from tracker.games.nomicoup.rule_paths import RuleTree
from tracker.games.nomicoup.state import Proposition

WHEN = datetime(2021, 5, 1, tzinfo=UTC)


def said(talk: str, text: str = "x") -> str:
    proposition = Proposition(
        1, "m1", "ana", WHEN, WHEN, WHEN, f"Proposition: A\n{talk}\nType: Addition\nContent: {text}"
    )
    proposition.changes = [Change(ADDITION, text=text)]
    return says_from_when(RuleTree(), proposition)


@pytest.mark.parametrize(
    "words",
    [
        "It is retroactive",
        "This applies retroactively",
        "The change applies to all earlier actions",
        "It is backdated to Monday",
        "This proposition holds from 1 May on",
        "These changes take effect after the round",
        "The change does not take effect until the next round",
        "Both edits hold with effect from yesterday",
        "Things go on as if it had been adopted on Monday",
    ],
)
def test_words_that_say_so(words: str) -> None:
    assert said(f"{words}.") == said("", f"Pay 6. {words}.") == words


@pytest.mark.parametrize(
    "words",
    [
        "",
        "It is not retroactive",
        "This change takes effect upon adoption",
        "An action takes effect when its window closes",
        "Whoever has the turn holds it until the next action",
        "This rule applies when a player has 6 credits",
        "Count the credits from the Treasury",
    ],
)
def test_words_that_say_nothing_of_the_kind(words: str) -> None:
    assert said(f"{words}.") == said("", f"Pay 6. {words}.") == ""
