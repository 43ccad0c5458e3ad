"""A real MediaWiki through mwclient: the contract, the number of requests, and everything that can go wrong."""

import json
import logging
import time
import warnings
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.contracts.mediawiki_world import QUICK, MediaWikiWorld
from tests.contracts.wiki_contract import SVG, WikiContract
from tests.services.mediawiki import MediaWiki, Person
from tests.services.ports import LOOPBACK, free_port
from tracker.core.ports import PageEdit, Upload
from tracker.core.region import check_safe_to_save, live_comments
from tracker.core.region import page_text as stored
from tracker.errors import (
    BlockedError,
    ConfigError,
    EditConflictError,
    LoginError,
    LostAnswerError,
    PageExistsError,
    PageProtectedError,
    RegionError,
    TrackerError,
    WikiBusyError,
    WikiError,
)
from tracker.wiki.mwclient_backend import MwclientWiki
from tracker.wiki.politeness import Pause


@pytest.fixture
def world(mediawiki: MediaWiki) -> MediaWikiWorld:
    return MediaWikiWorld(mediawiki)


class TestContract(WikiContract):
    """The contract of every wiki backend."""


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
    monkeypatch.setattr("tracker.wiki.mwclient_backend._BATCH", 3)
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


# --- conflicts --------------------------------------------------------------------------------------------------------


def test_a_page_moved_without_a_redirect_is_not_made_anew(world: MediaWikiWorld) -> None:
    world.edit("Board", "text")
    read = world.page("Board")
    world.server.person("Admin").post("move", **{"from": "Board"}, to="Queue", noredirect=1)
    with pytest.raises(WikiError) as caught:
        world.save(read, "ours")
    assert caught.value.code == "missingtitle"
    assert world.text("Board") is None


def test_a_page_made_anew_by_another_meanwhile_is_a_conflict(world: MediaWikiWorld) -> None:
    world.edit("Board", "text")
    read = world.page("Board")
    world.delete("Board")
    world.edit("Board", "another page altogether")
    with pytest.raises(EditConflictError):
        world.save(read, "ours")
    assert world.text("Board") == "another page altogether"


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_a_protected_page_says_so(world: MediaWikiWorld) -> None:
    world.edit("Board", "text")
    world.server.protect("Board")
    with pytest.raises(PageProtectedError) as caught:
        world.save(world.page("Board"), "ours")
    assert (caught.value.code, caught.value.place) == ("protectedpage", "Board")
    world.server.protect("New")
    with pytest.raises(PageProtectedError):
        world.save(world.page("New"), "ours")


def test_a_blocked_account_says_so(world: MediaWikiWorld) -> None:
    page = world.page("Board")
    world.server.block("Botty")
    with pytest.raises(BlockedError) as caught:
        world.save(page, "ours")
    assert caught.value.code == "blocked"
    assert world.another().account().blocked != ""


def test_a_wrong_password_is_a_login_error_that_does_not_tell_it(world: MediaWikiWorld) -> None:
    wiki = world.another(password="x" * 32)
    with pytest.raises(LoginError) as caught:
        wiki.account()
    assert "BotPasswords" in caught.value.remedy
    assert "x" * 32 not in str(caught.value)
    assert "x" * 32 not in repr(world.settings(password="x" * 32))


def test_without_an_account_reading_goes_and_writing_does_not(world: MediaWikiWorld) -> None:
    world.edit("Board", "text")
    wiki = world.another(username="", password="")
    page = wiki.fetch(["Board"])["Board"]
    assert page.text == "text"
    with pytest.raises(LoginError, match="no account is configured"):
        wiki.save(PageEdit("Board", "ours", "", page.revision))


def test_an_account_without_the_bot_right_is_told(world: MediaWikiWorld) -> None:
    set_bot_right(world.server, remove="bot")
    try:
        with pytest.raises(LoginError) as caught:
            world.save(world.page("Board"), "ours")
        assert caught.value.code == "assertbotfailed"
        assert "assert = user" in caught.value.remedy
        world.wiki = world.another(assertion="user")
        assert world.save(world.page("Board"), "ours").changed
    finally:
        set_bot_right(world.server, add="bot")


