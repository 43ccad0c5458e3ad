"""The test wiki is a real MediaWiki: it edits, refuses, forgets and misbehaves as told."""

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import requests

from tests.services.mediawiki import MediaWiki
from tests.services.processes import ServiceError


class Bot:
    """The smallest client that the wiki takes for a bot."""

    def __init__(self, wiki: MediaWiki) -> None:
        self._url = wiki.api_url
        self._http = requests.Session()
        self._http.trust_env = False
        login = {"action": "login", "lgname": wiki.bot_name, "lgpassword": wiki.bot_password}
        assert self.ask(**login, lgtoken=self._token("login")).json()["login"]["result"] == "Success"
        self._csrf = self._token("csrf")

    def ask(self, **parameters: str | int) -> requests.Response:
        fields = {**parameters, "format": "json", "formatversion": 2}
        return self._http.post(self._url, data=fields, timeout=30)

    def _token(self, kind: str) -> str:
        answer = self.ask(action="query", meta="tokens", type=kind).json()
        return str(answer["query"]["tokens"][f"{kind}token"])

    def edit(self, title: str, text: str, **parameters: str | int) -> requests.Response:
        fields: dict[str, str | int] = {"title": title, "text": text, "token": self._csrf, "assert": "bot", "bot": 1}
        return self.ask(action="edit", **fields, **parameters)

    def close(self) -> None:
        self._http.close()


@pytest.fixture
def bot(mediawiki: MediaWiki) -> Iterator[Bot]:
    client = Bot(mediawiki)
    yield client
    client.close()


def error_of(answer: requests.Response) -> str:
    return str(answer.json()["error"]["code"])


def test_page_is_saved_read_and_rendered(mediawiki: MediaWiki) -> None:
    first = mediawiki.edit("Ruleset", "== Quorum ==\nA '''majority'''.", user="Ada", summary="begun")
    second = mediawiki.edit("Ruleset", "Repealed.", user="Bo")
    assert mediawiki.text("Ruleset") == "Repealed."
    assert "Repealed." in mediawiki.html("Ruleset")
    newest, oldest = mediawiki.revisions("Ruleset")
    assert (newest["revid"], newest["user"]) == (second, "Bo")
    assert (oldest["revid"], oldest["user"], oldest["comment"]) == (first, "Ada", "begun")
    assert oldest["text"].endswith("A '''majority'''.")


def test_edit_without_effect_answers_the_revision_that_stands(mediawiki: MediaWiki) -> None:
    first = mediawiki.edit("Ruleset", "Same.")
    assert mediawiki.edit("Ruleset", "Same.", user="Ada") == first


def test_page_that_is_not_there_has_no_text(mediawiki: MediaWiki) -> None:
    assert mediawiki.text("Nowhere") is None
    assert mediawiki.revisions("Nowhere") == []


def test_unknown_person_is_refused(mediawiki: MediaWiki) -> None:
    with pytest.raises(ValueError, match="no such person: Cy"):
        mediawiki.edit("Ruleset", "x", user="Cy")


def test_bot_edits_with_its_bot_password(mediawiki: MediaWiki, bot: Bot) -> None:
    assert bot.edit("Gamestate", "One.").json()["edit"]["result"] == "Success"
    assert mediawiki.revisions("Gamestate")[0]["user"] == mediawiki.bot_account


def test_stale_base_revision_is_an_edit_conflict(mediawiki: MediaWiki, bot: Bot) -> None:
    base = mediawiki.edit("Gamestate", "One.")
    mediawiki.edit("Gamestate", "Two.", user="Ada")
    assert error_of(bot.edit("Gamestate", "Three.", baserevid=base)) == "editconflict"
    assert mediawiki.text("Gamestate") == "Two."


def test_changes_in_other_lines_are_merged(mediawiki: MediaWiki, bot: Bot) -> None:
    base = mediawiki.edit("Gamestate", "a\n\nb\n\nc")
    mediawiki.edit("Gamestate", "a!\n\nb\n\nc", user="Ada")
    answer = bot.edit("Gamestate", "a\n\nb\n\nc?", baserevid=base).json()["edit"]
    assert answer["oldrevid"] != base
    assert mediawiki.text("Gamestate") == "a!\n\nb\n\nc?"


