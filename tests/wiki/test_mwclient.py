"""A real MediaWiki through mwclient: the contracts, and the number of requests."""

import warnings
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.contracts.mediawiki_contract import MediaWikiContract
from tests.contracts.mediawiki_world import MediaWikiWorld
from tests.contracts.wiki_contract import WikiContract
from tests.services.mediawiki import MediaWiki
from tracker.core.region import check_safe_to_save, live_comments
from tracker.core.region import page_text as stored
from tracker.errors import (
    RegionError,
)
from tracker.wiki.mwclient_backend import MwclientWiki
from tracker.wiki.politeness import Pause


@pytest.fixture
def world(mediawiki: MediaWiki) -> MediaWikiWorld:
    return MediaWikiWorld(mediawiki)


class TestContract(WikiContract):
    """The contract of every wiki backend."""


class TestFaults(MediaWikiContract):
    """Everything that can go wrong."""


# --- how often we ask -------------------------------------------------------------------------------------------------


def test_revision_ids_of_fifty_pages_are_one_anonymous_request(world: MediaWikiWorld) -> None:
    world.edit("Board", "text")
    world.server.forget_requests()
    found = world.wiki.revision_ids(["Board", *(f"P{number}" for number in range(49))])
    assert sum(revision is not None for revision in found.values()) == 1
    assert world.asked() == ["query:info"]
    assert "cookie" not in world.server.requests()[0]["headers"]
    world.server.forget_requests()
    world.wiki.revision_ids([f"P{number}" for number in range(51)])
    assert world.asked() == ["query:info", "query:info"]


def test_fifty_pages_are_read_in_one_request(world: MediaWikiWorld) -> None:
    titles = [f"P{number}" for number in range(50)]
    for title in titles[:3]:
        world.edit(title, f"text of {title}")
    world.server.forget_requests()
    found = world.wiki.fetch(titles)
    assert [found[title].text for title in titles[:4]] == ["text of P0", "text of P1", "text of P2", ""]
    assert world.asked() == ["query:info|revisions"]


def test_long_titles_are_asked_for_by_post(world: MediaWikiWorld) -> None:
    titles = [f"{'é' * 100} {number}" for number in range(50)]
    world.server.forget_requests()
    assert len(world.wiki.fetch(titles)) == 50
    assert [row["method"] for row in world.server.requests()] == ["POST"]


def test_login_takes_three_requests_and_each_edit_one(world: MediaWikiWorld) -> None:
    pages = world.wiki.fetch(["A", "B", "C"])
    world.server.forget_requests()
    for page in pages.values():
        world.save(page, "text")
    login = ["query:login", "login", "query:csrf"]
    assert world.asked() == [*login, "edit", "edit", "edit"]
    world.wiki.account()
    assert len(world.asked()) == 6


def test_when_logged_in_five_hundred_pages_are_one_request(world: MediaWikiWorld) -> None:
    world.wiki.account()
    world.server.forget_requests()
    assert len(world.wiki.revision_ids([f"P{number}" for number in range(500)])) == 500
    assert world.asked() == ["query:info"]


