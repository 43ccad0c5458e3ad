"""A blog that fails, seen by whole ticks: nothing is lost, nothing taken away, the pages come right again, and people are told once."""

import json
import re
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.contracts.blog_world import Intervention, ScriptedSite, at
from tests.planning import ListOutbox
from tests.reading_pages import BOARD
from tests.test_bad_input import COMMENTS, ERROR_PAGE, SOCKS, World, answering, plain, without_comments
from tracker.app.tick.tick import tick
from tracker.app.tick.tick_report import TickReport
from tracker.bootstrap import wire
from tracker.config.reading import load_settings
from tracker.demo.site import Answer

HOOK = {"TRACKER_WEBHOOK": "http://127.0.0.1:9/unused"}
OPTIONS = {("notices", "webhook_env"): "TRACKER_WEBHOOK", ("notices", "digest"): "never"}


class Watched(World):
    """The same world, ticked in this process with notices that a test reads."""

    def __init__(self, site: ScriptedSite, folder: Path) -> None:
        super().__init__(site, folder)
        self.outbox = ListOutbox()
        self.tracker.environment = HOOK

    def look(self, hours: float) -> TickReport:
        """Let it be that hour on both sides, and tick."""
        self.tracker.now = self.site.now = at(hours)
        settings = load_settings(self.tracker.config, HOOK)
        made = wire(settings, self, lambda _: None)
        try:
            return tick(replace(made, outbox=self.outbox, code="the code"))
        finally:
            made.close()

    def begin_all(self) -> None:
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("TRACKER_WEBHOOK", HOOK["TRACKER_WEBHOOK"])
            self.begin(OPTIONS)
        self.propose(2, "dry-socks", "Dry Socks", "Quill")
        self.site.tell("comment", 3, post="dry-socks", author="Pim", body="<p>{FOR} so there</p>", id="1")
        self.propose(4.5, "oars", "Oars", "Pim")
        assert self.look(5).outcome == "applied"

    def texts(self) -> dict[str, str]:
        pages = self.tracker.folder / "wiki" / "pages"
        return {file.name: file.read_text() for file in sorted(pages.iterdir())}

    def told(self) -> list[str]:
        """The notices sent, in order."""
        return [each.text for each in self.outbox.sent]

    def faults(self) -> list[str]:
        """The notices of faults, and of their ends."""
        return [text for text in self.told() if text.startswith(("fault: ", "mended: "))]

    def board(self) -> str:
        """The page of the open matters, as its reader sees it."""
        return plain(self.page(BOARD))

    def verdict(self, slug: str) -> tuple[bool | str, list[str]]:
        """Whether an open matter is popular, and what an admin may do, by the status."""
        (found,) = [each for each in self.tracker.run("status", "--json").said["matters"] if each["slug"] == slug]
        return found["popular"], found["allowed"]

    def part_looks(self) -> list[tuple[str, bool]]:
        """The archived rows that say that a part of the blog could not be read, or that it could be again."""
        rows = map(json.loads, self.rows())
        looks = [(row["source"], row["complete"]) for row in rows if row["kind"] == "look"]
        return [look for look in looks if look[0] != "blog"]


@pytest.fixture
def site() -> Iterator[ScriptedSite]:
    with ScriptedSite() as served:
        yield served


@pytest.fixture
def clean(tmp_path: Path) -> Iterator[Watched]:
    """A nomic whose blog nothing befalls."""
    (tmp_path / "clean").mkdir()
    with ScriptedSite() as served:
        yield Watched(served, tmp_path / "clean")


@pytest.fixture
def world(site: ScriptedSite, tmp_path: Path) -> Watched:
    (tmp_path / "struck").mkdir()
    return Watched(site, tmp_path / "struck")


def slow(answer: Answer) -> Answer:
    time.sleep(1.2)
    return answer


@dataclass(frozen=True)
class Fault:
    """What befalls every answer of the blog, and whether the whole look fails by it."""

    befall: Intervention
    path: str = "/"
    is_whole: bool = True


FAULTS: Mapping[str, Fault] = {
    "down": Fault(answering(b"", 503)),
    "forbidden": Fault(answering(b"no robots", 403)),
    "slower than we wait": Fault(slow),
    "status 200 error page": Fault(answering(ERROR_PAGE)),
    "redirected elsewhere": Fault(lambda _: Answer(302, b"", headers={"Location": "http://127.0.0.2:9/"})),
    "one entry in other markup": Fault(without_comments, SOCKS, is_whole=False),
    "one entry is another one": Fault(lambda answer: replace(answer, body=answer.body.replace(b"dry-socks", b"oars")), SOCKS, is_whole=False),
    "one entry down": Fault(answering(b"", 500), SOCKS, is_whole=False),
    "redesign": Fault(lambda answer: replace(answer, body=redesigned(answer.body)), is_whole=False),
}  # fmt: skip