def test_extensions_and_modules_work(mediawiki: MediaWiki) -> None:
    mediawiki.edit("Module:Six", "return { six = function() return 2 * 3 end }")
    mediawiki.edit("Sum", "{{#invoke:Six|six}} {{#expr:3+4}} {{#explode:a,b|,|1}}<ref>note</ref>")
    html = mediawiki.html("Sum")
    assert "6 7 b" in html
    assert "cite_note" in html


def test_lag_stops_only_who_asks_about_it(mediawiki: MediaWiki, bot: Bot) -> None:
    mediawiki.set_state(lag=7.5)
    refused = bot.edit("Gamestate", "One.", maxlag=5)
    assert error_of(refused) == "maxlag"
    assert refused.headers["Retry-After"] == "5"
    mediawiki.set_state()
    assert bot.edit("Gamestate", "One.", maxlag=5).json()["edit"]["result"] == "Success"


def test_wiki_that_is_read_only_says_why(mediawiki: MediaWiki, bot: Bot) -> None:
    mediawiki.set_state(readonly="moving house")
    answer = bot.edit("Gamestate", "One.")
    assert error_of(answer) == "readonly"
    assert answer.json()["error"]["readonlyreason"] == "moving house"


def test_rate_limit_counts_edits(mediawiki: MediaWiki, bot: Bot) -> None:
    mediawiki.set_state(ratelimit={"edit": {"user": [1, 60], "newbie": [1, 60]}})
    assert "edit" in bot.edit("Gamestate", "One.").json()
    assert error_of(bot.edit("Gamestate", "Two.")) == "ratelimited"


def test_clock_stands_where_it_is_put(mediawiki: MediaWiki, bot: Bot) -> None:
    mediawiki.set_state(now=datetime(2031, 3, 1, 12, 30, tzinfo=UTC))
    bot.edit("Gamestate", "One. {{CURRENTTIMESTAMP}}")
    mediawiki.edit("Ruleset", "Rules.", user="Ada")
    assert mediawiki.revisions("Gamestate")[0]["timestamp"] == "2031-03-01T12:30:00Z"
    assert mediawiki.revisions("Ruleset")[0]["timestamp"] == "2031-03-01T12:30:00Z"
    assert "20310301123000" in mediawiki.html("Gamestate")


def test_page_follows_its_template_while_the_clock_stands(mediawiki: MediaWiki) -> None:
    mediawiki.set_state(now=datetime(2031, 3, 1, tzinfo=UTC))
    mediawiki.edit("Template:Word", "before")
    mediawiki.edit("Page", "{{Word}}")
    assert "<p>before" in mediawiki.html("Page")
    mediawiki.edit("Template:Word", "after")
    assert "<p>after" in mediawiki.html("Page")


def test_instant_without_zone_is_refused(mediawiki: MediaWiki) -> None:
    with pytest.raises(ValueError, match="time zone"):
        mediawiki.set_state(now=datetime(2031, 3, 1))  # noqa: DTZ001


def test_protected_page_refuses_the_bot(mediawiki: MediaWiki, bot: Bot) -> None:
    mediawiki.edit("Ruleset", "Rules.")
    mediawiki.protect("Ruleset")
    mediawiki.protect("Not yet there")
    assert error_of(bot.edit("Ruleset", "Mine.")) == "protectedpage"
    assert error_of(bot.edit("Not yet there", "Mine.")) == "protectedpage"
    mediawiki.edit("Ruleset", "Still the admins'.")


def test_blocked_account_cannot_edit(mediawiki: MediaWiki, bot: Bot) -> None:
    mediawiki.block(mediawiki.bot_account)
    assert error_of(bot.edit("Gamestate", "One.")) == "blocked"


def test_pages_are_moved_and_deleted(mediawiki: MediaWiki) -> None:
    mediawiki.edit("Old", "Text.")
    mediawiki.move("Old", "New")
    assert mediawiki.text("New") == "Text."
    assert mediawiki.text("Old") == "#REDIRECT [[New]]"
    mediawiki.delete("New")
    assert mediawiki.text("New") is None


