"""Bad input, end to end: a clear message, a documented exit code, nothing lost, nothing wrong on the pages (issue, section 9)."""

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from bs4 import Tag

from tests.chain import PASSWORD_VARIABLE, Ran, Tracker
from tests.contracts.blog_world import Intervention, ScriptedSite, at
from tests.reading_pages import BOARD, EVIDENCE, PAGES, RESOLUTIONS, ROSTER, STATE, ShownPage
from tests.render.parsed import NOTED, seen
from tests.services.mediawiki import MediaWiki
from tracker.app.keeping.interchange import line_of
from tracker.cli import EXIT_CODES
from tracker.config.example import config_text
from tracker.demo.show import demo_options
from tracker.demo.site import Answer
from tracker.wiki.directory import DirectoryWiki

NAMES = ("Juniper", "Marlowe", "Quill", "Pim", "Fern")
SOCKS = "/archive/dry-socks"
COMMENTS = b'<a name="comments"></a>'
ERROR_PAGE = b"<html><body><h1>Database error</h1></body></html>"

Options = Mapping[tuple[str, str], str]


class World:
    """A blog that a test spoils, and a tracker that follows it into a folder of pages or onto a real wiki."""

    def __init__(self, site: ScriptedSite, folder: Path) -> None:
        self.site = site
        self.tracker = Tracker(folder, at(1))
        players = [{"name": name, "member_id": str(11 + number)} for number, name in enumerate(NAMES)]
        site.tell("roster", 0, players=[{**players[0], "admin": True, "emperor": True}, *players[1:]])

    def begin(self, options: Options | None = None) -> None:
        """Write the config, say who is who, make the pages."""
        self.site.now = at(1)
        chosen = demo_options(self.site.url, at(1)) | {("http", "attempts"): "1", ("wiki", "ruleset"): ""}
        self.tracker.config.write_text(config_text({**chosen, **(options or {})}), encoding="utf-8")
        opening = self.tracker.folder / "opening.jsonl"
        opening.write_text(self.tracker.must("opening").out, encoding="utf-8")
        self.tracker.must("archive", "import", str(opening))
        self.tracker.must("pages", "--create", "--yes")

    def play(self) -> None:
        """A proposal with two votes, and another one; the tracker has seen all of it."""
        self.begin()
        self.propose(2, "dry-socks", "Dry Socks", "Quill")
        self.site.tell("comment", 3, post="dry-socks", author="Pim", body="<p>{FOR} so there</p>", id="1")
        self.site.tell("comment", 4, post="dry-socks", author="Fern", body="<p>{AGAINST} never</p>", id="2")
        self.propose(4.5, "oars", "Oars", "Pim")
        assert self.tick(5)["warnings"] == []

    def propose(self, hours: float, slug: str, title: str, author: str) -> None:
        body = "<p>Add a new rule to the ruleset.</p>"
        self.site.tell("post", hours, slug=slug, category="Proposal", title=title, author=author, body=body)

    def tick(self, hours: float, *, code: int = 0) -> dict[str, Any]:
        """Let it be that hour on both sides, and tick."""
        self.tracker.now = self.site.now = at(hours)
        return self.tracker.tick(code=code)

    def page(self, title: str) -> str:
        """A page's wikitext in the folder."""
        found = DirectoryWiki(self.tracker.folder / "wiki", self, "Reader").fetch([title])[title]
        assert found.exists
        return found.text

    def now(self) -> Any:
        return self.tracker.now

    def figures(self) -> tuple[int, int, dict[str, tuple[int, int]]]:
        """Players, quorum, and the votes FOR and AGAINST of each open matter."""
        ran = self.tracker.run("status", "--json")
        told = ran.said
        # What is out of order is shown with its reason, and a monitor hears of it by the exit code.
        assert (ran.code, told["exit_code"]) == ((13, 13) if told["stuck"] else (0, 0))
        matters = {matter["slug"]: (matter["for"], matter["against"]) for matter in told["matters"]}
        return told["players"], told["quorum"], matters

    def rows(self) -> list[str]:
        """Every archived observation as a line; what was seen before must stay."""
        return self.tracker.must("archive", "export").out.splitlines()


