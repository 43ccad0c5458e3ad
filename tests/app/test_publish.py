"""Publishing onto a folder and onto a real MediaWiki: one contract, and what it costs in requests."""

from pathlib import Path

import pytest

from tests.contracts.directory_world import DirectoryWorld
from tests.contracts.mediawiki_world import QUICK, MediaWikiWorld
from tests.contracts.publish_contract import PublishContract
from tests.planning import BOARD, StepClock, page_text, wish
from tests.services.mediawiki import MediaWiki
from tracker.app.publish.publish import Publisher
from tracker.archive.memory import MemoryLedger
from tracker.core.manners import Manners
from tracker.core.plan import Plan
from tracker.core.planning import Desired


@pytest.fixture
def mediawiki_world(mediawiki: MediaWiki) -> MediaWikiWorld:
    return MediaWikiWorld(mediawiki)


class TestOnAFolder(PublishContract):
    """Publishing into a folder."""

    @pytest.fixture
    def world(self, tmp_path: Path) -> DirectoryWorld:
        return DirectoryWorld(tmp_path / "wiki")


class TestOnAMediaWiki(PublishContract):
    """Publishing onto a MediaWiki."""

    @pytest.fixture
    def world(self, mediawiki_world: MediaWikiWorld) -> MediaWikiWorld:
        return mediawiki_world


def test_eight_pages_take_login_one_reading_one_look_and_an_edit_each(mediawiki_world: MediaWikiWorld) -> None:
    publisher = Publisher(
        mediawiki_world.wiki, MemoryLedger(), StepClock(), manners=Manners("Botty", "User:Botty/stop")
    )
    titles = [f"Page {number}" for number in range(9)]
    for title in titles:
        mediawiki_world.edit(title, page_text(board="old"))
    desired = Desired(
        tuple(wish(title, board="new").pages[0] for title in titles[:8]) + wish(titles[8], board="old").pages
    )
    mediawiki_world.server.forget_requests()
    plan = publisher.plan_pages(desired)
    assert len(publisher.apply_plan(plan, plan.checksum)) == 8
    login = ["query:login", "login", "query:csrf"]
    assert mediawiki_world.asked() == ["query:info|revisions", "query:info", *login, *["edit"] * 8]
    mediawiki_world.server.forget_requests()
    again = publisher.plan_pages(desired)
    assert publisher.apply_plan(again, again.checksum) == []
    assert mediawiki_world.asked() == ["query:info|revisions"]


def test_a_lost_answer_of_the_real_wiki_is_read_back(mediawiki_world: MediaWikiWorld) -> None:
    publisher = Publisher(mediawiki_world.wiki, MemoryLedger(), StepClock())
    mediawiki_world.edit(BOARD, page_text(board="old"))
    plan = publisher.plan_pages(wish(board="new"))
    mediawiki_world.server.inject_fault(action="edit", lose=True)
    outcome = publisher.apply_plan(plan, plan.checksum)[0]
    assert (outcome.status, outcome.revision) == ("done", mediawiki_world.page(BOARD).revision)
    assert publisher.plan_pages(wish(board="new")) == Plan()
    assert len(mediawiki_world.server.revisions(BOARD)) == 2


def test_when_reading_back_fails_too_the_intent_stays_open(mediawiki_world: MediaWikiWorld) -> None:
    publisher = Publisher(mediawiki_world.wiki, MemoryLedger(), StepClock())
    mediawiki_world.edit(BOARD, page_text(board="old"))
    plan = publisher.plan_pages(wish(board="new"))
    mediawiki_world.server.inject_fault(action="edit", lose=True)
    mediawiki_world.wiki.account()
    mediawiki_world.server.inject_fault(502, action="query", path="prop=revisions", count=QUICK.attempts)
    assert publisher.apply_plan(plan, plan.checksum)[0].status == "lost"
    assert len(publisher.ledger.open_intents()) == 1
    assert [outcome.status for outcome in publisher.settle_open_intents()] == ["done"]


def test_a_protected_page_does_not_keep_the_others_back(mediawiki_world: MediaWikiWorld) -> None:
    publisher = Publisher(mediawiki_world.wiki, MemoryLedger(), StepClock())
    for title in ("A", "B"):
        mediawiki_world.edit(title, page_text(board="old"))
    mediawiki_world.server.protect("A")
    desired = Desired(wish("A", board="new").pages + wish("B", board="new").pages)
    plan = publisher.plan_pages(desired)
    assert [outcome.status for outcome in publisher.apply_plan(plan, plan.checksum)] == ["protected", "done"]
