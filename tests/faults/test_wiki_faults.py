"""A wiki that fails: after each fault the next good tick leaves what a tracker leaves that nothing struck, and people were told once."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from tests.app.wiring import vote
from tests.contracts.mediawiki_world import QUICK
from tests.faults.following import ACCOUNT, Following, Pair, unbegun
from tests.faults.relay import Change, Relay, with_unknown_fields
from tests.services.mediawiki import MediaWiki
from tests.services.ports import LOOPBACK
from tracker.app.people import by_hand
from tracker.app.tick.shared_look import SharedLook

BOARD = "Tracker/Votable matters"
HTML = "<html><body>Down for maintenance</body></html>"
Act = Callable[[Pair], object]


def refusal(code: str, info: str) -> str:
    return json.dumps({"error": {"code": code, "info": info}})


CAPTCHA = json.dumps({"edit": {"result": "Failure", "captcha": {"type": "simple", "id": "5", "question": "1+1"}}})
FILTER = json.dumps({"edit": {"result": "Failure", "code": "abusefilter-disallowed", "info": "Hit AbuseFilter: links"}})


@dataclass(frozen=True)
class Fault:
    """What befalls the wiki, how it is undone, how the tick ends that it strikes, and what has to be said."""

    begin: Act
    outcome: str
    said: str
    end: Act = lambda pair: pair.server.clear_faults()


def inject(status: int | None = None, count: int = 60, **given: Any) -> Act:
    return lambda pair: pair.server.inject_fault(status, count=count, **{"action": "edit", **given})


def state(**given: Any) -> Act:
    return lambda pair: pair.server.set_state(**given)


def slowly(pair: Pair) -> None:
    pair.world.wiki._api._site.requests["timeout"] = 0.4  # type: ignore[attr-defined]


def set_bot_password(pair: Pair, *, is_there: bool) -> None:
    """Take the bot password away as its owner does on Special:BotPasswords, or give it back."""
    with closing(sqlite3.connect(pair.server.directory / "data" / "wiki.sqlite", isolation_level=None)) as database:
        old, new = ("x-t", "t") if is_there else ("t", "x-t")
        database.execute("UPDATE bot_passwords SET bp_app_id = ? WHERE bp_app_id = ?", (new, old))
    if not is_there:
        pair.world.wiki._api.forget_login()


def unblock(pair: Pair) -> None:
    pair.server.person("Admin").post("unblock", user=ACCOUNT)


def unprotect(pair: Pair) -> None:
    pair.server.person("Admin").post("protect", title=BOARD, protections="edit=all|move=all")


# Those that a tick gets over by itself, so that nobody need be told.
PASSING: Mapping[str, Act] = {
    "429, once": inject(429, 1, retry_after=0),
    "503 that asks to come again": inject(503, 1, retry_after=0),
    "502, the edit done": inject(502, 1, lose=True),
    "503, the edit done": inject(503, 1, lose=True),
    "504, the edit done": inject(504, 1, lose=True),
    "every answer lost": inject(504, lose=True),
    "status 200 and nothing else, the edit done": inject(200, 1, lose=True),
    "slow": inject(count=2, delay=0.3),
    "readings that fail at first": inject(503, QUICK.attempts - 1, action="query"),
    "badtoken": inject(200, 1, body=refusal("badtoken", "Invalid CSRF token.")),
    "session lost": inject(200, 1, body=refusal("assertbotfailed", "You are not logged in.")),
    "clock of the wiki an hour ahead": lambda pair: pair.server.set_state(
        now=pair.struck.clock.now() + timedelta(hours=1)
    ),
    "clock of the wiki an hour behind": lambda pair: pair.server.set_state(
        now=pair.struck.clock.now() - timedelta(hours=1)
    ),
}

LASTING: Mapping[str, Fault] = {
    "429": Fault(inject(429, retry_after=0), "failed", "429"),
    "502, the edit not done": Fault(inject(502), "failed", "nothing happened"),
    "503": Fault(inject(503, retry_after=0), "failed", "503"),
    "504, the edit not done": Fault(inject(504), "failed", "nothing happened"),
    "HTML with status 200": Fault(inject(200, body=HTML), "failed", "nothing happened"),
    "HTML with status 200 for readings": Fault(inject(200, body=HTML, action="query"), "failed", "maintenance"),
    "truncated JSON": Fault(inject(200, body='{"edit": {"result": "Succ'), "failed", "nothing happened"),
    "truncated JSON for readings": Fault(inject(200, body='{"query": {"pag', action="query"), "failed", '{"query": {"pag'),
    "readings answered with 504": Fault(inject(504, action="query"), "failed", "504"),
    "readonly": Fault(state(readonly="moving house"), "failed", "read-only", state()),
    "maxlag": Fault(state(lag=7.5), "failed", "lag", state()),
    "ratelimited": Fault(
        inject(200, body=refusal("ratelimited", "You've exceeded your rate limit.")), "failed", "rate limit"
    ),
    "badtoken for good": Fault(inject(200, body=refusal("badtoken", "Invalid CSRF token.")), "failed", "CSRF"),
    "bot password revoked": Fault(
        lambda pair: set_bot_password(pair, is_there=False), "failed", "bot password",
        lambda pair: set_bot_password(pair, is_there=True),
    ),
    "blocked": Fault(lambda pair: pair.server.block(ACCOUNT), "failed", "blocked", unblock),
    "protected": Fault(lambda pair: pair.server.protect(BOARD), "failed", "protected", unprotect),
    "captcha": Fault(inject(200, body=CAPTCHA), "failed", "skipcaptcha"),
    "AbuseFilter": Fault(inject(200, body=FILTER), "failed", "AbuseFilter"),
}  # fmt: skip


@pytest.fixture(scope="module")
def pairs(mediawiki_server: MediaWiki, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Pair]]:
    """The pair that one test leaves to the next one, where it is sound."""
    yield []
    mediawiki_server.reset()


@pytest.fixture
def pair(pairs: list[Pair], mediawiki_server: MediaWiki, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Both trackers, in step with their wikis; a test that fails leaves none behind."""
    found = pairs.pop() if pairs else Pair(mediawiki_server, tmp_path_factory.mktemp("pair"))
    yield found
    if found.struck.pages() == found.clean.pages():
        pairs.append(found)