GOOD_FIGURES = (5, 3, {"dry-socks": (2, 1), "oars": (1, 0)})


@pytest.fixture
def site() -> Iterator[ScriptedSite]:
    with ScriptedSite() as served:
        yield served


@pytest.fixture
def world(site: ScriptedSite, tmp_path: Path) -> World:
    return World(site, tmp_path)


def check_error(ran: Ran, code: int, *told: str) -> None:
    """A command has to end with that code and one clear line that says all of this."""
    assert (ran.code, ran.out) == (code, ""), ran
    assert ran.err.startswith("error: ")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    assert [text for text in told if text not in ran.err] == [], ran.err
    assert code in EXIT_CODES


# --- pages that cannot be read ----------------------------------------------------------------------------------------


def within_comments(answer: Answer) -> Answer:
    """The page breaks off in the first comment."""
    return replace(answer, body=answer.body[: answer.body.index(COMMENTS) + 120])


def without_comments(answer: Answer) -> Answer:
    """The markup of comments has changed; the number of them still stands there."""
    return replace(answer, body=answer.body.replace(b'class="comment"', b'class="reply"'))


def without_sidebar(answer: Answer) -> Answer:
    return replace(answer, body=re.sub(rb'(id="PlayerList">).*?(</div>)', rb"\1\2", answer.body, flags=re.DOTALL))


def answering(body: bytes, status: int = 200) -> Intervention:
    return lambda _: Answer(status, body)


UNREADABLE: Mapping[str, tuple[Intervention, str]] = {
    "breaks off within the comments": (within_comments, "TRUNCATED"),
    "breaks off at once": (lambda answer: replace(answer, body=answer.body[:300]), "TRUNCATED"),
    "error page with status 200": (answering(ERROR_PAGE), "UNREADABLE"),
    "comments in other markup": (without_comments, "MARKUP_CHANGED"),
    "no HTML": (answering(b'{"error": "no such thing"}'), "UNREADABLE"),
    "bytes": (answering(bytes(range(256)) * 50), "UNREADABLE"),
    "nothing": (answering(b""), "UNREADABLE"),
    "error of the server": (answering(b"", 500), "UNREACHABLE"),
    "forbidden": (answering(ERROR_PAGE, 403), "UNREACHABLE"),
    "not found, though the month lists it": (answering(ERROR_PAGE, 404), "POST_GONE"),
}


@pytest.mark.parametrize("fault", UNREADABLE)
def test_unreadable_page_takes_no_vote_away_and_is_told(world: World, fault: str) -> None:
    world.play()
    spoil, code = UNREADABLE[fault]
    before, board = world.rows(), world.page(BOARD)
    world.site.interventions[SOCKS] = spoil
    report = world.tick(6)
    assert world.figures() == GOOD_FIGURES
    told = {warning["code"]: warning["place"] for warning in report["warnings"]}
    assert told[code].endswith("dry-socks")
    ran = world.tracker.run("status")
    assert (ran.code, code in ran.out) == (13, True)
    assert "blog: dry-socks cannot be read wholly (last read at 2026-03-02T05:00:00Z)" in " ".join(ran.out.split())
    assert world.rows()[: len(before)] == before
    told_on_page = "its page could not be read wholly at 2026-03-02 06:00:00 UTC; what stands here is as of the look at 2026-03-02 05:00:00 UTC"
    why = "not read since 2026-03-02 05:00:00 UTC: votes written since then are not known"
    for title in (BOARD, EVIDENCE):
        assert (plain(world.page(title)).count(told_on_page), plain(world.page(title)).count(why)) == (1, 1)
    assert world.tick(7)["outcome"] in {"idle", "in step"}
    world.site.interventions.clear()
    world.tick(8)
    assert world.page(BOARD) == board


def plain(wikitext: str) -> str:
    """A wikitext as its reader sees it, as far as these tests need it."""
    return wikitext.replace("&#58;", ":").replace("&#59;", ";")