def set_bot_right(server: MediaWiki, **change: str) -> None:
    """Give the bot's account its right, or take it away."""
    admin = Person(server.api_url)
    admin.log_in(server.admin_name, server.admin_password)
    admin._tokens["csrf"] = admin.get(meta="tokens", type="userrights")["query"]["tokens"]["userrightstoken"]
    admin.post("userrights", user=server.bot_account, **change)
    admin.close()


def test_a_login_that_ran_out_is_made_anew_once(world: MediaWikiWorld) -> None:
    world.save(world.page("Board"), "one")
    for spoil in (
        lambda: world.wiki._api._opened().connection.cookies.clear(),
        lambda: setattr(world.wiki, "_token", "x+\\"),
    ):
        spoil()
        world.server.forget_requests()
        assert world.save(world.page("Board"), f"text {time.monotonic()}").changed
        assert world.asked() == ["query:info|revisions", "edit", "query:login", "login", "query:csrf", "edit"]


def test_a_captcha_is_an_error_and_never_a_question(world: MediaWikiWorld) -> None:
    page = world.page("Board")
    body = {"edit": {"captcha": {"type": "simple", "id": "5", "question": "1+1"}, "result": "Failure"}}
    world.server.inject_fault(200, action="edit", body=json.dumps(body))
    with pytest.raises(WikiError) as caught:
        world.save(page, "ours")
    assert caught.value.code == "captcha"
    assert "skipcaptcha" in caught.value.remedy


def test_a_filter_that_stops_the_edit_is_named(world: MediaWikiWorld) -> None:
    page = world.page("Board")
    body = {"edit": {"code": "abusefilter-disallowed", "info": "Hit AbuseFilter: links", "result": "Failure"}}
    world.server.inject_fault(200, action="edit", body=json.dumps(body))
    with pytest.raises(WikiError, match="links") as caught:
        world.save(page, "ours")
    assert "filter" in caught.value.remedy


def test_a_text_too_large_is_refused_with_a_remedy(world: MediaWikiWorld) -> None:
    with pytest.raises(WikiError) as caught:
        world.save(world.page("Board"), "x" * 2_100_000)
    assert caught.value.code == "contenttoobig"
    assert caught.value.remedy


# --- a wiki that is busy ----------------------------------------------------------------------------------------------


def test_maxlag_ends_in_busy_when_the_wiki_wants_more_than_we_have(world: MediaWikiWorld) -> None:
    page = world.page("Board")
    world.wiki.account()
    world.server.set_state(lag=7.5)
    world.server.forget_requests()
    with pytest.raises(WikiBusyError) as caught:
        world.save(page, "ours")
    assert caught.value.code == "maxlag"
    assert world.asked() == ["edit"]
    assert world.text("Board") is None


def test_a_wish_of_the_wiki_is_heeded(world: MediaWikiWorld) -> None:
    page = world.page("Board")
    world.wiki.account()
    body = json.dumps({"error": {"code": "maxlag", "info": "Waiting for db1: 7.5 seconds lagged"}})
    world.server.inject_fault(200, action="edit", retry_after=1, body=body)
    started = time.monotonic()
    assert world.save(page, "ours").changed
    assert time.monotonic() - started >= 1


@pytest.mark.parametrize("state", [{"readonly": "moving house"}, {"ratelimit": {"edit": {"user": [1, 60]}}}])
def test_readonly_and_ratelimited_are_tried_again_and_end_in_busy(world: MediaWikiWorld, state: dict[str, Any]) -> None:
    pages = world.wiki.fetch(["A", "B"])
    world.wiki.account()
    world.server.set_state(**state)
    if "ratelimit" in state:
        world.save(pages["A"], "one")
    world.server.forget_requests()
    with pytest.raises(WikiBusyError) as caught:
        world.save(pages["B"], "ours")
    assert caught.value.code in {"readonly", "ratelimited"}
    assert world.asked() == ["edit"] * QUICK.attempts
    world.server.set_state()
    assert world.text("B") is None


