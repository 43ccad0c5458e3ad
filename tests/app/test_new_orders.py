"""A new turn order on a live server, where people are accounts: proposed by names, told as it is understood, and applied."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker
from tests.app.coup_table import OPTIONS, PEOPLE, coup_table, enter, start
from tests.contracts.chat_world import Account
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people.deciding import decide
from tracker.core.gamestate import Gamestate
from tracker.errors import UsageError

ACCOUNTS = {name: str(300000000000000100 + number) for number, name in enumerate(PEOPLE)}
"""As long as the ids that Discord gives."""
NAMES = {id: name for name, id in ACCOUNTS.items()}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ChatTracker]:
    """A game that has started."""
    with coup_table(tmp_path, options={**OPTIONS, "answers": "replies"}) as made:
        for name, id in ACCOUNTS.items():
            made.discord.chat.people[name] = made.discord.chat.members[id] = Account(id, name)
        enter(made)
        start(made)
        yield made


def state(table: ChatTracker) -> Gamestate:
    return gamestate_at(table.tracker)


def order(table: ChatTracker) -> list[str]:
    return [NAMES[id] for id in state(table).values["order"]]


def propose(table: ChatTracker, text: str) -> str:
    """Let ben propose a change of the order's rule, and everybody hear of it."""
    made = table.say(6, "ben", f"Proposition: order\nType: Content Edit\nRule: 3.1\n{text}", "propositions")
    table.tick(7)
    return made


def adopt(table: ChatTracker, message: str) -> None:
    """Let the others vote for it, and everybody pass, so that the round ends."""
    for name in ("ana", "cy"):
        table.discord.chat.find(message).reactions.setdefault(("⬆️", ""), {})[ACCOUNTS[name]] = False
    table.tick(8)
    for number, name in enumerate(PEOPLE):
        table.say(10 + number, name, "I pass.")
    table.tick(14)


def answers(table: ChatTracker) -> str:
    return "\n".join(text for texts in table.replies("propositions").values() for text in texts)


@pytest.mark.parametrize(
    "text",
    [
        "Content: 1: cy\n2: ben\n3: ana",
        f"Content: 1: cy / 2: <@{ACCOUNTS['ben']}> / 3: ana",
        f"Content: {ACCOUNTS['cy']}, @Ben, then ana",
        'Replace: "1: ana\n2: ben\n3: cy"\nWith: "1: cy\n2: ben\n3: ana"',
    ],
)
def test_a_new_order_is_understood_by_names_and_applied(table: ChatTracker, text: str) -> None:
    proposed = propose(table, text)
    adopt(table, proposed)
    assert order(table) == ["cy", "ben", "ana"]
    assert "LEFT_OUT_OF_ORDER" not in [each.code for each in state(table).findings]
    assert "1&#58; cy<br>2&#58; ben<br>3&#58; ana" in table.page("Tracker/Rules")


def test_a_name_that_nobody_has_is_told_before_the_vote(table: ChatTracker) -> None:
    adopt(table, propose(table, "Content: 1: cy\n2: bern\n3: ana"))
    assert "the turn order of proposition 1 leaves out ben" in answers(table)


def test_whoever_is_left_out_is_told_before_the_vote_and_after_the_round(table: ChatTracker) -> None:
    proposed = propose(table, "Content: 1: cy\n2: ana")
    assert "the turn order of proposition 1 leaves out ben" in answers(table)
    adopt(table, proposed)
    assert order(table) == ["cy", "ana"]
    assert [each.subject for each in state(table).findings if each.code == "LEFT_OUT_OF_ORDER"] == [ACCOUNTS["ben"]]


def test_who_is_first_unable_to_play_is_asked_and_answered_by_name(table: ChatTracker) -> None:
    table.say(6, "ana", "End of viable play.")
    table.tick(7)
    (question,) = state(table).questions
    assert question.answers[0] == ACCOUNTS["ana"]
    page = table.page("Tracker/Refused and unclear")
    assert "one of <code>ana</code>, <code>ben</code>, <code>cy</code>, <code>nobody</code>" in page
    assert ACCOUNTS["ana"] not in page
    with pytest.raises(UsageError, match=r"answers: ana, ben, cy, nobody"):
        decide(table.tracker, question.id, "zoe", by="cy", why="nobody can move")
    decide(table.tracker, question.id, "ben", by="cy", why="nobody can move")
    table.tick(8)
    assert state(table).values["winner"] == ACCOUNTS["ben"]
