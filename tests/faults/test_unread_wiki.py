"""A wiki that cannot be read is one fault, however many sources read it, and whoever else asks for its pages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.faults.following import Following, unbegun
from tracker.app.tick.shared_look import SharedLook
from tracker.core.ports import WikiPage
from tracker.errors import WikiError
from tracker.sources.wiki_pages import WikiPagesSource

REQUESTS, RULESET = "Tracker/Requests", "Ruleset"


class Shaky:
    """A wiki that gives no answer while it is down, and counts how often it was asked then."""

    def __init__(self, wiki: Any) -> None:
        self._wiki = wiki
        self.is_down = False
        self.asked_in_vain = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wiki, name)

    def _answer(self) -> None:
        if self.is_down:
            self.asked_in_vain += 1
            raise WikiError("no answer", place="https://wiki.example.org/api.php", remedy="try later")

    def revision_ids(self, titles: Sequence[str]) -> Mapping[str, int | None]:
        self._answer()
        found: Mapping[str, int | None] = self._wiki.revision_ids(titles)
        return found

    def fetch(self, titles: Sequence[str]) -> Mapping[str, WikiPage]:
        self._answer()
        found: Mapping[str, WikiPage] = self._wiki.fetch(titles)
        return found


@pytest.fixture
def followed(tmp_path: Path) -> tuple[Following, Shaky]:
    """A tracker that reads a page of requests and the ruleset."""
    made = unbegun(tmp_path / "one")
    wiki = Shaky(made.tracker.wiki)
    look = SharedLook(wiki)
    sources = [WikiPagesSource("requests", look, [REQUESTS]), WikiPagesSource("wiki", look, [RULESET])]
    made.tracker = replace(made.tracker, wiki=wiki, look=look, sources=(*made.tracker.sources, *sources))
    assert made.begin().exit_code == 0
    return made, wiki


def faults(made: Following) -> list[str]:
    return [text for text in made.notices() if text.startswith(("fault: ", "mended: "))]


def test_it_is_told_once_with_the_exit_code_of_the_wiki(followed: tuple[Following, Shaky]) -> None:
    made, wiki = followed
    wiki.is_down = True
    for _ in range(2):
        made.clock.pass_minutes(10)
        report = made.tick()
        assert (report.outcome, report.exit_code) == ("withheld", 5)
        assert [str(error) for error in report.errors] == ["https://wiki.example.org/api.php: no answer (try later)"]
        assert report.words.count("no answer") == 1
    assert wiki.asked_in_vain <= 2 * 2, "once by all sources together"
    told = "the wiki cannot be read: https://wiki.example.org/api.php: no answer (try later)"
    assert faults(made) == [f"fault: {told}"]
    wiki.is_down = False
    made.clock.pass_minutes(10)
    assert made.tick().exit_code == 0
    assert faults(made) == [f"fault: {told}", f"mended: {told}"]


def test_a_blog_that_fails_besides_is_a_fault_of_its_own(followed: tuple[Following, Shaky]) -> None:
    made, wiki = followed
    wiki.is_down = True
    made.source.fail()
    made.clock.pass_minutes(10)
    report = made.tick()
    assert (report.outcome, report.exit_code, len(report.errors)) == ("withheld", 4, 2)
    assert len(faults(made)) == 2