STRUCK_AT = (6, 6.2, 7, 24, 32, 52.5)
"""The hours of the looks that go wrong: past twelve hours, and past the time-out of both proposals."""


def redesigned(body: bytes) -> bytes:
    """The same words in markup that nobody here knows."""
    return re.sub(rb'(class|id)="[^"]*"', rb'class="x"', body) if b"<rss" not in body else body


@pytest.mark.parametrize("fault", FAULTS)
def test_a_blog_that_fails_loses_nothing_and_is_told_once(world: Watched, clean: Watched, fault: str) -> None:
    kind = FAULTS[fault]
    for one in (world, clean):
        one.begin_all()
    if kind.befall is slow:
        text = world.tracker.config.read_text()
        world.tracker.config.write_text(text.replace("\n[http]\n", "\n[http]\ntimeout_seconds = 1\n"))
    before = world.texts()
    world.site.interventions[kind.path] = kind.befall
    for one in (world, clean):
        one.site.tell("comment", 5.5, post="oars", author="Fern", body="<p>{AGAINST}</p>", id="3")
        for later, name in ((30, "Fern"), (31, "Marlowe")):
            one.site.tell("comment", later, post="dry-socks", author=name, body="<p>{AGAINST}</p>", id=f"4{later}")
    # Both proposals time out meanwhile: the first would be popular by the votes that were read.
    struck = [world.look(hours) for hours in STRUCK_AT]
    for hours in STRUCK_AT:
        clean.look(hours)
    if kind.is_whole:
        assert [report.outcome for report in struck] == ["withheld"] * len(STRUCK_AT), struck[0].words
        assert world.texts() == before
    else:
        assert all(report.exit_code == 0 for report in struck)
        assert "not read since 2026-03-02 05:00:00 UTC: votes written since then are not known" in world.board()
    assert world.verdict("dry-socks") == ("undetermined", [])
    assert clean.verdict("dry-socks") == (False, ["fail"])
    assert [text for text in world.told() if "dry-socks may be" in text] == []
    assert len(world.faults()) == 1, world.faults()
    assert world.faults()[0].startswith("fault: blog cannot be read" if kind.is_whole else "fault: blog: ")
    assert world.tracker.run("status").code == 13
    world.site.interventions.clear()
    for one in (world, clean):
        one.look(53)
        one.look(54)
    assert world.texts() == {name: text.replace(clean.site.url, world.site.url) for name, text in clean.texts().items()}
    assert sorted(votes(world)) == sorted(votes(clean))
    assert world.verdict("dry-socks") == (False, ["fail"])
    assert len(world.faults()) == 2
    assert world.faults()[1].startswith("mended: ")
    # However often it was looked for in vain: one row when it began, one when it ended.
    parts = world.part_looks()
    assert len(parts) == len(set(parts)) > 0
    assert {name for name, is_whole in parts if is_whole} == {name for name, is_whole in parts if not is_whole}


def test_what_may_be_done_is_not_told_again_after_a_page_could_not_be_read(world: Watched) -> None:
    world.begin_all()
    for number, name in enumerate(("Fern", "Marlowe")):
        world.site.tell("comment", 5.5, post="dry-socks", author=name, body="<p>{FOR}</p>", id=f"4{number}")
    world.look(14.1)
    assert world.verdict("dry-socks") == (True, ["enact"])
    world.site.interventions[SOCKS] = answering(b"", 500)
    for hours in (15, 16):
        world.look(hours)
        assert world.verdict("dry-socks") == ("undetermined", [])
    world.site.interventions.clear()
    world.look(17)
    assert world.verdict("dry-socks") == (True, ["enact"])
    assert len([text for text in world.told() if "dry-socks may be enacted" in text]) == 1


def test_an_entry_that_comes_and_goes_is_told_once_and_another_by_itself(world: Watched) -> None:
    world.begin_all()
    down = answering(b"", 500)
    for number in range(12):
        world.site.interventions = {} if number % 2 else {SOCKS: down}
        world.look(6 + number / 6)
    assert [text[:25] for text in world.faults()] == ["fault: blog: dry-socks ca", "mended: blog: dry-socks c"]
    world.site.interventions = {"/archive/oars": down}
    world.look(9)
    assert [text.startswith("fault: blog: oars cannot be read wholly") for text in world.faults()[2:]] == [True]


