"""Stories in which the ruleset page is edited, and what is seen of it."""

import json
from pathlib import Path

from tracker.core.gamestate import Fact, Finding, Gamestate
from tracker.games.blognomic.ruleset.ruleset_page import clause_keys

PAGE = (Path(__file__).parent / "ruleset170.wikitext").read_text(encoding="utf-8")
LATER = PAGE.replace(
    "open for voting for at least 48 hours, it has more", "open for voting for at least 72 hours, it has more"
)
"""The rule Votes with another number."""

ROSTER = "2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di Eve"
VOTE = """
2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
2019-10-01 10:30:00 Ada on p1: FOR
"""
EVENING = "2019-10-01 20:00:00"
IN_RULE_VOTES = {clause for clause, keys in clause_keys().items() if keys == ("core rules/votes",)}


def revision(number: int, when: str, text: str, summary: str = "", page: str = "Ruleset") -> str:
    row = {"kind": "page_revision", "page": page, "revision": number, "parent": number - 1, "editor": "Ada"}
    return f"{when} json {json.dumps({**row, 'id': f'revision:{page}:{number}', 'summary': summary, 'text': text})}"


def story(*revisions: str | tuple[str, str], more: str = "") -> str:
    """A day on which the ruleset page gets these texts (and summaries), one an hour from 11:00 on."""
    told = [text if isinstance(text, tuple) else (text, "") for text in revisions]
    lines = [revision(number, f"2019-10-01 {10 + number}:00:00", *each) for number, each in enumerate(told, start=1)]
    return "\n".join([ROSTER, VOTE, *lines, more])


def confirmed(clause: str, when: str, answer: str = "yes") -> str:
    return f'2019-10-01 {when} decide confirm-clause:{clause} {answer} by Ada why "I read it"'


def with_ground(number: int) -> str:
    """Somebody says that a revision's changes have a ground."""
    return f'2019-10-01 {10 + number}:00:00 decide change-ground:{number} yes by Ada why "an old proposal"'


def grounded_story(*pages: str | tuple[str, str], more: str = "") -> str:
    """The same with a ground for each change: what the page tells holds from then on."""
    return story(*pages, more="\n".join([*(with_ground(number) for number in range(2, len(pages) + 1)), more]))


def without_bearing(number: int = 2) -> str:
    """Somebody says that nothing of what a revision brought bears on votes."""
    return f'2019-10-01 {10 + number}:00:01 decide "bears-on-votes:revision:Ruleset:{number}" no by Ada why "I read it"'


def changed(state: Gamestate) -> set[str]:
    return set(state.detail.clauses_in_doubt)


def unverified(state: Gamestate) -> dict[str, str]:
    return {fact.name: str(fact.unverified_since) for fact in state.facts if fact.unverified_since}


def finding(state: Gamestate, code: str, clause: str = "") -> Finding:
    return next(each for each in state.findings if each.code == code and clause in (each.clause, ""))


def fact(state: Gamestate, name: str) -> Fact:
    return next(each for each in state.facts if each.name == name)