@pytest.mark.parametrize("status", [429, 503])
def test_a_front_end_that_asks_us_to_come_again_is_obeyed(world: MediaWikiWorld, status: int) -> None:
    page = world.page("Board")
    world.wiki.account()
    world.server.inject_fault(status, action="edit", retry_after=1)
    world.server.forget_requests()
    started = time.monotonic()
    assert world.save(page, "ours").changed
    assert time.monotonic() - started >= 1
    assert world.asked() == ["edit", "edit"]


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_reading_is_tried_again_and_then_given_up(world: MediaWikiWorld, status: int) -> None:
    world.edit("Board", "text")
    world.server.inject_fault(status, count=QUICK.attempts - 1)
    assert world.page("Board").text == "text"
    world.server.inject_fault(status, count=QUICK.attempts)
    with pytest.raises(WikiBusyError) as caught:
        world.page("Board")
    assert caught.value.code == str(status)
    assert world.page("Board").text == "text"


def test_every_operation_has_its_own_count(world: MediaWikiWorld) -> None:
    for _ in range(3):
        world.server.inject_fault(503, count=QUICK.attempts - 1)
        assert not world.page("Board").exists


# --- answers that are none --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [{"lose": True}, {"lose": True, "status": 502}, {"status": 500}, {"status": 504}])
def test_an_edit_whose_answer_is_lost_is_never_sent_again(world: MediaWikiWorld, fault: dict[str, Any]) -> None:
    page = world.page("Board")
    world.wiki.account()
    world.server.forget_requests()
    world.server.inject_fault(action="edit", **fault)
    with pytest.raises(LostAnswerError) as caught:
        world.save(page, "ours")
    assert caught.value.place == "Board"
    assert world.asked() == ["edit"]
    assert world.text("Board") == ("ours" if "lose" in fault else None)


def test_an_edit_that_takes_too_long_is_lost_too(world: MediaWikiWorld) -> None:
    page = world.page("Board")
    world.wiki = world.another(timeout=0.5)
    world.wiki.account()
    world.server.inject_fault(action="edit", delay=1)
    with pytest.raises(LostAnswerError):
        world.save(page, "ours")
    assert world.text("Board") == "ours"


def test_html_in_place_of_an_answer_is_said(world: MediaWikiWorld) -> None:
    page = world.page("Board")
    world.wiki.account()
    world.server.inject_fault(200, body="<html>Down for\nmaintenance</html>")
    with pytest.raises(WikiError, match="<html>Down for maintenance</html>") as caught:
        world.page("Board")
    assert caught.value.code == "noapi"
    world.server.inject_fault(200, action="edit", body="<html>Down for maintenance</html>")
    with pytest.raises(LostAnswerError, match="maintenance"):
        world.save(page, "ours")


@pytest.mark.parametrize("status", [200, 304])
def test_a_failed_login_tells_no_secrets(world: MediaWikiWorld, caplog: pytest.LogCaptureFixture, status: int) -> None:
    body = json.dumps({"error": {"code": "internal_api_error_DBQueryError", "info": "failed"}})
    world.server.inject_fault(status, action="login", body=body)
    with caplog.at_level(logging.DEBUG), pytest.raises(WikiError) as caught:
        world.wiki.account()
    shown: list[str] = [repr(caught.value), caplog.text]
    cause: BaseException | None = caught.value
    while cause is not None:
        shown.append(repr(cause))
        cause = None if cause.__suppress_context__ else cause.__context__
    assert world.server.bot_password not in "".join(shown)


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("wiki.example.org", ConfigError),
        ("ftp://wiki.example.org/api.php", ConfigError),
        ("https://wiki.example.org/index.php", ConfigError),
        ("{closed}/api.php", WikiBusyError),
        ("{open}/no/api.php", WikiError),
    ],
)
def test_a_wrong_address_is_said(world: MediaWikiWorld, url: str, error: type[TrackerError]) -> None:
    address = url.format(closed=f"http://{LOOPBACK}:{free_port()}", open=world.server.url)
    with pytest.raises(error) as caught:
        world.another(api_url=address).fetch(["Board"])
    assert caught.value.place == address
    assert caught.value.remedy