def test_page_of_another_entry_is_not_taken_for_the_one_asked_for(world: World) -> None:
    world.play()
    world.site.interventions[SOCKS] = lambda _: world.site.rendered("/archive/oars", {})
    report = world.tick(6)
    assert "asked for dry-socks, the page is that of oars" in report["warnings"][0]["text"]
    assert report["warnings"][0]["place"].endswith(SOCKS)
    assert world.figures() == GOOD_FIGURES
    assert "not read" in world.page(BOARD)


def test_unreadable_page_does_not_keep_the_other_posts_back(world: World) -> None:
    world.play()
    world.site.interventions[SOCKS] = answering(ERROR_PAGE)
    world.site.tell("comment", 5.5, post="oars", author="Fern", body="<p>{AGAINST}</p>", id="3")
    world.tick(6)
    assert world.figures() == (5, 3, {"dry-socks": (2, 1), "oars": (1, 1)})


def test_empty_sidebar_is_never_no_players(world: World) -> None:
    world.play()
    board, roster = world.page(BOARD), world.page(ROSTER)
    world.site.interventions["/"] = without_sidebar
    report = world.tick(6)
    assert {warning["code"] for warning in report["warnings"]} == {"ROSTER_EMPTY"}
    assert world.figures() == GOOD_FIGURES
    told = "the list of players could not be read wholly at 2026-03-02 06:00:00 UTC; what stands here is as of the look at 2026-03-02 05:00:00 UTC"
    assert told in plain(world.page(BOARD))
    assert told in plain(world.page(ROSTER))
    world.site.interventions.clear()
    world.tick(7)
    assert (world.page(BOARD), world.page(ROSTER)) == (board, roster)


def test_empty_sidebar_at_the_start_is_an_error(world: World) -> None:
    world.begin()
    world.propose(2, "dry-socks", "Dry Socks", "Quill")
    world.site.interventions["/"] = without_sidebar
    world.site.now = at(3)
    check_error(world.tracker.run("opening"), 4, world.site.url, "0 players listed, 5 said")


def test_page_that_is_not_utf8_is_read_all_the_same(world: World) -> None:
    world.play()
    latin = "Grüße".encode("latin-1")
    world.site.interventions[SOCKS] = lambda answer: replace(answer, body=answer.body.replace(b"so there", latin))
    report = world.tick(6)
    assert [warning["code"] for warning in report["warnings"]] == ["ENCODING"]
    assert world.figures() == GOOD_FIGURES
    assert any("Grüße" in row for row in world.rows())


@pytest.mark.parametrize(("body", "status"), [(ERROR_PAGE, 200), (b"", 503), (b"", 200)])
def test_site_out_of_order_writes_nothing_and_loses_nothing(world: World, body: bytes, status: int) -> None:
    world.play()
    before = {title: world.page(title) for title in PAGES}
    world.site.interventions["/"] = answering(body, status)
    for hours in (6, 6.01):
        report = world.tick(hours, code=4)
        assert report["outcome"] == "withheld"
        assert any(error.startswith(world.site.url) for error in report["errors"])
    assert {title: world.page(title) for title in PAGES} == before
    assert world.figures() == GOOD_FIGURES
    world.site.interventions.clear()
    world.site.tell("comment", 6.5, post="oars", author="Fern", body="<p>{AGAINST}</p>", id="3")
    world.tick(7)
    assert world.figures() == (5, 3, {"dry-socks": (2, 1), "oars": (1, 1)})


def test_site_out_of_order_at_the_first_tick_is_read_from_its_first_month_later(world: World) -> None:
    world.begin()
    world.propose(2, "dry-socks", "Dry Socks", "Quill")
    for number in range(20):
        world.site.tell("post", 3 + number / 100, slug=f"p{number}", title="Hello", author="Pim", body="<p>Hello.</p>")
    world.site.interventions["/"] = answering(ERROR_PAGE)
    world.tick(4, code=4)
    world.site.interventions.clear()
    world.tick(5)
    assert world.figures()[2] == {"dry-socks": (1, 0)}


