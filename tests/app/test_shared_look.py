"""One look at a wiki's revision ids serves all that ask within a tick."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tracker.app.tick.shared_look import SharedLook
from tracker.core.ports import PageEdit
from tracker.wiki.directory import DirectoryWiki

from .wiring import SetClock


class CountedWiki(DirectoryWiki):
    """A folder of pages that notes what was asked of it."""

    asked: list[tuple[str, ...]]

    def revision_ids(self, titles: Sequence[str]) -> Mapping[str, int | None]:
        self.asked.append(tuple(titles))
        return super().revision_ids(titles)


@pytest.fixture
def wiki(tmp_path: Path) -> CountedWiki:
    made = CountedWiki(tmp_path, SetClock())
    made.asked = []
    made.save(PageEdit("Rules", "one", "made", None))
    return made


def test_one_request_serves_all_titles_until_the_next_beginning(wiki: CountedWiki) -> None:
    look = SharedLook(wiki)
    look.begin(["Board", "Rules"])
    rules = look.revision_ids(["Rules"])["Rules"]
    assert look.revision_ids(["Board"]) == {"Board": None}
    assert wiki.asked == [("Rules", "Board")]
    wiki.save(PageEdit("Rules", "two", "more", rules))
    assert look.revision_ids(["Rules"]) == {"Rules": rules}
    look.begin(["Board"])
    assert look.revision_ids(["Rules"]) != {"Rules": rules}


def test_titles_that_the_look_did_not_have_are_asked_for(wiki: CountedWiki) -> None:
    look = SharedLook(wiki)
    look.begin([])
    look.revision_ids(["Rules"])
    look.revision_ids(["Other"])
    assert wiki.asked == [("Rules",), ("Other",)]


def test_pages_and_revisions_are_the_wikis_own(wiki: CountedWiki) -> None:
    look = SharedLook(wiki)
    assert look.fetch(["Rules"])["Rules"].text == "one"
    assert [version.text for version in look.revisions("Rules")] == ["one"]