def test_a_wiki_that_only_members_may_read_is_read_after_logging_in(world: MediaWikiWorld) -> None:
    world.edit("Board", "text")
    body = json.dumps({"error": {"code": "readapidenied", "info": "You need read permission"}})
    world.server.inject_fault(200, body=body)
    world.server.forget_requests()
    assert world.page("Board").text == "text"
    read = "query:info|revisions"
    assert world.asked() == [read, "query:login", "login", "query:csrf", read]


def test_a_hidden_text_is_an_error_not_an_empty_page(world: MediaWikiWorld) -> None:
    row = {"revid": 5, "parentid": 4, "timestamp": "2019-10-01T00:00:00Z", "slots": {"main": {"texthidden": True}}}
    body = {"query": {"pages": [{"title": "Board", "lastrevid": 5, "revisions": [row]}]}}
    world.server.inject_fault(200, body=json.dumps(body))
    with pytest.raises(WikiError) as caught:
        world.page("Board")
    assert caught.value.code == "texthidden"


def test_hidden_texts_are_left_out_of_a_history(world: MediaWikiWorld) -> None:
    numbers = [world.edit("Rules", f"version {number}") for number in range(3)]
    row = {"revid": 5, "parentid": 4, "timestamp": "2019-10-01T00:00:00Z", "slots": {"main": {"texthidden": True}}}
    shown = {**row, "revid": 6, "parentid": 5, "slots": {"main": {"content": "text"}}}
    body = {"query": {"pages": [{"title": "Rules", "revisions": [row, shown]}]}}
    world.server.inject_fault(200, body=json.dumps(body))
    assert [(found.revision, found.editor) for found in world.wiki.revisions("Rules", limit=1)] == [(6, "")]
    assert [found.revision for found in world.wiki.revisions("Rules")] == numbers


def test_a_history_is_read_from_its_beginning_where_the_wiki_was_set_back(world: MediaWikiWorld) -> None:
    numbers = [world.edit("Rules", f"version {number}") for number in range(3)]
    assert [found.revision for found in world.wiki.revisions("Rules", after=10**6)] == numbers


# --- pictures ---------------------------------------------------------------------------------------------------------


def test_a_picture_of_somebody_else_is_not_written_over(world: MediaWikiWorld) -> None:
    world.server.upload("Map.svg", SVG % 2, "Ada")
    with pytest.raises(PageExistsError, match="Ada"):
        world.wiki.upload(Upload("Map.svg", SVG % 3, "map"))
    assert world.server.file("Map.svg") == SVG % 2


def test_a_picture_that_the_wiki_doubts_is_not_forced(world: MediaWikiWorld) -> None:
    world.wiki.upload(Upload("Map.svg", SVG % 2, "map"))
    world.delete("File:Map.svg")
    with pytest.raises(WikiError) as caught:
        world.wiki.upload(Upload("Map.svg", SVG % 3, "map"))
    assert caught.value.code == "was-deleted"
    with pytest.raises(WikiError):
        world.wiki.upload(
            Upload("Evil.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>x()</script></svg>", "x")
        )


def test_uploads_are_as_wary_as_edits(world: MediaWikiWorld) -> None:
    world.wiki.account()
    world.server.inject_fault(action="upload", lose=True)
    with pytest.raises(LostAnswerError):
        world.wiki.upload(Upload("Map.svg", SVG % 2, "map"))
    assert world.server.file("Map.svg") == SVG % 2
    assert not world.wiki.upload(Upload("Map.svg", SVG % 2, "map")).changed
    world.server.inject_fault(200, action="upload", body="<html>no</html>")
    with pytest.raises(LostAnswerError):
        world.wiki.upload(Upload("Map.svg", SVG % 3, "map"))


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
