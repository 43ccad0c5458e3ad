"""Wiki pages as a source: what each look brings, what it costs, and what becomes of pages deleted, moved or made anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.directory_world import DirectoryWorld
from tests.contracts.mediawiki_world import MediaWikiWorld
from tests.contracts.wiki_world import WikiWorld
from tests.observing import at
from tracker.archive.memory import MemoryArchive
from tracker.core.observation import ArchivedObservation
from tracker.core.ports import WikiBackend, WikiPage, WikiRevision
from tracker.errors import SourceError, WikiBusyError
from tracker.sources.wiki_pages import BATCH, PAGE_MISSING, PAGE_REPLACED, PagesCursor, WikiPagesSource

RULESET, GAMESTATE = "Ruleset", "Game state"


@dataclass
class Steps:
    """A progress that remembers what it was told."""

    said: list[str] = field(default_factory=list)

    def step(self, text: str, done: int, total: int | None) -> None:
        self.said.append(f"{text} {done}/{total}")


@dataclass
class Looking:
    """A source that looks at pages now and then, and what its archive holds."""

    wiki: WikiBackend
    titles: Sequence[str] = (RULESET,)
    full_history: bool = False
    archive: MemoryArchive = field(default_factory=MemoryArchive)
    warned: list[tuple[str, str]] = field(default_factory=list)
    progress: Steps = field(default_factory=Steps)

    def look(self, batches: int | None = None) -> int:
        """Look once, breaking off after so many batches; how many rows that brought."""
        source = WikiPagesSource("wiki pages", self.wiki, self.titles, full_history=self.full_history)
        added = 0
        for number, seen in enumerate(source.observe(self.archive, at(500), self.progress)):
            if number == batches:
                break
            added += self.archive.append(seen).added
            self.warned += [(warning.code, warning.place) for warning in seen.warnings]
        return added

    @property
    def rows(self) -> list[ArchivedObservation]:
        return list(self.archive.rows())

    @property
    def texts(self) -> list[str]:
        return [row.observation.payload["text"] for row in self.rows]


@pytest.fixture(params=["folder", "MediaWiki"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> WikiWorld:
    if request.param == "folder":
        return DirectoryWorld(tmp_path / "wiki")
    return MediaWikiWorld(request.getfixturevalue("mediawiki"))


# --- what a look brings


def test_the_first_look_brings_the_newest_revision_whole(world: WikiWorld) -> None:
    world.edit(RULESET, "one")
    number = world.edit(RULESET, "two")
    newest = world.wiki.revisions(RULESET)[-1]
    looking = Looking(world.wiki)
    assert looking.look() == 1
    seen = looking.rows[0].observation
    assert (seen.kind, seen.id, seen.subject, seen.at) == (
        "page_revision",
        f"revision:{RULESET}:{number}",
        RULESET,
        newest.at,
    )
    assert dict(seen.payload) == {
        "page": RULESET,
        "revision": number,
        "parent": newest.parent,
        "editor": "Ada",
        "summary": "",
        "text": "two",
    }


def test_later_looks_bring_every_revision_since_in_order(world: WikiWorld) -> None:
    world.edit(RULESET, "one")
    looking = Looking(world.wiki)
    looking.look()
    for text in ("two", "three", "four"):
        world.edit(RULESET, text)
    assert looking.look() == 3
    assert looking.texts == ["one", "two", "three", "four"]
    assert looking.look() == 0


def test_the_same_revision_is_the_same_row_however_it_was_read(world: WikiWorld) -> None:
    world.edit(RULESET, "one")
    world.edit(RULESET, "two")
    looking = Looking(world.wiki)
    looking.look()
    again = Looking(world.wiki, full_history=True, archive=MemoryArchive())
    again.look()
    assert again.rows[-1].observation == looking.rows[0].observation


def test_a_full_history_is_read_from_the_first_revision_on(world: WikiWorld) -> None:
    for number in range(3):
        world.edit(RULESET, f"version {number}")
    looking = Looking(world.wiki, full_history=True)
    assert looking.look() == 3
    assert looking.texts == ["version 0", "version 1", "version 2"]
    assert looking.progress.said == [f"reading {RULESET} 0/1"]


def test_an_interrupted_history_goes_on_where_it_was(tmp_path: Path) -> None:
    world = DirectoryWorld(tmp_path / "wiki")
    for number in range(2 * BATCH + 3):
        world.edit(RULESET, f"version {number}")
    looking = Looking(world.wiki, full_history=True)
    assert looking.look(batches=1) == BATCH
    assert looking.look() == BATCH + 3
    assert looking.texts == [f"version {number}" for number in range(2 * BATCH + 3)]


def test_several_pages_are_followed_each_from_its_own_revision(world: WikiWorld) -> None:
    world.edit(RULESET, "rules")
    world.edit(GAMESTATE, "state")
    looking = Looking(world.wiki, titles=(RULESET, GAMESTATE, RULESET))
    assert looking.look() == 2
    world.edit(GAMESTATE, "other state")
    assert looking.look() == 1
    assert looking.rows[-1].observation.payload["page"] == GAMESTATE


def test_a_title_written_otherwise_is_followed_under_the_name_given(world: WikiWorld) -> None:
    world.edit(GAMESTATE, "one")
    looking = Looking(world.wiki, titles=("Game_state",))
    looking.look()
    world.edit(GAMESTATE, "two")
    assert (looking.look(), looking.look()) == (1, 0)
    assert {row.observation.payload["page"] for row in looking.rows} == {"Game_state"}


def test_no_pages_are_nothing_to_ask_for() -> None:
    assert Looking(FailingWiki(), titles=()).look() == 0


# --- what it costs


def test_a_look_at_what_is_known_is_one_request_without_login(mediawiki: Any) -> None:
    world = MediaWikiWorld(mediawiki)
    titles = (RULESET, GAMESTATE, "Nowhere")
    for title in titles[:2]:
        world.edit(title, "text")
    looking = Looking(world.wiki, titles)
    world.server.forget_requests()
    looking.look()
    assert world.asked() == ["query:info", "query:info|revisions"]
    world.server.forget_requests()
    assert looking.look() == 0
    assert world.asked() == ["query:info"]
    world.edit(RULESET, "other text")
    world.server.forget_requests()
    assert looking.look() == 1
    assert world.asked() == ["query:info", "query:revisions"]


# --- pages that are not what they were


def test_a_page_that_is_not_there_is_warned_of_once(world: WikiWorld) -> None:
    looking = Looking(world.wiki)
    assert (looking.look(), looking.look()) == (0, 0)
    assert looking.warned == [(PAGE_MISSING, RULESET)]


def test_a_page_made_later_is_read_from_its_first_revision(world: WikiWorld) -> None:
    looking = Looking(world.wiki)
    looking.look()
    world.edit(RULESET, "one")
    world.edit(RULESET, "two")
    looking.look()
    assert looking.texts == ["one", "two"]


def test_a_page_deleted_and_made_anew_is_read_on(world: WikiWorld) -> None:
    world.edit(RULESET, "one")
    looking = Looking(world.wiki)
    looking.look()
    world.delete(RULESET)
    looking.look()
    world.edit(RULESET, "two")
    assert looking.look() == 1
    assert (looking.texts, looking.warned) == (["one", "two"], [(PAGE_MISSING, RULESET)])
    assert looking.look() == 0


def test_a_page_made_anew_between_two_looks_is_read_on(world: WikiWorld) -> None:
    world.edit(RULESET, "one")
    looking = Looking(world.wiki)
    looking.look()
    world.delete(RULESET)
    world.edit(RULESET, "two")
    looking.look()
    assert looking.texts == ["one", "two"]
    assert looking.look() == 0


def test_a_page_moved_away_leaves_a_redirect_as_its_newest_text(world: WikiWorld) -> None:
    world.edit(RULESET, "one")
    looking = Looking(world.wiki)
    looking.look()
    world.move(RULESET, "Old rules")
    looking.look()
    assert looking.texts[0] == "one"
    assert "#REDIRECT [[Old rules]]" in looking.texts[-1]


# --- with a wiki that answers as it is told


@dataclass
class ToldWiki:
    """A wiki of one page whose revisions are told; only reading is possible."""

    found: list[WikiRevision] = field(default_factory=list)
    newest: int | None = None

    def revision_ids(self, titles: Sequence[str]) -> Mapping[str, int | None]:
        return dict.fromkeys(titles, self.newest)

    def fetch(self, titles: Sequence[str]) -> Mapping[str, WikiPage]:
        page = WikiPage(RULESET, f"text of {self.newest}", self.newest, "Ada", at(1), summary="s", parent=1)
        return dict.fromkeys(titles, page)

    def revisions(self, title: str, after: int = 0, limit: int = 50) -> Sequence[WikiRevision]:
        return [revision for revision in self.found if revision.revision > after][:limit]

    def save(self, *_: object) -> Any:
        raise NotImplementedError

    upload = pictures = account = refused = save


class FailingWiki(ToldWiki):
    """A wiki that is too busy."""

    def revision_ids(self, titles: Sequence[str]) -> Mapping[str, int | None]:
        raise WikiBusyError("lagging", code="maxlag", place="api.php", remedy="later")


def test_a_page_restored_as_it_was_brings_nothing_new() -> None:
    wiki = ToldWiki(newest=7)
    looking = Looking(wiki)
    looking.look()
    for wiki.newest in (None, 7):
        looking.look()
    assert (looking.texts, looking.warned) == (["text of 7"], [(PAGE_MISSING, RULESET)])
    assert PagesCursor.parse(looking.archive.cursor("wiki pages")) == PagesCursor({RULESET: 7}, [])


@pytest.mark.parametrize("newest", [3, 9])
def test_a_history_that_does_not_go_on_from_there_is_read_at_its_newest(newest: int) -> None:
    wiki = ToldWiki(newest=7)
    looking = Looking(wiki)
    looking.look()
    wiki.newest = newest
    assert (looking.look(), looking.look()) == (1, 0)
    assert looking.texts == ["text of 7", f"text of {newest}"]
    assert looking.warned == [(PAGE_REPLACED, RULESET)]


def test_a_revision_made_during_the_look_is_read_too() -> None:
    wiki = ToldWiki(newest=7)
    looking = Looking(wiki)
    looking.look()
    wiki.newest = 8
    wiki.found = [WikiRevision(RULESET, n, n - 1, "Ada", at(n), "", f"text of {n}") for n in (8, 9)]
    assert (looking.look(), looking.warned) == (2, [])
    wiki.newest = 9
    assert looking.look() == 0


def test_a_wiki_that_fails_is_a_source_that_fails_and_keeps_its_cursor() -> None:
    wiki = ToldWiki(newest=7)
    looking = Looking(wiki)
    looking.look()
    kept = looking.archive.cursor("wiki pages")
    looking.wiki = FailingWiki()
    with pytest.raises(SourceError, match=r"api.php: lagging \(later\)"):
        looking.look()
    assert looking.archive.cursor("wiki pages") == kept


@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"revisions": []}', '{"revisions": {"A": "x"}, "missing": []}'])
def test_a_cursor_that_cannot_be_read_begins_anew(text: str | None) -> None:
    assert PagesCursor.parse(text) == PagesCursor()


def test_a_cursor_is_read_back_as_it_was_written() -> None:
    cursor = PagesCursor({"Réglement": 7}, ["B", "A"])
    assert PagesCursor.parse(cursor.text()) == PagesCursor({"Réglement": 7}, ["A", "B"])


# --- a history asked for later


def test_a_history_asked_for_later_is_read_back_once(world: WikiWorld) -> None:
    for number in range(3):
        world.edit(RULESET, f"version {number}")
    looking = Looking(world.wiki)
    assert looking.look() == 1
    looking.full_history = True
    assert looking.look() == 2
    assert sorted(looking.texts) == ["version 0", "version 1", "version 2"]
    looking.progress.said.clear()
    assert (looking.look(), looking.progress.said) == (0, [])


def test_a_history_read_back_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    world = DirectoryWorld(tmp_path / "wiki")
    for number in range(2 * BATCH + 3):
        world.edit(RULESET, f"version {number}")
    looking = Looking(world.wiki)
    looking.look()
    looking.full_history = True
    assert looking.look(batches=1) == BATCH
    world.edit(RULESET, "newest")
    assert looking.look() == BATCH + 3
    assert sorted(looking.texts) == sorted([*(f"version {number}" for number in range(2 * BATCH + 3)), "newest"])


def test_a_cursor_of_before_is_read(world: WikiWorld) -> None:
    old = '{"missing": ["Talk"], "revisions": {"Ruleset": 7}}'
    assert PagesCursor.parse(old) == PagesCursor({"Ruleset": 7}, ["Talk"])
    assert PagesCursor.parse(PagesCursor({"Ruleset": 7}, [], ["Ruleset"], {"Talk": 3}).text()).back == {"Talk": 3}