# --- times, slugs, sizes ----------------------------------------------------------------------------------------------


def test_comment_from_the_future_counts_when_its_time_has_come(world: World) -> None:
    world.play()
    world.site.tell("comment", 9, post="oars", author="Fern", body="<p>{AGAINST} from tomorrow</p>", id="3")
    world.site.now, world.tracker.now = at(10), at(6)
    report = world.tracker.tick()
    (warning,) = report["warnings"]
    assert warning["code"] == "CLOCK_SKEW"
    assert "dated 2026-03-02T09:00:00Z, but seen at 2026-03-02T06:00:00Z" in warning["text"]
    assert world.figures()[2]["oars"] == (1, 0)
    assert report["next_instant"] == "2026-03-02T09:00:00Z"
    world.tick(9)
    assert world.figures()[2]["oars"] == (1, 1)


def test_our_clock_going_back_changes_nothing(world: World) -> None:
    world.play()
    before = world.page(BOARD)
    world.tick(4.9)
    world.tick(6)
    assert world.page(BOARD) == before


def test_second_post_under_one_address_does_not_replace_the_first(world: World) -> None:
    world.play()
    told = [event for event in world.site.events if "dry-socks" not in (event.get("slug"), event.get("post"))]
    world.site.events[:] = told
    world.propose(5.5, "dry-socks", "Wet Socks", "Marlowe")
    report = world.tick(6)
    assert [warning["code"] for warning in report["warnings"]] == ["DUPLICATE_SLUG"]
    assert world.figures() == GOOD_FIGURES
    assert "Dry Socks" in world.page(BOARD)
    assert "Wet Socks" not in world.page(BOARD)


def test_comment_of_five_megabytes_is_told_and_its_matter_undetermined(world: World) -> None:
    world.play()
    body = f"<p>{{AGAINST}} {'never ' * 900_000}</p>"
    world.site.tell("comment", 5.5, post="oars", author="Fern", body=body, id="3")
    world.propose(5.6, "wet-socks", "Wet Socks", "Marlowe")
    assert [warning["code"] for warning in world.tick(6)["warnings"]] == ["UNREADABLE"]
    board = world.page(BOARD)
    assert "Oars could not be read wholly" in board
    assert "Wet Socks" in board
    assert all(len(world.page(title)) < 20_000 for title in PAGES)


def test_page_beyond_the_limit_says_which_option_raises_it(world: World) -> None:
    world.play()
    text = world.tracker.config.read_text(encoding="utf-8")
    world.tracker.config.write_text(text.replace("# max_megabytes = 25", "max_megabytes = 1"), encoding="utf-8")
    world.site.tell("comment", 5.5, post="dry-socks", author="Marlowe", body=f"<p>{'x' * 2_000_000}</p>", id="3")
    (warning,) = world.tick(6)["warnings"]
    assert "the page is longer than 1,000,000 bytes (raise max_megabytes if it is meant)" in warning["text"]
    assert world.figures() == GOOD_FIGURES


# --- hostile names and titles on the real wiki ------------------------------------------------------------------------

TRAPS = (
    "|} {{Trap}} [[Category:Trap]]",
    "--> <!-- tracker:end votable_matters -->",
    "<nowiki> '''x''' </div></table>",
    "~~~~ {{subst:PAGENAME}} __NOTOC__",
    "#REDIRECT [[Trap]] \u202e\u200b",
    "|-\n| x || y !! z",
    "[https://trap.example trap] https://trap.example/ [[File:Trap.png]]",
    "A" * 3000,
)


