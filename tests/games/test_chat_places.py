"""What is cited on the pages of chat games links to Discord where it is told where it stands, and has the same words where not."""

import json
import re

import pytest

from tests.games.aeternus import wide_waters
from tests.games.chat_stories import told
from tests.games.ducks import lively as ducks
from tests.games.round10 import lively as round10
from tests.games.situations import Record
from tracker.app.asking.replay import rows_of
from tracker.core.fold import fold
from tracker.core.instants import parse_instant
from tracker.core.observation import ArchivedObservation
from tracker.core.snowflakes import first_id
from tracker.games.registry import game
from tracker.mechanics.freezing import frozen, thawed
from tracker.render.pages import render_regions

PLACE = "111111111111111111/222222222222222222"
LINK = re.compile(rf"\[https://discord\.com/channels/{PLACE}/([0-9]+) ([^]\[]*)\]")
UNLINKED = re.compile(r'<span title="message ([0-9]+)">(.*?)</span>')
STORIES = {"round10": round10.FORTNIGHT, "ducks": ducks.FORTNIGHT, "aeternus": wide_waters.STORY}
LATER = {"round10": "2021-08-09T12:00:00Z", "ducks": "2021-03-22T12:00:00Z", "aeternus": "2025-02-10T12:00:00Z"}
AT_LAST = {"round10": "2021-12-01T00:00:00Z", "ducks": "2021-08-01T00:00:00Z", "aeternus": "2025-06-01T00:00:00Z"}
AGREEMENTS = {"round10": "agreements", "ducks": "agreements", "aeternus": "agreements"}


def rows(slug: str, place: str = PLACE) -> list[ArchivedObservation]:
    """A lively story whose messages have ids as Discord gives them and, where one is given, stand at a place."""
    return rows_of(game(slug), with_ids(told(STORIES[slug], slug), place))


def with_ids(records: list[Record], place: str) -> list[Record]:
    """The same records; messages have ids as Discord gives them and, where one is given, stand at a place."""
    said = [each for each in records if each["kind"] == "message"]
    ids = {each["id"]: str(first_id(parse_instant(each["at"])) + number) for number, each in enumerate(said, start=1)}
    named = re.compile(rf"(?<![\w-])({'|'.join(sorted(ids, key=len, reverse=True))})(?!\w)")
    numbered = [json.loads(named.sub(lambda found: ids[found[1]], json.dumps(each))) for each in records]
    return [each | ({"place": place} if each["kind"] == "message" and place else {}) for each in numbered]


def pages(slug: str, shown: list[ArchivedObservation], at: str, *, is_settled: bool = False) -> dict[str, str]:
    """The texts of all regions at an instant; where the state is settled, from what is left of it and was frozen."""
    played = game(slug)
    folded = fold(played, shown, parse_instant(at))
    state = folded.state
    if is_settled:
        played.settle(state, folded.as_of)
        state = thawed(played.state_type, frozen(played.state_type, state))
    gamestate = played.view(state, folded.as_of, folded.seq, folded.context)
    drafts = played.pages(gamestate, played.catalogue())
    return {region.region: region.text for region in render_regions(drafts)}


@pytest.mark.parametrize("slug", STORIES)
def test_every_citation_links_where_the_place_is_told_and_else_has_the_same_words(slug: str) -> None:
    linked, plain = pages(slug, rows(slug), LATER[slug]), pages(slug, rows(slug, ""), LATER[slug])
    month = next(region for region in linked if region.startswith("log-"))
    for region in ("log", month, AGREEMENTS[slug], "proposals", "judge", "attention"):
        assert LINK.search(linked[region]), region
        assert not LINK.search(plain[region])
    assert {region: LINK.sub(r'<span title="message \1">\2</span>', text) for region, text in linked.items()} == plain


@pytest.mark.parametrize("slug", STORIES)
def test_what_is_still_cited_links_also_when_its_message_has_left_the_live_state(slug: str) -> None:
    shown = pages(slug, rows(slug), AT_LAST[slug], is_settled=True)
    assert [(region, UNLINKED.findall(text)) for region, text in shown.items() if UNLINKED.search(text)] == []
    assert any(LINK.search(text) for text in shown.values())


@pytest.mark.parametrize("slug", STORIES)
@pytest.mark.parametrize("place", ["1", "1/2/3", "x/1", "1/2 evil]] [https://evil.example", "../1"])
def test_a_place_that_is_none_makes_no_link(slug: str, place: str) -> None:
    assert pages(slug, rows(slug, place), LATER[slug]) == pages(slug, rows(slug, ""), LATER[slug])