def test_a_history_longer_than_one_answer_is_read_on(world: MediaWikiWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.wiki.mediawiki_backend._BATCH", 3)
    numbers = [world.edit("Rules", f"version {number}") for number in range(7)]
    world.server.forget_requests()
    found = world.wiki.revisions("Rules", after=numbers[0], limit=5)
    assert [revision.revision for revision in found] == numbers[1:6]
    assert world.asked() == ["query:revisions", "query:revisions"]


def test_texts_larger_than_one_answer_are_read_on(world: MediaWikiWorld) -> None:
    text = "é" * 900_000
    titles = [f"P{number}" for number in range(5)]
    for title in titles:
        world.edit(title, text)
    world.server.forget_requests()
    assert {page.text for page in world.wiki.fetch(titles).values()} == {text}
    assert len(world.asked()) == 2


def test_an_undo_is_known_by_the_wikis_mark_whatever_its_summary_says(world: MediaWikiWorld) -> None:
    text = "one\n\ntwo\n\nthree"
    world.edit("Rules", text)
    taken = world.edit("Rules", "one\n\nthree")
    world.edit("Rules", "one\n\nthree\n\nfour")
    world.server.person("Admin").post("edit", title="Rules", undo=taken, summary="put it there again")
    assert world.page("Rules").text == f"{text}\n\nfour"
    assert [revision.restores for revision in world.wiki.revisions("Rules")] == [False, False, False, True]
    assert world.page("Rules").restores


# --- how we ask -------------------------------------------------------------------------------------------------------


def test_an_edit_says_who_we_are_and_names_no_timestamp(world: MediaWikiWorld) -> None:
    revision = world.edit("Board", "text")
    world.save(world.page("Board"), "ours", "update board")
    row = next(row for row in world.server.requests() if row["post"].get("action") == "edit")
    sent = row["post"]
    assert row["headers"]["user-agent"].startswith("nomic-tracker/")
    assert "(admin@example.org)" in row["headers"]["user-agent"]
    named = {name: sent[name] for name in ("assert", "bot", "maxlag", "baserevid", "nocreate", "summary", "title")}
    assert named == {
        "assert": "bot", "bot": "1", "maxlag": "5", "baserevid": str(revision), "nocreate": "1",
        "summary": "update board", "title": "Board",
    }  # fmt: skip
    assert "md5" in sent
    assert not {"basetimestamp", "starttimestamp", "createonly"} & set(sent)
    assert world.server.revisions("Board")[0]["comment"] == "update board"


def test_a_new_page_is_asked_for_as_new(world: MediaWikiWorld) -> None:
    world.save(world.page("Board"), "ours")
    sent = world.server.requests()[-1]["post"]
    assert sent["createonly"] == "1"
    assert not {"baserevid", "nocreate"} & set(sent)


def test_between_edits_is_a_pause(world: MediaWikiWorld) -> None:
    slept: list[float] = []
    now = [100.0]
    world.wiki = MwclientWiki(world.settings(), Pause(5.0, lambda: now[0], slept.append))
    for title in ("A", "B"):
        world.save(world.page(title), "text")
        now[0] += 2
    assert slept == [3.0]


def test_nothing_is_asked_of_the_wiki_before_the_first_reading(world: MediaWikiWorld) -> None:
    world.server.forget_requests()
    world.another()
    assert world.asked() == []


def test_importing_the_library_leaves_the_warnings_as_they_were(world: MediaWikiWorld) -> None:
    before = list(warnings.filters)
    world.page("Board")
    assert list(warnings.filters) == before


# --- the wiki's own form of a text ------------------------------------------------------------------------------------

TEXTS = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs", "Cn"]), st.sampled_from("\r\n\t\x00\x0b\x1f\ufffe\u0338<>[]{}|=*'")
    ),
    max_size=60,
)


def is_left_alone(text: str) -> bool:
    """Whether saving expands nothing in a text."""
    try:
        check_safe_to_save("", text)
    except RegionError:
        return False
    return True


REPLACED = ("~~~~", "~~~", "{{subst::Part}}", "{{ SafeSubst: :Part}}", "[[A (b)|]]", "[[|A]]", "<math>~~~</math>")


@pytest.mark.parametrize("text", REPLACED)
def test_what_the_wiki_replaces_on_saving_is_known(world: MediaWikiWorld, text: str) -> None:
    world.edit("Part", "a part")
    world.edit("Board", f"x {text}")
    assert world.text("Board") != f"x {text}"
    assert not is_left_alone(f"x {text}")
    for quoted in (f"x <nowiki>{text}</nowiki>", f"x <pre>{text}</pre>", f"x <!-- {text} -->"):
        world.edit("Board", quoted)
        assert world.text("Board") == quoted
        assert is_left_alone(quoted)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.lists(TEXTS, min_size=20).map("|".join).filter(is_left_alone))
def test_page_text_is_what_the_wiki_keeps(world: MediaWikiWorld, text: str) -> None:
    world.server.edit("Board", f"x{text}", "Ada")
    assert world.text("Board") == stored(f"x{text}")


# --- comments and raw tags, as MediaWiki's own preprocessor sees them -------------------------------------------------

PIECES = st.sampled_from(
    [
        "text ", "\n", "== H ==\n", "<!-- a -->", "<!--", "-->", "<!-->", "<nowiki>", "</nowiki>", "</nowiki >", "<NoWiki a=1>",
        "<nowiki/>", "<nowiki", "<pre>", "</pre>", "<pre", ">", "<", "{{", "}}", "<!-- tracker:begin b -->", "|", "[[", "]]",
    ]
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.lists(PIECES, min_size=2, max_size=14).map("".join))
def test_comments_are_those_that_mediawiki_sees(world: MediaWikiWorld, text: str) -> None:
    asked = {"action": "expandtemplates", "text": f"x{text}", "prop": "parsetree"}
    tree = world.server.person("Ada").get(**asked)["expandtemplates"]["parsetree"]
    theirs = [str(node.text) for node in ElementTree.fromstring(tree).iter("comment")]  # noqa: S314 - our own wiki
    ours = [f"x{text}"[span.start : span.end] for span in live_comments(f"x{text}")]
    assert [comment.strip() for comment in theirs] == [comment.strip() for comment in ours]
