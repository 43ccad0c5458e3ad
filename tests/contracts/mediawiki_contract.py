"""What every backend of a MediaWiki does when something goes wrong: a backend's own test inherits this."""

import json
import logging
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.contracts.mediawiki_world import QUICK, MediaWikiWorld
from tests.contracts.wiki_contract import SVG
from tests.services.mediawiki import MediaWiki, Person
from tests.services.ports import LOOPBACK, free_port
from tracker.core.ports import PageEdit, Upload
from tracker.errors import (
    BlockedError,
    ConfigError,
    EditConflictError,
    LoginError,
    LostAnswerError,
    PageExistsError,
    PageProtectedError,
    TrackerError,
    WikiBusyError,
    WikiError,
)


def set_bot_right(server: MediaWiki, **change: str) -> None:
    """Give the bot's account its right, or take it away."""
    admin = Person(server.api_url)
    admin.log_in(server.admin_name, server.admin_password)
    admin._tokens["csrf"] = admin.get(meta="tokens", type="userrights")["query"]["tokens"]["userrightstoken"]
    admin.post("userrights", user=server.bot_account, **change)
    admin.close()


class MediaWikiContract:
    """Inherit, and give a fixture ``world``."""

    def test_it_tells_its_own_time(self, world: MediaWikiWorld) -> None:
        before = datetime.now(UTC)
        told = world.wiki.time()
        assert told is not None
        # Two clocks, and the wiki tells whole seconds.
        assert abs(told - before) < timedelta(minutes=2)
        assert len(world.asked()) == 1

    # --- pictures ---------------------------------------------------------------------------------------------------------

    def test_an_upload_costs_the_same_whatever_a_files_history(self, world: MediaWikiWorld) -> None:
        costs = []
        for width in (2, 3, 4, 2, 3, 4, 5):
            world.later()
            world.server.forget_requests()
            assert world.wiki.upload(Upload("Map.svg", SVG % width, "a map")).changed
            costs.append(world.asked())
        look = "query:info|imageinfo"
        assert costs[1] == [look, "upload", "upload", "query:info"]
        assert {tuple(cost) for cost in costs[1:]} == {tuple(costs[1])}
        world.server.forget_requests()
        assert not world.wiki.upload(Upload("Map.svg", SVG % 5, "a map")).changed
        assert world.asked() == [look]

    def test_a_picture_that_was_deleted_is_not_made_anew_by_itself(self, world: MediaWikiWorld) -> None:
        world.wiki.upload(Upload("Map.svg", SVG % 2, "a map"))
        world.delete_file("Map.svg")
        with pytest.raises(WikiError) as caught:
            world.wiki.upload(Upload("Map.svg", SVG % 3, "a map"))
        assert (caught.value.code, caught.value.place) == ("was-deleted", "File:Map.svg")
        assert "[pages]" in caught.value.remedy
        assert world.file("Map.svg") is None

    def test_a_wiki_says_what_files_it_takes(self, world: MediaWikiWorld) -> None:
        titles = ["File:Map.svg", "File:Map.PNG"]
        for state, refused in (
            ({}, {}),
            ({"file_endings": ["png", "gif"]}, {titles[0]: "the wiki takes no svg files, only png, gif"}),
            ({"uploads": False}, dict.fromkeys(titles, "the wiki takes no uploads")),
        ):
            world.server.set_state(**state)
            world.server.forget_requests()
            found = world.another().pictures(titles)
            assert {title: picture.refusal for title, picture in found.items() if picture.refusal} == refused
            assert world.asked() == ["query:info|imageinfo"]

    # --- conflicts --------------------------------------------------------------------------------------------------------

    def test_a_page_moved_without_a_redirect_is_not_made_anew(self, world: MediaWikiWorld) -> None:
        world.edit("Board", "text")
        read = world.page("Board")
        world.server.person("Admin").post("move", **{"from": "Board"}, to="Queue", noredirect=1)
        with pytest.raises(WikiError) as caught:
            world.save(read, "ours")
        assert caught.value.code == "missingtitle"
        assert world.text("Board") is None

    def test_a_page_made_anew_by_another_meanwhile_is_a_conflict(self, world: MediaWikiWorld) -> None:
        world.edit("Board", "text")
        read = world.page("Board")
        world.delete("Board")
        world.edit("Board", "another page altogether")
        with pytest.raises(EditConflictError):
            world.save(read, "ours")
        assert world.text("Board") == "another page altogether"

    # --- refusals ---------------------------------------------------------------------------------------------------------

    def test_a_protected_page_says_so(self, world: MediaWikiWorld) -> None:
        world.edit("Board", "text")
        world.server.protect("Board")
        with pytest.raises(PageProtectedError) as caught:
            world.save(world.page("Board"), "ours")
        assert (caught.value.code, caught.value.place) == ("protectedpage", "Board")
        world.server.protect("New")
        with pytest.raises(PageProtectedError):
            world.save(world.page("New"), "ours")

    def test_protected_pages_are_refused_before_anything_is_written(self, world: MediaWikiWorld) -> None:
        for title in ("Board", "Free"):
            world.edit(title, "text")
        world.server.protect("Board")
        world.server.protect("New")
        refused = world.wiki.refused(["Board", "Free", "New", "Another"])
        assert set(refused) == {"Board", "New"}
        assert all("protected" in why for why in refused.values())
        assert world.wiki.fetch(["Board"])["Board"].text == "text"

    def test_a_blocked_account_says_so(self, world: MediaWikiWorld) -> None:
        page = world.page("Board")
        world.server.block("Botty")
        with pytest.raises(BlockedError) as caught:
            world.save(page, "ours")
        assert caught.value.code == "blocked"
        assert world.another().account().blocked != ""

    def test_a_wrong_password_is_a_login_error_that_does_not_tell_it(self, world: MediaWikiWorld) -> None:
        wiki = world.another(password="x" * 32)
        with pytest.raises(LoginError) as caught:
            wiki.account()
        assert "BotPasswords" in caught.value.remedy
        assert "x" * 32 not in str(caught.value)
        assert "x" * 32 not in repr(world.settings(password="x" * 32))

    def test_without_an_account_reading_goes_and_writing_does_not(self, world: MediaWikiWorld) -> None:
        world.edit("Board", "text")
        wiki = world.another(username="", password="")
        page = wiki.fetch(["Board"])["Board"]
        assert page.text == "text"
        with pytest.raises(LoginError, match="no account is configured"):
            wiki.save(PageEdit("Board", "ours", "", page.revision))

    def test_an_account_without_the_bot_right_is_told(self, world: MediaWikiWorld) -> None:
        set_bot_right(world.server, remove="bot")
        try:
            with pytest.raises(LoginError) as caught:
                world.save(world.page("Board"), "ours")
            assert caught.value.code == "assertbotfailed"
            assert "assert_as = user" in caught.value.remedy
            world.wiki = world.another(assertion="user")
            assert world.save(world.page("Board"), "ours").changed
        finally:
            set_bot_right(world.server, add="bot")

    def test_a_login_that_ran_out_is_made_anew_once(self, world: MediaWikiWorld) -> None:
        world.save(world.page("Board"), "one")
        for spoil in (
            world.wiki._api.forget_login,
            lambda: setattr(world.wiki, "_token", "x+\\"),
        ):
            spoil()
            world.server.forget_requests()
            assert world.save(world.page("Board"), f"text {time.monotonic()}").changed
            assert world.asked() == ["query:info|revisions", "edit", "query:login", "login", "query:csrf", "edit"]

    def test_a_captcha_is_an_error_and_never_a_question(self, world: MediaWikiWorld) -> None:
        page = world.page("Board")
        body = {"edit": {"captcha": {"type": "simple", "id": "5", "question": "1+1"}, "result": "Failure"}}
        world.server.inject_fault(200, action="edit", body=json.dumps(body))
        with pytest.raises(WikiError) as caught:
            world.save(page, "ours")
        assert caught.value.code == "captcha"
        assert "skipcaptcha" in caught.value.remedy

    def test_a_filter_that_stops_the_edit_is_named(self, world: MediaWikiWorld) -> None:
        page = world.page("Board")
        body = {"edit": {"code": "abusefilter-disallowed", "info": "Hit AbuseFilter: links", "result": "Failure"}}
        world.server.inject_fault(200, action="edit", body=json.dumps(body))
        with pytest.raises(WikiError, match="links") as caught:
            world.save(page, "ours")
        assert "filter" in caught.value.remedy

    def test_a_text_too_large_is_refused_with_a_remedy(self, world: MediaWikiWorld) -> None:
        with pytest.raises(WikiError) as caught:
            world.save(world.page("Board"), "x" * 2_100_000)
        assert caught.value.code == "contenttoobig"
        assert caught.value.remedy

    # --- a wiki that is busy ----------------------------------------------------------------------------------------------

    def test_maxlag_ends_in_busy_when_the_wiki_wants_more_than_we_have(self, world: MediaWikiWorld) -> None:
        page = world.page("Board")
        world.wiki.account()
        world.server.set_state(lag=7.5)
        world.server.forget_requests()
        with pytest.raises(WikiBusyError) as caught:
            world.save(page, "ours")
        assert caught.value.code == "maxlag"
        assert world.asked() == ["edit"]
        assert world.text("Board") is None

    def test_a_wish_of_the_wiki_is_heeded(self, world: MediaWikiWorld) -> None:
        page = world.page("Board")
        world.wiki.account()
        body = json.dumps({"error": {"code": "maxlag", "info": "Waiting for db1: 7.5 seconds lagged"}})
        world.server.inject_fault(200, action="edit", retry_after=1, body=body)
        started = time.monotonic()
        assert world.save(page, "ours").changed
        assert time.monotonic() - started >= 1

    @pytest.mark.parametrize("state", [{"readonly": "moving house"}, {"ratelimit": {"edit": {"user": [1, 60]}}}])
    def test_readonly_and_ratelimited_are_tried_again_and_end_in_busy(
        self, world: MediaWikiWorld, state: dict[str, Any]
    ) -> None:
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
    def test_a_front_end_that_asks_us_to_come_again_is_obeyed(self, world: MediaWikiWorld, status: int) -> None:
        page = world.page("Board")
        world.wiki.account()
        world.server.inject_fault(status, action="edit", retry_after=1)
        world.server.forget_requests()
        started = time.monotonic()
        assert world.save(page, "ours").changed
        assert time.monotonic() - started >= 1
        assert world.asked() == ["edit", "edit"]

    @pytest.mark.parametrize("status", [200, 429, 503])
    def test_a_wish_for_longer_than_we_have_holds_nobody_up(self, world: MediaWikiWorld, status: int) -> None:
        body = json.dumps({"error": {"code": "ratelimited", "info": "later"}})
        world.server.inject_fault(status, retry_after=900, body=body)
        started = time.monotonic()
        with pytest.raises(WikiBusyError):
            world.page("Board")
        assert not world.page("Board").exists
        assert time.monotonic() - started < 60

    @pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
    def test_a_reading_is_tried_again_and_then_given_up(self, world: MediaWikiWorld, status: int) -> None:
        world.edit("Board", "text")
        world.server.inject_fault(status, count=QUICK.attempts - 1)
        assert world.page("Board").text == "text"
        world.server.inject_fault(status, count=QUICK.attempts)
        with pytest.raises(WikiBusyError) as caught:
            world.page("Board")
        assert caught.value.code == str(status)
        assert world.page("Board").text == "text"

    def test_every_operation_has_its_own_count(self, world: MediaWikiWorld) -> None:
        for _ in range(3):
            world.server.inject_fault(503, count=QUICK.attempts - 1)
            assert not world.page("Board").exists

    # --- answers that are none --------------------------------------------------------------------------------------------

    @pytest.mark.parametrize("fault", [{"lose": True}, {"lose": True, "status": 502}, {"status": 500}, {"status": 504}])
    def test_an_edit_whose_answer_is_lost_is_never_sent_again(
        self, world: MediaWikiWorld, fault: dict[str, Any]
    ) -> None:
        page = world.page("Board")
        world.wiki.account()
        world.server.forget_requests()
        world.server.inject_fault(action="edit", **fault)
        with pytest.raises(LostAnswerError) as caught:
            world.save(page, "ours")
        assert caught.value.place == "Board"
        assert world.asked() == ["edit"]
        assert world.text("Board") == ("ours" if "lose" in fault else None)

    def test_an_edit_that_takes_too_long_is_lost_too(self, world: MediaWikiWorld) -> None:
        page = world.page("Board")
        world.wiki = world.another(timeout=0.5)
        world.wiki.account()
        world.server.inject_fault(action="edit", delay=1)
        with pytest.raises(LostAnswerError):
            world.save(page, "ours")
        assert world.text("Board") == "ours"

    @pytest.mark.parametrize(
        "body",
        [
            *(
                "null",
                "[]",
                "[1]",
                "5",
                '"x"',
                "{}",
                '{"query": null}',
                '{"query": []}',
                '{"error": null}',
                '{"error": {}}',
            ),
            *('{"warnings": null}', '{"query": {"pages": [null]}}', "[" * 100_000, '{"a":' * 100_000),
        ],
    )
    def test_an_answer_that_is_none_is_an_error_of_the_wiki(self, world: MediaWikiWorld, body: str) -> None:
        world.server.inject_fault(200, body=body)
        with pytest.raises(WikiError):
            world.page("Board")

    @pytest.mark.parametrize("warnings", [None, [], {"main": None}, {"main": {"warnings": 5}}])
    def test_warnings_of_the_wiki_stop_nothing(self, world: MediaWikiWorld, warnings: Any) -> None:
        body = {"warnings": warnings, "query": {"pages": [{"title": "Board", "missing": True}]}}
        world.server.inject_fault(200, body=json.dumps(body))
        assert not world.page("Board").exists

    @pytest.mark.parametrize("body", [{"edit": False}, {"edit": None}, {}, [], False, {"batchcomplete": True}])
    def test_an_answer_that_says_nothing_of_the_edit_is_read_back(self, world: MediaWikiWorld, body: Any) -> None:
        page = world.page("Board")
        world.wiki.account()
        world.server.inject_fault(200, action="edit", body=json.dumps(body))
        world.server.forget_requests()
        with pytest.raises(LostAnswerError):
            world.save(page, "ours")
        assert world.asked() == ["edit"]

    def test_no_answer_sends_us_elsewhere(self, world: MediaWikiWorld) -> None:
        page = world.page("Board")
        world.wiki.account()
        world.server.inject_fault(302, action="edit")
        world.server.forget_requests()
        with pytest.raises(LostAnswerError):
            world.save(page, "ours")
        assert world.asked() == ["edit"]

    def test_html_in_place_of_an_answer_is_said(self, world: MediaWikiWorld) -> None:
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
    def test_a_failed_login_tells_no_secrets(
        self, world: MediaWikiWorld, caplog: pytest.LogCaptureFixture, status: int
    ) -> None:
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
    def test_a_wrong_address_is_said(self, world: MediaWikiWorld, url: str, error: type[TrackerError]) -> None:
        address = url.format(closed=f"http://{LOOPBACK}:{free_port()}", open=world.server.url)
        with pytest.raises(error) as caught:
            world.another(api_url=address).fetch(["Board"])
        assert caught.value.place == address
        assert caught.value.remedy

    def test_a_wiki_that_only_members_may_read_is_read_after_logging_in(self, world: MediaWikiWorld) -> None:
        world.edit("Board", "text")
        body = json.dumps({"error": {"code": "readapidenied", "info": "You need read permission"}})
        world.server.inject_fault(200, body=body)
        world.server.forget_requests()
        assert world.page("Board").text == "text"
        read = "query:info|revisions"
        assert world.asked() == [read, "query:login", "login", "query:csrf", read]

    def test_a_hidden_text_is_an_error_not_an_empty_page(self, world: MediaWikiWorld) -> None:
        row = {"revid": 5, "parentid": 4, "timestamp": "2019-10-01T00:00:00Z", "slots": {"main": {"texthidden": True}}}
        body = {"query": {"pages": [{"title": "Board", "lastrevid": 5, "revisions": [row]}]}}
        world.server.inject_fault(200, body=json.dumps(body))
        with pytest.raises(WikiError) as caught:
            world.page("Board")
        assert caught.value.code == "texthidden"

    def test_hidden_texts_are_left_out_of_a_history(self, world: MediaWikiWorld) -> None:
        numbers = [world.edit("Rules", f"version {number}") for number in range(3)]
        row = {"revid": 5, "parentid": 4, "timestamp": "2019-10-01T00:00:00Z", "slots": {"main": {"texthidden": True}}}
        shown = {**row, "revid": 6, "parentid": 5, "slots": {"main": {"content": "text"}}}
        body = {"query": {"pages": [{"title": "Rules", "revisions": [row, shown]}]}}
        world.server.inject_fault(200, body=json.dumps(body))
        assert [(found.revision, found.editor) for found in world.wiki.revisions("Rules", limit=1)] == [(6, "")]
        assert [found.revision for found in world.wiki.revisions("Rules")] == numbers

    def test_a_history_is_read_from_its_beginning_where_the_wiki_was_set_back(self, world: MediaWikiWorld) -> None:
        numbers = [world.edit("Rules", f"version {number}") for number in range(3)]
        assert [found.revision for found in world.wiki.revisions("Rules", after=10**6)] == numbers

    # --- pictures ---------------------------------------------------------------------------------------------------------

    def test_a_picture_of_somebody_else_is_not_written_over(self, world: MediaWikiWorld) -> None:
        world.server.upload("Map.svg", SVG % 2, "Ada")
        with pytest.raises(PageExistsError, match="Ada"):
            world.wiki.upload(Upload("Map.svg", SVG % 3, "map"))
        assert world.server.file("Map.svg") == SVG % 2

    def test_a_picture_that_the_wiki_doubts_is_not_forced(self, world: MediaWikiWorld) -> None:
        world.wiki.upload(Upload("Map.svg", SVG % 2, "map"))
        world.delete("File:Map.svg")
        with pytest.raises(WikiError) as caught:
            world.wiki.upload(Upload("Map.svg", SVG % 3, "map"))
        assert caught.value.code == "was-deleted"
        with pytest.raises(WikiError):
            world.wiki.upload(
                Upload("Evil.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>x()</script></svg>", "x")
            )

    def test_uploads_are_as_wary_as_edits(self, world: MediaWikiWorld) -> None:
        world.wiki.account()
        world.server.inject_fault(action="upload", lose=True)
        with pytest.raises(LostAnswerError):
            world.wiki.upload(Upload("Map.svg", SVG % 2, "map"))
        assert world.server.file("Map.svg") == SVG % 2
        assert not world.wiki.upload(Upload("Map.svg", SVG % 2, "map")).changed
        world.server.inject_fault(200, action="upload", body="<html>no</html>")
        with pytest.raises(LostAnswerError):
            world.wiki.upload(Upload("Map.svg", SVG % 3, "map"))