@pytest.fixture
def unhurt(pairs: list[Pair], mediawiki_server: MediaWiki, tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """Both trackers with nothing behind them: what keeps coming back would not be told each time."""
    pairs.clear()
    return Pair(mediawiki_server, tmp_path_factory.mktemp("pair"))


def heal(pair: Pair) -> None:
    pair.server.clear_faults()
    pair.server.set_state()


@pytest.mark.parametrize("fault", PASSING)
def test_what_goes_by_is_got_over_within_the_tick(pair: Pair, fault: str) -> None:
    course = pair.follow(lambda: PASSING[fault](pair), lambda: heal(pair))
    assert (course.struck.outcome, course.struck.exit_code) == ("applied", 0), course.words
    assert (course.again.outcome, course.mended.outcome) == ("idle", "idle")
    assert [text for text in course.told + course.ended if "fault" in text] == []
    pair.check_mended()


@pytest.mark.parametrize("fault", LASTING)
def test_what_lasts_is_told_once_and_made_good_afterwards(unhurt: Pair, fault: str) -> None:
    kind = LASTING[fault]
    course = unhurt.follow(lambda: kind.begin(unhurt), lambda: kind.end(unhurt))
    assert (course.struck.outcome, course.struck.exit_code) == (kind.outcome, 5), course.words
    assert kind.said in course.words
    assert course.again.outcome == course.struck.outcome
    check_told_once(course.told, course.ended)
    assert course.mended.outcome == "applied", course.mended
    unhurt.check_mended()


def check_told_once(told: list[str], ended: list[str]) -> None:
    """One notice of the fault while two ticks suffered it, and one of its end."""
    faults = [text for text in told if text.startswith(("fault: ", "waits for a person: "))]
    over = [text for text in ended if text.startswith(("mended: ", "no longer waiting: "))]
    assert len(faults) == len(over) == 1, (told, ended)


def test_time_out_is_read_back(pair: Pair) -> None:
    patient = pair.struck
    hasty = pair.world.another(timeout=0.4)
    quick = replace(patient.tracker, wiki=hasty, look=SharedLook(hasty))
    pair.struck = Following(quick, patient.clock, patient.source, patient.outbox)
    hasty.account()
    try:
        course = pair.follow(lambda: inject(count=1, delay=0.8)(pair), pair.server.clear_faults)
        assert course.struck.outcome == "applied", course.words
        assert "no answer came; read back" in course.words
    finally:
        pair.struck = patient
    pair.check_mended()


# --- what people do to a page between two ticks -----------------------------------------------------------------------


@dataclass(frozen=True)
class Deed:
    """What somebody does to our page, what a tick then says, and how they take it back."""

    do: Callable[[MediaWiki, str], object]
    code: str
    undo: Callable[[MediaWiki, str], object]


def restore_text(server: MediaWiki, text: str) -> None:
    server.edit(BOARD, text, "Ada")


def move_back(server: MediaWiki, _text: str) -> None:
    server.delete(BOARD)
    server.person("Admin").post("move", **{"from": "Elsewhere"}, to=BOARD, noredirect=1)


DEEDS: Mapping[str, Deed] = {
    "deleted": Deed(
        lambda server, _: server.delete(BOARD), "PAGE_MISSING",
        lambda server, _: server.person("Admin").post("undelete", title=BOARD),
    ),
    "moved": Deed(lambda server, _: server.move(BOARD, "Elsewhere"), "PAGE_MOVED", move_back),
    "blanked": Deed(lambda server, _: server.edit(BOARD, "", "Bo"), "MARKERS_FAULTY", restore_text),
    "vandalised": Deed(
        lambda server, text: server.edit(BOARD, text.replace("Dry Socks", "Wet Socks"), "Bo"), "HAND_EDIT_BLOCKED",
        restore_text,
    ),
    "robbed of a marker": Deed(
        lambda server, text: server.edit(BOARD, text.replace("<!-- tracker:end", "<!-- tracker:ond"), "Bo"),
        "MARKERS_FAULTY", restore_text,
    ),
}  # fmt: skip


@pytest.mark.parametrize("deed", DEEDS)
def test_a_page_that_people_spoil_waits_for_them_and_the_others_go_on(pair: Pair, deed: str) -> None:
    done, text = DEEDS[deed], pair.server.text(BOARD) or ""
    course = pair.follow(lambda: done.do(pair.server, text), lambda: done.undo(pair.server, text))
    assert (course.struck.outcome, course.struck.exit_code) == ("held", 8), course.words
    assert course.struck.plan is not None
    assert done.code in [finding.code for finding in course.struck.plan.findings]
    assert BOARD not in {act.target for act in course.struck.acts}
    assert [act for act in course.struck.acts if act.succeeded]
    check_told_once(course.told, course.ended)
    assert course.mended.outcome == "applied"
    pair.check_mended()


def test_what_people_write_around_a_region_outlives_every_fault(pair: Pair) -> None:
    line = "Somebody's own line, with '''bold''' words."
    before = pair.server.text(BOARD) or ""
    pair.server.edit(BOARD, f"{line}\n\n{before}\n\n{line}", "Ada")
    for fault in (PASSING["every answer lost"], LASTING["504, the edit not done"].begin):
        pair.follow(lambda fault=fault: fault(pair), pair.server.clear_faults)  # type: ignore[misc]
    text = pair.server.text(BOARD) or ""
    assert text.startswith(f"{line}\n")
    assert text.endswith(f"\n{line}")
    assert text.replace(line, "").strip() == pair.clean.pages()[BOARD].strip()
    pair.server.edit(BOARD, text.replace(line, "").strip(), "Ada")
    pair.struck.tick()
    pair.check_mended()


# --- answers changed on their way -------------------------------------------------------------------------------------

CHANGES: Mapping[str, tuple[str, Change]] = {
    "HTML with status 200, the edit done": ("edit", lambda _: HTML.encode()),
    "truncated JSON, the edit done": ("edit", lambda body: body[: len(body) // 2]),
    "unknown fields in every answer": ("", with_unknown_fields),
}


@pytest.mark.parametrize("change", CHANGES)
def test_answers_that_are_changed_on_their_way(pair: Pair, httpserver: HTTPServer, change: str) -> None:
    direct, relay = pair.struck, Relay(httpserver, f"http://{LOOPBACK}:{pair.server.port}")
    wiki = pair.world.another(api_url=relay.url)
    through = replace(direct.tracker, wiki=wiki, look=SharedLook(wiki))
    pair.struck = Following(through, direct.clock, direct.source, direct.outbox)
    relay.strike(*CHANGES[change])
    try:
        course = pair.follow(lambda: None, lambda: relay.strike("none", lambda body: body))
    finally:
        pair.struck = direct
    assert course.struck.outcome == "applied", course.words
    assert course.again.outcome == "idle"
    pair.check_mended()


# --- two trackers -----------------------------------------------------------------------------------------------------


def test_of_two_trackers_on_one_account_one_stands_back_and_says_so(pair: Pair, tmp_path: Path) -> None:
    second = unbegun(tmp_path / "second", pair.world.another())
    second.clock.instant = pair.struck.clock.now()
    # With an archive that knows nothing of these pages it begins nothing, until a person makes it go on.
    refused = second.begin()
    assert (refused.exit_code, refused.acts) == (6, ())
    plan = by_hand.plan_now(second.tracker)
    assert all(act.succeeded for act in by_hand.apply_now(second.tracker, plan, plan.checksum))
    second.source.unseen = [vote("against", "Bo", "dry_socks", "2019-10-01T11:50:00Z")]
    assert BOARD in {act.target for act in second.tick().acts if act.succeeded}
    written = pair.server.revisions(BOARD)
    before = len(pair.struck.outbox.sent)
    for _ in range(3):
        pair.news()
        report = pair.struck.tick()
        assert (report.outcome, report.exit_code) == ("held", 8)
    assert pair.server.revisions(BOARD)[0]["revid"] == written[0]["revid"]
    told = [text for text in pair.struck.notices()[before:] if text.startswith("waits for a person") and BOARD in text]
    assert len(told) == 1