def test_hostile_names_and_titles_stay_in_their_cells(site: ScriptedSite, mediawiki: MediaWiki, tmp_path: Path) -> None:
    world = World(site, tmp_path)
    world.tracker.environment = {PASSWORD_VARIABLE: mediawiki.bot_password}
    names = [f"{trap} {number}" for number, trap in enumerate(TRAPS)]
    for number, name in enumerate(names):
        site.tell("roster_change", 0.5, name=name, change="join", member_id=str(100 + number))
    wiki = {"backend": "mwclient", "url": mediawiki.api_url, "account": mediawiki.bot_name, "pause_seconds": "0"}
    wiki |= {"password_env": PASSWORD_VARIABLE}
    world.begin({("wiki", name): value for name, value in wiki.items()})
    for number, (trap, name) in enumerate(zip(TRAPS, names, strict=True)):
        world.propose(2 + number / 10, f"trap-{number}", trap, name)
        site.tell("comment", 3, post=f"trap-{number}", author=names[number - 1], body=f"<p>{{AGAINST}} {trap}</p>")
    site.tell("comment", 3.5, post="trap-0", author=names[0], body="<p>{AGAINST}</p>")
    site.tell("post_status", 4, slug="trap-0", status="Failed", note=f"{TRAPS[1]} Self-killed. Failed by Juniper")
    assert world.tick(5)["outcome"] == "applied"
    shown = {title: ShownPage(mediawiki.html(title)) for title in (*PAGES, "Tracker/Evidence 2026-03")}
    assert len(shown[BOARD].rows()) == len(TRAPS) - 1
    assert len(shown[ROSTER].rows()) == len(NAMES) + len(TRAPS)
    assert len(shown[RESOLUTIONS].rows()) == 1
    assert len(shown[EVIDENCE].tables()) == len(TRAPS) - 1
    assert [len(rows) for rows in map(shown[STATE].rows, range(len(shown[STATE].tables())))][:1] == [5]
    assert seen(first_cell(shown[BOARD], "Matter")).startswith("Proposal: --> <!-- tracker:end votable_matters -->")
    for title in shown:
        check_harmless(mediawiki, title)
    assert world.tick(5.01)["outcome"] in {"idle", "in step"}


def first_cell(page: ShownPage, header: str) -> Tag:
    table = page.tables()[0]
    number = [seen(head) for head in table.find_all("th")].index(header)
    cells = table.find_all("tr")[1].find_all("td", recursive=False)
    return cells[number]


def check_harmless(wiki: MediaWiki, title: str) -> None:
    """A page does nothing beyond its text: no category, template, picture, magic word, redirect or link to outside."""
    answer = wiki.person("Ada").get(action="parse", page=title, prop="|".join([*NOTED, "externallinks"]))["parse"]
    assert {name: answer[name] for name in NOTED} == {name: type(answer[name])() for name in NOTED}
    assert not [link for link in answer["externallinks"] if "trap.example" in link]


# --- the config -------------------------------------------------------------------------------------------------------