def test_fault_strikes_as_often_as_told(mediawiki: MediaWiki, bot: Bot) -> None:
    mediawiki.inject_fault(503, count=2, action="edit", retry_after=3)
    answers = [bot.edit("Gamestate", "One.") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [503, 503, 200]
    assert answers[0].headers["Retry-After"] == "3"
    assert [row["status"] for row in mediawiki.requests() if row["post"].get("action") == "edit"] == [503, 503, 200]


def test_fault_leaves_other_actions_alone(mediawiki: MediaWiki, bot: Bot) -> None:
    mediawiki.inject_fault(200, action="edit", body="<html>maintenance</html>")
    assert bot.ask(action="query", meta="siteinfo").json()["query"]
    assert bot.edit("Gamestate", "One.").text == "<html>maintenance</html>"


def test_faults_are_cleared(mediawiki: MediaWiki, bot: Bot) -> None:
    mediawiki.inject_fault(429)
    mediawiki.inject_fault(503)
    mediawiki.clear_faults()
    assert bot.edit("Gamestate", "One.").ok


def test_lost_answer_means_the_work_was_done(mediawiki: MediaWiki, bot: Bot) -> None:
    mediawiki.inject_fault(lose=True, action="edit")
    answer = bot.edit("Gamestate", "One.")
    assert (answer.status_code, answer.text) == (504, "")
    assert mediawiki.text("Gamestate") == "One."
    assert bot.edit("Gamestate", "One.").json()["edit"]["nochange"]


def test_delay_only_delays(mediawiki: MediaWiki, bot: Bot) -> None:
    mediawiki.inject_fault(delay=0.3)
    begun = time.monotonic()
    assert bot.edit("Gamestate", "One.").ok
    assert time.monotonic() - begun >= 0.3


def test_fault_of_no_kind_is_refused(mediawiki: MediaWiki) -> None:
    with pytest.raises(ValueError, match="needs a status"):
        mediawiki.inject_fault(action="edit")


def test_persons_are_neither_disturbed_nor_logged(mediawiki: MediaWiki) -> None:
    mediawiki.inject_fault(503)
    mediawiki.edit("Ruleset", "Rules.", user="Ada")
    assert mediawiki.requests() == []


def test_requests_are_logged_until_forgotten(mediawiki: MediaWiki, bot: Bot) -> None:
    mediawiki.forget_requests()
    bot.edit("Gamestate", "One. é", summary="why", baserevid=0)
    (row,) = mediawiki.requests()
    assert (row["method"], row["path"], row["status"]) == ("POST", "/api.php", 200)
    assert row["post"]["summary"] == "why"
    assert row["post"]["text"] == "One. é"
    assert row["headers"]["user-agent"].startswith("python-requests")
    mediawiki.forget_requests()
    assert mediawiki.requests() == []


def test_reset_gives_a_new_wiki(mediawiki: MediaWiki, bot: Bot) -> None:
    first = mediawiki.edit("Gamestate", "The life before.")
    mediawiki.set_state(readonly="moving house")
    mediawiki.inject_fault(503)
    mediawiki.reset()
    assert mediawiki.text("Gamestate") is None
    assert mediawiki.edit("Gamestate", "The life after.") == first
    assert mediawiki.text("Gamestate") == "The life after."
    assert "The life after." in mediawiki.html("Gamestate")
    assert bot.edit("Gamestate", "Still logged in.").json()["edit"]["result"] == "Success"


def test_upload_is_served_and_gone_after_a_reset(mediawiki: MediaWiki) -> None:
    picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M1,1l5,5"/></svg>'
    mediawiki.upload("Map.svg", picture.encode())
    assert mediawiki.file("Map.svg") == picture.encode()
    mediawiki.edit("Board", "[[File:Map.svg|5px]]")
    thumbnail = re.search(r'src="(/images/thumb/[^"]+\.png)"', mediawiki.html("Board"))
    assert thumbnail
    assert requests.get(mediawiki.url + thumbnail[1], timeout=30).content.startswith(b"\x89PNG")
    mediawiki.reset()
    assert mediawiki.file("Map.svg") is None


def test_refusal_names_the_wikis_reason(mediawiki: MediaWiki) -> None:
    with pytest.raises(ServiceError, match="missingtitle"):
        mediawiki.delete("Nowhere")
