"""Asking the tracker for things on a real MediaWiki: one pass with every word, and who may not ask."""

from pathlib import Path

import pytest

from tests.app.enacting import RULESET_170
from tests.app.wiring import vote
from tests.chain import written
from tests.services.mediawiki import MediaWiki
from tests.test_enacting import REQUESTS, Nomic

BOARD, STATUS = "Tracker/Votable matters", "Tracker/State of play"


@pytest.fixture
def nomic(mediawiki: MediaWiki, tmp_path: Path) -> Nomic:
    """A proposal is popular and may be enacted; the pages are made, and a tick has been."""
    return Nomic(mediawiki, tmp_path)


def ask(nomic: Nomic, *lines: str, by: str = "Ada") -> set[str]:
    """What a tick wrote once somebody has written these lines."""
    text = nomic.wiki.text(REQUESTS) or ""
    nomic.wiki.edit(REQUESTS, "\n".join([text, *(f"{line} --~~~~" for line in lines)]), by)
    return written(nomic.tracker.tick(minutes=1))


def test_every_word_is_carried_out_for_an_admin_and_answered_in_place(nomic: Nomic) -> None:
    ask(nomic, "* recount dry_socks", "* resync", "* recount dry_sock")
    page = nomic.shown(REQUESTS)
    assert "2 FOR" in page or "3 FOR" in page
    assert "quorum 3" in page
    assert "Read anew: nothing differs." in page
    assert "did you mean dry_socks" in page
    ask(nomic, "* resync")
    assert "it may be asked for again from" in nomic.shown(REQUESTS)

    ask(nomic, "* pause")
    assert "paused" in nomic.shown(STATUS)
    board = nomic.wiki.text(BOARD)
    nomic.tell(vote("against", "Bo", "dry_socks", nomic.ago(0)))
    assert ask(nomic, "* enact dry_socks") == {REQUESTS}
    assert nomic.wiki.text(BOARD) == board
    ask(nomic, "* resume")
    assert "Resumed for Ada; it was paused by Ada since" in nomic.shown(REQUESTS)
    assert nomic.wiki.text(BOARD) != board

    text = nomic.wiki.text(REQUESTS)
    nomic.tracker.tick(minutes=1)
    assert nomic.wiki.text(REQUESTS) == text


def test_a_clause_is_confirmed_and_a_question_decided_by_whose_edit_it_is(nomic: Nomic) -> None:
    nomic.wiki.edit("Ruleset", RULESET_170.replace("at least 12 hours", "no less than half a day"), "Bo")
    nomic.tracker.tick(minutes=1)
    asked = [item for item in nomic.tracker.must("questions", "--json").said if item["id"].startswith("confirm-rule:")]
    question, clause = asked[0]["id"], asked[0]["also"][0].partition(":")[2]
    ask(nomic, f"* confirm {clause}", f'* decide "{question}" yes', by="Bo")
    assert nomic.shown(REQUESTS).count("only an admin may ask for this") == 2
    assert question in {item["id"] for item in nomic.tracker.must("questions", "--json").said}
    ask(
        nomic,
        f"* confirm {clause} 0a1b2c3d4e5f",
        f"* confirm {clause}",
        f'* decide "{question}" yes {asked[0]["mark"]}',
    )
    page = nomic.shown(REQUESTS)
    assert "does not read as it did when you wrote this" in page
    assert f"Confirmed for Ada: {clause}" in page
    assert f"Decided for Ada: {question} is yes." in page
    assert question not in {item["id"] for item in nomic.tracker.must("questions", "--json").said}