BLOG = "[blog]\nurl = https://blog.example\n"
CONFIGS: Mapping[str, tuple[str, ...]] = {
    f"{BLOG}[blgo]\nurl = x\n": ("unknown section [blgo]", "did you mean blog?"),
    "[blog]\nurll = https://blog.example\n": ("[blog] urll: unknown option", "did you mean url?"),
    "[blog]\nurl = ftp://blog.example\n": ("[blog] url: 'ftp://blog.example'", "http:// or https://"),
    f"{BLOG}full_reading_minutes = soon\n": ("[blog] full_reading_minutes: 'soon'", "a whole number from 1 to 10080"),
    f"{BLOG}full_reading_minutes = 0\n": ("[blog] full_reading_minutes: 0 is less than 1",),
    f"{BLOG}first_month = 2019-13\n": ("[blog] first_month: '2019-13' is no month",),
    f"{BLOG}engine = movabletype\n": ("[blog] engine", "allowed: expressionengine, wordpress"),
    f"{BLOG}vote_icons = for.gif\n": ("[blog] vote_icons: 'for.gif'", "NAME = VALUE"),
    f"{BLOG}[publish]\npermission = always\n": ("[publish] permission: 'always'", "allowed: plan, apply"),
    f"{BLOG}[http]\ndelay_seconds = nan\n": ("[http] delay_seconds: 'nan' is no number",),
    f"{BLOG}[wiki]\nbackend = mwclient\n": ("[wiki] url: is missing",),
    f"{BLOG}[wiki]\npassword_env = NOWHERE_SET\n": ("variable NOWHERE_SET is not set",),
    f"{BLOG}[wiki]\npassword_file = nowhere\n": ("[wiki] password_file", "No such file"),
    f"{BLOG}[game]\nslug = blognomik\n": ("[game] slug: there is no game 'blognomik'", "did you mean blognomic?"),
    f"{BLOG}[switches]\nquorum_divisr = 3\n": ("[switches] quorum_divisr", "did you mean quorum_divisor?"),
    f"{BLOG}[switches]\ntags_compare = no\n": ("'no' is not allowed", "allowed: loosely, exactly"),
    f"{BLOG}[pages]\nvotable_matter = Board\n": ("[pages] votable_matter: unknown page", "votable_matters?"),
    f"{BLOG}[pages]\nvotable_matters = A|B\n": ("[pages] votable_matters: no page can have this title",),
    f"{BLOG}[expressionengine]\nemperor_xpath = //*[\n": ("[expressionengine] emperor_xpath: ", "no XPath"),
    f"{BLOG}[archive]\nurl = postgresql://me:secret@host/db\n": ("[archive] url: a password must not stand",),
    f"{BLOG}url = https://blog.example\n": ("line 3", "option 'url' in section 'blog' already exists"),
    "url = https://blog.example\n": ("line: 1", "no section headers"),
    "[blog]\nurl = https://blog.example/\udcff\n": ("is not UTF-8", "save it as UTF-8"),
}


@pytest.mark.parametrize("text", CONFIGS)
def test_config_that_cannot_be_used_says_file_place_and_remedy(tmp_path: Path, text: str) -> None:
    tracker = Tracker(tmp_path, at(1))
    tracker.config.write_bytes(text.encode(errors="surrogateescape"))
    check_error(tracker.run("tick"), 3, str(tracker.config), *CONFIGS[text])


def test_missing_config_says_how_to_make_one(tmp_path: Path) -> None:
    tracker = Tracker(tmp_path, at(1))
    check_error(tracker.run("tick"), 3, str(tracker.config), "tracker init")


# --- the archive ------------------------------------------------------------------------------------------------------


def set_revision(archive: Path) -> None:
    connection = sqlite3.connect(archive)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()