def test_entries_that_fail_one_after_the_other_and_then_the_site_are_each_told_once(world: Watched) -> None:
    world.begin_all()
    down = answering(b"", 500)
    world.site.interventions[SOCKS] = down
    world.look(6)
    world.site.interventions["/archive/oars"] = down
    world.look(7)
    world.site.interventions["/"] = down
    world.look(8)
    world.look(9)
    world.site.interventions = {SOCKS: down}
    world.look(10)
    world.site.interventions.clear()
    world.look(11)
    assert [re.sub(r" cannot be read.*", "", text.partition("\n")[0]) for text in world.faults()] == [
        "fault: blog: dry-socks",
        "fault: blog: oars",
        "fault: blog",
        "mended: blog",
        "mended: blog: oars",
        "mended: blog: dry-socks",
    ]


def test_nobody_is_said_to_be_idle_while_what_they_wrote_may_be_unread(world: Watched, clean: Watched) -> None:
    for one in (world, clean):
        one.begin_all()
    world.site.interventions[SOCKS] = answering(b"", 500)
    for one in (world, clean):
        one.look(24 * 7.5)
        assert any("may be idled" in text for text in one.told()) == (one is clean)
    world.site.interventions.clear()
    world.look(24 * 7.6)
    assert any("Quill may be idled" in text for text in world.told())


def votes(world: Watched) -> list[tuple[str, str]]:
    """What is archived of posts and comments, tombstones too."""
    made = wire(load_settings(world.tracker.config, HOOK), world)
    try:
        kinds = ("post", "comment")
        rows = [row.observation for row in made.archive.rows()]
        return [
            (row.id, str(row.payload.get("body", "")).replace(world.site.url, ""))
            for row in rows
            if row.kind.startswith(kinds)
        ]
    finally:
        made.close()


def test_comments_that_are_gone_for_a_moment_come_back(world: Watched, clean: Watched) -> None:
    for one in (world, clean):
        one.begin_all()
    world.site.interventions[SOCKS] = lambda answer: replace(
        answer, body=answer.body.split(COMMENTS)[0] + b"</body></html>"
    )
    world.look(6)
    assert "Pim" in "".join(world.texts().values())
    world.site.interventions.clear()
    for one in (world, clean):
        one.look(7)
    assert world.texts() == {name: text.replace(clean.site.url, world.site.url) for name, text in clean.texts().items()}


def test_a_feed_that_says_unchanged_for_ever_hides_nothing(world: Watched) -> None:
    world.begin_all()

    def unchanged(answer: Answer) -> Answer:
        _, headers = world.site.requests[-1]
        is_conditional = {"if-none-match", "if-modified-since"} & headers.keys()
        return Answer(304, b"") if is_conditional else answer

    world.site.interventions["/feed"] = unchanged
    for hours in (5.01, 6):
        world.site.tell("comment", hours - 0.005, post="oars", author="Fern", body="<p>{AGAINST}</p>", id=str(hours))
        world.look(hours)
    assert world.figures()[2]["oars"] == (1, 1)
    assert world.faults() == []


def test_a_feed_that_says_unchanged_without_being_asked_is_a_fault(world: Watched) -> None:
    world.begin_all()
    world.site.interventions["/feed"] = answering(b"", 304)
    assert [world.look(hours).outcome for hours in (6, 6.1)] == ["withheld"] * 2
    assert len(world.faults()) == 1
    assert "status 304" in world.faults()[0]
    world.site.interventions.clear()
    assert world.look(7).exit_code == 0
    assert world.faults()[1].startswith("mended: ")


def test_a_certificate_that_nobody_vouches_for_is_refused(world: Watched, tmp_path: Path) -> None:
    world.begin_all()
    before, text = world.texts(), world.tracker.config.read_text()
    with secured(tmp_path) as address:
        world.tracker.config.write_text(text.replace(world.site.url, address))
        report = world.look(6)
        assert (report.outcome, report.exit_code) == ("withheld", 4)
        assert "certificate" in report.words
        world.look(6.1)
    assert world.texts() == before
    assert len(world.faults()) == 1


@contextmanager
def secured(folder: Path) -> Iterator[str]:
    """The address of a blog behind TLS with a certificate of its own making."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    site = ScriptedSite()
    site._server.socket = context.wrap_socket(site._server.socket, server_side=True, do_handshake_on_connect=False)
    with site:
        yield site.url.replace("http://", "https://")
