"""The real thing: a blog on a real WordPress, a tracker run by its commands, and its pages as a real MediaWiki shows them."""

import json
import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import Popen

import pytest

from tests.chain import PASSWORD_VARIABLE, Tracker, written
from tests.reading_pages import BOARD, EVIDENCE, PAGES, RESOLUTIONS, ROSTER, STATE, Row, ShownPage
from tests.services.mediawiki import MediaWiki
from tests.services.wordpress import Post, WordPress

PLAYERS = ("Ada*", "Bo*", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
VOTES = {"for": "FOR", "against": "AGAINST", "imperial": "DEFERENTIAL", "veto": "VETO"}
MONTH_PAGE = "Tracker/Evidence 2026-03"
LOOK = [("GET", "query", "info")]
"""What an idle tick asks of the wiki."""


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """An instant of March 2026."""
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


def icon(vote: str) -> str:
    return f'<img src="/wp-content/uploads/icons/{vote}.svg" alt="{vote}" />'


def listing(names: tuple[str, ...]) -> str:
    return f'<ul id="players">{"".join(f"<li>{name}</li>" for name in names)}</ul>'


class Nomic:
    """Eight people who play on a WordPress, the wiki that their tracker keeps, and the tracker."""

    def __init__(self, blog: WordPress, wiki: MediaWiki, folder: Path) -> None:
        self.blog, self.wiki = blog, wiki
        for name in (*PLAYERS, "Zed"):
            blog.add_author(name.rstrip("*"))
        for category in ("Proposal", "Call for Judgement", "Enacted", "Failed"):
            blog.add_category(category)
        self.players = blog.add_page("Players", listing(PLAYERS))
        self.tracker = Tracker(folder, at(2, 8), {PASSWORD_VARIABLE: wiki.bot_password})
        self.configure()

    def configure(self, permission: str = "apply") -> None:
        """Write the config as its operator would."""
        icons = [f"{name}.svg = {vote}" for name, vote in VOTES.items()]
        self.tracker.configure(
            {
                "blog": {
                    "engine": "wordpress",
                    "url": self.blog.url,
                    "contact": "keeper@example.org",
                    "first_month": "2026-03",
                    "vote_icon_bases": f"{self.blog.url}/wp-content/uploads/icons/",
                    "vote_icons": "\n".join(["", *icons]),
                },
                "wordpress": {"roster_url": self.players.url},
                "http": {"delay_seconds": "0", "attempts": "1"},
                "wiki": {
                    "backend": "mwclient",
                    "url": self.wiki.api_url,
                    "account": self.wiki.bot_name,
                    "password_env": PASSWORD_VARIABLE,
                    "pause_seconds": "0",
                },
                "publish": {"permission": permission, "lock_minutes": "1"},
            }
        )

    def open(self) -> None:
        """What an operator does once: say who was who when it began, and make the pages."""
        draft = self.tracker.must("opening", "--json").said["draft"]
        draft["state"]["emperor"] = "Ada"
        file = self.tracker.folder / "opening.jsonl"
        file.write_text(json.dumps(draft) + "\n", encoding="utf-8")
        self.tracker.must("archive", "import", str(file))
        self.tracker.must("pages", "--create", "--yes")

    def play(self) -> None:
        """A morning: two proposals and a call, with votes that count and votes that do not."""
        self.socks = self.blog.post("Proposal: Dry Socks", "<p>Add a rule: Dry Socks.</p>", "Cy", "Proposal", at(2, 9))
        voted = {"Dee": "for", "Eve": "for", "Fay": "against", "Gus": "imperial"}
        self.votes = {
            name: self.vote(self.socks, name, vote, at(2, 10, number))
            for number, (name, vote) in enumerate(voted.items())
        }
        self.oars = self.blog.post("Proposal: Longer Oars", "<p>Add a rule: Oars.</p>", "Dee", "Proposal", at(2, 15))
        self.vote(self.oars, "Bo", "for", at(2, 15, 30))
        self.blog.comment(self.oars, "Gus", "for :for: and for ever", at(2, 15, 40))
        self.vote(self.oars, "Zed", "for", at(2, 15, 50))
        self.call = self.blog.post(
            "Whose boat?", "<p>Add: the boat is everyone's.</p>", "Bo", "Call for Judgement", at(2, 16)
        )

    def vote(self, post: Post, name: str, vote: str, when: datetime) -> int:
        return self.blog.comment(post, name, f"<p>{icon(vote)} so there</p>", when)

    def page(self, title: str) -> ShownPage:
        """A page as a browser gets it."""
        return ShownPage(self.wiki.html(title))

    def board(self) -> dict[str, Row]:
        """The open matters: title -> row."""
        return self.page(BOARD).board()

    def voters(self, slug: str) -> dict[str, Row]:
        """The votes on an open matter: voter -> row of the evidence."""
        return {row["Voter"]: row for row in self.page(EVIDENCE).evidence(slug)[1]}

    def texts(self) -> dict[str, str | None]:
        """The pages' wikitext."""
        return {title: self.wiki.text(title) for title in PAGES}

    def revisions(self) -> dict[str, int]:
        """How many revisions each page has."""
        return {title: len(self.wiki.revisions(title)) for title in PAGES}

    def ask_wiki_from_now(self) -> Callable[[], list[tuple[str, str, str]]]:
        """What is asked of the wiki from now on: method, action, and what a query is about."""
        self.wiki.forget_requests()

        def asked() -> list[tuple[str, str, str]]:
            rows = [(row["method"], {**row["query"], **row["post"]}) for row in self.wiki.requests()]
            return [(method, sent.get("action", ""), sent.get("prop", "")) for method, sent in rows]

        return asked


@pytest.fixture
def begun(wordpress: WordPress, mediawiki: MediaWiki, tmp_path: Path) -> Nomic:
    """A nomic whose people have played a morning; the tracker has pages and has not ticked."""
    nomic = Nomic(wordpress, mediawiki, tmp_path)
    nomic.open()
    nomic.play()
    return nomic


@pytest.fixture
def nomic(begun: Nomic) -> Nomic:
    """The same after the evening's first tick."""
    begun.tracker.now = at(2, 18)
    begun.tracker.tick()
    return begun


# --- setting up -------------------------------------------------------------------------------------------------------


def test_check_says_the_next_step_until_nothing_is_left(
    wordpress: WordPress, mediawiki: MediaWiki, tmp_path: Path
) -> None:
    nomic = Nomic(wordpress, mediawiki, tmp_path)
    checked = nomic.tracker.run("check", "--json")
    assert all(item["ok"] for item in checked.said)
    steps = {item["name"]: item["next"] for item in checked.said if "next" in item}
    assert set(steps) == {"roster", "pages", "first tick"}
    assert "tracker opening" in steps["roster"]
    assert steps["pages"] == "tracker pages --create"
    assert steps["first tick"] == "tracker tick"
    assert checked.code == 0
    preview = nomic.tracker.must("pages", "--create")
    assert all(title in preview.out for title in PAGES)
    assert "tracker apply" not in preview.out
    assert nomic.texts() == dict.fromkeys(PAGES)
    nomic.open()
    nomic.tracker.must("check")
    assert all(text and "tracker:begin" in text for text in nomic.texts().values())


# --- what players read ------------------------------------------------------------------------------------------------


def test_pages_show_how_everything_stands(nomic: Nomic) -> None:
    check_board(nomic)
    check_evidence(nomic)
    check_people(nomic)


def check_board(nomic: Nomic) -> None:
    shown = nomic.board()
    assert list(shown) == ["Proposal: Dry Socks", "Proposal: Longer Oars", "Whose boat?"]
    socks, oars, call = shown.values()
    assert (socks["#"], oars["#"], call["#"]) == ("1", "2", "–")
    assert "Proposal by Cy, posted 2026-03-02 09:00 UTC" in socks["Matter"]
    assert "pending 3 FOR, 1 AGAINST, 1 unresolved DEFERENTIAL; quorum 5" in socks["Votes"]
    assert "2 more FOR for a quorum" in socks["Still needed, and flags"]
    assert "the Weatherman's vote, to resolve 1 DEFERENTIAL" in socks["Still needed, and flags"]
    assert socks["Still needed, and flags"].endswith("not voted: Ada, Bo, Hal")
    assert socks["An admin may"].startswith("nothing now")
    assert "from 2026-03-04 09:00 UTC: popular, may be enacted" in socks["An admin may"]
    assert "pending 2 FOR, 0 AGAINST; quorum 5" in oars["Votes"]
    assert "pending 1 FOR, 0 AGAINST; quorum 5" in call["Votes"]
    link = nomic.page(BOARD).content.find("a", string="Proposal: Dry Socks")
    assert link is not None
    assert link["href"] == nomic.socks.url


def check_evidence(nomic: Nomic) -> None:
    """Votes that count are listed, and votes that do not."""
    words, votes = nomic.page(EVIDENCE).evidence(nomic.socks.slug)
    assert "3 FOR, 1 AGAINST, 1 unresolved DEFERENTIAL; quorum 5" in words
    assert [(row["Voter"], row["Vote"], row["Counts"]) for row in votes] == [
        ("Cy", "FOR", "counts"),
        ("Dee", "FOR", "counts"),
        ("Eve", "FOR", "counts"),
        ("Fay", "AGAINST", "counts"),
        ("Gus", "DEFERENTIAL", "counts"),
    ]
    assert "implicit" in votes[0]["Why"]
    assert votes[1]["When"] == "2026-03-02 10:00 UTC"
    _, votes = nomic.page(EVIDENCE).evidence(nomic.oars.slug)
    assert [(row["Voter"], row["Counts"]) for row in votes] == [
        ("Dee", "counts"),
        ("Bo", "counts"),
        ("Zed", "does not count"),
    ]
    assert "not a player" in votes[2]["Why"]


def check_people(nomic: Nomic) -> None:
    """The roster, and the quorum with its arithmetic."""
    shown = nomic.page(ROSTER).roster()
    assert list(shown) == ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"]
    assert shown["Ada"]["Name"] == "Ada Weatherman"
    assert [name for name, row in shown.items() if row["Admin"] == "admin"] == ["Ada", "Bo"]
    assert shown["Bo"]["Last post or comment"] == "2026-03-02 16:00 UTC"
    assert shown["Bo"]["May be idled from"] == "2026-03-09 16:00:01 UTC"
    assert "Quorum 5. 8 / 2 rounded down is 4, plus 1 is 5" in nomic.page(ROSTER).text
    assert "Weatherman: Ada" in nomic.page(STATE).text


# --- what happens next ------------------------------------------------------------------------------------------------


def test_pages_follow_a_new_vote_and_then_stand_still(nomic: Nomic) -> None:
    nomic.vote(nomic.socks, "Ada", "for", at(2, 19))
    report = nomic.tracker.tick(hours=2)
    assert written(report) == {BOARD, EVIDENCE, ROSTER}
    assert "popular 5 FOR, 1 AGAINST; quorum 5" in nomic.board()["Proposal: Dry Socks"]["Votes"]
    assert nomic.voters(nomic.socks.slug)["Gus"]["Vote"] == "DEFERENTIAL , counts as FOR"
    before, asked = nomic.revisions(), nomic.ask_wiki_from_now()
    assert nomic.tracker.tick(minutes=5)["outcome"] == "idle"
    assert asked() == LOOK
    assert nomic.tracker.tick(minutes=40)["outcome"] == "in step"
    assert {action for _, action, _ in asked()} == {"query"}
    assert nomic.revisions() == before


def test_instant_that_passes_by_itself_changes_the_board(nomic: Nomic) -> None:
    nomic.vote(nomic.socks, "Ada", "for", at(2, 19))
    report = nomic.tracker.tick(hours=2)
    assert report["next_instant"] == "2026-03-02T21:00:00Z"
    nomic.tracker.now = at(2, 21)
    assert written(nomic.tracker.tick()) == {BOARD, EVIDENCE}
    row = nomic.board()["Proposal: Dry Socks"]
    assert row["An admin may"].startswith("enact now")
    assert "1 may be enacted now" in nomic.page(BOARD).text


def test_edited_comment_is_seen_although_the_feed_says_304(nomic: Nomic) -> None:
    nomic.tracker.tick(minutes=1)
    nomic.blog.edit_comment(nomic.votes["Fay"], f"<p>{icon('for')} on second thought</p>")
    nomic.blog.forget_requests()
    nomic.tracker.tick(minutes=1)
    nomic.tracker.tick(minutes=1)
    answers = [(row["path"], row["status"]) for row in nomic.blog.requests()]
    assert ("/feed/", 304) in answers
    assert "1 AGAINST" in nomic.board()["Proposal: Dry Socks"]["Votes"]
    nomic.tracker.tick(minutes=30)
    (question,) = nomic.tracker.must("questions", "--json").said
    assert question["text"] == (
        "Fay's comment on Proposal: Dry Socks was first seen with AGAINST and now has FOR: which counts?"
    )
    assert "comment edited" in nomic.board()["Proposal: Dry Socks"]["Still needed, and flags"]
    assert question["text"] in nomic.page(STATE).text
    nomic.tracker.must("decide", question["id"], "newest", "--by", "Bo", "--why", "It says so plainly.")
    nomic.tracker.tick(minutes=1)
    assert "4 FOR, 0 AGAINST" in nomic.board()["Proposal: Dry Socks"]["Votes"]
    assert question["text"] not in nomic.page(STATE).text


def test_deleted_comment_is_shown_as_gone(nomic: Nomic) -> None:
    nomic.blog.delete_comment(nomic.votes["Dee"])
    nomic.tracker.tick(minutes=30)
    assert "the comment is gone since" in nomic.voters(nomic.socks.slug)["Dee"]["Why"]
    (question,) = nomic.tracker.must("questions", "--json").said
    nomic.tracker.must("decide", question["id"], "newest", "--by", "Bo", "--why", "She took it back.")
    nomic.tracker.tick(minutes=1)
    row = nomic.board()["Proposal: Dry Socks"]
    assert "2 FOR, 1 AGAINST" in row["Votes"]
    assert row["Still needed, and flags"].partition("not voted: ")[2].startswith("Ada, Bo, Dee, Hal")


def test_resolved_matter_moves_to_the_resolutions(nomic: Nomic) -> None:
    nomic.vote(nomic.socks, "Ada", "for", at(2, 19))
    nomic.tracker.tick(hours=2)
    note = "<p>Reached quorum, 5-1. Enacted by Bo.</p><p>Adminned at 03 Mar 2026 08:00:00 UTC</p>"
    body = f'<p>Add a rule: Dry Socks.</p><div class="admin-note">{note}</div>'
    nomic.blog.edit_post(nomic.socks, body=body)
    nomic.blog.set_post_category(nomic.socks, ["Proposal", "Enacted"])
    nomic.tracker.now = at(3, 9)
    report = nomic.tracker.tick()
    assert {BOARD, EVIDENCE, RESOLUTIONS, MONTH_PAGE} <= written(report)
    assert list(nomic.board()) == ["Proposal: Longer Oars", "Whose boat?"]
    (row,) = nomic.page(RESOLUTIONS).rows()
    assert (row["When"], row["Done"]) == ("2026-03-03 08:00 UTC", "Enacted by Bo")
    assert "5 FOR, 1 AGAINST; quorum 5" in row["Tally"]
    assert "agrees" in row["Tally"]
    _, votes = nomic.page(MONTH_PAGE).evidence(nomic.socks.slug)
    assert [row["Voter"] for row in votes if row["Counts"] == "counts"] == ["Cy", "Dee", "Eve", "Fay", "Gus", "Ada"]


def test_idling_changes_the_quorum(nomic: Nomic) -> None:
    asked = nomic.blog.post("Away", "<p>Please idle me for a week.</p>", "Hal", "Uncategorized", at(2, 19))
    nomic.tracker.tick(hours=2)
    assert "idle Hal 2026-03-02 19:00 UTC" in nomic.page(ROSTER).text
    nomic.blog.comment(asked, "Bo", "<p>Idled. Quorum drops to 4.</p>", at(2, 21))
    nomic.blog.edit_page(nomic.players, listing(PLAYERS[:-1]))
    nomic.tracker.tick(hours=2)
    shown = nomic.page(ROSTER).roster()
    assert (shown["Hal"]["Status"], shown["Hal"]["Idle since"]) == ("idle", "2026-03-02 22:00 UTC")
    page = nomic.page(ROSTER).text
    assert "Quorum 4. 7 / 2 rounded down is 3, plus 1 is 4" in page
    assert "No request is open." in page
    rows = nomic.board().values()
    assert all("quorum 4" in row["Votes"] and "Hal" not in row["Still needed, and flags"] for row in rows)


# --- people on the wiki -----------------------------------------------------------------------------------------------


def test_what_people_write_around_our_region_is_kept(nomic: Nomic) -> None:
    text = nomic.wiki.text(BOARD) or ""
    nomic.wiki.edit(BOARD, f"'''Mind the gap.'''\n\n{text}\n\nYours, ~~~~", user="Ada")
    around = around_region(nomic)
    nomic.vote(nomic.socks, "Ada", "for", at(2, 19))
    assert BOARD in written(nomic.tracker.tick(hours=2))
    assert around_region(nomic) == around
    assert "'''Mind the gap.'''" in around[0]
    assert "Yours, [[User:Ada|Ada]]" in around[1]
    assert "popular 5 FOR" in nomic.board()["Proposal: Dry Socks"]["Votes"]


def around_region(nomic: Nomic) -> tuple[str, str]:
    """What stands before and after our region of the board's page, byte for byte."""
    text = nomic.wiki.text(BOARD) or ""
    before, _, rest = text.partition("<!-- tracker:begin votable_matters -->")
    return before, rest.partition("<!-- tracker:end votable_matters -->")[2]


def test_hand_edit_inside_our_region_is_blocked_and_shown(nomic: Nomic) -> None:
    right = nomic.wiki.text(BOARD) or ""
    nomic.wiki.edit(BOARD, right.replace("quorum 5", "quorum 3"), user="Ada")
    nomic.vote(nomic.socks, "Ada", "for", at(2, 19))
    report = nomic.tracker.tick(code=8, hours=2)
    assert report["outcome"] == "held"
    assert written(report) == {EVIDENCE, ROSTER}
    assert "quorum 3" in nomic.board()["Proposal: Dry Socks"]["Votes"]
    (finding,) = report["plan"]["findings"]
    assert finding["code"] == "HAND_EDIT_BLOCKED"
    assert "edited by hand (the page's last editor: Ada)" in finding["text"]
    assert finding["text"] in nomic.tracker.run("plan").out
    nomic.tracker.tick(code=8, minutes=1)
    nomic.wiki.edit(BOARD, right, user="Ada", summary="undone")
    assert written(nomic.tracker.tick(minutes=1)) == {BOARD}
    assert "popular 5 FOR, 1 AGAINST; quorum 5" in nomic.board()["Proposal: Dry Socks"]["Votes"]


def test_switch_off_page_stops_the_tracker(nomic: Nomic) -> None:
    nomic.wiki.edit("Tracker/Switch", "Please stop, we are rebuilding.", user="Bo")
    nomic.vote(nomic.socks, "Ada", "for", at(2, 19))
    before = nomic.revisions()
    report = nomic.tracker.tick(code=8, hours=2)
    assert any("switched off by Bo" in finding["text"] for finding in report["plan"]["findings"])
    assert nomic.revisions() == before
    nomic.wiki.edit("Tracker/Switch", "on", user="Bo")
    assert BOARD in written(nomic.tracker.tick(minutes=1))


# --- what a tick may do -----------------------------------------------------------------------------------------------


def test_permission_to_plan_writes_nothing(begun: Nomic) -> None:
    tracker = begun.tracker
    begun.configure(permission="plan")
    tracker.now = at(2, 18)
    before, asked = begun.texts(), begun.ask_wiki_from_now()
    assert tracker.tick()["outcome"] == "planned"
    assert {method for method, _, _ in asked()} == {"GET"}
    assert begun.texts() == before
    shown = tracker.must("plan")
    assert '+! scope="col" | Matter' in shown.out
    checksum = tracker.must("plan", "--json").said["checksum"]
    assert checksum in shown.out
    assert tracker.run("apply", "--checksum", "0" * 64).code == 8
    assert begun.texts() == before
    tracker.must("apply", "--checksum", checksum[:12])
    assert list(begun.board()) == ["Proposal: Dry Socks", "Proposal: Longer Oars", "Whose boat?"]
    assert tracker.tick(minutes=1)["outcome"] == "in step"


# --- a wiki that fails ------------------------------------------------------------------------------------------------


def test_read_only_wiki_is_written_once_it_works_again(nomic: Nomic) -> None:
    nomic.vote(nomic.socks, "Ada", "for", at(2, 19))
    before = nomic.texts()
    nomic.wiki.set_state(readonly="moving house")
    report = nomic.tracker.tick(code=5, hours=2)
    assert report["outcome"] == "failed"
    assert [act["status"] for act in report["acts"]] == ["busy", "not tried", "not tried"]
    assert "read-only" in report["acts"][0]["note"]
    assert nomic.texts() == before
    assert "read-only" in nomic.tracker.run("tick").out
    nomic.wiki.set_state()
    assert written(nomic.tracker.tick(minutes=1)) == {BOARD, EVIDENCE, ROSTER}
    assert "popular 5 FOR" in nomic.board()["Proposal: Dry Socks"]["Votes"]


def test_lost_answer_is_read_back_and_not_sent_again(nomic: Nomic) -> None:
    nomic.vote(nomic.socks, "Ada", "for", at(2, 19))
    before = nomic.revisions()
    nomic.wiki.inject_fault(lose=True, action="edit")
    report = nomic.tracker.tick(hours=2)
    assert report["outcome"] == "applied"
    assert [act["status"] for act in report["acts"]] == ["done"] * 3
    assert report["acts"][0]["note"] == "no answer came; read back"
    grown = {title for title, count in nomic.revisions().items() if count == before[title] + 1}
    assert grown == {BOARD, EVIDENCE, ROSTER}
    assert nomic.tracker.tick(minutes=1)["outcome"] == "idle"


def test_wiki_out_of_reach_loses_nothing(nomic: Nomic) -> None:
    nomic.vote(nomic.socks, "Ada", "for", at(2, 19))
    nomic.wiki.inject_fault(503, count=50)
    # The ruleset is read from the same wiki: one wiki that cannot be read is one fault.
    report = nomic.tracker.tick(code=5, hours=2)
    assert report["added"]["blog"] > 0
    assert "the wiki answers 503 (the next tick tries again)" in report["errors"][0]
    nomic.wiki.clear_faults()
    assert BOARD in written(nomic.tracker.tick(minutes=1))


# --- processes --------------------------------------------------------------------------------------------------------


def until(is_so: Callable[[], bool], process: Popen[str]) -> None:
    """Wait until something is so; a process that ends before fails the test."""
    for _ in range(1500):
        if is_so():
            return
        assert process.poll() is None, f"the process ended: {process.communicate()}"
        time.sleep(0.02)
    pytest.fail("it never came so far")


def count(nomic: Nomic, query: str) -> int:
    """A number that the archive file tells."""
    connection = sqlite3.connect(f"file:{nomic.tracker.archive}?mode=ro", uri=True)
    try:
        found: int = connection.execute(query).fetchone()[0]
        return found
    finally:
        connection.close()


OPEN_INTENTS = "SELECT count(*) FROM intents WHERE number NOT IN (SELECT intent FROM receipts)"


def test_second_tick_at_once_says_who_is_at_work(nomic: Nomic) -> None:
    nomic.vote(nomic.socks, "Ada", "for", at(2, 19))
    nomic.blog.inject_fault(delay=3, path="/wp-json/")
    with nomic.tracker.process("tick", "--json") as first:
        until(lambda: count(nomic, "SELECT count(*) FROM locks") > 0, first)
        with nomic.tracker.process("tick", "--json") as second:
            out, err = second.communicate(timeout=60)
        assert second.returncode == 7
        assert out == ""
        assert err.startswith("error: ")
        assert f":{first.pid}" in err
        assert "Traceback" not in err
        out, err = first.communicate(timeout=60)
    assert (first.returncode, err) == (0, "")
    assert BOARD in written(json.loads(out))
    assert "5 FOR" in nomic.board()["Proposal: Dry Socks"]["Votes"]


@pytest.mark.parametrize(("action", "ending"), [("edit", "done"), ("login", "not done")])
def test_killed_in_the_middle_of_an_edit_the_next_tick_reads_back(nomic: Nomic, action: str, ending: str) -> None:
    nomic.vote(nomic.socks, "Ada", "for", at(2, 19))
    before = nomic.revisions()
    nomic.wiki.inject_fault(delay=1.5, action=action)
    with nomic.tracker.process("tick") as killed:
        until(lambda: count(nomic, OPEN_INTENTS) > 0 and taken(nomic), killed)
        killed.kill()
    nomic.wiki.tell("__ready")
    nomic.tracker.now = datetime.now(UTC) + timedelta(minutes=2)
    report = nomic.tracker.tick()
    (settled,) = report["settled"]
    assert settled["status"] == ending
    assert "no answer came" in settled["note"]
    assert settled["target"] not in written(report) or ending == "not done"
    after = nomic.revisions()
    assert {title: after[title] - before[title] for title in after if after[title] > before[title] + 1} == {}
    assert count(nomic, OPEN_INTENTS) == 0
    assert "5 FOR" in nomic.board()["Proposal: Dry Socks"]["Votes"]


def taken(nomic: Nomic) -> bool:
    """Whether the wiki has met the fault that was waiting."""
    faults = nomic.wiki.directory / "faults.json"
    return json.loads(faults.read_text() or "[]") == [] if faults.exists() else False