def cut_in_half(archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[: archive.stat().st_size // 2])


def make_folder(archive: Path) -> None:
    archive.unlink()
    archive.mkdir()


ARCHIVES: Mapping[str, tuple[Callable[[Path], object], tuple[str, ...]]] = {
    "no database": (
        lambda archive: archive.write_bytes(b"Dear diary, " * 900),
        ("damaged", "put a backup in its place"),
    ),
    "cut in half": (cut_in_half, ("damaged", "put a backup in its place")),
    "of a newer tracker": (set_revision, ("revision 9999", "upgrade the tracker")),
    "a folder": (make_folder, ("Is a directory", "check the folder")),
}


@pytest.mark.parametrize("fault", ARCHIVES)
def test_archive_that_cannot_be_used_says_so_and_is_left_alone(world: World, fault: str) -> None:
    world.play()
    before = {title: world.page(title) for title in PAGES}
    spoil, told = ARCHIVES[fault]
    archive = world.tracker.archive
    spoil(archive)
    spoilt = archive.read_bytes() if archive.is_file() else b""
    for command in (["tick"], ["status"], ["plan"], ["archive", "export"]):
        check_error(world.tracker.run(*command), 6, str(archive), *told)
    assert (archive.read_bytes() if archive.is_file() else b"") == spoilt
    assert {title: world.page(title) for title in PAGES} == before


def test_full_disk_loses_nothing_and_publishes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.play()
    before, rows = {title: world.page(title) for title in PAGES}, world.rows()
    world.site.tell("comment", 5.5, post="oars", author="Fern", body=f"<p>{{AGAINST}} {'x' * 190_000}</p>", id="3")
    with monkeypatch.context() as patched:
        # SQLite itself then says that the disk is full.
        connection = sqlite3.connect(world.tracker.archive)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.close()
        patched.setattr("tracker.archive.database._PRAGMAS", (*pragmas(), f"PRAGMA max_page_count = {pages + 4}"))
        world.tracker.now = world.site.now = at(6)
        check_error(
            world.tracker.run("tick"), 6, str(world.tracker.archive), "no space is left", "free some disk space"
        )
    assert {title: world.page(title) for title in PAGES} == before
    assert world.rows() == rows
    world.tick(7)
    assert world.figures()[2]["oars"] == (1, 1)


def pragmas() -> tuple[str, ...]:
    from tracker.archive import database

    return database._PRAGMAS


# --- files and the wiki -----------------------------------------------------------------------------------------------

GOOD = {"kind": "comment", "id": "c9", "at": "2026-03-02T05:00:00Z", "post": "oars", "author": "Fern", "body": "Hm."}
GOOD_LINE = line_of(GOOD)
FILES: Mapping[str, tuple[bytes, str]] = {
    "broken JSON": (b'{"kind": "comment"', "not JSON"),
    "unknown kind": (b'{"kind": "coment", "id": "x", "at": "2026-03-02T05:00:00Z"}', "did you mean 'comment'?"),
    "no zone": (GOOD_LINE.replace("00:00Z", "00:00").encode(), "no time zone"),
    "unknown field": (line_of({**GOOD, "bdy": "Hm."}).encode(), "bdy"),
    "no UTF-8": (GOOD_LINE.replace("Hm", "H\udcff").encode(errors="surrogateescape"), "not UTF-8"),
    "no object": (b"[1, 2]", "object"),
}


@pytest.mark.parametrize("fault", FILES)
def test_file_with_a_bad_line_names_the_line_and_adds_nothing(world: World, fault: str) -> None:
    world.play()
    line, told = FILES[fault]
    file = world.tracker.folder / "told.jsonl"
    file.write_bytes(GOOD_LINE.encode() + b"\n" + line + b"\n")
    before = world.rows()
    check_error(world.tracker.run("archive", "import", str(file)), 9, f"{file}:2", told)
    assert world.rows() == before


WIKIS: Mapping[str, tuple[Options, str]] = {
    "wrong password": ({("wiki", "account"): "Nobody@t"}, "check the bot password"),
    "no wiki": ({("wiki", "url"): "URL/index.php"}, "api.php"),
    "another site": ({("wiki", "url"): "BLOG/api.php"}, "api.php"),
}


@pytest.mark.parametrize("fault", WIKIS)
def test_wiki_that_cannot_be_used_is_told_and_what_was_read_is_kept(
    world: World, mediawiki: MediaWiki, fault: str
) -> None:
    world.begin()
    world.propose(2, "dry-socks", "Dry Socks", "Quill")
    options, told = WIKIS[fault]
    wiki = {("wiki", "backend"): "mwclient", ("wiki", "url"): mediawiki.api_url, ("wiki", "pause_seconds"): "0"}
    wiki |= {("wiki", "account"): mediawiki.bot_name, ("wiki", "password_env"): PASSWORD_VARIABLE, **options}
    wiki[("wiki", "url")] = wiki[("wiki", "url")].replace("URL", mediawiki.url).replace("BLOG", world.site.url)
    world.tracker.environment = {PASSWORD_VARIABLE: mediawiki.bot_password}
    text = config_text({**demo_options(world.site.url, at(1)), ("wiki", "ruleset"): "", **wiki})
    world.tracker.config.write_text(text, encoding="utf-8")
    for title in PAGES:
        mediawiki.edit(title, world.page(title))
    world.tracker.now = world.site.now = at(5)
    ran = world.tracker.run("tick")
    assert ran.code in {3, 5}, ran
    assert told in ran.out + ran.err
    assert "Traceback" not in ran.out + ran.err
    assert world.figures()[2] == {"dry-socks": (1, 0)}
